//! Advice and edits: cases in which the obvious advice would change more than intended.

use robots_exclusion::lint::{self, Code, Diagnostic, Edit, Severity};
use robots_exclusion::{Dialect, ParseOptions};

fn find(text: &str, code: Code) -> Vec<Diagnostic> {
    let found = lint::check(text, ParseOptions::new()).into_iter();
    found.filter(|found| found.code() == code).collect()
}

#[track_caller]
fn only(text: &str, code: Code) -> Diagnostic {
    let found = find(text, code);
    assert_eq!(found.len(), 1, "{code} in {text:?}: {found:?}");
    found[0].clone()
}

#[track_caller]
fn assert_none(text: &str, code: Code) {
    assert_eq!(find(text, code), [], "{text:?}");
}

/// Applies all edits of a diagnostic to the text.
fn edited(text: &str, found: &Diagnostic) -> String {
    let mut text = text.to_owned();
    for edit in found.edits().iter().rev() {
        text.replace_range(edit.span(), edit.text());
    }
    text
}

/// Checks the text after the edits of a diagnostic, and whether all edits are safe.
#[track_caller]
fn assert_edited(text: &str, code: Code, expected: &str, is_safe: bool) {
    let found = only(text, code);
    assert_eq!(edited(text, &found), expected, "{found:?}");
    assert!(
        found.edits().iter().all(|edit| edit.is_safe() == is_safe),
        "{found:?}"
    );
}

fn rule(pattern: &str) -> String {
    format!("user-agent: *\ndisallow: {pattern}\n")
}

#[test]
fn a_prefix_match_in_google_is_commented_out() {
    let code = Code::TakenForAnotherField;
    let text = "User-agent: *\nAllow: /\nDisallowAITraining: /\n";
    let found = only(text, code);
    assert_eq!(found.severity(), Severity::Error);
    assert_eq!(found.dialects(), [Dialect::Google]);
    assert_eq!(
        found.message(),
        "this line disallows the whole site for Google, which reads `DisallowAITraining` as `Disallow`"
    );
    assert!(found.advice().starts_with("remove the line"));
    assert_eq!(
        edited(text, &found),
        "User-agent: *\nAllow: /\n# DisallowAITraining: /\n"
    );
    // `Allow: /` wins anyway, so the edit changes nothing.
    assert!(found.edits()[0].is_safe());
    let found = only("User-agent: *\nDisallowAITraining: /\n", code);
    assert_eq!(
        found.edits()[0].effect(),
        "allows `/` for every crawler without its own group, but only for Google"
    );
    // A part of the site, and a line outside any group.
    for text in ["User-agent: *\nAllow-all: /x\n", "DisallowAITraining: /\n"] {
        assert_eq!(only(text, code).severity(), Severity::Warning);
    }
    assert_none("User-agent: *\nDisallowed: /\nSitemaps: x\n", code);
}

#[test]
fn rules_that_decide_in_one_dialect_are_not_removed() {
    let code = Code::RuleNeverWins;
    for rules in [
        "disallow: /{x}\ndisallow: /%7Bx%7D\n",
        "disallow: /Special:\ndisallow: /Special%3A\n",
    ] {
        assert_none(&format!("user-agent: *\n{rules}"), code);
    }
    // Crawlers disagree on the verdict.
    let found = only("user-agent: *\ndisallow: /grid/*\nallow: /grid/\n", code);
    assert_eq!(
        (found.line(), found.dialects()),
        (2, &[Dialect::Standard][..])
    );
    assert_eq!(
        found.message(),
        "except for Google, this rule never decides: `allow: /grid/` on line 3 wins where it matches"
    );
    assert_eq!(
        found.advice(),
        "make its pattern longer if it should win for every crawler"
    );
    assert_eq!(found.edits(), []);
    // Google obeys the other rule, which does the same.
    let text = "user-agent: *\ndisallow: /x\ndisallow: /x*\n";
    let found = only(text, code);
    assert_eq!((found.line(), found.dialects().len()), (3, 2));
    assert_eq!(
        found.message(),
        "this rule has no effect: `disallow: /x` on line 2 does the same where it matches"
    );
    assert_edited(text, code, &rule("/x"), true);
}

/// Comparing a file this long would take too much time.
#[test]
fn rules_that_never_decide_in_a_long_file() {
    let text = rule("/x\ndisallow: /x") + &"# comment\n".repeat(110_000);
    let found = lint::check(&text, ParseOptions::new().byte_limit(None));
    assert_eq!((found.len(), found[0].code()), (1, Code::RuleNeverWins));
    assert_eq!(found[0].advice(), "remove it");
    assert!(!found[0].edits()[0].is_safe());
}

/// Diagnostics of lines that are not the same in both dialects keep their own texts.
#[test]
fn diagnostics_of_one_dialect_are_not_merged_with_others() {
    // Google disagrees about the last pair only.
    let rules =
        "disallow: /b\ndisallow: /b\ndisallow: /a\ndisallow: /a*\nallow: /c\ndisallow: /c*\n";
    let found = find(&format!("user-agent: *\n{rules}"), Code::RuleNeverWins);
    let lines: Vec<String> = found.iter().map(Diagnostic::lines).collect();
    assert_eq!(lines, ["3, 5", "7"], "{found:?}");
}

