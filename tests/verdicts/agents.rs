//! Selection of groups: product tokens, the fallback to a more general token, and lists of agents.

use crate::case::{Case, Table, case, check, group_count};
use crate::support::{Question, Setting};
use robots_exclusion::Selection;

const HEADER: &str = "Mozilla/5.0 (compatible; ExampleBot/0.1; +https://example.com/bot)";
const EXAMPLE: &[u8] = b"user-agent: ExampleBot\ndisallow: /x\n";
const MOZILLA: &[u8] = b"user-agent: mozilla\ndisallow: /x\nuser-agent: ExampleBot\ndisallow: /y\n";

#[rustfmt::skip]
const TOKENS: &[Case] = &[
    case("a version is ignored", b"user-agent: Googlebot/2.1 (+http://www.google.com/bot.html)\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("a trailing star is ignored", b"user-agent: googlebot*\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("a blank ends the token", b"user-agent: googlebot news\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("digits belong to the token", b"user-agent: MJ12bot\ndisallow: /x\n", &["mj12bot"], "/x", "D 2", "A"),
    case("digits end the token in Google", b"user-agent: MJ12bot\ndisallow: /x\n", &["MJ"], "/x", "A", "D 2"),
    case("a token may start with digits", b"user-agent: 360Spider\ndisallow: /x\n", &["360Spider"], "/x", "D 2", "A"),
    case("dots belong to the token", b"user-agent: Microsoft.URL.Control\ndisallow: /x\n", &["Microsoft.URL.Control"], "/x", "D 2", "A"),
    case("the part before a dot is not the token", b"user-agent: Microsoft.URL.Control\ndisallow: /x\n", &["Microsoft"], "/x", "A", "D 2"),
    case("underscores and hyphens belong to the token", b"user-agent: my_bot-x\ndisallow: /x\n", &["My_Bot-X"], "/x", "D 2", "D 2"),
    case("any other byte ends the token", b"user-agent: caf\xC3\xA9bot\ndisallow: /x\n", &["caf"], "/x", "D 2", "D 2"),
    case("any other byte ends the caller's token", b"user-agent: caf\ndisallow: /x\n", &["caf\u{e9}bot"], "/x", "D 2", "A"),
    case("the caller's version is ignored", b"user-agent: a\ndisallow: /x\n", &["a/1.0"], "/x", "D 2", "A"),
    case("a blank ends the caller's token", b"user-agent: a\ndisallow: /x\n", &["a bot"], "/x", "D 2", "A"),
    case("a prefix of the caller's token does not match", b"user-agent: go\ndisallow: /x\n", &["google"], "/x", "A", "A"),
    case("the caller's token is not matched as a prefix", b"user-agent: google\ndisallow: /x\n", &["go"], "/x", "A", "A"),
    case("case is ignored", b"user-agent: EXAMPLEbot\ndisallow: /x\n", &["exampleBOT"], "/x", "D 2", "D 2"),
    case("only ASCII case is ignored", "user-agent: bot\u{212a}\ndisallow: /x\n".as_bytes(), &["botk"], "/x", "A", "A"),
    case("a single hyphen is a token", b"user-agent: -\ndisallow: /x\n", &["-"], "/x", "D 2", "D 2"),
    case("groups need not be sorted by name", b"user-agent: b\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn product_tokens() {
    check(TOKENS);
}

#[rustfmt::skip]
const HEADERS: &[Case] = &[
    case("the token after compatible", EXAMPLE, &[HEADER], "/x", "D 2", "A"),
    case("the header does not select mozilla", MOZILLA, &[HEADER], "/x", "A", "A"),
    case("the header selects the crawler's group", MOZILLA, &[HEADER], "/y", "D 4", "A"),
    case("in lower case", EXAMPLE, &["mozilla/5.0 (COMPATIBLE; examplebot)"], "/x", "D 2", "A"),
    case("without a blank", EXAMPLE, &["Mozilla/5.0 (compatible;ExampleBot/0.1)"], "/x", "D 2", "A"),
    case("with a tab and spaces", EXAMPLE, &["Mozilla/5.0 (compatible; \t ExampleBot/0.1)"], "/x", "D 2", "A"),
    case("a line feed is not a blank", EXAMPLE, &["Mozilla/5.0 (compatible;\nExampleBot/0.1)"], "/x", "A", "A"),
    case("with a line feed the token is mozilla", MOZILLA, &["Mozilla/5.0 (compatible;\nExampleBot/0.1)"], "/x", "D 2", "A"),
    case("the first compatible counts", EXAMPLE, &["Mozilla/5.0 (compatible; ExampleBot; compatible; Other)"], "/x", "D 2", "A"),
    case("only the first compatible counts", EXAMPLE, &["Mozilla/5.0 (compatible; Other; compatible; ExampleBot)"], "/x", "A", "A"),
    case("no second compatible after an empty first token", MOZILLA, &["Mozilla/5.0 (compatible; ; compatible; ExampleBot)"], "/x", "D 2", "A"),
    case("mozilla if nothing follows compatible", MOZILLA, &["Mozilla/5.0 (compatible;"], "/x", "D 2", "A"),
    case("mozilla if only blanks follow compatible", MOZILLA, &["Mozilla/5.0 (compatible; \t "], "/x", "D 2", "A"),
    case("mozilla if no token follows compatible", MOZILLA, &["Mozilla/5.0 (compatible; +https://example.com)"], "/x", "D 2", "A"),
    case("mozilla if compatible is missing", MOZILLA, &["Mozilla/5.0 (X11; ExampleBot)"], "/x", "D 2", "A"),
    case("compatible needs its semicolon", MOZILLA, &["Mozilla/5.0 (compatible ExampleBot)"], "/x", "D 2", "A"),
    case("the header must begin with mozilla", EXAMPLE, &["Opera/9 (compatible; ExampleBot)"], "/x", "A", "A"),
    case("no token if a blank precedes mozilla", MOZILLA, &[" Mozilla/5.0 (compatible; ExampleBot)"], "/x", "A", "A"),
    case("mozilla needs its slash", MOZILLA, &["Mozilla (compatible; ExampleBot)"], "/x", "D 2", "A"),
    case("another name of the same length as mozilla", EXAMPLE, &["Gecko12/5.0 (compatible; ExampleBot/0.1)"], "/x", "A", "A"),
    case("compatible after other words", EXAMPLE, &["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ExampleBot/2) Chrome/1"], "/x", "D 2", "A"),
    case("compatible inside another word", EXAMPLE, &["Mozilla/5.0 (incompatible; ExampleBot)"], "/x", "D 2", "A"),
    case("the value of a line is not parsed as a header", b"user-agent: Mozilla/5.0 (compatible; ExampleBot/0.1)\ndisallow: /x\n", &["ExampleBot"], "/x", "A", "A"),
    case("a header as the value of a line is mozilla", b"user-agent: Mozilla/5.0 (compatible; ExampleBot/0.1)\ndisallow: /x\n", &["Mozilla"], "/x", "D 2", "D 2"),
    case("the token from a header falls back", b"user-agent: example\ndisallow: /x\n", &["Mozilla/5.0 (compatible; Example-Bot/1)"], "/x", "D 2", "A"),
];

#[test]
fn whole_headers() {
    check(HEADERS);
}

const NAMED: &[u8] =
    b"user-agent: a\ndisallow: /x\nuser-agent: *\ndisallow: /y\nuser-agent:\ndisallow: /z\n";

#[rustfmt::skip]
const WITHOUT_A_TOKEN: &[Case] = &[
    case("empty", NAMED, &[""], "/y", "D 4", "A"),
    case("empty, own group", NAMED, &[""], "/z", "A", "D 6"),
    case("star", NAMED, &["*"], "/y", "D 4", "D 4"),
    case("star, own group", NAMED, &["*"], "/z", "A", "A"),
    case("a leading blank is not trimmed", NAMED, &[" a"], "/x", "A", "A"),
    case("a leading blank selects the group of *", NAMED, &[" a"], "/y", "D 4", "D 4"),
    case("a leading tab", NAMED, &["\ta"], "/y", "D 4", "D 4"),
    case("a leading slash", NAMED, &["/a"], "/y", "D 4", "D 4"),
    case("empty without a group of *", b"user-agent: a\ndisallow: /x\n", &[""], "/x", "A", "A"),
    case("an empty list selects the group of *", NAMED, &[], "/y", "D 4", "D 4"),
    case("an empty list selects no named group", NAMED, &[], "/x", "A", "A"),
    case("an empty list does not select an empty name", NAMED, &[], "/z", "A", "A"),
    case("an empty list without a group of *", b"user-agent: a\ndisallow: /x\n", &[], "/x", "A", "A"),
];

#[test]
fn callers_without_a_token() {
    check(WITHOUT_A_TOKEN);
}

/// In Google, the empty agent equals every value whose token is empty. The Standard dialect never
/// matches them.
#[rustfmt::skip]
const EMPTY_TOKENS: &[Case] = &[
    case("an empty value", b"user-agent:\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a digit", b"user-agent: 1\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a star and a word", b"user-agent: *bot\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a slash", b"user-agent: /x\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a single star is the wildcard", b"user-agent: *\nallow: /x\nuser-agent: 1\ndisallow: /x\n", &[""], "/x", "A 2", "D 4"),
    case("another crawler", b"user-agent: 1\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("the digit as the caller's token", b"user-agent: 1\ndisallow: /x\n", &["1"], "/x", "D 2", "A"),
];

#[test]
fn values_with_an_empty_token() {
    check(EMPTY_TOKENS);
}

#[rustfmt::skip]
const EVERYONE: &[Case] = &[
    case("a star", b"user-agent: *\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a star and a space", b"user-agent: * bot\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a star and a tab", b"user-agent: *\tbot\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a star and VT", b"user-agent: *\x0Bbot\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a star and FF", b"user-agent: *\x0Cbot\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a star and NBSP", "user-agent: *\u{a0}\ndisallow: /x\n".as_bytes(), &["a"], "/x", "A", "A"),
    case("a star and a word", b"user-agent: *bot\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a star and a word, bot", b"user-agent: *bot\ndisallow: /x\n", &["bot"], "/x", "A", "A"),
    case("two stars", b"user-agent: **\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a star and a comment", b"user-agent: * # all\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
    case("a single underscore is not the wildcard", b"user-agent: _\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a single underscore is a token", b"user-agent: _\ndisallow: /x\n", &["_"], "/x", "D 2", "D 2"),
    case("a single question mark", b"user-agent: ?\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("the byte 0xFF", b"user-agent: \xFF\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a star in the middle", b"user-agent: a*b\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
];

#[test]
fn wildcard_values() {
    check(EVERYONE);
}

const THREE: &[u8] =
    b"user-agent: a\ndisallow: /1\nuser-agent: a-b\ndisallow: /2\nuser-agent: *\ndisallow: /3\n";

/// Name, file, agents, URL, and the answers in Standard, in Google, and in Standard without the
/// fallback.
type FallbackRow = (
    &'static str,
    &'static [u8],
    &'static [&'static str],
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const FALLBACK: &[FallbackRow] = &[
    ("the exact token", THREE, &["a-b"], "/2", "D 4", "D 4", "D 4"),
    ("the more general token does not apply", THREE, &["a-b"], "/1", "A", "A", "A"),
    ("the longest general token", THREE, &["a-b-c"], "/2", "D 4", "A", "A"),
    ("a shorter general token does not apply", THREE, &["a-b-c"], "/1", "A", "A", "A"),
    ("not * if a general token has a group", THREE, &["a-b-c"], "/3", "A", "D 6", "D 6"),
    ("a shorter general token", THREE, &["a-c"], "/1", "D 2", "A", "A"),
    ("the part after the hyphen may be empty", THREE, &["a-"], "/1", "D 2", "A", "A"),
    ("the part after the hyphen may be a hyphen", THREE, &["a--"], "/1", "D 2", "A", "A"),
    ("no hyphen, no fallback", THREE, &["ax"], "/3", "D 6", "D 6", "D 6"),
    ("no hyphen, no fallback to the prefix", THREE, &["ax"], "/1", "A", "A", "A"),
    ("an underscore is not a hyphen", THREE, &["a_b"], "/3", "D 6", "D 6", "D 6"),
    ("a dot is not a hyphen", THREE, &["a.b"], "/3", "D 6", "D 6", "D 6"),
    ("no fallback to a more specific token", b"user-agent: a-b\ndisallow: /\n", &["a"], "/x", "A", "A", "A"),
    ("case is ignored", THREE, &["A-B-C"], "/2", "D 4", "A", "A"),
    ("a version is removed first", THREE, &["a-b-c/1.0"], "/2", "D 4", "A", "A"),
    ("a general token that ends in a hyphen", b"user-agent: a-\ndisallow: /1\nuser-agent: a\ndisallow: /2\n", &["a--b"], "/1", "D 2", "A", "A"),
    ("the general token excludes the hyphen", b"user-agent: a-\ndisallow: /1\nuser-agent: a\ndisallow: /2\n", &["a-b"], "/2", "D 4", "A", "A"),
    ("groups of the general token are merged", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /3\nuser-agent: A\ndisallow: /2\n", &["a-b"], "/2", "D 6", "A", "A"),
    ("a general group without rules is selected", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["a-b"], "/x", "A", "D 2", "D 2"),
    ("an empty token is not a general token", b"user-agent:\ndisallow: /\n", &["-a"], "/x", "A", "A", "A"),
    ("digits and dots of a general token", b"user-agent: x2.0\ndisallow: /\n", &["x2.0-y"], "/x", "D 2", "A", "A"),
];

#[test]
fn fallback_to_a_general_token() {
    let mut table = Table::default();
    for &(name, file, agents, url, standard, google, strict) in FALLBACK {
        table.both(name, file, agents, url, standard, google);
        table.ask(name, Setting::STRICT, file, agents, url, strict);
    }
    table.finish();
}

#[rustfmt::skip]
const LISTS: &[Case] = &[
    case("the first agent with a group is selected", THREE, &["a-b", "a"], "/2", "D 4", "D 4"),
    case("Standard selects only the first, Google all", THREE, &["a-b", "a"], "/1", "A", "D 2"),
    case("the order of the list decides", THREE, &["a", "a-b"], "/1", "D 2", "D 2"),
    case("the order of the list decides against the file", THREE, &["a", "a-b"], "/2", "A", "D 4"),
    case("the second agent has a group", THREE, &["x", "a"], "/1", "D 2", "D 2"),
    case("a group by name beats a fallback", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["a-x", "b"], "/2", "D 4", "D 4"),
    case("the beaten fallback does not apply", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["a-x", "b"], "/1", "A", "A"),
    case("fallbacks apply in the order of the list", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["b-x", "a-x"], "/2", "D 4", "A"),
    case("the first fallback beats a longer one", b"user-agent: a\ndisallow: /1\nuser-agent: b-b\ndisallow: /2\n", &["a-x", "b-b-x"], "/1", "D 2", "A"),
    case("the second agent falls back if the first cannot", b"user-agent: a\ndisallow: /1\n", &["b-x", "a-x"], "/1", "D 2", "A"),
    case("no agent has a group: the group of *", THREE, &["x", "y"], "/3", "D 6", "D 6"),
    case("no agent has a group and there is no *", b"user-agent: a\ndisallow: /\n", &["x", "y"], "/3", "A", "A"),
    case("an agent without a token is skipped", THREE, &["", "a"], "/1", "D 2", "D 2"),
    case("a star in a list does not select *", THREE, &["*", "a"], "/3", "A", "A"),
    case("the same agent twice", THREE, &["a", "A"], "/1", "D 2", "D 2"),
    case("merged groups in file order", b"user-agent: b\ndisallow: /x\nuser-agent: a\ndisallow: /x\n", &["a", "b"], "/x", "D 4", "D 2"),
    case("merged rules compete by length", b"user-agent: a\ndisallow: /x\nuser-agent: b\nallow: /xy\n", &["a", "b"], "/xy", "D 2", "A 4"),
    case("a header in a list", EXAMPLE, &["other", HEADER], "/x", "D 2", "A"),
];

#[test]
fn lists_of_agents() {
    check(LISTS);
}

const SPELLINGS: &[u8] =
    b"user-agent: FIRST\nuser-agent: first\ndisallow: /1\nuser-agent: Second\nuser-agent: First/1.0\ndisallow: /2\nuser-agent: *\n";

/// Name, file, agents, and the selection in Standard and in Google. A token is spelled as in the
/// first line that contains it.
type SelectionRow = (
    &'static str,
    &'static [u8],
    &'static [&'static str],
    Selection<'static>,
    Selection<'static>,
);

#[rustfmt::skip]
const SELECTIONS: &[SelectionRow] = &[
    ("the first of several spellings", SPELLINGS, &["first"], Selection::Own(b"FIRST"), Selection::Own(b"FIRST")),
    ("the first of several spellings, of a more general token", SPELLINGS, &["First-Images"], Selection::General(b"FIRST"), Selection::Wildcard),
    ("the longest general token, in any order", THREE, &["A-B-C"], Selection::General(b"a-b"), Selection::Wildcard),
    ("the first of a list", SPELLINGS, &["first", "second"], Selection::Own(b"FIRST"), Selection::Own(b"FIRST")),
    ("the first of a list, even if it is later in the file", SPELLINGS, &["second", "first"], Selection::Own(b"Second"), Selection::Own(b"Second")),
    ("the first of a list that has a group", SPELLINGS, &["third", "second"], Selection::Own(b"Second"), Selection::Own(b"Second")),
    ("the token of a longer value", b"user-agent: Bot/2.0 x\n", &["bot"], Selection::Own(b"Bot"), Selection::Own(b"Bot")),
    ("the wildcard", SPELLINGS, &["third"], Selection::Wildcard, Selection::Wildcard),
    ("the wildcard after a digit", b"user-agent: 1\nuser-agent: *\n", &["a"], Selection::Wildcard, Selection::Wildcard),
    ("values with an empty token", b"user-agent: *\nuser-agent: 1\n", &[""], Selection::Wildcard, Selection::Own(b"")),
    ("no group", b"user-agent: a\n", &["b"], Selection::None, Selection::None),
];

#[test]
fn selected_tokens() {
    for &(name, file, agents, standard, google) in SELECTIONS {
        for (setting, expected) in [(Setting::STANDARD, standard), (Setting::GOOGLE, google)] {
            let question = Question {
                file: file.to_vec(),
                setting,
                agents: agents.iter().map(|&agent| agent.to_owned()).collect(),
                url: "/".to_owned(),
            };
            assert_eq!(question.wrong_rules(), None, "{name}");
            let robots = setting.parse(file);
            assert_eq!(robots.matcher_for(agents).selection(), expected, "{name}");
        }
    }
}

/// The name, the token and the displayed text of each kind of selection.
#[test]
fn names_of_selections() {
    let token = &b"Bot\xFF"[..];
    for (selection, name, of_token, shown) in [
        (
            Selection::Own(token),
            "own",
            Some(token),
            "Bot\u{fffd}'s group",
        ),
        (
            Selection::General(token),
            "general",
            Some(token),
            "Bot\u{fffd}'s more general group",
        ),
        (Selection::Wildcard, "wildcard", None, "the * group"),
        (Selection::None, "none", None, "no group"),
    ] {
        assert_eq!(selection.name(), name);
        assert_eq!(selection.token(), of_token, "{name}");
        assert_eq!(selection.to_string(), shown, "{name}");
    }
}

/// The grammar of RFC 9309 §2.2.1.
#[test]
fn valid_product_tokens() {
    use robots_exclusion::agent::is_valid_product_token;
    for valid in [
        "a",
        "ExampleBot",
        "example-bot",
        "example_bot",
        "-",
        "_",
        "A-_z",
    ] {
        assert!(is_valid_product_token(valid), "{valid:?}");
    }
    for invalid in [
        "",
        "*",
        "MJ12bot",
        "a.b",
        "a b",
        " a",
        "a ",
        "a/1",
        "a\n",
        "caf\u{e9}",
        "a\0",
    ] {
        assert!(!is_valid_product_token(invalid), "{invalid:?}");
    }
}

/// The three groups of the table "which group" in Google's published specification: group `n`
/// disallows only `/n`.
const WHICH_GROUP: [(&str, &str); 3] = [("googlebot-news", "/1"), ("*", "/2"), ("googlebot", "/3")];

/// The agents, and the number of the group selected in Standard, in Google, and in Standard without
/// the fallback.
#[rustfmt::skip]
const SELECTED: &[(&[&str], usize, usize, usize)] = &[
    (&["Googlebot-News"], 1, 1, 1),
    (&["Googlebot"], 3, 3, 3),
    (&["Googlebot-Images"], 3, 2, 2),
    (&["Googlebot-Images", "Googlebot"], 3, 3, 3),
    (&["Storebot-Google"], 2, 2, 2),
    (&["Otherbot"], 2, 2, 2),
    (&["Otherbot-News"], 2, 2, 2),
    (&["Otherbot-News", "Otherbot"], 2, 2, 2),
];

#[test]
fn which_group_is_selected_in_every_order_of_groups() {
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
        for &(agents, standard, google, strict) in SELECTED {
            for (setting, selected) in [
                (Setting::STANDARD, standard),
                (Setting::GOOGLE, google),
                (Setting::STRICT, strict),
            ] {
                for group in 1..=3 {
                    // The n-th group in this order is on lines 3n-2 and 3n-1.
                    let place = order.iter().position(|&index| index + 1 == group);
                    let line = place.expect("every order has every group") * 3 + 2;
                    let expected = if group == selected {
                        format!("D {line}")
                    } else {
                        "A".to_owned()
                    };
                    table.ask(
                        &format!("{agents:?}, order {order:?}, group {group}"),
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

/// Read literally, the printed placeholders are not records, so the three `user-agent` lines form
/// one run.
#[test]
fn literal_placeholders_form_one_run() {
    let file = b"user-agent: googlebot-news\n(group 1)\n\nuser-agent: *\n(group 2)\n\nuser-agent: googlebot\n(group 3)\n";
    assert_eq!(group_count(Setting::STANDARD, file), 1);
    let mut table = Table::default();
    for agent in ["Googlebot-News", "Googlebot", "Otherbot"] {
        table.both(agent, file, &[agent], "/1", "A", "A");
    }
    table.finish();
}

/// The header as printed in RFC 9309 §2.2.1.
const PRINTED_HEADER: &str =
    "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)";

/// The examples of Google's published specification and of RFC 9309 §2.2.1.
#[rustfmt::skip]
const COMPARED: &[Case] = &[
    case("a version after the name in the file", b"user-agent: googlebot/1.2\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("a star after the name in the file", b"user-agent: googlebot*\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("a version after the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["googlebot/1.2"], "http://example.com/x", "D 2", "A"),
    case("a star after the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["googlebot*"], "http://example.com/x", "D 2", "A"),
    case("upper case in the file", b"user-agent: GOOGLEBOT\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("upper case in the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["GoogleBot"], "http://example.com/x", "D 2", "D 2"),
    case("a group by name", b"user-agent: ExampleBot\ndisallow: /\n", &["ExampleBot"], "/x", "D 2", "D 2"),
    case("a group by name, for the whole header", b"user-agent: ExampleBot\ndisallow: /\n", &[PRINTED_HEADER], "/x", "D 2", "A"),
    case("no group names the crawler", b"user-agent: BazBot\ndisallow: /\n", &["ExampleBot"], "/", "A", "A"),
    case("an empty file", b"", &["ExampleBot"], "/", "A", "A"),
    case("an empty file and an empty name", b"", &[""], "/x", "A", "A"),
    case("digits in a name", b"user-agent: MJ12bot\ndisallow: /\n", &["MJ12bot"], "/x", "D 2", "A"),
];

#[test]
fn compared_part_of_a_name() {
    check(COMPARED);
}
