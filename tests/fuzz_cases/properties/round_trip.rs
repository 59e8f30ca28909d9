//! `round_trip`: what is written means what was read; what is built holds what was asked for.
//!
//! The input is a robots.txt.

use std::collections::BTreeSet;

use robots_exclusion::Group;
use robots_exclusion::{Dialect, Robots, RobotsBuilder, RuleKind, canonical};

use crate::support::Setting;

/// Google cuts lines, and leaves out rules that are too long when they are escaped.
const LONGEST_LINE: usize = 5_000;

pub fn check(text: &[u8]) {
    let mut lines = text.split(|byte| matches!(byte, b'\r' | b'\n'));
    if lines.any(|line| line.len() > LONGEST_LINE) {
        return;
    }
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let robots = setting.parse(text);
        let written = robots.to_string();
        let again = setting.parse(written.as_bytes());
        let shown = || {
            format!(
                "{:?}\n{}\nis written\n{}",
                setting.dialect,
                text.escape_ascii(),
                written.escape_debug()
            )
        };
        assert_eq!(
            again.to_string(),
            written,
            "not the same twice: {}",
            shown()
        );
        assert!(same_contents(&robots, &again), "{}", shown());
        for crawler in crawlers(&robots) {
            for url in urls(&robots) {
                let (one, other) = (
                    robots.verdict(&crawler, &url),
                    again.verdict(&crawler, &url),
                );
                assert_eq!(
                    one.allowed(),
                    other.allowed(),
                    "{crawler} {url:?} in {}",
                    shown()
                );
            }
            matcher_is_written(&robots, &crawler, setting);
        }
        if setting.dialect == Dialect::Standard {
            groups_can_be_built(&robots);
        }
    }
}

/// What a group says: whom it names, and its rules, canonically spelled.
type Meaning = (Vec<(bool, Vec<u8>)>, Vec<(RuleKind, Vec<u8>)>);

fn meaning(group: &Group<'_>, dialect: Dialect) -> Meaning {
    let agents = group
        .agents()
        .map(|agent| (agent.is_wildcard(), agent.token().to_vec()));
    let rules = group.rules().map(|rule| {
        (
            rule.kind(),
            canonical::pattern(rule.pattern(), dialect).into_owned(),
        )
    });
    (agents.collect(), rules.collect())
}

/// An extension record: its group by its number, its field and its value; bytes that are invalid UTF-8 are not compared.
fn records(robots: &Robots<'_>) -> Vec<(Option<usize>, Option<String>, Option<String>)> {
    let text = |bytes: &[u8]| core::str::from_utf8(bytes).ok().map(str::to_owned);
    let lines: Vec<u32> = robots.groups().map(|group| group.line()).collect();
    let number = |line: u32| lines.iter().position(|&other| other == line);
    robots
        .records()
        .map(|record| {
            (
                record.group_line().and_then(number),
                text(record.name()),
                text(record.value()),
            )
        })
        .collect()
}

fn same_contents(one: &Robots<'_>, other: &Robots<'_>) -> bool {
    let groups = |robots: &Robots<'_>| -> Vec<Meaning> {
        robots
            .groups()
            .map(|group| meaning(&group, robots.dialect()))
            .collect()
    };
    let sitemaps = |robots: &Robots<'_>| {
        robots
            .sitemaps()
            .map(|sitemap| sitemap.sitemap_url())
            .collect::<Vec<_>>()
    };
    // What was invalid UTF-8 is written as something else that is.
    let is_written = |one: &Option<String>, other: &Option<String>| one.is_none() || one == other;
    let (read, written) = (records(one), records(other));
    groups(one) == groups(other)
        && sitemaps(one) == sitemaps(other)
        && read.len() == written.len()
        && read.iter().zip(&written).all(|(one, other)| {
            one.0 == other.0 && is_written(&one.1, &other.1) && is_written(&one.2, &other.2)
        })
}

fn crawlers(robots: &Robots<'_>) -> BTreeSet<String> {
    let tokens = robots.groups().flat_map(|group| {
        let tokens = group
            .agents()
            .map(|agent| String::from_utf8_lossy(agent.token()).into_owned());
        tokens.collect::<Vec<_>>()
    });
    let mut crawlers: BTreeSet<String> = tokens.take(6).collect();
    crawlers.extend(["nobody-knows-me".to_owned(), String::new()]);
    crawlers
}

fn urls(robots: &Robots<'_>) -> Vec<String> {
    let mut urls = vec!["/".to_owned(), "/robots.txt".to_owned()];
    for group in robots.groups().take(4) {
        for rule in group.rules().take(4) {
            let pattern = String::from_utf8_lossy(rule.pattern());
            let pattern = pattern.strip_suffix('$').unwrap_or(&pattern);
            urls.extend([pattern.replace('*', ""), pattern.replace('*', "/x?")]);
        }
    }
    urls
}

fn matcher_is_written(robots: &Robots<'_>, crawler: &str, setting: Setting) {
    let matcher = robots.matcher(crawler);
    let written = matcher.to_string();
    assert_eq!(matcher.clone().into_owned().to_string(), written);
    let again = setting.parse(written.as_bytes());
    let shown = || {
        format!(
            "{crawler} in {:?}: {}",
            setting.dialect,
            written.escape_debug()
        )
    };
    // Of a fallback the token that selected is written, which the crawler falls back on again.
    let reread = again.matcher(crawler);
    assert_eq!(
        reread.rules().count(),
        matcher.rules().count(),
        "{}",
        shown()
    );
    assert_eq!(
        reread.records().count(),
        matcher.records().count(),
        "{}",
        shown()
    );
    assert_eq!(reread.crawl_delay(), matcher.crawl_delay(), "{}", shown());
    for url in urls(robots) {
        assert_eq!(
            reread.allowed(&url),
            matcher.allowed(&url),
            "{url:?} for {}",
            shown()
        );
    }
}

/// The groups of a file as somebody would ask for them from code.
fn groups_can_be_built(robots: &Robots<'_>) {
    let mut builder = RobotsBuilder::new();
    let mut asked = Vec::new();
    for group in robots.groups() {
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let agents: Vec<String> = group.agents().map(|agent| lossy(agent.value())).collect();
        builder = builder.group(&agents);
        let mut rules = Vec::new();
        for rule in group.rules() {
            let pattern = lossy(rule.pattern());
            rules.push((
                rule.kind(),
                canonical::pattern(pattern.as_bytes(), Dialect::Standard).into_owned(),
            ));
            builder = match rule.kind() {
                RuleKind::Allow => builder.allow(&pattern),
                RuleKind::Disallow => builder.disallow(&pattern),
            };
        }
        if rules.is_empty() {
            // So that the next group does not go on with it.
            rules.push((RuleKind::Disallow, Vec::new()));
        }
        let agents = agents.into_iter().map(|agent| match &*agent {
            "*" => (true, Vec::new()),
            token => (false, token.as_bytes().to_vec()),
        });
        asked.push((agents.collect(), rules));
    }
    match builder.build() {
        Ok(built) => {
            let groups: Vec<Meaning> = built
                .groups()
                .map(|group| meaning(&group, Dialect::Standard))
                .collect();
            assert_eq!(groups, asked, "{built}");
            assert_eq!(built.to_string().as_bytes(), built.text());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
