//! The JSON objects printed with `--json`.

use std::borrow::Cow;

use robots_exclusion::usage::UsageMatch;
use robots_exclusion::{Match, Rule, RuleKind, Selection, Verdict};
use serde::Serialize;

use crate::output::{Excerpts, excerpt};
use crate::usage::{self, Preferences};
use crate::web::Report;

/// A verdict. Every key is always present. Bytes of the file that are invalid UTF-8 are
/// replaced by U+FFFD.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    agent: &'a str,
    url: &'a str,
    allowed: bool,
    /// `rule`, `no-rule`, `no-group`, `robots-txt` or `unavailable`.
    reason: &'static str,
    /// The deciding rule, if there is one.
    rule: Option<JsonRule<'a>>,
    group: Group<'a>,
    /// The verdict as a sentence.
    explanation: String,
    /// The URL of the robots.txt, before redirects, if it was fetched.
    robots_txt: Option<&'a str>,
    /// The report on the fetch, if the file was fetched.
    fetch: Option<&'a Report>,
    /// Preferences by label; `null` if the URL is disallowed. Present only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Option<Preferences>>,
    /// Signals by key; `null` if the URL is disallowed. Present only if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<Option<Preferences>>,
}

impl<'a> Answer<'a> {
    /// Adds the URL of the robots.txt and the report on its fetch.
    pub(crate) fn new(
        agent: &'a str,
        url: &'a str,
        verdict: Verdict<'a>,
        fetched: Option<(&'a str, &'a Report)>,
    ) -> Answer<'a> {
        Answer {
            agent,
            url,
            allowed: verdict.allowed(),
            reason: verdict.reason().name(),
            rule: verdict.rule().map(JsonRule::from),
            group: verdict.selection().into(),
            explanation: excerpt(verdict),
            robots_txt: fetched.map(|(robots_txt, _)| robots_txt),
            fetch: fetched.map(|(_, report)| report),
            usage: None,
            signals: None,
        }
    }

    /// Returns the crawler and the URL.
    pub(crate) fn asked(&self) -> (&str, &str) {
        (self.agent, self.url)
    }

    /// Returns the verdict as a sentence.
    pub(crate) fn explanation(&self) -> &str {
        &self.explanation
    }

    /// Shortens texts that earlier answers have already quoted.
    pub(crate) fn again(self, excerpts: &mut Excerpts) -> Answer<'a> {
        Answer {
            rule: self.rule.map(|rule| rule.again(excerpts)),
            explanation: excerpts.of(self.explanation),
            ..self
        }
    }

    /// Adds the usage preferences and signals that were requested.
    pub(crate) fn with_usage(mut self, usage: &usage::Answer<'_>) -> Answer<'a> {
        self.usage = usage.usage();
        self.signals = usage.signals();
        self
    }
}

/// How a verdict was reached.
#[derive(Serialize)]
pub(crate) struct Explanation<'a> {
    #[serde(flatten)]
    pub(crate) answer: Answer<'a>,
    /// The lines that select groups for the crawler.
    pub(crate) user_agent_lines: Vec<u32>,
    /// The delay in seconds.
    pub(crate) crawl_delay: Option<f64>,
    /// The matching rules, starting with the deciding one.
    pub(crate) matches: Vec<JsonMatch<'a>>,
    /// The matching `content-usage` and `content-signal` lines, longest first. Present only
    /// if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) usage_lines: Vec<JsonUsageLine>,
}

/// A matching usage line.
#[derive(Serialize)]
pub(crate) struct JsonUsageLine {
    line: u32,
    length: usize,
    /// The normalised line, truncated if it's very long.
    text: String,
}

impl From<&UsageMatch<'_>> for JsonUsageLine {
    fn from(found: &UsageMatch<'_>) -> JsonUsageLine {
        JsonUsageLine {
            line: found.line(),
            length: found.length(),
            text: excerpt(found),
        }
    }
}

/// A matching rule.
#[derive(Serialize)]
pub(crate) struct JsonMatch<'a> {
    #[serde(flatten)]
    rule: JsonRule<'a>,
    /// The length of the pattern in bytes, for precedence.
    length: usize,
}

impl<'a> From<&Match<'a>> for JsonMatch<'a> {
    fn from(found: &Match<'a>) -> JsonMatch<'a> {
        JsonMatch {
            rule: found.rule().into(),
            length: found.length(),
        }
    }
}

/// A rule of the file.
#[derive(Serialize)]
pub(crate) struct JsonRule<'a> {
    line: u32,
    /// `allow` or `disallow`.
    kind: &'static str,
    /// The pattern as written, truncated if it's very long.
    pattern: Cow<'a, str>,
}

impl<'a> From<Rule<'a>> for JsonRule<'a> {
    fn from(rule: Rule<'a>) -> JsonRule<'a> {
        JsonRule {
            line: rule.line(),
            kind: kind(&rule),
            pattern: shortened(rule.pattern()),
        }
    }
}

impl JsonRule<'_> {
    /// Shortens texts that earlier answers have already quoted.
    pub(crate) fn again(self, excerpts: &mut Excerpts) -> Self {
        JsonRule {
            pattern: Cow::Owned(excerpts.of(self.pattern)),
            ..self
        }
    }
}

/// Returns `allow` or `disallow`.
pub(crate) fn kind(rule: &Rule<'_>) -> &'static str {
    match rule.kind() {
        RuleKind::Allow => "allow",
        RuleKind::Disallow => "disallow",
    }
}

/// Returns bytes from a file as text. Bytes past the excerpt aren't decoded.
fn shortened(bytes: &[u8]) -> Cow<'_, str> {
    let some = &bytes[..bytes.len().min(5_000)];
    let text = String::from_utf8_lossy(some);
    if text.len() < 4_000 {
        text
    } else {
        Cow::Owned(excerpt(text))
    }
}

/// The group that applies to the crawler.
#[derive(Serialize)]
pub(crate) struct Group<'a> {
    /// `own`, `general`, `wildcard` or `none`.
    selection: &'static str,
    /// The product token in the group's `user-agent` line.
    token: Option<Cow<'a, str>>,
}

impl<'a> From<Selection<'a>> for Group<'a> {
    fn from(selection: Selection<'a>) -> Group<'a> {
        Group {
            selection: selection.name(),
            token: selection.token().map(String::from_utf8_lossy),
        }
    }
}
