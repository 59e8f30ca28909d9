//! Queries on files that are already parsed.

use std::time::Duration;

use fast_robots::{RobotsMatcher, RobotsTxt};
use robots_exclusion::{Dialect, Matcher};
use url::Url;

use crate::Effort;
use crate::contestants::{
    self, CRAWLBERG_ROBOTS, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, GOOGLE_SHOT, ROBOTXT,
    SHOTS, SIM_CODEC_ROBOTS, STANDARD_SHOT, TEXTING_ROBOTS,
};
use crate::corpus::{self, Corpus};
use crate::race::{Race, Results};
use crate::summary::{Line, Summary, ours};
use crate::targets::Target;
use crate::work::Work;

const URLS: usize = 100;

pub fn measure(corpus: &Corpus, effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Queries on a parsed file, {URLS} URLs derived from its rules");
    let mut work = Work::of_corpus(corpus, URLS);
    work.retain(|work| !corpus::patterns(work.file).is_empty());
    let all: Vec<&Work> = work.iter().collect();
    let mut targets = Vec::new();

    let results = race_paths(&all, effort.race * 2, true);
    results.print("paths, all files with a rule", "query");
    results.assert_no_other_answers();
    for (_, name) in DIALECTS {
        for (peer, wanted) in [(FAST_ROBOTS_MATCHER, 1.9), (ROBOTXT, 4.8)] {
            targets.push(Target::at_least(
                format!("warm query on a Matcher, {URLS} URLs a file: {name} against {peer}"),
                results.ratio(peer, name),
                wanted,
            ));
        }
    }
    for (_, shot) in SHOTS {
        targets.push(Target::at_least(
            format!("warm query, {URLS} URLs a file: {shot} against robotxt"),
            results.ratio(ROBOTXT, shot),
            3.0,
        ));
    }
    let medians = race_by_file(&all);
    medians.print_by_part("paths, all files with a rule, one by one", "file");
    for (_, name) in DIALECTS {
        for peer in [FAST_ROBOTS_MATCHER, ROBOTXT] {
            targets.push(Target::shown(
                format!("warm query on a Matcher, the median file: {name} against {peer}"),
                medians.ratio_by_part(peer, name),
            ));
        }
    }

    let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
    let median = |slow: &str, fast: &str| medians.ratio_by_part(slow, fast);
    let line = Line::new(
        "Ask a `Matcher`, 100 URLs a file",
        ratios,
        ours(),
        &results.peers(),
    );
    summary.push(line.with_medians(median, ours(), &medians.peers()));
    let peers = results.peers().into_iter();
    let shots: Vec<&str> = peers.filter(|peer| *peer != FAST_ROBOTS_MATCHER).collect();
    let ours = [STANDARD_SHOT, GOOGLE_SHOT];
    summary.push(Line::new(
        "Ask `Robots::allowed`, 100 URLs a file",
        ratios,
        ours,
        &shots,
    ));

    let rules = |work: &Work| corpus::patterns(work.file).len();
    let mut by_rules = all.clone();
    by_rules.sort_by_key(|work| rules(work));
    let middle = &by_rules[by_rules.len() * 2 / 5..by_rules.len() * 3 / 5];
    let fewest = middle.first().map_or(0, |work| rules(work));
    let most = middle.last().map_or(0, |work| rules(work));
    let results = race_paths(middle, effort.race, false);
    results.print(
        &format!("paths, the middle fifth of the files by rules ({fewest} to {most} rules)"),
        "query",
    );

    race_urls(&all, effort.race);
    targets
}

fn queries_of(work: &[&Work]) -> usize {
    work.iter().map(|work| work.targets.len()).sum()
}

/// Adds a contestant that queries each of `things` about the targets of the work at the same index,
/// and counts the answers that differ from `dialect`.
pub fn asking<'a, T: 'a>(
    race: &mut Race<'a>,
    name: &'static str,
    dialect: Dialect,
    things: Vec<T>,
    work: &'a [&'a Work<'a>],
    allowed: impl Fn(&T, &Work, &str) -> bool + 'a,
) {
    race.add(name, move |part| {
        let range = part.range(things.len());
        let both = things[range.clone()].iter().zip(&work[range]);
        both.map(|(thing, work)| work.other_answers(dialect, |target| allowed(thing, work, target)))
            .sum()
    });
}

fn each<'a, T>(work: &[&'a Work<'a>], make: impl Fn(&'a Work<'a>) -> T) -> Vec<T> {
    work.iter().map(|work| make(work)).collect()
}

fn our_matchers<'a>(race: &mut Race<'a>, work: &'a [&'a Work<'a>]) {
    for (dialect, name) in DIALECTS {
        let matchers = each(work, |work| work.owned_matcher(dialect));
        asking(race, name, dialect, matchers, work, |matcher, _, target| {
            matcher.allowed(target)
        });
    }
}

fn robotxt<'a>(race: &mut Race<'a>, work: &'a [&'a Work<'a>]) {
    let parsed = each(work, |work| contestants::robotxt(work.file, work.agent));
    asking(
        race,
        ROBOTXT,
        Dialect::Standard,
        parsed,
        work,
        |robots, _, target| robots.is_allowed(target),
    );
}

