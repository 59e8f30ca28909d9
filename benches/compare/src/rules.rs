//! Queries as the number of rules grows.

use fast_robots::RobotsTxt;
use robots_exclusion::{Dialect, Matcher};

use crate::Effort;
use crate::contestants::{
    self, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, GOOGLE, ROBOTXT, SHOTS, STANDARD,
    TEXTING_ROBOTS,
};
use crate::corpus::{self, Corpus, LIMIT};
use crate::inputs::{self, Input};
use crate::race::{Race, Results};
use crate::summary::{Line, Summary, ours, times};
use crate::targets::Target;

const FEW: usize = 20;
const MANY: usize = 15_600;
const STANDARD_FEW: &str = "robots-exclusion, Standard, 20 rules";
const GOOGLE_FEW: &str = "robots-exclusion, Google, 20 rules";
const FAST_ROBOTS_FEW: &str = "fast-robots, matcher, 20 rules";
const AGENT: &str = corpus::AGENTS[1];

/// A file, with the answers of a naive model.
struct Asked<'a> {
    file: &'a [u8],
    text: &'a str,
    targets: &'a [String],
    standard: Vec<bool>,
    google: Vec<bool>,
}

impl<'a> Asked<'a> {
    fn new(input: &'a Input) -> Asked<'a> {
        let Input { file, targets } = input;
        // The model tries each rule, which is slow for many rules, so it answers only some of the
        // targets. Only those have known answers. For the rest, each contestant is compared with
        // its own kind.
        let step = if file.len() > 20_000 { 10 } else { 1 };
        let answers = |dialect| {
            let robots = contestants::parse_whole(dialect, file);
            let allowed = |target: &String| robots.allowed(AGENT, target);
            let answers: Vec<bool> = targets.iter().map(allowed).collect();
            for (target, answer) in targets.iter().zip(&answers).step_by(step) {
                let naive = corpus::naive(file, target, dialect == Dialect::Google);
                assert_eq!(*answer, naive, "{dialect:?}: {target}");
            }
            answers
        };
        Asked {
            file,
            text: std::str::from_utf8(file).expect("made of text"),
            targets,
            standard: answers(Dialect::Standard),
            google: answers(Dialect::Google),
        }
    }

    fn add<T: 'a>(
        &'a self,
        race: &mut Race<'a>,
        name: &'static str,
        dialect: Dialect,
        thing: T,
        allowed: impl Fn(&T, &str) -> bool + 'a,
    ) {
        let expected = match dialect {
            Dialect::Google => &self.google,
            _ => &self.standard,
        };
        race.add(name, move |_| {
            let answers = self.targets.iter().zip(expected);
            answers
                .filter(|(target, expected)| allowed(&thing, target) != **expected)
                .count() as u64
        });
    }

    fn matcher(&self, dialect: Dialect) -> Matcher {
        contestants::parse_whole(dialect, self.file).matcher(AGENT)
    }

