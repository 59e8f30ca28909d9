//! Path patterns: anchoring, wildcards, the end of the URL, and patterns that never match.

use crate::case::{Table, everyone};
use crate::support::Setting;

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
    // An `&` in the path begins no parameter.
    ("/a&b?*c", "/a&b?c", true),
    ("/*&b?*c", "/a&b?d&c", true),
    ("/*?a&b", "/?a&b", true),
    ("/*?a&b", "/&b?a", false),
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

// The examples and tables of Google's published specification, row by row.

/// Row, pattern of the one `disallow` rule, target, and whether the pattern matches.
#[rustfmt::skip]
const ROWS: &[(&str, &str, &str, bool)] = &[
    ("A.1", "/", "/", true),
    ("A.2", "/", "/folder/file", true),
    ("A.3", "/*", "/", true),
    ("A.4", "/*", "/folder/file", true),
    ("A.5", "/$", "/", true),
    ("A.6", "/$", "/page.htm", false),
    ("A.7", "/fish", "/fish", true),
    ("A.8", "/fish", "/fish.html", true),
    ("A.9", "/fish", "/fish/salmon.html", true),
    ("A.10", "/fish", "/fishheads", true),
    ("A.11", "/fish", "/fishheads/yummy.html", true),
    ("A.12", "/fish", "/fish.php?id=anything", true),
    ("A.13", "/fish", "/Fish.asp", false),
    ("A.14", "/fish", "/catfish", false),
    ("A.15", "/fish", "/?id=fish", false),
    ("A.16", "/fish", "/?id=ryby", false),
    ("A.17", "/fish", "/desert/fish", false),
    ("A.18", "/fish*", "/fish", true),
    ("A.19", "/fish*", "/fish.html", true),
    ("A.20", "/fish*", "/fish/salmon.html", true),
    ("A.21", "/fish*", "/fishheads", true),
    ("A.22", "/fish*", "/fishheads/yummy.html", true),
    ("A.23", "/fish*", "/fish.php?id=anything", true),
    ("A.24", "/fish*", "/Fish.asp", false),
    ("A.25", "/fish*", "/catfish", false),
    ("A.26", "/fish*", "/?id=fish", false),
    ("A.27", "/fish*", "/desert/fish", false),
    ("A.28", "/fish/", "/fish/", true),
    ("A.29", "/fish/", "/fish/?id=anything", true),
    ("A.30", "/fish/", "/fish/salmon.htm", true),
    ("A.31", "/fish/", "/fish", false),
    ("A.32", "/fish/", "/fish.html", false),
    ("A.33", "/fish/", "/animals/fish/", false),
    ("A.34", "/fish/", "/Fish/Salmon.asp", false),
    ("A.35", "/*.php", "/index.php", true),
    ("A.36", "/*.php", "/filename.php", true),
    ("A.37", "/*.php", "/folder/filename.php", true),
    ("A.38", "/*.php", "/folder/filename.php?parameters", true),
    ("A.39", "/*.php", "/folder/any.php.file.html", true),
    ("A.40", "/*.php", "/filename.php/", true),
    ("A.41", "/*.php", "/", false),
    ("A.42", "/*.php", "//", false),
    ("A.43", "/*.php", "/windows.PHP", false),
    ("A.44", "/*.php$", "/filename.php", true),
    ("A.45", "/*.php$", "/folder/filename.php", true),
    ("A.46", "/*.php$", "/filename.php?parameters", false),
    ("A.47", "/*.php$", "/filename.php/", false),
    ("A.48", "/*.php$", "/filename.php5", false),
    ("A.49", "/*.php$", "/windows.PHP", false),
    ("A.50", "/fish*.php", "/fish.php", true),
    ("A.51", "/fish*.php", "/fishheads/catfish.php?parameters", true),
    ("A.52", "/fish*.php", "/Fish.PHP", false),
];

#[rustfmt::skip]
const TRANSLATED_ROWS: &[(&str, &str, &str, bool)] = &[
    ("A.L1", "/fish", "/fish.php?id=dowolny", true),
    ("A.L2", "/fish*", "/fish.php?id=dowolny", true),
    ("A.L3", "/fish/", "/fish/?id=dowolny", true),
    ("A.L4", "/*.php", "/nazwapliku.php", true),
    ("A.L5", "/*.php", "/folder/nazwapliku.php", true),
    ("A.L6", "/*.php", "/folder/nazwapliku.php?parametry", true),
    ("A.L7", "/*.php", "/folder/dowolny.plik.php.html", true),
    ("A.L8", "/*.php", "/nazwapliku.php/", true),
    ("A.L9", "/*.php$", "/nazwapliku.php", true),
    ("A.L10", "/*.php$", "/folder/nazwapliku.php", true),
    ("A.L11", "/*.php$", "/nazwapliku.php?parametry", false),
    ("A.L12", "/*.php$", "/nazwapliku.php/", false),
    ("A.L13", "/*.php$", "/nazwapliku.php5", false),
    ("A.L14", "/fish*.php", "/fishheads/catfish.php?parametry", true),
];

/// A row asked as a bare path and as a full URL with either scheme.
fn ask_row(table: &mut Table, id: &str, pattern: &str, target: &str, matches: bool) {
    let file = everyone(format!("disallow: {pattern}\n"));
    let expected = if matches { "D 2" } else { "A" };
    for prefix in ["http://example.com", "https://example.com", ""] {
        let url = format!("{prefix}{target}");
        table.ask(
            &format!("edition_{id} {url} (Standard)"),
            Setting::STANDARD,
            &file,
            &["a"],
            &url,
            expected,
        );
        // A bare `//` is a host to the Google dialect.
        if !url.starts_with("//") {
            table.ask(
                &format!("edition_{id} {url} (Google)"),
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
fn edition_rows_of_path_patterns() {
    let mut table = Table::default();
    for (id, pattern, target, matches) in ROWS.iter().chain(TRANSLATED_ROWS) {
        ask_row(&mut table, id, pattern, target, *matches);
    }
    table.finish();
}

/// A.53: the oldest edition reads `fish/` as `/fish/`; a path must begin with `/`, so it matches none of the targets
/// that `/fish/` is asked with.
#[test]
fn edition_row_a_53_a_pattern_without_a_leading_slash_never_matches() {
    let mut table = Table::default();
    for (id, pattern, target, _) in ROWS.iter().chain(TRANSLATED_ROWS) {
        if *pattern == "/fish/" {
            ask_row(&mut table, &format!("A.53 as {id}"), "fish/", target, false);
        }
    }
    ask_row(
        &mut table,
        "A.53 in its own spelling",
        "fish/",
        "/x/fish/",
        false,
    );
    table.finish();
}

/// Google's published specification calls `/*` the same as `/`, and `/fish*` the same as `/fish`: for any target, `P` and `P*` match the
/// same, unless `P` ends in the anchor.
#[test]
fn edition_rows_hold_with_a_trailing_wildcard() {
    let mut table = Table::default();
    for (id, pattern, target, matches) in ROWS.iter().chain(TRANSLATED_ROWS) {
        if !pattern.ends_with('$') {
            let id = format!("{id} with a trailing wildcard");
            ask_row(&mut table, &id, &format!("{pattern}*"), target, *matches);
        }
    }
    table.finish();
}
