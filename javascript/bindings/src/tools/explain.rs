//! Explains why a crawler may or may not fetch a URL.

use robots_exclusion::{Dialect, Matcher, Reason, Robots, Rule, RuleKind, Selection, Verdict};
use serde::Serialize;

use super::reading::{Asker, Reading};

/// The maximum number of rules listed.
const LISTED: usize = 200;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    allowed: bool,
    /// The dialect that decides.
    dialect: &'static str,
    reason: &'static str,
    sentence: String,
    rule: Option<QuotedRule>,
    line: Option<u32>,
    /// `own`, `general`, `wildcard` or `none`.
    selection: &'static str,
    selected_by: String,
    /// The `user-agent` lines of the selected groups that name the crawler.
    agent_lines: Vec<u32>,
    /// The matching rules, the deciding one first.
    matches: Vec<Matching>,
    crawl_delay: Option<f64>,
    /// The answer in the other dialect.
    other: Other,
}

#[derive(Serialize)]
struct QuotedRule {
    kind: &'static str,
    pattern: String,
    line: u32,
}

#[derive(Serialize)]
struct Matching {
    #[serde(flatten)]
    rule: QuotedRule,
    length: usize,
}

#[derive(Serialize)]
struct Other {
    dialect: &'static str,
    allowed: bool,
    line: Option<u32>,
    sentence: String,
}

impl QuotedRule {
    fn of(rule: Rule<'_>) -> QuotedRule {
        QuotedRule {
            kind: match rule.kind() {
                RuleKind::Allow => "Allow",
                RuleKind::Disallow => "Disallow",
            },
            pattern: String::from_utf8_lossy(rule.pattern()).into_owned(),
            line: rule.line(),
        }
    }
}

fn name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Google => "google",
        _ => "standard",
    }
}

pub(crate) fn explain(text: &str, token: &str, url: &str) -> Explanation {
    let asker = Asker::of(token);
    let [file, other] = match asker.dialect() {
        Dialect::Google => [Dialect::Google, Dialect::Standard],
        _ => [Dialect::Standard, Dialect::Google],
    }
    .map(|dialect| Reading::new(text, dialect));
    let matcher = match asker {
        Asker::Known(crawler) => crawler.matcher(&file.robots),
        Asker::Token(token) => file.robots.matcher(token),
    };
    let verdict = matcher.verdict(url);
    let other_matcher = other.matcher(&other.obeyed(asker));
    Explanation {
        allowed: verdict.allowed(),
        dialect: name(file.robots.dialect()),
        reason: verdict.reason().name(),
        sentence: verdict.to_string(),
        rule: verdict.rule().map(QuotedRule::of),
        line: verdict.line(),
        selection: verdict.selection().name(),
        selected_by: selected_by(verdict),
        agent_lines: agent_lines(&file.robots, verdict.selection()),
        matches: matches(&matcher, verdict, url),
        crawl_delay: matcher.crawl_delay().map(|delay| delay.as_secs_f64()),
        other: {
            let verdict = other_matcher.verdict(url);
            Other {
                dialect: name(other.robots.dialect()),
                allowed: verdict.allowed(),
                line: verdict.line(),
                sentence: verdict.to_string(),
            }
        },
    }
}

fn selected_by(verdict: Verdict<'_>) -> String {
    let token = verdict.selection().token();
    token.map_or_else(String::new, |token| {
        String::from_utf8_lossy(token).into_owned()
    })
}

fn agent_lines(robots: &Robots<'_>, selection: Selection<'_>) -> Vec<u32> {
    let agents = robots.groups().flat_map(|group| group.agents());
    let selecting = agents.filter(|agent| match selection {
        Selection::Own(token) | Selection::General(token) => {
            agent.token().eq_ignore_ascii_case(token)
        }
        Selection::Wildcard => agent.is_wildcard(),
        _ => false,
    });
    selecting.map(|agent| agent.line()).take(LISTED).collect()
}

fn matches(matcher: &Matcher, verdict: Verdict<'_>, url: &str) -> Vec<Matching> {
    if verdict.reason() == Reason::RobotsTxt {
        return Vec::new();
    }
    let matches = matcher.matches(url);
    let listed = matches.iter().take(LISTED).map(|found| Matching {
        rule: QuotedRule::of(found.rule()),
        length: found.length(),
    });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn rule_group_and_rivals_are_named() {
        let text =
            "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /a\nAllow: /a/b\n";
        let found = explain(text, "Googlebot-Image", "https://example.org/a/b");
        assert!(found.allowed);
        assert_eq!((found.line, found.agent_lines), (Some(6), vec![4]));
        let lines: Vec<_> = found.matches.iter().map(|found| found.rule.line).collect();
        assert_eq!(lines, [6, 5]);
        assert_eq!(found.dialect, "google");
        assert_eq!(found.other.line, Some(6));
    }

    #[test]
    fn any_product_token_is_answered() {
        let found = explain("user-agent: my\ndisallow: /", "my/1.0", "/");
        assert!(!found.allowed && !found.other.allowed);
    }
}
