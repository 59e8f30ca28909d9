//! Finds mistakes in a file.

use std::borrow::Cow;

use robots_exclusion::lint::{self, Diagnostic, Severity};
use robots_exclusion::{Dialect, ParseOptions};
use serde::Serialize;

use super::positions;

/// The maximum number of diagnostics shown. All of them are counted.
const SHOWN: usize = 1000;

/// The maximum number of places of one diagnostic that are marked in the editor.
const PLACES: usize = 1000;

#[derive(Serialize)]
pub(crate) struct Mistakes {
    total: usize,
    warnings: usize,
    found: Vec<Mistake>,
}

#[derive(Serialize)]
struct Mistake {
    code: &'static str,
    severity: String,
    /// All lines, for people.
    lines: String,
    places: Vec<Place>,
    message: String,
    advice: String,
    explanation: String,
    /// The dialect that the diagnostic applies to, or none if it applies to both.
    dialect: Option<&'static str>,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Place {
    line: u32,
    from: usize,
    to: usize,
}

#[derive(Serialize)]
struct Edit {
    from: usize,
    to: usize,
    text: String,
    safe: bool,
    /// The changes that the edit makes, and the crawlers that it affects.
    effect: Cow<'static, str>,
}

impl Mistake {
    fn of(diagnostic: Diagnostic) -> Mistake {
        let code = diagnostic.code;
        Mistake {
            code: code.name(),
            severity: diagnostic.severity.to_string(),
            lines: diagnostic.lines(),
            places: diagnostic
                .places()
                .take(PLACES)
                .map(|(line, span)| Place {
                    line,
                    from: span.start,
                    to: span.end,
                })
                .collect(),
            message: diagnostic.message,
            advice: diagnostic.advice,
            explanation: code.explanation(),
            dialect: match diagnostic.dialects {
                [Dialect::Standard] => Some("standard"),
                [Dialect::Google] => Some("google"),
                _ => None,
            },
            edits: diagnostic
                .edits
                .into_iter()
                .map(|edit| Edit {
                    from: edit.span.start,
                    to: edit.span.end,
                    safe: edit.is_safe(),
                    text: edit.text,
                    effect: edit.effect,
                })
                .collect(),
        }
    }

    fn positions(&mut self) -> impl Iterator<Item = &mut usize> {
        let edits = self.edits.iter_mut();
        let places = self.places.iter_mut();
        places
            .flat_map(|place| [&mut place.from, &mut place.to])
            .chain(edits.flat_map(|edit| [&mut edit.from, &mut edit.to]))
    }
}

/// Returns the file with all safe edits made.
pub(crate) fn fix(text: &str) -> String {
    let fixed = lint::fix(text, ParseOptions::new());
    String::from_utf8_lossy(&fixed).into_owned()
}

pub(crate) fn find(text: &str) -> Mistakes {
    let mut mistakes = Mistakes {
        total: 0,
        warnings: 0,
        found: Vec::new(),
    };
    for diagnostic in lint::check(text, ParseOptions::new()) {
        mistakes.total += 1;
        mistakes.warnings += usize::from(diagnostic.severity != Severity::Note);
        if mistakes.found.len() < SHOWN {
            mistakes.found.push(Mistake::of(diagnostic));
        }
    }
    let found = mistakes.found.iter_mut();
    positions::to_utf16(text, found.flat_map(Mistake::positions).collect());
    mistakes
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn spans_are_in_code_units() {
        let text = "# \u{1F600}\nuser-agent: *\ndisallow: /#x";
        let mistakes = find(text);
        let found = mistakes
            .found
            .iter()
            .find(|found| found.code == "comment-cuts-value");
        let found = found.expect("the comment is found");
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(
            String::from_utf16_lossy(&units[found.places[0].from..found.places[0].to]),
            "#x"
        );
    }

    #[test]
    fn edits_are_data() {
        let mistakes = find("user-agent: *\ndissallow: /\u{e9}\n");
        let edits = mistakes.found.iter().flat_map(|found| &found.edits);
        assert!(edits.clone().count() > 0);
        for edit in edits {
            assert!(edit.safe == edit.effect.is_empty());
        }
    }
}
