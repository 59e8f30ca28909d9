//! The cost of walking through the states that rules can reach. Even for rules with exponentially
//! many states, it is bounded by a constant plus a part that grows like sorting the rules.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use allocation_counter::measure;
use robots_exclusion::diff::{self, Effect, effects, files};
use robots_exclusion::lint::{self, Code};
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use crate::families;
use crate::growth::{DIALECTS, options};
use crate::random::Random;
use crate::time::{alone, clock};

/// Returns a file in which a rule of `kind` is overridden by a rule of `other` wherever it matches.
/// To prove that, a walk must visit 2ⁿ states, because each of the n remaining patterns may be half
/// matched independently of the others.
fn subsets(kind: &str, other: &str) -> String {
    let mut text = format!("user-agent: *\n{other}: /*x****y****z\n{kind}: /*x*y*z$\n");
    if kind == "allow" {
        text.push_str("disallow: /\n");
    }
    for number in 0..60 {
        let letter = char::from(b'a' + (number % 20) as u8);
        let round = number / 20;
        writeln!(
            text,
            "{other}: /*{letter}{round}*{letter}{round}**{letter}{round}"
        )
        .expect("writing to a String never fails");
    }
    text
}

/// Returns a file in which a rule of `kind`, the only one with a `$`, changes no verdict. It decides
/// where only the last rule would, and three longer ones override it wherever one of the patterns
/// with a `w` matches. To prove that, a walk must visit 2ⁿ states.
fn covered_in_parts(kind: &str, other: &str) -> String {
    let mut text = format!("user-agent: *\n{kind}: /*x*y*z$\n");
    for parts in ["*w*x*y*z", "*x*w*y*z", "*x*y*w*z"] {
        writeln!(text, "{other}: /{parts}").expect("writing to a String never fails");
    }
    for number in 0..60 {
        let letter = char::from(b'a' + (number % 20) as u8);
        let round = number / 20;
        writeln!(text, "{other}: /*w*{letter}{round}*{letter}{round}")
            .expect("writing to a String never fails");
    }
    text + &format!("{kind}: /\n")
}

fn ask(matcher: &Matcher) -> [bool; 2] {
    [matcher.allows_all(), matcher.disallows_all()]
}

fn parsed(text: &str, dialect: Dialect) -> Matcher {
    let options = ParseOptions::new().dialect(dialect);
    options.parse(text).matcher("a")
}

/// Returns the shortest of three times, and the peak heap usage.
fn cost(matcher: &Matcher) -> (Duration, u64) {
    let measured = || {
        let start = clock();
        black_box(ask(matcher));
        clock() - start
    };
    let least = (0..3).map(|_| measured()).min().expect("there are three");
    let heap = measure(|| {
        black_box(ask(matcher));
    });
    (least, heap.bytes_max)
}

#[test]
fn allows_all_and_disallows_all_take_bounded_time_and_memory() {
    let patience = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 200 });
    let _alone = alone();
    for dialect in DIALECTS {
        let options = options(dialect);
        let mut texts = Vec::new();
        for (kind, other) in [("allow", "disallow"), ("disallow", "allow")] {
            texts.push((
                format!("{kind} overridden"),
                subsets(kind, other).into_bytes(),
            ));
        }
        texts.extend(families::ALL.iter().map(|family| {
            let length = if family.name.starts_with("one rule") {
                16_000
            } else {
                60_000
            };
            (family.name.to_owned(), (family.text)(length))
        }));
        for (name, text) in texts {
            let matcher = options.parse(&text).matcher("a-b");
            let (time, heap) = cost(&matcher);
            println!("{name}: {time:?}, {} KiB", heap / 1024);
            assert!(time < patience, "{name} in {dialect:?}: {time:?}");
            let limit = 4 * 1024 * 1024 + 64 * text.len() as u64;
            assert!(heap < limit, "{name} in {dialect:?}: {heap} bytes");
        }
    }
}

