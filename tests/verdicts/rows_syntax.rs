//! Section G: statements on syntax.
//!
//! Row ids are those of the rows of the editions of Google's robots.txt specification and of RFC 9309.

use crate::case::{Case, Table, case, check, sitemaps};
use crate::support::Setting;

#[rustfmt::skip]
const ROWS: &[Case] = &[
    case("edition_G.1 tight", b"user-agent:a#c\ndisallow:/x#c\n", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.1 tight, not matched", b"user-agent:a#c\ndisallow:/x#c\n", &["a"], "/y", "A", "A"),
    case("edition_G.1 with blanks", b"user-agent: a # c\ndisallow: /x # c\n", &["a"], "/xy", "D 2", "D 2"),
    case("edition_G.1 indented", b"  user-agent : a  \n  disallow : /x  \n", &["a"], "/xy", "D 2", "D 2"),
    case("edition_G.2 CR", b"user-agent: a\rdisallow: /x\r", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.2 LF", b"user-agent: a\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.2 CR LF", b"user-agent: a\r\ndisallow: /x\r\n", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.2 mixed", b"user-agent: a\r\nallow: /y\rdisallow: /x\nallow: /z", &["a"], "/x", "D 3", "D 3"),
    case("edition_G.3", b"\xEF\xBB\xBFuser-agent: *\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case(
        "edition_G.4 a line of a page counts",
        b"<!DOCTYPE html>\n<html><head><title>404</title>\n<body><p class=\"x\">\nuser-agent: *\n<br/>\n<pre>\ndisallow: /x\n</pre></body></html>\n",
        &["a"], "/x", "D 7", "D 7",
    ),
    case(
        "edition_G.4 the rest is skipped",
        b"<!DOCTYPE html>\n<html><head><title>404</title>\n<body><p class=\"x\">\nuser-agent: *\n<br/>\n<pre>\ndisallow: /x\n</pre></body></html>\n",
        &["a"], "/y", "A", "A",
    ),
    case("edition_G.5", b"useragent: a\ndisallow: /\n", &["a"], "/x", "A", "D 2"),
    case("edition_G.6", b"USER-AGENT: a\nDISALLOW: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.6 mixed case", b"uSeR-aGeNt: a\ndIsAlLoW: /x\nAlLoW: /xy\n", &["a"], "/xy", "A 3", "A 3"),
    case("edition_G.7 disallow", b"user-agent: a\ndisallow:\n", &["a"], "/x", "A", "A 2"),
    case("edition_G.7 allow", b"user-agent: a\nallow:\n", &["a"], "/x", "A", "A 2"),
    case("edition_G.7 beside a rule", b"user-agent: a\ndisallow:\nallow:\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("edition_G.8", b"disallow: /\nallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/x", "A", "A"),
    case("edition_G.8 the group counts", b"disallow: /\nallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("edition_G.9 before", b"foo: bar\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("edition_G.9 in the run", b"user-agent: a\nfoo: bar\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("edition_G.9 between rules", b"user-agent: a\ndisallow: /x\nfoo: bar\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("edition_G.9 after", b"user-agent: a\ndisallow: /x\nfoo: bar\n", &["a"], "/x", "D 2", "D 2"),
    case("edition_G.10 raw pattern", "user-agent: a\ndisallow: /\u{e9}\n".as_bytes(), &["a"], "/%C3%A9", "D 2", "D 2"),
    case("edition_G.10 raw URL", b"user-agent: a\ndisallow: /%C3%A9\n", &["a"], "/\u{e9}", "D 2", "A"),
    case("edition_G.10 both raw", "user-agent: a\ndisallow: /\u{e9}\n".as_bytes(), &["a"], "/\u{e9}", "D 2", "A"),
    case("edition_G.11 bytes as they are", b"user-agent: a\ndisallow: /\xE9\n", &["a"], "/%E9", "D 2", "D 2"),
    case("edition_G.11 neighbours are whole", b"user-agent: a\ndisallow: /\xFF\xFE\n\x80\x81\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("edition_G.12 pattern in upper case", b"user-agent: a\ndisallow: /Fish\n", &["a"], "/fish", "A", "A"),
    case("edition_G.12 URL in upper case", b"user-agent: a\ndisallow: /fish\n", &["a"], "/Fish", "A", "A"),
    case("edition_G.12 allow", b"user-agent: a\ndisallow: /\nallow: /Fish\n", &["a"], "/fish", "D 2", "D 2"),
];

#[test]
fn edition_rows_of_syntax() {
    check(ROWS);
}

/// G.2: every way to end lines gives the same answers.
#[test]
fn edition_row_g_2_every_line_end() {
    let lines = [
        "user-agent: b",
        "disallow: /y",
        "",
        "user-agent: a",
        "allow: /x/y",
        "# c",
        "disallow: /x",
    ];
    let mut table = Table::default();
    for first in ["\r", "\n", "\r\n"] {
        for second in ["\r", "\n", "\r\n"] {
            for last in ["\r", "\n", "\r\n", ""] {
                // A CR and a LF after each other are one line end, so an empty line needs its end to differ.
                if first == "\r" && second == "\n" {
                    continue;
                }
                let mut file = String::new();
                for (index, line) in lines.iter().enumerate() {
                    file.push_str(line);
                    file.push_str(match index {
                        6 => last,
                        index if index % 2 == 0 => second,
                        _ => first,
                    });
                }
                let name = format!("edition_G.2 with {first:?}, {second:?} and {last:?}");
                table.both(&name, &file, &["a"], "/x", "D 7", "D 7");
                table.both(&name, &file, &["a"], "/x/y", "A 5", "A 5");
                table.both(&name, &file, &["a"], "/y", "A", "A");
            }
        }
    }
    table.finish();
}

/// G.12: the value of a sitemap keeps its case.
#[test]
fn edition_row_g_12_sitemaps_keep_their_case() {
    let file = b"Sitemap: https://EXAMPLE.com/Map.XML\n";
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        assert_eq!(sitemaps(setting, file), ["https://EXAMPLE.com/Map.XML"]);
    }
}
