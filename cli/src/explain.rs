//! `robots explain`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::sync::Arc;

use anstyle::Style;
use robots_exclusion::usage::UsageMatch;
use robots_exclusion::{Group, Match, Reason, Robots, Selection, UserAgent, Verdict};
use serde_json::json;

use crate::crawler::{Crawler, Crawlers, ManyRules};
use crate::options::{Connection, Reading};
use crate::output::{Excerpts, Failure, MINOR, Output, PLAIN, Result, listing};
use crate::source::Source;
use crate::{Finding, idn, json, output, pages, web};

/// Explain why one URL is allowed or blocked
///
/// Shows the groups that apply to the crawler, the rules in them that match the URL (longest
/// first), and the rule that decides. The exit codes are the same as for `check`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt: a file, `-` for standard input, or a URL that ends in
    /// `/robots.txt`. Any other http or https URL is the URL to explain, and
    /// the robots.txt is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// An absolute URL, or a path that begins with `/`
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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding> {
    let crawlers = arguments.crawlers.all()?;
    let is_fetched = web::is_page(&pages::from_argument(&arguments.file));
    let url = match &arguments.url {
        Some(url) if is_fetched && !web::is_robots_txt(&pages::from_argument(&arguments.file)) => {
            let url = pages::from_argument(url);
            return Err(Failure::from(format!(
                "{url}: `explain` accepts one URL at a time; `check` accepts any number"
            )));
        }
        Some(url) => url,
        None if is_fetched => &arguments.file,
        None => {
            return Err(
                "no URL to explain: give a file and a URL, or only an http or https URL".into(),
            );
        }
    };
    let url = pages::from_argument(url);
    let options = arguments.reading.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    if let Some(objection) = source.objection(&url) {
        let url = pages::quoted(&url);
        return Err(format!("{url}: {objection}").into());
    }
    let mut rules = ManyRules::new(&source.access);
    let robots = source.access.robots();
    let lines = robots.map(lines_by_name).unwrap_or_default();
    let named = |selection: Selection<'_>| {
        let name = match selection {
            Selection::Wildcard => &b"*"[..],
            _ => selection.token()?,
        };
        lines.get(&name.to_ascii_lowercase())
    };
    // The number of matching rules that may still be listed.
    let mut left = MATCHES;
    let mut finding = source.finding();
    // Crawlers with the same rules and records are often next to each other, so what matches the
    // URL is only looked up once.
    let is_alike = |one: &Crawler, other: &Crawler| {
        Arc::ptr_eq(&rules.rules(one), &rules.rules(other))
            && Arc::ptr_eq(&rules.records(one), &rules.records(other))
    };
    let runs: Vec<&[Crawler]> = crawlers.chunk_by(is_alike).collect();
    let mut is_first = true;
    for run in runs {
        let Some(first) = run.first() else {
            continue;
        };
        let (shared, records) = (rules.rules(first), rules.records(first));
        let account = Account {
            matches: shared.matches(&url),
            rules: shared.rules().len(),
            delay: records.crawl_delay().map(|delay| delay.as_secs_f64()),
            // `content-usage` first, then `content-signal`.
            usage_lines: [
                records.usage_matches(&url),
                records.content_signal_matches(&url),
            ]
            .concat(),
        };
        for crawler in run {
            let listed = account.matches.len().min(left.max(FEW));
            left = left.saturating_sub(listed);
            let verdict = rules.verdict(crawler, &url, output)?;
            let explanation = Explanation {
                naming: named(verdict.selection()).map_or(&[], Vec::as_slice),
                verdict,
                account: &account,
                listed,
                crawler,
                url: &url,
                source: &source,
                reading: &arguments.reading,
            };
            finding = finding.max(Finding::of(&verdict));
            if arguments.json {
                explanation.write_object(output)?;
            } else {
                if !std::mem::take(&mut is_first) {
                    output.line(format_args!(""))?;
                }
                explanation.write(output)?;
            }
        }
    }
    Ok(finding)
}

/// The maximum number of matching rules that are listed for all crawlers together. After that, only
/// [`FEW`] are listed for each crawler, because the length of the output would otherwise be the
/// number of rules times the number of crawlers.
const MATCHES: usize = 100_000;

/// The number of matching rules that are always listed for each crawler.
const FEW: usize = 10;

