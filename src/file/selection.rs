//! Group selection: finds the groups that apply to a crawler (RFC 9309 §2.2.1).

use alloc::string::String;
use core::cmp::Reverse;
use core::fmt;
use core::ops::BitOr;

use smallvec::SmallVec;

use super::File;
use crate::agent;
use crate::debug::AsText;
use crate::dialect::Dialect;
use crate::lexer::starts_with_ignore_case;

/// The groups that were selected for a crawler (RFC 9309 §2.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Selection<'a> {
    /// The groups that name the crawler, given its product token as written in the file.
    Own(&'a [u8]),
    /// No group names the crawler, but these groups name the part of its product token before a
    /// hyphen. For example, `Googlebot-Image` obeys `googlebot`.
    General(&'a [u8]),
    /// The groups for `*`.
    Wildcard,
    /// No group, so everything is allowed.
    None,
}

impl<'a> Selection<'a> {
    /// Returns the selection's name: `own`, `general`, `wildcard` or `none`. Names never change
    /// between releases.
    pub fn name(self) -> &'static str {
        match self {
            Selection::Own(_) => "own",
            Selection::General(_) => "general",
            Selection::Wildcard => "wildcard",
            Selection::None => "none",
        }
    }

    /// Returns the product token that selected the groups, as written in the file. Returns `None`
    /// if they were selected by `*`, or if there are none.
    pub fn token(self) -> Option<&'a [u8]> {
        match self {
            Selection::Own(token) | Selection::General(token) => Some(token),
            Selection::Wildcard | Selection::None => None,
        }
    }
}

impl fmt::Display for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tokens are ASCII, so nothing is ever replaced.
        let token = String::from_utf8_lossy(self.token().unwrap_or(b"*"));
        match self {
            Selection::Own(_) => write!(f, "{token}'s group"),
            Selection::General(_) => write!(f, "{token}'s more general group"),
            Selection::Wildcard => write!(f, "the {token} group"),
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

/// A crawler, and the groups in a file that apply to it.
pub(crate) struct Selected<'f, 'c> {
    /// The crawler's product tokens, in order of preference.
    tokens: &'c [&'c [u8]],
    /// `true` if the crawler may obey the group for a more general token.
    may_fall_back: bool,
    /// `true` if the groups for several tokens are merged.
    merges: bool,
    /// `true` if the crawler obeys the groups for `*`.
    is_bound_by_wildcard: bool,
    dialect: Dialect,
    /// How well the lines that selected the groups fit.
    best: Fit,
    /// The value of the first line that selected a group, or empty if there is none.
    value: &'f [u8],
    /// The numbers of the groups, in file order. Most crawlers have one.
    pub(crate) groups: SmallVec<[u32; 4]>,
}

impl<'f> Selected<'f, '_> {
    pub(crate) fn by(&self) -> SelectedBy {
        self.best.0
    }

    pub(crate) fn selection(&self) -> Selection<'f> {
        // The token is only derived on request, because most queries don't need it.
        let token = agent::line_token(self.value, self.dialect);
        self.best.0.selection(token)
    }

    /// Returns `true` if a `user-agent` line with this value selects its group.
    pub(crate) fn is_by_line(&self, value: &[u8]) -> bool {
        self.is_together(self.fit(value))
    }

    /// Returns how well a `user-agent` line with this value fits the crawler.
    #[inline]
    fn fit(&self, value: &[u8]) -> Fit {
        let is_named = |token: &&[u8]| self.is_named(token, value);
        // The crawler's own name is better than any other way to name it.
        if let Some(place) = self.tokens.iter().position(is_named) {
            return Fit(SelectedBy::Own, Reverse(place), self.tokens[place].len());
        }
        // `Googlebot-Image` obeys `googlebot`. A longer token is the better fit.
        if self.may_fall_back {
            let line_token = agent::line_token(value, self.dialect);
            let is_family = |token: &&[u8]| agent::is_family(token, line_token);
            if let Some(place) = self.tokens.iter().position(is_family) {
                return Fit(SelectedBy::General, Reverse(place), line_token.len());
            }
        }
        // `*` applies to crawlers that nothing else names.
        if self.is_bound_by_wildcard && agent::is_wildcard(value) {
            return Fit(SelectedBy::Wildcard, Reverse(0), 0);
        }
        Fit::default()
    }

    /// Returns `true` if a line with this value names the crawler by this token.
    fn is_named(&self, token: &[u8], value: &[u8]) -> bool {
        // Most lines fail this test.
        starts_with_ignore_case(value, token)
            && agent::line_token(value, self.dialect).len() == token.len()
            && (!token.is_empty() || self.dialect.names_empty_agent() && !agent::is_wildcard(value))
    }

    /// Returns `true` if lines with this fit are merged with the ones selected so far.
    fn is_together(&self, fit: Fit) -> bool {
        fit == self.best || fit.0 == self.best.0 && self.merges
    }
}

/// The degree to which a `user-agent` line fits a crawler: the way in which it selects its group, the
/// index of the product token that it fits (the crawler's first token is preferred), and the length
/// of the product token in the line. The lines with the best fit select the groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fit(SelectedBy, Reverse<usize>, usize);

/// The way in which groups were selected for a crawler, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SelectedBy {
    /// No group was selected.
    #[default]
    None,
    /// The groups for `*` were selected.
    Wildcard,
    /// A more general product token selected the groups. The crawler's token begins with it and a
    /// hyphen.
    General,
    /// The crawler's own product token selected the groups.
    Own,
}

impl SelectedBy {
    /// Returns the public form of this value, given the token.
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
    /// Selects the groups for a crawler with these product tokens, in order of preference. Each
    /// `user-agent` line is compared with each token, but usually the first byte already differs.
    pub(crate) fn select<'f, 'c>(
        &'f self,
        tokens: &'c [&'c [u8]],
        fallback: bool,
        merges: bool,
        is_bound_by_wildcard: bool,
    ) -> Selected<'f, 'c> {
        let may_fall_back = fallback && self.dialect.has_general_groups();
        // Most product tokens contain no hyphen.
        let has_hyphen = |token: &&[u8]| token.contains(&b'-');
        let mut selected = Selected {
            tokens,
            may_fall_back: may_fall_back && tokens.iter().any(has_hyphen),
            merges,
            is_bound_by_wildcard,
            dialect: self.dialect,
            best: Fit::default(),
            value: b"",
            groups: SmallVec::new(),
        };
        // Most lines begin with another letter than each token. The low five bits of a letter don't
        // depend on its case.
        let bit = |byte: &u8| 1 << (byte & 31);
        let start = |token: &&[u8]| token.first().map_or(u32::MAX, bit);
        let starts = tokens.iter().map(start).fold(bit(&b'*'), u32::bitor);
        for (number, group) in (0..).zip(&self.groups) {
            for &row in &self.rows[group.agents()] {
                let value = self.value(row);
                if value.first().is_some_and(|byte| starts & bit(byte) == 0) {
                    continue;
                }
                let fit = selected.fit(value);
                if fit > selected.best {
                    // A better fit replaces the groups found so far, unless both are merged.
                    if !selected.is_together(fit) {
                        selected.groups.clear();
                    }
                    (selected.best, selected.value) = (fit, value);
                }
                // A group may name a crawler several times.
                let is_selected = fit.0 != SelectedBy::None && selected.is_together(fit);
                if is_selected && selected.groups.last() != Some(&number) {
                    selected.groups.push(number);
                }
            }
        }
        selected
    }
}
