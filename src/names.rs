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
    /// Finds valid names. This only runs if its result is needed, because it may take a long time.
    nearest: fn(&str) -> Vec<&'static str>,
    are_all: bool,
}

impl UnknownNameError {
    /// Creates the error for an unknown name. `nearest` finds all valid names if `are_all` is
    /// `true`.
    pub(crate) fn new(
        what: &'static str,
        name: &str,
        nearest: fn(&str) -> Vec<&'static str>,
        are_all: bool,
    ) -> UnknownNameError {
        UnknownNameError {
            what,
            name: name.into(),
            nearest,
            are_all,
        }
    }

    /// Returns the unknown name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns valid names. If there are only a few, all of them are returned. Otherwise, up to
    /// three similar names are, nearest first.
    pub fn nearest(&self) -> Vec<&'static str> {
        (self.nearest)(&self.name)
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
        let (what, names) = (self.what, self.nearest());
        // If there are only a few names, all of them fit into a line. The caller knows the unknown
        // one.
        if self.are_all {
            return write!(f, "unknown {what}: expected one of {}", names.join(", "));
        }
        // Escape the name, so that the message is a single line.
        write!(f, "unknown {what} `{}`", self.name.escape_debug())?;
        match &names[..] {
            [] => Ok(()),
            [only] => write!(f, ": the nearest name is {only}"),
            [others @ .., last] => {
                let others = others.join(", ");
                write!(f, ": the nearest names are {others} and {last}")
            }
        }
    }
}

impl Error for UnknownNameError {}

/// Defines an enum whose values have names, with `ALL`, `name` and `Display`. If the kind of value
/// has a name as well, which errors mention, the enum also has `FromStr`.
macro_rules! named {
    (
        $(#[$attribute:meta])+
        pub enum $kind:ident $(($what:literal))? {
            $($(#[$of_variant:meta])+ $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $kind {
            $($(#[$of_variant])+ $variant,)+
        }

        impl $kind {
            /// All values, in order of definition.
            pub const ALL: &'static [$kind] = &[$($kind::$variant,)+];

            /// Returns the name: lower-case words joined by hyphens. Names never change between
            /// releases.
            pub const fn name(self) -> &'static str {
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

        $(impl core::str::FromStr for $kind {
            type Err = $crate::names::UnknownNameError;

            /// Parses the [name](Self::name), ignoring ASCII case.
            fn from_str(name: &str) -> Result<$kind, Self::Err> {
                let all = |_: &str| $kind::ALL.iter().map(|kind| kind.name()).collect();
                let is_called = |kind: &$kind| name.eq_ignore_ascii_case(kind.name());
                let found = $kind::ALL.iter().copied().find(is_called);
                found.ok_or_else(|| Self::Err::new($what, name, all, true))
            }
        })?
    };
}

pub(crate) use named;
