//! Group selection: which groups are for a crawler (RFC 9309 §2.2.1).

use alloc::string::String;
use core::cmp::Reverse;
use core::fmt;

use smallvec::SmallVec;

use super::File;
use crate::agent;
use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::lexer::starts_with_ignore_case;

/// Which groups were selected for a crawler (RFC 9309 §2.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Selection<'a> {
    /// The groups that name the crawler: its product token, as it stands in the
    /// file.
    Own(&'a [u8]),
    /// No group names the crawler, but these name the beginning of its product
    /// token, before a hyphen: `Googlebot-Image` obeys `googlebot`.
    General(&'a [u8]),
    /// The groups of `*`.
    Wildcard,
    /// None at all: everything is allowed.
    None,
}

impl<'a> Selection<'a> {
    /// The name of the kind of selection, which stays the same in every
    /// release: `own`, `general`, `wildcard` or `none`.
    pub fn name(self) -> &'static str {
        match self {
            Selection::Own(_) => "own",
            Selection::General(_) => "general",
            Selection::Wildcard => "wildcard",
            Selection::None => "none",
        }
    }

    /// The product token that selected the groups, as it stands in the file;
    /// `None` if `*` did, or nothing.
    pub fn token(self) -> Option<&'a [u8]> {
        match self {
            Selection::Own(token) | Selection::General(token) => Some(token),
            Selection::Wildcard | Selection::None => None,
        }
    }
}

impl fmt::Display for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let token = String::from_utf8_lossy(self.token().unwrap_or(b"*"));
        match self {
            Selection::Own(_) | Selection::Wildcard => write!(f, "the group of {token}"),
            Selection::General(_) => write!(f, "the more general group of {token}"),
            Selection::None => f.write_str("no group"),
        }
    }
}

impl fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Own(token) => f.debug_tuple("Own").field(&AsText(token)).finish(),
            Selection::General(token) => f.debug_tuple("General").field(&AsText(token)).finish(),
            Selection::Wildcard => f.write_str("Wildcard"),
            Selection::None => f.write_str("None"),
        }
    }
}

/// A crawler, and the groups of a file that are selected for it.
pub(crate) struct Selected<'f, 'c> {
    /// What the crawler goes by, an ordered list.
    tokens: &'c [&'c [u8]],
    /// Whether it may obey the group of a more general token.
    may_fall_back: bool,
    dialect: Dialect,
    /// How well the lines fit that selected the groups.
    best: Fit,
    /// The value of the first of these lines; empty if there is none.
    value: &'f [u8],
    /// The numbers of the groups, in file order. Hardly any crawler has more than one.
    pub(crate) groups: SmallVec<[u32; 4]>,
}

impl<'f> Selected<'f, '_> {
    pub(crate) fn by(&self) -> SelectedBy {
        self.best.by
    }

    pub(crate) fn selection(&self) -> Selection<'f> {
        let token = agent::line_token(self.value, self.dialect);
        self.best.by.selection(token)
    }

    /// Whether a `user-agent` line with this value selects its group.
    pub(crate) fn is_by_line(&self, value: &[u8]) -> bool {
        self.is_together(self.fit(value))
    }

    /// Adds a group with a `user-agent` line of this value, if that selects it.
    #[inline]
    fn add(&mut self, value: &'f [u8], group: u32) {
        let fit = self.fit(value);
        if fit.by == SelectedBy::None {
            return;
        }
        let is_together = self.is_together(fit);
        if fit > self.best {
            if !is_together {
                self.groups.clear();
            }
            (self.best, self.value) = (fit, value);
        } else if !is_together {
            return;
        }
        if self.groups.last() != Some(&group) {
            self.groups.push(group);
        }
    }

    /// How well a `user-agent` line with this value fits the crawler.
    #[inline]
    fn fit(&self, value: &[u8]) -> Fit {
        let is_named = |token: &&[u8]| self.is_named(token, value);
        if let Some(place) = self.tokens.iter().position(is_named) {
            return Fit::new(SelectedBy::Own, place, self.tokens[place].len());
        }
        if self.may_fall_back {
            let line_token = agent::line_token(value, self.dialect);
            let is_family = |token: &&[u8]| agent::is_family(token, line_token);
            if let Some(place) = self.tokens.iter().position(is_family) {
                return Fit::new(SelectedBy::General, place, line_token.len());
            }
        }
        if agent::is_wildcard(value) {
            return Fit::new(SelectedBy::Wildcard, 0, 0);
        }
        Fit::default()
    }

    /// Whether a line with this value names the crawler by this token.
    #[inline]
    fn is_named(&self, token: &[u8], value: &[u8]) -> bool {
        // Most lines begin otherwise.
        starts_with_ignore_case(value, token)
            && agent::line_token(value, self.dialect).len() == token.len()
            && (!token.is_empty() || self.dialect.names_empty_agent() && !agent::is_wildcard(value))
    }

    /// Whether lines that fit so select groups together with those that did.
    fn is_together(&self, fit: Fit) -> bool {
        fit == self.best || fit.by == self.best.by && self.dialect.merges_agents()
    }
}

/// How well a `user-agent` line fits a crawler: the lines that fit best select.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    by: SelectedBy,
    /// Which of the crawler's product tokens it fits; the first is the best.
    place: Reverse<usize>,
    /// The length of the line's product token.
    length: usize,
}

impl Fit {
    fn new(by: SelectedBy, place: usize, length: usize) -> Fit {
        let place = Reverse(place);
        Fit { by, place, length }
    }
}

/// What selected the groups for a crawler, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SelectedBy {
    /// Nothing: there are none.
    #[default]
    None,
    /// `*`.
    Wildcard,
    /// A more general product token: the crawler's begins with it and a hyphen.
    General,
    /// The crawler's own product token.
    Own,
}

impl SelectedBy {
    /// The public form of this, with the token.
    pub(crate) fn selection(self, token: &[u8]) -> Selection<'_> {
        match self {
            SelectedBy::Own => Selection::Own(token),
            SelectedBy::General => Selection::General(token),
            SelectedBy::Wildcard => Selection::Wildcard,
            SelectedBy::None => Selection::None,
        }
    }
}

impl File<'_> {
    /// Selects the groups for a crawler that goes by `tokens`, an ordered list.
    /// Costs a comparison for each `user-agent` line and token, nearly always of a
    /// byte.
    pub(crate) fn select<'f, 'c>(
        &'f self,
        tokens: &'c [&'c [u8]],
        fallback: bool,
    ) -> Selected<'f, 'c> {
        let may_fall_back = fallback && self.dialect.has_general_groups();
        // Most crawlers have no hyphen.
        let has_hyphen = |token: &&[u8]| token.contains(&b'-');
        let mut selected = Selected {
            tokens,
            may_fall_back: may_fall_back && tokens.iter().any(has_hyphen),
            dialect: self.dialect,
            best: Fit::default(),
            value: b"",
            groups: SmallVec::new(),
        };
        for group in 0..self.groups.len() {
            for &row in self.agents_of(group) {
                selected.add(self.value(row), group as u32);
            }
        }
        selected
    }
}
