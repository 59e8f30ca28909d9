//! Summarises what known crawlers may fetch, by purpose, and writes new files that control it.
//!
//! The page writes the same files: `web/bindings` includes this module, so it uses only the library.

use std::sync::Arc;

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Crawler as Known, Purpose, Status};
use robots_exclusion::{Dialect, Matcher, ParseOptions, diff};

/// Returns a purpose in words.
pub(crate) fn in_words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Search => "search engines",
        Purpose::AiTraining => "AI training",
        Purpose::AiInput => "AI answers",
        Purpose::User => "fetches for a person",
        Purpose::Ads => "advertising",
        Purpose::Preview => "link previews",
        Purpose::Seo => "SEO",
        Purpose::Archive => "archives",
        Purpose::Feed => "feeds",
        Purpose::Monitoring => "monitoring",
        Purpose::Security => "security",
        Purpose::Research => "research",
        Purpose::Unknown => "purpose unknown",
        _ => "other",
    }
}

/// The share of a site that a crawler may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Site {
    Disallowed,
    Partly,
    Allowed,
}

impl Site {
    /// Decides how much of a site the rules allow. This is exact, not sampled.
    fn of(matcher: &Matcher) -> Site {
        if matcher.allows_all() {
            Site::Allowed
        } else if matcher.disallows_all() {
            Site::Disallowed
        } else {
            Site::Partly
        }
    }
}

/// The rules of a file for known crawlers.
pub(crate) struct Survey {
    pub(crate) rows: Vec<Surveyed>,
}

pub(crate) struct Surveyed {
    pub(crate) known: &'static Known,
    pub(crate) matcher: Arc<Matcher>,
    pub(crate) site: Site,
}

impl Surveyed {
    pub(crate) fn new(known: &'static Known, matcher: Arc<Matcher>) -> Surveyed {
        let site = Site::of(&matcher);
        Surveyed {
            known,
            matcher,
            site,
        }
    }
}

impl Survey {
    /// Decides for all known crawlers. The file is parsed once in each dialect.
    pub(crate) fn of_text(text: &str) -> Survey {
        let options = ParseOptions::new();
        let standard = options.parse(text);
        let google = options.dialect(Dialect::Google).parse(text);
        let rows = crawlers::all().map(|known| {
            let robots = match known.dialect() {
                Dialect::Google => &google,
                _ => &standard,
            };
            Surveyed::new(known, Arc::new(known.matcher(robots)))
        });
        Survey {
            rows: rows.collect(),
        }
    }

    /// Returns the active crawlers for a purpose.
    pub(crate) fn of(&self, purpose: Purpose) -> impl Iterator<Item = &Surveyed> {
        let counts = |row: &&Surveyed| row.known.status() != Status::Retired;
        let rows = self.rows.iter().filter(counts);
        rows.filter(move |row| row.known.purpose() == purpose)
    }

    /// Returns the known crawlers with this result.
    pub(crate) fn with(&self, site: Site) -> impl Iterator<Item = &'static Known> {
        let is_so = move |row: &&Surveyed| row.site == site;
        self.rows.iter().filter(is_so).map(|row| row.known)
    }

    /// Summarises what the crawlers of each purpose may fetch: `9 of 14 blocked`.
    pub(crate) fn by_purpose(&self) -> Vec<(Purpose, String)> {
        let said = |&purpose: &Purpose| {
            let count = |site| self.of(purpose).filter(|row| row.site == site).count();
            let [blocked, partly] = [Site::Disallowed, Site::Partly].map(count);
            let all = self.of(purpose).count();
            let said = match (blocked, partly) {
                _ if all == 0 => return None,
                (0, 0) => "all may crawl".to_owned(),
                (0, _) if partly == all => "all may crawl only parts".to_owned(),
                (0, _) => format!("{partly} of {all} may crawl only parts"),
                (_, _) if blocked == all => "all blocked".to_owned(),
                (_, 0) => format!("{blocked} of {all} blocked"),
                _ => format!("{blocked} of {all} blocked, {partly} may crawl only parts"),
            };
            Some((purpose, said))
        };
        Purpose::ALL.iter().filter_map(said).collect()
    }
}

