//! Finds the rules that never decide a verdict.

use alloc::vec::Vec;

use super::automaton::{Budget, Effect, Samples, Side};
use super::groups;
use super::{EFFECT_STEP_LIMIT, STEPS_TO_BEGIN, budget};
use crate::file::{ByName, Rule};
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
    let samples = samples(&side, &mut budget);
    let rules = matcher.rules();
    let effects = rules.map(|rule| (rule, effect(samples.as_ref(), &rule, &mut budget)));
    effects.collect()
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
    let never = |rule| (rule, Effect::Never(Vec::new()));
    let rules = robots.groups().flat_map(|group| group.rules());
    let mut effects: Vec<(Rule<'_>, Effect)> = rules.map(never).collect();
    let by_name = ByName::new(&robots.file, robots.options().agent_fallback);
    for groups in &by_name.selections {
        // Only look at the rules that aren't known to decide a verdict for another crawler.
        let of_group = |&group: &u32| robots.file.group(group as usize).rules();
        let open = groups.iter().flat_map(of_group).filter_map(|rule| {
            let place = effects.binary_search_by_key(&rule.line(), |(rule, _)| rule.line());
            place
                .ok()
                .filter(|&at| !matches!(effects[at].1, Effect::Decides(_)))
        });
        let open: Vec<usize> = open.collect();
        if open.is_empty() {
            continue;
        }
        let side = groups::side(robots, groups, budget).ok();
        let samples = side.as_ref().and_then(|side| samples(side, budget));
        for place in open {
            let (rule, known) = &mut effects[place];
            match (effect(samples.as_ref(), rule, budget), &mut *known) {
                (Effect::Never(winners), Effect::Never(lines)) => {
                    lines.extend(winners);
                    lines.sort_unstable();
                    lines.dedup();
                }
                (Effect::Never(_), _) => {}
                (found, known) => *known = found,
            }
        }
    }
    effects
}

/// Prepares the rules of a side, if there is enough budget for that.
fn samples<'s>(side: &'s Side<'s>, budget: &mut Budget) -> Option<Samples<'s>> {
    let bytes: usize = side.rules.iter().map(|rule| rule.pattern().len()).sum();
    let steps = STEPS_TO_BEGIN + bytes / 4 + side.rules.len();
    budget.spend(steps).ok()?;
    Some(Samples::new(side, &[side]))
}

/// Returns the effect of a rule on its side.
fn effect<'s>(samples: Option<&Samples<'s>>, rule: &Rule<'s>, budget: &mut Budget) -> Effect {
    let found = samples.and_then(|samples| samples.effect(rule, budget).ok());
    found.unwrap_or(Effect::Undecided)
}
