//! Statements, in the form of RFC 9651 Dictionaries, and the preferences in them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;

use sfv::visitor::{DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor};
use sfv::{BareItemFromInput, KeyRef, Parser};

use super::compiled::known_label;
use super::word::{Word, Written};
use super::{Preference, signals};
use crate::lexer::Field;

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
    /// The labels that have a word, in ascending order.
    stated: Box<[(Box<str>, Word)]>,
}

impl Statement {
    /// Parses a field value. Returns `None` if it isn't an RFC 9651 Dictionary, in which case you
    /// should act as if the field weren't there. An empty value is a Dictionary without members.
    ///
    /// Takes O(n log n) time for a value of n bytes.
    pub fn parse(value: &[u8]) -> Option<Statement> {
        Statement::of(Field::ContentUsage, value)
    }

    /// Parses the statement on a line.
    pub(super) fn of(field: Field, statement: &[u8]) -> Option<Statement> {
        let stated = stated(field, statement)?.into_iter();
        let stated = stated.map(|(label, word)| (label.into(), word)).collect();
        Some(Statement { stated })
    }

    /// Returns the preference for a label, or `None` if it is unknown. `label` can be any label.
    /// Labels are in lower case and are compared byte by byte.
    pub fn preference(&self, label: &str) -> Option<Preference> {
        self.word(label)?.preference()
    }

    pub(super) fn word(&self, label: &str) -> Option<Word> {
        word_for(label, &self.stated)
    }
}

/// Returns the labels that a statement states, in ascending order, each with the word that counts.
/// If a label is stated several times, that is the last member of a Dictionary, or the strictest
/// signal. Returns `None` if the statement doesn't parse.
pub(crate) fn stated(field: Field, statement: &[u8]) -> Option<Vec<(&str, Word)>> {
    let mut written = written(field, statement).ok()?;
    // Move the one that counts before any others with its label.
    if field == Field::ContentSignal {
        // Stricter words are smaller. A signal without a known value doesn't hide others.
        written.retain(|signal| signal.value.flatten().is_some());
        written.sort_by_key(|signal| signal.value);
    } else {
        written.reverse();
    }
    let label = |label| known_label(field, label).or_else(|| core::str::from_utf8(label).ok());
    let words = written.into_iter();
    let words = words.filter_map(|written| Some((label(written.label)?, written.value.flatten())));
    let mut words: Vec<_> = words.collect();
    // The sort is stable, so the one that counts remains the first.
    words.sort_by_key(|&(label, _)| label);
    words.dedup_by_key(|(label, _)| *label);
    let words = words.into_iter();
    Some(
        words
            .filter_map(|(label, word)| Some((label, word?)))
            .collect(),
    )
}

/// Returns the labels in a statement in order, including meaningless ones and, in a Dictionary,
/// ones that a later member replaces. Returns the position of the first byte that doesn't parse if
/// it isn't a Dictionary. Every signal parses.
pub(crate) fn written(field: Field, statement: &[u8]) -> Result<Vec<Written<'_>>, usize> {
    // Each field has its own grammar.
    if field == Field::ContentSignal {
        return Ok(signals::written(statement).collect());
    }
    Parser::new(statement)
        .parse_dictionary_with_visitor(Members(Vec::new()))
        .map_err(|error| error.index().unwrap_or(0).min(statement.len()))
}

/// Returns the word for a label in the result of [`stated`].
pub(crate) fn word_for(label: &str, stated: &[(impl AsRef<str>, Word)]) -> Option<Word> {
    let found = stated.binary_search_by(|(stated, _)| stated.as_ref().cmp(label));
    found.ok().map(|at| stated[at].1)
}

/// Collects members while they are parsed.
struct Members<'v>(Vec<Written<'v>>);

impl<'v> DictionaryVisitor<'v> for Members<'v> {
    type Out = Vec<Written<'v>>;
    type Error = Infallible;

    fn entry(&mut self, key: &'v KeyRef) -> Result<impl EntryVisitor<'v>, Infallible> {
        // The value comes next and is stored in the same member.
        self.0.push(Written {
            label: key.as_str().as_bytes(),
            value: Some(None),
        });
        Ok(self.0.last_mut())
    }

    fn finish(self) -> Result<Self::Out, Infallible> {
        Ok(self.0)
    }
}

/// Stores the value that follows the label.
impl<'v> EntryVisitor<'v> for &mut Written<'v> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'v>, Infallible> {
        Ok(move |value: BareItemFromInput<'v>| {
            if let BareItemFromInput::Token(token) = value {
                self.value = match token.as_str() {
                    "y" => Some(Some(Word::Y)),
                    "n" => Some(Some(Word::N)),
                    _ => Some(None),
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
