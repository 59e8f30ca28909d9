//! `robots lint`.

use serde_json::{Value, json};

use crate::run::{TemporaryFile, finish, program, run};

const SAMPLE: &str = "tests/data/robots.txt";

/// Returns the codes and lines of the diagnostics for `text`.
#[track_caller]
fn found(text: &[u8], options: &[&str]) -> Vec<(Value, Value)> {
    let run = run(&[&["lint", "-", "--json"], options].concat(), text);
    assert_eq!(run.complaint, "");
    let objects = run.objects().into_iter();
    objects
        .map(|object| (object["code"].clone(), object["line"].clone()))
        .collect()
}

#[test]
fn a_joined_run_is_shown_with_all_its_lines() {
    let text =
        b"User-agent: CalmBot\nCrawl-delay: 30\n\n# Stay away.\nUser-agent: CopyBot\nDisallow: /\n";
    let run = run(&["lint", "-"], text);
    run.exits(1);
    let shown = "\
warning[joined-run]: `Disallow: /` on line 6 also blocks `CalmBot` (line 1), because no rule separates the two groups
 --> standard input:5:1
  |
1 | User-agent: CalmBot
  | ------------------- this group continues
2 | Crawl-delay: 30
  | --------------- this line does not end it
...
5 | User-agent: CopyBot
  | ^^^^^^^^^^^^^^^^^^^
6 | Disallow: /
  | ----------- this applies to all of them
  |
  = help: write `Disallow:` before this line if the crawlers above should have their own group (this allows `/` for `CalmBot`)
";
    run.shows(shown);
    run.ends("\nstandard input: 1 warning\n");
}

#[test]
fn the_sample_has_the_expected_mistakes() {
    let run = run(&["lint", SAMPLE, "--json"], b"");
    run.exits(1);
    let warnings: Vec<_> = run
        .objects()
        .into_iter()
        .filter(|object| object["severity"] == "warning" && object["code"] != "rule-never-wins")
        .map(|object| (object["code"].clone(), object["line"].clone()))
        .collect();
    assert_eq!(
        warnings,
        [
            (json!("joined-run"), json!(38)),
            (json!("field-typo"), json!(43)),
            (json!("no-leading-slash"), json!(44)),
            (json!("comment-cuts-value"), json!(45)),
            (json!("sitemap-not-absolute"), json!(53)),
        ]
    );
}

#[test]
fn json_has_spans_and_related_lines() {
    let run = run(
        &["lint", "-", "--json"],
        b"user-agent: *\r\nallow: /a\r\ndisallow: /%61\r\n",
    );
    assert_eq!(run.code, Some(1));
    let [object] = &run.objects()[..] else {
        panic!("{run:?}")
    };
    for (key, expected) in [
        ("file", json!("-")),
        ("line", json!(3)),
        ("span", json!({ "start": 26, "end": 40 })),
        ("severity", json!("warning")),
        ("code", json!("rule-never-wins")),
    ] {
        assert_eq!(object[key], expected, "{key} of {object}");
    }
    assert_eq!(object["related"][0]["line"], 2);
    assert_eq!(
        object["related"][0]["span"],
        json!({ "start": 15, "end": 24 })
    );
    for key in ["message", "advice"] {
        assert!(
            object[key].as_str().is_some_and(|text| text.len() > 10),
            "{key} of {object}"
        );
    }
}

#[test]
fn the_dialect_matters() {
    let text = b"user-agent: *\nallow: /fish\ndisallow: /fish*\n";
    assert_eq!(found(text, &[]), [(json!("rule-never-wins"), json!(3))]);
    let google = found(text, &["--dialect", "google"]);
    assert!(
        !google.contains(&(json!("rule-never-wins"), json!(3))),
        "{google:?}"
    );
}

#[test]
fn text_beyond_the_limit_is_a_lint_warning() {
    let text = b"user-agent: *\ndisallow: /a\ndisallow: /b\n";
    assert_eq!(
        found(text, &["--byte-limit", "27"]),
        [(json!("input-cut"), json!(3))]
    );
    assert_eq!(found(text, &["--byte-limit", "none"]), []);
    let long = [&text[..], &b"#".repeat(600_000)].concat();
    assert!(found(&long, &[]).contains(&(json!("input-cut"), json!(4))));
}

