//! Properties over generated files, agents and URLs. `ROBOTS_CASES` sets the number of cases,
//! `ROBOTS_SEED` the first seed.

use robots_exclusion::{Dialect, canonical};

use crate::naive::{self, whatwg};
use crate::support::generator::{self, Random};
use crate::support::routes::answer;
use crate::support::{Padding, Question, Setting, listed};

/// Runs a property over many cases. Each has its own seed, so that a failure can be reproduced
/// alone.
pub(crate) fn run(property: &str, default: u64, check: impl Fn(&mut Random, u64)) {
    let seed = generator::seed(property);
    for case in 0..generator::cases(default) {
        check(
            &mut Random::new(seed.wrapping_add(case)),
            seed.wrapping_add(case),
        );
    }
}

/// Fails with the smallest question that `wrong` reports an error for.
#[track_caller]
pub(crate) fn assert_right(
    question: &Question,
    seed: u64,
    wrong: impl Fn(&Question) -> Vec<String>,
) {
    if wrong(question).is_empty() {
        return;
    }
    let smallest = generator::shrink(question, |smaller| !wrong(smaller).is_empty());
    panic!(
        "seed {seed} (ROBOTS_CASES=1 ROBOTS_SEED={seed} runs it alone)\n{}  {}",
        smallest.describe(),
        wrong(&smallest).join("\n  ")
    );
}

/// The compiled rules and the naive model agree by every route on verdicts, line numbers and
/// selected groups.
fn compare_with_the_model(dialect: Dialect) {
    run(
        &format!("naive and compiled, {dialect:?}"),
        40_000,
        |random, seed| {
            let question = generator::question(random, dialect);
            let padding = random.one_in(5).then(|| Padding::ALL[random.below(2)]);
            assert_right(&question, seed, |question| {
                let naive = question.naive_answer();
                let mut wrong = question.disagreements(naive);
                wrong.extend(question.wrong_rules());
                if let Some(padded) = padding.and_then(|padding| question.padded(padding)) {
                    let naive = padded.naive_answer();
                    let of_padded = padded.disagreements(naive);
                    let of_padded = of_padded.into_iter().chain(padded.wrong_rules());
                    wrong.extend(of_padded.map(|one| format!("with {padding:?} padding {one}")));
                }
                wrong
            });
        },
    );
}

#[test]
fn naive_and_compiled_agree_in_standard() {
    compare_with_the_model(Dialect::Standard);
}

#[test]
fn naive_and_compiled_agree_in_google() {
    compare_with_the_model(Dialect::Google);
}

/// Groups and sitemaps are listed as written in the file.
#[test]
fn groups_and_sitemaps_are_listed_as_written() {
    run("groups and sitemaps", 8_000, |random, seed| {
        let dialect = [Dialect::Standard, Dialect::Google][random.below(2)];
        assert_right(&generator::question(random, dialect), seed, |question| {
            let robots = question.setting.parse(&question.file);
            let model = question.setting.model(&question.file);
            let found = listed(&robots);
            let expected = model.listed();
            let mut wrong = Vec::new();
            if found != expected {
                wrong.push(format!("groups {found:?}, not {expected:?}"));
            }
            let found: Vec<&[u8]> = robots.sitemaps().map(|record| record.value()).collect();
            if found != model.sitemaps() {
                wrong.push(format!("sitemaps {found:?}, not {:?}", model.sitemaps()));
            }
            let cut = question
                .setting
                .byte_limit
                .is_some_and(|limit| question.file.len() > limit);
            if robots.is_truncated() != cut {
                wrong.push(format!("is_truncated is {}", robots.is_truncated()));
            }
            wrong
        });
    });
}

