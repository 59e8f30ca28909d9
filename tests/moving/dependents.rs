//! Test cases of crawlers that have their own parser, and the answers of this crate.
//!
//! Each case states the facts that one test of the crawler checks. It is named after the test and
//! consists of a file, the name of the crawler, and the expected results. The counts must match
//! `src/moving.md`.

use std::time::Duration;

use robots_exclusion::{Dialect, Matcher, ParseOptions};

use super::TABLE;

/// A test case of a crawler.
struct Case {
    /// The name of the test.
    test: &'static str,
    file: &'static str,
    agent: &'static str,
    /// Facts separated by spaces: `+URL` is allowed, `-URL` is disallowed, `delay=SECONDS` and
    /// `sitemaps=COUNT`; a delay of 0 means that there is none.
    expected: &'static str,
    /// The dialects in which this crate agrees: `S`tandard, `G`oogle.
    same_in: &'static str,
    /// The reason if the standard dialect differs. `src/moving.md` contains this sentence.
    why: &'static str,
}

const fn case(
    test: &'static str,
    file: &'static str,
    agent: &'static str,
    expected: &'static str,
    same_in: &'static str,
    why: &'static str,
) -> Case {
    Case {
        test,
        file,
        agent,
        expected,
        same_in,
        why,
    }
}

const DIALECTS: [(char, Dialect); 2] = [('S', Dialect::Standard), ('G', Dialect::Google)];

fn holds(matcher: &Matcher, sitemaps: usize, fact: &str) -> bool {
    if let Some(seconds) = fact.strip_prefix("delay=") {
        let delay = matcher.delay(Duration::MAX).unwrap_or_default();
        return delay == Duration::from_secs_f64(seconds.parse::<f64>().expect("seconds"));
    }
    if let Some(count) = fact.strip_prefix("sitemaps=") {
        return sitemaps == count.parse::<usize>().expect("a count");
    }
    let (sign, url) = fact.split_at(1);
    matcher.allowed(url) == (sign == "+")
}

