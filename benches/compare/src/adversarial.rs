//! Rules made to be slow. Two of the contestants do not come to an end on some of them, so each is first tried in a process of its own.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Effort;
use crate::contestants::{self, DIALECTS, ROBOTSTXT, ROBOTXT, TEXTING_ROBOTS};
use crate::corpus::{AGENTS, Adversarial, LIMIT};
use crate::race::{Race, time};
use crate::targets::Target;

const AGENT: &str = AGENTS[1];
const MARK: &str = "--adversarial-trial";

/// One contestant on one family of rules; run as a process that can be ended.
pub struct Trial {
    contestant: String,
    family: Adversarial,
}

impl Trial {
    pub fn from_arguments(arguments: &[String]) -> Option<Trial> {
        let [mark, contestant, family] = arguments else {
            return None;
        };
        let family = *Adversarial::ALL.get(family.parse::<usize>().ok()?)?;
        (mark == MARK).then(|| Trial {
            contestant: contestant.clone(),
            family,
        })
    }

    /// Exits with success if both answers are right.
    pub fn run(self) {
        let file = self.family.file(LIMIT);
        let cases = [
            (self.family.target(), true),
            (self.family.hard_target(), true),
            (self.family.matching_target(), false),
        ];
        let answers = |answer: &dyn Fn(&str) -> Option<bool>| {
            cases
                .iter()
                .all(|(target, allowed)| answer(target) == Some(*allowed))
        };
        let right = match self.contestant.as_str() {
            ROBOTXT => {
                let robots = contestants::robotxt(&file, AGENT);
                answers(&|target| Some(robots.is_allowed(target)))
            }
            TEXTING_ROBOTS => {
                let robot = contestants::texting_robots(&file, AGENT);
                answers(&|target| robot.as_ref().map(|robot| robot.allowed(target)))
            }
            ROBOTSTXT => {
                let text = String::from_utf8(file).expect("ASCII");
                answers(&|target| contestants::robotstxt(&text, AGENT, target))
            }
            other => panic!("no contestant {other}"),
        };
        std::process::exit(if right { 0 } else { 3 });
    }
}

#[derive(PartialEq)]
enum Outcome {
    Right,
    Wrong,
    TooSlow,
}

fn attempt(contestant: &str, family: usize, patience: Duration) -> Outcome {
    let program = std::env::current_exe().expect("the path of this program");
    let mut child = Command::new(program)
        .args([MARK, contestant, &family.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program starts again");
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the state of a child") {
            return if status.success() {
                Outcome::Right
            } else {
                Outcome::Wrong
            };
        }
        if start.elapsed() > patience {
            child.kill().expect("an end to the child");
            child.wait().expect("the child's end");
            return Outcome::TooSlow;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn measure(effort: Effort) -> Vec<Target> {
    println!("\n## Adversarial rules, 500 KiB, and a URL of 2,000 bytes");
    let mut met = Vec::new();
    for (index, family) in Adversarial::ALL.into_iter().enumerate() {
        let file = family.file(LIMIT);
        println!("\n### {}\n", family.name());
        let mut able = Vec::new();
        for contestant in [ROBOTXT, TEXTING_ROBOTS, ROBOTSTXT] {
            let outcome = attempt(contestant, index, effort.patience);
            let report = match outcome {
                Outcome::Right => "answers rightly",
                Outcome::Wrong => "answers wrongly, refuses the file or panics",
                Outcome::TooSlow => "parse and three queries did not come to an end within",
            };
            let limit = if outcome == Outcome::TooSlow {
                format!(" {}", time(effort.patience.as_secs_f64()))
            } else {
                String::new()
            };
            println!("- {contestant}: {report}{limit}");
            if outcome == Outcome::Right {
                able.push(contestant);
            }
        }
        for (title, target, counts) in [
            ("only the letter a", family.target(), true),
            (
                "every byte and pair of bytes that the rules ask for",
                family.hard_target(),
                false,
            ),
        ] {
            let mut race = Race::new(effort.race, 1);
            for (dialect, name) in DIALECTS {
                let matcher = contestants::parse(dialect, &file)
                    .matcher(AGENT)
                    .into_owned();
                assert!(
                    !matcher.allowed(family.matching_target()),
                    "{name} overlooks the rule that matches"
                );
                assert!(
                    matcher.allowed(&target),
                    "{name} finds a rule that does not match"
                );
                let target = &target;
                race.add(name, move |_| u64::from(matcher.allowed(target)));
            }
            for (dialect, name) in DIALECTS {
                let shot = if name == contestants::STANDARD {
                    "robots-exclusion, Standard, Robots::allowed"
                } else {
                    "robots-exclusion, Google, Robots::allowed"
                };
                let robots = contestants::parse(dialect, &file);
                let target = &target;
                race.add(shot, move |_| u64::from(robots.allowed(AGENT, target)));
            }
            if able.contains(&ROBOTXT) {
                let robots = contestants::robotxt(&file, AGENT);
                let target = &target;
                race.add(ROBOTXT, move |_| u64::from(robots.is_allowed(target)));
            }
            if able.contains(&TEXTING_ROBOTS) {
                let robot =
                    contestants::texting_robots(&file, AGENT).expect("it answered in the trial");
                let target = &target;
                race.add(TEXTING_ROBOTS, move |_| u64::from(robot.allowed(target)));
            }
            if able.contains(&ROBOTSTXT) {
                let text = String::from_utf8(file.clone()).expect("ASCII");
                let target = &target;
                race.add(ROBOTSTXT, move |_| {
                    contestants::robotstxt(&text, AGENT, target).map_or(0, u64::from)
                });
            }
            let results = race.run(1);
            results.print(&format!("{}, URL with {title}", family.name()), "query");
            if counts {
                for (_, name) in DIALECTS {
                    let best = able
                        .iter()
                        .map(|peer| results.ratio(peer, name))
                        .min_by(f64::total_cmp);
                    met.extend(best.map(|best| {
                        Target::at_least(
                            format!(
                                "adversarial {}: {name} against the best peer",
                                family.name()
                            ),
                            best,
                            20.0,
                        )
                    }));
                }
            }
        }
    }
    met
}
