//! `robots explain`.

use std::ffi::OsString;
use std::fmt;

use anstyle::Style;
use robots_exclusion::usage::UsageMatch;
use robots_exclusion::{Match, Matcher, Reason, Robots, Selection, UserAgent};

use crate::crawler::Crawlers;
use crate::options::{Connection, Reading};
use crate::output::{Failure, MINOR, Output, PLAIN};
use crate::source::Source;
use crate::{Finding, idn, json, output, pages, web};

/// Explain why one URL is allowed or blocked
///
/// Shows the groups that apply to the crawler, their rules that match the URL, longest first,
/// and which rule decides. The exit code is the same as for `check`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt: a file, `-` for standard input, or a URL that ends in
    /// `/robots.txt`. Any other http or https URL is the URL to explain, and
    /// the robots.txt is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Absolute URL, or a path that begins with `/`
    #[arg(value_name = "URL")]
    url: Option<OsString>,
    #[command(flatten)]
    crawlers: Crawlers,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    /// Print one JSON object per crawler
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    let crawlers = arguments.crawlers.all()?;
    let is_fetched = web::is_page(&pages::from_argument(&arguments.file));
    let url = match &arguments.url {
        Some(url) if is_fetched && !web::is_robots_txt(&pages::from_argument(&arguments.file)) => {
            let url = pages::from_argument(url);
            return Err(Failure::new(format_args!(
                "{url}: `explain` takes one URL at a time; `check` takes any number"
            )));
        }
        Some(url) => url,
        None if is_fetched => &arguments.file,
        None => {
            return Err(Failure::new(
                "no URL to explain: give a file and a URL, or only an http or https URL",
            ));
        }
    };
    let url = pages::from_argument(url);
    let source = Source::read(
        &arguments.file,
        arguments.reading.options(),
        &arguments.connection,
        output,
    )?;
    if let Some(objection) = source.objection(&url) {
        let url = pages::quoted(&url);
        return Err(Failure::new(format_args!("{url}: {objection}")));
    }
    let mut finding = source.finding();
    for (index, crawler) in crawlers.iter().enumerate() {
        let matcher = crawler.rules(&source.access);
        let robots = source.access.robots();
        matcher.remark(&url, output)?;
        let explanation = Explanation {
            groups: robots.map_or(Vec::new(), |robots| selected(robots, matcher.selection())),
            matcher: &matcher,
            agent: crawler.name(),
            is_known: crawler.known().is_some(),
            url: &url,
            source: &source,
            reading: &arguments.reading,
        };
        if arguments.json {
            explanation.write_object(output)?;
        } else {
            if index > 0 {
                output.line(format_args!(""))?;
            }
            explanation.write(output)?;
        }
        finding = finding.max(Finding::of(&matcher.verdict(&url)));
    }
    Ok(finding)
}

/// The account of how the verdict for one crawler was reached.
struct Explanation<'a> {
    agent: &'a str,
    /// `true` if the crawler is answered by its profile.
    is_known: bool,
    matcher: &'a Matcher,
    groups: Vec<Selected<'a>>,
    url: &'a str,
    source: &'a Source,
    reading: &'a Reading,
}

