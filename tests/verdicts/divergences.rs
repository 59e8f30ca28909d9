//! The differences between `Dialect::Google` and `Dialect::Standard`: the examples in the table in the
//! docs of `Dialect`, and a few more.
//!
//! The list is complete and has no unused entries. For generated files, agents and URLs, a departure
//! explains every difference between the dialects, and every departure explains at least one. A
//! departure explains a difference if toggling it in the naive model changes the answer of one of the
//! two dialects.

use robots_exclusion::Dialect;

use crate::naive::{Answer, Departure, Departures, Model};
use crate::support::generator::{self, Random};
use crate::support::questions;
use crate::support::{Question, Setting};

/// A question that the dialects answer differently.
#[derive(Debug)]
struct Example {
    file: Vec<u8>,
    agents: Vec<String>,
    url: String,
    /// The verdicts in Standard and in Google. `true` allows the URL.
    allowed: [bool; 2],
}

/// Returns the examples of the docs, and those that the docs leave out.
fn examples() -> Vec<Example> {
    let example = |(file, url, allowed): (&str, &str, _)| Example {
        file: format!("user-agent: bot\n{file}").into_bytes(),
        agents: vec!["bot".to_owned()],
        url: url.to_owned(),
        allowed,
    };
    let past_the_cap = " ".repeat(16_663) + "disallow: /x";
    let others = [
        (&*past_the_cap, "/x", [false, true]),
        // Only the reported line differs.
        ("disallow:", "/x", [true, true]),
        ("disallow: /b", "/%62", [false, true]),
    ];
    let documented = documented_rows().into_iter().map(documented_example);
    documented.chain(others.map(example)).collect()
}

/// Returns the cells of every row in the table with a `Google` column, without backticks.
fn documented_rows() -> Vec<[String; 6]> {
    include_str!("../../src/dialect.rs")
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("/// "))
        .skip_while(|line| !line.ends_with("| Standard | Google |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            let cells: Vec<_> = cells.map(|cell| cell.trim().replace('`', "")).collect();
            cells.try_into().expect(line)
        })
        .collect()
}

fn documented_example([_, rules, agents, url, standard, google]: [String; 6]) -> Example {
    let mut file = spelled_out(&rules);
    if !rules.contains("user-agent") {
        file = [&b"user-agent: *\n"[..], &file].concat();
    }
    let agents = match agents.as_str() {
        "" => "bot",
        r#""""# => "",
        agents => agents,
    };
    Example {
        file,
        agents: agents.split(", ").map(str::to_owned).collect(),
        url: String::from_utf8(spelled_out(&url)).expect("URLs are UTF-8"),
        allowed: [standard, google].map(|answer| match answer.as_str() {
            "allowed" => true,
            "disallowed" => false,
            other => panic!("{other:?} is not an answer"),
        }),
    }
}

