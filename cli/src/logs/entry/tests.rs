//! Lines of the formats that servers document.

use super::*;

/// A line, and the host, address, seconds, target, status and agent that it has.
type Case = (
    &'static str,
    [&'static str; 2],
    i64,
    &'static str,
    u16,
    Option<&'static str>,
);

#[track_caller]
fn check(head: &str, cases: &[Case]) {
    let names = Names::default();
    for (line, [host, ip], time, target, status, agent) in cases {
        let mut reader = Reader::new(LogFormat::Auto, &names);
        if !head.is_empty() {
            assert_eq!(reader.read(head.as_bytes()), Line::Comment);
        }
        let Line::Request(entry) = reader.read(line.as_bytes()) else {
            panic!("broken: {line}");
        };
        assert_eq!(entry.host.as_deref().unwrap_or(""), *host, "{line}");
        assert_eq!(entry.address, ip.parse().ok(), "{line}");
        assert_eq!(entry.time, Some(*time), "{line}");
        assert_eq!(entry.target, *target, "{line}");
        assert_eq!(entry.status, Some(*status), "{line}");
        assert_eq!(entry.agent.as_deref(), *agent, "{line}");
    }
}

#[test]
fn common_and_combined_lines_with_and_without_a_host() {
    check(
        "",
        &[
            (
                r#"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326"#,
                ["", "127.0.0.1"],
                971_211_336,
                "/apache_pb.gif",
                200,
                None,
            ),
            (
                r#"127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326 "http://www.example.com/start.html" "Mozilla/4.08 [en] (Win98; I ;Nav)""#,
                ["", "127.0.0.1"],
                971_211_336,
                "/a",
                200,
                Some("Mozilla/4.08 [en] (Win98; I ;Nav)"),
            ),
            (
                r#"www.example.org:443 2001:db8::1 - - [01/Mar/2026:00:00:00 +0000] "GET /?q=a b HTTP/2.0" 404 - "-" "x \"y\" \x1b[0m""#,
                ["www.example.org", "2001:db8::1"],
                1_772_323_200,
                "/?q=a b",
                404,
                Some("x \"y\" \u{1b}[0m"),
            ),
            (
                r#"198.51.100.1:443 ::ffff:192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9"#,
                ["198.51.100.1", "192.0.2.1"],
                1_772_323_200,
                "/",
                200,
                None,
            ),
            (
                r#"host.example - - [01/Mar/2026:01:00:00 +0100] "HEAD https://e.example/x HTTP/1.1" 301 0 "-" "-""#,
                ["", "none"],
                1_772_323_200,
                "https://e.example/x",
                301,
                None,
            ),
        ],
    );
}

#[test]
fn json_lines_of_several_servers() {
    check(
        "",
        &[
            (
                r#"{"level":"info","ts":1646861401.5241024,"request":{"remote_ip":"127.0.0.1","client_ip":"127.0.0.1","method":"GET","host":"localhost:8080","uri":"/a?b","headers":{"User-Agent":["curl/7.82.0"]}},"status":200}"#,
                ["localhost", "127.0.0.1"],
                1_646_861_401,
                "/a?b",
                200,
                Some("curl/7.82.0"),
            ),
            (
                r#"{"time_local":"10/Oct/2000:13:55:36 -0700","remote_addr":"192.0.2.1","request":"GET /x HTTP/1.1","status":"403","http_user_agent":"GPTBot/1.2"}"#,
                ["", "192.0.2.1"],
                971_211_336,
                "/x",
                403,
                Some("GPTBot/1.2"),
            ),
            (
                r#"{"ClientHost":"192.0.2.7:443","DownstreamStatus":200,"RequestHost":"e.example","RequestPath":"/t","StartUTC":"2026-03-01T00:00:00.5Z","request_User-Agent":"x"}"#,
                ["e.example", "192.0.2.7"],
                1_772_323_200,
                "/t",
                200,
                Some("x"),
            ),
            (
                r#"{"ClientIP":"192.0.2.7","ClientRequestHost":"e.example","ClientRequestURI":"/c?d","ClientRequestUserAgent":"y","EdgeResponseStatus":200,"EdgeStartTimestamp":1772323200000000000}"#,
                ["e.example", "192.0.2.7"],
                1_772_323_200,
                "/c?d",
                200,
                Some("y"),
            ),
        ],
    );
}

#[test]
fn w3c_lines_of_iis_and_cloudfront() {
    check(
        "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken",
        &[(
            "2026-03-01 00:00:00 198.51.100.1 GET /default.htm a=b 80 - 192.0.2.9 Mozilla/5.0+(compatible;+bingbot/2.0) - 200 0 0 15",
            ["", "192.0.2.9"],
            1_772_323_200,
            "/default.htm?a=b",
            200,
            Some("Mozilla/5.0 (compatible; bingbot/2.0)"),
        )],
    );
    check(
        "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query",
        &[(
            "2026-03-01\t00:00:00\tFRA2\t2390\t192.0.2.10\tGET\td111.cloudfront.net\t/view\t200\t-\tMozilla/5.0%2520(compatible;%20GPTBot/1.2)\t-",
            ["d111.cloudfront.net", "192.0.2.10"],
            1_772_323_200,
            "/view",
            200,
            Some("Mozilla/5.0 (compatible; GPTBot/1.2)"),
        )],
    );
}

/// Any bytes are read without a panic, and lines that aren't requests are broken.
#[test]
fn broken_lines_are_broken() {
    let names = Names::default();
    for line in [
        "",
        "[",
        "] [",
        "a [b] \"",
        "1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] \"\\",
        "{",
        "{}",
        "{\"uri\":1}",
        "1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] \"\\x16\\x03\" 400 0 \"-\" \"-\"",
        "1.2.3.4 - - [99/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.1\" 200 0",
    ] {
        for format in [
            LogFormat::Auto,
            LogFormat::Combined,
            LogFormat::Json,
            LogFormat::W3c,
        ] {
            let mut reader = Reader::new(format, &names);
            assert_eq!(reader.read(line.as_bytes()), Line::Broken, "{line}");
        }
    }
}