impl Explanation<'_> {
    fn write_object(&self, output: &mut Output) -> Result<(), Failure> {
        let verdict = self.matcher.verdict(self.url);
        output.object(&json::Explanation {
            answer: json::Answer::new(self.agent, self.url, verdict, self.source.fetched()),
            user_agent_lines: self
                .groups
                .iter()
                .flat_map(|group| &group.naming)
                .map(UserAgent::line)
                .collect(),
            crawl_delay: self.matcher.crawl_delay().map(|delay| delay.as_secs_f64()),
            matches: self
                .matcher
                .matches(self.url)
                .iter()
                .map(json::JsonMatch::from)
                .collect(),
            usage_lines: self
                .usage_lines()
                .iter()
                .map(json::JsonUsageLine::from)
                .collect(),
        })
    }

    /// The usage lines that match: `content-usage` first, then `content-signal`.
    fn usage_lines(&self) -> Vec<UsageMatch<'_>> {
        let mut lines = self.matcher.usage_matches(self.url);
        lines.extend(self.matcher.content_signal_matches(self.url));
        lines
    }

    fn write_usage_lines(&self, output: &mut Output) -> Result<(), Failure> {
        let mut label = "usage";
        for found in self.usage_lines() {
            let (line, length) = (found.line(), found.length());
            plain_entry(
                output,
                label,
                &output::excerpt(format_args!(
                    "line {line}  pattern length {length}  {found}"
                )),
            )?;
            label = "";
        }
        Ok(())
    }

    fn write(&self, output: &mut Output) -> Result<(), Failure> {
        self.write_hops(output)?;
        plain_entry(output, "crawler", &self.described())?;
        self.write_groups(output)?;
        if let Some(delay) = self.matcher.crawl_delay() {
            let seconds = delay.as_secs_f64();
            plain_entry(output, "delay", &format!("{seconds} s between two fetches"))?;
        }
        plain_entry(output, "URL", &idn::with_host(self.url).to_string())?;
        self.write_matches(output)?;
        self.write_usage_lines(output)?;
        let verdict = self.matcher.verdict(self.url);
        let style = output::verdict_style(&verdict);
        entry(output, "verdict", &[(style, format_args!("{verdict}"))])
    }

    /// The requested URLs, in order, and the status of each.
    fn write_hops(&self, output: &mut Output) -> Result<(), Failure> {
        let Some(report) = &self.source.report else {
            return Ok(());
        };
        let mut label = "fetched";
        let hops = report.redirects.iter();
        let hops = hops.map(|hop| (&hop.url, Some(hop.status)));
        for (url, status) in hops.chain([(&report.url, report.status)]) {
            let what = match status {
                Some(status) => format!("(status {status})"),
                None => "(no answer)".to_owned(),
            };
            let url = idn::with_host(url);
            entry(
                output,
                label,
                &[
                    (PLAIN, format_args!("{url}  ")),
                    (MINOR, format_args!("{what}")),
                ],
            )?;
            label = "";
        }
        Ok(())
    }

    /// Returns the crawler and, if a whole header was given, its product token.
    fn described(&self) -> String {
        let agent = self.agent;
        match self.reading.token_of(agent) {
            "*" => "every crawler that no group names".to_owned(),
            token if token == agent => agent.to_owned(),
            token => format!("{agent}, product token {token}"),
        }
    }

    /// Returns `true` if a token is the crawler's own. A known crawler may also obey other
    /// groups.
    fn is_named(&self, token: &[u8]) -> bool {
        let own = self.reading.token_of(self.agent);
        !self.is_known || own.as_bytes().eq_ignore_ascii_case(token)
    }

    fn write_groups(&self, output: &mut Output) -> Result<(), Failure> {
        if self.source.access.unavailable().is_some() {
            return plain_entry(output, "group", "none: there is no file");
        }
        let why = match self.matcher.selection() {
            Selection::Own(token) if !self.is_named(token) => {
                "this crawler falls back to this name"
            }
            Selection::Own(_) => "names this crawler",
            Selection::General(_) => "a more general name; no group names this crawler exactly",
            Selection::Wildcard => "no group names this crawler",
            Selection::None => "none: no group names this crawler or *",
            _ => "applies to this crawler",
        };
        if self.groups.is_empty() {
            return plain_entry(output, "group", why);
        }
        let mut label = "group";
        for group in &self.groups {
            for user_agent in &group.naming {
                let line = user_agent.line();
                let value = String::from_utf8_lossy(user_agent.value());
                entry(
                    output,
                    label,
                    &[
                        (PLAIN, format_args!("line {line}  User-agent: {value}  ")),
                        (MINOR, format_args!("({why})")),
                    ],
                )?;
                label = "";
            }
            if !group.others.is_empty() {
                let others = listed(&group.others);
                entry(
                    output,
                    "",
                    &[(MINOR, format_args!("also applies to {others}"))],
                )?;
            }
        }
        Ok(())
    }

    fn write_matches(&self, output: &mut Output) -> Result<(), Failure> {
        let matches = self.matcher.matches(self.url);
        let verdict = self.matcher.verdict(self.url);
        let Some(first) = matches.first() else {
            return match (verdict.reason(), self.matcher.rules().len()) {
                (Reason::RobotsTxt, _) => plain_entry(output, "rules", "none needed"),
                (_, 0) => plain_entry(output, "rules", "none"),
                (_, 1) => plain_entry(output, "rules", "the only one does not match"),
                (_, rules) => plain_entry(output, "rules", &format!("none of {rules} matches")),
            };
        };
        let last_line = matches.iter().map(|found| found.rule().line()).max();
        let lines = last_line.unwrap_or_default().to_string().len();
        // The lines are sorted.
        let lengths = first.length().to_string().len();
        let mut label = "rules";
        let mut style = output::verdict_style(&verdict);
        let mut why = format!("  (decides: {})", why_first(&matches));
        for found in &matches {
            let (rule, length) = (found.rule(), found.length());
            let line = rule.line();
            entry(
                output,
                label,
                &[
                    (
                        PLAIN,
                        format_args!("line {line:lines$}  pattern length {length:<lengths$}  "),
                    ),
                    (style, format_args!("{rule}")),
                    (MINOR, format_args!("{why}")),
                ],
            )?;
            (label, style, why) = ("", MINOR, String::new());
        }
        Ok(())
    }
}

