//! `robots explain`.

use serde_json::json;

use crate::run::run;

#[test]
fn several_groups_and_crawlers() {
    let text = b"user-agent: a\ndisallow: /x\n\nuser-agent: B\ndisallow: /xy\n\nuser-agent: A\nallow: /xyz\n";
    let arguments = ["explain", "-", "--agent", "a,b", "/xyz"];
    run(&arguments, text).gives(
        1,
        "crawler   a\n\
         group     line 1  User-agent: a  (names this crawler)\n          \
                   line 7  User-agent: A  (names this crawler)\n\
         URL       /xyz\n\
         rules     line 8  pattern length 4  Allow: /xyz  (decides: the longest)\n          \
                   line 2  pattern length 2  Disallow: /x\n\
         verdict   allowed by line 8: Allow: /xyz\n\
         \n\
         crawler   b\n\
         group     line 4  User-agent: B  (names this crawler)\n\
         URL       /xyz\n\
         rules     line 5  pattern length 3  Disallow: /xy  (decides: the only match)\n\
         verdict   disallowed by line 5: Disallow: /xy\n",
    );
    let google = run(
        &[&arguments[..], &["--dialect", "google", "--json"]].concat(),
        text,
    );
    assert_eq!(google.code, Some(1));
    assert_eq!(google.objects().len(), 2);
    assert_eq!(
        google.objects()[0],
        json!({
            "agent": "a",
            "url": "/xyz",
            "allowed": true,
            "reason": "rule",
            "rule": { "line": 8, "kind": "allow", "pattern": "/xyz" },
            "group": { "selection": "own", "token": "a" },
            "explanation": "allowed by line 8: Allow: /xyz",
            "robots_txt": null,
            "fetch": null,
            "user_agent_lines": [1, 7],
            "crawl_delay": null,
            "matches": [
                { "line": 8, "kind": "allow", "pattern": "/xyz", "length": 4 },
                { "line": 2, "kind": "disallow", "pattern": "/x", "length": 2 },
            ],
        })
    );
}

#[test]
fn control_characters_are_escaped() {
    let explained = run(
        &["explain", "-", "--agent", "a\u{7}", "/\u{7}b"],
        b"user-agent: a \x07\nuser-agent: b\x1b\ndisallow: /\x07\ncrawl-delay: 0.5",
    );
    explained.shows("User-agent: a \\u{7}");
    assert!(
        !explained
            .output
            .chars()
            .any(|character| character.is_control() && character != '\n'),
        "{explained:?}"
    );
    explained.shows("delay     0.5 s");
    assert_eq!(explained.code, Some(1));
}

/// The output is not as long as the number of rules times the number of crawlers.
#[test]
fn many_matching_rules_are_listed_for_the_first_crawlers() {
    let file = "user-agent: *\n".to_owned() + &"allow:/\n".repeat(45_000);
    let run = run(
        &["explain", "-", "/x", "--agent", "a,b,c,d"],
        file.as_bytes(),
    );
    assert_eq!(run.code, Some(0));
    let accounts = run.output.split("\n\n");
    let listed = accounts.map(|account| account.matches("pattern length").count());
    assert_eq!(listed.collect::<Vec<_>>(), [45_000, 45_000, 10_000, 10]);
    assert!(
        run.output.contains("and 35000 more that match\n"),
        "{}",
        &run.output[run.output.len() - 900..]
    );
    run.shows("and 44990 more that match\n");
}
