//! Each file of a folder with one line changed: what is found holds for the naive model, and where nothing is found it
//! finds nothing either.
//!
//! The folder is named by `ROBOTS_CORPUS`; without it generated files are taken. Figures of states and time, which mean
//! something in release builds:
//!
//! `ROBOTS_CORPUS=FOLDER cargo test --release --test diff corpus -- --nocapture`

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use robots_exclusion::diff::{
    CrawlerDifference, Direction, STATE_LIMIT, Winning, diff, matchers, winning_rules,
};
use robots_exclusion::lint::{Code, lint};
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use crate::support::generator::{Random, cases, seed};
use crate::support::{Setting, corpus};

fn files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = corpus::folder() else {
        eprintln!("ROBOTS_CORPUS is not set: generated files are compared");
        return generated();
    };
    let files = corpus::files(&folder).into_iter();
    files
        .map(|path| (path.display().to_string(), corpus::read(&path)))
        .collect()
}

fn generated() -> Vec<(String, Vec<u8>)> {
    const RULES: [&str; 12] = [
        "Disallow: /admin/",
        "Allow: /admin/public/*.css$",
        "Disallow: /*?sort=",
        "Disallow: /search",
        "Allow: /search/about",
        "Disallow: /*.pdf$",
        "Disallow: /*/print/*",
        "Allow: /*/print/cover",
        "Disallow: /tag%2F",
        "Disallow: /a/b/c/d.html",
        "Disallow: /",
        "Allow: /$",
    ];
    let mut random = Random::new(1);
    (0..40)
        .map(|number| {
            let mut text = String::new();
            for agent in ["*", "Googlebot", "bot-news", "bot"] {
                if random.one_in(2) {
                    text += &format!("User-agent: {agent}\n");
                    for _ in 0..random.below(12) {
                        text += random.pick(&RULES);
                        text += "\n";
                    }
                }
            }
            (format!("generated {number}"), text.into_bytes())
        })
        .collect()
}

/// The file with one line left out, turned round, or put in.
fn changed(text: &[u8], line: u32, random: &mut Random, only_remove: bool) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len() + 32);
    let mut number = 1;
    let mut start = 0;
    while start < text.len() {
        let end = text[start..]
            .iter()
            .position(|byte| matches!(byte, b'\r' | b'\n'))
            .map_or(text.len(), |length| start + length);
        let after = match text.get(end..) {
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([_, ..]) => end + 1,
            _ => end,
        };
        if number != line {
            changed.extend_from_slice(&text[start..after]);
        } else {
            let written = String::from_utf8_lossy(&text[start..end]);
            let value = written
                .split_once(':')
                .map_or("", |(_, value)| value.trim());
            let instead = match random.below(if only_remove { 1 } else { 5 }) {
                0 => String::new(),
                1 => format!("Allow: {value}"),
                2 => format!("Disallow: {value}x"),
                3 => format!("Disallow: {value}*/"),
                _ => format!("{written}\nDisallow: /*{}", value.trim_start_matches('/')),
            };
            changed.extend_from_slice(instead.as_bytes());
            changed.extend_from_slice(&text[end..after]);
        }
        start = after;
        number += 1;
    }
    changed
}

/// URLs that rules of either file may decide about.
fn urls(patterns: &[&[u8]], random: &mut Random) -> Vec<String> {
    let mut urls = Vec::new();
    for pattern in patterns {
        let text = String::from_utf8_lossy(pattern);
        let mut url = String::new();
        for character in text.strip_suffix('$').unwrap_or(&text).chars() {
            match character {
                '*' => url.push_str(random.pick(&["", "x", "a/b", "?", "/", "index"])),
                other => url.push(other),
            }
        }
        url.push_str(random.pick(&["", "", "x", "/", "?a=b", "/index.html", ".html"]));
        urls.push(if url.starts_with('/') {
            url
        } else {
            format!("/{url}")
        });
    }
    urls
}

