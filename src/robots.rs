//! A parsed robots.txt.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

use once_cell::race::OnceBox;
use smallvec::SmallVec;

use crate::agent;
use crate::dialect::Dialect;
use crate::file::{File, Group, Selected};
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::records::{self, Record};
use crate::rule_set;
use crate::target::Target;
use crate::verdict::Verdict;

impl ParseOptions {
    /// Parses a robots.txt with these options; otherwise like [`Robots::parse`].
    pub fn parse<T: AsRef<[u8]> + ?Sized>(self, text: &T) -> Robots<'_> {
        let (read, is_truncated) = self.cut(text.as_ref());
        Robots::new(Cow::Borrowed(read), self, is_truncated)
    }

    /// Parses a robots.txt with these options and owns its text; otherwise like
    /// [`Robots::parse_owned`].
    pub fn parse_owned(self, text: impl Into<Vec<u8>>) -> Robots<'static> {
        let (read, is_truncated) = self.cut_owned(text.into());
        Robots::new(Cow::Owned(read), self, is_truncated)
    }
}

/// A parsed robots.txt.
///
/// It borrows the text, or owns it: see [`parse_owned`](Robots::parse_owned) and
/// [`into_owned`](Robots::into_owned). Parsing takes one pass over the text,
/// and keeps 12 bytes per rule and `user-agent` line and 20 per group besides it.
/// While these tables grow they take up to three times as much: 3.4 bytes for each
/// byte of a text in which every line is `allow:`, and 3.8 where every other one is
/// `user-agent:`.
/// See the [crate](crate) for an overview.
///
/// Queries about many URLs are answered faster by [`matcher`](Robots::matcher).
#[derive(Clone)]
pub struct Robots<'t> {
    file: File<'t>,
    options: ParseOptions,
    is_truncated: bool,
    compiled: Compiled,
}

