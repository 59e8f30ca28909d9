//! An index is never slower than no index: on generated files of hostile rules, a query of compiled rules costs no more
//! than the first query of a file, which tries each rule once, and no query at all takes long.
//!
//! `ROBOTS_CASES` sets how many files are made, `ROBOTS_SEED` which.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::random::{Random, cases, seed};
use crate::time::{self, alone};

/// A file, a URL made to hold what its rules need, and how both came about.
struct Case {
    what: String,
    text: Vec<u8>,
    url: String,
    dialect: Dialect,
}

/// Who asks.
const AGENT: &str = "a-b";

/// What patterns and URLs are made of: runs of a byte, grams by turns, and ends that a URL spells in another way.
fn piece(random: &mut Random) -> String {
    let byte = |random: &mut Random| random.pick(&["a", "a", "b", "z", "/", ".", "2"]);
    match random.below(6) {
        0 => byte(random).repeat(1 + random.below(9)),
        1 => byte(random).repeat(1 + random.below(90)),
        2 => format!("{}{}", byte(random), byte(random)).repeat(1 + random.below(5)),
        3 => (0..1 + random.below(8)).map(|_| byte(random)).collect(),
        _ => String::from(random.pick(&[
            "24",
            "%24",
            "2F",
            "%2F",
            "%2f",
            "3F",
            "%3F",
            "25",
            "%25",
            "%",
            "$",
            "/",
            "?",
            "A9",
            "%C3%A9",
            "\u{e9}",
            ".",
            "index.html",
        ])),
    }
}

/// A number in one of a few spellings: the rules of a file share all their grams, or none.
#[derive(Clone, Copy)]
enum Numbers {
    None,
    Decimal,
    Padded,
    Binary,
    Scattered,
}

impl Numbers {
    fn of(random: &mut Random) -> Numbers {
        match random.below(6) {
            0 | 1 => Numbers::None,
            2 => Numbers::Decimal,
            3 => Numbers::Padded,
            4 => Numbers::Binary,
            _ => Numbers::Scattered,
        }
    }

    fn push(self, number: usize, text: &mut String) {
        match self {
            Numbers::None => Ok(()),
            Numbers::Decimal => write!(text, "{number}"),
            Numbers::Padded => write!(text, "{number:06}"),
            Numbers::Binary => {
                text.extend((0..16).map(|bit| if number >> bit & 1 == 0 { 'a' } else { 'b' }));
                Ok(())
            }
            Numbers::Scattered => {
                write!(text, "{:08x}", (number as u32).wrapping_mul(0x9E37_79B1))
            }
        }
        .expect("a String takes everything");
    }
}

/// How the rules of a file are made: all of one template, or of a few by turns.
struct Template {
    start: String,
    pieces: Vec<String>,
    numbers: Numbers,
    /// The piece that the number stands in, before or after its bytes, or apart.
    numbered: usize,
    place: usize,
    end: &'static str,
}

impl Template {
    fn of(random: &mut Random, pool: &[String]) -> Template {
        let start = match random.below(5) {
            0 => String::from("/"),
            1 => format!("/{}", "a".repeat(random.below(100))),
            2 => format!(
                "/{}",
                random.pick(&pool.iter().map(String::as_str).collect::<Vec<_>>())
            ),
            _ => String::from("*"),
        };
        let length = match random.below(4) {
            0 => 1,
            1 => random.below(40),
            _ => 1 + random.below(5),
        };
        Template {
            start,
            pieces: (0..length)
                .map(|_| pool[random.below(pool.len())].clone())
                .collect(),
            numbers: Numbers::of(random),
            numbered: random.below(length + 1),
            place: random.below(3),
            end: random.pick(&["", "", "*", "$", "b", "*b$"]),
        }
    }

    fn push(&self, number: usize, text: &mut String) {
        text.push_str(&self.start);
        for (at, piece) in self.pieces.iter().enumerate() {
            if at > 0 {
                text.push('*');
            }
            let is_numbered = at == self.numbered;
            if is_numbered && self.place != 1 {
                self.numbers.push(number, text);
                if self.place == 2 {
                    text.push('*');
                }
            }
            text.push_str(piece);
            if is_numbered && self.place == 1 {
                self.numbers.push(number, text);
            }
        }
        if self.numbered >= self.pieces.len() {
            self.numbers.push(number, text);
        }
        text.push_str(self.end);
    }
}

