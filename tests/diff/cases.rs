//! Named cases.

use robots_exclusion::Dialect;
use robots_exclusion::diff::{self, Effect, effects, for_agent};
use robots_exclusion::fetch::{Access, FetchOutcome};
use robots_exclusion::{Matcher, ParseOptions, Robots};
use serde_json::Value;

use super::{ALLOWED, DISALLOWED, changes};
use crate::support::Setting;

#[track_caller]
fn rules_change(
    settings: &[Setting],
    old: &str,
    new: &str,
    disallowed: Option<&str>,
    allowed: Option<&str>,
) {
    for setting in settings {
        let [old, new] = [old, new].map(|rules| format!("user-agent: *\n{rules}"));
        let (old, new) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
        let expected = [(DISALLOWED, disallowed), (ALLOWED, allowed)];
        let expected = expected.map(|(allowed, url)| url.map(|url| (allowed, url)));
        let expected: Vec<_> = expected.into_iter().flatten().collect();
        let difference = for_agent(&old, &new, "bot");
        let mut first = changes(&difference);
        first.dedup_by_key(|(direction, _)| *direction);
        assert_eq!(first, expected, "{:?}", setting.dialect);
    }
}

/// The cases of `cases.jsonl`: rules for `*` before and after, in these dialects. `disallowed` and
/// `allowed` are the shortest URLs that change; without them, no URL changes in either direction.
#[test]
fn rules_before_and_after() {
    for line in include_str!("cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let text = |field: &str| case[field].as_str();
        let dialects = case["dialects"].as_array().expect("a list");
        let settings: Vec<Setting> = [("standard", Setting::STANDARD), ("google", Setting::GOOGLE)]
            .into_iter()
            .filter_map(|(name, setting)| dialects.contains(&name.into()).then_some(setting))
            .collect();
        let [old, new] = ["old", "new"].map(|field| text(field).expect("rules"));
        rules_change(&settings, old, new, text("disallowed"), text("allowed"));
        if case.get("disallowed").is_none() {
            rules_change(&settings, new, old, None, None);
        }
    }
}

#[test]
fn a_witness_is_found_even_if_rules_name_almost_every_byte() {
    // Few bytes are left for a witness.
    let named: String = (b'!'..=b'~')
        .filter(|byte| !b"#*$%/".contains(byte))
        .map(|byte| format!("allow: /{}\n", char::from(byte)))
        .collect();
    let old = format!("{named}disallow: /$\n");
    rules_change(
        &[Setting::STANDARD],
        &old,
        &format!("{old}disallow: /"),
        Some("//"),
        None,
    );
    let old = format!("{old}allow: //\n");
    rules_change(
        &[Setting::STANDARD],
        &old,
        &format!("{old}disallow: /"),
        Some("/%00"),
        None,
    );

    let named: String = (1..=0x7F_u8)
        .filter(|byte| !b"#*\r\n\t \x0B\x0C".contains(byte))
        .map(|byte| format!("allow: /{}\n", char::from(byte)).replace('$', "$*"))
        .collect();
    let old = format!("{named}disallow: /$\n");
    rules_change(
        &[Setting::GOOGLE],
        &old,
        &format!("{old}disallow: /"),
        Some("/*"),
        None,
    );
}

#[test]
fn matchers_are_compared_without_their_files() {
    let matcher = |rules: &str| -> Matcher {
        Robots::parse(&format!("user-agent: *\n{rules}")).matcher("bot")
    };
    let (old, new) = (
        matcher("disallow: /a\ndisallow: /b"),
        matcher("disallow: /b*\nallow: /b/c"),
    );
    let difference = diff::rules(&old, &new);
    let both = [(ALLOWED, "/a"), (ALLOWED, "/b/c")];
    assert_eq!(changes(&difference), both);
    assert_eq!(
        changes(&diff::rules(&old, &matcher("disallow: /b\ndisallow: /a"))),
        []
    );
    // While a site is unreachable, only its robots.txt may be fetched.
    let unreachable = Access::not_fetched().matcher("bot");
    let reachable = matcher("disallow: /a");
    let difference = diff::rules(&reachable, &unreachable);
    assert_eq!(changes(&difference), [(DISALLOWED, "/")]);
    assert_eq!(
        changes(&diff::rules(&matcher("disallow: /"), &unreachable)),
        []
    );
}

/// Without a file, everything or only `/robots.txt` is allowed in both dialects.
#[test]
fn answers_without_a_file_are_compared_with_files() {
    for dialect in [Dialect::Standard, Dialect::Google] {
        let options = ParseOptions::new().dialect(dialect);
        let of_file = |rule: &str| {
            options
                .parse(&format!("user-agent: *\n{rule}"))
                .matcher("bot")
        };
        let without_file = |result: FetchOutcome<'_>| result.access_with(options).matcher("bot");
        let missing = without_file(FetchOutcome::missing());
        let unreachable = without_file(FetchOutcome::unreachable());
        let (some, all) = (of_file("disallow: /a"), of_file("disallow: /"));
        let expect = |old, new, expected: &[(bool, &str)]| {
            assert_eq!(changes(&diff::rules(old, new)), expected, "{dialect:?}");
        };
        expect(&missing, &some, &[(DISALLOWED, "/a")]);
        expect(&some, &missing, &[(ALLOWED, "/a")]);
        expect(&missing, &unreachable, &[(DISALLOWED, "/")]);
        let of_robots_txt = [(DISALLOWED, "/robots.txt")];
        let number = usize::from(dialect == Dialect::Google);
        expect(&unreachable, &all, &of_robots_txt[..number]);
    }
}

