//! Product tokens: which name a `user-agent` line and a crawler go by.
//!
//! RFC 9309 §2.2.1:
//!
//! ```abnf
//! product-token = identifier / "*"
//! identifier    = 1*(%x2D / %x41-5A / %x5F / %x61-7A)
//! ```
//!
//! Real crawlers are called `MJ12bot`, `360Spider` and
//! `Microsoft.URL.Control`; [`Dialect::Standard`] therefore takes digits and
//! `.` into a token as well, and a token ends where anything else stands:
//! `Googlebot/2.1 (+http://…)` and `googlebot*` are both `googlebot`.

use crate::dialect::Dialect;
use crate::lexer::{is_whitespace, starts_with_ignore_case};

/// The product token of a crawler's agent string in [`Dialect::Standard`]:
/// its longest prefix of ASCII letters, digits, `-`, `_` and `.`.
///
/// Of a whole `User-Agent` header that begins `Mozilla/` and holds
/// `compatible;` (both in any case), it is the token that begins at the first
/// non-blank after the first `compatible;`, or `Mozilla` if there is none. A
/// crawler whose token is empty obeys the groups of `*` alone. Costs one pass
/// over the string.
///
/// ```
/// use robots_exclusion::agent::product_token;
///
/// assert_eq!(product_token("MyBot/1.0 (+https://example.com)"), "MyBot");
/// assert_eq!(product_token("Mozilla/5.0 (compatible; ExampleBot/0.1; …)"), "ExampleBot");
/// assert_eq!(product_token(" MyBot"), "");
/// ```
pub fn product_token(agent: &str) -> &str {
    const MARK: &[u8] = b"compatible;";
    if !starts_with_ignore_case(agent.as_bytes(), b"mozilla/") {
        return prefix(agent);
    }
    let is_mark = |window: &[u8]| window.eq_ignore_ascii_case(MARK);
    let mark = agent.as_bytes().windows(MARK.len()).position(is_mark);
    let after = mark.map_or("", |at| {
        agent[at + MARK.len()..].trim_start_matches([' ', '\t'])
    });
    match prefix(after) {
        "" => prefix(agent),
        token => token,
    }
}

/// Whether `token` is an `identifier` in the sense of RFC 9309 §2.2.1: one or
/// more ASCII letters, `-` and `_`. Crawlers should choose such a token, as
/// other parsers of robots.txt cut theirs at any other character.
///
/// ```
/// use robots_exclusion::agent::is_valid_product_token;
///
/// assert!(is_valid_product_token("Googlebot-Image"));
/// assert!(!is_valid_product_token("MJ12bot"));
/// assert!(!is_valid_product_token("*"));
/// assert!(!is_valid_product_token(""));
/// ```
pub fn is_valid_product_token(token: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
    !token.is_empty() && token.bytes().all(is_letter)
}

fn prefix(agent: &str) -> &str {
    &agent[..line_token(agent.as_bytes(), Dialect::Standard).len()]
}

/// What a crawler's agent string is compared as.
pub(crate) fn crawler_token(agent: &str, dialect: Dialect) -> &[u8] {
    if dialect.cuts_agent_to_token() {
        product_token(agent).as_bytes()
    } else {
        agent.as_bytes()
    }
}

/// The product token of the value of a `user-agent` line; may be empty.
pub(crate) fn line_token(value: &[u8], dialect: Dialect) -> &[u8] {
    let end = value.iter().position(|&byte| !dialect.is_token_byte(byte));
    &value[..end.unwrap_or(value.len())]
}

/// Whether the value of a `user-agent` line names every crawler: `*`, or `*`
/// followed by whitespace.
#[inline]
pub(crate) fn is_wildcard(value: &[u8]) -> bool {
    match value {
        [b'*'] => true,
        [b'*', next, ..] => is_whitespace(*next),
        _ => false,
    }
}

/// Whether a crawler called `crawler` falls back to the group of `token`:
/// it is called `token-…`, the rest possibly empty, ASCII case ignored.
pub(crate) fn is_family(crawler: &[u8], token: &[u8]) -> bool {
    !token.is_empty()
        && crawler.get(token.len()) == Some(&b'-')
        && crawler[..token.len()].eq_ignore_ascii_case(token)
}
