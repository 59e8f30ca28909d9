//! `robots logs`: what crawlers did, beside what a robots.txt says. The answers are counted by hand.

use std::io::Write as _;

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value, json};

use crate::run::{Run, TemporaryFile, run};

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
    run.exits(0);
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

/// One log of each server, in the shape that its documentation shows. GPTBot has nine requests on
/// three days, one of them for robots.txt and one refused.
#[test]
fn logs_of_all_servers_are_counted_together() {
    let logs = [
        // Apache, common and combined.
        r#"192.0.2.1 - frank [01/Mar/2026:00:00:00 +0000] "GET /apache_pb.gif HTTP/1.0" 200 2326
192.0.2.1 - - [01/Mar/2026:00:00:01 +0000] "GET /robots.txt HTTP/1.1" 200 90 "-" "GPTBot/1.2"
192.0.2.1 - - [01/Mar/2026:00:00:02 +0000] "GET /a HTTP/1.1" 200 2326 "-" "GPTBot/1.2""#,
        // nginx, with a virtual host and in a time zone in which it is already the next day.
        r#"www.example.com:443 192.0.2.1 - - [02/Mar/2026:00:30:00 +0100] "GET /a HTTP/2.0" 200 9 "-" "GPTBot/1.2""#,
        // nginx, JSON.
        r#"{"time_local":"02/Mar/2026:12:00:00 +0000","remote_addr":"192.0.2.1","request":"GET /b HTTP/1.1","status":"403","http_user_agent":"GPTBot/1.2"}"#,
        // Caddy.
        r#"{"level":"info","ts":1772452800.5,"request":{"remote_ip":"192.0.2.1","method":"GET","host":"www.example.com","uri":"/c?d","headers":{"User-Agent":["GPTBot/1.2"]}},"status":200}"#,
        // Traefik.
        r#"{"ClientHost":"192.0.2.1","DownstreamStatus":200,"RequestHost":"www.example.com","RequestPath":"/t","StartUTC":"2026-03-03T00:00:00.5Z","request_User-Agent":"GPTBot/1.2"}"#,
        // Cloudflare.
        r#"{"ClientIP":"192.0.2.1","ClientRequestHost":"www.example.com","ClientRequestURI":"/c","ClientRequestUserAgent":"GPTBot/1.2","EdgeResponseStatus":200,"EdgeStartTimestamp":1772496000000000000}"#,
        // IIS.
        "#Software: Microsoft Internet Information Services 10.0\n\
         #Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status\n\
         2026-03-03 00:00:00 198.51.100.1 GET /default.htm a=b 80 - 192.0.2.1 Mozilla/5.0+(compatible;+GPTBot/1.2) - 200",
        // CloudFront.
        "#Version: 1.0\n\
         #Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query\n\
         2026-03-03\t00:00:00\tFRA2\t2390\t192.0.2.1\tGET\td111.cloudfront.net\t/view\t200\t-\tMozilla/5.0%20(compatible;%20GPTBot/1.2)\t-",
    ];
    let robots = TemporaryFile::new("servers-robots", ROBOTS);
    let files = logs.iter().enumerate();
    let files: Vec<_> = files
        .map(|(number, log)| TemporaryFile::new(&format!("servers-{number}"), log.as_bytes()))
        .collect();
    let names = files.iter().map(TemporaryFile::name);
    let arguments: Vec<_> = ["logs", robots.name(), "--json"]
        .into_iter()
        .chain(names)
        .collect();
    let mut rows = run(&arguments, b"").objects();
    let last = rows.pop().unwrap();
    assert_eq!(
        (&last["files"], &last["lines_skipped"]),
        (&json!(8), &json!(0))
    );
    assert_eq!(last["without_agent"], 1, "{last}");
    assert_eq!(rows.len(), 1, "{rows:?}");
    for (key, value) in [
        ("crawler", json!("GPTBot")),
        ("requests", json!(9)),
        ("days", json!(3)),
        ("robots_txt", json!(1)),
        ("disallowed", json!(8)),
        ("disallowed_ok", json!(7)),
        ("lines", json!({"5": 8})),
    ] {
        assert_eq!(rows[0][key], value, "{key}");
    }
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
    // Half a file is reported, and what it has is counted.
    let half = run(
        &["logs", robots.name(), "-", "--json"],
        &gzip[..gzip.len() / 2],
    );
    assert_eq!(half.code, Some(2));
    half.complains("cannot read standard input");
}

/// A log of some megabytes in 50 frames, with others without content before and between them, as
/// compressors write it that work in parallel.
#[test]
fn all_frames_of_a_zstd_log_are_read() {
    let robots = TemporaryFile::new("zstd-robots", ROBOTS);
    let lines = (0..50_000).map(|number: u32| {
        let (day, path) = (number / 10_000 + 1, number.wrapping_mul(2_654_435_761));
        format!(
            "192.0.2.1 - - [{day:02}/Mar/2026:12:00:00 +0000] \"GET /private/{path} HTTP/1.1\" 200 9 \"-\" \"{BINGBOT}\"\n"
        )
    });
    let log: String = lines.collect();
    let mut zstd = Vec::new();
    // Frames end within lines.
    let mut ends = Vec::new();
    for part in log.as_bytes().chunks(log.len() / 50 + 1) {
        zstd.extend(b"\x53\x2A\x4D\x18\x05\0\0\0hello");
        zstd.extend(compress_to_vec(part, CompressionLevel::Fastest));
        ends.push(zstd.len());
    }
    assert!(log.len() > 5 << 20 && ends.len() == 50, "{}", log.len());
    let read = |log: &[u8]| run(&["logs", robots.name(), "-", "--json"], log);
    let count = |run: &Run| run.objects().pop().unwrap()["lines_read"].as_u64();

    assert_eq!(read(&zstd).output, read(log.as_bytes()).output);
    assert_eq!(count(&read(&zstd)), Some(50_000));
    // A file that ends with a frame is complete. One that ends within a frame is reported, and what was
    // decoded is counted. 1,000 lines begin in each frame, and the last line is a part.
    let whole = read(&zstd[..ends[19]]);
    assert_eq!((whole.code, count(&whole)), (Some(0), Some(20_001)));
    let cut = read(&zstd[..(ends[19] + ends[20]) / 2]);
    assert_eq!(cut.code, Some(2), "{}", cut.complaint);
    assert_eq!(
        cut.complaint,
        "robots: cannot read standard input: its zstd data is damaged, incomplete, or needs too much memory\n"
    );
    assert!(count(&cut) >= Some(20_000), "{:?}", count(&cut));
    let garbage = read(&[&zstd, &b"no frame"[..]].concat());
    assert_eq!((garbage.code, count(&garbage)), (Some(2), Some(50_000)));
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
        run.shows("private");
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
    missing.complains("cannot read no-such.log");
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
