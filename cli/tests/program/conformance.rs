//! The cases of `tests/conformance`, as pages of many hosts. Each file is the robots.txt of a host,
//! which a proxy serves. A process answers all cases of a crawler in a dialect.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::cases::{self, Case};
use crate::run::{finish, program, run};
use crate::server::{Server, response};

fn cases() -> Vec<Case> {
    cases::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance"))
}

/// Returns the target of a URL that is a path, or has a plain host. Other URLs are not pages, or
/// their host is part of the question.
fn target(url: &str) -> Option<&str> {
    let is_line = url.trim() == url && !url.contains(char::is_control);
    let target = match url.strip_prefix("http://").or(url.strip_prefix("https://")) {
        Some(rest) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let is_plain = rest[..end].contains(|byte: char| byte.is_ascii_lowercase())
                && rest[..end]
                    .chars()
                    .all(|byte| byte.is_ascii_lowercase() || byte == '.');
            &rest[if is_plain { end } else { return None }..]
        }
        None if url.starts_with('/') && !url.starts_with("//") => url,
        None => return None,
    };
    is_line.then_some(target)
}

/// Returns the response with the file of a case, if the server can send it.
fn reply(case: &Case) -> Option<(String, Vec<u8>)> {
    let status = case.fields.get("status").map_or(Some(200), Value::as_u64)?;
    // Clients do not show any other status, and a 204 or 304 has no body.
    if !(200..600).contains(&status) || status == 204 || status == 304 {
        return None;
    }
    let mut head = format!("{status} Status");
    let headers = case.fields.get("headers").and_then(Value::as_object);
    for (name, value) in headers.into_iter().flatten() {
        head += &format!("\r\n{name}: {}", value.as_str()?);
    }
    Some((head, case.file()))
}

#[test]
fn cases_are_answered() {
    let mut hosts = BTreeMap::new();
    // The arguments, with the cases of a process.
    let mut processes: BTreeMap<Vec<String>, Vec<(String, Case, &str)>> = BTreeMap::new();
    for dialect in ["standard", "google"] {
        for case in cases() {
            let asked = case
                .fields
                .get(dialect)
                .and_then(|answer| answer.get("allowed"));
            if asked.is_none() || case.fields.contains_key("field") {
                continue;
            }
            let [agent] = &case.agents()[..] else {
                continue;
            };
            // Names are separated by commas, and an argument contains no NUL. The program rejects
            // names that do not begin with a letter.
            let is_strange = agent.contains(|byte: char| byte == ',' || byte.is_control());
            if !agent.starts_with(|first: char| first.is_ascii_alphabetic()) || is_strange {
                continue;
            }
            let (Some(target), Some(reply)) = (target(case.url()), reply(&case)) else {
                continue;
            };
            let mut arguments = vec![format!("--dialect={dialect}"), format!("--agent={agent}")];
            if let Some(limit) = case.fields.get("byte_limit") {
                arguments.push(format!("--byte-limit={limit}"));
            }
            if case.fields.contains_key("options") {
                arguments.push("--no-agent-fallback".to_owned());
            }
            let count = hosts.len();
            let host = hosts
                .entry(reply)
                .or_insert_with(|| format!("c{count}.example"));
            let page = format!("http://{host}{target}");
            processes
                .entry(arguments)
                .or_default()
                .push((page, case, dialect));
        }
    }
    let paths: Vec<_> = hosts
        .iter()
        .map(|((head, file), host)| (format!("{host}/robots.txt"), response(head, file)))
        .collect();
    let proxy = Server::new(
        paths
            .iter()
            .map(|(path, steps)| (path.as_str(), steps.clone())),
    );
    let (mut count, mut wrong) = (0, Vec::new());
    for (arguments, asked) in processes {
        let mut command = program();
        command.env("ALL_PROXY", proxy.url(""));
        command
            .args(["check", asked[0].0.as_str(), "--json", "-"])
            .args(&arguments);
        let pages: String = asked[1..]
            .iter()
            .map(|(page, ..)| format!("{page}\n"))
            .collect();
        let answers = finish(&mut command, pages.as_bytes()).objects();
        assert_eq!(answers.len(), asked.len(), "{arguments:?}");
        for (answer, (_, case, dialect)) in answers.iter().zip(&asked) {
            let expected = &case.fields[*dialect];
            count += 1;
            if (&answer["allowed"], &answer["rule"]["line"])
                != (&expected["allowed"], &expected["line"])
            {
                wrong.push(format!(
                    "{} ({dialect}): {answer}, not {expected}",
                    case.name()
                ));
            }
        }
    }
    assert!(count >= 3_000, "only {count} cases can be asked");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_robots_txt_of_a_page() {
    let cases = cases();
    let asked = cases.iter().filter_map(|case| {
        let url = case.fields.get("standard")?.get("robots_url")?.as_str()?;
        (case.url().trim() == case.url()).then(|| (case.url(), url))
    });
    let (pages, urls): (Vec<_>, Vec<_>) = asked.unzip();
    run(&["url"], pages.join("\n").as_bytes()).gives(0, &(urls.join("\n") + "\n"));
}