/// The rules that match a URL, for all crawlers with the same rules and records.
struct Account<'m> {
    matches: Vec<Match<'m>>,
    /// The number of all rules.
    rules: usize,
    /// In seconds.
    delay: Option<f64>,
    usage_lines: Vec<UsageMatch<'m>>,
}

/// How the verdict for one crawler was reached.
struct Explanation<'a> {
    crawler: &'a Crawler,
    verdict: Verdict<'a>,
    account: &'a Account<'a>,
    /// The number of matching rules that are listed.
    listed: usize,
    /// The `user-agent` lines that select groups for the crawler.
    naming: &'a [Naming<'a>],
    url: &'a str,
    source: &'a Source,
    reading: &'a Reading,
}

impl Explanation<'_> {
    fn write_object(&self, output: &mut Output) -> Result {
        let lines: Vec<_> = self.naming.iter().map(|(_, agent)| agent.line()).collect();
        let excerpts = &mut Excerpts::default();
        let question = [self.crawler.name(), self.url];
        let mut object = json::answer(question, &self.verdict, self.source.fetched(), excerpts);
        object["user_agent_lines"] = json!(lines);
        object["crawl_delay"] = json!(self.account.delay);
        let matches = self.matches().iter().map(|found| {
            let mut rule = json::rule(&found.rule(), &mut Excerpts::default());
            rule["length"] = json!(found.length());
            rule
        });
        object["matches"] = matches.collect();
        let usage_lines = self.account.usage_lines.iter().map(|found| {
            let (line, length) = (found.line(), found.length());
            json!({ "line": line, "length": length, "text": output::excerpt(found) })
        });
        if usage_lines.len() > 0 {
            object["usage_lines"] = usage_lines.collect();
        }
        output.object(&object)
    }

    /// Returns the matching rules that are listed, starting with the one that decides.
    fn matches(&self) -> &[Match<'_>] {
        &self.account.matches[..self.listed]
    }

    fn write_usage_lines(&self, output: &mut Output) -> Result {
        let mut label = "usage";
        for found in &self.account.usage_lines {
            let (line, length) = (found.line(), found.length());
            let text = output::excerpt(format_args!(
                "line {line}  pattern length {length}  {found}"
            ));
            plain_entry(output, label, &text)?;
            label = "";
        }
        Ok(())
    }

    fn write(&self, output: &mut Output) -> Result {
        self.write_hops(output)?;
        plain_entry(output, "crawler", &self.described())?;
        self.write_groups(output)?;
        if let Some(seconds) = self.account.delay {
            plain_entry(output, "delay", &format!("{seconds} s between two fetches"))?;
        }
        plain_entry(output, "URL", &idn::with_host(self.url).to_string())?;
        self.write_matches(output)?;
        self.write_usage_lines(output)?;
        let verdict = &self.verdict;
        let style = output::verdict_style(verdict);
        entry(output, "verdict", &[(style, verdict)])
    }

    /// The requested URLs, in order, and the status of each.
    fn write_hops(&self, output: &mut Output) -> Result {
        let Some(report) = &self.source.report else {
            return Ok(());
        };
        let mut label = "fetched";
        let hops = report.redirects.iter();
        let hops = hops.map(|hop| (&hop.url, Some(hop.status)));
        for (url, status) in hops.chain([(&report.url, report.status)]) {
            let answer = status.map(|status| format!("status {status}"));
            let answer = answer.as_deref().unwrap_or("no answer");
            noted_entry(output, label, idn::with_host(url), answer)?;
            label = "";
        }
        Ok(())
    }

    /// Returns the crawler and, if a whole header was given, its product token.
    fn described(&self) -> String {
        let agent = self.crawler.name();
        match self.reading.token_of(agent) {
            "*" => "every crawler that no group names".to_owned(),
            token if token == agent => agent.to_owned(),
            token => format!("{agent}, product token {token}"),
        }
    }

    /// Returns `true` if a token is the crawler's own. A known crawler may also obey other
    /// groups.
    fn is_named(&self, token: &[u8]) -> bool {
        let own = self.reading.token_of(self.crawler.name());
        self.crawler.known().is_none() || own.as_bytes().eq_ignore_ascii_case(token)
    }

    fn write_groups(&self, output: &mut Output) -> Result {
        if self.source.access.unavailable().is_some() {
            return plain_entry(output, "group", "none: there is no file");
        }
        let why = match self.verdict.selection() {
            Selection::Own(token) if !self.is_named(token) => {
                "this crawler falls back to this name"
            }
            Selection::Own(_) => "names this crawler",
            Selection::General(_) => "a more general name; no group names this crawler exactly",
            Selection::Wildcard => "no group names this crawler",
            Selection::None => "none: no group names this crawler or *",
            _ => "applies to this crawler",
        };
        if self.naming.is_empty() {
            return plain_entry(output, "group", why);
        }
        let mut label = "group";
        let is_same = |(one, _): &Naming<'_>, (next, _): &Naming<'_>| one.line() == next.line();
        for naming in self.naming.chunk_by(is_same) {
            for (_, agent) in naming {
                let (line, value) = (agent.line(), String::from_utf8_lossy(agent.value()));
                let agent = format!("line {line}  User-agent: {value}");
                noted_entry(output, label, agent, why)?;
                label = "";
            }
            if let Some(others) = others(naming) {
                let others = format!("also applies to {others}");
                entry(output, "", &[(MINOR, &others)])?;
            }
        }
        Ok(())
    }

    fn write_matches(&self, output: &mut Output) -> Result {
        let (matches, verdict) = (self.matches(), &self.verdict);
        let Some(first) = matches.first() else {
            return match (verdict.reason(), self.account.rules) {
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
        let mut style = output::verdict_style(verdict);
        let mut why = format!("  (decides: {})", why_first(&self.account.matches));
        for found in matches {
            let (rule, length) = (found.rule(), found.length());
            let line = rule.line();
            let place = format!("line {line:lines$}  pattern length {length:<lengths$}  ");
            let pieces: [(Style, &dyn Display); 3] =
                [(PLAIN, &place), (style, &rule), (MINOR, &why)];
            entry(output, label, &pieces)?;
            (label, style, why) = ("", MINOR, String::new());
        }
        match self.account.matches.len() - matches.len() {
            0 => Ok(()),
            rest => plain_entry(output, "", &format!("and {rest} more that match")),
        }
    }
}

/// Lists the first few `user-agent` lines of a group that don't name the crawler, by value, and how
/// many others there are. Returns `None` if all lines name the crawler.
fn others(naming: &[Naming<'_>]) -> Option<String> {
    let (group, own) = &naming[0];
    let (agents, own) = (group.agents(), name_of(own));
    let count = agents.clone().count() - naming.len();
    let others = agents.filter(|agent| name_of(agent) != own);
    let one = |agent: UserAgent<'_>| {
        let value = String::from_utf8_lossy(agent.value());
        format!("{value} (line {})", agent.line())
    };
    // Without this limit, all lines would be read if there were no others.
    let first: Vec<_> = others.take(count.min(3)).map(one).collect();
    let rest = count - first.len();
    (count > 0).then(|| listing(first, rest))
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

/// A `user-agent` line and its group.
type Naming<'r> = (Group<'r>, UserAgent<'r>);

/// Returns a file's `user-agent` lines, by name in lower case. `*` counts as a name.
fn lines_by_name<'r>(robots: &'r Robots<'_>) -> BTreeMap<Vec<u8>, Vec<Naming<'r>>> {
    let mut lines = BTreeMap::<_, Vec<_>>::new();
    for group in robots.groups() {
        for agent in group.agents() {
            let named = lines.entry(name_of(&agent)).or_default();
            named.push((group.clone(), agent));
        }
    }
    lines
}

/// Returns the name by which a `user-agent` line selects its group, in lower case.
fn name_of(agent: &UserAgent<'_>) -> Vec<u8> {
    if agent.is_wildcard() {
        b"*".to_vec()
    } else {
        agent.token().to_ascii_lowercase()
    }
}

/// Writes a line of the explanation.
fn entry(output: &mut Output, label: &str, pieces: &[(Style, &dyn Display)]) -> Result {
    let label = format!("{label:<8}");
    let start: [(Style, &dyn Display); 2] = [(MINOR, &label), (PLAIN, &"  ")];
    output.pieces(&[&start, pieces].concat())
}

fn plain_entry(output: &mut Output, label: &str, text: &str) -> Result {
    entry(output, label, &[(PLAIN, &text)])
}

/// Writes a line that ends with a note in parentheses.
fn noted_entry(output: &mut Output, label: &str, text: impl Display, note: &str) -> Result {
    let [text, note] = [format!("{text}  "), format!("({note})")];
    entry(output, label, &[(PLAIN, &text), (MINOR, &note)])
}
