//! Parses the value of a `content-signal` line leniently, pair by pair and ignoring ASCII case.
//!
//! ```abnf
//! content-signal = [path 1*(SP / HTAB)] pair *("," pair)
//! pair           = key "=" value
//! ```

use super::compiled::known_label;
use super::word::{Word, Written};
use crate::lexer::{self, Field, is_whitespace};

/// The known keys. `use` has been on trial since July 2026.
pub(super) const KEYS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

/// Returns the pieces of a statement in order. Any text between two commas is a piece.
pub(super) fn written(statement: &[u8]) -> impl Iterator<Item = Written<'_>> {
    statement.split(|&byte| byte == b',').filter_map(|piece| {
        // A value may contain `=`, but a key can't.
        let mut parts = piece.splitn(2, |&byte| byte == b'=').map(trim);
        let (key, value) = (parts.next().unwrap_or_default(), parts.next());
        // `search yes` and `search: yes` have no value.
        let is_end = |&byte: &u8| byte == b':' || is_whitespace(byte);
        let end = key.iter().position(is_end);
        let end = end.filter(|&end| end > 0 && value.is_none());
        let written = Written {
            label: &key[..end.unwrap_or(key.len())],
            value: value.map(|value| word(known_label(Field::ContentSignal, key)?, value)),
        };
        // There may be nothing between two commas.
        (value.is_some() || !written.label.is_empty()).then_some(written)
    })
}

/// Returns the word that a value represents for a key of [`KEYS`].
fn word(key: &str, value: &[u8]) -> Option<Word> {
    // Only `use` has values other than yes and no.
    let words: &[Word] = match key {
        "use" => &[Word::Immediate, Word::Reference, Word::Full],
        _ => &[Word::No, Word::Yes],
    };
    let mut words = words.iter().copied();
    words.find(|word| value.eq_ignore_ascii_case(word.text().as_bytes()))
}

/// Trims what robots.txt considers blanks, which isn't all ASCII whitespace.
fn trim(piece: &[u8]) -> &[u8] {
    &piece[lexer::trim(piece, 0..piece.len())]
}
