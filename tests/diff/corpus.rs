//! Changes one line of each file in a folder. The naive model must confirm every change that is
//! found, and must find no change itself if none is found.
//!
//! `ROBOTS_CORPUS` names the folder. Without it, the files are generated. This command prints
//! times, which are meaningful only in release builds:
//!
//! `ROBOTS_CORPUS=FOLDER cargo test --release --features lint --test library diff::corpus -- --nocapture`

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use robots_exclusion::diff::{self, CrawlerDifference, Effect, effects};
use robots_exclusion::{Dialect, Matcher};

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

/// Returns the file with one line removed, replaced or added.
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

/// Returns URLs that the patterns are likely to match.
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
    let differences = diff::files(&old_file, &new_file);
    // The model is slow.
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
        let agent = &*crawler.agents[0];
        let verdicts = |url: &str| (old.verdict(&[agent], url).0, new.verdict(&[agent], url).0);
        let difference = &crawler.difference;
        for change in &difference.changes {
            assert_eq!(
                verdicts(&change.url),
                (!change.after.allowed(), change.after.allowed()),
                "{name}: {agent}, {change:?}"
            );
        }
        if !difference.is_decided {
            continue;
        }
        for url in &urls {
            let (before, allowed) = verdicts(url);
            let mut changes = difference.changes.iter();
            assert!(
                before == allowed || changes.any(|change| change.after.allowed() == allowed),
                "{name}: {agent}, {url}: {allowed}"
            );
        }
        compared += urls.len();
    }
    compared
}

#[test]
fn changes_of_one_line_agree_with_the_model() {
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

/// The results and times of comparisons.
#[derive(Default)]
struct Figures {
    files: usize,
    changed: usize,
    undecided: Vec<String>,
    times: Vec<Duration>,
}

impl Figures {
    fn add(&mut self, name: &str, time: Duration, differences: &[CrawlerDifference<'_>]) {
        self.files += 1;
        self.times.push(time);
        let any = |is: fn(&CrawlerDifference<'_>) -> bool| differences.iter().any(is);
        self.changed += usize::from(any(|crawler| !crawler.difference.changes.is_empty()));
        if any(|crawler| !crawler.difference.is_decided) {
            self.undecided.push(name.to_owned());
        }
    }

    fn print(mut self, what: &str, dialect: Dialect) {
        self.times.sort_unstable();
        let at = |share: usize| (self.files - 1) * share / 1000;
        println!(
            "{dialect:?}, {what}: {} pairs, {} differ, {} undecided\n  time median {:?} p90 {:?} p99 {:?} max {:?}, all {:?}",
            self.files,
            self.changed,
            self.undecided.len(),
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
                let differences = diff::files(&old, &new);
                figures.add(name, start.elapsed(), &differences);
            }
            let robots = setting.parse(text);
            let matcher = robots.matcher("*");
            let start = Instant::now();
            for (_, winning) in effects(&matcher) {
                wins[match winning {
                    Effect::Decides(_) => 0,
                    Effect::Never(_) => 1,
                    _ => 2,
                }] += 1;
            }
            slowest = slowest.max(start.elapsed());
        }
        println!(
            "rules for `*` that win, never win, or are undecided: {wins:?}, slowest file {slowest:?}"
        );
        figures.print("one rule removed", setting.dialect);
    }
}

#[test]
fn allows_all_and_disallows_all_agree_with_diff() {
    let mut counts = [0; 3];
    for (name, text) in files() {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let robots = setting.parse(&text);
            let nothing = setting.parse(b"").matcher("*");
            let everything = setting.parse(b"user-agent: *\ndisallow: /").matcher("*");
            for group in robots.groups().take(20) {
                let named = group.agents().find(|agent| !agent.is_wildcard());
                let agent =
                    named.map_or("*".into(), |agent| String::from_utf8_lossy(agent.token()));
                let matcher = robots.matcher(&agent);
                let is = [matcher.allows_all(), matcher.disallows_all()];
                let decided = [&nothing, &everything].map(|same| diff::rules(&matcher, same));
                for (is, difference) in is.into_iter().zip(&decided) {
                    // Only URLs of other schemes can match patterns with dot segments, and `diff`
                    // ignores these URLs.
                    assert!(!is || difference.is_empty(), "{name}: {agent}");
                    assert!(
                        is || !difference.changes.is_empty() || has_dots(&matcher),
                        "{name}: {agent}"
                    );
                }
                counts[if is[0] { 0 } else { 1 + usize::from(!is[1]) }] += 1;
            }
        }
    }
    println!("matchers that allow all, disallow all, or neither: {counts:?}");
}

/// A rule decides in a file if it decides for a crawler that the file names, or for all other
/// crawlers.
#[test]
fn effects_in_a_file_agree_with_the_effects_for_its_crawlers() {
    let (mut deciding, mut never) = (0, 0);
    for (name, text) in files() {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let robots = setting.parse(&text);
            let mut decides: BTreeMap<u32, bool> = BTreeMap::new();
            let agents = robots
                .groups()
                .flat_map(|group| group.agents().collect::<Vec<_>>());
            let tokens = agents.map(|agent| String::from_utf8_lossy(agent.token()).to_lowercase());
            let mut crawlers: BTreeSet<String> = tokens.collect();
            crawlers.insert("*".into());
            for crawler in crawlers {
                let matcher = robots.matcher(&crawler);
                for (rule, effect) in effects(&matcher) {
                    *decides.entry(rule.line()).or_default() |=
                        matches!(effect, Effect::Decides(_));
                }
            }
            for (rule, effect) in diff::effects_in_file(&robots) {
                let expected = decides.get(&rule.line()).copied().unwrap_or(false);
                let found = matches!(effect, Effect::Decides(_));
                assert_eq!(found, expected, "{name}, {rule}: {effect:?}");
                *(if found { &mut deciding } else { &mut never }) += 1;
            }
        }
    }
    println!("{deciding} rules decide, {never} never do");
    assert!(deciding > 0 && never > 0);
}

/// Returns `true` if a pattern may contain a `.` or `..` segment.
fn has_dots(matcher: &Matcher) -> bool {
    matcher
        .rules()
        .any(|rule| rule.pattern().windows(2).any(|pair| pair == b"/."))
}