/// The stated effect is the joint effect of all edits.
#[test]
fn effects_of_several_edits() {
    // Each edit alone changes nothing, because the other line still names Mozilla.
    let text = "user-agent: Foo\nuser-agent: Mozilla/4.0 (compatible; Foo 4)\n\
                user-agent: Mozilla/5.0 (compatible; Foo 5)\ndisallow: /\n";
    let found = only(text, Code::UserAgentCharacters);
    assert!(found.edits().iter().all(Edit::is_safe));
    assert_eq!(
        found.advice(),
        "write `Foo` (this allows `/` for `Mozilla`)"
    );
    assert_eq!(lint::fix(text, ParseOptions::new()), text.as_bytes());
    // First the crawler that the advice is about.
    let found = only("user-agent: AhrefsbBot\ndisallow: /\n", Code::CrawlerTypo);
    assert_eq!(
        found.advice(),
        "write `AhrefsBot` if you mean the name that Ahrefs documents (this disallows `/` for `AhrefsBot`, and makes 1 more change)"
    );
}

#[test]
fn the_last_rule_of_a_group_is_kept() {
    let text = "user-agent: a\ndisallow: /x\nuser-agent: a\nhost: x\ndisallow: /x\nuser-agent: b\ndisallow: /\n";
    let found = only(text, Code::RuleNeverWins);
    assert_eq!((found.line(), found.severity()), (5, Severity::Note));
    assert_eq!(found.edits(), []);
    assert_eq!(
        found.advice(),
        "keep it: without a rule, its group would join the next one"
    );
    // A group that contains only rules can be removed as a whole.
    let text = text.replace("host: x\n", "# Again.\n\n");
    assert_edited(
        &text,
        Code::RuleNeverWins,
        "user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /\n",
        true,
    );
    assert_eq!(
        only(&text, Code::RuleNeverWins).advice(),
        "remove the group (lines 3–6)"
    );
    // The rule can be removed if another one remains.
    let text = "user-agent: a\ndisallow: /x\nuser-agent: a\ndisallow: /x\ndisallow: /y\nuser-agent: b\ndisallow: /\n";
    assert_edited(
        text,
        Code::RuleNeverWins,
        "user-agent: a\ndisallow: /x\nuser-agent: a\ndisallow: /y\nuser-agent: b\ndisallow: /\n",
        true,
    );
}

#[test]
fn fragments_are_not_escaped() {
    let found = only(&rule("/a#x"), Code::CommentCutsValue);
    assert!(!found.advice().contains("%23"), "{found:?}");
    assert_eq!(found.edits(), []);
}

#[test]
fn dollars_and_percents_are_not_escaped() {
    for (pattern, code) in [
        ("/a$b", Code::DollarInsidePattern),
        ("/a%b", Code::BadPercentEncoding),
    ] {
        let found = only(&rule(pattern), code);
        assert!(!found.advice().contains("%2"), "{found:?}");
        assert_eq!(found.dialects().len(), 2);
    }
}

#[test]
fn a_bare_percent_matches_only_a_percent() {
    for pattern in ["/a%z", "/a%b", "/a%", "/a%2"] {
        let text = rule(pattern);
        let found = only(&text, Code::BadPercentEncoding);
        assert!(
            found
                .message()
                .contains("only matches URLs with a `%` here")
        );
        for dialect in [Dialect::Standard, Dialect::Google] {
            let robots = ParseOptions::new().dialect(dialect).parse(&text);
            for url in ["/a", "/az", "/ab", "/a2", "/a/%", "/a/%25"] {
                assert!(robots.allowed("a", url), "{pattern} and {url} in {dialect}");
            }
        }
    }
}

#[test]
fn urls_of_other_hosts_are_not_turned_into_paths() {
    let code = Code::AbsoluteUrlPattern;
    let text = "sitemap: https://a.com/s.xml\nuser-agent: *\ndisallow: https://b.com/x\n";
    let found = only(text, code);
    assert_eq!(found.edits(), []);
    assert!(found.advice().contains("if `b.com` is this file's host"));
    let text = "sitemap: https://a.com/s.xml\nuser-agent: *\ndisallow: https://a.com/x\n";
    assert_edited(
        text,
        code,
        "sitemap: https://a.com/s.xml\nuser-agent: *\ndisallow: /x\n",
        false,
    );
}

#[test]
fn text_that_is_not_a_path_is_not_turned_into_one() {
    let code = Code::NoLeadingSlash;
    for (pattern, meant, is_safe) in [
        ("NULL", "", true),
        ("\"/f\"", "/f", false),
        (": /y", "/y", false),
        ("utm_content=*", "/*utm_content=*", false),
        ("private/", "/private/", false),
    ] {
        assert_edited(&rule(pattern), code, &rule(meant), is_safe);
    }
    assert_edited(
        &rule("^/bar"),
        Code::RegularExpression,
        &rule("/bar"),
        false,
    );
}

#[test]
fn regular_expressions() {
    let code = Code::RegularExpression;
    for (pattern, meant) in [
        (r"/search\?", "/search?"),
        (r"/a\.html", "/a.html"),
        ("/a/.*/b", "/a/*/b"),
        (r"/x\/.*", "/x/*"),
    ] {
        assert_edited(&rule(pattern), code, &rule(meant), false);
        assert_none(&rule(pattern), Code::Backslash);
    }
    for pattern in ["/(a|b)/", "/[0-9]+/x", "/[a-z]", r"/\d", "/x.+"] {
        assert_eq!(only(&rule(pattern), code).edits(), [], "{pattern}");
    }
    // Names of files that begin with a dot or contain brackets.
    for pattern in ["/.*", "/a.*", "/x[1]", "/(x)", "/a|b", "/a+b", "/*?f[]="] {
        assert_none(&rule(pattern), code);
    }
}