#[test]
fn allows_all_and_disallows_all_need_no_walk() {
    for dialect in DIALECTS {
        let ask = |text: String| ask(&parsed(&text, dialect));
        assert_eq!(ask(subsets("allow", "disallow")), [false, true]);
        assert_eq!(ask(subsets("disallow", "allow")), [true, false]);
    }
}

#[test]
fn allows_all_and_disallows_all_are_false_if_undecided() {
    // Each of the rules of `kind` is overridden by the rule with all digits, but only after all the
    // longer ones have been tried.
    let text = |kind: &str, other: &str| {
        let mut text = format!("user-agent: *\n{other}: /q*0*1*2*3*4*5*6*7*8*9*z\n");
        if other == "disallow" {
            text.push_str("disallow: /\n");
        }
        for number in 0..1000 {
            let tail = "*q".repeat(9);
            write!(
                text,
                "{kind}: /q0123456789{number:03}z\n{other}: /*z*{number:03}{tail}\n"
            )
            .expect("writing to a String never fails");
        }
        text
    };
    for dialect in DIALECTS {
        let ask = |text: String| ask(&parsed(&text, dialect));
        assert_eq!(ask(text("allow", "disallow")), [false, false]);
        assert_eq!(ask(text("disallow", "allow")), [false, false]);
    }
}

/// Many crawlers, each with rules that have too many states.
#[test]
fn comparing_many_crawlers_takes_bounded_time_and_memory() {
    let mut old = String::new();
    for number in 0..60 {
        let (kind, other) = [("allow", "disallow"), ("disallow", "allow")][number % 2];
        let rules = covered_in_parts(kind, other).replace('x', &format!("xxxxxxxx{number}"));
        // Letters only, because the Google dialect cuts names at digits.
        let name = "a".repeat(number + 1);
        old.push_str(&rules.replace("agent: *", &format!("agent: {name}")));
    }
    let new: String = old
        .lines()
        .filter(|line| !line.ends_with('$'))
        .map(|line| format!("{line}\n"))
        .collect();
    let patience = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 10 });
    let _alone = alone();
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect);
        let (old, new) = (options.parse(&old), options.parse(&new));
        let start = clock();
        let heap = measure(|| {
            let named = files(&old, &new)
                .into_iter()
                .filter(|crawler| crawler.agents[0] != "*");
            // Nothing changes for any crawler, but no difference may be empty, because that cannot
            // be proved.
            assert!(
                named
                    .into_iter()
                    .all(|crawler| !crawler.difference.is_empty())
            );
        });
        let time = clock() - start;
        println!(
            "diff in {dialect:?}: {time:?}, {} KiB",
            heap.bytes_max / 1024
        );
        assert!(
            time < patience && heap.bytes_max < 64 << 20,
            "{time:?}, {} bytes",
            heap.bytes_max
        );
        let matcher = old.matcher("aa");
        let start = clock();
        let heap = measure(|| drop(black_box(effects(&matcher))));
        let time = clock() - start;
        println!(
            "winning rules in {dialect:?}: {time:?}, {} KiB",
            heap.bytes_max / 1024
        );
        assert!(
            time < patience && heap.bytes_max < 64 << 20,
            "{time:?}, {} bytes",
            heap.bytes_max
        );
    }
}

/// Returns rules that are covered by others, followed by `count` rules that might cover them too.
fn covered(count: usize) -> String {
    let mut text = "user-agent: *\ndisallow: /*x*y\nallow: /x*y$\ndisallow: /*x*y***$\n".to_owned();
    for number in 0..count {
        writeln!(text, "allow: /*{number}*a*{number}b$").expect("writing to a String never fails");
    }
    text
}

