//! `robots-exclusion` side by side with the other robots.txt crates: speed, memory, verdicts.
//!
//! `cargo run --release --manifest-path benches/compare/Cargo.toml -- [--quick] [parse] [query] [rules] [adversarial] [agents] [memory] [verdicts]`
//!
//! Without a name everything is measured. The files are those of the folder that `ROBOTS_CORPUS` names, else generated ones.

mod adversarial;
mod contestants;
#[path = "../../corpus/mod.rs"]
mod corpus;
mod race;
mod speed;
#[allow(dead_code, reason = "the other program encodes")]
mod targets;
mod verdicts;

use std::process::{Command, ExitCode};
use std::time::Duration;

use corpus::Corpus;
use targets::Target;

const SECTIONS: [&str; 7] = [
    "parse",
    "query",
    "rules",
    "adversarial",
    "agents",
    "memory",
    "verdicts",
];

/// How long each measure may take.
#[derive(Clone, Copy)]
pub struct Effort {
    pub race: Duration,
    /// After this a contestant is taken never to answer an adversarial query.
    pub patience: Duration,
    pub quick: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(trial) = adversarial::Trial::from_arguments(&arguments) {
        trial.run();
        return ExitCode::SUCCESS;
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let chosen: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--quick")
        .collect();
    if let Some(unknown) = chosen.iter().find(|section| !SECTIONS.contains(section)) {
        eprintln!("no section {unknown}; there are: {}", SECTIONS.join(", "));
        return ExitCode::from(2);
    }
    let wanted = |section: &str| chosen.is_empty() || chosen.contains(&section);
    let effort = if quick {
        Effort {
            race: Duration::from_millis(500),
            patience: Duration::from_secs(5),
            quick,
        }
    } else {
        Effort {
            race: Duration::from_secs(5),
            patience: Duration::from_secs(30),
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
    // Two of the crates panic on some files; the message would stand in the middle of a table.
    std::panic::set_hook(Box::new(|_| {}));

    let mut targets = Vec::new();
    if wanted("parse") {
        targets.extend(speed::parse_and_query(&corpus, effort));
    }
    if wanted("query") {
        targets.extend(speed::queries(&corpus, effort));
    }
    if wanted("rules") {
        targets.extend(speed::many_rules(effort));
    }
    if wanted("adversarial") {
        targets.extend(adversarial::measure(effort));
    }
    if wanted("agents") {
        targets.extend(speed::many_agents(effort));
    }
    if wanted("memory") {
        targets.extend(memory(quick));
    }
    if wanted("verdicts") {
        verdicts::count(&corpus, effort);
    }
    println!("\n## Targets\n\n| measure | value | target | |\n|---|---:|---:|---|");
    for target in &targets {
        target.print();
    }
    println!(
        "\n{} of {} met",
        targets.iter().filter(|target| target.met).count(),
        targets.len()
    );
    ExitCode::SUCCESS
}

/// Runs the program with the counting allocator, shows its tables and takes over its targets.
fn memory(quick: bool) -> Vec<Target> {
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
        "--",
    ]);
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
        match Target::decode(line) {
            Some(target) => targets.push(target),
            None => println!("{line}"),
        }
    }
    targets
}
