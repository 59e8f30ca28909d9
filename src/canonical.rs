//! Percent-encoding: one canonical spelling for path patterns and URLs.
//!
//! RFC 9309 §2.2.2 has octets compared after percent-encoding is made alike.
//! In [`Dialect::Standard`] every octet has exactly one spelling here:
//!
//! | octet as written | canonical |
//! |---|---|
//! | `%XX` of `/` or `?` | `%2F`, `%3F`: data, not a delimiter (in the query of a target, where they delimit nothing: `/`, `?`) |
//! | `%XX` of `*` or `$`; a literal `*` or `$` in a target; a `$` inside a pattern | `%2A`, `%24` |
//! | `%XX` of any other printable ASCII octet, except those of the next rows | that octet |
//! | control, space, `"`, `<`, `>`, `` ` ``, DEL, octet ≥ 0x80, raw or encoded | `%XX`, upper-case hex |
//! | `%` not followed by two hex digits; `%25` | `%25` |
//! | `%23` | `%23` |
//! | anything else | itself |
//!
//! [`Dialect::Google`] rewrites patterns only: `%xx` to upper case, octets
//! ≥ 0x80 to `%XX`.
//!
//! Both functions are idempotent, borrow when there is nothing to change, and
//! cost one pass over their input.

use alloc::borrow::Cow;

use smallvec::SmallVec;

use crate::dialect::Dialect;

/// The canonical spelling of a path pattern, as the value of an `allow` or
/// `disallow` line has it.
///
/// `*` stays the wildcard and a final `$` stays the anchor. Any octets are
/// accepted, valid UTF-8 or not.
///
/// ```
/// use robots_exclusion::{Dialect, canonical};
///
/// let spelled = canonical::pattern("/%7ejoe/a b%2f*é$".as_bytes(), Dialect::Standard);
/// assert_eq!(*spelled, *b"/~joe/a%20b%2F*%C3%A9$");
/// ```
pub fn pattern(written: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    let spelled = respelled_pattern(written, dialect);
    spelled.map_or(Cow::Borrowed(written), |spelled| {
        Cow::Owned(spelled.into_vec())
    })
}

/// A canonical spelling; a short one is not on the heap.
pub(crate) type Spelling = SmallVec<[u8; 128]>;

/// The canonical spelling of a path pattern, if it differs from the written.
pub(crate) fn respelled_pattern(written: &[u8], dialect: Dialect) -> Option<Spelling> {
    match dialect {
        Dialect::Standard => respell(written, &STANDARD, |at, octet, escaped| match octet {
            b'*' if !escaped => Unit::Octet(b'*'),
            b'$' if !escaped && at + 1 == written.len() => Unit::Octet(b'$'),
            octet => Unit::of(octet),
        }),
        Dialect::Google => respell(written, &GOOGLE, |_, octet, escaped| {
            if escaped || octet >= 0x80 {
                Unit::Escaped(octet)
            } else {
                Unit::Octet(octet)
            }
        }),
    }
}

/// The canonical spelling of a request target: the path and query of a URL.
///
/// The query begins after the first literal `?`; there `%2F` and `%3F` are
/// spelled `/` and `?`. In [`Dialect::Google`] a target is taken as it is.
///
/// ```
/// use robots_exclusion::{Dialect, canonical};
///
/// let spelled = canonical::target(b"/%61%2fb?c=%2fd*", Dialect::Standard);
/// assert_eq!(*spelled, *b"/a%2Fb?c=/d%2A");
/// ```
pub fn target(written: &[u8], dialect: Dialect) -> Cow<'_, [u8]> {
    if dialect == Dialect::Google {
        return Cow::Borrowed(written);
    }
    let query = memchr::memchr(b'?', written).unwrap_or(written.len());
    let spelled = respell(written, &STANDARD, |at, octet, escaped| match octet {
        b'/' | b'?' if escaped && at < query => Unit::Escaped(octet),
        b'/' | b'?' => Unit::Octet(octet),
        octet => Unit::of(octet),
    });
    spelled.map_or(Cow::Borrowed(written), |spelled| {
        Cow::Owned(spelled.into_vec())
    })
}

/// One unit of a spelling: an octet that stands for itself, or `%XX`.
enum Unit {
    Octet(u8),
    Escaped(u8),
}

