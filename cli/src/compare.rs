//! `robots compare`.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use robots_exclusion::agent::product_token;
use robots_exclusion::{Dialect, Robots};

use crate::crawler;
use crate::diff::{self, report};
use crate::format::ReportFormat;
use crate::options::{Connection, Size};
use crate::output::{Output, Result, counted};
use crate::source::Source;

/// Show for which URLs Google's parser departs from the standard
///
/// Reads the file in both dialects and finds the URLs for which their verdicts differ, for each
/// crawler that the file names and for all others (`*`). For each pair of deciding rules, you get
/// the shortest example. Crawlers whose names Google's parser truncates, such as MJ12bot, are only
/// compared if you name them with `--agent`. The answer is exact for URLs in their usual spelling,
/// except for /robots.txt itself. A crawler is reported as undecided if one of its rules has a
/// wildcard that could end inside a `%XX` in Google's parser. The exit code is 0 if there is no
/// difference, 1 if there is one, or 2 if something couldn't be read or decided.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The robots.txt, or `-` for standard input. If this is an http or https URL, the robots.txt
    /// is fetched from its host
    #[arg(value_name = "FILE|URL")]
    file: OsString,
    /// Only compare the rules for this crawler: a product token, such as `MyBot`. For several
    /// crawlers, separate their names with commas or repeat the option. `*` means every crawler
    /// that no group names
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<OsString>,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    format: ReportFormat,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let crawlers = crawler::of_agents(&arguments.agents)?;
    let options = arguments.size.options();
    let source = Source::read(&arguments.file, options, &arguments.connection, output)?;
    let Some(robots) = source.access.robots() else {
        let name = source.shown_name();
        return Err(format!("{name}: no robots.txt to compare").into());
    };
    let [standard, google] = [Dialect::Standard, Dialect::Google].map(|dialect| {
        let options = robots.options().dialect(dialect).byte_limit(None);
        options.parse(robots.text())
    });
    let names = crawlers.iter().map(|crawler| &*crawler.name);
    let agents = names.map(|it| if it == "*" { it } else { product_token(it) });
    let agents: Vec<&str> = agents.collect();
    let mut differences = diff::compare(&standard, &google, &agents);
    if agents.is_empty() {
        let (cut, rests) = cut_names(&google);
        for (names, _) in &mut differences {
            names.retain(|name| {
                let name = name.to_ascii_lowercase();
                !cut.contains_key(&name) && !rests.contains(&name)
            });
        }
        differences.retain(|(names, _)| !names.is_empty());
        if let Some((name, read)) = cut.first_key_value() {
            let others = match cut.len() - 1 {
                0 => String::new(),
                others => format!(" and truncates {}", counted(others, "more name")),
            };
            output.complain(format_args!(
                "not compared: Google's parser reads {name} as `{read}`{others}; Google's own \
                 crawlers have no digits in their names"
            ))?;
        }
    }
    let (style, name) = (arguments.format.style(), &arguments.file);
    report::write(&differences, &report::DIALECTS, style, name, output)?;
    report::conclude(&differences, output)
}

/// Returns the names that Google's parser truncates at a digit or a dot, as the standard reads them
/// and as Google's parser reads them, and the names that Google's parser only reads as part of a
/// longer one. All are in lower case. No Google crawler has such a name.
fn cut_names(google: &Robots<'_>) -> (BTreeMap<String, String>, BTreeSet<String>) {
    let (mut cut, mut whole) = (BTreeMap::new(), BTreeSet::new());
    for agent in google.groups().flat_map(|group| group.agents()) {
        let lower = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let (value, read) = (lower(agent.value()), lower(agent.token()));
        let name = product_token(&value);
        if name.len() > read.len() {
            cut.insert(name.to_owned(), read);
        } else {
            whole.insert(read);
        }
    }
    let rests = cut.values().filter(|read| !whole.contains(*read));
    let rests = rests.cloned().collect();
    (cut, rests)
}
