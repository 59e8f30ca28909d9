//! Checks which requests are refused.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::routing::get;
use enforce::enforced;
use tower::ServiceExt as _;

const ROBOTS: &str = "\
User-agent: GPTBot
User-agent: Bytespider
Disallow: /

User-agent: GoodBot
Disallow: /private/

User-agent: Mozilla
Disallow: /

User-agent: *
Disallow: /search
";

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 \
    (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const GPTBOT: &str = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; \
    +https://openai.com/gptbot)";

async fn status(user_agent: Option<&str>, target: &str) -> StatusCode {
    let site = Router::new().fallback(get(|| async { "a page" }));
    let mut request = Request::get(target);
    if let Some(user_agent) = user_agent {
        request = request.header("User-Agent", user_agent);
    }
    let request = request.body(Body::empty()).unwrap();
    enforced(site, ROBOTS).oneshot(request).await.unwrap().status()
}

#[tokio::test]
async fn only_named_crawlers_are_refused() {
    for (user_agent, target, is_refused) in [
        (Some(GPTBOT), "/", true),
        (Some("GPTBot"), "/page?x", true),
        (Some("bytespider/2"), "/page", true),
        (Some("GoodBot/1.0"), "/private/x", true),
        (Some("GoodBot-Image/1.0"), "/private/x", true),
        (Some("GoodBot/1.0"), "/public", false),
        (Some("GoodBot/1.0"), "/search", false),
        // A crawler that is refused can still read the rules.
        (Some(GPTBOT), "/robots.txt", false),
        // The group for `*` is not enforced.
        (Some(FIREFOX), "/search", false),
        (Some(CHROME), "/search", false),
        (Some(FIREFOX), "/", false),
        (Some("curl/8.0"), "/search", false),
        (Some("OtherBot"), "/search", false),
        (Some(""), "/search", false),
        (None, "/search", false),
    ] {
        let expected = if is_refused { StatusCode::FORBIDDEN } else { StatusCode::OK };
        assert_eq!(status(user_agent, target).await, expected, "{user_agent:?} {target}");
    }
}

#[tokio::test]
async fn a_header_that_is_not_text_is_harmless() {
    let site = Router::new().fallback(get(|| async { "a page" }));
    let request = Request::get("/").header("User-Agent", &b"GPTBot\xff"[..]);
    let response = enforced(site, ROBOTS).oneshot(request.body(Body::empty()).unwrap());
    assert_eq!(response.await.unwrap().status(), StatusCode::OK);
}