#[test]
fn several_names_are_split_into_lines() {
    let code = Code::SeveralNames;
    for names in [
        "GPTBot CCBot",
        "GPTBot, CCBot",
        "GPTBot,CCBot",
        "GPTBot; CCBot",
    ] {
        let text = format!("User-agent: {names}\r\nDisallow: /\r\n");
        assert_edited(
            &text,
            code,
            "User-agent: GPTBot\r\nUser-agent: CCBot\r\nDisallow: /\r\n",
            false,
        );
        let effect = only(&text, code).edits()[0].effect().to_owned();
        assert_eq!(effect, "disallows `/` for `CCBot`");
        assert_none(&text, Code::UserAgentCharacters);
    }
    assert_none("user-agent: Offline Explorer\ndisallow: /", code);
    assert_none("user-agent: Mozilla/5.0 (x; y)\ndisallow: /", code);
}

#[test]
fn messages_mention_lines_that_only_google_reads() {
    let text = "Disallow /x\n";
    let found = only(text, Code::MissingColon);
    assert!(found.message().starts_with("only Google reads this line"));
    let text = "useragent: *\ndisallow: /x\n";
    let found = only(text, Code::RuleOutsideGroup);
    assert_eq!(found.dialects(), [Dialect::Standard]);
    assert!(found.message().starts_with("except for Google, "));
    let text = "user-agent: a\nuseragent: x\nfoo: y\nuser-agent: b\ndisallow: /\n";
    for found in find(text, Code::JoinedRun) {
        assert!(!found.dialects().is_empty());
    }
}

#[test]
fn delays() {
    let code = Code::BadCrawlDelay;
    let delay = |value: &str| format!("user-agent: *\ncrawl-delay: {value}\ndisallow:\n");
    let found = only(&delay(".5"), code);
    assert!(found.message().contains("may ignore `.5`"));
    assert_edited(&delay(".5"), code, &delay("0.5"), false);
    assert_eq!(
        found.edits()[0].effect(),
        "adds `crawl-delay: 0.5` for every crawler without its own group"
    );
    assert!(
        only(&delay("86401"), code)
            .message()
            .contains("more than a day")
    );
    for value in ["86400", "86400.0", "0.5", "10"] {
        assert_none(&delay(value), code);
    }
}

#[test]
fn records_on_one_line() {
    let code = Code::RecordsOnOneLine;
    let found = only("User-agent: * Disallow: /\n", code);
    assert_eq!(found.severity(), Severity::Error);
    assert_edited(
        "User-agent: * Disallow: /\n",
        code,
        "User-agent: *\nDisallow: /\n",
        false,
    );
    for (patterns, lines) in [
        ("/a Disallow: /b", "/a\nDisallow: /b"),
        ("/a, /b", "/a\ndisallow: /b"),
        ("/a /b", "/a\ndisallow: /b"),
        ("/a   /b\t/c", "/a\ndisallow: /b\ndisallow: /c"),
    ] {
        assert_edited(&rule(patterns), code, &rule(lines), false);
    }
    for pattern in ["/a,b", "/a b", "/a,/b", "/a # /b", "/* x */"] {
        assert_none(&rule(pattern), code);
    }
}

#[test]
fn unreadable_files() {
    let gzip = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03";
    let found = lint::check(gzip, ParseOptions::new());
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].code(), found[0].severity()),
        (Code::Compressed, Severity::Error)
    );
    let icon: Vec<u8> = b"\x00\x00\x01\x00\x02\x00\x10\x10".repeat(100);
    let found = lint::check(&icon, ParseOptions::new());
    let codes: Vec<Code> = found.iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::Binary]);

    // The span is on the first line.
    let found = lint::check(&[b"ab\n".as_slice(), &icon].concat(), ParseOptions::new());
    assert_eq!((found[0].code(), found[0].span()), (Code::Binary, 0..2));
    // A crawler finds rules after binary bytes.
    for start in [&icon.repeat(10), gzip.as_slice()] {
        let text = [start, b"\nuser-agent: *\ndisallow: /\n"].concat();
        let found = lint::check(&text, ParseOptions::new());
        let codes: Vec<Code> = found.iter().map(Diagnostic::code).collect();
        assert!(codes.contains(&Code::SiteDisallowed), "{codes:?}");
    }
}

