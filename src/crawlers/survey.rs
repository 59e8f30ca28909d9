//! Surveys a file to find the share of a site that each known crawler may fetch.

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

named! {
    /// The share of a site that a crawler may fetch.
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::Site};
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/\n\nuser-agent: GPTBot\ndisallow: /");
    /// assert_eq!(Site::of(&robots.matcher("GPTBot")), Site::Disallowed);
    /// assert_eq!(Site::of(&robots.matcher("MyBot")), Site::Partly);
    /// ```
    pub enum Site("share of a site") {
        /// No URL except `/robots.txt`.
        Disallowed = "disallowed",
        /// Some URLs, but not all.
        Partly = "partly",
        /// Every URL.
        Allowed = "allowed",
    }
}

impl Site {
    /// Determines the share of a site that the rules allow.
    ///
    /// The answer is as exact, and costs as much, as [`Matcher::allows_all`] and
    /// [`Matcher::disallows_all`].
    pub fn of(matcher: &Matcher) -> Site {
        // A rule that never decides a verdict doesn't affect the result.
        if matcher.allows_all() {
            Site::Allowed
        } else if matcher.disallows_all() {
            Site::Disallowed
        } else {
            Site::Partly
        }
    }
}

/// A file's verdicts for every known crawler.
///
/// The verdicts are the same as from [`Crawler::matcher`], in the crawler's own dialect and
/// according to its own profile. Crawlers that obey the same groups share one set of compiled
/// rules, so a long group is only compiled once per dialect, not once per crawler.
///
/// ```
/// use robots_exclusion::{Robots, crawlers::{self, Purpose, Site, Survey}};
///
/// let robots = Robots::parse("user-agent: GPTBot\nuser-agent: CCBot\ndisallow: /");
/// let survey = Survey::new(&robots);
/// let blocked = survey.rows.iter().filter(|row| row.site == Site::Disallowed);
/// let tokens: Vec<_> = blocked.map(|row| row.crawler.token).collect();
/// assert_eq!(tokens, ["CCBot", "GPTBot"]);
///
/// let row = survey.row(crawlers::find("CCBot")?).unwrap();
/// assert_eq!(row.verdict("/x").to_string(), "disallowed by line 3: Disallow: /");
/// # Ok::<(), robots_exclusion::UnknownNameError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// The rows, in the order of [`all`], on which [`row`](Survey::row) relies. To survey only some
    /// crawlers, remove the others' rows.
    pub rows: Vec<Surveyed>,
}

/// A row of a [`Survey`], with a file's rules for one known crawler.
#[derive(Clone, Debug)]
pub struct Surveyed {
    /// The crawler.
    pub crawler: &'static Crawler,
    /// The share of the site that the crawler may fetch.
    pub site: Site,
    /// The compiled rules, which are shared with the rows of other crawlers that obey the same
    /// groups ([`Arc::ptr_eq`]).
    ///
    /// They give the crawler's verdicts, but their records, delays and preferences may belong to
    /// another crawler that obeys the same groups. To get the crawler's own, call
    /// [`Crawler::matcher`].
    pub rules: Arc<Matcher>,
    selected_by: SelectedBy,
    /// The product token that selected the groups, as written in the file. Empty if there is none.
    token: Box<[u8]>,
}

impl Survey {
    /// Surveys all known crawlers.
    ///
    /// The file is parsed again in both dialects. Each `user-agent` line is compared with the names
    /// of each crawler, and each set of groups that a crawler obeys is compiled once.
    pub fn new(robots: &Robots<'_>) -> Survey {
        Survey::with(robots, [Dialect::Standard, Dialect::Google])
    }

