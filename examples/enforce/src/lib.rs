//! A web server that enforces its own robots.txt.
//!
//! It refuses only crawlers that a group names. Groups for `*` and for the token `Mozilla`,
//! which apply to browsers, are not enforced, so browsers are never refused. A crawler that
//! pretends to be a browser is not refused either; such crawlers can be detected by their
//! addresses, but not by their headers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use robots_exclusion::{Robots, Selection, agent};

/// Serves this robots.txt, and enforces it on all routes of `site`.
pub fn enforced(site: Router, robots_txt: &'static str) -> Router {
    let robots = Arc::new(Robots::parse(robots_txt));
    site.route("/robots.txt", get(move || async move { robots_txt }))
        .layer(middleware::from_fn_with_state(robots, enforce))
}

async fn enforce(
    State(robots): State<Arc<Robots<'static>>>,
    request: Request,
    next: Next,
) -> Response {
    let header = request.headers().get(header::USER_AGENT);
    let header = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    match refusal(&robots, header, target) {
        Some(refusal) => (StatusCode::FORBIDDEN, refusal).into_response(),
        None => next.run(request).await,
    }
}

/// Returns the reason why a request is refused, or `None` if it is served.
pub fn refusal(robots: &Robots<'_>, user_agent: &str, target: &str) -> Option<String> {
    // Browsers send the token `Mozilla`, so a group for it must not block them.
    if agent::product_token(user_agent).eq_ignore_ascii_case("mozilla") {
        return None;
    }
    let verdict = robots.verdict(user_agent, target);
    let is_named = matches!(verdict.selection(), Selection::Own(_) | Selection::General(_));
    (is_named && !verdict.allowed()).then(|| format!("robots.txt: {verdict}\n"))
}