impl<'t> Robots<'t> {
    /// Parses a text that has been cut to the limit.
    pub(crate) fn new(
        read: Cow<'t, [u8]>,
        options: ParseOptions,
        is_truncated: bool,
    ) -> Robots<'t> {
        Robots {
            file: File::new(read, options.get_dialect()),
            options,
            is_truncated,
            compiled: Compiled::default(),
        }
    }

    /// Parses a robots.txt.
    ///
    /// Any bytes are accepted: it never fails and never panics, and lines that
    /// are not records are skipped. At most 500 KiB are read, in the default
    /// [`Dialect`]; [`ParseOptions`] change both.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse(b"User-agent: *\nDisallow: /private/\n");
    /// assert!(!robots.allowed("MyBot/1.0", "https://example.com/private/x"));
    /// assert!(robots.allowed("MyBot/1.0", "https://example.com/public"));
    /// ```
    pub fn parse<T: AsRef<[u8]> + ?Sized>(text: &'t T) -> Robots<'t> {
        ParseOptions::new().parse(text)
    }

    /// Parses a robots.txt and owns its text, without copying it; otherwise like
    /// [`parse`](Robots::parse).
    ///
    /// Takes a `Vec<u8>`, a `String`, or whatever else converts into a
    /// `Vec<u8>`. Only the part that is read is kept, and spare capacity goes back
    /// to the allocator, which may move the text.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// fn read(path: &str) -> std::io::Result<Robots<'static>> {
    ///     Ok(Robots::parse_owned(std::fs::read(path)?))
    /// }
    ///
    /// # let _ = read("robots.txt");
    /// let robots = Robots::parse_owned(String::from("user-agent: *\ndisallow: /private/"));
    /// assert!(!robots.allowed("MyBot", "/private/x"));
    /// ```
    pub fn parse_owned(text: impl Into<Vec<u8>>) -> Robots<'static> {
        ParseOptions::new().parse_owned(text)
    }

    /// Whether a crawler may fetch a URL.
    ///
    /// `agent` is the crawler's product token, `MyBot`. In
    /// [`Dialect::Standard`] a version and comment after it are dropped, and
    /// of a header like `Mozilla/5.0 (compatible; MyBot/1.0)` the token `MyBot`
    /// is taken (see [`agent::product_token`](crate::agent::product_token));
    /// in [`Dialect::Google`] it is compared as given.
    ///
    /// `url` is an absolute URL (`&str`, `String`, `url::Url`), or its path
    /// and query, which begin with `/`. Only path and query are looked at:
    /// whether this robots.txt covers the URL's host is a question for
    /// [`location::Scope`](crate::location::Scope). Any string gets an answer.
    ///
    /// A query compares the crawler's token with each `user-agent` line and tries
    /// every rule of the groups selected. At the ninth query, the rules for its crawler
    /// are compiled: see [`matcher`](Robots::matcher) for what that costs, and
    /// [`Matcher`] for what further queries about this crawler cost. To ask many times
    /// about several crawlers, keep a matcher for each.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: MyBot\ndisallow: /*.gif$\nallow: /logo.gif");
    /// assert!(!robots.allowed("MyBot", "https://example.com/a.gif"));
    /// assert!(robots.allowed("MyBot", "https://example.com/logo.gif"));
    /// assert!(robots.allowed("OtherBot", "/a.gif"));
    /// ```
    pub fn allowed(&self, agent: &str, url: impl AsRef<str>) -> bool {
        if let Some(matcher) = self.compiled(agent) {
            return matcher.allowed(url);
        }
        let target = Target::new(url.as_ref(), self.dialect());
        rule_set::is_allowed(&target, || {
            let groups = self.select(&[self.token(agent)]).groups;
            rule_set::scan(&self.file, &groups, &target)
        })
    }

    /// Whether a crawler may fetch a URL, and why; see
    /// [`allowed`](Robots::allowed).
    ///
    /// Costs no more than that.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
    /// let verdict = robots.verdict("MyBot", "/private/x");
    /// assert!(!verdict.allowed());
    /// assert_eq!(verdict.line(), Some(2));
    /// ```
    pub fn verdict(&self, agent: &str, url: impl AsRef<str>) -> Verdict<'_> {
        if let Some(matcher) = self.compiled(agent) {
            return matcher.verdict(url);
        }
        let target = Target::new(url.as_ref(), self.dialect());
        let tokens = [self.token(agent)];
        let selected = self.select(&tokens);
        let decision = rule_set::scan(&self.file, &selected.groups, &target);
        let allowed = rule_set::is_allowed(&target, || decision);
        let rule = decision.map(|decision| self.file.rule(decision.rule as usize));
        Verdict::by_rules(allowed, rule, target.is_robots_txt(), selected.selection())
    }

    /// The rules for a crawler, compiled for many queries.
    ///
    /// For `agent` see [`allowed`](Robots::allowed).
    ///
    /// Costs O(n log n) for n rules. Compiling takes up to 30 bytes of memory for
    /// each byte of the text, where each line is the shortest rule there is.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
    /// let matcher = robots.matcher("MyBot");
    /// assert!(matcher.allowed("/public"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Matcher<'static> {
        self.matcher_for(&[agent])
    }

    /// The rules for a crawler with several product tokens, compiled.
    ///
    /// In [`Dialect::Standard`] the list is ordered: the groups of the
    /// first token that has any are selected, else those of the first that has a
    /// more general token, else those of `*`. In [`Dialect::Google`] the groups of
    /// all of them are merged. An empty list selects those of `*`. Each
    /// `user-agent` line is compared with each token; otherwise this costs what
    /// [`matcher`](Robots::matcher) costs.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: googlebot\ndisallow: /private/");
    /// let matcher = robots.matcher_for(&["Googlebot-Image", "Googlebot"]);
    /// assert!(!matcher.allowed("/private/x.png"));
    /// ```
    pub fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Matcher<'static> {
        let tokens = agents.iter().map(|agent| self.token(agent.as_ref()));
        let tokens: SmallVec<[&[u8]; 4]> = tokens.collect();
        Matcher::new(&self.file, &self.select(&tokens))
    }

    /// The groups, in file order, as they are written: those that name the
    /// same agent are listed separately.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        self.file.groups()
    }

    /// The sitemaps, in file order, each with its value as written and, [on
    /// request](Record::sitemap_url), as a URL.
    ///
    /// They belong to no group, may be on any host, and being listed exempts
    /// a URL from no rule. Reads the text again, in one pass.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        records::sitemaps(&self.file)
    }

    /// The extension records, in file order: every record other than
    /// `user-agent` lines, rules and sitemaps. Those for one crawler are in
    /// [`Matcher::records`].
    ///
    /// Reads the text again, in one pass.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let text = "host: example.com\nuser-agent: a\ndisallow: /\nvisit-time: 0100-0230";
    /// let robots = Robots::parse(text);
    /// let records: Vec<_> = robots.records().collect();
    /// assert_eq!(records[0].to_string(), "host: example.com");
    /// assert_eq!(records[1].to_string(), "visit-time: 0100-0230");
    /// assert_eq!((records[0].group_line(), records[1].group_line()), (None, Some(2)));
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        records::all_records(&self.file)
    }

    /// Whether the input was longer than the limit, so that not all of it was
    /// read.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The dialect it was parsed in.
    pub fn dialect(&self) -> Dialect {
        self.file.dialect
    }

    /// The options it was parsed with.
    pub fn options(&self) -> ParseOptions {
        self.options
    }

    /// The text it was parsed from, up to the limit.
    pub fn text(&self) -> &[u8] {
        self.file.text()
    }

    /// The same file, borrowing nothing: copies the text if it is borrowed.
    pub fn into_owned(self) -> Robots<'static> {
        Robots {
            file: self.file.into_owned(),
            ..self
        }
    }

    fn token<'a>(&self, agent: &'a str) -> &'a [u8] {
        agent::crawler_token(agent, self.dialect())
    }

    fn select<'f, 'c>(&'f self, tokens: &'c [&'c [u8]]) -> Selected<'f, 'c> {
        self.file.select(tokens, self.options.get_agent_fallback())
    }

    /// The compiled rules for a crawler, once compiling them pays.
    #[inline]
    fn compiled(&self, agent: &str) -> Option<&Matcher<'static>> {
        if !self.compiled.is_due() {
            return None;
        }
        let compile = || Box::new((agent.into(), self.matcher(agent)));
        let (known, matcher) = self.compiled.matcher.get_or_init(compile);
        (**known == *agent).then_some(matcher)
    }
}

