//! Group selection: which groups are for a crawler (RFC 9309 §2.2.1).

use alloc::string::String;
use core::fmt;

use super::{AgentRow, File, WILDCARD, initial};
use crate::agent;
use crate::debug::Shortened;
use crate::span::Span;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selected {
    pub(crate) by: SelectedBy<Span>,
    /// The groups from the first that may be meant to the last.
    first: u32,
    end: u32,
}

/// What selected the groups, with the place of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelectedBy<T> {
    /// The crawler's own product token.
    Own(T),
    /// A more general product token: the crawler's begins with it and a hyphen.
    General(T),
    /// `*`.
    Wildcard,
    /// Nothing: there are none.
    None,
}

impl<T> SelectedBy<T> {
    /// The place of the token, if one selected them.
    pub(crate) fn token(self) -> Option<T> {
        match self {
            SelectedBy::Own(token) | SelectedBy::General(token) => Some(token),
            SelectedBy::Wildcard | SelectedBy::None => None,
        }
    }

    pub(crate) fn map<U>(self, place: impl FnOnce(T) -> U) -> SelectedBy<U> {
        match self {
            SelectedBy::Own(token) => SelectedBy::Own(place(token)),
            SelectedBy::General(token) => SelectedBy::General(place(token)),
            SelectedBy::Wildcard => SelectedBy::Wildcard,
            SelectedBy::None => SelectedBy::None,
        }
    }
}

impl<'a> From<SelectedBy<&'a [u8]>> for Selection<'a> {
    fn from(by: SelectedBy<&'a [u8]>) -> Selection<'a> {
        match by {
            SelectedBy::Own(token) => Selection::Own(token),
            SelectedBy::General(token) => Selection::General(token),
            SelectedBy::Wildcard => Selection::Wildcard,
            SelectedBy::None => Selection::None,
        }
    }
}

impl Selected {
    /// The number of the first group; that of no group if there is none.
    pub(crate) fn first_group(self) -> usize {
        self.first as usize
    }
}

impl File<'_> {
    /// Selects the groups for a crawler that goes by `agents`, an ordered
    /// list. Costs a comparison for each `user-agent` line and agent, nearly
    /// always of a number.
    pub(crate) fn select<A: AsRef<str>>(&self, agents: &[A], fallback: bool) -> Selected {
        let crawlers = agents
            .iter()
            .map(|agent| agent.as_ref())
            .filter(|agent| self.may_name(agent))
            .map(|agent| agent::crawler_token(agent, self.dialect));
        let all = self.groups.len() as u32;
        let span = |row: AgentRow, length| Span {
            length: length as u32,
            ..row.value()
        };
        for crawler in crawlers.clone() {
            let own = |row: &AgentRow| self.names(*row, crawler);
            if let Some(agent) = self.agents.iter().position(own) {
                // Others of the list may be named before.
                let first = if agents.len() == 1 {
                    self.group_of(agent)
                } else {
                    0
                };
                return Selected {
                    by: SelectedBy::Own(span(self.agents[agent], crawler.len())),
                    first: first as u32,
                    end: all,
                };
            }
        }
        let has_general_groups = fallback && self.dialect.has_general_groups();
        let may_fall_back = |crawler: &&[u8]| has_general_groups && crawler.contains(&b'-');
        for crawler in crawlers.filter(may_fall_back) {
            let longest = self
                .agents
                .iter()
                .map(|&row| (row, self.token(row)))
                .filter(|(_, token)| agent::is_family(crawler, token))
                .max_by_key(|(_, token)| token.len());
            if let Some((row, token)) = longest {
                let first = self.agents.iter().position(|&row| self.names(row, token));
                return Selected {
                    by: SelectedBy::General(span(row, token.len())),
                    first: first.map_or(0, |agent| self.group_of(agent)) as u32,
                    end: all,
                };
            }
        }
        let (by, (first, end)) = if self.has_initial(WILDCARD) {
            (SelectedBy::Wildcard, self.wildcard_groups)
        } else {
            (SelectedBy::None, (all, all))
        };
        Selected { by, first, end }
    }

    /// The numbers of the groups selected for `agents`, in file order.
    pub(crate) fn selected_groups<A: AsRef<str>>(
        &self,
        selected: Selected,
        agents: &[A],
    ) -> impl Iterator<Item = usize> + Clone {
        let names = move |row: &AgentRow| self.selects(selected, agents, *row);
        (selected.first as usize..selected.end as usize)
            .filter(move |&group| self.agents_of(group).iter().any(names))
    }

    /// Whether a `user-agent` line selects its group.
    fn selects<A: AsRef<str>>(&self, selected: Selected, agents: &[A], row: AgentRow) -> bool {
        match selected.by {
            SelectedBy::Own(_) if agents.len() > 1 && self.dialect.merges_agents() => agents
                .iter()
                .any(|agent| self.names(row, agent.as_ref().as_bytes())),
            SelectedBy::Own(token) | SelectedBy::General(token) => {
                self.names(row, &self.text[token.range()])
            }
            SelectedBy::Wildcard => row.initial() == WILDCARD,
            SelectedBy::None => false,
        }
    }

    /// The `user-agent` lines of a group: where the value of each stands, and
    /// whether it selects the group.
    pub(crate) fn selecting_agents<A: AsRef<str>>(
        &self,
        selected: Selected,
        agents: &[A],
        group: usize,
    ) -> impl Iterator<Item = (usize, bool)> {
        let rows = self.agents_of(group).iter();
        rows.map(move |&row| (row.start as usize, self.selects(selected, agents, row)))
    }

    /// What selected the groups, as the public sees it.
    pub(crate) fn selection(&self, selected: Selected) -> Selection<'_> {
        selected.by.map(|token| &self.text[token.range()]).into()
    }

    fn group_of(&self, agent: usize) -> usize {
        self.groups
            .partition_point(|group| group.first_agent as usize <= agent)
            .saturating_sub(1)
    }

    fn token(&self, row: AgentRow) -> &[u8] {
        agent::line_token(&self.text[row.value().range()], self.dialect)
    }

    /// Whether a `user-agent` line names the crawler `token`.
    #[inline]
    fn names(&self, row: AgentRow, token: &[u8]) -> bool {
        let may_name = match token {
            [] => self.dialect.names_empty_agent() && row.initial() != WILDCARD,
            _ => row.initial() == initial(token),
        };
        may_name && agent::is_token_of(&self.text[row.value().range()], token, self.dialect)
    }

    /// Whether a `user-agent` line may begin like the name in `agent`: seldom
    /// one does, and that is seen before the name is made out.
    #[inline]
    fn may_name(&self, agent: &str) -> bool {
        match agent.as_bytes() {
            // Within a header, the name begins elsewhere.
            [] | [b'M' | b'm', ..] => true,
            bytes => self.has_initial(initial(bytes)),
        }
    }

    #[inline]
    fn has_initial(&self, initial: u32) -> bool {
        self.initials >> initial & 1 == 1
    }
}
