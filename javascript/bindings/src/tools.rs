//! Functions for editors and the page. Each function takes the text of a file and returns JSON or text.
//!
//! Calls share no state. Positions are in UTF-16 code units, as in JavaScript; lines count from 1.

mod addresses;
mod compare;
mod explain;
mod known;
mod matrix;
mod mistakes;
mod positions;
mod presets;
mod products;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// Lists the known crawlers, as an array.
#[wasm_bindgen]
pub fn crawlers() -> String {
    json(&known::all())
}

/// Finds the mistakes in a file: `{ total, found: [...] }`.
#[wasm_bindgen]
pub fn mistakes(text: &str) -> String {
    json(&mistakes::find(text))
}

/// Makes all edits that change no verdict, and returns the new text.
#[wasm_bindgen]
pub fn fix(text: &str) -> String {
    mistakes::fix(text)
}

/// Answers for every known crawler, and for the other given product tokens, about every URL.
#[wasm_bindgen]
pub fn matrix(text: &str, tokens: Vec<String>, urls: Vec<String>) -> String {
    json(&matrix::ask(text, &tokens, &urls))
}

/// Explains one answer: the rule, its line, and how its group was selected.
#[wasm_bindgen]
pub fn explain(text: &str, token: &str, url: &str) -> String {
    json(&explain::explain(text, token, url))
}

/// Compares two files for all crawlers.
#[wasm_bindgen]
pub fn compare(old: &str, new: &str) -> String {
    json(&compare::compare(old, new))
}

/// Answers for chosen crawlers about many URLs: a string of letters for each crawler.
#[wasm_bindgen]
pub fn columns(text: &str, tokens: Vec<String>, urls: Vec<String>) -> String {
    json(&matrix::columns(text, &tokens, &urls))
}

/// Returns how far a file lets each AI product in.
#[wasm_bindgen]
pub fn products(text: &str) -> String {
    json(&products::ask(text))
}

/// Describes addresses of pages: whether they are any, of which origin, and whether the robots.txt of `origin` covers
/// them.
#[wasm_bindgen]
pub fn pages(urls: Vec<String>, origin: &str) -> String {
    json(&addresses::pages(&urls, origin))
}

/// Returns the URL of the robots.txt for an address, if it is a URL or a host.
#[wasm_bindgen]
pub fn robots_txt(address: &str) -> Option<String> {
    addresses::robots_txt(address)
}

/// Writes a file that blocks and admits the crawlers for some purposes, as `robots init` does. `wanted` is JSON.
#[wasm_bindgen]
pub fn preset(wanted: &str) -> String {
    let wanted = serde_json::from_str(wanted).unwrap_or_default();
    json(&presets::write(&wanted))
}
