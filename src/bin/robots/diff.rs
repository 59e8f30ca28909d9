//! `robots diff`.

use std::collections::BTreeMap;
use std::ffi::OsString;

use robots_exclusion::diff::{Change, Difference, Limit, STATE_LIMIT, diff, diff_for};
use robots_exclusion::{Reason, Robots, Verdict};
use serde::Serialize;

use crate::options::{Connection, Reading, agents_of};
use crate::output::{self, Excerpts, Failure, MINOR, Output, PLAIN, complain};
use crate::source::Source;
use crate::{Finding, json};

/// Say what the change of a robots.txt changes
///
/// For each crawler that either file names, and for every other one (`*`),
/// says whether any URL that was allowed is disallowed now, or the other way
/// round, with the shortest such URL and the rules that decide. This is
/// decided, not sampled: lines that only moved, or say what others say, are no
/// difference, and neither are sitemaps and other records. The exit code is 0 if
/// there is none, 1 if there is, 2 if something could not be read or decided.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt as it was; `-` is standard input. For a URL of http or
    /// https, the robots.txt of its host is fetched
    #[arg(value_name = "OLD")]
    old: OsString,
    /// The robots.txt as it is to be, likewise
    #[arg(value_name = "NEW")]
    new: OsString,
    /// Product token of a crawler, such as `MyBot`: only this one is compared.
    /// Several times, for several crawlers; `*` is every one that neither file
    /// names
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<OsString>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    connection: Connection,
    /// Print one JSON object per change, with the crawlers that it is for
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Finding, Failure> {
    if arguments.old == "-" && arguments.new == "-" {
        return Err(Failure::new("standard input cannot give both files"));
    }
    let agents = agents_of(&arguments.agents)?;
    let options = arguments.reading.options();
    let read = |argument| Source::read(argument, options, &arguments.connection);
    let (old, new) = (read(&arguments.old)?, read(&arguments.new)?);
    // Where a site has no robots.txt, an empty one says the same.
    let empty = options.parse(b"");
    let (before, after) = (file(&old, &empty)?, file(&new, &empty)?);
    let differences = compare(before, after, &agents, &arguments.reading);
    let finding = if arguments.json {
        write_objects(&differences, output)?
    } else {
        write(&differences, output)?
    };
    Ok(finding.max(old.finding()).max(new.finding()))
}

/// The file itself, or the one that stands for none.
fn file<'s>(
    source: &'s Source,
    empty: &'s Robots<'static>,
) -> Result<&'s Robots<'static>, Failure> {
    match source.access.robots() {
        Some(robots) => Ok(robots),
        None if source.access.allowed("*", "/") => Ok(empty),
        None => Err(Failure::new(format_args!(
            "{}: there is no file to compare",
            source.shown_name()
        ))),
    }
}

/// What changes for each crawler, with its product token.
fn compare<'t>(
    old: &'t Robots<'_>,
    new: &'t Robots<'_>,
    agents: &[String],
    reading: &Reading,
) -> Vec<(String, Difference<'t>)> {
    if agents.is_empty() {
        let all = diff(old, new).into_iter();
        return all
            .map(|crawler| (crawler.agent().to_owned(), crawler.difference().clone()))
            .collect();
    }
    let named = |agent: &String| {
        let token = reading.token_of(agent).to_owned();
        (token, diff_for(old, new, agent))
    };
    agents.iter().map(named).collect()
}

/// A change, and the crawlers that it is for.
type ForCrawlers<'d, 't> = (&'d Change<'t>, Vec<&'d str>);

/// What changes: what is the same for several crawlers is said once.
fn together<'d, 't>(differences: &'d [(String, Difference<'t>)]) -> Vec<ForCrawlers<'d, 't>> {
    let mut changes: Vec<ForCrawlers<'d, 't>> = Vec::new();
    let mut places = BTreeMap::new();
    for (agent, difference) in differences {
        for change in difference.changes() {
            let lines = [change.before().line(), change.after().line()];
            let key = (change.after().allowed(), change.url(), lines);
            let place = *places.entry(key).or_insert(changes.len());
            if place == changes.len() {
                changes.push((change, Vec::new()));
            }
            changes[place].1.push(agent);
        }
    }
    changes
}

/// A change, for programs.
#[derive(Serialize)]
struct JsonChange<'a> {
    /// The crawlers that it is for.
    agents: &'a [&'a str],
    /// `disallowed` or `allowed`: what became of the URL.
    change: &'static str,
    /// The shortest that shows it; cut where it is very long.
    url: String,
    before: JsonVerdict<'a>,
    after: JsonVerdict<'a>,
}

#[derive(Serialize)]
struct JsonVerdict<'a> {
    allowed: bool,
    /// The rule that decides, if one does.
    rule: Option<json::JsonRule<'a>>,
    /// The verdict as a sentence.
    explanation: String,
}

