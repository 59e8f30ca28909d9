//! Compares two files.

use std::collections::BTreeMap;

use robots_exclusion::diff::{self, Change, CrawlerDifference};
use robots_exclusion::{Robots, Verdict};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Comparison {
    /// The changes, with the crawlers that share them. Crawlers without a change are not listed.
    changed: Vec<Changed>,
    /// The number of crawlers that the files name.
    named: usize,
}

#[derive(Serialize)]
struct Changed {
    /// Product tokens; `*` for every crawler that neither file names.
    agents: Vec<String>,
    /// `true` if no other verdict changes.
    decided: bool,
    changes: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    change: &'static str,
    url: String,
    before: Side,
    after: Side,
}

#[derive(Serialize)]
struct Side {
    sentence: String,
    line: Option<u32>,
    rule: Option<String>,
}

impl Side {
    fn of(verdict: Verdict<'_>) -> Side {
        Side {
            sentence: verdict.to_string(),
            line: verdict.line(),
            rule: verdict.rule().map(|rule| rule.to_string()),
        }
    }
}

impl Shown {
    fn of(change: &Change<'_>) -> Shown {
        Shown {
            change: match change.after.allowed() {
                true => "allowed",
                false => "disallowed",
            },
            url: change.url.clone(),
            before: Side::of(change.before),
            after: Side::of(change.after),
        }
    }

    /// The key by which crawlers are merged. It omits sentences, because they name the group, which
    /// differs between crawlers.
    fn key(&self) -> (&'static str, String, [Option<u32>; 2]) {
        let lines = [self.before.line, self.after.line];
        (self.change, self.url.clone(), lines)
    }
}

pub(crate) fn compare(old: &str, new: &str) -> Comparison {
    let (old, new) = (Robots::parse(old), Robots::parse(new));
    let mut comparison = Comparison {
        changed: Vec::new(),
        named: 0,
    };
    let mut places = BTreeMap::new();
    for CrawlerDifference {
        agents, difference, ..
    } in diff::files(&old, &new)
    {
        comparison.named += agents.iter().filter(|agent| *agent != "*").count();
        if difference.is_empty() {
            continue;
        }
        let changes: Vec<Shown> = difference.changes.iter().map(Shown::of).collect();
        let keys: Vec<_> = changes.iter().map(Shown::key).collect();
        let next = comparison.changed.len();
        let place = *places.entry((difference.is_decided, keys)).or_insert(next);
        if place == next {
            comparison.changed.push(Changed {
                agents: Vec::new(),
                decided: difference.is_decided,
                changes,
            });
        }
        comparison.changed[place].agents.extend(agents);
    }
    comparison
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn crawlers_with_the_same_changes_are_together() {
        let old = "user-agent: a\nuser-agent: b\nallow: /\n\nuser-agent: *\ndisallow: /";
        let new = "user-agent: a\nuser-agent: b\ndisallow: /x\n\nuser-agent: *\ndisallow: /";
        let comparison = compare(old, new);
        let [changed] = &comparison.changed[..] else {
            panic!("{} changes", comparison.changed.len());
        };
        assert_eq!(changed.agents, ["a", "b"]);
        assert_eq!(changed.changes[0].url, "/x");
        assert!(compare(old, old).changed.is_empty());
    }
}
