//! Groups: which rules stand under which `user-agent` lines, and which groups
//! bind a crawler.
//!
//! A rule is stored once, in the group it stands in, however many agents that
//! group has; a `user-agent` line is stored once and points at the first rule
//! of its group. So `k` agents followed by `k` rules cost O(k), and so do `k`
//! groups of one agent.

use core::ops::Range;

use smallvec::SmallVec;

use crate::agent::{self, product_token};
use crate::dialect::Dialect;
use crate::lexer::{Field, GroupRecords};
use crate::verdict::{Binding, Rule, RuleKind};

/// Texts are cut here whatever the limit, so that positions, and lengths of
/// patterns three times as long when escaped, fit into the tables.
pub(crate) const POSITION_LIMIT: usize = 1 << 26;

/// A part of a text, in half the space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    length: u32,
}

impl Span {
    pub(crate) fn new(range: Range<usize>) -> Span {
        Span {
            start: range.start as u32,
            length: range.len() as u32,
        }
    }

    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.length as usize
    }
}

/// An `allow` or `disallow` line that stands in a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredRule {
    start: u32,
    /// Twice the length of the value; the lowest bit says `allow`.
    length_and_kind: u32,
}

impl StoredRule {
    pub(crate) fn new(value: Range<usize>, is_allow: bool) -> StoredRule {
        StoredRule {
            start: value.start as u32,
            length_and_kind: (value.len() as u32) << 1 | u32::from(is_allow),
        }
    }

    #[inline]
    pub(crate) fn is_allow(self) -> bool {
        self.length_and_kind & 1 == 1
    }

    /// Where its value stands in the text.
    #[inline]
    pub(crate) fn span(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + (self.length_and_kind >> 1) as usize
    }

    /// The rule as the public sees it.
    pub(crate) fn rule(self, text: &[u8], line: u32) -> Rule<'_> {
        let kind = if self.is_allow() {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        };
        Rule {
            kind,
            pattern: &text[self.span()],
            line,
        }
    }
}

/// A `user-agent` line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredAgent {
    start: u32,
    /// The length of the value times 64, and in the lowest six bits what its
    /// first byte leaves of itself: most lines are not the one that is looked
    /// for, and to see that the text need not be touched.
    length_and_initial: u32,
    /// The first rule of its group. Two groups never share it: only a rule
    /// ends a run of `user-agent` lines.
    pub(crate) first_rule: u32,
}

impl StoredAgent {
    fn new(text: &[u8], value: Range<usize>, first_rule: usize) -> StoredAgent {
        let bytes = &text[value.clone()];
        let initial = match agent::is_everyone(bytes) {
            true => EVERYONE,
            false => initial(bytes),
        };
        StoredAgent {
            start: value.start as u32,
            length_and_initial: (value.len() as u32) << 6 | initial,
            first_rule: first_rule as u32,
        }
    }

    /// Where its value stands in the text.
    #[inline]
    pub(crate) fn value(self) -> Span {
        Span {
            start: self.start,
            length: self.length_and_initial >> 6,
        }
    }

    #[inline]
    fn initial(self) -> u32 {
        self.length_and_initial & 63
    }

    #[inline]
    fn is_everyone(self) -> bool {
        self.initial() == EVERYONE
    }

    /// Whether it names the crawler `token`. In [`Dialect::Standard`] an empty
    /// token is no name.
    #[inline]
    fn names(self, text: &[u8], token: &[u8], dialect: Dialect) -> bool {
        let is_meant = match token {
            [] => dialect == Dialect::Google && !self.is_everyone(),
            _ => self.initial() == initial(token),
        };
        is_meant && agent::is_token_of(&text[self.value().range()], token, dialect)
    }
}

/// The initial of a value that names every crawler, and of no other.
const EVERYONE: u32 = 63;

