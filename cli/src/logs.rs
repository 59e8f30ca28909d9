//! `robots logs`.

mod entry;
mod report;
mod rules;
mod tally;
mod time;
mod verify;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use robots_exclusion::agent::product_token;
use robots_exclusion::crawlers::{self, Purpose};
use robots_exclusion::{Matcher, ParseOptions, Robots};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use self::entry::{Line, LogFormat, Names, Reader};
use self::rules::Version;
use self::tally::{Tally, Who};
use self::verify::Ranges;
use crate::Finding;
use crate::lines::{Advance, Lines};
use crate::options::{Connection, byte_limit_of};
use crate::output::{Failure, Output, Result, progress, shown};
use crate::source::{self, Source};

/// Show which crawlers fetched URLs that a robots.txt disallows
///
/// Reads access logs and lists the crawlers in them: how many requests they sent and on how many
/// days, whether they fetched /robots.txt, and which requests each line of FILE disallows. This
/// covers the crawlers that `robots crawlers` lists, those that FILE names, and others that call
/// themselves bots. A name in a log is only a claim: see --ranges and --verify. FILE is applied to
/// all requests, even if it was different at the time: see --file-since and --earlier. The exit
/// code is 0, or 2 if something couldn't be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt, or `-` for standard input. If this is an http or https URL, the robots.txt
    /// is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Access logs, plain or compressed with gzip or zstd, or `-` for standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<OsString>,
    /// The log format
    #[arg(long = "log-format", value_enum, default_value_t = LogFormat::Auto)]
    log_format: LogFormat,
    /// The names of the fields in JSON logs, such as `url=request.uri,agent=ua`. The fields are
    /// agent, host, ip, status, time and url
    #[arg(long, value_name = "FIELD=NAME", value_delimiter = ',')]
    fields: Vec<String>,
    /// Only count requests for this host, if the logs cover several
    #[arg(long)]
    host: Option<String>,
    /// Only count these crawlers (separated by commas)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    crawler: Vec<String>,
    /// Only count crawlers with these purposes (separated by commas)
    #[arg(long, value_name = "PURPOSE", value_delimiter = ',', value_parser = crate::crawlers::purpose)]
    purpose: Vec<Purpose>,
    /// Only count requests since this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<i64>,
    /// Only count requests with these statuses, such as `200` or `4xx`
    #[arg(long, value_name = "STATUS", value_delimiter = ',', value_parser = status)]
    status: Vec<(u16, u16)>,
    /// The day since which FILE has applied; earlier requests are counted but not judged
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    file_since: Option<i64>,
    /// A robots.txt that applied from this day until the next day that you give
    #[arg(long, value_name = "YYYY-MM-DD=FILE", requires = "file_since")]
    earlier: Vec<String>,
    /// An operator's published address list, as JSON. Requests from these addresses count as
    /// verified
    #[arg(long, value_name = "[CRAWLER=]FILE")]
    ranges: Vec<String>,
    /// Verify addresses with forward-confirmed reverse DNS, for crawlers whose operators document a
    /// domain
    #[arg(long)]
    verify: bool,
    /// The maximum number of addresses that --verify looks up per second. It waits at most 5 s for
    /// each answer, and stops after 10 minutes, or if DNS doesn't answer for any of 64 addresses
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    lookups: u32,
    /// With `disallowed`, exit with code 1 if a crawler fetched a URL that FILE disallows
    #[arg(long, value_enum)]
    fail_on: Option<FailOn>,
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    format: crate::format::ReportFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// A disallowed request
    Disallowed,
}

/// Parses a day.
fn day(argument: &str) -> Result<i64, String> {
    time::date(argument.as_bytes()).ok_or_else(|| "must be a day, as in 2026-03-01".to_owned())
}

/// Parses a status, or a class such as `4xx`, as a range.
fn status(argument: &str) -> Result<(u16, u16), String> {
    let of_class = argument
        .strip_suffix("xx")
        .and_then(|class| class.parse::<u16>().ok());
    let of_class = of_class
        .filter(|class| (1..=9).contains(class))
        .map(|class| (class * 100, class * 100 + 99));
    let exact = argument
        .parse()
        .ok()
        .filter(|status| (100..1000).contains(status));
    let range = of_class.or_else(|| exact.map(|status| (status, status)));
    range.ok_or_else(|| "must be a status, as in 200, or a class, as in 4xx".to_owned())
}

