//! Shows which AI products may use a site, with a row for each product and a column for each
//! door.

use std::collections::BTreeMap;

use anstyle::Style as Colour;
use robots_exclusion::Robots;
use robots_exclusion::crawlers::{self, Crawler as Known, Door, Product, Site, Survey};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::site::colour;
use super::{MARK, marked};
use crate::format::{Style, annotate, code, table_head};
use crate::output::{MINOR, Output, PLAIN, Result, STRONG, excerpt, padded};

/// Returns the `Content-Signal` and `Content-Usage` lines for a product with their numbers, in file
/// order. They express a wish but don't close a door.
fn statements(
    product: &Product,
    robots: Option<&Robots<'_>>,
) -> impl Iterator<Item = (u32, String)> + use<> {
    let statements = robots.map(|robots| product.statements(robots));
    let statements = statements.into_iter().flatten();
    statements.map(|(line, text)| (line, excerpt(text)))
}

/// Writes the products. Without a file, lists their doors and tokens.
pub(super) fn write(
    survey: Option<&Survey>,
    robots: Option<&Robots<'_>>,
    style: Style,
    output: &mut Output,
) -> Result {
    match style {
        Style::Json => crawlers::products().try_for_each(|product| {
            // The documented tokens for each door, and those that the operator doesn't document, but
            // that are on lists of AI crawlers.
            let token = |known: &'static Known| known.token;
            let tokens = by_door(|door| product.crawlers(door).map(token).collect());
            let listed = by_door(|door| product.listed_crawlers(door).map(token).collect());
            let statements = statements(product, robots);
            let statements = statements.map(|(line, text)| json!({ "line": line, "text": text }));
            output.object(&json!({
                "product": product.name,
                "operator": product.operator,
                // The answer for each door, or `null` if the product doesn't have that door.
                // Without FILE, it's `decided` for doors that a robots.txt can control.
                "doors": by_door(|door| json!(cell(product, door, survey).state)),
                "tokens": tokens,
                "listed": listed,
                // The operator's documentation for each door.
                "sources": by_door(|door| json!(product.source(door))),
                // The lines in the file that state how content may be used.
                "statements": statements.collect::<Value>(),
            }))
        }),
        Style::Markdown => write_markdown(survey, robots, output),
        Style::Github => crawlers::products().try_for_each(|product| {
            let doors = product.doors().map(|door| {
                let Cell { word, tokens, .. } = cell(product, door, survey);
                format!("{}: {}", title(door), format!("{word} {tokens}").trim())
            });
            let doors: Vec<_> = doors.collect();
            annotate(output, "notice", "", product.name, &doors.join("; "))
        }),
        Style::Text => write_text(survey, robots, output),
    }
}

/// Returns an object with a value for each door.
fn by_door(value: impl Fn(Door) -> Value) -> Value {
    let doors = Door::ALL.iter();
    doors.map(|&door| (door.name(), value(door))).collect()
}

/// A door's answer and tokens, in words.
struct Cell {
    /// The name of the answer, if the product has this door.
    state: Option<&'static str>,
    word: &'static str,
    colour: Colour,
    /// The tokens, in parentheses if they only appear in lists.
    tokens: String,
    source: Option<&'static str>,
}

fn cell(product: &Product, door: Door, survey: Option<&Survey>) -> Cell {
    let documented: Vec<_> = product.crawlers(door).map(marked).collect();
    let listed: Vec<_> = product.listed_crawlers(door).map(marked).collect();
    let site = survey.and_then(|survey| product.site(door, survey));
    let has_door = product.doors().any(|its| its == door);
    let is_decided = survey.is_none() && product.is_decided_by_robots_txt(door);
    let (state, word) = match site {
        _ if !has_door => (None, "–"),
        Some(Site::Allowed) => (Some("allowed"), "allowed"),
        Some(Site::Partly) => (Some("partly"), "parts"),
        Some(Site::Disallowed) => (Some("disallowed"), "blocked"),
        None if is_decided => (Some("decided"), ""),
        None => (Some("no-say"), "no say"),
    };
    Cell {
        state,
        word,
        colour: site.map_or(MINOR, colour),
        tokens: if documented.is_empty() && !listed.is_empty() {
            format!("({})", listed.join(", "))
        } else {
            documented.join(", ")
        },
        source: product.source(door),
    }
}

impl Cell {
    /// Returns the tokens and the number of their source in a list.
    fn noted(&self, sources: &[&str]) -> String {
        let number = sources.iter().position(|its| Some(*its) == self.source);
        let number = number.map_or_else(String::new, |number| format!("[{}]", number + 1));
        format!("{} {number}", self.tokens).trim().to_owned()
    }
}

/// Returns the title of a column.
fn title(door: Door) -> &'static str {
    match door {
        Door::Training => "training",
        Door::Search => "search and answers",
        Door::Request => "on request",
        other => other.name(),
    }
}

const NO_SAY: &str = "no say: robots.txt doesn't decide, because the operator documents that the crawler may ignore it, or \
    doesn't document a token for it. Tokens in parentheses only appear in lists of crawlers.";
const SEARCH: &str = "Web search crawlers feed AI answers, too: blocking Googlebot, bingbot or Applebot \
    also takes the site out of web search.";

