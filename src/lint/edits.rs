//! Determines the effects of edits by applying them and comparing the files.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::codes::Code;
use super::diagnostic::{BOTH, Diagnostic, Edit, Effect};
use super::words::Quoted;
use crate::agent;
use crate::canonical;
use crate::dialect::Dialect;
use crate::diff::{self, Budget, Direction};
use crate::lexer::{Field, Lines};
use crate::options::ParseOptions;

/// The maximum number of bytes compared for one file, over all comparisons. Most files need
/// fewer. Edits that could not be compared are not reported as safe.
const BYTES: usize = 1 << 21;

/// The maximum number of steps in all comparisons: 0.2 s, at up to 45 ns per step.
const STEPS: u64 = 1 << 22;

/// The minimum cost of a comparison, in bytes.
const BYTES_EACH: usize = 1 << 10;

/// The maximum number of edits of one diagnostic that are compared one by one.
const EDITS_EACH: usize = 8;

/// Determines the effects of all edits, and adds them to the advice of the diagnostics.
///
/// Removes diagnostics about retired crawlers if naming the new crawler would change nothing.
pub(super) fn verify(found: &mut Vec<Diagnostic>, text: &[u8], options: ParseOptions) {
    let mut comparison = Comparison {
        text,
        options,
        bytes_left: BYTES,
        budget: Budget::new(1 << 14, STEPS, 8 << 20),
    };
    for diagnostic in found.iter_mut().filter(|found| !found.edits.is_empty()) {
        comparison.verify(diagnostic);
        let unsafe_edits = diagnostic.edits.iter().filter(|edit| !edit.is_safe());
        let unsafe_edits: Vec<&Edit> = unsafe_edits.collect();
        let effect = match *unsafe_edits {
            [] => continue,
            [edit] => edit.effect.clone(),
            _ => comparison.effect_of(&make(text, &unsafe_edits)),
        };
        diagnostic.advice = format!("{} (this {})", diagnostic.advice, effect.description());
    }
    found.retain(|found| {
        let is_idle = || !found.edits.is_empty() && found.edits.iter().all(Edit::is_safe);
        found.code != Code::RetiredCrawler || !is_idle()
    });
}

/// Returns the text with all safe edits applied; see [`fix`](super::fix).
pub(super) fn fix(found: &[Diagnostic], text: &[u8], options: ParseOptions) -> Vec<u8> {
    let mut comparison = Comparison {
        text,
        options,
        bytes_left: BYTES,
        budget: Budget::new(1 << 14, STEPS, 8 << 20),
    };
    let is_safe = |edit: &&Edit| edit.is_safe();
    let all: Vec<&Edit> = found
        .iter()
        .flat_map(|found| found.edits.iter().filter(is_safe))
        .collect();
    let fixed = make(text, &all);
    if comparison.effect_of(&fixed) == Effect::Nothing {
        return fixed;
    }
    // Each edit is safe, but all of them together are not. Add them one diagnostic at a
    // time, and keep those that leave the rules equivalent, until time runs out.
    let mut made: Vec<&Edit> = Vec::new();
    let mut fixed = text.to_vec();
    for diagnostic in found {
        let count = made.len();
        made.extend(diagnostic.edits.iter().filter(is_safe));
        if made.len() == count {
            continue;
        }
        let next = make(text, &made);
        match comparison.effect_of(&next) {
            Effect::Nothing => fixed = next,
            _ => made.truncate(count),
        }
    }
    fixed
}

/// Applies edits, except for those that overlap an earlier one.
fn make(text: &[u8], edits: &[&Edit]) -> Vec<u8> {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut made = Vec::with_capacity(text.len());
    let mut end = 0;
    for edit in edits {
        if edit.start < end {
            continue;
        }
        made.extend_from_slice(&text[end..edit.start]);
        made.extend_from_slice(edit.text.as_bytes());
        end = edit.end;
    }
    made.extend_from_slice(&text[end..]);
    made
}

/// The length in bytes from which edited lines are not compared on their own.
const LONG_LINE: usize = 1 << 13;

struct Comparison<'t> {
    text: &'t [u8],
    options: ParseOptions,
    bytes_left: usize,
    budget: Budget,
}

