//! The labels of a statement as they are written, including those that mean nothing.

use alloc::vec::Vec;

use super::compiled::known_label;
use super::signals::{pieces, word};
use super::statement::members;
use super::word::Word;
use crate::lexer::is_whitespace;
use crate::records::terms::Terms;

/// A label in a statement.
#[derive(Clone, Copy)]
pub(crate) struct Written<'t> {
    pub(crate) label: &'t [u8],
    pub(crate) has_value: bool,
    /// The meaning of the value for this label, if it is a known one.
    pub(crate) word: Option<Word>,
}

/// Returns the labels of a statement in order, or the position of the first byte that does not
/// parse. Every signal parses.
pub(crate) fn written(terms: Terms, statement: &[u8]) -> Result<Vec<Written<'_>>, usize> {
    if terms == Terms::Signal {
        return Ok(signals(statement).collect());
    }
    let members = members(statement)?.into_iter();
    let labels = members.map(|member| Written {
        label: member.label.as_bytes(),
        has_value: true,
        word: member.preference.map(Word::of_usage),
    });
    Ok(labels.collect())
}

fn signals(statement: &[u8]) -> impl Iterator<Item = Written<'_>> {
    pieces(statement).filter_map(|(key, value)| {
        // `search yes` and `search: yes` have no value.
        let end = key
            .iter()
            .position(|&byte| byte == b':' || is_whitespace(byte));
        let end = end.filter(|&end| end > 0 && value.is_none());
        let written = Written {
            label: &key[..end.unwrap_or(key.len())],
            has_value: value.is_some(),
            word: value.and_then(|value| word(known_label(Terms::Signal, key)?, value)),
        };
        // Two commas in a row have nothing between them.
        (value.is_some() || !written.label.is_empty()).then_some(written)
    })
}
