//! The arguments that control how a robots.txt is fetched and parsed.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use robots_exclusion::agent::product_token;
use robots_exclusion::{Dialect, ParseOptions};

/// The options for parsing a file.
#[derive(Args)]
pub(crate) struct Format {
    /// Which parser to imitate
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = dialect())]
    dialect: Dialect,
    #[command(flatten)]
    size: Size,
}

/// The option that limits how much of a file is parsed.
#[derive(Args)]
pub(crate) struct Size {
    /// Read at most this many bytes of a robots.txt; `none` raises the limit to 64 MiB. RFC 9309
    /// requires a limit of at least 500 KiB
    #[arg(long, value_name = "BYTES", default_value = "512000", value_parser = byte_limit)]
    #[arg(allow_hyphen_values = true)]
    byte_limit: usize,
}

/// The options for parsing a file for a crawler.
#[derive(Args)]
pub(crate) struct Reading {
    #[command(flatten)]
    format: Format,
    /// Don't fall back from `Googlebot-Image` to `googlebot`; use `*`
    #[arg(long)]
    no_agent_fallback: bool,
}

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new([
        PossibleValue::new("standard").help("RFC 9309 and Google's specification"),
        PossibleValue::new("google").help("Google's open-source parser, exactly"),
    ])
    .try_map(|name| name.parse::<Dialect>())
}

/// Parses a number of bytes. `none` is more than [`Format::LIFTED`], which limits any number.
fn byte_limit(argument: &str) -> Result<usize, String> {
    let limit = match argument {
        "none" => Ok(usize::MAX),
        limit => limit.parse(),
    };
    limit.map_err(|_| "must be a number of bytes, or `none`".to_owned())
}

impl Size {
    pub(crate) fn options(&self) -> ParseOptions {
        ParseOptions::new().byte_limit(self.byte_limit)
    }
}

impl Format {
    /// The limit for `--byte-limit none`, which is the maximum that the library accepts.
    pub(crate) const LIFTED: usize = 64 << 20;

    pub(crate) fn options(&self) -> ParseOptions {
        self.size.options().dialect(self.dialect)
    }
}

impl Reading {
    pub(crate) fn options(&self) -> ParseOptions {
        let options = self.format.options();
        options.agent_fallback(!self.no_agent_fallback)
    }

    /// Returns the part of an agent that is compared: either its product token or all of it.
    pub(crate) fn token_of<'a>(&self, agent: &'a str) -> &'a str {
        match self.format.dialect {
            Dialect::Standard if agent != "*" => product_token(agent),
            _ => agent,
        }
    }
}

/// The maximum number of bytes that are read from a file.
pub(crate) fn byte_limit_of(options: ParseOptions) -> usize {
    let limit = options.byte_limit.unwrap_or(Format::LIFTED);
    limit.min(Format::LIFTED)
}

/// The options for fetching robots.txt files.
#[derive(Args)]
pub(crate) struct Connection {
    /// Stop waiting for a robots.txt after this many seconds, including redirects: from 0.001 to
    /// 86400
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = timeout)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) timeout: Duration,
    /// The `User-Agent` header to send; it doesn't affect which crawler is checked
    #[arg(long, value_name = "HEADER", value_parser = header)]
    #[arg(default_value = concat!("robots-exclusion/", env!("CARGO_PKG_VERSION")))]
    pub(crate) user_agent: String,
}

/// Parses a header value, which must be non-empty printable ASCII (RFC 9110 §5.5).
fn header(argument: &str) -> Result<String, String> {
    let is_fit = |byte: u8| matches!(byte, b' '..=b'~');
    match !argument.trim().is_empty() && argument.bytes().all(is_fit) {
        true => Ok(argument.to_owned()),
        false => Err("must be non-empty printable ASCII".to_owned()),
    }
}

/// Parses a number of seconds, with or without a fraction, from a millisecond to a day.
fn timeout(argument: &str) -> Result<Duration, String> {
    let day = 24.0 * 60.0 * 60.0;
    match argument.parse::<f64>() {
        Ok(seconds) if (0.001..=day).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("must be a number of seconds from 0.001 to 86400 (a day)".to_owned()),
    }
}
