//! `diff`: what is said to change does, in the direction that is said; what is said not to change does not, for URLs that
//! the rules are likely to match; and looked at the other way round it is the same.
//!
//! The input is two robots.txt, with a line `---` between them.

use robots_exclusion::diff::{
    Difference, Direction, Winning, diff, diff_for, matchers, winning_rules,
};
use robots_exclusion::{Matcher, Robots};

use crate::support::Setting;

/// Beyond this not every rule is made into URLs.
const AFFORDABLE: usize = 4096;

/// So many states are walked through again, from the other end.
const FEW_STATES: usize = 4096;

pub fn check(input: &[u8]) {
    if input.len() > AFFORDABLE {
        return;
    }
    let separator = b"\n---\n";
    let split = input
        .windows(separator.len())
        .position(|window| window == separator);
    let (old, new) = match split {
        Some(at) => (&input[..at], &input[at + separator.len()..]),
        None => (input, &b""[..]),
    };
    for setting in [Setting::STANDARD, Setting::GOOGLE, Setting::STRICT] {
        let shown = format!(
            "{setting:?}\n{}\nis changed to\n{}",
            old.escape_ascii(),
            new.escape_ascii()
        );
        check_files(&setting.parse(old), &setting.parse(new), &shown);
    }
}

fn check_files(old: &Robots<'_>, new: &Robots<'_>, shown: &str) {
    let urls = urls(old, new);
    let differences = diff(old, new);
    let states: usize = differences
        .iter()
        .map(|crawler| crawler.difference().states())
        .sum();
    let is_cheap = states <= FEW_STATES;
    let back = if is_cheap { diff(new, old) } else { Vec::new() };
    let is_listed = |agent: &str| {
        let is_same = |token: &[u8]| token.eq_ignore_ascii_case(agent.as_bytes());
        let groups = old.groups().chain(new.groups());
        agent == "*"
            || groups
                .flat_map(|group| group.agents())
                .any(|agent| is_same(agent.token()))
    };
    for crawler in &differences {
        let (agent, difference) = (crawler.agent(), crawler.difference());
        assert!(is_listed(agent), "{agent:?} is not named in {shown}");
        let verdicts = |url: &str| (old.verdict(agent, url), new.verdict(agent, url));
        for change in difference.changes() {
            let (before, after) = verdicts(change.url());
            assert_eq!(
                (before, after),
                (change.before(), change.after()),
                "{shown}"
            );
            let is_allowed = change.direction() == Direction::Allowed;
            assert_eq!(
                (before.allowed(), after.allowed()),
                (!is_allowed, is_allowed),
                "{agent}: {change:?} in {shown}"
            );
        }
        if difference.is_decided() {
            for url in &urls {
                let (before, after) = verdicts(url);
                if before.allowed() != after.allowed() {
                    let direction = if after.allowed() {
                        Direction::Allowed
                    } else {
                        Direction::Disallowed
                    };
                    assert!(
                        directions(difference).contains(&direction),
                        "{agent}: {url:?} is {direction:?} in {shown}"
                    );
                }
            }
        }
        let other_way = back
            .iter()
            .find(|other| other.agent().eq_ignore_ascii_case(agent));
        if let Some(other_way) = other_way.map(|other| other.difference()) {
            if difference.is_decided() && other_way.is_decided() {
                let mut turned: Vec<Direction> =
                    directions(other_way).into_iter().map(turned).collect();
                turned.reverse();
                assert_eq!(directions(difference), turned, "{agent} in {shown}");
            }
        }
    }
    assert!(!is_cheap || back.len() == differences.len(), "{shown}");
    for agent in differences.iter().take(4).map(|crawler| crawler.agent()) {
        assert!(diff_for(old, old, agent).is_none(), "{agent} in {shown}");
        let (old, new) = (old.matcher(agent), new.matcher(agent));
        if is_cheap {
            let same = matchers(&old, &new);
            let of_crawler =
                |crawler: &&_| agent == robots_exclusion::diff::CrawlerDifference::agent(crawler);
            let difference = differences
                .iter()
                .find(of_crawler)
                .map(|found| found.difference());
            assert_eq!(
                Some(directions(&same)),
                difference.map(directions),
                "{agent} in {shown}"
            );
            check_wins(&old, &urls, shown);
        }
    }
}

fn directions(difference: &Difference<'_>) -> Vec<Direction> {
    let changes = difference.changes().iter();
    changes.map(|change| change.direction()).collect()
}

fn turned(direction: Direction) -> Direction {
    match direction {
        Direction::Allowed => Direction::Disallowed,
        Direction::Disallowed => Direction::Allowed,
    }
}

/// What never wins decides about none of the URLs, and what wins does about its own.
fn check_wins(matcher: &Matcher<'_>, urls: &[String], shown: &str) {
    let winning = winning_rules(matcher);
    for (rule, winning) in &winning {
        if let Winning::Url(url) = winning {
            let verdict = matcher.verdict(url);
            assert_eq!(verdict.line(), Some(rule.line()), "{url:?} in {shown}");
        }
    }
    for url in urls {
        // Rules with an empty value are named in one dialect, but decide nothing.
        let decides = matcher
            .verdict(url)
            .rule()
            .filter(|rule| !rule.pattern().is_empty());
        let Some(decides) = decides else {
            continue;
        };
        let found = winning
            .iter()
            .find(|(rule, _)| rule.line() == decides.line());
        assert_ne!(
            found.map(|(_, winning)| winning),
            Some(&Winning::Never),
            "{decides} decides about {url:?} in {shown}"
        );
    }
}

/// URLs of a kind that clients send, which the patterns of either file may match.
fn urls(old: &Robots<'_>, new: &Robots<'_>) -> Vec<String> {
    let mut urls = vec![String::from("/"), String::from("/robots.txt")];
    let groups = old.groups().chain(new.groups());
    let patterns = groups.flat_map(|group| group.rules().collect::<Vec<_>>());
    for rule in patterns.take(64) {
        let pattern = String::from_utf8_lossy(rule.pattern());
        let pattern = pattern.strip_suffix('$').unwrap_or(&pattern);
        for (instead, after) in [("", ""), ("x", "y"), ("/x?y=", ""), ("", "?"), ("%2F", "x")] {
            let path = pattern.replace('*', instead) + after;
            urls.push(if path.starts_with('/') {
                format!("http://example.com{path}")
            } else {
                format!("http://example.com/{path}")
            });
        }
    }
    urls
}
