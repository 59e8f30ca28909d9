//! Precedence: the longest matching rule, ties, trailing wildcards, and `/robots.txt`.

use crate::case::{Case, Table, case, check, everyone};
use crate::support::Setting;

/// Value of `allow`, value of `disallow`, target, and the deciding rule in Standard and in Google:
/// `a`, `d`, or `-` for none.
#[rustfmt::skip]
const PAIRS: &[(&str, &str, &str, char, char)] = &[
    ("/p", "/", "/page", 'a', 'a'),
    ("/folder", "/folder", "/folder/page", 'a', 'a'),
    ("/page", "/*.htm", "/page.htm", 'd', 'd'),
    ("/page", "/*.ph", "/page.php5", 'a', 'a'),
    ("/$", "/", "/", 'a', 'a'),
    ("/$", "/", "/page.htm", 'd', 'd'),
    ("/fish", "/fish*", "/fish", 'a', 'd'),
    ("/folder/", "/folder", "/folder/page", 'a', 'a'),
    ("/", "/*", "/x", 'a', 'd'),
    // The longest pattern wins, regardless of its kind.
    ("/a", "/ab", "/abc", 'd', 'd'),
    ("/ab", "/a", "/abc", 'a', 'a'),
    ("/a", "/abcd", "/abc", 'a', 'a'),
    ("/abcd", "/a", "/abc", 'd', 'd'),
    ("/abcd", "/abce", "/abc", '-', '-'),
    // `*` and `$` inside a pattern count as one byte each.
    ("/a*c", "/abc", "/abc", 'a', 'a'),
    ("/abc", "/a*c", "/abc", 'a', 'a'),
    ("/*c", "/abc", "/abc", 'd', 'd'),
    ("/abc", "/*c", "/abc", 'a', 'a'),
    ("/abc", "/abc$", "/abc", 'd', 'd'),
    ("/abc$", "/abc", "/abc", 'a', 'a'),
    ("/ab", "/a$", "/a", 'd', 'd'),
    ("/abc", "/ab*$", "/abc", 'd', 'd'),
    ("/abcd", "/ab*$", "/abcd", 'a', 'a'),
    ("/a**c", "/abc", "/abc", 'a', 'a'),
    ("/abc", "/a**c", "/abc", 'd', 'd'),
    ("/abc", "/**c", "/abc", 'a', 'a'),
    ("/abc", "/*****c", "/abc", 'd', 'd'),
    ("/abc", "/a*c$", "/abc", 'd', 'd'),
    // In Standard, the final run of `*` does not count. All other wildcards do.
    ("/fish", "/fish***", "/fish", 'a', 'd'),
    ("/fish*", "/fish", "/fish", 'a', 'a'),
    ("/fish*", "/fish**", "/fish", 'a', 'd'),
    ("/fis", "/fish*", "/fish", 'd', 'd'),
    ("/fish", "/fis**", "/fish", 'a', 'd'),
    ("/fish", "/f*h*", "/fish", 'a', 'a'),
    ("/fish", "/f*h**", "/fish", 'a', 'd'),
    ("/fi*", "/*i*", "/fish", 'a', 'a'),
    ("/fish", "/fish*$", "/fish", 'd', 'd'),
    ("/fish**$", "/fish*$", "/fish", 'a', 'a'),
    ("/fish*$", "/fish**$", "/fish", 'd', 'd'),
    // In Standard, a pattern of only `*` has length 0. It decides if no longer rule matches.
    ("/x", "*", "/y", 'd', 'd'),
    ("/", "*", "/y", 'a', 'a'),
    ("*", "/", "/y", 'd', 'a'),
    ("*", "*", "/y", 'a', 'a'),
    ("**", "*", "/y", 'a', 'a'),
    ("*", "**", "/y", 'a', 'd'),
    ("*", "/x", "/y", 'a', 'a'),
    ("*", "*$", "/y", 'd', 'd'),
    ("/", "*$", "/y", 'd', 'd'),
    ("/y", "*$", "/y", 'a', 'a'),
    // A rule with an empty value loses to any other matching rule.
    ("", "*", "/y", 'd', 'd'),
    ("", "/", "/y", 'd', 'd'),
    ("*", "", "/y", 'a', 'a'),
    // A rule that never matches decides nothing.
    ("folder/page", "/", "/folder/page", 'd', 'd'),
    ("https://example.com/folder/page", "/folder", "https://example.com/folder/page", 'd', 'd'),
    ("/", "folder/page/long", "/folder/page", 'a', 'a'),
];

#[test]
fn pairs_of_rules_in_both_orders() {
    let mut table = Table::default();
    for &(allow, disallow, target, standard, google) in PAIRS {
        let allow_first = everyone(format!("allow: {allow}\ndisallow: {disallow}\n"));
        let disallow_first = everyone(format!("disallow: {disallow}\nallow: {allow}\n"));
        let name = format!("allow {allow:?}, disallow {disallow:?}, {target}");
        let answer = |who, first, second| match who {
            'a' => format!("A {first}"),
            'd' => format!("D {second}"),
            _ => "A".to_owned(),
        };
        table.both(
            &name,
            &allow_first,
            &["a"],
            target,
            &answer(standard, 2, 3),
            &answer(google, 2, 3),
        );
        table.both(
            &name,
            &disallow_first,
            &["a"],
            target,
            &answer(standard, 3, 2),
            &answer(google, 3, 2),
        );
    }
    table.finish();
}

