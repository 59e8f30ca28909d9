//! Files made to cost much: the comparison ends in bounded time, and never says that it found no difference.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use robots_exclusion::diff::{Limit, STATE_LIMIT, diff, diff_for, winning_rules};

use crate::support::Setting;

/// A debug build on a busy machine; what is measured is far less.
const PATIENCE: Duration = Duration::from_secs(120);

/// Patterns that are each half matched or not, whatever the others are: 2ⁿ states.
fn subsets(count: usize) -> String {
    let mut rules = String::new();
    for number in 0..count {
        let letter = char::from(b'a' + (number % 26) as u8);
        let round = number / 26;
        writeln!(
            rules,
            "allow: /*{letter}{round}*{letter}{round}*{letter}{round}"
        )
        .unwrap();
    }
    rules
}

#[track_caller]
fn is_not_decided(old: &str, new: &str, setting: Setting) {
    let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
    let start = Instant::now();
    let difference = diff_for(&old, &new, "bot");
    let time = start.elapsed();
    assert!(!difference.is_decided() && !difference.is_none());
    assert_eq!(difference.limit(), Some(Limit::States));
    assert!(
        difference.states() <= 2 * STATE_LIMIT,
        "{} states",
        difference.states()
    );
    assert!(time < PATIENCE, "{time:?}");
    println!("{} states in {time:?}", difference.states());
}

#[test]
fn exponentially_many_states_are_not_walked_through() {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        // What is put in never decides, as the first rule is longer and matches the same: but to know that, all that
        // the others may have come to must be looked at.
        let subsets = subsets(60);
        let common = format!("user-agent: *\nallow: /*xxxxxxxx****y****z\n{subsets}disallow: /\n");
        let new = format!("{common}disallow: /*xxxxxxxx*y*z$\n");
        is_not_decided(&common, &new, setting);
    }
}

#[test]
fn many_wildcards_take_bounded_time() {
    let mut common = "user-agent: *\ndisallow: /\n".to_owned();
    for number in 0..4000 {
        writeln!(common, "allow: /*{number:04}a*b*{number:04}").unwrap();
    }
    let new = format!(
        "{common}allow: /*0*1*2*3*4*5*6*7*8*9*a*b*c*d*e*f*0*1*2*3*4\ndisallow: /*0*1*2*3*4*5*6*7*8*9*a*b*c*d*e*f*0*1*2*3*4$\n"
    );
    let (old, new) = (
        Setting::STANDARD.parse(common.as_bytes()),
        Setting::STANDARD.parse(new.as_bytes()),
    );
    let start = Instant::now();
    let difference = diff_for(&old, &new, "bot");
    println!(
        "{} states in {:?}, decided: {}",
        difference.states(),
        start.elapsed(),
        difference.is_decided()
    );
    assert!(start.elapsed() < PATIENCE);
    let matcher = old.matcher("bot");
    let start = Instant::now();
    let rules = winning_rules(&matcher);
    println!("{} rules in {:?}", rules.len(), start.elapsed());
    assert!(start.elapsed() < PATIENCE);
}

/// Each of many crawlers has rules that cannot be decided: all of them together stay within the limit.
#[test]
fn many_crawlers_with_many_states_take_bounded_time() {
    let text = |is_new: bool| {
        let mut text = String::new();
        for number in 0..60 {
            let subsets = subsets(20 + number);
            write!(
                text,
                "user-agent: a{number}\nallow: /*xxxxxxxx****y****z\n{subsets}disallow: /\n"
            )
            .unwrap();
            if is_new {
                text.push_str("disallow: /*xxxxxxxx*y*z$\n");
            }
        }
        text
    };
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (old, new) = (text(false), text(true));
        let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
        let start = Instant::now();
        let differences = diff(&old, &new);
        let time = start.elapsed();
        let states: usize = differences
            .iter()
            .map(|crawler| crawler.difference().states())
            .sum();
        println!("{states} states in {time:?}");
        let (everyone, named) = differences
            .split_last()
            .expect("there is one for all others");
        assert!(everyone.difference().is_none() || !everyone.difference().is_decided());
        assert!(
            named
                .iter()
                .all(|crawler| !crawler.difference().is_decided())
        );
        assert!(time < PATIENCE, "{time:?}");
    }
}

