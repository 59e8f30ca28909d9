//! `robots compare`.

use serde_json::json;

use crate::run::run;

/// Standard output and exit code for a file, without a remark.
#[track_caller]
fn compared(text: &str, options: &[&str]) -> (Option<i32>, String) {
    let run = run(&[&["compare", "-"], options].concat(), text.as_bytes());
    assert_eq!(run.complaint, "");
    (run.code, run.output)
}

#[test]
fn each_difference_has_both_verdicts() {
    let text = "user-agent: Googlebot\nallow: /fish\ndisallow: /fish*\n\n\
                user-agent: *\nDisallowAITraining: /\n";
    let shown = "\
disallowed  for example /fish  for Googlebot (search engines)
    standard  allowed by line 2: Allow: /fish
    google    disallowed by line 3: Disallow: /fish*
disallowed  for example /  for every other crawler
    standard  allowed: no rule matches
    google    disallowed by line 6: Disallow: /
";
    assert_eq!(compared(text, &[]), (Some(1), shown.to_owned()));
    let others = shown
        .split_at(shown.find("disallowed  for example /  ").unwrap())
        .1;
    let others = others.replace("other crawler", "crawler that no group names");
    assert_eq!(compared(text, &["--agent", "*"]), (Some(1), others));
    let same = "no difference for every crawler that no group names\n";
    assert_eq!(
        compared("user-agent: *\ndisallow: /", &[]),
        (Some(0), same.to_owned())
    );
}

#[test]
fn programs_get_an_object_per_difference() {
    let text = b"user-agent: *\nallow: /fish\ndisallow: /fish*\n";
    let run = run(&["compare", "-", "--json"], text);
    run.exits(1);
    let expected = json!({
        "agents": ["*"],
        "purposes": [null],
        "change": "disallowed",
        "url": "/fish",
        "standard": {
            "allowed": true,
            "rule": { "line": 2, "kind": "allow", "pattern": "/fish" },
            "explanation": "allowed by line 2: Allow: /fish",
        },
        "google": {
            "allowed": false,
            "rule": { "line": 3, "kind": "disallow", "pattern": "/fish*" },
            "explanation": "disallowed by line 3: Disallow: /fish*",
        },
    });
    assert_eq!(run.objects(), [expected]);
}

#[test]
fn tables_and_annotations_name_the_dialects() {
    let text = "user-agent: *\nallow: /fish\ndisallow: /fish*\n";
    let table = "\
| to Google | for example | crawlers | standard | google |
|---|---|---|---|---|
| disallowed | `/fish` | every crawler that no group names | `allowed by line 2: Allow: /fish` | `disallowed by line 3: Disallow: /fish*` |
";
    assert_eq!(
        compared(text, &["--format", "markdown"]),
        (Some(1), table.to_owned())
    );
    let annotation = "::warning title=disallowed to Google::for every crawler that no group names, \
        for example /fish%0Astandard: allowed by line 2: Allow: /fish%0Agoogle: disallowed by line 3: Disallow: /fish*\n";
    assert_eq!(
        compared(text, &["--format", "github"]),
        (Some(1), annotation.to_owned())
    );
}
