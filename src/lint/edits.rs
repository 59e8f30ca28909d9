//! Determines the effects of edits by applying them and comparing the files.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use memchr::{memchr2, memrchr2};

use super::code::Severity;
use super::codes::Code;
use super::diagnostic::{BOTH, Diagnostic, Edit, NOTHING, UNKNOWN};
use super::messages;
use super::phrases::{Quoted, counted};
use crate::diff::{self, Budget};
use crate::lexer::Lines;
use crate::options::ParseOptions;
use crate::robots::Robots;

mod records;

/// The maximum number of bytes that are compared for one file, over all comparisons. Most files
/// need fewer. Edits that couldn't be compared aren't reported as safe.
const BYTES: usize = 1 << 21;

/// The maximum number of steps in all comparisons, which take 0.05 s at up to 45 ns per step.
const STEPS: u64 = 1 << 20;

/// The minimum number of bytes that a comparison costs.
const BYTES_EACH: usize = 1 << 10;

/// The maximum number of edits in one diagnostic that are compared one by one.
const EDITS_EACH: usize = 8;

/// Determines the effects of all edits, and completes the messages of the diagnostics.
///
/// Removes diagnostics about crawlers and scripts if their edits wouldn't change anything, and
/// advice to remove rules that decide a verdict in the other dialect.
pub(super) fn verify(found: &mut Vec<Diagnostic>, text: &[u8], options: ParseOptions) {
    let mut comparison = Comparison::new(text, options);
    found.retain_mut(|found| {
        found.effect = comparison.verify(found);
        let is_idle = !found.edits.is_empty() && found.effect == NOTHING;
        match found.code {
            // Nothing would be gained by making these edits.
            Code::RetiredCrawler | Code::ScriptsDisallowed if is_idle => return false,
            Code::RuleNeverWins if found.dialects.len() == 1 && !is_idle => {
                // Either the rules that win in the other dialect have the same effect, or crawlers
                // disagree.
                found.edits.clear();
                found.texts = messages::NEVER_DECIDES_IN_ONE.texts;
                if found.severity == Severity::Note {
                    return false;
                }
            }
            // No verdict in the other dialect depends on these rules either.
            Code::RuleNeverWins => found.dialects = &BOTH,
            _ => {}
        }
        // These rules are known to never win, even if there was no time to try removing them.
        let is_known = found.code == Code::RuleNeverWins && found.effect == UNKNOWN;
        if found.edits.is_empty() || is_known {
            found.effect = NOTHING;
        }
        true
    });
    comparison.join_alike(found);
    found.iter_mut().for_each(Diagnostic::finish);
}

/// Returns the text with all safe edits applied; see [`fix`](super::fix).
pub(super) fn fix(found: &[Diagnostic], text: &[u8], options: ParseOptions) -> Vec<u8> {
    let mut comparison = Comparison::new(text, options);
    // Try all of them at once, which is usually right.
    let safe = found.iter().flat_map(|found| &found.edits);
    let safe: Vec<&Edit> = safe.filter(|edit| edit.is_safe()).collect();
    if comparison.effect_of(&safe) == NOTHING {
        return make(text, &safe);
    }
    // Each edit is safe on its own, but all of them together aren't. Add them one diagnostic at a
    // time, and keep the ones that leave the rules equivalent, until time runs out.
    let mut made: Vec<&Edit> = Vec::new();
    for diagnostic in found {
        let count = made.len();
        made.extend(diagnostic.edits.iter().filter(|edit| edit.is_safe()));
        if made.len() > count && comparison.effect_of(&made) != NOTHING {
            made.truncate(count);
        }
    }
    make(text, &made)
}

/// Applies edits, except for those that overlap an earlier one.
fn make(text: &[u8], edits: &[&Edit]) -> Vec<u8> {
    let mut edits = edits.to_vec();
    // Apply them in the order of the text.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut made = Vec::with_capacity(text.len());
    let mut end = 0;
    for edit in edits {
        if edit.span.start < end {
            continue;
        }
        made.extend_from_slice(&text[end..edit.span.start]);
        made.extend_from_slice(edit.text.as_bytes());
        end = edit.span.end;
    }
    made.extend_from_slice(&text[end..]);
    made
}

