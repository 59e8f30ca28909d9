//! Compares Dictionaries with http-sfv from PyPI. Run it by hand; it needs Python with that package:
//!
//! ```sh
//! ROBOTS_PYTHON=python3 ROBOTS_CASES=200000 cargo test --all-features --test library -- --ignored --nocapture http_sfv
//! ```

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use robots_exclusion::usage::{Preference, Statement};

use super::generate;
use crate::support::generator::{self, Random};

#[test]
#[ignore = "needs Python with http-sfv, named by ROBOTS_PYTHON"]
fn agrees_with_http_sfv() {
    let python = std::env::var("ROBOTS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let seed = generator::seed("http-sfv");
    let cases = generator::cases(20_000);
    let value = |case| generate::dictionary(&mut Random::new(seed.wrapping_add(case)));
    let mut input = String::new();
    for case in 0..cases {
        for byte in value(case) {
            write!(input, "{byte:02x}").expect("writing to a String cannot fail");
        }
        input.push('\n');
    }
    let mut process = Command::new(python)
        .args(["-c", include_str!("http_sfv.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let mut stdin = process.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = process.wait_with_output().expect("Python ends");
    writer
        .join()
        .expect("the writer does not panic")
        .expect("Python reads all input");
    let output = String::from_utf8(output.stdout).expect("Python writes UTF-8");
    let answers: Vec<&str> = output.lines().collect();
    assert_eq!(
        answers.len() as u64,
        cases,
        "the number of answers differs from the number of values"
    );

    let (mut parsed, mut preferences) = (0_u64, 0_u64);
    let mut departures = [0_u64; 3];
    for (case, answer) in (0..cases).zip(answers) {
        let value = value(case);
        let shown = value.escape_ascii();
        let statement = Statement::parse(&value);
        let members = answer.strip_prefix('+');
        if statement.is_some() != members.is_some() {
            let departure = departure(&value);
            let departure = departure.unwrap_or_else(|| panic!("case {case}: {shown}"));
            departures[departure] += 1;
            continue;
        }
        let (Some(statement), Some(members)) = (statement, members) else {
            continue;
        };
        parsed += 1;
        for member in members.split_whitespace() {
            let (key, token) = member.split_once('=').unwrap_or((member, ""));
            let expected = match token {
                "y" => Some(Preference::Allow),
                "n" => Some(Preference::Disallow),
                _ => None,
            };
            assert_eq!(
                statement.preference(key),
                expected,
                "case {case}: {key} of {shown}"
            );
            preferences += u64::from(expected.is_some());
        }
    }
    eprintln!(
        "{cases} values: {parsed} parse and hold {preferences} preferences; http-sfv departs from RFC 9651 in {departures:?}"
    );
}

/// Returns the kind of departure from RFC 9651 that http-sfv 0.9.9 shows for a value, if any.
fn departure(value: &[u8]) -> Option<usize> {
    let has = |piece: &[u8]| value.windows(piece.len()).any(|window| window == piece);
    let ends_in_point = |window: &[u8]| window.starts_with(b"1.") && !window[2].is_ascii_digit();
    if value.iter().all(|&byte| byte == b' ') {
        // §4.2: an empty value is a Dictionary without members.
        Some(0)
    } else if value.windows(3).any(ends_in_point) || value.ends_with(b"1.") {
        // §4.2.4: a decimal must not end with its point.
        Some(1)
    } else if has(b":") {
        // §4.2.7: base64 is accepted without padding and with unused bits. Padding alone is not
        // base64.
        Some(2)
    } else {
        None
    }
}
