//! Decodes bodies: content codings (RFC 9110 §8.4) and transfer codings (RFC 9112 §7).

use std::borrow::Cow;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use ureq::http::header::{CONTENT_ENCODING, HeaderMap, HeaderName, TRANSFER_ENCODING};

/// The maximum number of nested codings. Deeper nesting is rejected as abuse.
const MOST_CODINGS: usize = 4;

/// How many bytes beyond the size limit may be decoded between two codings.
const SLACK: u64 = 64 << 10;

/// Reads and decodes a body, up to one byte more than `limit`, which tells the library that
/// there is more. A body without any bytes is empty in any coding.
pub(super) fn read(headers: &HeaderMap, body: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let codings = gzip_layers(headers)?;
    let at_most = limit as u64 + 1;
    let mut reader: Box<dyn Read + '_> = Box::new(body);
    for _ in 0..codings {
        // Without this limit, a few nested kilobytes could make one decoder produce
        // terabytes for the next.
        let bounded = Bounded {
            inner: reader,
            left: 2 * at_most + SLACK,
        };
        reader = Box::new(Gzip::Unread(Some(Box::new(bounded))));
    }
    let mut text = Vec::new();
    reader.take(at_most).read_to_end(&mut text)?;
    Ok(text)
}

/// Counts how many times the body is compressed.
fn gzip_layers(headers: &HeaderMap) -> io::Result<usize> {
    let mut layers = 0;
    for coding in codings(headers, CONTENT_ENCODING) {
        if !is(&coding, "identity") {
            demand_gzip(&coding, "content coding")?;
            layers += 1;
        }
    }
    // The client decodes `chunked` in any position, but it is only valid as the last
    // coding.
    let transfer: Vec<_> = codings(headers, TRANSFER_ENCODING).collect();
    let chunked = transfer.last().is_some_and(|coding| is(coding, "chunked"));
    for coding in &transfer[..transfer.len() - usize::from(chunked)] {
        if !is(coding, "identity") {
            demand_gzip(coding, "transfer coding")?;
            layers += 1;
        }
    }
    if layers > MOST_CODINGS {
        return Err(undecodable("compressed too many times"));
    }
    Ok(layers)
}

/// Returns the members of a list of codings, from all headers of this name. Empty members
/// are skipped (RFC 9110 §5.6.1).
fn codings(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = Cow<'_, str>> {
    let values = headers.get_all(name).into_iter();
    values
        .flat_map(|value| value.as_bytes().split(|&byte| byte == b','))
        .map(|coding| String::from_utf8_lossy(coding.trim_ascii()))
        .filter(|coding| !coding.is_empty())
}

fn is(coding: &str, name: &str) -> bool {
    coding.eq_ignore_ascii_case(name)
}

fn demand_gzip(coding: &str, what: &str) -> io::Result<()> {
    // `x-gzip` is an alias (RFC 9110 §8.4.1.3).
    if is(coding, "gzip") || is(coding, "x-gzip") {
        return Ok(());
    }
    let coding: String = coding.chars().take(40).collect();
    Err(undecodable(format!("the {what} `{coding}` is not gzip")))
}

fn undecodable(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
}

/// A gzip decoder that accepts empty input.
enum Gzip<'b> {
    /// Waiting for the first byte.
    Unread(Option<Box<dyn Read + 'b>>),
    Reading(Box<MultiGzDecoder<Box<dyn Read + 'b>>>),
}

impl Read for Gzip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Gzip::Unread(source) = self {
            let Some(mut body) = source.take() else {
                return Ok(0);
            };
            let mut first = Vec::new();
            if body.by_ref().take(1).read_to_end(&mut first)? == 0 {
                return Ok(0);
            }
            let whole: Box<dyn Read> = Box::new(io::Cursor::new(first).chain(body));
            *self = Gzip::Reading(Box::new(MultiGzDecoder::new(whole)));
        }
        match self {
            Gzip::Reading(decoder) => decoder.read(buffer),
            Gzip::Unread(_) => Ok(0),
        }
    }
}

/// A reader that fails once it exceeds a limit that no legitimate file reaches.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| undecodable("the compressed body is far longer than its contents"))?;
        Ok(read)
    }
}
