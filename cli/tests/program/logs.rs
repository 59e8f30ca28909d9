//! `robots logs`: what crawlers did, beside what a robots.txt says. The answers are counted by hand.

use std::io::Write as _;

use serde_json::{Value, json};

use crate::run::{TemporaryFile, run};

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /private\n\nUser-agent: GPTBot\nDisallow: /\n\n\
    User-agent: OwnAgent\nDisallow: /own/\n";

const GPTBOT: &str = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; \
    +https://openai.com/gptbot";
const BINGBOT: &str = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/// A log in combined format.
fn combined() -> String {
    let line = |address: &str, day: u8, target: &str, status: u16, agent: &str| {
        format!(
            "{address} - - [{day:02}/Mar/2026:12:00:00 +0000] \"GET {target} HTTP/1.1\" {status} 9 \"-\" \"{agent}\"\n"
        )
    };
    [
        line("192.0.2.1", 1, "/robots.txt", 200, BINGBOT),
        line("192.0.2.1", 1, "/private/a", 200, BINGBOT),
        line("192.0.2.1", 2, "/private/a", 404, BINGBOT),
        line("192.0.2.2", 2, "/public", 200, BINGBOT),
        line("198.51.100.7", 2, "/", 200, GPTBOT),
        line("203.0.113.9", 3, "/own/x?y", 200, "Fetch OwnAgent/2.0"),
        line("203.0.113.9", 3, "/private", 200, "Fetch OwnAgent/2.0"),
        line("203.0.113.10", 3, "/private", 200, "StrangeSpider/1.0"),
        line("203.0.113.11", 3, "/private", 200, BROWSER),
        "no request\n".to_owned(),
    ]
    .concat()
}

/// Returns the rows by crawler, and the last line.
#[track_caller]
fn logs(name: &str, log: &[u8], options: &[&str]) -> (Vec<Value>, Value) {
    let robots = TemporaryFile::new(&format!("{name}-robots"), ROBOTS);
    let log = TemporaryFile::new(&format!("{name}-log"), log);
    let arguments = ["logs", robots.name(), log.name(), "--json"];
    let run = run(&[&arguments, options].concat(), b"");
    assert_eq!((run.code, run.complaint.as_str()), (Some(0), ""), "{run:?}");
    let mut rows = run.objects();
    let last = rows.pop().expect("a last line");
    (rows, last)
}

#[track_caller]
fn row<'a>(rows: &'a [Value], crawler: &str) -> &'a Value {
    let found = rows.iter().find(|row| row["crawler"] == crawler);
    found.unwrap_or_else(|| panic!("no {crawler} in {rows:?}"))
}

#[test]
fn a_combined_log_is_counted_by_crawler_and_line() {
    let (rows, last) = logs("combined", combined().as_bytes(), &[]);
    assert_eq!(last["files"], 1);
    assert_eq!(
        (&last["lines_read"], &last["lines_skipped"]),
        (&json!(10), &json!(1))
    );
    assert_eq!(
        (&last["first"], &last["last"]),
        (&json!("2026-03-01"), &json!("2026-03-03"))
    );
    assert_eq!(rows.len(), 4, "{rows:?}");
    let bingbot = row(&rows, "bingbot");
    for (key, value) in [
        ("purpose", json!("search")),
        ("requests", json!(4)),
        ("days", json!(2)),
        ("disallowed", json!(2)),
        ("disallowed_ok", json!(1)),
        ("robots_txt", json!(1)),
        ("robots_txt_last", json!("2026-03-01")),
        ("lines", json!({"2": 2})),
        (
            "examples",
            json!([{"line": 2, "url": "/private/a", "requests": 2, "ok": 1}]),
        ),
        ("verified", Value::Null),
    ] {
        assert_eq!(bingbot[key], value, "{key}");
    }
    let gptbot = row(&rows, "GPTBot");
    assert_eq!(
        (&gptbot["lines"], &gptbot["robots_txt"]),
        (&json!({"5": 1}), &json!(0))
    );
    // A product token that the file names, although no table knows it.
    assert_eq!(row(&rows, "OwnAgent")["lines"], json!({"8": 1}));
    let strange = row(&rows, "StrangeSpider");
    assert_eq!(
        (&strange["purpose"], &strange["lines"]),
        (&json!("unknown"), &json!({"2": 1}))
    );
}

#[test]
fn crawlers_purposes_days_and_statuses_can_be_chosen() {
    let log = combined();
    let log = log.as_bytes();
    let names = |options: &[&str], name: &str| -> Vec<String> {
        let (rows, _) = logs(name, log, options);
        rows.iter()
            .map(|row| format!("{} {}", row["crawler"].as_str().unwrap(), row["requests"]))
            .collect()
    };
    assert_eq!(
        names(&["--crawler", "gptbot,ownagent"], "chosen-names"),
        ["OwnAgent 2", "GPTBot 1"]
    );
    assert_eq!(
        names(&["--purpose", "search"], "chosen-purpose"),
        ["bingbot 4"]
    );
    assert_eq!(
        names(
            &["--since", "2026-03-02", "--purpose", "search"],
            "chosen-since"
        ),
        ["bingbot 2"]
    );
    assert_eq!(names(&["--status", "4xx"], "chosen-status"), ["bingbot 1"]);
}

