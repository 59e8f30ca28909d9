//! May this crawler fetch this URL? A robots.txt parser and matcher.
//!
//! It reads robots.txt as RFC 9309 and Google specify or, on request, exactly as Google's own
//! parser does. Parsing is one pass over the text. A compiled [`Matcher`] answers in time linear in
//! the URL and in the number of rules, plus at most one linear pass for each candidate rule.
//!
//! # Examples
//!
//! Ask once:
//!
//! ```
//! use robots_exclusion::Robots;
//!
//! let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\n");
//! assert!(!robots.allowed("MyBot/1.0", "https://example.com/private/x"));
//!
//! // Why?
//! let verdict = robots.verdict("MyBot/1.0", "https://example.com/private/x");
//! assert_eq!(verdict.line(), Some(2));
//! assert_eq!(verdict.to_string(), "disallowed by line 2: Disallow: /private/");
//! ```
//!
//! If you ask about many URLs, compile the rules for your crawler once and keep them. A [`Matcher`]
//! borrows nothing, so you can store it anywhere:
//!
//! ```
//! use robots_exclusion::{Matcher, Robots};
//!
//! let matcher: Matcher = Robots::parse("User-agent: *\nDisallow: /private/").matcher("MyBot");
//! assert!(matcher.allowed("https://example.com/public"));
//! assert!(!matcher.allowed("/private/x"));
//! ```
//!
//! You don't have to decide what a failed request means, or when to ask again:
//!
//! ```
//! use core::time::Duration;
//!
//! use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
//!
//! let now = Timestamp::from_unix(Duration::from_secs(1_800_000_000));
//! let mut cached = CachedRobots::new(CachePolicy::new());
//! cached.record(FetchOutcome::response(503, ""), now);
//! let state = cached.at(now);
//! assert!(!state.access().allowed("MyBot", "/"), "a failing server disallows everything");
//! assert!(state.refresh().due_at() > Some(now), "and the crawler asks again later");
//! ```
//!
//! # Overview
//!
//! - [`Robots`] is a parsed file: [`allowed`](Robots::allowed), [`verdict`](Robots::verdict), its
//!   groups, sitemaps and other records. [`ParseOptions`] select the [`Dialect`] and the byte
//!   limit.
//! - [`Matcher`] contains the compiled rules for one crawler. It is small enough to keep one for each
//!   of a million hosts.
//! - [`Verdict`] is the answer and [its reason](Reason): the [`Rule`], its line, and the [`Selection`] of
//!   groups.
//! - [`location`] finds the robots.txt for a page, and the URLs that a robots.txt covers.
//! - [`fetch`] interprets statuses, redirects and failures, and keeps copies for many hosts.
//! - [`records`] reads sitemaps, crawl delays and every other field.
//! - [`RobotsBuilder`] builds a robots.txt. `Display` of a [`Robots`] or a [`Matcher`] writes one.
//! - [`lexer`], [`agent`] and [`canonical`] are for tools that need lines, tokens and spellings.
//! - `usage`, `crawlers`, `diff` and `lint` are optional: see [Features](#features).
//! - [`moving`] helps users of other crates to switch.
//!
//! # Matching rules
//!
//! 1. The groups that name the crawler's product token are selected, wherever they are in the file.
//!    If there are none, the groups of a more general token are selected (`googlebot` for
//!    `Googlebot-Image`), then the groups of `*`, then none.
//! 2. A rule matches every URL whose path and query begin with its pattern. `*` matches any bytes, and a
//!    final `$` matches the end of the URL. Case matters. Patterns and URLs are compared in one
//!    [`canonical`] percent-encoding.
//! 3. Of the rules that match, the one with the longest pattern decides. If an `allow` and a `disallow`
//!    rule are equally long, `allow` decides. If no rule matches, the URL is allowed. `/robots.txt`
//!    itself is always allowed.
//!
//! [`Dialect`] lists every point in which the two dialects differ.
//!
//! The crate departs from RFC 9309 in four ways, each following established practice: the fallback to a
//! more general token (RFC 9309 §2.2.1 selects `*`; see [`ParseOptions::agent_fallback`]); digits and `.` in
//! product tokens ([`agent`]); bytes that are invalid UTF-8 are compared as they are; and the `*`s at
//! the very end of a pattern don't count in its length.
//!
//! # How it works
//!
//! ```text
//! bytes ─ lexer ──► file ──► rule set ───► matcher ─► verdict
//!         lines     rules,   compiled      for one     allowed,
//!         fields    agents,  rules         crawler     and why
//!                   groups     ▲
//!         URL ─ target ────────┘
//!               path and query in canonical spelling
//! ```
//!
//! The lexer looks only at the first letters of a line and skips lines that can't be records. Each rule
//! is a 12-byte row that points into the input. [`Robots::allowed`] tries the rules one by one and
//! rejects most of them after eight bytes. A [`Matcher`] copies one crawler's rules into a few slices.
//! It stores a one-byte hash of every literal rule and compares 32 hashes at a time, so only a few
//! candidates are compared in full. Rules with wildcards are sorted by precedence, and each has a 64-bit
//! set of the bytes that it requires: if the URL lacks one of them, the rule is skipped.
//!
//! Identical files are common: in a corpus of 2,188 real files, a quarter share their rules with
//! another. If you keep matchers for many hosts, you can therefore share them in an `Arc`, with
//! `matcher.to_string()` as the key. Matchers with the same text give the same verdicts, but they don't
//! always name the same lines.
//!
//! # Untrusted input
//!
//! A robots.txt may contain anything, and so may a URL. No input makes this crate panic, recurse, or use
//! more time and memory than its documentation states. Parsing takes time linear in the text and, in
//! addition to it, at most 4 bytes per input byte. Compiling n rules takes O(n log n) time and keeps
//! their patterns, which canonical spelling can make three times as long. There is no `unsafe` code.
//! At most 500 KiB of a file are read unless [`byte_limit`](ParseOptions::byte_limit) changes that.
//!
//! # Scope
//!
//! This crate does no I/O, so you pass it bytes, statuses and times, or your HTTP client.
//!
//! - [`allowed`](Robots::allowed) takes the crawler's product token, and looks at the URL's path and
//!   query, not at its host.
//! - robots.txt isn't access control (RFC 9309 §3). It's a request, and it tells every reader which
//!   paths its author would rather hide.
//! - Fetchers that act for a person (a feed that the person subscribed to, translation, safety checks)
//!   don't have to obey it.
//! - If your server enforces its robots.txt by refusing requests, look at the [`Selection`], because the
//!   rules for `*` also apply to browsers, which must not be refused. The package `examples/enforce` in
//!   the repository does this with axum.
//!
//! # Features
//!
//! - `std` (default): processor features detected at run time, dates in `Retry-After`, `SystemTime`,
//!   and the shared cache. Without it the crate is `no_std` with `alloc`.
//! - `http`: accepts status and headers as the types of the crate `http`, which hyper, reqwest and
//!   ureq use. Turns on `std`. If a method such as `Exchange::headers` isn't found (E0599),
//!   this feature is probably off.
//! - `serde`: `Serialize` and `Deserialize` for [`Robots`] and [`Matcher`], as text, for [`Dialect`]
//!   and [`Unavailable`], and for what a crawler keeps between runs:
//!   [`Scope`](location::Scope) and [`CachedRobots`](fetch::CachedRobots).
//! - `usage`: what may be done with content, from `Content-Usage` and `Content-Signal` lines. It
//!   follows drafts, so answers may change in any release until the drafts are RFCs. Turns on `std`.
//! - `crawlers`: known crawlers, who runs them, for what purpose, and how each reads a file.
//!   Turns on `diff`.
//! - `diff`: which verdicts change between two files, and which rules never decide.
//! - `lint`: mistakes in a file, and edits. Turns on `crawlers`, `diff` and `usage`.
//!
//! The crate builds for WebAssembly. `SystemTime::now()` panics there, so pass a
//! [`Timestamp`](fetch::Timestamp) instead.
//!
//! # Minimum Rust version
//!
//! Rust 1.85. Some dependencies of `url` need more in their latest versions, so Cargo must choose older
//! ones, as it does in packages of edition 2024 or with `resolver = "3"`. In an older package that
//! is built with Rust 1.85, set `CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback` and run
//! `cargo update`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod agent;
mod body;
pub mod canonical;
#[cfg(feature = "crawlers")]
pub mod crawlers;
mod debug;
mod dialect;
#[cfg(feature = "diff")]
pub mod diff;
pub mod fetch;
mod file;
pub mod lexer;
#[cfg(feature = "lint")]
pub mod lint;
pub mod location;
mod matcher;
#[cfg(any(doc, doctest))]
#[doc = include_str!("moving.md")]
pub mod moving {}
mod names;
mod options;
mod pattern;
pub mod records;
mod robots;
mod rule_set;
mod search;
#[cfg(feature = "crawlers")]
mod spelling;
mod target;
#[cfg(feature = "usage")]
pub mod usage;
mod verdict;
mod words;
mod write;

pub use crate::dialect::Dialect;
pub use crate::file::{Group, NamedCrawler, Rule, RuleKind, Selection, UserAgent};
pub use crate::matcher::Matcher;
pub use crate::names::UnknownNameError;
pub use crate::options::ParseOptions;
pub use crate::robots::Robots;
pub use crate::verdict::{Match, Reason, Unavailable, Verdict};
pub use crate::write::{BuildError, BuildErrorKind, RobotsBuilder};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
