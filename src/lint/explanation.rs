//! The summary and the explanation of a code, and how a code is parsed.

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::codes::Code;
use crate::names::UnknownNameError;

// The first line of a code's documentation describes the finding, and the rest describes the
// consequence and what to write instead.
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

impl FromStr for Code {
    type Err = UnknownNameError;

    /// ```
    /// use robots_exclusion::lint::Code;
    ///
    /// assert_eq!("joined-run".parse(), Ok(Code::JoinedRun));
    /// assert!("joined_run".parse::<Code>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Code, UnknownNameError> {
        let found = Code::ALL.iter().copied().find(|code| code.name() == name);
        found.ok_or_else(|| UnknownNameError::new("diagnostic code", name, |_| Vec::new(), false))
    }
}
