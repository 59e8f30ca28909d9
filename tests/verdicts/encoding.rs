//! Percent-encoding: the canonical spelling of the Standard dialect, and the escaping of the Google
//! dialect.

use super::case::everyone;
use crate::support::Setting;

/// The search continues after a false match inside a `%XX`, however the bytes of the pattern
/// overlap.
#[test]
fn the_search_continues_after_a_match_inside_an_escape() {
    let words = |longest: usize| {
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        let mut longer = words.clone();
        for _ in 0..longest {
            let extend =
                |word: &Vec<u8>| [b'A', b'B'].map(|letter| [&word[..], &[letter]].concat());
            longer = longer.iter().flat_map(extend).collect();
            words.extend_from_slice(&longer);
        }
        words
    };
    let mut found = 0;
    for piece in &words(5)[1..] {
        let file = everyone([b"disallow: /*", &piece[..]].concat());
        let matcher = Setting::STANDARD.parse(&file).matcher("a");
        for after in words(7) {
            for escape in ["%AA", "%AB", "%BA", "%BB"] {
                let target = format!("/{escape}{}", String::from_utf8_lossy(&after));
                let begins = |at: &usize| target.as_bytes()[*at..].starts_with(piece);
                let expected = (4..target.len()).any(|at| begins(&at));
                found += usize::from(expected && (2..4).any(|at| begins(&at)));
                assert_eq!(
                    !matcher.allowed(&target),
                    expected,
                    "{file:?} against {target}"
                );
            }
        }
    }
    assert!(
        found > 3_000,
        "only {found} patterns match both inside an escape and after it"
    );
}