/// The canonical spelling agrees with the model, is idempotent, and is borrowed if nothing changes.
#[test]
fn canonical_spelling_is_idempotent_and_borrows() {
    run("canonical spelling", 20_000, |random, seed| {
        for dialect in [Dialect::Standard, Dialect::Google] {
            let pattern = generator::pattern(random);
            let spelled = canonical::pattern(&pattern, dialect);
            let shown = pattern.escape_ascii();
            assert_eq!(
                *spelled,
                *naive::spelled_pattern(&pattern, dialect),
                "seed {seed}: {shown}"
            );
            assert_eq!(
                *canonical::pattern(&spelled, dialect),
                *spelled,
                "seed {seed}: {shown}"
            );
            let borrows = matches!(spelled, std::borrow::Cow::Borrowed(_));
            assert_eq!(borrows, *spelled == *pattern, "seed {seed}: {shown}");

            let target = generator::url(random, &[pattern]);
            let target = target.as_bytes();
            let spelled = canonical::target(target, dialect);
            let shown = target.escape_ascii();
            assert_eq!(
                *spelled,
                *naive::spelled_target(target, dialect),
                "seed {seed}: {shown}"
            );
            assert_eq!(
                *canonical::target(&spelled, dialect),
                *spelled,
                "seed {seed}: {shown}"
            );
            let borrows = matches!(spelled, std::borrow::Cow::Borrowed(_));
            assert_eq!(borrows, *spelled == *target, "seed {seed}: {shown}");
        }
    });
}

/// Generates a pattern that can be written in a file unchanged.
fn plain_pattern(random: &mut Random) -> Vec<u8> {
    let mut pattern = generator::pattern(random);
    pattern.retain(|byte| !matches!(byte, 0 | b'#'));
    pattern.trim_ascii().to_vec()
}

fn one_rule(pattern: &[u8]) -> Vec<u8> {
    [b"user-agent: *\ndisallow: ", pattern].concat()
}

/// `P` and `P*` match the same targets unless `P` ends in `$`, and so do `P*` and `P**`.
#[test]
fn a_trailing_star_does_not_affect_matching() {
    run("trailing star", 8_000, |random, seed| {
        let pattern = plain_pattern(random);
        if pattern.ends_with(b"$")
            || pattern.is_empty()
            || pattern.last().is_some_and(|&byte| byte < b' ')
        {
            return;
        }
        let url = generator::url(random, core::slice::from_ref(&pattern));
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let mut starred = pattern.clone();
            let plain = one_rule(&starred);
            let expected = setting.parse(&plain).allowed("a", &url);
            for _ in 0..2 {
                starred.push(b'*');
                let file = one_rule(&starred);
                assert_eq!(
                    setting.parse(&file).allowed("a", &url),
                    expected,
                    "seed {seed}: {} against {url:?} in {:?}",
                    starred.escape_ascii(),
                    setting.dialect
                );
            }
        }
    });
}

/// Generates complete groups. Each ends with a rule, so that no run of agents stays open.
fn blocks(random: &mut Random) -> Vec<Vec<Vec<u8>>> {
    (0..2 + random.below(4))
        .map(|_| {
            let mut rules: Vec<Vec<u8>> = Vec::new();
            for _ in 0..1 + random.below(4) {
                let field = random.pick(&["allow: ", "disallow: "]);
                rules.push([field.as_bytes(), &plain_pattern(random), b"\n"].concat());
            }
            let mut agents = Vec::new();
            for _ in 0..1 + random.below(2) {
                let agent = random.pick(&["a", "b", "*", "a-b", "a-b-c", "", "c"]);
                agents.extend_from_slice(format!("user-agent: {agent}\n").as_bytes());
            }
            rules.insert(0, agents);
            rules
        })
        .collect()
}

