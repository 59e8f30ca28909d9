//! Diagnostics about the combined rules of a crawler, from all of its groups.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::LazyCell;
use core::fmt::Display;

use super::diagnostic::{BOTH, Diagnostic};
use super::findings::Findings;
use super::messages;
use super::patterns::{dot_segment, path_of_url};
use super::scripts::{self, Resources};
use super::text::{Text, content, is_cut_by_google, matches_everything, name};
use super::usage;
use super::words::Quoted;
use crate::crawlers::{self, Crawler, Purpose, Status};
use crate::diff::{self, Budget, Effect};
use crate::file::{Group, NamedCrawler, Rule, RuleKind};
use crate::lexer::{Field, Line};
use crate::matcher::Matcher;
use crate::records::Record;
use crate::records::terms::Terms;

/// The maximum number of crawlers to compare with `*`.
const COMPARED_MAX: usize = 200;

/// The maximum number of steps, of up to 45 ns each, for finding rules that never decide
/// (0.2 s), and for comparing groups with the groups of `*` (0.05 s).
const EFFECT_STEPS: u64 = 1 << 21;
const COMPARISON_STEPS: u64 = 1 << 20;

/// The number of steps, 0.2 µs, that preparing a comparison takes per rule.
const STEPS_PER_RULE: usize = 4;

/// The maximum number of states and bytes of one comparison.
const STATES: usize = 1 << 14;
const MEMORY: usize = 8 << 20;

/// The crawlers of search engines that most sites want to be found by.
const SEARCH: [&str; 2] = ["Googlebot", "bingbot"];

pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let wildcard = text.robots.matcher("*");
    let everyone = text.names().get(&b"*"[..]);
    whole_site(text, everyone, &wildcard, found);
    scripts::check(text, found);
    disallowed_sitemaps(text, &wildcard, found);
    never_decide(text, found);

    // Crawlers that select the same groups have the same rules.
    let mut selections: Vec<&NamedCrawler<'_>> = text.names().values().collect();
    selections.sort_by(|one, other| (&one.groups, one.line).cmp(&(&other.groups, other.line)));
    selections.dedup_by(|one, other| one.groups == other.groups);
    selections.sort_by_key(|named| named.line);
    let mut budget = Budget::new(STATES, COMPARISON_STEPS, MEMORY);
    // The answers about the groups of `*` are shared by all crawlers.
    let allows_all = LazyCell::new(|| wildcard.allows_all());
    let mut signals = wildcard.terms(Terms::Signal);
    let refusal = signals.find(|signal| usage::refuses(signal.value()));
    let refusal = refusal.map(|signal| signal.line());
    let count_of_everyone = everyone.map_or(0, |everyone| rules_of(text, everyone).count());
    let named = selections
        .into_iter()
        .filter(|named| !named.token.is_empty());
    for named in named.take(COMPARED_MAX) {
        needless_allow(text, named, || *allows_all, found);
        let is_other = named.token != b"*" && may_exist(named.token);
        let Some(everyone) = everyone.filter(|_| is_other) else {
            continue;
        };
        // All rules are read and sorted.
        let count = count_of_everyone + rules_of(text, named).count();
        if budget.spend(STEPS_PER_RULE * count).is_err() {
            continue;
        }
        drops_rules(text, named, everyone, &mut budget, found);
        if let Some(refusal) = refusal {
            drops_signals(text, named, refusal, found);
        }
    }
    training_crawlers(text, found);
}

/// Returns the rules of all groups that name a crawler.
fn rules_of<'a>(
    text: &'a Text<'_>,
    named: &'a NamedCrawler<'_>,
) -> impl Iterator<Item = Rule<'a>> + Clone {
    let groups = named.groups.iter();
    groups.flat_map(|&group| text.groups[group as usize].rules())
}

