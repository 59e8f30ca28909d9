//! Properties of the diagnostics of any file.

use std::ops::Range;
use std::time::Duration;

use robots_exclusion::diff;
use robots_exclusion::lint::{self, Code};
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::support::generator;
use crate::support::random::Random;

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// A UTF-16 byte order mark on its own line does not affect the lines below it.
#[test]
fn a_utf16_byte_order_mark_hides_no_diagnostic() {
    let mut shown = 0;
    for seed in 0..5_000 {
        let text = generator::small_file(&mut Random::new(seed));
        // A byte order mark, or a part of one, would no longer be at the start.
        if text.first().is_some_and(|first| !first.is_ascii()) {
            continue;
        }
        let mark: &[u8] = [b"\xFF\xFE\n", b"\xFE\xFF\n"][seed as usize % 2];
        let marked = [mark, &text].concat();
        for dialect in DIALECTS {
            let options = ParseOptions::new().dialect(dialect).byte_limit(None);
            let mut found = lint::check(&marked, options).into_iter();
            let first = found.next().map(|first| (first.code, first.span()));
            assert_eq!(first, Some((Code::Utf16ByteOrderMark, 0..2)));
            let key = |line: u32, span: Range<usize>, code| (line, span.start, span.end, code);
            let found: Vec<_> = found
                .map(|found| {
                    let Range { start, end } = found.span();
                    key(found.line() - 1, start - 3..end - 3, found.code)
                })
                .collect();
            let expected = lint::check(&text, options);
            for found in &expected {
                let starts = found.places().map(|(_, span)| span.start);
                assert!(starts.is_sorted(), "seed {seed}: {}", found.lines());
            }
            let expected: Vec<_> = expected
                .into_iter()
                .map(|found| key(found.line(), found.span(), found.code))
                .collect();
            assert_eq!(found, expected, "seed {seed} in {dialect:?}");
            shown += found.len();
        }
    }
    assert!(shown > 10_000, "{shown}");
}

#[test]
fn a_joined_run_names_the_affected_crawlers() {
    let mut joined = 0;
    for seed in 0..5_000 {
        let random = &mut Random::new(seed);
        let text = generator::small_file(random);
        let options = ParseOptions::new().byte_limit(None);
        let robots = options.parse(&text);
        for found in lint::check(&text, options)
            .into_iter()
            .filter(|found| found.code == Code::JoinedRun)
        {
            joined += 1;
            let decisive = found.related.last().unwrap();
            let group = robots
                .groups()
                .filter(|group| group.line() <= found.line())
                .last()
                .unwrap();
            let message = found.message;
            let (_, names) = message.split_once(" also ").unwrap();
            let (names, _) = names.split_once(" (line ").unwrap();
            for name in names.split('`').skip(1).step_by(2) {
                let named = group
                    .agents()
                    .any(|agent| agent.value().starts_with(name.as_bytes()));
                assert!(named, "seed {seed}: {message}");
                let matcher = robots.matcher(name);
                let mut rules = matcher.rules().map(|rule| rule.line());
                assert!(
                    rules.any(|line| line == decisive.line),
                    "seed {seed}: {message}"
                );
            }
        }
    }
    assert!(joined > 300, "{joined}");
}

/// Returns the delays, preferences and licences of a crawler, for some URLs.
fn asked_of(robots: &Robots<'_>, agent: &str, urls: &[String]) -> Vec<String> {
    let matcher = robots.matcher(agent);
    let mut asked = vec![
        format!("{:?}", matcher.crawl_delay()),
        format!("{:?}", matcher.delay(Duration::from_secs(86_400))),
        format!(
            "{:?}",
            matcher
                .licenses()
                .map(|of| of.value().to_vec())
                .collect::<Vec<_>>()
        ),
    ];
    #[cfg(feature = "usage")]
    for url in urls {
        let usage = [matcher.usage(url), matcher.content_signals(url)];
        let labels = [
            "train-ai", "ai-use", "search", "ai-input", "ai-train", "use",
        ];
        for label in labels {
            let values = usage
                .each_ref()
                .map(|usage| usage.value(label).map(str::to_owned));
            asked.push(format!("{url} {label} {values:?}"));
        }
    }
    asked
}

