//! A case: a file, lists of agents, and URLs to query.

use std::fmt;

use crate::shrink::Asked;

/// A file and the queries on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) file: Vec<u8>,
    pub(crate) agents: Vec<Vec<String>>,
    pub(crate) queries: Vec<Query>,
}

/// A URL, and the index of one of the case's lists of agents.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) agents: usize,
    pub(crate) url: String,
}

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) allowed: bool,
    pub(crate) line: Option<u32>,
}

impl Case {
    /// Returns a case with a single query.
    pub(crate) fn of(asked: Asked) -> Case {
        Case {
            file: asked.file,
            agents: vec![asked.agents],
            queries: vec![Query {
                agents: 0,
                url: asked.url,
            }],
        }
    }

    /// Returns a query together with its file and agents.
    pub(crate) fn asked(&self, query: usize) -> Asked {
        let Query { agents, ref url } = self.queries[query];
        Asked {
            file: self.file.clone(),
            agents: self.agents[agents].clone(),
            url: url.clone(),
        }
    }

    /// Returns the case reduced to one of its queries.
    pub(crate) fn single(&self, query: usize) -> Case {
        Case::of(self.asked(query))
    }

    pub(crate) fn ask(&mut self, agents: usize, url: String) {
        self.queries.push(Query { agents, url });
    }
}

/// Formats the case as Rust literals that can be pasted into a named case.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file   b\"")?;
        write_bytes(f, &self.file, |bytes| bytes.escape_ascii().to_string())?;
        write!(f, "\"")?;
        for query in &self.queries {
            write!(f, "\nagents {:?}\nurl    \"", self.agents[query.agents])?;
            write_bytes(f, query.url.as_bytes(), |bytes| {
                String::from_utf8_lossy(bytes).escape_debug().to_string()
            })?;
            write!(f, "\"")?;
        }
        Ok(())
    }
}

/// Writes escaped bytes. Long repetitions, which are common in lines near the length limit, are
/// abbreviated to a count.
fn write_bytes(
    f: &mut fmt::Formatter<'_>,
    bytes: &[u8],
    escaped: impl Fn(&[u8]) -> String,
) -> fmt::Result {
    let (mut at, mut start) = (0, 0);
    while at < bytes.len() {
        let repeated = |period: usize| {
            bytes[at..]
                .chunks(period)
                .take_while(|chunk| bytes[at..].starts_with(chunk) && chunk.len() == period)
                .count()
        };
        match [1, 3]
            .into_iter()
            .map(|period| (period, repeated(period)))
            .find(|&(_, times)| times > 40)
        {
            Some((period, times)) => {
                write!(
                    f,
                    "{}[{} × {times}]",
                    escaped(&bytes[start..at]),
                    escaped(&bytes[at..at + period])
                )?;
                at += period * times;
                start = at;
            }
            None => at += 1,
        }
    }
    f.write_str(&escaped(&bytes[start..]))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.allowed {
            "allowed"
        } else {
            "disallowed"
        })?;
        match self.line {
            Some(line) => write!(f, ", line {line}"),
            None => f.write_str(", no line"),
        }
    }
}
