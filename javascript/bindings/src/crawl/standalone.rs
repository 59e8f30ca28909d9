//! Outcomes, redirects and cached states, for crawlers that bring their own cache.
//!
//! JavaScript owns these objects, so there is nothing to free: outcomes and redirects are data, and the state of a
//! cached robots.txt is JSON. The file is not part of that state. JavaScript keeps the bytes of the response,
//! because a parsed file that is saved has different lines.

use robots_exclusion::fetch::{
    Access, CachedRobots, FetchOutcome, RedirectAction, Redirects, Refresh,
};
use serde::{Deserialize, Serialize};
use url::Url;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::settings::Settings;
use super::{conditional_headers, header_value, is_undone, timestamp};
use crate::json;

/// The outcome of fetching a robots.txt, without its body.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Outcome {
    #[serde(rename_all = "camelCase")]
    Response {
        status: u16,
        headers: Vec<(String, String)>,
        /// The URL of the response, to which its validators belong.
        url: Option<String>,
        /// `null` if the platform decoded the body: then the codings that platforms know are undone.
        is_decoded: Option<bool>,
    },
    Missing,
    Unreachable,
    Broken,
    /// Redirects that lead nowhere.
    Redirected(Followed),
}

/// The redirects of a robots.txt, from its URL.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Followed {
    url: String,
    max_hops: usize,
    same_host_only: bool,
    /// The status and `Location` of each response.
    responses: Vec<(u16, Option<String>)>,
}

type Text<T> = Result<T, String>;

fn parsed(url: &str) -> Text<Url> {
    Url::parse(url).map_err(|error| format!("{error}: {url:?}"))
}

impl Outcome {
    fn with_body<'t>(&self, body: &'t [u8]) -> Text<FetchOutcome<'t>> {
        Ok(match self {
            Outcome::Response {
                status,
                headers,
                url,
                is_decoded,
            } => {
                let values = headers.iter();
                let values = values.map(|(name, value)| (name, header_value(value)));
                let mut outcome = FetchOutcome::response(*status, body).headers(values);
                if is_decoded.unwrap_or_else(|| headers.iter().all(is_undone)) {
                    outcome = outcome.decoded();
                }
                match url {
                    Some(url) => outcome.url(&parsed(url)?),
                    None => outcome,
                }
            }
            Outcome::Missing => FetchOutcome::missing(),
            Outcome::Unreachable => FetchOutcome::unreachable(),
            Outcome::Broken => FetchOutcome::broken(),
            Outcome::Redirected(followed) => match followed.follow()?.1 {
                RedirectAction::End(outcome) => outcome,
                _ => FetchOutcome::broken(),
            },
        })
    }
}

impl Followed {
    /// Follows the redirects from the first one. There are few of them, so JavaScript needs to keep no state but
    /// the responses.
    fn follow(&self) -> Text<(Redirects, RedirectAction)> {
        let mut redirects = Redirects::new(parsed(&self.url)?);
        redirects.max_hops = self.max_hops;
        redirects.same_host_only = self.same_host_only;
        let mut action = RedirectAction::Request;
        for (status, location) in &self.responses {
            let location = location.as_deref().map(header_value);
            action = redirects.follow(*status, location.as_deref());
        }
        Ok((redirects, action))
    }
}

/// The rules that are in force, and until when.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct State<'a> {
    /// The access rules if there is no file, as the library saves them.
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<&'a Access<'a>>,
    /// The reason why there is no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<String>,
    refresh: &'static str,
    /// Seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_at: Option<f64>,
}

impl<'a> State<'a> {
    pub(super) fn of(access: &'a Access<'a>) -> State<'a> {
        State {
            access: access.robots().is_none().then_some(access),
            unavailable: access.unavailable().map(|why| why.to_string()),
            refresh: "now",
            due_at: None,
        }
    }

    pub(super) fn until(mut self, refresh: Refresh) -> State<'a> {
        self.refresh = match refresh {
            Refresh::Now => "now",
            Refresh::FreshUntil(_) => "fresh-until",
            Refresh::RetryAt(_) => "retry-at",
        };
        let due = refresh.due_at();
        self.due_at = due.map(|due| due.0.as_secs_f64());
        self
    }
}

