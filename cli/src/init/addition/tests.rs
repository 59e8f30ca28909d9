//! Every purpose and every known crawler, added to files of many kinds. The results are compared
//! with a naive model: each crawler is asked alone about some URLs, before and after.

use robots_exclusion::crawlers::{self, Choice, Crawler, Plan, Purpose, Site, Status};
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use super::{Addition, of};

struct Kind {
    name: String,
    text: Vec<u8>,
    /// A part of the reason why nothing can be added, or empty.
    refused: String,
}

fn kind(name: &str, text: impl Into<Vec<u8>>) -> Kind {
    Kind {
        name: name.to_owned(),
        text: text.into(),
        refused: String::new(),
    }
}

/// The small files of `kinds.jsonl`. Each character of `latin1` is a byte.
fn small_kinds() -> Vec<Kind> {
    let lines = include_str!("kinds.jsonl").lines();
    let kind = |line| {
        let kind: serde_json::Value = serde_json::from_str(line).expect("a kind");
        let text = |field: &str| kind[field].as_str().unwrap_or_default().to_owned();
        let latin1 = text("latin1").chars().map(|letter| letter as u8).collect();
        Kind {
            name: text("name"),
            text: [text("text").into_bytes(), latin1].concat(),
            refused: text("refused"),
        }
    };
    lines.map(kind).collect()
}

fn large_kinds() -> Vec<Kind> {
    let rules = |length: usize| {
        let mut text = b"User-agent: *\nDisallow: /q\n".to_vec();
        while text.len() + 20 < length {
            text.extend(format!("Allow: /{}\n", text.len()).bytes());
        }
        text.resize(length - 1, b'#');
        text.push(b'\n');
        text
    };
    let too_long = "crawlers only read its first 512000 bytes";
    let refused = |kind| Kind {
        refused: too_long.to_owned(),
        ..kind
    };
    vec![
        refused(kind("longer than the limit", rules(600_000))),
        refused(kind("as long as the limit", rules(512_000))),
        kind("near the limit", rules(490_000)),
        kind("longer than the limit, but only by a comment", {
            [rules(1000), b"#".repeat(600_000)].concat()
        }),
    ]
}

const URLS: [&str; 7] = ["/", "/a", "/b/c", "/q", "/x", "/caf%E9", "/blog?q=1"];

/// The answers of one file for one crawler, by the simplest way.
fn answers(matcher: &Matcher) -> (Vec<bool>, String) {
    let allowed = URLS.iter().map(|url| matcher.allowed(url)).collect();
    const LABELS: [&str; 5] = ["search", "ai-input", "ai-train", "train-ai", "use"];
    let values = |usage: robots_exclusion::usage::Usage<'_>| {
        LABELS.map(|label| usage.value(label).map(str::to_owned))
    };
    let said = URLS.map(|url| {
        (
            values(matcher.usage(url)),
            values(matcher.content_signals(url)),
        )
    });
    let said = (matcher.crawl_delay(), said);
    (allowed, format!("{said:?}"))
}

fn matcher(known: &Crawler, text: &[u8]) -> Matcher {
    known.matcher(&ParseOptions::new().dialect(known.dialect).parse(text))
}

const OF_ITS_OWN: &str = " has its own rules (line ";

