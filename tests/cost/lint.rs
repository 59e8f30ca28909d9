//! The memory usage of lint on files that are made to have many diagnostics, and the growth of its
//! time.

use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use robots_exclusion::Dialect;
use robots_exclusion::lint;

use crate::families;
use crate::growth::{DIALECTS, options};
use crate::time::{alone, clock};

/// The shortest line for each kind of mistake, with the text before and after many copies of it. In
/// each copy, a different name replaces `#`.
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
            // Letters only, because the Google dialect cuts names at digits.
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

/// Returns the peak heap usage of linting the text and formatting each message in turn, and the
/// number of diagnostics.
fn peak(text: &[u8], dialect: Dialect) -> (u64, usize) {
    let options = options(dialect);
    let mut count = 0;
    let info = measure(|| {
        for diagnostic in lint::check(text, options).into_iter() {
            black_box((diagnostic.message, diagnostic.advice));
            count += 1;
        }
    });
    (info.bytes_max, count)
}

/// A constant allowance in bytes, because a short text has a few hundred bytes of diagnostics per
/// line.
const BASE: u64 = 256 * 1024;

#[test]
fn diagnostics_take_heap_in_proportion_to_the_text() {
    const MOST: f64 = 42.0;
    // Irregular lengths, because tables are largest just after they have grown.
    for length in [1_009, 33_277, 60_000, 131_101, 299_491] {
        let mut worst = (0, String::new());
        for (name, text) in texts(length) {
            for dialect in [Dialect::Standard, Dialect::Google] {
                let (peak, count) = peak(&text, dialect);
                if peak > worst.0 {
                    worst = (peak, format!("{name} in {dialect:?}, {count} diagnostics"));
                }
            }
        }
        let (peak, worst) = worst;
        println!("lint of {length} bytes: at most {peak} bytes ({worst})");
        let most = BASE as f64 + MOST * length as f64;
        assert!(peak as f64 <= most, "{peak} of {length}: {worst}");
    }
}

/// The URL parser keeps a table of the labels of a host, and expands characters that map to
/// several.
#[test]
fn parsing_a_host_takes_heap_in_proportion_to_its_length() {
    const MOST: f64 = 48.0;
    let mut worst = (0.0, String::new());
    for label in ["A.", "\u{e9}.", "\u{3316}."] {
        // Usage peaks just after a table is full, while it is being copied.
        for length in [330_000, 440_000, 490_000, 570_000, 660_000] {
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

/// Generates a hostile file of about the given size.
type Family = fn(usize) -> Vec<u8>;

/// Returns the time that this many runs take in total.
fn time(text: &[u8], dialect: Dialect, runs: usize) -> Duration {
    let start = clock();
    for _ in 0..runs {
        let found = lint::check(text, options(dialect)).into_iter();
        black_box(found.map(|found| found.message.len()).sum::<usize>());
    }
    clock() - start
}

#[test]
fn time_is_linear_on_hostile_files() {
    let families: [(&str, Family); 16] = [
        ("agents", |n| {
            (0..n)
                .flat_map(|k| format!("user-agent: a{k}\n").into_bytes())
                .collect()
        }),
        ("joints", |n| {
            [
                b"user-agent: a\nfoo: bar\n".repeat(n),
                b"disallow: /".to_vec(),
            ]
            .concat()
        }),
        ("other joints", |n| {
            let lines =
                (0..n).flat_map(|k| format!("user-agent: a{k}\ncrawl-delay: {k}\n").into_bytes());
            lines.chain(*b"disallow: /").collect()
        }),
        ("the same rule", |n| {
            [b"user-agent: *\n".to_vec(), b"disallow: /x*y\n".repeat(n)].concat()
        }),
        ("many groups", |n| {
            b"user-agent: a\nuser-agent: b\ndisallow: /x\n".repeat(n)
        }),
        ("growing rules", |n| {
            let rule = |k: usize| [b"disallow: /", &b"a".repeat(k % 150)[..], b"\n"].concat();
            [
                b"user-agent: *\n".to_vec(),
                (0..n / 4).flat_map(rule).collect(),
            ]
            .concat()
        }),
        ("one long line", |n| {
            [b"disallow: /".to_vec(), b"a%\\$./../".repeat(n)].concat()
        }),
        ("stars", |n| {
            [b"user-agent: *\ndisallow: ".to_vec(), b"*".repeat(n * 10)].concat()
        }),
        ("spaces", |n| {
            [b"disallow: ".to_vec(), "\u{A0}".repeat(n * 5).into_bytes()].concat()
        }),
        ("byte order marks", |n| "\u{FEFF}".repeat(n).into_bytes()),
        ("invalid UTF-8", |n| {
            [b"x".to_vec(), b"\xFF".repeat(n * 10)].concat()
        }),
        ("not UTF-8 in comments", |n| b"# \xFF\n".repeat(n)),
        ("long unknown fields", |n| {
            [b"x".repeat(n * 10), b": y".to_vec()].concat()
        }),
        ("usage lines for many companies of groups", |n| {
            let agents = |k: usize| format!("user-agent: a{k}\n");
            let line = |k: usize| format!("content-usage: /{k} train-ai=n\n");
            let own = (0..n / 4).map(|k| agents(k) + &line(k));
            let text: String = (0..n / 4)
                .map(agents)
                .chain((0..n / 4).map(line))
                .chain(own)
                .collect();
            text.into_bytes()
        }),
        ("usage lines of one path", |n| {
            let line = |k: usize| format!("content-usage: /x search={}\n", ["y", "n"][k % 2]);
            let text: String = (0..n).map(line).collect();
            [b"user-agent: *\n", text.as_bytes()].concat()
        }),
        ("blanks", |n| {
            [b"disallow".to_vec(), b" ".repeat(n * 10), b"x y".to_vec()].concat()
        }),
    ];
    let _alone = alone();
    for dialect in DIALECTS {
        for (name, family) in families {
            // Compares sixteen short files with one file sixteen times as long. The ratio is about
            // 1 if the cost is linear and 16 if it is quadratic.
            let (short, long) = (family(2_000), family(16 * 2_000));
            let ratio = || {
                let (short, long) = (time(&short, dialect, 16), time(&long, dialect, 1));
                long.as_secs_f64() / short.as_secs_f64()
            };
            let ratios: Vec<f64> = (0..10)
                .map(|_| ratio())
                .take_while(|&ratio| ratio > 5.0)
                .collect();
            assert!(ratios.len() < 10, "{name} in {dialect:?}: {ratios:?}");
        }
    }
}
