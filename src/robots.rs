//! A parsed robots.txt.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::agent;
use crate::dialect::Dialect;
use crate::file::{File, Group, NamedCrawler, Row, Selected, UserAgent};
use crate::lexer::{Field, Line};
use crate::matcher::Matcher;
use crate::options::ParseOptions;
use crate::records::{Record, Records};
use crate::rule_set::{self, Decision};
use crate::target::Target;
use crate::verdict::Verdict;

impl ParseOptions {
    /// Parses a robots.txt like [`Robots::parse`], but with these options.
    pub fn parse<T: AsRef<[u8]> + ?Sized>(self, text: &T) -> Robots<'_> {
        let (read, is_truncated) = self.cut(text.as_ref());
        Robots::new(Cow::Borrowed(read), self, is_truncated)
    }

    /// Parses a robots.txt like [`Robots::parse_owned`], but with these options.
    pub fn parse_owned(self, text: impl Into<Vec<u8>>) -> Robots<'static> {
        let mut text = text.into();
        let (read, is_truncated) = self.cut(&text);
        // A cache keeps texts for a long time, so it shouldn't keep their spare capacity as well.
        text.truncate(read.len());
        text.shrink_to_fit();
        Robots::new(Cow::Owned(text), self, is_truncated)
    }
}

/// A parsed robots.txt.
///
/// It either borrows its text or owns it: see [`parse_owned`](Robots::parse_owned) and
/// [`into_owned`](Robots::into_owned). See the [crate documentation](crate) for an overview.
///
/// Parsing takes one pass over the text. In addition to the text, the result takes 12 bytes per
/// rule and per `user-agent` line, 20 bytes per group, and at most as much again for spare
/// capacity. Peak memory while parsing is at most three times as much: 3.4 bytes per input byte if
/// every line is `allow:`, and 3.8 if every other line is `user-agent:`.
///
/// If you ask about many URLs, compile a [`matcher`](Robots::matcher), which answers faster.
#[derive(Clone, Debug)]
pub struct Robots<'t> {
    pub(crate) file: File<'t>,
    options: ParseOptions,
    is_truncated: bool,
}