/// The numbers of logs and lines that were read, and of lines that weren't requests.
#[derive(Default)]
struct Progress {
    files: u64,
    lines: u64,
    skipped: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let mut names = Names::default();
    for pair in &arguments.fields {
        names
            .set(pair)
            .map_err(|error| format!("--fields {error}"))?;
    }
    let mut ranges = Ranges::default();
    for list in &arguments.ranges {
        ranges.read(list)?;
    }
    let has_ranges = !arguments.ranges.is_empty();
    let files = files(arguments, output)?;
    let versions = files.iter().map(|file| {
        let rules = file.rules.as_ref();
        Version::new(&file.name, file.since, rules)
    });
    let mut tally = Tally::new(versions.collect(), &ranges, arguments.verify);
    let chosen = Chosen::new(arguments)?;
    let is_chosen = |who: Who, name: &str| chosen.includes(who, name);
    let mut read = Progress::default();
    for log in &arguments.logs {
        match read_log(log, arguments, &names, &mut tally, &is_chosen, &mut read) {
            Ok(()) => read.files += 1,
            Err(error) => {
                let name = log.to_string_lossy();
                let name = source::shown_name(&name);
                output.fail(format_args!("cannot read {name}: {error}"))?;
            }
        }
    }
    progress::clear();
    if arguments.verify {
        let [asked, unanswered] = verify::by_dns(&mut tally.counts, arguments.lookups);
        if unanswered > 0 {
            output.complain(format_args!(
                "DNS didn't answer for {unanswered} of {}, so requests from those aren't verified",
                if asked == 1 {
                    "1 address".to_owned()
                } else {
                    format!("{asked} addresses")
                }
            ))?;
        }
        output.raise_if(asked > 0 && unanswered == asked, Finding::Incomplete);
    }
    let is_verified = has_ranges || arguments.verify;
    let report = report::Report {
        tally: &tally,
        read: [read.files, read.lines, read.skipped],
        is_verified,
    };
    report.write(arguments.format.style(), output)?;
    let disallowed = tally.counts.iter().any(|count| count.disallowed > 0);
    let is_asked = arguments.fail_on == Some(FailOn::Disallowed);
    output.raise_if(is_asked && disallowed, Finding::Adverse);
    Ok(())
}

/// A robots.txt, or the rules that apply without one, and the time from which it applied.
struct DatedFile {
    name: String,
    since: i64,
    rules: Result<Robots<'static>, Arc<Matcher>>,
}

/// Reads the files, in order of the days from which they apply.
fn files(arguments: &Arguments, output: &mut Output) -> Result<Vec<DatedFile>> {
    let source = Source::read(
        &arguments.file,
        ParseOptions::new(),
        &arguments.connection,
        output,
    )?;
    if let Some(unavailable) = source.access.unavailable() {
        output.complain(format_args!("{}: {unavailable}", source.shown_name()))?;
    }
    let rules = match source.access.robots() {
        Some(robots) => Ok(robots.clone().into_owned()),
        None => Err(source.access.matcher("*")),
    };
    let since = arguments.file_since.unwrap_or(i64::MIN);
    let name = source.shown_name().to_owned();
    let mut files = vec![DatedFile { name, since, rules }];
    for earlier in &arguments.earlier {
        let (since, name) = earlier
            .split_once('=')
            .and_then(|(since, name)| Some((time::date(since.as_bytes())?, name)))
            .ok_or_else(|| {
                format!("--earlier {earlier}: write a day and a file, as in 2026-01-01=old.txt")
            })?;
        let options = ParseOptions::new();
        let text = source::read_file(OsStr::new(name), byte_limit_of(options))?;
        files.push(DatedFile {
            name: name.to_owned(),
            since,
            rules: Ok(options.parse_owned(text)),
        });
    }
    files.sort_by_key(|file| file.since);
    Ok(files)
}

/// The crawlers to report on.
struct Chosen<'a> {
    names: Vec<String>,
    purposes: &'a [Purpose],
}

