//! `robots init`.

use std::fs;

use robots_exclusion::crawlers::{self, Purpose, Status};
use robots_exclusion::{ParseOptions, Robots};

use crate::run::{Run, TemporaryFile, run};

fn add(file: &TemporaryFile, options: &[&str]) -> Run {
    run(&[&["init", "--add", file.name()], options].concat(), b"")
}

#[test]
fn a_new_file_blocks_only_what_is_requested() {
    for blocked in Purpose::ALL {
        let made = run(&["init", "--disallow", blocked.name()], b"");
        let has_remark = *blocked == Purpose::AiTraining;
        assert_eq!(
            (made.code, made.complaint.is_empty()),
            (Some(0), !has_remark)
        );
        let robots = Robots::parse(&made.output);
        for known in crawlers::all().filter(|known| known.status != Status::Retired) {
            let options = ParseOptions::new().dialect(known.dialect);
            let matcher = known.matcher(&options.parse(&made.output));
            if known.serves(*blocked) {
                assert!(matcher.disallows_all(), "{known}: {}", made.output);
            } else {
                assert!(matcher.allows_all(), "{blocked}: {known}: {}", made.output);
            }
        }
        assert!(robots.matcher("*").allows_all());
        run(
            &["lint", "-", "--fail-on", "warning"],
            made.output.as_bytes(),
        );
    }
}

#[test]
fn a_new_file_describes_its_effect() {
    let options = [
        "--disallow",
        "ai-training,seo",
        "--sitemap",
        "https://a.example/s.xml",
    ];
    let made = run(&[&["init"], &options[..]].concat(), b"").output;
    assert!(
        made.contains("\nSitemap: https://a.example/s.xml\n"),
        "{made}"
    );
    assert!(made.contains("\n# - AI training: all blocked\n"), "{made}");
    assert!(made.contains("\n# - SEO: all blocked\n"), "{made}");
    assert!(
        made.contains("\n# - search engines: all may crawl\n"),
        "{made}"
    );
    run(&["init", "--disallow", "seo", "--allow", "seo"], b"")
        .fails("seo is in both --allow and --disallow", "");
}

/// Crawlers of unknown purpose are not blocked as a whole, because some of them serve search engines.
#[test]
fn crawlers_of_unknown_purpose_are_blocked_by_name() {
    let left = |options: &[&str]| {
        let made = run(&[&["init"], options].concat(), b"");
        assert_eq!(made.code, Some(0));
        (made.output, made.complaint)
    };
    let (text, said) = left(&["--disallow", "ai-training"]);
    let start = "robots: not blocked, because their purpose isn't documented: ";
    let end = ". Block them by name, as in --disallow ai-training,AI2Bot-DeepResearchEval\n";
    assert!(said.starts_with(start) && said.ends_with(end), "{said}");
    assert!(
        said.contains(", DeepSeekBot, ") && !said.contains("CCBot"),
        "{said}"
    );
    assert!(
        text.contains("\nUser-agent: CCBot\n") && !text.contains("Bytespider"),
        "{text}"
    );

    let (text, said) = left(&["--disallow", "ai-training,bytespider", "--allow", "CCBot"]);
    assert!(
        text.contains("\n# Blocked: Bytespider\nUser-agent: Bytespider\nDisallow: /\n"),
        "{text}"
    );
    assert!(
        text.contains("\n# Admitted: CCBot\nUser-agent: CCBot\nAllow: /\n"),
        "{text}"
    );
    assert!(!said.contains("Bytespider"), "{said}");
    // Each crawler is in one group, although CCBot serves both purposes.
    let (text, _) = left(&["--disallow", "ai-training,research"]);
    assert_eq!(text.matches("User-agent: CCBot\n").count(), 1, "{text}");
    assert_eq!(left(&["--disallow", "ai-training,unknown"]).1, "");
    assert_eq!(left(&["--disallow", "seo"]).1, "");
    let unknown = run(&["init", "--disallow", "Bytespidr"], b"");
    let said = "not a purpose, and unknown crawler `Bytespidr`: the nearest names are Bytespider, ";
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.complaint.contains(said), "{}", unknown.complaint);
    run(&["init", "--disallow", "gptbot", "--allow", "GPTBot"], b"")
        .fails("GPTBot is in both --allow and --disallow", "");
}