/// Rules of a few templates, and a URL of their pieces.
fn generated(random: &mut Random, bytes: usize, length: usize) -> Case {
    let pool: Vec<String> = (0..1 + random.below(5)).map(|_| piece(random)).collect();
    let templates: Vec<Template> = (0..1 + random.below(3) * random.below(2))
        .map(|_| Template::of(random, &pool))
        .collect();
    let fields: &[&str] = random_fields(random);
    let stranger = random.below(4);
    let mut text = String::from("user-agent: *\n");
    if stranger == 1 {
        text.push_str("disallow: *q\n");
    }
    for number in 0.. {
        let before = text.len();
        text.push_str(fields[number % fields.len()]);
        templates[number % templates.len()].push(number, &mut text);
        text.push('\n');
        if text.len() > bytes {
            text.truncate(before);
            break;
        }
    }
    let mut url = String::from(random.pick(&["/", "/", "/?", "https://example.com/"]));
    let shape = random.below(6);
    let last = pool.len() - 1;
    let query = random.below(8);
    let numbers = Numbers::of(random);
    if random.one_in(3) {
        url.push_str(&templates[0].start.replace('*', ""));
    }
    let start = url.len();
    for number in 0.. {
        if url.len() >= length {
            break;
        }
        // How far it is, of all there are.
        let done = (url.len() - start) * pool.len() / length;
        let piece = match shape {
            0 => &pool[done.min(last)],
            1 => &pool[random.below(pool.len())],
            2 => &pool[last - done.min(last)],
            3 => &pool[number % pool.len()],
            4 => &pool[0],
            // All but the last.
            _ => &pool[number % last.max(1)],
        };
        url.push_str(piece);
        if number % 7 == 0 && random.one_in(2) {
            numbers.push(number, &mut url);
        }
        if query == 0 && done * 2 >= pool.len() && !url.contains('?') {
            url.push('?');
        }
    }
    if random.one_in(2) {
        url.push_str(&pool[last]);
    }
    let mut what = String::new();
    templates[0].push(12, &mut what);
    Case {
        what: format!("generated {what:?}"),
        text: text.into_bytes(),
        url,
        dialect: Dialect::Standard,
    }
}

fn random_fields(random: &mut Random) -> &'static [&'static str] {
    const FIELDS: [&[&str]; 4] = [
        &["disallow:"],
        &["allow:"],
        &["disallow:", "allow:"],
        &["allow:", "disallow:", "disallow:"],
    ];
    FIELDS[random.below(FIELDS.len())]
}

/// As many lines of this kind as fit, after others.
fn lines(before: &[u8], bytes: usize, mut line: impl FnMut(&mut String, usize)) -> Vec<u8> {
    let mut text = before.to_vec();
    let mut next = String::new();
    for number in 0.. {
        next.clear();
        line(&mut next, number);
        if text.len() + next.len() >= bytes {
            break;
        }
        text.extend_from_slice(next.as_bytes());
        text.push(b'\n');
    }
    text
}

