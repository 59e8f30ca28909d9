//! What programs get with `--json`.

use std::borrow::Cow;

use robots_exclusion::usage::UsageMatch;
use robots_exclusion::{Match, Rule, RuleKind, Selection, Verdict};
use serde::Serialize;

use crate::output::{Excerpts, excerpt};
use crate::usage::{self, Preferences};
use crate::web::Report;

/// A verdict. Every key is always there. Bytes of the file that are
/// invalid UTF-8 are replaced by U+FFFD.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    url: &'a str,
    allowed: bool,
    /// `rule`, `no-rule`, `no-group`, `robots-txt` or `unavailable`.
    reason: &'static str,
    /// The rule that decided, if one did.
    rule: Option<JsonRule<'a>>,
    group: Group<'a>,
    /// The verdict as a sentence.
    explanation: String,
    /// The URL of the robots.txt, before redirects, if it was fetched.
    robots_txt: Option<&'a str>,
    /// How it was fetched, if it was.
    fetch: Option<&'a Report>,
    /// By label; `null` where the URL is disallowed. There only if it is asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Option<Preferences>>,
    /// The same by key.
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<Option<Preferences>>,
}

impl<'a> Answer<'a> {
    /// With the URL of the robots.txt, and how it was fetched.
    pub(crate) fn new(
        url: &'a str,
        verdict: Verdict<'a>,
        fetched: Option<(&'a str, &'a Report)>,
    ) -> Answer<'a> {
        Answer {
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

    /// As one answer of many, which may say the same.
    pub(crate) fn again(self, excerpts: &mut Excerpts) -> Answer<'a> {
        Answer {
            rule: self.rule.map(|rule| rule.again(excerpts)),
            explanation: excerpts.of(self.explanation),
            ..self
        }
    }

    /// With what is said about usage, if it is asked for.
    pub(crate) fn with_usage(mut self, usage: &usage::Answer<'_>) -> Answer<'a> {
        self.usage = usage.usage();
        self.signals = usage.signals();
        self
    }
}

/// How a verdict comes about.
#[derive(Serialize)]
pub(crate) struct Explanation<'a> {
    #[serde(flatten)]
    pub(crate) answer: Answer<'a>,
    /// The lines that select groups for the crawler.
    pub(crate) user_agent_lines: Vec<u32>,
    /// In seconds.
    pub(crate) crawl_delay: Option<f64>,
    /// The rules that match, the one that decides first.
    pub(crate) matches: Vec<JsonMatch<'a>>,
    /// The `content-usage` and `content-signal` lines that match, the longest
    /// first. There only if some do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) usage_lines: Vec<JsonUsageLine>,
}

/// A line about usage that matches.
#[derive(Serialize)]
pub(crate) struct JsonUsageLine {
    line: u32,
    length: usize,
    /// The line as it would be written; cut where it is very long.
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

/// A rule that matches.
#[derive(Serialize)]
pub(crate) struct JsonMatch<'a> {
    #[serde(flatten)]
    rule: JsonRule<'a>,
    /// The bytes that count.
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
    /// As written; cut where it is very long.
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
    /// As part of one answer of many, which may say the same.
    pub(crate) fn again(self, excerpts: &mut Excerpts) -> Self {
        JsonRule {
            pattern: Cow::Owned(excerpts.of(self.pattern)),
            ..self
        }
    }
}

/// `allow` or `disallow`.
pub(crate) fn kind(rule: &Rule<'_>) -> &'static str {
    match rule.kind() {
        RuleKind::Allow => "allow",
        RuleKind::Disallow => "disallow",
    }
}

/// Bytes of a file as text; those after an excerpt are not even decoded.
fn shortened(bytes: &[u8]) -> Cow<'_, str> {
    let some = &bytes[..bytes.len().min(5_000)];
    let text = String::from_utf8_lossy(some);
    if text.len() < 4_000 {
        text
    } else {
        Cow::Owned(excerpt(text))
    }
}

/// Which group is for the crawler.
#[derive(Serialize)]
pub(crate) struct Group<'a> {
    /// `own`, `general`, `wildcard` or `none`.
    selection: &'static str,
    /// The product token that the group names.
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