#[test]
fn linting_covered_rules_takes_bounded_time_and_memory() {
    let _alone = alone();
    let texts = [
        ("covered among few", covered(10)),
        ("covered among many", covered(3_000)),
        ("covered among very many", covered(30_000)),
        ("allow overridden", subsets("allow", "disallow")),
        ("disallow overridden", subsets("disallow", "allow")),
        (
            "allow overridden, with a larger step budget",
            subsets("allow", "disallow") + &"#\n".repeat(200_000),
        ),
    ];
    for dialect in DIALECTS {
        let options = options(dialect);
        for (name, text) in &texts {
            let mut found = 0;
            let start = clock();
            let heap = measure(|| {
                let never_wins = lint::check(text, options)
                    .into_iter()
                    .filter(|found| found.code == Code::RuleNeverWins);
                found = never_wins.count();
            });
            let time = clock() - start;
            let (length, peak) = (text.len(), heap.bytes_max);
            println!(
                "lint, {name} in {dialect:?}: {length} bytes, {found} found, {time:?}, {} KiB",
                peak / 1024
            );
            assert!(
                found >= usize::from(name.ends_with("few")),
                "{name} in {dialect:?}"
            );
            assert!(
                // Checking a suggested edit may take another walk.
                peak < (48 << 20) + 40 * length as u64,
                "{name} in {dialect:?}: {peak} bytes"
            );
            // A few microseconds per byte, but many times that in a debug build on a busy machine.
            let patience = Duration::from_millis(500) + Duration::from_micros(10) * length as u32;
            assert!(time < patience, "{name} in {dialect:?}: {time:?}");
        }
    }
}

/// Returns rules with more and more wildcards. Each rule matches a superset of what the next one
/// matches.
fn nested(bytes: usize) -> String {
    let mut text = "user-agent: *\n".to_owned();
    for number in 1.. {
        let kind = ["allow", "disallow"][number % 2];
        writeln!(text, "{kind}: /{}", "*a".repeat(number))
            .expect("writing to a String never fails");
        if text.len() >= bytes {
            break;
        }
    }
    text
}

/// Returns rules that contain two short pieces in random orders.
fn shuffled(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = "user-agent: *\n".to_owned();
    while text.len() < bytes {
        let pieces: Vec<_> = (0..20)
            .map(|_| ["aab", "aaaaaaaaaaab"][random.below(2)])
            .collect();
        let kind = ["allow", "disallow"][random.below(2)];
        writeln!(text, "{kind}: /*{}", pieces.join("*")).expect("writing to a String never fails");
    }
    text
}

/// Returns a long group for `*`, and many crawlers that share another long group and each have
/// one of their own. Every one of them is compared with `*`.
fn crowded(bytes: usize) -> String {
    let names: Vec<_> = (0..300).map(|number| format!("crawler{number}")).collect();
    let mut text = "user-agent: *\n".to_owned();
    let line = |text: &mut String, line: std::fmt::Arguments<'_>| {
        writeln!(text, "{line}").expect("writing to a String never fails");
    };
    for number in 0..bytes / 48 {
        line(&mut text, format_args!("disallow: /{number}*a"));
    }
    for name in &names {
        line(&mut text, format_args!("user-agent: {name}"));
    }
    for number in 0..bytes / 48 {
        line(&mut text, format_args!("allow: /b{number}"));
    }
    for name in &names {
        line(
            &mut text,
            format_args!("user-agent: {name}\nallow: /{name}"),
        );
    }
    text
}

