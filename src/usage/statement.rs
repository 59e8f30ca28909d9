//! Statements: Dictionaries of RFC 9651, and what they say about a label.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;

use sfv::visitor::{DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor};
use sfv::{BareItemFromInput, KeyRef, Parser};

use super::Preference;

/// The value of a `Content-Usage` field of an HTTP response: what may be done
/// with its content.
///
/// Several field lines are joined with `, ` before they are parsed (RFC 9110
/// §5.3). The field has no path. For how to combine it with robots.txt see
/// [`usage`](super#together-with-the-response).
///
/// ```
/// use robots_exclusion::usage::{Preference, Statement};
///
/// let statement = Statement::parse(b"train-ai=n, search=y;why=\"ads\"").unwrap();
/// assert_eq!(statement.category("train-ai"), Some(Preference::Disallow));
/// assert_eq!(statement.category("search"), Some(Preference::Allow));
/// assert_eq!(statement.category("ai-use"), None);
/// assert_eq!(Statement::parse(b"Train-AI=n"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statement {
    /// By label.
    preferences: Box<[(Box<str>, Preference)]>,
}

impl Statement {
    /// Parses a field value. `None` if it is not a Dictionary of RFC 9651,
    /// which is to be taken as if there were no field. An empty value is a
    /// Dictionary without members.
    ///
    /// Costs O(n log n) for a value of n bytes.
    pub fn parse(value: &[u8]) -> Option<Statement> {
        let members = members_by_label(value).ok()?.into_iter();
        let stated = members.filter_map(|member| Some((member.label.into(), member.preference?)));
        Some(Statement {
            preferences: stated.collect(),
        })
    }

    /// What it says about a label; `None` is unknown. Any label may be asked for;
    /// labels are in lower case, and compared byte by byte.
    pub fn category(&self, label: &str) -> Option<Preference> {
        let preferences = &self.preferences;
        let found = preferences.binary_search_by(|(known, _)| (**known).cmp(label));
        found.ok().map(|at| preferences[at].1)
    }
}

/// A member of a Dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'v> {
    pub(crate) label: &'v str,
    /// What the tokens `y` and `n` say; `None` of any other value.
    pub(crate) preference: Option<Preference>,
}

/// The members of a Dictionary, in order, also those that a later one of the
/// same label replaces; or the byte at which it is seen not to be one.
pub(crate) fn members(statement: &[u8]) -> Result<Vec<Member<'_>>, usize> {
    Parser::new(statement)
        .parse_dictionary_with_visitor(Members(Vec::new()))
        .map_err(|error| error.index().unwrap_or(0).min(statement.len()))
}

/// The members that count, by label: of each the last.
pub(crate) fn members_by_label(statement: &[u8]) -> Result<Vec<Member<'_>>, usize> {
    let mut members = members(statement)?;
    members.reverse();
    // Stable: of one label, the last one comes first now.
    members.sort_by_key(|member| member.label);
    members.dedup_by_key(|member| member.label);
    Ok(members)
}

/// Collects members while they are parsed.
struct Members<'v>(Vec<Member<'v>>);

impl<'v> DictionaryVisitor<'v> for Members<'v> {
    type Out = Vec<Member<'v>>;
    type Error = Infallible;

    fn entry(&mut self, key: &'v KeyRef) -> Result<impl EntryVisitor<'v>, Infallible> {
        self.0.push(Member {
            label: key.as_str(),
            preference: None,
        });
        Ok(Value(self.0.last_mut()))
    }

    fn finish(self) -> Result<Self::Out, Infallible> {
        Ok(self.0)
    }
}

/// Notes the value of a member.
struct Value<'m, 'v>(Option<&'m mut Member<'v>>);

impl<'v> EntryVisitor<'v> for Value<'_, '_> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'v>, Infallible> {
        Ok(move |value: BareItemFromInput<'v>| {
            if let (Some(member), BareItemFromInput::Token(token)) = (self.0, value) {
                member.preference = match token.as_str() {
                    "y" => Some(Preference::Allow),
                    "n" => Some(Preference::Disallow),
                    _ => None,
                };
            }
            // Parameters never matter.
            Ok::<_, Infallible>(Ignored)
        })
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'v>, Infallible> {
        Ok(Ignored)
    }
}
