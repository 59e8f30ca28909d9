//! Diagnostics about scripts and styles.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::messages;
use super::text::Text;
use super::words::Quoted;
use crate::file::{Rule, RuleKind};
use crate::matcher::Matcher;

/// The budget of the search: one unit per rule, and one more for every 64 rules of the crawler.
const RULES_MAX: usize = 20_000;

const SCRIPTS: &[&str] = &[".js"];
const STYLES: &[&str] = &[".css"];
const BOTH: &[&str] = &[".js", ".css"];

/// Reports scripts and styles that may be disallowed for Googlebot, which renders pages.
pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let rules = text.robots.matcher("Googlebot");
    if rules.disallows_all() {
        return;
    }
    let all = rules.rules();
    let cost = 1 + all.len() / 64;
    for (number, rule) in all.enumerate() {
        if number * cost > RULES_MAX {
            return;
        }
        if let Some(resources) = Resources::of(&rule) {
            report(text, &rules, &rule, &resources, found);
        }
    }
}

fn report(
    text: &Text<'_>,
    rules: &Matcher,
    rule: &Rule<'_>,
    resources: &Resources<'_>,
    found: &mut Findings,
) {
    let is_blocked = |path: &str| {
        let verdict = rules.verdict(path);
        verdict.line() == Some(rule.line()) && !verdict.allowed()
    };
    let place = text.record(rule.line());
    let Resources {
        folder,
        path,
        types,
    } = resources;
    if types.is_empty() {
        if is_blocked(path) {
            found.add(Diagnostic::new(&messages::SCRIPTS, place, &[]));
        }
        return;
    }
    // A longer pattern wins over the rule, and over all others that match the same path.
    let blocked = types
        .iter()
        .filter(|kind| is_blocked(&format!("{path}{kind}")));
    let allow = |kind: &&str| format!("Allow: {folder}*{kind}");
    let lines: Vec<String> = blocked.map(allow).collect();
    let quoted: Vec<String> = lines
        .iter()
        .map(|line| Quoted(line.as_bytes()).to_string())
        .collect();
    if lines.is_empty() {
        return;
    }
    let (span, lines) = text.insert_below(rule.line(), &lines);
    let new = Diagnostic::new(
        &messages::SCRIPTS_IN_FOLDER,
        place,
        &[&quoted.join(" and ")],
    );
    found.add(new.edit(span, lines));
}

/// The scripts or styles that a rule names in general: by their type, or by a folder that usually
/// contains them.
pub(super) struct Resources<'t> {
    /// The pattern without a final `*` or `$`.
    folder: &'t str,
    /// A path that the pattern matches. If there are types, one of them must follow.
    path: String,
    types: &'static [&'static str],
}

impl<'t> Resources<'t> {
    pub(super) fn of(rule: &Rule<'t>) -> Option<Resources<'t>> {
        // The folders of content management systems that pages load scripts or styles from.
        const FOLDERS: [(&str, &str); 6] = [
            ("/misc/", "/misc/jquery"),
            ("/themes/", "/themes/a/a"),
            ("/wp-includes/", "/wp-includes/js/a"),
            ("/wp-content/", "/wp-content/themes/a/a"),
            ("/wp-content/themes/", "/wp-content/themes/a/a"),
            ("/wp-content/plugins/", "/wp-content/plugins/a/a"),
        ];
        const NAMES: [(&str, &[&str]); 7] = [
            ("/js/", SCRIPTS),
            ("/javascript/", SCRIPTS),
            ("/javascripts/", SCRIPTS),
            ("/css/", STYLES),
            ("/styles/", STYLES),
            ("/stylesheets/", STYLES),
            ("/assets/", BOTH),
        ];
        let pattern = core::str::from_utf8(rule.pattern()).ok()?;
        let folder = pattern.trim_end_matches(['$', '*']);
        let body = folder.to_ascii_lowercase();
        if rule.kind() != RuleKind::Disallow || !body.starts_with(['/', '*']) {
            return None;
        }
        if let Some((_, path)) = FOLDERS.iter().find(|(name, _)| body == *name) {
            let path = (*path).to_owned();
            return Some(Resources {
                folder,
                path,
                types: BOTH,
            });
        }
        let is_type = body.ends_with(".js") || body.ends_with(".css");
        let file = body.rsplit('/').next().unwrap_or_default();
        let types = match is_type && file.contains('*') {
            true => &[],
            false => NAMES.iter().find(|(name, _)| body.ends_with(name))?.1,
        };
        let path = folder.replace('*', "a");
        let slash = if path.starts_with('/') { "" } else { "/" };
        let file = if types.is_empty() { "" } else { "a" };
        Some(Resources {
            folder,
            path: format!("{slash}{path}{file}"),
            types,
        })
    }
}
