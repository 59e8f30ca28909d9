//! Writes robots.txt files that block or admit known crawlers.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::products::web_search_doors;
use super::{Crawler, Purpose, Site, Status, Survey, all, find};
use crate::agent::product_token;
use crate::dialect::Dialect;
use crate::names::UnknownNameError;
use crate::options::ParseOptions;
use crate::write::{BuildError, pattern_to_write, sitemap_to_write};

/// The crawlers that a [`Plan`] blocks or admits.
///
/// ```
/// use robots_exclusion::crawlers::{Choice, Purpose};
///
/// assert_eq!("seo".parse(), Ok(Choice::For(Purpose::Seo)));
/// assert_eq!("ai".parse(), Ok(Choice::Ai));
/// let choice: Choice = "Bytespider".parse()?;
/// assert_eq!(choice.to_string(), "Bytespider");
/// # Ok::<(), robots_exclusion::UnknownNameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// All crawlers in use that [serve](Crawler::serves) this purpose.
    For(Purpose),
    /// All [AI crawlers](Crawler::is_ai), whether for training or for any other purpose.
    Ai,
    /// One crawler.
    Only(&'static Crawler),
}

impl Choice {
    /// Returns `true` if this choice includes `crawler`. A retired crawler doesn't send any
    /// requests, so it is only included if it is chosen by name.
    pub fn includes(self, crawler: &Crawler) -> bool {
        match self {
            Choice::For(purpose) => crawler.serves(purpose) && crawler.status != Status::Retired,
            Choice::Ai => crawler.is_ai(),
            Choice::Only(only) => only == crawler,
        }
    }

    /// Returns the title of the group for this choice.
    fn title(self) -> &'static str {
        match self {
            Choice::For(purpose) => purpose.title(),
            Choice::Ai => "AI",
            Choice::Only(crawler) => crawler.token,
        }
    }
}

/// Writes the name that parses as this choice.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Choice::For(purpose) => purpose.name(),
            Choice::Ai => "ai",
            Choice::Only(crawler) => crawler.token,
        })
    }
}

impl FromStr for Choice {
    type Err = UnknownNameError;

    /// Parses `ai`, the name of a purpose, or a crawler's token.
    fn from_str(name: &str) -> Result<Choice, UnknownNameError> {
        match name.parse() {
            Ok(purpose) => Ok(Choice::For(purpose)),
            Err(_) if name == "ai" => Ok(Choice::Ai),
            Err(_) => find(name).map(Choice::Only),
        }
    }
}

/// A plan for a robots.txt that blocks some known crawlers and admits others.
///
/// The default plan admits every crawler. [`write`](Self::write) turns a plan into a file with
/// comments. A choice of a single crawler takes precedence over any other choice, and blocking takes
/// precedence over admitting.
///
/// ```
/// use robots_exclusion::Robots;
/// use robots_exclusion::crawlers::{Choice, Plan, Purpose};
///
/// let plan = Plan::default().disallow(Choice::For(Purpose::Archive)).close("/drafts/")?;
/// let text = plan.write();
/// assert!(text.contains("User-agent: archive.org_bot\n"));
///
/// let robots = Robots::parse(&text);
/// assert!(!robots.allowed("archive.org_bot", "/"));
/// assert!(robots.allowed("MyBot", "/") && !robots.allowed("MyBot", "/drafts/x"));
/// # Ok::<(), robots_exclusion::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Plan {
    /// The choices, each with the share of the site that it leaves to its crawlers. The ones that
    /// block crawlers come first.
    choices: Vec<(Choice, Site)>,
    closed: Vec<String>,
    statements: Vec<String>,
    sitemaps: Vec<String>,
}

/// A group that a [`Plan`] writes for crawlers with the same rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlannedGroup {
    /// The group's lines, with a comment above them.
    pub text: String,
    /// The crawlers that the group names.
    pub crawlers: Vec<&'static Crawler>,
    /// The share of the site that these crawlers may fetch.
    pub aim: Site,
}

/// The rules for blocked and admitted crawlers.
const CLOSED: &str = "Disallow: /\n";
const OPEN: &str = "Allow: /\n";

impl Plan {
    /// Blocks crawlers.
    pub fn disallow(self, choice: Choice) -> Plan {
        self.choose(choice, Site::Disallowed)
    }

    /// Admits crawlers.
    pub fn allow(self, choice: Choice) -> Plan {
        self.choose(choice, Site::Allowed)
    }

    fn choose(mut self, choice: Choice, aim: Site) -> Plan {
        // Choices with the same aim stay in order.
        let end = self.choices.partition_point(|&(_, its)| its <= aim);
        self.choices.insert(end, (choice, aim));
        self
    }

