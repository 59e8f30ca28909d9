//! Path patterns: anchoring, wildcards, the end of the URL, and patterns that never match.

use crate::case::{Table, everyone};

/// Pattern, target, and whether it matches, the same in both dialects.
#[rustfmt::skip]
const PATTERNS: &[(&str, &str, bool)] = &[
    // Anchored at the start, a prefix, case-sensitive.
    ("/x", "/x", true),
    ("/x", "/xy", true),
    ("/x", "/x/y?z", true),
    ("/x", "/a/x", false),
    ("/x", "/X", false),
    ("/X", "/x", false),
    ("/x?", "/x?y", true),
    ("/x?", "/x", false),
    ("/x?y", "/x?yz", true),
    ("/x?y=1&z", "/x?y=1&z=2", true),
    ("/x?Y", "/x?y", false),
    ("/xy", "/x", false),
    // `*` is zero or more bytes of any kind.
    ("/x*y", "/xy", true),
    ("/x*y", "/xay", true),
    ("/x*y", "/xa/b/cy", true),
    ("/x*y", "/xa?b=y", true),
    ("/x*y", "/x", false),
    ("/x*y", "/xa", false),
    ("/x*y", "/xyz", true),
    ("/*y", "/y", true),
    ("/*/y", "/y", false),
    ("/*/y", "//y", true),
    ("/*?", "/x?", true),
    ("/*?", "/x", false),
    ("*", "/", true),
    ("*x", "/x", true),
    ("*x", "/a/x", true),
    ("*x", "/a", false),
    ("*/x", "/a/x", true),
    ("*?x", "/a?x", true),
    ("/a*b*c", "/a1b2c3", true),
    ("/a*b*c", "/abc", true),
    ("/a*b*c", "/acb", false),
    ("/a*b*c", "/acbc", true),
    ("/a*aa", "/aa", false),
    ("/a*aa", "/aaa", true),
    ("/a*ab", "/aaab", true),
    ("/*aab", "/aaaab", true),
    ("/*a*a*a*b", "/aaaaaaaa", false),
    ("/*a*a*a*b", "/aaaaaaab", true),
    // However often a piece begins before it stands there whole.
    ("/*ab", "/aaaaaaaaaaaaaaab", true),
    ("/*ab", "/aaaaaaaaaaaaaaaa", false),
    ("/*ab*c", "/aaaaaaaaaaaaaaabc", true),
    ("/*ab*c", "/caaaaaaaaaaaaaaab", false),
    ("/*ab*b", "/aaaaaaaaaaaaaaab", false),
    ("/*ab*b", "/aaaaaaaaaaaaaaabb", true),
    ("/*ab*ab", "/aaaaaaaaaaaaaaabab", true),
    ("/*ab*ab", "/aaaaaaaaaaaaaaabaa", false),
    // `$` is the end of the URL as the last byte only.
    ("/x$", "/x", true),
    ("/x$", "/xy", false),
    ("/x$", "/x?", false),
    ("/x$", "/x/", false),
    ("/$", "/", true),
    ("/$", "/x", false),
    ("/x*$", "/x", true),
    ("/x*$", "/xyz", true),
    ("/x*$", "/y", false),
    ("/x*y$", "/xay", true),
    ("/x*y$", "/xayb", false),
    ("/x*y$", "/xayby", true),
    ("/x*y$", "/xy", true),
    ("/x*xy$", "/xy", false),
    ("/x*xy$", "/xxy", true),
    ("*$", "/x", true),
    ("*x$", "/ax", true),
    ("*x$", "/axa", false),
    ("/*a*a$", "/a", false),
    ("/*a*a$", "/aa", true),
    ("/*a*a$", "/aba", true),
    ("/*ab*ab$", "/ab", false),
    ("/*ab*ab$", "/abab", true),
    ("/*ab*b$", "/ab", false),
    ("/*ab*b$", "/abb", true),
    // A run of `*` matches like one.
    ("/x**y", "/xy", true),
    ("/x**y", "/xaay", true),
    ("/x***", "/x", true),
    ("/x***$", "/xyz", true),
    ("**", "/", true),
    ("**x", "/a/x", true),
    ("/*****a*****b*****$", "/ab", true),
    // A pattern must start with `/` or `*`.
    ("fish", "/fish", false),
    ("fish/", "/fish/", false),
    ("x", "/x", false),
    ("?x", "/?x", false),
    ("https://example.com/x", "/x", false),
    ("https://example.com/x", "https://example.com/x", false),
    ("//example.com/x", "/x", false),
    ("$", "/", false),
    ("$$", "/", false),
    ("%2Fx", "/x", false),
    ("%2Fx", "/%2Fx", false),
    ("%2A", "/x", false),
    (".", "/", false),
    ("\\x", "/x", false),
    ("\"/x\"", "/x", false),
];

#[test]
fn patterns() {
    let mut table = Table::default();
    for &(pattern, target, matches) in PATTERNS {
        let expected = if matches { "D 2" } else { "A" };
        let file = everyone(format!("disallow: {pattern}\n"));
        let mut urls = vec![target.to_owned()];
        if target.starts_with('/') {
            urls.push(format!("http://example.com{target}"));
            urls.push(format!("https://example.com:8443{target}#fragment"));
        }
        for url in urls {
            // A bare `//` is a host to the Google dialect.
            if url.starts_with("//") {
                table.ask(
                    pattern,
                    crate::support::Setting::STANDARD,
                    &file,
                    &["a"],
                    &url,
                    expected,
                );
            } else {
                table.both(pattern, &file, &["a"], &url, expected, expected);
            }
        }
    }
    table.finish();
}

/// A `$` before the end is a byte of the URL. In Google the URL's own spelling of it counts.
#[test]
fn a_dollar_inside_a_pattern_is_an_byte() {
    let mut table = Table::default();
    for (pattern, target, standard, google) in [
        ("/x$y", "/x$y", "D 2", "D 2"),
        ("/x$y", "/x%24y", "D 2", "A"),
        ("/x$y", "/xy", "A", "A"),
        ("/x$y", "/x", "A", "A"),
        ("/x$$", "/x$", "D 2", "D 2"),
        ("/x$$", "/x", "A", "A"),
        ("/x$$", "/x$$", "A", "A"),
        ("/x$*", "/x$", "D 2", "D 2"),
        ("/x$*", "/x", "A", "A"),
        ("/$x", "/", "A", "A"),
        ("*$x", "/a$x", "D 2", "D 2"),
        ("/x$%24", "/x$$", "D 2", "A"),
    ] {
        let file = everyone(format!("disallow: {pattern}\n"));
        let name = format!("{pattern} against {target}");
        table.both(&name, &file, &["a"], target, standard, google);
    }
    table.finish();
}

/// For any target, `P` and `P*` match the same unless `P` ends in the anchor; where it does, `$*` is a byte and a
/// wildcard.
#[test]
fn a_trailing_star_changes_no_match() {
    let mut table = Table::default();
    for &(pattern, target, matches) in PATTERNS {
        if pattern.ends_with('$') || target.starts_with("//") {
            continue;
        }
        let expected = if matches { "D 2" } else { "A" };
        for stars in ["*", "**"] {
            let file = everyone(format!("disallow: {pattern}{stars}\n"));
            table.both(pattern, &file, &["a"], target, expected, expected);
        }
    }
    table.finish();
}
