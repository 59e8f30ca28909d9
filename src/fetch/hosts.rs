//! The hosts in a [`RobotsCache`](super::RobotsCache), with bounds on both their number and their
//! size.

use alloc::vec::Vec;
use std::collections::HashMap;

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
#[derive(Debug)]
pub(super) struct Hosts {
    /// The index of each scope in `slots`.
    numbers: HashMap<Scope, usize>,
    slots: Vec<Slot>,
    hand: usize,
    bytes: usize,
    /// The number of hosts that have been evicted so far.
    pub(super) evicted: u64,
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
            numbers: HashMap::new(),
            slots: Vec::new(),
            hand: 0,
            bytes: 0,
            evicted: 0,
            max_hosts,
            max_bytes,
        }
    }

    /// Returns a handle to the host, adding it if it is new. `evicted` receives the
    /// hosts that were removed; drop them after releasing the lock.
    pub(super) fn get(
        &mut self,
        scope: &Scope,
        new: impl FnOnce() -> Shared,
        evicted: &mut Vec<Shared>,
    ) -> Shared {
        if let Some(&number) = self.numbers.get(scope) {
            let slot = &mut self.slots[number];
            slot.is_marked = true;
            let shared = slot.shared.clone();
            // The bounds may have been exceeded because all hosts were in use.
            self.evict(evicted);
            return shared;
        }
        // A new host isn't marked, so hosts that are only used once are evicted first.
        let shared = new();
        let bytes = FIXED + scope.robots_txt_url().len();
        self.numbers.insert(scope.clone(), self.slots.len());
        self.slots.push(Slot {
            scope: scope.clone(),
            shared: shared.clone(),
            bytes,
            is_marked: false,
        });
        self.bytes += bytes;
        self.evict(evicted);
        shared
    }

    /// Updates the size of a host's copy.
    pub(super) fn weigh(&mut self, scope: &Scope, copy: usize, evicted: &mut Vec<Shared>) {
        if let Some(&number) = self.numbers.get(scope) {
            let slot = &mut self.slots[number];
            self.bytes -= slot.bytes;
            slot.bytes = FIXED + scope.robots_txt_url().len() + copy;
            self.bytes += slot.bytes;
            self.evict(evicted);
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

    /// Returns the number of hosts and their estimated size in bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.slots.len(), self.bytes)
    }

    #[cfg(feature = "serde")]
    pub(super) fn all(&self) -> Vec<(Scope, Shared)> {
        let slots = self.slots.iter();
        slots
            .map(|slot| (slot.scope.clone(), slot.shared.clone()))
            .collect()
    }

    /// Evicts hosts until both bounds are met, or until the hand only finds hosts in use.
    fn evict(&mut self, evicted: &mut Vec<Shared>) {
        while self.slots.len() > self.max_hosts || self.bytes > self.max_bytes {
            // All hosts are in use, so the bounds are exceeded for now.
            let Some(number) = self.find_victim() else {
                return;
            };
            evicted.push(self.take(number));
            self.evicted += 1;
        }
    }

    fn take(&mut self, number: usize) -> Shared {
        // The last slot moves into the gap, and its number changes.
        let slot = self.slots.swap_remove(number);
        self.numbers.remove(&slot.scope);
        if let Some(moved) = self.slots.get(number) {
            self.numbers.insert(moved.scope.clone(), number);
        }
        self.bytes -= slot.bytes;
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