/// Returns the lines of a text, each with its line end.
fn whole_lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
        let (line, after) = rest.split_at(at + 1 + usize::from(rest[at..].starts_with(b"\r\n")));
        lines.push(line);
        rest = after;
    }
    lines.push(rest);
    lines
}

/// Checks that an edit changes no line except those that it is about, and joins none of them.
#[track_caller]
fn assert_lines_are_kept(text: &[u8], span: Range<usize>, replacement: &str) {
    let edited = [
        &text[..span.start],
        replacement.as_bytes(),
        &text[span.end..],
    ]
    .concat();
    let (before, after) = (whole_lines(text), whole_lines(&edited));
    // CR before a removed text and LF after it become the end of the line before.
    let is_one_end = replacement.is_empty()
        && text[..span.start].ends_with(b"\r")
        && text[span.end..].starts_with(b"\n");
    let first = whole_lines(&text[..span.start]).len() - 1 - usize::from(is_one_end);
    let last = whole_lines(&text[span.end..]).len() - 1;
    let context = || String::from_utf8_lossy(text).into_owned();
    assert_eq!(
        before[..first],
        after[..first],
        "{span:?} {replacement:?} in {:?}",
        context()
    );
    let [old, new] = [&before, &after].map(|lines| &lines[lines.len() - last..]);
    assert_eq!(old, new, "{span:?} {replacement:?} in {:?}", context());
    let ends = |text: &[u8]| whole_lines(text).len() - 1;
    let expected = ends(text) + ends(replacement.as_bytes())
        - ends(&text[span.clone()])
        - usize::from(is_one_end);
    assert_eq!(
        ends(&edited),
        expected,
        "{span:?} {replacement:?} in {:?}",
        context()
    );
}

/// Applies each safe edit alone, and all of them together as `fix` does. Returns the number of safe
/// and of other edits.
#[track_caller]
pub(crate) fn safe_edits_change_nothing(
    name: &str,
    text: &[u8],
    options: ParseOptions,
) -> [usize; 2] {
    let assert_same = |other: &[u8], what: &dyn std::fmt::Debug| {
        for dialect in DIALECTS {
            let options = options.dialect(dialect);
            let (before, after) = (options.parse(text), options.parse(other));
            let mut urls: Vec<String> = before
                .records()
                .map(|record| String::from_utf8_lossy(record.value()).into_owned())
                .filter_map(|value| Some(value.split([' ', '\t', '*', '$']).next()?.to_owned()))
                .filter(|path| path.starts_with('/'))
                .chain(["/".into()])
                .collect();
            urls.sort_unstable();
            urls.dedup();
            for crawler in diff::files(&before, &after) {
                let changes = &crawler.difference.changes;
                let agent = &*crawler.agents[0];
                assert_eq!(*changes, [], "{name}: {what:?} for {agent} in {dialect:?}");
                let agents = crawler.agents.iter().take(20);
                for agent in agents.flat_map(|agent| [agent.clone(), format!("{agent}-x")]) {
                    let [before, after] =
                        [&before, &after].map(|robots| asked_of(robots, &agent, &urls));
                    assert_eq!(before, after, "{name}: {what:?} for {agent} in {dialect:?}");
                }
            }
        }
    };
    let mut counts = [0; 2];
    for found in lint::check(text, options) {
        for edit in &found.edits {
            let span = &edit.span;
            assert!(
                span.start <= span.end && span.end <= text.len(),
                "{name}: {edit:?}"
            );
            assert_eq!(edit.is_safe(), edit.effect.is_empty());
            assert_lines_are_kept(text, span.clone(), &edit.text);
            counts[usize::from(!edit.is_safe())] += 1;
            if edit.is_safe() {
                let edited = [&text[..span.start], edit.text.as_bytes(), &text[span.end..]];
                assert_same(&edited.concat(), &found);
            }
        }
    }
    let fixed = lint::fix(text, options);
    if counts[0] == 0 {
        assert_eq!(fixed, text);
    } else {
        assert_same(&fixed, &"all edits");
    }
    counts
}

