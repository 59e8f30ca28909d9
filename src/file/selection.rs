//! Group selection: which groups are for a crawler (RFC 9309 §2.2.1).

use alloc::string::String;
use core::cmp::Reverse;
use core::fmt;

use smallvec::SmallVec;

use super::File;
use crate::agent;
use crate::debug::Shortened;
use crate::dialect::Dialect;

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
        let text = |token| String::from_utf8_lossy(token);
        match self {
            Selection::Own(token) => write!(f, "the group of {}", text(token)),
            Selection::General(token) => {
                write!(f, "the more general group of {}", text(token))
            }
            Selection::Wildcard => f.write_str("the group of *"),
            Selection::None => f.write_str("no group"),
        }
    }
}

impl fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Own(token) => f.debug_tuple("Own").field(&Shortened(token)).finish(),
            Selection::General(token) => f.debug_tuple("General").field(&Shortened(token)).finish(),
            Selection::Wildcard => f.write_str("Wildcard"),
            Selection::None => f.write_str("None"),
        }
    }
}

/// Which groups are for a crawler.
#[derive(Default)]
pub(crate) struct Selected {
    pub(crate) fit: Fit,
    /// Where the token begins that selected them.
    token_start: u32,
    /// Their numbers, in file order. Hardly any crawler has more than one.
    pub(crate) groups: SmallVec<[u32; 4]>,
}

/// How well a `user-agent` line fits a crawler: the lines that fit best select.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fit {
    pub(crate) by: SelectedBy,
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

/// A crawler that groups are selected for.
struct Crawler<'a> {
    /// What it goes by, an ordered list.
    tokens: &'a [&'a [u8]],
    /// Whether it may obey the group of a more general token.
    may_fall_back: bool,
    dialect: Dialect,
}

impl Crawler<'_> {
    /// How well a `user-agent` line with this value fits it.
    #[inline]
    fn fit(&self, value: &[u8]) -> Fit {
        // Most lines are ruled out by their initial.
        let is_named = |token: &&[u8]| {
            (initial(token) == initial(value) || token.is_empty()) && self.is_named(token, value)
        };
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
        let by = if agent::is_wildcard(value) {
            SelectedBy::Wildcard
        } else {
            SelectedBy::None
        };
        Fit::new(by, 0, 0)
    }

    fn is_named(&self, token: &[u8], value: &[u8]) -> bool {
        let may_be_named =
            !token.is_empty() || self.dialect.names_empty_agent() && !agent::is_wildcard(value);
        may_be_named && agent::line_token(value, self.dialect).eq_ignore_ascii_case(token)
    }

    /// Whether lines that fit so select groups together.
    fn select_together(&self, one: Fit, other: Fit) -> bool {
        one == other || one.by == other.by && self.dialect.merges_agents()
    }
}

/// The first byte, the same for a letter and its capital; zero for an empty value.
#[inline]
fn initial(bytes: &[u8]) -> u8 {
    bytes.first().map_or(0, |first| first | 0x20)
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
    pub(crate) fn select(&self, tokens: &[&[u8]], fallback: bool) -> Selected {
        let crawler = self.crawler(tokens, fallback);
        let mut best = Selected::default();
        for group in 0..self.groups.len() {
            for &row in self.agents_of(group) {
                let fit = crawler.fit(self.value(row));
                if fit.by == SelectedBy::None {
                    continue;
                }
                if fit > best.fit {
                    if !crawler.select_together(fit, best.fit) {
                        best.groups.clear();
                    }
                    (best.fit, best.token_start) = (fit, row.start);
                }
                let is_listed = best.groups.last() == Some(&(group as u32));
                if crawler.select_together(fit, best.fit) && !is_listed {
                    best.groups.push(group as u32);
                }
            }
        }
        best
    }

    fn crawler<'a>(&self, tokens: &'a [&'a [u8]], fallback: bool) -> Crawler<'a> {
        // Most crawlers have no hyphen.
        let has_hyphen = |token: &&[u8]| token.contains(&b'-');
        Crawler {
            tokens,
            may_fall_back: fallback
                && self.dialect.has_general_groups()
                && tokens.iter().any(has_hyphen),
            dialect: self.dialect,
        }
    }

    /// The `user-agent` lines of a group, and whether each selects it.
    pub(crate) fn selecting_agents(
        &self,
        selected: &Selected,
        tokens: &[&[u8]],
        group: usize,
    ) -> impl Iterator<Item = (u32, bool)> {
        let crawler = self.crawler(tokens, true);
        let best = selected.fit;
        let selects = move |row| crawler.select_together(crawler.fit(self.value(row)), best);
        let rows = self.agents_of(group).iter();
        rows.map(move |&row| (row.line, selects(row)))
    }

    /// The token that selected the groups; empty if none did.
    pub(crate) fn selecting_token(&self, selected: &Selected) -> &[u8] {
        &self.text[selected.token_start as usize..][..selected.fit.length]
    }
}
