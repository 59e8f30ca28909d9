//! `verdict`: every way to query a file gives the answer of the naive model.
//!
//! The input is text. The first line has the dialect (`G`, `S`, or `R` for the Standard dialect
//! without fallback), an optional byte limit, and the crawler's names, each after a `|`. The second
//! line is the URL, and the rest the robots.txt.
//!
//! ```text
//! S|ExampleBot|OtherBot
//! /a?b
//! user-agent: *
//! disallow: /a
//! ```

use std::collections::BTreeSet;

use robots_exclusion::{Reason, RuleKind, Selection};

use crate::support::routes::answer;
use crate::support::{Padding, Question, Setting};

/// The limit on the model's work, which is the product of the lengths of file and URL. For larger
/// inputs, only the ways to query a file are compared with each other.
const AFFORDABLE: usize = 400_000;

pub fn check(input: &[u8]) {
    if let Some(question) = question(input) {
        check_question(&question);
        order_of_groups_is_irrelevant(&question);
    }
}

pub(crate) fn question(input: &[u8]) -> Option<Question> {
    let mut parts = input.splitn(3, |&byte| byte == b'\n');
    let (head, url, file) = (parts.next()?, parts.next()?, parts.next()?);
    let head = String::from_utf8_lossy(head);
    let mut head = head.split('|');
    let setting = head.next()?;
    let (dialect, limit) = setting.split_at_checked(1)?;
    let setting = match dialect {
        "S" => Setting::STANDARD,
        "R" => Setting::STRICT,
        "G" => Setting::GOOGLE,
        _ => return None,
    };
    Some(Question {
        setting: Setting {
            byte_limit: limit.parse().ok(),
            ..setting
        },
        agents: head.map(str::to_owned).collect(),
        url: String::from_utf8_lossy(url).into_owned(),
        file: file.to_vec(),
    })
}

pub(crate) fn check_question(question: &Question) {
    let affordable =
        |question: &Question| question.file.len() * (question.url.len() + 1) <= AFFORDABLE;
    let agents = question.agents();
    let robots = question.setting.parse(&question.file);
    let expected = if affordable(question) {
        if let Some(wrong) = question.wrong_rules() {
            panic!("{wrong}\n{}", question.describe());
        }
        question.naive_answer()
    } else {
        answer(&robots.matcher_for(&agents).verdict(&question.url))
    };
    assert_agreement(question, expected);
    // One file in sixteen is padded until it has an index.
    let padding = match question.file.len() % 32 {
        0 => Some(Padding::Literal),
        16 => Some(Padding::Wildcard),
        _ => None,
    };
    if let Some(padded) = padding
        .and_then(|padding| question.padded(padding))
        .filter(affordable)
    {
        assert_agreement(&padded, padded.naive_answer());
    }
    matcher_is_consistent(question);
}

#[track_caller]
fn assert_agreement(question: &Question, expected: (bool, Option<u32>)) {
    let wrong = question.disagreements(expected);
    assert!(
        wrong.is_empty(),
        "\n{}  {}",
        question.describe(),
        wrong.join("\n  ")
    );
}

/// Checks that a matcher is consistent with itself and with its clone.
pub(crate) fn matcher_is_consistent(question: &Question) {
    let robots = question.setting.parse(&question.file);
    let matcher = robots.matcher_for(&question.agents());
    let clone = matcher.clone();
    let url = question.url.as_str();
    let rules: Vec<_> = matcher.rules().collect();
    let lines: BTreeSet<u32> = rules.iter().map(|rule| rule.line()).collect();
    assert_eq!(lines.len(), rules.len(), "two rules have the same line");
    assert!(
        rules.is_sorted_by_key(|rule| rule.line()),
        "rules are not in file order"
    );
    assert!(
        clone.rules().eq(rules.iter().copied()),
        "the clone has different rules"
    );
    assert!(
        clone.records().eq(matcher.records()),
        "the clone has different records"
    );
    assert_eq!(clone.crawl_delay(), matcher.crawl_delay());
    assert_eq!(clone.selection(), matcher.selection());

    let verdict = matcher.verdict(url);
    assert_eq!(verdict, clone.verdict(url));
    assert!(!verdict.to_string().is_empty());
    let matches = matcher.matches(url);
    assert_eq!(matches, clone.matches(url));
    let by_precedence = |found: &robots_exclusion::Match<'_>| {
        let is_disallow = found.rule.kind() == RuleKind::Disallow;
        (
            core::cmp::Reverse(found.length),
            is_disallow,
            found.rule.line(),
        )
    };
    assert!(
        matches.is_sorted_by_key(by_precedence),
        "matches are not sorted by precedence: {matches:?}"
    );
    assert_eq!(
        matches.first().map(|found| found.rule),
        verdict.rule(),
        "{}",
        question.describe()
    );
    match verdict.reason() {
        Reason::Rule(rule) => assert!(
            rules.contains(&rule),
            "{rule:?} is not a rule of this crawler"
        ),
        Reason::NoGroup => assert_eq!(verdict.selection(), Selection::None),
        Reason::NoRule => assert_ne!(verdict.selection(), Selection::None),
        Reason::RobotsTxt => assert!(
            verdict.allowed() && question.setting.dialect == robots_exclusion::Dialect::Standard
        ),
        other => panic!("unexpected reason {other:?}"),
    }
    if matcher.allows_all() {
        assert!(
            verdict.allowed(),
            "allows_all, but {url:?} is disallowed\n{}",
            question.describe()
        );
    }
    if matcher.disallows_all() {
        let is_exempt = verdict.reason() == Reason::RobotsTxt;
        assert!(
            !verdict.allowed() || is_exempt,
            "disallows_all, but {url:?} is allowed\n{}",
            question.describe()
        );
    }
}

/// Checks that reversing the order of the groups does not change what is allowed.
pub(crate) fn order_of_groups_is_irrelevant(question: &Question) {
    // Google cuts long lines, and the lines written here can be slightly longer than the original
    // ones.
    let too_long = question
        .file
        .split(|byte| matches!(byte, b'\r' | b'\n'))
        .any(|line| line.len() > 16_000);
    if question.setting.byte_limit.is_some() || too_long {
        return;
    }
    let robots = question.setting.parse(&question.file);
    let mut groups: Vec<_> = robots.groups().collect();
    groups.reverse();
    let mut reversed = Vec::new();
    let mut write = |field: &[u8], value: &[u8]| {
        reversed.extend_from_slice(&[field, b":", value, b"\n"].concat())
    };
    for group in groups {
        for agent in group.agents() {
            write(b"user-agent", agent.value());
        }
        for rule in group.rules() {
            let field: &[u8] = if rule.kind() == RuleKind::Allow {
                b"allow"
            } else {
                b"disallow"
            };
            write(field, rule.pattern());
        }
        // Without a rule, the group would merge with the next one.
        write(b"allow", b"");
    }
    let agents = question.agents();
    let expected = robots.matcher_for(&agents).allowed(&question.url);
    let other = question.setting.parse(&reversed);
    let allowed = other.matcher_for(&agents).allowed(&question.url);
    assert_eq!(
        allowed,
        expected,
        "reversed:\n{}\n{}",
        reversed.escape_ascii(),
        question.describe()
    );
}
