//! The entries of compiled rules, and their memory layout.

use alloc::boxed::Box;

use crate::file::Rule;
use crate::options::POSITION_LIMIT;
use crate::pattern::Strategy;
use crate::rule_set::index;
use crate::rule_set::rank::{Decision, Rank};

/// The flags of an entry, which are its strategy and the following bits.
pub(super) type Flags = Strategy;

/// The rule is an `allow` rule.
pub(super) const ALLOW: u8 = 1 << Strategy::BITS;
/// A `$` or `*` follows the body in the text.
pub(super) const SUFFIX: u8 = ALLOW << 1;
/// The rule is written differently. The idle entry with the same line contains its text.
pub(super) const SPELLED: u8 = ALLOW << 2;

/// Returns the rank of an entry with a body of this length.
#[inline]
pub(super) fn rank(flags: Flags, body: usize, line: u32) -> Rank {
    Rank::new(body + flags.bytes_after_body(), flags.has(ALLOW), line)
}

/// An entry whose text hasn't been copied yet.
#[derive(Clone, Copy)]
pub(super) struct PendingEntry {
    /// The start of its text. If the entry is spelled, the text is in the spellings; otherwise it
    /// is in the file.
    pub(super) start: u32,
    /// The length of its body, which begins its text.
    pub(super) body: u32,
    pub(super) line: u32,
    pub(super) flags: Flags,
    /// The mark of its literal start, if the entry is in a bucket.
    pub(super) mark: Option<core::num::NonZero<u16>>,
}

impl PendingEntry {
    pub(super) fn text_length(&self) -> usize {
        self.body as usize + usize::from(self.flags.has(SUFFIX))
    }
}

/// An entry packed into one word, which contains the start of its text (30 bits), its line (26
/// bits) and its flags (8 bits). The text ends at the start of the next one.
#[derive(Clone, Copy)]
pub(super) struct Entry(pub(super) u64);

const LINE: u32 = 30;
const FLAGS: u32 = 56;

// A pattern is copied at most three times: as written, in canonical spelling (which can be three
// times as long), and up to its last `/`. Its keys take fewer bytes than the rest of its line.
const _: () = assert!(POSITION_LIMIT * (1 + 3 + 3 + 1) <= 1 << LINE);
const _: () = assert!(POSITION_LIMIT <= 1 << (FLAGS - LINE));

impl Entry {
    pub(super) fn new(start: usize, line: u32, flags: Flags) -> Entry {
        Entry(start as u64 | u64::from(line) << LINE | u64::from(flags.0) << FLAGS)
    }

    fn start(self) -> usize {
        (self.0 & ((1 << LINE) - 1)) as usize
    }

    fn line(self) -> u32 {
        (self.0 >> LINE) as u32 & ((1 << (FLAGS - LINE)) - 1)
    }

    fn flags(self) -> Flags {
        Strategy((self.0 >> FLAGS) as u8)
    }
}

/// The compiled rules. See the [`rule_set`](super) module for an example.
#[derive(Clone, Default)]
pub(crate) struct RuleSet {
    /// The signatures, all entries, a marker with the end of the texts, and the index.
    pub(super) words: Box<[u64]>,
    /// The keys of the literal entries, and all texts.
    pub(super) bytes: Box<[u8]>,
    /// The number of literal entries with a key.
    pub(super) literals: u32,
    /// The number of entries with a signature. Without an index, these are the ones with wildcards;
    /// with an index, they are all entries that are compared.
    pub(super) signed: u32,
}

impl RuleSet {
    /// Returns the size of the rule set's heap memory.
    #[cfg(any(feature = "std", feature = "diff"))]
    pub(crate) fn heap_size(&self) -> usize {
        size_of_val(&*self.words) + self.bytes.len()
    }

    /// Returns the rules in an unspecified order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let entries = 0..self.count();
        let is_rule = |&entry: &usize| !self.entry(entry).flags().has(SPELLED);
        entries.filter(is_rule).map(|entry| self.rule(entry))
    }

    pub(super) fn literals(&self) -> usize {
        self.literals as usize
    }

    pub(super) fn signed(&self) -> usize {
        self.signed as usize
    }

    /// Returns the number of entries.
    fn count(&self) -> usize {
        self.words.len().saturating_sub(1) - self.signed() - index::words(self.signed())
    }

    fn entry(&self, entry: usize) -> Entry {
        Entry(self.words[self.signed() + entry])
    }

    /// Returns the rule that an entry belongs to.
    pub(crate) fn rule(&self, entry: usize) -> Rule<'_> {
        let (line, flags) = (self.entry(entry).line(), self.entry(entry).flags());
        // If the rule is written differently, its text is in an idle entry.
        let idle = flags.has(SPELLED).then(|| self.idle_entry(line));
        let written = idle.flatten().unwrap_or(entry);
        let text = self.entry(written).start()..self.entry(written + 1).start();
        Rule::new(flags.has(ALLOW), &self.bytes[text], line)
    }

    /// Finds the idle entry with this line. Idle entries are in file order, so this is a binary
    /// search.
    fn idle_entry(&self, line: u32) -> Option<usize> {
        let first = self.literals() + self.signed();
        let idle = &self.words[self.signed()..][first..self.count()];
        let found = idle.binary_search_by_key(&line, |&word| Entry(word).line());
        Some(first + found.ok()?)
    }

    /// Returns how an entry is matched, its body, and the decision if it matches.
    #[inline(always)]
    pub(super) fn compared(&self, entry: usize) -> (Strategy, &[u8], Decision) {
        // Both words are read in one access, since the text ends where the next one starts.
        let words = &self.words[self.signed() + entry..][..2];
        let [this, next] = [Entry(words[0]), Entry(words[1])];
        let (line, flags) = (this.line(), this.flags());
        let body = &self.bytes[this.start()..next.start() - usize::from(flags.has(SUFFIX))];
        let decision = Decision {
            rank: rank(flags, body.len(), line),
            rule: entry as u32,
        };
        (flags, body, decision)
    }
}
