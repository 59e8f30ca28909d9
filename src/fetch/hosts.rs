//! The hosts in a [`RobotsCache`](super::RobotsCache), with bounds on both their number and their
//! size.

use alloc::vec::Vec;
use std::collections::HashMap;

use super::CacheStatistics;
use super::shared::Shared;
use crate::location::Scope;

/// The number of bytes used per host, excluding its name and its copy. This covers two map entries
/// and one [`Shared`].
const FIXED: usize = 400;

/// The maximum number of hosts that the hand inspects to find one that it can evict.
const LOOKED_AT: usize = 64;

/// A map from scopes to shared copies, which evicts hosts with the second-chance algorithm (CLOCK):
///
/// ```text
/// slots   [a][b*][c][d*]      * used since the hand last passed
///             ▲ hand          b loses its mark, c is evicted
/// ```
///
/// A host isn't evicted while a task fetches it or waits for it, because another task would then
/// fetch it again.
#[derive(Debug, Default)]
pub(super) struct Hosts {
    /// The index of each scope in `slots`.
    numbers: HashMap<Scope, usize>,
    slots: Vec<Slot>,
    hand: usize,
    pub(super) counts: CacheStatistics,
    pub(super) max_hosts: usize,
    pub(super) max_bytes: usize,
}

#[derive(Debug)]
struct Slot {
    scope: Scope,
    shared: Shared,
    bytes: usize,
    is_marked: bool,
}

impl Hosts {
    pub(super) fn new(max_hosts: usize, max_bytes: usize) -> Hosts {
        Hosts {
            max_hosts,
            max_bytes,
            ..Hosts::default()
        }
    }

    /// Returns a handle to the host, adding it if it is new.
    pub(super) fn get(&mut self, scope: &Scope, new: impl FnOnce() -> Shared) -> Shared {
        if let Some(&number) = self.numbers.get(scope) {
            let slot = &mut self.slots[number];
            slot.is_marked = true;
            return slot.shared.clone();
        }
        // A new host isn't marked, so hosts that are only used once are evicted first.
        let shared = new();
        self.numbers.insert(scope.clone(), self.slots.len());
        self.slots.push(Slot {
            scope: scope.clone(),
            shared: shared.clone(),
            bytes: 0,
            is_marked: false,
        });
        self.counts.hosts += 1;
        self.weigh(scope, 0);
        shared
    }

    /// Updates the size of a host's copy.
    pub(super) fn weigh(&mut self, scope: &Scope, copy: usize) {
        if let Some(&number) = self.numbers.get(scope) {
            let slot = &mut self.slots[number];
            self.counts.bytes -= slot.bytes;
            slot.bytes = FIXED + scope.robots_txt_url().len() + copy;
            self.counts.bytes += slot.bytes;
        }
    }

    /// Returns a handle to the host, if it is present, without marking it as used.
    pub(super) fn find(&self, scope: &Scope) -> Option<Shared> {
        let number = self.numbers.get(scope)?;
        Some(self.slots[*number].shared.clone())
    }

    /// Removes and returns the host, if it is present.
    pub(super) fn remove(&mut self, scope: &Scope) -> Option<Shared> {
        let number = *self.numbers.get(scope)?;
        Some(self.take(number))
    }

    #[cfg(feature = "serde")]
    pub(super) fn all(&self) -> Vec<(Scope, Shared)> {
        let slots = self.slots.iter();
        let all = slots.map(|slot| (slot.scope.clone(), slot.shared.clone()));
        all.collect()
    }

    /// Evicts hosts until both bounds are met, or until the hand only finds hosts in use. The
    /// bounds are then exceeded for now.
    ///
    /// Drop the returned hosts after releasing the lock, because they may be large.
    pub(super) fn evict(&mut self) -> Vec<Shared> {
        let mut evicted = Vec::new();
        while self.slots.len() > self.max_hosts || self.counts.bytes > self.max_bytes {
            let Some(number) = self.find_victim() else {
                break;
            };
            evicted.push(self.take(number));
            self.counts.evicted += 1;
        }
        evicted
    }

    fn take(&mut self, number: usize) -> Shared {
        // The last slot moves into the gap, and its number changes.
        let slot = self.slots.swap_remove(number);
        self.numbers.remove(&slot.scope);
        if let Some(moved) = self.slots.get(number) {
            self.numbers.insert(moved.scope.clone(), number);
        }
        self.counts.hosts -= 1;
        self.counts.bytes -= slot.bytes;
        slot.shared
    }

    /// Moves the hand past the next host that is neither marked nor in use, and returns its index.
    /// Hosts that it passes lose their marks. If every inspected host is marked or in use, returns
    /// the first marked one.
    fn find_victim(&mut self) -> Option<usize> {
        // This works like a clock hand: a host that has been used since the hand last passed gets
        // another round.
        let mut first_marked = None;
        for _ in 0..self.slots.len().min(LOOKED_AT) {
            // Slots may have been removed since the hand last moved.
            let number = self.hand % self.slots.len();
            self.hand = number + 1;
            let slot = &mut self.slots[number];
            if slot.shared.is_in_use() {
                continue;
            }
            if !slot.is_marked {
                return Some(number);
            }
            // Its next use marks it again.
            slot.is_marked = false;
            first_marked = first_marked.or(Some(number));
        }
        first_marked
    }
}
