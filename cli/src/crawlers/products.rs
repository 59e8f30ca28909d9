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
use crate::output::{MINOR, Output, PLAIN, Result, STRONG, excerpt, padded, wrapped};

/// `Content-Signal` and `Content-Usage` lines with their numbers, in file order. They express a
/// wish but don't close a door.
type Statements = Vec<(u32, String)>;

/// Returns the answer for a door, if the product has that door.
fn state(product: &Product, door: Door, survey: Option<&Survey>) -> Option<&'static str> {
    product.doors().find(|its| *its == door)?;
    Some(match survey {
        Some(survey) => product.site(door, survey).map_or("no-say", Site::name),
        None if product.is_decided_by_robots_txt(door) => "decided",
        None => "no-say",
    })
}

/// Writes the products. Without a file, lists their doors and tokens.
pub(super) fn write(
    survey: Option<&Survey>,
    robots: Option<&Robots<'_>>,
    style: Style,
    output: &mut Output,
) -> Result {
    let stated = |product: &'static Product| {
        let statements = robots.map(|robots| product.statements(robots));
        let statements = statements.into_iter().flatten();
        statements
            .map(|(line, text)| (line, excerpt(text)))
            .collect::<Statements>()
    };
    match style {
        Style::Json => crawlers::products().try_for_each(|product| {
            // The documented tokens for each door, and those that the operator doesn't document, but
            // that are on lists of AI crawlers.
            let tokens = by_door(|door| product.crawlers(door).map(Known::token).collect());
            let listed = by_door(|door| product.listed_crawlers(door).map(Known::token).collect());
            let statements = stated(product).into_iter();
            let statements = statements.map(|(line, text)| json!({ "line": line, "text": text }));
            output.object(&json!({
                "product": product.name(),
                "operator": product.operator(),
                // The answer for each door, or `null` if the product doesn't have that door.
                // Without FILE, it's `decided` for doors that a robots.txt can control.
                "doors": by_door(|door| json!(state(product, door, survey))),
                "tokens": tokens,
                "listed": listed,
                // The operator's documentation for each door.
                "sources": by_door(|door| json!(product.source(door))),
                // The lines in the file that state how content may be used.
                "statements": statements.collect::<Value>(),
            }))
        }),
        Style::Markdown => write_markdown(survey, &stated, output),
        Style::Github => crawlers::products().try_for_each(|product| {
            let doors = product.doors().map(|door| cell(product, door, survey));
            let doors: Vec<_> = doors.map(|cell| cell.in_one_line()).collect();
            annotate(output, "notice", "", product.name(), &doors.join("; "))
        }),
        Style::Text => write_text(survey, &stated, output),
    }
}

/// Returns an object with a value for each door.
fn by_door(value: impl Fn(Door) -> Value) -> Value {
    let doors = Door::ALL.iter();
    doors.map(|&door| (door.name(), value(door))).collect()
}

/// A door's answer and tokens, in words.
struct Cell {
    door: Door,
    word: &'static str,
    colour: Colour,
    tokens: Vec<String>,
    /// `true` if the tokens only appear in lists.
    is_listed: bool,
    source: Option<&'static str>,
}

fn cell(product: &Product, door: Door, survey: Option<&Survey>) -> Cell {
    let mut tokens: Vec<_> = product.crawlers(door).map(marked).collect();
    let is_listed = tokens.is_empty();
    if is_listed {
        tokens.extend(product.listed_crawlers(door).map(marked));
    }
    let site = survey.and_then(|survey| product.site(door, survey));
    let word = match (state(product, door, survey), site) {
        (None, _) => "–",
        (_, Some(Site::Allowed)) => "allowed",
        (_, Some(Site::Partly)) => "parts",
        (_, Some(Site::Disallowed)) => "blocked",
        (Some("no-say"), None) => "no say",
        (Some(_), None) => "",
    };
    Cell {
        door,
        word,
        colour: site.map_or(MINOR, colour),
        tokens,
        is_listed: is_listed && product.listed_crawlers(door).next().is_some(),
        source: product.source(door),
    }
}

impl Cell {
    /// Returns the tokens, with those that only appear in lists in parentheses.
    fn tokens(&self) -> String {
        let tokens = self.tokens.join(", ");
        match self.is_listed {
            true => format!("({tokens})"),
            false => tokens,
        }
    }