#[test]
fn many_crawlers_take_bounded_time() {
    let mut text = String::new();
    for number in 0..5_000 {
        writeln!(text, "user-agent: a{number}\ndisallow: /{number}").unwrap();
    }
    let old = Setting::STANDARD.parse(text.as_bytes());
    let new = Setting::STANDARD.parse(b"");
    let start = Instant::now();
    let differences = diff(&old, &new);
    let decided = differences
        .iter()
        .filter(|crawler| crawler.difference().is_decided())
        .count();
    println!(
        "{decided} of {} crawlers in {:?}",
        differences.len(),
        start.elapsed()
    );
    assert_eq!(differences.len(), 5_001);
    assert!(start.elapsed() < PATIENCE);
    // What was not compared is not said to be equal.
    let is_same = differences
        .iter()
        .filter(|crawler| crawler.difference().is_none())
        .count();
    assert!(is_same <= 1, "{is_same} crawlers");
}

/// Names of letters alone, which both dialects take whole.
fn name(number: usize) -> String {
    let letter = |shift: usize| char::from(b'a' + (number >> shift & 15) as u8);
    (0..5).map(|place| letter(4 * place)).collect()
}

#[test]
fn crawlers_that_obey_the_same_groups_are_decided_together() {
    const CRAWLERS: usize = 16_000;
    let agents: String = (0..CRAWLERS)
        .map(|number| format!("user-agent: {}\n", name(number)))
        .collect();
    let text = format!("{agents}disallow: /x\n");
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (robots, empty) = (setting.parse(text.as_bytes()), setting.parse(b""));
        for old in [&robots, &empty] {
            let differences = diff(old, &robots);
            assert_eq!(differences.len(), CRAWLERS + 1);
            for crawler in &differences[..CRAWLERS] {
                let difference = crawler.difference();
                assert!(difference.is_decided(), "{}", crawler.agent());
                assert_eq!(difference.is_none(), old.groups().next().is_some());
                for change in difference.changes() {
                    assert_eq!((change.url(), change.after().line()), ("/x", Some(16_001)));
                    let token = change.after().selection().token();
                    assert_eq!(token, Some(crawler.agent().as_bytes()));
                }
            }
        }
    }
}

#[test]
fn a_crawler_is_decided_however_many_others_have_groups() {
    const CRAWLERS: usize = 16_000;
    let text: String = (0..CRAWLERS)
        .map(|number| format!("user-agent: {}\ndisallow: /\n", name(number)))
        .collect();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (robots, empty) = (setting.parse(text.as_bytes()), setting.parse(b""));
        let differences = diff(&robots, &empty);
        for (number, crawler) in differences[..CRAWLERS].iter().enumerate() {
            let changes = crawler.difference().changes();
            assert!(crawler.difference().is_decided(), "{}", crawler.agent());
            assert_eq!(changes[0].before().line(), Some(2 * number as u32 + 2));
        }
    }
}

/// A large group is in the selection of each of many crawlers, together with one of its own: more rules than can be
/// read for each of them.
#[test]
fn a_file_is_the_same_as_itself_whatever_groups_it_merges() {
    let names: Vec<String> = (0..6_000).map(name).collect();
    let mut text: String = names
        .iter()
        .map(|name| format!("user-agent: {name}\n"))
        .collect();
    text.extend((0..6_000).map(|number| format!("allow: /*{number}*a\n")));
    text.extend(
        names
            .iter()
            .map(|name| format!("user-agent: {name}\ndisallow: /{name}\n")),
    );
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let robots = setting.parse(text.as_bytes());
        let same = diff(&robots, &robots);
        assert_eq!(same.len(), 6_001);
        assert!(same.iter().all(|crawler| crawler.difference().is_none()));
        // Against a file whose large group differs there is too much to do, which is said.
        let other = text.replacen("allow: /*0*a", "allow: /*x*a", 1);
        let other = setting.parse(other.as_bytes());
        let undecided: Vec<_> = diff(&robots, &other)
            .into_iter()
            .filter(|crawler| !crawler.difference().is_decided())
            .collect();
        assert!(!undecided.is_empty());
        for crawler in undecided {
            assert_eq!(crawler.difference().limit(), Some(Limit::Steps));
        }
    }
}

#[test]
fn a_long_pattern_is_compared_from_end_to_end() {
    let long = "a/".repeat(20_000);
    let old = format!("user-agent: *\ndisallow: /{long}x");
    let new = format!("user-agent: *\ndisallow: /{long}y");
    let (old, new) = (
        Setting::STANDARD.parse(old.as_bytes()),
        Setting::STANDARD.parse(new.as_bytes()),
    );
    let difference = diff_for(&old, &new, "bot");
    assert!(difference.is_decided());
    assert_eq!(difference.changes().len(), 2);
    assert_eq!(difference.changes()[0].url(), format!("/{long}y"));
}
