//! Compares diagnostics about several lines for one crawler with a naive search in the model's
//! lists.

use std::collections::BTreeSet;

use robots_exclusion::lexer::Field;
use robots_exclusion::lint::{self, Code};
use robots_exclusion::usage::Preference;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use super::generate;
use crate::model::{self, Answer};
use crate::naive;
use crate::question::{Asked, Question};
use crate::support::generator::{self, Random};

/// Every name in generated files, and one that is in none.
const CRAWLERS: &[&str] = &["a", "b", "a-b", "c", "1", "-", "", "nobody-else"];

/// One line as read by the model.
struct Line {
    number: u32,
    path: Vec<u8>,
    /// The preference that the line states for each label.
    says: Vec<Option<String>>,
}

/// Returns the name of a field and its labels that can be allowed or disallowed.
fn field_and_labels(asked: Asked) -> (&'static [u8], &'static [&'static str]) {
    match asked {
        Asked::Usage => (b"content-usage", &["train-ai", "ai-use", "search"]),
        _ => (b"content-signal", &["search", "ai-input", "ai-train"]),
    }
}

/// Returns the preference that a statement gives for a label.
fn word(asked: Asked, statement: &[u8], label: &str) -> Option<String> {
    match model::answer_of(asked, statement, label) {
        Answer::Says(word, _) => Some(word),
        _ => None,
    }
}

/// Returns the lines of a field that apply to a crawler and have a valid statement.
fn lines(file: &[u8], dialect: Dialect, asked: Asked, crawler: &str, on_top: bool) -> Vec<Line> {
    let (field, labels) = field_and_labels(asked);
    let mut question = Question::new("", crawler, "/", asked, "");
    question.file = file.to_vec();
    question.setting.dialect = dialect;
    let (own, global) = model::lines(&question, field);
    let lines = if on_top { global } else { own };
    lines
        .into_iter()
        .filter_map(|record| {
            let (path, statement) = model::split(&record.value);
            let has_words = !statement.is_empty();
            let parses = asked != Asked::Usage || crate::dictionary::parse(statement).is_some();
            (has_words && parses).then(|| Line {
                number: record.line,
                path: path_that_counts(path.unwrap_or_default(), dialect),
                says: labels
                    .iter()
                    .map(|label| word(asked, statement, label))
                    .collect(),
            })
        })
        .collect()
}

/// In Standard, `/a*` equals `/a`.
fn path_that_counts(path: &[u8], dialect: Dialect) -> Vec<u8> {
    let mut path = naive::spelled_pattern(path, dialect);
    while dialect == Dialect::Standard && path.ends_with(b"*") {
        path.pop();
    }
    path
}

/// Finds lines that contradict an earlier line with the same path.
fn conflicts(lines: &[Line]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for (number, line) in lines.iter().enumerate() {
        for earlier in &lines[..number] {
            let differs = earlier
                .says
                .iter()
                .zip(&line.says)
                .any(|(one, other)| one.is_some() && other.is_some() && one != other);
            if earlier.path == line.path && differs {
                found.insert(line.number);
            }
        }
    }
    found
}

/// Finds lines that contradict themselves. If a Dictionary is cut before a comma, the part before
/// it is a Dictionary too and shows the earlier value of a label. Signals are parsed one by one.
fn contradictions(file: &[u8], dialect: Dialect, asked: Asked) -> BTreeSet<u32> {
    let (field, labels) = field_and_labels(asked);
    let contradicts_itself = |value: &[u8]| {
        let (_, statement) = model::split(value);
        let statements: Vec<&[u8]> = if asked != Asked::Usage {
            statement.split(|&byte| byte == b',').collect()
        } else if crate::dictionary::parse(statement).is_some() {
            let ends = (0..=statement.len())
                .filter(|&end| statement.get(end).is_none_or(|&byte| byte == b','));
            ends.map(|end| statement[..end].trim_ascii_end()).collect()
        } else {
            Vec::new()
        };
        labels.iter().any(|label| {
            let said = statements
                .iter()
                .filter_map(|statement| word(asked, statement, label));
            said.collect::<BTreeSet<_>>().len() > 1
        })
    };
    naive::records(file, dialect, None)
        .into_iter()
        .filter(|record| {
            record.name.eq_ignore_ascii_case(field) && contradicts_itself(&record.value)
        })
        .map(|record| record.line)
        .collect()
}

/// Finds paths that omit a label. The longest path that is a proper prefix states this label.
fn dropped(lines: &[Line]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for line in lines {
        let is_shorter = |other: &&Line| {
            let (shorter, longer) = (&other.path, &line.path);
            longer.starts_with(shorter) && shorter.len() < longer.len() && !shorter.ends_with(b"$")
        };
        let shorter = lines
            .iter()
            .filter(is_shorter)
            .max_by_key(|other| other.path.len());
        let Some(shorter) = shorter else { continue };
        let states = |path: &[u8], label: usize| {
            lines
                .iter()
                .any(|other| other.path == path && other.says[label].is_some())
        };
        let is_dropped = (0..line.says.len())
            .any(|label| states(&shorter.path, label) && !states(&line.path, label));
        let mut same = lines.iter().filter(|other| other.path == line.path);
        let is_first = same.all(|other| other.number >= line.number);
        if is_dropped && is_first {
            found.insert(line.number);
        }
    }
    found
}

#[test]
fn conflicts_and_dropped_labels_apply_to_a_crawler() {
    let seed = generator::seed("usage diagnostics");
    let mut counts = [0; 2];
    for case in 0..generator::cases(4_000) {
        let seed = seed.wrapping_add(case);
        let random = &mut Random::new(seed);
        let file = generate::file(random);
        for dialect in [Dialect::Standard, Dialect::Google] {
            let (mut conflicting, mut silent) = (BTreeSet::new(), BTreeSet::new());
            for asked in [Asked::Usage, Asked::Signals] {
                conflicting.extend(contradictions(&file, dialect, asked));
                for crawler in CRAWLERS {
                    let own = lines(&file, dialect, asked, crawler, false);
                    conflicting.extend(conflicts(&own));
                    if asked == Asked::Usage {
                        silent.extend(dropped(&own));
                    }
                }
                // Lines at the top apply to every crawler without signals.
                if asked == Asked::Signals {
                    conflicting.extend(conflicts(&lines(&file, dialect, asked, "", true)));
                }
            }
            let options = ParseOptions::new().dialect(dialect).byte_limit(None);
            let found = |code: Code| -> BTreeSet<u32> {
                let found = lint::check(&file, options)
                    .into_iter()
                    .filter(|found| found.code == code);
                // Equal findings on several lines are one.
                found
                    .flat_map(|found| found.places().map(|(line, _)| line).collect::<Vec<_>>())
                    .collect()
            };
            let shown = file.escape_ascii();
            let place = format!("seed {seed}, {dialect:?}: {shown}");
            assert_eq!(
                found(Code::UsageConflict),
                conflicting,
                "conflicts, {place}"
            );
            assert_eq!(found(Code::UsageDropsLabel), silent, "dropped, {place}");
            counts[0] += conflicting.len();
            counts[1] += silent.len();
        }
    }
    eprintln!("{} conflicts, {} dropped labels", counts[0], counts[1]);
}

/// Counts every diagnostic in the generated files. The corpus predates the three fields and raises
/// none.
#[test]
fn generated_files_raise_every_diagnostic_of_usage() {
    let codes = [
        Code::UsageSyntax,
        Code::UsageUnknownLabel,
        Code::UsageOtherVocabulary,
        Code::UsageNoPreference,
        Code::UsageConflict,
        Code::UsageDropsLabel,
        Code::UsageOutsideGroup,
        Code::UsagePath,
        Code::LicenseNotAbsolute,
        Code::LicenseInLastGroup,
    ];
    let mut found = [(0, 0); 10];
    const FILES: u64 = 5_000;
    for seed in 0..FILES {
        let file = generate::file(&mut Random::new(seed));
        let raised: Vec<Code> = lint::check(&file, ParseOptions::new())
            .into_iter()
            .map(|found| found.code)
            .collect();
        for (code, (diagnostics, files)) in codes.iter().zip(&mut found) {
            let count = raised.iter().filter(|raised| *raised == code).count();
            *diagnostics += count;
            *files += usize::from(count > 0);
        }
    }
    for (code, (diagnostics, files)) in codes.iter().zip(found) {
        eprintln!("{code:24} {diagnostics:6} in {files:4} of {FILES} files");
        assert!(files >= 25, "{code}: {files} files");
    }
}

/// The keys of `content-signal` are independent, so a line without a statement overrides nothing. No
/// path is shorter than a missing one.
#[test]
fn the_message_states_what_an_empty_line_overrides() {
    for (field, statement) in [
        ("content-usage", "train-ai=n"),
        ("content-signal", "ai-train=no"),
    ] {
        for shorter in ["", "/ ", "/x "] {
            for path in ["", "/", "/x", "/x/", "/*", "/*/y"] {
                let before = format!("user-agent: *\n{field}: {shorter}{statement}\n");
                let text = format!("{before}{field}: {path}\n");
                let mut found = lint::check(&text, ParseOptions::new()).into_iter();
                let found = found.find(|found| found.code == Code::UsagePath);
                let found = found.expect("a missing statement is reported");
                let says_it_overrides = found.message.contains("overrides");
                assert_eq!(found.advice.contains("after the path"), !path.is_empty());
                let said = |text: &str, url: &str| {
                    let matcher = Robots::parse(text).matcher("MyBot");
                    match field {
                        "content-usage" => matcher.usage(url).preference("train-ai"),
                        _ => matcher.content_signals(url).preference("ai-train"),
                    }
                };
                let overrides = ["/", "/x", "/x/", "/x/y", "/z"]
                    .iter()
                    .any(|url| said(&before, url) != said(&text, url));
                assert!(says_it_overrides || !overrides, "{text:?}");
                let is_shorter = shorter.trim_end().len() < path.trim_end_matches('*').len();
                assert!(overrides || !says_it_overrides || !is_shorter, "{text:?}");
            }
        }
    }
}

/// A label reported as unknown is unknown, and a line that states nothing is reported.
#[test]
fn messages_about_single_statements_are_true() {
    let mut counts = [0; 3];
    for seed in 0..3_000 {
        let file = generate::file(&mut Random::new(seed));
        for record in Robots::parse(&file).records() {
            let (_, statement) = model::split(record.value());
            let asked = match record.field() {
                Field::ContentUsage => Asked::Usage,
                Field::ContentSignal => Asked::Signals,
                _ => continue,
            };
            if statement.starts_with(b"/") {
                continue;
            }
            let text = [b"user-agent: *\n", record.name(), b": ", statement].concat();
            let found: Vec<_> = lint::check(&text, ParseOptions::new())
                .into_iter()
                .filter(|found| found.line() == 2 && found.code != Code::UnsupportedField)
                .collect();
            let said = |label: &str| match model::answer_of(asked, statement, label) {
                Answer::Says(word, _) => Some(word),
                _ => None,
            };
            let labels: &[&str] = match asked {
                Asked::Usage => &["train-ai", "ai-use", "search"],
                _ => &["search", "ai-input", "ai-train", "use"],
            };
            let is_stated = labels.iter().any(|label| said(label).is_some());
            let shown = text.escape_ascii();
            for found in &found {
                let label = text[found.span()].to_ascii_lowercase();
                let label = String::from_utf8_lossy(&label).into_owned();
                match found.code {
                    Code::UsageNoPreference => {
                        counts[0] += 1;
                        assert!(labels.contains(&&*label), "{shown}");
                        assert_eq!(said(&label), None, "{shown}");
                    }
                    Code::UsageUnknownLabel => {
                        counts[1] += 1;
                        assert!(!labels.contains(&&*label), "{shown}");
                    }
                    Code::UsageSyntax => assert!(!is_stated, "{shown}"),
                    _ => {}
                }
            }
            if !is_stated {
                counts[2] += 1;
                let is_empty = statement.iter().all(|byte| b", \t\x0b".contains(byte));
                let is_silent = found.is_empty() && !(is_empty && asked == Asked::Signals);
                assert!(!is_silent, "{shown}");
            }
        }
    }
    eprintln!("{counts:?} labels without preference, unknown labels, lines that say nothing");
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// A line with another path of the same length may still state the dropped label.
#[test]
fn a_dropped_label_on_a_line_that_decides_alone() {
    let text = "user-agent: *\ncontent-usage: search=n\ncontent-usage: /a*c search=y\ncontent-usage: /abc train-ai=n";
    let mut found = lint::check(text, ParseOptions::new()).into_iter();
    let found = found.find(|found| found.code == Code::UsageDropsLabel);
    let message = found.expect("line 4 omits `search`").message;
    assert!(
        message.starts_with("`search` is unknown for URLs that this path matches"),
        "{message}"
    );
    let matcher = Robots::parse(text).matcher("MyBot");
    assert_eq!(
        matcher.usage("/abc").preference("search"),
        Some(Preference::Allow)
    );
    assert_eq!(
        matcher.usage("/abcd").preference("search"),
        Some(Preference::Allow)
    );
    let alone = text.replace("/a*c", "/b*c");
    let matcher = Robots::parse(&alone).matcher("MyBot");
    assert_eq!(matcher.usage("/abc").preference("search"), None);
}
