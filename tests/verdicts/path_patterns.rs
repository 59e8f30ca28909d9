//! Path patterns: anchoring, wildcards, the end of the URL, and patterns that never match.

use crate::case::{Table, everyone};
use crate::support::Setting;

/// Pattern, target, and whether it matches in both dialects.
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
    // `*` matches any sequence of bytes, including none.
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
    // `&` in the path does not begin a parameter.
    ("/a&b?*c", "/a&b?c", true),
    ("/*&b?*c", "/a&b?d&c", true),
    ("/*?a&b", "/?a&b", true),
    ("/*?a&b", "/&b?a", false),
    // Two parameters with a common prefix.
    ("/*?a=", "/x?a=1&ab=2", true),
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
    // Repeated partial matches before the full one.
    ("/*ab", "/aaaaaaaaaaaaaaab", true),
    ("/*ab", "/aaaaaaaaaaaaaaaa", false),
    ("/*ab*c", "/aaaaaaaaaaaaaaabc", true),
    ("/*ab*c", "/caaaaaaaaaaaaaaab", false),
    ("/*ab*b", "/aaaaaaaaaaaaaaab", false),
    ("/*ab*b", "/aaaaaaaaaaaaaaabb", true),
    ("/*ab*ab", "/aaaaaaaaaaaaaaabab", true),
    ("/*ab*ab", "/aaaaaaaaaaaaaaabaa", false),
    ("/*aab", "/aaaaaaaaaaaaaaaab", true),
    ("/*aab", "/aaaaaaaaaaaaaaaaa", false),
    ("/*aab*c", "/aaaaaaaaaaaaaaaabc", true),
    ("/*aab*b", "/aaaaaaaaaaaaaaaab", false),
    // A wildcard, an anchor or one more byte, after a target of seven to nine bytes.
    ("/abcdef*", "/abcdef", true),
    ("/abcdefg*", "/abcdefg", true),
    ("/abcdefgh*", "/abcdefgh", true),
    ("/abcdef$", "/abcdef", true),
    ("/abcdefg$", "/abcdefg", true),
    ("/abcdefgh$", "/abcdefgh", true),
    ("/abcdefg", "/abcdef", false),
    ("/abcdefgh", "/abcdefg", false),
    ("/abcdefghi", "/abcdefgh", false),
    // `$` marks the end of the URL only if it is the last byte.
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
    // A run of `*` matches like a single one.
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
            // The Google dialect reads a bare `//` as the start of a host.
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

