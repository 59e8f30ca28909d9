//! `robots diff`.

use serde_json::{Value, json};

use crate::run::{TemporaryFile, run};

const SAMPLE: &str = "tests/data/robots.txt";

/// Returns the exit code and the output for two files.
fn differ(old: &str, new: &str, options: &[&str]) -> (Option<i32>, String) {
    let file = TemporaryFile::new(&format!("diff-{}-{}", old.len(), new.len()), old.as_bytes());
    let run = run(
        &[&["diff", file.name(), "-"], options].concat(),
        new.as_bytes(),
    );
    assert_eq!(run.complaint, "");
    (run.code, run.output)
}

#[test]
fn a_change_is_shown_with_the_deciding_rules() {
    let old = "user-agent: *\ndisallow: /staff/\nuser-agent: a\nuser-agent: b\ndisallow: /x\n";
    let new = "user-agent: *\ndisallow: /\nallow: /staff/o*.html$\nuser-agent: a\ndisallow: /x*\n";
    let shown = "\
disallowed  for example /  for b and every other crawler
    before  allowed: no rule matches
    after   disallowed by line 2: Disallow: /
allowed     for example /staff/o.html  for every other crawler
    before  disallowed by line 2: Disallow: /staff/
    after   allowed by line 3: Allow: /staff/o*.html$
";
    assert_eq!(differ(old, new, &[]), (Some(1), shown.to_owned()));
}

#[test]
fn moved_lines_are_not_a_difference() {
    let old = "user-agent: a\nuser-agent: *\ndisallow: /a\ndisallow: /%7eb\n";
    let new = "user-agent: *\ndisallow: /~b\ndisallow: /a*\ndisallow: /ab\n";
    let same = "unchanged for a and every other crawler\n";
    assert_eq!(differ(old, new, &[]), (Some(0), same.to_owned()));
    assert_eq!(differ(old, new, &["--json"]), (Some(0), String::new()));
    let same = "unchanged for every crawler that no group names\n";
    assert_eq!(
        differ(old, new, &["--agent", "*"]),
        (Some(0), same.to_owned())
    );
    run(&["diff", SAMPLE, SAMPLE], b"").gives(
        0,
        "unchanged for HarbourBot, HarbourBot-Images, Googlebot (search engines), Googlebot-News (search engines) and 6 more\n",
    );
}

#[test]
fn json_has_an_object_per_change() {
    let file = TemporaryFile::new("diff-objects", b"user-agent: Own\ndisallow: /a/\n");
    let run = run(
        &["diff", file.name(), "-", "--json"],
        b"user-agent: *\ndisallow: /a/b\n",
    );
    run.exits(1);
    let rule =
        |line: u32, pattern: &str| json!({ "line": line, "kind": "disallow", "pattern": pattern });
    let by = |line: u32, pattern: &str| {
        json!({
            "allowed": false,
            "rule": rule(line, pattern),
            "explanation": format!("disallowed by line {line}: Disallow: {pattern}"),
        })
    };
    let allowed = |why: &str| json!({ "allowed": true, "rule": Value::Null, "explanation": why });
    assert_eq!(
        run.objects(),
        [
            json!({
                "agents": ["Own"],
                "purposes": [Value::Null],
                "change": "allowed",
                "url": "/a/",
                "before": by(2, "/a/"),
                "after": allowed("allowed: no rule matches"),
            }),
            json!({
                "agents": ["*"],
                "purposes": [Value::Null],
                "change": "disallowed",
                "url": "/a/b",
                "before": allowed("allowed: no rule matches"),
                "after": by(2, "/a/b"),
            }),
        ]
    );
}

