//! `diff`: reported changes are real and have the right direction, no change is missed for URLs
//! that the rules are likely to match, and swapping the files reverses the result.
//!
//! The input is two robots.txt files, separated by a line `---`.

use robots_exclusion::diff::{
    CrawlerDifference, Difference, Effect, effects, files, for_agents, rules,
};
use robots_exclusion::{Matcher, Robots};

use crate::support::Setting;

/// Longer inputs are skipped, because every rule is turned into URLs.
const AFFORDABLE: usize = 4096;

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
    let differences = files(old, new);
    let is_decided = |crawler: &CrawlerDifference<'_>| crawler.difference.is_decided;
    let is_cheap = differences.iter().all(is_decided);
    let back = if is_cheap {
        files(new, old)
    } else {
        Vec::new()
    };
    let is_listed = |agent: &str| {
        let is_same = |token: &[u8]| token.eq_ignore_ascii_case(agent.as_bytes());
        let groups = old.groups().chain(new.groups());
        agent == "*"
            || groups
                .flat_map(|group| group.agents())
                .any(|agent| is_same(agent.token()))
    };
    for crawler in &differences {
        let (agent, difference) = (&*crawler.agents[0], &crawler.difference);
        assert!(is_listed(agent), "{agent:?} is not named in {shown}");
        let verdicts = |url: &str| (old.verdict(agent, url), new.verdict(agent, url));
        for change in &difference.changes {
            let (before, after) = verdicts(&change.url);
            assert_eq!((before, after), (change.before, change.after), "{shown}");
            assert_ne!(
                before.allowed(),
                after.allowed(),
                "{agent}: {change:?} in {shown}"
            );
        }
        if difference.is_decided {
            for url in &urls {
                let (before, after) = verdicts(url);
                let pair = [before, after].map(|verdict| verdict.line());
                let is_listed = difference
                    .changes
                    .iter()
                    .any(|change| [change.before.line(), change.after.line()] == pair);
                assert!(
                    before.allowed() == after.allowed() || is_listed,
                    "{agent}: {url:?} changes in {shown}"
                );
            }
        }
        let other_way = back
            .iter()
            .find(|other| other.agents[0].eq_ignore_ascii_case(agent));
        if let Some(other_way) = other_way.map(|other| &other.difference) {
            if difference.is_decided && other_way.is_decided {
                let back = lines(other_way).into_iter();
                let mut turned: Vec<_> = back.map(|[old, new]| [new, old]).collect();
                turned.sort_unstable();
                assert_eq!(lines(difference), turned, "{agent} in {shown}");
            }
        }
    }
    assert!(!is_cheap || back.len() == differences.len(), "{shown}");
    for agent in differences
        .iter()
        .take(4)
        .map(|crawler| &*crawler.agents[0])
    {
        assert!(
            for_agents(old, old, [agent])[0].difference.is_empty(),
            "{agent} in {shown}"
        );
        let (old, new) = (old.matcher(agent), new.matcher(agent));
        if is_cheap {
            let same = rules(&old, &new);
            let of_crawler = |crawler: &&CrawlerDifference<'_>| agent == crawler.agents[0];
            let difference = differences
                .iter()
                .find(of_crawler)
                .map(|found| &found.difference);
            assert_eq!(
                Some(lines(&same)),
                difference.map(lines),
                "{agent} in {shown}"
            );
            check_wins(&old, &urls, shown);
        }
    }
}

/// Returns the sorted pairs of deciding lines of all changes.
fn lines(difference: &Difference<'_>) -> Vec<[Option<u32>; 2]> {
    let changes = difference.changes.iter();
    let mut lines: Vec<_> = changes
        .map(|change| [change.before.line(), change.after.line()])
        .collect();
    lines.sort_unstable();
    lines
}

/// Checks that rules that never win decide none of the URLs, and that deciding rules decide the URL
/// of their effect.
fn check_wins(matcher: &Matcher, urls: &[String], shown: &str) {
    let winning = effects(matcher);
    for (rule, winning) in &winning {
        if let Effect::Decides(url) = winning {
            let verdict = matcher.verdict(url);
            assert_eq!(verdict.line(), Some(rule.line()), "{url:?} in {shown}");
        }
    }
    for url in urls {
        // The Google dialect names rules with an empty value, but they decide nothing.
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
        let never = found.filter(|(_, effect)| matches!(effect, Effect::Never(_)));
        assert_eq!(never, None, "{decides} decides about {url:?} in {shown}");
    }
}

/// Returns typical URLs that the patterns of either file are likely to match.
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
