//! Groups: runs of `user-agent` lines, their rules, and how the groups of one agent are merged.

use crate::support::{Setting, listed};

/// Every group is counted once. The last two files are examples in Google's published specification: four groups, of
/// which the last has no rules, and placeholders that are not records, so the three lines form one run.
#[test]
fn number_of_groups() {
    for (file, expected) in [
        (&b""[..], 0),
        (b"disallow: /\n", 0),
        (b"user-agent: a\n", 1),
        (b"user-agent: a\nuser-agent: b\n", 1),
        (b"user-agent: a\ndisallow:\nuser-agent: b\n", 2),
        (b"user-agent: a\nfoo: x\nuser-agent: b\ndisallow: /\n", 1),
        (b"user-agent:\ndisallow: /\nuser-agent:\n", 2),
        (b"user-agent: a\ndisallow: /c \n\nuser-agent: b\ndisallow: /d \n\nuser-agent: e\nuser-agent: f\ndisallow: /g\n\nuser-agent: h\n", 4),
        (b"user-agent: googlebot-news\n(group 1)\n\nuser-agent: *\n(group 2)\n\nuser-agent: googlebot\n(group 3)\n", 1),
    ] {
        for setting in [Setting::STANDARD, Setting::GOOGLE] {
            let listed = listed(&setting.parse(file));
            assert_eq!(listed.len(), expected);
            assert_eq!(listed, setting.model(file).listed());
        }
    }
}

/// Groups are counted correctly for any number of groups, agents and rules, even with very short
/// lines.
#[test]
fn any_number_of_groups_and_lines() {
    let makes: [fn(usize) -> String; 4] = [
        |_| "user-agent:\nallow:\n".to_owned(),
        |_| "useragent:\nallow:\n".to_owned(),
        |number| format!("user-agent: a{number}\ndisallow: /{number}\n"),
        |number| {
            format!(
                "user-agent: a\nuser-agent: b\n{}",
                "allow:\n".repeat(number % 7)
            )
        },
    ];
    for make in makes {
        for count in [
            1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 66, 127, 128, 129, 130, 300,
        ] {
            let file: String = (0..count).map(make).collect();
            // The file is also tried with a long last line and without its final line end.
            let long = format!("{file}allow: /{}\n", "a".repeat(5_000));
            for text in [file.trim_end(), &file, &long] {
                for setting in [Setting::STANDARD, Setting::GOOGLE] {
                    assert_eq!(
                        listed(&setting.parse(text.as_bytes())),
                        setting.model(text.as_bytes()).listed(),
                        "{count} times {:?} in {setting:?}",
                        make(1)
                    );
                }
            }
        }
    }
}
