//! The first bytes of a target, which rule out most patterns.

use core::ops::Range;

use wide::u8x16;

use crate::canonical::{self, SPECIAL};
use crate::target::Target;
use crate::words;

/// The first eight bytes of a target.
pub(super) struct Beginning {
    eight: u64,
    /// How many of them can rule out a pattern: those before the first special byte, and
    /// the end of a short target, which no plain byte equals.
    comparable: usize,
}

impl Beginning {
    pub(super) fn of(target: &Target<'_>) -> Beginning {
        let bytes = target.bytes();
        let eight = words::eight_at(bytes, 0);
        let vector = u8x16::new(u128::from(eight).to_le_bytes());
        let special_places = canonical::may_be_special(vector).move_mask() as u32;
        let first_special = (special_places | 1 << 8).trailing_zeros() as usize;
        Beginning {
            eight,
            // Of fewer than eight bytes, zeros, which are special, follow the last.
            comparable: (first_special + usize::from(first_special == bytes.len())).min(8),
        }
    }

    /// Whether a pattern in a text differs from the target in its first eight bytes,
    /// before any byte that may be spelled otherwise.
    #[inline]
    pub(super) fn rules_out(&self, text: &[u8], pattern: Range<usize>) -> bool {
        // What follows a short pattern is read as well, but not used.
        let bytes = words::eight_at(text, pattern.start);
        let differing = (self.eight ^ bytes).trailing_zeros() & !7;
        let alike = differing as usize / 8;
        alike < self.comparable.min(pattern.len())
            && !SPECIAL[usize::from(bytes.wrapping_shr(differing) as u8)]
    }
}