#[test]
fn only_the_requested_crawlers_are_compared() {
    let old = "user-agent: Bot\ndisallow: /\n";
    let agents = |options: &[&str]| {
        let (_, output) = differ(old, "", &[options, &["--json"]].concat());
        let objects = output
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        objects
            .flat_map(|object| object["agents"].as_array().unwrap().clone())
            .map(|agent| agent.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(agents(&[]), ["Bot"]);
    assert_eq!(agents(&["--agent", "other"]), [""; 0]);
    assert_eq!(
        agents(&["--agent", "Bot/1.0", "--agent", "bot-news"]),
        ["Bot", "bot-news"]
    );
    assert_eq!(
        agents(&["--agent", "bot-news", "--no-agent-fallback"]),
        [""; 0]
    );
    assert_eq!(
        agents(&["--agent", "bot-news", "--dialect", "google"]),
        [""; 0]
    );
    assert_eq!(agents(&["--agent", "BOT", "--dialect", "google"]), ["BOT"]);
}

#[test]
fn an_undecided_comparison_is_reported() {
    // Whatever the new rule and a piece match, one of the longer rules allows. To prove that, the
    // comparison would have to visit every combination of half-matched pieces.
    let mut old = "user-agent: *\ndisallow: /\nallow: /*-*xxxxxxxx*y*z\nallow: /*xxxxxxxx*-*y*z\n\
                   allow: /*xxxxxxxx*y*-*z\n"
        .to_owned();
    for letter in b'a'..=b'w' {
        for digit in 0..4 {
            let piece = format!("{}{digit}", char::from(letter));
            old += &format!("allow: /*-*{piece}*{piece}*{piece}\n");
        }
    }
    let new = format!("{old}disallow: /*xxxxxxxx*y*z$\n");
    let file = TemporaryFile::new("diff-undecided", old.as_bytes());
    let complaint =
        "not decided for every crawler that no group names: finding all changes would take too m";
    run(&["diff", file.name(), "-"], new.as_bytes()).fails(complaint, "");
    run(&["diff", file.name(), "-", "--json"], new.as_bytes()).fails("not decided", "");
}

#[test]
fn contents_of_a_file_are_escaped() {
    let new = "user-agent: *\ndisallow: /a\u{1b}[31m\u{202e}\n".to_owned();
    let (code, output) = differ("", &new, &[]);
    assert_eq!(code, Some(1));
    assert!(output.contains("/a%1B[31m%E2%80%AE"), "{output}");
    assert!(
        output.contains(r"Disallow: /a\u{1b}[31m\u{202e}"),
        "{output}"
    );
}

/// Every crawler has a different verdict, but the report contains the long rule only once.
#[test]
fn the_size_is_linear_in_the_files() {
    let crawlers = 20;
    let named = |number: usize| format!("user-agent: a{number}\n");
    let agents: String = (0..crawlers).map(named).collect();
    let rules = |number| format!("{}allow: /a\n", named(number));
    let old: String = (0..crawlers).map(rules).collect();
    let new = format!("{agents}disallow: /{}\n", "a".repeat(50_000));
    for options in [&[][..], &["--json"]] {
        let (code, output) = differ(&old, &new, options);
        assert_eq!(code, Some(1));
        assert!(output.contains("/aaa"));
        assert!(output.contains("a19"));
        assert!(output.len() < crawlers * 15_000, "{} bytes", output.len());
    }
}

#[test]
fn crawlers_that_share_an_answer_are_listed_together() {
    let old = "user-agent: a\nuser-agent: b\ndisallow: /x\nuser-agent: c\nallow: /\n";
    let new = "user-agent: b\nallow: /y\n";
    let (_, output) = differ(old, new, &["--json"]);
    let object: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(object["agents"], json!(["a", "b"]));
    assert_eq!(object["url"], json!("/x"));
}

/// The long rule is given once, however the crawlers differ.
#[test]
fn a_long_rule_is_given_once() {
    let crawlers = 300;
    let named = |number: usize| format!("user-agent: a{number}\n");
    let agents: String = (0..crawlers).map(named).collect();
    let old = format!("{agents}disallow: /{}\n", "a".repeat(4_000));
    let each =
        |rule: &str| -> String { (0..crawlers).map(|number| named(number) + rule).collect() };
    for new in [
        String::new(),
        each("allow: /b\n"),
        each(&format!("allow: /a{}\n", "*".repeat(20))),
    ] {
        for options in [&[][..], &["--json"]] {
            let (code, output) = differ(&old, &new, options);
            assert_eq!(code, Some(1));
            assert!(
                output.contains(&"a".repeat(3_000)),
                "the rule is given in full"
            );
            let size = old.len() + new.len();
            assert!(output.len() < 40 * size, "{} bytes of {size}", output.len());
        }
    }
}

#[test]
fn crawlers_are_named_with_their_purpose() {
    let (_, output) = differ("user-agent: GPTBot\ndisallow: /\n", "", &[]);
    assert!(output.contains("for GPTBot (AI training)\n"), "{output}");
    let (_, output) = differ("user-agent: GPTBot\ndisallow: /\n", "", &["--json"]);
    assert!(output.contains(r#""purposes":["ai-training"]"#), "{output}");
}

#[test]
fn changed_records_are_listed_separately() {
    let old = "user-agent: a\ncrawl-delay: 2\ndisallow: /x\nsitemap: https://a.example/1\n";
    let new = "sitemap: https://a.example/2\nuser-agent: a\ndisallow: /x\ncrawl-delay: 3\n";
    let shown = "\
unchanged for a and every other crawler
removed     sitemap: https://a.example/1  (line 4)
removed     crawl-delay: 2 for a  (line 2)
added       sitemap: https://a.example/2  (line 1)
added       crawl-delay: 3 for a  (line 4)
";
    assert_eq!(differ(old, new, &[]), (Some(0), shown.to_owned()));
    assert_eq!(differ(old, new, &["--json"]), (Some(0), String::new()));
    let (_, output) = differ(old, new, &["--json", "--records"]);
    let second = r#"{"agents":["a"],"change":"removed","url":null,"field":"crawl-delay","value":"2","line":2}"#;
    assert_eq!(output.lines().nth(1), Some(second));
}

#[test]
fn changes_are_annotations_and_markdown() {
    let old = "user-agent: *\ndisallow: /a|b\n";
    let new = "user-agent: *\ndisallow: /c`d\n";
    let (code, output) = differ(old, new, &["--format", "markdown"]);
    assert_eq!(code, Some(1));
    assert!(
        output.starts_with("| change | for example | crawlers | before | after |\n|---|"),
        "{output}"
    );
    assert!(
        output.contains(r"`disallowed by line 2: Disallow: /a\|b`"),
        "{output}"
    );
    assert!(
        output.contains("`` disallowed by line 2: Disallow: /c`d ``"),
        "{output}"
    );
    let file = TemporaryFile::new("diff-github", new.as_bytes());
    let run = run(
        &["diff", "-", file.name(), "--format", "github"],
        old.as_bytes(),
    );
    let place = format!(
        "::warning file={},line=2,title=newly disallowed::",
        file.name()
    );
    run.shows(&place);
    assert!(
        run.output.contains("for example /c%60d%0Abefore")
            || run.output.contains("%0Abefore: allowed"),
        "{}",
        run.output
    );
}

/// `check` has the same remark.
#[test]
fn a_known_crawler_that_is_affected_differently_is_remarked_upon() {
    let new = "user-agent: Googlebot\nallow: /\nuser-agent: *\ndisallow: /\n";
    let empty = TemporaryFile::new("diff-empty", b"");
    let differs = |agent: &str, new: &str| {
        run(
            &["diff", empty.name(), "-", "--agent", agent],
            new.as_bytes(),
        )
    };
    let same = "unchanged for AdsBot-Google (advertising)\n";
    let shown = "\
disallowed  for example /  for AdsBot-Google (advertising)
    before  allowed: no rule matches
    after   disallowed by line 4: Disallow: /
";
    differs("AdsBot-Google", new).remarks(
        1,
        "AdsBot-Google is documented to read robots.txt differently: / is allowed for it \
         (see --crawler AdsBot-Google)",
        shown,
    );
    // To Google, the last `*` counts.
    let new = "user-agent: *\nallow: /fish\ndisallow: /fish*\n";
    differs("Googlebot", new).remarks(
        0,
        "/fish is disallowed for it (see --crawler Googlebot)",
        "unchanged for Googlebot (search engines)\n",
    );
    // There is no remark if both answers agree.
    let new = "user-agent: AdsBot-Google\ndisallow:\n";
    differs("AdsBot-Google", new).gives(0, same);
}