/// Reports that the whole site is disallowed for every crawler, or for search engines.
///
/// If the crawlers of search engines have groups that allow something, the author keeps out all
/// others on purpose.
fn whole_site(
    text: &Text<'_>,
    wildcard: Option<&NamedCrawler<'_>>,
    rules: &Matcher,
    found: &mut Findings,
) {
    let new = |kind, rules: &Matcher, line: u32, whom: &str| {
        let rule = rules.verdict("/").line().unwrap_or(line);
        Diagnostic::new(kind, text.record(rule), &[&whom])
    };
    let (all, by_name) = (
        &messages::SITE_DISALLOWED,
        &messages::SITE_DISALLOWED_BY_NAME,
    );
    let search = SEARCH.map(|name| (name, text.robots.matcher(name)));
    let is_named = |rules: &Matcher| rules.verdict("/").selection().token().is_some();
    let closed = search
        .iter()
        .filter(|(_, rules)| is_named(rules) && rules.disallows_all());
    if let Some(named) = wildcard.filter(|_| rules.disallows_all()) {
        let mut others = search.iter().filter(|(_, rules)| !is_named(rules));
        let everyone = "every crawler without a group of its own";
        let whole = match (others.next(), others.next()) {
            (Some(_), Some(_)) => new(all, rules, named.line, everyone),
            (Some((name, _)), None) => {
                let whom = format!("{everyone}, {name} among them");
                new(all, rules, named.line, &whom)
            }
            _ => {
                return closed.for_each(|(name, rules)| found.add(new(by_name, rules, 1, name)));
            }
        };
        let related = closed.filter_map(|(_, rules)| rules.verdict("/").line());
        let note = "this rule blocks it for a search engine, too";
        found.add(related.fold(whole, |whole, line| whole.relate(text.record(line), note)));
        return;
    }
    // Whoever names a crawler in such a group means it.
    closed.for_each(|(name, rules)| found.add(new(by_name, rules, 1, name)));
}

/// Reports sitemaps that the rules of `*` disallow.
fn disallowed_sitemaps(text: &Text<'_>, rules: &Matcher, found: &mut Findings) {
    // This is already reported.
    if rules.disallows_all() {
        return;
    }
    for sitemap in text.robots.sitemaps().take(1_000) {
        let Some((_, path)) = path_of_url(sitemap.value()) else {
            continue;
        };
        let Ok(path) = core::str::from_utf8(path) else {
            continue;
        };
        if !path.starts_with('/') || rules.allowed(path) {
            continue;
        }
        let Some(line) = rules.verdict(path).line() else {
            continue;
        };
        let arguments: [&dyn Display; 2] = [&Quoted(text.record_bytes(line)), &line];
        let place = text.record(sitemap.line());
        let new = Diagnostic::new(&messages::SITEMAP_DISALLOWED, place, &arguments);
        found.add(new.relate(text.record(line), "this rule matches its path"));
    }
}

/// Reports rules that never decide for any crawler.
fn never_decide(text: &Text<'_>, found: &mut Findings) {
    let mut budget = Budget::new(STATES, EFFECT_STEPS, MEMORY);
    let effects = diff::effects_within(text.robots, &mut budget);
    let mut losers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (rule, effect) in effects {
        match effect {
            Effect::Never(winners) if may_match(text, &rule) => losers.insert(rule.line(), winners),
            _ => None,
        };
    }
    let is_named = |group: &&Group<'_>| group.agents().any(|agent| name(&agent).is_some());
    for group in text.groups.iter().filter(is_named) {
        // A group without rules would join the next one.
        let keeps_rules = group.rules().any(|rule| !losers.contains_key(&rule.line()));
        if !keeps_rules && removable(text, group, &losers, found) {
            continue;
        }
        let first = group.rules().next().filter(|_| !keeps_rules);
        for rule in group.rules() {
            if let Some(winners) = losers.get(&rule.line()) {
                let is_last = first.is_some_and(|first| first.line() == rule.line());
                found.add(never_decides(text, &rule, winners, is_last));
            }
        }
    }
}

/// Reports a group as a whole if it contains nothing but rules that never decide, and the rules
/// that win do the same. Returns `true` if it did.
fn removable(
    text: &Text<'_>,
    group: &Group<'_>,
    losers: &BTreeMap<u32, Vec<u32>>,
    found: &mut Findings,
) -> bool {
    let (first, last) = text.lines_of(group);
    let is_rule = |line: &Line<'_>| match line.field() {
        Some(Field::UserAgent | Field::Allow | Field::Disallow) => true,
        Some(_) => false,
        None => content(line).is_empty(),
    };
    let mut rules = group.rules();
    let Some(winners) = rules
        .clone()
        .next()
        .and_then(|rule| losers.get(&rule.line()))
    else {
        return false;
    };
    let has_no_effect = |rule: Rule<'_>| {
        let winners = losers.get(&rule.line());
        winners.is_some_and(|winners| are_alike(text, rule.line(), winners))
    };
    if !rules.all(has_no_effect) || !text.lines_in(first..last + 1).all(|line| is_rule(&line)) {
        return false;
    }
    let span = text.remove_lines(first, last);
    let kind = &messages::GROUP_NEVER_DECIDES;
    let mut new = Diagnostic::new(kind, text.record(first), &[&format!("{first}–{last}")]);
    for &winner in winners.iter().take(1) {
        new = new.relate(text.record(winner), "this rule does the same");
    }
    found.add(new.edit(span, ""));
    true
}

