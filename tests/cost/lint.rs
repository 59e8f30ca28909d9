//! How much memory diagnostics take, of files made to have many of them.

use std::hint::black_box;

use allocation_counter::measure;
use robots_exclusion::lint::lint;
use robots_exclusion::{Dialect, ParseOptions};

use crate::families;

/// Each line as short as it can be, and each odd in its own way; a number in
/// the place of `#`, if there is one. What comes before these lines, the line,
/// and what comes after.
const LINES: [(&str, &str, &str); 28] = [
    ("", "a:\n", ""),
    ("", "allow:\n", ""),
    ("", "allow:x\n", ""),
    ("disallow:/", "\u{feff}", ""),
    ("disallow:/", "\u{e9}", ""),
    ("disallow:/", "*", ""),
    ("disallow:/", "%\\$/../", ""),
    ("", "host:\n", ""),
    ("", "allow x\n", ""),
    ("", "sitemap:\n", ""),
    ("user-agent:*\n", "allow:/\n", ""),
    ("user-agent:*\n", "allow:/index.htm\n", ""),
    ("user-agent:*\n", "allow:*\n", ""),
    ("user-agent:*\n", "allow:/\u{e9}\n", ""),
    ("user-agent:*\n", "allow:*#\n", ""),
    ("user-agent:*\n", "allow:/#/index.htm\n", ""),
    ("user-agent:*\n", "allow:/#\n", ""),
    ("", "user-agent:\n", ""),
    ("", "user-agent:a\na\n", "disallow:/"),
    ("", "user-agent:#\na\n", "disallow:/"),
    ("", "user-agent:#\ncrawl-delay:#\n", "disallow:"),
    ("", "user-agent:#\nallow:/\n", ""),
    ("", "user-agent:a\nallow:/\n", "user-agent:b"),
    ("", "user-agent:#\n", "allow:/"),
    ("user-agent:a\n", "content-usage:search=y,search=n\n", ""),
    ("", "user-agent:a\ncontent-signal:search=no\n", ""),
    ("", "user-agent:#\ncontent-usage:/# a\n", ""),
    (
        "user-agent:*\ndisallow:/\nuser-agent:c",
        "\nuser-agent:#",
        "",
    ),
];

fn texts(length: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let made = LINES.into_iter().map(move |(before, line, after)| {
        let mut text = before.to_owned();
        let mut number = 0_u32;
        while text.len() < length {
            // Letters, as digits are no part of a name in the Google dialect.
            let letter = |shift: u32| char::from(b'a' + (number >> shift & 15) as u8);
            let name: String = [0, 4, 8, 12].map(letter).into_iter().collect();
            text += &line.replace('#', &name);
            number += 1;
        }
        (
            format!("{before:?}, {line:?}, {after:?}"),
            (text + after).into_bytes(),
        )
    });
    let others = families::ALL.into_iter().map(move |family| {
        let name = family.name.to_owned();
        (name, (family.text)(length))
    });
    made.chain(others)
}

/// The most that is on the heap at a time while all diagnostics and their
/// sentences are made, one after the other.
fn peak(text: &[u8], dialect: Dialect) -> (u64, usize) {
    let options = ParseOptions::new().dialect(dialect).byte_limit(None);
    let mut count = 0;
    let info = measure(|| {
        for diagnostic in lint(text, options) {
            black_box((diagnostic.message(), diagnostic.advice()));
            count += 1;
        }
    });
    (info.bytes_max, count)
}

/// Small things are not in proportion to the text.
const BASE: u64 = 8 * 1024;

#[test]
fn diagnostics_take_heap_in_proportion_to_the_text() {
    const MOST: f64 = 16.0;
    let mut worst = (0.0, String::new());
    for length in [1_000, 60_000, 240_000] {
        for (name, text) in texts(length) {
            for dialect in [Dialect::Standard, Dialect::Google] {
                let (peak, count) = peak(&text, dialect);
                let ratio = peak.saturating_sub(BASE) as f64 / text.len() as f64;
                if ratio > worst.0 {
                    worst = (ratio, format!("{name} in {dialect:?}, {count} diagnostics"));
                }
            }
        }
    }
    println!(
        "lint: at most {:.2} bytes per byte of text ({})",
        worst.0, worst.1
    );
    assert!(worst.0 <= MOST, "more than {MOST}");
}

/// Of each host the URL parser keeps a table of its labels, and spells out characters that
/// stand for several.
#[test]
fn a_host_takes_heap_in_proportion_to_its_length_while_it_is_read() {
    const MOST: f64 = 48.0;
    let mut worst = (0.0, String::new());
    for label in ["A.", "\u{e9}.", "\u{3316}."] {
        // Just after a table was full, and while it is copied, it takes the most.
        for length in [33_000, 44_000, 49_000, 57_000, 66_000] {
            let host = label.repeat(length / label.len());
            let text = format!("sitemap: http://{host}");
            let (peak, _) = peak(text.as_bytes(), Dialect::Standard);
            let ratio = peak.saturating_sub(BASE) as f64 / text.len() as f64;
            if ratio > worst.0 {
                worst = (ratio, format!("{length} bytes of {label:?}"));
            }
        }
    }
    println!(
        "lint of one host: at most {:.2} bytes per byte of it ({})",
        worst.0, worst.1
    );
    assert!(worst.0 <= MOST, "more than {MOST}");
}