#[test]
fn safe_edits_change_no_verdict() {
    let mut counts = [0; 2];
    for seed in 0..3_000 {
        let text = generator::small_file(&mut Random::new(seed));
        let options = ParseOptions::new()
            .dialect(DIALECTS[seed as usize % 2])
            .byte_limit(None);
        let [safe, others] = safe_edits_change_nothing(&format!("seed {seed}"), &text, options);
        counts[0] += safe;
        counts[1] += others;
    }
    assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
}

/// Returns all paths of up to five of these characters after the first. No pattern of the test
/// names `c`.
fn short_paths() -> Vec<String> {
    let mut paths = vec![String::from("/")];
    let mut last = paths.clone();
    for _ in 0..5 {
        let longer = last
            .iter()
            .flat_map(|path| ["a", "b", "c", "/"].map(|letter| format!("{path}{letter}")));
        last = longer.collect();
        paths.extend_from_slice(&last);
    }
    paths
}

#[test]
fn dropped_rules_are_those_that_would_disallow_an_allowed_url() {
    let patterns = [
        "/a", "/b", "/ab", "/abb", "/a$", "/ab$", "/a*b", "/a*b$", "/*b", "/*b$", "/a*", "/b**",
        "/*a*b", "*/a", "*ab",
    ];
    let paths = short_paths();
    let (mut exact, mut less, mut missed) = (0, 0, 0);
    for seed in 0..500 {
        let random = &mut Random::new(seed);
        let mut rules = |count: usize, allows: usize| -> String {
            let rule = |_| {
                let kind = ["disallow", "allow"][usize::from(random.below(4) < allows)];
                format!("{kind}: {}\n", patterns[random.below(patterns.len())])
            };
            (0..=count).map(rule).collect()
        };
        let (everyone, own) = (rules(3, 1), rules(2, 2));
        let text = format!("user-agent: *\n{everyone}user-agent: MyBot\n{own}");
        let merged = format!("user-agent: MyBot\n{everyone}{own}");
        for dialect in DIALECTS {
            let options = ParseOptions::new().dialect(dialect);
            let (robots, merged) = (options.parse(&text), options.parse(&merged));
            let [own, merged] = [robots, merged].map(|robots| robots.matcher("MyBot"));
            let is_closed = |path: &str| own.allowed(path) && !merged.allowed(path);
            let closed = paths.iter().filter(|path| is_closed(path));
            let mut lines: Vec<_> = closed.map(|path| merged.verdict(path).line()).collect();
            lines.sort_unstable();
            lines.dedup();
            let found = lint::check(&text, options);
            let found = found.iter().find(|found| found.code == Code::DropsRules);
            let Some(message) = found.map(|found| &found.message) else {
                missed += usize::from(!lines.is_empty());
                continue;
            };
            let mut quoted = message.split('`').skip(1).step_by(2);
            let example = quoted.find(|quoted| *quoted != "*");
            let example = example.expect("an example is quoted");
            assert!(is_closed(example), "{message}\n{text}");
            // A single rule is not counted.
            let number = |word: &str| word.parse::<usize>().ok();
            match message.split(' ').find_map(number) {
                Some(count) if !message.contains("at least") => {
                    assert_eq!(count, lines.len(), "{message}\n{text}");
                    exact += 1;
                }
                count => {
                    let count = count.unwrap_or(1);
                    assert!(count <= lines.len(), "{message}\n{text}");
                    less += usize::from(count < lines.len());
                }
            }
        }
    }
    // Only an `allow` rule that outranks a `disallow` rule of its group can hide a dropped rule.
    println!("{exact} exact, {less} less, {missed} missed");
    assert!(exact > 200, "{exact} exact counts");
    assert!(
        less + missed < exact / 10,
        "{less} too low, {missed} missed"
    );
}
