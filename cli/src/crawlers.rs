//! `robots crawlers`.

mod matrix;
mod products;
mod servers;
mod site;

use std::ffi::OsString;

use clap::ValueEnum;
use robots_exclusion::ParseOptions;
use robots_exclusion::crawlers::{self, Crawler as Known, Obeys, Purpose, Status, Survey};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::format::{Style, code, table_head};
use crate::options::Connection;
use crate::output::{MINOR, Output, PLAIN, Result, STRONG, cut, padded};
use crate::source::Source;

/// List known crawlers, and which of them may fetch a site
///
/// Without FILE, lists the known crawlers, their operators and purposes. With FILE, shows for each
/// purpose which crawlers may fetch the whole site, parts of it, or nothing, based on the behaviour
/// that their operators document. With URLs, shows which crawlers may fetch each URL. The exit code
/// is 0, or 2 if something couldn't be read.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt, or `-` for standard input. If this is an http or https URL, the robots.txt
    /// is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: Option<OsString>,
    /// Absolute URLs, or paths that begin with `/`
    #[arg(value_name = "URL")]
    urls: Vec<OsString>,
    /// Only show crawlers with these purposes (separated by commas)
    #[arg(long, value_name = "PURPOSE", value_delimiter = ',', value_parser = purpose)]
    purpose: Vec<Purpose>,
    /// Show AI products instead of crawlers: does FILE let ChatGPT, Claude, Gemini and others use
    /// the site for training, for search and answers, and for requests that a person makes?
    #[arg(long, conflicts_with_all = ["purpose", "urls"])]
    ai: bool,
    #[command(flatten)]
    connection: Connection,
    /// The output format. For a server, this is configuration that recognises the crawlers by the
    /// names that they send
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// A format of a report, or of a list for a server.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Human-readable text
    Text,
    /// One JSON object per line
    Json,
    /// Annotations for GitHub Actions
    Github,
    /// Markdown, for example for a comment on a pull request
    Markdown,
    /// A map for nginx
    Nginx,
    /// Directives for Apache
    Apache,
    /// A matcher for Caddy
    Caddy,
    /// Access lists for HAProxy
    Haproxy,
}

/// Parses a purpose's name. The error lists all names.
pub(crate) fn purpose(argument: &str) -> Result<Purpose, String> {
    let named = argument.trim().parse::<Purpose>();
    named.map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let purposes = &arguments.purpose;
    if let Some(template) = servers::template(arguments.format) {
        if arguments.ai || arguments.file.is_some() {
            return Err("a server's list contains the known crawlers: omit FILE and --ai".into());
        }
        let serves = |known: &Known| purposes.iter().any(|purpose| known.serves(*purpose));
        let chosen = crawlers::all().filter(|known| purposes.is_empty() || serves(known));
        return servers::write(chosen, template, output);
    }
    let style = match arguments.format {
        _ if arguments.json => Style::Json,
        Form::Json => Style::Json,
        Form::Github => Style::Github,
        Form::Markdown => Style::Markdown,
        _ => Style::Text,
    };
    let is_chosen = |known: &Known| purposes.is_empty() || purposes.contains(&known.purpose);
    let Some(file) = &arguments.file else {
        if arguments.ai {
            return products::write(None, None, style, output);
        }
        let chosen: Vec<_> = crawlers::all().filter(|known| is_chosen(known)).collect();
        return list(&chosen, style, output);
    };
    let source = Source::read(file, ParseOptions::new(), &arguments.connection, output)?;
    if let Some(unavailable) = source.access.unavailable() {
        output.complain(format_args!("{}: {unavailable}", source.shown_name()))?;
    }
    let mut survey = match source.access.robots() {
        Some(robots) => Survey::new(robots),
        None => Survey::without_file(source.access.matcher("*")),
    };
    if arguments.ai {
        return products::write(Some(&survey), source.access.robots(), style, output);
    }
    survey.rows.retain(|row| is_chosen(row.crawler));
    match arguments.urls.as_slice() {
        [] => site::write(&survey, style, output),
        urls => matrix::write(&survey, &source, urls, style, output),
    }
}