    /// Surveys all known crawlers as if each one read the file in the dialect that isn't [its
    /// own](Crawler::dialect). Comparing the result with [`new`](Survey::new) shows which verdicts
    /// depend on the dialect.
    ///
    /// This costs as much as [`new`](Survey::new).
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
        Survey::with(robots, [Dialect::Google, Dialect::Standard])
    }

    /// Surveys all known crawlers. Google's crawlers read the file in the second dialect, and all
    /// others in the first.
    fn with(robots: &Robots<'_>, dialects: [Dialect; 2]) -> Survey {
        // The text has already been truncated to the limit.
        let options = robots.options().byte_limit(None);
        let files = dialects.map(|dialect| options.dialect(dialect).parse(robots.text()));
        // The compiled rules for each set of groups, and the share of the site that they open. The
        // key consists of the dialect and the groups' numbers.
        let mut compiled = BTreeMap::new();
        let rows = all().map(|crawler| {
            let is_google = crawler.dialect == Dialect::Google;
            let robots = &files[usize::from(is_google)];
            crawler.select(robots, |selected| {
                // Most crawlers obey the same few groups, which are compiled once.
                let key = (is_google, selected.groups.to_vec());
                let (site, rules) = compiled.entry(key).or_insert_with(|| {
                    let rules = Matcher::new(&robots.file, selected);
                    (Site::of(&rules), Arc::new(rules))
                });
                Surveyed {
                    crawler,
                    site: *site,
                    rules: Arc::clone(rules),
                    selected_by: selected.by(),
                    token: selected.selection().token().unwrap_or_default().into(),
                }
            })
        });
        Survey {
            rows: rows.collect(),
        }
    }

    /// Surveys all known crawlers when no file is available, so that the same `rules` apply to each
    /// of them: see [`Access::matcher`](crate::fetch::Access::matcher).
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

    /// Returns the row of a crawler. This takes O(log n) time for n rows.
    pub fn row(&self, crawler: &Crawler) -> Option<&Surveyed> {
        // The rows are in the order of the table, so their addresses are in ascending order.
        let address = core::ptr::from_ref(crawler);
        let rows = &self.rows;
        let place = rows.binary_search_by_key(&address, |row| core::ptr::from_ref(row.crawler));
        place.ok().map(|place| &rows[place])
    }

    /// Returns the share of the site that a crawler may fetch, if it has a row.
    pub(super) fn site(&self, crawler: &Crawler) -> Option<Site> {
        self.row(crawler).map(|row| row.site)
    }

    /// Returns the verdict on a URL for each row, in the order of the rows. Crawlers that share
    /// rules also share the work.
    ///
    /// ```
    /// use robots_exclusion::{Robots, crawlers::Survey};
    ///
    /// let survey = Survey::new(&Robots::parse("user-agent: GPTBot\ndisallow: /"));
    /// let verdicts = survey.verdicts("/x");
    /// let blocked = survey.rows.iter().zip(&verdicts).filter(|(_, verdict)| !verdict.allowed());
    /// assert_eq!(blocked.map(|(row, _)| row.crawler.token).collect::<Vec<_>>(), ["GPTBot"]);
    /// ```
    pub fn verdicts(&self, url: impl AsRef<str>) -> Vec<Verdict<'_>> {
        let mut decided = BTreeMap::new();
        let verdicts = self.rows.iter().map(|row| {
            let verdict = decided.entry(Arc::as_ptr(&row.rules));
            row.own(*verdict.or_insert_with(|| row.rules.verdict(url.as_ref())))
        });
        verdicts.collect()
    }

    /// Returns the rows of all crawlers and control tokens except the [retired](Status::Retired)
    /// ones.
    pub fn in_use(&self) -> impl Iterator<Item = &Surveyed> + Clone {
        let rows = self.rows.iter();
        rows.filter(|row| row.crawler.status != Status::Retired)
    }

    /// Summarises in words what the crawlers [in use](Self::in_use) may fetch, by purpose. Examples
    /// are `all may crawl` and `9 of 14 blocked, 1 may crawl only parts`. Purposes without crawlers
    /// are omitted.
    pub fn by_purpose(&self) -> Vec<(Purpose, String)> {
        let purposes = Purpose::ALL.iter();
        let summed = purposes.filter_map(|&purpose| Some((purpose, self.summary(purpose)?)));
        summed.collect()
    }

    fn summary(&self, purpose: Purpose) -> Option<String> {
        let rows = self.in_use().filter(|row| row.crawler.purpose == purpose);
        // There are only a few rows, so they are counted once for each answer.
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
    /// Returns the verdict on a URL, like [`Matcher::verdict`].
    pub fn verdict(&self, url: impl AsRef<str>) -> Verdict<'_> {
        self.own(self.rules.verdict(url))
    }

    /// Turns a verdict from the shared rules into this crawler's own.
    fn own<'a>(&'a self, verdict: Verdict<'a>) -> Verdict<'a> {
        Verdict {
            selection: self.selected_by.selection(&self.token),
            ..verdict
        }
    }
}
