//! The error for unknown names, shared by every type that has names.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The error returned for an unknown name, such as one that isn't a [`Dialect`](crate::Dialect), a
/// [`RuleKind`](crate::RuleKind) or a known crawler. `Display` lists the valid names or, if there
/// are many, the nearest ones.
#[derive(Clone, Debug)]
pub struct UnknownNameError {
    what: &'static str,
    name: String,
    valid: Valid,
}

/// The names that an error lists.
#[derive(Clone, Debug)]
enum Valid {
    All(&'static [&'static str]),
    /// Finds the nearest names. The search only runs if its result is needed.
    #[cfg_attr(
        not(feature = "crawlers"),
        allow(dead_code, reason = "only crawlers have this many names")
    )]
    Nearest(fn(&str) -> Vec<&'static str>),
}

impl UnknownNameError {
    /// Creates the error for an unknown name when there are only a few valid ones.
    pub(crate) fn new(
        what: &'static str,
        name: &str,
        valid: &'static [&'static str],
    ) -> UnknownNameError {
        UnknownNameError {
            what,
            name: name.into(),
            valid: Valid::All(valid),
        }
    }

    /// Creates the error for an unknown name when there are many valid ones.
    #[cfg(feature = "crawlers")]
    pub(crate) fn with_nearest(
        what: &'static str,
        name: &str,
        nearest: fn(&str) -> Vec<&'static str>,
    ) -> UnknownNameError {
        UnknownNameError {
            what,
            name: name.into(),
            valid: Valid::Nearest(nearest),
        }
    }

    /// Returns the unknown name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns valid names. If there are only a few, all of them are returned. Otherwise, up to
    /// three similar names are, nearest first.
    pub fn nearest(&self) -> Vec<&'static str> {
        match self.valid {
            Valid::All(names) => names.to_vec(),
            Valid::Nearest(nearest) => nearest(&self.name),
        }
    }
}

impl PartialEq for UnknownNameError {
    fn eq(&self, other: &UnknownNameError) -> bool {
        (self.what, &self.name) == (other.what, &other.name)
    }
}

impl Eq for UnknownNameError {}

impl fmt::Display for UnknownNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.nearest();
        // If there are only a few names, all of them fit into a line. The caller knows the unknown
        // one.
        if let Valid::All(_) = self.valid {
            return write!(
                f,
                "unknown {}: expected one of {}",
                self.what,
                names.join(", ")
            );
        }
        // Escape the name, so that the message is a single line.
        write!(f, "unknown {} `{}`", self.what, self.name.escape_debug())?;
        match &names[..] {
            [] => Ok(()),
            [only] => write!(f, ": the nearest name is {only}"),
            [others @ .., last] => {
                write!(
                    f,
                    ": the nearest names are {} and {last}",
                    others.join(", ")
                )
            }
        }
    }
}

impl Error for UnknownNameError {}

/// Names the values of an enum: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($kind:ident ($what:literal) { $($variant:ident = $name:literal,)+ }) => {
        impl $kind {
            /// All values, in order of definition.
            pub const ALL: &'static [$kind] = &[$($kind::$variant,)+];

            /// Returns the name: lower-case words joined by hyphens. Names never change between
            /// releases.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name,)+
                }
            }
        }

        impl core::fmt::Display for $kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl core::str::FromStr for $kind {
            type Err = $crate::names::UnknownNameError;

            /// Parses the [name](Self::name), which is case-sensitive.
            fn from_str(name: &str) -> Result<$kind, Self::Err> {
                let found = $kind::ALL.iter().copied().find(|kind| kind.name() == name);
                found.ok_or_else(|| Self::Err::new($what, name, &[$($name,)+]))
            }
        }
    };
}

pub(crate) use named;