fn error(message: impl AsRef<str>) -> JsError {
    JsError::new(message.as_ref())
}

/// Returns what an outcome allows, in JSON. See [`State`].
///
/// # Errors
///
/// Returns an error if a URL of the outcome is invalid.
#[wasm_bindgen]
pub fn outcome_access(outcome: &str, body: &[u8], settings: &str) -> Result<String, JsError> {
    let outcome: Outcome = serde_json::from_str(outcome)?;
    let settings: Settings = serde_json::from_str(settings)?;
    let outcome = outcome.with_body(body).map_err(error)?;
    let access = outcome.access_with(settings.options().map_err(error)?);
    Ok(json(&State::of(&access)))
}

/// Returns the URL to request after these responses, an empty text if the last one is the answer, or `undefined` if
/// the redirects lead nowhere.
///
/// # Errors
///
/// Returns an error if the first URL is invalid.
#[wasm_bindgen]
pub fn follow(followed: &str) -> Result<Option<String>, JsError> {
    let followed: Followed = serde_json::from_str(followed)?;
    let (redirects, action) = followed.follow().map_err(error)?;
    Ok(match action {
        RedirectAction::Answer => Some(String::new()),
        RedirectAction::Request => Some(redirects.url().to_string()),
        RedirectAction::End(_) => None,
    })
}

/// Loads a state. An empty text is the state before the first outcome.
fn loaded(settings: &str, state: &str) -> Text<CachedRobots> {
    let text = |error: serde_json::Error| error.to_string();
    let settings: Settings = serde_json::from_str(settings).map_err(text)?;
    let policy = settings.policy()?;
    Ok(match state {
        "" => CachedRobots::new(policy),
        _ => serde_json::from_str::<CachedRobots>(state)
            .map_err(text)?
            .with_policy(policy),
    })
}

/// A state after an outcome.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Recorded {
    state: String,
    /// `true` if the body of the outcome is the file from now on.
    is_new: bool,
}

/// Records an outcome, and returns the new state in JSON. See [`Recorded`].
///
/// # Errors
///
/// Returns an error if the settings, the state or a URL of the outcome is invalid.
#[wasm_bindgen]
pub fn record(
    settings: &str,
    state: &str,
    outcome: &str,
    body: &[u8],
    now: f64,
) -> Result<String, JsError> {
    let outcome: Outcome = serde_json::from_str(outcome)?;
    let before = loaded(settings, state).map_err(error)?;
    let mut cached = before.clone();
    cached.record(outcome.with_body(body).map_err(error)?, timestamp(now));
    // The copy is the same object after a 304 and after failures.
    let [old, new] = [&before, &cached].map(CachedRobots::copy);
    let is_same = match (old, new) {
        (Some(old), Some(new)) => core::ptr::eq(old, new),
        _ => false,
    };
    let is_new = !is_same && new.is_some_and(|access| access.robots().is_some());
    if is_new {
        // A state has no text.
        cached = before;
        cached.record(outcome.with_body(&[]).map_err(error)?, timestamp(now));
    }
    Ok(json(&Recorded {
        state: json(&cached),
        is_new,
    }))
}

/// Returns the rules that are in force, in JSON. See [`State`].
///
/// # Errors
///
/// Returns an error if the settings or the state is invalid.
#[wasm_bindgen]
pub fn cached_at(settings: &str, state: &str, now: f64) -> Result<String, JsError> {
    let state = loaded(settings, state).map_err(error)?.at(timestamp(now));
    Ok(json(&State::of(&state.access).until(state.refresh)))
}

/// Returns the headers that make a request for a URL conditional, as an array of pairs in JSON.
///
/// # Errors
///
/// Returns an error if the state or the URL is invalid.
#[wasm_bindgen]
pub fn request_headers(state: &str, url: &str) -> Result<String, JsError> {
    let url = parsed(url).map_err(error)?;
    let cached = loaded("{}", state).map_err(error)?;
    Ok(json(&conditional_headers(cached.conditional_headers(&url))))
}
