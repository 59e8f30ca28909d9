//! Finds the robots.txt of a page, and the pages that a robots.txt covers.

use alloc::string::{String, ToString};

use robots_exclusion::location::{self, LocationError, Scope};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// Returns the URL of the robots.txt for a page.
///
/// # Errors
///
/// Returns an error if the page is not an absolute URL, or has no host.
#[wasm_bindgen]
pub fn robots_txt_url(page: &str) -> Result<String, JsError> {
    let url = location::robots_txt_url(page).map_err(error)?;
    Ok(url.into())
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Parts<'a> {
    text: String,
    scheme: &'a str,
    host: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<u16>,
    robots_txt_url: &'a str,
}

/// Returns the parts of a scope in JSON: of the page's or, if `is_file` is true, of the robots.txt's.
///
/// # Errors
///
/// Returns an error if the URL is not absolute, has no host, or should be the URL of a robots.txt and is
/// not.
#[wasm_bindgen]
pub fn scope(url: &str, is_file: bool) -> Result<String, JsError> {
    let scope = match is_file {
        true => Scope::from_robots_txt_url(url),
        false => Scope::of_page(url),
    };
    let scope = scope.map_err(error)?;
    Ok(json(&Parts {
        text: scope.to_string(),
        scheme: scope.scheme(),
        host: scope.host(),
        port: scope.port(),
        robots_txt_url: scope.robots_txt_url(),
    }))
}

/// Returns `true` if the robots.txt of a scope covers a URL.
#[wasm_bindgen]
pub fn covers(scope: &str, url: &str) -> bool {
    Scope::of_page(scope).is_ok_and(|scope| scope.covers(url))
}

fn error(error: LocationError) -> JsError {
    JsError::new(&error.to_string())
}
