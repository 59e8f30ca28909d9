//! Cases for crawlers and groups.

use robots_exclusion::lint::{Code, Severity};
use robots_exclusion::{Dialect, Robots};

use super::support::*;

#[test]
fn empty_user_agent() {
    let code = Code::EmptyUserAgent;
    assert_places(
        code,
        "User-agent:\nuser-agent :  # x\n",
        &[(1, "User-agent:"), (2, "user-agent :")],
    );
    assert_places(
        code,
        "user-agent: *\nuser-agent: a\ndisallow:\nsitemap:\n",
        &[],
    );
}

#[test]
fn star_in_a_name() {
    let code = Code::StarNamesNobody;
    assert_places(
        code,
        "user-agent: *bot\nuser-agent: **\nuser-agent: *# x\nuser-agent: *,a\n",
        &[(1, "*bot"), (2, "**"), (4, "*,a")],
    );
    assert_places(
        code,
        "user-agent: *\nuser-agent: * # all\nuser-agent: *\tall\nuser-agent: a*\nuser-agent: bot\n",
        &[],
    );
}

#[test]
fn comment_cuts_value() {
    let code = Code::CommentCutsValue;
    let text = "user-agent: a# \ndisallow: /#x\nallow: /a #b\nsitemap: https://e.com/#top\ndisallow:#x\ndisallow: #x\nfoo: a#b\n# a#b\n\
                crawl-delay: 5#x";
    assert_places(code, text, &[(2, "#x"), (4, "#top"), (9, "#x")]);
    assert_message(
        code,
        "user-agent: *\ndisallow: /#x",
        Severity::Warning,
        "this rule disallows the whole site: `#` starts a comment, so the pattern is only `/`",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow: /a#x",
        Severity::Warning,
        "`#` starts a comment, so the pattern is only `/a`",
    );
    assert_message(
        code,
        "sitemap: https://e.com/#x",
        Severity::Warning,
        "`#` starts a comment, so the value is only `https://e.com/`",
    );
    let advice = |text: &str| {
        found(text.as_bytes(), Dialect::Standard, code)[0]
            .advice()
            .to_owned()
    };
    for text in ["disallow: /a#x", "allow: *#x"] {
        assert!(
            advice(text).starts_with("URLs are matched without their fragment: "),
            "{text}"
        );
    }
    // The name ends there in any case.
    for text in [
        "user-agent: a#b",
        "user-agent: *#x",
        "user-agent: a/1 (+http://a.com/#x)",
    ] {
        assert_places(code, text, &[]);
    }
    for text in [
        "sitemap: https://e.com/#x",
        "crawl-delay: 5#x",
        "content-usage: train-ai=n;why=\"#\"",
    ] {
        assert_eq!(advice(text), "put a space before the comment", "{text}");
    }
}

#[test]
fn joined_run() {
    let code = Code::JoinedRun;
    for between in [
        "crawl-delay: 5",
        "sitemap: https://e.com/s",
        "foo: bar",
        "broken",
        "Dissalow: /x",
        "Disallow",
        "crawl-delay",
    ] {
        let text = format!("user-agent: a\n\n{between}\n# b\nuser-agent: b\ndisallow: /\n");
        assert_places_in(Dialect::Standard, code, &text, &[(5, "user-agent: b")]);
    }
    for text in [
        "user-agent: a\n\n# b: c\nuser-agent: b\ndisallow: /",
        "user-agent: a\ndisallow: /x\ncrawl-delay: 5\nuser-agent: b\ndisallow: /",
        "crawl-delay: 5\nuser-agent: a\nuser-agent: b\ndisallow: /",
        "user-agent: a\nuser-agent: b\ncrawl-delay: 5\ndisallow: /",
        "user-agent: a\ndisallow:\ncrawl-delay: 5\nuser-agent: b\ndisallow: /",
        // Joining changes nothing for any crawler.
        "user-agent: a\nfoo: bar\nuser-agent: A/2\ndisallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\nuser-agent: a\ndisallow: /",
        "user-agent:\nfoo: bar\nuser-agent: b\ndisallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\ndisallow:",
        "user-agent: a\nfoo: bar\nuser-agent: b\nallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\ndisallow: x",
        "user-agent: a\nfoo: bar\nuser-agent: b",
        // Each delay is only for the crawlers above it.
        "user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 9\ndisallow:",
        "user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 9",
    ] {
        assert_places(code, text, &[]);
    }
    // Google reads this as a rule.
    assert_places_in(
        Dialect::Google,
        code,
        "user-agent: a\nDissalow: /x\nuser-agent: b\ndisallow: /\n",
        &[],
    );
}