    fn our_matchers(&'a self, race: &mut Race<'a>, names: [&'static str; 2]) {
        for (dialect, name) in [Dialect::Standard, Dialect::Google].into_iter().zip(names) {
            self.add(
                race,
                name,
                dialect,
                self.matcher(dialect),
                |matcher, target| matcher.allowed(target),
            );
        }
    }

    fn fast_robots_matcher(
        &'a self,
        race: &mut Race<'a>,
        name: &'static str,
        parsed: &'a RobotsTxt<'a>,
    ) {
        self.add(
            race,
            name,
            Dialect::Standard,
            parsed.matcher(),
            |matcher, target| matcher.is_allowed(AGENT, target),
        );
    }

    fn robotxt(&'a self, race: &mut Race<'a>) {
        // The contestant reads no further than the limit.
        if self.file.len() <= LIMIT {
            let robots = contestants::robotxt(self.file, AGENT);
            self.add(
                race,
                ROBOTXT,
                Dialect::Standard,
                robots,
                |robots, target| robots.is_allowed(target),
            );
        }
    }
}

/// Measures one generator of rules in five sizes.
pub fn measure(effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Queries on one group of many rules, 5 % with wildcards");
    let counts: &[usize] = if effort.quick {
        &[FEW, MANY]
    } else {
        &[FEW, 100, 500, 2_500, MANY]
    };
    let input = |count: usize| {
        let file = corpus::many_rules(count);
        Input {
            targets: corpus::targets(&file, 500),
            file,
        }
    };
    let mut met = Vec::new();
    for &count in counts {
        let input = input(count);
        let asked = Asked::new(&input);
        let parsed = RobotsTxt::parse(asked.text);
        let mut race = Race::new(effort.race, 1);
        asked.our_matchers(&mut race, ours());
        for (dialect, name) in SHOTS {
            let robots = contestants::parse_whole(dialect, asked.file);
            asked.add(&mut race, name, dialect, robots, |robots, target| {
                robots.allowed(AGENT, target)
            });
        }
        asked.robotxt(&mut race);
        let plain = parsed.clone();
        asked.add(
            &mut race,
            FAST_ROBOTS,
            Dialect::Standard,
            plain,
            |robots, target| robots.is_allowed(AGENT, target),
        );
        asked.fast_robots_matcher(&mut race, FAST_ROBOTS_MATCHER, &parsed);
        let robot = contestants::texting_robots(asked.file, AGENT).expect("plain rules");
        asked.add(
            &mut race,
            TEXTING_ROBOTS,
            Dialect::Standard,
            robot,
            |robot, target| robot.allowed(target),
        );
        let results = race.run(asked.targets.len());
        results.print(
            &format!("{count} rules, {} bytes", asked.file.len()),
            "query",
        );
        results.assert_no_other_answers();
        if count == MANY {
            for (_, name) in DIALECTS {
                met.push(Target::at_least(
                    format!("query on 15,600 rules: {name} against robotxt"),
                    results.ratio(ROBOTXT, name),
                    10.0,
                ));
            }
            let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
            let title = "Ask about 15,600 rules, 5 % with wildcards";
            summary.push(Line::new(title, ratios, ours(), &results.peers()));
        }
    }
    let (few, many) = (input(FEW), input(MANY));
    met.extend(growth("5 % with wildcards", &few, &many, effort).0);
    met
}

/// Measures several generators, none of them written for this crate.
pub fn measure_others(corpus: &Corpus, effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Queries on 15,600 rules of six kinds, against 20 of the same kind");
    let (mut met, mut lines, mut growths) = (Vec::new(), Vec::new(), Vec::new());
    for make in inputs::all(corpus) {
        let (few, many) = (make.input(FEW), make.input(MANY));
        let (targets, results) = growth(make.name, &few, &many, effort);
        met.extend(targets);
        let peers = results.peers().into_iter();
        let peers: Vec<&str> = peers.filter(|peer| *peer != FAST_ROBOTS_FEW).collect();
        let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
        lines.push(Line::new(make.name, ratios, ours(), &peers));
        growths.push(results.ratio(STANDARD, STANDARD_FEW));
        growths.push(results.ratio(GOOGLE, GOOGLE_FEW));
    }
    let title = "Ask about 15,600 rules, the slowest of six kinds";
    summary.push(Line::worst(title, &lines));
    summary.say(format!(
        "A query over 15,600 rules takes {} to {} times as long as one over 20 rules of the same kind, depending on which of six kinds they are.",
        times(growths.iter().copied().fold(f64::INFINITY, f64::min)),
        times(growths.iter().copied().fold(0.0, f64::max))
    ));
    met
}

fn growth(title: &str, few: &Input, many: &Input, effort: Effort) -> (Vec<Target>, Results) {
    let (few, many) = (Asked::new(few), Asked::new(many));
    let parsed = [&few, &many].map(|asked| RobotsTxt::parse(asked.text));
    let mut race = Race::new(effort.race / 2, 1);
    many.our_matchers(&mut race, ours());
    few.our_matchers(&mut race, [STANDARD_FEW, GOOGLE_FEW]);
    few.fast_robots_matcher(&mut race, FAST_ROBOTS_FEW, &parsed[0]);
    many.fast_robots_matcher(&mut race, FAST_ROBOTS_MATCHER, &parsed[1]);
    many.robotxt(&mut race);
    let results = race.run(many.targets.len());
    let refused = |asked: &Asked| {
        let allowed = asked.standard.iter().filter(|allowed| **allowed).count();
        100 * (asked.standard.len() - allowed) / asked.standard.len()
    };
    results.print(
        &format!(
            "{title}: 15,600 rules ({} bytes, {} % of the targets disallowed), 20 rules ({} bytes, {} %)",
            many.file.len(),
            refused(&many),
            few.file.len(),
            refused(&few)
        ),
        "query",
    );
    results.assert_no_other_answers();
    let ratio = |few, many| {
        Target::shown(
            format!("{title}: 15,600 rules, {many} against itself on 20"),
            results.ratio(many, few),
        )
    };
    // Compare at 20 rules as well: a contestant that is slow from the start grows little, which is
    // no merit.
    let against = |rules, peer, name| {
        Target::shown(
            format!("{title}: {rules}{name} against {FAST_ROBOTS_MATCHER}"),
            results.ratio(peer, name),
        )
    };
    let targets = vec![
        ratio(STANDARD_FEW, STANDARD),
        ratio(GOOGLE_FEW, GOOGLE),
        against("15,600 rules, ", FAST_ROBOTS_MATCHER, STANDARD),
        against("15,600 rules, ", FAST_ROBOTS_MATCHER, GOOGLE),
        against("", FAST_ROBOTS_FEW, STANDARD_FEW),
        against("", FAST_ROBOTS_FEW, GOOGLE_FEW),
    ];
    (targets, results)
}
