//! `robots explain`.

use serde_json::json;

use crate::program::run;

const SAMPLE: &str = "tests/data/robots.txt";

#[test]
fn the_group_the_matches_and_the_winner() {
    run(
        &[
            "explain",
            SAMPLE,
            "--agent",
            "AnyBot",
            "/search/about?sort=1",
        ],
        b"",
    )
    .gives(
        0,
        "crawler   AnyBot\n\
         group     line 4  User-agent: *  (no group names this crawler)\n\
         delay     2 s from one fetch to the next\n\
         URL       /search/about?sort=1\n\
         rules     line 13  length 13  Allow: /search/about  (decides: the longest)\n          \
                   line  7  length 9   Disallow: /*?*sort=\n          \
                   line  5  length 7   Disallow: /search\n\
         verdict   allowed by line 13: Allow: /search/about\n",
    );
}

#[test]
fn a_group_swallowed_by_the_next_is_seen() {
    run(
        &[
            "explain",
            SAMPLE,
            "--agent",
            "CalmBot/0.9 (+https://example.net)",
            "/",
        ],
        b"",
    )
    .gives(
        1,
        "crawler   CalmBot/0.9 (+https://example.net), product token CalmBot\n\
         group     line 34  User-agent: CalmBot  (names this crawler)\n          \
                   which is for CopyBot (line 38) and ScrapeBot/2.0 (line 39) too\n\
         delay     30 s from one fetch to the next\n\
         URL       /\n\
         rules     line 40  length 1  Disallow: /  (decides: no other matches)\n\
         verdict   disallowed by line 40: Disallow: /\n",
    );
}

#[test]
fn ties() {
    let text = b"user-agent: *\ndisallow: /a*\nallow: /a\nallow: /%61\n";
    let run_with = |dialect| {
        run(
            &["explain", "-", "--agent", "x", "/a", "--dialect", dialect],
            text,
        )
    };
    run_with("standard").gives(
        0,
        "crawler   x\n\
         group     line 1  User-agent: *  (no group names this crawler)\n\
         URL       /a\n\
         rules     line 3  length 2  Allow: /a  (decides: the first of the longest)\n          \
                   line 4  length 2  Allow: /%61\n          \
                   line 2  length 2  Disallow: /a*\n\
         verdict   allowed by line 3: Allow: /a\n",
    );
    run_with("google").gives(
        1,
        "crawler   x\n\
         group     line 1  User-agent: *  (no group names this crawler)\n\
         URL       /a\n\
         rules     line 2  length 3  Disallow: /a*  (decides: the longest)\n          \
                   line 3  length 2  Allow: /a\n\
         verdict   disallowed by line 2: Disallow: /a*\n",
    );
    run(
        &["explain", "-", "--agent", "x", "/a"],
        b"user-agent: x\ndisallow: /a\nallow: /a",
    )
    .gives(
        0,
        "crawler   x\n\
         group     line 1  User-agent: x  (names this crawler)\n\
         URL       /a\n\
         rules     line 3  length 2  Allow: /a  (decides: allow goes before disallow)\n          \
                   line 2  length 2  Disallow: /a\n\
         verdict   allowed by line 3: Allow: /a\n",
    );
}

#[test]
fn no_rule_matches() {
    let text = b"user-agent: a-b\ndisallow: /x\n\nuser-agent: c\nuser-agent: d\nuser-agent: e\nuser-agent: f\nuser-agent: g\n";
    run(&["explain", "-", "--agent", "a-b", "/y"], text).gives(
        0,
        "crawler   a-b\n\
         group     line 1  User-agent: a-b  (names this crawler)\n\
         URL       /y\n\
         rules     the only one does not match\n\
         verdict   allowed: no rule of the group of a-b matches\n",
    );
    run(
        &["explain", "-", "--agent", "a", "/y"],
        b"user-agent: a\ndisallow: /x\nallow: /x/z\n",
    )
    .gives(
        0,
        "crawler   a\n\
         group     line 1  User-agent: a  (names this crawler)\n\
         URL       /y\n\
         rules     none of 2 matches\n\
         verdict   allowed: no rule of the group of a matches\n",
    );
    run(&["explain", "-", "--agent", "e-x", "/y"], text).gives(
        0,
        "crawler   e-x\n\
         group     line 6  User-agent: e  (a more general name: no group has this crawler's own)\n          \
                   which is for c (line 4), d (line 5), f (line 7) and 1 more too\n\
         URL       /y\n\
         rules     none\n\
         verdict   allowed: no rule of the more general group of e matches\n",
    );
    run(&["explain", "-", "--agent", "x", "/y"], text).gives(
        0,
        "crawler   x\n\
         group     none: no group names this crawler, and none is for *\n\
         URL       /y\n\
         rules     none\n\
         verdict   allowed: no group is for this crawler\n",
    );
}