/// Adds a plan to a file, and checks the answers of some crawlers.
#[track_caller]
fn check(kind: &Kind, plan: &Plan, choice: Choice, aim: Site, sample: impl Fn(usize) -> bool) {
    let context = format!("{}: {aim} {choice}", kind.name);
    let added = match of(&kind.text, plan) {
        Ok(added) => added,
        // None of the new groups would change a verdict.
        Err(why) if why.contains(OF_ITS_OWN) => {
            for known in crawlers::all().filter(|known| choice.includes(known)) {
                let old = matcher(known, &kind.text);
                assert!(
                    Site::of(&old) == aim || old.rules().next().is_some(),
                    "{context}: {known}: {why}"
                );
            }
            return;
        }
        Err(why) => {
            assert!(
                !kind.refused.is_empty() && why.contains(&kind.refused),
                "{context}: {why}"
            );
            return;
        }
    };
    let Addition {
        edited,
        remarks,
        is_complete,
        ..
    } = added;
    let Some(edited) = edited else {
        // The file says all of it already.
        for known in crawlers::all().filter(|known| choice.includes(known)) {
            assert_eq!(
                Site::of(&matcher(known, &kind.text)),
                aim,
                "{context}: {known}"
            );
        }
        return;
    };
    assert_eq!(kind.refused, "", "{context}");
    let new = edited.text;
    let shown = String::from_utf8_lossy(&new[..new.len().min(2000)]).into_owned();
    let mark = "\u{feff}".as_bytes();
    let rest = kind.text.strip_prefix(mark).unwrap_or(&kind.text);
    assert!(
        new.starts_with(&kind.text) || new.ends_with(rest),
        "{context}: {shown}"
    );
    assert_eq!(
        new.starts_with(mark),
        kind.text.starts_with(mark),
        "{context}"
    );
    for (number, known) in crawlers::all().enumerate() {
        let is_target = choice.includes(known);
        if !(is_target || sample(number)) {
            continue;
        }
        let [old, new] = [&kind.text, &new].map(|text| matcher(known, text));
        if is_target {
            let token = known.token;
            let is_told = remarks
                .iter()
                .any(|remark| remark.contains(&format!("that {token} had")));
            assert!(
                is_told || Site::of(&new) == aim,
                "{context}: {known}\n{shown}"
            );
        } else if known.status != Status::Retired {
            assert_eq!(answers(&old), answers(&new), "{context}: {known}\n{shown}");
        }
    }
    for dialect in [Dialect::Standard, Dialect::Google] {
        let options = ParseOptions::new().dialect(dialect);
        let [old, new] = [&kind.text, &new].map(|text| options.parse(text));
        for agent in ["*", "nobody", "x"] {
            let [old, new] = [&old, &new].map(|robots| answers(&robots.matcher(agent)));
            assert_eq!(old, new, "{context}: {agent} in {dialect}\n{shown}");
        }
    }
    // A second time there is nothing to add, unless older rules are in the way.
    let is_in_the_way = remarks
        .iter()
        .any(|remark| remark.starts_with("the rules that "));
    assert_eq!(is_in_the_way, !is_complete, "{context}");
    match of(&new, plan) {
        Ok(again) => assert!(
            again.edited.is_none() && is_complete,
            "{context}, again\n{shown}"
        ),
        Err(why) => assert!(
            why.contains(OF_ITS_OWN) && !is_complete,
            "{context}, again: {why}\n{shown}"
        ),
    }
}

fn plans(choice: Choice) -> [(Plan, Site); 2] {
    [
        (Plan::default().disallow(choice), Site::Disallowed),
        (Plan::default().allow(choice), Site::Allowed),
    ]
}

#[test]
fn every_purpose_is_added_to_files_of_every_kind() {
    let choices = Purpose::ALL.iter().map(|&purpose| Choice::For(purpose));
    for choice in choices.chain([Choice::Ai]) {
        for (plan, aim) in plans(choice) {
            for (row, kind) in small_kinds().iter().enumerate() {
                check(kind, &plan, choice, aim, |number| number % 4 == row % 4);
            }
        }
    }
}

#[test]
fn every_crawler_is_added_to_files_of_every_kind() {
    for (place, known) in crawlers::all().enumerate() {
        let choice = Choice::Only(known);
        for (plan, aim) in plans(choice) {
            for (row, kind) in small_kinds().iter().enumerate() {
                // Blocking is tried everywhere, and admitting in a quarter of the files.
                if aim == Site::Allowed && (place + row) % 4 > 0 {
                    continue;
                }
                check(kind, &plan, choice, aim, |number| {
                    number % 32 == (place + row) % 32
                });
            }
        }
    }
}

#[test]
fn large_files_are_edited_only_where_crawlers_read() {
    for kind in large_kinds() {
        for choice in [
            Choice::For(Purpose::Seo),
            Choice::Only(crawlers::find("CCBot").unwrap()),
        ] {
            for (plan, aim) in plans(choice) {
                check(&kind, &plan, choice, aim, |number| number % 8 == 0);
            }
        }
    }
}

#[test]
fn names_that_google_truncates_are_reported_or_refused() {
    let plan = Plan::default().allow(Choice::Only(crawlers::find("peer39_crawler").unwrap()));
    let added = of(b"User-agent: *\nDisallow: /q\n", &plan)
        .map_err(|why| panic!("{why}"))
        .unwrap();
    assert!(
        added.remarks[0].contains("It reads peer39_crawler as `peer`, "),
        "{:?}",
        added.remarks
    );
    let named = b"User-agent: peer\nDisallow: /q\n\nUser-agent: *\nDisallow: /q\n";
    let why = of(named, &plan).err().unwrap();
    assert!(
        why.starts_with("Google's parser reads peer39_crawler as `peer`, "),
        "{why}"
    );
}