#[test]
fn added_lines_are_shown() {
    let file = TemporaryFile::new("init-add", b"user-agent: *\r\ndisallow: /a");
    let added = add(
        &file,
        &[
            "--disallow",
            "CCBot",
            "--sitemap",
            "https://a.example/s.xml",
        ],
    );
    let shown = format!(
        "{}: edited\n     4 + # Blocked: CCBot\n     5 + User-agent: CCBot\n     6 + Disallow: /\n     7 + \n\
         {:6} + Sitemap: https://a.example/s.xml\n\nsearch engines: ",
        file.name(),
        8
    );
    assert_eq!(added.code, Some(0), "{added:?}");
    added.begins(&shown);
    assert_eq!(
        fs::read_to_string(file.name()).unwrap(),
        "user-agent: *\r\ndisallow: /a\r\n\r\n# Blocked: CCBot\r\nUser-agent: CCBot\r\nDisallow: /\r\n\r\n\
         Sitemap: https://a.example/s.xml\r\n"
    );
    let again = add(&file, &["--disallow", "CCBot"]);
    let said = "was not changed: it already contains all of this";
    again.shows(said);
}

#[test]
fn statements_are_written() {
    let made = run(
        &[
            "init",
            "--signal",
            "ai-train=no,search=yes",
            "--usage",
            "train-ai=n",
        ],
        b"",
    );
    let group = "User-agent: *\nDisallow:\nContent-Signal: ai-train=no, search=yes\nContent-Usage: train-ai=n\n";
    made.shows(group);
    for (option, value, why) in [
        ("--signal", "ai-train=maybe", "=yes or =no"),
        ("--signal", "ai-train", "=yes or =no"),
        ("--usage", "train-ai=perhaps", "=y or =n"),
        ("--usage", "Train=n\nDisallow: /", "=y or =n"),
    ] {
        let refused = run(&["init", option, value], b"");
        assert_eq!(refused.code, Some(2), "{refused:?}");
        refused.complains(why);
    }
}

#[test]
fn sitemaps_are_plain_absolute_urls() {
    for (url, why) in [
        ("/s.xml", "not an absolute http or https URL"),
        ("ftp://a.example/s.xml", "not an absolute http or https URL"),
        ("https://a.example/s.xml#part", "has a fragment"),
        ("https://a.example/s .xml", "contains a space"),
        (
            "https://a.example/\u{1b}[31m",
            "contains a space or a control character",
        ),
        (
            "https://a.example/s.xml\nDisallow: /",
            "contains a space or a control character",
        ),
        (
            "https://a.example/\u{202e}lmx",
            "contains a space or a control character",
        ),
    ] {
        let file = TemporaryFile::new("init-sitemap", b"user-agent: *\n");
        run(&["init", "--sitemap", url], b"").fails(why, "");
        add(&file, &["--sitemap", url]).fails(why, "");
        assert_eq!(fs::read(file.name()).unwrap(), b"user-agent: *\n");
    }
}

#[test]
fn existing_rules_of_a_crawler_are_reported() {
    let text = b"user-agent: GPTBot\nallow: /blog/\n";
    let file = TemporaryFile::new("init-own", text);
    let added = add(&file, &["--disallow", "ai-training"]);
    assert_eq!(added.code, Some(1), "{added:?}");
    added.complains("the rules that GPTBot had before still decide some URLs");
    added.shows("AI training: ");
}

/// `Allow: /` overrides a `Disallow: /` of the same crawler.
#[test]
fn groups_that_would_have_no_effect_are_not_added() {
    for (text, option) in [
        (
            "user-agent: *\nuser-agent: GPTBot\nallow: /\n",
            "--disallow",
        ),
        ("user-agent: GPTBot\n\ndisallow: /x\n", "--allow"),
    ] {
        let file = TemporaryFile::new("init-no-effect", text.as_bytes());
        let why = "was not changed: GPTBot has its own rules (line 3), which override new ones: edit those";
        add(&file, &[option, "GPTBot"]).fails(why, "");
        assert_eq!(fs::read_to_string(file.name()).unwrap(), text);
    }
}

#[test]
fn binary_files_are_not_changed() {
    for (text, why) in [
        (&b"\x1f\x8b\x08\x00x"[..], "it is compressed"),
        (b"\xff\xfeu\0s\0", "it is UTF-16"),
        (b"user-agent: *\n\0\0", "it is not text"),
    ] {
        let file = TemporaryFile::new("init-binary", text);
        add(&file, &["--disallow", "seo"]).fails(why, "");
        assert_eq!(fs::read(file.name()).unwrap(), text);
    }
    run(&["init", "--add", "no/such/file", "--disallow", "seo"], b"").fails("no/such/file", "");
    run(&["init", "--add", "-", "--disallow", "seo"], b"").fails("standard input", "");
}
