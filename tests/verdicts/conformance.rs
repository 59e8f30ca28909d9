//! Runs the cases of `tests/conformance` through a parsed file, a matcher, the naive model, and a
//! file and a matcher that were written or saved and read again. Its README documents the format.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use robots_exclusion::lexer::{Field, Lines};
use robots_exclusion::location::{Scope, robots_txt_url};
use robots_exclusion::{Dialect, Matcher, Robots, UserAgent, Verdict, agent};
use serde_json::{Value, json};

use super::case::Table;
use crate::cases::{self, Case};
use crate::support::{Question, Setting, assert_none};

/// Returns the options of a case.
fn setting(case: &Case, dialect: Dialect) -> Setting {
    let limit = case.fields.get("byte_limit").and_then(Value::as_u64);
    let fallback = case
        .fields
        .get("options")
        .and_then(|options| options["agent_fallback"].as_bool());
    Setting {
        dialect,
        byte_limit: limit.map(|limit| usize::try_from(limit).expect("a small number")),
        agent_fallback: fallback.unwrap_or(true),
    }
}

fn cases() -> Vec<Case> {
    cases::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance"))
}

#[test]
fn names_are_unique_and_fields_are_known() {
    let schema: Value =
        serde_json::from_str(include_str!("../conformance/schema.json")).expect("a schema");
    let is_known = |place: &Value, field: &str| place["properties"].get(field).is_some();
    let mut names = BTreeMap::new();
    let mut uncontested = 0;
    for case in cases() {
        let name = case.name();
        assert!(
            case.text("source").is_some_and(|source| !source.is_empty()),
            "{name} has no source"
        );
        for field in case.fields.keys() {
            let is_field = is_known(&schema, field);
            assert!(is_field, "{name}: {field} is not a field");
        }
        let answers: Vec<_> = ["standard", "google"]
            .iter()
            .filter_map(|dialect| case.fields.get(*dialect))
            .collect();
        assert!(!answers.is_empty(), "{name} has no answer");
        for answer in answers {
            let answer = answer.as_object().expect("an answer");
            assert!(!answer.is_empty(), "{name}: an answer is empty");
            for field in answer.keys() {
                let is_answer = is_known(&schema["$defs"]["answer"], field);
                assert!(is_answer, "{name}: {field} is not an answer");
            }
        }
        // A contested case has two readings.
        let readings = ["standard", "google", "other"].map(|reading| case.fields.get(reading));
        let mut readings: Vec<_> = readings.into_iter().flatten().collect();
        readings.dedup();
        assert_eq!(
            case.fields.contains_key("contested"),
            readings.len() > 1,
            "{name}: {readings:?}"
        );
        uncontested += usize::from(!case.fields.contains_key("contested"));
        let again = names.insert(case.text("name").unwrap_or_default().to_owned(), case.topic);
        assert_eq!(again, None, "{name}: another case has this name");
    }
    assert!(uncontested >= 1_500, "only {uncontested} uncontested cases");
}

#[test]
fn cases_are_answered() {
    let mut table = Table::default();
    let mut wrong = Vec::new();
    for case in cases() {
        for (key, dialect) in [("standard", Dialect::Standard), ("google", Dialect::Google)] {
            if let Some(answer) = case.fields.get(key) {
                let name = format!("{} ({key})", case.name());
                if let Err(error) = check(&mut table, &name, &case, dialect, answer) {
                    wrong.push(format!("{name}: {error}"));
                }
            }
        }
    }
    assert_none(&wrong, "cases fail");
    table.finish();
}

