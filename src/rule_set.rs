//! Rules made ready for many queries: which of them decides about a target.
//!
//! Nine rules in ten are literal. They are sorted, each linked to its longest
//! proper prefix among them, so that a binary search and a walk up the links
//! find the longest that matches: O(log n + depth). A rule with wildcards is
//! looked at only if the target holds three octets in a row that the rule
//! needs. A few rules need none of this: they are tried in the order of their
//! precedence, and the first that matches decides.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::canonical;
use crate::dialect::Dialect;
use crate::group::StoredRule;
use crate::pattern::{self, Pattern, Shape, Strategy};
use crate::target::Target;

/// The rule that decides about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Its number among the rules asked, from 0, in file order.
    pub(crate) rule: usize,
    pub(crate) precedence: Precedence,
}

/// What decides between rules that match: the longer, then `allow`. RFC 9309
/// §2.2.2. The greater wins; of equal ones the first in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Precedence {
    pub(crate) length: usize,
    pub(crate) is_allow: bool,
}

impl Precedence {
    /// Whether a target with such a deciding rule is allowed. In
    /// google/robotstxt a match of length 0 disallows nothing.
    pub(crate) fn allows(self, dialect: Dialect) -> bool {
        self.is_allow || dialect == Dialect::Google && self.length == 0
    }
}

/// Keeps the better of two decisions, `new` being about a later rule.
pub(crate) fn keep_better(best: &mut Option<Decision>, new: Option<Decision>) {
    if let Some(new) = new
        && best.is_none_or(|best| new.precedence > best.precedence)
    {
        *best = Some(new);
    }
}

/// Decides about one target without any preparation, by trying all rules. A
/// literal rule costs little more than the octets it shares with the target.
pub(crate) fn decide_once(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> Option<Decision> {
    let mut best = None;
    for decision in matching(text, rules, target) {
        keep_better(&mut best, Some(decision));
    }
    best
}

/// The rules that match a target, in file order.
pub(crate) fn matching(
    text: &[u8],
    rules: &[StoredRule],
    target: &Target<'_>,
) -> impl Iterator<Item = Decision> {
    let special = canonical::special(target.dialect());
    rules.iter().enumerate().filter_map(move |(rule, stored)| {
        let is_allow = stored.is_allow();
        let length = match_once(&text[stored.span()], is_allow, special, target)?;
        Some(Decision {
            rule,
            precedence: Precedence { length, is_allow },
        })
    })
}

/// The length with which a pattern, as written, matches.
#[inline]
fn match_once(
    written: &[u8],
    is_allow: bool,
    special: &canonical::Special,
    target: &Target<'_>,
) -> Option<usize> {
    let octets = target.bytes();
    for (at, &octet) in written.iter().enumerate() {
        if special[octet as usize] {
            return Pattern::new(written, is_allow, target.dialect()).matched_length(target);
        }
        if octets.get(at) != Some(&octet) {
            let google = is_allow && target.dialect() == Dialect::Google;
            return if google && pattern::index_page_folder(written).is_some() {
                Pattern::new(written, is_allow, Dialect::Google).matched_length(target)
            } else {
                None
            };
        }
    }
    // An empty value is no rule, except in google/robotstxt.
    (!written.is_empty() || target.dialect() == Dialect::Google).then_some(written.len())
}

/// One way in which a rule can match.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the body stands in the text or, past its end, in the spellings.
    start: u32,
    /// From the lowest bit: 1 bit `allow`, 3 bits strategy, the body's length.
    bits: u32,
    rule: u32,
}

impl Entry {
    fn new(start: usize, shape: Shape, is_allow: bool, rule: usize) -> Entry {
        let bits = (shape.body as u32) << 4 | (shape.strategy as u32) << 1 | u32::from(is_allow);
        Entry {
            start: start as u32,
            bits,
            rule: rule as u32,
        }
    }

    #[inline]
    fn shape(self) -> Shape {
        let strategy = Strategy::ALL[(self.bits >> 1 & 7) as usize];
        Shape {
            strategy,
            body: (self.bits >> 4) as usize,
        }
    }

    fn decision(self) -> Decision {
        let precedence = Precedence {
            length: self.shape().length(),
            is_allow: self.bits & 1 == 1,
        };
        Decision {
            rule: self.rule as usize,
            precedence,
        }
    }

    /// Entries in the order of this key: the first that matches decides.
    fn rank(self) -> (Reverse<Precedence>, u32) {
        (Reverse(self.decision().precedence), self.rule)
    }
}

/// So many rules, and no more, are simply tried one after the other.
const FEW: usize = 16;

/// Marks the end of a chain of links.
const NO_PARENT: u32 = u32::MAX;

