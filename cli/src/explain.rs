//! `robots explain`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;

use anstyle::Style;
use robots_exclusion::usage::UsageLine;
use robots_exclusion::{Group, Match, Reason, Robots, Selection, UserAgent, Verdict};
use serde_json::json;

use crate::crawler::{Crawler, Crawlers, ManyRules};
use crate::options::{Connection, Reading};
use crate::output::{Excerpts, MINOR, Output, PLAIN, Result, listing};
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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let crawlers = arguments.crawlers.all()?;
    let file = pages::from_argument(&arguments.file);
    let url = match &arguments.url {
        Some(url) if web::is_page(&file) && !web::is_robots_txt(&file) => {
            let url = pages::from_argument(url);
            let why = "`explain` accepts one URL at a time; `check` accepts any number";
            return Err(format!("{url}: {why}").into());
        }
        Some(url) => pages::from_argument(url),
        None if web::is_page(&file) => file,
        None => {
            let why = "no URL to explain: give a file and a URL, or only an http or https URL";
            return Err(why.into());
        }
    };
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
    let mut is_first = true;
    for (run, records) in rules.runs(&crawlers) {
        let shared = rules.rules(&run[0]);
        let matches = shared.matches(&url);
        // `content-usage` first, then `content-signal`.
        let usage_lines = records.usage_matches(&url);
        for crawler in run {
            let listed = matches.len().min(left.max(FEW));
            left = left.saturating_sub(listed);
            let verdict = rules.verdict(crawler, &url, output)?;
            let explanation = Explanation {
                crawler,
                naming: named(verdict.selection()).map_or(&[], Vec::as_slice),
                verdict,
                matches: &matches,
                listed,
                rules: shared.rules().len(),
                delay: records.crawl_delay().map(|delay| delay.as_secs_f64()),
                usage_lines: &usage_lines,
                url: &url,
                source: &source,
                reading: &arguments.reading,
            };
            output.raise_if(!verdict.allowed(), Finding::Adverse);
            if arguments.json {
                explanation.write_object(output)?;
            } else {
                if !std::mem::take(&mut is_first) {
                    output.line(format_args!(""))?;
                }
                explanation.write(Labelled { output, label: "" })?;
            }
        }
    }
    Ok(())
}

/// The maximum number of matching rules that are listed for all crawlers together. After that, only
/// [`FEW`] are listed for each crawler, because the length of the output would otherwise be the
/// number of rules times the number of crawlers.
const MATCHES: usize = 100_000;

/// The number of matching rules that are always listed for each crawler.
const FEW: usize = 10;

/// How the verdict for one crawler was reached.
struct Explanation<'a> {
    crawler: &'a Crawler,
    /// The `user-agent` lines that select groups for the crawler.
    naming: &'a [Naming<'a>],
    verdict: Verdict<'a>,
    /// The matching rules, starting with the one that decides, and the number of those to list.
    matches: &'a [Match<'a>],
    listed: usize,
    /// The number of all rules.
    rules: usize,
    /// In seconds.
    delay: Option<f64>,
    usage_lines: &'a [&'a UsageLine],
    url: &'a str,
    source: &'a Source,
    reading: &'a Reading,
}

