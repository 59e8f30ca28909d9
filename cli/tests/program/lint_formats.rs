//! `robots lint` for editors and CI: output formats, and the selection of diagnostics.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::run::{Run, TemporaryFile, run};
use crate::server::{Server, redirect, response};

const SAMPLE: &str = "tests/data/robots.txt";

fn lint(options: &[&str], text: &[u8]) -> Run {
    run(&[&["lint", "-"], options].concat(), text)
}

/// Returns the codes and severities reported for a text.
#[track_caller]
fn reported(options: &[&str], text: &[u8], code: i32) -> Vec<(String, String)> {
    let run = lint(&[&["--json"], options].concat(), text);
    run.exits(code);
    let field = |object: &Value, key: &str| object[key].as_str().expect(key).to_owned();
    let objects = run.objects().into_iter();
    objects
        .map(|object| (field(&object, "code"), field(&object, "severity")))
        .collect()
}

/// A warning, two notes, and another warning.
const MIXED: &[u8] =
    b"user-agent: *\nhost: a\ndisallow: /a\ndisallow: /a\ndisallow: /%\nfoo: bar\n";

#[test]
fn codes_can_be_selected() {
    const TYPO: &str = "unknown-field";
    const HOST: &str = "unsupported-field";
    const NEVER: &str = "rule-never-wins";
    const PERCENT: &str = "bad-percent-encoding";
    type Reported<'a> = &'a [(&'a str, &'a str)];
    // If a code is both denied and allowed, it is reported, because a false alarm is better than
    // silence.
    let warnings: Reported<'_> = &[(PERCENT, "warning"), (TYPO, "warning")];
    let notes: Reported<'_> = &[(HOST, "note"), (NEVER, "note")];
    let all = [notes, warnings].concat();
    let percent = &warnings[..1];
    let cases: [(&[&str], i32, Reported<'_>); 9] = [
        (&[], 1, &all),
        (&["--severity", "warning"], 1, warnings),
        (&["--severity", "error"], 0, &[]),
        (&["--only", PERCENT], 1, percent),
        (&["--only", "rule-never-wins,unsupported-field"], 0, notes),
        (&["--allow", PERCENT, "--allow", TYPO], 0, notes),
        (
            &["--deny", NEVER, "--severity", "error"],
            1,
            &[(NEVER, "error")],
        ),
        (
            &["--only", PERCENT, "--allow", PERCENT, "--deny", PERCENT],
            1,
            &[(PERCENT, "error")],
        ),
        (&["--only", PERCENT, "--deny", TYPO], 1, percent),
    ];
    for (options, code, expected) in cases {
        let reported = reported(options, MIXED, code);
        let reported: Vec<_> = reported
            .iter()
            .map(|(code, severity)| (code.as_str(), severity.as_str()))
            .collect();
        assert_eq!(reported, expected, "{options:?}");
    }
    let run = lint(&["--only", "nothing"], MIXED);
    assert_eq!(run.code, Some(2));
    run.complains("bad-percent-encoding");
}

#[test]
fn levels_are_counted() {
    for (options, code, counts) in [
        ("", 1, "standard input: 2 warnings, 2 notes"),
        (
            "--deny unknown-field",
            1,
            "standard input: 1 error, 1 warning, 2 notes",
        ),
        (
            "--deny unknown-field,bad-percent-encoding",
            1,
            "standard input: 2 errors, 2 notes",
        ),
        (
            "--severity warning",
            1,
            "standard input: 2 warnings, 2 less severe not shown",
        ),
        (
            "--severity error",
            0,
            "standard input: 4 less severe not shown",
        ),
        ("--fail-on error", 0, "standard input: 2 warnings, 2 notes"),
        (
            "--fail-on error --deny rule-never-wins",
            1,
            "standard input: 1 error, 2 warnings, 1 note",
        ),
        (
            "--only unsupported-field",
            0,
            "standard input: no warnings, 1 note",
        ),
        ("--format github", 1, "1 file checked: 2 warnings, 2 notes"),
    ] {
        let run = lint(&options.split_whitespace().collect::<Vec<_>>(), MIXED);
        run.exits(code);
        assert_eq!(run.output.lines().last(), Some(counts), "{options}");
    }
}

#[test]
fn github_annotates_the_file() {
    let file = TemporaryFile::new(
        "odd,name: 100%",
        b"user-agent: *\ndisallow: /%\ndisallow: \xC2\xA0x%0A,y::z\n",
    );
    let run = run(&["lint", "--format", "github", file.name()], b"");
    run.exits(1);
    let name = file
        .name()
        .replace('%', "%25")
        .replace(':', "%3A")
        .replace(',', "%2C");
    let expected = [
        format!(
            "::warning file={name},line=2,endLine=2,col=12,endColumn=13,title=bad-percent-encoding::this rule only matches URLs with a `%25` here"
        ),
        format!(
            "::warning file={name},line=3,endLine=3,col=11,endColumn=12,title=non-ascii-space::this rule probably matches nothing, because a no-break space"
        ),
        format!(
            "::warning file={name},line=3,endLine=3,col=12,endColumn=21,title=no-leading-slash::this rule matches \
             nothing, because `x%250A,y::z` starts with neither `/` nor `*`%0Ahelp: write `/x%250A,y::z`"
        ),
    ];
    for annotation in expected {
        let is_there = run.output.lines().any(|line| line.starts_with(&annotation));
        assert!(is_there, "{annotation}: {}", run.output);
    }
}

#[test]
fn github_annotations_have_levels_and_merge_similar_ones() {
    let text = b"user-agent: *\nnoindex: /a\nhost: x\nnoindex: /b\ndisallow: /%\n";
    let run = lint(
        &["--format", "github", "--deny", "bad-percent-encoding"],
        text,
    );
    let lines: Vec<_> = run.output.lines().collect();
    assert_eq!(lines.len(), 4, "{run:?}");
    // Standard input cannot be annotated as a file.
    assert!(
        lines[0].starts_with(
            "::notice title=unsupported-field::standard input:2: Google has ignored `noindex` since 2019"
        ),
        "{run:?}"
    );
    assert!(lines[0].contains("(and 1 similar line)"), "{run:?}");
    assert!(
        lines[1].starts_with("::notice title=unsupported-field::standard input:3: "),
        "{run:?}"
    );
    assert!(
        lines[2].starts_with("::error title=bad-percent-encoding::"),
        "{run:?}"
    );
}

/// Returns the parsed log after checking it against the requirements of the SARIF standard.
#[track_caller]
fn sarif(arguments: &[&str], text: &[u8]) -> (Run, Value) {
    let run = run(&[&["lint", "--format", "sarif"], arguments].concat(), text);
    let log: Value = serde_json::from_str(&run.output).expect("one JSON value");
    let keys = |object: &Value, required: &[&str], allowed: &[&str]| {
        let keys: BTreeSet<_> = object
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect();
        for key in required {
            assert!(keys.contains(*key), "{key} of {object}");
        }
        for key in &keys {
            let key = key.as_str();
            assert!(
                required.contains(&key) || allowed.contains(&key),
                "{key} of {object}"
            );
        }
    };
    keys(&log, &["$schema", "version", "runs"], &[]);
    assert_eq!(log["version"], "2.1.0");
    let [the_run] = &log["runs"].as_array().expect("runs")[..] else {
        panic!("one run")
    };
    keys(
        the_run,
        &[
            "tool",
            "columnKind",
            "newlineSequences",
            "results",
            "invocations",
        ],
        &[],
    );
    assert_eq!(the_run["columnKind"], "unicodeCodePoints");
    let address = the_run["tool"]["driver"]["informationUri"].as_str();
    assert!(address.is_some_and(|address| address.starts_with("https://")));
    let rules = the_run["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules");
    for rule in rules {
        keys(
            rule,
            &[
                "id",
                "name",
                "shortDescription",
                "help",
                "defaultConfiguration",
            ],
            &[],
        );
    }
    let message = |message: &Value| {
        keys(message, &["text"], &[]);
        let text = message["text"].as_str().expect("text");
        let single = text.replace("{{", "").replace("}}", "");
        assert!(!single.contains(['{', '}']), "placeholders in {text}");
        for (at, _) in text.match_indices("](") {
            let backslashes = text[..at].len() - text[..at].trim_end_matches('\\').len();
            assert_eq!(backslashes % 2, 1, "a link in {text}");
        }
    };
    let location = |location: &Value| {
        let place = &location["physicalLocation"];
        keys(place, &["artifactLocation", "region"], &[]);
        assert!(place["artifactLocation"]["uri"].is_string());
        let region = &place["region"];
        keys(region, &["startLine"], &["startColumn", "endColumn"]);
        for (_, number) in region.as_object().expect("a region") {
            assert!(number.as_u64().is_some_and(|number| number > 0), "{region}");
        }
    };
    for result in the_run["results"].as_array().expect("results") {
        keys(
            result,
            &[
                "ruleId",
                "ruleIndex",
                "level",
                "message",
                "locations",
                "relatedLocations",
            ],
            &["fixes"],
        );
        for change in result["fixes"][0]["artifactChanges"]
            .as_array()
            .into_iter()
            .flatten()
        {
            keys(change, &["artifactLocation", "replacements"], &[]);
            for replacement in change["replacements"].as_array().expect("replacements") {
                keys(replacement, &["deletedRegion", "insertedContent"], &[]);
                keys(
                    &replacement["deletedRegion"],
                    &["byteOffset", "byteLength"],
                    &[],
                );
            }
        }
        let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        message(&result["message"]);
        for place in result["locations"].as_array().expect("locations") {
            keys(place, &["physicalLocation"], &[]);
            location(place);
        }
        for place in result["relatedLocations"].as_array().expect("related") {
            keys(place, &["physicalLocation", "message"], &[]);
            message(&place["message"]);
            location(place);
        }
    }
    let invocation = &the_run["invocations"][0];
    for notification in invocation["toolExecutionNotifications"]
        .as_array()
        .expect("some")
    {
        message(&notification["message"]);
    }
    assert_eq!(
        invocation["executionSuccessful"],
        json!(run.code != Some(2)),
        "{run:?}"
    );
    (run, log)
}

#[test]
fn sarif_has_messages_and_locations() {
    let (run, log) = sarif(&[SAMPLE], b"");
    run.exits(1);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let joined = results
        .iter()
        .find(|result| result["ruleId"] == "joined-run")
        .unwrap();
    assert_eq!(joined["level"], "warning");
    assert_eq!(
        joined["locations"],
        json!([{ "physicalLocation": {
            "artifactLocation": { "uri": SAMPLE },
            "region": { "startLine": 38, "startColumn": 1, "endColumn": 20 },
        }}])
    );
    let related: Vec<_> = joined["relatedLocations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| {
            (
                &place["message"]["text"],
                &place["physicalLocation"]["region"]["startLine"],
            )
        })
        .collect();
    assert_eq!(
        related,
        [
            (&json!("this group continues"), &json!(34)),
            (&json!("this line does not end it"), &json!(35)),
            (&json!("this applies to all of them"), &json!(40)),
        ]
    );
    // Similar diagnostics form one result, with the other lines as related locations.
    let (_, log) = sarif(&["-"], b"user-agent: *\nhost: a\nhost: b\ndisallow: /x\n");
    let [host] = &log["runs"][0]["results"].as_array().unwrap()[..] else {
        panic!("{log}")
    };
    let similar = &host["relatedLocations"][0]["physicalLocation"]["region"];
    assert_eq!(similar["startLine"], 3);
}

