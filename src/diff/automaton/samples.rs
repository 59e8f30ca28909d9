//! Finds samples: one or two URLs per pattern that show which rule wins wherever the pattern
//! matches.
//!
//! A sample contains a byte that occurs in no pattern, shown as `x`, instead of each `*` in the
//! pattern, and after its end unless the pattern is anchored. For example, `/a*b` becomes `/axbx`.
//! Another pattern only matches this URL if its own `*`s span each `x`. In that case, it also
//! matches any other bytes there, and therefore every URL that the first pattern matches. If it
//! outranks the first rule, the first rule never decides a verdict. If no rule does, the first rule
//! decides the sample.
//!
//! A pattern that begins with `*/` has two samples, because that `*` can match nothing at all:
//! `*/a` means both `/a` and `/*/a`. Two rules together may override it.
//!
//! Clients resolve dot segments, so `/a*/../b` only matches URLs in which that segment is part of
//! the query. The query may begin at any `*` before the segment, so the sample is `/ax?x/../bx`.

use alloc::string::String;
use alloc::vec::Vec;

use memchr::memchr_iter;

use super::alphabet::{self, NamedSymbols, first_symbol, push_symbol};
use super::rules::Candidate;
use super::{Budget, Limit, Side};
use crate::file::Rule;
use crate::rule_set::Decision;
use crate::target::Target;

/// The rules on a side, ready to be queried with samples.
pub(crate) struct Samples<'s> {
    side: &'s Side<'s>,
    /// `true` if only targets count whose path doesn't contain dot segments.
    are_resolved: bool,
    /// A byte or `%XX` that occurs in no pattern, as spelled in targets, if there is one.
    filler: Option<String>,
}

/// The effect of a rule: either a URL that it decides, or the rules that keep it from deciding any.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect {
    /// The rule decides this URL, or the URL with this path and query. This isn't always the
    /// shortest one.
    Decides(String),
    /// The rule never decides a verdict, so removing it changes none.
    ///
    /// Every URL that it matches, except `/robots.txt`, is also matched by a rule on one of these
    /// lines, which takes precedence over it. A third rule may override both: among `/aa*b`, `/aa*`
    /// and `/**a`, the last pattern overrides `/aa*` everywhere in
    /// [`Dialect::Standard`](crate::Dialect::Standard), although `/aa*b` decides `/aab`. The list
    /// is empty if the rule doesn't match any other URL that a client may request, or if it isn't
    /// known which rules override it.
    Never(Vec<u32>),
    /// The effect is unknown, because finding out would exceed the [limits](crate::diff#limits), the
    /// pattern has a dot segment and more than eight wildcards, or the patterns between them contain
    /// every byte that a URL may contain.
    Undecided,
}

