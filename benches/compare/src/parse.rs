//! Measures the time from a file's bytes to one answer, including the drop.

use fast_robots::RobotsTxt;
use robots_exclusion::Dialect;

use crate::Effort;
use crate::contestants::{
    self, CRAWLBERG_ROBOTS, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, FAST_ROBOTS_TEXT, FLOOR,
    FLOOR_OF_ITERATOR, GOOGLE_MATCHER, MATCHERS, ROBOTSTXT, ROBOTXT, SIM_CODEC_ROBOTS,
    STANDARD_MATCHER, TEXTING_ROBOTS,
};
use crate::corpus::{Corpus, LIMIT};
use crate::race::{Race, Results};
use crate::summary::{Line, Summary, ours, times};
use crate::targets::Target;
use crate::work::Work;

const SMALL: usize = 200;

pub fn measure(corpus: &Corpus, effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Parse and one query\n");
    println!(
        "fast-robots: `RobotsTxt::parse_bytes`; `text`: `RobotsTxt::parse` on what is known to be UTF-8. robotstxt and halldyll-robots take text only, and get it made. Other answers: not those of dialect Standard (robotstxt: Google)."
    );
    let work = Work::of_corpus(corpus, 1);
    let mut targets = Vec::new();
    for (title, longest) in [
        ("all files", usize::MAX),
        ("files of at most 200 bytes", SMALL),
    ] {
        let work: Vec<&Work> = work
            .iter()
            .filter(|work| work.file.len() <= longest)
            .collect();
        let mut race = Race::new(effort.race * 2, work.len() / 100);
        the_fast(&mut race, &work);
        the_slow(&mut race, &work);
        let results = race.run(work.len());
        results.print(title, "file");
        results.assert_no_other_answers();

        let mut by_file = Race::by_file(work.len());
        the_fast(&mut by_file, &work);
        let medians = by_file.run(work.len());
        medians.print_by_part(&format!("{title}, one by one"), "file");

        for ((_, name), (_, matcher)) in DIALECTS.into_iter().zip(MATCHERS) {
            let measure = format!("parse + one query, {title}: {name}");
            targets.push(Target::at_least(
                format!("{measure} against fast-robots"),
                results.ratio(FAST_ROBOTS, name),
                if longest == SMALL { 1.8 } else { 2.8 },
            ));
            targets.push(Target::shown(
                format!("{measure} against fast-robots, the median file"),
                medians.ratio_by_part(FAST_ROBOTS, name),
            ));
            targets.push(Target::shown(
                format!("{measure} against fast-robots that is given text"),
                results.ratio(FAST_ROBOTS_TEXT, name),
            ));
            if longest == usize::MAX {
                targets.push(Target::at_most(
                    format!("{measure} against memchr2_iter"),
                    results.ratio(name, FLOOR_OF_ITERATOR),
                    1.5,
                    " ×",
                ));
                targets.push(Target::at_most(
                    format!("parse + Matcher + one query against parse + one query: {name}"),
                    results.ratio(matcher, name),
                    2.0,
                    " ×",
                ));
            }
        }
        let row = match longest {
            SMALL => "Parse and ask about one URL, files of at most 200 bytes",
            _ => "Parse and ask about one URL",
        };
        let shots: Vec<&str> = results.peers();
        let shots: Vec<&str> = shots
            .into_iter()
            .filter(|peer| *peer != FAST_ROBOTS_MATCHER)
            .collect();
        let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
        let median = |slow: &str, fast: &str| medians.ratio_by_part(slow, fast);
        let line = Line::new(row, ratios, ours(), &shots);
        summary.push(line.with_medians(median, ours(), &medians.peers()));
        if longest == usize::MAX {
            let peers = [FAST_ROBOTS_MATCHER, ROBOTXT, TEXTING_ROBOTS];
            let ours = [STANDARD_MATCHER, GOOGLE_MATCHER];
            let line = Line::new(
                "Parse, make a `Matcher` and ask it about one URL",
                ratios,
                ours,
                &peers,
            );
            summary.push(line.with_medians(median, ours, &medians.peers()));
            summary.say(format!(
                "Parsing a file and answering one query takes {} times as long as finding the line ends with `memchr2_iter`. Making a `Matcher` in between multiplies the total by {}.",
                times(the_most(&results, FLOOR_OF_ITERATOR)),
                times(the_most_of_matchers(&results))
            ));
        }
    }
    targets
}