/// Compiled rules. Positions are those of the text they were compiled from;
/// methods that take a text want that one, or one that is equal wherever a
/// rule's value stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleSet {
    /// The canonical spellings that differ from what is written.
    spellings: Box<[u8]>,
    /// Literal entries by body, a `Prefix` before an `Exact`; no two alike.
    literals: Box<[Entry]>,
    /// For each of them the longest other `Prefix` that its body begins with.
    parents: Box<[u32]>,
    /// All other entries by rank.
    others: Box<[Entry]>,
    /// Which of the others a target can match.
    filter: Option<Box<Filter>>,
}

impl RuleSet {
    /// Compiles rules: sorts them, O(n log n), and reads each pattern once.
    pub(crate) fn new(text: &[u8], rules: &[StoredRule], dialect: Dialect) -> RuleSet {
        let mut set = RuleSet::default();
        let mut spellings = Vec::new();
        let mut entries = Vec::with_capacity(rules.len());
        for (number, rule) in rules.iter().enumerate() {
            let span = rule.span();
            let pattern = Pattern::new(&text[span.clone()], rule.is_allow(), dialect);
            let start = match &pattern.canonical {
                alloc::borrow::Cow::Borrowed(_) => span.start,
                alloc::borrow::Cow::Owned(spelled) => {
                    spellings.extend_from_slice(spelled);
                    text.len() + spellings.len() - spelled.len()
                }
            };
            let shapes = [pattern.shape, pattern.folder].into_iter().flatten();
            entries.extend(shapes.map(|shape| Entry::new(start, shape, rule.is_allow(), number)));
        }
        set.spellings = spellings.into();
        if entries.len() > FEW {
            let (literals, others) = entries
                .into_iter()
                .partition(|entry: &Entry| entry.shape().strategy.is_literal());
            entries = others;
            set.link_literals(text, literals);
        }
        entries.sort_unstable_by_key(|entry| entry.rank());
        set.others = entries.into();
        if set.others.len() > FEW {
            set.filter = Some(Box::new(Filter::new(
                set.others.iter().map(|&entry| set.body(text, entry)),
            )));
        }
        set
    }

    fn link_literals(&mut self, text: &[u8], mut literals: Vec<Entry>) {
        let is_exact = |entry: Entry| entry.shape().strategy == Strategy::Exact;
        literals.sort_unstable_by(|&one, &other| {
            let (body, other_body) = (self.body(text, one), self.body(text, other));
            body.cmp(other_body)
                .then(is_exact(one).cmp(&is_exact(other)))
                .then_with(|| one.rank().cmp(&other.rank()))
        });
        // Of those that match alike the first in rank is all that counts.
        literals.dedup_by(|&mut later, &mut kept| {
            is_exact(later) == is_exact(kept) && self.body(text, later) == self.body(text, kept)
        });
        let mut parents = Vec::with_capacity(literals.len());
        let mut open: Vec<u32> = Vec::new();
        for (number, &entry) in literals.iter().enumerate() {
            let body = self.body(text, entry);
            while open
                .last()
                .is_some_and(|&last| !body.starts_with(self.body(text, literals[last as usize])))
            {
                open.pop();
            }
            parents.push(open.last().copied().unwrap_or(NO_PARENT));
            if !is_exact(entry) {
                open.push(number as u32);
            }
        }
        self.literals = literals.into();
        self.parents = parents.into();
    }

    fn body<'s>(&'s self, text: &'s [u8], entry: Entry) -> &'s [u8] {
        let (start, length) = (entry.start as usize, entry.shape().body);
        match start.checked_sub(text.len()) {
            Some(start) => &self.spellings[start..start + length],
            None => &text[start..start + length],
        }
    }

    /// Moves the rules' values: from a text of `text_length` octets to one of
    /// `moved_length`, in which the rules stand as `moved` says.
    pub(crate) fn relocate(
        &mut self,
        text_length: usize,
        moved_length: usize,
        moved: &[StoredRule],
    ) {
        for entry in self.literals.iter_mut().chain(&mut self.others) {
            entry.start = match (entry.start as usize).checked_sub(text_length) {
                Some(spelling) => moved_length + spelling,
                None => moved[entry.rule as usize].span().start,
            } as u32;
        }
    }

    /// Which rule decides about `target`: O(log n + depth) for the literal
    /// ones, linear in the target for each other one that the filter lets
    /// pass and that could still win. Allocates nothing.
    pub(crate) fn decide(&self, text: &[u8], target: &Target<'_>) -> Option<Decision> {
        let best = self.longest_literal(text, target.bytes());
        let best = match &self.filter {
            Some(filter) => filter.passing(target.bytes(), &self.others, best, |entry| {
                self.is_match(text, entry, target)
            }),
            None => self
                .others
                .iter()
                .copied()
                .take_while(|entry| best.is_none_or(|best| entry.rank() < best.rank()))
                .find(|&entry| self.is_match(text, entry, target))
                .or(best),
        };
        best.map(Entry::decision)
    }