#[test]
fn a_crawler_that_loses_its_group_falls_back() {
    let old = Robots::parse(
        "user-agent: a\ndisallow: /a\nuser-agent: a-b\ndisallow: /b\nuser-agent: *\ndisallow: /c",
    );
    let new = Robots::parse("user-agent: A\ndisallow: /a\nuser-agent: *\ndisallow: /c");
    let of = |agent| {
        changes(&for_agent(&old, &new, agent))
            .iter()
            .map(|&(allowed, url)| (allowed, url.to_owned()))
            .collect::<Vec<_>>()
    };
    let moved = [(DISALLOWED, "/a".to_owned()), (ALLOWED, "/b".to_owned())];
    assert_eq!(of("a-b"), moved);
    assert_eq!(of("a-b-c"), moved);
    assert_eq!(of("a"), []);
    assert_eq!(of("a-c"), []);
    assert_eq!(of("*"), []);
    let listed: Vec<_> = diff::files(&old, &new)
        .iter()
        .map(|crawler| crawler.agents[0].clone())
        .collect();
    assert_eq!(listed, ["a", "a-b", "*"]);
}

#[test]
fn records_are_compared_by_crawlers_and_values() {
    let lines_in = |dialect: Dialect, old: &str, new: &str| -> [Vec<u32>; 2] {
        let options = ParseOptions::new().dialect(dialect);
        let (old, new) = (options.parse(old), options.parse(new));
        let difference = diff::records(&old, &new);
        [difference.removed, difference.added]
            .map(|records| records.iter().map(|record| record.line()).collect())
    };
    let lines = |old: &str, new: &str| lines_in(Dialect::Standard, old, new);
    let file = "user-agent: a\nuser-agent: b\ncrawl-delay: 1\nsitemap: https://h/s\ndisallow: /";
    assert_eq!(lines(file, file), [[0_u32; 0]; 2]);
    // Order and spelling of names do not matter, values do.
    let respelled = "sitemap: https://h/s\nuser-agent: B\nuser-agent: A\nCRAWL-DELAY: 1\nallow: /";
    assert_eq!(lines(file, respelled), [[0_u32; 0]; 2]);
    assert_eq!(lines(file, &file.replace("y: 1", "y: 2")), [[3], [3]]);
    // The record applies to another crawler.
    assert_eq!(
        lines(file, &file.replace("agent: b", "agent: *")),
        [[3], [3]]
    );
    // In Google's dialect, a line without a name names the crawler without one. Otherwise, it
    // doesn't name any.
    let nameless = file.replace("agent: b", "agent: b\nuser-agent:");
    assert_eq!(lines(file, &nameless), [[0_u32; 0]; 2]);
    assert_eq!(lines_in(Dialect::Google, file, &nameless), [[3], [4]]);
    // The second of two equal records is new.
    let twice = format!("{file}\nsitemap: https://h/s\nhost: h");
    assert_eq!(lines(file, &twice), [vec![], vec![6, 7]]);
    assert_eq!(lines(&twice, file), [vec![6, 7], vec![]]);
}

/// Each line of the effect overrides the rule wherever it matches, even if a third rule decides there.
#[test]
fn lines_of_an_effect_override_the_rule() {
    const CASES: [(&str, &str, &[u32]); 5] = [
        // Line 2 decides `/aab`, but line 4 overrides line 3 there as well.
        ("disallow: /aa*b\nallow: /aa*\ndisallow: /**a", "/aa*", &[4]),
        // Line 2 overrides the last rule at `/x/a`, and line 3 does at `/a`.
        ("allow: /**/a\nallow: /a*$\ndisallow: */a", "*/a", &[2, 3]),
        ("disallow: /a\nallow: /\ndisallow: /%61", "/%61", &[2]),
        ("disallow: /a\ndisallow: /../", "/../", &[]),
        // The segment must be in the query, where line 2 matches as well.
        ("disallow: /*?*/../\nallow: /*/../b", "/*/../b", &[2]),
    ];
    for (rules, pattern, lines) in CASES {
        let matcher = Robots::parse(&format!("user-agent: *\n{rules}")).matcher("bot");
        let effects = effects(&matcher);
        let found = effects
            .iter()
            .find(|(rule, _)| rule.pattern() == pattern.as_bytes());
        let (rule, effect) = found.expect("the pattern is in the file");
        assert_eq!(*effect, Effect::Never(lines.into()), "{rules:?}");
        for url in ["/a", "/aa", "/aab", "/x/a", "/x/ab", "/aa/a"] {
            let matches = matcher.matches(url);
            let lines_before = matches.iter().map(|found| found.rule.line());
            let mut lines_before = lines_before.take_while(|&line| line != rule.line());
            let is_matched = matches.iter().any(|found| found.rule.line() == rule.line());
            assert!(
                !is_matched || lines_before.any(|line| lines.contains(&line)),
                "{url} in {rules:?}"
            );
        }
    }
}