fn check(name: &str, old: &[u8], new: &[u8], setting: Setting, random: &mut Random) -> usize {
    let (old_file, new_file) = (setting.parse(old), setting.parse(new));
    let differences = diff(&old_file, &new_file);
    // The model takes its time.
    if old.len() > 20_000 {
        return 0;
    }
    let (old, new) = (setting.model(old), setting.model(new));
    let mut patterns: Vec<&[u8]> = old.patterns().chain(new.patterns()).collect();
    random.shuffle(&mut patterns);
    patterns.truncate(30);
    let urls = urls(&patterns, random);
    let mut compared = 0;
    for crawler in &differences {
        let agent = crawler.agent();
        // The model follows no agents that are not there.
        let verdicts = |url: &str| (old.verdict(&[agent], url).0, new.verdict(&[agent], url).0);
        let difference = crawler.difference();
        for change in difference.changes() {
            let expected = match change.direction() {
                Direction::Disallowed => (true, false),
                Direction::Allowed => (false, true),
            };
            assert_eq!(
                verdicts(change.url()),
                expected,
                "{name}: {agent}, {change:?}"
            );
        }
        if !difference.is_decided() {
            continue;
        }
        for url in &urls {
            let direction = match verdicts(url) {
                (true, false) => Direction::Disallowed,
                (false, true) => Direction::Allowed,
                _ => continue,
            };
            let found = difference
                .changes()
                .iter()
                .any(|change| change.direction() == direction);
            assert!(found, "{name}: {agent}, {url} is {direction:?}");
        }
        compared += urls.len();
    }
    compared
}

#[test]
fn one_changed_line_is_found_as_the_model_has_it() {
    let mut random = Random::new(seed("one changed line"));
    let mut compared = 0;
    for (name, text) in files() {
        for setting in [Setting::STANDARD, Setting::GOOGLE, Setting::STRICT] {
            let rules: Vec<u32> = lines_of_rules(&text, setting);
            if rules.is_empty() {
                continue;
            }
            for _ in 0..cases(2) {
                let line = rules[random.below(rules.len())];
                let new = changed(&text, line, &mut random, false);
                compared += check(&name, &text, &new, setting, &mut random);
                compared += check(&name, &new, &text, setting, &mut random);
            }
        }
    }
    assert!(compared > 1000, "only {compared} verdicts compared");
}

fn lines_of_rules(text: &[u8], setting: Setting) -> Vec<u32> {
    let robots = setting.parse(text);
    let rules = robots.groups().flat_map(|group| group.rules());
    rules.map(|rule| rule.line()).collect()
}

/// What comparisons cost.
#[derive(Default)]
struct Figures {
    files: usize,
    changed: usize,
    undecided: Vec<String>,
    states: Vec<usize>,
    times: Vec<Duration>,
}