impl Explanation<'_> {
    fn write_object(&self, output: &mut Output) -> Result {
        let lines: Vec<_> = self.naming.iter().map(|(_, agent)| agent.line()).collect();
        let excerpts = &mut Excerpts::default();
        let question = [&*self.crawler.name, self.url];
        let mut object = json::answer(question, &self.verdict, self.source.fetched(), excerpts);
        object["user_agent_lines"] = json!(lines);
        object["crawl_delay"] = json!(self.delay);
        let matches = self.matches[..self.listed].iter().map(|found| {
            let mut rule = json::rule(&found.rule, &mut Excerpts::default());
            rule["length"] = json!(found.length);
            rule
        });
        object["matches"] = matches.collect();
        let usage_lines = self.usage_lines.iter().map(|found| {
            let (line, length) = (found.line, found.length);
            json!({ "line": line, "length": length, "text": output::excerpt(found) })
        });
        if usage_lines.len() > 0 {
            object["usage_lines"] = usage_lines.collect();
        }
        output.object(&object)
    }

    fn write(&self, mut lines: Labelled<'_>) -> Result {
        // The requested URLs, in order, and the status of each.
        if let Some(report) = &self.source.report {
            let hops = report.redirects.iter();
            let hops = hops.map(|hop| (&hop.url, Some(hop.status)));
            for (url, status) in hops.chain([(&report.url, report.status)]) {
                let answer = status.map(|status| format!("status {status}"));
                let answer = answer.as_deref().unwrap_or("no answer");
                lines.write_noted("fetched", idn::with_host(url), answer)?;
            }
        }
        // The crawler and, if a whole header was given, its product token.
        let agent = &self.crawler.name;
        let described = match self.reading.token_of(agent) {
            "*" => "every crawler that no group names".to_owned(),
            token if token == agent => agent.clone(),
            token => format!("{agent}, product token {token}"),
        };
        lines.write("crawler", described)?;
        self.write_groups(&mut lines)?;
        if let Some(seconds) = self.delay {
            lines.write("delay", format_args!("{seconds} s between two fetches"))?;
        }
        lines.write("URL", idn::with_host(self.url))?;
        self.write_matches(&mut lines)?;
        for found in self.usage_lines {
            let (line, length) = (found.line, found.length);
            let text = format!("line {line}  pattern length {length}  {found}");
            lines.write("usage", output::excerpt(text))?;
        }
        let verdict = &self.verdict;
        lines.write_pieces("verdict", &[(output::verdict_word(verdict).0, verdict)])
    }

    /// Returns `true` if a token is the crawler's own. A known crawler may also obey other
    /// groups.
    fn is_named(&self, token: &[u8]) -> bool {
        let own = self.reading.token_of(&self.crawler.name);
        self.crawler.known.is_none() || own.as_bytes().eq_ignore_ascii_case(token)
    }

    fn write_groups(&self, lines: &mut Labelled<'_>) -> Result {
        let why = match self.verdict.selection() {
            _ if self.source.access.unavailable().is_some() => "none: there is no file",
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
            return lines.write("group", why);
        }
        let is_same = |(one, _): &Naming<'_>, (next, _): &Naming<'_>| one.line() == next.line();
        for naming in self.naming.chunk_by(is_same) {
            for (_, agent) in naming {
                let (line, value) = (agent.line(), String::from_utf8_lossy(agent.value()));
                let agent = format!("line {line}  User-agent: {value}");
                lines.write_noted("group", agent, why)?;
            }
            if let Some(others) = others(naming) {
                let others = format!("also applies to {others}");
                lines.write_pieces("group", &[(MINOR, &others)])?;
            }
        }
        Ok(())
    }

    fn write_matches(&self, lines: &mut Labelled<'_>) -> Result {
        let (matches, verdict) = (&self.matches[..self.listed], &self.verdict);
        let Some(first) = matches.first() else {
            return match (verdict.reason(), self.rules) {
                (Reason::RobotsTxt, _) => lines.write("rules", "none needed"),
                (_, 0) => lines.write("rules", "none"),
                (_, 1) => lines.write("rules", "the only one does not match"),
                (_, rules) => lines.write("rules", format_args!("none of {rules} matches")),
            };
        };
        let last_line = matches.iter().map(|found| found.rule.line()).max();
        let line_width = last_line.unwrap_or_default().to_string().len();
        // The longest comes first.
        let width = first.length.to_string().len();
        let mut style = output::verdict_word(verdict).0;
        let mut why = format!("  (decides: {})", why_first(self.matches));
        for found in matches {
            let (rule, length) = (found.rule, found.length);
            let line = rule.line();
            let place = format!("line {line:line_width$}  pattern length {length:<width$}  ");
            lines.write_pieces("rules", &[(PLAIN, &place), (style, &rule), (MINOR, &why)])?;
            (style, why) = (MINOR, String::new());
        }
        match self.matches.len() - matches.len() {
            0 => Ok(()),
            rest => lines.write("rules", format_args!("and {rest} more that match")),
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
    let [first, second, ..] = matches else {
        return "the only match";
    };
    match first.rule.kind() == second.rule.kind() {
        _ if first.length > second.length => "the longest",
        true => "the first of the longest",
        false => "allow wins over disallow",
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

/// Writes lines with labels. Of several lines with the same label, only the first one shows it.
struct Labelled<'o> {
    output: &'o mut Output,
    /// The label of the last line.
    label: &'static str,
}

impl Labelled<'_> {
    fn write_pieces(&mut self, label: &'static str, pieces: &[(Style, &dyn Display)]) -> Result {
        let is_new = std::mem::replace(&mut self.label, label) != label;
        let label = format!("{:<10}", if is_new { label } else { "" });
        let start: [(Style, &dyn Display); 1] = [(MINOR, &label)];
        self.output.pieces(&[&start, pieces].concat())
    }

    fn write(&mut self, label: &'static str, text: impl Display) -> Result {
        self.write_pieces(label, &[(PLAIN, &text)])
    }

    /// Writes a line that ends with a note in parentheses.
    fn write_noted(&mut self, label: &'static str, text: impl Display, note: &str) -> Result {
        let [text, note] = [format!("{text}  "), format!("({note})")];
        self.write_pieces(label, &[(PLAIN, &text), (MINOR, &note)])
    }
}
