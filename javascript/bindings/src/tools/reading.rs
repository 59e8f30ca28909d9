//! Reads a file in one dialect, and selects the groups that apply to a crawler.
//!
//! The page shows answers for 150 crawlers at every keystroke. Most of them obey the same few groups of a
//! file, so the groups are selected first. Their rules are compiled once for all crawlers that obey them.

use std::collections::BTreeMap;

use robots_exclusion::crawlers::{self, Crawler};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, Selection, agent};

/// A crawler: a row of the table, or any product token.
#[derive(Clone, Copy)]
pub(crate) enum Asker<'a> {
    Known(&'static Crawler),
    Token(&'a str),
}

impl<'a> Asker<'a> {
    pub(crate) fn of(token: &'a str) -> Asker<'a> {
        match crawlers::find(token) {
            Ok(crawler) => Asker::Known(crawler),
            Err(_) => Asker::Token(agent::product_token(token)),
        }
    }

    /// The dialect that decides. The other one is shown if it differs.
    pub(crate) fn dialect(self) -> Dialect {
        match self {
            Asker::Known(crawler) => crawler.dialect(),
            Asker::Token(_) => Dialect::Standard,
        }
    }

    fn tokens(self) -> Vec<&'a str> {
        match self {
            Asker::Known(crawler) => crawler.product_tokens().collect(),
            Asker::Token(token) => vec![token],
        }
    }

    fn is_bound_by_wildcard(self) -> bool {
        match self {
            Asker::Known(crawler) => crawler.is_bound_by_wildcard(),
            Asker::Token(_) => true,
        }
    }
}

/// The groups that a crawler obeys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Obeyed {
    /// The numbers of the groups that name this product token, in lower case.
    Named {
        token: String,
        is_general: bool,
    },
    Wildcard,
    Nothing,
}

pub(crate) struct Reading<'t> {
    pub(crate) robots: Robots<'t>,
    /// The numbers of the groups that name each product token, in lower case.
    named: BTreeMap<String, Vec<u32>>,
    has_wildcard: bool,
}

impl<'t> Reading<'t> {
    pub(crate) fn new(text: &'t str, dialect: Dialect) -> Reading<'t> {
        let robots = ParseOptions::new().dialect(dialect).parse(text);
        let mut named: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        let mut has_wildcard = false;
        for (number, group) in (0..).zip(robots.groups()) {
            for agent in group.agents() {
                if agent.is_wildcard() {
                    has_wildcard = true;
                    continue;
                }
                let token = String::from_utf8_lossy(agent.token()).to_ascii_lowercase();
                let groups = named.entry(token).or_default();
                if groups.last() != Some(&number) {
                    groups.push(number);
                }
            }
        }
        Reading {
            robots,
            named,
            has_wildcard,
        }
    }

    /// Selects the groups for a crawler.
    ///
    /// The library is queried only for a product token that a group names, fully or by a prefix, because
    /// the query reads all rules of the group.
    pub(crate) fn obeyed(&self, asker: Asker<'_>) -> Obeyed {
        let mut general = None;
        for token in asker.tokens() {
            let lower = token.to_ascii_lowercase();
            let may_be_named = (1..=lower.len())
                .filter_map(|end| lower.get(..end))
                .any(|start| self.named.contains_key(start));
            if !may_be_named {
                continue;
            }
            let selection = self.robots.verdict(token, "/").selection();
            let name = |token: &[u8]| String::from_utf8_lossy(token).to_ascii_lowercase();
            match selection {
                Selection::Own(token) => {
                    return Obeyed::Named {
                        token: name(token),
                        is_general: false,
                    };
                }
                Selection::General(token) if general.is_none() => {
                    general = Some(Obeyed::Named {
                        token: name(token),
                        is_general: true,
                    });
                }
                _ => {}
            }
        }
        match general {
            Some(general) => general,
            None if self.has_wildcard && asker.is_bound_by_wildcard() => Obeyed::Wildcard,
            None => Obeyed::Nothing,
        }
    }

    /// Compiles the rules of the groups.
    pub(crate) fn matcher(&self, obeyed: &Obeyed) -> Matcher {
        match obeyed {
            Obeyed::Named { token, .. } => self.robots.matcher(token),
            Obeyed::Wildcard => self.robots.matcher(&self.unnamed()),
            Obeyed::Nothing => Robots::parse("").matcher("x"),
        }
    }

    /// Returns a key for the groups. Crawlers with equal keys obey the same groups.
    pub(crate) fn key(&self, obeyed: &Obeyed) -> (u8, Vec<u32>) {
        match obeyed {
            Obeyed::Named { token, .. } => (0, self.named.get(token).cloned().unwrap_or_default()),
            Obeyed::Wildcard => (1, Vec::new()),
            Obeyed::Nothing => (2, Vec::new()),
        }
    }

    /// A product token that no group names.
    fn unnamed(&self) -> String {
        let mut token = String::from("x");
        while self.named.contains_key(&token) {
            token.push('x');
        }
        token
    }
}