/// Expands `⏎`, `\xEF` and `a×9` as explained in the docs.
fn spelled_out(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '⏎' => bytes.push(b'\n'),
            '\\' => {
                let digits = rest.strip_prefix('x').expect(text);
                bytes.push(u8::from_str_radix(&digits[..2], 16).expect(text));
                rest = &digits[2..];
            }
            '×' => {
                let times: usize = rest.parse().expect(text);
                let last = bytes.pop().expect(text);
                bytes.extend(std::iter::repeat_n(last, times));
                rest = "";
            }
            other => bytes.extend(other.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    bytes
}

/// Returns `true` if toggling these departures changes the answer of either dialect.
fn explain(departures: &[Departure], question: &Question) -> bool {
    let answer = |departures| -> Answer {
        let model = Model::parse_departing(&question.file, departures, None, true);
        model.verdict(&question.agents(), &question.url)
    };
    [Departures::NONE, Departures::ALL]
        .into_iter()
        .any(|dialect| {
            let turn = |turned: Departures, departure: &Departure| turned.turned(*departure);
            answer(dialect) != answer(departures.iter().fold(dialect, turn))
        })
}

/// Every route gives the stated answers, a departure explains each example, and each departure
/// explains an example.
#[test]
fn every_example_shows_a_divergence() {
    let examples = examples();
    assert!(
        examples.len() >= 23,
        "the table is incomplete: {examples:?}"
    );
    let mut unexplained = Departure::ALL.to_vec();
    for Example {
        file,
        agents,
        url,
        allowed,
    } in examples
    {
        let mut question = Question {
            file,
            setting: Setting::STANDARD,
            agents,
            url,
        };
        let mut answers = Vec::new();
        for (setting, allowed) in [Setting::STANDARD, Setting::GOOGLE]
            .into_iter()
            .zip(allowed)
        {
            question.setting = setting;
            question.assert_agreed();
            answers.push(question.naive_answer());
            let found = answers.last().map(|answer| answer.0);
            assert_eq!(found, Some(allowed), "{}", question.describe());
        }
        assert_ne!(answers[0], answers[1], "{}", question.describe());
        let explains = |departure: &Departure| explain(&[*departure], &question);
        let is_explained = Departure::ALL.iter().any(explains);
        assert!(
            is_explained,
            "no departure explains\n{}",
            question.describe()
        );
        unexplained.retain(|departure| !explains(departure));
    }
    assert_eq!(unexplained, [], "no example shows these departures");
}

/// Varies an example: inserts other lines and appends to the URL.
fn varied_example(examples: &[Example], random: &mut Random) -> Question {
    let example = &examples[random.below(examples.len())];
    let mut file = example.file.clone();
    let mut agents = example.agents.clone();
    let mut url = example.url.clone();
    for _ in 0..random.below(4) {
        match random.below(5) {
            0 => file.extend_from_slice(&generator::file(random)),
            1 => file = [&generator::file(random)[..], b"\n", &file].concat(),
            2 => agents.extend(generator::agents(random)),
            3 => url = generator::url(random, &generator::records(&file).patterns),
            _ => url.push_str(random.pick(&["a", "/", "?", "%2F", "?/", "b", "x"])),
        }
    }
    let setting = Setting::STANDARD;
    Question {
        file,
        setting,
        agents,
        url,
    }
}

/// The departures explain every difference in generated cases, and each of them is used.
#[test]
fn the_list_is_complete_and_has_no_unused_entry() {
    let seed = generator::seed("divergences");
    let mut examples = examples();
    // The model takes too long for long URLs.
    examples.retain(|example| example.url.len() < 1_000);
    let mut unused = Departure::ALL.to_vec();
    for case in 0..generator::cases(12_000) {
        let mut random = Random::new(seed.wrapping_add(case));
        let question = if random.one_in(3) {
            varied_example(&examples, &mut random)
        } else {
            questions::question(&mut random, Dialect::Standard)
        };
        let [standard, google] = [Setting::STANDARD, Setting::GOOGLE].map(|setting| {
            let matcher = setting.parse(&question.file).matcher_for(question.agents());
            crate::support::routes::answer(&matcher.verdict(&question.url))
        });
        if standard == google {
            continue;
        }
        let explains = |departure: &Departure| explain(&[*departure], &question);
        let explaining: Vec<_> = Departure::ALL.into_iter().filter(explains).collect();
        unused.retain(|departure| !explaining.contains(departure));
        // Two departures may mask each other, so that neither changes the answer alone.
        let explained_by_two = || {
            let pairs = |one| Departure::ALL.map(|other| [one, other]);
            let mut pairs = Departure::ALL.into_iter().flat_map(pairs);
            pairs.any(|pair| explain(&pair, &question))
        };
        assert!(
            !explaining.is_empty() || explained_by_two(),
            "ROBOTS_CASES=1 ROBOTS_SEED={}: nothing explains why Standard answers {standard:?} and \
             Google {google:?}\n{}",
            seed.wrapping_add(case),
            question.describe()
        );
    }
    // A short run may miss a departure; the examples still show it.
    if generator::cases(12_000) >= 12_000 {
        assert_eq!(unused, [], "these departures explain no difference");
    }
}
