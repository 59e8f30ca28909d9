//! Compares generated pairs of files with every URL over the same small alphabet, up to a length.
//!
//! After a change to the walk, run more cases, which takes minutes:
//!
//! `ROBOTS_CASES=100000 cargo test --release --features lint --test library diff::exhaustive`

use std::collections::BTreeMap;
use std::fmt::Write as _;

use robots_exclusion::diff::{self, Effect, effects, for_agent};
use robots_exclusion::{Dialect, Matcher};

use crate::naive::spelled_target;
use crate::support::Setting;
use crate::support::generator::{Random, cases, seed};

/// One URL for each target, sorted by the length of the target.
struct Urls {
    longest: usize,
    urls: Vec<(usize, String)>,
}

impl Urls {
    /// Returns the URLs for all sequences of `units` after `/`.
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

/// Returns the length of the target of a URL.
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
#[rustfmt::skip]
const GOOGLE_PATTERNS: [&str; 14] = [
    "/", "/", "a", "a", "b", "b", "*", "*", "*", "?", "%2F", "2", "$", "/index.htm",
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

/// Returns the rules after one or two random edits, which may have no effect.
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
        writeln!(text, "{field}: {pattern}").expect("writing to a String never fails");
    }
    text
}

fn check(old: &str, new: &str, setting: Setting, urls: &Urls, ask_model: bool) {
    let case = || format!("{:?}\n--- old\n{old}--- new\n{new}", setting.dialect);
    let (old_file, new_file) = (setting.parse(old.as_bytes()), setting.parse(new.as_bytes()));
    let (old_rules, new_rules) = (old_file.matcher("bot"), new_file.matcher("bot"));
    let models = ask_model.then(|| (setting.model(old.as_bytes()), setting.model(new.as_bytes())));
    let difference = for_agent(&old_file, &new_file, "bot");
    assert!(difference.is_decided, "not decided\n{}", case());
    // Returns the deciding lines and the new verdict if the files disagree about the URL.
    let pair = |url: &str| {
        let verdicts = [old_rules.verdict(url), new_rules.verdict(url)];
        let [old, new] = verdicts.map(|verdict| verdict.allowed());
        if let Some((old_model, new_model)) = &models {
            let modelled = [old_model, new_model].map(|model| model.verdict(&["bot"], url).0);
            assert_eq!([old, new], modelled, "{url:?}\n{}", case());
        }
        (old != new).then_some((verdicts.map(|verdict| verdict.line()), new))
    };
    // The shortest URL for each such pair of lines.
    let mut shortest = BTreeMap::new();
    for (length, url) in &urls.urls {
        if let Some(pair) = pair(url) {
            // The URLs are sorted by length, so the first one is the shortest.
            shortest.entry(pair).or_insert((*length, url));
        }
    }
    let mut found = BTreeMap::new();
    for change in &difference.changes {
        let is_allowed = change.after.allowed();
        let lines = [change.before.line(), change.after.line()];
        let key = (lines, is_allowed);
        assert_eq!(pair(&change.url), Some(key), "{change:?}\n{}", case());
        let length = target_length(&change.url, setting.dialect);
        assert_eq!(
            found.insert(key, length),
            None,
            "{change:?} twice\n{}",
            case()
        );
    }
    for (pair, (length, url)) in &shortest {
        let found = found.get(pair);
        assert_eq!(found, Some(length), "{pair:?}: {url:?}\n{}", case());
    }
    for (pair, length) in found {
        let is_enumerated = shortest.contains_key(&pair) || length > urls.longest;
        assert!(is_enumerated, "{pair:?} was not enumerated\n{}", case());
    }
    check_wins(&old_rules, urls, &case);
    check_everything(&old_rules, old, setting, &case);
}

/// Checks that `allows_all` and `disallows_all` agree with a comparison against a file that allows
/// or disallows everything.
fn check_everything(matcher: &Matcher, text: &str, setting: Setting, case: &dyn Fn() -> String) {
    let found = [
        ("", matcher.allows_all()),
        ("user-agent: *\ndisallow: /", matcher.disallows_all()),
    ];
    for (same, is_same) in found {
        let same = setting.parse(same.as_bytes()).matcher("bot");
        // URLs of other schemes may contain dot segments, which `diff` ignores.
        let has_dots = setting.dialect == Dialect::Standard && text.contains('.');
        let is_equal = diff::rules(matcher, &same).is_empty();
        assert!(is_same == is_equal || has_dots && is_equal, "{}", case());
    }
}

/// Checks that rules that never win decide none of the URLs, and that all other rules decide the
/// URL of their effect.
fn check_wins(matcher: &Matcher, urls: &Urls, case: &dyn Fn() -> String) {
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
    for (rule, winning) in effects(matcher) {
        match winning {
            Effect::Decides(url) => {
                let verdict = matcher.verdict(&url);
                assert_eq!(verdict.line(), Some(rule.line()), "{url:?}\n{}", case());
            }
            Effect::Never(_) => {
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
        // The model is slow, and other tests compare it with matchers.
        let ask_model = number % 40 == 0;
        check(&written(&old), &written(&new), setting, &urls, ask_model);
    }
}

#[test]
fn standard_differences_agree_with_every_url() {
    run(
        "standard pairs",
        Setting::STANDARD,
        &STANDARD_URLS,
        &STANDARD_PATTERNS,
        5,
    );
}

#[test]
fn google_differences_agree_with_every_url() {
    run(
        "google pairs",
        Setting::GOOGLE,
        &GOOGLE_URLS,
        &GOOGLE_PATTERNS,
        5,
    );
}

/// Names that are prefixes of each other are compared by the groups that the files select for them.
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
                    .expect("writing to a String never fails");
            }
            writeln!(text, "disallow: /{rule}").expect("writing to a String never fails");
        }
        for setting in setting_of {
            let (file, empty) = (setting.parse(text.as_bytes()), setting.parse(b""));
            for agent in NAMES {
                for difference in [
                    for_agent(&file, &empty, agent),
                    for_agent(&empty, &file, agent),
                ] {
                    let is_same = ["/0", "/1", "/2", "/3", "/4"]
                        .iter()
                        .all(|url| file.allowed(agent, url));
                    assert_eq!(
                        difference.is_empty(),
                        is_same,
                        "{agent:?} in {setting:?}\n{text}"
                    );
                    for change in &difference.changes {
                        let verdicts = [change.before, change.after];
                        let mut expected =
                            [&file, &empty].map(|file| file.verdict(agent, &change.url));
                        if change.before.allowed() {
                            expected.reverse();
                        }
                        assert_eq!(verdicts, expected, "{agent:?} in {setting:?}\n{text}");
                        changes += 1;
                    }
                }
            }
        }
    }
    assert!(changes > cases(400), "only {changes} changes compared");
}
