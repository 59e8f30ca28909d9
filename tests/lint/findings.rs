//! Files that must raise a diagnostic, with the exact bytes, and near misses that must not.
//!
//! Each line of `cases/*.jsonl` is a case: a file, as text or in base64, the code of a diagnostic,
//! and all findings with this code. `standard` and `google` differ if the dialects do. A finding
//! lists its places, and what else the case is about; other properties may have any value. Instead
//! of a code, a case may list the codes of all findings by line.

use std::ops::Range;
use std::path::Path;

use robots_exclusion::lint::{self, Code, Diagnostic};
use robots_exclusion::{Dialect, ParseOptions};
use serde_json::{Map, Value, json};

use crate::cases::{self, Case};

/// Returns the properties of a diagnostic that cases can name.
fn properties(text: &[u8], found: &Diagnostic) -> Map<String, Value> {
    let bytes = |span: Range<usize>| String::from_utf8_lossy(&text[span]).into_owned();
    let places = found
        .places()
        .map(|(line, span)| json!([line, bytes(span)]));
    let related = found
        .related
        .iter()
        .map(|place| json!([place.line, bytes(place.span.clone()), place.note]));
    let mut edited = text.to_vec();
    for edit in found.edits.iter().rev() {
        edited.splice(edit.span.clone(), edit.text.bytes());
    }
    let edits = found.edits.iter();
    let names = found.dialects.iter().map(Dialect::to_string);
    let Value::Object(properties) = json!({
        "places": places.collect::<Vec<_>>(),
        "start": found.span().start,
        "severity": found.severity.to_string(),
        "message": found.message,
        "advice": found.advice,
        "dialects": names.collect::<Vec<_>>(),
        "related": related.collect::<Vec<_>>(),
        "edited": String::from_utf8_lossy(&edited),
        "safe": edits.clone().map(|edit| edit.is_safe()).collect::<Vec<_>>(),
        "effects": edits.map(|edit| &edit.effect).collect::<Vec<_>>(),
    }) else {
        unreachable!("this is an object")
    };
    properties
}

/// Returns a description of the difference if the findings are not as expected.
fn wrong(case: &Case, dialect: Dialect, expected: &[Value]) -> Option<String> {
    let text = case.file();
    let options = ParseOptions::new().dialect(dialect);
    let limit = case.fields.get("byte_limit").and_then(Value::as_u64);
    let limit = limit.map(|limit| usize::try_from(limit).expect("a small number"));
    let options = limit.map_or(options, |limit| options.byte_limit(limit));
    let found = lint::check(&text, options);
    let Some(code) = case.text("code") else {
        let codes = found
            .iter()
            .map(|found| json!([found.line(), found.code.name()]));
        let codes: Vec<Value> = codes.collect();
        return (codes != expected).then(|| format!("{codes:?}, not {expected:?}"));
    };
    let code: Code = code.parse().expect("a code");
    let found = found.iter().filter(|found| found.code == code);
    let found: Vec<_> = found.map(|found| properties(&text, found)).collect();
    let is_same = |(found, expected): (&Map<String, Value>, &Value)| {
        let mut expected = expected.as_object().expect("a finding").iter();
        expected.all(|(property, value)| found.get(property) == Some(value))
    };
    let all_same = found.len() == expected.len() && found.iter().zip(expected).all(is_same);
    (!all_same).then(|| format!("{:#}, not {:#}", json!(found), json!(expected)))
}

#[test]
fn files_have_the_expected_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lint/cases");
    let mut count = 0;
    let mut errors = Vec::new();
    for case in cases::read(&folder) {
        for (key, dialect) in [("standard", Dialect::Standard), ("google", Dialect::Google)] {
            let expected = case.fields.get(key).or_else(|| case.fields.get("found"));
            let expected = expected.and_then(Value::as_array);
            let Some(expected) = expected else { continue };
            count += 1;
            if let Some(error) = wrong(&case, dialect, expected) {
                errors.push(format!("{} in {dialect}: {error}", case.name()));
            }
        }
    }
    assert!(count >= 1_300, "only {count} cases");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