/// Lint compares rules until its step budget is used up, so its time is bounded but not
/// proportional to a small file.
#[test]
fn large_files_are_linted_in_bounded_time() {
    type Build = fn(usize) -> String;
    let contested: [(&str, Build); 3] = [
        ("many crawlers", crowded),
        ("nested wildcards", nested),
        ("shuffled wildcards", shuffled),
    ];
    let contested = contested.map(|(what, build)| (what, build(512 << 10).into_bytes()));
    let families = families::ALL.map(|family| (family.name, (family.text)(64 << 10)));
    // Only on Linux does the clock show the processor's time.
    let patience = match (cfg!(target_os = "linux"), cfg!(debug_assertions)) {
        (true, _) => 2,
        (false, true) => 30,
        (false, false) => 2,
    };
    let patience = Duration::from_secs(patience);
    let _alone = alone();
    for (what, text) in contested.into_iter().chain(families) {
        let options = options(Dialect::Standard);
        let start = clock();
        black_box(lint::check(&text, options).len());
        let of_lint = clock() - start;
        let matcher = options.parse(&text).matcher("a-b");
        let start = clock();
        black_box(effects(&matcher));
        let of_rules = clock() - start;
        println!("{what}: lint {of_lint:?}, winning rules {of_rules:?}");
        assert!(
            of_lint.max(of_rules) < patience,
            "{what}: {of_lint:?}, {of_rules:?}"
        );
    }
}

/// Returns `count` rules that consist of `/%2F?` and six characters of `letters`.
fn escapes(letters: &str, count: usize) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let mut text = "user-agent:*\n".to_owned();
    for number in 0..count {
        text.push_str("allow:/%2F?");
        let digits = (0..6).map(|digit| number / letters.len().pow(digit) % letters.len());
        text.extend(digits.map(|digit| letters[digit]));
        text.push('\n');
    }
    text
}