/// What a generator does not come upon.
fn made(random: &mut Random, bytes: usize, length: usize) -> Case {
    const EVERYBODY: &[u8] = b"user-agent: *\n";
    let add = |text: &mut String, line: std::fmt::Arguments<'_>| {
        text.write_fmt(line).expect("a String takes everything");
    };
    let run = |byte: &str| format!("/{}", byte.repeat(length / byte.len()));
    let (what, text, url) = match random.below(20) {
        0 => (
            "a gram that repeats, and an end that may be an escape's",
            lines(EVERYBODY, bytes, |line, _| {
                add(line, format_args!("disallow:*aaaa*24*"))
            }),
            format!(
                "/{}{}z.y",
                "a".repeat(length / 28),
                "$".repeat(length * 27 / 28)
            ),
        ),
        1 => (
            "grams of the end, then of the start",
            lines(EVERYBODY, bytes, |line, _| {
                add(line, format_args!("disallow:*aaaa*zy"))
            }),
            format!("/z.y{}", "a".repeat(length)),
        ),
        2 => (
            "a long start in common, and a stranger",
            lines(b"user-agent: *\ndisallow: *x\n", bytes, |line, number| {
                add(line, format_args!("disallow:/{}{number}", "a".repeat(100)))
            }),
            run("a"),
        ),
        // Bytes 64 apart can be exchanged, and the hash stays the same.
        16 => (
            "rules with one hash",
            lines(EVERYBODY, bytes, |line, number| {
                let exchanged = |turned: usize| {
                    let bits = (0..16).map(move |bit| number >> bit & 1 == turned);
                    bits.map(|is_b| if is_b { 'b' } else { 'a' })
                };
                let bytes = exchanged(1).chain(['a'; 48]).chain(exchanged(0));
                add(
                    line,
                    format_args!("disallow:/{}", bytes.collect::<String>()),
                );
            }),
            format!("/{}{}x", "a".repeat(64), "b".repeat(16)),
        ),
        17 => (
            "more in common than is hashed",
            lines(EVERYBODY, bytes, |line, number| {
                add(line, format_args!("disallow:/{}{number}", "a".repeat(300)));
            }),
            format!("{}/77777", run("a")),
        ),
        // All four letters in a row of these rules stand in the URL, which begins otherwise.
        18 => (
            "wildcards that begin otherwise",
            lines(EVERYBODY, bytes, |line, number| {
                let bits = (0..14).map(|bit| char::from(b'a' + (number >> bit & 1) as u8));
                add(
                    line,
                    format_args!("disallow:/ab{}*b$", bits.collect::<String>()),
                );
            }),
            run("aaaabaabbababbbb"),
        ),
        19 => (
            "long starts that differ, before an escaped slash",
            lines(EVERYBODY, bytes, |line, number| {
                add(
                    line,
                    format_args!("disallow:/ab{}%2F{number}", "a".repeat(70)),
                );
            }),
            format!("{}?{}", run("a"), "0123456789"),
        ),
        3 => (
            "nested prefixes",
            {
                let longest = (2 * bytes).isqrt();
                lines(EVERYBODY, bytes, |line, number| {
                    add(
                        line,
                        format_args!("disallow:/{}", "a".repeat(longest - number.min(longest))),
                    );
                })
            },
            run("a"),
        ),
        4 => (
            "nested prefixes before a wildcard",
            lines(EVERYBODY, bytes, |line, number| {
                add(
                    line,
                    format_args!("disallow:/{}*b", "a".repeat(number % 200)),
                );
            }),
            run("a"),
        ),
        5 => (
            "identical rules",
            lines(EVERYBODY, bytes, |line, number| {
                add(
                    line,
                    format_args!("{}:/a", ["allow", "disallow"][number % 2]),
                );
            }),
            run("a"),
        ),
        6 => (
            "index pages",
            lines(EVERYBODY, bytes, |line, number| {
                add(line, format_args!("allow:/{}/index.html", number % 5000));
            }),
            String::from("/4999/"),
        ),
        7 => (
            "index pages after a wildcard",
            lines(EVERYBODY, bytes, |line, number| {
                add(line, format_args!("allow:/*a{number}*a/index.html"));
            }),
            format!("{}/", run("a")),
        ),
        8 => (
            "one rule that is no text",
            {
                let mut text = b"user-agent: *\ndisallow: /".to_vec();
                text.resize(bytes - 1, 0xFF);
                text.push(b'\n');
                text
            },
            run("%FF"),
        ),
        9 => (
            "groups of one rule",
            lines(b"", bytes, |line, number| {
                add(line, format_args!("user-agent:*\ndisallow:/{number}"));
            }),
            run("a"),
        ),
        10 => (
            "agents of one rule",
            lines(b"", bytes - 100, |line, number| {
                add(line, format_args!("user-agent: a{number}"))
            })
            .into_iter()
            .chain(*b"user-agent: *\ndisallow: /b\n")
            .collect(),
            run("a"),
        ),
        11 => (
            "a gram each, and a URL that holds many",
            lines(EVERYBODY, bytes, |line, number| {
                add(
                    line,
                    format_args!("disallow:*{:04}*x", number * 7919 % 10_000),
                );
            }),
            {
                let mut url = String::from("/");
                while url.len() < length {
                    add(&mut url, format_args!("{:04}", random.below(10_000)));
                }
                url
            },
        ),
        12 => (
            "a run that ends in an escape's bytes",
            lines(EVERYBODY, bytes, |line, _| {
                add(
                    line,
                    format_args!("disallow:*{}24*", "$".repeat(random.below(70))),
                );
            }),
            run("%24"),
        ),
        13 => (
            "escaped slashes, path and query",
            lines(EVERYBODY, bytes, |line, number| {
                add(line, format_args!("disallow:*/%2F*%3F{}", number % 3));
            }),
            format!("/{}?{}", "/".repeat(length / 2), "/".repeat(length / 2)),
        ),
        14 => (
            "groups by turns, with wildcards",
            lines(b"", bytes, |line, number| {
                add(
                    line,
                    format_args!(
                        "user-agent:{}\ndisallow:*a*{number}b",
                        ["*", AGENT][number % 2]
                    ),
                );
            }),
            run("a"),
        ),
        _ => (
            "the first half of a run, then the second",
            lines(EVERYBODY, bytes, |line, _| {
                add(
                    line,
                    format_args!("disallow:*{}b*", "a".repeat(1 + random.below(60))),
                );
            }),
            run("a"),
        ),
    };
    Case {
        what: String::from(what),
        text,
        url,
        dialect: Dialect::Standard,
    }
}

fn case(random: &mut Random, bytes: usize, length: usize) -> Case {
    let made = if random.one_in(3) {
        made(random, bytes, length)
    } else {
        generated(random, bytes, length)
    };
    let dialect = if random.one_in(3) {
        Dialect::Google
    } else {
        Dialect::Standard
    };
    Case { dialect, ..made }
}