impl Figures {
    fn add(&mut self, name: &str, time: Duration, differences: &[CrawlerDifference<'_>]) {
        self.files += 1;
        self.times.push(time);
        let states = |crawler: &CrawlerDifference<'_>| crawler.difference().states();
        self.states
            .push(differences.iter().map(states).max().unwrap_or(0));
        let any = |is: fn(&CrawlerDifference<'_>) -> bool| differences.iter().any(is);
        self.changed += usize::from(any(|crawler| !crawler.difference().changes().is_empty()));
        if any(|crawler| !crawler.difference().is_decided()) {
            self.undecided.push(name.to_owned());
        }
    }

    fn print(mut self, what: &str, dialect: Dialect) {
        self.states.sort_unstable();
        self.times.sort_unstable();
        let at = |share: usize| (self.files - 1) * share / 1000;
        println!(
            "{dialect:?}, {what}: {} pairs, {} differ, {} not decided\n  states median {} p90 {} p99 {} max {} (limit {STATE_LIMIT})\n  time median {:?} p90 {:?} p99 {:?} max {:?}, all {:?}",
            self.files,
            self.changed,
            self.undecided.len(),
            self.states[at(500)],
            self.states[at(900)],
            self.states[at(990)],
            self.states[at(1000)],
            self.times[at(500)],
            self.times[at(900)],
            self.times[at(990)],
            self.times[at(1000)],
            self.times.iter().sum::<Duration>(),
        );
        self.undecided.dedup();
        println!("  {:?}", self.undecided);
    }
}

#[test]
fn one_removed_rule_is_decided() {
    let mut random = Random::new(seed("one removed rule"));
    let files = files();
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let mut figures = Figures::default();
        let mut wins = [0; 3];
        let mut slowest = Duration::ZERO;
        for (name, text) in &files {
            let rules = lines_of_rules(text, setting);
            for _ in 0..cases(2).min(rules.len() as u64) {
                let new = changed(text, rules[random.below(rules.len())], &mut random, true);
                let (old, new) = (setting.parse(text), setting.parse(&new));
                let start = Instant::now();
                let differences = diff(&old, &new);
                figures.add(name, start.elapsed(), &differences);
            }
            let robots = setting.parse(text);
            let matcher = robots.matcher("*");
            let start = Instant::now();
            for (_, winning) in winning_rules(&matcher) {
                wins[match winning {
                    Winning::Url(_) => 0,
                    Winning::Never => 1,
                    _ => 2,
                }] += 1;
            }
            slowest = slowest.max(start.elapsed());
        }
        println!(
            "rules of `*` that win, never win, not decided: {wins:?}, slowest file {slowest:?}"
        );
        figures.print("one rule removed", setting.dialect);
    }
}

#[test]
fn what_every_url_is_answered_is_known() {
    let mut counts = [0; 3];
    for (name, text) in files() {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let robots = setting.parse(&text);
            let nothing = setting.parse(b"").matcher("*").into_owned();
            let everything = setting
                .parse(b"user-agent: *\ndisallow: /")
                .matcher("*")
                .into_owned();
            for group in robots.groups().take(20) {
                let named = group.agents().find(|agent| !agent.is_wildcard());
                let agent =
                    named.map_or("*".into(), |agent| String::from_utf8_lossy(agent.token()));
                let matcher = robots.matcher(&agent);
                let is = [matcher.allows_all(), matcher.disallows_all()];
                let decided = [&nothing, &everything].map(|same| matchers(&matcher, same));
                for (is, difference) in is.into_iter().zip(&decided) {
                    // Dot segments and the like apart, which no file has but in vain.
                    assert!(!is || difference.is_none(), "{name}: {agent}");
                    assert!(
                        is || !difference.changes().is_empty() || has_dots(&matcher),
                        "{name}: {agent}"
                    );
                }
                counts[if is[0] { 0 } else { 1 + usize::from(!is[1]) }] += 1;
            }
        }
    }
    println!("matchers that allow all, disallow all, neither: {counts:?}");
}

/// Lint reports the rules that decide for no crawler, and no others.
#[test]
fn rules_that_never_win_are_reported() {
    let mut count = 0;
    for (name, text) in files() {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let options = ParseOptions::new()
                .dialect(setting.dialect)
                .byte_limit(setting.byte_limit);
            let mut reported: Vec<u32> = lint(&text, options)
                .filter(|found| found.code() == Code::RuleNeverWins)
                .map(|found| found.line())
                .collect();
            count += reported.len();
            let robots = setting.parse(&text);
            let mut never_wins: BTreeMap<u32, bool> = BTreeMap::new();
            let mut crawlers: Vec<String> = robots
                .groups()
                .flat_map(|group| group.agents().collect::<Vec<_>>())
                .filter(|agent| !agent.is_wildcard() && !agent.token().is_empty())
                .map(|agent| String::from_utf8_lossy(agent.token()).to_ascii_lowercase())
                .collect();
            crawlers.push("*".into());
            crawlers.sort_unstable();
            crawlers.dedup();
            for crawler in crawlers {
                let matcher = robots.matcher(&crawler);
                for (rule, winning) in winning_rules(&matcher) {
                    // What matches nothing at all is reported as something else.
                    let pattern = rule.pattern();
                    let is_silent = !matches!(pattern, [b'/' | b'*', ..])
                        || pattern.windows(2).any(|pair| pair == b"/.")
                        || pattern == b"/robots.txt$";
                    let never = winning == Winning::Never && !is_silent;
                    *never_wins.entry(rule.line()).or_insert(true) &= never;
                }
            }
            // Rules for nobody: two of them may be alike.
            reported.retain(|line| never_wins.contains_key(line));
            let expected: Vec<u32> = never_wins
                .into_iter()
                .filter_map(|(line, never)| never.then_some(line))
                .collect();
            assert_eq!(reported, expected, "{name} in {:?}", setting.dialect);
        }
    }
    println!("{count} rules never win");
}

/// Whether a pattern may have a `.` or `..` segment.
fn has_dots(matcher: &Matcher<'_>) -> bool {
    matcher
        .rules()
        .any(|rule| rule.pattern().windows(2).any(|pair| pair == b"/."))
}
