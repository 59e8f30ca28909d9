//! Parses files, and answers queries about them.
//!
//! JavaScript keeps the texts of files. Parsed files and matchers are in a [pool](pool::Pool), and are
//! compiled again if they have been evicted. Texts and URLs are passed in a buffer, because allocating
//! memory for each of them takes longer than most queries.

pub(crate) mod answers;
mod pool;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use robots_exclusion::{Dialect, ParseOptions};
use wasm_bindgen::prelude::wasm_bindgen;

use self::pool::{Entry, Pool};
use crate::json;

/// Everything that WebAssembly keeps between two calls.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    buffer: Vec<u8>,
    pool: Pool,
}

/// A buffer of up to this size is kept. A larger one is released after a file has been parsed.
const KEPT: usize = 1 << 16;

#[wasm_bindgen]
impl Engine {
    /// Creates an engine without files. The first number that it assigns is `first`.
    #[wasm_bindgen(constructor)]
    pub fn new(first: f64) -> Engine {
        Engine {
            buffer: Vec::new(),
            pool: Pool::new(first),
        }
    }

    /// Makes room for `length` bytes, and returns the address at which JavaScript writes them. Earlier
    /// bytes are kept.
    pub fn reserve(&mut self, length: usize) -> *const u8 {
        if self.buffer.len() < length {
            self.buffer.resize(length.max(KEPT), 0);
        }
        self.buffer.as_ptr()
    }

    /// Parses the first `length` bytes of the buffer, and returns the number of the file. `limit` is
    /// infinite for files of any length, and NaN for the default.
    pub fn parse(&mut self, length: usize, is_google: bool, limit: f64, fallback: bool) -> f64 {
        let dialect = match is_google {
            true => Dialect::Google,
            false => Dialect::Standard,
        };
        let mut options = ParseOptions::new()
            .dialect(dialect)
            .agent_fallback(fallback);
        if !limit.is_nan() {
            // The conversion saturates.
            options = options.byte_limit(limit.is_finite().then_some(limit as usize));
        }
        let text = self.buffer.get(..length).unwrap_or_default();
        let robots = options.parse(text).into_owned();
        if self.buffer.len() > KEPT {
            self.buffer = Vec::new();
        }
        self.pool.add(Entry::Robots(robots), length)
    }

    /// Adds the rules that apply without a file, in the library's saved form, and returns their
    /// number.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    #[cfg(feature = "crawl")]
    pub fn add_access(&mut self, saved: &str) -> Result<f64, wasm_bindgen::JsError> {
        let access = serde_json::from_str(saved)?;
        Ok(self.pool.add(Entry::Access(access), saved.len()))
    }

    /// Compiles a file's rules for one crawler, and returns the matcher's number. The buffer
    /// contains the crawler's names, with these lengths.
    pub fn compile(&mut self, robots: f64, lengths: &[u32]) -> f64 {
        let mut rest = &self.buffer[..];
        let agents = lengths.iter().map(|&length| {
            let (agent, others) = rest.split_at_checked(length as usize).unwrap_or_default();
            rest = others;
            String::from_utf8_lossy(agent)
        });
        let (matcher, size) = match self.pool.entry(robots) {
            #[cfg(feature = "crawl")]
            Some(Entry::Access(access)) => {
                let matcher = access.matcher_for(agents);
                (matcher.as_ref().clone(), 0)
            }
            _ => {
                let robots = self.pool.robots(robots);
                (robots.matcher_for(agents), robots.text().len())
            }
        };
        self.pool.add_matcher(robots, matcher, size)
    }

    /// Returns `true` if a file is in the pool. Its number must not be smaller than [`oldest`](Engine::oldest).
    pub fn has_file(&self, robots: f64) -> bool {
        self.pool.has_file(robots)
    }

    /// Returns the smallest number in the pool. Files and matchers with smaller numbers have been evicted.
    pub fn oldest(&self) -> f64 {
        self.pool.oldest()
    }

