//! Names, severities and documentation of diagnostic codes.
//!
//! The list itself is in [`codes`](super::codes).

use core::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// This is worth knowing, but the file probably does what its author meant.
    Note,
    /// The file probably does something other than its author meant.
    Warning,
    /// The file allows or disallows far more than its author is likely to have intended.
    Error,
}

/// Displays the name: `note`, `warning` or `error`. Names never change.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

// `Code::explanation` returns the documentation of a code. Its first line describes the finding,
// and the rest describes the consequence and what to write instead.
macro_rules! define_codes {
    ($($(#[doc = $docs:literal])+ $code:ident = $name:literal, $severity:ident;)+) => {
        /// The kinds of diagnostics.
        ///
        /// Names are stable, so the meaning of a name never changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $docs])+ $code,)+
        }

        impl Code {
            /// All codes, in the order in which diagnostics at the same place are sorted.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// Returns the code's name as lower-case words joined by hyphens.
            ///
            /// ```
            /// assert_eq!(robots_exclusion::lint::Code::JoinedRun.name(), "joined-run");
            /// ```
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                }
            }

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

        impl Code {
            /// Describes the finding in one sentence.
            ///
            /// ```
            /// assert_eq!(robots_exclusion::lint::Code::Backslash.summary(), "A pattern contains a `\\`.");
            /// ```
            pub fn summary(self) -> &'static str {
                self.docs()[0].trim_ascii()
            }

            /// Returns the full explanation as Markdown. The summary is followed by paragraphs
            /// about the consequence and what to write instead.
            pub fn explanation(self) -> String {
                let mut explanation = String::new();
                for line in self.docs() {
                    explanation += line.strip_prefix(' ').unwrap_or(line);
                    explanation.push('\n');
                }
                explanation
            }
        }

        impl fmt::Display for Code {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        /// Parses a code's [name](Code::name).
        impl FromStr for Code {
            type Err = UnknownNameError;

            /// ```
            /// use robots_exclusion::lint::Code;
            ///
            /// assert_eq!("joined-run".parse(), Ok(Code::JoinedRun));
            /// assert!("joined_run".parse::<Code>().is_err());
            /// ```
            fn from_str(name: &str) -> Result<Code, UnknownNameError> {
                let mut codes = Code::ALL.iter().copied();
                codes
                    .find(|code| code.name() == name)
                    .ok_or_else(|| UnknownNameError::with_nearest("diagnostic code", name, |_| alloc::vec::Vec::new()))
            }
        }
    };
}

pub(super) use define_codes;
