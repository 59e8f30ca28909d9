//! Groups: runs of `user-agent` lines, their rules, and how the groups of one agent are merged.

use crate::case::{Case, Table, case, check, group_count, sitemaps};
use crate::support::{Question, Setting, listed};

#[rustfmt::skip]
const RUNS: &[Case] = &[
    case("one agent, several rules", b"user-agent: a\ndisallow: /x\nallow: /xy\ndisallow: /z\n", &["a"], "/z", "D 4", "D 4"),
    case("several agents share the rules, first", b"user-agent: a\nuser-agent: b\nuser-agent: c\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("several agents share the rules, last", b"user-agent: a\nuser-agent: b\nuser-agent: c\ndisallow: /x\n", &["c"], "/x", "D 4", "D 4"),
    case("a user-agent line after a rule starts a new group", b"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("the new group is only for the new agent", b"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y\n", &["b"], "/x", "A", "A"),
    case("a new group after allow", b"user-agent: a\nallow: /x\nuser-agent: b\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("blank lines leave the run open", b"user-agent: a\n\n\nuser-agent: b\n\ndisallow: /x\n", &["a"], "/x", "D 6", "D 6"),
    case("comments leave the run open", b"user-agent: a\n# c\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("a sitemap leaves the run open", b"user-agent: a\nsitemap: https://example.com/\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
    case("a crawl-delay leaves the run open", b"user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
    case("an unknown field leaves the run open", b"user-agent: a\nfoo: bar\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
    case("a broken line leaves the run open", b"user-agent: a\n<p>oops\nuser-agent: b\ndisallow: /\n", &["a"], "/x", "D 4", "D 4"),
    case("the joined run keeps its last agent", b"user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /\n", &["b"], "/x", "D 4", "D 4"),
    case("a run does not apply to an unnamed crawler", b"user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /\n", &["c"], "/x", "A", "A"),
    case("blank lines do not end a group", b"user-agent: a\ndisallow: /x\n\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("a sitemap does not end a group", b"user-agent: a\ndisallow: /x\nsitemap: /s\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("the same agent twice in a run", b"user-agent: a\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("a group ends at the end of the file", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["a"], "/x", "A", "A"),
    case("an empty last group does not affect other crawlers", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["b"], "/x", "D 2", "D 2"),
];

#[test]
fn runs_of_user_agent_lines() {
    check(RUNS);
}

#[rustfmt::skip]
const EMPTY_RULES: &[Case] = &[
    case("an empty disallow ends the run", b"user-agent: a\ndisallow:\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "A", "A 2"),
    case("an empty allow ends the run", b"user-agent: a\nallow:\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "A", "A 2"),
    case("the agent after an empty rule starts a group", b"user-agent: a\ndisallow:\nuser-agent: b\ndisallow: /x\n", &["b"], "/x", "D 4", "D 4"),
    case("a group with an empty rule hides the group of *", b"user-agent: *\ndisallow: /\nuser-agent: a\ndisallow:\n", &["a"], "/x", "A", "A 4"),
    case("allow before disallow", b"user-agent: a\ndisallow:\nallow:\n", &["a"], "/x", "A", "A 3"),
    case("the first of several empty ones", b"user-agent: a\ndisallow:\ndisallow:\n", &["a"], "/x", "A", "A 2"),
    case("the first of several empty allows", b"user-agent: a\nallow:\ndisallow:\nallow:\n", &["a"], "/x", "A", "A 2"),
    case("a longer rule is reported", b"user-agent: a\ndisallow:\nallow: /x\n", &["a"], "/x", "A 3", "A 3"),
    case("a longer rule is not reported if it does not match", b"user-agent: a\ndisallow:\nallow: /x\n", &["a"], "/y", "A", "A 2"),
    case("an empty allow and a disallow", b"user-agent: a\nallow:\ndisallow: /\n", &["a"], "/x", "D 3", "D 3"),
    case("an empty allow and a disallow that does not match", b"user-agent: a\nallow:\ndisallow: /y\n", &["a"], "/x", "A", "A 2"),
    case("empty except for a comment", b"user-agent: a\ndisallow: #\n", &["a"], "/x", "A", "A 2"),
    case("empty except for blanks", b"user-agent: a\ndisallow: \t \n", &["a"], "/x", "A", "A 2"),
    case("in the group of *", b"user-agent: *\ndisallow:\n", &["a"], "/x", "A", "A 2"),
    case("empty in a group of * and another", b"user-agent: *\nuser-agent: a\ndisallow:\nuser-agent: *\ndisallow: /\n", &["a"], "/x", "A", "A 3"),
    case("disallow alone", b"user-agent: a\ndisallow:\n", &["a"], "/x", "A", "A 2"),
    case("allow alone", b"user-agent: a\nallow:\n", &["a"], "/x", "A", "A 2"),
    case("both and another rule", b"user-agent: a\ndisallow:\nallow:\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
];

#[test]
fn rules_with_an_empty_value() {
    check(EMPTY_RULES);
}

#[rustfmt::skip]
const OUTSIDE: &[Case] = &[
    case("before any group", b"disallow: /\nuser-agent: *\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("before any group, allow", b"allow: /x\nuser-agent: *\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("rules do not belong to the next group", b"disallow: /x\nuser-agent: *\ndisallow: /y\n", &["a"], "/x", "A", "A"),
    case("without any group", b"disallow: /\n", &["a"], "/x", "A", "A"),
    case("rules do not start a group", b"disallow: /\nuser-agent: a\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("two rules before the group", b"disallow: /\nallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/x", "A", "A"),
    case("the group after two rules", b"disallow: /\nallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn rules_before_the_first_group() {
    check(OUTSIDE);
}

#[rustfmt::skip]
const EMPTY_AGENTS: &[Case] = &[
    case("an empty agent opens a group", b"user-agent: a\ndisallow: /x\nuser-agent:\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("the group of an empty agent applies to no crawler", b"user-agent:\ndisallow: /\n", &["a"], "/x", "A", "A"),
    case("an empty agent joins a run", b"user-agent: a\nuser-agent:\nuser-agent: b\ndisallow: /x\n", &["a"], "/x", "D 4", "D 4"),
    case("an empty agent leaves the run open", b"user-agent:\nuser-agent: b\ndisallow: /x\n", &["b"], "/x", "D 3", "D 3"),
    case("an empty agent selects an empty name in Google only", b"user-agent:\ndisallow: /\n", &[""], "/x", "A", "D 2"),
    case("an empty agent is not *", b"user-agent:\ndisallow: /\nuser-agent: *\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn user_agent_lines_with_an_empty_value() {
    check(EMPTY_AGENTS);
}

#[rustfmt::skip]
const MERGING: &[Case] = &[
    case("two groups, first", b"user-agent: a\ndisallow: /x\n\nuser-agent: a\ndisallow: /y\n", &["a"], "/x", "D 2", "D 2"),
    case("two groups, second", b"user-agent: a\ndisallow: /x\n\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 5", "D 5"),
    case("with another between", b"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /z\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 6", "D 6"),
    case("in other spellings", b"user-agent: A/1\ndisallow: /x\nuser-agent: a*\ndisallow: /y\n", &["a"], "/x", "D 2", "D 2"),
    case("in other spellings, second", b"user-agent: A/1\ndisallow: /x\nuser-agent: a*\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
    case("in runs of several agents", b"user-agent: a\nuser-agent: b\ndisallow: /x\nuser-agent: b\nuser-agent: c\ndisallow: /y\n", &["b"], "/x", "D 3", "D 3"),
    case("in runs of several agents, second", b"user-agent: a\nuser-agent: b\ndisallow: /x\nuser-agent: b\nuser-agent: c\ndisallow: /y\n", &["b"], "/y", "D 6", "D 6"),
    case("in runs of several agents, another agent", b"user-agent: a\nuser-agent: b\ndisallow: /x\nuser-agent: b\nuser-agent: c\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("groups of * are merged", b"user-agent: *\ndisallow: /x\nuser-agent: b\ndisallow: /z\nuser-agent: *\ndisallow: /y\n", &["a"], "/y", "D 6", "D 6"),
    case("groups of * are merged, first", b"user-agent: *\ndisallow: /x\nuser-agent: b\ndisallow: /z\nuser-agent: *\ndisallow: /y\n", &["a"], "/x", "D 2", "D 2"),
    case("with a group without rules", b"user-agent: a\ndisallow: /x\nuser-agent: a\n", &["a"], "/x", "D 2", "D 2"),
    case("the longest rule of both groups decides", b"user-agent: a\ndisallow: /x\nuser-agent: a\nallow: /xy\n", &["a"], "/xyz", "A 4", "A 4"),
    case("the longest rule is in the first group", b"user-agent: a\nallow: /xy\nuser-agent: a\ndisallow: /x\n", &["a"], "/xyz", "A 2", "A 2"),
    case("never with *, after", b"user-agent: a\ndisallow: /x\nuser-agent: *\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("never with *, before", b"user-agent: *\ndisallow: /y\nuser-agent: a\ndisallow: /x\n", &["a"], "/y", "A", "A"),
    case("never with the fallback group", b"user-agent: a-b\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["a-b"], "/y", "A", "A"),
];

#[test]
fn merging() {
    check(MERGING);
}

#[rustfmt::skip]
const EVERYONE_AND_ANOTHER: &[Case] = &[
    case("applies to the specific agent", b"user-agent: *\nuser-agent: a\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("applies to other crawlers", b"user-agent: *\nuser-agent: a\ndisallow: /x\n", &["b"], "/x", "D 3", "D 3"),
    case("in the other order", b"user-agent: a\nuser-agent: *\ndisallow: /x\n", &["a"], "/x", "D 3", "D 3"),
    case("in the other order, other crawlers", b"user-agent: a\nuser-agent: *\ndisallow: /x\n", &["b"], "/x", "D 3", "D 3"),
    case("another group of * is not for the specific agent", b"user-agent: a\nuser-agent: *\ndisallow: /x\nuser-agent: *\ndisallow: /y\n", &["a"], "/y", "A", "A"),
    case("another group of * is for other crawlers", b"user-agent: a\nuser-agent: *\ndisallow: /x\nuser-agent: *\ndisallow: /y\n", &["b"], "/y", "D 5", "D 5"),
    case("another group of the agent is not for other crawlers", b"user-agent: a\nuser-agent: *\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["b"], "/y", "A", "A"),
    case("another group of the agent is for the agent", b"user-agent: a\nuser-agent: *\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 5", "D 5"),
    case("another group of the agent keeps the shared one", b"user-agent: a\nuser-agent: *\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/x", "D 3", "D 3"),
];

#[test]
fn groups_of_the_wildcard_and_a_crawler() {
    check(EVERYONE_AND_ANOTHER);
}

#[rustfmt::skip]
const NO_RULES: &[Case] = &[
    case("as the last line", b"user-agent: *\ndisallow: /\nuser-agent: a", &["a"], "/x", "A", "A"),
    case("as the last lines", b"user-agent: *\ndisallow: /\nuser-agent: a\nuser-agent: b\n\n# end\n", &["b"], "/x", "A", "A"),
    case("with records that are not rules", b"user-agent: *\ndisallow: /\nuser-agent: a\ncrawl-delay: 1\nsitemap: /s\n", &["a"], "/x", "A", "A"),
    case("other crawlers still obey *", b"user-agent: *\ndisallow: /\nuser-agent: a", &["b"], "/x", "D 2", "D 2"),
    case("a group of * without rules", b"user-agent: a\ndisallow: /\nuser-agent: *\n", &["b"], "/x", "A", "A"),
];

#[test]
fn groups_without_rules() {
    check(NO_RULES);
}

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

/// Each agent, and the lines that disallow `/c`, `/d`, `/g` and `/x`.
#[rustfmt::skip]
const BY_FOUR_GROUPS: &[(&str, [&str; 4])] = &[
    ("a", ["D 2", "A", "A", "A"]),
    ("b", ["A", "D 5", "A", "A"]),
    ("e", ["A", "A", "D 9", "A"]),
    ("f", ["A", "A", "D 9", "A"]),
    ("h", ["A", "A", "A", "A"]),
    ("z", ["A", "A", "A", "A"]),
];

#[test]
fn four_groups() {
    let mut table = Table::default();
    for &(agent, expected) in BY_FOUR_GROUPS {
        for (target, expected) in ["/c", "/d", "/g", "/x"].into_iter().zip(expected) {
            for prefix in ["http://example.com", "https://example.com", ""] {
                let url = format!("{prefix}{target}");
                for file in [FOUR_GROUPS, FOUR_GROUPS_WITH_BLANKS] {
                    let name = format!("{agent} {url}");
                    table.both(&name, file, &[agent], &url, expected, expected);
                }
                // Some translations omit the last line, which matters only to `h`, and `h` has no
                // rules.
                let without_last = FOUR_GROUPS
                    .strip_suffix(b"\nuser-agent: h\n")
                    .expect("the last line");
                let name = format!("{agent} {url}, three groups");
                table.both(&name, without_last, &[agent], &url, expected, expected);
            }
        }
    }
    table.finish();
}

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

/// A group without rules frees its crawler, even after a group that disallows everything for `*`.
#[test]
fn a_group_without_rules_frees_its_crawler() {
    let mut file = b"user-agent: *\ndisallow: /\n".to_vec();
    file.extend_from_slice(FOUR_GROUPS);
    let mut table = Table::default();
    for target in ["/c", "/d", "/g", "/x"] {
        table.both(
            "named by the group without rules",
            &file,
            &["h"],
            target,
            "A",
            "A",
        );
        table.both("named by no group", &file, &["z"], target, "D 2", "D 2");
    }
    table.finish();
}

/// The example of merging in Google's published specification.
const TO_MERGE: &[u8] = b"\
user-agent: googlebot-news
disallow: /fish

user-agent: *
disallow: /carrots

user-agent: googlebot-news
disallow: /shrimp
";

const MERGED_BY_HAND: &[u8] = b"\
user-agent: googlebot-news
disallow: /fish
disallow: /shrimp

user-agent: *
disallow: /carrots
";

#[test]
fn merged_groups_answer_like_one_group() {
    let rows = [
        ("googlebot-news", "/fish", "D 2", "D 2"),
        ("googlebot-news", "/carrots", "A", "A"),
        ("googlebot-news", "/shrimp", "D 8", "D 3"),
        ("otherbot", "/fish", "A", "A"),
        ("otherbot", "/carrots", "D 5", "D 6"),
        ("otherbot", "/shrimp", "A", "A"),
    ];
    let mut table = Table::default();
    for (agent, target, apart, merged) in rows {
        let name = format!("{agent} {target}");
        table.both(&name, TO_MERGE, &[agent], target, apart, apart);
        let name = format!("{name}, merged by hand");
        table.both(&name, MERGED_BY_HAND, &[agent], target, merged, merged);
    }
    table.finish();
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

// The examples of RFC 9309 §2.2.1.
const TWO_OF_EXAMPLE_BOT: &[u8] = b"user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz\n";
const WILDCARD_AND_BAZ_BOT: &[u8] =
    b"user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz\n";

/// Each agent, and the lines that disallow `/foo`, `/bar`, `/baz` and `/q`.
#[test]
fn two_groups_of_the_same_and_of_different_crawlers() {
    let mut table = Table::default();
    for (file, agent, expected) in [
        (TWO_OF_EXAMPLE_BOT, "ExampleBot", ["D 2", "D 3", "D 6", "A"]),
        (TWO_OF_EXAMPLE_BOT, "examplebot", ["D 2", "D 3", "D 6", "A"]),
        // The same groups, merged by hand.
        (
            b"user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\ndisallow: /baz\n",
            "ExampleBot",
            ["D 2", "D 3", "D 4", "A"],
        ),
        (WILDCARD_AND_BAZ_BOT, "ExampleBot", ["D 2", "D 3", "A", "A"]),
        (WILDCARD_AND_BAZ_BOT, "BazBot", ["A", "A", "D 6", "A"]),
    ] {
        for (target, expected) in ["/foo", "/bar", "/baz", "/q"].into_iter().zip(expected) {
            let name = format!("{agent} {target}");
            table.both(&name, file, &[agent], target, expected, expected);
        }
    }
    table.finish();
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
