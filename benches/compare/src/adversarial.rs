//! Rules that are expensive by design. Two of the contestants never finish some of them, so each is
//! first tried in its own process.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Effort;
use crate::contestants::{self, DIALECTS, PEERS, SHOTS};
use crate::corpus::{AGENTS, Adversarial, LIMIT};
use crate::race::{Race, Results, time};
use crate::summary::{Line, Summary, ours};
use crate::targets::Target;

const AGENT: &str = AGENTS[1];
const MARK: &str = "--adversarial-trial";

/// One contestant on one family of rules, run as a process that can be killed.
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
        let text = contestants::utf8(&file);
        let right = contestants::with_answers(&self.contestant, &file, &text, AGENT, |answer| {
            cases
                .iter()
                .all(|(target, allowed)| answer(target) == Some(*allowed))
        });
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

pub fn measure(effort: Effort, summary: &mut Summary) -> Vec<Target> {
    println!("\n## Adversarial rules, 500 KiB, and a URL of 2,000 bytes");
    let (mut met, mut lines) = (Vec::new(), Vec::new());
    for (index, family) in Adversarial::ALL.into_iter().enumerate() {
        let file = family.file(LIMIT);
        println!("\n### {}\n", family.name());
        let mut able = Vec::new();
        for &contestant in PEERS {
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
                let matcher = contestants::parse(dialect, &file).matcher(AGENT);
                assert!(
                    !matcher.allowed(family.matching_target()),
                    "{name} overlooks the rule that matches"
                );
                assert!(
                    matcher.allowed(&target),
                    "{name} finds a rule that does not match"
                );
                let target = &target;
                race.add(name, move |_| u64::from(!matcher.allowed(target)));
            }
            for (dialect, shot) in SHOTS {
                let robots = contestants::parse(dialect, &file);
                let target = &target;
                race.add(shot, move |_| u64::from(!robots.allowed(AGENT, target)));
            }
            let results = with_peers(race, &able, &file, &target);
            results.assert_no_other_answers();
            results.print(&format!("{}, URL with {title}", family.name()), "query");
            let ratios = |slow: &str, fast: &str| results.ratios(slow, fast);
            lines.push(Line::new(family.name(), ratios, ours(), &able));
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
    summary.push(Line::worst(
        "Ask about 500 KiB of hostile rules, the slowest of six kinds",
        &lines,
    ));
    met
}

/// Adds the contestants that finished with the right answers, and runs the race. They are added one
/// after another, because each lends out its answers only while they are compared.
fn with_peers(race: Race, able: &[&'static str], file: &[u8], target: &str) -> Results {
    let Some((&peer, rest)) = able.split_first() else {
        return race.run(1);
    };
    let text = contestants::utf8(file);
    contestants::with_answers(peer, file, &text, AGENT, |answer| {
        let mut race = race;
        race.add(peer, move |_| u64::from(answer(target) != Some(true)));
        with_peers(race, rest, file, target)
    })
}
