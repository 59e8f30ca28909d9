//! Groups: runs of `user-agent` lines, their rules, and how the groups of one agent are merged.

use crate::case::{Table, group_count, sitemaps};
use crate::support::{Question, Setting, listed};

/// The order of groups affects only line numbers.
#[test]
fn order_of_groups() {
    let groups = [
        "user-agent: a\ndisallow: /1\nallow: /1/2\n",
        "user-agent: *\ndisallow: /\nallow: /3\n",
        "user-agent: b\nuser-agent: a\ndisallow: /1/2/3\n",
        "user-agent: a-b\nallow: /1\ndisallow: /*2\n",
    ];
    let mut seen: Vec<Vec<bool>> = Vec::new();
    for order in permutations(groups.len()) {
        let file: String = order.iter().map(|&index| groups[index]).collect();
        let mut answers = Vec::new();
        for setting in [Setting::STANDARD, Setting::GOOGLE, Setting::STRICT] {
            for agent in ["a", "b", "a-b", "a-b-c", "a-c", "c"] {
                for url in ["/", "/1", "/1/2", "/1/2/3", "/3", "/4"] {
                    let question = Question {
                        file: file.clone().into_bytes(),
                        setting,
                        agents: vec![agent.to_owned()],
                        url: url.to_owned(),
                    };
                    let naive = question.naive_answer();
                    let wrong = question.disagreements(naive);
                    assert!(wrong.is_empty(), "{}{wrong:?}", question.describe());
                    answers.push(naive.0);
                }
            }
        }
        seen.push(answers);
    }
    assert_eq!(seen.len(), 24);
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
    assert!(seen[0].contains(&true) && seen[0].contains(&false));
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for item in 0..count {
        all = all
            .iter()
            .flat_map(|shorter: &Vec<usize>| {
                (0..=shorter.len()).map(move |place| {
                    let mut longer = shorter.clone();
                    longer.insert(place, item);
                    longer
                })
            })
            .collect();
    }
    all
}

/// Every group is listed once, with its rules.
#[test]
fn number_of_groups() {
    let mut table = Table::default();
    for (file, expected) in [
        (&b""[..], 0),
        (b"disallow: /\n", 0),
        (b"user-agent: a\n", 1),
        (b"user-agent: a\nuser-agent: b\n", 1),
        (b"user-agent: a\ndisallow:\nuser-agent: b\n", 2),
        (b"user-agent: a\nfoo: x\nuser-agent: b\ndisallow: /\n", 1),
        (b"user-agent:\ndisallow: /\nuser-agent:\n", 2),
    ] {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            assert_eq!(group_count(setting, file), expected);
            assert_eq!(setting.model(file).group_count(), expected);
        }
        table.both("no group of c", file, &["c"], "/x", "A", "A");
    }
    table.finish();
}

/// Groups are counted correctly for any number of groups, agents and rules, even with very short
/// lines.
#[test]
fn any_number_of_groups_and_lines() {
    let makes: [fn(usize) -> String; 4] = [
        |_| "user-agent:\nallow:\n".to_owned(),
        |_| "useragent:\nallow:\n".to_owned(),
        |number| format!("user-agent: a{number}\ndisallow: /{number}\n"),
        |number| {
            format!(
                "user-agent: a\nuser-agent: b\n{}",
                "allow:\n".repeat(number % 7)
            )
        },
    ];
    for make in makes {
        for count in [
            1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 66, 127, 128, 129, 130, 300,
        ] {
            let file: String = (0..count).map(make).collect();
            // The file is also tried with a long last line and without its final line end.
            let long = format!("{file}allow: /{}\n", "a".repeat(5_000));
            for text in [file.trim_end(), &file, &long] {
                for setting in [Setting::STANDARD, Setting::GOOGLE] {
                    assert_eq!(
                        listed(&setting.parse(text.as_bytes())),
                        setting.model(text.as_bytes()).listed(),
                        "{count} times {:?} in {setting:?}",
                        make(1)
                    );
                }
            }
        }
    }
}

