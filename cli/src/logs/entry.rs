//! One request in an access log, in any of the formats that servers write.
//!
//! Log lines are hostile, because clients choose the URL and the `User-Agent` header. Lines
//! that can't be read are skipped and counted.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};

use serde_json::Value;

use super::time;

/// A request.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Entry<'a> {
    /// The requested host, if the log records it.
    pub(super) host: Option<Cow<'a, str>>,
    pub(super) address: Option<IpAddr>,
    /// Seconds since 1970, UTC.
    pub(super) time: Option<i64>,
    /// The target of the request: a path and query, or an absolute URL.
    pub(super) target: Cow<'a, str>,
    pub(super) status: Option<u16>,
    /// The `User-Agent` header, if the log records it.
    pub(super) agent: Option<Cow<'a, str>>,
}

/// The format of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LogFormat {
    /// Recognise the format of each file
    Auto,
    /// Common or combined log format, with or without a virtual host (Apache, nginx)
    Combined,
    /// One JSON object per line (Caddy, nginx, Traefik, Cloudflare)
    Json,
    /// W3C extended log format (IIS, CloudFront)
    W3c,
}

/// Reads the lines in one file.
pub(super) struct Reader<'f> {
    format: LogFormat,
    /// The names of fields in JSON objects.
    names: &'f Names,
    /// The columns of the W3C format, according to the last `#Fields:` line.
    columns: Vec<Column>,
}

/// The result of reading a line.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    Request(Entry<'a>),
    /// A line that describes the log.
    Comment,
    Broken,
}

impl<'f> Reader<'f> {
    pub(super) fn new(format: LogFormat, names: &'f Names) -> Reader<'f> {
        Reader {
            format,
            names,
            columns: Vec::new(),
        }
    }

    pub(super) fn read<'a>(&mut self, line: &'a [u8]) -> Line<'a> {
        if self.format == LogFormat::Auto {
            self.format = match line.trim_ascii_start() {
                [b'{', ..] => LogFormat::Json,
                [b'#', ..] => LogFormat::W3c,
                _ => LogFormat::Combined,
            };
        }
        let entry = match self.format {
            LogFormat::Json => self.names.entry(line),
            LogFormat::W3c if line.starts_with(b"#") => {
                if let Some(fields) = line.strip_prefix(b"#Fields:") {
                    self.columns = columns(fields);
                }
                return Line::Comment;
            }
            LogFormat::W3c => w3c(line, &self.columns),
            LogFormat::Combined | LogFormat::Auto => combined(line),
        };
        entry.map_or(Line::Broken, Line::Request)
    }
}

/// Reads the common and the combined format:
///
/// ```text
/// [vhost[:port] ]address ident user [time] "method target protocol" status size[ "referrer" "agent"]
/// ```
fn combined(line: &[u8]) -> Option<Entry<'_>> {
    let (open, close) = (memchr::memchr(b'[', line)?, memchr::memchr(b']', line)?);
    let time = time::common(line.get(open + 1..close)?)?;
    let mut words = line[..open].split(|byte| *byte == b' ');
    let (first, second) = (words.next()?, words.next()?);
    let (host, address) = match (address(first), address(second)) {
        (_, Some(address)) => (Some(text(without_port(first))), Some(address)),
        (address, _) => (None, address),
    };
    let (request, rest) = quoted(&line[close + 1..])?;
    let target = target_of(request)?;
    let mut numbers = rest.trim_ascii_start().splitn(3, |byte| *byte == b' ');
    let status = number(numbers.next()?);
    let _size = numbers.next()?;
    let agent = numbers
        .next()
        .and_then(|rest| quoted(rest))
        .and_then(|(_referrer, rest)| quoted(rest))
        .map(|(agent, _)| unescaped(agent));
    Some(Entry {
        host,
        address,
        time: Some(time),
        target: unescaped(target),
        status,
        agent: agent.filter(|agent| agent != "-"),
    })
}

/// Returns the target of a request line, between the method and the protocol.
fn target_of(request: &[u8]) -> Option<&[u8]> {
    let after_method = memchr::memchr(b' ', request)? + 1;
    let rest = &request[after_method..];
    // A target with spaces isn't valid, but servers log it.
    let end = memchr::memrchr(b' ', rest).filter(|&end| rest[end + 1..].starts_with(b"HTTP/"));
    let target = &rest[..end.unwrap_or(rest.len())];
    (!target.is_empty()).then_some(target)
}

