//! Many literal rules: a tree of what their bodies have in common.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::rule_set::Decision;
use crate::rule_set::block::Parts;
use crate::target::Target;

/// A tree over the literal rules of a block, which stand in its order.
///
/// A node stands for a range of them that begin alike, and leads on by the
/// first byte in which they differ. What they share is not compared on the way,
/// but with each rule that a query comes by, so that rules with a long start in
/// common cost no more than others:
///
/// ```text
///                      ┌ 'a' ─ /en/a/…
/// / ─┬ 'e' ─ /en/ ─────┼ 'b' ─ /en/books, /en/boxes
///    │                 └ 'p' ─ /en/p…
///    └ 'z' ─ /zzz
/// ```
///
/// A query is led on by each byte of the target once at most.
#[derive(Clone)]
pub(super) struct Tree {
    /// Level by level, the children of a node one after the other; and one more
    /// at the end.
    nodes: Box<[Node]>,
    /// The byte that leads to each node.
    labels: Box<[u8]>,
}

#[derive(Clone, Copy)]
struct Node {
    /// The first literal rule of its range, which ends where that of the next
    /// node of the same parent begins. Those that end where its children branch
    /// off come first.
    first: u32,
    /// Its first child; its children end where those of the next node begin.
    children: u32,
    /// How many bytes the rules of its range have in common; of few rules, how
    /// many those of its parent have.
    alike: u32,
}

/// So few rules are compared one by one. With 8 a tree takes 4 bytes a rule
/// more, and a query of 15,600 real rules 5 % fewer instructions.
const LEAF_MAX: usize = 16;

/// Of rules with one body, however many, so many can decide: one that is
/// anchored, and one that is not.
const SAME_BODY_MAX: usize = 2;

impl Tree {
    /// The tree over rules with these bodies, and the order in which they are to
    /// stand. `sort_same` puts those first that decide, of rules with one body.
    /// Linear in the bytes of the bodies.
    pub(super) fn new(bodies: &[&[u8]], sort_same: impl Fn(&mut [u32])) -> (Tree, Vec<u32>) {
        let mut order: Vec<u32> = (0..bodies.len() as u32).collect();
        let mut reordered = order.clone();
        let capacity = bodies.len() / 4;
        let mut nodes = Vec::with_capacity(capacity);
        let mut labels = Vec::with_capacity(capacity);
        let mut ends = Vec::with_capacity(capacity);
        let mut add =
            |nodes: &mut Vec<Node>, ends: &mut Vec<usize>, label, range: Range<usize>, alike| {
                nodes.push(Node {
                    first: range.start as u32,
                    children: 0,
                    alike,
                });
                labels.push(label);
                ends.push(range.end);
            };
        add(&mut nodes, &mut ends, 0, 0..bodies.len(), 0);
        let mut number = 0;
        while number < nodes.len() {
            let range = nodes[number].first as usize..ends[number];
            nodes[number].children = nodes.len() as u32;
            if range.len() > LEAF_MAX {
                let rules = &mut order[range.clone()];
                let body = |rule: u32| bodies[rule as usize];
                let parent = nodes[number].alike as usize;
                let mut shared = &body(rules[0])[parent..];
                for &rule in &*rules {
                    let body = &body(rule)[parent..];
                    if !body.starts_with(shared) {
                        let pairs = shared.iter().zip(body);
                        let alike = pairs.take_while(|(one, other)| one == other).count();
                        shared = &shared[..alike];
                    }
                }
                let alike = parent + shared.len();
                nodes[number].alike = alike as u32;
                // Those without a label are all that they have in common.
                let label = |rule| {
                    let label = body(rule).get(alike);
                    label.map_or(0, |&label| 1 + usize::from(label))
                };
                let mut places = [0_u32; 1 + 256];
                for &rule in &*rules {
                    places[label(rule)] += 1;
                }
                let mut next = range.start as u32;
                for (label, place) in places.iter_mut().enumerate() {
                    let begins = next;
                    next += core::mem::replace(place, begins);
                    if label > 0 && begins < next {
                        let range = begins as usize..next as usize;
                        add(
                            &mut nodes,
                            &mut ends,
                            (label - 1) as u8,
                            range,
                            alike as u32,
                        );
                    }
                }
                for &rule in &*rules {
                    let place = &mut places[label(rule)];
                    reordered[*place as usize] = rule;
                    *place += 1;
                }
                rules.copy_from_slice(&reordered[range.clone()]);
                sort_same(&mut rules[..places[0] as usize - range.start]);
            }
            number += 1;
        }
        nodes.push(Node {
            first: 0,
            children: nodes.len() as u32,
            alike: 0,
        });
        let tree = Tree {
            nodes: nodes.into(),
            labels: labels.into(),
        };
        (tree, order)
    }

    /// The literal rule that decides.
    pub(super) fn first_match(&self, parts: &Parts<'_>, target: &Target<'_>) -> Option<Decision> {
        let bytes = target.bytes();
        let mut best = None;
        let mut consider = |entries: Range<usize>| {
            for entry in entries {
                if let Some(decision) = parts.literal(entry, target) {
                    if parts.is_better(decision, best) {
                        best = Some(decision);
                    }
                }
            }
        };
        let (mut number, mut end) = (0, parts.literals());
        loop {
            let node = self.nodes[number];
            let (first, alike) = (node.first as usize, node.alike as usize);
            if end - first <= LEAF_MAX {
                consider(first..end);
                break;
            }
            let children = node.children as usize..self.nodes[number + 1].children as usize;
            let first_child = self.nodes[children.start].first as usize;
            let same = if children.is_empty() {
                first..end
            } else {
                first..first_child
            };
            consider(first..same.end.min(first + SAME_BODY_MAX));
            let labels = &self.labels[children.clone()];
            let Some(child) = bytes
                .get(alike)
                .and_then(|byte| labels.binary_search(byte).ok())
            else {
                break;
            };
            number = children.start + child;
            if number + 1 < children.end {
                end = self.nodes[number + 1].first as usize;
            }
        }
        best
    }
}
