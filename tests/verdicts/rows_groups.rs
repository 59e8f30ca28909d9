//! Section C: groups and the crawlers they bind.
//!
//! Row ids are those of the rows of the editions of Google's robots.txt specification and of RFC 9309. A row with a
//! letter after its number is derived from the prose beside it.

use crate::case::{Case, Table, case, check, group_count, sitemaps};
use crate::support::Setting;

const FOUR_GROUPS: &[u8] = b"\
user-agent: a
disallow: /c

user-agent: b
disallow: /d

user-agent: e
user-agent: f
disallow: /g

user-agent: h
";

/// The same file as one edition prints it, with blanks after two of the paths.
const FOUR_GROUPS_WITH_BLANKS: &[u8] = b"\
user-agent: a
disallow: /c\x20

user-agent: b
disallow: /d\x20

user-agent: e
user-agent: f
disallow: /g

user-agent: h
";

/// Row, agent, and the line that disallows each of `/c`, `/d`, `/g` and `/x`.
#[rustfmt::skip]
const FOUR_GROUP_ROWS: &[(&str, &str, [&str; 4])] = &[
    ("C.1", "a", ["D 2", "A", "A", "A"]),
    ("C.2", "b", ["A", "D 5", "A", "A"]),
    ("C.3", "e", ["A", "A", "D 9", "A"]),
    ("C.4", "f", ["A", "A", "D 9", "A"]),
    ("C.5", "h", ["A", "A", "A", "A"]),
    ("C.6", "z", ["A", "A", "A", "A"]),
];

#[test]
fn edition_rows_of_four_groups() {
    let mut table = Table::default();
    for &(id, agent, expected) in FOUR_GROUP_ROWS {
        for (target, expected) in ["/c", "/d", "/g", "/x"].into_iter().zip(expected) {
            for prefix in ["http://example.com", "https://example.com", ""] {
                let url = format!("{prefix}{target}");
                for file in [FOUR_GROUPS, FOUR_GROUPS_WITH_BLANKS] {
                    let name = format!("edition_{id} {agent} {url}");
                    table.both(&name, file, &[agent], &url, expected, expected);
                }
                // Two editions print the file without its last line; no row but C.5 speaks of it.
                let without_last = FOUR_GROUPS
                    .strip_suffix(b"\nuser-agent: h\n")
                    .expect("the last line");
                let name = format!("edition_{id} {agent} {url}, three groups");
                table.both(&name, without_last, &[agent], &url, expected, expected);
            }
        }
    }
    table.finish();
}

/// The groups are four, or three without the last line, and the last has no rules.
#[test]
fn edition_number_of_groups() {
    let without_last = FOUR_GROUPS
        .strip_suffix(b"\nuser-agent: h\n")
        .expect("the last line");
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        assert_eq!(group_count(setting, FOUR_GROUPS), 4);
        assert_eq!(group_count(setting, FOUR_GROUPS_WITH_BLANKS), 4);
        assert_eq!(group_count(setting, without_last), 3);
        assert_eq!(setting.model(FOUR_GROUPS).group_count(), 4);
    }
}

/// C.5b: put after a group that disallows everybody everything, the group without rules still frees its crawler.
#[test]
fn edition_row_c_5b_a_group_without_rules_binds() {
    let mut file = b"user-agent: *\ndisallow: /\n".to_vec();
    file.extend_from_slice(FOUR_GROUPS);
    let mut table = Table::default();
    for target in ["/c", "/d", "/g", "/x"] {
        table.both("edition_C.5b h", &file, &["h"], target, "A", "A");
        table.both("edition_C.5b z", &file, &["z"], target, "D 2", "D 2");
    }
    table.finish();
}

/// The three groups of the table "which group": group `n` disallows `/n` and nothing else.
const WHICH_GROUP: [(&str, &str); 3] = [("googlebot-news", "/1"), ("*", "/2"), ("googlebot", "/3")];

/// Row, agents, and the group that binds: in Standard, in Google, and in Standard without the fallback.
#[rustfmt::skip]
const WHICH_GROUP_ROWS: &[(&str, &[&str], usize, usize, usize)] = &[
    ("C.7", &["Googlebot-News"], 1, 1, 1),
    ("C.8", &["Googlebot"], 3, 3, 3),
    ("C.9", &["Googlebot-Images"], 3, 2, 2),
    ("C.9 listed", &["Googlebot-Images", "Googlebot"], 3, 3, 3),
    ("C.10", &["Storebot-Google"], 2, 2, 2),
    ("C.11", &["Googlebot-News"], 1, 1, 1),
    ("C.12", &["Otherbot"], 2, 2, 2),
    ("C.13 web token", &["Otherbot"], 2, 2, 2),
    ("C.13 news token", &["Otherbot-News"], 2, 2, 2),
    ("C.13 listed", &["Otherbot-News", "Otherbot"], 2, 2, 2),
];

