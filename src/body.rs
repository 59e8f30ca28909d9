//! Recognises bodies that aren't text files because they are compressed, UTF-16, HTML or binary.

use memchr::memchr;

use crate::dialect::Dialect;
use crate::lexer::{Field, Line, Lines, byte_order_mark, is_whitespace};

/// The first bytes of compressed data. No robots.txt begins with them.
///
/// zlib (`Content-Encoding: deflate`) and Brotli aren't listed, because zlib can begin with `x` and
/// Brotli with any byte, so they can't be distinguished from text.
const SIGNATURES: [(&str, &[u8]); 5] = [
    ("gzip", b"\x1F\x8B"),
    ("zstd", b"\x28\xB5\x2F\xFD"),
    ("xz", b"\xFD7zXZ\0"),
    ("bzip2", b"BZh"),
    ("ZIP", b"PK\x03\x04"),
];

/// The maximum number of bytes that are examined to distinguish text from other data.
const HEAD: usize = 4096;

/// Returns the name of the format if a body begins like compressed data.
pub(crate) fn compression(body: &[u8]) -> Option<&'static str> {
    let mut known = SIGNATURES.into_iter();
    known.find_map(|(name, signature)| body.starts_with(signature).then_some(name))
}

/// Returns the position of the first tag if a body looks like HTML or XML. Such a body begins with
/// a `<` and a letter, `!` or `?` after any byte order marks and blanks.
pub(crate) fn html_start(body: &[u8], dialect: Dialect) -> Option<usize> {
    let mark = utf16_byte_order_mark(body).max(byte_order_mark(body, dialect));
    let start = (mark..body.len()).find(|&at| !is_whitespace(body[at]))?;
    let begins_tag = |next: u8| next.is_ascii_alphabetic() || matches!(next, b'!' | b'?');
    matches!(body[start..], [b'<', next, ..] if begins_tag(next)).then_some(start)
}

/// Returns the length of the UTF-16 byte order mark at the start, or 0 if there is none.
pub(crate) fn utf16_byte_order_mark(body: &[u8]) -> usize {
    match body {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => 2,
        _ => 0,
    }
}

/// Returns `true` if a body is UTF-16, with or without a byte order mark, so that no line in it can
/// be read. A byte order mark isn't enough, because other text may follow it.
///
/// Line ends, blanks, fields and patterns are ASCII in any language, and each of these characters
/// has a zero byte in UTF-16. Therefore, at least one unit in three must be ASCII in one of the two
/// byte orders. In binary data, control characters are more common than that.
pub(crate) fn is_utf16(body: &[u8], dialect: Dialect) -> bool {
    let text = &body[utf16_byte_order_mark(body)..];
    let head = &text[..text.len().min(HEAD)];
    if memchr(0, head).is_none() {
        return false;
    }
    let units = head.len() / 2;
    // `high` is the position of the byte that is zero in ASCII characters.
    let is_text = |high: usize| {
        let in_ascii = head.chunks_exact(2).filter(|unit| unit[high] == 0);
        let lows = in_ascii.map(|unit| unit[1 - high]);
        let is_control = |&low: &u8| low < 0x20 && !is_whitespace(low);
        let controls = lows.clone().filter(is_control).count();
        let ascii = lows.count() - controls;
        ascii > 0 && 2 * ascii >= controls && 3 * ascii >= units
    };
    let is_control = |byte: &u8| *byte < 0x20 && *byte != b'\t';
    let is_readable = |line: Line<'_>| {
        let is_known = line.field().is_some_and(|field| field != Field::Unknown);
        let bytes = line.bytes();
        let is_blank = bytes.iter().all(|&byte| is_whitespace(byte));
        let is_text = !bytes.iter().any(is_control) && core::str::from_utf8(bytes).is_ok();
        is_known || !is_blank && is_text
    };
    (is_text(0) || is_text(1)) && !Lines::new(text, dialect).any(is_readable)
}

/// Returns `true` if a body begins with more control characters, including NUL, than text would.
/// UTF-16 text contains many NULs, but begins with a byte order mark.
#[cfg(feature = "lint")]
pub(crate) fn is_binary(body: &[u8]) -> bool {
    let head = &body[..body.len().min(HEAD)];
    let is_control = |byte: &&u8| **byte < 0x20 && !is_whitespace(**byte);
    utf16_byte_order_mark(body) == 0
        && memchr(0, head).is_some()
        && head.len() > 64
        && head.iter().filter(is_control).count() * 20 > head.len()
}
