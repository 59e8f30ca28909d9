//! Finding crawlers by name, and the names of purposes.

use robots_exclusion::crawlers::{self, Obeys, Purpose, Status};

use super::known;

#[test]
fn every_crawler_is_found_by_its_token_in_any_case() {
    for crawler in crawlers::all() {
        assert_eq!(known(crawler.token), crawler);
        assert_eq!(known(&crawler.token.to_ascii_uppercase()), crawler);
        assert_eq!(known(&crawler.token.to_ascii_lowercase()), crawler);
        assert_eq!(known(crawler.product_tokens().next().unwrap()), crawler);
    }
}

#[test]
fn names_that_are_only_similar_are_not_found() {
    for name in [
        "",
        " Googlebot",
        "Googlebot ",
        "Googlebot/2.1",
        "Google",
        "Screaming Lord Sutch",
        "*",
        "Mozilla",
    ] {
        assert!(crawlers::find(name).is_err(), "{name}");
    }
}

#[test]
fn errors_for_unknown_crawlers_suggest_the_nearest_names() {
    let sentence = |name| crawlers::find(name).unwrap_err().to_string();
    let gtp_bot = sentence("GTPBot");
    let start = "unknown crawler `GTPBot`: the nearest names are GPTBot, ";
    assert!(gtp_bot.starts_with(start), "{gtp_bot}");
    assert!(gtp_bot.contains(" and "), "{gtp_bot}");
    assert!(
        sentence("claude").contains("ClaudeBot"),
        "{}",
        sentence("claude")
    );
    assert!(sentence("bing").contains("bingbot"), "{}", sentence("bing"));
    assert!(
        sentence("google").contains("Googlebot"),
        "{}",
        sentence("google")
    );
    assert_eq!(sentence("a\nb").lines().count(), 1);
    // Names of more than 64 bytes get no suggestions.
    assert_eq!(
        sentence(&"x".repeat(65)),
        format!("unknown crawler `{}`", "x".repeat(65))
    );
}

#[test]
fn errors_for_unknown_crawlers_suggest_at_most_three_names() {
    let error = crawlers::find("Gogglebot").unwrap_err();
    assert_eq!(error.name(), "Gogglebot");
    assert_eq!(error.nearest().len(), 3);
    assert_eq!(error.nearest()[0], "Googlebot");
}

#[test]
fn nearest_names_are_within_the_given_number_of_edits() {
    let near = |name, edits| -> Vec<_> {
        let near = crawlers::nearest(name, edits);
        near.into_iter().map(|crawler| crawler.token).collect()
    };
    assert_eq!(near("googlebot", 0), ["Googlebot"]);
    assert_eq!(near("Googelbot", 1), ["Googlebot"]); // two letters swapped
    assert_eq!(near("Gooogelbot", 1), [""; 0]);
    assert_eq!(near("Gooogelbot", 2), ["Googlebot"]);
    assert_eq!(near("bytspider", 2), ["Bytespider"]);
    assert_eq!(near("YourOwnCrawler", 2), [""; 0]);
}

#[test]
fn names_of_purposes_and_statuses_round_trip() {
    for &purpose in Purpose::ALL {
        assert_eq!(purpose.to_string().parse(), Ok(purpose));
    }
    for &status in Status::ALL {
        assert_eq!(status.to_string().parse(), Ok(status));
    }
    for &obeys in Obeys::ALL {
        assert_eq!(obeys.to_string().parse(), Ok(obeys));
    }
    let error = "training".parse::<Purpose>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown purpose: expected one of search, ai-training, "),
        "{error}"
    );
    assert_eq!(
        "gone".parse::<Status>().unwrap_err().to_string(),
        "unknown status: expected one of active, retired, control"
    );
}