    /// Returns the tokens and the number of their source in a list.
    fn noted(&self, sources: &[&str]) -> String {
        let number = sources.iter().position(|its| Some(*its) == self.source);
        let number = number.map_or_else(String::new, |number| format!("[{}]", number + 1));
        format!("{} {number}", self.tokens()).trim().to_owned()
    }

    fn in_one_line(&self) -> String {
        let tokens = self.tokens();
        let words = [self.word, &tokens];
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("{}: {}", title(self.door), words.join(" "))
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

fn write_text(
    survey: Option<&Survey>,
    stated: &dyn Fn(&'static Product) -> Statements,
    output: &mut Output,
) -> Result {
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
        for statement in stated(product) {
            lines.entry(statement).or_default().push(product.name());
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
        for line in wrapped(whose.split(' '), " ", columns - 4) {
            output.pieces(&[(MINOR, format_args!("    {line}"))])?;
        }
    }
    output.line(format_args!(""))?;
    for note in [NO_SAY, SEARCH, MARK] {
        for line in wrapped(note.split(' '), " ", columns) {
            output.pieces(&[(MINOR, format_args!("{line}"))])?;
        }
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
    let head: String = Door::ALL
        .iter()
        .map(|&door| padded(title(door), DOOR))
        .collect();
    output.pieces(&[
        (STRONG, format_args!("{}", padded("AI products", FIRST))),
        (MINOR, format_args!("{}", head.trim_end())),
    ])?;
    for product in crawlers::products() {
        let cells: Vec<_> = Door::ALL
            .iter()
            .map(|&door| cell(product, door, survey))
            .collect();
        let mut name = (STRONG, padded(product.name(), FIRST));
        if survey.is_some() {
            let words = cells
                .iter()
                .map(|cell| (cell.colour, padded(cell.word, DOOR)));
            let mut pieces: Vec<_> = [name].into_iter().chain(words).collect();
            trim_end(&mut pieces);
            output.pieces(&pieces)?;
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
        let mut pieces = vec![name, (MINOR, tokens)];
        trim_end(&mut pieces);
        if !pieces.is_empty() {
            output.pieces(&pieces)?;
        }
    }
    Ok(())
}

/// Writes a line for each door.
fn write_list(survey: Option<&Survey>, sources: &[&str], output: &mut Output) -> Result {
    for product in crawlers::products() {
        let name = format!("{product} ({})", product.operator());
        output.pieces(&[(STRONG, format_args!("{name}"))])?;
        for door in product.doors() {
            let cell = cell(product, door, survey);
            let word = survey.map_or(String::new(), |_| padded(cell.word, 9));
            let door = format!("  {}", padded(title(door), 20));
            let mut pieces = vec![
                (PLAIN, door),
                (cell.colour, word),
                (MINOR, cell.noted(sources)),
            ];
            trim_end(&mut pieces);
            output.pieces(&pieces)?;
        }
    }
    Ok(())
}

/// Removes trailing spaces from a line.
fn trim_end(pieces: &mut Vec<(Colour, String)>) {
    while let Some((_, text)) = pieces.last_mut() {
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            break;
        }
        pieces.pop();
    }
}

fn write_markdown(
    survey: Option<&Survey>,
    stated: &dyn Fn(&'static Product) -> Statements,
    output: &mut Output,
) -> Result {
    let doors = Door::ALL.iter().map(|&door| title(door));
    let head: Vec<_> = ["product", "operator"]
        .into_iter()
        .chain(doors)
        .chain(["statements"])
        .collect();
    table_head(&head, output)?;
    for product in crawlers::products() {
        let cells = Door::ALL.iter().map(|&door| {
            let cell = cell(product, door, survey);
            let tokens = match (cell.tokens(), product.source(door)) {
                (tokens, Some(source)) if !tokens.is_empty() => {
                    format!("[{}]({source})", code(tokens))
                }
                (tokens, None) if !tokens.is_empty() => code(tokens),
                (_, Some(source)) => format!("[source]({source})"),
                _ => String::new(),
            };
            format!("{} {tokens}", cell.word).trim().to_owned()
        });
        let cells: Vec<_> = cells.collect();
        let statements = stated(product).into_iter();
        let statements = statements.map(|(line, text)| format!("line {line}: {}", code(text)));
        let statements: Vec<_> = statements.collect();
        output.line(format_args!(
            "| {product} | {} | {} | {} |",
            product.operator(),
            cells.join(" | "),
            statements.join("; ")
        ))?;
    }
    Ok(())
}
