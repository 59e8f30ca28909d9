//! The value of a `content-signal` line, as lenient as its readers are: pair by
//! pair, ASCII case ignored.
//!
//! ```abnf
//! content-signal = [path 1*(SP / HTAB)] pair *("," pair)
//! pair           = key "=" value
//! ```

use super::word::Word;
use crate::lexer::is_whitespace;

/// The keys that are known; `use` is on trial since July 2026.
pub(crate) const KEYS: [&str; 4] = ["search", "ai-input", "ai-train", "use"];

/// What the pairs of a statement say, each about one of [`KEYS`]. A piece
/// without `=`, an unknown key and any other value say nothing.
pub(super) fn pairs(statement: &[u8]) -> impl Iterator<Item = (&'static str, Word)> {
    raw_pairs(statement).filter_map(|(key, value)| {
        let known = KEYS
            .into_iter()
            .find(|known| key.eq_ignore_ascii_case(known.as_bytes()))?;
        Some((known, word(known, value)?))
    })
}

/// The pairs of a statement as written, trimmed.
pub(crate) fn raw_pairs(statement: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    pieces(statement).filter_map(|(key, value)| Some((key, value?)))
}

/// The pieces of a statement as written, trimmed: keys and values, or what has no `=`.
pub(crate) fn pieces(statement: &[u8]) -> impl Iterator<Item = (&[u8], Option<&[u8]>)> + Clone {
    statement.split(|&byte| byte == b',').map(|piece| {
        let Some(equals) = memchr::memchr(b'=', piece) else {
            return (trim(piece), None);
        };
        let (key, value) = piece.split_at(equals);
        (trim(key), Some(trim(&value[1..])))
    })
}

/// What a value says about a key of [`KEYS`].
pub(crate) fn word(key: &str, value: &[u8]) -> Option<Word> {
    let words: &[Word] = match key {
        "use" => &[Word::Immediate, Word::Reference, Word::Full],
        _ => &[Word::No, Word::Yes],
    };
    let is_meant = |word: &&Word| value.eq_ignore_ascii_case(word.text().as_bytes());
    words.iter().find(is_meant).copied()
}

fn trim(mut piece: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = piece {
        if !is_whitespace(*first) {
            break;
        }
        piece = rest;
    }
    while let [rest @ .., last] = piece {
        if !is_whitespace(*last) {
            break;
        }
        piece = rest;
    }
    piece
}
