//! Determines the effects of edits by applying them and comparing the files.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{BOTH, Diagnostic, Edit, Effect};
use super::messages;
use super::words::Quoted;
use crate::dialect::Dialect;
use crate::diff::{self, Budget, Direction};
use crate::lexer::Lines;
use crate::options::ParseOptions;
use crate::robots::Robots;

mod records;

/// The maximum number of bytes compared for one file, over all comparisons. Most files need
/// fewer. Edits that could not be compared are not reported as safe.
const BYTES: usize = 1 << 21;

/// The maximum number of steps in all comparisons: 0.05 s, at up to 45 ns per step.
const STEPS: u64 = 1 << 20;

/// The minimum cost of a comparison, in bytes.
const BYTES_EACH: usize = 1 << 10;

/// The maximum number of edits of one diagnostic that are compared one by one.
const EDITS_EACH: usize = 8;

/// Determines the effects of all edits, and finishes the texts of the diagnostics.
///
/// Removes diagnostics about crawlers and scripts whose edits would change nothing, and advice
/// to remove rules that decide in the other dialect.
pub(super) fn verify(found: &mut Vec<Diagnostic>, text: &[u8], options: ParseOptions) {
    let mut comparison = Comparison::new(text, options);
    let mut effects = Vec::with_capacity(found.len());
    found.retain_mut(|found| {
        let effect = comparison.verify(found);
        let is_idle = !found.edits.is_empty() && effect == Effect::Nothing;
        match found.code() {
            Code::RetiredCrawler | Code::ScriptsDisallowed if is_idle => return false,
            Code::RuleNeverWins if found.dialects.len() == 1 && !is_idle => {
                // The rules that win in the other dialect do the same, or crawlers disagree.
                found.edits.clear();
                found.kind = &messages::NEVER_DECIDES_IN_ONE;
                if found.severity == Severity::Information {
                    return false;
                }
            }
            // No verdict of the other dialect depends on these rules either.
            Code::RuleNeverWins => found.dialects = BOTH,
            _ => {}
        }
        // The rules are known to decide nothing, even if there was no time to remove them.
        let is_known = found.code() == Code::RuleNeverWins && effect == Effect::Unknown;
        let is_told = effect != Effect::Nothing && !found.edits.is_empty() && !is_known;
        effects.push(if is_told { effect } else { Effect::Nothing });
        true
    });
    comparison.join_alike(found, &mut effects);
    for (found, effect) in found.iter_mut().zip(&effects) {
        found.finish(effect.description());
    }
}