/// Returns numbered lines of at most 512,000 bytes in total.
fn filled(line: impl Fn(usize) -> String) -> String {
    let mut text = "user-agent:*\n".to_owned();
    for number in 0.. {
        let line = line(number);
        if text.len() + line.len() >= 512_000 {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Returns files of 512,000 bytes in which the rule that decides a URL is expensive to find.
fn hard_files() -> Vec<(&'static str, String)> {
    let kind = |number: usize| ["allow", "disallow"][number % 2];
    vec![
        ("escapes that share a hash", escapes("23F+IS]{!", 28_443)),
        ("numbered escapes", filled(|n| format!("allow:/%2F{n}"))),
        ("numbered wildcards", filled(|n| format!("allow:/*{n}"))),
        ("index pages", filled(|n| format!("allow:*{n}/index.htm"))),
        (
            "anchored wildcards",
            filled(|n| format!("{}:/*a{n:05}$", kind(n))),
        ),
        (
            "wildcards with a common ending",
            filled(|n| format!("{}:*{n:05}*a*b", kind(n))),
        ),
        (
            "nested",
            filled(|n| format!("{}:/{}", kind(n), "*a".repeat(1 + n % 400))),
        ),
        (
            "prefixes of each other",
            filled(|n| format!("{}:/{}", kind(n), "a".repeat(n))),
        ),
        ("dot segments", filled(|n| format!("{}:/*/../{n}", kind(n)))),
        (
            "one group per crawler",
            filled(|n| format!("user-agent:a{n}\n{}:/*{n}", kind(n))),
        ),
        (
            "groups for one crawler",
            filled(|n| format!("user-agent:*\nallow:/*{n}")),
        ),
    ]
}

#[test]
fn hard_files_are_compared_in_bounded_time() {
    // About 2 s are documented, and it is twice as much with overflow checks on a busy machine. Only
    // on Linux does the clock show the processor's time.
    let patience = Duration::from_secs(if cfg!(target_os = "linux") { 8 } else { 60 });
    let _alone = alone();
    for (name, text) in hard_files() {
        // Each of the two files lacks a different quarter of the lines.
        let without = |kept: usize| {
            let lines = text.lines().enumerate();
            let lines = lines.filter(|(number, _)| number % 4 != kept || *number == 0);
            lines
                .map(|(_, line)| format!("{line}\n"))
                .collect::<String>()
        };
        let (old, new) = (without(1), without(2));
        for dialect in DIALECTS {
            let options = options(dialect);
            let (old, new) = (options.parse(&old), options.parse(&new));
            let start = clock();
            let found = files(&old, &new);
            let of_files = clock() - start;
            let changes: usize = found.iter().map(|it| it.difference.changes.len()).sum();
            let decided = found.iter().filter(|it| it.difference.is_decided).count();
            println!(
                "{name} in {dialect:?}: {of_files:?}, {changes} changes, {decided} of {} decided",
                found.len()
            );
            let robots = options.parse(&text);
            let start = clock();
            let found = diff::effects_in_file(&robots);
            let of_rules = clock() - start;
            let is_undecided = |(_, effect): &&(_, Effect)| *effect == Effect::Undecided;
            println!(
                "winning rules: {of_rules:?}, {} of {} undecided",
                found.iter().filter(is_undecided).count(),
                found.len()
            );
            assert!(
                of_files.max(of_rules) < patience,
                "{name} in {dialect:?}: {of_files:?}, {of_rules:?}"
            );
        }
    }
}

/// These files are read only if the caller lifts the byte limit. Comparisons give up before their
/// tables take much memory.
#[test]
fn comparing_large_files_takes_bounded_memory() {
    let numbered = |line: fn(usize) -> String| {
        let mut text = "user-agent: *\n".to_owned();
        (0..300_000).for_each(|number| text += &line(number));
        text
    };
    let texts = [
        numbered(|number| format!("allow:*{number:06}/index.htm\n")),
        numbered(|number| format!("disallow:/*{number}$\n")),
        numbered(|number| format!("allow:/{number}\n")),
        format!("user-agent: *\ndisallow: /{}", "*a".repeat(4 << 20)),
    ];
    let _alone = alone();
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        for text in &texts {
            let (old, new) = (
                options.parse(text),
                options.parse("user-agent: *\nallow: /a"),
            );
            let heap = measure(|| drop(black_box(files(&old, &new)))).bytes_max;
            println!("diff in {dialect:?}: {} MB", heap >> 20);
            assert!(heap < 64 << 20, "{heap} bytes");
            let heap = measure(|| drop(black_box(diff::effects_in_file(&old)))).bytes_max;
            println!("effects in {dialect:?}: {} MB", heap >> 20);
            // The peak includes the returned rules.
            assert!(heap < 64 << 20, "{heap} bytes");
            let matcher = old.matcher("a");
            let heap = measure(|| {
                black_box(ask(&matcher));
            });
            println!("allows_all in {dialect:?}: {} MB", heap.bytes_max >> 20);
            assert!(heap.bytes_max < 64 << 20, "{} bytes", heap.bytes_max);
        }
    }
}

/// The limit on the heap usage of `effects_in_file`, in bytes per byte of the file.
const EFFECT_BYTES: u64 = 24;

#[test]
fn effects_take_bounded_memory_per_byte() {
    let _alone = alone();
    let lines: [fn(usize) -> String; 5] = [
        |_| "allow:\n".to_owned(),
        |number| format!("allow:/{number}\n"),
        |number| format!("allow:*{number}\n"),
        |number| format!("allow:/\u{e9}{number}*\n"),
        |number| format!("allow:{number}/index.htm\nallow:*/{number}/index.htm\n"),
    ];
    for dialect in DIALECTS {
        let options = ParseOptions::new().dialect(dialect).byte_limit(None);
        let mut most: f64 = 0.0;
        for line in lines {
            for count in [100, 331, 1_025, 4_097, 10_007, 30_011] {
                let text = (0..count).map(line).collect::<String>();
                let text = format!("user-agent:*\n{text}");
                let robots = options.parse(&text);
                let heap = measure(|| drop(black_box(diff::effects_in_file(&robots)))).bytes_max;
                let length = text.len() as u64;
                assert!(
                    heap < (16 << 10) + EFFECT_BYTES * length,
                    "{heap} for {length}"
                );
                most = most.max((heap as f64 - 16384.0) / length as f64);
            }
        }
        println!("effects in {dialect:?}: at most {most:.1} bytes per byte of the file");
    }
}