#[test]
fn edition_rows_of_which_group_in_every_order_of_groups() {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut table = Table::default();
    for order in orders {
        let mut file = String::new();
        for index in order {
            let (agent, path) = WHICH_GROUP[index];
            file.push_str(&format!("user-agent: {agent}\ndisallow: {path}\n\n"));
        }
        for &(id, agents, standard, google, strict) in WHICH_GROUP_ROWS {
            for (setting, binding) in [
                (Setting::STANDARD, standard),
                (Setting::GOOGLE, google),
                (Setting::STRICT, strict),
            ] {
                for group in 1..=3 {
                    // The n-th group of the file as ordered stands on lines 3n-2 to 3n-1.
                    let place = order.iter().position(|&index| index + 1 == group);
                    let line = place.expect("every order has every group") * 3 + 2;
                    let expected = if group == binding {
                        format!("D {line}")
                    } else {
                        "A".to_owned()
                    };
                    table.ask(
                        &format!("edition_{id}, order {order:?}, group {group}"),
                        setting,
                        &file,
                        agents,
                        &format!("https://example.com/{group}"),
                        &expected,
                    );
                }
            }
        }
    }
    table.finish();
}

/// Taken literally the printed placeholders are no records, and the three `user-agent` lines are one run.
#[test]
fn edition_which_group_with_its_placeholders_is_one_run() {
    let file = b"user-agent: googlebot-news\n(group 1)\n\nuser-agent: *\n(group 2)\n\nuser-agent: googlebot\n(group 3)\n";
    assert_eq!(group_count(Setting::STANDARD, file), 1);
    let mut table = Table::default();
    for agent in ["Googlebot-News", "Googlebot", "Otherbot"] {
        table.both("edition_C.7 literally", file, &[agent], "/1", "A", "A");
    }
    table.finish();
}