/// Returns `true` if all rules that win do what the rule on this line would do.
fn are_alike(text: &Text<'_>, line: u32, winners: &[u32]) -> bool {
    let is_allow = |line: u32| {
        let first = text.record_bytes(line).first();
        first.is_some_and(|first| first.eq_ignore_ascii_case(&b'a'))
    };
    let allows = is_allow(line);
    winners.iter().all(|&winner| is_allow(winner) == allows)
}

fn never_decides(text: &Text<'_>, rule: &Rule<'_>, winners: &[u32], is_last: bool) -> Diagnostic {
    let line = rule.line();
    let are_alike = are_alike(text, line, winners);
    let (kind, verb, note) = match (are_alike, is_last) {
        (true, false) => (&messages::NO_EFFECT, "does", "this rule does the same"),
        (true, true) => (
            &messages::NO_EFFECT_BUT_LAST,
            "does",
            "this rule does the same",
        ),
        (false, false) => (&messages::NEVER_DECIDES, "wins", "this rule wins"),
        (false, true) => (&messages::NEVER_DECIDES_BUT_LAST, "wins", "this rule wins"),
    };
    let winner = winners
        .first()
        .map(|&line| (Quoted(text.record_bytes(line)), line));
    let reason = match (winner, winners.len()) {
        (None, _) if are_alike => "other rules together do".into(),
        (None, _) => "other rules together win".into(),
        (Some((rule, line)), 1) => format!("{rule} on line {line} {verb}"),
        (Some((rule, line)), _) => format!("{rule} on line {line}, or another rule, {verb}"),
    };
    let mut new = Diagnostic::new(kind, text.record(line), &[&reason]);
    for &winner in winners.iter().take(8) {
        new = new.relate(text.record(winner), note);
    }
    match is_last {
        true => new,
        false => new.edit(text.remove_lines(line, line), ""),
    }
}

/// Returns `false` if another diagnostic says why the rule never decides: the pattern matches no
/// URL at all, or only /robots.txt, or ends at a `#` that was not meant to start a comment.
fn may_match(text: &Text<'_>, rule: &Rule<'_>) -> bool {
    let pattern = rule.pattern();
    let end = text.record(rule.line()).span().end;
    matches!(pattern, [b'/' | b'*', ..])
        && text.bytes.get(end) != Some(&b'#')
        && pattern != b"/robots.txt$"
        && dot_segment(pattern, true).is_none()
}

/// Reports groups that only allow URLs that no rule disallows, except for rules that allow
/// everything: many authors write `Allow: /` for clarity.
/// `allows_all` returns `true` if the groups of `*` disallow nothing.
fn needless_allow(
    text: &Text<'_>,
    named: &NamedCrawler<'_>,
    allows_all: impl Fn() -> bool,
    found: &mut Findings,
) {
    let is_other = |rule: Rule<'_>| rule.kind() == RuleKind::Disallow;
    // A group that only allows still exempts its crawlers from the rules of `*`.
    if rules_of(text, named).any(is_other) || named.token != b"*" && !allows_all() {
        return;
    }
    let is_needless =
        |rule: &Rule<'_>| !rule.pattern().is_empty() && !matches_everything(rule.pattern());
    for &group in &named.groups {
        let rules = || text.groups[group as usize].rules();
        let Some(rule) = rules().find(is_needless) else {
            continue;
        };
        // A group that loses its last rule joins the next one.
        let kind = match rules().nth(1) {
            Some(_) => &messages::NEEDLESS_ALLOW,
            None => &messages::NEEDLESS_ONLY_ALLOW,
        };
        found.add(Diagnostic::new(kind, text.record(rule.line()), &[]));
    }
}

/// Returns `true` if a crawler with this name may exist, and would obey the groups of `*` if it
/// had no group of its own.
fn may_exist(name: &[u8]) -> bool {
    let known = known(name);
    known.is_none_or(|known| known.status() == Status::Active && known.is_bound_by_wildcard())
}

