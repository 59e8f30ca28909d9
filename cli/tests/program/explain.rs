//! `robots explain`.

use serde_json::json;

use crate::run::run;

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
         delay     2 s between two fetches\n\
         URL       /search/about?sort=1\n\
         rules     line 13  pattern length 13  Allow: /search/about  (decides: the longest)\n          \
                   line  7  pattern length 9   Disallow: /*?*sort=\n          \
                   line  5  pattern length 7   Disallow: /search\n\
         verdict   allowed by line 13: Allow: /search/about\n",
    );
}

#[test]
fn a_group_that_joins_the_next_is_shown() {
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
                   also applies to CopyBot (line 38) and ScrapeBot/2.0 (line 39)\n\
         delay     30 s between two fetches\n\
         URL       /\n\
         rules     line 40  pattern length 1  Disallow: /  (decides: the only match)\n\
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
         rules     line 3  pattern length 2  Allow: /a  (decides: the first of the longest)\n          \
                   line 4  pattern length 2  Allow: /%61\n          \
                   line 2  pattern length 2  Disallow: /a*\n\
         verdict   allowed by line 3: Allow: /a\n",
    );
    run_with("google").gives(
        1,
        "crawler   x\n\
         group     line 1  User-agent: *  (no group names this crawler)\n\
         URL       /a\n\
         rules     line 2  pattern length 3  Disallow: /a*  (decides: the longest)\n          \
                   line 3  pattern length 2  Allow: /a\n\
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
         rules     line 3  pattern length 2  Allow: /a  (decides: allow wins over disallow)\n          \
                   line 2  pattern length 2  Disallow: /a\n\
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
         verdict   allowed: no rule in a-b's group matches\n",
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
         verdict   allowed: no rule in a's group matches\n",
    );
    run(&["explain", "-", "--agent", "e-x", "/y"], text).gives(
        0,
        "crawler   e-x\n\
         group     line 6  User-agent: e  (a more general name; no group names this crawler exactly)\n          \
                   also applies to c (line 4), d (line 5), f (line 7) and 1 more\n\
         URL       /y\n\
         rules     none\n\
         verdict   allowed: no rule in e's more general group matches\n",
    );
    run(&["explain", "-", "--agent", "x", "/y"], text).gives(
        0,
        "crawler   x\n\
         group     none: no group names this crawler or *\n\
         URL       /y\n\
         rules     none\n\
         verdict   allowed: no group applies to this crawler\n",
    );
}

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
fn robots_txt_is_exempt() {
    run(
        &["explain", "-", "--agent", "x", "/robots.txt"],
        b"user-agent: x\ndisallow: /",
    )
    .gives(
        0,
        "crawler   x\n\
         group     line 1  User-agent: x  (names this crawler)\n\
         URL       /robots.txt\n\
         rules     none needed\n\
         verdict   allowed: /robots.txt is always allowed\n",
    );
}

#[test]
fn control_characters_are_escaped() {
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
fn a_star_means_every_unnamed_crawler() {
    let text = b"user-agent: *\ndisallow: /\n";
    run(&["explain", "-", "--agent", "*", "/"], text).gives(
        1,
        "crawler   every crawler that no group names\n\
         group     line 1  User-agent: *  (no group names this crawler)\n\
         URL       /\n\
         rules     line 2  pattern length 1  Disallow: /  (decides: the only match)\n\
         verdict   disallowed by line 2: Disallow: /\n",
    );
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
    assert!(run.output.contains("and 44990 more that match\n"));
}