fn check(
    table: &mut Table,
    name: &str,
    case: &Case,
    dialect: Dialect,
    answer: &Value,
) -> Result<(), String> {
    if case.topic == "location" && needs_unicode(case) {
        return Ok(());
    }
    if let Some(covers) = answer.get("covers") {
        let (page, file) = (case.url(), case.text("robots_url").expect("a robots_url"));
        let scope = Scope::from_robots_txt_url(file).map_err(|error| error.to_string())?;
        let of_page = Scope::of_page(page).is_ok_and(|other| other == scope);
        same(&Value::from(of_page), covers)?;
        return same(&Value::from(scope.covers(page)), covers);
    }
    if let Some(expected) = answer.get("robots_url") {
        let url = robots_txt_url(case.url()).map_err(|error| error.to_string())?;
        let parsed = url::Url::parse(case.url()).map_err(|error| error.to_string())?;
        let scope = Scope::try_from(&parsed).map_err(|error| error.to_string())?;
        same(&Value::from(scope.robots_txt_url()), expected)?;
        return same(&Value::from(url.as_str()), expected);
    }
    if let Some(token) = answer.get("product_token") {
        let agent = &case.agents()[0];
        same(&Value::from(agent::product_token(agent)), token)?;
        let valid = agent::is_valid_product_token(agent);
        return same(&Value::from(valid), &answer["valid"]);
    }
    if let Some(expected) = answer.get("incomplete_url") {
        let (robots, closed) = (setting(case, dialect).parse(b""), Matcher::disallow_all());
        let matcher = robots.matcher("a");
        let verdicts = [
            robots.verdict("a", case.url()),
            matcher.verdict(case.url()),
            closed.verdict(case.url()),
        ];
        return every(verdicts, expected, |verdict| {
            verdict.is_incomplete_url().into()
        });
    }
    if case.fields.contains_key("status") {
        return fetched(case, dialect, answer);
    }
    if let Some(expected) = answer.get("records") {
        return same(&records(&case.file(), dialect), expected);
    }
    if let Some(expected) = answer.get("groups") {
        return groups(&setting(case, dialect).parse(&case.file()), expected);
    }
    if let Some(expected) = answer.get("matches") {
        let file = case.file();
        let matcher = setting(case, dialect)
            .parse(&file)
            .matcher_for(case.agents());
        let found = matcher.matches(case.url());
        let found = found
            .iter()
            .map(|found| json!([found.rule.line(), found.length]));
        return same(&found.collect(), expected);
    }
    if answer.get("reason").is_some() {
        let file = case.file();
        let robots = setting(case, dialect).parse(&file);
        let matcher = robots.matcher_for(case.agents());
        let verdicts = [
            robots.verdict(&case.agents()[0], case.url()),
            matcher.verdict(case.url()),
        ];
        return every(verdicts, answer, reason);
    }
    if let Some(sitemaps) = answer.get("sitemaps") {
        let file = case.file();
        let robots = setting(case, dialect).parse(&file);
        let values = robots.sitemaps().map(|sitemap| sitemap.value());
        same(&values.map(String::from_utf8_lossy).collect(), sitemaps)?;
        let matcher = robots.matcher("a").with_sitemaps(robots.sitemaps());
        let values = matcher.sitemaps().map(|sitemap| sitemap.value());
        return same(&values.map(String::from_utf8_lossy).collect(), sitemaps);
    }
    if let Some(expected) = answer.get("delay") {
        let file = case.file();
        let robots = setting(case, dialect).parse(&file);
        let matcher = robots.matcher_for(case.agents());
        // No case has a `request-rate` that asks for more.
        let with_sitemaps = robots.matcher_for(case.agents());
        let with_sitemaps = with_sitemaps.with_sitemaps(robots.sitemaps());
        #[cfg_attr(not(feature = "crawlers"), allow(unused_mut))]
        let mut found = vec![
            matcher.crawl_delay(),
            matcher.delay(Duration::MAX),
            with_sitemaps.crawl_delay(),
        ];
        #[cfg(feature = "crawlers")]
        if let [agent] = &case.agents()[..] {
            let mut many = robots_exclusion::crawlers::ManyCrawlers::new(&robots);
            found.push(many.records(agent).crawl_delay());
        }
        let mut found = found
            .iter()
            .map(|delay| delay.map(|delay| delay.as_secs_f64()));
        let is_same = found.all(|found| found == expected.as_f64());
        let error = || format!("a delay is not {expected}");
        return is_same.then_some(()).ok_or_else(error);
    }
    if answer.get("selected").is_some() {
        return selected(case, dialect, answer);
    }
    if case.fields.contains_key("field") {
        return usage(case, dialect, answer);
    }
    let (allowed, line) = (
        answer["allowed"].as_bool().expect("a bool"),
        answer["line"].as_u64(),
    );
    let question = Question {
        file: case.file(),
        setting: setting(case, dialect),
        agents: case.agents(),
        url: case.url().to_owned(),
    };
    let letter = if allowed { "A" } else { "D" };
    table.question(
        name,
        &question,
        &line.map_or(letter.to_owned(), |line| format!("{letter} {line}")),
    );
    again(&question, allowed)
}

/// Returns `true` if a case has a host that cannot be read in a build without the tables of
/// Unicode.
fn needs_unicode(case: &Case) -> bool {
    let mut urls = [case.text("robots_url"), Some(case.url())]
        .into_iter()
        .flatten();
    url::Url::parse("http://m\u{fc}ller.eu/").is_err()
        && urls.any(|url| !url.is_ascii() || url.contains('%'))
}

fn same(found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{found}, not {expected}"))
    }
}