#[test]
fn several_groups_and_names() {
    let text = b"user-agent: a\ndisallow: /x\n\nuser-agent: B\ndisallow: /xy\n\nuser-agent: A\nallow: /xyz\n";
    let arguments = ["explain", "-", "--agent", "a", "--agent", "b", "/xyz"];
    run(&arguments, text).gives(
        0,
        "crawler   a\n          \
                   b\n\
         group     line 1  User-agent: a  (names this crawler)\n          \
                   line 7  User-agent: A  (names this crawler)\n\
         URL       /xyz\n\
         rules     line 8  length 4  Allow: /xyz  (decides: the longest)\n          \
                   line 2  length 2  Disallow: /x\n\
         verdict   allowed by line 8: Allow: /xyz\n",
    );
    let google = run(
        &[&arguments[..], &["--dialect", "google", "--json"]].concat(),
        text,
    );
    assert_eq!(google.code, Some(0));
    assert_eq!(
        google.objects(),
        [json!({
            "url": "/xyz",
            "allowed": true,
            "reason": "rule",
            "rule": { "line": 8, "kind": "allow", "pattern": "/xyz" },
            "group": { "selection": "own", "token": "a" },
            "explanation": "allowed by line 8: Allow: /xyz",
            "robots_txt": null,
            "fetch": null,
            "user_agent_lines": [1, 4, 7],
            "crawl_delay": null,
            "matches": [
                { "line": 8, "kind": "allow", "pattern": "/xyz", "length": 4 },
                { "line": 5, "kind": "disallow", "pattern": "/xy", "length": 3 },
                { "line": 2, "kind": "disallow", "pattern": "/x", "length": 2 },
            ],
        })]
    );
}

#[test]
fn robots_txt_itself() {
    run(
        &["explain", "-", "--agent", "x", "/robots.txt"],
        b"user-agent: x\ndisallow: /",
    )
    .gives(
        0,
        "crawler   x\n\
         group     line 1  User-agent: x  (names this crawler)\n\
         URL       /robots.txt\n\
         rules     not asked\n\
         verdict   allowed: /robots.txt itself always is\n",
    );
}

#[test]
fn control_characters_are_spelled_out() {
    let explained = run(
        &["explain", "-", "--agent", "a\u{7}", "/\u{7}b"],
        b"user-agent: a \x07\nuser-agent: b\x1b\ndisallow: /\x07\ncrawl-delay: 0.5",
    );
    assert!(
        explained.output.contains("User-agent: a \\u{7}"),
        "{explained:?}"
    );
    assert!(
        !explained
            .output
            .chars()
            .any(|character| character.is_control() && character != '\n'),
        "{explained:?}"
    );
    assert!(
        explained.output.contains("delay     0.5 s"),
        "{explained:?}"
    );
    assert_eq!(explained.code, Some(1));
}

#[test]
fn a_star_is_every_crawler_that_no_group_names() {
    let text = b"user-agent: *\ndisallow: /\n";
    run(&["explain", "-", "--agent", "*", "/"], text).gives(
        1,
        "crawler   every crawler that no group names\n\
         group     line 1  User-agent: *  (no group names this crawler)\n\
         URL       /\n\
         rules     line 2  length 1  Disallow: /  (decides: no other matches)\n\
         verdict   disallowed by line 2: Disallow: /\n",
    );
}
