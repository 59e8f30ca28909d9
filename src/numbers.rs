//! Lists of numbers, in half the space if they are small.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// A list of numbers that does not grow: of two bytes each, if all fit.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    Short(Box<[u16]>),
    Long(Box<[u32]>),
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Short(Box::default())
    }
}

impl From<Vec<u32>> for Numbers {
    fn from(numbers: Vec<u32>) -> Numbers {
        let short: Option<Box<[u16]>> = numbers
            .iter()
            .map(|&number| u16::try_from(number).ok())
            .collect();
        short.map_or_else(|| Numbers::Long(numbers.into()), Numbers::Short)
    }
}

impl Numbers {
    /// The number at `index`, which must be one of the list.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> u32 {
        match self {
            Numbers::Short(numbers) => u32::from(numbers[index]),
            Numbers::Long(numbers) => numbers[index],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_numbers_are_kept() {
        let small = Numbers::from([0, 7, 65_535].to_vec());
        assert!(matches!(small, Numbers::Short(_)));
        assert_eq!([small.at(0), small.at(1), small.at(2)], [0, 7, 65_535]);
        let large = Numbers::from([0, 65_536].to_vec());
        assert!(matches!(large, Numbers::Long(_)));
        assert_eq!([large.at(0), large.at(1)], [0, 65_536]);
    }
}