#[test]
fn names_of_crawlers() {
    let named = |name: &str| format!("user-agent: {name}\ndisallow: /\n");
    for (name, meant) in [
        ("GTPBot", "GPTBot"),
        ("Gogglebot", "Googlebot"),
        ("Claude-bot", "ClaudeBot"),
    ] {
        assert_edited(&named(name), Code::CrawlerTypo, &named(meant), false);
    }
    for name in ["MyBot", "SpankBot", "discobot", "Googlebot", "bot", "*"] {
        assert_none(&named(name), Code::CrawlerTypo);
    }
    let found = only(&named("anthropic-ai"), Code::RetiredCrawler);
    assert_eq!(found.severity(), Severity::Warning);
    assert!(found.message().contains("ClaudeBot"), "{found}");
    assert_edited(
        &named("anthropic-ai"),
        Code::RetiredCrawler,
        "user-agent: anthropic-ai\nUser-agent: ClaudeBot\ndisallow: /\n",
        false,
    );
    assert_eq!(found.edits()[0].effect(), "disallows `/` for `ClaudeBot`");
    // Another diagnostic says to write the new name, and no advice is to write a retired one.
    for other in ["Claude-bot", "GPTBot, ClaudeBot"] {
        let text = named("anthropic-ai") + &named(other);
        assert_none(&text, Code::RetiredCrawler);
    }
    assert_none(&named("anthropic-aii"), Code::CrawlerTypo);
    let both = named("Claude-bot") + &named("ClaudeBot");
    let found = only(&both, Code::CrawlerTypo);
    assert_eq!(found.severity(), Severity::Note);
    // Two former names of one crawler.
    let both = named("anthropic-ai") + &named("Claude-Web");
    let found = only(&both, Code::RetiredCrawler);
    assert_eq!(
        (found.line(), found.related().next().unwrap().line()),
        (1, 3)
    );
    for text in [
        // The new name is there, obeys this line, or would be treated alike.
        named("anthropic-ai") + &named("ClaudeBot"),
        named("msnbot"),
        named("anthropic-ai") + &named("*"),
        "user-agent: anthropic-ai\nallow: /\n".into(),
    ] {
        assert_none(&text, Code::RetiredCrawler);
    }
    let text = named("*") + &named("ia_archiver");
    let found = only(&text, Code::RetiredCrawler);
    assert_eq!(found.severity(), Severity::Note);
    assert_eq!(found.advice(), "remove the group (lines 3–4)");
}

#[test]
fn control_tokens_are_reported_if_they_alone_are_named() {
    let code = Code::ControlToken;
    let text = "user-agent: *\ndisallow: /x\nuser-agent: Google-Extended\ndisallow: /\n";
    assert_eq!(only(text, code).severity(), Severity::Note);
    assert_none(&format!("{text}user-agent: GPTBot\ndisallow: /\n"), code);
    assert_none("user-agent: Google-Extended\nallow: /\n", code);
    assert_none("user-agent: Yandex\ndisallow: /\n", code);
}

#[test]
fn names_that_a_known_crawler_has_are_not_reported() {
    let code = Code::UserAgentCharacters;
    let named = |name: &str| format!("user-agent: {name}\ndisallow: /\n");
    for name in [
        "Screaming Frog SEO Spider",
        "Sogou web spider/4.0",
        "Googlebot/2.1",
        "Googlebot/2.1 (+x)",
        "googlebot*",
        "MyBot 1.0",
    ] {
        assert_none(&named(name), code);
    }
    let found = only(&named("Offline Explorer"), code);
    assert_eq!(
        found.message(),
        "crawlers compare only `Offline` of `Offline Explorer`, so this applies to any crawler called `Offline`"
    );
    // The offending character, and the crawler that is meant.
    let text = named("MyBot+");
    assert_eq!(
        only(&text, code).message(),
        "crawlers compare only `MyBot` of `MyBot+`, because a name ends at `+`, so this applies to any crawler called `MyBot`"
    );
    assert_edited(&named("Baiduspider+"), code, &named("Baiduspider"), true);
    let found = only(&named("Yahoo! Slurp"), code);
    assert_eq!(
        (found.message(), found.advice()),
        (
            "this line doesn't apply to `Slurp`, because crawlers compare only `Yahoo`",
            "write `Slurp` (this disallows `/` for `Slurp`, and makes 1 more change)"
        )
    );
    assert_none(
        &named("Mozilla/4.0 (compatible; MSIE 4.0; Windows 95)"),
        code,
    );
    // Google's parser compares only `R`, but no Google crawler has such a name.
    assert_eq!(only(&named("R6 (x)"), code).dialects().len(), 2);
}

/// Google's parser truncates `MJ12bot` to `MJ`, which changes nothing for the others.
#[test]
fn a_run_with_digits_in_names_is_joined_in_both_dialects() {
    let text = "user-agent: MJ12bot\nuser-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /\n";
    assert_eq!(only(text, Code::JoinedRun).dialects().len(), 2);
}

#[test]
fn groups_that_drop_rules() {
    let code = Code::DropsRules;
    let text = "user-agent: *\ndisallow: /private/\nuser-agent: GPTBot\nallow: /\n";
    let found = only(text, code);
    assert_eq!((found.line(), found.severity()), (3, Severity::Warning));
    assert_eq!(
        found.message(),
        "the crawlers in this group may fetch `/private/`, which `*` may not, because they ignore the group for `*`"
    );
    let several = text.replace("user-agent: GPTBot", "disallow: /b/\nuser-agent: GPTBot");
    assert_eq!(
        only(&several, code).message(),
        "the crawlers in this group may fetch URLs that 2 rules for `*` disallow, such as `/b/`, because they ignore the group for `*`"
    );
    // Several groups that drop different rules are one diagnostic.
    let groups = format!(
        "{several}user-agent: CCBot\ndisallow: /private/\nallow: /\nuser-agent: x\nallow: /b/\n"
    );
    let found = find(&groups, code);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0].message().matches("(and 1 similar line)").count(),
        1
    );
    // Repeating the rules of `*` would not close these URLs.
    let text = "user-agent: *\ndisallow: /a/\nuser-agent: GPTBot\n";
    for own in ["allow: /a/", "allow: /a/*", "allow: /*.xml$\ndisallow: /a/"] {
        assert_none(&format!("{text}{own}\n"), code);
    }
    // A group that is closed may have exceptions that its author meant.
    assert_none(&format!("{text}disallow: /\nallow: /a/b\n"), code);
    // Google's parser reads both names as `AI`, which ignores the group of `*`, too.
    let text = format!(
        "{text}disallow: /x\nuser-agent: AI2Bot\ndisallow: /y\nuser-agent: AI3\ndisallow: /z\n"
    );
    for found in find(&text, code) {
        assert_eq!(found.dialects().len(), 2, "{found}");
    }
    // An author who closes the site to all other crawlers means the exceptions.
    assert_none(
        "user-agent: *\ndisallow: /\nuser-agent: GPTBot\nallow: /\n",
        code,
    );
    let text = "user-agent: *\ndisallow: /private/\nuser-agent: GPTBot\ndisallow: /x\n";
    assert_eq!(only(text, code).severity(), Severity::Note);
    for own in [
        "disallow:",
        "disallow: /",
        "disallow: /private/\ndisallow: /x",
    ] {
        let text = format!("user-agent: *\ndisallow: /private/\nuser-agent: GPTBot\n{own}\n");
        assert_none(&text, code);
    }
}