impl<'s> Samples<'s> {
    /// Prepares the rules in time linear in the patterns. The samples are targets that clients may
    /// request, and can be queried on any of the sides.
    pub(crate) fn new(side: &'s Side<'s>, sides: &[&Side<'_>]) -> Samples<'s> {
        let dialect = side.dialect;
        let mut named = NamedSymbols::none();
        for rule in sides.iter().flat_map(|side| &side.rules) {
            let canonical = side.canonical(rule);
            let mut rest = &*canonical;
            while !rest.is_empty() {
                let (symbol, after) = first_symbol(rest, dialect, dialect);
                named.add(symbol);
                rest = after;
            }
        }
        let spelled = |symbol| {
            let mut filler = String::new();
            push_symbol(symbol, &mut filler);
            filler
        };
        Samples {
            side,
            are_resolved: dialect.resolves_urls(),
            filler: named.other(dialect).map(spelled),
        }
    }

    /// Makes the samples targets in any scheme. Their paths may contain dot segments.
    pub(crate) fn in_any_scheme(mut self) -> Samples<'s> {
        self.are_resolved = false;
        self
    }

    /// Queries the samples of a rule.
    pub(crate) fn effect(&self, rule: &Rule<'s>, budget: &mut Budget) -> Result<Effect, Limit> {
        let exempts = self.side.dialect.exempts_robots_txt();
        let (mut lines, mut are_all_decided) = (Vec::new(), true);
        for sample in self.of(rule) {
            let Some(sample) = sample else {
                are_all_decided = false;
                continue;
            };
            match self.side.decide(&self.target(&sample), budget)? {
                // No rule overrides this one here, but it doesn't decide the verdict, either.
                _ if exempts && sample == "/robots.txt" => {}
                Some((line, _)) if line == rule.line() => {
                    return Ok(Effect::Decides(self.url(sample)));
                }
                Some((line, _)) => lines.push(line),
                None => are_all_decided = false,
            }
        }
        lines.sort_unstable();
        lines.dedup();
        Ok(match are_all_decided {
            true => Effect::Never(lines),
            false => Effect::Undecided,
        })
    }

    /// Returns the minimum rank of the rule that decides on another side wherever this rule matches,
    /// or 0 if there may be none.
    pub(super) fn floor(
        &self,
        rule: &Rule<'s>,
        other: &Side<'_>,
        budget: &mut Budget,
    ) -> Result<u32, Limit> {
        // A sample in one dialect may be a different URL in the other one.
        if self.side.dialect != other.dialect {
            return Ok(0);
        }
        let mut floor = u32::MAX;
        for sample in self.of(rule) {
            let Some(sample) = sample else { return Ok(0) };
            let found = other.decide(&self.target(&sample), budget)?;
            // A rule without a value isn't compared, although it may decide.
            let Some((_, found)) = found.filter(|(_, found)| found.rank.length() > 0) else {
                return Ok(0);
            };
            let is_allow = found.allows(other.dialect);
            floor = floor.min(Candidate::rank(found.rank.length(), is_allow));
        }
        Ok(floor)
    }

    /// Returns a rule's samples as targets. A sample is `None` if the rule may match URLs, but none
    /// can be made from its pattern.
    pub(crate) fn of(&self, rule: &Rule<'s>) -> Vec<Option<String>> {
        let (canonical, shapes) = self.side.shapes(rule);
        let mut samples = Vec::new();
        for shape in shapes {
            let (body, is_anchored) = (&canonical[..shape.body], shape.strategy.is_anchored());
            self.add(body, is_anchored, &mut samples);
            let stars = body.iter().take_while(|&&byte| byte == b'*').count();
            if stars > 0 && body.get(stars) == Some(&b'/') {
                self.add(&body[stars..], is_anchored, &mut samples);
            }
        }
        samples
    }

    /// Adds the samples for a pattern's body. There are none if it doesn't match any target.
    fn add(&self, body: &[u8], is_anchored: bool, samples: &mut Vec<Option<String>>) {
        /// The maximum number of wildcards at which a query may begin. More of them before a dot
        /// segment are too rare to be worth the time.
        const WILDCARDS_MAX: usize = 8;
        let sample = self.sample(body, is_anchored, 0);
        if sample.as_ref().is_none_or(|sample| self.is_target(sample)) {
            return samples.push(sample);
        }
        // Begin the query at each wildcard.
        let count = memchr_iter(b'*', body).count();
        if count > WILDCARDS_MAX {
            return samples.push(None);
        }
        let in_query = (1..=count).filter_map(|number| self.sample(body, is_anchored, number));
        samples.extend(in_query.filter(|sample| self.is_target(sample)).map(Some));
    }

    /// Returns a sample as a target.
    pub(crate) fn target<'u>(&self, sample: &'u str) -> Target<'u> {
        Target::of(sample, sample.as_bytes().into(), self.side.dialect)
    }

    /// Returns the sample for a pattern's body, in which a query begins at the wildcard with this
    /// number. The first wildcard is number 1.
    fn sample(&self, body: &[u8], is_anchored: bool, query: usize) -> Option<String> {
        let filler = self.filler.as_deref()?;
        let mut sample = String::with_capacity(body.len() + 2 * filler.len());
        if body.first() != Some(&b'/') {
            // The `*` begins with the slash that begins every target.
            sample.push('/');
        }
        for (number, literal) in body.split(|&byte| byte == b'*').enumerate() {
            sample.push_str(if number > 0 { filler } else { "" });
            if number > 0 && number == query {
                sample.push('?');
                sample.push_str(filler);
            }
            sample.push_str(&String::from_utf8_lossy(literal));
        }
        sample.push_str(if is_anchored { "" } else { filler });
        let query = sample.find('?').unwrap_or(sample.len());
        if self.side.dialect.decodes_escapes() && sample[query..].contains('%') {
            let decoded = sample[query..].replace("%2F", "/").replace("%3F", "?");
            sample.replace_range(query.., &decoded);
        }
        Some(sample)
    }

    /// Returns `true` if a URL can have this target. If clients resolve dot segments, its path must
    /// not contain any.
    pub(crate) fn is_target(&self, target: &str) -> bool {
        let path = target.split('?').next().unwrap_or_default();
        !self.are_resolved || !path.split('/').any(|segment| matches!(segment, "." | ".."))
    }

    /// Returns `true` if a rule disallows a target that is only matched by patterns for every URL.
    pub(crate) fn disallow_any(&self, budget: &mut Budget) -> Result<bool, Limit> {
        let Some(sample) = self.sample(b"", false, 0) else {
            return Ok(false);
        };
        let found = self.side.decide(&self.target(&sample), budget)?;
        Ok(found.is_some_and(|(_, found)| !found.allows(self.side.dialect)))
    }

    /// Returns a sample without the bytes that occur in no pattern, so that it is easier to read.
    #[cfg(feature = "lint")]
    pub(crate) fn bare(&self, sample: &str) -> Option<String> {
        let bare = sample.replace(self.filler.as_deref()?, "");
        (bare.starts_with('/') && self.is_target(&bare)).then_some(bare)
    }

    /// Returns a URL with this target, or just its path and query.
    pub(crate) fn url(&self, target: String) -> String {
        alphabet::url(target, self.side.dialect, false)
    }
}

impl Side<'_> {
    /// Returns the rule that decides a target, and its line.
    pub(crate) fn decide(
        &self,
        target: &Target<'_>,
        budget: &mut Budget,
    ) -> Result<Option<(u32, Decision)>, Limit> {
        /// The number of units of work that take as long as a step.
        const UNITS: usize = 16;
        // Only begin a query if some budget is left, because it always runs to its end.
        budget.spend(1 + target.bytes().len() / 256)?;
        let mut work = 0;
        let found = self.compiled.decide_counting(target, &mut |units, body| {
            // Each part between two `*`s is a separate search, which may be repeated.
            let stars = || memchr_iter(b'*', body);
            let between = stars().next_back().zip(stars().next());
            let between = between.map_or(0, |(last, first)| last - first);
            work += units + 4 * stars().count() + 2 * between;
        });
        budget.spend(work / UNITS)?;
        let line = |found: Decision| self.compiled.rule(found.rule as usize).line();
        Ok(found.map(|found| (line(found), found)))
    }
}
