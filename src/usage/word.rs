//! The labels in a statement, and the words that it can use for them.

use super::Preference;

/// A label in a statement, as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'t> {
    pub(crate) label: &'t [u8],
    /// The meaning of the value for this label. `Some(None)` if the value is unknown, and `None` if
    /// the label has no value.
    pub(crate) value: Option<Option<Word>>,
}

/// The word that a line states for a label. Smaller words are stricter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Word {
    /// `n` in `content-usage`.
    N,
    /// `no` in `content-signal`.
    No,
    /// `use=immediate`: nothing may be kept and shown.
    Immediate,
    /// `use=reference`: content may be indexed, and excerpts may be shown with a link.
    Reference,
    /// `use=full`: content may be used in full.
    Full,
    /// `y` in `content-usage`.
    Y,
    /// `yes` in `content-signal`.
    Yes,
}

impl Word {
    pub(crate) fn preference(self) -> Option<Preference> {
        match self {
            Word::N | Word::No => Some(Preference::Disallow),
            Word::Y | Word::Yes => Some(Preference::Allow),
            Word::Immediate | Word::Reference | Word::Full => None,
        }
    }

    /// Returns the word as written, in lower case.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Word::N => "n",
            Word::No => "no",
            Word::Immediate => "immediate",
            Word::Reference => "reference",
            Word::Full => "full",
            Word::Y => "y",
            Word::Yes => "yes",
        }
    }
}
