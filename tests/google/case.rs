//! A case: a file, lists of agents, and URLs to query.

use std::fmt;

use crate::recorded::escape;
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

/// Formats the case in the escapes of `recorded.txt`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let escaped = |bytes: &[u8]| {
            let mut text = String::new();
            escape(bytes, &mut text);
            text.replace("\\x0A", "\\n")
        };
        write!(f, "file   {}", escaped(&self.file))?;
        for query in &self.queries {
            let url = escaped(query.url.as_bytes());
            write!(f, "\nagents {:?}\nurl    {url}", self.agents[query.agents])?;
        }
        Ok(())
    }
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