/// Asks a file and a matcher that were written or saved and read again. Lines may differ.
fn again(question: &Question, allowed: bool) -> Result<(), String> {
    described(question);
    let robots = question.setting.parse(&question.file);
    let written = robots.to_string();
    let whole = Setting {
        byte_limit: None,
        ..question.setting
    };
    let matcher = robots.matcher_for(&question.agents);
    let mut verdicts = vec![matcher.verdict(&question.url)];
    if let [agent] = &question.agents[..] {
        verdicts.push(robots.verdict(agent, &question.url));
    }
    for rule in verdicts.iter().filter_map(|verdict| verdict.rule()) {
        let line = Lines::new(&question.file, question.setting.dialect)
            .find(|line| line.number() == rule.line())
            .expect("the line of the rule");
        if line.value() != rule.pattern() {
            return Err(format!("the deciding rule is {rule}, not as written"));
        }
    }
    let mut answers = vec![(
        "a written file",
        whole
            .parse(written.as_bytes())
            .matcher_for(&question.agents),
    )];
    #[cfg(feature = "serde")]
    {
        let saved = serde_json::to_string(&robots).map_err(|error| error.to_string())?;
        let loaded: Robots<'static> =
            serde_json::from_str(&saved).map_err(|error| error.to_string())?;
        answers.push(("a saved file", loaded.matcher_for(&question.agents)));
        let saved = serde_json::to_string(&matcher).map_err(|error| error.to_string())?;
        let loaded: Matcher = serde_json::from_str(&saved).map_err(|error| error.to_string())?;
        answers.push(("a saved matcher", loaded));
    }
    #[cfg(not(feature = "serde"))]
    answers.push(("a matcher", matcher));
    match answers
        .iter()
        .find(|(_, matcher)| matcher.allowed(&question.url) != allowed)
    {
        Some((way, _)) => Err(format!(
            "{way} answers {}, not {allowed}:\n{written}",
            !allowed
        )),
        None => Ok(()),
    }
}