/// The example of groups in Google's published specification.
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

/// The example as printed in a translation, with blanks after two of the paths.
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

/// There are four groups, or three without the last line. The last one has no rules.
#[test]
fn the_last_of_four_groups_has_no_rules() {
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

/// Only a rule ends a run of `user-agent` lines.
#[test]
fn a_line_between_two_user_agent_lines() {
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
        for (agent, expected) in [("a", rule.as_str()), ("b", &rule), ("c", "A")] {
            let name = format!("{agent} with {between:?}");
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

/// The first file of Google's published specification, as printed in a translation.
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
fn a_specific_group_and_the_wildcard_group() {
    let mut table = Table::default();
    let page = "https://collabim.cz/includes/a.css";
    table.both("named", INTRODUCTION, &["Googlebot"], page, "A 8", "A 8");
    table.both("not named", INTRODUCTION, &["otherbot"], page, "D 5", "D 5");
    let root = "https://collabim.cz/";
    table.both("elsewhere", INTRODUCTION, &["otherbot"], root, "A", "A");
    table.finish();
    assert_eq!(
        sitemaps(Setting::STANDARD, INTRODUCTION.as_bytes()),
        ["https://collabim.cz/sitemap.xml"]
    );
}

/// The simple example of RFC 9309 §5.1 without its last line.
const SIMPLE: &[u8] = b"\
User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
";

const SIMPLE_TARGETS: [&str; 11] = [
    "/",
    "/publications/x.html",
    "/publications/x.gif",
    "/example/",
    "/example/page.html",
    "/example/page.html?q",
    "/example/allowed.gif",
    "/example/disallowed.gif",
    "/a.gif",
    "/a.gif?x",
    "/robots.txt",
];

#[rustfmt::skip]
const BY_SIMPLE: &[(&str, [&str; 11])] = &[
    ("otherbot", ["A", "A 4", "A 4", "D 3", "D 3", "D 3", "D 3", "D 3", "D 2", "A", "A"]),
    ("foobot", ["D 7", "D 7", "D 7", "D 7", "A 8", "A 8", "A 9", "D 7", "D 7", "D 7", "A"]),
    ("barbot", ["A", "A", "A", "A", "D 13", "D 13", "A", "A", "A", "A", "A"]),
    ("bazbot", ["A", "A", "A", "A", "D 13", "D 13", "A", "A", "A", "A", "A"]),
    ("quxbot", ["A", "A", "A", "A", "A", "A", "A", "A", "A", "A", "A"]),
];

#[test]
fn groups_of_one_crawler_of_two_and_of_the_wildcard() {
    let mut with_eof = SIMPLE.to_vec();
    with_eof.extend_from_slice(b"\nEOF\n");
    // Some text copies drop the blank lines. This affects only line numbers.
    let without_blanks = String::from_utf8_lossy(SIMPLE).replace("\n\n", "\n");
    let dense_line =
        |line: u32| line - u32::from(line > 5) - u32::from(line > 10) - u32::from(line > 14);
    let mut table = Table::default();
    for &(agent, answers) in BY_SIMPLE {
        for (target, standard) in SIMPLE_TARGETS.into_iter().zip(answers) {
            let google = if agent == "foobot" && target == "/robots.txt" {
                "D 7"
            } else {
                standard
            };
            let name = format!("{agent} {target}");
            table.both(&name, SIMPLE, &[agent], target, standard, google);
            let name = format!("{name} with EOF");
            table.both(&name, &with_eof, &[agent], target, standard, google);
            let dense = |answer: &str| match answer.split_once(' ') {
                Some((kind, line)) => {
                    format!("{kind} {}", dense_line(line.parse().expect("a number")))
                }
                None => answer.to_owned(),
            };
            let name = format!("{name} without blank lines");
            table.both(
                &name,
                &without_blanks,
                &[agent],
                target,
                &dense(standard),
                &dense(google),
            );
        }
    }
    table.finish();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        assert_eq!(group_count(setting, &with_eof), 4);
    }
}
