//! Reproducible random numbers: the same seed gives the same cases on every machine.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

/// SplitMix64. A few operations per number and no dependency; its quality is far beyond what case generation needs.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A stream of its own for each pair, so that cases do not depend on which worker makes them.
    pub(crate) fn stream(seed: u64, stream: u64) -> Random {
        let start = Random::new(seed).next();
        Random::new(start ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Less than `limit`, and 0 where `limit` is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// From `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in one of so many cases.
    pub(crate) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// # Panics
    ///
    /// If `random` is empty.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, random: &[&'a T]) -> &'a T {
        random[self.below(random.len())]
    }

    /// One of `usual` with a chance in a hundred, else one of `others`.
    pub(crate) fn mostly<'a, T: ?Sized>(
        &mut self,
        chance: usize,
        usual: &[&'a T],
        others: &[&'a T],
    ) -> &'a T {
        let random = if self.percent(chance) { usual } else { others };
        self.pick(random)
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// How many cases a property runs; `ROBOTS_CASES` overrides the number each property asks for.
pub(crate) fn cases(default: u64) -> u64 {
    match std::env::var("ROBOTS_CASES") {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("ROBOTS_CASES is a number, not {text:?}")),
        Err(_) => default,
    }
}

/// The seed of this run: `ROBOTS_SEED`, or a fresh one. It is printed, so that a failure can be run again.
pub(crate) fn seed(property: &str) -> u64 {
    let seed = match std::env::var("ROBOTS_SEED") {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("ROBOTS_SEED is a number, not {text:?}")),
        Err(_) => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(0, |since| since.as_nanos() as u64)
        }
    };
    eprintln!("{property}: ROBOTS_SEED={seed}");
    seed
}
