//! From the rules of a file to a block.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

use smallvec::SmallVec;

use crate::canonical;
use crate::dialect::Dialect;
use crate::file::RuleRow;
use crate::pattern::{self, Shape, Strategy};
use crate::rule_set::block::{Block, Counts, Flags, literal_key, write_numbers};
use crate::rule_set::literals::Tree;
use crate::rule_set::signature::Signature;
use crate::rule_set::wildcards::Filter;
use crate::rule_set::{Index, KEYS_MAX, LOOK_AT_ALL_MAX, Precedence, RuleSet, SAME_KEY_MAX};
use crate::span::Span;

/// Rules on their way into a [`RuleSet`].
pub(crate) struct Compiler<'t> {
    text: &'t [u8],
    dialect: Dialect,
    /// The texts of entries that do not stand in the file.
    spelled: Vec<u8>,
    literals: SmallVec<[PendingEntry; 64]>,
    wildcards: SmallVec<[PendingEntry; 16]>,
    /// What matches nothing, or what another entry matches.
    idle: SmallVec<[PendingEntry; 4]>,
    last_line: u32,
}

/// An entry of a block to be.
#[derive(Clone, Copy)]
struct PendingEntry {
    /// Where its text stands: in the file, or if respelled, among the spellings.
    text: Span,
    /// How much of the text is compared.
    body: u32,
    line: u32,
    flags: Flags,
    /// See [`literal_key`]; of literal entries only.
    key: u8,
}

impl PendingEntry {
    #[inline]
    fn precedence(&self) -> Precedence {
        self.flags.precedence(self.body as usize)
    }
}

