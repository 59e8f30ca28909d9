//! `Display` for [`Robots`] and [`Matcher`], which writes a clean robots.txt.
//!
//! The text has the same meaning as the file in the dialect in which the file was parsed. It
//! doesn't have comments, its fields are in their usual spelling, `user-agent` values are reduced
//! to product tokens, and patterns are in ASCII.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt;

use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

use crate::dialect::Dialect;
use crate::file::{Rule, RuleKind, Selection};
use crate::lexer::Field;
use crate::matcher::Matcher;
use crate::records::{Record, as_text, split_statement};
use crate::robots::Robots;

/// Writes a clean robots.txt with the same meaning.
///
/// If you parse the text in the same dialect, you get the same verdict for every crawler and URL,
/// the same sitemaps and the same extension records. Groups keep their order, and sitemaps are
/// written at the end. Comments, rules outside groups and lines that aren't records are omitted.
/// Non-ASCII bytes in patterns are percent-encoded, which doesn't change their meaning. In any
/// other value, they are only percent-encoded if the value isn't valid UTF-8.
///
/// In [`Dialect::Google`], a rule is omitted if its spelling would be too long for a line. This
/// only happens to patterns with more than 5,000 bytes of invalid UTF-8. If a group loses all of
/// its rules this way, it gets an empty `Disallow:` so that it remains a group.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let text = "disallow: /lost\n sitemap : https://example.com/s.xml\nuser-agent: MyBot/1.0 # me\n\
///             crawl-delay: 5\nDISALLOW:/é\nuser-agent: *\nnoise";
/// assert_eq!(
///     Robots::parse(text).to_string(),
///     "User-agent: MyBot\nDisallow: /%C3%A9\ncrawl-delay: 5\n\n\
///      User-agent: *\n\n\
///      Sitemap: https://example.com/s.xml\n",
/// );
/// ```
impl fmt::Display for Robots<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Records before the first group must come first, because their meaning depends on their
        // position.
        let mut writer = Writer::new(f, self.dialect());
        let is_leading = |record: &Record<'_>| record.group_line().is_none();
        writer.records(self.records().take_while(is_leading))?;
        for group in self.groups() {
            writer.part();
            // A record between `user-agent` lines may only apply to the ones above it, so it keeps
            // its position.
            let mut records = group.records().peekable();
            for agent in group.agents() {
                let is_above = |record: &Record<'_>| record.line() < agent.line();
                writer.records(core::iter::from_fn(|| records.next_if(is_above)))?;
                // Reduce the value to the part that crawlers compare.
                let is_wildcard = agent.is_wildcard();
                writer.user_agent(if is_wildcard { b"*" } else { agent.token() })?;
            }
            writer.rules(group.rules())?;
            writer.records(records)?;
        }
        writer.part();
        writer.records(self.sitemaps())
    }
}

/// Writes a clean robots.txt for this one crawler, in the same way as `Display` for [`Robots`].
///
/// Its only group names the product token that was selected, or `*`. If none was selected, no group
/// is written. Records for other crawlers are omitted. Sitemaps are written at the end if the
/// matcher [keeps them](Matcher::with_sitemaps). If there is no file, the text allows or disallows
/// everything, and a comment explains why.
///
/// ```
/// use robots_exclusion::Robots;
///
/// let text = "user-agent: a\nuser-agent: b\ndisallow: /x\nuser-agent: A/2\nallow: /x/y";
/// let matcher = Robots::parse(text).matcher("a");
/// assert_eq!(matcher.to_string(), "User-agent: a\nDisallow: /x\nAllow: /x/y\n");
/// ```
impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((allowed, why)) = self.without_file {
            // If there is no file, `/robots.txt` itself is allowed, even in the Google dialect.
            let rules = match (allowed, self.dialect().exempts_robots_txt()) {
                (true, _) => "Disallow:",
                (false, true) => "Disallow: /",
                (false, false) => "Disallow: /\nAllow: /robots.txt$",
            };
            return write!(f, "# {why}\nUser-agent: *\n{rules}\n");
        }
        let mut writer = Writer::new(f, self.dialect());
        // Here, too, records before the first group come first.
        let is_leading =
            |record: &Record<'_>| record.group_line().is_none() && record.field() != Field::Sitemap;
        writer.records(self.kept().filter(is_leading))?;
        // The group gets the name of the one that was selected.
        if self.selection() != Selection::None {
            writer.part();
            writer.user_agent(self.selection().token().unwrap_or(b"*"))?;
            writer.rules(self.rules())?;
            writer.records(self.records())?;
        }
        writer.part();
        writer.records(self.sitemaps())
    }
}

/// Writes robots.txt lines.
struct Writer<'w, 'f> {
    out: &'w mut fmt::Formatter<'f>,
    dialect: Dialect,
    is_empty: bool,
    /// `true` if a blank line must be written before the next record.
    is_part_due: bool,
}

impl<'w, 'f> Writer<'w, 'f> {
    fn new(out: &'w mut fmt::Formatter<'f>, dialect: Dialect) -> Writer<'w, 'f> {
        Writer {
            out,
            dialect,
            is_empty: true,
            is_part_due: false,
        }
    }

