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

use crate::canonical::{self, Special};
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
    if let Some(new) = new {
        if best.is_none_or(|best| new.precedence > best.precedence) {
            *best = Some(new);
        }
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
    let mut present = None;
    rules.iter().enumerate().filter_map(move |(rule, stored)| {
        let is_allow = stored.is_allow();
        let written = &text[stored.span()];
        let length = match match_literal(written, special, target) {
            Literal::Matches => written.len(),
            Literal::Differs if !may_have_folder(written, is_allow, target) => return None,
            Literal::NeedsMore(rest) => {
                let present = present.get_or_insert_with(|| OctetSet::of(target.bytes()));
                if present.excludes(rest, special) && !may_have_folder(written, is_allow, target) {
                    return None;
                }
                Pattern::new(written, is_allow, target.dialect()).matched_length(target)?
            }
            Literal::Differs => {
                Pattern::new(written, is_allow, target.dialect()).matched_length(target)?
            }
        };
        Some(Decision {
            rule,
            precedence: Precedence { length, is_allow },
        })
    })
}

/// What a pattern says of a target if it is read as far as its octets are
/// literal.
enum Literal<'p> {
    Matches,
    Differs,
    /// It agrees with the target so far; this is the rest of it.
    NeedsMore(&'p [u8]),
}

#[inline]
fn match_literal<'p>(written: &'p [u8], special: &Special, target: &Target<'_>) -> Literal<'p> {
    let octets = target.bytes();
    for (at, &octet) in written.iter().enumerate() {
        if special[octet as usize] {
            return Literal::NeedsMore(&written[at..]);
        }
        if octets.get(at) != Some(&octet) {
            return Literal::Differs;
        }
    }
    // An empty value is no rule, except in google/robotstxt.
    match written {
        [] if target.dialect() == Dialect::Standard => Literal::Differs,
        _ => Literal::Matches,
    }
}

/// Whether a rule that does not match may yet match as the folder of an index
/// page.
#[inline]
fn may_have_folder(written: &[u8], is_allow: bool, target: &Target<'_>) -> bool {
    is_allow && target.dialect() == Dialect::Google && pattern::index_page_folder(written).is_some()
}

/// The octets that occur in a target.
struct OctetSet([u64; 4]);

impl OctetSet {
    fn of(octets: &[u8]) -> OctetSet {
        let mut set = [0; 4];
        for &octet in octets {
            set[usize::from(octet >> 6)] |= 1 << (octet & 63);
        }
        OctetSet(set)
    }

    /// Whether a part of a pattern needs an octet that does not occur. Says
    /// `false` where the pattern has to be spelled first.
    fn excludes(&self, part: &[u8], special: &Special) -> bool {
        for &octet in part {
            match octet {
                b'*' | b'$' => {}
                _ if special[octet as usize] => return false,
                _ if self.0[usize::from(octet >> 6)] >> (octet & 63) & 1 == 0 => return true,
                _ => {}
            }
        }
        false
    }
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

/// So many literals, and no more, are simply tried one after the other.
const FEW: usize = 16;

/// So many others are all looked at, each for the octets it needs.
const FEW_OTHERS: usize = 128;

/// A set of octets, the four that agree in their last six bits taken for one:
/// a letter, a digit and most signs each have a place of their own.
#[derive(Clone, Copy, Debug)]
struct OctetHashes(u64);

impl OctetHashes {
    #[inline]
    fn of(octets: &[u8]) -> OctetHashes {
        OctetHashes(octets.iter().fold(0, |set, &octet| set | 1 << (octet & 63)))
    }

    /// The octets without which no target matches: not the wildcards, and not
    /// those of `%2F` and `%3F`, which the query of a target spells otherwise.
    fn needed_by(body: &[u8]) -> OctetHashes {
        let is_needed = |octet: &u8| !matches!(octet, b'*' | b'%' | b'2' | b'3' | b'F');
        OctetHashes(
            body.iter()
                .filter(|octet| is_needed(octet))
                .fold(0, |set, &octet| set | 1 << (octet & 63)),
        )
    }