/// A `$` before the end is an ordinary byte. The Google dialect compares the URL's own spelling of
/// it.
#[test]
fn a_dollar_inside_a_pattern_is_a_byte() {
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

/// `P` and `P*` match the same targets, unless `P` ends in the anchor. In `P$*` the `$` is an
/// ordinary byte.
#[test]
fn a_trailing_star_does_not_affect_matching() {
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

/// The examples of Google's published specification and of RFC 9309: the pattern of the only
/// `disallow` rule, the target, and whether the pattern matches.
#[rustfmt::skip]
const PUBLISHED: &[(&str, &str, bool)] = &[
    ("/", "/", true),
    ("/", "/folder/file", true),
    ("/*", "/", true),
    ("/*", "/folder/file", true),
    ("/$", "/", true),
    ("/$", "/page.htm", false),
    ("/fish", "/fish", true),
    ("/fish", "/fish.html", true),
    ("/fish", "/fish/salmon.html", true),
    ("/fish", "/fishheads", true),
    ("/fish", "/fishheads/yummy.html", true),
    ("/fish", "/fish.php?id=anything", true),
    ("/fish", "/Fish.asp", false),
    ("/fish", "/catfish", false),
    ("/fish", "/?id=fish", false),
    ("/fish", "/?id=ryby", false),
    ("/fish", "/desert/fish", false),
    ("/fish*", "/fish", true),
    ("/fish*", "/fish.html", true),
    ("/fish*", "/fish/salmon.html", true),
    ("/fish*", "/fishheads", true),
    ("/fish*", "/fishheads/yummy.html", true),
    ("/fish*", "/fish.php?id=anything", true),
    ("/fish*", "/Fish.asp", false),
    ("/fish*", "/catfish", false),
    ("/fish*", "/?id=fish", false),
    ("/fish*", "/desert/fish", false),
    ("/fish/", "/fish/", true),
    ("/fish/", "/fish/?id=anything", true),
    ("/fish/", "/fish/salmon.htm", true),
    ("/fish/", "/fish", false),
    ("/fish/", "/fish.html", false),
    ("/fish/", "/animals/fish/", false),
    ("/fish/", "/Fish/Salmon.asp", false),
    ("/*.php", "/index.php", true),
    ("/*.php", "/filename.php", true),
    ("/*.php", "/folder/filename.php", true),
    ("/*.php", "/folder/filename.php?parameters", true),
    ("/*.php", "/folder/any.php.file.html", true),
    ("/*.php", "/filename.php/", true),
    ("/*.php", "/", false),
    ("/*.php", "//", false),
    ("/*.php", "/windows.PHP", false),
    ("/*.php$", "/filename.php", true),
    ("/*.php$", "/folder/filename.php", true),
    ("/*.php$", "/filename.php?parameters", false),
    ("/*.php$", "/filename.php/", false),
    ("/*.php$", "/filename.php5", false),
    ("/*.php$", "/windows.PHP", false),
    ("/fish*.php", "/fish.php", true),
    ("/fish*.php", "/fishheads/catfish.php?parameters", true),
    ("/fish*.php", "/Fish.PHP", false),
    ("/this/path/exactly$", "/this/path/exactly", true),
    ("/this/path/exactly$", "/this/path/exactly/", false),
    ("/this/path/exactly$", "/this/path/exactly?x", false),
    ("/this/*/exactly", "/this/path/exactly", true),
    ("/this/*/exactly", "/this/a/b/exactly/more", true),
    ("/this/*/exactly", "/this//exactly", true),
    ("/this/*/exactly", "/this/exactly", false),
];

/// The examples as printed in translations.
#[rustfmt::skip]
const TRANSLATED: &[(&str, &str, bool)] = &[
    ("/fish", "/fish.php?id=dowolny", true),
    ("/fish*", "/fish.php?id=dowolny", true),
    ("/fish/", "/fish/?id=dowolny", true),
    ("/*.php", "/nazwapliku.php", true),
    ("/*.php", "/folder/nazwapliku.php", true),
    ("/*.php", "/folder/nazwapliku.php?parametry", true),
    ("/*.php", "/folder/dowolny.plik.php.html", true),
    ("/*.php", "/nazwapliku.php/", true),
    ("/*.php$", "/nazwapliku.php", true),
    ("/*.php$", "/folder/nazwapliku.php", true),
    ("/*.php$", "/nazwapliku.php?parametry", false),
    ("/*.php$", "/nazwapliku.php/", false),
    ("/*.php$", "/nazwapliku.php5", false),
    ("/fish*.php", "/fishheads/catfish.php?parametry", true),
];

/// Asks an example with a bare path and with full URLs.
fn ask_published(table: &mut Table, pattern: &str, target: &str, matches: bool) {
    let file = everyone(format!("disallow: {pattern}\n"));
    let expected = if matches { "D 2" } else { "A" };
    for prefix in ["http://example.com", "https://example.com", ""] {
        let url = format!("{prefix}{target}");
        table.ask(
            &format!("{pattern} against {url} (Standard)"),
            Setting::STANDARD,
            &file,
            &["a"],
            &url,
            expected,
        );
        // The Google dialect reads a bare `//` as the start of a host.
        if !url.starts_with("//") {
            table.ask(
                &format!("{pattern} against {url} (Google)"),
                Setting::GOOGLE,
                &file,
                &["a"],
                &url,
                expected,
            );
        }
    }
}

#[test]
fn published_examples() {
    let mut table = Table::default();
    for &(pattern, target, matches) in PUBLISHED.iter().chain(TRANSLATED) {
        ask_published(&mut table, pattern, target, matches);
    }
    table.finish();
}

/// The oldest text of Google's specification reads `fish/` as `/fish/`. Here a path must begin with
/// `/`, so `fish/` matches none of the targets of `/fish/`.
#[test]
fn a_pattern_without_a_leading_slash_never_matches() {
    let mut table = Table::default();
    for &(pattern, target, _) in PUBLISHED.iter().chain(TRANSLATED) {
        if pattern == "/fish/" {
            ask_published(&mut table, "fish/", target, false);
        }
    }
    ask_published(&mut table, "fish/", "/x/fish/", false);
    table.finish();
}

/// Google's published specification says that `/*` equals `/` and `/fish*` equals `/fish`: `P` and
/// `P*` match the same targets, unless `P` ends in the anchor.
#[test]
fn published_examples_hold_with_a_trailing_star() {
    let mut table = Table::default();
    for &(pattern, target, matches) in PUBLISHED.iter().chain(TRANSLATED) {
        if !pattern.ends_with('$') {
            ask_published(&mut table, &format!("{pattern}*"), target, matches);
        }
    }
    table.finish();
}
