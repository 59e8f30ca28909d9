//! Section H: the examples and statements of RFC 9309.
//!
//! Row ids are those of the statements of Google's published specification and of RFC 9309. Rows on fetching,
//! location and caching (H.46 to H.48, H.50) are no matter of verdicts and stand with those modules' tests.

use crate::case::{Case, Table, case, check, everyone, group_count};
use crate::support::Setting;

const HEADER: &str = "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)";
const MERGED: &[u8] = b"user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz\n";
const NO_MATCH: &[u8] =
    b"user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz\n";

/// Section 2.2.1 of the RFC.
#[rustfmt::skip]
const GROUPS: &[Case] = &[
    case("rfc_H.1", b"user-agent: ExampleBot\ndisallow: /\n", &["ExampleBot"], "/x", "D 2", "D 2"),
    case("rfc_H.1b", b"user-agent: ExampleBot\ndisallow: /\n", &[HEADER], "/x", "D 2", "A"),
    case("rfc_H.2 foo", MERGED, &["ExampleBot"], "/foo", "D 2", "D 2"),
    case("rfc_H.2 bar", MERGED, &["ExampleBot"], "/bar", "D 3", "D 3"),
    case("rfc_H.2 baz", MERGED, &["ExampleBot"], "/baz", "D 6", "D 6"),
    case("rfc_H.2 q", MERGED, &["ExampleBot"], "/q", "A", "A"),
    case("rfc_H.2b foo", MERGED, &["examplebot"], "/foo", "D 2", "D 2"),
    case("rfc_H.2b bar", MERGED, &["examplebot"], "/bar", "D 3", "D 3"),
    case("rfc_H.2b baz", MERGED, &["examplebot"], "/baz", "D 6", "D 6"),
    case("rfc_H.2b q", MERGED, &["examplebot"], "/q", "A", "A"),
    case("rfc_H.3 foo", NO_MATCH, &["ExampleBot"], "/foo", "D 2", "D 2"),
    case("rfc_H.3 bar", NO_MATCH, &["ExampleBot"], "/bar", "D 3", "D 3"),
    case("rfc_H.3 baz", NO_MATCH, &["ExampleBot"], "/baz", "A", "A"),
    case("rfc_H.3b foo", NO_MATCH, &["BazBot"], "/foo", "A", "A"),
    case("rfc_H.3b bar", NO_MATCH, &["BazBot"], "/bar", "A", "A"),
    case("rfc_H.3b baz", NO_MATCH, &["BazBot"], "/baz", "D 6", "D 6"),
    case("rfc_H.4", b"user-agent: BazBot\ndisallow: /\n", &["ExampleBot"], "/", "A", "A"),
    case("rfc_H.5", b"", &["ExampleBot"], "/", "A", "A"),
    case("rfc_H.5 no agent", b"", &[""], "/x", "A", "A"),
    case("rfc_H.5b", b"user-agent: MJ12bot\ndisallow: /\n", &["MJ12bot"], "/x", "D 2", "A"),
];

#[test]
fn rfc_rows_of_section_2_2_1() {
    check(GROUPS);
}

/// H.2: the answers are those of the group merged by hand.
#[test]
fn rfc_row_h_2_merged_by_hand() {
    let merged = b"user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\ndisallow: /baz\n";
    let mut table = Table::default();
    for (target, expected) in [
        ("/foo", "D 2"),
        ("/bar", "D 3"),
        ("/baz", "D 4"),
        ("/q", "A"),
    ] {
        table.both(
            "rfc_H.2 merged by hand",
            merged,
            &["ExampleBot"],
            target,
            expected,
            expected,
        );
    }
    table.finish();
}

