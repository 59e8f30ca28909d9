//! Which octets a target holds, and which ones a pattern needs.

/// A set of octets, some taken for others that are as rare, and with the octet
/// behind the first, which is a slash, once more in places of its own: that
/// alone tells most paths from each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Octets(u64);

impl Octets {
    #[inline]
    pub(super) fn of(target: &[u8]) -> Octets {
        Octets(target.iter().fold(second(target), |set, &octet| {
            set | PLACES[usize::from(octet)]
        }))
    }

    #[inline]
    pub(super) fn may_hold(self, octet: u8) -> bool {
        self.0 & PLACES[usize::from(octet)] != 0
    }

    /// The octets without which no target matches.
    pub(super) fn needed_by(body: &[u8]) -> Octets {
        let free = free_octets(body);
        let needed = body.iter().filter(|octet| !free.contains(octet));
        let second = match body {
            [b'/', octet, ..] if !free.contains(octet) => second(body),
            _ => 0,
        };
        Octets(needed.fold(second, |set, &octet| set | PLACES[usize::from(octet)]))
    }

    #[inline]
    pub(super) fn is_subset(self, of: Octets) -> bool {
        self.0 & !of.0 == 0
    }
}

/// How many places are for octets wherever they stand.
const ANYWHERE: u32 = 48;

/// The place of the octet behind the first, if there is one.
#[inline]
fn second(octets: &[u8]) -> u64 {
    octets
        .get(1)
        .map_or(0, |octet| 1 << (ANYWHERE + u32::from(octet % 16)))
}

/// The place of each octet. What is frequent has one of its own.
static PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut octet = 0;
    while octet < places.len() {
        let number = match octet as u8 {
            letter @ b'a'..=b'z' => letter - b'a',
            digit @ b'0'..=b'9' => 26 + (digit - b'0'),
            b'.' => 36,
            b'-' => 37,
            b'_' => 38,
            b'?' => 39,
            b'=' => 40,
            b'&' => 41,
            other => 42 + other % 6,
        };
        assert!((number as u32) < ANYWHERE);
        places[octet] = 1 << number;
        octet += 1;
    }
    places
};

/// Octets of a body that a target which matches may lack: the wildcard, and
/// those of `%2F` and `%3F`, which the query of a target spells otherwise.
pub(super) fn free_octets(body: &[u8]) -> &'static [u8] {
    if body.contains(&b'%') { b"*%23F" } else { b"*" }
}
