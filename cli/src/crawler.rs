//! The crawlers that a command asks about. Each gets its own answer.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::sync::Arc;

use clap::Args;
use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Crawler as Known, ManyCrawlers, Survey};
use robots_exclusion::fetch::Access;
use robots_exclusion::{Dialect, Matcher, Verdict};

use crate::output::{Output, Result};

/// The arguments that name crawlers.
#[derive(Args)]
#[group(id = "who", required = true, multiple = true)]
pub(crate) struct Crawlers {
    /// The crawler's product token, such as `MyBot`, or a whole User-Agent header. For several
    /// crawlers, separate their names with commas or repeat the option. `*` means every crawler
    /// that no group names
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<OsString>,
    /// A known crawler, such as `Googlebot-Image`, which is treated as its operator documents: this
    /// affects the dialect, the groups it falls back to, and whether it obeys `*`. For a list, run
    /// `robots crawlers`
    #[arg(long = "crawler", value_name = "NAME")]
    known: Vec<String>,
}

impl Crawlers {
    pub(crate) fn all(&self) -> Result<Vec<Crawler>> {
        let mut crawlers = of_agents(&self.agents)?;
        crawlers.extend(known(&self.known)?);
        Ok(crawlers)
    }
}

/// A crawler, by the name given on the command line: a product token, a whole header or a known
/// crawler's name.
pub(crate) struct Crawler {
    pub(crate) name: String,
    /// The known crawler, if `--crawler` named one.
    pub(crate) known: Option<&'static Known>,
    /// The known crawler with the same name, if this one reads files like any crawler.
    pub(crate) namesake: Option<&'static Known>,
}

/// A file's rules for a crawler.
pub(crate) struct Rules {
    pub(crate) matcher: Arc<Matcher>,
    /// The rules as the crawler's namesake reads them.
    profile: Option<Matcher>,
}

/// Notes, once for each known crawler, that it gets the opposite answer.
pub(crate) fn remark(
    known: &Known,
    url: &str,
    allowed: bool,
    its_answer: impl FnOnce() -> bool,
    output: &mut Output,
) -> Result {
    if output.remarked.contains(known.token) || its_answer() == allowed {
        return Ok(());
    }
    output.remarked.insert(known.token);
    let its = if allowed { "disallowed" } else { "allowed" };
    output.complain(format_args!(
        "{known} is documented to read robots.txt differently: {url} is {its} for it \
         (see --crawler {known})"
    ))
}

/// One source's rules for any number of crawlers. Time and memory are linear in the size of the
/// file and in the number of questions.
pub(crate) struct ManyRules<'s> {
    access: &'s Access<'static>,
    many: Option<ManyCrawlers<'s>>,
    /// The answers for known crawlers, if there is a file. They're computed when they're first
    /// needed.
    survey: LazyCell<Option<Survey>, Box<dyn FnOnce() -> Option<Survey> + 's>>,
    /// The rules and records for known crawlers that select the same groups.
    profiles: BTreeMap<(Dialect, &'static str, Vec<u8>), Arc<Matcher>>,
}

impl<'s> ManyRules<'s> {
    pub(crate) fn new(access: &'s Access<'static>) -> ManyRules<'s> {
        ManyRules {
            access,
            many: access.robots().map(ManyCrawlers::new),
            survey: LazyCell::new(Box::new(|| access.robots().map(Survey::new))),
            profiles: BTreeMap::new(),
        }
    }

    /// Returns the verdict for a crawler. If the known crawler with this name gets a different one,
    /// writes a note to standard error, once.
    pub(crate) fn verdict(
        &mut self,
        crawler: &Crawler,
        url: &str,
        output: &mut Output,
    ) -> Result<Verdict<'_>> {
        let row = |known: &Known| self.survey.as_ref()?.row(known);
        if let Some(row) = crawler.known.and_then(row) {
            return Ok(row.verdict(url));
        }
        let Some(many) = &mut self.many else {
            return Ok(self.access.verdict(&crawler.name, url));
        };
        if let Some(known) = crawler.namesake {
            let allowed = many.verdict(&crawler.name, url).allowed();
            let its = || row(known).map_or(allowed, |row| row.verdict(url).allowed());
            remark(known, url, allowed, its, output)?;
        }
        Ok(many.verdict(&crawler.name, url))
    }

    /// Divides the crawlers into runs of neighbours with the same groups and records, and returns
    /// each run's records. Neighbours often have the same ones, and then share the work.
    pub(crate) fn runs<'c>(
        &mut self,
        crawlers: &'c [Crawler],
    ) -> Vec<(&'c [Crawler], Arc<Matcher>)> {
        let is_alike =
            |one: &Crawler, other: &Crawler| Arc::ptr_eq(&self.records(one), &self.records(other));
        let runs: Vec<_> = crawlers.chunk_by(is_alike).collect();
        let runs = runs.into_iter();
        runs.map(|run| (run, self.records(&run[0]))).collect()
    }

    /// Returns a crawler's compiled rules, which it may share with others.
    pub(crate) fn rules(&mut self, crawler: &Crawler) -> Arc<Matcher> {
        self.matcher(crawler, ManyCrawlers::rules)
    }

    /// Returns a crawler's records, such as delays and preferences, which it may share with
    /// others.
    fn records(&mut self, crawler: &Crawler) -> Arc<Matcher> {
        self.matcher(crawler, ManyCrawlers::records)
    }

    /// Returns the rules and records of a known crawler, which select the same groups. For any other
    /// crawler, calls `of_any`, unless there is no file.
    fn matcher(
        &mut self,
        crawler: &Crawler,
        of_any: fn(&mut ManyCrawlers<'s>, &str) -> Arc<Matcher>,
    ) -> Arc<Matcher> {
        let row = |known| self.survey.as_ref()?.row(known);
        let found = crawler.known.zip(self.access.robots());
        let found = found.and_then(|(known, robots)| Some((known, robots, row(known)?)));
        let Some((known, robots, row)) = found else {
            return match &mut self.many {
                Some(many) => of_any(many, &crawler.name),
                None => self.access.matcher(&crawler.name),
            };
        };
        let (dialect, selection) = (row.rules.dialect(), row.verdict("/").selection());
        let token = selection.token().unwrap_or_default().to_vec();
        let key = (dialect, selection.name(), token);
        let compile = || Arc::new(known.matcher(robots));
        Arc::clone(self.profiles.entry(key).or_insert_with(compile))
    }
}