#[test]
fn sarif_of_odd_files() {
    let odd = "\u{feff}f\u{1b}oo{0}: x\ruser-agent: [a](https://evil.example/)\r\n\u{e9}\u{a0}disallow: {x}\n\
               disallow: [a](b)\ndisallow: [a\\](b)[c\\\\](d)\n\u{2028}bar: x";
    let (run, log) = sarif(&["-", "--deny", "unknown-field"], odd.as_bytes());
    assert_eq!(run.code, Some(1));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let regions: Vec<_> = results
        .iter()
        .filter(|result| result["level"] == "error")
        .flat_map(|result| {
            let related = result["relatedLocations"].as_array().unwrap();
            [&result["locations"][0]].into_iter().chain(related)
        })
        .map(|location| &location["physicalLocation"]["region"])
        .collect();
    assert_eq!(
        regions,
        [
            // A byte order mark does not count as a column.
            &json!({ "startLine": 1, "startColumn": 1, "endColumn": 8 }),
            &json!({ "startLine": 3, "startColumn": 1, "endColumn": 11 }),
            &json!({ "startLine": 6, "startColumn": 1, "endColumn": 5 }),
        ]
    );
    sarif(&["-"], b"");
    sarif(&["-"], b"\xFF\xFEu\0");
    sarif(&["-", "--byte-limit", "5"], b"user-agent: *\ndisallow: /\n");
    let odd = TemporaryFile::new("odd name%[1]:2", b"foo: x\n");
    let (_, log) = sarif(&[odd.name()], b"");
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = location["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///"), "{uri}");
    assert!(uri.ends_with("odd%20name%25%5B1%5D%3A2"), "{uri}");
}