/// Returns the text with all safe edits applied; see [`fix`](super::fix).
pub(super) fn fix(found: &[Diagnostic], text: &[u8], options: ParseOptions) -> Vec<u8> {
    let mut comparison = Comparison::new(text, options);
    let is_safe = |edit: &&Edit| edit.is_safe();
    let all: Vec<&Edit> = found
        .iter()
        .flat_map(|found| found.edits.iter().filter(is_safe))
        .collect();
    if comparison.effect_of(&all) == Effect::Nothing {
        return make(text, &all);
    }
    // Each edit is safe, but all of them together are not. Add them one diagnostic at a
    // time, and keep those that leave the rules equivalent, until time runs out.
    let mut made: Vec<&Edit> = Vec::new();
    for diagnostic in found {
        let count = made.len();
        made.extend(diagnostic.edits.iter().filter(is_safe));
        if made.len() == count {
            continue;
        }
        if comparison.effect_of(&made) != Effect::Nothing {
            made.truncate(count);
        }
    }
    make(text, &made)
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

impl<'t> Comparison<'t> {
    fn new(text: &'t [u8], options: ParseOptions) -> Comparison<'t> {
        Comparison {
            text,
            options,
            bytes_left: BYTES,
            budget: Budget::new(1 << 14, STEPS, 8 << 20),
        }
    }

    /// Determines the effect of each edit of a diagnostic. Returns the effect of all of them
    /// together.
    fn verify(&mut self, diagnostic: &mut Diagnostic) -> Effect {
        // Text that moves past the byte limit, or away from it, is compared with the whole file.
        let limit = self.options.chosen_byte_limit().unwrap_or(usize::MAX);
        let longest = |longer: usize, edit: &Edit| longer.saturating_add(edit.text.len());
        let is_whole = diagnostic.edits.iter().fold(self.text.len(), longest) <= limit;
        for edit in &mut diagnostic.edits {
            if is_whole && is_read_alike(self.text, edit) {
                edit.effect = Effect::Nothing;
            }
        }
        let all: Vec<&Edit> = diagnostic.edits.iter().collect();
        if all.iter().all(|edit| edit.is_safe()) {
            return Effect::Nothing;
        }
        let effect = self.effect_of(&all);
        // Rules that never decide can be removed one by one if they can be removed together.
        let is_same =
            all.len() == 1 || diagnostic.code() == Code::RuleNeverWins && effect == Effect::Nothing;
        let open = diagnostic.edits.iter_mut().filter(|edit| !edit.is_safe());
        for edit in open.take(if is_same { usize::MAX } else { EDITS_EACH }) {
            edit.effect = match is_same {
                true => effect.clone(),
                false => self.effect_of(&[edit]),
            };
        }
        effect
    }

    /// Joins diagnostics about rules that never decide in both dialects with those about rules
    /// that are needed in neither, if all of them can be removed together.
    fn join_alike(&mut self, found: &mut Vec<Diagnostic>, effects: &mut Vec<Effect>) {
        for later in (1..found.len()).rev() {
            let of = |found: &Diagnostic| (found.severity, found.dialects, found.kind);
            let is_alike = |first: &Diagnostic| of(first) == of(&found[later]);
            let first = match found[later].code() {
                Code::RuleNeverWins => found[..later].iter().position(is_alike),
                _ => None,
            };
            let Some(first) = first.filter(|_| !found[later].edits.is_empty()) else {
                continue;
            };
            let edits: Vec<&Edit> = found[first]
                .edits
                .iter()
                .chain(&found[later].edits)
                .collect();
            if self.effect_of(&edits) == Effect::Nothing {
                effects.remove(later);
                let later = found.remove(later);
                found[first].join(later);
            }
        }
    }

    /// Makes edits, and compares the file with the result in both dialects.
    fn effect_of(&mut self, edits: &[&Edit]) -> Effect {
        let edited = &make(self.text, edits)[..];
        let cost = self.text.len() + edited.len() + BYTES_EACH;
        let Some(left) = self.bytes_left.checked_sub(cost) else {
            return Effect::Unknown;
        };
        self.bytes_left = left;
        let [standard, google] = [Dialect::Standard, Dialect::Google].map(|dialect| {
            let options = self.options.dialect(dialect);
            let (old, new) = (options.parse(self.text), options.parse(edited));
            let changes = [
                self.verdict_changes(&old, &new, edits)?,
                records::first_change(&old, &new, &mut self.budget).ok()?,
            ];
            Some(changes.into_iter().flatten().collect::<Vec<_>>())
        });
        let effect = |changes: Option<Vec<String>>| match changes {
            None => Effect::Unknown,
            Some(changes) if changes.is_empty() => Effect::Nothing,
            Some(changes) => Effect::Something(changes.join(", and ")),
        };
        let (standard, google) = (effect(standard), effect(google));
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

    /// Describes the first verdict that changes. The outer `None` means that it is unknown if
    /// any does.
    fn verdict_changes(
        &mut self,
        old: &Robots<'_>,
        new: &Robots<'_>,
        edits: &[&Edit],
    ) -> Option<Option<String>> {
        let differences = diff::files_within(old, new, false, &mut self.budget);
        let mut is_complete = true;
        for crawler in &differences {
            let difference = crawler.difference();
            if !difference.is_decided() && difference.changes().is_empty() {
                return None;
            }
            is_complete &= difference.is_decided();
        }
        let changes = differences.iter().flat_map(|crawler| {
            let agents = crawler.agents().iter();
            agents.flat_map(|agent| {
                let changes = crawler.difference().changes().iter();
                changes.map(move |change| (agent.as_str(), change))
            })
        });
        Some(words(changes, is_complete, edits))
    }
}

/// Describes the first change, preferably for a crawler that the edits name, and counts the
/// others. If `is_complete` is `false`, there may be more.
fn words<'a>(
    changes: impl Iterator<Item = (&'a str, &'a diff::Change<'a>)> + Clone,
    is_complete: bool,
    edits: &[&Edit],
) -> Option<String> {
    let is_named = |agent: &str| {
        edits
            .iter()
            .take(EDITS_EACH)
            .any(|edit| edit.text.eq_ignore_ascii_case(agent))
    };
    let mut named = changes.clone().filter(|(agent, _)| is_named(agent));
    let (agent, change) = named.next().or_else(|| changes.clone().next())?;
    let verb = match change.direction() {
        Direction::Disallowed => "disallows",
        Direction::Allowed => "allows",
    };
    let whom = whom(agent);
    let others = match (changes.count() - 1, is_complete) {
        (0, true) => String::new(),
        (0, false) => ", and may make more changes".to_string(),
        (1, true) => ", and makes 1 more change".to_string(),
        (others, true) => format!(", and makes {others} more changes"),
        (_, false) => ", and makes more changes".to_string(),
    };
    let url = Quoted(change.url().as_bytes());
    Some(format!("{verb} {url} for {whom}{others}"))
}

/// Returns the crawlers that are called `name`, for messages.
fn whom(name: &str) -> String {
    match name {
        "*" => "every crawler without a group of its own".to_string(),
        name => Quoted(name.as_bytes()).to_string(),
    }
}

/// Returns `true` if the edited lines contain the same `user-agent` names, rules and compared
/// records before and after the edit, in both dialects. Comparing the whole files would give the
/// same result at a far higher cost.
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
            lines.filter_map(move |line| records::reading(&line, dialect))
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
