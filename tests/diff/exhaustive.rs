//! Generated pairs of files over a small alphabet, against every URL of it up to a length.
//!
//! `ROBOTS_CASES=100000 cargo test --release --test diff exhaustive` is worth its minutes after a change to the walk.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use robots_exclusion::diff::{Direction, Winning, diff_for, matchers, winning_rules};
use robots_exclusion::lint::{Code, Diagnostic, lint};
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use crate::naive::spelled_target;
use crate::support::Setting;
use crate::support::generator::{Random, cases, seed};

/// URLs, one for each target, by the length of the target.
struct Urls {
    longest: usize,
    urls: Vec<(usize, String)>,
}

impl Urls {
    /// All that are made of `units`, after `/`.
    fn new(units: &[&str], longest: usize, dialect: Dialect) -> Urls {
        let mut targets: BTreeMap<Vec<u8>, String> = BTreeMap::new();
        let mut paths = vec!["/".to_owned()];
        while let Some(path) = paths.pop() {
            for unit in units {
                if path.len() + unit.len() <= longest {
                    paths.push(format!("{path}{unit}"));
                }
            }
            let (url, target) = match dialect {
                Dialect::Standard => {
                    let url = url::Url::parse(&format!("http://h{path}")).expect("is a path");
                    let sent = &url[url::Position::BeforePath..url::Position::AfterQuery];
                    (path, spelled_target(sent.as_bytes(), dialect))
                }
                _ if path.starts_with("//") => (format!("http://h{path}"), path.into_bytes()),
                _ => (path.clone(), path.into_bytes()),
            };
            targets.entry(target).or_insert(url);
        }
        let mut urls: Vec<_> = targets
            .into_iter()
            .map(|(target, url)| (target.len(), url))
            .filter(|&(length, _)| length <= longest)
            .collect();
        urls.sort();
        Urls { longest, urls }
    }
}

/// How long the target of a witness is.
fn target_length(url: &str, dialect: Dialect) -> usize {
    let path = url.strip_prefix("http://example.com").unwrap_or(url);
    match dialect {
        Dialect::Standard => spelled_target(path.as_bytes(), dialect).len(),
        _ => path.len(),
    }
}

const STANDARD_URLS: [&str; 10] = ["/", "$", "a", "b", "c", ".", "?", "%2F", "%3F", "%20"];
const STANDARD_PATTERNS: [&str; 16] = [
    "/", "/", "a", "a", "b", "b", "*", "*", "*", ".", "?", "%2F", "%3F", "%20", "$", "%61",
];
const GOOGLE_URLS: [&str; 9] = ["/", "$", "a", "b", "c", "?", "%", "2", "F"];
const GOOGLE_PATTERNS: [&str; 14] = [
    "/",
    "/",
    "a",
    "a",
    "b",
    "b",
    "*",
    "*",
    "*",
    "?",
    "%2F",
    "2",
    "$",
    "/index.htm",
];

fn pattern(random: &mut Random, units: &[&str]) -> String {
    let mut pattern = String::new();
    match random.below(12) {
        0 => pattern.push('*'),
        1 => {}
        _ => pattern.push('/'),
    }
    for _ in 0..random.below(6) {
        pattern.push_str(random.pick(units));
    }
    if random.one_in(6) {
        pattern.push('$');
    }
    pattern
}

type Rules = Vec<(bool, String)>;

fn rule(random: &mut Random, units: &[&str]) -> (bool, String) {
    (random.one_in(3), pattern(random, units))
}

fn rules(random: &mut Random, units: &[&str]) -> Rules {
    (0..random.below(7)).map(|_| rule(random, units)).collect()
}

/// The same rules with something changed, or something not.
fn changed(mut rules: Rules, random: &mut Random, units: &[&str]) -> Rules {
    for _ in 0..=random.below(2) {
        let at = random.below(rules.len() + 1);
        match random.below(6) {
            0 => rules.insert(at, rule(random, units)),
            _ if at == rules.len() => random.shuffle(&mut rules),
            1 => rules[at].0 = !rules[at].0,
            2 => rules[at].1.push_str(random.pick(units)),
            3 => rules[at].1 = pattern(random, units),
            _ => drop(rules.remove(at)),
        }
    }
    rules
}

