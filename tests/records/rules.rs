//! Matchers built from rules instead of a file.

use std::time::Duration;

use robots_exclusion::{Dialect, Matcher, Robots, RuleKind, Selection};

use crate::mixed_files::{self, AGENTS};
use crate::random::{Random, cases, seed};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// A matcher rebuilt from the rules of another one gives the same answers.
#[test]
fn a_matcher_rebuilt_from_rules_gives_the_same_answers() {
    let first = seed("rules without a file");
    for seed in first..first + cases(2_000) {
        let random = &mut Random::new(seed);
        let text = mixed_files::file(random);
        let dialect = DIALECTS[random.below(2)];
        let options = robots_exclusion::ParseOptions::new().dialect(dialect);
        let matcher = options.parse(&text).matcher(random.pick(&AGENTS));
        let rules = || {
            matcher
                .rules()
                .map(|rule| (rule.kind(), rule.pattern().to_vec()))
        };
        let given = Matcher::from_rules(dialect, rules()).expect("patterns of a file");
        assert_eq!(given.dialect(), dialect);
        let patterns = |matcher: &Matcher| -> Vec<String> {
            matcher.rules().map(|rule| rule.to_string()).collect()
        };
        assert_eq!(patterns(&given), patterns(&matcher), "seed {seed}");
        for _ in 0..8 {
            let target = mixed_files::target(random);
            let (ours, theirs) = (given.verdict(&target), matcher.verdict(&target));
            let deciding = |verdict: robots_exclusion::Verdict<'_>| {
                verdict.rule().map(|rule| rule.to_string())
            };
            assert_eq!(ours.allowed(), theirs.allowed(), "seed {seed}: {target}");
            assert_eq!(deciding(ours), deciding(theirs), "seed {seed}: {target}");
        }
        // Written and parsed again, the rules apply to every crawler.
        let written = given.to_string();
        let reread = options.byte_limit(None).parse(&written).matcher("AnyBot");
        for _ in 0..4 {
            let target = mixed_files::target(random);
            assert_eq!(
                reread.allowed(&target),
                given.allowed(&target),
                "seed {seed}: {target}"
            );
        }
    }
}

#[test]
fn patterns_that_cannot_be_written_are_rejected() {
    for dialect in DIALECTS {
        for pattern in [
            "/a\nAllow: /",
            "/a\r",
            "\n",
            "/a#b",
            "#",
            " /a",
            "/a ",
            "\t",
            "/a\n",
        ] {
            let rules = [(RuleKind::Allow, "/"), (RuleKind::Disallow, pattern)];
            let error = Matcher::from_rules(dialect, rules).unwrap_err();
            assert_eq!(error.rule(), 1, "{pattern:?} in {dialect:?}");
            assert_eq!(
                error.to_string(),
                "the pattern of rule 1 cannot be written in a robots.txt"
            );
        }
        for pattern in ["", "/", "*", "/$", "/é", "a b", "/a:b"] {
            assert!(
                Matcher::from_rules(dialect, [(RuleKind::Disallow, pattern)]).is_ok(),
                "{pattern:?}"
            );
        }
    }
}

#[test]
fn allow_all_and_disallow_all() {
    let nothing = Matcher::disallow_all();
    assert!(!nothing.allowed("/") && nothing.allowed("/robots.txt"));
    assert_eq!(
        (nothing.unavailable(), nothing.selection()),
        (None, Selection::Wildcard)
    );
    assert!(!Robots::parse(&nothing.to_string()).allowed("a", "/x"));
    let everything = Matcher::allow_all();
    assert!(everything.allowed("/") && everything.rules().len() == 0);
    assert!(Robots::parse(&everything.to_string()).allowed("a", "/x"));
}

/// The delay is the longest one requested, limited by the caller's maximum.
#[test]
fn a_delay_is_the_larger_of_delay_and_rate() {
    for (records, cap, expected) in [
        ("", 60, None),
        ("crawl-delay: 5", 60, Some(5)),
        ("request-rate: 1/7", 60, Some(7)),
        ("crawl-delay: 5\nrequest-rate: 1/7", 60, Some(7)),
        ("crawl-delay: 9\nrequest-rate: 1/7", 60, Some(9)),
        ("crawl-delay: 9\nrequest-rate: 1/7", 8, Some(8)),
        (
            "request-rate: 1/7\nrequest-rate: 1/2m\nrequest-rate: 10/1",
            600,
            Some(120),
        ),
        ("request-rate: 1/5m 0600-0845", 600, Some(300)),
        ("request-rate: 1/4294967295d", 60, Some(60)),
        ("crawl-delay: 99999999999999999999", 1_000_000, Some(86_400)),
        ("crawl-delay: x\nrequest-rate: 0/1", 60, None),
        ("crawl-delay: 0", 60, Some(0)),
    ] {
        let matcher =
            Robots::parse(&format!("user-agent: *\n{records}\ndisallow: /x")).matcher("a");
        let delay = matcher.delay(Duration::from_secs(cap));
        assert_eq!(
            delay,
            expected.map(Duration::from_secs),
            "{records}, at most {cap}"
        );
    }
}