fn known(name: &[u8]) -> Option<&'static Crawler> {
    crawlers::find(core::str::from_utf8(name).ok()?).ok()
}

/// Reports a group that allows URLs that it would disallow if it repeated the rules of `*`. If
/// those disallow everything, the group is an exception that its author meant; and if the group
/// itself does, its allow rules are.
fn drops_rules<'t>(
    text: &Text<'t>,
    named: &NamedCrawler<'_>,
    everyone: &NamedCrawler<'_>,
    budget: &mut Budget,
    found: &mut Findings,
) {
    let rules = || rules_of(text, named);
    let closed = rules_of(text, everyone)
        .filter(|rule| rule.kind() == RuleKind::Disallow && !rule.pattern().is_empty());
    let is_all = |rule: Rule<'_>| matches_everything(rule.pattern());
    // An empty `disallow` says that the crawlers may fetch everything.
    let is_said = rules().any(|rule| {
        rule.kind() == RuleKind::Disallow && (rule.pattern().is_empty() || is_all(rule))
    });
    if is_said || rules().next().is_none() || closed.clone().any(is_all) {
        return;
    }
    // Owners open the whole site to crawlers of previews and advertisements on purpose.
    let opens_all = rules().all(|rule| rule.kind() == RuleKind::Allow && is_all(rule));
    let shows_pages = |known: &&Crawler| matches!(known.purpose(), Purpose::Preview | Purpose::Ads);
    if opens_all && known(named.token).is_some_and(|known| shows_pages(&known)) {
        return;
    }
    let mut both: Vec<u32> = [&named.groups[..], &everyone.groups].concat();
    both.sort_unstable();
    both.dedup();
    let Ok(closing) = diff::closing_within(text.robots, [&named.groups, &both], budget) else {
        return;
    };
    let Some((url, first)) = &closing.example else {
        return;
    };
    let dropped = BTreeSet::from_iter(closing.lines);
    let least = if closing.is_complete { "" } else { "at least " };
    let url = Quoted(url.as_bytes());
    let opened = match dropped.len() {
        1 => format!("{url}, which `*` may not"),
        count => format!("what {least}{count} rules of `*` disallow, such as {url}"),
    };
    // Many authors open scripts and styles to those who render pages.
    let is_about_resources = closed
        .filter(|rule| dropped.contains(&rule.line()))
        .all(|rule| Resources::of(&rule).is_some());
    let only_allows = rules().all(|rule| rule.kind() == RuleKind::Allow);
    let place = text.record(named.line);
    let new = Diagnostic::new(&messages::DROPS_RULES, place, &[&opened])
        .information_if(!only_allows || is_about_resources)
        .relate(text.record(*first), "this rule does not apply here");
    // Google's parser cuts the name, but no crawler of Google has it.
    found.add(match is_cut_by_google(named.token) {
        true => new.only_in(BOTH),
        false => new,
    });
}

/// Reports a group without `content-signal` lines. `refusal` is a line of the groups of `*` that says
/// `no`.
fn drops_signals(text: &Text<'_>, named: &NamedCrawler<'_>, refusal: u32, found: &mut Findings) {
    let own = text.robots.matcher(&String::from_utf8_lossy(named.token));
    if own.terms(Terms::Signal).next().is_none() && !own.disallows_all() {
        let new = Diagnostic::new(&messages::NOT_INHERITED, text.record(named.line), &[]);
        found.add(new.relate(text.record(refusal), "this line does not apply here"));
    }
}

/// Reports crawlers that collect training data and may fetch the site by name, in a file that says
/// no to training.
fn training_crawlers(text: &Text<'_>, found: &mut Findings) {
    let mut signals = text.robots.records();
    let is_refusal = |record: &Record<'_>| {
        record.field() == Field::ContentSignal && usage::refuses_training(record.value())
    };
    let Some(refusal) = signals.find(is_refusal) else {
        return;
    };
    for named in text.names().values() {
        let collects = |known: &&Crawler| known.purpose() == Purpose::AiTraining;
        let Some(known) = known(named.token).filter(collects) else {
            continue;
        };
        if known.status() == Status::Active && text.robots.allowed(known.token(), "/") {
            let place = text.record(named.line);
            let arguments: [&dyn Display; 2] = [known, &refusal.line()];
            let new = Diagnostic::new(&messages::TRAINING_CRAWLER, place, &arguments);
            found.add(new.relate(text.record(refusal.line()), "this line says no to training"));
        }
    }
}