/// Row, path pattern, target, whether it matches in Standard, and in Google.
#[rustfmt::skip]
const ENCODING: &[(&str, &[u8], &str, bool, bool)] = &[
    ("H.6", b"/foo/bar?baz=quz", "/foo/bar?baz=quz", true, true),
    ("H.7", b"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true, false),
    ("H.8", b"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true, true),
    ("H.9", b"/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar", true, false),
    ("H.10", b"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", true, true),
    ("H.11", b"/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84", true, true),
    ("H.12", b"/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84", true, true),
    ("H.13", b"/foo/bar/%E3%83%84", "/foo/bar/\u{30c4}", true, false),
    ("H.14", b"/foo/bar/\xE3\x83\x84", "/foo/bar/\u{30c4}", true, false),
    ("H.15", b"/foo/bar/%62%61%7A", "/foo/bar/baz", true, false),
    ("H.16", b"/foo/bar/baz", "/foo/bar/%62%61%7A", true, false),
    ("H.17", b"/foo/bar/%62%61%7A", "/foo/bar/%62%61%7A", true, true),
    ("H.18", b"/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", true, true),
];

/// Section 2.2.3 of the RFC: special characters.
#[rustfmt::skip]
const SPECIAL: &[(&str, &[u8], &str, bool, bool)] = &[
    ("H.25", b"/this/path/exactly$", "/this/path/exactly", true, true),
    ("H.26 slash", b"/this/path/exactly$", "/this/path/exactly/", false, false),
    ("H.26 query", b"/this/path/exactly$", "/this/path/exactly?x", false, false),
    ("H.27", b"/this/*/exactly", "/this/path/exactly", true, true),
    ("H.27 more", b"/this/*/exactly", "/this/a/b/exactly/more", true, true),
    ("H.27 nothing", b"/this/*/exactly", "/this//exactly", true, true),
    ("H.28", b"/this/*/exactly", "/this/exactly", false, false),
    ("H.29", b"/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true, false),
    ("H.30", b"/path/file-with-a-%2A.html", "/path/file-with-a-x.html", false, false),
    ("H.31", b"/path/file-with-a-%2A.html", "/path/file-with-a-%2A.html", true, true),
    ("H.32", b"/path/foo-%24", "/path/foo-$", true, false),
    ("H.33", b"/path/foo-%24", "/path/foo-", false, false),
    ("H.34", b"/path/foo-%24", "/path/foo-%24", true, true),
    ("H.34 raw", b"/path/foo-%24", "/path/foo-$bar", true, false),
    ("H.35", b"/path/foo-$", "/path/foo-$", false, false),
];

fn check_patterns(rows: &[(&str, &[u8], &str, bool, bool)]) {
    let mut table = Table::default();
    for &(id, pattern, target, standard, google) in rows {
        let file = everyone([b"disallow: ", pattern, b"\n"].concat());
        let answer = |matches| if matches { "D 2" } else { "A" };
        for prefix in ["https://www.example.com", "http://www.example.com", ""] {
            let url = format!("{prefix}{target}");
            let name = format!("rfc_{id} {url}");
            table.both(&name, &file, &["a"], &url, answer(standard), answer(google));
        }
    }
    table.finish();
}

#[test]
fn rfc_rows_of_percent_encoding() {
    check_patterns(ENCODING);
}

#[test]
fn rfc_rows_of_special_characters() {
    check_patterns(SPECIAL);
}

/// Section 2.2.2 of the RFC, beside percent-encoding, and the `#` of section 2.2.3.
#[rustfmt::skip]
const STATEMENTS: &[Case] = &[
    case("rfc_H.19", b"user-agent: *\ndisallow: /\n", &["a"], "/robots.txt", "A", "D 2"),
    case("rfc_H.20", b"disallow: /x\nuser-agent: *\ndisallow: /y\n", &["a"], "/x", "A", "A"),
    case("rfc_H.21", b"user-agent: *\nallow: /x\ndisallow: /x\n", &["a"], "/x", "A 2", "A 2"),
    case("rfc_H.21 other order", b"user-agent: *\ndisallow: /x\nallow: /x\n", &["a"], "/x", "A 3", "A 3"),
    case("rfc_H.22", b"user-agent: *\ndisallow: /x\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("rfc_H.22 no match", b"user-agent: *\ndisallow: /x\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("rfc_H.23 no match", b"user-agent: *\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("rfc_H.23 case", b"user-agent: *\ndisallow: /x\n", &["a"], "/X", "A", "A"),
    case("rfc_H.23 first byte", b"user-agent: *\ndisallow: /x\n", &["a"], "/a/x", "A", "A"),
    case(
        "rfc_H.24",
        b"user-agent: *\ndisallow: /\nallow: / # comment in line\n# comment on its own line\n",
        &["a"], "/x", "A 3", "A 3",
    ),
];

#[test]
fn rfc_rows_of_rules() {
    check(STATEMENTS);
}

/// The simple example of section 5.1, without its last line.
const SIMPLE: &[u8] = b"\
User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
";

const SIMPLE_TARGETS: [&str; 11] = [
    "/",
    "/publications/x.html",
    "/publications/x.gif",
    "/example/",
    "/example/page.html",
    "/example/page.html?q",
    "/example/allowed.gif",
    "/example/disallowed.gif",
    "/a.gif",
    "/a.gif?x",
    "/robots.txt",
];

#[rustfmt::skip]
const SIMPLE_ROWS: &[(&str, &str, [&str; 11])] = &[
    ("H.36", "otherbot", ["A", "A 4", "A 4", "D 3", "D 3", "D 3", "D 3", "D 3", "D 2", "A", "A"]),
    ("H.37", "foobot", ["D 7", "D 7", "D 7", "D 7", "A 8", "A 8", "A 9", "D 7", "D 7", "D 7", "A"]),
    ("H.38", "barbot", ["A", "A", "A", "A", "D 13", "D 13", "A", "A", "A", "A", "A"]),
    ("H.38", "bazbot", ["A", "A", "A", "A", "D 13", "D 13", "A", "A", "A", "A", "A"]),
    ("H.39", "quxbot", ["A", "A", "A", "A", "A", "A", "A", "A", "A", "A", "A"]),
];

#[test]
fn rfc_rows_of_the_simple_example() {
    let mut with_eof = SIMPLE.to_vec();
    with_eof.extend_from_slice(b"\nEOF\n");
    // Some text copies drop the blank lines; no verdict depends on them, only the numbers of the lines.
    let without_blanks = String::from_utf8_lossy(SIMPLE).replace("\n\n", "\n");
    let dense_line =
        |line: u32| line - u32::from(line > 5) - u32::from(line > 10) - u32::from(line > 14);
    let mut table = Table::default();
    for &(id, agent, answers) in SIMPLE_ROWS {
        for (target, standard) in SIMPLE_TARGETS.into_iter().zip(answers) {
            let google = if agent == "foobot" && target == "/robots.txt" {
                "D 7"
            } else {
                standard
            };
            let name = format!("rfc_{id} {agent} {target}");
            table.both(&name, SIMPLE, &[agent], target, standard, google);
            let name = format!("{name} with EOF");
            table.both(&name, &with_eof, &[agent], target, standard, google);
            let dense = |answer: &str| match answer.split_once(' ') {
                Some((kind, line)) => {
                    format!("{kind} {}", dense_line(line.parse().expect("a number")))
                }
                None => answer.to_owned(),
            };
            let name = format!("{name} without blank lines");
            table.both(
                &name,
                &without_blanks,
                &[agent],
                target,
                &dense(standard),
                &dense(google),
            );
        }
    }
    table.finish();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        assert_eq!(group_count(setting, &with_eof), 4);
    }
}

const LONGEST: &[u8] =
    b"User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";

/// Section 5.2. H.41 is the URL as printed: the rule that the RFC says is used is no prefix of it (erratum 7124).
#[rustfmt::skip]
const LONGEST_MATCH: &[Case] = &[
    case("rfc_H.40", LONGEST, &["foobot"], "http://example.com/example/page/disallowed.gif", "D 3", "D 3"),
    case("rfc_H.41", LONGEST, &["foobot"], "http://example.com/example/page/disallow.gif", "A 2", "A 2"),
    case("rfc_H.42", LONGEST, &["foobot"], "example.com/example/page/disallowed.gif", "D 3", "D 3"),
];

#[test]
fn rfc_rows_of_the_longest_match_example() {
    check(LONGEST_MATCH);
}

#[rustfmt::skip]
const OTHER_SECTIONS: &[Case] = &[
    case("rfc_H.43 the next group", b"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("rfc_H.43 the end of the file", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["a"], "/x", "A", "A"),
    case("rfc_H.43 for the others", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["b"], "/x", "D 2", "D 2"),
    case("rfc_H.44 no blank", b"user-agent: a\nDisallow:/x\n", &["a"], "/x", "D 2", "D 2"),
    case("rfc_H.44 blank before", b"user-agent: a\ndisallow :/x\n", &["a"], "/x", "D 2", "D 2"),
    case("rfc_H.44 tabs", b"\tuser-agent\t:\ta\t\n\tdisallow\t:\t/x\t\n", &["a"], "/xy", "D 2", "D 2"),
    // Google's prefix rule makes `sitemaps` a sitemap record, which ends no group either.
    case("rfc_H.45 before the rules", b"user-agent: a\nsitemaps: x\ndisallow: /\n", &["a"], "/x", "D 3", "D 3"),
    case("rfc_H.45 first rule", b"user-agent: a\ndisallow: /x\nsitemaps: x\ndisallow: /y\n", &["a"], "/x", "D 2", "D 2"),
    case("rfc_H.45 second rule", b"user-agent: a\ndisallow: /x\nsitemaps: x\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("rfc_H.45 sitemap", b"user-agent: a\nsitemap: x\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
    case("rfc_H.49 before", b"user-agent: a\n\xFF\xFF::\x00\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("rfc_H.49 after", b"user-agent: a\ndisallow: /x\n:::\nallow: /xy", &["a"], "/xy", "A 4", "A 4"),
    case("rfc_H.49 a broken user-agent line", b"user-agent: a\ndisallow: /x\nuser-agent b c\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn rfc_rows_of_other_sections() {
    check(OTHER_SECTIONS);
}

/// H.51: a rule that ends within the first 512,000 bytes counts without anybody asking for it.
#[test]
fn rfc_row_h_51_the_first_512_000_bytes_count() {
    let rule = b"disallow: /x\n";
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let mut file = b"user-agent: *\n".to_vec();
        while file.len() + rule.len() < 512_000 {
            let rest = 512_000 - rule.len() - file.len();
            file.extend(core::iter::repeat_n(b'#', (rest - 1).min(99)));
            file.push(b'\n');
        }
        file.extend_from_slice(rule);
        assert_eq!(file.len(), 512_000);
        let robots = robots_exclusion::ParseOptions::new()
            .dialect(setting.dialect)
            .parse(&file);
        assert!(!robots.is_truncated());
        assert!(!robots.allowed("a", "/x"));
        file.extend_from_slice(b"disallow: /y\n");
        let robots = robots_exclusion::ParseOptions::new()
            .dialect(setting.dialect)
            .parse(&file);
        assert!(robots.is_truncated());
        assert!(!robots.allowed("a", "/x"));
        assert!(robots.allowed("a", "/y"));
    }
}
