//! The table of crawlers: every row is well formed, and claims nothing without documentation that
//! was read.

use std::collections::BTreeSet;
use std::time::SystemTime;

use robots_exclusion::crawlers::{self, Crawler, Obeys, Purpose, Status};
use robots_exclusion::{Dialect, agent};
use url::Url;

/// Asserts that all rows pass a check, and lists every row that fails.
#[track_caller]
fn assert_all(is_right: impl Fn(&Crawler) -> bool) {
    let wrong: Vec<_> = crawlers::all().filter(|row| !is_right(row)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn lower_product_token(row: &Crawler) -> String {
    agent::product_token(row.token).to_ascii_lowercase()
}

#[test]
fn there_are_at_least_235_crawlers() {
    assert!(crawlers::all().len() >= 235, "{}", crawlers::all().len());
}

#[test]
fn docs_have_the_numbers_of_crawlers_and_of_sources_read() {
    let all = crawlers::all().len();
    let read = crawlers::all().filter(|row| row.documentation_read.is_some());
    let read = read.count();
    let unread = all - read;
    let changes = include_str!("../../CHANGELOG.md");
    let architecture = include_str!("../../.github/ARCHITECTURE.md");
    for (docs, text) in [
        (changes, format!("{all} known crawlers")),
        (changes, format!("the sources for {read} of them")),
        (
            architecture,
            format!("{unread} of the {all} known crawlers"),
        ),
    ] {
        assert!(docs.contains(&text), "missing: {text}");
    }
}

#[test]
fn product_tokens_are_unique_and_sorted() {
    let tokens: Vec<_> = crawlers::all().map(lower_product_token).collect();
    for pair in tokens.windows(2) {
        assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
    }
}

#[test]
fn tokens_and_operators_are_trimmed_text() {
    let is_text =
        |text: &str| !text.is_empty() && text.trim() == text && !text.contains(char::is_control);
    assert_all(|row| is_text(row.token) && is_text(row.operator));
    assert_all(|row| row.token.is_ascii() && !agent::product_token(row.token).is_empty());
}

#[test]
fn a_token_continues_after_its_product_token_with_a_space() {
    assert_all(|row| {
        let rest = &row.token[agent::product_token(row.token).len()..];
        rest.is_empty() || rest.starts_with(' ')
    });
}

#[test]
fn documentation_is_at_an_https_url() {
    assert_all(|row| {
        let url = Url::parse(row.documentation);
        url.is_ok_and(|url| {
            url.scheme() == "https" && url.domain().is_some_and(|d| d.contains('.'))
        })
    });
}

/// Only crawlers for another purpose need a source for this one.
#[test]
fn models_are_trained_with_what_others_publish() {
    let published: Vec<_> = crawlers::all()
        .filter(|row| row.trains_models.is_some())
        .collect();
    let tokens: Vec<_> = published.iter().map(|row| row.token).collect();
    assert_eq!(tokens, ["CCBot"]);
    for row in published {
        assert!(row.purpose != Purpose::AiTraining && row.serves(Purpose::AiTraining));
        let source = Url::parse(row.trains_models.unwrap());
        assert!(source.is_ok_and(|url| url.scheme() == "https"), "{row:?}");
    }
    for &purpose in Purpose::ALL {
        assert_all(|row| {
            let is_published = purpose == Purpose::AiTraining && row.trains_models.is_some();
            row.serves(purpose) == (row.purpose == purpose || is_published)
        });
    }
}

#[test]
fn documentation_dates_are_valid() {
    let is_date = |day: &str| {
        let numbers: Vec<u32> = day
            .split('-')
            .filter_map(|part| part.parse().ok())
            .collect();
        let [year, month, date] = numbers[..] else {
            return false;
        };
        day.len() == 10
            && (2026..2100).contains(&year)
            && (1..=12).contains(&month)
            && (1..=31).contains(&date)
    };
    assert_all(|row| row.documentation_read.is_none_or(is_date));
}

/// Operators change their documentation. CONTRIBUTING.md says how a row is read again.
#[test]
fn documentation_was_read_within_a_year() {
    let overdue = |today: &str| -> Vec<&str> {
        let read = crawlers::all().filter_map(|crawler| crawler.documentation_read);
        let newest = read.max().expect("some rows were read");
        // A clock that is behind the table says nothing.
        if today < newest {
            return Vec::new();
        }
        let (year, day) = today.split_at(4);
        let year_ago = format!("{}{day}", year.parse::<u32>().unwrap() - 1);
        let is_old = |row: &&Crawler| row.documentation_read.is_some_and(|day| *day < *year_ago);
        crawlers::all()
            .filter(is_old)
            .map(|crawler| crawler.token)
            .collect()
    };
    // The check itself: nothing is overdue on the day of reading, everything is long after it.
    assert!(overdue("2026-11-24").is_empty() && overdue("1970-01-01").is_empty());
    assert!(overdue("2099-01-01").contains(&"Googlebot"));

    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let today = date(since.as_secs() / 86_400);
    let overdue = overdue(&today);
    assert!(
        overdue.is_empty(),
        "read again (see CONTRIBUTING.md): {overdue:?}"
    );
}

/// Returns the date that is `days` after 1970-01-01, as `YYYY-MM-DD`.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[test]
fn dates_are_counted_from_1970() {
    assert_eq!(date(0), "1970-01-01");
    assert_eq!(date(19_782), "2024-02-29");
    assert_eq!(date(20_781), "2026-11-24");
}

#[test]
fn rows_without_documentation_claim_nothing() {
    let is_default = |row: &Crawler| {
        row.obeys_robots_txt == Obeys::Unknown
            && row.obeys_crawl_delay == Obeys::Unknown
            && row.product_tokens().count() == 1
            && row.is_bound_by_wildcard
    };
    assert_all(|row| row.documentation_read.is_some() || is_default(row));
}

#[test]
fn only_google_uses_the_google_dialect() {
    assert_all(|row| (row.dialect == Dialect::Google) <= (row.operator == "Google"));
}

/// google/robotstxt keeps only the leading letters, `-` and `_` of a `user-agent` value, and
/// compares crawler names as given.
#[test]
fn tokens_of_google_crawlers_are_valid_in_the_google_dialect() {
    let is_valid = |row: &Crawler| row.product_tokens().all(agent::is_valid_product_token);
    assert_all(|row| row.dialect == Dialect::Standard || is_valid(row));
}

#[test]
fn additional_tokens_belong_to_known_crawlers() {
    assert_all(|row| {
        row.product_tokens()
            .all(|token| crawlers::find(token).is_ok())
    });
}

#[test]
fn retired_crawlers_are_replaced_by_active_ones_or_none() {
    assert_all(|row| match row.replaced_by() {
        Some(other) => row.status == Status::Retired && other.status == Status::Active,
        None => true,
    });
}

/// `replaced_by` looks up the replacement by its token, so a misspelled token would be ignored
/// silently.
#[test]
fn replacements_exist() {
    let replaced: BTreeSet<_> = crawlers::all()
        .filter(|row| row.replaced_by().is_some())
        .map(|crawler| crawler.token)
        .collect();
    let written = include_str!("../../src/crawlers/table.rs").lines();
    let written: BTreeSet<_> = written
        .filter(|line| line.contains(".retired(Some("))
        .filter_map(|line| line.trim().strip_prefix("row(\"")?.split('"').next())
        .collect();
    assert_eq!(replaced, written);
    assert!(!written.is_empty());
}

#[test]
fn every_purpose_and_status_has_a_crawler() {
    let purposes: BTreeSet<_> = crawlers::all().map(|crawler| crawler.purpose).collect();
    assert!(purposes.iter().eq(Purpose::ALL), "{purposes:?}");
    let statuses: BTreeSet<_> = crawlers::all().map(|crawler| crawler.status).collect();
    assert!(statuses.iter().eq(Status::ALL), "{statuses:?}");
}

/// No crawler sends these tokens in requests. Their operators document them separately.
#[test]
fn control_tokens() {
    let controls = crawlers::all().filter(|row| row.status == Status::Control);
    let controls: Vec<_> = controls.map(|crawler| crawler.token).collect();
    assert_eq!(
        controls,
        [
            "Applebot-Extended",
            "Google-Extended",
            "webzio-extended",
            "Yandex"
        ]
    );
}