#[test]
fn crawlers_that_fall_back_to_a_new_name_keep_their_rules() {
    let plan = Plan::default().disallow(Choice::Only(crawlers::find("Googlebot").unwrap()));
    let added = of(b"User-agent: *\nDisallow: /q\nCrawl-delay: 3\n", &plan);
    let text = added.map(|added| added.edited.unwrap().text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let kept = "\n# As before: would otherwise obey a group above\nUser-agent: Applebot\n";
    assert!(text.contains(kept), "{text}");
    assert!(text.contains("User-agent: Googlebot-Image\n"), "{text}");
    assert!(text.ends_with("\nDisallow: /q\nCrawl-delay: 3\n"), "{text}");
}

/// Files with groups for a crawler.
fn kinds_that_name(token: &str) -> Vec<Kind> {
    let own = |lines: &str| format!("User-agent: {token}\n{lines}");
    let rules: String = (0..200)
        .map(|number| format!("Disallow: /p{number}/*.x\n"))
        .collect();
    let groups: String = (0..100)
        .map(|number| format!("User-agent: bot{number}\nDisallow: /b\n\n"))
        .collect();
    let others = "\nUser-agent: *\nDisallow: /q\n";
    vec![
        kind("its rules", own("Disallow: /x\n") + others),
        kind(
            "its rules, some of them open",
            own("Disallow: /\nAllow: /x\n") + others,
        ),
        kind(
            "its rules and CR LF",
            (own("Disallow: /x\n") + others).replace('\n', "\r\n"),
        ),
        kind(
            "its rules and mixed line ends",
            format!("User-agent: *\r\nDisallow: /q\n\rUser-agent: {token}\rDisallow: /x\r\n"),
        ),
        kind(
            "its rules after a byte order mark",
            format!("\u{feff}{}", own("Disallow: /q")),
        ),
        kind(
            "its rules, and a comment without a line end",
            own("Disallow: /q\n# the end"),
        ),
        kind(
            "its open group in a closed file",
            own("Allow: /\n\nUser-agent: *\nDisallow: /\n"),
        ),
        kind(
            "its empty rule in a closed file",
            own("Disallow:\n\nUser-agent: *\nDisallow: /\n"),
        ),
        kind("its closed group", own("Disallow: /\n") + others),
        kind(
            "its group without rules at the end",
            format!("{others}\n{}", own("")),
        ),
        kind("its delay", own("Crawl-delay: 3\n")),
        kind(
            "its usage",
            own("Content-Usage: train-ai=n\nContent-Usage: /x train-ai=y\nDisallow: /x\n") + others,
        ),
        kind(
            "its name with a version",
            own("").replace('\n', "/1.0\nDisallow: /x\n"),
        ),
        kind(
            "its name in lower case",
            own("Disallow: /x\n").to_lowercase(),
        ),
        kind(
            "its name and others",
            own("User-agent: x\nDisallow: /x\n") + others,
        ),
        kind(
            "it and `*`, and sitemaps",
            own("User-agent: *\nDisallow: /q\n\nSitemap: https://a.example/s.xml\n"),
        ),
        kind(
            "its three groups",
            [
                own("Disallow: /x\n"),
                others.into(),
                own("Disallow: /a\n"),
                own("Allow: /a\n"),
            ]
            .join("\n"),
        ),
        kind("its 200 rules", own(&rules) + others),
        kind("200 rules of all", format!("User-agent: *\n{rules}")),
        kind("100 other groups", groups + others),
    ]
}

#[test]
fn every_crawler_is_added_to_files_that_name_it() {
    for (place, known) in crawlers::all().enumerate() {
        let choice = Choice::Only(known);
        for (row, kind) in kinds_that_name(known.token).iter().enumerate() {
            // One side is tried in each file.
            let (plan, aim) = &plans(choice)[(place + row) % 2];
            check(kind, plan, choice, *aim, |number| {
                number % 32 == (place + row) % 32
            });
        }
    }
}

/// Applebot-Extended falls back to Applebot, and Applebot to Googlebot.
#[test]
fn crawlers_that_fall_back_to_a_kept_group_keep_their_records() {
    let find = |name| crawlers::find(name).unwrap();
    let old = "User-agent: Googlebot\nCrawl-delay: 3\n";
    let plan = Plan::default().disallow(Choice::Only(find("Googlebot")));
    let added = of(old.as_bytes(), &plan).unwrap_or_else(|why| panic!("{why}"));
    let new = added.edited.unwrap().text;
    for known in ["Applebot-Extended", "Applebot"].map(find) {
        let [old, new] = [old.as_bytes(), &new].map(|text| answers(&matcher(known, text)));
        assert_eq!(old, new, "{known}");
    }
}

/// Crawlers that fall back to a new name share one copy of their rules.
#[test]
fn rules_are_copied_once_for_several_crawlers() {
    let rules: String = (0..900)
        .map(|number| format!("Disallow: /{number}\n"))
        .collect();
    let text = format!("User-agent: *\n{rules}");
    let plan = Plan::default().disallow(Choice::Only(crawlers::find("Googlebot").unwrap()));
    let added = of(text.as_bytes(), &plan).unwrap_or_else(|why| panic!("{why}"));
    let new = String::from_utf8(added.edited.unwrap().text).unwrap();
    // In the old group and in the copy.
    assert_eq!(new.matches("Disallow: /899\n").count(), 2, "{new}");
}
