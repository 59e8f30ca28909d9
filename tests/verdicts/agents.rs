//! Which groups are selected for a crawler: product tokens, the fallback to a more general one, and lists of agents.

use crate::case::{Case, Table, case, check, group_count};
use crate::support::{Question, Setting};
use robots_exclusion::Selection;

const HEADER: &str = "Mozilla/5.0 (compatible; ExampleBot/0.1; +https://example.com/bot)";
const EXAMPLE: &[u8] = b"user-agent: ExampleBot\ndisallow: /x\n";
const MOZILLA: &[u8] = b"user-agent: mozilla\ndisallow: /x\nuser-agent: ExampleBot\ndisallow: /y\n";

#[rustfmt::skip]
const TOKENS: &[Case] = &[
    case("a version is cut", b"user-agent: Googlebot/2.1 (+http://www.google.com/bot.html)\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("a star is cut", b"user-agent: googlebot*\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("a blank cuts", b"user-agent: googlebot news\ndisallow: /x\n", &["googlebot"], "/x", "D 2", "D 2"),
    case("digits stay", b"user-agent: MJ12bot\ndisallow: /x\n", &["mj12bot"], "/x", "D 2", "A"),
    case("digits are cut by the letters-only rule", b"user-agent: MJ12bot\ndisallow: /x\n", &["MJ"], "/x", "A", "D 2"),
    case("digits at the start stay", b"user-agent: 360Spider\ndisallow: /x\n", &["360Spider"], "/x", "D 2", "A"),
    case("dots stay", b"user-agent: Microsoft.URL.Control\ndisallow: /x\n", &["Microsoft.URL.Control"], "/x", "D 2", "A"),
    case("dots stay, so the first word is another", b"user-agent: Microsoft.URL.Control\ndisallow: /x\n", &["Microsoft"], "/x", "A", "D 2"),
    case("underscore and hyphen stay", b"user-agent: my_bot-x\ndisallow: /x\n", &["My_Bot-X"], "/x", "D 2", "D 2"),
    case("other bytes cut", b"user-agent: caf\xC3\xA9bot\ndisallow: /x\n", &["caf"], "/x", "D 2", "D 2"),
    case("other bytes cut in the caller too", b"user-agent: caf\ndisallow: /x\n", &["caf\u{e9}bot"], "/x", "D 2", "A"),
    case("a caller's version is cut", b"user-agent: a\ndisallow: /x\n", &["a/1.0"], "/x", "D 2", "A"),
    case("a caller's blank cuts", b"user-agent: a\ndisallow: /x\n", &["a bot"], "/x", "D 2", "A"),
    case("a caller's token is not a prefix", b"user-agent: go\ndisallow: /x\n", &["google"], "/x", "A", "A"),
    case("a line's token is not a prefix", b"user-agent: google\ndisallow: /x\n", &["go"], "/x", "A", "A"),
    case("case is ignored", b"user-agent: EXAMPLEbot\ndisallow: /x\n", &["exampleBOT"], "/x", "D 2", "D 2"),
    case("case of ASCII only", "user-agent: bot\u{212a}\ndisallow: /x\n".as_bytes(), &["botk"], "/x", "A", "A"),
    case("a name of a hyphen alone", b"user-agent: -\ndisallow: /x\n", &["-"], "/x", "D 2", "D 2"),
    case("a comparison is no ordering", b"user-agent: b\ndisallow: /x\nuser-agent: a\ndisallow: /y\n", &["a"], "/y", "D 4", "D 4"),
];

#[test]
fn product_tokens() {
    check(TOKENS);
}

#[rustfmt::skip]
const HEADERS: &[Case] = &[
    case("the token after compatible", EXAMPLE, &[HEADER], "/x", "D 2", "A"),
    case("the header's own group does not count", MOZILLA, &[HEADER], "/x", "A", "A"),
    case("the crawler's own group counts", MOZILLA, &[HEADER], "/y", "D 4", "A"),
    case("in lower case", EXAMPLE, &["mozilla/5.0 (COMPATIBLE; examplebot)"], "/x", "D 2", "A"),
    case("without a blank", EXAMPLE, &["Mozilla/5.0 (compatible;ExampleBot/0.1)"], "/x", "D 2", "A"),
    case("with a tab and spaces", EXAMPLE, &["Mozilla/5.0 (compatible; \t ExampleBot/0.1)"], "/x", "D 2", "A"),
    case("a line feed is no blank", EXAMPLE, &["Mozilla/5.0 (compatible;\nExampleBot/0.1)"], "/x", "A", "A"),
    case("a line feed leaves mozilla", MOZILLA, &["Mozilla/5.0 (compatible;\nExampleBot/0.1)"], "/x", "D 2", "A"),
    case("the first compatible counts", EXAMPLE, &["Mozilla/5.0 (compatible; ExampleBot; compatible; Other)"], "/x", "D 2", "A"),
    case("only the first compatible counts", EXAMPLE, &["Mozilla/5.0 (compatible; Other; compatible; ExampleBot)"], "/x", "A", "A"),
    case("an empty first token is not the second's", MOZILLA, &["Mozilla/5.0 (compatible; ; compatible; ExampleBot)"], "/x", "D 2", "A"),
    case("nothing after compatible leaves mozilla", MOZILLA, &["Mozilla/5.0 (compatible;"], "/x", "D 2", "A"),
    case("only blanks after compatible leave mozilla", MOZILLA, &["Mozilla/5.0 (compatible; \t "], "/x", "D 2", "A"),
    case("no token after compatible leaves mozilla", MOZILLA, &["Mozilla/5.0 (compatible; +https://example.com)"], "/x", "D 2", "A"),
    case("without compatible it is mozilla", MOZILLA, &["Mozilla/5.0 (X11; ExampleBot)"], "/x", "D 2", "A"),
    case("compatible needs its semicolon", MOZILLA, &["Mozilla/5.0 (compatible ExampleBot)"], "/x", "D 2", "A"),
    case("it must begin with mozilla", EXAMPLE, &["Opera/9 (compatible; ExampleBot)"], "/x", "A", "A"),
    case("a blank before mozilla leaves no token", MOZILLA, &[" Mozilla/5.0 (compatible; ExampleBot)"], "/x", "A", "A"),
    case("mozilla needs its slash", MOZILLA, &["Mozilla (compatible; ExampleBot)"], "/x", "D 2", "A"),
    case("a name as long as mozilla", EXAMPLE, &["Gecko12/5.0 (compatible; ExampleBot/0.1)"], "/x", "A", "A"),
    case("past any number of words", EXAMPLE, &["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ExampleBot/2) Chrome/1"], "/x", "D 2", "A"),
    case("compatible inside another word", EXAMPLE, &["Mozilla/5.0 (incompatible; ExampleBot)"], "/x", "D 2", "A"),
    case("a line's value is not read as a header", b"user-agent: Mozilla/5.0 (compatible; ExampleBot/0.1)\ndisallow: /x\n", &["ExampleBot"], "/x", "A", "A"),
    case("a line's value that is a header is mozilla", b"user-agent: Mozilla/5.0 (compatible; ExampleBot/0.1)\ndisallow: /x\n", &["Mozilla"], "/x", "D 2", "D 2"),
    case("the token of a header falls back", b"user-agent: example\ndisallow: /x\n", &["Mozilla/5.0 (compatible; Example-Bot/1)"], "/x", "D 2", "A"),
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
    case("a blank first: nothing is trimmed", NAMED, &[" a"], "/x", "A", "A"),
    case("a blank first: the group of *", NAMED, &[" a"], "/y", "D 4", "D 4"),
    case("a tab first", NAMED, &["\ta"], "/y", "D 4", "D 4"),
    case("a slash first", NAMED, &["/a"], "/y", "D 4", "D 4"),
    case("empty without a group of *", b"user-agent: a\ndisallow: /x\n", &[""], "/x", "A", "A"),
    case("an empty list", NAMED, &[], "/y", "D 4", "D 4"),
    case("an empty list, other groups", NAMED, &[], "/x", "A", "A"),
    case("an empty list, the group of nothing", NAMED, &[], "/z", "A", "A"),
    case("an empty list without a group of *", b"user-agent: a\ndisallow: /x\n", &[], "/x", "A", "A"),
];

#[test]
fn callers_without_a_token() {
    check(WITHOUT_A_TOKEN);
}

/// The empty agent equals every value that is cut to nothing, in Google.
#[rustfmt::skip]
const CUT_TO_NOTHING: &[Case] = &[
    case("an empty value", b"user-agent:\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a digit", b"user-agent: 1\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a star and a word", b"user-agent: *bot\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a slash", b"user-agent: /x\ndisallow: /x\n", &[""], "/x", "A", "D 2"),
    case("a star alone is everybody", b"user-agent: *\nallow: /x\nuser-agent: 1\ndisallow: /x\n", &[""], "/x", "A 2", "D 4"),
    case("no one else", b"user-agent: 1\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("the digit itself has a token", b"user-agent: 1\ndisallow: /x\n", &["1"], "/x", "D 2", "A"),
];

#[test]
fn values_that_are_cut_to_nothing() {
    check(CUT_TO_NOTHING);
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
    case("an underscore alone is a name like others", b"user-agent: _\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("an underscore alone names its own", b"user-agent: _\ndisallow: /x\n", &["_"], "/x", "D 2", "D 2"),
    case("a question mark alone", b"user-agent: ?\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a byte of ones", b"user-agent: \xFF\ndisallow: /x\n", &["a"], "/x", "A", "A"),
    case("a star in the middle", b"user-agent: a*b\ndisallow: /x\n", &["a"], "/x", "D 2", "D 2"),
];

#[test]
fn values_that_name_everyone() {
    check(EVERYONE);
}

const THREE: &[u8] =
    b"user-agent: a\ndisallow: /1\nuser-agent: a-b\ndisallow: /2\nuser-agent: *\ndisallow: /3\n";

/// Name, file, agents, URL, and the answers in Standard, in Google, and in Standard with the fallback off.
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
    ("own token", THREE, &["a-b"], "/2", "D 4", "D 4", "D 4"),
    ("own token only", THREE, &["a-b"], "/1", "A", "A", "A"),
    ("the longest general token", THREE, &["a-b-c"], "/2", "D 4", "A", "A"),
    ("the longest general token only", THREE, &["a-b-c"], "/1", "A", "A", "A"),
    ("not * where a general token has a group", THREE, &["a-b-c"], "/3", "A", "D 6", "D 6"),
    ("a shorter general token", THREE, &["a-c"], "/1", "D 2", "A", "A"),
    ("the rest may be empty", THREE, &["a-"], "/1", "D 2", "A", "A"),
    ("the rest may be a hyphen", THREE, &["a--"], "/1", "D 2", "A", "A"),
    ("no hyphen, no fallback", THREE, &["ax"], "/3", "D 6", "D 6", "D 6"),
    ("no hyphen, no fallback to the prefix", THREE, &["ax"], "/1", "A", "A", "A"),
    ("an underscore is no hyphen", THREE, &["a_b"], "/3", "D 6", "D 6", "D 6"),
    ("a dot is no hyphen", THREE, &["a.b"], "/3", "D 6", "D 6", "D 6"),
    ("in the other direction never", b"user-agent: a-b\ndisallow: /\n", &["a"], "/x", "A", "A", "A"),
    ("case is ignored", THREE, &["A-B-C"], "/2", "D 4", "A", "A"),
    ("a version is cut first", THREE, &["a-b-c/1.0"], "/2", "D 4", "A", "A"),
    ("a general token that ends in a hyphen", b"user-agent: a-\ndisallow: /1\nuser-agent: a\ndisallow: /2\n", &["a--b"], "/1", "D 2", "A", "A"),
    ("a general token with its hyphen is no prefix of the rest", b"user-agent: a-\ndisallow: /1\nuser-agent: a\ndisallow: /2\n", &["a-b"], "/2", "D 4", "A", "A"),
    ("groups of the general token are merged", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /3\nuser-agent: A\ndisallow: /2\n", &["a-b"], "/2", "D 6", "A", "A"),
    ("a general group without rules is selected", b"user-agent: *\ndisallow: /\nuser-agent: a\n", &["a-b"], "/x", "A", "D 2", "D 2"),
    ("an empty token is no general one", b"user-agent:\ndisallow: /\n", &["-a"], "/x", "A", "A", "A"),
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
    case("the first with a group is selected", THREE, &["a-b", "a"], "/2", "D 4", "D 4"),
    case("only the first is selected", THREE, &["a-b", "a"], "/1", "A", "D 2"),
    case("the order of the list decides", THREE, &["a", "a-b"], "/1", "D 2", "D 2"),
    case("the order of the list decides against the file", THREE, &["a", "a-b"], "/2", "A", "D 4"),
    case("a later one with its own group", THREE, &["x", "a"], "/1", "D 2", "D 2"),
    case("an own group before a fallback", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["a-x", "b"], "/2", "D 4", "D 4"),
    case("a fallback that an own group beats", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["a-x", "b"], "/1", "A", "A"),
    case("fallbacks in order", b"user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2\n", &["b-x", "a-x"], "/2", "D 4", "A"),
    case("fallbacks in order, not the longer", b"user-agent: a\ndisallow: /1\nuser-agent: b-b\ndisallow: /2\n", &["a-x", "b-b-x"], "/1", "D 2", "A"),
    case("the second fallback where the first has none", b"user-agent: a\ndisallow: /1\n", &["b-x", "a-x"], "/1", "D 2", "A"),
    case("then *", THREE, &["x", "y"], "/3", "D 6", "D 6"),
    case("then everything is allowed", b"user-agent: a\ndisallow: /\n", &["x", "y"], "/3", "A", "A"),
    case("an agent without a token is passed over", THREE, &["", "a"], "/1", "D 2", "D 2"),
    case("a star in a list is no group", THREE, &["*", "a"], "/3", "A", "A"),
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

/// Name, file, agents, and what selects: in Standard, and in Google. The token is as the first line that has it writes it.
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
    ("the longest general token, whatever comes first", THREE, &["A-B-C"], Selection::General(b"a-b"), Selection::Wildcard),
    ("the first of a list", SPELLINGS, &["first", "second"], Selection::Own(b"FIRST"), Selection::Own(b"FIRST")),
    ("the first of a list, though the file has it later", SPELLINGS, &["second", "first"], Selection::Own(b"Second"), Selection::Own(b"Second")),
    ("the first of a list that has a group", SPELLINGS, &["third", "second"], Selection::Own(b"Second"), Selection::Own(b"Second")),
    ("a token is cut from the value", b"user-agent: Bot/2.0 x\n", &["bot"], Selection::Own(b"Bot"), Selection::Own(b"Bot")),
    ("everyone", SPELLINGS, &["third"], Selection::Wildcard, Selection::Wildcard),
    ("everyone, though a digit comes first", b"user-agent: 1\nuser-agent: *\n", &["a"], Selection::Wildcard, Selection::Wildcard),
    ("values that are cut to nothing", b"user-agent: *\nuser-agent: 1\n", &[""], Selection::Wildcard, Selection::Own(b"")),
    ("no group", b"user-agent: a\n", &["b"], Selection::None, Selection::None),
];

#[test]
fn the_token_that_selects() {
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

/// What each kind of selection is called, its token, and what it is shown as.
#[test]
fn names_of_selections() {
    let token = &b"Bot\xFF"[..];
    for (selection, name, of_token, shown) in [
        (
            Selection::Own(token),
            "own",
            Some(token),
            "the group of Bot\u{fffd}",
        ),
        (
            Selection::General(token),
            "general",
            Some(token),
            "the more general group of Bot\u{fffd}",
        ),
        (Selection::Wildcard, "wildcard", None, "the group of *"),
        (Selection::None, "none", None, "no group"),
    ] {
        assert_eq!(selection.name(), name);
        assert_eq!(selection.token(), of_token, "{name}");
        assert_eq!(selection.to_string(), shown, "{name}");
    }
}

/// The grammar of RFC 9309 section 2.2.1.
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

/// The three groups of the table "which group" in Google's published specification: group `n` disallows `/n` and nothing
/// else.
const WHICH_GROUP: [(&str, &str); 3] = [("googlebot-news", "/1"), ("*", "/2"), ("googlebot", "/3")];

/// Agents, and the group that is selected: in Standard, in Google, and in Standard without the fallback.
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
                    // The n-th group of the file as ordered stands on lines 3n-2 to 3n-1.
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

/// Taken literally the printed placeholders are no records, and the three `user-agent` lines are one run.
#[test]
fn the_table_of_which_group_with_its_placeholders_is_one_run() {
    let file = b"user-agent: googlebot-news\n(group 1)\n\nuser-agent: *\n(group 2)\n\nuser-agent: googlebot\n(group 3)\n";
    assert_eq!(group_count(Setting::STANDARD, file), 1);
    let mut table = Table::default();
    for agent in ["Googlebot-News", "Googlebot", "Otherbot"] {
        table.both(agent, file, &[agent], "/1", "A", "A");
    }
    table.finish();
}

/// As RFC 9309 section 2.2.1 prints it.
const PRINTED_HEADER: &str =
    "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)";

/// The examples of Google's published specification, and of RFC 9309 section 2.2.1.
#[rustfmt::skip]
const COMPARED: &[Case] = &[
    case("a version after the name in the file", b"user-agent: googlebot/1.2\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("a star after the name in the file", b"user-agent: googlebot*\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("a version after the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["googlebot/1.2"], "http://example.com/x", "D 2", "A"),
    case("a star after the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["googlebot*"], "http://example.com/x", "D 2", "A"),
    case("upper case in the file", b"user-agent: GOOGLEBOT\ndisallow: /\n", &["googlebot"], "http://example.com/x", "D 2", "D 2"),
    case("upper case in the name of the crawler", b"user-agent: googlebot\ndisallow: /\n", &["GoogleBot"], "http://example.com/x", "D 2", "D 2"),
    case("a group of its own", b"user-agent: ExampleBot\ndisallow: /\n", &["ExampleBot"], "/x", "D 2", "D 2"),
    case("a group of its own, asked for by the whole header", b"user-agent: ExampleBot\ndisallow: /\n", &[PRINTED_HEADER], "/x", "D 2", "A"),
    case("no group names the crawler", b"user-agent: BazBot\ndisallow: /\n", &["ExampleBot"], "/", "A", "A"),
    case("no group at all", b"", &["ExampleBot"], "/", "A", "A"),
    case("no group at all, and no name", b"", &[""], "/x", "A", "A"),
    case("digits in a name", b"user-agent: MJ12bot\ndisallow: /\n", &["MJ12bot"], "/x", "D 2", "A"),
];

#[test]
fn what_is_compared_of_a_name() {
    check(COMPARED);
}
