//! Records: `field : value # comment`.

use crate::case::{Table, sitemaps};
use crate::support::{Setting, listed};

/// Replaces, inserts and removes single bytes in field names.
#[test]
fn every_edit_of_one_byte_in_a_field() {
    for field in ["user-agent", "User-Agent", "disallow", "DISALLOW", "allow"] {
        for place in 0..=field.len() {
            let (before, after) = field.as_bytes().split_at(place);
            let one_less = after.get(1..).unwrap_or_default();
            let mut lines = vec![[before, one_less].concat()];
            for byte in 0..=u8::MAX {
                lines.extend([one_less, after].map(|after| [before, &[byte], after].concat()));
            }
            for line in lines {
                let file = [b"user-agent: a\n", &line[..], b": b\nallow: /x\n"].concat();
                for setting in [Setting::STANDARD, Setting::GOOGLE] {
                    assert_eq!(
                        listed(&setting.parse(&file)),
                        setting.model(&file).listed(),
                        "{}, {setting:?}",
                        line.escape_ascii()
                    );
                }
            }
        }
    }
}

#[test]
fn sitemap_fields() {
    for (field, standard, google) in [
        ("sitemap", 1, 1),
        ("SiteMap", 1, 1),
        ("sitemaps", 0, 1),
        ("site-map", 0, 1),
        ("Site-Maps", 0, 1),
        ("site map", 0, 0),
        ("sitema", 0, 0),
    ] {
        let file = format!("{field}: https://example.com/x\n");
        for (setting, expected) in [(Setting::STANDARD, standard), (Setting::GOOGLE, google)] {
            assert_eq!(
                sitemaps(setting, file.as_bytes()).len(),
                expected,
                "{field}"
            );
            assert_eq!(
                setting.model(file.as_bytes()).sitemaps().len(),
                expected,
                "{field}"
            );
        }
    }
}

/// The example of sitemaps in Google's published specification.
const SITEMAPS: &str = "\
user-agent: otherbot
disallow: /kale\u{20}

sitemap: https://example.com/sitemap.xml
sitemap: https://cdn.example.org/other-sitemap.xml
sitemap: https://ja.example.org/\u{30c6}\u{30b9}\u{30c8}-\u{30b5}\u{30a4}\u{30c8}\u{30de}\u{30c3}\u{30d7}.xml
";

#[test]
fn sitemaps_next_to_groups_are_listed_byte_for_byte() {
    let found = sitemaps(Setting::STANDARD, SITEMAPS.as_bytes());
    assert_eq!(
        found,
        [
            "https://example.com/sitemap.xml",
            "https://cdn.example.org/other-sitemap.xml",
            "https://ja.example.org/\u{30c6}\u{30b9}\u{30c8}-\u{30b5}\u{30a4}\u{30c8}\u{30de}\u{30c3}\u{30d7}.xml",
        ]
    );
    let parsed = url::Url::parse(&found[2]).expect("a valid URL");
    assert_eq!(parsed.host_str(), Some("ja.example.org"));
    assert_eq!(
        parsed.path(),
        "/%E3%83%86%E3%82%B9%E3%83%88-%E3%82%B5%E3%82%A4%E3%83%88%E3%83%9E%E3%83%83%E3%83%97.xml"
    );
    let mut table = Table::default();
    for (name, agent, target, expected) in [
        ("the rule before the sitemaps", "otherbot", "/kale", "D 2"),
        ("a shorter URL", "otherbot", "/kal", "A"),
        ("another crawler", "b", "/kale", "A"),
    ] {
        table.both(name, SITEMAPS, &[agent], target, expected, expected);
    }
    table.finish();
}

/// A sitemap may be anywhere in a file and belongs to no group.
#[test]
fn sitemaps_may_be_anywhere() {
    let file = b"sitemap: /1\nuser-agent: a\nsitemap: /2\ndisallow: /x\nsitemap: /3\ndisallow: /y\n\nsitemap: /4\nuser-agent: b\ndisallow: /z\nsitemap: /5";
    assert_eq!(
        sitemaps(Setting::STANDARD, file),
        ["/1", "/2", "/3", "/4", "/5"]
    );
    let mut table = Table::default();
    table.both("a rule after a sitemap", file, &["a"], "/x", "D 4", "D 4");
    table.both("a rule between sitemaps", file, &["a"], "/y", "D 6", "D 6");
    table.both(
        "a rule of the next group",
        file,
        &["b"],
        "/z",
        "D 10",
        "D 10",
    );
    table.finish();
}

/// A sitemap URL may itself be disallowed.
#[test]
fn a_sitemap_may_be_disallowed() {
    let file = b"user-agent: *\ndisallow: /maps/\nsitemap: https://example.com/maps/all.xml\n";
    let mut table = Table::default();
    let url = "https://example.com/maps/all.xml";
    table.both("a listed URL", file, &["a"], url, "D 2", "D 2");
    table.finish();
}

#[test]
fn sitemaps_keep_their_case() {
    let file = b"Sitemap: https://EXAMPLE.com/Map.XML\n";
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        assert_eq!(sitemaps(setting, file), ["https://EXAMPLE.com/Map.XML"]);
    }
}
