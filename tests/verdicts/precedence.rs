//! Precedence: the longest matching rule, ties, trailing wildcards, and `/robots.txt`.

use super::case::everyone;
use crate::support::Setting;

/// Pattern, a target that it matches, and the length of the match in Standard and in Google.
const LENGTHS: &[(&str, &str, usize, usize)] = &[
    ("/", "/fish", 1, 1),
    ("/fish", "/fish", 5, 5),
    ("/fish*", "/fish", 5, 6),
    ("/fish***", "/fish", 5, 8),
    ("/f*h", "/fish", 4, 4),
    ("/f*h$", "/fish", 5, 5),
    ("*", "/fish", 0, 1),
    ("/%66", "/%66", 2, 4),
    ("/é", "/%C3%A9", 7, 7),
];

#[test]
fn lengths_of_matches() {
    for &(pattern, target, standard, google) in LENGTHS {
        let file = everyone(format!("disallow: {pattern}\ndisallow: /x"));
        for (setting, length) in [(Setting::STANDARD, standard), (Setting::GOOGLE, google)] {
            let robots = setting.parse(&file);
            let matcher = robots.matcher("a");
            let matches = matcher.matches(target);
            let lengths: Vec<usize> = matches.iter().map(|found| found.length).collect();
            assert_eq!(lengths, [length], "{pattern} in {:?}", setting.dialect);
        }
    }
}

/// In Google an `allow` rule for an index page also matches its folder, with the length of the
/// folder.
#[test]
fn lengths_of_matches_with_index_pages() {
    let file = everyone("disallow: /x/index.html\ndisallow: /x\nallow: /x/index.html\n");
    let cases = [
        (Setting::STANDARD, &[(3, 2)][..]),
        (Setting::GOOGLE, &[(4, 4), (3, 2)]),
    ];
    for (setting, expected) in cases {
        let matcher = setting.parse(&file).matcher("a");
        let found = matcher.matches("/x/");
        let found = found.iter().map(|found| (found.rule.line(), found.length));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{:?}", setting.dialect);
    }
}

/// A rule for an index page is listed once, as written.
#[test]
fn a_rule_for_an_index_page_is_listed_once() {
    let file = everyone("allow: /x/index.html\n");
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let matcher = setting.parse(&file).matcher("a");
        let rules: Vec<String> = matcher.rules().map(|rule| rule.to_string()).collect();
        assert_eq!(rules, ["Allow: /x/index.html"], "{:?}", setting.dialect);
    }
}

/// Matches are sorted by length, then `allow` before `disallow`, then file order.
#[test]
fn matches_are_listed_by_precedence() {
    let file = everyone(
        "disallow: /a\ndisallow: /ab\nallow: /ab\nallow: /b\ndisallow: /*b\nallow: /a\nallow: /*b\ndisallow: /a\n",
    );
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let matcher = setting.parse(&file).matcher("a");
        let matches = matcher.matches("/ab");
        let lines: Vec<u32> = matches.iter().map(|found| found.rule.line()).collect();
        assert_eq!(lines, [4, 8, 3, 6, 7, 2, 9], "{:?}", setting.dialect);
    }
}

/// If `/robots.txt` is always allowed, no rule is reported to match it.
#[test]
fn matches_of_robots_txt() {
    let file = everyone("disallow: /\nallow: /robots.txt\n");
    for (setting, count) in [(Setting::STANDARD, 0), (Setting::GOOGLE, 2)] {
        let matcher = setting.parse(&file).matcher("a");
        let found = matcher.matches("/robots.txt").len();
        assert_eq!(found, count, "{:?}", setting.dialect);
        assert_eq!(matcher.matches("/robots.txt.bak").len(), 2);
    }
}
