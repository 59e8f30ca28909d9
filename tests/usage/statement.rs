//! The HTTP field, and its combination with robots.txt.

use robots_exclusion::usage::Preference::{self, Allow, Disallow};
use robots_exclusion::usage::Statement;

use crate::dictionary;
use crate::support::generator::{self, Random};

#[track_caller]
fn says(value: &str, label: &str) -> Option<Option<Preference>> {
    let naive = dictionary::parse(value.as_bytes());
    let parsed = Statement::parse(value.as_bytes());
    assert_eq!(parsed.is_some(), naive.is_some(), "{value:?}");
    Some(parsed?.preference(label))
}

#[test]
fn a_field_is_a_dictionary() {
    for (value, label, expected) in [
        ("train-ai=n", "train-ai", Some(Some(Disallow))),
        ("train-ai=n, search=y", "search", Some(Some(Allow))),
        ("  train-ai=y  ", "train-ai", Some(Some(Allow))),
        (
            "train-ai=y;q=0.5;why=\"a, b\", search=n",
            "search",
            Some(Some(Disallow)),
        ),
        ("", "train-ai", Some(None)),
        ("train-ai", "train-ai", Some(None)),
        ("train-ai=?1", "train-ai", Some(None)),
        ("train-ai=(y)", "train-ai", Some(None)),
        ("train-ai=yes", "train-ai", Some(None)),
        ("train-ai=Y", "train-ai", Some(None)),
        ("train-ai=n, train-ai=y", "train-ai", Some(Some(Allow))),
        ("train-ai=n, train-ai=1", "train-ai", Some(None)),
        ("infer-user=n", "infer-user", Some(Some(Disallow))),
        ("Train-AI=n", "train-ai", None),
        ("train-ai=n,", "train-ai", None),
        ("train-ai=n search=y", "train-ai", None),
        ("\ttrain-ai=n", "train-ai", None),
        ("train-ai=n;", "train-ai", None),
        ("train-ai=n, x=\u{e9}", "train-ai", None),
        ("/path train-ai=n", "train-ai", None),
    ] {
        assert_eq!(says(value, label), expected, "{label} of {value:?}");
    }
}

#[test]
fn robots_txt_and_field_combine_label_by_label() {
    let header = |value: &str| Statement::parse(value.as_bytes())?.preference("train-ai");
    for (by_file, value, expected) in [
        (Some(Disallow), Some("train-ai=y"), Some(Disallow)),
        (None, Some("train-ai=y"), Some(Allow)),
        (Some(Allow), Some("train-ai=y,"), Some(Allow)),
        (Some(Allow), Some("train-ai=n"), Some(Disallow)),
        (None, None, None),
        (None, Some("search=n"), None),
    ] {
        let by_header = value.and_then(header);
        assert_eq!(
            Preference::stricter(by_file, by_header),
            expected,
            "{value:?}"
        );
        assert_eq!(
            Preference::stricter(by_header, by_file),
            expected,
            "{value:?}"
        );
    }
}

#[test]
fn generated_fields_agree_with_the_naive_parser() {
    let seed = generator::seed("fields");
    let (mut parsed, mut broken) = (0, 0);
    for case in 0..generator::cases(20_000) {
        let seed = seed.wrapping_add(case);
        let value = super::generate::dictionary(&mut Random::new(seed));
        let naive = dictionary::parse(&value);
        let statement = Statement::parse(&value);
        let shown = value.escape_ascii();
        assert_eq!(statement.is_some(), naive.is_some(), "seed {seed}: {shown}");
        let (Some(naive), Some(statement)) = (naive, statement) else {
            broken += 1;
            continue;
        };
        parsed += 1;
        for (key, token) in naive {
            let expected = match token.as_deref() {
                Some("y") => Some(Allow),
                Some("n") => Some(Disallow),
                _ => None,
            };
            assert_eq!(
                statement.preference(&key),
                expected,
                "seed {seed}: {key} of {shown}"
            );
        }
        assert_eq!(statement.preference("not-there"), None);
    }
    eprintln!("{parsed} fields parse, {broken} do not");
}