impl<'a> Chosen<'a> {
    fn new(arguments: &'a Arguments) -> Result<Chosen<'a>> {
        let name = |name: &String| match (crawlers::find(name), product_token(name)) {
            (Ok(known), _) => Ok(known.token.to_ascii_lowercase()),
            (Err(error), "") => Err(Failure::from(error.to_string())),
            (Err(_), token) => Ok(token.to_ascii_lowercase()),
        };
        let names = arguments
            .crawler
            .iter()
            .map(name)
            .collect::<Result<_, _>>()?;
        let purposes = &arguments.purpose;
        Ok(Chosen { names, purposes })
    }

    fn includes(&self, who: Who, name: &str) -> bool {
        let has_purpose = match who {
            Who::Known(known) => self.purposes.iter().any(|purpose| known.serves(*purpose)),
            Who::Other => self.purposes.contains(&Purpose::Unknown),
        };
        let has_name = || self.names.iter().any(|its| its.eq_ignore_ascii_case(name));
        (self.purposes.is_empty() || has_purpose) && (self.names.is_empty() || has_name())
    }
}

/// Reads one log.
fn read_log(
    name: &OsStr,
    arguments: &Arguments,
    names: &Names,
    tally: &mut Tally<'_>,
    is_chosen: &dyn Fn(Who, &str) -> bool,
    read: &mut Progress,
) -> io::Result<()> {
    let shown_log = name.to_string_lossy();
    let shown_log = shown(source::shown_name(&shown_log)).into_owned();
    let (raw, size): (Box<dyn Read>, u64) = if name == "-" {
        (Box::new(io::stdin()), 0)
    } else {
        let file = File::open(name)?;
        let size = file.metadata()?.len();
        (Box::new(file), size)
    };
    static DONE: AtomicU64 = AtomicU64::new(0);
    DONE.store(0, Ordering::Relaxed);
    let mut lines = Lines::new(decompressed(Counting(raw, &DONE))?);
    let mut reader = Reader::new(arguments.log_format, names);
    let has_status = |status: Option<u16>| {
        let ranges = &arguments.status;
        ranges.is_empty()
            || status.is_some_and(|its| {
                ranges
                    .iter()
                    .any(|range| (range.0..=range.1).contains(&its))
            })
    };
    loop {
        match lines.advance()? {
            Advance::End => return Ok(()),
            Advance::TooLong => {
                read.lines += 1;
                read.skipped += 1;
                continue;
            }
            Advance::Line => {}
        }
        if lines.number() % 4096 == 0 {
            let done = DONE.load(Ordering::Relaxed);
            let percent = (done * 100)
                .checked_div(size)
                .map(|percent| format!("{percent} % of "));
            progress::show(format_args!("{}{shown_log}", percent.unwrap_or_default()));
        }
        match reader.read(lines.content()) {
            Line::Comment => {}
            Line::Broken => {
                read.lines += 1;
                read.skipped += 1;
            }
            Line::Request(entry) => {
                read.lines += 1;
                let is_since = arguments
                    .since
                    .is_none_or(|since| entry.time.is_some_and(|time| time >= since));
                let is_of_host = arguments.host.as_deref().is_none_or(|host| {
                    entry
                        .host
                        .as_deref()
                        .is_some_and(|its| its.eq_ignore_ascii_case(host))
                });
                if is_since && is_of_host && has_status(entry.status) {
                    tally.add(&entry, is_chosen);
                }
            }
        }
    }
}

/// Counts the bytes that are read, for the progress line.
struct Counting(Box<dyn Read>, &'static AtomicU64);

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Decompresses gzip or zstd, which are recognised by their first bytes.
fn decompressed(raw: Counting) -> io::Result<Box<dyn Read>> {
    let mut reader = BufReader::with_capacity(64 << 10, raw);
    Ok(match *reader.fill_buf()? {
        [0x1F, 0x8B, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(reader)),
        // A frame, or one without content, which parallel compressors write first.
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Box::new(Zstd {
            source: reader,
            frame: FrameDecoder::new(),
        }),
        _ => Box::new(reader),
    })
}

/// Decodes zstd frames one after another. A log has several if it was compressed in parallel or
/// appended to.
struct Zstd {
    source: BufReader<Counting>,
    frame: FrameDecoder,
}

impl Read for Zstd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged =
            |_| io::Error::other("its zstd data is damaged, incomplete, or needs too much memory");
        while self.frame.can_collect() == 0 {
            if !self.frame.is_finished() {
                let strategy = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = self.frame.decode_blocks(&mut self.source, strategy);
                decoded.map_err(damaged)?;
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                match self.frame.init(&mut self.source) {
                    Err(FrameDecoderError::ReadFrameHeaderError(
                        ReadFrameHeaderError::SkipFrame { length, .. },
                    )) => {
                        let mut content = self.source.by_ref().take(length.into());
                        io::copy(&mut content, &mut io::sink())?;
                    }
                    started => started.map_err(damaged)?,
                }
            }
        }
        self.frame.read(buffer)
    }
}