/// Splits a string in quotation marks off the start of a line. A backslash escapes the next byte.
fn quoted(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_start().strip_prefix(b"\"")?;
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', &line[at..])?;
        if line[at] == b'"' {
            return Some((&line[..at], &line[at + 1..]));
        }
        at = (at + 2).min(line.len());
    }
}

/// Resolves the escapes that Apache and nginx write: `\"`, `\\` and `\x1b`.
fn unescaped(text: &[u8]) -> Cow<'_, str> {
    if memchr::memchr(b'\\', text).is_none() {
        return String::from_utf8_lossy(text);
    }
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            plain.push(byte);
            continue;
        }
        let hex = |digit: &u8| char::from(*digit).to_digit(16).map(|digit| digit as u8);
        match after {
            [b'x', high, low, after @ ..] if hex(high).zip(hex(low)).is_some() => {
                plain.extend(hex(high).zip(hex(low)).map(|(high, low)| high << 4 | low));
                rest = after;
            }
            [escaped, after @ ..] => {
                plain.push(*escaped);
                rest = after;
            }
            [] => plain.push(byte),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&plain).into_owned())
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn number(bytes: &[u8]) -> Option<u16> {
    std::str::from_utf8(bytes).ok()?.parse().ok()
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    // Host names are common here, and most of them contain a letter that never occurs in an
    // address.
    let text = std::str::from_utf8(bytes).ok()?;
    let address: IpAddr = text
        .parse()
        .or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()))
        .ok()?;
    // Servers that listen on both families over one IPv6 socket write `::ffff:192.0.2.1`.
    Some(address.to_canonical())
}

fn without_port(host: &[u8]) -> &[u8] {
    let colon = memchr::memrchr(b':', host);
    let is_port = |&at: &usize| host[at + 1..].iter().all(u8::is_ascii_digit);
    colon.filter(is_port).map_or(host, |at| &host[..at])
}

/// A column of the W3C extended format.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Date,
    Time,
    Host,
    Address,
    Stem,
    Query,
    Status,
    Agent,
    Other,
}

fn columns(fields: &[u8]) -> Vec<Column> {
    let names = fields.split(u8::is_ascii_whitespace);
    let names = names.filter(|name| !name.is_empty());
    let column = |name: &[u8]| match name.to_ascii_lowercase().as_slice() {
        b"date" => Column::Date,
        b"time" => Column::Time,
        b"cs-host" | b"cs(host)" | b"x-host-header" => Column::Host,
        b"c-ip" => Column::Address,
        b"cs-uri-stem" | b"cs-uri" => Column::Stem,
        b"cs-uri-query" => Column::Query,
        b"sc-status" => Column::Status,
        b"cs(user-agent)" => Column::Agent,
        _ => Column::Other,
    };
    names.map(column).collect()
}

/// Reads the W3C extended format. CloudFront separates values with tabs and percent-encodes the
/// agent. IIS separates them with spaces and writes `+` for a space.
fn w3c<'a>(line: &'a [u8], columns: &[Column]) -> Option<Entry<'a>> {
    let separator = if memchr::memchr(b'\t', line).is_some() {
        b'\t'
    } else {
        b' '
    };
    let mut entry = Entry::default();
    let (mut date, mut clock, mut query) = (None, None, None);
    let values = line.split(|byte| *byte == separator);
    for (column, value) in columns.iter().zip(values) {
        if value == b"-" {
            continue;
        }
        match column {
            Column::Date => date = Some(value),
            Column::Time => clock = Some(value),
            Column::Host => entry.host = Some(text(value)),
            Column::Address => entry.address = address(value),
            Column::Stem => entry.target = text(value),
            Column::Query => query = Some(text(value)),
            Column::Status => entry.status = number(value),
            Column::Agent => entry.agent = Some(w3c_agent(value, separator)),
            Column::Other => {}
        }
    }
    if entry.target.is_empty() {
        return None;
    }
    if let Some(query) = query {
        entry.target = Cow::Owned(format!("{}?{query}", entry.target));
    }
    entry.time = Some(time::w3c(date?, clock?)?);
    Some(entry)
}

