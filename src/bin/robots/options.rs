//! The arguments that say how a robots.txt is read, and for whom.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueEnum};
use robots_exclusion::agent::product_token;
use robots_exclusion::{Dialect, ParseOptions};

use crate::output::Failure;

/// Who asks.
#[derive(Args)]
pub(crate) struct Crawler {
    /// Product token of the crawler, such as `MyBot`; a whole User-Agent
    /// header will do. Given several times, the first that has a group of its
    /// own counts; with `--dialect google`, the groups of all are merged
    #[arg(long = "agent", value_name = "AGENT", required = true)]
    agents: Vec<OsString>,
}

impl Crawler {
    pub(crate) fn agents(&self) -> Result<Vec<String>, Failure> {
        agents_of(&self.agents)
    }
}

/// Agents as strings. What is not Unicode ends a token in either dialect, and
/// so does what it is replaced by.
pub(crate) fn agents_of(arguments: &[OsString]) -> Result<Vec<String>, Failure> {
    let agents = arguments.iter().map(|agent| agent.to_string_lossy());
    agents
        .map(|agent| match agent_objection(&agent) {
            None => Ok(agent.into_owned()),
            Some(objection) => Err(Failure::new(format_args!("--agent '{agent}': {objection}"))),
        })
        .collect()
}

/// Why nobody can be asked about this agent; none if it can. `*` is every
/// crawler that no group names.
pub(crate) fn agent_objection(agent: &str) -> Option<&'static str> {
    if agent == "*" || !product_token(agent).is_empty() {
        return None;
    }
    Some(
        "no product token: it begins with a letter, a digit, `-`, `_` or `.`, as in `MyBot`; \
         `*` is every crawler that no group names",
    )
}

/// How to read a file.
#[derive(Args)]
pub(crate) struct Format {
    /// Whose reading of the file
    #[arg(long, value_enum, default_value_t = DialectName::Standard)]
    dialect: DialectName,
    /// Read at most so many bytes of a robots.txt; `none` lifts the limit (up
    /// to 64 MiB). RFC 9309 asks for 512000 at least
    #[arg(
        long,
        value_name = "BYTES",
        default_value = "512000",
        value_parser = byte_limit,
        allow_hyphen_values = true
    )]
    byte_limit: ByteLimit,
}

/// How to read a file for a crawler.
#[derive(Args)]
pub(crate) struct Reading {
    #[command(flatten)]
    format: Format,
    /// A crawler without a group of its own obeys that of `*` at once, and not
    /// that of a more general token (`Googlebot-Image` that of `googlebot`)
    #[arg(long)]
    no_agent_fallback: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum DialectName {
    /// Google's specification and RFC 9309
    Standard,
    /// Google's open-source parser, bit for bit
    Google,
}

#[derive(Clone, Copy)]
struct ByteLimit(Option<usize>);

fn byte_limit(argument: &str) -> Result<ByteLimit, String> {
    if argument == "none" {
        return Ok(ByteLimit(None));
    }
    match argument.parse() {
        Ok(limit) => Ok(ByteLimit(Some(limit))),
        Err(_) => Err("not a number of bytes (0 or more), nor `none`".to_owned()),
    }
}

impl Format {
    /// What is read at most where no limit is asked for, which is the most
    /// that the library takes.
    pub(crate) const LIFTED: usize = 64 << 20;

    pub(crate) fn options(&self) -> ParseOptions {
        ParseOptions::new()
            .dialect(match self.dialect {
                DialectName::Standard => Dialect::Standard,
                DialectName::Google => Dialect::Google,
            })
            .byte_limit(self.byte_limit.0)
    }
}

impl Reading {
    pub(crate) fn options(&self) -> ParseOptions {
        let options = self.format.options();
        options.agent_fallback(!self.no_agent_fallback)
    }

    /// What of an agent is compared: its product token, or all of it.
    pub(crate) fn token_of<'a>(&self, agent: &'a str) -> &'a str {
        match self.format.dialect {
            DialectName::Standard if agent != "*" => product_token(agent),
            DialectName::Standard | DialectName::Google => agent,
        }
    }

    /// Whether the groups of several agents are merged.
    pub(crate) fn merges_agents(&self) -> bool {
        match self.format.dialect {
            DialectName::Standard => false,
            DialectName::Google => true,
        }
    }
}

/// How many bytes of a file count.
pub(crate) fn byte_limit_of(options: ParseOptions) -> usize {
    let limit = options.get_byte_limit().unwrap_or(Format::LIFTED);
    limit.min(Format::LIFTED)
}

/// How robots.txt files are fetched.
#[derive(Args)]
pub(crate) struct Connection {
    /// How long fetching a robots.txt may take, redirects included: from 0.001
    /// to 86400
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "30",
        value_parser = timeout,
        allow_hyphen_values = true
    )]
    pub(crate) timeout: Duration,
    /// The `User-Agent` header to fetch with, which need not name the crawler
    /// that is asked about
    #[arg(
        long,
        value_name = "HEADER",
        default_value = concat!("robots-exclusion/", env!("CARGO_PKG_VERSION")),
        value_parser = header
    )]
    pub(crate) user_agent: String,
}

/// The value of a header: not empty, and nothing that would end it (RFC 9110
/// §5.5).
fn header(argument: &str) -> Result<String, String> {
    let is_fit = |byte: u8| matches!(byte, b' '..=b'~');
    if !argument.trim().is_empty() && argument.bytes().all(is_fit) {
        Ok(argument.to_owned())
    } else {
        Err("a header has printable ASCII characters alone, and one at least".to_owned())
    }
}

/// Seconds, of which there may be fractions, from a millisecond to a day.
fn timeout(argument: &str) -> Result<Duration, String> {
    let day = 24.0 * 60.0 * 60.0;
    match argument.parse::<f64>() {
        Ok(seconds) if (0.001..=day).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("not a number of seconds from 0.001 to 86400, a day".to_owned()),
    }
}
