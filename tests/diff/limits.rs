//! Comparisons of expensive files end in bounded time. If they give up, they never claim that there
//! is no difference. `tests/cost/walks.rs` measures the time of others.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use robots_exclusion::diff::{Limit, effects, files, for_agent};

use crate::support::Setting;

/// A limit for debug builds on a busy machine. Usual times are far shorter.
const PATIENCE: Duration = Duration::from_secs(120);

/// Returns n patterns that have 2ⁿ states, because each may be half matched independently of the
/// others.
///
/// The other rules are longer. They allow what both [`ADDED`] and one of the patterns match, because
/// each pattern has a `w`.
fn subsets(count: usize) -> String {
    let mut rules =
        String::from("allow: /*w*xxxxxxxx*y*z\nallow: /*xxxxxxxx*w*y*z\nallow: /*xxxxxxxx*y*w*z\n");
    for number in 0..count {
        let letter = char::from(b'a' + (number % 26) as u8);
        let round = number / 26;
        writeln!(
            rules,
            "allow: /*w*{letter}{round}*{letter}{round}*{letter}{round}"
        )
        .unwrap();
    }
    rules
}

/// A rule that changes no verdict if it is added to [`subsets`] and `disallow: /`.
const ADDED: &str = "disallow: /*xxxxxxxx*y*z$\n";

#[track_caller]
fn is_not_decided(old: &str, new: &str, setting: Setting) {
    let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
    let start = Instant::now();
    let difference = for_agent(&old, &new, "bot");
    let time = start.elapsed();
    assert!(!difference.is_decided && !difference.is_empty());
    let limit = difference.limit;
    assert!(matches!(limit, Some(Limit::States | Limit::Memory)));
    assert!(time < PATIENCE, "{time:?}");
    println!("given up in {time:?}");
}

#[test]
fn comparisons_give_up_on_exponentially_many_states() {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        // To prove that the added rule changes nothing, a walk would have to visit every combination
        // of half-matched patterns.
        let subsets = subsets(60);
        let common = format!("user-agent: *\n{subsets}disallow: /\n");
        let new = format!("{common}{ADDED}");
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
    let difference = for_agent(&old, &new, "bot");
    println!("{:?}, decided: {}", start.elapsed(), difference.is_decided);
    assert!(start.elapsed() < PATIENCE);
    let matcher = old.matcher("bot");
    let start = Instant::now();
    let rules = effects(&matcher);
    println!("{} rules in {:?}", rules.len(), start.elapsed());
    assert!(start.elapsed() < PATIENCE);
}

/// Each of many crawlers has rules with too many states. The limit applies to all crawlers
/// together.
#[test]
fn many_crawlers_with_many_states_take_bounded_time() {
    let text = |is_new: bool| {
        let mut text = String::new();
        for number in 0..60 {
            let subsets = subsets(20 + number);
            write!(text, "user-agent: a{number}\n{subsets}disallow: /\n").unwrap();
            if is_new {
                text.push_str(ADDED);
            }
        }
        text
    };
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (old, new) = (text(false), text(true));
        let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
        let start = Instant::now();
        let differences = files(&old, &new);
        let time = start.elapsed();
        println!("given up in {time:?}");
        let (everyone, named) = differences
            .split_last()
            .expect("the last difference is for `*`");
        assert!(everyone.difference.is_empty() || !everyone.difference.is_decided);
        assert!(named.iter().all(|crawler| !crawler.difference.is_decided));
        assert!(time < PATIENCE, "{time:?}");
    }
}

/// A walk through one long pattern has few positions, but a state for each byte. Without a limit on
/// these, this comparison takes 8 s in an optimized build.
#[test]
fn a_long_pattern_for_many_crawlers_takes_bounded_time() {
    let named = |number: usize| format!("user-agent: a{number}\n");
    let old: String = (0..100)
        .map(|number| named(number) + "allow: /a\n")
        .collect();
    let agents: String = (0..100).map(named).collect();
    let new = format!("{agents}disallow: /{}\n", "a".repeat(50_000));
    let [old, new] = [&old, &new].map(|text| Setting::STANDARD.parse(text.as_bytes()));
    let differences = files(&old, &new);
    assert!(differences[0].difference.is_decided);
    assert_eq!(differences[99].difference.limit, Some(Limit::Steps));
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
    let differences = files(&old, &new);
    let decided = differences
        .iter()
        .filter(|crawler| crawler.difference.is_decided)
        .count();
    println!(
        "{decided} of {} crawlers in {:?}",
        differences.len(),
        start.elapsed()
    );
    assert_eq!(differences.len(), 5_001);
    assert!(start.elapsed() < PATIENCE);
    // Crawlers that were not compared must not be reported as equal.
    let is_same = differences
        .iter()
        .filter(|crawler| crawler.difference.is_empty())
        .count();
    assert!(is_same <= 1, "{is_same} crawlers");
}