fn w3c_agent(value: &[u8], separator: u8) -> Cow<'_, str> {
    if separator == b' ' {
        return Cow::Owned(text(value).replace('+', " "));
    }
    // CloudFront encodes twice, so `%2520` is a space.
    let once: Vec<u8> = percent_encoding::percent_decode(value).collect();
    let twice = percent_encoding::percent_decode(&once).collect::<Vec<u8>>();
    Cow::Owned(String::from_utf8_lossy(&twice).into_owned())
}

/// The field names in JSON objects. A name with dots is a path, such as `request.uri`.
#[derive(Debug)]
pub(super) struct Names {
    host: Vec<String>,
    address: Vec<String>,
    time: Vec<String>,
    target: Vec<String>,
    request: Vec<String>,
    status: Vec<String>,
    agent: Vec<String>,
}

impl Default for Names {
    /// The names in logs of Caddy, Traefik and Cloudflare, and the names of nginx's variables.
    fn default() -> Names {
        let names = |list: &str| list.split(' ').map(str::to_owned).collect();
        Names {
            host: names("request.host RequestHost ClientRequestHost host http_host vhost"),
            address: names(
                "request.client_ip request.remote_ip ClientHost ClientIP remote_addr client_ip \
                 remote_ip clientip ip",
            ),
            time: names(
                "ts StartUTC EdgeStartTimestamp time_iso8601 time_local msec time timestamp \
                 @timestamp date",
            ),
            target: names(
                "request.uri RequestPath ClientRequestURI request_uri uri url path request_path",
            ),
            request: names("request"),
            status: names("status DownstreamStatus EdgeResponseStatus status_code response"),
            agent: names(
                "request.headers.User-Agent request_User-Agent ClientRequestUserAgent \
                 http_user_agent user_agent agent User-Agent",
            ),
        }
    }
}

impl Names {
    /// Sets the names of fields: `url=a.b,agent=c`.
    pub(super) fn set(&mut self, pair: &str) -> Result<(), String> {
        let (field, name) = pair
            .split_once('=')
            .ok_or_else(|| format!("'{pair}': write FIELD=NAME, as in agent=request.user_agent"))?;
        let names = match field.trim() {
            "host" => &mut self.host,
            "ip" => &mut self.address,
            "time" => &mut self.time,
            "url" => &mut self.target,
            "status" => &mut self.status,
            "agent" => &mut self.agent,
            other => {
                return Err(format!(
                    "unknown field '{other}': the fields are agent, host, ip, status, time and url"
                ));
            }
        };
        *names = vec![name.trim().to_owned()];
        Ok(())
    }

    fn entry(&self, line: &[u8]) -> Option<Entry<'static>> {
        let object: Value = serde_json::from_slice(line).ok()?;
        let string = |names: &[String]| {
            let mut found = names.iter().filter_map(|name| lookup(&object, name));
            found.find_map(|value| {
                value
                    .as_str()
                    .filter(|text| !text.is_empty() && *text != "-")
            })
        };
        let target = match string(&self.target) {
            Some(target) => target.to_owned(),
            None => {
                String::from_utf8_lossy(target_of(string(&self.request)?.as_bytes())?).into_owned()
            }
        };
        let mut times = self.time.iter().filter_map(|name| lookup(&object, name));
        let mut statuses = self.status.iter().filter_map(|name| lookup(&object, name));
        let status = statuses.find_map(|value| match value {
            Value::String(text) => text.parse().ok(),
            value => value.as_u64()?.try_into().ok(),
        });
        let owned = |text: &str| Cow::Owned(text.to_owned());
        Some(Entry {
            host: string(&self.host)
                .map(|host| text(without_port(host.as_bytes())).into_owned().into()),
            address: string(&self.address).and_then(|text| address(text.as_bytes())),
            time: times.find_map(time::json),
            target: Cow::Owned(target),
            status,
            agent: string(&self.agent).map(owned),
        })
    }
}

/// Finds a value by its path. A list is represented by its first value, as Caddy writes headers.
fn lookup<'v>(object: &'v Value, path: &str) -> Option<&'v Value> {
    // Traefik uses names that contain dots.
    let found = object.get(path).or_else(|| {
        let mut parts = path.split('.');
        parts.try_fold(object, |value, part| value.get(part))
    })?;
    match found {
        Value::Array(list) => list.first(),
        value => Some(value),
    }
}