/// Comparing two groups lists a limited number of pairs of rules.
#[test]
fn dropped_rules_are_counted_exactly() {
    let rules: String = (0..60).map(|k| format!("disallow: /a{k}*\n")).collect();
    let own = "user-agent: Googlebot\nallow: /*.pdf$\nallow: /*.gif$\nallow: /*.png$\n";
    let found = only(&format!("user-agent: *\n{rules}{own}"), Code::DropsRules);
    assert!(
        found
            .message()
            .contains("URLs that 60 rules for `*` disallow"),
        "{found}"
    );
    // Opening scripts and styles is what many authors mean.
    let text =
        "user-agent: *\ndisallow: /*.js$\ndisallow: /css/\nuser-agent: Googlebot\nallow: /\n";
    assert_eq!(only(text, Code::DropsRules).severity(), Severity::Note);
}

#[test]
fn sites_scripts_and_sitemaps_that_are_disallowed() {
    assert_eq!(only(&rule("/"), Code::SiteDisallowed).line(), 2);
    let found = only("user-agent: bingbot\ndisallow: /\n", Code::SiteDisallowed);
    assert_eq!((found.line(), found.severity()), (2, Severity::Note));
    let both = rule("/") + "user-agent: bingbot\ndisallow: /\n";
    let found = only(&both, Code::SiteDisallowed);
    assert_eq!(
        (found.severity(), found.related().next().unwrap().line()),
        (Severity::Warning, 4)
    );
    assert_none("user-agent: GPTBot\ndisallow: /\n", Code::SiteDisallowed);
    assert_none(
        "user-agent: *\ndisallow: /\nallow: /a\n",
        Code::SiteDisallowed,
    );
    let listed = "user-agent: *\ndisallow: /\nuser-agent: Googlebot\nallow: /\n";
    assert!(
        only(listed, Code::SiteDisallowed)
            .message()
            .ends_with(", including bingbot")
    );
    assert_none(
        &format!("{listed}user-agent: bingbot\nallow: /\n"),
        Code::SiteDisallowed,
    );
    for pattern in [
        "/*.js$",
        "/*.css",
        "/assets/js/",
        "/css/*",
        "/misc/",
        "/wp-includes/",
    ] {
        assert_eq!(only(&rule(pattern), Code::ScriptsDisallowed).line(), 2);
    }
    let text = "user-agent: *\ndisallow: /js/\nallow: /js/*.js\n";
    assert_none(text, Code::ScriptsDisallowed);
    // The advice wins over the rule, and over longer ones.
    for (folder, lines) in [
        ("/misc/", "Allow: /misc/*.js\nAllow: /misc/*.css\n"),
        ("/a/js/*", "Allow: /a/js/*.js\n"),
        ("*/CSS/", "Allow: */CSS/*.css\n"),
    ] {
        let text = rule(folder) + "disallow: /*.js$\n";
        let found = find(&text, Code::ScriptsDisallowed);
        let edited = edited(&text, &found[0]);
        assert_eq!(edited, rule(folder) + lines + "disallow: /*.js$\n");
        let path = format!("{}x", folder.trim_matches('*').replace("/CSS", "/b/CSS"));
        let path = path + lines.trim_end().rsplit('*').next().unwrap();
        for dialect in [Dialect::Standard, Dialect::Google] {
            let allowed = |text| {
                ParseOptions::new()
                    .dialect(dialect)
                    .parse(text)
                    .allowed("Googlebot", &path)
            };
            assert!(!allowed(&text) && allowed(&edited), "{path} in {edited}");
        }
    }
    assert_eq!(
        only(&rule("/misc/"), Code::ScriptsDisallowed).advice(),
        "write `Allow: /misc/*.js` and `Allow: /misc/*.css` below it, or remove the rule (this allows \
         `/misc/.js` for every crawler without its own group, and makes 1 more change)"
    );
    let found = only(&rule("/*.js$"), Code::ScriptsDisallowed);
    assert_eq!(
        (found.advice(), found.edits()),
        ("remove the rule", &[][..])
    );
    // Single files, and folders of scripts that run on the server.
    for pattern in ["/*.json", "/js/track.js", "/scripts/", "/cron.js"] {
        assert_none(&rule(pattern), Code::ScriptsDisallowed);
    }
    // The rules of Drupal 8.
    let drupal = "user-agent: *\nallow: /misc/*.js$\nallow: /misc/*.css$\ndisallow: /misc/\n";
    assert_none(drupal, Code::ScriptsDisallowed);
    let text = "user-agent: *\ndisallow: /*.xml$\nsitemap: https://a.com/s.xml\n";
    assert_eq!(only(text, Code::SitemapDisallowed).line(), 3);
    assert_none(&text.replace("s.xml", "s.txt"), Code::SitemapDisallowed);
}

