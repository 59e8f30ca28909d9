//! A line in an expectations file.

use std::borrow::Cow;

use robots_exclusion::RuleKind;

use crate::crawler::{self, Crawler};
use crate::output::cut;
use crate::pages;
use crate::source::Source;

/// A parsed expectation: `allow AGENT URL` or `disallow AGENT URL`.
pub(super) struct Expectation<'l> {
    pub(super) kind: RuleKind,
    /// The crawlers, as written and as parsed.
    pub(super) crawlers: Vec<(&'l str, Crawler)>,
    pub(super) url: Cow<'l, str>,
}

impl<'l> Expectation<'l> {
    /// Parses a line for a file. Returns `None` for a blank line.
    pub(super) fn of_line(
        line: &'l [u8],
        source: &Source,
    ) -> Result<Option<Expectation<'l>>, String> {
        let words = line.split(u8::is_ascii_whitespace);
        let words = words.filter(|word| !word.is_empty());
        let words = words.take_while(|word| !word.starts_with(b"#"));
        // A fourth word is enough to reject the line.
        let words: Vec<_> = words.take(4).collect();
        let (kind, agents, url) = match words.as_slice() {
            [] => return Ok(None),
            [kind, agents, url] => (*kind, *agents, *url),
            _ => return Err(form(line)),
        };
        let kind = String::from_utf8_lossy(kind).parse();
        let kind = kind.map_err(|_| form(line))?;
        let agents = std::str::from_utf8(agents).map_err(|_| "the agent is invalid UTF-8")?;
        let agents = agents.split(',');
        let crawlers = agents.map(|agent| Ok((agent, crawler_of(agent)?)));
        let crawlers = crawlers.collect::<Result<_, String>>()?;
        let url = pages::from_bytes(url);
        if let Some(objection) = source.objection(&url) {
            return Err(format!("{url}: {objection}"));
        }
        Ok(Some(Expectation {
            kind,
            crawlers,
            url,
        }))
    }
}

/// Returns the crawler for a name in an expectation; `crawler:NAME` means a known crawler.
fn crawler_of(name: &str) -> Result<Crawler, String> {
    match name.strip_prefix("crawler:") {
        None => Crawler::of_agent(name).map_err(|error| format!("agent {error}")),
        Some(known) => crawler::find(known),
    }
}

/// The expected form of a line.
fn form(line: &[u8]) -> String {
    let line = cut(&String::from_utf8_lossy(line.trim_ascii()), 61);
    format!("`{line}` is not of the form `allow AGENT URL` or `disallow AGENT URL`")
}
