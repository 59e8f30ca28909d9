//! The arguments that say how a robots.txt is read, and for whom.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueEnum};
use robots_exclusion::{Dialect, ParseOptions};

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
    /// The agents as strings. What is not Unicode ends a token in either
    /// dialect, and so does what it is replaced by.
    pub(crate) fn agents(&self) -> Vec<String> {
        self.agents
            .iter()
            .map(|agent| agent.to_string_lossy().into_owned())
            .collect()
    }
}

/// How to read a file.
#[derive(Args)]
pub(crate) struct Format {
    /// Whose reading of the file
    #[arg(long, value_enum, default_value_t = DialectName::Standard)]
    dialect: DialectName,
    /// Read at most so many bytes of a robots.txt; `none` lifts the limit (up
    /// to 64 MiB). RFC 9309 asks for 512000 at least
    #[arg(long, value_name = "BYTES", default_value = "512000", value_parser = byte_limit)]
    byte_limit: ByteLimit,
}

/// How to read a file for a crawler.
#[derive(Args)]
pub(crate) struct Reading {
    #[command(flatten)]
    format: Format,
    /// A crawler without a group of its own is bound by `*` at once, and not
    /// by the group of a more general token (`Googlebot-Image` by `googlebot`)
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
    match argument {
        "none" => Ok(ByteLimit(None)),
        number => match number.parse() {
            Ok(limit) => Ok(ByteLimit(Some(limit))),
            Err(_) => Err("neither a number of bytes nor `none`".to_owned()),
        },
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

    /// How many bytes of a file count.
    pub(crate) fn byte_limit(&self) -> usize {
        let limit = self.format.byte_limit.0.unwrap_or(Format::LIFTED);
        limit.min(Format::LIFTED)
    }
}

/// How long something may take.
#[derive(Clone, Copy)]
pub(crate) struct Timeout(pub(crate) Duration);

/// Seconds, of which there may be fractions, up to a day.
pub(crate) fn timeout(argument: &str) -> Result<Timeout, String> {
    let day = 24.0 * 60.0 * 60.0;
    match argument.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= day => {
            Ok(Timeout(Duration::from_secs_f64(seconds)))
        }
        _ => Err("not a number of seconds, up to a day".to_owned()),
    }
}