#[test]
fn comments_entities_and_urls() {
    assert_edited(
        "// hello\nuser-agent: *\ndisallow:\n",
        Code::SlashComment,
        "# hello\nuser-agent: *\ndisallow:\n",
        true,
    );
    assert_edited(&rule("/a // b"), Code::SlashComment, &rule("/a # b"), false);
    assert_none(&rule("/a//b"), Code::SlashComment);
    assert_edited(
        &rule("/*?a&amp;b"),
        Code::HtmlEntity,
        &rule("/*?a&b"),
        false,
    );
    assert_none(&rule("/*?amp;&b"), Code::HtmlEntity);
    let text = "sitemap: https://a.com/1 https://a.com/2\n";
    assert_edited(
        text,
        Code::SeveralUrls,
        "sitemap: https://a.com/1\nsitemap: https://a.com/2\n",
        true,
    );
    assert_none(
        "sitemap: https://a.com/?u=https://b.com\n",
        Code::SeveralUrls,
    );
}

#[test]
fn needless_rules_and_split_groups() {
    assert_eq!(only(&rule("/robots.txt"), Code::RobotsTxtRule).line(), 2);
    assert_none(&rule("/robots.txt.gz"), Code::RobotsTxtRule);
    let code = Code::NeedlessAllow;
    assert_eq!(only("user-agent: *\nallow: /\nallow: /a\n", code).line(), 3);
    assert_none("user-agent: *\nallow: /\n", code);
    assert_none("user-agent: *\nallow: /\ndisallow: /x\n", code);
    assert_none(
        "user-agent: *\ndisallow: /x\nuser-agent: a\nallow: /\n",
        code,
    );
    let text =
        "user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /\nuser-agent: A\ndisallow: /y\n";
    let found = only(text, Code::SplitGroups);
    assert_eq!(
        (found.line(), found.related().next().unwrap().line()),
        (5, 1)
    );
    // The same rules again make no difference to any parser.
    assert_none(
        "user-agent: a\ndisallow: /x\nuser-agent: A\ndisallow: /x\n",
        Code::SplitGroups,
    );
}

#[test]
fn records_after_the_last_group() {
    let code = Code::RecordInLastGroup;
    let groups = "user-agent: *\ndisallow: /x\n\nuser-agent: GPTBot\ndisallow: /\n\n";
    for (end, line) in [
        ("sitemap: https://e.com/s\ncrawl-delay: 10\n", 8),
        ("# For all bots\ncrawl-delay: 10\n", 8),
        ("sitemap: https://e.com/s\ncontent-signal: ai-train=no\n", 8),
    ] {
        let text = format!("{groups}{end}");
        assert_eq!(only(&text, code).line(), line, "{text:?}");
        // In the group of `*` they are where they should be.
        assert_none(&text.replace("GPTBot", "*"), code);
    }
    assert_none(&format!("{groups}crawl-delay: 10\n"), code);
    assert_none(
        &format!("{groups}# a\nuser-agent: b\ncrawl-delay: 1\ndisallow: /\n"),
        code,
    );
}

#[test]
fn signals_are_not_inherited() {
    let code = Code::UsageNotInherited;
    let text = "user-agent: *\ncontent-signal: ai-train=no\nallow: /\nuser-agent: Googlebot\n";
    let found = only(&format!("{text}allow: /\n"), code);
    assert_eq!(
        (found.line(), found.related().next().unwrap().line()),
        (4, 2)
    );
    for own in ["disallow: /\n", "content-signal: search=yes\nallow: /\n"] {
        assert_none(&format!("{text}{own}"), code);
    }
    // What is allowed in any case is no loss.
    let text = text.replace("ai-train=no", "ai-train=yes, search=yes");
    assert_none(&format!("{text}allow: /\n"), code);
}

#[test]
fn a_sitemap_without_a_host() {
    let found = only("sitemap: https:///sitemap.xml\n", Code::SitemapNotAbsolute);
    assert!(found.message().contains("has no host"), "{found}");
}

#[test]
fn similar_findings_are_merged() {
    let text = format!(
        "user-agent: *\ndisallow: /x\n{}",
        "disallow: /x\n".repeat(900)
    );
    let found = only(&text, Code::RuleNeverWins);
    assert_eq!(
        (found.places().len(), found.lines().as_str()),
        (900, "3–902")
    );
    assert!(
        found.message().ends_with("(and 899 similar lines)"),
        "{found}"
    );
    assert_eq!(found.edits().len(), 900);
    assert_eq!(edited(&text, &found), rule("/x"));
    assert_eq!(lint::fix(&text, ParseOptions::new()), rule("/x").as_bytes());
}

