//! Shrinks a failing question.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use std::time::{Duration, Instant};

/// The time limit for shrinking. A long line has too many bytes to try them all.
const PATIENCE: Duration = Duration::from_secs(10);

/// A file, the agents, and the URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) file: Vec<u8>,
    pub(crate) agents: Vec<String>,
    pub(crate) url: String,
}

/// Removes everything that is not needed for the failure: lines, bytes, agents, letters of agents,
/// parts of the URL.
pub(crate) fn shrink(mut asked: Asked, mut fails: impl FnMut(&Asked) -> bool) -> Asked {
    let start = Instant::now();
    let mut fails = |asked: &Asked| start.elapsed() < PATIENCE && fails(asked);
    loop {
        let before = asked.size();
        let lines: Vec<Vec<u8>> = asked
            .file
            .split_inclusive(|byte| matches!(byte, b'\n' | b'\r'))
            .map(<[u8]>::to_vec)
            .collect();
        let rest = asked.clone();
        let with_lines = |lines: &[Vec<u8>]| Asked {
            file: lines.concat(),
            ..rest.clone()
        };
        asked = with_lines(&without(lines, |lines| fails(&with_lines(lines))));

        let rest = asked.clone();
        let with_bytes = |bytes: &[u8]| Asked {
            file: bytes.to_vec(),
            ..rest.clone()
        };
        asked = with_bytes(&without(asked.file, |bytes| fails(&with_bytes(bytes))));

        let rest = asked.clone();
        let with_agents = |agents: &[String]| Asked {
            agents: agents.to_vec(),
            ..rest.clone()
        };
        asked = with_agents(&without(asked.agents, |agents| fails(&with_agents(agents))));

        for position in 0..asked.agents.len() {
            let rest = asked.clone();
            let with_agent = |letters: &[char]| {
                let mut asked = rest.clone();
                asked.agents[position] = letters.iter().collect();
                asked
            };
            let letters = asked.agents[position].chars().collect();
            asked = with_agent(&without(letters, |letters| fails(&with_agent(letters))));
        }

        let rest = asked.clone();
        let with_url = |letters: &[char]| Asked {
            url: letters.iter().collect(),
            ..rest.clone()
        };
        let letters = asked.url.chars().collect();
        asked = with_url(&without(letters, |letters| fails(&with_url(letters))));
        if asked.size() == before {
            return asked;
        }
    }
}

impl Asked {
    fn size(&self) -> usize {
        let agents = self.agents.iter().map(|agent| agent.len() + 1);
        self.file.len() + agents.sum::<usize>() + self.url.len()
    }
}

/// Returns the parts that are needed to pass the test. Tries to remove halves first, then ever
/// smaller chunks.
fn without<T: Clone>(mut parts: Vec<T>, mut passes: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut chunk = parts.len();
    while chunk > 0 {
        let mut start = 0;
        while start < parts.len() {
            let end = parts.len().min(start + chunk);
            let rest = [&parts[..start], &parts[end..]].concat();
            if passes(&rest) {
                parts = rest
            } else {
                start = end
            }
        }
        chunk /= 2;
    }
    parts
}