/// Of rules with equal length and kind the first in the file is reported, whichever group it is in.
#[rustfmt::skip]
const EQUAL_RULES: &[Case] = &[
    case("the same rule twice", b"user-agent: a\ndisallow: /x\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("the same allow twice", b"user-agent: a\nallow: /x\nallow: /x\n", &["a"], "/x", "A 2", "A 2"),
    case("a different pattern of the same length", b"user-agent: a\ndisallow: /*y\ndisallow: /xy\n", &["a"], "/xy", "D 2", "D 2"),
    case("a different pattern of the same length, reversed", b"user-agent: a\ndisallow: /xy\ndisallow: /*y\n", &["a"], "/xy", "D 2", "D 2"),
    case("an anchored pattern of the same length", b"user-agent: a\ndisallow: /xy\ndisallow: /x$\ndisallow: /*$\n", &["a"], "/x", "D 3", "D 3"),
    case("only the first that matches", b"user-agent: a\ndisallow: /xz\ndisallow: /*y\ndisallow: /xy\n", &["a"], "/xy", "D 3", "D 3"),
    case("in merged groups", b"user-agent: a\ndisallow: /*y\nuser-agent: b\ndisallow: /xy\nuser-agent: a\ndisallow: /xy\n", &["a"], "/xy", "D 2", "D 2"),
    case("a wildcard in the second group", b"user-agent: a\ndisallow: /xy\nuser-agent: b\ndisallow: /xy\nuser-agent: a\ndisallow: /*y\n", &["a"], "/xy", "D 2", "D 2"),
    case("an allow after equal disallows", b"user-agent: a\ndisallow: /xy\ndisallow: /*y\nallow: /x*\nallow: /**\nallow: /*y\n", &["a"], "/xy", "A 6", "A 4"),
    case("trailing stars before none", b"user-agent: a\ndisallow: /x**\ndisallow: /x\ndisallow: /x*\n", &["a"], "/x", "D 2", "D 2"),
    case("none before trailing stars", b"user-agent: a\ndisallow: /x\ndisallow: /x**\ndisallow: /x*\n", &["a"], "/x", "D 2", "D 3"),
    case("only stars", b"user-agent: a\ndisallow: *\ndisallow: **\n", &["a"], "/x", "D 2", "D 3"),
    case("encoded and raw", b"user-agent: a\ndisallow: /%7Ex\ndisallow: /~x\n", &["a"], "/~x", "D 2", "D 3"),
];

#[test]
fn the_first_of_equal_rules_is_reported() {
    check(EQUAL_RULES);
}

const ALL: &[u8] = b"user-agent: *\ndisallow: /\ndisallow: /robots\n";

/// In Standard, `/robots.txt` is always allowed and no rule is reported.
#[rustfmt::skip]
const ROBOTS_TXT: &[Case] = &[
    case("the bare path", ALL, &["a"], "/robots.txt", "A", "D 3"),
    case("a full URL", ALL, &["a"], "https://example.com/robots.txt", "A", "D 3"),
    case("with a fragment", ALL, &["a"], "https://example.com/robots.txt#x", "A", "D 3"),
    case("in another spelling", ALL, &["a"], "/%72obots%2Etxt", "A", "D 2"),
    case("with dot segments", ALL, &["a"], "/x/../robots.txt", "A", "D 2"),
    case("with a backslash", ALL, &["a"], "http://example.com\\robots.txt", "A", "D 2"),
    case("with a port", ALL, &["a"], "http://example.com:81/robots.txt", "A", "D 3"),
    case("without a scheme", ALL, &["a"], "example.com/robots.txt", "A", "D 3"),
    case("with another scheme", ALL, &["a"], "gopher://example.com/robots.txt", "A", "D 3"),
    case("with another scheme, in another spelling", ALL, &["a"], "gopher://example.com/robots%2etxt", "A", "D 3"),
    case("with an empty query", ALL, &["a"], "/robots.txt?", "D 3", "D 3"),
    case("with a query", ALL, &["a"], "/robots.txt?x", "D 3", "D 3"),
    case("with a question mark as data", ALL, &["a"], "/robots.txt%3F", "D 3", "D 3"),
    case("with a slash", ALL, &["a"], "/robots.txt/", "D 3", "D 3"),
    case("with a longer name", ALL, &["a"], "/robots.txtx", "D 3", "D 3"),
    case("with a shorter name", ALL, &["a"], "/robots.tx", "D 3", "D 3"),
    case("in another case", ALL, &["a"], "/Robots.txt", "D 2", "D 2"),
    case("in a folder", ALL, &["a"], "/x/robots.txt", "D 2", "D 2"),
    case("after two slashes", ALL, &["a"], "http://example.com//robots.txt", "D 2", "D 2"),
    case("a rule that disallows it", b"user-agent: *\ndisallow: /robots.txt$\n", &["a"], "/robots.txt", "A", "D 2"),
    case("a rule that allows it", b"user-agent: *\nallow: /robots.txt\n", &["a"], "/robots.txt", "A", "A 2"),
    case("for a crawler with its own group", b"user-agent: a\ndisallow: /\n", &["a"], "/robots.txt", "A", "D 2"),
    case("a rule for everything", b"user-agent: *\ndisallow: /\n", &["a"], "/robots.txt", "A", "D 2"),
    case("for a crawler without a token", ALL, &[""], "/robots.txt", "A", "D 3"),
];

#[test]
fn robots_txt_is_exempt() {
    check(ROBOTS_TXT);
}

/// The examples of Google's published specification: target, value of `allow`, value of `disallow`,
/// and whether the `allow` rule decides.
#[rustfmt::skip]
const PUBLISHED: &[(&str, &str, &str, bool)] = &[
    ("/page", "/p", "/", true),
    ("/folder/page", "/folder/", "/folder", true),
    ("/folder/page", "/folder", "/folder", true),
    ("/page.htm", "/page", "/*.htm", false),
    ("/page.php5", "/page", "/*.ph", true),
    ("/", "/$", "/", true),
    ("/page.htm", "/$", "/", false),
];

#[test]
fn published_examples_in_both_orders_of_rules() {
    let mut table = Table::default();
    for &(target, allow, disallow, allow_decides) in PUBLISHED {
        let allow_first = everyone(format!("allow: {allow}\ndisallow: {disallow}\n"));
        let disallow_first = everyone(format!("disallow: {disallow}\nallow: {allow}\n"));
        for prefix in ["http://example.com", "https://example.com", ""] {
            let url = format!("{prefix}{target}");
            for setting in [Setting::STANDARD, Setting::GOOGLE] {
                let name = format!("{allow} and {disallow} against {url} {:?}", setting.dialect);
                let (first, second) = if allow_decides {
                    ("A 2", "A 3")
                } else {
                    ("D 3", "D 2")
                };
                table.ask(
                    &format!("{name}, allow first"),
                    setting,
                    &allow_first,
                    &["a"],
                    &url,
                    first,
                );
                table.ask(
                    &format!("{name}, disallow first"),
                    setting,
                    &disallow_first,
                    &["a"],
                    &url,
                    second,
                );
            }
        }
    }
    table.finish();
}

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
            let lengths: Vec<usize> = matches.iter().map(|found| found.length()).collect();
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
        let found = found
            .iter()
            .map(|found| (found.rule().line(), found.length()));
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
        let lines: Vec<u32> = matches.iter().map(|found| found.rule().line()).collect();
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

const LONGEST: &[u8] =
    b"User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";

/// The example of RFC 9309 §5.2. The second URL is as printed, although the rule that the RFC names
/// does not match it (erratum 7124).
#[rustfmt::skip]
const LONGEST_MATCH: &[Case] = &[
    case("the longest rule decides", LONGEST, &["foobot"], "http://example.com/example/page/disallowed.gif", "D 3", "D 3"),
    case("the longest rule does not match", LONGEST, &["foobot"], "http://example.com/example/page/disallow.gif", "A 2", "A 2"),
    case("the longest rule decides for a URL without a scheme", LONGEST, &["foobot"], "example.com/example/page/disallowed.gif", "D 3", "D 3"),
];

#[test]
fn longest_match() {
    check(LONGEST_MATCH);
}

/// Cases from RFC 9309 §2.2.2.
#[rustfmt::skip]
const OF_EQUAL_RULES: &[Case] = &[
    case("allow before disallow of the same path", b"user-agent: *\nallow: /x\ndisallow: /x\n", &["a"], "/x", "A 2", "A 2"),
    case("allow after disallow of the same path", b"user-agent: *\ndisallow: /x\nallow: /x\n", &["a"], "/x", "A 3", "A 3"),
    case("the same rule twice", b"user-agent: *\ndisallow: /x\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("the same rule twice, not matched", b"user-agent: *\ndisallow: /x\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("no rule matches", b"user-agent: *\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("paths are case-sensitive", b"user-agent: *\ndisallow: /x\n", &["a"], "/X", "A", "A"),
    case("a path matches from its first byte", b"user-agent: *\ndisallow: /x\n", &["a"], "/a/x", "A", "A"),
    case("a path in upper case", b"user-agent: a\ndisallow: /Fish\n", &["a"], "/fish", "A", "A"),
    case("a URL in upper case", b"user-agent: a\ndisallow: /fish\n", &["a"], "/Fish", "A", "A"),
    case("an allow rule in upper case", b"user-agent: a\ndisallow: /\nallow: /Fish\n", &["a"], "/fish", "D 2", "D 2"),
];

#[test]
fn equal_rules_and_no_match() {
    check(OF_EQUAL_RULES);
}