/// What other tools see, and what looks like a mistake but is none: the text, its diagnostics with
/// the given codes by line, and a part of the first message.
#[test]
fn findings_that_are_easily_missed_or_overclaimed() {
    let twitter =
        |own: &str| format!("user-agent: *\ndisallow: /a/\nuser-agent: Twitterbot\n{own}");
    let training = |rules: &str| {
        format!("user-agent: *\ncontent-signal: ai-train=no\nallow: /\nuser-agent: GPTBot\n{rules}")
    };
    let named = |name: &str| format!("user-agent: {name}\ndisallow: /\n");
    let rate = |rate: &str| format!("user-agent: a\nrequest-rate: {rate}\n");
    let cases: Vec<(String, Code, &[u32], &str)> = vec![
        (rule("/Media Library/"), Code::BlankInPattern, &[2], "Google's own parser never matches"),
        (rule("/a%20b"), Code::BlankInPattern, &[], ""),
        (rule("/a # b"), Code::BlankInPattern, &[], ""),
        (rule("/www.googletagmanager.com"), Code::HostAsPath, &[2], "`www.googletagmanager.com`"),
        (rule("/https://example.com/a"), Code::HostAsPath, &[2], "any URL on `example.com`"),
        (rule("//www.example.com/"), Code::HostAsPath, &[2], "a path on this file's host"),
        (rule("/www.html"), Code::HostAsPath, &[], ""),
        (rule("/www/a.b"), Code::HostAsPath, &[], ""),
        (rule("/example.com"), Code::HostAsPath, &[], ""),
        (training("allow: /\n"), Code::TrainingCrawlerAllowed, &[4], "GPTBot collects content"),
        (training("disallow: /\n"), Code::TrainingCrawlerAllowed, &[], ""),
        (training("allow: /\n").replace("=no", "=yes"), Code::TrainingCrawlerAllowed, &[], ""),
        (training("allow: /\n").replace("GPTBot", "bingbot"), Code::TrainingCrawlerAllowed, &[], ""),
        // Owners open a site to previews on purpose.
        (twitter("allow: /\n"), Code::DropsRules, &[], ""),
        (twitter("allow: /a/b\n"), Code::DropsRules, &[3], "may fetch `/a/`"),
        (twitter("allow: /\n").replace("Twitterbot", "bingbot"), Code::DropsRules, &[3], "`/a/`"),
        // Private names that are similar to known ones.
        (named("BilgiBot"), Code::CrawlerTypo, &[], ""),
        (named("p4Bot"), Code::CrawlerTypo, &[], ""),
        (named("crcbot"), Code::CrawlerTypo, &[], ""),
        (named("SemrushBoth"), Code::CrawlerTypo, &[1], "SemrushBot is almost the same name"),
        (named("googlebot_news"), Code::CrawlerTypo, &[1], "Googlebot-News"),
        // Names that site owners write but no operator documents.
        (named("grok"), Code::CrawlerTypo, &[1], "no operator documents"),
        (named("xAI-Bot"), Code::CrawlerTypo, &[1], "no operator documents"),
        (named("CloudVertexBot"), Code::CrawlerTypo, &[1], "Google-CloudVertexBot"),
        (named("Googlebot-Extended"), Code::CrawlerTypo, &[1], "but Google-Extended is"),
        (named("OpenAI-SearchBot"), Code::CrawlerTypo, &[1], "OAI-SearchBot"),
        // Fields that some agents begin to read are no mistakes.
        ("LLMs-txt: https://e.com/llms.txt\n".into(), Code::UnknownField, &[], ""),
        ("LLMs-txt: https://e.com/llms.txt\n".into(), Code::UnsupportedField, &[1], "Lighthouse"),
        ("Schemamap: https://e.com/s.xml\n".into(), Code::UnsupportedField, &[1], "few crawlers"),
        ("Agentmap: https://e.com/a.json\n".into(), Code::UnsupportedField, &[1], "few crawlers"),
        ("foo: bar\n".into(), Code::UnknownField, &[1], "Lighthouse's SEO audit rejects it"),
        (rate("1/10").replace("request-rate", "content-signal"), Code::UnsupportedField, &[], ""),
        (rate("1/10 0600-0845"), Code::BadRequestRate, &[], ""),
        (rate("8/2m 07:00-21:00"), Code::BadRequestRate, &[2], "at all hours, because `07:00-21:00`"),
        (rate("often"), Code::BadRequestRate, &[2], "crawlers ignore `often`"),
        // A delay is for the crawlers of its own run.
        (
            "user-agent: Yandex\nhost: e.com\ncrawl-delay: 1\nuser-agent: MyBot\ncrawl-delay: 2\nallow: /\n".into(),
            Code::UnsupportedField,
            &[2, 3],
            "no crawler reads `host`",
        ),
    ];
    for (text, code, lines, message) in cases {
        let found = find(&text, code);
        let places = found.iter().flat_map(Diagnostic::places);
        let mut found_lines: Vec<u32> = places.map(|(line, _)| line).collect();
        found_lines.sort_unstable();
        assert_eq!(found_lines, lines, "{code} in {text:?}: {found:?}");
        if let Some(first) = found.first() {
            assert!(first.message().contains(message), "{first}");
        }
    }
    // A blank is escaped for Google; nothing changes for others.
    assert_edited(
        &rule("/a b c"),
        Code::BlankInPattern,
        &rule("/a%20b%20c"),
        false,
    );
    let found = only(&rule("/a b"), Code::BlankInPattern);
    assert!(
        found.edits()[0].effect().ends_with("but only for Google"),
        "{found:?}"
    );
    // The user-agent line of the crawler that ignores the delay is shown.
    let text = "user-agent: bingbot\nuser-agent: Yandex\ncrawl-delay: 1\nallow: /\n";
    let found = only(text, Code::UnsupportedField);
    assert_eq!(found.related().next().unwrap().line(), 2);
}