fn written(rules: &Rules) -> String {
    let mut text = "user-agent: *\n".to_owned();
    for (is_allow, pattern) in rules {
        let field = if *is_allow { "allow" } else { "disallow" };
        writeln!(text, "{field}: {pattern}").expect("a String takes everything");
    }
    text
}

fn check(old: &str, new: &str, setting: Setting, urls: &Urls, ask_model: bool) {
    let case = || format!("{:?}\n--- old\n{old}--- new\n{new}", setting.dialect);
    let (old_file, new_file) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
    let (old_rules, new_rules) = (old_file.matcher("bot"), new_file.matcher("bot"));
    let models = ask_model.then(|| (setting.model(old.as_bytes()), setting.model(new.as_bytes())));
    let verdicts = |url: &str| match &models {
        Some((old, new)) => (old.verdict(&["bot"], url).0, new.verdict(&["bot"], url).0),
        None => (old_rules.allowed(url), new_rules.allowed(url)),
    };
    let difference = diff_for(&old_file, &new_file, "bot");
    assert!(difference.is_decided(), "not decided\n{}", case());
    // Of each direction, the first URL, which is among the shortest.
    let mut shortest = [None; 2];
    for (length, url) in &urls.urls {
        let (old, new) = verdicts(url);
        if old != new && shortest[usize::from(new)].is_none() {
            shortest[usize::from(new)] = Some((length, url));
        }
    }
    for (direction, expected) in [
        (Direction::Disallowed, (true, false)),
        (Direction::Allowed, (false, true)),
    ] {
        let shortest = shortest[usize::from(expected.1)];
        let witness = difference
            .changes()
            .iter()
            .find(|change| change.direction() == direction)
            .map(|change| change.url());
        if let Some(witness) = witness {
            assert_eq!(
                verdicts(witness),
                expected,
                "{witness:?} is no witness\n{}",
                case()
            );
        }
        match (
            shortest,
            witness.map(|url| target_length(url, setting.dialect)),
        ) {
            (None, None) => {}
            (None, Some(length)) => {
                assert!(
                    length > urls.longest,
                    "{witness:?} was not enumerated\n{}",
                    case()
                );
            }
            (Some((length, url)), found) => {
                assert_eq!(
                    found,
                    Some(*length),
                    "{direction:?}: {url:?}, not {witness:?}\n{}",
                    case()
                );
            }
        }
    }
    check_wins(&old_rules, urls, &case);
    check_everything(&old_rules, old, setting, &case);
    check_lint(&old_rules, old, setting, urls, &case);
}

/// What lint says never wins never does, and of what matches a URL and never wins it says so.
fn check_lint(
    matcher: &Matcher<'_>,
    text: &str,
    setting: Setting,
    urls: &Urls,
    case: &dyn Fn() -> String,
) {
    let options = ParseOptions::new().dialect(setting.dialect);
    let never_wins = |found: &Diagnostic<'_>| found.code() == Code::RuleNeverWins;
    let found = lint(text, options).filter(never_wins);
    let reported: Vec<u32> = found.map(|found| found.line()).collect();
    for (rule, winning) in winning_rules(matcher) {
        let is_reported = reported.contains(&rule.line());
        let never_wins = winning == Winning::Never;
        assert!(!is_reported || never_wins, "{rule} wins\n{}", case());
        // Dot segments hide from lint what they might match in a query.
        if never_wins && !is_reported && !rule.pattern().contains(&b'.') {
            let file = format!("user-agent: *\n{rule}");
            let alone = setting.parse(file.as_bytes()).matcher("bot").into_owned();
            let matched = urls.urls.iter().find(|(_, url)| {
                let line = alone.verdict(url).line();
                line.is_some() && !rule.pattern().is_empty()
            });
            assert_eq!(matched, None, "{rule} is not reported\n{}", case());
        }
    }
}

/// What is the same for every URL is what does not differ from a file that says just that.
fn check_everything(
    matcher: &Matcher<'_>,
    text: &str,
    setting: Setting,
    case: &dyn Fn() -> String,
) {
    let found = [
        ("", matcher.allows_all()),
        ("user-agent: *\ndisallow: /", matcher.disallows_all()),
    ];
    for (same, is_same) in found {
        let same = setting.parse(same.as_bytes()).matcher("bot").into_owned();
        // URLs of other schemes may have `.` and `..` segments, too.
        let has_dots = setting.dialect == Dialect::Standard && text.contains('.');
        let is_equal = matchers(matcher, &same).is_none();
        assert!(is_same == is_equal || has_dots && is_equal, "{}", case());
    }
}

