//! The crawlers that a record is for: cases, and a naive model that reads the lines again for
//! each record.

use robots_exclusion::lexer::{Field, Line, Lines};
use robots_exclusion::{Dialect, Matcher, Robots, Selection};

use crate::support::generator;
use crate::support::random::Random;
use crate::{DIALECTS, parse};

/// A file, and what each crawler finds in it: `crawler: value value`. `tests/conformance/records.jsonl` has the same
/// for delays.
const CASES: &[(&str, &str, &[&str])] = &[
    (
        "unknown fields are compared ignoring case",
        "user-agent: a\nfoo: 1\nuser-agent: b\nFOO: 2\nuser-agent: c\nfood: 3",
        &["a: 1 3", "b: 2 3", "c: 3"],
    ),
    (
        "every value after a rule",
        "user-agent: a\ndisallow: /x\ncrawl-delay: 5\nuser-agent: b\nallow: /\nfoo: 6\nfoo: 7",
        &["a: 5", "b: 6 7", "c:"],
    ),
    (
        "runs of merged groups",
        "user-agent: a\nfoo: 1\nuser-agent: b\nfoo: 2\ndisallow: /x\nuser-agent: b\nfoo: 3\nuser-agent: A\nfoo: 4",
        &["a: 1 4", "b: 2 3"],
    ),
    (
        "a crawler with a group of its own inherits nothing",
        "user-agent: *\nvisit-time: 0600-0845\nuser-agent: a\ndisallow: /",
        &["a:", "b: 0600-0845"],
    ),
];

#[test]
fn records_are_for_the_crawlers_of_their_run() {
    for &(name, text, expected) in CASES {
        for dialect in DIALECTS {
            let robots = parse(text.as_bytes(), dialect);
            for &row in expected {
                let (agent, _) = row.split_once(':').expect("a crawler");
                let matcher = robots.matcher(agent);
                let values: String = matcher
                    .records()
                    .map(|record| format!(" {}", String::from_utf8_lossy(record.value())))
                    .collect();
                assert_eq!(format!("{agent}:{values}"), row, "{name} in {dialect}");
            }
        }
    }
}

/// Returns `true` if a `user-agent` line after `line` begins a new run for a field.
fn ends_a_run(line: &Line<'_>, name: &[u8]) -> bool {
    let is_rule = matches!(line.field(), Some(Field::Allow | Field::Disallow));
    is_rule || line.field().is_some() && line.name().eq_ignore_ascii_case(name)
}

/// Returns the values of the `user-agent` lines that a record is for.
fn agents_of<'t>(before: &[Line<'t>], name: &[u8]) -> Vec<&'t [u8]> {
    let (mut agents, mut is_over) = (Vec::new(), true);
    for line in before {
        if line.field() == Some(Field::UserAgent) {
            if is_over {
                agents.clear();
            }
            agents.push(line.value());
            is_over = false;
        } else if ends_a_run(line, name) {
            is_over = true;
        }
    }
    agents
}

/// Returns `true` if the lines that select the crawler's groups include one with this value.
fn selects(matcher: &Matcher, value: &[u8], dialect: Dialect) -> bool {
    let is_wildcard = matches!(value, [b'*'] | [b'*', b' ' | b'\t'..=b'\r', ..]);
    let is_in_token = |byte: &u8| match dialect {
        Dialect::Google => byte.is_ascii_alphabetic() || b"-_".contains(byte),
        _ => byte.is_ascii_alphanumeric() || b"-_.".contains(byte),
    };
    let end = value.iter().position(|byte| !is_in_token(byte));
    let token = &value[..end.unwrap_or(value.len())];
    match matcher.selection() {
        Selection::Own(own) | Selection::General(own) => {
            !is_wildcard && own.eq_ignore_ascii_case(token)
        }
        Selection::Wildcard => is_wildcard,
        _ => false,
    }
}