/// A finding on many lines is one, and lists all of them.
#[test]
fn a_finding_names_every_line() {
    let text = "noindex: /a\n".repeat(78)
        + "user-agent: *\ndisallow: /x\n"
        + &"Noindex: /b\n".repeat(2_500);
    let found = find(&text, Code::UnsupportedField);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        (found[0].places().len(), found[0].lines().as_str()),
        (78, "1–78")
    );
    assert_eq!(
        (found[1].places().len(), found[1].lines().as_str()),
        (2_500, "81–2580")
    );
    assert!(found[0].message().ends_with("(and 77 similar lines)"));
}

/// An edit that changes a delay or a usage preference says so, and is not made by `fix`.
#[test]
fn edits_that_change_records_are_not_safe() {
    let text =
        "User-agent: a\nCrawl-delay: 1\n\nUser-agent: b\nContent-Usage: train-ai=n\nDisallow:\n";
    for record in [
        "Content-Usage: train-ai=n",
        "Content-Signal: ai-train=no",
        "License: https://e.com/l",
        "Request-rate: 1/5",
    ] {
        let text = text.replace("Content-Usage: train-ai=n", record) + "Disallow: /x\n";
        let found = only(&text, Code::JoinedRun);
        let effect = found.edits()[0].effect();
        assert!(
            effect.ends_with(&format!("and removes `{record}` for `a`")),
            "{effect}"
        );
        assert_eq!(lint::fix(&text, ParseOptions::new()), text.as_bytes());
    }
    // The field is not known without its colon.
    let text = "user-agent: *\nCrawl-delay 5\ndisallow:\n";
    let found = only(text, Code::MissingColon);
    let dialects = found.edits()[0].effect();
    assert_eq!(
        dialects,
        "adds `Crawl-delay: 5` for every crawler without its own group, but changes nothing for Google"
    );
    // A record that is only respelled, and one that nothing separates from another crawler.
    for text in [
        "user-agent: a\ncrawl-delay: 5\ndisallow: /x\ndisallow: /x\n",
        "user-agent: a\ncontent-usage: train-ai=n\ndisallow: /x\n// y\n",
    ] {
        let found = lint::check(text, ParseOptions::new());
        let mut edits = found.iter().flat_map(Diagnostic::edits);
        assert!(edits.next().is_some_and(Edit::is_safe), "{found:?}");
    }
}

/// An edit that moves text past the byte limit is not safe.
#[test]
fn edits_near_the_byte_limit() {
    let text = "user-agent: *\nsitemap https://e.com/s\ndisallow: /x";
    for (limit, is_safe) in [(text.len(), false), (text.len() + 1, true)] {
        let found = lint::check(text, ParseOptions::new().byte_limit(limit));
        let found = found
            .iter()
            .find(|found| found.code() == Code::MissingColon);
        let edit = &found.expect("there is no colon").edits()[0];
        assert_eq!(edit.is_safe(), is_safe, "{edit:?}");
        let fixed = lint::fix(text, ParseOptions::new().byte_limit(limit));
        assert_eq!(fixed != text.as_bytes(), is_safe);
    }
}

/// Real files have lines of both kinds.
#[test]
fn edits_keep_the_line_ends_that_they_find() {
    for (text, code, expected) in [
        (
            "User-agent: x\r\nDisallow: /x\r\n\r\nUser-agent: SemrushBot-SA\nDisallow: /\n",
            Code::RetiredCrawler,
            "User-agent: x\r\nDisallow: /x\r\n\r\nUser-agent: SemrushBot-SA\nUser-agent: SiteAuditBot\nDisallow: /\n",
        ),
        (
            "User-agent: x\nDisallow: /x\n\nUser-agent: SemrushBot-SA\r\nDisallow: /\n",
            Code::RetiredCrawler,
            "User-agent: x\nDisallow: /x\n\nUser-agent: SemrushBot-SA\r\nUser-agent: SiteAuditBot\r\nDisallow: /\n",
        ),
        (
            "User-agent: *\r\nDisallow: /js/",
            Code::ScriptsDisallowed,
            "User-agent: *\r\nDisallow: /js/\r\nAllow: /js/*.js",
        ),
        (
            "User-agent: a\r\nhost: b\nUser-agent: b\rDisallow: /",
            Code::JoinedRun,
            "User-agent: a\r\nhost: b\nDisallow:\rUser-agent: b\rDisallow: /",
        ),
        (
            "User-agent: GPTBot CCBot\nDisallow: /a /b\r\n",
            Code::SeveralNames,
            "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /a /b\r\n",
        ),
        (
            "user-agent: *\ndisallow: /a\rdisallow: /a\n\ndisallow: /b",
            Code::RuleNeverWins,
            "user-agent: *\ndisallow: /a\r\n\ndisallow: /b",
        ),
    ] {
        let found = only(text, code);
        assert_eq!(edited(text, &found), expected);
    }
}

#[test]
fn fixing_keeps_line_ends_and_the_mark() {
    let text = "\u{FEFF}user-agent: *\r\ndisallow: /a\r\ndisallow: /a\r\ndisallow: b\r\n// c";
    let fixed = lint::fix(text, ParseOptions::new());
    assert_eq!(
        String::from_utf8_lossy(&fixed),
        "\u{FEFF}user-agent: *\r\ndisallow: /a\r\ndisallow: b\r\n# c"
    );
    let icon = b"\x1f\x8b\x00\xff";
    assert_eq!(lint::fix(icon, ParseOptions::new()), icon);
}

#[test]
fn codes_are_parsed_and_displayed() {
    for &code in Code::ALL {
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    let error = "no-such-code".parse::<Code>().unwrap_err();
    assert_eq!(error.to_string(), "unknown diagnostic code `no-such-code`");
}