impl Crawler {
    /// Parses a product token, a whole header or `*`. Returns an error message if the name has no
    /// token.
    pub(crate) fn of_agent(agent: &str) -> Result<Crawler, String> {
        if agent != "*" && product_token(agent).is_empty() {
            return Err(format!(
                "'{agent}': no product token: a token starts with a letter, a digit, `-`, `_` or \
                 `.`, as in `MyBot`; `*` means every crawler that no group names"
            ));
        }
        Ok(Crawler {
            name: agent.to_owned(),
            known: None,
            namesake: crawlers::find(product_token(agent)).ok(),
        })
    }

    /// Returns the rules for this crawler on a host, which may have no robots.txt.
    pub(crate) fn rules(&self, access: &Access<'_>) -> Rules {
        let robots = access.robots();
        let by_profile = |known: &Known| Some(known.matcher(robots?));
        let matcher = self.known.and_then(by_profile).map(Arc::new);
        Rules {
            matcher: matcher.unwrap_or_else(|| access.matcher(&self.name)),
            profile: self.namesake.and_then(by_profile),
        }
    }

    /// Notes if the crawler's namesake gets a different answer from its rules.
    pub(crate) fn remark(&self, rules: &Rules, url: &str, output: &mut Output) -> Result {
        let Some((known, profile)) = self.namesake.zip(rules.profile.as_ref()) else {
            return Ok(());
        };
        let its = || profile.allowed(url);
        remark(known, url, rules.matcher.allowed(url), its, output)
    }
}

/// Returns the crawlers that the values of `--agent` name, in order, without duplicates.
///
/// Invalid UTF-8 is replaced. This is safe, because both the invalid bytes and the replacement
/// character end a product token in either dialect.
pub(crate) fn of_agents(arguments: &[OsString]) -> Result<Vec<Crawler>> {
    let arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    let arguments: Vec<_> = arguments.collect();
    let agents = arguments.iter().flat_map(|argument| names(argument));
    let crawlers = agents.map(Crawler::of_agent);
    distinct(crawlers.map(|crawler| crawler.map_err(|error| format!("--agent {error}"))))
}

/// Returns the crawlers that the values of `--crawler` name, in order, without duplicates.
pub(crate) fn known(arguments: &[String]) -> Result<Vec<Crawler>> {
    let names = arguments.iter().flat_map(|argument| argument.split(','));
    distinct(names.map(|name| find(name.trim())))
}

fn distinct(crawlers: impl Iterator<Item = Result<Crawler, String>>) -> Result<Vec<Crawler>> {
    let mut seen = BTreeSet::new();
    let mut is_new = |crawler: &Crawler| seen.insert(crawler.name.clone());
    let crawlers = crawlers.filter(|it| it.as_ref().map_or(true, &mut is_new));
    Ok(crawlers.collect::<Result<_, String>>()?)
}

/// Finds the known crawler with this name. The error suggests similar names.
pub(crate) fn find(name: &str) -> Result<Crawler, String> {
    let known = crawlers::find(name).map_err(|error| error.to_string())?;
    Ok(Crawler {
        name: known.token.to_owned(),
        known: Some(known),
        namesake: None,
    })
}

/// Splits a list of names at commas, but not inside parentheses, because browser-like headers
/// contain `(KHTML, like Gecko)`.
fn names(argument: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let is_separator = move |character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    };
    // An argument without a comma is used unchanged.
    let trimmed = |name: &str| name.len() != argument.len();
    argument
        .split(is_separator)
        .map(move |name| if trimmed(name) { name.trim() } else { name })
}