    #[inline]
    fn is_subset(self, of: OctetHashes) -> bool {
        self.0 & !of.0 == 0
    }
}

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
    /// How many octets all literal bodies begin with in common.
    shared: usize,
    /// Of many literals the next octets of each body, as numbers that compare
    /// like them; empty if there are few.
    keys: Box<[u64]>,
    /// All other entries by rank.
    others: Box<[Entry]>,
    /// Of each of them the octets that it needs; empty if there is a filter.
    needs: Box<[OctetHashes]>,
    /// Which of very many others a target can match.
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
        let (mut literals, mut others): (Vec<Entry>, Vec<Entry>) = entries
            .into_iter()
            .partition(|entry| entry.shape().strategy.is_literal());
        if literals.len() > FEW {
            set.link_literals(text, literals);
        } else {
            literals.sort_unstable_by_key(|entry| entry.rank());
            set.literals = literals.into();
        }
        others.sort_unstable_by_key(|entry| entry.rank());
        set.others = others.into();
        let bodies = set.others.iter().map(|&entry| set.body(text, entry));
        if set.others.len() > FEW_OTHERS {
            set.filter = Some(Box::new(Filter::new(bodies)));
        } else {
            set.needs = bodies.map(OctetHashes::needed_by).collect();
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
        if let (Some(&first), Some(&last)) = (literals.first(), literals.last()) {
            // In this order what the first and the last have in common all have.
            self.shared = common_prefix(self.body(text, first), self.body(text, last));
        }
        if literals.len() > MANY {
            self.keys = literals
                .iter()
                .map(|&entry| key(&self.body(text, entry)[self.shared..]))
                .collect();
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
        let octets = target.bytes();
        let best = if self.parents.is_empty() {
            self.first_literal(text, octets)
        } else {
            self.longest_literal(text, octets)
        };
        let best = match &self.filter {
            Some(filter) => filter.passing(octets, &self.others, best, |entry| {
                self.is_match(text, entry, target)
            }),
            None => self.first_other(text, target, best),
        };
        best.map(Entry::decision)
    }

    /// The first in rank of `best` and the others that match.
    #[inline]
    fn first_other(&self, text: &[u8], target: &Target<'_>, best: Option<Entry>) -> Option<Entry> {
        let is_better = |entry: Entry| best.is_none_or(|best| entry.rank() < best.rank());
        if !self.others.first().is_some_and(|&first| is_better(first)) {
            return best;
        }
        let present = OctetHashes::of(target.bytes());
        self.needs
            .iter()
            .zip(&self.others)
            .filter(|(needs, _)| needs.is_subset(present))
            .map(|(_, &entry)| entry)
            .take_while(|&entry| is_better(entry))
            .find(|&entry| self.is_match(text, entry, target))
            .or(best)
    }

    fn is_match(&self, text: &[u8], entry: Entry, target: &Target<'_>) -> bool {
        pattern::matches(entry.shape().strategy, self.body(text, entry), target)
    }

    /// Of few literals, which stand by rank, the first that matches.
    #[inline]
    fn first_literal(&self, text: &[u8], octets: &[u8]) -> Option<Entry> {
        self.literals.iter().copied().find(|&entry| {
            let body = self.body(text, entry);
            // Most differ within a few octets: no need of a call for them.
            body.len() <= octets.len()
                && body.iter().zip(octets).all(|(one, other)| one == other)
                && (entry.shape().strategy != Strategy::Exact || body.len() == octets.len())
        })
    }

    fn longest_literal(&self, text: &[u8], octets: &[u8]) -> Option<Entry> {
        let mut number = self.literals_up_to(text, octets)?.checked_sub(1)?;
        let shared = common_prefix(self.body(text, self.literals[number]), octets);
        loop {
            let entry = self.literals[number];
            let Shape { strategy, body } = entry.shape();
            let parent = self.parents[number];
            if body <= shared && (strategy != Strategy::Exact || body == octets.len()) {
                // Its parent can be as long, if there is a `*` behind it.
                let parent = self.literals.get(parent as usize).copied();
                return parent
                    .filter(|parent| parent.rank() < entry.rank())
                    .or(Some(entry));
            }
            if parent == NO_PARENT {
                return None;
            }
            number = parent as usize;
        }
    }

    /// How many literal bodies are not greater than `octets`; `None` if none
    /// of them can be a prefix of it.
    fn literals_up_to(&self, text: &[u8], octets: &[u8]) -> Option<usize> {
        let (mut from, mut to) = (0, self.literals.len());
        if !self.keys.is_empty() {
            let first = self.body(text, self.literals[0]);
            let key = key(octets.strip_prefix(&first[..self.shared])?);
            from = self.keys.partition_point(|&other| other < key);
            to = from + self.keys[from..].partition_point(|&other| other == key);
        }
        let candidates = &self.literals[from..to];
        Some(from + candidates.partition_point(|&entry| self.body(text, entry) <= octets))
    }
}

/// So many literals are found as fast without [`RuleSet::keys`].
const MANY: usize = 64;

/// The first eight octets as a number; numbers compare like octets.
#[inline]
fn key(octets: &[u8]) -> u64 {
    match octets.first_chunk() {
        Some(octets) => u64::from_be_bytes(*octets),
        None => octets
            .iter()
            .rev()
            .fold(0, |key, &octet| key >> 8 | u64::from(octet) << 56),
    }
}

fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    one.iter()
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// Which of a list of entries a target can match: for each hash of three
/// octets in a row the entries that need them.
#[derive(Clone, Debug)]
struct Filter {
    /// Entries that need no three octets in a row, by rank.
    unfiltered: Box<[u32]>,
    /// The hashes that an entry needs.
    occupied: HashSet,
    /// Where each hash's entries begin in `needing`; one more than there are
    /// hashes.
    starts: Box<[u32]>,
    /// The entries that need each hash, by rank.
    needing: Box<[Needing]>,
}

/// An entry that needs certain octets.
#[derive(Clone, Copy, Debug, Default)]
struct Needing {
    entry: u32,
    /// The hash of other octets that it needs, too.
    also: u16,
}

/// No more hashes than this.
const MOST_HASHES: usize = 2048;

/// A set of hashes.
#[derive(Clone, Copy, Debug)]
struct HashSet([u64; MOST_HASHES / 64]);

impl HashSet {
    const EMPTY: HashSet = HashSet([0; MOST_HASHES / 64]);

