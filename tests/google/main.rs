//! Tests of the Google dialect that run without google/robotstxt, on recorded answers.
//!
//! Add named cases to `tests/conformance`. If google/robotstxt is available, the comparison checks
//! that it gives the same answers.

mod case;
mod library;
mod recorded;
mod records;
#[path = "../support/routes.rs"]
mod routes;
#[path = "../support/shrink.rs"]
mod shrink;

use std::collections::BTreeMap;

use robots_exclusion::Dialect;

const RECORDED: &str = include_str!("recorded.txt");

/// Checks recorded answers and records of the reference for every kind of generated file.
/// `recorded.txt` names the version.
#[test]
fn google_recorded_answers() {
    let mut cases = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut listed = 0;
    for recorded in recorded::read(RECORDED) {
        let recorded::Recorded {
            kind,
            case,
            answers,
            records,
        } = recorded;
        let mut own = records::own_records(&case.file);
        for record in own
            .iter_mut()
            .filter(|record| !recorded::has_value(record.kind))
        {
            record.value.clear();
        }
        listed += records.len();
        if !records.is_empty() && own != records {
            let file = case.file.escape_ascii();
            wrong.push(format!(
                "\nfile b\"{file}\"\nreference {records:?}\nlibrary   {own:?}\n"
            ));
        }
        let actual = library::answers(&case, Dialect::Google)
            .unwrap_or_else(|query| panic!("{kind}: panic at\n{}", case.single(query)));
        assert_eq!(actual.len(), answers.len());
        *cases.entry(kind).or_insert(0) += answers.len();
        for (query, (expected, routes)) in answers.iter().zip(actual).enumerate() {
            let differs = routes.into_iter().find(|(_, actual)| actual != expected);
            if let Some((route, actual)) = differs {
                wrong.push(format!(
                    "\n{}\nreference {expected}\nlibrary   {actual} ({route})\n",
                    case.single(query)
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differences:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].concat()
    );
    assert!(
        cases.values().sum::<usize>() >= 10_000 && listed >= 5_000,
        "{cases:?}, {listed} records"
    );
    assert!(
        cases.len() >= 11 && cases.values().all(|&count| count >= 250),
        "{cases:?}"
    );
}

/// Writing the recording again gives the same text, so nothing in it is ignored.
#[test]
fn google_recording_round_trips() {
    let heading: String = RECORDED
        .split_inclusive('\n')
        .take_while(|line| line.starts_with('#'))
        .collect();
    let mut text = heading;
    for recorded in recorded::read(RECORDED) {
        recorded::write(&recorded, &mut text);
    }
    assert!(
        text == RECORDED,
        "the recording is not in its written form: record it again"
    );
}