/// Writes a group, with a comment.
fn group(comment: &str, crawlers: &[&Known], rules: &str) -> String {
    let names = crawlers.iter();
    let names = names.map(|known| format!("User-agent: {}\n", product_token(known.token())));
    format!("# {comment}\n{}{rules}\n", names.collect::<String>())
}

/// The rules for blocked and for admitted crawlers.
const CLOSED: &str = "Disallow: /";
const OPEN: &str = "Allow: /";

/// The crawlers to block or to admit: all for a purpose, or one.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Choice {
    For(Purpose),
    Only(&'static Known),
}

impl Choice {
    pub(crate) fn parse(argument: &str) -> Result<Choice, String> {
        let name = argument.trim();
        if let Ok(purpose) = name.parse() {
            return Ok(Choice::For(purpose));
        }
        match crawlers::find(name) {
            Ok(known) => Ok(Choice::Only(known)),
            Err(error) => Err(format!("not a purpose, and {error}")),
        }
    }

    /// Returns `true` for the crawlers to name. Retired ones send no requests, so no purpose
    /// includes them.
    fn includes(self, known: &Known) -> bool {
        match self {
            Choice::For(purpose) => known.serves(purpose) && known.status() != Status::Retired,
            Choice::Only(only) => only == known,
        }
    }

    /// Returns the title of a group.
    fn in_words(self) -> &'static str {
        match self {
            Choice::For(purpose) => in_words(purpose),
            Choice::Only(known) => known.token(),
        }
    }
}

/// A group to write, for crawlers that get one rule.
pub(crate) struct NewGroup {
    comment: String,
    pub(crate) crawlers: Vec<&'static Known>,
    pub(crate) aim: Site,
}

impl NewGroup {
    pub(crate) fn text(&self) -> String {
        let rule = match self.aim {
            Site::Disallowed => CLOSED,
            _ => OPEN,
        };
        group(&self.comment, &self.crawlers, rule)
    }
}

/// The crawlers to block and to admit.
#[derive(Clone, Copy)]
pub(crate) struct Choices<'a> {
    pub(crate) disallow: &'a [Choice],
    pub(crate) allow: &'a [Choice],
}

impl Choices<'_> {
    /// Returns the share of the site that a crawler may fetch, if the file must name it.
    pub(crate) fn aim(&self, known: &'static Known) -> Option<Site> {
        let sides = [
            (self.disallow, Site::Disallowed),
            (self.allow, Site::Allowed),
        ];
        let named = sides
            .iter()
            .find(|(choices, _)| choices.contains(&Choice::Only(known)));
        let includes = |choices: &[Choice]| choices.iter().any(|choice| choice.includes(known));
        let chosen = named.or_else(|| sides.iter().find(|(choices, _)| includes(choices)));
        chosen.map(|&(_, aim)| aim)
    }

    /// Returns the groups for the choices, without the crawlers that need none. Each crawler
    /// is in one group.
    pub(crate) fn groups(&self, is_needed: impl Fn(&'static Known, Site) -> bool) -> Vec<NewGroup> {
        let mut left: Vec<_> = crawlers::all()
            .filter_map(|known| Some((known, self.aim(known)?)))
            .filter(|&(known, aim)| is_needed(known, aim))
            .collect();
        let blocked = self.disallow.iter();
        let blocked = blocked.map(|choice| (choice, "Blocked", Site::Disallowed));
        let admitted = self.allow.iter();
        let admitted = admitted.map(|choice| (choice, "Admitted", Site::Allowed));
        let mut groups = Vec::new();
        for (choice, word, aim) in blocked.chain(admitted) {
            let (these, others) = left
                .into_iter()
                .partition(|&(known, its)| its == aim && choice.includes(known));
            left = others;
            let these: Vec<_> = these;
            if !these.is_empty() {
                groups.push(NewGroup {
                    comment: format!("{word}: {}", choice.in_words()),
                    crawlers: these.into_iter().map(|(known, _)| known).collect(),
                    aim,
                });
            }
        }
        groups
    }
}