impl<'t> Robots<'t> {
    /// Parses text that has already been cut to the byte limit.
    pub(crate) fn new(
        read: Cow<'t, [u8]>,
        options: ParseOptions,
        is_truncated: bool,
    ) -> Robots<'t> {
        Robots {
            file: File::new(read, options.dialect),
            options,
            is_truncated,
        }
    }

    /// Parses a robots.txt.
    ///
    /// Parsing accepts any bytes, never fails and never panics. Lines that aren't records are
    /// skipped. By default, the first 500 KiB are read in the default [`Dialect`]; you can change
    /// both with [`ParseOptions`].
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

    /// Parses a robots.txt like [`parse`](Robots::parse), but takes ownership of the text without
    /// copying it.
    ///
    /// Accepts a `Vec<u8>`, a `String`, or any other type that converts into a `Vec<u8>`. Only the
    /// part of it that is read is kept. Spare capacity is returned to the allocator, which may move
    /// the text.
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

    /// Returns `true` if a crawler may fetch a URL.
    ///
    /// `agent` is the crawler's product token, such as `MyBot`. [`Dialect::Standard`] ignores a
    /// version or comment after the token, and finds `MyBot` in a header like
    /// `Mozilla/5.0 (compatible; MyBot/1.0)` (see
    /// [`agent::product_token`](crate::agent::product_token)). [`Dialect::Google`] compares the
    /// string as given.
    ///
    /// `url` is an absolute URL (`&str`, `String`, `url::Url`), or a path and query that begin with
    /// `/`. Only the path and query are matched, so make sure that this robots.txt covers the URL's
    /// host; [`location::Scope`](crate::location::Scope) can tell you. In [`Dialect::Standard`],
    /// `//host/x` is a path; in [`Dialect::Google`], its path is `/x`. Any other string is
    /// accepted, too, but is probably a mistake: for example, `private/x` is read as `/x` (see
    /// [`Verdict::is_incomplete_url`]).
    ///
    /// A query compares the crawler's token with each `user-agent` line and tries every rule of the
    /// selected groups. If you ask about more than six URLs, keep a [`matcher`](Robots::matcher)
    /// for each crawler: in a corpus of 1,990 real files, building one pays for itself after 5
    /// queries for the median file, and after 11 for the slowest tenth.
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
        let target = Target::new(url.as_ref(), self.dialect());
        rule_set::is_allowed(&target, || {
            // Compiling isn't worth it for a single query, so the rules are tried one by one.
            let groups = self.select(&[self.token(agent)]).groups;
            rule_set::scan(&self.file, &groups, &target)
        })
    }

    /// Returns whether a crawler may fetch a URL, and why.
    ///
    /// Takes the same arguments and the same time as [`allowed`](Robots::allowed).
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
        let target = Target::new(url.as_ref(), self.dialect());
        let tokens = [self.token(agent)];
        let selected = self.select(&tokens);
        // This is the scan that `allowed` uses, so the two always agree.
        let decision = rule_set::scan(&self.file, &selected.groups, &target);
        let rule = |decision: Decision| (decision, self.file.rule(decision.rule as usize));
        Verdict::by_rules(&target, decision.map(rule), selected.selection())
    }

    /// Compiles the rules for a crawler, so that you can query many URLs.
    ///
    /// See [`allowed`](Robots::allowed) for a description of `agent`.
    ///
    /// Compiling n rules takes O(n log n) time. It needs at most 30 bytes of memory per byte of
    /// text; the worst case is a file full of the shortest possible rules.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: *\ndisallow: /private/");
    /// let matcher = robots.matcher("MyBot");
    /// assert!(matcher.allowed("/public"));
    /// ```
    pub fn matcher(&self, agent: &str) -> Matcher {
        Matcher::new(&self.file, &self.select(&[self.token(agent)]))
    }

    /// Compiles the rules for a crawler with several product tokens.
    ///
    /// In [`Dialect::Standard`], the order of the list matters. The groups for the first token that
    /// any group names are selected. If no group names any of them, the first token that has groups
    /// under a more general name is used instead, and failing that, the groups for `*` are
    /// selected. In [`Dialect::Google`] the groups for all tokens are merged. If the list is empty,
    /// the groups for `*` are selected.
    ///
    /// Each `user-agent` line is compared with each token. Apart from that, the cost is the same as
    /// for [`matcher`](Robots::matcher).
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let robots = Robots::parse("user-agent: googlebot\ndisallow: /private/");
    /// let matcher = robots.matcher_for(["Googlebot-Image", "Googlebot"]);
    /// assert!(!matcher.allowed("/private/x.png"));
    /// ```
    pub fn matcher_for<I>(&self, agents: I) -> Matcher
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        // The tokens borrow from the names, so both must be collected.
        let agents: Vec<I::Item> = agents.into_iter().collect();
        let tokens = agents.iter().map(|agent| self.token(agent.as_ref()));
        let tokens: Vec<&[u8]> = tokens.collect();
        Matcher::new(&self.file, &self.select(&tokens))
    }

    /// Returns the groups as written, in file order. Groups that name the same agent are listed
    /// separately.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        self.file.groups()
    }

    /// Returns the crawlers that the file names, in order of first appearance. `*` counts as a
    /// crawler. Names that differ only in case count as one crawler.
    ///
    /// Takes O(n log n) time for n `user-agent` lines.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let text = "user-agent: a\nuser-agent: b/1.0\ndisallow: /x\nuser-agent: A\nallow: /x/y";
    /// let robots = Robots::parse(text);
    /// let named = robots.named_crawlers();
    /// assert_eq!((named[0].token, named[1].token), (&b"a"[..], &b"b"[..]));
    /// assert_eq!(named[0].lines, [1, 4]);
    /// assert_eq!(named[0].groups, [0, 1]);
    /// ```
    pub fn named_crawlers(&self) -> Vec<NamedCrawler<'_>> {
        self.file.names()
    }

    /// Returns the sitemaps, in file order. Each contains its value as written, which you can parse
    /// [as a URL](Record::sitemap_url).
    ///
    /// Sitemaps don't belong to any group and may be on any host. Listing a sitemap doesn't exempt
    /// its URL from any rule. This method reads the text again, in one pass.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        // A sitemap may be anywhere, so all lines are read.
        let is_sitemap = |line: &Line<'_>| line.field() == Some(Field::Sitemap);
        let lines = self.file.lines().filter(is_sitemap);
        lines.map(|line| Record::of_line(Field::Sitemap, &line))
    }

    /// Returns the extension records in file order. These are all records except `user-agent`
    /// lines, rules and sitemaps. If you want the records for one crawler, use
    /// [`Matcher::records`].
    ///
    /// This method reads the text again, in one pass.
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
        Records::new(&self.file, self.file.lines())
    }

    /// Returns the `user-agent` lines that name the crawlers to which one of this file's
    /// [records](Robots::records) applies, in file order. These are the lines of the record's run,
    /// which may be only some of those in its group. Sitemaps and records before the first group
    /// have none.
    ///
    /// Takes O(log n) time for n lines.
    ///
    /// ```
    /// use robots_exclusion::Robots;
    ///
    /// let text = "user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 10\ndisallow: /x";
    /// let robots = Robots::parse(text);
    /// let record = robots.records().last().unwrap();
    /// let agents: Vec<_> = robots.agents_of(&record).map(|agent| agent.value()).collect();
    /// assert_eq!((record.value(), agents), (&b"10"[..], vec![&b"b"[..]]));
    /// ```
    pub fn agents_of(
        &self,
        record: &Record<'_>,
    ) -> impl DoubleEndedIterator<Item = UserAgent<'_>> + ExactSizeIterator + Clone {
        let mut agents = self.file.agents_before(record.line());
        // A record without a run applies to none of them.
        let first = record.run_line.unwrap_or(record.line());
        let is_before = |row: &Row| row.line < first;
        agents.start += self.file.rows[agents.clone()].partition_point(is_before);
        self.file.agents(agents)
    }

    /// Returns `true` if the input was longer than the limit, so that only its beginning was read.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the dialect that the file was parsed in.
    pub fn dialect(&self) -> Dialect {
        self.file.dialect
    }

    /// Returns the options that the file was parsed with.
    pub fn options(&self) -> ParseOptions {
        self.options
    }

    /// Returns the text that was parsed, up to the limit.
    pub fn text(&self) -> &[u8] {
        &self.file.text
    }

    /// Converts this file into a value that borrows nothing, copying the text if it is borrowed.
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
        let merges = self.dialect().merges_agents();
        let fallback = self.options.agent_fallback;
        self.file.select(tokens, fallback, merges, true)
    }
}
