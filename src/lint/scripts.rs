//! Diagnostics about scripts and styles.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::diagnostic::Diagnostic;
use super::findings::Findings;
use super::messages;
use super::phrases::Quoted;
use super::text::Text;
use crate::file::Rule;
use crate::matcher::Matcher;

/// The budget for the search. Each rule takes one unit, plus one more for every 64 rules that the
/// crawler has.
const RULES_MAX: usize = 20_000;

const BOTH: &[&str] = &[".js", ".css"];

/// Folders of content management systems from which pages load scripts or styles, each with the
/// beginning of a path to such a file.
const FOLDERS: [(&str, &str); 6] = [
    ("/misc/", "/misc/jquery"),
    ("/themes/", "/themes/a/a"),
    ("/wp-includes/", "/wp-includes/js/a"),
    ("/wp-content/", "/wp-content/themes/a/a"),
    ("/wp-content/themes/", "/wp-content/themes/a/a"),
    ("/wp-content/plugins/", "/wp-content/plugins/a/a"),
];

/// The ends of folders that usually contain scripts or styles.
const NAMES: [(&str, &[&str]); 7] = [
    ("/js/", &[".js"]),
    ("/javascript/", &[".js"]),
    ("/javascripts/", &[".js"]),
    ("/css/", &[".css"]),
    ("/styles/", &[".css"]),
    ("/stylesheets/", &[".css"]),
    ("/assets/", BOTH),
];

/// Reports scripts and styles that may be disallowed for Googlebot, which renders pages.
pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let rules = text.robots.matcher("Googlebot");
    if rules.disallows_all() {
        return;
    }
    // Each rule requires verdicts, and each verdict takes time linear in the number of rules.
    let all = rules.rules();
    let cost = 1 + all.len() / 64;
    for rule in all.take(1 + RULES_MAX / cost) {
        found.extend(Resources::of(&rule).and_then(|of| of.report(text, &rules, &rule)));
    }
}

/// The scripts or styles that a rule covers as a class, either by their type or by a folder that
/// usually contains them.
pub(super) struct Resources<'t> {
    /// The pattern without a final `*` or `$`.
    folder: &'t str,
    /// A path that the pattern matches. If there are types, one of them must follow.
    path: String,
    types: &'static [&'static str],
}

impl<'t> Resources<'t> {
    pub(super) fn of(rule: &Rule<'t>) -> Option<Resources<'t>> {
        // The endings `*`, `$` and `*$` don't change anything that matters here.
        let pattern = core::str::from_utf8(rule.pattern()).ok()?;
        let folder = pattern.trim_end_matches(['$', '*']);
        let body = folder.to_ascii_lowercase();
        if rule.is_allow() || !body.starts_with(['/', '*']) {
            return None;
        }
        // `/*.js` is for a type, but `/main.js` is for a single file.
        let is_type = body.ends_with(".js") || body.ends_with(".css");
        let file = body.rsplit('/').next().unwrap_or_default();
        // Any file will do and, if the pattern begins with `*`, in any folder.
        let path = folder.replace('*', "a");
        let slash = if path.starts_with('/') { "" } else { "/" };
        let (path, types) = match FOLDERS.iter().find(|(name, _)| body == *name) {
            Some((_, path)) => (String::from(*path), BOTH),
            None if is_type && file.contains('*') => (format!("{slash}{path}"), &[][..]),
            None => {
                let (_, types) = NAMES.iter().find(|(name, _)| body.ends_with(name))?;
                (format!("{slash}{path}a"), *types)
            }
        };
        Some(Resources {
            folder,
            path,
            types,
        })
    }

    /// Reports the rule if it decides a verdict on one of these resources.
    fn report(&self, text: &Text<'_>, rules: &Matcher, rule: &Rule<'_>) -> Option<Diagnostic> {
        let place = text.record(rule.line());
        if self.types.is_empty() {
            return is_blocked(rules, rule, &self.path).then(|| messages::SCRIPTS.at(place, &[]));
        }
        // A longer pattern wins over the rule, and over all others that match the same path.
        let blocked = |kind: &&&str| is_blocked(rules, rule, &format!("{}{kind}", self.path));
        let blocked = self.types.iter().filter(blocked);
        let lines = blocked.map(|kind| format!("Allow: {}*{kind}", self.folder));
        let lines: Vec<String> = lines.collect();
        // The types may already be allowed by longer rules.
        lines.first()?;
        let shown = lines.iter().map(|line| Quoted(line.as_bytes()).to_string());
        let shown: Vec<String> = shown.collect();
        let (span, lines) = text.insert_below(rule.line(), &lines);
        let new = messages::SCRIPTS_IN_FOLDER.at(place, &[&shown.join(" and ")]);
        Some(new.edit(span, lines))
    }
}

/// Returns `true` if a rule is the one that disallows a path.
fn is_blocked(rules: &Matcher, rule: &Rule<'_>, path: &str) -> bool {
    let verdict = rules.verdict(path);
    verdict.line() == Some(rule.line()) && !verdict.allowed()
}