#[test]
fn addresses_verify_a_crawler() {
    let list = br#"{"creationTime": "2026", "prefixes": [{"ipv4Prefix": "192.0.2.1/32"}, {"ipv6Prefix": "2001:db8::/32"}]}"#;
    let list = TemporaryFile::new("verified-list", list);
    let of_bingbot = format!("bingbot={}", list.name());
    let (rows, _) = logs(
        "verified",
        combined().as_bytes(),
        &["--ranges", &of_bingbot],
    );
    assert_eq!(row(&rows, "bingbot")["verified"], 3);
    assert_eq!(row(&rows, "GPTBot")["verified"], 0);

    let robots = TemporaryFile::new("verified-robots", ROBOTS);
    let broken = TemporaryFile::new("verified-broken", br#"{"prefixes": [{"ipv4Prefix": "x"}]}"#);
    let of_bingbot = format!("bingbot={}", broken.name());
    run(&["logs", robots.name(), "-", "--ranges", &of_bingbot], b"")
        .fails("'x' is not a prefix of addresses", "");
}

#[test]
fn files_apply_from_their_days() {
    let old = TemporaryFile::new("dated-old", b"User-agent: *\nDisallow: /public\n");
    let earlier = format!("2026-03-02={}", old.name());
    let options = [
        "--file-since",
        "2026-03-03",
        "--earlier",
        &earlier,
        "--purpose",
        "search",
    ];
    let (rows, last) = logs("dated", combined().as_bytes(), &options);
    // On the first day no file applies, on the second the old one does.
    assert_eq!(last["unjudged"], 1);
    let lines = row(&rows, "bingbot")["lines"].as_object().unwrap();
    assert_eq!(lines.len(), 1);
    let (place, count) = lines.iter().next().unwrap();
    assert!(place.ends_with("dated-old:2") && *count == 1, "{lines:?}");
}

#[test]
fn compressed_logs_and_standard_input_are_read() {
    let robots = TemporaryFile::new("gzip-robots", ROBOTS);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(combined().as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let plain = run(
        &["logs", robots.name(), "-", "--json"],
        combined().as_bytes(),
    );
    let compressed = run(&["logs", robots.name(), "-", "--json"], &gzip);
    assert_eq!(plain.output, compressed.output);
    assert_eq!(plain.objects().len(), 5);
    // A frame of zstd with one block as it is.
    let zstd = b"\x28\xB5\x2F\xFD\x20\x02\x11\x00\x00x\n";
    let read = run(&["logs", robots.name(), "-", "--json"], zstd);
    assert!(!read.output.contains("\"lines_read\":0"), "{read:?}");
    // Half a file is reported, and what it has is counted.
    let half = run(
        &["logs", robots.name(), "-", "--json"],
        &gzip[..gzip.len() / 2],
    );
    assert_eq!(half.code, Some(2));
    assert!(
        half.complaint.contains("cannot read standard input"),
        "{half:?}"
    );
}

#[test]
fn hostile_lines_reach_no_terminal() {
    let robots = TemporaryFile::new("hostile-robots", ROBOTS);
    let log = "1.2.3.4 - - [01/Mar/2026:00:00:00 +0000] \"GET /private\\x1b[2J\u{202e}\u{9b} HTTP/1.1\" 200 9 \"-\" \
               \"Evil\\x1b]0;x\u{7}Bot/1\"\n";
    for format in ["text", "json", "markdown", "github"] {
        let run = run(
            &["logs", robots.name(), "-", "--format", format],
            log.as_bytes(),
        );
        assert_eq!(run.code, Some(0), "{run:?}");
        let is_unfit = |character: char| {
            character != '\n' && (character.is_control() || character == '\u{202e}')
        };
        assert!(!run.output.contains(is_unfit), "{run:?}");
        assert!(run.output.contains("private"), "{run:?}");
    }
}

#[test]
fn a_disallowed_request_fails_on_request() {
    let robots = TemporaryFile::new("fail-robots", ROBOTS);
    let log = combined();
    let code = |options: &[&str]| {
        let arguments = ["logs", robots.name(), "-"];
        run(&[&arguments, options].concat(), log.as_bytes()).code
    };
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--fail-on", "disallowed"]), Some(1));
    assert_eq!(
        code(&["--fail-on", "disallowed", "--crawler", "Googlebot"]),
        Some(0)
    );
}

#[test]
fn what_cannot_be_read_is_reported() {
    let robots = TemporaryFile::new("unread-robots", ROBOTS);
    let missing = run(&["logs", robots.name(), "no-such.log"], b"");
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.complaint.contains("cannot read no-such.log"),
        "{missing:?}"
    );
    let field = run(&["logs", robots.name(), "-", "--fields", "agnet=ua"], b"");
    field.fails("unknown field 'agnet'", "");
}

/// Agents and URLs that never come again must not fill the memory; all are counted.
#[test]
fn many_different_agents_are_counted_together() {
    let robots = TemporaryFile::new("many-robots", ROBOTS);
    let lines = (0..3_000).map(|number| {
        format!(
            "1.2.3.4 - - [01/Mar/2026:00:00:00 +0000] \"GET /private/{number} HTTP/1.1\" 200 9 \"-\" \"bot{number}/1\"\n"
        )
    });
    let run = run(
        &["logs", robots.name(), "-", "--json"],
        lines.collect::<String>().as_bytes(),
    );
    let rows = run.objects();
    let requests: u64 = rows.iter().filter_map(|row| row["requests"].as_u64()).sum();
    assert_eq!(requests, 3_000);
    assert!(rows.len() < 1_010, "{}", rows.len());
    assert_eq!(row(&rows, "(other bots)")["requests"], 2_000);
}
