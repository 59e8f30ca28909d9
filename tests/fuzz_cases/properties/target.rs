//! `target`: the verdict for a URL depends on the path and query that the URL Standard, or
//! google/robotstxt, finds in it.
//!
//! The input is a URL, or the part of a URL after its host.

use robots_exclusion::{Dialect, canonical};
use url::Url;

use crate::naive::whatwg;
use crate::support::routes::answer;
use crate::support::{Question, Setting};

/// Prefixes that turn more inputs into URLs.
const STARTS: [&str; 6] = [
    "",
    "/",
    "http://h",
    "HTTPS://u:p@h:81/",
    "ftp://[::1]",
    "x://h/",
];

pub fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for start in STARTS {
        let url = format!("{start}{text}");
        agrees_with_the_standard(&url);
    }
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        agrees_with_the_model(&text, setting);
    }
}

fn agrees_with_the_standard(url: &str) {
    let Some(target) = whatwg::request_target(url) else {
        return;
    };
    let parsed = Url::parse(url).ok();
    let spelled = canonical::target(target.as_bytes(), Dialect::Standard);
    let is_robots_txt = *spelled == *b"/robots.txt";
    // This rule matches exactly this target.
    let exactly = [b"user-agent: *\ndisallow: ", &spelled[..], b"$"].concat();
    let robots = Setting::STANDARD.parse(&exactly);
    let matcher = robots.matcher("a");
    let shown = || format!("{url:?} is {target:?}, spelled {}", spelled.escape_ascii());
    assert_eq!(
        matcher.rules().next().map(|rule| rule.pattern()),
        exactly.get(24..),
        "{}",
        shown()
    );
    for same in [url, &target] {
        assert_eq!(
            matcher.allowed(same),
            is_robots_txt,
            "{same:?}: {}",
            shown()
        );
        assert_eq!(
            robots.allowed("a", same),
            is_robots_txt,
            "{same:?}: {}",
            shown()
        );
        assert_eq!(
            matcher.verdict(same).line(),
            (!is_robots_txt).then_some(2),
            "{same:?}: {}",
            shown()
        );
    }
    if let Some(parsed) = parsed {
        assert_eq!(
            matcher.allowed(&parsed),
            matcher.allowed(parsed.as_str()),
            "parsed: {}",
            shown()
        );
    }
    // A rule that ends one character earlier does not match.
    let width = if spelled.len() >= 3 && spelled[spelled.len() - 3] == b'%' {
        3
    } else {
        1
    };
    let shorter = &spelled[..spelled.len() - width];
    let shorter = [b"user-agent: *\ndisallow: ", shorter, b"$"].concat();
    assert!(
        Setting::STANDARD.parse(&shorter).allowed("a", url),
        "shorter: {}",
        shown()
    );
    // Without `$`, the rule still matches.
    let prefix = [b"user-agent: *\ndisallow: ", &spelled[..]].concat();
    assert_eq!(
        Setting::STANDARD.parse(&prefix).allowed("a", url),
        is_robots_txt,
        "prefix: {}",
        shown()
    );
}

/// Compares the library with the model on rules made from suffixes of the URL. The deciding line
/// shows where the path starts and how it is spelled.
fn agrees_with_the_model(text: &str, setting: Setting) {
    let mut file = b"user-agent: *\n".to_vec();
    let ends = text
        .match_indices(['/', '?', ';', '\\'])
        .map(|(at, _)| &text[at..]);
    for end in ends.take(8) {
        let end = end.split(['\r', '\n', '#']).next().unwrap_or_default();
        file.extend_from_slice(
            format!("disallow: /{end}$\nallow: {end}$\ndisallow: {end}\n").as_bytes(),
        );
    }
    file.extend_from_slice(
        b"disallow: /$\ndisallow: *2F*\nallow: /*%2F\ndisallow: /*?*/\nallow: /./\ndisallow: /..",
    );
    let question = Question {
        file,
        setting,
        agents: vec!["a".to_owned()],
        url: text.to_owned(),
    };
    let expected = question.naive_answer();
    let robots = setting.parse(&question.file);
    assert_eq!(
        answer(&robots.verdict("a", text)),
        expected,
        "\n{}",
        question.describe()
    );
    assert_eq!(
        answer(&robots.matcher("a").verdict(text)),
        expected,
        "by a matcher\n{}",
        question.describe()
    );
    if let Ok(parsed) = Url::parse(text) {
        assert_eq!(
            answer(&robots.verdict("a", &parsed)),
            answer(&robots.verdict("a", parsed.as_str()))
        );
    }
}