impl Comparison<'_> {
    fn verify(&mut self, diagnostic: &mut Diagnostic) {
        let is_whole = self.text.len() <= self.options.chosen_byte_limit().unwrap_or(usize::MAX);
        let mut is_open = false;
        for edit in &mut diagnostic.edits {
            if is_whole && is_read_alike(self.text, edit) {
                edit.effect = Effect::Nothing;
            } else {
                is_open = true;
            }
        }
        if !is_open {
            return;
        }
        // Each of these rules is known to decide nothing. Check whether all of them can be
        // removed together.
        if diagnostic.code == Code::RuleNeverWins {
            let edits: Vec<&Edit> = diagnostic.edits.iter().collect();
            let effect = self.effect_of(&make(self.text, &edits));
            if effect == Effect::Nothing {
                for edit in &mut diagnostic.edits {
                    edit.effect = Effect::Nothing;
                }
                return;
            }
        }
        let open = diagnostic.edits.iter_mut();
        for edit in open.filter(|edit| !edit.is_safe()).take(EDITS_EACH) {
            edit.effect = self.effect_of(&make(self.text, &[edit]));
        }
    }

    /// Compares the file with its edited version, in both dialects.
    fn effect_of(&mut self, edited: &[u8]) -> Effect {
        let cost = self.text.len() + edited.len() + BYTES_EACH;
        let Some(left) = self.bytes_left.checked_sub(cost) else {
            return Effect::Unknown;
        };
        self.bytes_left = left;
        let [standard, google] = [Dialect::Standard, Dialect::Google].map(|dialect| {
            let options = self.options.dialect(dialect);
            let (old, new) = (options.parse(self.text), options.parse(edited));
            let differences = diff::files_within(&old, &new, &mut self.budget);
            let is_decided = |crawler: &diff::CrawlerDifference<'_>| {
                let difference = crawler.difference();
                difference.is_decided() || !difference.changes().is_empty()
            };
            if !differences.iter().all(is_decided) {
                return Effect::Unknown;
            }
            let changes = differences.iter().flat_map(|crawler| {
                let agents = crawler.agents().iter();
                agents.flat_map(|agent| {
                    let changes = crawler.difference().changes().iter();
                    changes.map(move |change| (agent.as_str(), change))
                })
            });
            words(changes).map_or(Effect::Nothing, Effect::Something)
        });
        match (standard, google) {
            (Effect::Unknown, _) | (_, Effect::Unknown) => Effect::Unknown,
            (standard, google) if standard == google => standard,
            (Effect::Something(effect), Effect::Nothing) => {
                Effect::Something(format!("{effect}, and changes nothing for Google"))
            }
            (Effect::Something(effect), Effect::Something(google)) => {
                Effect::Something(format!("{effect}; for Google, it {google}"))
            }
            (_, Effect::Something(google)) => {
                Effect::Something(format!("{google}, for Google only"))
            }
            (_, Effect::Nothing) => Effect::Nothing,
        }
    }
}

/// Describes the first change, and counts the others.
fn words<'a>(
    changes: impl Iterator<Item = (&'a str, &'a diff::Change<'a>)> + Clone,
) -> Option<String> {
    let (agent, change) = changes.clone().next()?;
    let verb = match change.direction() {
        Direction::Disallowed => "disallows",
        Direction::Allowed => "allows",
    };
    let whom = match agent {
        "*" => "every crawler that has no group of its own".to_string(),
        agent => Quoted(agent.as_bytes()).to_string(),
    };
    let others = match changes.count() - 1 {
        0 => String::new(),
        1 => ", and makes 1 more change".to_string(),
        others => format!(", and makes {others} more changes"),
    };
    let url = Quoted(change.url().as_bytes());
    Some(format!("{verb} {url} for {whom}{others}"))
}

/// Returns `true` if the edited lines contain the same `user-agent` names and rules before
/// and after the edit, in both dialects. Comparing the whole files would give the same
/// result at a far higher cost.
fn is_read_alike(text: &[u8], edit: &Edit) -> bool {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let first = edit.start.saturating_sub(LONG_LINE);
    let start = text[first..edit.start].iter().rposition(is_end);
    let start = start.map_or(first, |at| first + at + 1);
    let last = text.len().min(edit.end.saturating_add(LONG_LINE));
    let end = text[edit.end..last].iter().position(is_end);
    let end = end.map_or(last, |length| edit.end + length);
    // Some parsers split longer lines.
    if end - start >= LONG_LINE {
        return false;
    }
    let before = &text[start..end];
    let after = [
        &text[start..edit.start],
        edit.text.as_bytes(),
        &text[edit.end..end],
    ]
    .concat();
    // A byte order mark, even a partial one, is special only at the start of a file.
    let has_mark = |text: &[u8]| matches!(text, [0xEF | 0xBB | 0xBF | 0xFE | 0xFF, ..]);
    if has_mark(before) || has_mark(&after) || is_split_line_end(text, edit) {
        return false;
    }
    BOTH.iter().all(|&dialect| {
        let records = |text| {
            let lines = Lines::new(text, dialect);
            lines.filter_map(move |line| match line.field()? {
                Field::UserAgent => {
                    let value = line.value();
                    let name = match agent::is_wildcard(value) {
                        true => b"*",
                        false => agent::line_token(value, dialect),
                    };
                    Some((Field::UserAgent, name.to_ascii_lowercase()))
                }
                field @ (Field::Allow | Field::Disallow) => {
                    let pattern = canonical::pattern(line.value(), dialect);
                    Some((field, pattern.into_owned()))
                }
                _ => None,
            })
        };
        records(before).eq(records(&after))
    })
}

/// Returns `true` if an edit starts or ends inside a CR LF.
fn is_split_line_end(text: &[u8], edit: &Edit) -> bool {
    let is_inside =
        |at: usize| at > 0 && text.get(at - 1) == Some(&b'\r') && text.get(at) == Some(&b'\n');
    is_inside(edit.start) || is_inside(edit.end)
}