/// What a query takes at the least, by route.
#[derive(Clone, Copy, Debug)]
struct Times {
    first: Duration,
    later: Duration,
    matcher: Duration,
    /// Whatever a query costs besides rules: something, and a look at each byte of the URL.
    margin: Duration,
}

impl Times {
    const LONGEST: Times = Times {
        first: Duration::MAX,
        later: Duration::MAX,
        matcher: Duration::MAX,
        margin: Duration::ZERO,
    };

    /// The shorter of these times and those that `clock` measures now.
    fn or_now(self, case: &Case, robots: &Robots<'_>, clock: fn() -> Duration) -> Times {
        let time = |work: &mut dyn FnMut() -> bool| {
            let start = clock();
            black_box(work());
            clock() - start
        };
        let fresh = robots.clone();
        let matcher = robots.matcher(AGENT);
        Times {
            first: self
                .first
                .min(time(&mut || fresh.allowed(AGENT, &case.url))),
            later: self
                .later
                .min(time(&mut || robots.allowed(AGENT, &case.url))),
            matcher: self.matcher.min(time(&mut || matcher.allowed(&case.url))),
            margin: Duration::from_nanos(5_000 + 6 * case.url.len() as u64),
        }
    }

    fn slowest(self) -> Duration {
        self.first.max(self.later).max(self.matcher)
    }

    fn ratio(self) -> f64 {
        let index = self.later.max(self.matcher);
        index.as_secs_f64() / (self.first + self.margin).as_secs_f64()
    }
}

fn wall_clock() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    START.with(Instant::elapsed)
}

/// Measures until an index is seen to be no slower than none.
fn measure(case: &Case, most: f64, longest: Duration) -> Times {
    let robots = ParseOptions::new()
        .dialect(case.dialect)
        .byte_limit(None)
        .parse(&case.text);
    // Rules are compiled at the ninth query.
    for _ in 0..9 {
        black_box(robots.allowed(AGENT, "/"));
    }
    let mut times = Times::LONGEST;
    for attempt in 0..24 {
        // Whatever else this machine does takes no time of the thread's.
        let clock = if attempt < 4 { wall_clock } else { time::clock };
        times = times.or_now(case, &robots, clock);
        if attempt >= 1 && times.ratio() < most && times.slowest() < longest {
            break;
        }
    }
    times
}

/// Makes files of some sizes and asks them, and returns the highest ratio and the longest time; prints the worst.
fn worst(
    what: &str,
    number: u64,
    most: f64,
    longest: Duration,
    sizes: &[(usize, usize)],
) -> (f64, Duration) {
    let _alone = alone();
    let seed = seed(what);
    let mut seen: Vec<(Times, String)> = Vec::new();
    for number in 0..cases(number) {
        let mut random = Random::new(seed.wrapping_add(number));
        let (bytes, length) = sizes[random.below(sizes.len())];
        let case = case(&mut random, bytes, length);
        let times = measure(&case, most, longest);
        let shown: String = case.url.chars().take(40).collect();
        let line = format!(
            "ROBOTS_CASES=1 ROBOTS_SEED={}: {} in {:?}, {bytes} bytes, {length} of URL {shown:?}: {times:?}",
            seed.wrapping_add(number),
            case.what,
            case.dialect
        );
        seen.push((times, line));
    }
    const SHOWN: usize = 4;
    let slowest = |seen: &(Times, String)| seen.0.slowest();
    seen.sort_by_key(|seen| std::cmp::Reverse(slowest(seen)));
    let time = slowest(&seen[0]);
    seen.iter()
        .take(SHOWN)
        .for_each(|(_, line)| println!("{line}"));
    seen.sort_by(|one, other| other.0.ratio().total_cmp(&one.0.ratio()));
    let ratio = seen[0].0.ratio();
    for (times, line) in seen.iter().take(SHOWN) {
        println!("{:.2} {line}", times.ratio());
    }
    (ratio, time)
}

#[test]
fn an_index_costs_no_more_than_none() {
    const SIZES: [(usize, usize); 5] = [
        (3_000, 500),
        (20_000, 300),
        (40_000, 2_000),
        (20_000, 20_000),
        (511_900, 1_994),
    ];
    const MOST: f64 = 2.0;
    let what = "an index costs no more than none";
    let (ratio, _) = worst(what, 150, MOST, Duration::MAX, &SIZES);
    assert!(
        ratio < MOST,
        "an index takes {ratio:.1} times as long as none"
    );
}

/// Files as long as are read by default, and URLs as long as are usual.
#[test]
fn no_query_takes_long() {
    const LONGEST: Duration = Duration::from_millis(900);
    let what = "no query takes long";
    let (_, time) = worst(what, 8, f64::MAX, LONGEST, &[(511_900, 1_994)]);
    assert!(time < LONGEST, "a query takes {time:?}");
}
