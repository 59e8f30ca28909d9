//! Parses the value of a `content-signal` line leniently, pair by pair and ignoring ASCII case.
//!
//! ```abnf
//! content-signal = [path 1*(SP / HTAB)] pair *("," pair)
//! pair           = key "=" value
//! ```

use super::compiled::known_label;
use super::word::Word;
use crate::lexer::{self, Field};

/// The known keys. `use` has been on trial since July 2026.
pub(super) const KEYS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

/// Returns the words in a statement, each with its key from [`KEYS`]. Pieces without `=`, unknown
/// keys and unknown values are skipped.
pub(super) fn pairs(statement: &[u8]) -> impl Iterator<Item = (&'static str, Word)> {
    pieces(statement).filter_map(|(key, value)| {
        let known = known_label(Field::ContentSignal, key)?;
        Some((known, word(known, value?)?))
    })
}

/// Returns the pieces of a statement as written and trimmed. Each is a key with a value, or a piece
/// without `=`.
pub(super) fn pieces(statement: &[u8]) -> impl Iterator<Item = (&[u8], Option<&[u8]>)> + Clone {
    statement.split(|&byte| byte == b',').map(|piece| {
        // A value may contain `=`, but a key can't.
        let mut parts = piece.splitn(2, |&byte| byte == b'=').map(trim);
        (parts.next().unwrap_or_default(), parts.next())
    })
}

/// Returns the word that a value represents for a key of [`KEYS`].
pub(super) fn word(key: &str, value: &[u8]) -> Option<Word> {
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
