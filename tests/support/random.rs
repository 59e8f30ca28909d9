//! Reproducible random numbers: a seed gives the same cases on every machine.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

/// The SplitMix64 generator: fast, without dependencies, and more than good enough for test cases.
pub(crate) struct Random {
    state: u64,
    /// The first choices, from last to first.
    choices: Vec<u8>,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random {
            state: seed,
            choices: Vec::new(),
        }
    }

    /// Takes the first choices from an input, one byte each, so that a fuzzer can change them.
    pub(crate) fn replay(input: &[u8]) -> Random {
        Random {
            state: 0,
            choices: input.iter().rev().copied().collect(),
        }
    }

    /// Creates a separate stream for each pair, so that cases do not depend on which worker
    /// generates them.
    pub(crate) fn stream(seed: u64, stream: u64) -> Random {
        let start = Random::new(seed).next();
        Random::new(start ^ stream.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        match self.choices.pop() {
            // `below` uses the upper bits.
            Some(choice) => u64::from(choice) << 56 | mixed >> 8,
            None => mixed,
        }
    }

    /// Returns a number less than `limit`, or 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Returns a number from `low` to `high`, inclusive.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns `true` in one of `cases` cases.
    pub(crate) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// Returns a random item.
    ///
    /// # Panics
    ///
    /// If there are no items.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, random: &[&'a T]) -> &'a T {
        random[self.below(random.len())]
    }

    /// Returns one of `usual` with a probability of `chance` percent, else one of `others`.
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

/// Returns the number of cases to run: `default`, unless `ROBOTS_CASES` is set.
pub(crate) fn cases(default: u64) -> u64 {
    match std::env::var("ROBOTS_CASES") {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("ROBOTS_CASES must be a number, not {text:?}")),
        Err(_) => default,
    }
}

/// Returns and prints the first seed of this run. It is the number in `ROBOTS_SEED`, a new one for
/// `random`, or 1 by default, so that results depend only on the code.
pub(crate) fn seed(property: &str) -> u64 {
    let seed = match std::env::var("ROBOTS_SEED").as_deref() {
        Err(_) | Ok("") => 1,
        Ok("random") => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(0, |since| since.as_nanos() as u64)
        }
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("ROBOTS_SEED must be a number or `random`, not {text:?}")),
    };
    eprintln!("{property}: ROBOTS_SEED={seed}");
    seed
}