    /// Closes a path to all crawlers that aren't chosen. `/` closes the whole site to them. The
    /// path may contain wildcards.
    ///
    /// # Errors
    ///
    /// Returns an error if the path doesn't begin with `/` or `*`.
    pub fn close(mut self, path: &str) -> Result<Plan, BuildError> {
        self.closed.push(pattern_to_write(path)?);
        Ok(self)
    }

    /// Adds a sitemap to the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL isn't absolute or has a fragment.
    pub fn sitemap(mut self, url: &str) -> Result<Plan, BuildError> {
        self.sitemaps.push(sitemap_to_write(url)?);
        Ok(self)
    }

    /// Adds `Content-Signal` pairs, such as `ai-train=no`, for every crawler that may fetch
    /// anything. Their syntax isn't checked. Line ends and `#` are dropped.
    pub fn content_signal(self, pairs: &str) -> Plan {
        self.statement("Content-Signal", pairs)
    }

    /// Adds a `Content-Usage` preference, such as `train-ai=n`, in the same way as
    /// [`content_signal`](Self::content_signal).
    pub fn content_usage(self, preferences: &str) -> Plan {
        self.statement("Content-Usage", preferences)
    }

    fn statement(mut self, field: &str, value: &str) -> Plan {
        // A value must not end its line or begin a comment.
        let is_unfit = |character: char| character.is_control() || character == '#';
        let value = value.replace(is_unfit, "");
        self.statements.push(format!("{field}: {}\n", value.trim()));
        self
    }

    /// Returns the share of the site that a crawler may fetch, or `None` if the plan doesn't choose
    /// the crawler.
    fn aim(&self, crawler: &'static Crawler) -> Option<Site> {
        let choices = &self.choices;
        let is_named = |(choice, _): &&(Choice, Site)| *choice == Choice::Only(crawler);
        let of_any = || choices.iter().find(|(choice, _)| choice.includes(crawler));
        let named = choices.iter().find(is_named);
        named.or_else(of_any).map(|&(_, aim)| aim)
    }

    /// Returns the groups to add to a file that has been surveyed. Crawlers that can already fetch
    /// as much as planned don't need one.
    pub fn groups_to_add(&self, survey: &Survey) -> Vec<PlannedGroup> {
        self.groups_for(|crawler, aim| survey.site(crawler) != Some(aim))
    }

    /// Returns the groups for the choices. Each chosen crawler that needs one is in exactly one of
    /// them.
    fn groups_for(&self, is_needed: impl Fn(&'static Crawler, Site) -> bool) -> Vec<PlannedGroup> {
        let mut left: Vec<_> = all()
            .filter_map(|crawler| Some((crawler, self.aim(crawler)?)))
            .filter(|&(crawler, aim)| is_needed(crawler, aim))
            .collect();
        let mut groups = Vec::new();
        // Each choice takes its crawlers from the ones that are left.
        for &(choice, aim) in &self.choices {
            let is_included =
                |&(crawler, its): &(&Crawler, Site)| its == aim && choice.includes(crawler);
            let (these, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_included);
            left = others;
            if these.is_empty() {
                continue;
            }
            let crawlers: Vec<_> = these.into_iter().map(|(crawler, _)| crawler).collect();
            let (word, rules) = match aim {
                Site::Disallowed => ("Blocked", CLOSED.into()),
                _ => ("Admitted", self.stated(OPEN)),
            };
            let comment = format!("{word}: {}", choice.title());
            let text = group(&comment, &crawlers, &rules);
            groups.push(PlannedGroup {
                text,
                crawlers,
                aim,
            });
        }
        groups
    }

    /// Returns the rules followed by the statements.
    fn stated(&self, rules: &str) -> String {
        [rules, &self.statements.concat()].concat()
    }

    /// Returns the lines for the sitemaps that a file doesn't list yet.
    pub fn sitemaps_to_add(&self, listed: impl Fn(&str) -> bool) -> String {
        let urls = self.sitemaps.iter().filter(|url| !listed(url));
        urls.map(|url| format!("Sitemap: {url}\n")).collect()
    }

    /// Writes a new file, which consists of the groups, a group for all other crawlers, the
    /// sitemaps, and a comment that summarises what crawlers with each purpose may fetch.
    ///
    /// A crawler that isn't chosen always gets the rules for all other crawlers. This is true even
    /// if `*` doesn't apply to it, or if it would obey one of the groups for the choices.
    pub fn write(&self) -> String {
        let groups = self.groups_for(|_, _| true).into_iter();
        let mut parts: Vec<String> = groups.map(|group| group.text).collect();
        // The group for `*` applies to the crawlers that the plan doesn't mention.
        let (comment, comment_on_missed, rules) = self.others();
        let missed = self.missed(&parts.join("\n"), &rules);
        // Crawlers that wouldn't obey `*` get their own group with the same rules.
        if !missed.is_empty() {
            parts.push(group(comment_on_missed, &missed, &rules));
        }
        parts.push(format!("# {comment}\nUser-agent: *\n{rules}"));
        if !self.sitemaps.is_empty() {
            parts.push(self.sitemaps_to_add(|_| false));
        }
        let mut text = parts.join("\n");
        // The comment is based on the file itself, so it can't promise anything else.
        let survey = Survey::new(&ParseOptions::new().byte_limit(None).parse(&text));
        text.push_str("\n# What this file does:\n");
        for (purpose, summary) in survey.by_purpose() {
            text.push_str(&format!("# - {}: {summary}\n", purpose.title()));
        }
        text
    }

    /// Returns the crawlers in use that aren't chosen and wouldn't obey the group for `*`, either
    /// because it doesn't apply to them or because they obey the group for a crawler with a shorter
    /// name.
    fn missed(&self, groups: &str, rules: &str) -> Vec<&'static Crawler> {
        let others = format!("User-agent: *\n{rules}\n");
        let options = ParseOptions::new().byte_limit(None);
        // This is the share of the site that is left to other crawlers, in each dialect.
        let expected = [Dialect::Standard, Dialect::Google]
            .map(|dialect| Site::of(&options.dialect(dialect).parse(&others).matcher("x")));

        // Survey the planned file, and keep the crawlers that it treats differently. The groups for
        // the choices open everything or nothing, so only the group for `*` can open a part.
        let text = format!("{groups}\n{others}");
        let survey = Survey::new(&options.parse(&text));
        let missed = survey.in_use().filter(|row| {
            let expected = expected[usize::from(row.crawler.dialect == Dialect::Google)];
            self.aim(row.crawler).is_none() && row.site != expected
        });
        missed.map(|row| row.crawler).collect()
    }