impl fmt::Debug for Robots<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Robots")
            .field("file", &self.file)
            .field("byte_limit", &self.options.get_byte_limit())
            .field("agent_fallback", &self.options.get_agent_fallback())
            .field("is_truncated", &self.is_truncated)
            .finish()
    }
}

/// What is kept for further queries, once there were a few: compiling the rules costs as
/// much as a few queries do.
#[derive(Default)]
struct Compiled {
    /// How many queries there were, up to [`FEW_QUERIES`](Compiled::FEW_QUERIES).
    queries: AtomicU8,
    /// The first crawler that was asked about after those, mostly the only one.
    matcher: OnceBox<(Box<str>, Matcher<'static>)>,
}

impl Clone for Compiled {
    /// A clone compiles its own when it is asked.
    fn clone(&self) -> Compiled {
        Compiled::default()
    }
}

impl Compiled {
    /// How many queries are answered before anything is compiled.
    const FEW_QUERIES: u8 = 8;

    /// Counts a query, and says whether there were enough before it to compile the rules.
    #[inline]
    fn is_due(&self) -> bool {
        // Queries of other threads may go uncounted, which only delays compiling.
        let queries = self.queries.load(Ordering::Relaxed);
        if queries < Compiled::FEW_QUERIES {
            self.queries.store(queries + 1, Ordering::Relaxed);
        }
        queries >= Compiled::FEW_QUERIES
    }
}
