//! Records: `field : value # comment`.

use crate::support::{Setting, listed};

/// Replaces, inserts and removes single bytes in field names.
#[test]
fn every_edit_of_one_byte_in_a_field() {
    for field in ["user-agent", "User-Agent", "disallow", "DISALLOW", "allow"] {
        for place in 0..=field.len() {
            let (before, after) = field.as_bytes().split_at(place);
            let one_less = after.get(1..).unwrap_or_default();
            let mut lines = vec![[before, one_less].concat()];
            for byte in 0..=u8::MAX {
                lines.extend([one_less, after].map(|after| [before, &[byte], after].concat()));
            }
            for line in lines {
                let file = [b"user-agent: a\n", &line[..], b": b\nallow: /x\n"].concat();
                for setting in [Setting::STANDARD, Setting::GOOGLE] {
                    assert_eq!(
                        listed(&setting.parse(&file)),
                        setting.model(&file).listed(),
                        "{}, {setting:?}",
                        line.escape_ascii()
                    );
                }
            }
        }
    }
}
