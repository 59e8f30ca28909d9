//! Product tokens, the names that match crawlers with `user-agent` lines.
//!
//! RFC 9309 §2.2.1:
//!
//! ```abnf
//! product-token = identifier / "*"
//! identifier    = 1*(%x2D / %x41-5A / %x5F / %x61-7A)
//! ```
//!
//! Real crawlers have names like `MJ12bot`, `360Spider` and `Microsoft.URL.Control`. In
//! [`Dialect::Standard`], tokens may therefore also contain digits and `.`. A token ends at the
//! first byte of any other kind, so the token of both `Googlebot/2.1 (+http://…)` and `googlebot*`
//! is `googlebot`.

use crate::dialect::Dialect;
use crate::lexer::{is_whitespace, starts_with_ignore_case};

/// Returns the product token of a crawler's agent string in [`Dialect::Standard`]: its longest
/// prefix of ASCII letters, digits, `-`, `_` and `.`.
///
/// If the string begins with `Mozilla/` and contains `compatible;` (both in any case), like many
/// `User-Agent` headers, the token is read after the first `compatible;` and any blanks. If there
/// is no token at that position, the token is `Mozilla`. A crawler with an empty token only obeys
/// the groups for `*`.
///
/// Takes one pass over the string.
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
    // A header names its crawler after `compatible;`, as in `Mozilla/5.0 (compatible; MyBot/1.0)`.
    let is_mark = |window: &[u8]| window.eq_ignore_ascii_case(MARK);
    let mark = agent.as_bytes().windows(MARK.len()).position(is_mark);
    let after = mark.map_or("", |at| &agent[at + MARK.len()..]);
    // If there is no name there, the crawler can only be called `Mozilla`.
    match prefix(after.trim_start_matches([' ', '\t'])) {
        "" => prefix(agent),
        token => token,
    }
}

/// Returns `true` if `token` is an `identifier` as defined in RFC 9309 §2.2.1, that is, one or more
/// ASCII letters, `-` and `_`. If you name a crawler, choose an identifier as its token, because
/// other robots.txt parsers end the token at any other character.
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
    // Real names may contain digits, but the RFC's grammar doesn't allow them. Google's code reads
    // exactly the RFC's identifiers.
    let identifier = line_token(token.as_bytes(), Dialect::Google);
    !token.is_empty() && identifier.len() == token.len()
}

fn prefix(agent: &str) -> &str {
    &agent[..line_token(agent.as_bytes(), Dialect::Standard).len()]
}

/// Returns the part of a crawler's agent string that is compared with `user-agent` lines.
pub(crate) fn crawler_token(agent: &str, dialect: Dialect) -> &[u8] {
    if dialect.cuts_agent_to_token() {
        product_token(agent).as_bytes()
    } else {
        agent.as_bytes()
    }
}

/// Returns the product token of a `user-agent` value. It may be empty.
pub(crate) fn line_token(value: &[u8], dialect: Dialect) -> &[u8] {
    // The rest of the line, such as a version, doesn't matter.
    let end = value.iter().position(|&byte| !dialect.is_token_byte(byte));
    &value[..end.unwrap_or(value.len())]
}

/// Returns `true` if a `user-agent` value names every crawler. It must be `*`, or begin with `*`
/// followed by whitespace.
pub(crate) fn is_wildcard(value: &[u8]) -> bool {
    value == b"*" || matches!(value, [b'*', next, ..] if is_whitespace(*next))
}

/// Returns `true` if a crawler called `crawler` falls back to the group for `token`. That is the
/// case if its name consists of `token`, a hyphen and any further bytes, ignoring ASCII case.
pub(crate) fn is_family(crawler: &[u8], token: &[u8]) -> bool {
    !token.is_empty()
        && crawler.get(token.len()) == Some(&b'-')
        && crawler[..token.len()].eq_ignore_ascii_case(token)
}