/// The number of bytes at which edited lines are no longer compared on their own.
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

    /// Determines the effect of each edit in a diagnostic. Returns their combined effect.
    fn verify(&mut self, diagnostic: &mut Diagnostic) -> Cow<'static, str> {
        // If text moves past the byte limit, or away from it, compare the whole file.
        let limit = self.options.byte_limit.unwrap_or(usize::MAX);
        let added: usize = diagnostic.edits.iter().map(|edit| edit.text.len()).sum();
        let is_whole = self.text.len().saturating_add(added) <= limit;
        for edit in &mut diagnostic.edits {
            if is_whole && is_read_alike(self.text, edit) {
                edit.effect = NOTHING;
            }
        }
        let all: Vec<&Edit> = diagnostic.edits.iter().collect();
        if all.iter().all(|edit| edit.is_safe()) {
            return NOTHING;
        }
        let effect = self.effect_of(&all);
        // Rules that never decide a verdict can be removed one by one if they can be removed
        // together.
        let is_same = all.len() == 1 || diagnostic.code == Code::RuleNeverWins && effect == NOTHING;
        let open = diagnostic.edits.iter_mut().filter(|edit| !edit.is_safe());
        for edit in open.take(if is_same { usize::MAX } else { EDITS_EACH }) {
            edit.effect = match is_same {
                true => effect.clone(),
                false => self.effect_of(&[edit]),
            };
        }
        effect
    }

    /// Joins diagnostics about rules that never decide a verdict in either dialect with diagnostics
    /// about rules that neither dialect needs, if all of these rules can be removed together.
    fn join_alike(&mut self, found: &mut Vec<Diagnostic>) {
        for later in (1..found.len()).rev() {
            let (before, new) = (&found[..later], &found[later]);
            if new.code != Code::RuleNeverWins || new.edits.is_empty() {
                continue;
            }
            let kind_of = |it: &Diagnostic| (it.severity, it.dialects, it.texts);
            let is_alike = |first| kind_of(first) == kind_of(new);
            let Some(first) = before.iter().position(is_alike) else {
                continue;
            };
            let edits: Vec<&Edit> = before[first].edits.iter().chain(&new.edits).collect();
            if self.effect_of(&edits) == NOTHING {
                let later = found.remove(later);
                found[first].join(later);
            }
        }
    }

    /// Makes edits and compares the file with the result in both dialects.
    fn effect_of(&mut self, edits: &[&Edit]) -> Cow<'static, str> {
        // Parsing and comparing take time for every byte of both files.
        let edited = &make(self.text, edits)[..];
        let cost = self.text.len() + edited.len() + BYTES_EACH;
        let Some(left) = self.bytes_left.checked_sub(cost) else {
            return UNKNOWN;
        };
        self.bytes_left = left;
        let [standard, google] = BOTH.map(|dialect| {
            // An edit must be right for crawlers in both dialects.
            let options = self.options.dialect(dialect);
            let (old, new) = (options.parse(self.text), options.parse(edited));
            self.changes(&old, &new, edits)
        });
        // If the effect is unknown in one dialect, it is unknown.
        let (Some(standard), Some(google)) = (standard, google) else {
            return UNKNOWN;
        };
        match (&*standard, &*google) {
            (effect, google) if effect == google => standard.into(),
            (effect, "") => format!("{effect}, but changes nothing for Google").into(),
            ("", google) => format!("{google}, but only for Google").into(),
            (effect, google) => format!("{effect}; for Google, it {google}").into(),
        }
    }

    /// Describes the first verdict and the first record that change. The result is empty if nothing
    /// changes, or `None` if it is unknown whether anything does.
    fn changes(&mut self, old: &Robots<'_>, new: &Robots<'_>, edits: &[&Edit]) -> Option<String> {
        let differences = diff::files_within(old, new, false, &mut self.budget);
        // Any difference that was found is real, even if there may be more.
        let each = differences.iter().map(|crawler| &crawler.difference);
        let mut undecided = each.filter(|difference| !difference.is_decided).peekable();
        let is_complete = undecided.peek().is_none();
        if undecided.any(|difference| difference.changes.is_empty()) {
            return None;
        }
        let changes = differences.iter().flat_map(|crawler| {
            let changes = &crawler.difference.changes;
            let agents = crawler.agents.iter();
            agents.flat_map(|agent| changes.iter().map(move |change| (agent.as_str(), change)))
        });
        let verdict = describe(changes, is_complete, edits);
        let record = records::first_change(old, new, &mut self.budget).ok()?;
        let all: Vec<String> = verdict.into_iter().chain(record).collect();
        Some(all.join(", and "))
    }
}

