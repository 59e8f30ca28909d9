//! Diagnostics about a crawler's combined rules, from all of its groups.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::diagnostic::{BOTH, Diagnostic};
use super::findings::Findings;
use super::messages;
use super::names::known_crawler;
use super::patterns::{dot_segment, path_of_url};
use super::phrases::Quoted;
use super::scripts::{self, Resources};
use super::text::{Text, content, matches_everything};
use super::usage;
use crate::agent;
use crate::crawlers::{Purpose, Status};
use crate::dialect::Dialect;
use crate::diff::{self, Budget, Effect};
use crate::file::{Group, NamedCrawler, Rule, RuleKind};
use crate::lexer::Field;
use crate::matcher::Matcher;

/// The maximum number of crawlers to compare with `*`.
const COMPARED_MAX: usize = 200;

/// The maximum number of steps, which take up to 45 ns each, for finding rules that never decide a
/// verdict (0.2 s), and for comparing groups with the groups for `*` (0.05 s).
const EFFECT_STEPS: u64 = 1 << 21;
const COMPARISON_STEPS: u64 = 1 << 20;

/// The number of steps that preparing a comparison takes per rule (0.2 µs).
const STEPS_PER_RULE: usize = 4;

/// The maximum number of states and bytes in one comparison.
const STATES: usize = 1 << 14;
const MEMORY: usize = 8 << 20;

/// The crawlers of search engines that most sites want to be found by.
const SEARCH: [&str; 2] = ["Googlebot", "bingbot"];