/// Our rows, the nearest contestants, and the floors.
fn the_fast<'a>(race: &mut Race<'a>, work: &'a [&'a Work<'a>]) {
    for (dialect, name) in DIALECTS {
        one_shot(race, name, work, dialect, move |work| {
            work.parse(dialect).allowed(work.agent, &work.targets[0])
        });
    }
    for (dialect, name) in MATCHERS {
        one_shot(race, name, work, dialect, move |work| {
            let robots = work.parse(dialect);
            robots.matcher(work.agent).allowed(&work.targets[0])
        });
    }
    one_shot(race, FAST_ROBOTS, work, Dialect::Standard, |work| {
        let robots = contestants::fast_robots(work.file, &work.text);
        robots.is_allowed(work.agent, &work.targets[0])
    });
    one_shot(race, FAST_ROBOTS_TEXT, work, Dialect::Standard, |work| {
        RobotsTxt::parse(&work.text).is_allowed(work.agent, &work.targets[0])
    });
    one_shot(race, FAST_ROBOTS_MATCHER, work, Dialect::Standard, |work| {
        let robots = contestants::fast_robots(work.file, &work.text);
        robots.matcher().is_allowed(work.agent, &work.targets[0])
    });
    one_shot(race, ROBOTXT, work, Dialect::Standard, |work| {
        contestants::robotxt(work.file, work.agent).is_allowed(&work.targets[0])
    });
    // No parser here reads past the limit, so neither do the floors.
    type Floor = (&'static str, fn(&[u8]) -> u64);
    let floors: [Floor; 2] = [
        (FLOOR, contestants::line_ends),
        (FLOOR_OF_ITERATOR, contestants::line_ends_by_iterator),
    ];
    for (name, line_ends) in floors {
        race.add(name, move |part| {
            let files = work[part.range(work.len())]
                .iter()
                .map(|work| &work.file[..work.file.len().min(LIMIT)]);
            files.map(line_ends).sum()
        });
    }
}

fn the_slow<'a>(race: &mut Race<'a>, work: &'a [&'a Work<'a>]) {
    one_shot(race, TEXTING_ROBOTS, work, Dialect::Standard, |work| {
        contestants::texting_robots(work.file, work.agent)
            .is_some_and(|robot| robot.allowed(&work.targets[0]))
    });
    one_shot(race, ROBOTSTXT, work, Dialect::Google, |work| {
        contestants::robotstxt(&work.text, work.agent, &work.targets[0]).unwrap_or(false)
    });
    one_shot(race, SIM_CODEC_ROBOTS, work, Dialect::Standard, |work| {
        contestants::sim_codec_robots(work.file)
            .and_then(|robots| contestants::sim_allows(&robots, work.agent, &work.targets[0]))
            .unwrap_or(false)
    });
    one_shot(race, CRAWLBERG_ROBOTS, work, Dialect::Standard, |work| {
        let rules = contestants::crawlberg_robots(&work.text, work.agent);
        contestants::crawlberg_allows(&rules, &work.targets[0])
    });
    #[cfg(feature = "halldyll")]
    one_shot(
        race,
        contestants::HALLDYLL_ROBOTS,
        work,
        Dialect::Standard,
        |work| {
            let policy = contestants::halldyll_robots(&work.text);
            contestants::halldyll_allows(&policy, work.agent, &work.targets[0])
        },
    );
}

/// Counts the answers that differ from `dialect`.
fn one_shot<'a>(
    race: &mut Race<'a>,
    name: &'static str,
    work: &'a [&'a Work<'a>],
    dialect: Dialect,
    allowed: impl Fn(&Work<'a>) -> bool + 'a,
) {
    race.add(name, move |part| {
        let work = work[part.range(work.len())].iter();
        work.filter(|work| allowed(work) != work.expected(dialect)[0])
            .count() as u64
    });
}

/// Returns the ratio of the slower dialect's time to `other`.
fn the_most(results: &Results, other: &str) -> f64 {
    let [one, two] = ours().map(|name| results.ratio(name, other));
    one.max(two)
}

fn the_most_of_matchers(results: &Results) -> f64 {
    let both = DIALECTS.into_iter().zip(MATCHERS);
    both.map(|((_, name), (_, matcher))| results.ratio(matcher, name))
        .fold(0.0, f64::max)
}