impl<'a> JsonVerdict<'a> {
    fn new(verdict: Verdict<'a>, excerpts: &mut Excerpts) -> JsonVerdict<'a> {
        let rule = verdict.rule().map(json::JsonRule::from);
        JsonVerdict {
            allowed: verdict.allowed(),
            rule: rule.map(|rule| rule.again(excerpts)),
            explanation: reason(verdict, excerpts),
        }
    }
}

fn write_objects(
    differences: &[(String, Difference<'_>)],
    output: &mut Output,
) -> Result<Finding, Failure> {
    let mut excerpts = Excerpts::default();
    for (change, agents) in together(differences) {
        output.object(&JsonChange {
            agents: &agents,
            change: output::verdict_word(&change.after()),
            url: excerpts.of(change.url()),
            before: JsonVerdict::new(change.before(), &mut excerpts),
            after: JsonVerdict::new(change.after(), &mut excerpts),
        })?;
    }
    Ok(finding(differences))
}

/// For people.
fn write(
    differences: &[(String, Difference<'_>)],
    output: &mut Output,
) -> Result<Finding, Failure> {
    let mut excerpts = Excerpts::default();
    for (change, crawlers) in together(differences) {
        let crawlers = listed(&crawlers, differences);
        write_change(change, &crawlers, &mut excerpts, output)?;
    }
    let finding = finding(differences);
    if finding == Finding::Fine {
        let all: Vec<&str> = differences.iter().map(|(agent, _)| &**agent).collect();
        let crawlers = listed(&all, differences);
        output.line(format_args!("unchanged for {crawlers}"))?;
    }
    Ok(finding)
}

fn write_change(
    change: &Change<'_>,
    crawlers: &str,
    excerpts: &mut Excerpts,
    output: &mut Output,
) -> Result<(), Failure> {
    let after = change.after();
    let (style, word) = (output::verdict_style(&after), output::verdict_word(&after));
    output.pieces(&[
        (style, format_args!("{word:<10}")),
        (PLAIN, format_args!("  {}  ", excerpts.of(change.url()))),
        (MINOR, format_args!("for {crawlers}")),
    ])?;
    let [before, after] = [change.before(), after].map(|verdict| reason(verdict, excerpts));
    output.line(format_args!("    before  {before}"))?;
    output.line(format_args!("    after   {after}"))
}

/// Why, in words that fit several crawlers.
fn reason(verdict: Verdict<'_>, excerpts: &mut Excerpts) -> String {
    match verdict.reason() {
        Reason::NoRule | Reason::NoGroup => "allowed: no rule matches".to_owned(),
        _ => excerpts.of(verdict),
    }
}

/// Names of crawlers, a few of them.
fn listed(crawlers: &[&str], of_all: &[(String, Difference<'_>)]) -> String {
    const SHOWN: usize = 5;
    let shown = |agent: &&str| match *agent {
        "*" if of_all.len() == 1 => "every crawler that neither file names".to_owned(),
        "*" => "every other crawler".to_owned(),
        "" => "a crawler without a name".to_owned(),
        agent => agent.to_owned(),
    };
    match crawlers {
        [only] => shown(only),
        [most @ .., last] if crawlers.len() <= SHOWN => {
            let most: Vec<_> = most.iter().map(shown).collect();
            format!("{} and {}", most.join(", "), shown(last))
        }
        _ => {
            let some: Vec<_> = crawlers[..SHOWN - 1].iter().map(shown).collect();
            let rest = crawlers.len() - some.len();
            format!("{} and {rest} more", some.join(", "))
        }
    }
}

/// Says what was not decided, and why.
fn finding(differences: &[(String, Difference<'_>)]) -> Finding {
    let is_decided = |(_, difference): &(String, Difference<'_>)| difference.is_decided();
    if !differences.iter().all(is_decided) {
        for limit in [Some(Limit::States), Some(Limit::Steps), None] {
            let is_so = |(_, difference): &&(String, Difference<'_>)| {
                !difference.is_decided() && difference.limit() == limit
            };
            let undecided = differences.iter().filter(is_so);
            let undecided: Vec<&str> = undecided.map(|(agent, _)| &**agent).collect();
            if !undecided.is_empty() {
                complain(format_args!(
                    "not decided for {}{}",
                    listed(&undecided, differences),
                    why(limit)
                ));
            }
        }
        return Finding::Incomplete;
    }
    let is_same = differences
        .iter()
        .all(|(_, difference)| difference.is_none());
    if is_same {
        Finding::Fine
    } else {
        Finding::Adverse
    }
}

/// Why something was not decided.
fn why(limit: Option<Limit>) -> String {
    match limit {
        Some(Limit::States) => {
            format!(
                ": to know all changes takes more than {STATE_LIMIT} states, or too much memory"
            )
        }
        Some(Limit::Steps) => {
            ": all comparisons together take more steps than are taken".to_owned()
        }
        _ => String::new(),
    }
}