/// Checks each case in each setting, and that `src/moving.md` states how many tests have the same
/// result.
fn check(crawler: &str, cases: &[Case]) {
    let mut tests: Vec<&str> = cases.iter().map(|case| case.test).collect();
    tests.dedup();
    // Line breaks in a sentence do not matter.
    let text = TABLE.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut row = format!("| {crawler} | {} |", tests.len());
    let mut problems = Vec::new();
    for (letter, dialect) in DIALECTS {
        let mut differing = Vec::new();
        for case in cases {
            let options = ParseOptions::new().dialect(dialect).byte_limit(None);
            let robots = options.parse(case.file);
            let (matcher, sitemaps) = (robots.matcher(case.agent), robots.sitemaps().count());
            let facts = case.expected.split(' ');
            let wrong: Vec<&str> = facts
                .filter(|fact| !holds(&matcher, sitemaps, fact))
                .collect();
            if wrong.is_empty() != case.same_in.contains(letter) {
                problems.push(format!("{}, {dialect}: {wrong:?}", case.test));
            }
            if !wrong.is_empty() {
                differing.push(case.test);
                let is_told = !case.why.is_empty() && text.contains(case.why);
                if letter == 'S' && !is_told {
                    problems.push(format!("{}: why?", case.test));
                }
            }
        }
        differing.dedup();
        row += &format!(" {} |", tests.len() - differing.len());
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(TABLE.contains(&row), "{row}");
}

const PREFIX: &str =
    "a rule without wildcards matches every URL that begins with it (RFC 9309 §2.2.2)";

/// spider-rs/spider, `spider/src/packages/robotparser/parser.rs`.
#[rustfmt::skip]
const SPIDER: &[Case] = &[
    case("test_rule_line_applies_wildcard", "user-agent: *\ndisallow: *", "x", "-/a -/b/c", "SG", ""),
    case("test_rule_line_applies_prefix", "user-agent: *\ndisallow: /ab*", "x", "-/abc -/ab/c +/b", "SG", ""),
    case("test_rule_line_applies_exact", "user-agent: *\ndisallow: /ab", "x", "-/ab +/ab/c +/c", "", PREFIX),
    case("test_rule_line_applies_directory", "user-agent: *\ndisallow: /d/", "x", "-/d/a -/d/a/b +/e/", "SG", ""),
    case("test_entry_applies_to_agent", "user-agent: abot\ndisallow: /", "Abot", "-/x", "SG", ""),
    case("test_entry_applies_to_agent", "user-agent: abot\ndisallow: /", "Abot/2.1", "-/x", "S", ""),
    case("test_entry_applies_to_agent", "user-agent: abot\ndisallow: /", "Bbot", "+/x", "SG", ""),
    case("test_entry_applies_to_wildcard_agent", "user-agent: *\ndisallow: /", "Abot", "-/x", "SG", ""),
    case("test_entry_allowance", "user-agent: *\ndisallow: /p\nallow: /q", "x", "-/p +/q +/r", "SG", ""),
    case("test_parser_basic", "User-agent: *\nDisallow: /p\nAllow: /q", "Abot", "+https://h/q", "SG", ""),
    case("test_parser_multiple_agents", "User-agent: a\nDisallow: /1\n\nUser-agent: b\nDisallow: /2", "a", "-/1 +/2", "SG", ""),
    case("test_parser_crawl_delay", "User-agent: a\nCrawl-delay: 5\nDisallow: /1", "a", "delay=5", "SG", ""),
    case("test_parser_request_rate", "User-agent: a\nRequest-rate: 3/60\nDisallow: /1", "a", "delay=20", "SG", ""),
    case("test_parser_disallow_all", "user-agent: *\ndisallow: /", "*", "-https://h/a", "SG", ""),
    case("test_parser_allow_all", "", "*", "+https://h/a", "SG", ""),
    case("test_parser_comments", "# x\nUser-agent: * # y\nDisallow: /s # z", "a", "-/s", "SG", ""),
    case("test_parser_empty_disallow", "user-agent: *\ndisallow:", "a", "+/", "SG", ""),
    case("test_can_fetch_case_insensitive", "User-agent: abot\nDisallow: /p", "ABOT", "-/p +/q", "SG", ""),
    case("test_can_fetch_with_version", "User-agent: abot\nDisallow: /p", "Abot/2.1", "-/p +/q", "S", ""),
    case("test_can_fetch_multiple_entries", "User-agent: a\nDisallow: /1\n\nUser-agent: b\nDisallow: /2\n\nUser-agent: c\nDisallow: /3", "A", "-/1 +/2 +/3 +/q", "SG", ""),
    case("test_can_fetch_multiple_entries", "User-agent: a\nDisallow: /1\n\nUser-agent: b\nDisallow: /2\n\nUser-agent: c\nDisallow: /3", "C", "+/1 +/2 -/3 +/q", "SG", ""),
    case("test_get_crawl_delay_case_insensitive", "User-agent: slow\nCrawl-delay: 10\nDisallow: /1", "Slow/1.0", "delay=10", "S", ""),
    case("test_get_crawl_delay_case_insensitive", "User-agent: slow\nCrawl-delay: 10\nDisallow: /1", "SLOW", "delay=10", "SG", ""),
    case("test_get_req_rate_agent_match", "User-agent: fast\nRequest-rate: 5/30\nDisallow: /1\n\nUser-agent: slow\nRequest-rate: 1/60", "Fast/2.0", "delay=6", "S", ""),
    case("test_get_req_rate_agent_match", "User-agent: fast\nRequest-rate: 5/30\nDisallow: /1\n\nUser-agent: slow\nRequest-rate: 1/60", "x", "delay=0", "SG", ""),
];

#[test]
fn spider() {
    check("spider 2.52", SPIDER);
}

const NOT_INHERITED: &str = "a crawler with its own group doesn't inherit the delay of `*`";
const LARGER: &str = "if both `crawl-delay` and `request-rate` are given, the larger delay applies";
const RUN: &str = "only rules end a run of `user-agent` lines; an unknown field doesn't";

/// The crate crawlberg-robots, version 1.12.4, `src/lib.rs`.
#[rustfmt::skip]
const CRAWLBERG: &[Case] = &[
    case("allow_root_with_a_disallow_still_permits_unrelated_paths", "user-agent: *\nallow: /\ndisallow: /a", "x", "+/p +/ -/a -/a/u", "SG", ""),
    case("longest_match_wins_between_allow_and_disallow", "user-agent: *\nallow: /a/p/\ndisallow: /a/", "x", "+/a/p/d -/a/q", "SG", ""),
    case("equal_length_rules_resolve_in_favor_of_allow", "user-agent: *\nallow: /x\ndisallow: /x", "x", "+/x", "SG", ""),
    case("no_rules_allows_everything", "", "x", "+/a", "SG", ""),
    case("disallow_root_blocks_everything", "user-agent: *\ndisallow: /", "x", "-/a", "SG", ""),
    case("specific_user_agent_block_beats_wildcard_block", "user-agent: *\ndisallow: /p\n\nuser-agent: us\ndisallow: /o", "us", "+/p -/o", "SG", ""),
    case("two_groups_for_our_user_agent_are_combined", "user-agent: us\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: us\ndisallow: /c", "us", "-/a +/b -/c", "SG", ""),
    case("the_later_crawl_delay_wins_when_groups_are_combined", "user-agent: us\ncrawl-delay: 1\ndisallow:\nuser-agent: us\ncrawl-delay: 5\ndisallow: /x", "us", "delay=5", "SG", ""),
    case("two_wildcard_groups_are_combined", "user-agent: *\ndisallow: /a\n\nuser-agent: g\ndisallow: /g\n\nuser-agent: *\ndisallow: /b", "us", "-/a -/b +/g", "SG", ""),
    case("non_matching_user_agent_falls_back_to_wildcard_block", "user-agent: *\ndisallow: /p\n\nuser-agent: g\ndisallow: /g", "us", "-/p +/g", "SG", ""),
    case("a_group_token_longer_than_our_user_agent_does_not_match", "user-agent: *\ndisallow: /p\n\nuser-agent: us-news\nallow: /", "us", "-/p", "SG", ""),
    case("a_group_token_that_prefixes_our_versioned_user_agent_matches", "user-agent: *\ndisallow: /p\n\nuser-agent: us\ndisallow: /o", "us/1.2.1", "+/p -/o", "S", ""),
    case("a_prefix_of_our_product_token_does_not_name_our_crawler", "user-agent: crawl\ndisallow: /x", "crawlberg/1.8.0", "+/x", "SG", ""),
    case("a_versioned_group_token_names_the_same_product_token", "user-agent: us/2.0\ndisallow: /x", "us/1.8.0", "-/x", "S", ""),
    case("crawl_delay_is_parsed_from_the_selected_block", "user-agent: *\ncrawl-delay: 5\ndisallow: /p", "us", "delay=5", "SG", ""),
    case("crawl_delay_falls_back_to_wildcard_when_specific_block_has_none", "user-agent: *\ncrawl-delay: 7\ndisallow:\nuser-agent: us\ndisallow: /x", "us", "delay=7", "", NOT_INHERITED),
    case("request_rate_is_parsed_as_crawl_delay_in_seconds", "user-agent: *\nrequest-rate: 1/10\ndisallow: /x", "us", "delay=10", "SG", ""),
    case("explicit_crawl_delay_takes_precedence_over_request_rate", "user-agent: *\ncrawl-delay: 3\nrequest-rate: 1/10\ndisallow: /x", "us", "delay=3", "", LARGER),
    case("sitemap_directives_are_extracted_regardless_of_matched_block", "sitemap: http://h/1\nuser-agent: *\ndisallow: /p\nsitemap: http://h/2", "us", "sitemaps=2", "SG", ""),
    case("a_leading_byte_order_mark_is_skipped_so_the_first_group_still_applies", "\u{feff}user-agent: *\r\ndisallow: /p\r\n# x\r\n", "us", "-/p", "SG", ""),
    case("a_byte_order_mark_that_is_not_leading_is_left_for_the_normal_parse", "user-agent: *\n\u{feff}disallow: /p", "us", "+/p", "SG", ""),
    case("comments_are_stripped_before_parsing_directives", "# x\nuser-agent: * # y\ndisallow: /p # z", "us", "-/p", "SG", ""),
    case("a_rule_before_the_first_user_agent_is_ignored", "disallow: /x\nuser-agent: *\ndisallow: /y", "us", "+/x -/y", "SG", ""),
    case("an_unknown_directive_separates_adjacent_user_agent_groups", "user-agent: us\nfoo: bar\nuser-agent: other\ndisallow: /x", "us", "+/x", "", RUN),
    case("wildcard_mid_pattern_matches_any_substring_in_between", "user-agent: *\ndisallow: /a/*/z", "us", "-/a/b/z +/a/b/y", "SG", ""),
    case("dollar_anchor_requires_exact_end_of_path", "user-agent: *\ndisallow: /p$", "us", "-/p +/p/q", "SG", ""),
    case("wildcard_and_dollar_anchor_combine", "user-agent: *\ndisallow: /*.pdf$", "us", "-/f/r.pdf +/f/r.pdf.b +/f/r.txt", "SG", ""),
    case("anchored_wildcard_retries_a_repeated_suffix", "user-agent: *\ndisallow: /*.pdf$", "us", "-/a.pdf.pdf", "SG", ""),
    case("anchored_wildcard_retries_a_repeated_literal", "user-agent: *\ndisallow: /a*b$", "us", "-/abab", "SG", ""),
];

#[test]
fn crawlberg() {
    check("crawlberg-robots 1.12", CRAWLBERG);
}

const SLASH: &str = "`/p` and `/p/` are different paths";

/// firecrawl/firecrawl, `apps/api/sharedLibs/crawler/src/lib.rs` and, for the last four,
/// `apps/api/src/lib/__tests__/robots-txt.test.ts`.
#[rustfmt::skip]
const FIRECRAWL: &[Case] = &[
    case("test_filter_links_normal_robots_txt", "User-agent: *\nDisallow: /d", "FireCrawlAgent", "+https://h/a -https://h/d", "SG", ""),
    case("test_filter_links_malformed_robots_txt", "no robots.txt but \0 bytes and words", "FireCrawlAgent", "+https://h/t", "SG", ""),
    case("test_filter_links_non_utf8_robots_txt", "\u{fffd}\u{fffd}User-agent: *\nDisallow: /b", "FireCrawlAgent", "+https://h/a", "SG", ""),
    case("test_filter_links_char_boundary_issue", "User-agent: *\nDisallow: /\u{a0}t", "FireCrawlAgent", "+https://h/t", "SG", ""),
    case("treats an explicit denial for the exact user agent as authoritative", "user-agent: MyBot\ndisallow: /b", "MyBot/1.0", "-https://h/b", "S", ""),
    case("falls back to the derived user agent only when the exact one has no explicit match", "user-agent: MyBot\ndisallow: /\nallow: /a", "MyBot/1.0", "+https://h/a", "SG", ""),
    case("preserves trailing-slash denial checks for explicit matches", "user-agent: MyBot\ndisallow: /p/", "MyBot", "-https://h/p", "", SLASH),
    case("appends trailing slash to pathname only, preserving query and fragment", "user-agent: TestBot\ndisallow: /p/?q=1", "TestBot", "-https://h/p?q=1", "", SLASH),
];

#[test]
fn firecrawl() {
    check("Firecrawl", FIRECRAWL);
}

const MISTAKES: &str =
    "misspelled fields, missing colons and lists of crawlers on one line are mistakes";
const INDEX: &str = "`index.html` doesn't mean its folder";
const OUTSIDE: &str = "a rule before the first group applies to no crawler (RFC 9309 §2.2.2)";
const SLASHES: &str = "`//` and `/` are different paths";
const NUL: &str = "NUL is an ordinary byte";

/// StractOrg/stract, `crates/robotstxt/src/lib.rs`.
#[rustfmt::skip]
const STRACT: &[Case] = &[
    case("simple", "user-agent: foo\ndisallow: /", "foo", "-/", "SG", ""),
    case("simple", "user-agent: foo\ndisallow: /", "bar", "+/", "SG", ""),
    case("test_line_syntax_line", "fool foo\nbar: /", "foo", "+/x", "SG", ""),
    case("test_line_syntax_line", "user-agent: foo\ndisallow /", "foo", "-/x", "G", MISTAKES),
    case("test_line_syntax_groups", "user-agent: foo\ndisallow: /\nallow: /x/\nuser-agent: bar\ndisallow: /\nallow: /y/\n\nallow: /w/\nuser-agent: baz\n\nuser-agent: foo\nallow: /z/\ndisallow: /", "foo", "+/x/b +/z/d -/y/c", "SG", ""),
    case("test_line_syntax_groups", "user-agent: bar\ndisallow: /\nallow: /y/\n\nallow: /w/\nuser-agent: baz\n\nuser-agent: foo\nallow: /z/\ndisallow: /", "bar", "+/y/c +/w/a -/z/d", "SG", ""),
    case("test_line_syntax_groups", "user-agent: baz\n\nuser-agent: foo\nallow: /z/\ndisallow: /", "baz", "+/z/d", "SG", ""),
    case("test_line_syntax_groups_other_rules", "user-agent: bar\nsitemap: https://h/s\nuser-agent: *\ndisallow: /", "foo", "-/", "SG", ""),
    case("test_line_syntax_groups_other_rules", "user-agent: bar\nsitemap: https://h/s\nuser-agent: *\ndisallow: /", "bar", "-/", "SG", ""),
    case("test_repl_line_names_case_insensitive", "uSeR-aGeNt: foo\nAlLoW: /x/\ndIsAlLoW: /", "foo", "+/x/y -/a/b", "SG", ""),
    case("test_user_agent_case_insensitive", "user-agent: fOoBaR\nallow: /x/\ndisallow: /", "FooBar", "+/x/y -/a/b", "SG", ""),
    case("test_specific_user_agent", "user-agent: foo\nallow: /\n\nuser-agent: *\ndisallow: /", "foo", "+/x", "SG", ""),
    case("test_specific_user_agent", "user-agent: foo\nallow: /\n\nuser-agent: *\ndisallow: /", "bar", "-/x", "SG", ""),
    case("test_accept_user_agent_with_space", "user-agent: *\ndisallow: /\nuser-agent: foo bar\nallow: /x/\ndisallow: /", "foo", "+/x/y", "SG", ""),
    case("test_accept_user_agent_with_space", "user-agent: *\ndisallow: /\nuser-agent: foo bar\nallow: /x/\ndisallow: /", "bar", "+/x/y", "", MISTAKES),
    case("test_global_groups_secondary", "user-agent: *\nallow: /\nuser-agent: foo\ndisallow: /", "foo", "-/x", "SG", ""),
    case("test_global_groups_secondary", "user-agent: foo\nallow: /\nuser-agent: bar\ndisallow: /", "qux", "+/x", "SG", ""),
    case("test_allow_disallow_value_case_sensitive", "user-agent: foo\ndisallow: /x/", "foo", "-/x/y +/X/y", "SG", ""),
    case("test_longest_match", "user-agent: foo\ndisallow: /x/p.html\nallow: /x/", "foo", "-/x/p.html +/x/q", "SG", ""),
    case("test_longest_match", "user-agent: foo\ndisallow:\nallow:", "foo", "+/x", "SG", ""),
    case("test_longest_match", "user-agent: foo\nallow: /p\ndisallow: /*.html", "foo", "+/p -/p.html", "SG", ""),
    case("test_longest_match", "user-agent: foo\ndisallow: /x\nallow: /x/", "foo", "-/x +/x/", "SG", ""),
    case("test_encoding", "user-agent: foo\ndisallow: /\nallow: /a/ツ", "foo", "+/a/%E3%83%84", "SG", ""),
    case("test_encoding", "user-agent: foo\ndisallow: /\nallow: /a/ツ", "foo", "+/a/ツ", "S", ""),
    case("test_encoding", "user-agent: foo\ndisallow: /\nallow: /a/%62%61%7A", "foo", "+/a/baz +/a/%62%61%7A", "S", ""),
    case("test_encoding", "user-agent: foo\ndisallow: /\nallow: /a-%2A", "foo", "+/a-%2A +/a-*", "S", ""),
    case("test_special_characters", "user-agent: foo\ndisallow: /a/bb/q\nallow: /a/*/q", "foo", "-/a/bb/q +/a//q +/a/x/q", "SG", ""),
    case("test_special_characters", "user-agent: foo\ndisallow: /a/b$\nallow: /a/b/q", "foo", "-/a/b +/a/b/q +/a/b/", "SG", ""),
    case("test_special_characters", "user-agent: foo\n# disallow: /\ndisallow: /a/q#x\nallow: /", "foo", "+/a/b -/a/q", "SG", ""),
    case("test_index_html_is_directory", "user-agent: *\nallow: /a/index.html\ndisallow: /", "foo", "+/a/", "G", INDEX),
    case("test_index_html_is_directory", "user-agent: *\nallow: /a/index.html\ndisallow: /", "foo", "-/a/index.htm +/a/index.html -/b/", "SG", ""),
    case("test_google_documentation", "user-agent: foo\ndisallow: /\nallow: /fish*.php", "foo", "-/bar +/fish.php +/fishheads/catfish.php?p -/Fish.PHP", "SG", ""),
    case("test_comma_separated_user_agents", "user-agent: foo, bar\ndisallow: /\n\nuser-agent: baz\nallow: /", "bar", "-/x", "", MISTAKES),
    case("test_non_standard_line_example_sitemap", "user-agent: foo\nallow: /p\nuser-agent: bar\n\nsitemap: http://h/s", "foo", "sitemaps=1", "SG", ""),
    case("test_path_params_query", "user-agent: foo\ndisallow: /a/b", "foo", "-http://h///a/b/c", "", SLASHES),
    case("test_maybe_escape_pattern", "user-agent: foo\ndisallow: /á", "foo", "-/%C3%A1", "SG", ""),
    case("test_params_respected", "user-agent: foo\ndisallow: /*?q=", "foo", "+/ -/?q=1 -/b/?q=1 +/b", "SG", ""),
    case("test_url_fragments", "user-agent: foo\ndisallow: /#f", "foo", "-/ -/#f", "SG", ""),
    case("test_forgiveness_disallow_variations", "user-agent: foo\ndisallow: /a\ndissallow: /b\ndissalow: /c\ndisalow: /d\ndiasllow: /e\ndisallaw: /f", "foo", "-/a -/b -/c -/d -/e -/f", "G", MISTAKES),
    case("test_forgiveness_ensure_not_too_forgiving", "user-agent: foo\ndisallow:/a\ndissallow/b\ndisallow    /c", "foo", "-/a +/b -/c", "G", MISTAKES),
    case("test_forgiveness_sitemap_variations", "site-map: /a\nsitemap: /b\nsite map: /c", "foo", "sitemaps=3", "", MISTAKES),
    case("test_forgiveness_crawl_delay_variations", "user-agent: foo\ncrawl-delay: 42\nuser-agent: bar\ncrawl delay: 420\nuser-agent: baz\ncrawldelay: 360", "foo", "delay=42", "SG", ""),
    case("test_forgiveness_crawl_delay_variations", "user-agent: foo\ncrawl-delay: 42\nuser-agent: bar\ncrawl delay: 420\nuser-agent: baz\ncrawldelay: 360", "bar", "delay=420", "", MISTAKES),
    case("test_forgiveness_user_agent_variations", "user-agent: foo\ndisallow: /a\nuser agent: bar\ndisallow: /b\nuseragent: baz\ndisallow: /e", "bar", "-/b +/a", "G", MISTAKES),
    case("test_no_leading_useragent", "disallow: /a\nallow: /b", "foo", "-/a +/b", "", OUTSIDE),
    case("test_leading_wildcard", "user-agent: *\ndisallow: */a\nallow: /b", "foo", "-/a -/c/a +/b", "SG", ""),
    case("test_robot_crazy_long_regex", "user-agent: *\ndisallow: /b*\ndisallow: /*?****************n=1*", "foo", "-/b -/b/c +/e?x=4 -/e?x=4&n=1", "SG", ""),
    case("test_double_return_newline", "\r\nuser-agent: *\r\r\ndisallow: /a\r\r\r\n\n\r\nuser-agent: foo\r\ndisallow: /f\r\r\ncrawl-delay: 4", "foo", "+/a -/f", "SG", ""),
    case("test_robot_doesnt_do_full_regex", "user-agent: *\ndisallow: /(c|d).html", "foo", "+/c.html +/d.html -/(c|d).html", "SG", ""),
    case("test_robot_starts_with_crawl_delay", "crawl-delay: 42\nuser-agent: *\ndisallow: /b\nuser-agent: bar\nallow: /\ncrawl-delay: 1", "foo", "delay=42", "", OUTSIDE),
    case("test_robot_handles_random_nulls", "user-agent: *\n\0\0allow: /f\0\0\ndisallow: /f/p\0\0\0", "foo", "+/f -/f/p", "G", NUL),
    case("test_robot_crawl_delay_not_integer", "user-agent: foo\ncrawl-delay: 4.5\nuser-agent: bar\ncrawl-delay: A\u{fffd}", "foo", "delay=4.5", "SG", ""),
    case("test_robot_crawl_delay_not_integer", "user-agent: foo\ncrawl-delay: 4.5\nuser-agent: bar\ncrawl-delay: A\u{fffd}", "bar", "delay=0", "SG", ""),
    case("test_empty_disallow", "user-agent: foo\ndisallow:", "foo", "+/", "SG", ""),
];

#[test]
fn stract() {
    check("Stract", STRACT);
}
