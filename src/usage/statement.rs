//! Statements, in the form of RFC 9651 Dictionaries, and the preferences in them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;

use sfv::visitor::{DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor};
use sfv::{BareItemFromInput, KeyRef, Parser};

use super::Preference;

/// The value of an HTTP response's `Content-Usage` field, which states preferences for the
/// response's content.
///
/// If there are several field lines, join them with `, ` before you parse them (RFC 9110 §5.3). The
/// field has no path. To combine it with robots.txt, see
/// [`usage`](super#combining-with-the-response).
///
/// ```
/// use robots_exclusion::usage::{Preference, Statement};
///
/// let statement = Statement::parse(b"train-ai=n, search=y;why=\"ads\"").unwrap();
/// assert_eq!(statement.preference("train-ai"), Some(Preference::Disallow));
/// assert_eq!(statement.preference("search"), Some(Preference::Allow));
/// assert_eq!(statement.preference("ai-use"), None);
/// assert_eq!(Statement::parse(b"Train-AI=n"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statement {
    /// The preferences, sorted by label.
    preferences: Box<[(Box<str>, Preference)]>,
}

impl Statement {
    /// Parses a field value. Returns `None` if it isn't an RFC 9651 Dictionary, in which case you
    /// should act as if the field weren't there. An empty value is a Dictionary without members.
    ///
    /// Takes O(n log n) time for a value of n bytes.
    pub fn parse(value: &[u8]) -> Option<Statement> {
        // Members without a preference are dropped, so that the search only finds answers.
        let members = members_by_label(value).ok()?.into_iter();
        let stated = members.filter_map(|member| Some((member.label.into(), member.preference?)));
        Some(Statement {
            preferences: stated.collect(),
        })
    }

    /// Returns the preference for a label, or `None` if it is unknown. `label` can be any label.
    /// Labels are in lower case and are compared byte by byte.
    pub fn preference(&self, label: &str) -> Option<Preference> {
        let preferences = &self.preferences;
        let found = preferences.binary_search_by(|(known, _)| (**known).cmp(label));
        found.ok().map(|at| preferences[at].1)
    }
}

/// A member of a Dictionary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'v> {
    pub(crate) label: &'v str,
    /// The preference that the token `y` or `n` expresses, or `None` for any other value.
    pub(crate) preference: Option<Preference>,
}

/// Returns the members of a Dictionary in order, including ones that a later member with the same
/// label replaces, or the position of the first byte that doesn't parse.
pub(super) fn members(statement: &[u8]) -> Result<Vec<Member<'_>>, usize> {
    Parser::new(statement)
        .parse_dictionary_with_visitor(Members(Vec::new()))
        .map_err(|error| error.index().unwrap_or(0).min(statement.len()))
}

/// Returns the last member with each label, sorted by label.
pub(super) fn members_by_label(statement: &[u8]) -> Result<Vec<Member<'_>>, usize> {
    let mut members = members(statement)?;
    members.reverse();
    // The sort is stable, so the last member with a label comes first.
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
        // The value comes next and is stored in the same member.
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

/// Stores the value of a member.
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
            // Parameters are always ignored.
            Ok::<_, Infallible>(Ignored)
        })
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'v>, Infallible> {
        // A list doesn't express a preference.
        Ok(Ignored)
    }
}
