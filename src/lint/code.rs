//! Names, severities and documentation of diagnostic codes.
//!
//! The list itself is in [`codes`](super::codes).

use crate::names::named;

named! {
    /// The severity of a diagnostic.
    #[non_exhaustive]
    pub enum Severity {
        /// This is worth knowing, but the file probably does what its author meant.
        Note = "note",
        /// The file probably does something other than its author meant.
        Warning = "warning",
        /// The file allows or disallows far more than its author is likely to have intended.
        Error = "error",
    }
}

macro_rules! define_codes {
    ($($(#[doc = $docs:literal])+ $code:ident = $name:literal, $severity:ident;)+) => {
        $crate::names::named! {
            /// The kinds of diagnostics. At the same place, they are sorted in this order.
            ///
            /// Names are stable, so the meaning of a name never changes.
            #[non_exhaustive]
            pub enum Code {
                $($(#[doc = $docs])+ $code = $name,)+
            }
        }

        impl Code {
            /// Returns the highest severity that diagnostics with this code have.
            pub fn severity(self) -> Severity {
                match self {
                    $(Code::$code => Severity::$severity,)+
                }
            }

            pub(super) fn docs(self) -> &'static [&'static str] {
                match self {
                    $(Code::$code => &[$($docs),+],)+
                }
            }
        }
    };
}

pub(super) use define_codes;
