//! `robots check --usage` and `--signals`, and the output of `robots explain` for these lines.

use serde_json::json;

use crate::run::run;

const FILE: &[u8] = b"user-agent: *\ndisallow: /never/\ncontent-usage: train-ai=n, search=y\n\
    content-usage: /ok/ train-ai=y, ai=n\ncontent-signal: ai-train=no\n";

/// A refusal for such a label could never be reported.
#[test]
fn an_impossible_label_is_rejected() {
    for label in [
        "",
        "Train-AI",
        "train ai",
        "1",
        "train-ai=n",
        "a=y,b",
        "é",
        "-",
    ] {
        let asked = format!("--usage={label}");
        let run = run(&["check", "-", "--agent", "AnyBot", "/a", &asked], FILE);
        assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{run:?}");
        run.complains("labels are in lower case");
    }
    for label in ["*", "a", "infer-user", "a_b.c*-1"] {
        let asked = format!("--usage={label}");
        run(&["check", "-", "--agent", "AnyBot", "/a", &asked], FILE).gives(
            0,
            &format!(
                "allowed     /a  (no rule in the * group matches)\n            \
                 {label}: no preference stated\n"
            ),
        );
    }
}

#[test]
fn signals_can_be_requested_alone() {
    const SIGNALS: &[u8] = b"user-agent: *\ndisallow: /never/\n\
        content-signal: search=yes, ai-train=no, use=reference\n";
    let ask = |arguments: &[&str]| {
        let all = [&["check", "-", "--agent", "AnyBot"], arguments].concat();
        run(&all, SIGNALS)
    };
    ask(&["/a", "--signals"]).gives(
        0,
        "allowed     /a  (no rule in the * group matches)\n            \
         search: allowed by line 3: Content-Signal: search=yes, ai-train=no, use=reference\n            \
         ai-train: disallowed by line 3: Content-Signal: search=yes, ai-train=no, use=reference\n            \
         use: reference by line 3: Content-Signal: search=yes, ai-train=no, use=reference\n",
    );
    for (key, code, said) in [
        (
            "ai-train",
            1,
            "ai-train: disallowed by line 3: Content-Signal: search=yes, ai-train=no, use=reference",
        ),
        (
            "search",
            0,
            "search: allowed by line 3: Content-Signal: search=yes, ai-train=no, use=reference",
        ),
        (
            "use",
            0,
            "use: reference by line 3: Content-Signal: search=yes, ai-train=no, use=reference",
        ),
        ("ai-input", 0, "ai-input: no signal given"),
    ] {
        let expected =
            format!("allowed     /a  (no rule in the * group matches)\n            {said}\n");
        ask(&["/a", &format!("--signals={key}")]).gives(code, &expected);
    }
    // The two are kept separate. If no preference applies, the output says so once.
    ask(&["/a", "/never/", "--usage", "--signals=ai-input"]).gives(
        1,
        "allowed     /a  (no rule in the * group matches)\n            \
         no preference stated\n            \
         ai-input: no signal given\n\
         disallowed  /never/  (line 2: Disallow: /never/)\n            \
         not applicable: disallowed by line 2: Disallow: /never/\n",
    );
    let none = run(&["check", "-", "--agent", "AnyBot", "/a", "--signals"], b"");
    none.gives(
        0,
        "allowed     /a  (no group applies to this crawler)\n            no signal given\n",
    );
    let unknown = ask(&["/a", "--signals=train-ai"]);
    assert_eq!((unknown.code, unknown.output.as_str()), (Some(2), ""));
    assert!(
        unknown.complaint.contains("ai-train"),
        "{}",
        unknown.complaint
    );

    let objects = ask(&["/a", "/never/", "--signals", "--json"]).objects();
    assert_eq!(
        objects[0]["signals"],
        json!({
            "ai-train": { "preference": "disallow", "line": 3 },
            "search": { "preference": "allow", "line": 3 },
            "use": { "value": "reference", "line": 3 },
        })
    );
    assert_eq!(objects[0].get("usage"), None);
    assert!(objects[1]["signals"].is_null() && objects[1].get("signals").is_some());
}

#[test]
fn json_has_preferences_by_label() {
    let ask = |arguments: &[&str]| {
        let all = [&["check", "-", "--agent", "AnyBot", "--json"], arguments].concat();
        run(&all, FILE).objects()
    };
    let objects = ask(&["/a", "/never/", "--usage"]);
    assert_eq!(
        objects[0]["usage"],
        json!({
            "search": { "preference": "allow", "line": 3 },
            "train-ai": { "preference": "disallow", "line": 3 },
        })
    );
    assert!(objects[1]["usage"].is_null() && objects[1].get("usage").is_some());
    assert_eq!(
        ask(&["/ok/", "--usage=ai"])[0]["usage"],
        json!({ "ai": { "preference": "disallow", "line": 4 } })
    );
    assert_eq!(ask(&["/a"])[0].get("usage"), None);
}

#[test]
fn explain_lists_the_lines_that_match() {
    let explained = run(&["explain", "-", "/ok/x", "--agent", "AnyBot"], FILE);
    let expected = "usage     line 4  pattern length 4  Content-Usage: /ok/ train-ai=y, ai=n\n          \
                    line 3  pattern length 0  Content-Usage: train-ai=n, search=y\n          \
                    line 5  pattern length 0  Content-Signal: ai-train=no\n";
    explained.shows(expected);
    let explained = run(
        &["explain", "-", "/ok/x", "--agent", "AnyBot", "--json"],
        FILE,
    );
    let lines = &explained.objects()[0]["usage_lines"];
    assert_eq!(
        lines[0],
        json!({ "line": 4, "length": 4, "text": "Content-Usage: /ok/ train-ai=y, ai=n" })
    );
    assert_eq!(lines.as_array().map(Vec::len), Some(3));
}
