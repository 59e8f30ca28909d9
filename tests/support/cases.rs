//! The cases of `tests/conformance`. Its README documents the format.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

/// Returns the value of a digit in base64.
fn digit(byte: u8) -> Option<u32> {
    let digits = (b'A'..=b'Z')
        .chain(b'a'..=b'z')
        .chain(b'0'..=b'9')
        .chain([b'+', b'/']);
    digits
        .zip(0..)
        .find(|&(digit, _)| digit == byte)
        .map(|(_, value)| value)
}

fn base64(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.bytes().map_while(digit).collect();
    let decode = |four: &[u32]| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(decode).collect()
}

/// A case and the file name of its topic.
pub(crate) struct Case {
    pub(crate) topic: String,
    pub(crate) fields: Map<String, Value>,
}

impl Case {
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field)?.as_str()
    }

    pub(crate) fn name(&self) -> String {
        format!(
            "{}: {}",
            self.topic,
            self.text("name").expect("every case has a name")
        )
    }

    pub(crate) fn url(&self) -> &str {
        self.text("url").expect("a URL")
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        match self.text("robots_base64") {
            Some(text) => base64(text),
            None => self.text("robots").expect("a file").as_bytes().to_vec(),
        }
    }

    pub(crate) fn agents(&self) -> Vec<String> {
        let agents = self.fields["agents"].as_array().expect("a list");
        agents
            .iter()
            .map(|agent| agent.as_str().expect("a name").to_owned())
            .collect()
    }
}

/// Reads all cases of the folder.
pub(crate) fn read(folder: &Path) -> Vec<Case> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let topic = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for line in fs::read_to_string(&path).expect("a topic").lines() {
            let fields = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{topic}: {error}: {line}"));
            cases.push(Case {
                topic: topic.clone(),
                fields,
            });
        }
    }
    cases
}