fn every<const N: usize>(
    verdicts: [Verdict<'_>; N],
    expected: &Value,
    answer: impl Fn(&Verdict<'_>) -> Value,
) -> Result<(), String> {
    verdicts
        .iter()
        .try_for_each(|verdict| same(&answer(verdict), expected))
}

fn reason(verdict: &Verdict<'_>) -> Value {
    json!({"reason": verdict.reason().name(), "selection": verdict.selection().name()})
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the records of a file as lists of line, field and value.
fn records(text: &[u8], dialect: Dialect) -> Value {
    let mut records = Vec::new();
    let mut end = 0;
    for line in Lines::new(text, dialect) {
        // Lines don't overlap, and each part is at its place in the text.
        assert!(line.span().start >= end, "{line:?}");
        end = line.span().end;
        assert_eq!(&text[line.span()], line.bytes(), "{line:?}");
        if let Some(field) = line.field() {
            assert_eq!(&text[line.name_span()], line.name(), "{line:?}");
            assert_eq!(&text[line.value_span()], line.value(), "{line:?}");
            assert_eq!(Field::of(line.name(), dialect), field, "{line:?}");
            records.push(json!([line.number(), field.name(), shown(line.value())]));
        }
    }
    records.into()
}

/// Compares the groups of a file as lists of line, product tokens, and lines of rules.
fn groups(robots: &Robots<'_>, expected: &Value) -> Result<(), String> {
    let mut groups = Vec::new();
    let mut named: BTreeMap<Vec<u8>, (u32, Vec<u32>)> = BTreeMap::new();
    for (number, group) in (0..).zip(robots.groups()) {
        assert_eq!(
            group.agents().next().map(|agent| agent.line()),
            Some(group.line())
        );
        let token = |agent: UserAgent<'_>| {
            if agent.is_wildcard() {
                "*".to_owned()
            } else {
                shown(agent.token())
            }
        };
        for agent in group.agents() {
            let (_, groups) = named
                .entry(token(agent).to_lowercase().into_bytes())
                .or_insert((agent.line(), Vec::new()));
            groups.push(number);
            groups.dedup();
        }
        let agents: Vec<_> = group.agents().map(token).collect();
        let rules: Vec<_> = group.rules().map(|rule| rule.line()).collect();
        groups.push(json!([group.line(), agents, rules]));
    }
    let found = robots.named_crawlers().into_iter().map(|crawler| {
        let line = crawler.lines[0];
        (crawler.token.to_ascii_lowercase(), (line, crawler.groups))
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), named);
    same(&groups.into(), expected)
}

/// Checks what a file and its matcher say about themselves.
fn described(question: &Question) {
    let Setting {
        dialect,
        byte_limit,
        agent_fallback,
    } = question.setting;
    assert_eq!(dialect.to_string().parse(), Ok(dialect));
    let robots = question.setting.parse(&question.file);
    let options = robots.options();
    assert_eq!((robots.dialect(), options.dialect), (dialect, dialect));
    assert_eq!(options.byte_limit, byte_limit);
    assert_eq!(options.agent_fallback, agent_fallback);
    // The limit also drops the line that it cuts.
    let end = byte_limit.map_or(question.file.len(), |limit| limit.min(question.file.len()));
    let (read, dropped) = question.file[..end].split_at(robots.text().len());
    assert_eq!(robots.text(), read);
    assert!(!dropped.contains(&b'\n'), "{dropped:?}");
    assert_eq!(robots.is_truncated(), end < question.file.len());
    assert_eq!(robots.clone().into_owned().text(), read);
    let matcher = robots.matcher_for(&question.agents);
    assert_eq!(matcher.dialect(), dialect);
    let verdict = matcher.verdict(&question.url);
    let answer = if verdict.allowed() {
        "allowed"
    } else {
        "disallowed"
    };
    let text = verdict.rule().map(|rule| {
        let kind = if rule.is_allow() { "Allow" } else { "Disallow" };
        let blank = if rule.pattern().is_empty() { "" } else { " " };
        let pattern = shown(rule.pattern());
        format!("{answer} by line {}: {kind}:{blank}{pattern}", rule.line())
    });
    assert_eq!(text.is_some(), verdict.reason().name() == "rule");
    assert!(
        text.is_none_or(|text| verdict.to_string() == text),
        "{verdict}"
    );
    if verdict.reason().name() == "no-rule" {
        let token = shown(verdict.selection().token().unwrap_or(b"*"));
        let groups = match verdict.selection().name() {
            "own" => format!("{token}'s group"),
            "general" => format!("{token}'s more general group"),
            _ => format!("the {token} group"),
        };
        let text = format!("allowed: no rule in {groups} matches");
        assert_eq!(verdict.to_string(), text);
    }
    // The first of all rules that match is the deciding one.
    let matches = matcher.matches(&question.url);
    let first = matches.first().map(|found| found.rule);
    assert!(
        verdict.rule().is_none() || first == verdict.rule(),
        "{matches:?}"
    );
}

fn fetched(case: &Case, dialect: Dialect, answer: &Value) -> Result<(), String> {
    use robots_exclusion::fetch::FetchOutcome;
    let status = case.fields["status"].as_u64().expect("a status");
    let mut outcome = FetchOutcome::response(u16::try_from(status).expect("a status"), case.file());
    for (name, value) in case
        .fields
        .get("headers")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        outcome = outcome.header(name, value.as_str().expect("a header"));
    }
    let access = outcome.access_with(setting(case, dialect).options());
    let agents = case.agents();
    let matcher = access.matcher(&agents[0]);
    let verdicts = [
        access.verdict(&agents[0], case.url()),
        matcher.verdict(case.url()),
    ];
    if answer.get("reason").is_some() {
        return every(verdicts, answer, reason);
    }
    for verdict in verdicts {
        same(&Value::from(verdict.allowed()), &answer["allowed"])?;
        same(&Value::from(verdict.line()), &answer["line"])?;
    }
    Ok(())
}

#[cfg(feature = "crawlers")]
fn selected(case: &Case, dialect: Dialect, answer: &Value) -> Result<(), String> {
    use robots_exclusion::{Selection, crawlers};
    let file = case.file();
    let robots = setting(case, dialect).parse(&file);
    let crawler = crawlers::find(case.text("profile").expect("a profile"))
        .map_err(|error| error.to_string())?;
    let matcher = crawler.matcher(&robots);
    let found = match matcher.selection() {
        Selection::Wildcard => Value::from("*"),
        selection => selection
            .token()
            .map(|token| String::from_utf8_lossy(token).into_owned())
            .into(),
    };
    same(&found, &answer["selected"])
}

#[cfg(not(feature = "crawlers"))]
fn selected(_: &Case, _: Dialect, _: &Value) -> Result<(), String> {
    Ok(())
}

#[cfg(feature = "usage")]
fn usage(case: &Case, dialect: Dialect, answer: &Value) -> Result<(), String> {
    let file = case.file();
    let matcher = setting(case, dialect)
        .parse(&file)
        .matcher_for(case.agents());
    let label = case.text("label").unwrap_or_default();
    let usage = match case.text("field") {
        Some("Content-Usage") => matcher.usage(case.url()),
        Some("Content-Signal") => matcher.content_signals(case.url()),
        _ => {
            let licenses = matcher.licenses().map(|record| {
                let url = String::from_utf8_lossy(record.value()).into_owned();
                Value::from(vec![Value::from(record.line()), Value::from(url)])
            });
            return same(&licenses.collect(), &answer["licenses"]);
        }
    };
    let found = match (usage.applies(), usage.preference(label)) {
        (false, _) => Value::from("not-applicable"),
        (true, Some(preference)) => Value::from(preference.to_string()),
        (true, None) => usage.value(label).into(),
    };
    same(&found, &answer["preference"])?;
    same(&Value::from(usage.line(label)), &answer["line"])
}

#[cfg(not(feature = "usage"))]
fn usage(_: &Case, _: Dialect, _: &Value) -> Result<(), String> {
    Ok(())
}