/// Describes the first change, preferably for a crawler that the edits name, and counts the
/// others. If `is_complete` is `false`, there may be more.
fn describe<'a>(
    changes: impl Iterator<Item = (&'a str, &'a diff::Change<'a>)> + Clone,
    is_complete: bool,
    edits: &[&Edit],
) -> Option<String> {
    // A crawler that an edit names matters more than one that it merely affects.
    let edits = &edits[..edits.len().min(EDITS_EACH)];
    let names = |agent: &str| edits.iter().any(|it| it.text.eq_ignore_ascii_case(agent));
    let mut named = changes.clone().filter(|(agent, _)| names(agent));
    let (agent, change) = named.next().or_else(|| changes.clone().next())?;
    let verb = match change.after.allowed() {
        true => "allows",
        false => "disallows",
    };
    let whom = whom(agent);
    let others = match (changes.count() - 1, is_complete) {
        (0, true) => String::new(),
        (0, false) => ", and may make more changes".to_string(),
        (others, true) => format!(", and makes {}", counted(others, "more change")),
        (_, false) => ", and makes more changes".to_string(),
    };
    let url = Quoted(change.url.as_bytes());
    Some(format!("{verb} {url} for {whom}{others}"))
}

/// Returns the crawlers that are called `name`, for messages.
fn whom(name: &str) -> String {
    match name {
        "*" => "every crawler without its own group".to_string(),
        name => Quoted(name.as_bytes()).to_string(),
    }
}

/// Returns `true` if the edited lines contain the same `user-agent` names, rules and compared
/// records before and after the edit, in both dialects. Comparing the whole files would give the
/// same result at a far higher cost.
fn is_read_alike(text: &[u8], edit: &Edit) -> bool {
    let span = &edit.span;
    // Find the ends of the edited lines, unless they are too far away.
    let first = span.start.saturating_sub(LONG_LINE);
    let start = memrchr2(b'\n', b'\r', &text[first..span.start]);
    let start = start.map_or(first, |at| first + at + 1);
    let last = text.len().min(span.end.saturating_add(LONG_LINE));
    let end = memchr2(b'\n', b'\r', &text[span.end..last]);
    let end = end.map_or(last, |length| span.end + length);
    // Some parsers split longer lines.
    if end - start >= LONG_LINE {
        return false;
    }
    let before = &text[start..end];
    let kept = [&text[start..span.start], &text[span.end..end]];
    let after = kept.join(edit.text.as_bytes());
    // An edit inside a CR LF may split it into two line ends, or join two line ends into one.
    let mut ends = [span.start, span.end].into_iter();
    let splits_line_end =
        ends.any(|at| text[..at].ends_with(b"\r") && text.get(at) == Some(&b'\n'));
    if splits_line_end || starts_like_mark(before) || starts_like_mark(&after) {
        return false;
    }
    BOTH.iter().all(|&dialect| {
        let [before, after] = [before, &after].map(|text| {
            let lines = Lines::new(text, dialect);
            lines.filter_map(move |line| records::reading(&line, dialect))
        });
        before.eq(after)
    })
}

/// Returns `true` if `text` starts like a byte order mark, or part of one, which is only special at
/// the start of a file.
fn starts_like_mark(text: &[u8]) -> bool {
    matches!(text, [0xEF | 0xBB | 0xBF | 0xFE | 0xFF, ..])
}