/// Returns the first few `user-agent` lines by value, and the number of the others.
fn listed(user_agents: &[UserAgent<'_>]) -> String {
    const FEW: usize = 3;
    let mut list: Vec<_> = user_agents
        .iter()
        .take(FEW)
        .map(|user_agent| {
            let value = String::from_utf8_lossy(user_agent.value());
            format!("{value} (line {})", user_agent.line())
        })
        .collect();
    if user_agents.len() > FEW {
        list.push(format!("{} more", user_agents.len() - FEW));
    }
    match list.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => list.concat(),
    }
}

/// Returns the reason why the first matching rule decides.
fn why_first(matches: &[Match<'_>]) -> &'static str {
    match matches {
        [first, second, ..] if first.length() == second.length() => {
            if first.rule().kind() == second.rule().kind() {
                "the first of the longest"
            } else {
                "allow wins over disallow"
            }
        }
        [_, _, ..] => "the longest",
        _ => "the only match",
    }
}

/// A group that applies to the crawler: the `user-agent` lines that name it, and the other
/// ones.
struct Selected<'a> {
    naming: Vec<UserAgent<'a>>,
    others: Vec<UserAgent<'a>>,
}

/// Returns the groups that apply to the crawler.
fn selected<'r>(robots: &'r Robots<'_>, selection: Selection<'_>) -> Vec<Selected<'r>> {
    let is_for = |user_agent: &UserAgent<'_>| {
        let is_called = |name: &[u8]| {
            !user_agent.is_wildcard() && user_agent.token().eq_ignore_ascii_case(name)
        };
        match selection {
            Selection::Own(token) | Selection::General(token) => is_called(token),
            Selection::Wildcard => user_agent.is_wildcard(),
            _ => false,
        }
    };
    robots
        .groups()
        .filter(|group| group.agents().any(|user_agent| is_for(&user_agent)))
        .map(|group| {
            let (naming, others) = group.agents().partition(is_for);
            Selected { naming, others }
        })
        .collect()
}

/// Writes a line of the explanation.
fn entry(
    output: &mut Output,
    label: &str,
    pieces: &[(Style, fmt::Arguments<'_>)],
) -> Result<(), Failure> {
    // In one statement, because Rust 1.85 drops the temporaries of `format_args!` at its
    // end.
    output.pieces(
        &[
            &[
                (MINOR, format_args!("{label:<8}")),
                (PLAIN, format_args!("  ")),
            ],
            pieces,
        ]
        .concat(),
    )
}

fn plain_entry(output: &mut Output, label: &str, text: &str) -> Result<(), Failure> {
    entry(output, label, &[(PLAIN, format_args!("{text}"))])
}