/// Returns a name that consists of letters only, which neither dialect cuts.
fn name(number: usize) -> String {
    let letter = |shift: usize| char::from(b'a' + (number >> shift & 15) as u8);
    (0..5).map(|place| letter(4 * place)).collect()
}

/// As in many real files, most rules are for a word anywhere in the URL. Each may be half matched, so
/// the walk must go straight to the pairs of rules that are left.
#[test]
fn edits_of_files_with_many_wildcards_are_decided() {
    let words: String = (0..200)
        .map(|number| format!("disallow: /*{}*\n", name(number * 7_919)))
        .collect();
    let old = format!("user-agent: *\n{words}allow: /*.js$\nallow: /*view\n");
    let new: String = old
        .lines()
        .enumerate()
        .map(|(number, line)| match number {
            40 | 80 | 160 => format!("disallow: /added-{number}/*x\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
        let difference = for_agent(&old, &new, "bot");
        assert!(difference.is_decided, "{:?}", difference.limit);
        // Each of the three new and three removed rules has a pair with no rule, and one with each of
        // the shorter rules that allow.
        assert_eq!(difference.changes.len(), 6 * 3);
    }
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
            let differences = files(old, &robots);
            let [named, _] = &differences[..] else {
                panic!("{} entries", differences.len());
            };
            assert_eq!(named.agents.len(), CRAWLERS);
            let difference = &named.difference;
            assert!(difference.is_decided);
            assert_eq!(difference.is_empty(), old.groups().next().is_some());
            for change in &difference.changes {
                assert_eq!((&*change.url, change.after.line()), ("/x", Some(16_001)));
                let token = change.after.selection().token();
                assert_eq!(token, Some(named.agents[0].as_bytes()));
            }
        }
    }
}

#[test]
fn crawlers_are_decided_even_if_many_have_groups() {
    const CRAWLERS: usize = 16_000;
    let text: String = (0..CRAWLERS)
        .map(|number| format!("user-agent: {}\ndisallow: /\n", name(number)))
        .collect();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let (robots, empty) = (setting.parse(text.as_bytes()), setting.parse(b""));
        let differences = files(&robots, &empty);
        for (number, crawler) in differences[..CRAWLERS].iter().enumerate() {
            let changes = &crawler.difference.changes;
            assert!(crawler.difference.is_decided, "{:?}", crawler.agents);
            assert_eq!(changes[0].before.line(), Some(2 * number as u32 + 2));
        }
    }
}

/// Many crawlers share one large group and have another group each. Reading all rules once per
/// crawler would take too long.
#[test]
fn a_file_equals_itself_even_if_it_merges_large_groups() {
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
        let same = files(&robots, &robots);
        assert_eq!(same.len(), 6_001);
        assert!(same.iter().all(|crawler| crawler.difference.is_empty()));
        // If the large group differs, the comparison is too expensive, and reports that it gave up.
        let other = text.replacen("allow: /*0*a", "allow: /*x*a", 1);
        let other = setting.parse(other.as_bytes());
        let undecided: Vec<_> = files(&robots, &other)
            .into_iter()
            .filter(|crawler| !crawler.difference.is_decided)
            .collect();
        assert!(!undecided.is_empty());
        for crawler in undecided {
            assert_eq!(crawler.difference.limit, Some(Limit::Steps));
        }
    }
}

#[test]
fn long_patterns_are_compared_in_full() {
    let long = "a/".repeat(20_000);
    let old = format!("user-agent: *\ndisallow: /{long}x");
    let new = format!("user-agent: *\ndisallow: /{long}y");
    let (old, new) = (
        Setting::STANDARD.parse(old.as_bytes()),
        Setting::STANDARD.parse(new.as_bytes()),
    );
    let difference = for_agent(&old, &new, "bot");
    assert!(difference.is_decided);
    assert_eq!(difference.changes.len(), 2);
    assert_eq!(difference.changes[0].url, format!("/{long}y"));
}
