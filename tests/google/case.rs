//! What is asked: a file, some lists of agents, and URLs for them.

use std::fmt;

/// One file with the queries put to it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub file: Vec<u8>,
    pub agents: Vec<Vec<String>>,
    pub queries: Vec<Query>,
}

/// A URL, and which of the case's lists of agents asks for it.
#[derive(Clone, Debug)]
pub struct Query {
    pub agents: usize,
    pub url: String,
}

/// What both sides say to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub allowed: bool,
    pub line: Option<u32>,
}

impl Case {
    /// The case cut down to one of its queries.
    pub fn single(&self, query: usize) -> Case {
        let Query { agents, ref url } = self.queries[query];
        Case {
            file: self.file.clone(),
            agents: vec![self.agents[agents].clone()],
            queries: vec![Query { agents: 0, url: url.clone() }],
        }
    }

    pub fn ask(&mut self, agents: usize, url: String) {
        self.queries.push(Query { agents, url });
    }
}

/// In the spelling of Rust literals, to be pasted into a named case.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file   b\"{}\"", self.file.escape_ascii())?;
        for query in &self.queries {
            write!(f, "\nagents {:?}\nurl    {:?}", self.agents[query.agents], query.url)?;
        }
        Ok(())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.allowed { "allowed" } else { "disallowed" })?;
        match self.line {
            Some(line) => write!(f, ", line {line}"),
            None => f.write_str(", no line"),
        }
    }
}