#[test]
fn joined_run_names_crawlers_and_records() {
    let text = "user-agent: a\nuser-agent: b/1\nuser-agent: c\nuser-agent: *\ncrawl-delay: 5\nuser-agent: C\nfoo: x\n\
                user-agent: d\nallow: /\ndisallow: /x\ndisallow: / # all\n";
    // Two joints, but one run.
    let found = found(text.as_bytes(), Dialect::Standard, Code::JoinedRun);
    let messages: Vec<_> = found
        .iter()
        .map(|found| (found.line(), found.message().to_owned()))
        .collect();
    let message = "`disallow: /` on line 11 also applies to `a`, `b`, `*` and `C` (line 1), because no rule \
                   separates the groups";
    assert_eq!(messages, [(6, message.to_owned())]);
    let starts: Vec<usize> = found[0]
        .edits()
        .iter()
        .map(|edit| edit.span().start)
        .collect();
    let agents = ["user-agent: C", "user-agent: d"].map(|agent| text.find(agent).unwrap());
    assert_eq!(starts, agents);
    let related: Vec<_> = found[0]
        .related()
        .map(|place| (place.line(), &text[place.span()], place.note()))
        .collect();
    assert_eq!(
        related,
        [
            (1, "user-agent: a", "this group continues"),
            (5, "crawl-delay: 5", "this line does not end it"),
            (8, "user-agent: d", "and here again"),
            (11, "disallow: /", "this applies to all of them"),
        ]
    );
    let many: String = (0..30)
        .map(|number| format!("user-agent: bot{number}\n"))
        .collect();
    let text = format!("{many}foo: bar\nuser-agent: x\ndisallow: /");
    let message = only(text.as_bytes(), Dialect::Standard, Code::JoinedRun).1;
    assert!(
        message
            .contains("also blocks `bot0`, `bot1`, `bot2`, `bot3`, `bot4` and 25 more (line 1),"),
        "{message}"
    );
    // A crawler named twice is counted once.
    let text = format!(
        "{many}{}foo: bar\nuser-agent: x\ndisallow: /",
        many.to_uppercase()
    );
    let message = only(text.as_bytes(), Dialect::Standard, Code::JoinedRun).1;
    assert!(message.contains("and 25 more (line 1),"), "{message}");
}

#[test]
fn group_without_rules() {
    let code = Code::GroupWithoutRules;
    assert_places(
        code,
        "user-agent: a\ndisallow: /\nuser-agent: b\nuser-agent: c\ncrawl-delay: 5\n",
        &[(3, "user-agent: b")],
    );
    assert_places(code, "user-agent: a # x", &[(1, "user-agent: a")]);
    assert_places(code, "user-agent: a\ndisallow:\n", &[]);
    assert_places(code, "user-agent: a\n\nuser-agent: b\nallow: /\n", &[]);
    assert_places(code, "user-agent:\n", &[]);
    assert_message(
        code,
        "user-agent: a",
        Severity::Note,
        "this group has no rules, so `a` may fetch everything",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow: /x\nuser-agent: a",
        Severity::Warning,
        "this group has no rules, so `a` may fetch everything, even what the group for `*` disallows",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow:\nuser-agent: a\nuser-agent: b",
        Severity::Note,
        "this group has no rules, so `a` and `b` may fetch everything",
    );
    assert_message(
        code,
        "user-agent: a\ndisallow: /x\nuser-agent: A/1",
        Severity::Note,
        "this group has no rules, and other groups name the same crawlers, so it doesn't change what they may \
         fetch",
    );
    // The group may still have an effect. Then the advice is not to remove it.
    let text = "user-agent: a\ndisallow: /x\nuser-agent: a\ncrawl-delay: 4";
    assert!(Robots::parse(text).matcher("a").crawl_delay().is_some());
    let advice = found(text.as_bytes(), Dialect::Standard, code)[0]
        .advice()
        .to_owned();
    assert_eq!(
        advice,
        "add rules, or remove the group if it has nothing else"
    );
}

