//! Surveys of a file: the share of a site that each known crawler may fetch.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Crawler, Purpose, Status, all};
use crate::dialect::Dialect;
use crate::file::SelectedBy;
use crate::matcher::Matcher;
use crate::names::named;
use crate::robots::Robots;
use crate::verdict::Verdict;

/// The share of a site that a crawler may fetch.
///
/// ```
/// use robots_exclusion::{Robots, crawlers::Site};
///
/// let robots = Robots::parse("user-agent: *\ndisallow: /private/\n\nuser-agent: GPTBot\ndisallow: /");
/// assert_eq!(Site::of(&robots.matcher("GPTBot")), Site::Disallowed);
/// assert_eq!(Site::of(&robots.matcher("MyBot")), Site::Partly);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// No URL but `/robots.txt`.
    Disallowed,
    /// Some URLs, but not all.
    Partly,
    /// Every URL.
    Allowed,
}

impl Site {
    /// Determines how much of a site the rules allow.
    ///
    /// The answer is as exact as [`Matcher::allows_all`] and [`Matcher::disallows_all`], and
    /// costs as much.
    pub fn of(matcher: &Matcher) -> Site {
        // A rule that never decides changes nothing here.
        if matcher.allows_all() {
            Site::Allowed
        } else if matcher.disallows_all() {
            Site::Disallowed
        } else {
            Site::Partly
        }
    }
}

named! {
    Site("share of a site") {
        Disallowed = "disallowed",
        Partly = "partly",
        Allowed = "allowed",
    }
}

/// The answers of one file for every known crawler.
///
/// Each answer is the one that [`Crawler::matcher`] gives, in the crawler's own dialect and by its
/// own profile. Crawlers that obey the same groups share one set of compiled rules, so a survey of
/// a file with one long group compiles it once per dialect, not once for each of the crawlers.
///
/// ```
/// use robots_exclusion::{Robots, crawlers::{self, Purpose, Site, Survey}};
///
/// let robots = Robots::parse("user-agent: GPTBot\nuser-agent: CCBot\ndisallow: /");
/// let survey = Survey::new(&robots);
/// let blocked = survey.rows().filter(|row| row.site() == Site::Disallowed);
/// let tokens: Vec<_> = blocked.map(|row| row.crawler().token()).collect();
/// assert_eq!(tokens, ["CCBot", "GPTBot"]);
///
/// let row = survey.row(crawlers::find("CCBot")?).unwrap();
/// assert_eq!(row.verdict("/x").to_string(), "disallowed by line 3: Disallow: /");
/// # Ok::<(), robots_exclusion::UnknownNameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    rows: Vec<Surveyed>,
}

/// The rules of a file for a known crawler: one row of a [`Survey`].
#[derive(Clone, Debug)]
pub struct Surveyed {
    crawler: &'static Crawler,
    site: Site,
    /// The compiled rules. Other crawlers that obey the same groups share them.
    rules: Arc<Matcher>,
    selected_by: SelectedBy,
    /// The product token that selected the groups, as written in the file, or empty.
    token: Box<[u8]>,
}

impl Survey {
    /// Surveys all known crawlers.
    ///
    /// The file is parsed again in both dialects. Compares each `user-agent` line with the names
    /// of each crawler, and compiles each set of groups that a crawler obeys once.
    pub fn new(robots: &Robots<'_>) -> Survey {
        Survey::with(robots, Crawler::dialect)
    }