#[test]
fn sarif_reports_unreadable_files() {
    let (run, log) = sarif(&["tests/data/none.txt", SAMPLE], b"");
    assert_eq!(run.code, Some(2));
    let told =
        &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert!(
        told.as_str()
            .unwrap()
            .starts_with("cannot read tests/data/none.txt: "),
        "{told}"
    );
    assert!(log["runs"][0]["results"].as_array().unwrap().len() > 5);
}

#[test]
fn codes_are_listed_and_explained() {
    let list = run(&["lint", "--codes"], b"");
    list.exits(0);
    list.shows("\nunsupported-field ");
    let objects = run(&["lint", "--codes", "--json"], b"").objects();
    assert_eq!(objects.len(), list.output.lines().count());
    for object in objects {
        let code = object["code"].as_str().unwrap();
        assert!(list.output.contains(&format!("{code} ")), "{code}");
        let explained = run(&["lint", "--explain", code], b"");
        explained.exits(0);
        let severity = object["severity"].as_str().unwrap();
        let title = format!("{code}  {severity}\n\n");
        explained.begins(&title);
        assert!(!explained.output.contains("```"), "{explained:?}");
        assert!(explained.output.lines().count() > 3, "{explained:?}");
        assert!(
            explained
                .output
                .lines()
                .all(|line| line.chars().count() <= 100),
            "{explained:?}"
        );
    }
    let unknown = run(&["lint", "--explain", "joined"], b"");
    assert_eq!(unknown.code, Some(2));
    unknown.complains("joined-run");
}

