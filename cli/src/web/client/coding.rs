//! Decodes bodies: content codings (RFC 9110 §8.4) and transfer codings (RFC 9112 §7).

use std::borrow::Cow;
use std::io::{self, BufRead as _, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ureq::http::header::{CONTENT_ENCODING, HeaderMap, HeaderName, TRANSFER_ENCODING};

/// The maximum number of nested codings. Deeper nesting is rejected as abuse.
const MOST_CODINGS: usize = 4;

/// The maximum number of bytes beyond the size limit that may be decoded between two codings.
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
        let mut bounded = BufReader::new(Bounded {
            inner: reader,
            left: 2 * at_most + SLACK,
        });
        if bounded.fill_buf()?.is_empty() {
            return Ok(Vec::new());
        }
        reader = Box::new(MultiGzDecoder::new(bounded));
    }
    let mut text = Vec::new();
    reader.take(at_most).read_to_end(&mut text)?;
    Ok(text)
}

/// Counts how many times the body is compressed.
fn gzip_layers(headers: &HeaderMap) -> io::Result<usize> {
    let content = codings(headers, CONTENT_ENCODING);
    let content = content.map(|coding| (coding, "content coding"));
    let mut transfer: Vec<_> = codings(headers, TRANSFER_ENCODING).collect();
    // The client decodes `chunked` in any position, but it is only valid as the last
    // coding.
    if transfer.last().is_some_and(|coding| is(coding, "chunked")) {
        transfer.pop();
    }
    let transfer = transfer.into_iter();
    let transfer = transfer.map(|coding| (coding, "transfer coding"));
    let mut layers = 0;
    for (coding, what) in content.chain(transfer) {
        // `x-gzip` is an alias (RFC 9110 §8.4.1.3).
        if is(&coding, "gzip") || is(&coding, "x-gzip") {
            layers += 1;
        } else if !is(&coding, "identity") {
            let coding: String = coding.chars().take(40).collect();
            return Err(undecodable(format!("the {what} `{coding}` is not gzip")));
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

fn undecodable(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
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