    /// Ensures that a blank line is written before the next record.
    fn part(&mut self) {
        self.is_part_due = !self.is_empty;
    }

    /// Writes a `user-agent` line. `token` is a product token or `*`, or it is empty if the line
    /// doesn't name a crawler.
    fn user_agent(&mut self, token: &[u8]) -> fmt::Result {
        // Tokens are ASCII.
        let token = core::str::from_utf8(token).unwrap_or_default();
        self.named(&["User-agent", "useragent"], token)
    }

    /// Writes the rules of one group.
    fn rules<'r>(&mut self, rules: impl Iterator<Item = Rule<'r>>) -> fmt::Result {
        let mut rules = rules.peekable();
        let mut is_rule_due = rules.peek().is_some();
        for rule in rules {
            // Rules that are too long for a line can't be written.
            is_rule_due &= !self.pattern(rule.kind(), rule.pattern())?;
        }
        if is_rule_due {
            // Only a rule ends a run of `user-agent` lines. Without one, this group's agents would
            // obey the rules of the next group.
            self.pattern(RuleKind::Disallow, b"")?;
        }
        Ok(())
    }

    /// Writes a rule if one of its spellings is short enough for a line. Returns `true` if one is.
    fn pattern(&mut self, kind: RuleKind, pattern: &[u8]) -> Result<bool, fmt::Error> {
        let names: &[&str] = match kind {
            RuleKind::Allow => &["Allow"],
            RuleKind::Disallow => &["Disallow", "disalow"],
        };
        // In a dialect that doesn't decode patterns, only non-ASCII bytes are equal to their
        // escapes.
        let escaped = match self.dialect.decodes_escapes() {
            true => CONTROLS,
            false => &AsciiSet::EMPTY,
        };
        let escaped: Cow<'_, str> = percent_encode(pattern, escaped).into();
        let as_written = core::str::from_utf8(pattern).ok();
        // The escapes may make a line too long for the dialect, in which case the bytes are written
        // as they are.
        for spelling in [Some(&*escaped), as_written].into_iter().flatten() {
            if let Some(field) = self.field_for(names, spelling) {
                self.line(field, spelling)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn records<'r>(&mut self, mut records: impl Iterator<Item = Record<'r>>) -> fmt::Result {
        records.try_for_each(|record| self.record(&record))
    }

    fn record(&mut self, record: &Record<'_>) -> fmt::Result {
        let (name, value) = (as_text(record.name()), as_text(record.value()));
        match record.field() {
            Field::Sitemap => self.named(&["Sitemap"], &value),
            Field::ContentUsage => self.usage(&name, record.value()),
            _ => self.named(&[&name], &value),
        }
    }

    /// Writes a `content-usage` line. Invalid UTF-8 may be escaped in its path. In its statement,
    /// invalid bytes are replaced by others that don't parse either.
    fn usage(&mut self, name: &str, value: &[u8]) -> fmt::Result {
        let value = match core::str::from_utf8(value) {
            Ok(value) => Cow::Borrowed(value),
            Err(_) => {
                // A path may be percent-encoded without changing its meaning, but a statement can't
                // be.
                let (path, statement) = split_statement(value);
                let path = percent_encode(path, &AsciiSet::EMPTY);
                let statement = String::from_utf8_lossy(statement);
                let value = format!("{path} {statement}");
                String::from(value.trim_matches(' ')).into()
            }
        };
        // A line without a value doesn't state anything, but it still ends a run.
        let has_room = self.has_room(name.len() + 1 + value.len());
        self.named(&[name], if has_room { &value } else { "" })
    }

    /// Writes a record, with the first of these spellings of its field that leaves room for the
    /// value.
    fn named(&mut self, names: &[&str], value: &str) -> fmt::Result {
        let field = self.field_for(names, value).unwrap_or((names[0], ":"));
        self.line(field, value)
    }

    /// Returns the first of these spellings of a field that leaves room for the value, with its
    /// colon. The last spelling may be a shorter one that google/robotstxt accepts for the same
    /// field.
    fn field_for<'n>(&self, names: &[&'n str], value: &str) -> Option<(&'n str, &'static str)> {
        // The space is only for people, so it is omitted if the line would be too long.
        let spellings = names.iter().flat_map(|&name| [(name, ": "), (name, ":")]);
        let mut spellings = spellings.filter(|(_, colon)| !value.is_empty() || *colon == ":");
        spellings.find(|(name, colon)| self.has_room(name.len() + colon.len() + value.len()))
    }

    fn line(&mut self, (name, colon): (&str, &str), value: &str) -> fmt::Result {
        // A blank line separates parts. Without one at the beginning, a parser would skip a name
        // that begins with a byte order mark, or with a part of one.
        let is_mark_first = self.is_empty && name.as_bytes().starts_with(b"\xEF");
        if core::mem::take(&mut self.is_part_due) || is_mark_first {
            self.out.write_str("\n")?;
        }
        self.is_empty = false;
        writeln!(self.out, "{name}{colon}{value}")
    }

    /// Returns `true` if a line of this length is parsed to its end.
    fn has_room(&self, length: usize) -> bool {
        length <= self.dialect.line_limit()
    }
}