/// The order of groups, and of the rules inside a group, does not affect answers.
#[test]
fn order_of_groups_and_rules_does_not_matter() {
    run("order of groups and rules", 6_000, |random, seed| {
        let mut groups = blocks(random);
        let file = groups.concat().concat();
        let agents = generator::agents(random);
        let agents: Vec<&str> = agents.iter().map(String::as_str).collect();
        let patterns = generator::patterns_of(Setting::STANDARD, &file);
        let urls: Vec<String> = (0..4).map(|_| generator::url(random, &patterns)).collect();
        for group in &mut groups {
            random.shuffle(&mut group[1..]);
        }
        random.shuffle(&mut groups);
        let shuffled = groups.concat().concat();
        for setting in [Setting::STANDARD, Setting::GOOGLE, Setting::STRICT] {
            let (one, other) = (setting.parse(&file), setting.parse(&shuffled));
            for url in &urls {
                assert_eq!(
                    one.matcher_for(&agents).allowed(url),
                    other.matcher_for(&agents).allowed(url),
                    "seed {seed}: {agents:?} {url:?} in {:?}\n{}\n{}",
                    setting,
                    file.escape_ascii(),
                    shuffled.escape_ascii()
                );
            }
        }
    });
}

/// Several groups of one agent give the same answers as one group.
#[test]
fn groups_of_one_agent_are_merged() {
    run("merged groups", 5_000, |random, seed| {
        let mut apart = Vec::new();
        let mut merged = b"user-agent: a\n\n".to_vec();
        for _ in 0..1 + random.below(6) {
            let rule = [b"disallow: ", &plain_pattern(random)[..], b"\n"].concat();
            let rule = if random.one_in(2) {
                rule[3..].to_vec()
            } else {
                rule
            };
            let rule = [
                if rule.starts_with(b"disallow") {
                    &b""[..]
                } else {
                    b"al"
                },
                &rule,
            ]
            .concat();
            // Both versions have three lines per rule, so that line numbers can be compared.
            apart.extend_from_slice(&[b"user-agent: A\n", &rule[..], b"\n"].concat());
            merged.extend_from_slice(&[&rule[..], b"# c\n\n"].concat());
        }
        // The line number of a rule is one higher in the merged file.
        let patterns = generator::patterns_of(Setting::STANDARD, &merged);
        let url = generator::url(random, &patterns);
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let one = answer(&setting.parse(&apart).verdict("a", &url));
            let other = answer(&setting.parse(&merged).verdict("a", &url));
            let one = (one.0, one.1.map(|line| line + 1));
            assert_eq!(one, other, "seed {seed}: {url:?}\n{}", apart.escape_ascii());
        }
    });
}

fn path_and_query(url: &url::Url) -> &str {
    &url[url::Position::BeforePath..url::Position::AfterQuery]
}

/// The verdict for a special URL is the verdict for its path and query as defined by the URL
/// Standard, and a parsed URL gives the same answer as its text.
#[test]
fn special_urls_follow_the_url_standard() {
    let seen = core::cell::Cell::new(0);
    run("WHATWG URLs", 15_000, |random, seed| {
        let file = generator::file(random);
        let patterns = generator::patterns_of(Setting::STANDARD, &file);
        let url = generator::special_url(random, &patterns);
        let Some(target) = whatwg::request_target(&url) else {
            return;
        };
        seen.set(seen.get() + 1);
        let parsed = url::Url::parse(&url).ok();
        let robots = Setting::STANDARD.parse(&file);
        for agent in ["a", "b", "c"] {
            let shown = || {
                format!(
                    "seed {seed}: {url:?} is {target:?}, agent {agent}\n{}",
                    file.escape_ascii()
                )
            };
            let expected = Setting::STANDARD.model(&file).verdict(&[agent], &target);
            for same in [&url, &target] {
                let found = answer(&robots.verdict(agent, same));
                assert_eq!(found, expected, "{same:?}: {}", shown());
            }
            if let Some(parsed) = &parsed {
                let by_text = answer(&robots.verdict(agent, parsed.as_str()));
                assert_eq!(
                    answer(&robots.verdict(agent, parsed)),
                    by_text,
                    "{}",
                    shown()
                );
                // The `url` crate handles a drive letter before `..` differently.
                if !path_and_query(parsed).contains([':', '|']) {
                    assert_eq!(by_text, expected, "{}", shown());
                }
            }
        }
    });
    assert!(seen.get() > 0, "no generated URL is special");
}