impl Unit {
    /// The spelling of data octet `octet`, delimiters of the pattern language
    /// and of URLs included.
    fn of(octet: u8) -> Unit {
        match octet {
            b'/' | b'?' | b'*' | b'$' | b'%' | b'#' => Unit::Escaped(octet),
            octet if is_encoded(octet) => Unit::Escaped(octet),
            octet => Unit::Octet(octet),
        }
    }
}

/// Octets that never stand for themselves in [`Dialect::Standard`].
const fn is_encoded(octet: u8) -> bool {
    matches!(octet, 0..=b' ' | b'"' | b'<' | b'>' | b'`' | 0x7F..=0xFF)
}

/// `true` for octets whose spelling may have to change, or that the pattern
/// language gives a meaning; everything else is its own canonical spelling,
/// wherever it stands.
pub(crate) type Special = [bool; 256];

/// [`Special`] octets of [`Dialect::Standard`].
pub(crate) static STANDARD: Special = {
    let mut special = [false; 256];
    let mut octet = 0;
    while octet < 256 {
        special[octet] = is_encoded(octet as u8) || matches!(octet as u8, b'%' | b'*' | b'$');
        octet += 1;
    }
    special
};

/// [`Special`] octets of [`Dialect::Google`].
static GOOGLE: Special = {
    let mut special = [false; 256];
    let mut octet = 0;
    while octet < 256 {
        special[octet] = octet >= 0x80 || matches!(octet as u8, b'%' | b'*' | b'$');
        octet += 1;
    }
    special
};

/// The [`Special`] octets of a dialect.
pub(crate) fn special(dialect: Dialect) -> &'static Special {
    match dialect {
        Dialect::Standard => &STANDARD,
        Dialect::Google => &GOOGLE,
    }
}

/// Rewrites `written` unit by unit. `spell` gets the position of a unit, the
/// octet it stands for, and whether it is written as `%XX`; it is asked only
/// about [`Special`] octets. `None` if nothing changes.
fn respell(
    written: &[u8],
    special: &Special,
    spell: impl Fn(usize, u8, bool) -> Unit,
) -> Option<Spelling> {
    let mut spelled = Spelling::new();
    let mut copied = 0;
    let mut at = 0;
    while at < written.len() {
        let octet = written[at];
        if !special[octet as usize] {
            at += 1;
            continue;
        }
        let (octet, width) = match unescape(written, at) {
            Some(octet) => (octet, 3),
            None => (octet, 1),
        };
        let mut buffer = [b'%', 0, 0];
        let unit: &[u8] = match spell(at, octet, width == 3) {
            Unit::Octet(octet) => {
                buffer[0] = octet;
                &buffer[..1]
            }
            Unit::Escaped(octet) => {
                buffer[1..].copy_from_slice(&hex(octet));
                &buffer
            }
        };
        if unit != &written[at..at + width] {
            if copied == 0 {
                spelled.reserve(written.len() + 16);
            }
            spelled.extend_from_slice(&written[copied..at]);
            spelled.extend_from_slice(unit);
            copied = at + width;
        }
        at += width;
    }
    (copied > 0).then(|| {
        spelled.extend_from_slice(&written[copied..]);
        spelled
    })
}

/// The octet that `pct-encoded = "%" HEXDIG HEXDIG` (RFC 3986 §2.1) at `at`
/// stands for.
fn unescape(written: &[u8], at: usize) -> Option<u8> {
    if written[at] != b'%' {
        return None;
    }
    let digit = |at: usize| char::from(*written.get(at)?).to_digit(16);
    Some((digit(at + 1)? * 16 + digit(at + 2)?) as u8)
}

/// The two upper-case hex digits of `octet`.
fn hex(octet: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [
        DIGITS[usize::from(octet >> 4)],
        DIGITS[usize::from(octet & 15)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unchanged_spelling_is_borrowed() {
        for dialect in [Dialect::Standard, Dialect::Google] {
            for written in [
                "",
                "/",
                "/a/b.html?c=d",
                "/%E3%83%84",
                "/*.php$",
                "/a%2Fb%2A",
            ] {
                let spelled = pattern(written.as_bytes(), dialect);
                assert!(
                    matches!(spelled, Cow::Borrowed(_)),
                    "{written} in {dialect:?}"
                );
            }
        }
    }

    #[test]
    fn a_change_at_the_first_octet_is_kept() {
        assert_eq!(*pattern(b"\xE9", Dialect::Standard), *b"%E9");
        assert_eq!(*target(b"*", Dialect::Standard), *b"%2A");
        assert_eq!(*pattern(b"%", Dialect::Standard), *b"%25");
    }
}
