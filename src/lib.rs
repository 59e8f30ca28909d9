//! May this crawler fetch this URL? A robots.txt parser and matcher.
//!
//! It reads robots.txt the way RFC 9309 and Google specify or, on request, exactly the way Google's
//! own parser does. Parsing takes one pass over the text. A compiled [`Matcher`] answers in time
//! linear in the URL and in the number of rules, plus at most one linear pass for each candidate
//! rule.
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
//! The [`fetch`] module decides what a failed request means and when to ask again, so you don't
//! have to:
//!
//! ```
//! use core::time::Duration;
//!
//! use robots_exclusion::fetch::{CachePolicy, CachedRobots, FetchOutcome, Timestamp};
//!
//! let now = Timestamp(Duration::from_secs(1_800_000_000));
//! let mut cached = CachedRobots::new(CachePolicy::new());
//! cached.record(FetchOutcome::response(503, ""), now);
//! let state = cached.at(now);
//! assert!(!state.access.allowed("MyBot", "/"), "a failing server disallows everything");
//! assert!(state.refresh.due_at() > Some(now), "and the crawler asks again later");
//! ```
//!
//! # Overview
//!
//! - [`Robots`] is a parsed file. It has the methods [`allowed`](Robots::allowed) and
//!   [`verdict`](Robots::verdict), and gives access to groups, sitemaps and other records.
//!   [`ParseOptions`] select the [`Dialect`] and the byte limit.
//! - [`Matcher`] contains the compiled rules for one crawler. It's small enough that you can keep
//!   one for each of a million hosts.
//! - [`Verdict`] is the answer together with [its reason](Reason): the [`Rule`] that decided it,
//!   its line, and the [`Selection`] of groups.
//! - [`location`] finds the robots.txt for a page and checks which URLs a robots.txt covers.
//! - [`fetch`] interprets statuses, redirects and failures, and caches the files of many hosts.
//! - [`records`] reads sitemaps, crawl delays and every other field.
//! - [`RobotsBuilder`] builds a robots.txt. The `Display` implementations of [`Robots`] and
//!   [`Matcher`] write one.
//! - [`lexer`], [`agent`] and [`canonical`] are for tools that need to work with lines, tokens and
//!   spellings.
//! - `usage`, `crawlers`, `diff` and `lint` are optional: see [Features](#features).
//! - [`moving`] helps you switch from another crate.
//!
//! # Matching rules
//!
//! 1. The groups that name the crawler's product token are selected, wherever they are in the file.
//!    If there are none, the groups for a more general token are selected (`googlebot` for
//!    `Googlebot-Image`). If there are none of these either, the groups for `*` are selected.
//! 2. A rule matches every URL whose path and query begin with its pattern. `*` matches any bytes,
//!    and a final `$` matches the end of the URL. Case matters. Patterns and URLs are converted to
//!    a [`canonical`] percent-encoding before they are compared.
//! 3. Among the rules that match, the one with the longest pattern wins. If an `allow` and a
//!    `disallow` rule are equally long, `allow` wins. If no rule matches, the URL is allowed.
//!    `/robots.txt` itself is always allowed.
//!
//! [`Dialect`] lists every difference between the two dialects.
//!
//! The crate departs from RFC 9309 in four ways, each following established practice. It falls back
//! to a more general token, where RFC 9309 §2.2.1 selects `*` (see
//! [`ParseOptions::agent_fallback`]). It accepts digits and `.` in product tokens (see [`agent`]).
//! It compares bytes that aren't valid UTF-8 as they are. And it doesn't count the `*`s at the very
//! end of a pattern towards its length.
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
//! The lexer only looks at the first letters of a line and skips lines that can't be records. Each
//! rule is a 12-byte row that points into the input. [`Robots::allowed`] tries the rules one by one
//! and rejects most of them after a few bytes. A [`Matcher`] copies one crawler's rules into a few
//! slices. It stores a one-byte hash of every literal rule and compares 32 hashes at a time, so
//! only a few candidates are compared in full. Rules with wildcards are sorted by precedence, and
//! each has a 64-bit set of the bytes that it requires: if the URL lacks one of them, the rule is
//! skipped.
//!
//! Identical files are common: in a corpus of 2,188 real files, a quarter have the same rules as
//! another. If you keep matchers for many hosts, you can therefore put them in `Arc`s and share
//! them, keyed by `matcher.to_string()`. Matchers with the same text give the same verdicts, but
//! the line numbers in those verdicts may differ.
//!
//! # Untrusted input
//!
//! A robots.txt may contain anything, and so may a URL. No input makes this crate panic, recurse,
//! or use more time and memory than its documentation states. Parsing takes linear time and, in
//! addition to the text itself, at most 4 bytes of memory per input byte. Compiling n rules takes
//! O(n log n) time and copies their patterns, which can be three times as long in canonical
//! spelling. There is no `unsafe` code. Only the first 500 KiB of a file are read unless you change
//! the [`byte_limit`](ParseOptions::byte_limit).
//!
//! # Scope
//!
//! This crate does no I/O itself. You pass it bytes, statuses and times, or you plug in your HTTP
//! client.
//!
//! - [`allowed`](Robots::allowed) expects the crawler's product token. It only looks at the URL's
//!   path and query and ignores its host.
//! - robots.txt isn't access control (RFC 9309 §3). It's a request, and it tells every reader which
//!   paths its author would rather hide.
//! - Fetchers that act for a person (a feed that the person subscribed to, translation, safety checks)
//!   don't have to obey it.
//! - If your server enforces its robots.txt by refusing requests, look at the [`Selection`],
//!   because the rules for `*` also apply to browsers, which must not be refused. The
//!   `examples/enforce` package in the repository shows how to do this with axum.
//!
//! # Features
//!
//! - `std` (default): run-time detection of CPU features, dates in `Retry-After`, conversion from
//!   `SystemTime`, and the shared cache. Without `std`, the crate only needs `alloc`.
//! - `http`: accepts statuses and headers as types from the `http` crate, which hyper, reqwest and
//!   ureq use. Turns on `std`. If the compiler can't find a method such as `Exchange::headers`
//!   (E0599), this feature is probably off.
//! - `serde`: `Serialize` and `Deserialize` for [`Robots`] and [`Matcher`] (as text), for
//!   [`Dialect`] and [`Unavailable`], and for the state that a crawler keeps between runs:
//!   [`Scope`](location::Scope) and [`CachedRobots`](fetch::CachedRobots).
//! - `usage`: what content may be used for, as stated in `Content-Usage` and `Content-Signal`
//!   lines. This feature follows drafts, so answers may change in any release until they become
//!   RFCs. Turns on `std`.
//! - `crawlers`: a table of known crawlers, with who runs them, what for, and how each one reads a
//!   file. Turns on `diff`.
//! - `diff`: finds the verdicts that change between two files, and the rules that never make a
//!   difference.
//! - `lint`: finds mistakes in a file and suggests edits. Turns on `crawlers`, `diff` and `usage`.
//!
//! The crate builds for WebAssembly. `SystemTime::now()` panics there, so pass a
//! [`Timestamp`](fetch::Timestamp) instead.
//!
//! # Minimum Rust version
//!
//! Rust 1.85. The latest versions of some of `url`'s dependencies need a newer compiler, so Cargo
//! must choose older ones. It does this for packages with edition 2024 or `resolver = "3"`. To
//! build any other package with Rust 1.85, set `CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback`
//! and run `cargo update`.
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
mod table;
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
