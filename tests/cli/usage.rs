//! `robots check --usage`, and what `robots explain` says of usage lines.

use serde_json::json;

use crate::program::run;

const FILE: &[u8] = b"user-agent: *\ndisallow: /never/\ncontent-usage: train-ai=n, search=y\n\
    content-usage: /ok/ train-ai=y, ai=n\ncontent-signal: ai-train=no\n";

#[test]
fn lines_stand_below_each_verdict() {
    let all = [
        "check", "-", "--agent", "AnyBot", "/a", "/ok/", "/never/", "--usage",
    ];
    run(&all, FILE).gives(
        1,
        "allowed     /a  (no rule of the group of * matches)\n            \
         train-ai: disallowed by line 3: Content-Usage: train-ai=n, search=y\n            \
         search: allowed by line 3: Content-Usage: train-ai=n, search=y\n\
         allowed     /ok/  (no rule of the group of * matches)\n            \
         train-ai: allowed by line 4: Content-Usage: /ok/ train-ai=y, ai=n\n\
         disallowed  /never/  (line 2: Disallow: /never/)\n            \
         not applicable: disallowed by line 2: Disallow: /never/\n",
    );
}

#[test]
fn a_label_decides_the_exit_code() {
    let ask = |arguments: &[&str]| {
        let all = [&["check", "-", "--agent", "AnyBot"], arguments].concat();
        run(&all, FILE)
    };
    ask(&["/a", "--usage=train-ai"]).gives(
        1,
        "allowed     /a  (no rule of the group of * matches)\n            \
         train-ai: disallowed by line 3: Content-Usage: train-ai=n, search=y\n",
    );
    ask(&["/a", "--usage=search"]).gives(
        0,
        "allowed     /a  (no rule of the group of * matches)\n            \
         search: allowed by line 3: Content-Usage: train-ai=n, search=y\n",
    );
    ask(&["/ok/", "--usage=ai"]).gives(
        1,
        "allowed     /ok/  (no rule of the group of * matches)\n            \
         ai: disallowed by line 4: Content-Usage: /ok/ train-ai=y, ai=n\n",
    );
    ask(&["/a", "--usage=ai-use"]).gives(
        0,
        "allowed     /a  (no rule of the group of * matches)\n            \
         ai-use: no preference stated\n",
    );
}

#[test]
fn programs_get_preferences_by_label() {
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
    let expected = "usage     line 4  length 4  Content-Usage: /ok/ train-ai=y, ai=n\n          \
                    line 3  length 0  Content-Usage: train-ai=n, search=y\n          \
                    line 5  length 0  Content-Signal: ai-train=no\n";
    assert!(explained.output.contains(expected), "{}", explained.output);
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