/// A robots.txt that blocks or admits known crawlers by purpose.
pub(crate) struct NewFile<'a> {
    pub(crate) choices: Choices<'a>,
    /// The paths that no other crawler may fetch.
    pub(crate) closed: &'a [String],
    pub(crate) sitemaps: &'a [String],
}

impl NewFile<'_> {
    pub(crate) fn write(&self) -> String {
        let groups = self.choices.groups(|_, _| true);
        let mut parts: Vec<_> = groups.iter().map(NewGroup::text).collect();
        let others = self.others();
        let missed = self.missed(&parts.join("\n"), &others.rules);
        if !missed.is_empty() {
            parts.push(group(others.of_named, &missed, &others.rules));
        }
        let Others { comment, rules, .. } = others;
        parts.push(format!("# {comment}\nUser-agent: *\n{rules}\n"));
        if !self.sitemaps.is_empty() {
            let lines = self.sitemaps.iter().map(|url| format!("Sitemap: {url}\n"));
            parts.push(lines.collect());
        }
        let survey = Survey::of_text(&parts.join("\n"));
        let said = survey.by_purpose().into_iter();
        let said = said.map(|(purpose, said)| format!("# - {}: {said}\n", in_words(purpose)));
        parts.push("# What this file does:\n".to_owned() + &said.collect::<String>());
        parts.join("\n")
    }

    /// Returns the active crawlers that are not chosen and would not obey the group `*`: it does not
    /// apply to them, or they obey the group of a crawler with a shorter name.
    fn missed(&self, groups: &str, rules: &str) -> Vec<&'static Known> {
        let others = format!("User-agent: *\n{rules}\n");
        let options = ParseOptions::new();
        let expected = [Dialect::Standard, Dialect::Google]
            .map(|dialect| options.dialect(dialect).parse(&others).matcher("x"));
        let obeys = |row: &Surveyed| {
            let is_same_dialect = |rules: &&Matcher| rules.dialect() == row.matcher.dialect();
            let mut expected = expected.iter().filter(is_same_dialect);
            expected.any(|rules| diff::rules(&row.matcher, rules).is_empty())
        };
        let survey = Survey::of_text(&format!("{groups}\n{others}"));
        let rows = survey.rows.iter().filter(|row| {
            let is_chosen = self.choices.aim(row.known).is_some();
            !is_chosen && row.known.status() != Status::Retired && !obeys(row)
        });
        rows.map(|row| row.known).collect()
    }

    fn others(&self) -> Others {
        if self.closed.is_empty() {
            return Others {
                rules: "Disallow:".to_owned(),
                comment: "All other crawlers may fetch everything.",
                of_named: "Admitted: would otherwise obey a group above",
            };
        }
        if self.closed.iter().any(|path| path == "/") {
            return Others {
                rules: CLOSED.to_owned(),
                comment: "All other crawlers may fetch nothing.",
                of_named: "Blocked: would otherwise obey another group, or none",
            };
        }
        let rules: Vec<_> = self
            .closed
            .iter()
            .map(|path| format!("Disallow: {path}"))
            .collect();
        Others {
            rules: rules.join("\n"),
            comment: "All other crawlers may fetch everything except these paths.",
            of_named: "Like all others: would otherwise obey another group, or none",
        }
    }
}

/// The rules for all crawlers that are not chosen.
struct Others {
    rules: String,
    comment: &'static str,
    /// The comment for those that need a group of their own to obey these rules.
    of_named: &'static str,
}