/// Runs are found by the names of their fields, so a field mustn't have a second name.
#[test]
fn extension_fields_have_one_name_each() {
    let alphabet: Vec<u8> = (b'a'..=b'z').chain(*b" -_").collect();
    for field in Field::ALL.iter().filter(|field| field.is_extension()) {
        let name = field.name().as_bytes();
        // These are all names with a letter more, a letter less, or another letter.
        let cuts = (0..=name.len()).map(|cut| name.split_at(cut));
        let misspelled = cuts.flat_map(|(start, end)| {
            let letters = alphabet.iter().map(std::slice::from_ref).chain([&b""[..]]);
            let ends = [end, end.get(1..).unwrap_or_default()];
            letters.flat_map(move |letter| ends.map(|end| [start, letter, end].concat()))
        });
        for misspelled in misspelled.filter(|misspelled| misspelled != name) {
            for dialect in DIALECTS {
                let found = Field::of(&misspelled, dialect);
                let shown = misspelled.escape_ascii();
                assert!(
                    found == Field::Unknown || !found.is_extension(),
                    "{shown}: {found}"
                );
            }
        }
    }
}

#[test]
fn records_agree_with_a_naive_model() {
    let (mut found, mut of_others) = (0, 0);
    for seed in 0..4_000 {
        let random = &mut Random::new(seed);
        let text = generator::small_file(random);
        let dialect = DIALECTS[seed as usize % 2];
        let robots = parse(&text, dialect);
        let lines: Vec<Line<'_>> = Lines::new(&text, dialect).collect();
        let is_record = |line: &Line<'_>| line.field().is_some_and(Field::is_extension);
        let numbers = (0..lines.len()).filter(|&number| is_record(&lines[number]));
        let expected: Vec<(u32, Vec<&[u8]>)> = numbers
            .map(|number| {
                let agents = agents_of(&lines[..number], lines[number].name());
                (lines[number].number(), agents)
            })
            .collect();

        let listed: Vec<(u32, Vec<&[u8]>)> = robots
            .records()
            .map(|record| {
                let agents = robots.agents_of(&record);
                (record.line(), agents.map(|agent| agent.value()).collect())
            })
            .collect();
        assert_eq!(listed, expected, "seed {seed}");
        let in_groups: Vec<_> = robots.groups().flat_map(|group| group.records()).collect();
        let leading = robots
            .records()
            .filter(|record| record.group_line().is_none());
        let of_file: Vec<_> = leading.chain(in_groups).collect();
        assert!(robots.records().eq(of_file), "seed {seed}");

        for agent in ["a", "b", "a-b", "c", ""] {
            let matcher = robots.matcher(agent);
            let for_it = expected
                .iter()
                .filter(|(_, agents)| agents.iter().any(|value| selects(&matcher, value, dialect)));
            let for_it: Vec<u32> = for_it.map(|&(line, _)| line).collect();
            let kept: Vec<u32> = matcher.records().map(|record| record.line()).collect();
            assert_eq!(kept, for_it, "seed {seed}, {agent}");
            found += kept.len();
            of_others += expected.len() - kept.len();
            let delays = matcher.records().filter_map(|record| record.crawl_delay());
            assert_eq!(matcher.crawl_delay(), delays.max(), "seed {seed}, {agent}");
        }
    }
    assert!(found > 3_000 && of_others > 3_000, "{found}, {of_others}");
}

#[test]
fn agents_of_a_record_of_another_file() {
    let robots = Robots::parse("user-agent: a\nfoo: 1\ndisallow: /\nuser-agent: b\nfoo: 2");
    let other = Robots::parse("user-agent: a\n\n\n\n\n\nfoo: 1");
    for record in other.records() {
        let agents: Vec<_> = robots.agents_of(&record).collect();
        assert_eq!(agents.len(), 1, "the agents of one group");
    }
    let sitemaps = Robots::parse("user-agent: a\nsitemap: x");
    let sitemap = sitemaps.sitemaps().next().unwrap();
    assert_eq!(sitemaps.agents_of(&sitemap).count(), 0);
}
