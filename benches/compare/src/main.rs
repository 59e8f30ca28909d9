//! Compares `robots-exclusion` with the other robots.txt crates: speed, memory and verdicts.
//!
//! ```text
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- [--quick] [--only MEASURE]…
//! cargo run --release --manifest-path benches/compare/Cargo.toml -- --hosts 1000000
//! ```
//!
//! Measures are `parse`, `query`, `rules`, `inputs`, `adversarial`, `agents`, `crawl`,
//! `memory`, `verdicts`; if none is given, all are run. `--quick` uses every tenth file and
//! little time, and judges no target. `--seconds` limits the time of a table; the default is 5,
//! and slow contestants may take longer. `--hosts` builds, keeps and queries matchers for this
//! many hosts, and does nothing else. `--publish` writes the final summary into benches/README.md
//! and its picture. The files are from the folder that `ROBOTS_CORPUS` names, or generated.

mod adversarial;
mod agents;
mod contestants;
#[path = "../../corpus/mod.rs"]
mod corpus;
mod crawl;
mod inputs;
mod parse;
mod plot;
mod query;
mod race;
mod rules;
#[allow(dead_code, reason = "the other program encodes")]
mod summary;
#[allow(dead_code, reason = "the other program encodes")]
mod targets;
mod verdicts;
mod work;

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

use corpus::Corpus;
use summary::Summary;
use targets::Target;

const MEASURES: [&str; 9] = [
    "parse",
    "query",
    "rules",
    "inputs",
    "adversarial",
    "agents",
    "crawl",
    "memory",
    "verdicts",
];

/// The time limits of each measure.
#[derive(Clone, Copy)]
pub struct Effort {
    pub race: Duration,
    /// The time after which a contestant is considered never to answer an adversarial query.
    pub patience: Duration,
    pub quick: bool,
}

/// The command-line arguments.
#[derive(Default)]
struct Request {
    quick: bool,
    seconds: Option<u64>,
    hosts: Option<usize>,
    publish: bool,
    measures: Vec<String>,
}

impl Request {
    fn from_arguments(arguments: &[String]) -> Result<Request, String> {
        let mut request = Request::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => request.quick = true,
                "--seconds" => {
                    let count = arguments.next().and_then(|count| count.parse().ok());
                    request.seconds = Some(count.ok_or("--seconds needs a number")?);
                }
                "--hosts" => {
                    let count = arguments.next().and_then(|count| count.parse().ok());
                    request.hosts = Some(count.ok_or("--hosts needs a number")?);
                }
                "--publish" => request.publish = true,
                // A bare name is accepted, too.
                "--only" => {}
                name if MEASURES.contains(&name) => request.measures.push(name.to_owned()),
                other => {
                    let known = MEASURES.join(", ");
                    return Err(format!("no measure {other}; there are: {known}"));
                }
            }
        }
        if request.quick && request.publish {
            return Err(String::from("a quick run is not for publishing"));
        }
        Ok(request)
    }

    fn wants(&self, measure: &str) -> bool {
        self.measures.is_empty() || self.measures.iter().any(|name| name == measure)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(trial) = adversarial::Trial::from_arguments(&arguments) {
        trial.run();
        return ExitCode::SUCCESS;
    }
    if let Some(trial) = crawl::Trial::from_arguments(&arguments) {
        trial.run();
        return ExitCode::SUCCESS;
    }
    let request = match Request::from_arguments(&arguments) {
        Ok(request) => request,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let quick = request.quick;
    let wanted = |measure: &str| request.wants(measure);
    let effort = if quick {
        Effort {
            race: Duration::from_millis(500),
            patience: Duration::from_secs(5),
            quick,
        }
    } else {
        Effort {
            race: Duration::from_secs(request.seconds.unwrap_or(5)),
            patience: Duration::from_secs(10),
            quick,
        }
    };

    let corpus = Corpus::load().thinned(if quick { 10 } else { 1 });
    println!("# robots-exclusion and other crates\n");
    println!(
        "{} files, {} bytes: {}. Agents in turn: {}.",
        corpus.files.len(),
        corpus.bytes(),
        corpus.origin,
        corpus::AGENTS.join(", ")
    );
    // Two of the crates panic on some files. The message would appear in the middle of a table.
    std::panic::set_hook(Box::new(|_| {}));

    if let Some(hosts) = request.hosts {
        crawl::at_scale(&corpus, hosts);
        return ExitCode::SUCCESS;
    }

    let mut summary = Summary::default();
    let mut targets = Vec::new();
    if wanted("parse") {
        targets.extend(parse::measure(&corpus, effort, &mut summary));
    }
    if wanted("query") {
        targets.extend(query::measure(&corpus, effort, &mut summary));
    }
    if wanted("rules") {
        targets.extend(rules::measure(effort, &mut summary));
    }
    if wanted("inputs") {
        targets.extend(rules::measure_others(&corpus, effort, &mut summary));
    }
    if wanted("adversarial") {
        targets.extend(adversarial::measure(effort, &mut summary));
    }
    if wanted("agents") {
        targets.extend(agents::measure(effort));
    }
    if wanted("crawl") {
        targets.extend(crawl::measure(&corpus, effort, &mut summary));
        targets.extend(memory("crawl", quick, &mut summary));
    }
    if wanted("memory") {
        targets.extend(memory("memory", quick, &mut summary));
    }
    if wanted("verdicts") {
        verdicts::count(&corpus, effort);
    }
    summary.print();
    targets::print(&targets, quick);
    if request.publish
        && let Err(error) = publish(&summary)
    {
        eprintln!("benches/README.md and .github/speed.svg: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// Writes the results into benches/README.md, as a table and a picture.
fn publish(summary: &Summary) -> Result<(), Box<dyn Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    summary.publish(&root.join("benches/README.md"))?;
    std::fs::create_dir_all(root.join(".github"))?;
    plot::write(summary, &root.join(".github/speed.svg"))
}

/// Runs the program with the counting allocator, prints its tables and adopts its targets.
fn memory(measure: &str, quick: bool, summary: &mut Summary) -> Vec<Target> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let mut command = Command::new(cargo);
    command.args([
        "run",
        "--quiet",
        "--release",
        "--manifest-path",
        manifest,
        "--bin",
        "memory",
    ]);
    // Use the same features as the build above. Different ones would rebuild everything.
    if cfg!(feature = "halldyll") {
        command.args(["--features", "halldyll"]);
    }
    command.args(["--", measure]);
    if quick {
        command.arg("--quick");
    }
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .expect("cargo runs the memory program");
    assert!(output.status.success(), "the memory program failed");
    let text = String::from_utf8(output.stdout).expect("the memory program prints text");
    let mut targets = Vec::new();
    for line in text.lines() {
        if let Some(target) = Target::decode(line) {
            targets.push(target);
        } else if !summary.take(line) {
            println!("{line}");
        }
    }
    targets
}
