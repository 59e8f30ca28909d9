//! The labels in a statement as they are written, including meaningless ones.

use alloc::vec::Vec;

use super::compiled::known_label;
use super::signals::{pieces, word};
use super::statement::members;
use super::word::Word;
use crate::lexer::{Field, is_whitespace};

/// A label in a statement.
#[derive(Clone, Copy)]
pub(crate) struct Written<'t> {
    pub(crate) label: &'t [u8],
    pub(crate) has_value: bool,
    /// The meaning of the value for this label, or `None` if the value is unknown.
    pub(crate) word: Option<Word>,
}

/// Returns the labels in a statement in order, or the position of the first byte that doesn't
/// parse. Every signal parses.
pub(crate) fn written(field: Field, statement: &[u8]) -> Result<Vec<Written<'_>>, usize> {
    if field == Field::ContentSignal {
        return Ok(signals(statement).collect());
    }
    let members = members(statement)?.into_iter();
    let labels = members.map(|member| Written {
        label: member.label.as_bytes(),
        has_value: true,
        word: member.word,
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
            word: value.and_then(|value| word(known_label(Field::ContentSignal, key)?, value)),
        };
        // There may be nothing between two commas.
        (value.is_some() || !written.label.is_empty()).then_some(written)
    })
}
