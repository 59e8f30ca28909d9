//! The crawlers that a command asks about. Each gets its own answer.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Crawler as Known, ManyCrawlers, Survey, Surveyed};
use robots_exclusion::fetch::Access;
use robots_exclusion::{Dialect, Matcher, Robots, Verdict};

use crate::output::{Failure, Output, Result};

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

/// A crawler, by the name given on the command line.
pub(crate) struct Crawler {
    name: String,
    reads: Reads,
    /// `true` if a note about the known crawler with this name has been written.
    is_remarked: AtomicBool,
}

/// How a crawler reads a file.
#[derive(Clone, Copy)]
enum Reads {
    /// Like any crawler, even if there is a known crawler with the same name.
    AsAny(Option<&'static Known>),
    ByProfile(&'static Known),
}

/// A file's rules for a crawler.
pub(crate) struct Rules {
    matcher: Arc<Matcher>,
    /// The rules as the known crawler with this name reads them, if the crawler reads like any.
    pub(crate) profile: Option<Matcher>,
}

impl Deref for Rules {
    type Target = Matcher;

    fn deref(&self) -> &Matcher {
        &self.matcher
    }
}

/// Notes that a known crawler gets the opposite answer.
fn remark(known: &Known, url: &str, allowed: bool, output: &mut Output) -> Result {
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
    /// The answers for known crawlers, if there are questions about any.
    survey: OnceCell<Survey>,
    /// The known crawlers about which a note has been written.
    remarked: BTreeSet<&'static str>,
    /// The rules and records for known crawlers that select the same groups.
    profiles: BTreeMap<(Dialect, &'static str, Vec<u8>), Arc<Matcher>>,
}

impl<'s> ManyRules<'s> {
    pub(crate) fn new(access: &'s Access<'static>) -> ManyRules<'s> {
        ManyRules {
            access,
            many: access.robots().map(ManyCrawlers::new),
            survey: OnceCell::new(),
            remarked: BTreeSet::new(),
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
        let row = |known| row(self.access, &self.survey, known);
        if let Some(row) = crawler.known().and_then(row) {
            return Ok(row.verdict(url));
        }
        let Some(many) = &mut self.many else {
            return Ok(self.access.verdict(&crawler.name, url));
        };
        if let Reads::AsAny(Some(known)) = crawler.reads {
            if !self.remarked.contains(known.token()) {
                let allowed = many.verdict(&crawler.name, url).allowed();
                if row(known).is_some_and(|row| row.verdict(url).allowed() != allowed) {
                    self.remarked.insert(known.token());
                    remark(known, url, allowed, output)?;
                }
            }
        }
        Ok(many.verdict(&crawler.name, url))
    }

    /// Returns a crawler's compiled rules, which it may share with others.
    pub(crate) fn rules(&mut self, crawler: &Crawler) -> Arc<Matcher> {
        self.matcher(crawler, ManyCrawlers::rules)
    }

    /// Returns a crawler's records, such as delays and preferences, which it may share with
    /// others.
    pub(crate) fn records(&mut self, crawler: &Crawler) -> Arc<Matcher> {
        self.matcher(crawler, ManyCrawlers::records)
    }

    /// Returns the rules and records of a known crawler, which select the same groups. For any other
    /// crawler, calls `of_any`, unless there is no file.
    fn matcher(
        &mut self,
        crawler: &Crawler,
        of_any: fn(&mut ManyCrawlers<'s>, &str) -> Arc<Matcher>,
    ) -> Arc<Matcher> {
        let (Some(known), Some(robots)) = (crawler.known(), self.access.robots()) else {
            return match &mut self.many {
                Some(many) => of_any(many, &crawler.name),
                None => self.access.matcher(&crawler.name),
            };
        };
        let Some(row) = row(self.access, &self.survey, known) else {
            return Arc::new(known.matcher(robots));
        };
        let (dialect, selection) = (row.rules().dialect(), row.verdict("/").selection());
        let token = selection.token().unwrap_or_default().to_vec();
        let key = (dialect, selection.name(), token);
        let compile = || Arc::new(known.matcher(robots));
        Arc::clone(self.profiles.entry(key).or_insert_with(compile))
    }
}

/// Returns the rules of a known crawler, if there is a file.
fn row<'s>(
    access: &Access<'_>,
    survey: &'s OnceCell<Survey>,
    known: &Known,
) -> Option<&'s Surveyed> {
    let robots = access.robots()?;
    survey.get_or_init(|| Survey::new(robots)).row(known)
}

impl Crawler {
    pub(crate) fn of_agent(agent: &str) -> Result<Crawler, String> {
        if let Some(objection) = objection(agent) {
            return Err(format!("'{agent}': {objection}"));
        }
        let reads = Reads::AsAny(crawlers::find(product_token(agent)).ok());
        Ok(Crawler::new(agent, reads))
    }

    fn new(name: &str, reads: Reads) -> Crawler {
        Crawler {
            name: name.to_owned(),
            reads,
            is_remarked: AtomicBool::new(false),
        }
    }

    /// Returns the name as given: a product token, a whole header or a known crawler's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the known crawler, if the name was given with `--crawler`.
    pub(crate) fn known(&self) -> Option<&'static Known> {
        match self.reads {
            Reads::ByProfile(known) => Some(known),
            Reads::AsAny(_) => None,
        }
    }

    /// Returns `true` if this is the name of a known crawler, which may read files differently.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self.reads, Reads::ByProfile(_) | Reads::AsAny(Some(_)))
    }

