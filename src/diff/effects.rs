//! Finds the rules that never decide a verdict.

use alloc::vec::Vec;

use super::automaton::{Budget, Effect, Samples, Side};
use super::groups;
use super::{EFFECT_STEP_LIMIT, STEPS_TO_BEGIN, budget};
use crate::file::Rule;
use crate::matcher::Matcher;
use crate::robots::Robots;

/// Returns the effect of each rule in a matcher, in file order. A rule decides a verdict if there
/// is a URL for which a [`Verdict`](crate::Verdict) reports its line.
///
/// You can remove all rules that never decide a verdict in one edit, and every verdict stays the
/// same. However, a group that loses its last rule is merged with the next one. Rules with an empty
/// value count as rules that never decide a verdict, although a verdict may report them in
/// [`Dialect::Google`](crate::Dialect::Google).
///
/// In the worst case, this matches each rule with wildcards against every rule. Time and memory are
/// bounded; see [limits](super#limits).
///
/// ```
/// use robots_exclusion::{Robots, diff};
///
/// let text = "user-agent: *\ndisallow: /a$\ndisallow: /a*b*c\nallow: /*bc\nallow: /a*b*c";
/// let robots = Robots::parse(text);
/// let matcher = robots.matcher("MyBot");
/// let effects = diff::effects(&matcher);
/// assert_eq!(effects[0].1, diff::Effect::Decides("/a".into()));
/// // `allow: /a*b*c` is as long.
/// assert_eq!(effects[1].1, diff::Effect::Never(vec![5]));
/// ```
pub fn effects<'t>(matcher: &'t Matcher) -> Vec<(Rule<'t>, Effect)> {
    let (side, mut budget) = (matcher.side(), budget(EFFECT_STEP_LIMIT));
    let mut effects = without_effects(matcher.rules());
    decide(&mut effects, &side.rules, Some(&side), &mut budget);
    effects
}

/// Returns the effect of each rule in a file over all crawlers, in file order.
///
/// A rule counts as deciding if it decides a verdict for at least one crawler. You can remove a
/// rule that never decides a verdict unless it is the last one in its group, because the group
/// would then be merged with the next one. To check an edit, compare the files with
/// [`files`](super::files).
///
/// This takes at most 24 bytes of memory per byte of the file.
///
/// The result depends on the dialect, so tools that give advice should check both:
///
/// ```
/// use robots_exclusion::diff::{Effect, effects_in_file};
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// let text = "user-agent: *\ndisallow: /a\ndisallow: /b\n\
///             user-agent: MyBot\ndisallow: /a\ndisallow: /a*";
/// let never_decide = |dialect| {
///     let robots = ParseOptions::new().dialect(dialect).parse(text);
///     let never = |(_, effect): &(_, Effect)| matches!(effect, Effect::Never(_));
///     let effects = effects_in_file(&robots).into_iter().filter(never);
///     effects.map(|(rule, _)| rule.line()).collect::<Vec<_>>()
/// };
/// assert_eq!(never_decide(Dialect::Standard), [6]);
/// // The final `*` counts, so the longer rule wins.
/// assert_eq!(never_decide(Dialect::Google), [5]);
/// ```
pub fn effects_in_file<'t>(robots: &'t Robots<'_>) -> Vec<(Rule<'t>, Effect)> {
    effects_within(robots, &mut budget(EFFECT_STEP_LIMIT))
}

/// Like [`effects_in_file`], within a shared budget.
pub(crate) fn effects_within<'t>(
    robots: &'t Robots<'_>,
    budget: &mut Budget,
) -> Vec<(Rule<'t>, Effect)> {
    let mut effects = without_effects(robots.groups().flat_map(|group| group.rules()));
    for groups in &robots.groups_by_name().selections {
        let of_group = |&group: &u32| robots.file().group(group as usize).rules();
        let mut rules: Vec<Rule<'_>> = groups.iter().flat_map(of_group).collect();
        rules.retain(|rule| open_effect(&mut effects, rule).is_some());
        if !rules.is_empty() {
            let side = groups::side(robots, groups, budget).ok();
            decide(&mut effects, &rules, side.as_ref(), budget);
        }
    }
    effects
}

/// Returns the rules in file order, each as one that is not known to win for any URL.
fn without_effects<'t>(rules: impl Iterator<Item = Rule<'t>>) -> Vec<(Rule<'t>, Effect)> {
    let never = |rule| (rule, Effect::Never(Vec::new()));
    rules.map(never).collect()
}

/// Returns the effect of a rule, unless it is known to decide a verdict.
fn open_effect<'e>(
    effects: &'e mut [(Rule<'_>, Effect)],
    rule: &Rule<'_>,
) -> Option<&'e mut Effect> {
    let place = effects.binary_search_by_key(&rule.line(), |(rule, _)| rule.line());
    let effect = &mut effects[place.ok()?].1;
    (!matches!(effect, Effect::Decides(_))).then_some(effect)
}

/// Updates the effects of rules that at least one crawler selects together. `side` has all rules of
/// that crawler, or is `None` if there was no budget for it.
fn decide<'s>(
    effects: &mut [(Rule<'_>, Effect)],
    rules: &[Rule<'s>],
    side: Option<&'s Side<'s>>,
    budget: &mut Budget,
) {
    let samples = side.and_then(|side| {
        let bytes: usize = side.rules.iter().map(|rule| rule.pattern().len()).sum();
        let steps = STEPS_TO_BEGIN + bytes / 4 + side.rules.len();
        budget
            .spend(steps)
            .ok()
            .map(|()| Samples::new(side, &[side]))
    });
    for rule in rules {
        let Some(effect) = open_effect(effects, rule) else {
            continue;
        };
        let samples = samples.as_ref();
        let found = samples.and_then(|samples| samples.effect(rule, budget).ok());
        match (found.unwrap_or(Effect::Undecided), &mut *effect) {
            (Effect::Never(winners), Effect::Never(lines)) => {
                lines.extend(winners);
                lines.sort_unstable();
                lines.dedup();
            }
            (Effect::Never(_), _) => {}
            (found, effect) => *effect = found,
        }
    }
}
