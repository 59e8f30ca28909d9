//! Rules that can never decide, as another one that matches the same URLs
//! always wins. Those for which it takes one that matches more are for
//! [`covered`](super::covered).

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::survey::{NOBODY, Survey};
use crate::canonical;
use crate::pattern::{Shape, without_final_stars};

/// A rule that never decides, and one that wins instead; both are numbers of
/// the survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shadowed {
    pub(super) loser: u32,
    pub(super) winner: u32,
    pub(super) how: How,
}

/// Where the winner wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum How {
    /// Everywhere, as it matches the same URLs.
    MatchesTheSame,
    /// Everywhere that no other winner of this loser does.
    Covers,
}

/// The rules that never decide, in file order.
///
/// Of rules that match the same URLs, in groups that are always selected
/// together, the same one always wins. Costs O(n log n).
pub(super) fn find(survey: &Survey<'_>) -> Vec<Shadowed> {
    let matches = Matches::of(survey);
    let alike = || {
        matches
            .entries
            .chunk_by(|one, other| matches.compare_meaning(one, other).is_eq())
    };
    // In how many ways each rule may still decide.
    let mut ways = vec![0_u8; survey.rules.len()];
    for entry in &matches.entries {
        ways[entry.rule as usize] += 1;
    }
    let mut shadowed = Vec::with_capacity(matches.entries.len() - alike().count());
    for entries in alike() {
        let winner = entries[0].rule;
        for &Entry { rule: loser, .. } in &entries[1..] {
            let ways = &mut ways[loser as usize];
            *ways -= 1;
            if *ways == 0 {
                let how = How::MatchesTheSame;
                shadowed.push(Shadowed { loser, winner, how });
            }
        }
    }
    shadowed.sort_unstable_by_key(|shadowed| shadowed.loser);
    shadowed
}

/// What the rules match, those that match the same side by side, the winner
/// first.
struct Matches<'t> {
    text: &'t [u8],
    /// Patterns that are written differently from what they mean.
    respelled: Vec<u8>,
    entries: Vec<Entry>,
}

/// One way in which a rule matches.
#[derive(Clone, Copy)]
struct Entry {
    /// The same for groups that are always selected together.
    scope: u32,
    rule: u32,
    /// Twice the length that decides precedence, and one more for `allow`.
    precedence: u32,
    /// Where the body is: in the text, or among the respelled.
    start: u32,
    end: u32,
    is_respelled: bool,
    /// Whether the end of the body is the end of the URL.
    is_anchored: bool,
}

impl<'t> Matches<'t> {
    fn of(survey: &Survey<'t>) -> Matches<'t> {
        let mut matches = Matches {
            text: survey.text,
            respelled: Vec::new(),
            entries: Vec::with_capacity(survey.rules.len()),
        };
        let scopes = scopes(survey);
        for (number, scope) in scopes.into_iter().enumerate() {
            for rule in survey.group(number).rules {
                matches.add_rule(survey, scope, rule);
            }
        }
        let mut entries = core::mem::take(&mut matches.entries);
        entries.sort_unstable_by(|one, other| matches.compare(one, other));
        matches.entries = entries;
        matches
    }

    fn add_rule(&mut self, survey: &Survey<'t>, scope: u32, rule: usize) {
        let (written, dialect) = (survey.pattern(rule), survey.dialect);
        let canonical = canonical::pattern(written, dialect);
        let is_allow = survey.rules[rule].is_allow;
        let Some(shape) = Shape::of(&canonical, dialect) else {
            return;
        };
        let (body, is_anchored) = match &*canonical {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
        let without_stars = without_final_stars(body);
        // What a final `*` matches, no end can exclude.
        let is_anchored = is_anchored && without_stars.len() == body.len();
        let precedence = |length: usize| (length as u32) << 1 | u32::from(is_allow);
        let entry = Entry {
            scope,
            rule: rule as u32,
            precedence: precedence(shape.length()),
            start: 0,
            end: 0,
            is_respelled: false,
            is_anchored,
        };
        self.add(survey, entry, without_stars);
        if let Some(folder) = Shape::of_index_folder(&canonical, is_allow, dialect) {
            let entry = Entry {
                precedence: precedence(folder.length()),
                is_anchored: true,
                ..entry
            };
            self.add(survey, entry, &canonical[..folder.body]);
        }
    }

    /// Adds an entry whose body is this one, brought into a form that is the
    /// same for all that match the same: it begins with `/` or `*/`, and no
    /// `*` follows another.
    fn add(&mut self, survey: &Survey<'t>, entry: Entry, body: &[u8]) {
        // Paths begin with `/`, so a `*` before anything else spans it.
        let stars = body.iter().take_while(|&&byte| byte == b'*').count();
        let needs_slash = body.get(stars) != Some(&b'/');
        let written = survey.pattern(entry.rule as usize);
        let is_plain = !needs_slash && !body.windows(2).any(|pair| pair == b"**");
        let entry = if is_plain && written.starts_with(body) {
            let end = survey.rules[entry.rule as usize].place.span().end;
            let start = end - written.len();
            Entry {
                start: start as u32,
                end: (start + body.len()) as u32,
                ..entry
            }
        } else {
            let start = self.respelled.len();
            self.respelled.extend(needs_slash.then_some(b'/'));
            for &byte in body {
                let is_repeated = byte == b'*' && self.respelled[start..].last() == Some(&b'*');
                if !is_repeated {
                    self.respelled.push(byte);
                }
            }
            Entry {
                start: start as u32,
                end: self.respelled.len() as u32,
                is_respelled: true,
                ..entry
            }
        };
        self.entries.push(entry);
    }

    fn body(&self, entry: &Entry) -> &[u8] {
        let text = if entry.is_respelled {
            &self.respelled
        } else {
            self.text
        };
        &text[entry.start as usize..entry.end as usize]
    }

    /// Equal if the entries match the same, for the same crawlers.
    fn compare_meaning(&self, one: &Entry, other: &Entry) -> Ordering {
        one.scope
            .cmp(&other.scope)
            .then_with(|| self.body(one).cmp(self.body(other)))
            .then(one.is_anchored.cmp(&other.is_anchored))
    }

    fn compare(&self, one: &Entry, other: &Entry) -> Ordering {
        let rank = |entry: &Entry| (Reverse(entry.precedence), entry.rule);
        self.compare_meaning(one, other)
            .then_with(|| rank(one).cmp(&rank(other)))
    }
}

/// A number for each group, the same for groups that name the same crawlers.
fn scopes(survey: &Survey<'_>) -> Vec<u32> {
    let mut names = survey.name_numbers();
    let groups = 0..survey.group_count() as u32;
    let agents = |group: u32| survey.group(group as usize).agents;
    for group in groups.clone() {
        names[agents(group)].sort_unstable();
    }
    let named = |group: u32| {
        let alike = names[agents(group)].chunk_by(|one, other| one == other);
        alike.map(|names| names[0]).filter(|&name| name != NOBODY)
    };
    let mut order: Vec<u32> = groups.clone().collect();
    order.sort_unstable_by(|&one, &other| named(one).cmp(named(other)).then(one.cmp(&other)));
    let mut scopes: Vec<u32> = groups.collect();
    for alike in order.chunk_by(|&one, &other| named(one).eq(named(other))) {
        // Groups for nobody have nothing in common.
        if named(alike[0]).next().is_some() {
            for &group in alike {
                scopes[group as usize] = alike[0];
            }
        }
    }
    scopes
}
