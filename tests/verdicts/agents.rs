//! Selection of groups: product tokens, the fallback to a more general token, and lists of agents.

use crate::support::{Question, Setting};
use robots_exclusion::Selection;

const THREE: &[u8] =
    b"user-agent: a\ndisallow: /1\nuser-agent: a-b\ndisallow: /2\nuser-agent: *\ndisallow: /3\n";

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
            let question = Question::new(setting, file, agents, "/");
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
    for (selection, name, shown) in [
        (Selection::Own(token), "own", "Bot\u{fffd}'s group"),
        (
            Selection::General(token),
            "general",
            "Bot\u{fffd}'s more general group",
        ),
        (Selection::Wildcard, "wildcard", "the * group"),
        (Selection::None, "none", "no group"),
    ] {
        let has_token = matches!(name, "own" | "general");
        assert_eq!(selection.name(), name);
        assert_eq!(selection.token(), has_token.then_some(token), "{name}");
        assert_eq!(selection.to_string(), shown, "{name}");
    }
}

/// The grammar of RFC 9309 §2.2.1.
#[test]
fn valid_product_tokens() {
    use robots_exclusion::agent::is_valid_product_token;
    for valid in "a ExampleBot example-bot example_bot - _ A-_z".split(' ') {
        assert!(is_valid_product_token(valid), "{valid:?}");
    }
    for invalid in ",*,MJ12bot,a.b,a b, a,a ,a/1,a\n,caf\u{e9},a\0".split(',') {
        assert!(!is_valid_product_token(invalid), "{invalid:?}");
    }
}
