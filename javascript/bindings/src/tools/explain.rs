//! Explains why a crawler may or may not fetch a URL.

use robots_exclusion::crawlers::{self, Survey};
use robots_exclusion::usage::Usage;
use robots_exclusion::{
    Dialect, Matcher, ParseOptions, Reason, Robots, Rule, RuleKind, Selection, Verdict, agent,
};
use serde::Serialize;

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
    /// The statements of the file about the use of the page.
    statements: Vec<Statement>,
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

/// A preference of `Content-Signal` or `Content-Usage` that applies to the page.
#[derive(Serialize)]
struct Statement {
    field: &'static str,
    label: String,
    value: String,
    line: u32,
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
    let standard = Robots::parse(text);
    let google = ParseOptions::new().dialect(Dialect::Google).parse(text);
    let known = crawlers::find(token).ok();
    // google/robotstxt expects a product token, not a whole header.
    let token = agent::product_token(token);
    let (robots, matcher) = match known {
        Some(crawler) if crawler.dialect == Dialect::Google => (&google, crawler.matcher(&google)),
        Some(crawler) => (&standard, crawler.matcher(&standard)),
        None => (&standard, standard.matcher(token)),
    };
    let verdict = matcher.verdict(url);
    let others = known.map(|_| Survey::in_other_dialect(&standard));
    let other = known.and_then(|crawler| others.as_ref()?.row(crawler));
    let (usage, signals) = (matcher.usage(url), matcher.content_signals(url));
    let mut statements = statements("Content-Usage", &usage);
    statements.extend(self::statements("Content-Signal", &signals));
    Explanation {
        allowed: verdict.allowed(),
        dialect: name(robots.dialect()),
        reason: verdict.reason().name(),
        sentence: verdict.to_string(),
        rule: verdict.rule().map(QuotedRule::of),
        line: verdict.line(),
        selection: verdict.selection().name(),
        selected_by: selected_by(verdict),
        agent_lines: agent_lines(robots, verdict.selection()),
        matches: matches(&matcher, verdict, url),
        crawl_delay: matcher.crawl_delay().map(|delay| delay.as_secs_f64()),
        statements,
        other: match other {
            Some(row) => Other::of(row.rules.dialect(), row.verdict(url)),
            None => Other::of(Dialect::Google, google.verdict(token, url)),
        },
    }
}

impl Other {
    fn of(dialect: Dialect, verdict: Verdict<'_>) -> Other {
        Other {
            dialect: name(dialect),
            allowed: verdict.allowed(),
            line: verdict.line(),
            sentence: verdict.to_string(),
        }
    }
}

fn statements(field: &'static str, usage: &Usage<'_>) -> Vec<Statement> {
    let stated = usage.iter().filter_map(|(label, _, line)| {
        Some(Statement {
            field,
            label: label.to_owned(),
            value: usage.value(label)?.to_owned(),
            line,
        })
    });
    stated.collect()
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
        rule: QuotedRule::of(found.rule),
        length: found.length,
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
    fn statements_on_use_are_of_the_page() {
        let text =
            "User-agent: *\nContent-Signal: /a ai-train=no\nContent-Usage: train-ai=n\nAllow: /";
        let stated = |url| {
            let stated = explain(text, "GPTBot", url).statements.into_iter();
            let stated = stated.map(|found| {
                format!(
                    "{} {}={} {}",
                    found.field, found.label, found.value, found.line
                )
            });
            stated.collect::<Vec<_>>()
        };
        assert_eq!(stated("/b"), ["Content-Usage train-ai=n 3"]);
        assert_eq!(
            stated("/a"),
            ["Content-Usage train-ai=n 3", "Content-Signal ai-train=no 2"]
        );
    }

    #[test]
    fn any_product_token_is_answered() {
        let found = explain("user-agent: my\ndisallow: /", "my/1.0", "/");
        assert!(!found.allowed && !found.other.allowed);
    }
}
