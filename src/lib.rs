//! May this crawler fetch this URL? A robots.txt parser and matcher.
//!
//! It reads robots.txt as RFC 9309 and Google's published specification have
//! it or, on request, exactly as Google's own code does. Parsing is one pass
//! over the text. A compiled [`Matcher`] answers in time linear in the URL,
//! however many literal rules there are, and at worst as much again for each rule
//! with wildcards, `%2F` or `%3F` that may match; it is one small piece of memory.
//!
//! # Example
//!
//! ```
//! use robots_exclusion::{Matcher, Robots};
//!
//! let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\n");
//! assert!(!robots.allowed("MyBot/1.0", "https://example.com/private/x"));
//!
//! // Why?
//! let verdict = robots.verdict("MyBot/1.0", "https://example.com/private/x");
//! assert_eq!(verdict.line(), Some(2));
//! assert_eq!(verdict.to_string(), "disallowed by line 2: Disallow: /private/");
//!
//! // For many URLs: the rules for one crawler, compiled, to be kept in a cache.
//! let matcher: Matcher<'static> = robots.matcher("MyBot/1.0").into_owned();
//! assert!(matcher.allowed("https://example.com/public"));
//! ```
//!
//! # Overview
//!
//! - [`Robots`] is a parsed file: [`allowed`](Robots::allowed),
//!   [`verdict`](Robots::verdict), its groups, sitemaps and other records.
//!   [`ParseOptions`] choose the [`Dialect`] and the limit.
//! - [`Matcher`] is the part of it that is for one crawler, compiled for many
//!   queries and small enough to keep one for each of a million hosts.
//! - [`Verdict`] says yes or no and [why](Reason): the [`Rule`] and its line.
//! - [`location`] says where a page's robots.txt lives and what it covers,
//!   [`fetch`] what a status code, a redirect or a time-out means and how
//!   long a copy is good, [`records`] what else a file holds, [`lint`] what
//!   it does that its author may not have meant, [`diff`](mod@diff) what a
//!   change of it changes; [`lexer`], [`agent`] and [`canonical`] are for
//!   tools that look closer.
//! - [`RobotsBuilder`] makes a robots.txt; `Display` of a [`Robots`] or
//!   [`Matcher`] writes it anew.
//! - [`moving`] is for those who come from another crate.
//!
//! # Matching rules
//!
//! 1. The groups that name the crawler's product token are selected, all of
//!    them, wherever they stand; else those of a more general token
//!    (`Googlebot-Image` obeys `googlebot`), else those of `*`, else none.
//! 2. A rule matches the URLs whose path and query begin like its pattern.
//!    `*` is any run of bytes, a final `$` the end of the URL. Case counts;
//!    percent-encoding has one spelling ([`canonical`]).
//! 3. Of the rules that match the longest decides; of equals, `allow`. Where
//!    none matches, and of `/robots.txt` itself, everything is allowed.
//!
//! The two dialects differ in details; [`Dialect`] lists them.
//!
//! Departures from RFC 9309, each for what site owners have long been told
//! or crawlers long been called: the fallback to a more general token
//! (RFC 9309 §2.2.1 has `*` at once; see
//! [`agent_fallback`](ParseOptions::agent_fallback)); digits and `.` in
//! product tokens ([`agent`]); bytes that are invalid UTF-8 are compared as they
//! are; the `*`s at the very end of a pattern do not count in its length.
//!
//! # How it works
//!
//! ```text
//! bytes ─ lexer ──► file ──► rule set ───► matcher ─► verdict
//!         lines     rules,   compiled       one for    allowed, and why
//!         fields    agents,  rules          a crawler
//!                   groups     ▲
//!         URL ─ target ────────┘
//!               path and query, canonically spelled
//! ```
//!
//! The lexer decides a line by its first letters and leaves what is not a
//! record as soon as it can. A rule is kept as twelve bytes that point into
//! the text. The first query tries the rules one by one, which costs little
//! more than the bytes that pattern and URL share. A [`Matcher`] has them in
//! one block of memory: literal rules with a byte each that tells most of them from
//! the URL, so that few are compared, and rules with wildcards by precedence, each
//! with the bytes that a URL must hold to match. Where there are hundreds, hashes of
//! the bytes of a URL lead to the rules that may match it. [`Robots`] keeps a
//! [`Matcher`] for a crawler that it is often asked about.
//!
//! Identical files are common: in a corpus of 2,188 real files, a quarter
//! share their rules with another. A crawler that keeps its matchers in an
//! `Arc` can share them by the text that `Display` of a [`Matcher`] writes:
//! those that write the same give the same verdicts, though the lines that
//! they name may differ.
//!
//! # Untrusted input
//!
//! A robots.txt may hold anything, and so may a URL. No input makes this
//! crate panic, recurse, or take more than the time and memory its docs say.
//! Parsing takes time linear in the text, and keeps at most a few bytes for each
//! byte of it, where every line is a rule; compiling n rules takes a factor log n
//! more, and keeps their patterns, which canonical spelling can make three times
//! as long. There is no `unsafe` here. At most 500 KiB are read unless
//! [`byte_limit`](ParseOptions::byte_limit) says otherwise.
//!
//! # Scope
//!
//! This crate does no I/O and has no clock: the caller brings bytes, status
//! codes and times.
//!
//! - [`allowed`](Robots::allowed) takes the crawler's product token and looks
//!   at a URL's path and query, not at its host.
//! - robots.txt is no access control (RFC 9309 §3): it asks, and tells
//!   whoever reads it which paths its author would rather not have visited.
//! - Fetchers that act for a person (feeds the person subscribed to,
//!   translation, safety checks) need not obey it.
//!
//! # Features
//!
//! - `std` (default): faster searches, chosen by the processor at run time,
//!   dates in `Retry-After`, `SystemTime`, and one robots.txt shared by many
//!   tasks. Without it the crate is `no_std` with `alloc`.
//! - `http`: status and headers as the clients hand them out that use the crate
//!   `http`: hyper, reqwest, ureq.
//! - `serde`: `Serialize` and `Deserialize` for [`Robots`] and [`Matcher`], as
//!   clean text, for [`Dialect`] and [`Unavailable`], and for what a crawler
//!   keeps over a restart: [`Scope`](location::Scope) and
//!   [`CachedRobots`](fetch::CachedRobots).
//! - `aipref`: what may be done with what is fetched, by `Content-Usage` and
//!   `Content-Signal` lines. Follows drafts: answers may change in any release
//!   until they are RFCs.
//! - `cli`: the program `robots`; of no use to a library user.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod agent;
pub mod canonical;
mod debug;
mod dialect;
pub mod diff;
pub mod fetch;
mod file;
pub mod lexer;
pub mod lint;
pub mod location;
mod matcher;
#[cfg(any(doc, doctest))]
#[doc = include_str!("moving.md")]
pub mod moving {}
mod options;
mod pattern;
pub mod records;
mod robots;
mod rule_set;
mod search;
mod target;
#[cfg(feature = "aipref")]
pub mod usage;
mod verdict;
mod words;
mod write;

pub use crate::dialect::Dialect;
pub use crate::file::{Group, Rule, RuleKind, Selection, UserAgent};
pub use crate::matcher::Matcher;
pub use crate::options::ParseOptions;
pub use crate::robots::Robots;
pub use crate::verdict::{Match, Reason, Unavailable, Verdict};
pub use crate::write::{BuildError, BuildErrorKind, RobotsBuilder};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