#[test]
fn odd_bytes_and_line_ends_do_not_shift_the_marks() {
    let text = b"user-agent: *\rdisallow: /\xe9\x1b[31m\xe9\r\n\rdisallow: x\xe9y\x9b # z\ndisallow: /\xe9\x1b[31m\xe9";
    let run = run(&["lint", "-"], text);
    assert_eq!(run.code, Some(1));
    let shown = "
4 | disallow: x\u{fffd}y\u{fffd} # z
  |           ^^^^
";
    run.shows(shown);
    // Lines 2 and 5 repeat the rule.
    run.shows("\n2 | disallow: /\u{fffd}\\u{1b}[31m\u{fffd}\n");
    let is_obeyed = |character: char| character.is_control() && character != '\n';
    assert!(!run.output.contains(is_obeyed), "{}", run.output);
}

#[test]
fn distant_lines_and_long_lines_are_excerpts() {
    let pattern = "a".repeat(100_000);
    let other = "# nothing\n".repeat(50);
    let text = format!("user-agent: *\nallow: /{pattern}\n{other}disallow: /{pattern}\n");
    let run = run(&["lint", "-"], text.as_bytes());
    run.shows("warning[rule-never-wins]");
    let first = run.output.find("\n2  | allow: /aaa").unwrap();
    let last = run.output.find("\n...\n53 | disallow: /aaa").unwrap();
    assert!(first < last, "{}", run.output);
    assert!(run.output.len() < 2_000, "{} bytes", run.output.len());
}

#[test]
fn a_long_line_is_cut_on_both_sides_of_the_mark() {
    let long = "é".repeat(5_000);
    let text = format!("user-agent: *\ndisallow: /{long}$ü{long}\n");
    let run = run(&["lint", "-"], text.as_bytes());
    let shown = format!(
        "\
 --> standard input:2:5012
  |
2 | …{0}$ü{1}…
  |  {2}^
",
        "é".repeat(37),
        "é".repeat(75),
        " ".repeat(37)
    );
    run.shows(&shown);
}

