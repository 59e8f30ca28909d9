//! A line of expectations.

use crate::options::agent_objection;

/// `allow AGENT URL` or `disallow AGENT URL`.
pub(super) struct Expectation<'l> {
    pub(super) allowed: bool,
    /// Product tokens, commas between.
    agents: &'l str,
    pub(super) url: &'l [u8],
}

impl<'l> Expectation<'l> {
    /// What a line expects, if it does; or what is wrong with it.
    pub(super) fn of_line(line: &'l [u8]) -> Result<Option<Expectation<'l>>, String> {
        let words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        let words = words.take_while(|word| !word.starts_with(b"#"));
        // Longer than any expectation is enough to see that it is none.
        let words: Vec<_> = words.take(4).collect();
        let (kind, agents, url) = match words.as_slice() {
            [] => return Ok(None),
            [kind, agents, url] => (*kind, *agents, *url),
            _ => return Err(form(line)),
        };
        let allowed = if kind.eq_ignore_ascii_case(b"allow") {
            true
        } else if kind.eq_ignore_ascii_case(b"disallow") {
            false
        } else {
            return Err(form(line));
        };
        let Ok(agents) = std::str::from_utf8(agents) else {
            return Err("the agent is invalid UTF-8".to_owned());
        };
        for agent in agents.split(',') {
            if let Some(objection) = agent_objection(agent) {
                return Err(format!("agent `{agent}`: {objection}"));
            }
        }
        Ok(Some(Expectation {
            allowed,
            agents,
            url,
        }))
    }

    pub(super) fn agents(&self) -> impl Iterator<Item = &'l str> {
        self.agents.split(',')
    }

    /// The word of the line.
    pub(super) fn word(&self) -> &'static str {
        if self.allowed { "allow" } else { "disallow" }
    }
}

/// What a line should be.
fn form(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line.trim_ascii());
    let mut line: String = line.chars().take(61).collect();
    if line.chars().count() > 60 {
        line.pop();
        line.push('…');
    }
    format!("`{line}` is not of the form `allow AGENT URL` or `disallow AGENT URL`")
}
