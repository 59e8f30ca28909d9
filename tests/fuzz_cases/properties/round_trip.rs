//! `round_trip`: writing and parsing a file again keeps its meaning, and a builder produces the
//! requested groups.
//!
//! The input is a robots.txt.

use std::collections::BTreeSet;

use robots_exclusion::lexer::Field;
use robots_exclusion::{Dialect, Group, Matcher, Robots, RobotsBuilder, RuleKind, canonical};

use crate::support::Setting;

/// Files with longer lines are skipped, because Google cuts lines, and drops rules that become too
/// long when escaped.
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
            "writing is not idempotent: {}",
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

/// The agents of a group, and its rules in their canonical spelling.
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

/// Returns the index of the group, the field and the value of each extension record. Invalid UTF-8
/// is `None`, and is not compared.
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
    // Invalid UTF-8 is written differently.
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
    crawlers.extend(["unknown-crawler".to_owned(), String::new()]);
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
    assert_eq!(matcher.clone().to_string(), written);
    let again = setting.parse(written.as_bytes());
    let shown = || {
        format!(
            "{crawler} in {:?}: {}",
            setting.dialect,
            written.escape_debug()
        )
    };
    // After a fallback, the token of the selected group is written, so the crawler falls back to it
    // again.
    let reread = again.matcher(crawler);
    assert_eq!(
        reread.rules().count(),
        matcher.rules().count(),
        "{}",
        shown()
    );
    // Lines on terms of use that are for other crawlers are records of the group, too, but are not
    // written.
    let plain_records = |matcher: &Matcher| {
        let is_on_terms = |field| {
            matches!(
                field,
                Field::ContentUsage | Field::ContentSignal | Field::License
            )
        };
        let records = matcher.records();
        records
            .filter(|record| !is_on_terms(record.field()))
            .count()
    };
    assert_eq!(
        plain_records(&reread),
        plain_records(&matcher),
        "{}",
        shown()
    );
    assert_eq!(
        reread.licenses().count(),
        matcher.licenses().count(),
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

/// Checks that a builder can produce the groups of a file.
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
            // Without a rule, the group would merge with the next one.
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
