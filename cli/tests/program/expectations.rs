//! `robots test`.

use serde_json::json;

use crate::run::{Run, TemporaryFile, run};
use crate::server::{Server, Step, response};

const SAMPLE: &str = "tests/data/robots.txt";

#[test]
fn an_unmet_expectation_is_reported_with_the_deciding_line() {
    let expectations = TemporaryFile::new(
        "expectations",
        b"allow HarbourBot /staff/rota\nallow HarbourBot /\n\ndisallow AnyBot,PrintBot /\n\
          disallow a /robots.txt\n",
    );
    let name = expectations.name();
    run(&["test", SAMPLE, name], b"").gives(
        1,
        &[
            &format!("{name}:1: allow HarbourBot /staff/rota"),
            &format!("  {SAMPLE}:20: disallowed by Disallow: /staff/"),
            &format!("{name}:4: disallow AnyBot /"),
            &format!("  {SAMPLE}: allowed because no rule in the * group matches"),
            &format!("{name}:4: disallow PrintBot /"),
            &format!("  {SAMPLE}: allowed because no rule in PrintBot's group matches"),
            &format!("{name}:5: disallow a /robots.txt"),
            &format!("  {SAMPLE}: allowed because /robots.txt is always allowed"),
            "4 of 5 expectations are not met\n",
        ]
        .join("\n"),
    );
    let arguments = ["test", "-", name, "--dialect", "google"];
    run(&arguments, b"user-agent: *\nallow: /\n").gives(
        1,
        &[
            &format!("{name}:4: disallow AnyBot /"),
            "  standard input:2: allowed by Allow: /",
            &format!("{name}:4: disallow PrintBot /"),
            "  standard input:2: allowed by Allow: /",
            &format!("{name}:5: disallow a /robots.txt"),
            "  standard input:2: allowed by Allow: /",
            "3 of 5 expectations are not met\n",
        ]
        .join("\n"),
    );
}

#[test]
fn json_lists_unmet_expectations() {
    let run = run(
        &["test", SAMPLE, "-", "--json"],
        b"allow a /\nallow HarbourBot /staff/rota\n",
    );
    run.exits(1);
    let objects = run.objects();
    assert_eq!(objects.len(), 1, "{objects:?}");
    for (key, value) in [
        ("file", json!(SAMPLE)),
        ("expectations", json!("-")),
        ("expectation_line", json!(2)),
        ("expected", json!("allow")),
        ("agent", json!("HarbourBot")),
        ("url", json!("/staff/rota")),
        ("allowed", json!(false)),
        ("reason", json!("rule")),
        (
            "rule",
            json!({ "line": 20, "kind": "disallow", "pattern": "/staff/" }),
        ),
        (
            "explanation",
            json!("disallowed by line 20: Disallow: /staff/"),
        ),
        ("robots_txt", json!(null)),
        ("fetch", json!(null)),
    ] {
        assert_eq!(objects[0].get(key), Some(&value), "{key}");
    }
}

/// Runs `robots test` for a file and its expectations.
fn test(name: &str, text: &str, expectations: &str) -> Run {
    let file = TemporaryFile::new(name, text.as_bytes());
    run(&["test", file.name(), "-"], expectations.as_bytes())
}

#[test]
fn an_invalid_expectation_is_reported_and_the_others_run() {
    let long = format!("allow a /{}", "x".repeat(2 << 20));
    for (line, said) in [
        ("allow a", "`allow a` is not of the form `allow AGENT URL`"),
        ("allow a /b c", "`allow a /b c` is not of the form"),
        ("forbid a /", "`forbid a /` is not of the form"),
        ("allow: a /", "`allow: a /` is not of the form"),
        ("allow a, /", "agent '': no product token"),
        ("allow a,+ /", "agent '+': no product token"),
        (
            "allow a staff/rota",
            "staff/rota: neither an absolute URL nor",
        ),
        ("allow a example.org", "did you mean https://example.org?"),
        (long.as_str(), "longer than 2 MiB"),
        (
            "allow a \u{1b}[31m\u{9b}",
            r"\u{1b}[31m\u{9b}: neither an abs",
        ),
        ("\u{1b}[31m\u{9b}", r"`\u{1b}[31m\u{9b}` is not of the form"),
    ] {
        let lines = format!("{line}\nallow a /\n");
        let run = test("bad", "user-agent: *\nallow: /", &lines);
        run.fails(said, "the expectation is met\n");
        let place = "robots: standard input:1: ";
        assert!(run.complaint.starts_with(place), "{run:?}");
    }
}

#[test]
fn a_test_without_expectations_fails() {
    for nothing in ["", "\n# allow a /\n  \n"] {
        test("nothing", "", nothing).fails("robots: standard input: no expectations", "");
    }
}

#[test]
fn the_file_of_a_host_is_fetched() {
    let server = Server::robots_txt(response("200 OK", "user-agent: *\ndisallow: /\n"));
    let (page, file) = (server.url("/y"), server.url("/robots.txt"));
    let expectations = format!("allow a /x\nallow a {page}\nallow a https://elsewhere.example/\n");
    let run = run(&["test", &server.url("/"), "-"], expectations.as_bytes());
    run.fails(
        &format!("standard input:3: https://elsewhere.example/: not on the same host as {file}\n"),
        &[
            "standard input:1: allow a /x",
            &format!("  {file}:2: disallowed by Disallow: /"),
            &format!("standard input:2: allow a {page}"),
            &format!("  {file}:2: disallowed by Disallow: /"),
            "2 of 2 expectations are not met\n",
        ]
        .join("\n"),
    );
}