/// Six bits of the first byte, the same for a letter and its capital; some
/// number for nothing.
#[inline]
fn initial(bytes: &[u8]) -> u32 {
    let initial = bytes.first().map_or(0, |first| (first | 0x20) & 63);
    u32::from(initial).min(EVERYONE - 1)
}

/// By which right groups bind a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// They name the product token here, the crawler's own.
    Own(Span),
    /// They name the product token here, and the crawler's begins with it
    /// and a hyphen.
    Fallback(Span),
    /// They name every crawler.
    Everyone,
    /// There are none.
    Nobody,
}

impl Bound {
    pub(crate) fn binding(self, text: &[u8]) -> Binding<'_> {
        match self {
            Bound::Own(token) => Binding::Own(&text[token.range()]),
            Bound::Fallback(token) => Binding::Fallback(&text[token.range()]),
            Bound::Everyone => Binding::Everyone,
            Bound::Nobody => Binding::Nobody,
        }
    }
}

/// What binds a crawler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bonds {
    pub(crate) bound: Bound,
    /// The number of a `user-agent` line before which no group of these begins.
    first: usize,
}

/// The groups of a text. All positions are those of the text it was built
/// from, and every method that takes a text wants that one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    pub(crate) rules: SmallVec<[StoredRule; 8]>,
    pub(crate) agents: SmallVec<[StoredAgent; 3]>,
    /// A bit for each initial that a `user-agent` line has.
    initials: u64,
    /// The `user-agent` lines from the first to the last of those that name
    /// every crawler.
    everyone: (u32, u32),
}

impl Groups {
    /// One pass over a text of at most [`POSITION_LIMIT`] bytes.
    pub(crate) fn new(text: &[u8], dialect: Dialect) -> Groups {
        debug_assert!(text.len() <= POSITION_LIMIT);
        // One rule in 48 bytes is what files have; short ones get by with
        // their first allocation, and long ones double seldom.
        let mut rules = SmallVec::with_capacity(text.len() / 48);
        let mut agents = SmallVec::new();
        let mut initials = 0;
        let mut everyone = (0, 0);
        for (field, value) in GroupRecords::new(text, dialect) {
            if field == Field::UserAgent {
                let agent = StoredAgent::new(text, value, rules.len());
                if agent.is_everyone() {
                    let number = agents.len() as u32;
                    let is_first = initials >> EVERYONE == 0;
                    everyone = (if is_first { number } else { everyone.0 }, number + 1);
                }
                initials |= 1 << agent.initial();
                agents.push(agent);
            } else if !agents.is_empty() {
                rules.push(StoredRule::new(value, field == Field::Allow));
            }
        }
        // Much text without rules, as in a page, is not to cost memory.
        if rules.capacity() > rules.len() * 3 / 2 + 32 {
            rules.shrink_to_fit();
        }
        Groups {
            rules,
            agents,
            initials,
            everyone,
        }
    }