    #[inline]
    fn insert(&mut self, hash: usize) {
        self.0[hash / 64 % (MOST_HASHES / 64)] |= 1 << (hash % 64);
    }

    #[inline]
    fn contains(&self, hash: usize) -> bool {
        self.0[hash / 64] >> (hash % 64) & 1 == 1
    }

    /// The hashes that are in both sets.
    fn common<'s>(&'s self, other: &'s HashSet) -> impl Iterator<Item = usize> + 's {
        let words = self.0.iter().zip(&other.0).map(|(one, other)| one & other);
        words
            .enumerate()
            .filter(|&(_, word)| word != 0)
            .flat_map(|(at, mut word)| {
                core::iter::from_fn(move || {
                    let bit = word.trailing_zeros() as usize;
                    word &= word.checked_sub(1)?;
                    Some(at * 64 + bit)
                })
            })
    }
}

/// A hash below `hashes`, a power of two, of three octets.
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
            let is_escaped = |at: usize| body[at.saturating_sub(2)..at + 3].contains(&b'%');
            body.windows(3)
                .enumerate()
                .filter(move |&(at, octets)| !octets.contains(&b'*') && !is_escaped(at))
                .map(move |(_, octets)| hash(octets, hashes))
        };
        let mut frequency = vec![0_u32; hashes];
        for body in bodies.clone() {
            needed(body).for_each(|hash| frequency[hash] += 1);
        }
        let mut unfiltered = Vec::new();
        let mut rarest = Vec::with_capacity(bodies.len());
        for (entry, body) in (0..).zip(bodies) {
            let Some(hash) = needed(body).min_by_key(|&hash| frequency[hash]) else {
                unfiltered.push(entry);
                continue;
            };
            let other = needed(body).filter(|&other| other != hash);
            let also = other.min_by_key(|&hash| frequency[hash]).unwrap_or(hash) as u16;
            rarest.push((hash, Needing { entry, also }));
        }
        rarest.sort_by_key(|&(hash, _)| hash);
        let mut occupied = HashSet::EMPTY;
        rarest.iter().for_each(|&(hash, _)| occupied.insert(hash));
        let starts = (0..=hashes)
            .map(|hash| rarest.partition_point(|&(other, _)| other < hash) as u32)
            .collect();
        let needing = rarest.into_iter().map(|(_, needing)| needing).collect();
        Filter {
            unfiltered: unfiltered.into(),
            occupied,
            starts,
            needing,
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
        let is_better =
            |entry: Entry, best: Option<Entry>| best.is_none_or(|best| entry.rank() < best.rank());
        let hashes = self.starts.len() - 1;
        let mut present = HashSet::EMPTY;
        octets
            .windows(3)
            .for_each(|octets| present.insert(hash(octets, hashes)));
        for hash in self.occupied.common(&present) {
            let (start, end) = (self.starts[hash] as usize, self.starts[hash + 1] as usize);
            let found = self.needing[start..end]
                .iter()
                .filter(|needing| present.contains(usize::from(needing.also)))
                .map(|needing| entries[needing.entry as usize])
                .take_while(|&entry| is_better(entry, best))
                .find(|&entry| is_match(entry));
            best = found.or(best);
        }
        let unfiltered = self.unfiltered.iter().map(|&entry| entries[entry as usize]);
        unfiltered
            .take_while(|&entry| is_better(entry, best))
            .find(|&entry| is_match(entry))
            .or(best)
    }
}