/// A row of the table in JSON. Every key is always present.
fn row(known: &Known) -> Value {
    let obeys = known.obeys_robots_txt;
    json!({
        "token": known.token,
        "operator": known.operator,
        // The AI product that it reads for.
        "product": product(known),
        "purpose": known.purpose.name(),
        "status": known.status.name(),
        "replaced_by": known.replaced_by().map(|known| known.token),
        // `yes`, `no` or `unknown`, according to the operator. The next field contains the same
        // information in the form that draft-meunier-webbotauth-registry-04 uses.
        "obeys_robots_txt": obeys.name(),
        "rfc9309-compliance": match obeys {
            Obeys::Yes => Some(true),
            Obeys::No => Some(false),
            _ => None,
        },
        // The source that shows that models are trained on what the crawler publishes.
        "trains_models": known.trains_models,
        "documentation": known.documentation,
        // The date on which the documentation was read.
        "documentation_read": known.documentation_read,
        // The operator's address list.
        "addresses": known.addresses,
        // The domains that forward-confirmed reverse DNS returns for its addresses.
        "domains": known.domains,
    })
}

/// Returns the name of the AI product that a crawler reads for. No crawler reads for more than
/// one.
fn product(known: &Known) -> Option<&'static str> {
    known.products().next().map(|(product, _)| product.name)
}

/// Writes the table.
fn list(crawlers: &[&'static Known], style: Style, output: &mut Output) -> Result {
    if style == Style::Markdown {
        let titles = ["crawler", "operator", "product", "purpose", "status"];
        table_head(&titles, output)?;
    }
    let widest = |of: fn(&Known) -> &'static str| {
        let widths = crawlers.iter().map(|known| of(known).width());
        widths.max().unwrap_or_default()
    };
    // On a terminal, the columns are cut to fit.
    let purpose_width = 11;
    let (token_width, operator_width, status_width) = match output.columns() {
        None => (
            widest(|known| known.token),
            widest(|known| known.operator),
            usize::MAX,
        ),
        Some(columns) => {
            let columns = columns.clamp(60, 100);
            let (token, operator) = (23, if columns < 80 { 10 } else { 20 });
            let status = columns - token - operator - purpose_width - 6;
            (token, operator, status)
        }
    };
    for known in crawlers {
        let (operator, purpose) = (known.operator, known.purpose);
        let unread = is_unread(known);
        let status = match (known.status, known.replaced_by()) {
            (Status::Active, _) if unread => "unread".to_owned(),
            (Status::Active, _) => String::new(),
            (Status::Retired, Some(other)) => format!("retired: see {other}"),
            (status, _) if unread => format!("{status}, unread"),
            (status, _) => status.to_string(),
        };
        match style {
            Style::Json => output.object(&row(known))?,
            Style::Markdown => output.line(format_args!(
                "| [{}]({}) | {operator} | {} | {purpose} | {status} |",
                code(known),
                known.documentation,
                product(known).unwrap_or_default(),
            ))?,
            Style::Text | Style::Github => {
                let column = |text: &str, width| padded(&cut(text, width), width + 2);
                let purpose = padded(purpose.name(), purpose_width + 2);
                output.row([
                    (STRONG, column(known.token, token_width)),
                    (PLAIN, column(operator, operator_width) + &purpose),
                    (MINOR, cut(&status, status_width)),
                ])?;
            }
        }
    }
    let has_control = (crawlers.iter()).any(|known| known.status == Status::Control);
    let control = "control: this name is only for rules. No crawler sends it.";
    let has_unread = crawlers.iter().any(|known| is_unread(known));
    let unread = "unread: its source hasn't been read for this table.";
    for (is_used, note) in [(has_control, control), (has_unread, unread)] {
        if is_used && style != Style::Json {
            output.line(format_args!(""))?;
            output.line(format_args!("{note}"))?;
        }
    }
    Ok(())
}

/// Returns `true` if the crawler's source hasn't been read for the table.
fn is_unread(known: &Known) -> bool {
    known.documentation_read.is_none()
}

/// Returns a crawler's name, with a mark if its source hasn't been read.
fn marked(known: &Known) -> String {
    format!("{known}{}", if is_unread(known) { "*" } else { "" })
}

/// The meaning of the mark.
const MARK: &str = "*: its source hasn't been read for the table of crawlers.";

/// Explains the `*` after a crawler's name, if any of the crawlers has it.
fn explain_mark<'k>(mut crawlers: impl Iterator<Item = &'k Known>, output: &mut Output) -> Result {
    if !crawlers.any(is_unread) {
        return Ok(());
    }
    output.line(format_args!(""))?;
    output.line(format_args!("{MARK}"))
}