    /// Returns the rules for this crawler on a host, which may have no robots.txt.
    pub(crate) fn rules(&self, access: &Access<'_>) -> Rules {
        match access.robots() {
            Some(robots) => self.rules_of(robots),
            None => Rules {
                matcher: access.matcher(&self.name),
                profile: None,
            },
        }
    }

    /// Returns a file's rules for this crawler.
    pub(crate) fn rules_of(&self, robots: &Robots<'_>) -> Rules {
        let by_profile = |known: &Known| known.matcher(robots);
        let (matcher, profile) = match self.reads {
            Reads::ByProfile(known) => (by_profile(known), None),
            Reads::AsAny(known) => (robots.matcher(&self.name), known.map(by_profile)),
        };
        Rules {
            matcher: Arc::new(matcher),
            profile,
        }
    }

    /// Writes a note to standard error, once, if the known crawler with this name gets a different
    /// answer from its rules.
    pub(crate) fn remark(&self, rules: &Rules, url: &str, output: &mut Output) -> Result {
        let (Reads::AsAny(Some(known)), Some(profile)) = (self.reads, &rules.profile) else {
            return Ok(());
        };
        let allowed = rules.allowed(url);
        if profile.allowed(url) == allowed || self.is_remarked.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        remark(known, url, allowed, output)
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
    distinct(
        agents.map(|agent| Crawler::of_agent(agent).map_err(|error| format!("--agent {error}"))),
    )
}

/// Returns the crawlers that the values of `--crawler` name, in order, without duplicates.
pub(crate) fn known(arguments: &[String]) -> Result<Vec<Crawler>> {
    let names = arguments.iter().flat_map(|argument| argument.split(','));
    distinct(names.map(|name| find(name.trim())))
}

fn distinct(crawlers: impl Iterator<Item = Result<Crawler, String>>) -> Result<Vec<Crawler>> {
    let mut seen = BTreeSet::new();
    let mut is_new = |crawler: &Crawler| seen.insert(crawler.name.clone());
    crawlers
        .filter(|crawler| crawler.as_ref().map_or(true, &mut is_new))
        .collect::<Result<_, _>>()
        .map_err(Failure::Message)
}

/// Finds the known crawler with this name. The error suggests similar names.
pub(crate) fn find(name: &str) -> Result<Crawler, String> {
    let known = crawlers::find(name).map_err(|error| error.to_string())?;
    Ok(Crawler::new(known.token(), Reads::ByProfile(known)))
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

/// Returns the reason why no crawler can have this name, or `None` if one can.
fn objection(agent: &str) -> Option<&'static str> {
    if agent == "*" || !product_token(agent).is_empty() {
        return None;
    }
    Some(
        "no product token: a token starts with a letter, a digit, `-`, `_` or `.`, as in `MyBot`; \
         `*` means every crawler that no group names",
    )
}