    fn is_match(&self, text: &[u8], entry: Entry, target: &Target<'_>) -> bool {
        pattern::matches(entry.shape().strategy, self.body(text, entry), target)
    }

    fn longest_literal(&self, text: &[u8], octets: &[u8]) -> Option<Entry> {
        let behind = self
            .literals
            .partition_point(|&entry| self.body(text, entry) <= octets);
        let mut number = behind.checked_sub(1)?;
        let nearest = self.body(text, self.literals[number]);
        let shared = nearest
            .iter()
            .zip(octets)
            .take_while(|(one, other)| one == other)
            .count();
        loop {
            let entry = self.literals[number];
            let Shape { strategy, body } = entry.shape();
            let parent = self.parents[number];
            if body <= shared && (strategy != Strategy::Exact || body == octets.len()) {
                // Its parent can be as long, if there is a `*` behind it.
                let parent = self.literals.get(parent as usize);
                return Some(
                    parent
                        .copied()
                        .filter(|parent| parent.rank() < entry.rank())
                        .unwrap_or(entry),
                );
            }
            if parent == NO_PARENT {
                return None;
            }
            number = parent as usize;
        }
    }
}

/// Three octets in a row that an entry needs to find in a target, hashed, and
/// for each hash the entries that need it.
#[derive(Clone, Debug)]
struct Filter {
    /// Entries that need no three octets in a row, by rank.
    unfiltered: Box<[u32]>,
    /// Where each hash's entries begin in `numbers`; one more than there are
    /// hashes.
    starts: Box<[u32]>,
    /// Entries, those of one hash by rank.
    numbers: Box<[u32]>,
}

/// No more hashes than this: a set of them is 256 octets large.
const MOST_HASHES: usize = 2048;

/// A hash below `hashes`, a power of two.
#[inline]
fn hash(octets: &[u8], hashes: usize) -> usize {
    let number = u32::from_le_bytes([octets[0], octets[1], octets[2], 0]);
    (number.wrapping_mul(0x9E37_79B1) >> 16) as usize & (hashes - 1)
}

impl Filter {
    fn new<'b>(bodies: impl ExactSizeIterator<Item = &'b [u8]> + Clone) -> Filter {
        let hashes = (bodies.len() * 4).next_power_of_two().min(MOST_HASHES);
        let needed = |body: &'b [u8]| {
            // `%2F` and `%3F` are other octets in a query.
            body.windows(3)
                .filter(|octets| !octets.contains(&b'*') && !octets.contains(&b'%'))
                .map(|octets| hash(octets, hashes))
        };
        let mut frequency = vec![0_u32; hashes];
        for body in bodies.clone() {
            needed(body).for_each(|hash| frequency[hash] += 1);
        }
        let rarest: Vec<Option<usize>> = bodies
            .map(|body| needed(body).min_by_key(|&hash| frequency[hash]))
            .collect();
        let mut starts = vec![0_u32; hashes + 1];
        for hash in rarest.iter().flatten() {
            starts[hash + 1] += 1;
        }
        for hash in 0..hashes {
            starts[hash + 1] += starts[hash];
        }
        let mut unfiltered = Vec::new();
        let mut numbers = vec![0; starts[hashes] as usize];
        let mut free = starts.clone();
        for (number, hash) in (0..).zip(rarest) {
            match hash {
                Some(hash) => {
                    numbers[free[hash] as usize] = number;
                    free[hash] += 1;
                }
                None => unfiltered.push(number),
            }
        }
        Filter {
            unfiltered: unfiltered.into(),
            starts: starts.into(),
            numbers: numbers.into(),
        }
    }

    /// The first in rank of `best` and those of `entries` that match.
    fn passing(
        &self,
        octets: &[u8],
        entries: &[Entry],
        mut best: Option<Entry>,
        is_match: impl Fn(Entry) -> bool,
    ) -> Option<Entry> {
        let first_match = |numbers: &[u32], best: &mut Option<Entry>| {
            let found = numbers
                .iter()
                .map(|&number| entries[number as usize])
                .take_while(|entry| best.is_none_or(|best| entry.rank() < best.rank()))
                .find(|&entry| is_match(entry));
            *best = found.or(*best);
        };
        first_match(&self.unfiltered, &mut best);
        let hashes = self.starts.len() - 1;
        let mut seen = [0_u64; MOST_HASHES / 64];
        for octets in octets.windows(3) {
            let hash = hash(octets, hashes);
            let (start, end) = (self.starts[hash] as usize, self.starts[hash + 1] as usize);
            if start < end && seen[hash / 64] >> (hash % 64) & 1 == 0 {
                seen[hash / 64] |= 1 << (hash % 64);
                first_match(&self.numbers[start..end], &mut best);
            }
        }
        best
    }
}
