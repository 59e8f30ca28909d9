//! AI products, and how far a file lets each of them in.

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{self, Door, Product, Survey};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Row {
    name: &'static str,
    operator: &'static str,
    doors: Vec<Shown>,
    /// The lines of the file that state how content may be used.
    statements: Vec<Statement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    door: &'static str,
    /// `allowed`, `partly`, `disallowed` or `no-say`.
    state: &'static str,
    /// The tokens that the operator documents, and those that only lists of AI crawlers name.
    tokens: Vec<&'static str>,
    listed: Vec<&'static str>,
    source: Option<&'static str>,
    is_web_search: bool,
}

#[derive(Serialize)]
struct Statement {
    line: u32,
    text: String,
}

/// The maximum number of statements of a product.
const STATEMENTS: usize = 20;

pub(crate) fn ask(text: &str) -> Vec<Row> {
    let robots = Robots::parse(text);
    let survey = Survey::new(&robots);
    let row = |product: &'static Product| Row {
        name: product.name,
        operator: product.operator,
        doors: product
            .doors()
            .map(|door| shown(product, door, &survey))
            .collect(),
        statements: statements(product, &robots),
    };
    crawlers::products().map(row).collect()
}

fn shown(product: &'static Product, door: Door, survey: &Survey) -> Shown {
    let site = product.site(door, survey);
    Shown {
        door: door.name(),
        state: site.map_or("no-say", |site| site.name()),
        tokens: product
            .crawlers(door)
            .map(|crawler| crawler.token)
            .collect(),
        listed: product
            .listed_crawlers(door)
            .map(|crawler| crawler.token)
            .collect(),
        source: product.source(door),
        is_web_search: product.is_web_search(door),
    }
}

fn statements(product: &Product, robots: &Robots<'_>) -> Vec<Statement> {
    let lines = product.statements(robots).into_iter().take(STATEMENTS);
    lines.map(|(line, text)| Statement { line, text }).collect()
}

#[cfg(test)]
mod tests {
    use super::ask;

    #[test]
    fn doors_have_their_states_and_statements_their_lines() {
        let rows = ask(
            "user-agent: GPTBot\ndisallow: /\n\nuser-agent: *\ncontent-signal: ai-train=no\nallow: /",
        );
        let states = |name| {
            let row = rows.iter().find(|row| row.name == name).unwrap();
            let lines: Vec<_> = row.statements.iter().map(|stated| stated.line).collect();
            (
                row.doors.iter().map(|door| door.state).collect::<Vec<_>>(),
                lines,
            )
        };
        assert_eq!(
            states("ChatGPT"),
            (vec!["disallowed", "allowed", "no-say"], vec![5])
        );
        assert_eq!(states("Common Crawl"), (vec!["allowed"], vec![5]));
    }
}