#[test]
fn a_host_without_a_file() {
    let server = Server::robots_txt(response("404 Not Found", ""));
    run(&["test", &server.url("/"), "-"], b"allow a /x").gives(0, "the expectation is met\n");
    let server = Server::robots_txt(response("503 Sorry", ""));
    let file = server.url("/robots.txt");
    run(&["test", &file, "-"], b"allow a /x").gives(
        1,
        &[
            "standard input:1: allow a /x",
            &format!("  {file}: disallowed because robots.txt returned 503"),
            "the expectation is not met\n",
        ]
        .join("\n"),
    );
}

/// Real sites that were deployed with the file of their staging site, and the expectations that
/// would have caught it.
mod incidents {
    use super::*;

    const OF_STAGING: &str = "User-agent: *\nDisallow: /\n";

    /// dart.dev, December 2021 to January 2022: a new deployment process omitted the flag that
    /// allows crawling (dart-lang/site-www, issues 3755 and 3773).
    #[test]
    fn dart_dev() {
        let expectations = "# The site is to be found.\n\
                            allow Googlebot https://dart.dev/guides\nallow * https://dart.dev/\n";
        let file = TemporaryFile::new("dart", OF_STAGING.as_bytes());
        let name = file.name();
        run(&["test", name, "-"], expectations.as_bytes()).gives(
            1,
            &[
                "standard input:2: allow Googlebot https://dart.dev/guides",
                &format!("  {name}:2: disallowed by Disallow: /"),
                "standard input:3: allow * https://dart.dev/",
                &format!("  {name}:2: disallowed by Disallow: /"),
                "2 of 2 expectations are not met\n",
            ]
            .join("\n"),
        );
        test("dart-mended", "User-agent: *\nDisallow:\n", expectations)
            .gives(0, "all 2 expectations are met\n");
    }

    /// galaxy.ansible.com, October 2017: the file that blocks crawlers was deployed to production
    /// (ansible/galaxy, issue 99).
    #[test]
    fn galaxy_ansible_com() {
        let expectations = "allow Googlebot,bingbot https://galaxy.ansible.com/explore\n";
        let run = test("galaxy", OF_STAGING, expectations);
        assert_eq!(run.code, Some(1), "{run:?}");
        let summary = "2 of 2 expectations are not met\n";
        run.ends(summary);
        test("galaxy-mended", "User-agent: *\nAllow: /\n", expectations)
            .gives(0, "all 2 expectations are met\n");
    }

    /// docs.raku.org, April 2025: production failed over to the development site, which rightly
    /// blocks crawlers (Raku/doc-website, issue 441). After the fix there was no file.
    #[test]
    fn docs_raku_org() {
        let production = b"allow * /language\nallow Googlebot /type/Str\n";
        let development = b"disallow * /language\n";
        let of_staging = || response("200 OK", OF_STAGING);
        test_site(of_staging(), production, 1);
        test_site(of_staging(), development, 0);
        test_site(response("404 Not Found", ""), production, 0);
    }

    #[track_caller]
    fn test_site(reply: Vec<Step>, expectations: &[u8], code: i32) {
        let server = Server::robots_txt(reply);
        let run = run(&["test", &server.url("/"), "-"], expectations);
        run.exits(code);
    }
}

/// The program reports exactly the expectations that the library contradicts.
#[test]
fn expectations_agree_with_the_library() {
    let text = std::fs::read(SAMPLE).expect("the sample exists");
    let robots = robots_exclusion::Robots::parse(&text);
    let (mut expectations, mut said) = (String::new(), String::new());
    let (mut line, mut failed) = (0, 0);
    for agent in [
        "Googlebot-News",
        "CalmBot/1.0",
        "ArchiveBot",
        "*",
        "PrintBot",
    ] {
        for url in [
            "/",
            "/search?q=x",
            "/basket/",
            "https://example.org/news/1",
            "/robots.txt",
        ] {
            for (word, allowed) in [("allow", true), ("disallow", false)] {
                line += 1;
                expectations += &format!("{word} {agent} {url}\n");
                if robots.allowed(agent, url) != allowed {
                    failed += 1;
                    said += &format!("standard input:{line}: {word} {agent} {url}\n");
                }
            }
        }
    }
    let run = run(&["test", SAMPLE, "-"], expectations.as_bytes());
    let expected: String = run
        .output
        .lines()
        .filter(|line| !line.starts_with("  "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(
        expected,
        format!("{said}{failed} of {line} expectations are not met\n")
    );
}

/// A long rule that decides many URLs is not repeated in full for each of them.
#[test]
fn the_size_is_linear_in_the_files() {
    let expectations: String = (0..1_000)
        .map(|number| format!("allow a{number} /\n"))
        .collect();
    let file = TemporaryFile::new("many-expectations", expectations.as_bytes());
    let rule = format!("user-agent: *\ndisallow: /{}\n", "*".repeat(4_000));
    for options in [&[][..], &["--json"]] {
        let arguments = [&["test", "-", file.name()], options].concat();
        let output = run(&arguments, rule.as_bytes()).output;
        assert!(
            output.contains(&"*".repeat(3_000)),
            "the rule is given in full"
        );
        let size = expectations.len() + rule.len();
        assert!(output.len() < 60 * size, "{} bytes of {size}", output.len());
    }
}