#[test]
fn rule_never_wins() {
    for (rules, standard, google) in [
        ("disallow: /x\ndisallow: /x", &[3][..], &[3][..]),
        (
            "disallow: /x\nallow: /y\ndisallow: /x\ndisallow: /x",
            &[4, 5],
            &[4, 5],
        ),
        ("disallow: /x\nallow: /x", &[2], &[2]),
        ("allow: /x\ndisallow: /x", &[3], &[3]),
        // In Google a trailing `*` counts.
        ("allow: /x\ndisallow: /x*", &[3], &[2]),
        ("allow: /x*\ndisallow: /x", &[3], &[3]),
        ("disallow: /x*\ndisallow: /x", &[3], &[3]),
        ("disallow: /x\ndisallow: /x*", &[3], &[2]),
        // A `*` before a final `$` and a run of `*` inside a pattern count in both dialects.
        ("allow: /x\ndisallow: /x*$", &[2], &[2]),
        ("allow: /x*y\ndisallow: /x**y", &[2], &[2]),
        ("disallow: *.gif\ndisallow: /*.gif", &[2], &[2]),
        ("disallow: *\nallow: /", &[2], &[2]),
        // Spelled differently: equal in both dialects, or in one, where the other needs both rules.
        ("disallow: /%61\ndisallow: /a", &[], &[]),
        ("disallow: /%c3%a9\ndisallow: /é", &[3], &[3]),
        ("disallow: /a$b*\ndisallow: /a%24b", &[], &[]),
        // A rule for an index page also applies to its folder in Google.
        ("allow: /index.html\nallow: /index.html", &[3], &[3]),
        ("allow: /$\nallow: /index.html", &[], &[]),
        ("allow: /index.html\nallow: /$", &[], &[3]),
        ("disallow: /index.html\ndisallow: /$", &[], &[]),
        // Near misses.
        ("disallow: /x\ndisallow: /x$", &[], &[]),
        ("disallow: /x\ndisallow: /X", &[], &[]),
        ("disallow: /x\ndisallow: /x/", &[], &[]),
        ("disallow: /\ndisallow: /x", &[], &[]),
        ("disallow: */x\ndisallow: /*/x", &[], &[]),
        ("disallow:\ndisallow:\nallow:", &[], &[]),
        ("disallow: x\ndisallow: x", &[], &[]),
        ("disallow: /a%2Fb\ndisallow: /a/b", &[], &[]),
        ("disallow: /x\nuser-agent: a\ndisallow: /x", &[], &[]),
        (
            "disallow: /x\nuser-agent: a\nuser-agent: *\ndisallow: /x",
            &[],
            &[],
        ),
        // Groups of one agent are merged, so the second one has no effect.
        ("disallow: /x\nuser-agent: *\ndisallow: /x", &[3], &[3]),
        (
            "user-agent: A\ndisallow: /x\nuser-agent: a\nuser-agent: * all\nallow: /x",
            &[3],
            &[3],
        ),
    ] {
        assert_never_wins(Dialect::Standard, rules, standard);
        assert_never_wins(Dialect::Google, rules, google);
    }
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\nallow: /x\ndisallow: /x",
        Severity::Warning,
        "this rule never decides: `allow: /x` on line 2 wins where it matches",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: /x\ndisallow: /x",
        Severity::Note,
        "this rule has no effect: `disallow: /x` on line 2 does the same where it matches",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: /x\nallow: /*x",
        Severity::Warning,
        "this rule never decides: `allow: /*x` on line 3 wins where it matches",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: */x/\nallow: /x**/\ndisallow: /**/x/",
        Severity::Warning,
        "this rule never decides: `allow: /x**/` on line 3, or another rule, wins where it matches",
    );
    // One rule that matches more, or several rules combined.
    for (rules, standard, google) in [
        ("disallow: /?s=\ndisallow: /*?s=", &[2][..], &[2][..]),
        ("disallow: /x\nallow: /*x**", &[2], &[2]),
        ("allow: /x\nallow: /*y*x\ndisallow: /*yx", &[4], &[4]),
        (
            "disallow: /*ab\nallow: /aa*b\nallow: /a*bb\ndisallow: /aab/b",
            &[],
            &[],
        ),
        (
            "allow: /a*bbbb\nallow: /*aabbb\ndisallow: /aabb\ndisallow: /aabbb",
            &[5],
            &[5],
        ),
        // An escaped slash equals a slash only in the query.
        ("disallow: /a%2F\nallow: /*a%2F", &[2], &[2]),
        ("disallow: /?%2F\nallow: /*?*/", &[2], &[]),
        ("disallow: /a%2F\nallow: /*a/////", &[], &[]),
        // A `*` at the start matches nothing, or text that begins with `/`. Two rules cover the two
        // cases.
        ("disallow: */x/\nallow: /x**/\nallow: /**/x/", &[2], &[2]),
        ("disallow: */x/\nallow: /x**/", &[], &[]),
        ("disallow: */x/\nallow: /**/x/", &[], &[]),
        // The same applies to an index page in Google.
        (
            "allow: /a/index.html\ndisallow: /a/index.html*\ndisallow: /a*/$",
            &[3],
            &[2],
        ),
        ("allow: /a/index.html\ndisallow: /a/index.html*", &[3], &[]),
        // Another rule covers it for one crawler, but none for the other.
        (
            "user-agent: b\ndisallow: /?s=\nuser-agent: b\ndisallow: /*?s=",
            &[],
            &[],
        ),
        // A different rule covers it for each of the two.
        (
            "user-agent: b\ndisallow: /?s=\nuser-agent: b\ndisallow: /*?s=\nuser-agent: *\ndisallow: /*?s*=",
            &[1],
            &[1],
        ),
        // Other codes report patterns that match no URL.
        ("disallow: /a/../b\nallow: /", &[], &[]),
        ("disallow: /robots.txt$\nallow: /", &[], &[]),
    ] {
        assert_never_wins(Dialect::Standard, rules, standard);
        assert_never_wins(Dialect::Google, rules, google);
    }
    assert_places(
        Code::RuleNeverWins,
        "user-agent: *\nallow: /x\n Disallow : /x # y",
        &[(3, "Disallow : /x")],
    );
    // The `#` is why it never wins.
    assert_never_wins(Dialect::Standard, "disallow: /\ndisallow: /#x", &[]);
}
