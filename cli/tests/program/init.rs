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
        for known in crawlers::all().filter(|known| known.status() != Status::Retired) {
            let options = ParseOptions::new().dialect(known.dialect());
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
        .fails("seo is both in --allow and in --disallow", "");
    run(&["init", "--sitemap", "/s.xml"], b"")
        .fails("--sitemap '/s.xml': not an absolute http or https URL", "");
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
    let start = "robots: not blocked, because no documentation states their purpose: Bytespider, ";
    let end = ". Block them by name, as in --disallow ai-training,Bytespider\n";
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
        .fails("GPTBot is both in --allow and in --disallow", "");
}

#[test]
fn adding_groups_changes_nothing_else() {
    let texts: [&[u8]; 6] = [
        b"",
        b"user-agent: *\r\ndisallow: /a\r\n",
        b"\xef\xbb\xbfuser-agent: *\ndisallow: /a",
        b"user-agent: x\rdisallow: /\ruser-agent: y",
        b"user-agent: *\ndisallow: /\nuser-agent: GPTBot\ndisallow: /\n",
        b"# caf\xe9\nsitemap: https://a.example/s.xml\n",
    ];
    for text in texts {
        let file = TemporaryFile::new("init-add", text);
        let added = add(&file, &["--disallow", "ai-training"]);
        let is_told = added.complaint.starts_with("robots: not blocked, because ");
        assert_eq!((added.code, is_told), (Some(0), true), "{text:?}");
        let new = fs::read(file.name()).unwrap();
        let kept = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let is_kept = new.starts_with(text) || new.ends_with(kept);
        assert!(is_kept, "{:?}", String::from_utf8_lossy(&new));
        assert_eq!(
            new.starts_with(b"\xef\xbb\xbf"),
            text.starts_with(b"\xef\xbb\xbf")
        );
        if text.contains(&b'\r') {
            let bare = new
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.ends_with(b"\r"));
            assert!(!text.contains(&b'\n') || bare.count() == 1, "{new:?}");
        }
        for known in crawlers::all() {
            let [old, new] = [text, &new].map(|text| {
                let options = ParseOptions::new().dialect(known.dialect());
                known.matcher(&options.parse(text))
            });
            if known.serves(Purpose::AiTraining) && known.status() != Status::Retired {
                assert!(new.disallows_all(), "{known}");
            } else {
                assert_eq!(old.allowed("/"), new.allowed("/"), "{known}");
            }
        }
        // A second run changes nothing.
        let again = add(&file, &["--disallow", "ai-training"]);
        assert!(
            again
                .output
                .contains("is not changed: it already says all of this"),
            "{again:?}"
        );
        assert_eq!(fs::read(file.name()).unwrap(), new);
    }
}

#[test]
fn existing_rules_of_a_crawler_are_reported() {
    let text = b"user-agent: GPTBot\nallow: /blog/\n";
    let file = TemporaryFile::new("init-own", text);
    let added = add(&file, &["--disallow", "ai-training"]);
    assert_eq!(added.code, Some(0), "{added:?}");
    assert!(
        added.complaint.contains("GPTBot: its rules in"),
        "{added:?}"
    );
    assert!(added.output.contains("AI training: "), "{added:?}");
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