impl<'t> Compiler<'t> {
    pub(crate) fn new(text: &'t [u8], dialect: Dialect) -> Compiler<'t> {
        Compiler {
            text,
            dialect,
            spelled: Vec::new(),
            literals: SmallVec::new(),
            wildcards: SmallVec::new(),
            idle: SmallVec::new(),
            last_line: 0,
        }
    }

    /// Makes room for so many rules.
    pub(crate) fn reserve(&mut self, rules: usize) {
        self.literals.reserve(rules);
    }

    /// Adds a rule. `line` is its line, or another number that rises from rule
    /// to rule.
    #[inline(always)]
    pub(crate) fn add(&mut self, rule: RuleRow, line: u32) {
        let (written, is_allow) = (rule.value(), rule.is_allow());
        let special_places = canonical::special_places(self.text, written.clone());
        let bytes = &self.text[written.clone()];
        let text = Span::new(written);
        let entry = PendingEntry {
            text,
            body: text.length,
            line,
            flags: Flags::new(Strategy::default(), is_allow),
            key: literal_key(bytes),
        };
        self.last_line = line;
        if pattern::is_plain(bytes, special_places, is_allow, self.dialect) {
            self.literals.push(entry);
        } else {
            self.add_any(entry, special_places);
        }
    }

    /// Adds any rule, given as if its pattern were a plain one.
    fn add_any(&mut self, entry: PendingEntry, special_places: u64) {
        let written = &self.text[entry.text.range()];
        let (canonical, shape) = pattern::read(written, special_places, self.dialect);
        let Some(shape) = shape else {
            self.idle.push(entry);
            return;
        };
        let is_allow = entry.flags.has(Flags::ALLOW);
        let flags = Flags::new(shape.strategy, is_allow);
        let body = shape.body as u32;
        match (&canonical, canonical.len() - shape.body) {
            (Cow::Borrowed(_), 0) => self.push(PendingEntry { flags, ..entry }),
            (Cow::Borrowed(_), 1) => self.push(PendingEntry {
                flags: flags.with(Flags::SUFFIX),
                body,
                ..entry
            }),
            _ => self.add_respelled(flags, &canonical[..shape.body], entry),
        }
        if let Some(folder) = Shape::of_index_folder(&canonical, is_allow, self.dialect) {
            // What decides is shown as the rule is written.
            let flags = Flags::new(folder.strategy, true).with(Flags::FOLDER);
            self.add_respelled(flags, &canonical[..folder.body], entry);
        }
    }

    /// Adds an entry with a body that is not the start of what is written.
    fn add_respelled(&mut self, flags: Flags, body: &[u8], entry: PendingEntry) {
        let start = self.spelled.len();
        self.spelled.extend_from_slice(body);
        self.spelled
            .extend_from_slice(&self.text[entry.text.range()]);
        self.spelled
            .extend_from_slice(&(body.len() as u32).to_le_bytes());
        self.push(PendingEntry {
            text: Span::new(start..self.spelled.len()),
            body: body.len() as u32,
            flags: flags.with(Flags::RESPELLED),
            ..entry
        });
    }

    fn push(&mut self, entry: PendingEntry) {
        if entry.flags.strategy().is_literal() {
            let key = literal_key(self.body(&entry));
            self.literals.push(PendingEntry { key, ..entry });
        } else {
            self.wildcards.push(entry);
        }
    }

    #[inline]
    fn text(&self, entry: &PendingEntry) -> &[u8] {
        let source = if entry.flags.has(Flags::RESPELLED) {
            &self.spelled
        } else {
            self.text
        };
        &source[entry.text.range()]
    }

    #[inline]
    fn body(&self, entry: &PendingEntry) -> &[u8] {
        &self.text(entry)[..entry.body as usize]
    }

    /// Whether literal rules are so many, or so many of them share a key, that
    /// they need a tree.
    fn needs_tree(&self) -> bool {
        if self.literals.len() <= SAME_KEY_MAX {
            return false;
        }
        let mut rules = [0; 256];
        for entry in &self.literals {
            rules[usize::from(entry.key)] += 1;
        }
        let [without_key, rules @ ..] = rules;
        let most = rules.into_iter().max().unwrap_or(0);
        self.literals.len() > KEYS_MAX || without_key + most > SAME_KEY_MAX
    }

    /// A tree over the literal rules, which are put in its order.
    fn grow_tree(&mut self) -> Tree {
        let entry = |rule: u32| &self.literals[rule as usize];
        let bodies: Vec<&[u8]> = self.literals.iter().map(|entry| self.body(entry)).collect();
        let sort_same = |rules: &mut [u32]| {
            rules.sort_unstable_by_key(|&rule| (Reverse(entry(rule).precedence()), rule));
            let strategy = |rule| entry(rule).flags.strategy();
            let is_other =
                |&rule: &u32| strategy(rule).is_anchored() != strategy(rules[0]).is_anchored();
            if let Some(other) = rules.iter().position(is_other) {
                rules.swap(1, other);
            }
        };
        let (tree, order) = Tree::new(&bodies, sort_same);
        self.literals = order.into_iter().map(|rule| *entry(rule)).collect();
        tree
    }

    /// Compiles the rules. `write_after` writes what the owner keeps in the
    /// block besides, `after` bytes.
    pub(crate) fn finish(
        &mut self,
        after: usize,
        write_after: impl FnOnce(&mut Vec<u8>),
    ) -> RuleSet {
        let literals = self.needs_tree().then(|| self.grow_tree());
        if self.wildcards.len() <= LOOK_AT_ALL_MAX {
            // The first that matches decides.
            self.wildcards
                .sort_unstable_by_key(|entry| (Reverse(entry.precedence()), entry.line));
        }
        let block = self.block(literals.is_some(), after, write_after);
        let parts = block.parts();
        let has_filter = parts.wildcards().len() > LOOK_AT_ALL_MAX;
        let wildcards = has_filter.then(|| Filter::new(&parts));
        let has_index = literals.is_some() || has_filter;
        let index = has_index.then(|| {
            Box::new(Index {
                literals,
                wildcards,
            })
        });
        RuleSet { index, block }
    }

    /// Writes the block.
    fn block(
        &mut self,
        has_tree: bool,
        after: usize,
        write_after: impl FnOnce(&mut Vec<u8>),
    ) -> Block {
        let literals = self.literals.len();
        let mut entries = core::mem::take(&mut self.literals);
        entries.extend_from_slice(&self.wildcards);
        entries.extend_from_slice(&self.idle);
        let texts: u32 = entries.iter().map(|entry| entry.text.length).sum();
        let counts = Counts {
            literals: literals as u32,
            wildcards: self.wildcards.len() as u32,
            entries: entries.len() as u32,
            is_wide: texts > u32::from(u16::MAX),
            line_width: match self.last_line {
                0..=0xFF => 1,
                0x100..=0xFFFF => 2,
                _ => 4,
            },
            has_tree,
        };
        let length = counts.block_length(texts) + after;
        let mut block = Vec::with_capacity(length);
        block.extend(
            entries[..counts.keys() as usize]
                .iter()
                .map(|entry| entry.key),
        );
        block.extend(entries.iter().map(|entry| entry.flags.byte()));
        let width = counts.width() as u8;
        let mut end = 0;
        let ends = entries.iter().map(|entry| {
            end += entry.text.length;
            end
        });
        write_numbers(&mut block, width, [0].into_iter());
        write_numbers(&mut block, width, ends);
        for entry in &self.wildcards {
            let needed = Signature::needed_by(self.body(entry));
            block.extend_from_slice(&needed.to_bytes());
        }
        for entry in &entries {
            block.extend_from_slice(self.text(entry));
        }
        let lines = entries.iter().map(|entry| entry.line);
        write_numbers(&mut block, counts.line_width, lines);
        write_after(&mut block);
        debug_assert_eq!(block.len(), length);
        Block {
            bytes: block.into(),
            counts,
        }
    }
}
