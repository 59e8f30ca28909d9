//! Answers questions with the other crates. Reads JSON lines with `body`, `robots`, `agent` and
//! `target` from standard input. Prints a line for each crate with its name, its version and its
//! answers: `+` allowed, `-` disallowed, `!` a panic or an error.

#[allow(dead_code, reason = "the other program compares speed")]
mod contestants;
#[allow(dead_code, reason = "the other program reads files")]
#[path = "../../corpus/mod.rs"]
mod corpus;

use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use contestants::{FAST_ROBOTS_MATCHER, PEERS};

const LOCK: &str = include_str!("../Cargo.lock");

/// Returns the version of a crate in `Cargo.lock`.
fn version(name: &str) -> &'static str {
    let entry = LOCK
        .split("[[package]]")
        .find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
    entry
        .and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next())
        .unwrap_or("unknown")
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let lines = io::stdin().lock().lines();
    let questions: Vec<Value> = lines
        .map(|line| serde_json::from_str(&line.expect("text")).expect("a question"))
        .collect();
    // The matcher of a crate answers as the crate does.
    for peer in PEERS.iter().filter(|peer| **peer != FAST_ROBOTS_MATCHER) {
        let answers: String = questions
            .iter()
            .map(|question| {
                let bytes = question["body"].as_array().expect("bytes");
                let body: Vec<u8> = bytes
                    .iter()
                    .filter_map(|byte| u8::try_from(byte.as_u64()?).ok())
                    .collect();
                let text = |key: &str| question[key].as_str().expect("a text");
                let ask = || {
                    contestants::with_answers(peer, &body, text("robots"), text("agent"), |ask| {
                        ask(text("target"))
                    })
                };
                match catch_unwind(AssertUnwindSafe(ask)) {
                    Ok(Some(true)) => '+',
                    Ok(Some(false)) => '-',
                    _ => '!',
                }
            })
            .collect();
        println!("{peer}\t{}\t{answers}", version(peer));
    }
}
