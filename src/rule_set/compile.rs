//! Compiles the rules of a file into a rule set.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;
use core::ops::Range;

use crate::canonical;
use crate::dialect::Dialect;
use crate::file::Row;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::entries::{ALLOW, Entry, Flags, PendingEntry, RuleSet, SPELLED, SUFFIX, rank};
use crate::rule_set::index;
use crate::rule_set::keys;
use crate::rule_set::signature::Signature;

/// A builder for [`RuleSet`].
#[derive(Default)]
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// A concatenation of the bodies whose spellings don't occur in the file.
    spelled: Vec<u8>,
    literals: Vec<PendingEntry>,
    /// The entries that get a signature. Without an index, these are the ones with wildcards; with
    /// an index, they are all entries that are compared.
    signed: Vec<PendingEntry>,
    idle: Vec<PendingEntry>,
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            ..Compiler::default()
        }
    }

    /// Adds rules, which must come after any previously added rules in file order.
    pub(crate) fn add_all(&mut self, rules: &[Row]) {
        self.literals.reserve(rules.len());
        for rule in rules {
            let (written, is_allow) = (rule.value(), rule.is_allow());
            let entry = PendingEntry {
                start: written.start as u32,
                body: written.len() as u32,
                line: rule.line,
                flags: Strategy(if is_allow { ALLOW } else { 0 }),
                mark: None,
            };
            // Seven patterns in ten are their own body and don't name an index page.
            let may_have_folder = is_allow && self.dialect.allows_index_folders();
            let is_path = !may_have_folder && self.text[written.clone()].starts_with(b"/");
            if is_path && canonical::first_special(self.text, written.clone()) == written.end {
                self.literals.push(entry);
            } else {
                self.add_any(entry, written);
            }
        }
    }

    /// Adds a rule of any kind, given the entry that it would have if its pattern were plain.
    ///
    /// A rule needs a single entry if its pattern is in canonical spelling and at most one byte,
    /// `$` or `*`, follows the body. Any other rule gets an idle entry as written, and a spelled
    /// entry for each shape that is compared, which may be its own and an index page's folder.
    fn add_any(&mut self, entry: PendingEntry, written: Range<usize>) {
        let (canonical, shape) = pattern::read(self.text, written, self.dialect);
        let folder = Shape::of_index_folder(&canonical, entry.flags.has(ALLOW), self.dialect);
        let is_borrowed = matches!(canonical, Cow::Borrowed(_));
        // A single entry is enough if the text is the body and at most one byte.
        let fits = |shape: Shape| canonical.len() - shape.body <= 1;
        let is_single = is_borrowed && folder.is_none() && shape.is_some_and(fits);
        if !is_single {
            self.idle.push(entry);
        }
        for shape in shape.into_iter().chain(folder) {
            let (start, flag) = if is_single {
                let has_suffix = shape.body < canonical.len();
                (entry.start, if has_suffix { SUFFIX } else { 0 })
            } else {
                let start = self.spelled.len() as u32;
                self.spelled.extend_from_slice(&canonical[..shape.body]);
                (start, SPELLED)
            };
            let entries = match shape.strategy.is_literal() {
                true => &mut self.literals,
                false => &mut self.signed,
            };
            entries.push(PendingEntry {
                start,
                body: shape.body as u32,
                flags: Strategy(shape.strategy.0 | entry.flags.0 | flag),
                ..entry
            });
        }
    }

    fn text(&self, entry: &PendingEntry) -> &[u8] {
        let is_spelled = entry.flags.has(SPELLED);
        let source = if is_spelled { &self.spelled } else { self.text };
        &source[entry.start as usize..][..entry.text_length()]
    }

    fn body(&self, entry: &PendingEntry) -> &[u8] {
        &self.text(entry)[..entry.body as usize]
    }

    /// Sorts the entries with signatures and returns the index.
    fn sort(&mut self) -> Vec<u64> {
        let mut index = Vec::new();
        if self.literals.len() + self.signed.len() >= index::ENTRIES {
            // Literals get a signature instead of a key, so that there is only one kind of entry.
            let mut all = mem::take(&mut self.literals);
            all.append(&mut self.signed);
            let start =
                |entry: &PendingEntry| pattern::literal_start(entry.flags, self.body(entry));
            (index, self.signed) = index::sort(&mut all, start);
        }
        // The first match wins, except within a bucket.
        let bucketed = index.last().map_or(0, |&last| last as usize);
        let bucketless = &mut self.signed[bucketed..];
        let rank = |entry: &PendingEntry| rank(entry.flags, entry.body as usize, entry.line);
        bucketless.sort_unstable_by_key(|entry| Reverse(rank(entry)));
        index
    }

    /// Builds the rule set.
    ///
    /// This computes the sizes of both allocations first, so that they have no spare capacity.
    /// `bytes` becomes the keys of the literals and all texts; `words` becomes the signatures, all
    /// entries, an end marker, and the index.
    pub(crate) fn finish(mut self) -> RuleSet {
        let index = self.sort();
        let (literals, signed) = (self.literals.len(), self.signed.len());
        let parts = [&self.literals, &self.signed, &self.idle];
        let all = || parts.into_iter().flatten();
        let texts: usize = all().map(PendingEntry::text_length).sum();
        let mut bytes = Vec::with_capacity(literals + texts);
        let entries = literals + signed + self.idle.len();
        let mut words = Vec::with_capacity(signed + entries + 1 + index.len());

        let bodies = self.literals.iter().map(|entry| self.body(entry));
        bytes.extend(bodies.map(keys::of_body));
        words.extend(self.signed.iter().map(|entry| {
            // A literal only needs its mark. With a set of its bytes as well, compiling literals
            // would take 1.7 times as long, for the same queries.
            let is_literal = entry.flags.is_literal();
            let body = if is_literal { &[] } else { self.body(entry) };
            let needed = Signature::needed_by(entry.flags, body);
            let marked = entry.mark.map(|mark| needed.with_mark(mark.get()));
            marked.unwrap_or(needed).0
        }));
        for entry in all() {
            words.push(Entry::new(bytes.len(), entry.line, entry.flags).0);
            bytes.extend_from_slice(self.text(entry));
        }
        // The marker ends the text of the last entry.
        words.push(Entry::new(bytes.len(), 0, Flags::default()).0);
        words.extend(index);
        RuleSet {
            words: words.into(),
            bytes: bytes.into(),
            literals: literals as u32,
            signed: signed as u32,
        }
    }
}