#[test]
fn the_robots_txt_of_a_url_is_fetched() {
    let server = Server::new([
        ("/robots.txt", redirect(301, "/other.txt")),
        (
            "/other.txt",
            response("200 OK", "user-agent: *\ndisallow: a\n"),
        ),
    ]);
    let found = run(&["lint", &server.url("/a/page?x")], b"");
    found.exits(1);
    let place = format!(" --> {}:2:11\n", server.url("/robots.txt"));
    found.shows(&place);
    found.ends(&format!("\n{}: 1 warning\n", server.url("/robots.txt")));
    let objects = run(&["lint", "--json", &server.url("/")], b"").objects();
    assert_eq!(objects[0]["file"], server.url("/robots.txt"));
    // The limit causes a diagnostic, but the whole file is fetched.
    let cut = run(&["lint", "--byte-limit", "20", &server.url("/")], b"");
    cut.shows("warning[input-cut]");
}

#[test]
fn a_url_without_a_file_is_a_failure() {
    let missing = Server::robots_txt(response("404 Not Found", "no"));
    let run_with = |url: &str| run(&["lint", url, "-"], b"user-agent: *\ndisallow: /a\n");
    let rest = "standard input: no warnings\n1 file checked: no warnings\n";
    run_with(&missing.url("/")).fails(
        "/robots.txt: no robots.txt to check: robots.txt returned 404",
        rest,
    );
    let broken = Server::robots_txt(crate::server::raw("nonsense\r\n\r\n"));
    run_with(&broken.url("/")).fails("/robots.txt: ", rest);
}