fn write_text(survey: Option<&Survey>, robots: Option<&Robots<'_>>, output: &mut Output) -> Result {
    let columns = output.columns().unwrap_or(TABLE).clamp(60, TABLE);
    let mut sources = Vec::new();
    for product in crawlers::products() {
        for source in product.doors().filter_map(|door| product.source(door)) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
    }
    if columns == TABLE {
        write_table(survey, &sources, output)?;
    } else {
        write_list(survey, &sources, output)?;
    }
    let mut lines: BTreeMap<(u32, String), Vec<&'static str>> = BTreeMap::new();
    for product in crawlers::products() {
        for statement in statements(product, robots) {
            lines.entry(statement).or_default().push(product.name);
        }
    }
    if !lines.is_empty() {
        output.line(format_args!(""))?;
        output.line(format_args!(
            "The file also states how content may be used, which doesn't block any crawler:"
        ))?;
    }
    let all = crawlers::products().len();
    for ((line, text), products) in lines {
        let whose = match products.len() {
            count if count == all => "all products".to_owned(),
            _ => products.join(", "),
        };
        output.line(format_args!("  line {line}: {text}"))?;
        output.paragraph(MINOR, "    ", &whose, columns)?;
    }
    output.line(format_args!(""))?;
    for note in [NO_SAY, SEARCH, MARK] {
        output.paragraph(MINOR, "", note, columns)?;
    }
    output.line(format_args!(""))?;
    output.line(format_args!("Sources:"))?;
    for (number, source) in (1..).zip(sources) {
        output.pieces(&[(MINOR, format_args!("{number:>3}  {source}"))])?;
    }
    Ok(())
}

/// The width of the table. On narrower terminals, each door gets its own line.
const TABLE: usize = 100;

/// Writes a row for each product, with the answers for its doors and, below them, the tokens.
fn write_table(survey: Option<&Survey>, sources: &[&str], output: &mut Output) -> Result {
    const FIRST: usize = 29;
    const DOOR: usize = (TABLE - FIRST) / 3;
    let titles = Door::ALL.iter().map(|&door| padded(title(door), DOOR));
    let head = (STRONG, padded("AI products", FIRST));
    output.row([head, (MINOR, titles.collect())])?;
    for product in crawlers::products() {
        let doors = Door::ALL.iter();
        let cells: Vec<_> = doors.map(|&door| cell(product, door, survey)).collect();
        let mut name = (STRONG, padded(product.name, FIRST));
        if survey.is_some() {
            let words = cells.iter();
            let words = words.map(|cell| (cell.colour, padded(cell.word, DOOR)));
            output.row([name].into_iter().chain(words))?;
            name = (PLAIN, padded("", FIRST));
        }
        // A token that is wider than its column moves the next one to the right.
        let mut tokens = String::new();
        for (number, cell) in cells.iter().enumerate() {
            let missing = (DOOR * number).saturating_sub(tokens.width());
            let blanks = missing.max(usize::from(!tokens.is_empty()));
            tokens.extend(std::iter::repeat_n(' ', blanks));
            tokens.push_str(&cell.noted(sources));
        }
        output.row([name, (MINOR, tokens)])?;
    }
    Ok(())
}

/// Writes a line for each door.
fn write_list(survey: Option<&Survey>, sources: &[&str], output: &mut Output) -> Result {
    for product in crawlers::products() {
        let name = format!("{product} ({})", product.operator);
        output.pieces(&[(STRONG, name)])?;
        for door in product.doors() {
            let cell = cell(product, door, survey);
            let word = survey.map_or(String::new(), |_| padded(cell.word, 9));
            output.row([
                (PLAIN, format!("  {}", padded(title(door), 20))),
                (cell.colour, word),
                (MINOR, cell.noted(sources)),
            ])?;
        }
    }
    Ok(())
}

fn write_markdown(
    survey: Option<&Survey>,
    robots: Option<&Robots<'_>>,
    output: &mut Output,
) -> Result {
    let doors = Door::ALL.iter().map(|&door| title(door));
    let head = ["product", "operator"].into_iter();
    let head: Vec<_> = head.chain(doors).chain(["statements"]).collect();
    table_head(&head, output)?;
    for product in crawlers::products() {
        let cells = Door::ALL.iter().map(|&door| {
            let cell = cell(product, door, survey);
            // An empty text is no code.
            let tokens = match (code(cell.tokens), cell.source) {
                (tokens, Some(source)) if tokens.is_empty() => format!("[source]({source})"),
                (tokens, Some(source)) => format!("[{tokens}]({source})"),
                (tokens, None) => tokens,
            };
            format!("{} {tokens}", cell.word).trim().to_owned()
        });
        let cells: Vec<_> = cells.collect();
        let statements = statements(product, robots);
        let statements = statements.map(|(line, text)| format!("line {line}: {}", code(text)));
        let statements: Vec<_> = statements.collect();
        let (operator, cells) = (product.operator, cells.join(" | "));
        let statements = statements.join("; ");
        output.line(format_args!(
            "| {product} | {operator} | {cells} | {statements} |"
        ))?;
    }
    Ok(())
}