fn fast_robots_matcher<'a>(
    race: &mut Race<'a>,
    work: &'a [&'a Work<'a>],
    parsed: &'a [RobotsTxt<'a>],
) {
    let matchers: Vec<RobotsMatcher> = parsed.iter().map(RobotsTxt::matcher).collect();
    asking(
        race,
        FAST_ROBOTS_MATCHER,
        Dialect::Standard,
        matchers,
        work,
        |matcher, work, target| matcher.is_allowed(work.agent, target),
    );
}

fn race_paths(work: &[&Work], budget: Duration, slow: bool) -> Results {
    let parsed = each(work, |work| RobotsTxt::parse(&work.text));
    let mut race = Race::new(budget, work.len() / 20);
    our_matchers(&mut race, work);
    for (dialect, name) in SHOTS {
        let parsed = each(work, |work| work.parse(dialect));
        asking(
            &mut race,
            name,
            dialect,
            parsed,
            work,
            |robots, work, target| robots.allowed(work.agent, target),
        );
    }
    robotxt(&mut race, work);
    let plain = parsed.clone();
    asking(
        &mut race,
        FAST_ROBOTS,
        Dialect::Standard,
        plain,
        work,
        |robots, work, target| robots.is_allowed(work.agent, target),
    );
    fast_robots_matcher(&mut race, work, &parsed);
    if slow {
        the_slow(&mut race, work);
    }
    race.run(queries_of(work))
}

fn the_slow<'a>(race: &mut Race<'a>, work: &'a [&'a Work<'a>]) {
    let parsed = each(work, |work| {
        contestants::texting_robots(work.file, work.agent)
    });
    asking(
        race,
        TEXTING_ROBOTS,
        Dialect::Standard,
        parsed,
        work,
        |robot, _, target| robot.as_ref().is_some_and(|robot| robot.allowed(target)),
    );
    let parsed = each(work, |work| contestants::sim_codec_robots(work.file));
    asking(
        race,
        SIM_CODEC_ROBOTS,
        Dialect::Standard,
        parsed,
        work,
        |robots, work, target| {
            robots
                .as_ref()
                .and_then(|robots| contestants::sim_allows(robots, work.agent, target))
                .unwrap_or(false)
        },
    );
    let parsed = each(work, |work| {
        contestants::crawlberg_robots(&work.text, work.agent)
    });
    asking(
        race,
        CRAWLBERG_ROBOTS,
        Dialect::Standard,
        parsed,
        work,
        |rules, _, target| contestants::crawlberg_allows(rules, target),
    );
    #[cfg(feature = "halldyll")]
    {
        let parsed = each(work, |work| contestants::halldyll_robots(&work.text));
        let name = contestants::HALLDYLL_ROBOTS;
        asking(
            race,
            name,
            Dialect::Standard,
            parsed,
            work,
            |policy, work, target| contestants::halldyll_allows(policy, work.agent, target),
        );
    }
}

fn race_by_file(work: &[&Work]) -> Results {
    let parsed = each(work, |work| RobotsTxt::parse(&work.text));
    let mut race = Race::by_file(work.len());
    our_matchers(&mut race, work);
    robotxt(&mut race, work);
    fast_robots_matcher(&mut race, work, &parsed);
    race.run(queries_of(work))
}

/// Queries whole URLs instead of paths: as text, or parsed in advance by the `url` crate if a
/// contestant takes that. fast-robots takes only paths.
fn race_urls(work: &[&Work], budget: Duration) {
    let work: Vec<Work> = work.iter().map(|work| work.absolute()).collect();
    let work: Vec<&Work> = work.iter().collect();
    let urls = || {
        each(&work, |work| {
            let parse = |text: &String| Url::parse(text).expect("a URL");
            work.targets.iter().map(parse).collect::<Vec<Url>>()
        })
    };
    let mut race = Race::new(budget, work.len() / 20);
    our_matchers(&mut race, &work);
    let standard = each(&work, |work| work.owned_matcher(Dialect::Standard));
    let name = "robots-exclusion, Standard, Url";
    asking_urls(
        &mut race,
        name,
        standard,
        urls(),
        &work,
        |matcher: &Matcher, url| matcher.allowed(url),
    );
    let parsed = each(&work, |work| contestants::robotxt(work.file, work.agent));
    let name = "robotxt, Url::parse each time";
    asking(
        &mut race,
        name,
        Dialect::Standard,
        parsed.clone(),
        &work,
        |robots, _, text| Url::parse(text).is_ok_and(|url| robots.is_url_allowed(&url)),
    );
    asking_urls(
        &mut race,
        "robotxt, Url",
        parsed,
        urls(),
        &work,
        |robots, url| robots.is_url_allowed(url),
    );
    let results = race.run(queries_of(&work));
    results.print("absolute URLs, all files with a rule", "query");
    results.assert_no_other_answers();
}

fn asking_urls<'a, T: 'a>(
    race: &mut Race<'a>,
    name: &'static str,
    things: Vec<T>,
    urls: Vec<Vec<Url>>,
    work: &'a [&'a Work<'a>],
    allowed: impl Fn(&T, &Url) -> bool + 'a,
) {
    race.add(name, move |part| {
        let mut others = 0;
        for index in part.range(things.len()) {
            let answers = urls[index]
                .iter()
                .zip(work[index].expected(Dialect::Standard));
            others += answers
                .filter(|(url, expected)| allowed(&things[index], url) != **expected)
                .count() as u64;
        }
        others
    });
}
