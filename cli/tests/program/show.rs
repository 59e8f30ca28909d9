//! `robots show`.

use robots_exclusion::Robots;
use serde_json::json;

use crate::random::Random;
use crate::run::{TemporaryFile, run};
use crate::server::{Server, response};

const FILE: &[u8] =
    b"host: a\nuser-agent: Bot\nUser-Agent: * \ncrawl-delay: 1.5\nDisallow: /x # y\n\
    sitemap: /s.xml\nallow:\n\ncrawl-delay: soon\nuser-agent: c\xff\nRequest-rate: 1/5\nnonsense\n";

#[test]
fn groups_precede_other_records() {
    let lines = [
        "standard input: 2 groups, 2 rules, 1 sitemap",
        "",
        " 2  user-agent    Bot",
        " 3  user-agent    *",
        " 4  crawl-delay   1.5",
        " 5  disallow      /x",
        " 7  allow         ",
        " 9  crawl-delay   soon",
        "",
        "10  user-agent    c\u{fffd}",
        "11  request-rate  1/5",
        "",
        " 1  host          a",
        " 6  sitemap       /s.xml",
        "",
    ];
    run(&["show", "-"], FILE).gives(0, &lines.join("\n"));
}

#[test]
fn json_has_every_key_in_every_object() {
    let run = run(&["show", "-", "--json"], FILE);
    run.exits(0);
    let row = |line, group: Option<u32>, field, value, seconds: Option<f64>| {
        json!({
            "file": "-",
            "line": line,
            "group": group,
            "field": field,
            "value": value,
            "seconds": seconds,
        })
    };
    assert_eq!(
        run.objects(),
        [
            row(2, Some(2), "user-agent", "Bot", None),
            row(3, Some(2), "user-agent", "*", None),
            row(4, Some(2), "crawl-delay", "1.5", Some(1.5)),
            row(5, Some(2), "disallow", "/x", None),
            row(7, Some(2), "allow", "", None),
            row(9, Some(2), "crawl-delay", "soon", None),
            row(10, Some(10), "user-agent", "c\u{fffd}", None),
            row(11, Some(10), "request-rate", "1/5", None),
            row(1, None, "host", "a", None),
            row(6, None, "sitemap", "/s.xml", None),
        ]
    );
}

#[test]
fn the_file_of_a_host_is_fetched() {
    let server = Server::robots_txt(response("200 OK", "user-agent: a\ndisallow: /b"));
    let file = server.url("/robots.txt");
    run(&["show", &server.url("/any/page")], b"").gives(
        0,
        &format!("{file}: 1 group, 1 rule, no sitemaps\n\n1  user-agent   a\n2  disallow     /b\n"),
    );
}

#[test]
fn a_host_without_a_file() {
    for (status, meaning) in [(404, "allowed"), (503, "disallowed")] {
        let server = Server::robots_txt(response(&format!("{status} Sorry"), ""));
        let url = server.url("/robots.txt");
        let said = format!("{url}: robots.txt returned {status}: everything is {meaning}\n");
        run(&["show", &url], b"").gives(0, &said);
        run(&["show", &url, "--json"], b"").gives(0, "");
    }
    let server = Server::robots_txt(response("206 Partial Content", ""));
    let run = run(&["show", &server.url("/")], b"");
    assert_eq!(run.code, Some(2), "{run:?}");
}

/// Names and rules of large groups are shown only once.
#[test]
fn the_size_is_linear_in_the_file() {
    let file = "user-agent: a\n".repeat(2_000) + &"allow: /b\n".repeat(2_000);
    let size = |text: &str| run(&["show", "-", "--json"], text.as_bytes()).output.len();
    let (small, large) = (size(&file), size(&file.repeat(3)));
    assert!(large < 4 * small, "{small} {large}");
}

/// A file reassembled from the output has the same meaning as the original.
#[test]
fn the_output_is_complete() {
    let mut random = Random::new(7);
    let lines = [
        "user-agent: a",
        "user-agent: b # c",
        "User-Agent: *",
        "allow: /x",
        "disallow: /x/y",
        "disallow:",
        "disallow: /",
        "crawl-delay: 3",
        "sitemap: https://example.org/s.xml",
        "# nothing",
        "nonsense",
        "",
    ];
    for _ in 0..30 {
        let text: String = (0..random.below(12))
            .map(|_| random.pick(&lines).to_owned() + "\n")
            .collect();
        let mut rows: Vec<_> = run(&["show", "-", "--json"], text.as_bytes())
            .objects()
            .iter()
            .map(|row| {
                let word = |key: &str| row[key].as_str().expect("the value is a string").to_owned();
                (row["line"].as_u64(), word("field") + ": " + &word("value"))
            })
            .collect();
        rows.sort();
        let again: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
        let again = again.join("\n");
        let (one, other) = (Robots::parse(&text), Robots::parse(&again));
        for agent in ["a", "b", "c"] {
            let (one, other) = (one.matcher(agent), other.matcher(agent));
            for url in ["/", "/x", "/x/y", "/z"] {
                assert_eq!(one.allowed(url), other.allowed(url), "{text:?} {again:?}");
            }
            assert_eq!(one.crawl_delay(), other.crawl_delay(), "{text:?} {again:?}");
        }
        assert_eq!(one.sitemaps().count(), other.sitemaps().count());
    }
}

/// Escaped in text, exact in JSON.
#[cfg(unix)]
#[test]
fn a_file_name_is_exact_in_json() {
    let file = TemporaryFile::new("na\u{1b}me", b"user-agent: *\n");
    let json = run(&["show", file.name(), "--json"], b"");
    assert_eq!(json.objects()[0]["file"], file.name());
    let plain = run(&["show", file.name()], b"");
    plain.shows("na\\u{1b}me: 1 group");
}

/// The `file` key is the argument, so that `-` differs from a file called "standard input".
#[test]
fn json_names_a_file_by_its_argument() {
    let text = b"user-agent: a\ndisallow: /\ndisalow: /\n";
    let file = TemporaryFile::new("standard input", text);
    let expectations = TemporaryFile::new("expected", b"allow a /\n");
    for name in ["-", file.name()] {
        for arguments in [
            &["show", name, "--json"][..],
            &["lint", name, "--json"],
            &["test", name, expectations.name(), "--json"],
        ] {
            let run = run(arguments, text);
            assert!(!run.output.is_empty(), "{run:?}");
            for object in run.objects() {
                assert_eq!(object["file"], name, "{arguments:?}");
            }
        }
    }
}