/// A thousand diagnostics on one line do not repeat the line a thousand times.
#[test]
fn a_report_is_linear_in_the_file() {
    type Family = (&'static str, fn(usize) -> String);
    let families: [Family; 5] = [
        ("byte order marks on one line", |n| {
            format!("disallow: /{}", "\u{feff}".repeat(n))
        }),
        ("one long line with all there is", |n| {
            format!(
                "foo: x\nuser-agent: *\ndisallow: /../\\%$#{}",
                "x".repeat(n)
            )
        }),
        ("unknown fields", |n| "foo: x\n".repeat(n)),
        ("runs that go on, and a long rule", |n| {
            let joints: String = (0..n)
                .map(|number| format!("user-agent: a{number}\nfoo\n"))
                .collect();
            format!("{joints}disallow: /{}", "x".repeat(10 * n))
        }),
        ("long rules that never win", |n| {
            let rules = "disallow: /x\n".repeat(n);
            format!("user-agent: *\nallow: /x{}\n{rules}", "*".repeat(5 * n))
        }),
    ];
    for (name, family) in families {
        let (short, long) = (family(500), family(2_000));
        for options in [
            &[][..],
            &["--json"],
            &["--format", "github"],
            &["--format", "sarif"],
        ] {
            let size = |text: &str| {
                let run = run(&[&["lint", "-"], options].concat(), text.as_bytes());
                run.exits(1);
                run.output.len()
            };
            let (short_size, long_size) = (size(&short), size(&long));
            assert!(
                long_size <= 5 * short_size,
                "{name}, {options:?}: {short_size} and {long_size} bytes"
            );
            assert!(
                long_size <= 20_000 + 400 * long.len(),
                "{name}, {options:?}: {long_size} bytes"
            );
        }
    }
}

/// Characters that control a terminal, change the direction of a line or end it are escaped
/// wherever they occur.
#[test]
fn no_control_character_of_a_file_is_written() {
    let obeyed = ('\0'..='\u{9f}')
        .filter(|character| character.is_control() && !matches!(character, '\n' | '\r'))
        .chain(['\u{2028}', '\u{2029}'])
        .chain('\u{202a}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}');
    for character in obeyed {
        let c = character;
        let text = format!(
            "f{c}oo: x\nuser-agent: a{c}b\nfoo{c}\nuser-agent: c{c}\ndisallow: {c}x#{c}\n\
             disallow: /{c}/../\\%$a\ndisallow: /{c}/../\\%$a\ncrawl-delay: {c}\nsitemap: {c}\n\
             disallow {c}\ndisallowed{c}: /\n"
        );
        for options in [
            &[][..],
            &["--json"],
            &["--dialect", "google"],
            &["--format", "github"],
            &["--format", "sarif"],
        ] {
            let run = run(&[&["lint", "-"], options].concat(), text.as_bytes());
            let is_raw =
                |shown: char| shown == character || shown.is_control() && !matches!(shown, '\n');
            assert!(
                !run.output.contains(is_raw),
                "{character:?} {options:?}: {:?}",
                run.output
            );
        }
        // A tab is shown as blanks.
        if character != '\t' {
            let run = run(&["lint", "-"], text.as_bytes());
            let spelled = character.escape_unicode().to_string();
            assert!(
                run.output.contains(&spelled),
                "{character:?}: {}",
                run.output
            );
        }
    }
}

#[test]
fn similar_diagnostics_are_shown_once() {
    let text =
        b"user-agent: a\nnoindex: /a\ndisallow: /x\nuser-agent: b\nnoindex: /b\nnoindex: /c\n\
        disallow: /%\n";
    let run = run(&["lint", "-"], text);
    assert_eq!(
        run.output.matches("note[unsupported-field]: ").count(),
        1,
        "{run:?}"
    );
    run.shows("(and 2 similar lines)");
    run.shows("\n  = lines: 2, 5–6\n");
}

#[test]
fn several_files_are_reported_by_name() {
    let good = TemporaryFile::new("good", b"user-agent: *\ndisallow: /a\n");
    let bad = TemporaryFile::new("bad", b"disallow: /a\n");
    let run = run(&["lint", good.name(), bad.name()], b"");
    run.exits(1);
    run.begins(&format!("{}: no warnings\n", good.name()));
    run.shows(&format!("--> {}:1:1\n", bad.name()));
    run.ends(&format!(
        "\n{}: 1 warning\n2 files checked: 1 warning\n",
        bad.name()
    ));
}

#[test]
fn a_file_that_cannot_be_read_does_not_hide_the_others() {
    let good = TemporaryFile::new("next", b"user-agent: *\ndisallow: /a\n");
    run(&["lint", "tests/data/none.txt", good.name()], b"").fails(
        "robots: cannot read tests/data/none.txt: ",
        &format!(
            "{}: no warnings\n1 file checked: no warnings\n",
            good.name()
        ),
    );
}

#[test]
fn colour_only_on_request() {
    let coloured = finish(
        program().args(["lint", SAMPLE]).env("CLICOLOR_FORCE", "1"),
        b"",
    );
    coloured.shows("\u{1b}[");
    let mut refused = program();
    refused
        .args(["lint", SAMPLE])
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1");
    let refused = finish(&mut refused, b"").output;
    assert!(!refused.contains('\u{1b}'), "{refused}");
    assert_eq!(refused, run(&["lint", SAMPLE], b"").output);
}

#[test]
fn an_unusual_blank_is_escaped() {
    let run = run(
        &["lint", "-"],
        "user-agent: *\ndisallow:\u{a0}/a\n".as_bytes(),
    );
    run.shows(r"\u{a0}");
}

/// Escaped text has more columns than bytes.
#[test]
fn excerpts_of_binary_lines_are_narrow() {
    let text = [b"user-agent: *\ndisallow: x", &b"\0".repeat(200)[..], b"\n"].concat();
    let run = run(&["lint", "-"], &text);
    run.shows(r"\u{0}");
    for line in run.output.lines().filter(|line| line.contains(" | ")) {
        assert!(line.chars().count() <= 120, "{line}");
    }
}