pub(super) fn check(text: &Text<'_>, found: &mut Findings) {
    let wildcard = text.robots.matcher("*");
    let everyone = text.names.get(&b"*"[..]);
    whole_site(text, everyone, &wildcard, found);
    scripts::check(text, found);
    // If the whole site is disallowed, that has already been reported.
    if !wildcard.disallows_all() {
        disallowed_sitemaps(text, &wildcard, found);
    }
    never_decide(text, found);

    // Crawlers that select the same groups have the same rules. The first of them represents all.
    let mut selections: Vec<&NamedCrawler<'_>> = text.names.values().collect();
    selections.sort_by_key(|named| named.lines[0]);
    let mut known = BTreeSet::new();
    selections.retain(|named| known.insert(&named.groups) && !named.token.is_empty());
    let mut budget = Budget::new(STATES, COMPARISON_STEPS, MEMORY);
    // The answers about the groups for `*` are shared by all crawlers.
    let allows_all = wildcard.allows_all();
    let mut signals = wildcard.kept_of(Field::ContentSignal);
    let refusal = signals.find(|signal| usage::refuses(signal.value(), None));
    let refusal = refusal.map(|signal| signal.line());
    let count_of_everyone = everyone.map_or(0, |everyone| rules_of(text, everyone).count());
    for named in selections.into_iter().take(COMPARED_MAX) {
        // A group that only allows still exempts its crawlers from the rules for `*`.
        let mut rules = rules_of(text, named);
        if rules.all(|rule| rule.is_allow()) && (named.token == b"*" || allows_all) {
            needless_allow(text, named, found);
        }
        // Crawlers that don't exist, or that never obey `*`, don't lose anything.
        let may_exist = known_crawler(named.token)
            .is_none_or(|known| known.status == Status::Active && known.is_bound_by_wildcard);
        let Some(everyone) = everyone.filter(|_| named.token != b"*" && may_exist) else {
            continue;
        };
        // All rules are read and sorted.
        let count = count_of_everyone + rules_of(text, named).count();
        if budget.spend(STEPS_PER_RULE * count).is_err() {
            continue;
        }
        found.extend(drops_rules(text, named, everyone, &mut budget));
        found.extend(refusal.and_then(|refusal| drops_signals(text, named, refusal)));
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

/// Reports if the whole site is disallowed for every crawler, or for search engines.
///
/// If search engines' crawlers have groups that allow something, the author keeps out all others on
/// purpose.
fn whole_site(
    text: &Text<'_>,
    wildcard: Option<&NamedCrawler<'_>>,
    rules: &Matcher,
    found: &mut Findings,
) {
    // Split the search engines by whether the file names them.
    let search = SEARCH.map(|name| (name, text.robots.matcher(name)));
    let search = search.iter();
    let (named, unnamed): (Vec<_>, Vec<_>) =
        search.partition(|(_, rules)| rules.verdict("/").selection().token().is_some());
    let closed = named.iter().filter(|(_, rules)| rules.disallows_all());
    let line_of = |rules: &Matcher| rules.verdict("/").line();
    // Mention the rules that a single search engine without its own group obeys.
    let mut whom = String::from("every crawler without its own group");
    if let [(name, _)] = unnamed[..] {
        whom += &format!(", including {name}");
    }
    match wildcard.filter(|_| rules.disallows_all() && !unnamed.is_empty()) {
        Some(wildcard) => {
            let line = line_of(rules).unwrap_or(wildcard.lines[0]);
            let new = messages::SITE_DISALLOWED.at(text.record(line), &[&whom]);
            let lines = closed.filter_map(|(_, rules)| line_of(rules));
            let note = "this rule blocks it for a search engine, too";
            found.add(lines.fold(new, |new, line| new.relate(text.record(line), note)));
        }
        // A group that names a crawler is deliberate.
        None => found.extend(closed.map(|(name, rules)| {
            let place = text.record(line_of(rules).unwrap_or(1));
            let new = messages::SITE_DISALLOWED.at(place, &[name]);
            new.note_if(true)
        })),
    }
}

/// Reports sitemaps that the rules for `*` disallow.
fn disallowed_sitemaps(text: &Text<'_>, rules: &Matcher, found: &mut Findings) {
    let sitemaps = text.robots.sitemaps().take(1_000);
    found.extend(sitemaps.filter_map(|sitemap| {
        // Any host will do: rules are the same for all URLs of a path.
        let (_, path) = path_of_url(sitemap.value())?;
        let path = core::str::from_utf8(path).ok()?;
        // A `?` directly after the host needs a URL parser.
        if !path.starts_with('/') || rules.allowed(path) {
            return None;
        }
        let line = rules.verdict(path).line()?;
        let place = text.record(sitemap.line());
        let rule = Quoted(text.record_bytes(line));
        let new = messages::SITEMAP_DISALLOWED.at(place, &[&rule, &line]);
        Some(new.relate(text.record(line), "this rule matches its path"))
    }));
}

/// The lines of the rules that win over another one, and `true` if all of them have the same effect
/// as that one would have.
type Winners = (Vec<u32>, bool);

/// Maps the line of each rule that never decides a verdict to the rules that win over it.
type Losers = BTreeMap<u32, Winners>;

/// Reports rules that never decide a verdict for any crawler.
fn never_decide(text: &Text<'_>, found: &mut Findings) {
    let mut budget = Budget::new(STATES, EFFECT_STEPS, MEMORY);
    let effects = diff::effects_within(text.robots, &mut budget).into_iter();
    let losers = effects.filter_map(|(rule, effect)| match effect {
        Effect::Never(winners) if may_match(text, &rule) => {
            // The first letter is enough, in any spelling that a dialect accepts.
            let allows = |line: u32| matches!(text.record_bytes(line), [b'a' | b'A', ..]);
            let are_alike = winners.iter().all(|&line| allows(line) == rule.is_allow());
            Some((rule.line(), (winners, are_alike)))
        }
        _ => None,
    });
    let losers: Losers = losers.collect();
    for group in &text.groups {
        // If no line in a group names a crawler, the diagnostics about these lines also cover its
        // rules.
        let mut agents = group.agents();
        if agents.all(|agent| agent.name(Dialect::Standard).is_none()) {
            continue;
        }
        let keeps_rules = group.rules().any(|rule| !losers.contains_key(&rule.line()));
        if let Some(new) = removable(text, group, &losers) {
            found.add(new);
            continue;
        }
        // A group without rules would be merged with the next one, so keep its first rule.
        let kept = group.rules().next().filter(|_| !keeps_rules);
        let kept = kept.map(|first| first.line());
        found.extend(group.rules().filter_map(|rule| {
            let winners = losers.get(&rule.line())?;
            let is_kept = kept == Some(rule.line());
            Some(never_decides(text, rule.line(), winners, is_kept))
        }));
    }
}

/// Reports a whole group if none of its rules ever decides a verdict, and if the rules that win
/// instead have the same effect.
fn removable(text: &Text<'_>, group: &Group<'_>, losers: &Losers) -> Option<Diagnostic> {
    // The group from its first line to its last rule.
    let (first, last) = text.lines_of(group);
    let (winners, _) = losers.get(&group.rules().next()?.line())?;
    let mut found = group.rules().map(|rule| losers.get(&rule.line()));
    let have_no_effect = found.all(|found| found.is_some_and(|(_, are_alike)| *are_alike));
    // Removing the group would lose any other records.
    let mut lines = text.lines_in(first..last + 1);
    let is_removable = have_no_effect
        && lines.all(|line| match line.field() {
            Some(field) => matches!(field, Field::UserAgent | Field::Allow | Field::Disallow),
            None => content(&line).is_empty(),
        });
    if !is_removable {
        return None;
    }
    let place = text.record(first);
    let mut new = messages::GROUP_NEVER_DECIDES.at(place, &[&format!("{first}–{last}")]);
    if let Some(&winner) = winners.first() {
        new = new.relate(text.record(winner), "this rule does the same");
    }
    Some(new.edit(text.remove_lines(first, last), ""))
}

/// Reports a rule that never decides a verdict. `is_kept` is `true` if its group needs it.
fn never_decides(text: &Text<'_>, line: u32, winners: &Winners, is_kept: bool) -> Diagnostic {
    let (winners, are_alike) = winners;
    let kind = match (are_alike, is_kept) {
        (true, false) => &messages::NO_EFFECT,
        (true, true) => &messages::NO_EFFECT_BUT_LAST,
        (false, false) => &messages::NEVER_DECIDES,
        (false, true) => &messages::NEVER_DECIDES_BUT_LAST,
    };
    let (verb, verb_of_several, note) = match are_alike {
        true => ("does", "do", "this rule does the same"),
        false => ("wins", "win", "this rule wins"),
    };
    let rule = |line: u32| Quoted(text.record_bytes(line));
    let reason = match winners[..] {
        [] => format!("other rules together {verb_of_several}"),
        [only] => format!("{} on line {only} {verb}", rule(only)),
        [first, ..] => format!("{} on line {first}, or another rule, {verb}", rule(first)),
    };
    // A few winners are enough of an explanation.
    let mut new = kind.at(text.record(line), &[&reason]);
    for &winner in winners.iter().take(8) {
        new = new.relate(text.record(winner), note);
    }
    let removed = (!is_kept).then(|| text.remove_lines(line, line));
    new.edit_each(removed, "")
}

/// Returns `false` if another diagnostic explains why the rule never decides a verdict. This is the
/// case if the pattern doesn't match any URL, or only `/robots.txt`, or if it ends at a `#` that
/// wasn't meant to start a comment.
fn may_match(text: &Text<'_>, rule: &Rule<'_>) -> bool {
    let pattern = rule.pattern();
    // The comment begins where the record ends.
    let end = text.record(rule.line()).span().end;
    matches!(pattern, [b'/' | b'*', ..])
        && text.bytes.get(end) != Some(&b'#')
        && pattern != b"/robots.txt$"
        && dot_segment(pattern, true).is_none()
}

/// Reports a crawler's groups if none of its rules disallows anything. Rules that allow everything
/// are exempt, because many authors write `Allow: /` for clarity.
fn needless_allow(text: &Text<'_>, named: &NamedCrawler<'_>, found: &mut Findings) {
    for &group in &named.groups {
        let group = &text.groups[group as usize];
        let mut rules = group.rules();
        let needless = rules.find(|rule| !rule.pattern().is_empty() && !is_all(rule));
        // A group that loses its last rule is merged with the next one.
        let kind = match group.rules().nth(1) {
            Some(_) => &messages::NEEDLESS_ALLOW,
            None => &messages::NEEDLESS_ONLY_ALLOW,
        };
        found.extend(needless.map(|rule| kind.at(text.record(rule.line()), &[])));
    }
}

/// Reports a group that allows URLs that it would disallow if it repeated the rules for `*`. If
/// those disallow everything, the group is a deliberate exception and isn't reported. If the group
/// itself disallows everything, its `allow` rules are deliberate exceptions.
fn drops_rules(
    text: &Text<'_>,
    named: &NamedCrawler<'_>,
    everyone: &NamedCrawler<'_>,
    budget: &mut Budget,
) -> Option<Diagnostic> {
    let mut rules = rules_of(text, named);
    let only_allows = rules.clone().all(|rule| rule.is_allow());
    let only_opens_all = only_allows && rules.clone().all(|rule| is_all(&rule));
    // The rules that disallow something in the group for `*`, which this group may open.
    let closed = rules_of(text, everyone)
        .filter(|rule| rule.kind() == RuleKind::Disallow && !rule.pattern().is_empty());
    // An empty `disallow` means that the crawlers may fetch everything.
    let is_meant = rules
        .clone()
        .any(|rule| !rule.is_allow() && (rule.pattern().is_empty() || is_all(&rule)));
    if is_meant || rules.next().is_none() || closed.clone().any(|rule| is_all(&rule)) {
        return None;
    }
    // Site owners deliberately open the whole site to crawlers for previews and advertisements.
    let purpose = known_crawler(named.token).map(|known| known.purpose);
    if only_opens_all && matches!(purpose, Some(Purpose::Preview | Purpose::Ads)) {
        return None;
    }
    // Compare the group with the one that it would be if it also named every crawler.
    let mut both: Vec<u32> = [&named.groups[..], &everyone.groups].concat();
    both.sort_unstable();
    both.dedup();
    let closing = diff::closing_within(text.robots, [&named.groups, &both], budget);
    let closing = closing.ok().flatten()?;
    let (url, first) = closing.example;
    let least = if closing.is_complete { "" } else { "at least " };
    let url = Quoted(url.as_bytes());
    let opened = match closing.lines.len() {
        1 => format!("{url}, which `*` may not"),
        count => format!("URLs that {least}{count} rules for `*` disallow, such as {url}"),
    };
    // Many authors open scripts and styles to crawlers that render pages.
    let is_about_resources = closed
        .filter(|rule| closing.lines.contains(&rule.line()))
        .all(|rule| Resources::of(&rule).is_some());
    let new = messages::DROPS_RULES.at(text.record(named.lines[0]), &[&opened]);
    let new = new.relate(text.record(first), "this rule does not apply here");
    let new = new.note_if(!only_allows || is_about_resources);
    // Google's parser truncates the name, but no Google crawler has it.
    let in_google = agent::line_token(named.token, Dialect::Google);
    Some(match in_google.len() < named.token.len() {
        true => new.only_in(&BOTH),
        false => new,
    })
}

/// Returns `true` if a rule matches every URL.
fn is_all(rule: &Rule<'_>) -> bool {
    matches_everything(rule.pattern())
}

/// Reports a group without `content-signal` lines. `refusal` is a line in the groups for `*` that
/// contains `no`.
fn drops_signals(text: &Text<'_>, named: &NamedCrawler<'_>, refusal: u32) -> Option<Diagnostic> {
    // A crawler that may not fetch anything doesn't need a signal.
    let own = text.robots.matcher(&String::from_utf8_lossy(named.token));
    if own.disallows_all() || own.kept_of(Field::ContentSignal).next().is_some() {
        return None;
    }
    let new = messages::NOT_INHERITED.at(text.record(named.lines[0]), &[]);
    Some(new.relate(text.record(refusal), "this line does not apply here"))
}

/// Reports crawlers that collect training data and are allowed by name, in a file that says no to
/// training.
fn training_crawlers(text: &Text<'_>, found: &mut Findings) {
    let refusal = text.robots.records().find(|record| {
        record.field() == Field::ContentSignal && usage::refuses(record.value(), Some("ai-train"))
    });
    let Some(refusal) = refusal.map(|record| record.line()) else {
        return;
    };
    found.extend(text.names.values().filter_map(|named| {
        let known = known_crawler(named.token)?;
        let collects = known.purpose == Purpose::AiTraining && known.status == Status::Active;
        if !collects || !text.robots.allowed(known.token, "/") {
            return None;
        }
        let new = messages::TRAINING_CRAWLER.at(text.record(named.lines[0]), &[known, &refusal]);
        Some(new.relate(text.record(refusal), "this line says no to training"))
    }));
}
