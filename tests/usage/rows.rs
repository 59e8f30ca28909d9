//! The usage cases of `tests/conformance`, checked against the model and in every way of asking.

use std::path::Path;

use robots_exclusion::fetch::FetchOutcome;
use serde_json::Value;

use crate::cases;
use crate::model::Answer;
use crate::question::{Asked, Question};

/// Returns the answer of a case.
fn expected(answer: &Value) -> Answer {
    if let Some(licenses) = answer.get("licenses") {
        let licenses = licenses.as_array().expect("a list").iter().map(|license| {
            let (line, url) = (&license[0], license[1].as_str().expect("a URL"));
            (number(line), url.into())
        });
        return Answer::Licenses(licenses.collect());
    }
    match answer["preference"].as_str() {
        Some("not-applicable") => Answer::NotApplicable,
        Some(word) => Answer::Says(word.to_owned(), number(&answer["line"])),
        None => Answer::Unknown,
    }
}

fn number(line: &Value) -> u32 {
    let line = line.as_u64().expect("a line");
    u32::try_from(line).expect("a line number")
}

#[test]
fn cases_are_answered_in_every_way() {
    let mut count = 0;
    for case in cases::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance")) {
        let asked = match case.text("field") {
            Some("Content-Usage") => Asked::Usage,
            Some("Content-Signal") => Asked::Signals,
            Some("License") => Asked::Licenses,
            _ => continue,
        };
        let (file, agents) = (case.file(), case.agents());
        let file = std::str::from_utf8(&file).expect("a text");
        let label = case.text("label").unwrap_or_default();
        let question = Question::new(file, &agents[0], case.url(), asked, label);
        question.is_answered(&case.name(), &expected(&case.fields["standard"]));
        question
            .in_google()
            .is_answered_as_by_the_model(&case.name());
        count += 1;
    }
    assert!(count >= 78, "only {count} cases");
}

/// If everything is disallowed because the file is unreachable, no preference applies. If the site
/// has no file, no preference is stated.
#[test]
fn without_a_file_no_preference_is_stated() {
    for (result, applies) in [
        (FetchOutcome::unreachable(), false),
        (
            FetchOutcome::response(503, "user-agent: *\ncontent-usage: train-ai=y"),
            false,
        ),
        (
            FetchOutcome::response(404, "user-agent: *\ncontent-usage: train-ai=y"),
            true,
        ),
    ] {
        let access = result.access();
        let matcher = access.matcher("Any");
        for usage in [matcher.usage("/x"), matcher.content_signals("/x")] {
            assert_eq!(usage.applies(), applies, "{usage}");
            assert_eq!(
                (usage.preference("train-ai"), usage.line("train-ai")),
                (None, None)
            );
            assert_eq!(usage.iter().count(), 0);
            let said = if applies {
                "no preference stated"
            } else {
                "not applicable: disallowed"
            };
            assert!(usage.to_string().starts_with(said), "{usage}");
        }
        // `/robots.txt` may still be fetched.
        assert!(matcher.usage("/robots.txt").applies());
        assert_eq!(matcher.licenses().count(), 0);
    }
}
