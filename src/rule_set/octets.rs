//! Which octets a target holds, and which ones a pattern needs.

/// A set of octets, the four that agree in their last six bits taken for one:
/// a letter, a digit and most signs each have a place of their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct OctetHashes(u64);

impl OctetHashes {
    #[inline]
    pub(super) fn of(octets: &[u8]) -> OctetHashes {
        let set = octets.iter().fold(0, |set, &octet| set | 1 << (octet & 63));
        OctetHashes(set)
    }

    #[inline]
    pub(super) fn may_hold(self, octet: u8) -> bool {
        self.0 >> (octet & 63) & 1 == 1
    }

    /// The octets without which no target matches.
    pub(super) fn needed_by(body: &[u8]) -> OctetHashes {
        let free = free_octets(body);
        let needed = body.iter().filter(|octet| !free.contains(octet));
        OctetHashes(needed.fold(0, |set, &octet| set | 1 << (octet & 63)))
    }

    #[inline]
    pub(super) fn is_subset(self, of: OctetHashes) -> bool {
        self.0 & !of.0 == 0
    }
}

/// Octets of a body that a target which matches may lack: the wildcard, and
/// those of `%2F` and `%3F`, which the query of a target spells otherwise.
pub(super) fn free_octets(body: &[u8]) -> &'static [u8] {
    if body.contains(&b'%') { b"*%23F" } else { b"*" }
}