    /// Surveys all known crawlers as if each read the file in the dialect that is not
    /// [its own](Crawler::dialect), to find the verdicts that depend on the dialect.
    ///
    /// Costs as much as [`new`](Survey::new).
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::{self, Survey}};
    ///
    /// // Google's code reads a rule without a colon.
    /// let robots = Robots::parse("user-agent: *\ndisallow /x");
    /// let crawler = crawlers::find("bingbot")?;
    /// let allowed = |survey: Survey| survey.row(crawler).unwrap().verdict("/x").allowed();
    /// assert!(allowed(Survey::new(&robots)) && !allowed(Survey::in_other_dialect(&robots)));
    /// # Ok::<(), robots_exclusion::UnknownNameError>(())
    /// ```
    pub fn in_other_dialect(robots: &Robots<'_>) -> Survey {
        Survey::with(robots, |crawler| match crawler.dialect() {
            Dialect::Google => Dialect::Standard,
            Dialect::Standard => Dialect::Google,
        })
    }

    fn with(robots: &Robots<'_>, dialect: impl Fn(&Crawler) -> Dialect) -> Survey {
        // The text has already been truncated to the limit.
        let options = robots.options().byte_limit(None);
        // Each crawler is asked in its own dialect.
        let mut files = [Dialect::Standard, Dialect::Google].map(|dialect| File {
            robots: options.dialect(dialect).parse(robots.text()),
            compiled: BTreeMap::new(),
        });
        let rows = all().map(|crawler| {
            let [standard, google] = &mut files;
            match dialect(crawler) {
                Dialect::Google => google.survey(crawler),
                Dialect::Standard => standard.survey(crawler),
            }
        });
        Survey {
            rows: rows.collect(),
        }
    }

    /// Surveys all known crawlers where no file is available, so that the same `rules` apply to
    /// each: see [`Access::matcher`](crate::fetch::Access::matcher).
    pub fn without_file(rules: Arc<Matcher>) -> Survey {
        // One matcher serves all rows.
        let site = Site::of(&rules);
        let rows = all().map(|crawler| Surveyed {
            crawler,
            site,
            rules: Arc::clone(&rules),
            selected_by: SelectedBy::None,
            token: Box::default(),
        });
        Survey {
            rows: rows.collect(),
        }
    }

    /// Keeps only the rows of some crawlers.
    #[must_use]
    pub fn only(mut self, is_kept: impl Fn(&'static Crawler) -> bool) -> Survey {
        self.rows.retain(|row| is_kept(row.crawler));
        self
    }

    /// Returns the rows, in the order of [`all`].
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &Surveyed> + Clone {
        self.rows.iter()
    }

    /// Returns the row of a crawler. Takes O(log n) for n rows.
    pub fn row(&self, crawler: &Crawler) -> Option<&Surveyed> {
        // The rows are in the order of the table, so their addresses rise.
        let address = core::ptr::from_ref(crawler);
        let place = self
            .rows
            .binary_search_by_key(&address, |row| core::ptr::from_ref(row.crawler));
        place.ok().map(|place| &self.rows[place])
    }

    /// Returns the verdict on a URL for each row, in their order. Decides once for all crawlers that
    /// share rules.
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::Survey};
    ///
    /// let survey = Survey::new(&Robots::parse("user-agent: GPTBot\ndisallow: /"));
    /// let verdicts = survey.verdicts("/x");
    /// let blocked = survey.rows().zip(&verdicts).filter(|(_, verdict)| !verdict.allowed());
    /// assert_eq!(blocked.map(|(row, _)| row.crawler().token()).collect::<Vec<_>>(), ["GPTBot"]);
    /// ```
    pub fn verdicts(&self, url: impl AsRef<str>) -> Vec<Verdict<'_>> {
        let mut decided = BTreeMap::new();
        let verdicts = self.rows.iter().map(|row| {
            let decide = || row.rules.verdict(url.as_ref());
            let verdict = *decided
                .entry(Arc::as_ptr(&row.rules))
                .or_insert_with(decide);
            row.own(verdict)
        });
        verdicts.collect()
    }

    /// Returns the rows of the crawlers that are in use or are control tokens: all but the
    /// [retired](Status::Retired) ones.
    pub fn in_use(&self) -> impl Iterator<Item = &Surveyed> + Clone {
        let rows = self.rows.iter();
        rows.filter(|row| row.crawler.status() != Status::Retired)
    }

    /// Summarises what the crawlers [in use](Self::in_use) of each purpose may fetch, in words:
    /// `all may crawl`, or `9 of 14 blocked, 1 may crawl only parts`. A purpose without crawlers
    /// has no entry.
    pub fn by_purpose(&self) -> Vec<(Purpose, String)> {
        let purposes = Purpose::ALL.iter().copied();
        let summed = purposes.map(|purpose| (purpose, self.summary(purpose)));
        summed
            .filter_map(|(purpose, summary)| Some((purpose, summary?)))
            .collect()
    }

    fn summary(&self, purpose: Purpose) -> Option<String> {
        let rows = self.in_use().filter(|row| row.crawler.purpose() == purpose);
        // The rows are few, so they are counted once for each answer.
        let count = |site| rows.clone().filter(|row| row.site == site).count();
        let [blocked, partly] = [Site::Disallowed, Site::Partly].map(count);
        let all = rows.clone().count();
        Some(match (blocked, partly) {
            _ if all == 0 => return None,
            (0, 0) => "all may crawl".into(),
            (0, _) if partly == all => "all may crawl only parts".into(),
            (0, _) => format!("{partly} of {all} may crawl only parts"),
            (_, _) if blocked == all => "all blocked".into(),
            (_, 0) => format!("{blocked} of {all} blocked"),
            _ => format!("{blocked} of {all} blocked, {partly} may crawl only parts"),
        })
    }
}

impl Surveyed {
    /// Returns the crawler.
    pub fn crawler(&self) -> &'static Crawler {
        self.crawler
    }

    /// Returns how much of the site the crawler may fetch.
    pub fn site(&self) -> Site {
        self.site
    }

    /// Returns the verdict on a URL, like [`Matcher::verdict`].
    pub fn verdict(&self, url: impl AsRef<str>) -> Verdict<'_> {
        self.own(self.rules.verdict(url))
    }

    /// Returns a verdict of the shared rules as this crawler's own.
    fn own<'a>(&'a self, verdict: Verdict<'a>) -> Verdict<'a> {
        Verdict {
            selection: self.selected_by.selection(&self.token),
            ..verdict
        }
    }

    /// Returns the compiled rules.
    ///
    /// They give the crawler's verdicts, but their records, delays and preferences may belong to
    /// another crawler that obeys the same groups. For the crawler's own, call
    /// [`Crawler::matcher`]. Two rows share rules if the references are equal by [`core::ptr::eq`].
    pub fn rules(&self) -> &Matcher {
        &self.rules
    }
}

/// A file in one dialect.
struct File<'t> {
    robots: Robots<'t>,
    /// The compiled rules of each set of groups and the share of the site that they open. The
    /// key is `true` if any group was selected, and the numbers of the groups.
    compiled: BTreeMap<(bool, Vec<u32>), (Site, Arc<Matcher>)>,
}

impl File<'_> {
    fn survey(&mut self, crawler: &'static Crawler) -> Surveyed {
        let tokens: Vec<&[u8]> = crawler.product_tokens().map(str::as_bytes).collect();
        let selected = self
            .robots
            .select_by_profile(&tokens, crawler.is_bound_by_wildcard());
        let selected_by = selected.by();
        // Most crawlers obey the same few groups, which are compiled once.
        let key = (selected_by != SelectedBy::None, selected.groups.to_vec());
        let (site, rules) = self.compiled.entry(key).or_insert_with(|| {
            let rules = Matcher::new(self.robots.file(), &selected);
            (Site::of(&rules), Arc::new(rules))
        });
        Surveyed {
            crawler,
            site: *site,
            rules: Arc::clone(rules),
            selected_by,
            token: selected.selection().token().unwrap_or_default().into(),
        }
    }
}
