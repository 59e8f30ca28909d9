//! Records: `field : value # comment`.

use crate::case::{Case, Table, case, check, sitemaps};
use crate::support::{Setting, listed};

#[rustfmt::skip]
const FIELDS: &[Case] = &[
    case("the field ends at the first colon", b"user-agent: a\ndisallow: /x:y\n", &["a"], "/x:y", "D 2", "D 2"),
    case("two colons", b"user-agent: a\ndisallow:: /x\n", &["a"], "/x", "A", "A"),
    case("a single colon", b"user-agent: a\n:\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("an empty field", b"user-agent: a\n: /x\n", &["a"], "/x", "A", "A"),
    case("case is ignored", b"USER-agent: a\nDisAllow: /x\nALLOW: /xy\n", &["a"], "/xy", "A 3", "A 3"),
    case("disallow as a prefix of the field", b"user-agent: a\nDisallowed: /x\n", &["a"], "/x", "A", "D 2"),
    case("allow as a prefix of the field", b"user-agent: a\ndisallow: /x\nallowed: /x\n", &["a"], "/x", "D 2", "A 3"),
    case("user-agent as a prefix of the field", b"user-agents: a\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("user-agent as a prefix of a longer field", b"user-agent-x: a\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("more words in the field", b"user-agent: a\ndisallow this: /x\n", &["a"], "/x", "A", "D 2"),
    case("a word before the field", b"user-agent: a\nplease disallow: /x\n", &["a"], "/x", "A", "A"),
    case("half a name", b"user-agent: a\ndisall: /x\n", &["a"], "/x", "A", "A"),
    case("a non-ASCII byte in the field", b"user-agent: a\ndisallow\xE9: /x\n", &["a"], "/x", "A", "D 2"),
    case("the last line is shorter than most fields", b"user-agent: a\ndisallow: /\nallow:/", &["a"], "/", "A 3", "A 3"),
    // U+017F folds to `s` and U+212A to `k`, but not in ASCII.
    case("ASCII case only", "user-agent: a\ndi\u{17f}allow: /x\n".as_bytes(), &["a"], "/x", "A", "A"),
    // A carriage return differs from a hyphen only in the bit that distinguishes upper from lower
    // case.
    case("a line end instead of the hyphen", b"user-agent: a\ndisallow: /x\nuser\ragent: b\ndisallow: /y\n", &["a"], "/y", "D 5", "D 5"),
    case("a field that only ends like a name", b"user-agent: a\ndisallow: /x\nader-agent: b\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("a misspelled field", b"useragent: a\ndisallow: /\n", &["a"], "/x", "A", "D 2"),
    case("fields in upper case", b"USER-AGENT: a\nDISALLOW: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("fields in mixed case", b"uSeR-aGeNt: a\ndIsAlLoW: /x\nAlLoW: /xy\n", &["a"], "/xy", "A 3", "A 3"),
];

#[test]
fn fields() {
    check(FIELDS);
}

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

/// Checks every misspelling of `user-agent`, `disallow` and `sitemap`, also in upper case and with
/// a suffix.
#[test]
fn typos() {
    let mut table = Table::default();
    for typo in [
        "useragent",
        "user agent",
        "USERAGENT",
        "User Agent",
        "useragents",
    ] {
        let file = format!("{typo}: a\ndisallow: /x\n");
        table.both(typo, &file, &["a"], "/x", "A", "D 2");
    }
    for typo in ["dissallow", "dissalow", "disalow", "diasllow", "disallaw"] {
        for spelling in [typo.to_owned(), typo.to_uppercase(), format!("{typo}ed")] {
            let file = format!("user-agent: a\n{spelling}: /x\n");
            table.both(&spelling, &file, &["a"], "/x", "A", "D 2");
        }
    }
    for near_miss in [
        "user_agent",
        "user  agent",
        "user\tagent",
        "us er-agent",
        "user-tools",
        "accountant",
        "user–agent",
        "useragen",
        "agent",
        "ua",
    ] {
        let file = format!("{near_miss}: a\ndisallow: /x\n");
        table.both(near_miss, &file, &["a"], "/x", "A", "A");
    }
    for near_miss in [
        "dissalllow",
        "dis-allow",
        "dis allow",
        "disslow",
        "desallow",
        "diallow",
        "disallo",
        "noallow",
    ] {
        let file = format!("user-agent: a\n{near_miss}: /x\n");
        table.both(near_miss, &file, &["a"], "/x", "A", "A");
    }
    for near_miss in ["alow", "aloow", "al-low", "alllow", "a llow"] {
        let file = format!("user-agent: a\ndisallow: /\n{near_miss}: /x\n");
        table.both(near_miss, &file, &["a"], "/x", "D 2", "D 2");
    }
    table.finish();
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

#[rustfmt::skip]
const MISSING_COLON: &[Case] = &[
    case("a space instead of the colon", b"user-agent: a\ndisallow /x\n", &["a"], "/x", "A", "D 2"),
    case("a tab instead of the colon", b"user-agent: a\ndisallow\t/x\n", &["a"], "/x", "A", "D 2"),
    case("many blanks instead of the colon", b"user-agent: a\ndisallow \t  \t/x\n", &["a"], "/x", "A", "D 2"),
    case("blanks around the line", b"user-agent: a\n  disallow /x \t\n", &["a"], "/x", "A", "D 2"),
    case("a comment does not count as a word", b"user-agent: a\ndisallow /x # two runs\n", &["a"], "/x", "A", "D 2"),
    case("a colon in the comment separates nothing", b"user-agent: a\ndisallow /x # : y\n", &["a"], "/x", "A", "D 2"),
    case("three words", b"user-agent: a\ndisallow /x y\n", &["a"], "/x", "A", "A"),
    case("one word", b"user-agent: a\ndisallow/x\n", &["a"], "/x", "A", "A"),
    case("a field without a value", b"user-agent: a\ndisallow\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("an agent without a colon", b"user-agent a\ndisallow: /x\n", &["a"], "/x", "A", "D 2"),
    case("a typo of two words without a colon", b"user agent a\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a typo without a colon", b"useragent a\ndisalow /x\n", &["a"], "/x", "A", "D 2"),
    case("VT is not a separator", b"user-agent: a\ndisallow\x0B/x\n", &["a"], "/x", "A", "A"),
    case("FF is not a separator", b"user-agent: a\ndisallow\x0C/x\n", &["a"], "/x", "A", "A"),
    case("VT next to the separator is trimmed", b"user-agent: a\ndisallow\x0B \x0C/x\n", &["a"], "/x", "A", "D 2"),
    case("VT inside a word", b"user-agent: a\ndisallow /x\x0By\n", &["a"], "/x%0By", "A", "A"),
    case("a value with a colon", b"user-agent: a\ndisallow /x:y\n", &["a"], "/x", "A", "A"),
    case("a URL as the value", b"user-agent: a\nsitemap https://example.com/\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
];

#[test]
fn missing_colon() {
    check(MISSING_COLON);
}

/// Google compares only the beginning of a field, so `disallow https` before the colon means
/// `disallow`.
#[test]
fn a_missing_colon_and_a_colon_in_the_value() {
    let file = b"user-agent: a\ndisallow https://example.com/x\n";
    let mut table = Table::default();
    // The value is `//example.com/x`.
    table.both("a URL after a blank", file, &["a"], "/x", "A", "A");
    table.both(
        "a URL after a blank, matched",
        file,
        &["a"],
        "http://h//example.com/xy",
        "A",
        "D 2",
    );
    table.finish();
}

#[rustfmt::skip]
const OTHER_FIELDS: &[Case] = &[
    case("crawl-delay", b"user-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("host", b"user-agent: a\ndisallow: /x\nhost: example.com\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("noindex", b"user-agent: a\nnoindex: /x\n", &["a"], "/x", "A", "A"),
    case("clean-param", b"user-agent: a\nclean-param: s /x\ndisallow: /y\n", &["a"], "/y", "D 3", "D 3"),
    case("an unknown field with blanks", b"user-agent: a\nx y z: 1\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("before a group", b"foo: bar\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("in a run of user-agent lines", b"user-agent: a\nfoo: bar\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("between rules", b"user-agent: a\ndisallow: /x\nfoo: bar\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("after the rules", b"user-agent: a\ndisallow: /x\nfoo: bar\n", &["a"], "/x", "D 2", "D 2"),
    // Google compares only the beginning of a field, so `sitemaps` is a sitemap record. It does not
    // end a group either.
    case("sitemaps before the rules", b"user-agent: a\nsitemaps: x\ndisallow: /\n", &["a"], "/x", "D 3", "D 3"),
    case("sitemaps after a rule", b"user-agent: a\ndisallow: /x\nsitemaps: x\ndisallow: /y\n", &["a"], "/x", "D 2", "D 2"),
    case("sitemaps before a rule", b"user-agent: a\ndisallow: /x\nsitemaps: x\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("a sitemap in a run of user-agent lines", b"user-agent: a\nsitemap: x\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
];

#[test]
fn other_fields() {
    check(OTHER_FIELDS);
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