/// A rule without a final `$` matches every WHATWG-serialised URL that starts with the same
/// spelling.
#[test]
fn a_rule_spelled_like_a_serialised_url_matches_it() {
    run("rules spelled like URLs", 10_000, |random, seed| {
        let url = generator::special_url(random, &[]);
        let Ok(parsed) = url::Url::parse(&url) else {
            return;
        };
        let pattern = path_and_query(&parsed);
        if pattern.ends_with('$') || pattern == "/robots.txt" {
            return;
        }
        for cut in [pattern.len(), random.below(pattern.len()) + 1] {
            // A pattern cut inside an escape, or after a `$`, has a different canonical spelling.
            let start = &pattern[..cut];
            let last = start.rfind('%').map_or(3, |percent| cut - percent);
            if start.ends_with('$') || (cut < pattern.len() && last < 3) {
                continue;
            }
            let file = one_rule(start.as_bytes());
            let robots = Setting::STANDARD.parse(&file);
            if robots
                .matcher("a")
                .rules()
                .all(|rule| rule.pattern() != start.as_bytes())
            {
                // A file trims this pattern, but a URL keeps the blanks.
                continue;
            }
            if is_robots_txt(pattern) {
                continue;
            }
            assert!(
                !robots.allowed("a", pattern),
                "seed {seed}: {start:?} against {pattern:?}"
            );
            assert!(
                !robots.allowed("a", &parsed),
                "seed {seed}: {start:?} against {parsed}"
            );
        }
    });
}

fn is_robots_txt(target: &str) -> bool {
    *canonical::target(target.as_bytes(), Dialect::Standard) == *b"/robots.txt"
}

/// Percent-encoding unreserved bytes of a URL or pattern does not change the answer.
#[test]
fn encoding_unreserved_bytes_does_not_matter() {
    run("encoded unreserved bytes", 12_000, |random, seed| {
        let pattern = plain_pattern(random);
        let other = plain_pattern(random);
        let file = |first: &[u8], second: &[u8]| {
            [
                b"user-agent: *\ndisallow: ",
                first,
                b"\nallow: ",
                second,
                b"\n",
            ]
            .concat()
        };
        let plain = file(&pattern, &other);
        let encoded = file(
            &with_encoded_bytes(random, &pattern),
            &with_encoded_bytes(random, &other),
        );
        let url = generator::url(random, &[pattern, other]);
        // Only bytes after the host may be encoded.
        let (host, path) = match url.strip_prefix("http://h/") {
            Some(_) => url.split_at("http://h".len()),
            None if url.starts_with('/') => ("", url.as_str()),
            None => return,
        };
        let path = with_encoded_bytes(random, path.as_bytes());
        let encoded_url = format!(
            "{host}{}",
            String::from_utf8(path).expect("the encoded text is ASCII")
        );
        let expected = answer(&Setting::STANDARD.parse(&plain).verdict("a", &url));
        for file in [&plain, &encoded] {
            for url in [&url, &encoded_url] {
                assert_eq!(
                    answer(&Setting::STANDARD.parse(file).verdict("a", url)),
                    expected,
                    "seed {seed}: {url:?}\n{}\n{}",
                    plain.escape_ascii(),
                    file.escape_ascii()
                );
            }
        }
    });
}

/// Percent-encodes some unreserved bytes, but not the first byte and not the digits of an escape.
fn with_encoded_bytes(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut encoded = Vec::new();
    let mut in_escape = 0;
    for (place, &byte) in text.iter().enumerate() {
        if byte == b'%'
            && text[place + 1..].len() >= 2
            && text[place + 1..place + 3].iter().all(u8::is_ascii_hexdigit)
            && in_escape == 0
        {
            in_escape = 3;
        }
        let unreserved = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if in_escape == 0 && place > 0 && unreserved && random.one_in(4) {
            let escape = if random.one_in(2) {
                format!("%{byte:02X}")
            } else {
                format!("%{byte:02x}")
            };
            encoded.extend_from_slice(escape.as_bytes());
        } else {
            encoded.push(byte);
        }
        in_escape = if in_escape > 0 { in_escape - 1 } else { 0 };
    }
    encoded
}
