//! Group selection: which groups are for a crawler (RFC 9309 §2.2.1).

use alloc::string::String;
use core::fmt;

use smallvec::SmallVec;

use super::{AgentRow, File, GroupRow, initial};
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
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    pub(crate) by: SelectedBy,
    /// Where the token stands that selected them; empty if none did.
    token: Span,
    /// Their numbers, in file order.
    pub(crate) groups: Groups,
}

/// Hardly a crawler has more than one group.
pub(crate) type Groups = SmallVec<[u32; 4]>;

/// What selected the groups for a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SelectedBy {
    /// The crawler's own product token.
    Own,
    /// A more general product token: the crawler's begins with it and a hyphen.
    General,
    /// `*`.
    Wildcard,
    /// Nothing: there are none.
    None,
}

impl SelectedBy {
    /// The same as the public sees it, with the token.
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
    /// Selects the groups for a crawler that goes by `agents`, an ordered
    /// list. Costs a comparison for each `user-agent` line and agent, nearly
    /// always of a number.
    pub(crate) fn select<A: AsRef<str>>(&self, agents: &[A], fallback: bool) -> Selected {
        let (by, token, mut agent) = self.selecting_line(agents, fallback);
        let selects = self.selects(by, token, agents);
        let mut groups = Groups::new();
        while let Some(before) = self.agents[agent..].iter().position(&selects) {
            agent += before;
            let is_before = |group: &GroupRow| group.first_agent as usize <= agent;
            let next_group = self.groups.partition_point(is_before);
            groups.push(next_group as u32 - 1);
            let next = self.groups.get(next_group);
            agent = next.map_or(self.agents.len(), |next| next.first_agent as usize);
        }
        Selected { by, token, groups }
    }

    /// What selects groups for a crawler, where the token stands that does, and
    /// the number of the first `user-agent` line that may select one.
    fn selecting_line<A: AsRef<str>>(
        &self,
        agents: &[A],
        fallback: bool,
    ) -> (SelectedBy, Span, usize) {
        for crawler in agents.iter().map(|agent| self.crawler_token(agent)) {
            if let Some(line) = self.agents.iter().position(self.names(crawler)) {
                let token = start_of(self.agents[line].value, crawler);
                // Others of the list may be named before.
                let first = if agents.len() == 1 { line } else { 0 };
                return (SelectedBy::Own, token, first);
            }
        }
        // Most crawlers have no hyphen, whatever their token is.
        let may_fall_back = |agent: &&A| {
            fallback && self.dialect.has_general_groups() && agent.as_ref().contains('-')
        };
        for crawler in agents.iter().filter(may_fall_back) {
            let crawler = self.crawler_token(crawler);
            let longest = self
                .agents
                .iter()
                .map(|&row| (row, agent::line_token(self.agent(row), self.dialect)))
                .filter(|(_, token)| agent::is_family(crawler, token))
                .max_by_key(|(_, token)| token.len());
            if let Some((row, token)) = longest {
                return (SelectedBy::General, start_of(row.value, token), 0);
            }
        }
        match self.agents.iter().position(|row| row.is_wildcard) {
            Some(line) => (SelectedBy::Wildcard, Span::default(), line),
            None => (SelectedBy::None, Span::default(), self.agents.len()),
        }
    }

    fn crawler_token<'a>(&self, agent: &'a impl AsRef<str>) -> &'a [u8] {
        agent::crawler_token(agent.as_ref(), self.dialect)
    }

    /// Whether a `user-agent` line selects its group.
    #[inline]
    fn selects<A: AsRef<str>>(
        &self,
        by: SelectedBy,
        token: Span,
        agents: &[A],
    ) -> impl Fn(&AgentRow) -> bool + Clone {
        let names = self.names(&self.text[token.range()]);
        let merges = by == SelectedBy::Own && agents.len() > 1 && self.dialect.merges_agents();
        move |row| match by {
            SelectedBy::Wildcard => row.is_wildcard,
            SelectedBy::None => false,
            _ if merges => agents
                .iter()
                .any(|agent| self.names(agent.as_ref().as_bytes())(row)),
            _ => names(row),
        }
    }

    /// The `user-agent` lines of a group, and whether each selects it.
    pub(crate) fn selecting_agents<A: AsRef<str>>(
        &self,
        selected: &Selected,
        agents: &[A],
        group: usize,
    ) -> impl Iterator<Item = (u32, bool)> {
        let selects = self.selects(selected.by, selected.token, agents);
        let rows = self.agents_of(group).iter();
        rows.map(move |row| (row.line, selects(row)))
    }

    /// The token that selected the groups; empty if none did.
    pub(crate) fn selecting_token(&self, selected: &Selected) -> &[u8] {
        &self.text[selected.token.range()]
    }

    /// Whether a `user-agent` line names the crawler `token`. Most lines are
    /// seen not to by their initial.
    #[inline]
    fn names(&self, token: &[u8]) -> impl Fn(&AgentRow) -> bool + Clone {
        let initial = initial(token);
        let is_empty = token.is_empty();
        move |row| (row.initial == initial || is_empty) && self.is_named(*row, token)
    }

    fn is_named(&self, row: AgentRow, token: &[u8]) -> bool {
        let may_be_named =
            !token.is_empty() || self.dialect.names_empty_agent() && !row.is_wildcard;
        may_be_named && agent::is_token_of(self.agent(row), token, self.dialect)
    }
}

/// Where the first bytes of a value stand, as many as a token has.
fn start_of(value: Span, token: &[u8]) -> Span {
    let length = token.len() as u32;
    Span { length, ..value }
}