    /// Which groups bind a crawler that goes by `agents`, an ordered list.
    /// Costs a comparison per `user-agent` line and agent.
    pub(crate) fn bonds<A: AsRef<str>>(
        &self,
        text: &[u8],
        agents: &[A],
        dialect: Dialect,
        fallback: bool,
    ) -> Bonds {
        let token = |value: Span, length| Span {
            length: length as u32,
            ..value
        };
        let crawlers = agents
            .iter()
            .map(|agent| agent.as_ref())
            .filter(|agent| self.may_name(agent))
            .map(|agent| crawler_token(agent, dialect));
        for crawler in crawlers.clone() {
            let own = |agent: &StoredAgent| agent.names(text, crawler, dialect);
            if let Some(number) = self.agents.iter().position(own) {
                let value = self.agents[number].value();
                return Bonds {
                    bound: Bound::Own(token(value, crawler.len())),
                    // Others of the list may be named before.
                    first: if agents.len() == 1 { number } else { 0 },
                };
            }
        }
        let fallback = fallback && dialect == Dialect::Standard;
        let has_family = |crawler: &&[u8]| crawler.contains(&b'-');
        for crawler in crawlers.filter(|crawler| fallback && has_family(crawler)) {
            let longest = self
                .agents
                .iter()
                .map(|agent| agent.value())
                .map(|value| (value, agent::line_token(&text[value.range()], dialect)))
                .filter(|(_, token)| agent::is_family(crawler, token))
                .max_by_key(|(_, token)| token.len());
            if let Some((span, longest)) = longest {
                return Bonds {
                    bound: Bound::Fallback(token(span, longest.len())),
                    first: 0,
                };
            }
        }
        if self.has_initial(EVERYONE) {
            Bonds {
                bound: Bound::Everyone,
                first: self.everyone.0 as usize,
            }
        } else {
            Bonds {
                bound: Bound::Nobody,
                first: self.agents.len(),
            }
        }
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

    /// The groups that bind, in file order, each as the range of its rules.
    pub(crate) fn bound_groups<A: AsRef<str>>(
        &self,
        text: &[u8],
        Bonds { bound, first }: Bonds,
        agents: &[A],
        dialect: Dialect,
    ) -> impl Iterator<Item = Range<usize>> {
        // The reference merges the groups of all agents listed.
        let is_merged = agents.len() > 1 && dialect == Dialect::Google;
        let binds = move |line: &StoredAgent| match bound {
            Bound::Own(_) if is_merged => agents
                .iter()
                .any(|agent| line.names(text, agent.as_ref().as_bytes(), dialect)),
            Bound::Own(token) | Bound::Fallback(token) => {
                line.names(text, &text[token.range()], dialect)
            }
            Bound::Everyone => line.is_everyone(),
            Bound::Nobody => false,
        };
        let end = match bound {
            Bound::Everyone => self.everyone.1 as usize,
            _ => self.agents.len(),
        };
        let mut before = None;
        (first..end)
            .filter(move |&index| binds(&self.agents[index]))
            .filter_map(move |index| {
                let first_rule = Some(self.agents[index].first_rule);
                let is_new = core::mem::replace(&mut before, first_rule) != first_rule;
                is_new.then(|| self.rules_of(index))
            })
    }

    /// All groups, each as the range of its rules.
    pub(crate) fn all(&self) -> impl Iterator<Item = Range<usize>> {
        let mut before = None;
        let firsts = (0..self.agents.len()).filter(move |&index| {
            let first_rule = Some(self.agents[index].first_rule);
            core::mem::replace(&mut before, first_rule) != first_rule
        });
        firsts.map(|index| self.rules_of(index))
    }

    /// Where the group with these rules stands in the text: from the value of
    /// its first `user-agent` line to that of the next group's.
    pub(crate) fn extent(&self, text: &[u8], rules: &Range<usize>) -> Range<usize> {
        let start_of = |index: usize| {
            self.agents
                .get(index)
                .map(|agent| agent.value().range().start)
        };
        let first = self
            .agents
            .partition_point(|agent| (agent.first_rule as usize) < rules.start);
        let next = self
            .agents
            .partition_point(|agent| agent.first_rule as usize <= rules.start);
        start_of(first).unwrap_or(text.len())..start_of(next).unwrap_or(text.len())
    }

    /// The rules of the group that the `user-agent` line `index` stands in.
    pub(crate) fn rules_of(&self, index: usize) -> Range<usize> {
        let first = self.agents[index].first_rule;
        let end = self.agents[index..]
            .iter()
            .find(|agent| agent.first_rule != first)
            .map_or(self.rules.len(), |agent| agent.first_rule as usize);
        first as usize..end
    }
}

/// What a crawler's agent string is compared as.
fn crawler_token(agent: &str, dialect: Dialect) -> &[u8] {
    match dialect {
        Dialect::Standard => product_token(agent).as_bytes(),
        Dialect::Google => agent.as_bytes(),
    }
}
