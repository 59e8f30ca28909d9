//! Compiles the rules of a file into a rule set.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;

use crate::dialect::Dialect;
use crate::file::Row;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::entries::{Entry, Flags, RuleSet};
use crate::rule_set::index;
use crate::rule_set::keys;
use crate::rule_set::signature::Signature;

/// A builder for [`RuleSet`].
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// The minimum number of literals for which an index is built.
    indexed_literals: usize,
    literals: Vec<PendingEntry<'t>>,
    /// The entries that get a signature. Without an index, these are the ones with wildcards; with
    /// an index, they are all entries that are compared.
    signed: Vec<PendingEntry<'t>>,
    idle: Vec<PendingEntry<'t>>,
}

/// An entry whose text hasn't been copied into the rule set yet.
struct PendingEntry<'t> {
    /// The body and its suffix. It is borrowed from the file unless the entry is spelled.
    text: Cow<'t, [u8]>,
    line: u32,
    flags: Flags,
}

impl PendingEntry<'_> {
    fn body(&self) -> &[u8] {
        &self.text[..self.text.len() - self.flags.suffix()]
    }
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            indexed_literals: index::LITERALS,
            literals: Vec::new(),
            signed: Vec::new(),
            idle: Vec::new(),
        }
    }

    /// Optimises the rules for at least as many queries as there are rules.
    #[cfg(feature = "diff")]
    pub(crate) fn for_many_queries(mut self) -> Compiler<'t> {
        self.indexed_literals = index::ENTRIES;
        self
    }

    /// Adds rules, which must come after any previously added rules in file order.
    #[inline]
    pub(crate) fn add_all(&mut self, rules: &[Row]) {
        self.literals.reserve(rules.len());
        for rule in rules {
            let is_allow = rule.is_allow();
            let entry = PendingEntry {
                text: Cow::Borrowed(&self.text[rule.value()]),
                line: rule.line,
                flags: Flags::new(Strategy::default(), is_allow),
            };
            if pattern::is_plain(self.text, rule.value(), is_allow, self.dialect) {
                self.literals.push(entry);
            } else {
                self.add_any(rule, entry);
            }
        }
    }

    /// Adds a rule of any kind, given the entry that it would have if its pattern were plain.
    ///
    /// A rule needs a single entry if its pattern is in canonical spelling and at most one byte,
    /// `$` or `*`, follows the body. Any other rule gets an idle entry as written, and a spelled
    /// entry for each shape that is compared, which may be its own and an index page's folder.
    fn add_any(&mut self, rule: &Row, written: PendingEntry<'t>) {
        let (line, is_allow) = (rule.line, rule.is_allow());
        let (canonical, shape) = pattern::read(self.text, rule.value(), self.dialect);
        let folder = Shape::of_index_folder(&canonical, is_allow, self.dialect);
        let is_borrowed = matches!(canonical, Cow::Borrowed(_));
        match shape {
            // A single entry is enough: the text is the body and at most one byte.
            Some(shape) if is_borrowed && folder.is_none() && canonical.len() - shape.body <= 1 => {
                let has_suffix = shape.body < canonical.len();
                let suffix = if has_suffix { Flags::SUFFIX } else { 0 };
                let flags = Flags::new(shape.strategy, is_allow).with(suffix);
                self.push(PendingEntry { flags, ..written });
            }
            _ => {
                self.idle.push(written);
                for shape in [shape, folder].into_iter().flatten() {
                    let text = canonical[..shape.body].to_vec().into();
                    let flags = Flags::new(shape.strategy, is_allow).with(Flags::SPELLED);
                    self.push(PendingEntry { text, line, flags });
                }
            }
        }
    }

    fn push(&mut self, entry: PendingEntry<'t>) {
        if entry.flags.strategy().is_literal() {
            self.literals.push(entry);
        } else {
            self.signed.push(entry);
        }
    }

    /// Sorts the entries with signatures and returns the index.
    #[inline(never)]
    fn sort(&mut self) -> Vec<u64> {
        let mut index = Vec::new();
        if self.literals.len() >= self.indexed_literals || self.signed.len() >= index::ENTRIES {
            // Literals get a signature instead of a key, so that there is only one kind of entry.
            let mut all = mem::take(&mut self.literals);
            all.append(&mut self.signed);
            index = index::sort(&mut all, |entry| {
                pattern::literal_start(entry.flags.strategy(), entry.body())
            });
            self.signed = all;
        }
        // The first match wins, except within a bucket.
        let rank = |entry: &PendingEntry<'_>| entry.flags.rank(entry.body().len(), entry.line);
        let bucketless = &mut self.signed[index::bucketed(&index)..];
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
        let all = || {
            [&self.literals, &self.signed, &self.idle]
                .into_iter()
                .flatten()
        };
        let texts: usize = all().map(|entry| entry.text.len()).sum();
        let mut bytes = Vec::with_capacity(literals + texts);
        let entries = literals + signed + self.idle.len();
        let mut words = Vec::with_capacity(signed + entries + 1 + index.len());

        bytes.extend(
            self.literals
                .iter()
                .map(|entry| keys::of_body(entry.body())),
        );
        words.extend(self.signed.iter().map(|entry| {
            let is_literal = entry.flags.strategy().is_literal();
            // A bucket excludes more targets than a literal's signature would.
            let body = if is_literal { &[] } else { entry.body() };
            Signature::needed_by(body).0
        }));
        for entry in all() {
            words.push(Entry::new(bytes.len(), entry.line, entry.flags).0);
            bytes.extend_from_slice(&entry.text);
        }
        words.push(Entry::end(bytes.len()).0);
        words.extend(index);
        RuleSet {
            words: words.into(),
            bytes: bytes.into(),
            literals: literals as u32,
            signed: signed as u32,
        }
    }
}