#[rustfmt::skip]
const VALUES: &[Case] = &[
    case("edition_C.14", b"user-agent: googlebot/1.2\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("edition_C.15", b"user-agent: googlebot*\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("edition_C.16", b"user-agent: googlebot\ndisallow: /\n", &["googlebot/1.2"], "http://example.com/x", "D 2", "A"),
    case("edition_C.17", b"user-agent: googlebot\ndisallow: /\n", &["googlebot*"], "http://example.com/x", "D 2", "A"),
    case("edition_C.18", b"user-agent: GOOGLEBOT\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("edition_C.19", b"user-agent: googlebot\ndisallow: /\n", &["GoogleBot"], "http://example.com/x", "D 2", "D 2"),
];

#[test]
fn edition_rows_of_what_is_compared_of_a_value() {
    check(VALUES);
}

const TO_MERGE: &[u8] = b"\
user-agent: googlebot-news
disallow: /fish

user-agent: *
disallow: /carrots

user-agent: googlebot-news
disallow: /shrimp
";

const MERGED: &[u8] = b"\
user-agent: googlebot-news
disallow: /fish
disallow: /shrimp

user-agent: *
disallow: /carrots
";

#[test]
fn edition_rows_of_merging() {
    let rows = [
        ("C.20", "googlebot-news", "/fish", "D 2", "D 2"),
        ("C.20", "googlebot-news", "/carrots", "A", "A"),
        ("C.20", "googlebot-news", "/shrimp", "D 8", "D 3"),
        ("C.21", "otherbot", "/fish", "A", "A"),
        ("C.21", "otherbot", "/carrots", "D 5", "D 6"),
        ("C.21", "otherbot", "/shrimp", "A", "A"),
    ];
    let mut table = Table::default();
    for (id, agent, target, apart, merged) in rows {
        let name = format!("edition_{id} {agent} {target}");
        table.both(&name, TO_MERGE, &[agent], target, apart, apart);
        let name = format!("{name}, merged by hand");
        table.both(&name, MERGED, &[agent], target, merged, merged);
    }
    table.finish();
}

/// C.22 to C.24 and C.22b: nothing but a rule ends a run of `user-agent` lines.
#[test]
fn edition_rows_of_a_line_between_two_user_agent_lines() {
    let betweens = [
        "sitemap: https://example.com/sitemap.xml\n\n",
        "crawl-delay: 1\n\n",
        "foo: bar\n\n",
        "\n",
        "",
    ];
    let mut table = Table::default();
    for between in betweens {
        let file = format!("user-agent: a\n{between}user-agent: b\ndisallow: /\n");
        let rule = format!("D {}", file.lines().count());
        for (id, agent, expected) in [
            ("C.22", "a", rule.as_str()),
            ("C.23", "b", &rule),
            ("C.24", "c", "A"),
        ] {
            let name = format!("edition_{id} with {between:?}");
            table.both(&name, &file, &[agent], "/x", expected, expected);
        }
        assert_eq!(group_count(Setting::STANDARD, file.as_bytes()), 1);
    }
    table.finish();
    let file =
        b"user-agent: a\nsitemap: https://example.com/sitemap.xml\n\nuser-agent: b\ndisallow: /\n";
    assert_eq!(
        sitemaps(Setting::STANDARD, file),
        ["https://example.com/sitemap.xml"]
    );
}

const INTRODUCTION: &str = "\
# Tento soubor \u{159}\u{ed}k\u{e1} \u{201e}co sm\u{ed}\u{201c}
# robot\u{16f}m \u{201a}ano\u{2018} \u{10d}i \u{201a}ne\u{2018}
# (\u{fa}vodn\u{ed} uk\u{e1}zka)
User-agent: *
Disallow: /includes/

User-agent: Googlebot
Allow: /includes/

Sitemap: https://collabim.cz/sitemap.xml
";

#[test]
fn edition_rows_of_the_introductory_file() {
    let mut table = Table::default();
    for (id, agent, url, expected) in [
        (
            "C.25",
            "Googlebot",
            "https://collabim.cz/includes/a.css",
            "A 8",
        ),
        (
            "C.26",
            "otherbot",
            "https://collabim.cz/includes/a.css",
            "D 5",
        ),
        ("C.27", "otherbot", "https://collabim.cz/", "A"),
    ] {
        let name = format!("edition_{id}");
        table.both(&name, INTRODUCTION, &[agent], url, expected, expected);
    }
    table.finish();
    // C.28
    assert_eq!(
        sitemaps(Setting::STANDARD, INTRODUCTION.as_bytes()),
        ["https://collabim.cz/sitemap.xml"]
    );
}

const SITEMAPS: &str = "\
user-agent: otherbot
disallow: /kale\u{20}

sitemap: https://example.com/sitemap.xml
sitemap: https://cdn.example.org/other-sitemap.xml
sitemap: https://ja.example.org/\u{30c6}\u{30b9}\u{30c8}-\u{30b5}\u{30a4}\u{30c8}\u{30de}\u{30c3}\u{30d7}.xml
";

#[test]
fn edition_rows_of_sitemaps() {
    // C.29
    let found = sitemaps(Setting::STANDARD, SITEMAPS.as_bytes());
    assert_eq!(
        found,
        [
            "https://example.com/sitemap.xml",
            "https://cdn.example.org/other-sitemap.xml",
            "https://ja.example.org/\u{30c6}\u{30b9}\u{30c8}-\u{30b5}\u{30a4}\u{30c8}\u{30de}\u{30c3}\u{30d7}.xml",
        ]
    );
    // C.30
    let parsed = url::Url::parse(&found[2]).expect("a URL that need not be percent-encoded");
    assert_eq!(parsed.host_str(), Some("ja.example.org"));
    assert_eq!(
        parsed.path(),
        "/%E3%83%86%E3%82%B9%E3%83%88-%E3%82%B5%E3%82%A4%E3%83%88%E3%83%9E%E3%83%83%E3%83%97.xml"
    );
    let mut table = Table::default();
    for (name, agent, target, expected) in [
        ("edition_C.31", "otherbot", "/kale", "D 2"),
        ("edition_C.32 shorter", "otherbot", "/kal", "A"),
        ("edition_C.32 other agent", "b", "/kale", "A"),
    ] {
        table.both(name, SITEMAPS, &[agent], target, expected, expected);
    }
    table.finish();
}

/// C.33: a sitemap is listed wherever it stands, and belongs to no group.
#[test]
fn edition_row_c_33_sitemaps_anywhere() {
    let file = b"sitemap: /1\nuser-agent: a\nsitemap: /2\ndisallow: /x\nsitemap: /3\ndisallow: /y\n\nsitemap: /4\nuser-agent: b\ndisallow: /z\nsitemap: /5";
    assert_eq!(
        sitemaps(Setting::STANDARD, file),
        ["/1", "/2", "/3", "/4", "/5"]
    );
    let mut table = Table::default();
    table.both("edition_C.33 before", file, &["a"], "/x", "D 4", "D 4");
    table.both("edition_C.33 inside", file, &["a"], "/y", "D 6", "D 6");
    table.both("edition_C.33 after", file, &["b"], "/z", "D 10", "D 10");
    table.finish();
}

/// C.34: being listed as a sitemap exempts a URL from no rule.
#[test]
fn edition_row_c_34_a_sitemap_may_be_disallowed() {
    let file = b"user-agent: *\ndisallow: /maps/\nsitemap: https://example.com/maps/all.xml\n";
    let mut table = Table::default();
    let url = "https://example.com/maps/all.xml";
    table.both("edition_C.34", file, &["a"], url, "D 2", "D 2");
    table.finish();
}