/// What never wins decides about none of the URLs, and what wins does about its own.
fn check_wins(matcher: &Matcher<'_>, urls: &Urls, case: &dyn Fn() -> String) {
    let mut deciding: Vec<u32> = urls
        .urls
        .iter()
        .filter(|(length, _)| *length < urls.longest)
        .filter_map(|(_, url)| matcher.verdict(url).rule())
        .filter(|rule| !rule.pattern().is_empty())
        .map(|rule| rule.line())
        .collect();
    deciding.sort_unstable();
    deciding.dedup();
    for (rule, winning) in winning_rules(matcher) {
        match winning {
            Winning::Url(url) => {
                let verdict = matcher.verdict(&url);
                assert_eq!(verdict.line(), Some(rule.line()), "{url:?}\n{}", case());
            }
            Winning::Never => {
                let decides = deciding.binary_search(&rule.line()).is_ok();
                assert!(!decides, "{rule} decides\n{}", case());
            }
            other => panic!("{other:?}: {rule}\n{}", case()),
        }
    }
}

fn run(property: &str, setting: Setting, urls: &[&str], patterns: &[&str], longest: usize) {
    let urls = Urls::new(urls, longest, setting.dialect);
    assert!(urls.urls.len() > 500, "{} URLs", urls.urls.len());
    let mut random = Random::new(seed(property));
    for number in 0..cases(400) {
        let old = rules(&mut random, patterns);
        let new = if random.one_in(4) {
            rules(&mut random, patterns)
        } else {
            changed(old.clone(), &mut random, patterns)
        };
        // The model is slow, and the matchers are held against it elsewhere.
        let ask_model = number % 40 == 0;
        check(&written(&old), &written(&new), setting, &urls, ask_model);
    }
}

#[test]
fn standard_pairs_are_decided_as_all_their_urls_are() {
    run(
        "standard pairs",
        Setting::STANDARD,
        &STANDARD_URLS,
        &STANDARD_PATTERNS,
        5,
    );
}

#[test]
fn google_pairs_are_decided_as_all_their_urls_are() {
    run(
        "google pairs",
        Setting::GOOGLE,
        &GOOGLE_URLS,
        &GOOGLE_PATTERNS,
        5,
    );
}

/// Names of crawlers that begin each other, alone and in lists, are compared by the groups that the files themselves select.
#[test]
fn crawlers_are_compared_by_the_groups_that_files_select() {
    const NAMES: [&str; 14] = [
        "", "a", "A", "b", "a-", "a-b", "A-B", "a-b-", "a-b-a", "a--b", "ab", "ab-a", "-", "*",
    ];
    let setting_of = [Setting::STANDARD, Setting::GOOGLE, Setting::STRICT];
    let seed = seed("crawlers are compared by the groups that files select");
    let mut changes = 0;
    for number in 0..cases(400) {
        let mut random = Random::new(seed.wrapping_add(number));
        let mut text = String::new();
        for rule in 0..1 + random.below(5) {
            for _ in 0..1 + random.below(2) {
                writeln!(text, "user-agent: {}", random.pick(&NAMES))
                    .expect("a String takes everything");
            }
            writeln!(text, "disallow: /{rule}").expect("a String takes everything");
        }
        for setting in setting_of {
            let (file, empty) = (setting.parse(text.as_bytes()), setting.parse(b""));
            for agent in NAMES {
                for difference in [
                    diff_for(&file, &empty, agent),
                    diff_for(&empty, &file, agent),
                ] {
                    let is_same = ["/0", "/1", "/2", "/3", "/4"]
                        .iter()
                        .all(|url| file.allowed(agent, url));
                    assert_eq!(
                        difference.is_none(),
                        is_same,
                        "{agent:?} in {setting:?}\n{text}"
                    );
                    for change in difference.changes() {
                        let verdicts = [change.before(), change.after()];
                        let mut expected =
                            [&file, &empty].map(|file| file.verdict(agent, change.url()));
                        if change.direction() == Direction::Disallowed {
                            expected.reverse();
                        }
                        assert_eq!(verdicts, expected, "{agent:?} in {setting:?}\n{text}");
                        changes += 1;
                    }
                }
            }
        }
    }
    assert!(changes > cases(400), "hardly anything was compared");
}