    /// Releases the memory of a file or matcher.
    pub fn release(&mut self, number: f64) {
        self.pool.release(number);
    }

    /// Returns the text in a part of the buffer. JavaScript writes only UTF-8.
    fn text(&self, start: usize, end: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.buffer.get(start..end).unwrap_or_default())
    }

    /// Queries a file. The buffer contains the crawler's name, then the URL.
    pub fn robots_allowed(&self, robots: f64, middle: usize, end: usize) -> bool {
        let (url, agent) = (self.text(0, middle), self.text(middle, end));
        self.pool.robots(robots).allowed(&agent, url)
    }

    /// Queries a file for a verdict, in JSON. The buffer contains the crawler's name, then the
    /// URL.
    pub fn robots_verdict(&self, robots: f64, middle: usize, end: usize) -> String {
        let (url, agent) = (self.text(0, middle), self.text(middle, end));
        json(&answers::Verdict::of(
            self.pool.robots(robots).verdict(&agent, url),
        ))
    }

    /// Returns the values of the sitemap records, as an array in JSON.
    pub fn sitemaps(&self, robots: f64) -> String {
        let sitemaps = self.pool.robots(robots).sitemaps();
        json(
            &sitemaps
                .map(|record| String::from_utf8_lossy(record.value()))
                .collect::<Vec<_>>(),
        )
    }

    /// Returns all records except rules and `user-agent` lines, as an array in JSON.
    pub fn all_records(&self, robots: f64) -> String {
        let records = self.pool.robots(robots).records();
        json(&records.map(answers::Field::of).collect::<Vec<_>>())
    }

    /// Returns `true` if the file is longer than its byte limit.
    pub fn is_truncated(&self, robots: f64) -> bool {
        self.pool.robots(robots).is_truncated()
    }

    /// Asks a matcher about the URL in the buffer.
    pub fn allowed(&self, matcher: f64, end: usize) -> bool {
        self.pool.matcher(matcher).allowed(self.text(0, end))
    }

    /// Asks a matcher for a verdict on the URL in the buffer, in JSON.
    pub fn verdict(&self, matcher: f64, end: usize) -> String {
        json(&answers::Verdict::of(
            self.pool.matcher(matcher).verdict(self.text(0, end)),
        ))
    }

    /// Returns the records that apply to the crawler, as an array in JSON.
    pub fn records(&self, matcher: f64) -> String {
        let records = self.pool.matcher(matcher).records();
        json(&records.map(answers::Field::of).collect::<Vec<_>>())
    }

    /// Returns the `crawl-delay` in seconds.
    pub fn crawl_delay(&self, matcher: f64) -> Option<f64> {
        let delay = self.pool.matcher(matcher).crawl_delay();
        delay.map(|delay| delay.as_secs_f64())
    }

    /// Returns how long to wait between requests, in seconds, but at most `cap`.
    pub fn delay(&self, matcher: f64, cap: f64) -> Option<f64> {
        let cap = Duration::try_from_secs_f64(cap).unwrap_or(Duration::MAX);
        let delay = self.pool.matcher(matcher).delay(cap);
        delay.map(|delay| delay.as_secs_f64())
    }

    /// Returns what `Content-Usage` or, if `signals` is true, `Content-Signal` states about the URL in the
    /// buffer, in JSON: the labels of the vocabulary that are stated, then `label`.
    #[cfg(feature = "crawl")]
    pub fn usage(&self, matcher: f64, end: usize, signals: bool, label: &str) -> String {
        let (matcher, url) = (self.pool.matcher(matcher), self.text(0, end));
        let usage = match signals {
            true => matcher.content_signals(url),
            false => matcher.usage(url),
        };
        json(&answers::Usage::of(&usage, label))
    }
}

/// Returns how many bytes of a file are read by default.
#[wasm_bindgen]
pub fn default_limit() -> f64 {
    let limit = ParseOptions::new().byte_limit;
    limit.map_or(f64::INFINITY, |limit| limit as f64)
}
