//! Limits the number of files that each client may fetch.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of remembered clients.
const CLIENTS: usize = 10_000;

/// A limit per client and minute.
pub(super) struct Rate {
    limit: u32,
    /// The start of a minute and the number of files in it, by client.
    counts: Mutex<HashMap<IpAddr, (Instant, u32)>>,
}

impl Rate {
    pub(super) fn new(limit: u32) -> Rate {
        Rate {
            limit,
            counts: Mutex::default(),
        }
    }

    /// Counts a file, and returns `true` if this client may fetch it.
    pub(super) fn admits(&self, client: IpAddr) -> bool {
        self.admits_at(client, Instant::now())
    }

    fn admits_at(&self, client: IpAddr, now: Instant) -> bool {
        let is_over = |start: Instant| now.duration_since(start) >= Duration::from_secs(60);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= CLIENTS {
            counts.retain(|_, (start, _)| !is_over(*start));
        }
        let client = network(client);
        // If this many clients have come within a minute, any others have to wait.
        if counts.len() >= CLIENTS && !counts.contains_key(&client) {
            return false;
        }
        let (start, count) = counts.entry(client).or_insert((now, 0));
        if is_over(*start) {
            (*start, *count) = (now, 0);
        }
        *count += 1;
        *count <= self.limit
    }
}

/// Returns the address to count. All IPv6 addresses with the same first 64 bits usually belong
/// to one client.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
#[path = "limits/tests.rs"]
mod tests;