    /// Returns a comment on the group for all crawlers that aren't chosen, a comment on the group for
    /// those that need their own to obey the same rules, and these rules.
    fn others(&self) -> (&'static str, &'static str, String) {
        if self.closed.is_empty() {
            (
                "All other crawlers may fetch everything.",
                "Admitted: would otherwise obey a group above",
                self.stated("Disallow:\n"),
            )
        } else if self.closed.iter().any(|path| path == "/") {
            (
                "All other crawlers may fetch nothing.",
                "Blocked: would otherwise obey another group, or none",
                CLOSED.into(),
            )
        } else {
            let rules = self.closed.iter().map(|path| format!("Disallow: {path}\n"));
            (
                "All other crawlers may fetch everything except these paths.",
                "Like all others: would otherwise obey another group, or none",
                self.stated(&rules.collect::<String>()),
            )
        }
    }

    /// Returns the crawlers that the plan doesn't block although its author may want it to, and the
    /// reason why it doesn't. There are none unless the plan blocks AI or AI training. `survey` is
    /// a survey of the file that was written.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    /// use robots_exclusion::crawlers::{Choice, LeftOpen, Plan, Survey};
    ///
    /// let plan = Plan::default().disallow(Choice::Ai);
    /// let text = plan.write();
    /// let survey = Survey::new(&Robots::parse(&text));
    /// let left = plan.left_open(&survey).find(|(crawler, _)| crawler.token == "Googlebot");
    /// assert!(matches!(left, Some((_, LeftOpen::WebSearch(product))) if product.operator == "Google"));
    /// ```
    pub fn left_open<'s>(
        &'s self,
        survey: &'s Survey,
    ) -> impl Iterator<Item = (&'static Crawler, LeftOpen)> + 's {
        let blocks = |choice| self.choices.contains(&(choice, Site::Disallowed));
        let blocks_ai = blocks(Choice::Ai);
        let blocks_training = blocks(Choice::For(Purpose::AiTraining));
        // Crawlers with an unknown purpose may train models.
        let in_use = survey.in_use().map(|row| row.crawler);
        let unknown = in_use.filter(move |crawler| {
            crawler.purpose == Purpose::Unknown && (blocks_ai || blocks_training)
        });
        let unknown = unknown.map(|crawler| (crawler, LeftOpen::UnknownPurpose));
        let search = web_search_doors().filter(move |_| blocks_ai);
        let search = search.map(|(crawler, product)| (crawler, LeftOpen::WebSearch(product)));
        unknown.chain(search).filter(|&(crawler, _)| {
            self.aim(crawler).is_none() && survey.site(crawler) != Some(Site::Disallowed)
        })
    }
}

/// The reason why a [`Plan`] that blocks AI crawlers leaves a crawler open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeftOpen {
    /// The crawler's purpose isn't documented.
    UnknownPurpose,
    /// The crawler fills the index of a web search engine, which this AI product reads.
    WebSearch(&'static super::Product),
}

/// Writes a group with a comment. The rules end with a newline.
fn group(comment: &str, crawlers: &[&Crawler], rules: &str) -> String {
    let names = crawlers.iter();
    let names = names.map(|crawler| format!("User-agent: {}\n", product_token(crawler.token)));
    format!("# {comment}\n{}{rules}", names.collect::<String>())
}
