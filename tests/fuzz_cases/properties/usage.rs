//! `usage`: every way to query usage preferences gives the answer of the naive model.
//!
//! The input has the format of `verdict`.

pub fn check(input: &[u8]) {
    if let Some(question) = super::verdict::question(input) {
        properties::check(&question);
    }
}

mod properties {
    use crate::dictionary;
    use crate::model::{self, Answer};
    use crate::naive::{self, Role};
    use crate::question::{Asked, Question};
    use crate::support;

    /// The limit on the model's work, which is the product of the lengths of file and URL.
    const AFFORDABLE: usize = 200_000;

    const LABELS: [(Asked, &[&str]); 3] = [
        (Asked::Usage, &["train-ai", "search", "ai-use", "ai", "use"]),
        (Asked::Signals, &["search", "ai-input", "ai-train", "use"]),
        (Asked::Licenses, &["license"]),
    ];

    pub(super) fn check(question: &support::Question) {
        if question.file.len() * (question.url.len() + 1) > AFFORDABLE {
            return;
        }
        verdicts_are_untouched(question);
        for (asked, labels) in LABELS {
            for &label in labels {
                let question = Question {
                    file: question.file.clone(),
                    setting: question.setting,
                    agents: question.agents.clone(),
                    url: question.url.clone(),
                    asked,
                    label: label.to_owned(),
                };
                let expected = model::answer(&question);
                let wrong = question.disagreements(&expected);
                assert!(
                    wrong.is_empty(),
                    "{}  {}",
                    question.describe(),
                    wrong.join("\n  ")
                );
                if let Answer::Says(word, line) = expected {
                    reported_line_contains_the_word(&question, &word, line);
                    if asked == Asked::Usage && word == "allow" {
                        a_stricter_line_wins(&question, line);
                    }
                }
            }
        }
    }

    /// Checks that turning the three fields into comments does not change the verdict.
    fn verdicts_are_untouched(question: &support::Question) {
        let setting = question.setting;
        let robots = setting.parse(&question.file);
        let mut file = robots.text().to_vec();
        for record in naive::records(robots.text(), setting.dialect, None) {
            let fields = ["content-usage", "content-signal", "license"];
            let is_meant = |field: &&str| record.name.eq_ignore_ascii_case(field.as_bytes());
            if record.role == Role::Neither && fields.iter().any(is_meant) {
                let start = line_start(&file, record.line);
                // At offset 0, this could overwrite a part of a byte order mark.
                if start > 0 {
                    file[start] = b'#';
                }
            }
        }
        let without = setting.parse(&file);
        let agents = question.agents();
        let (with, without) = (robots.matcher_for(&agents), without.matcher_for(&agents));
        let (one, other) = (with.verdict(&question.url), without.verdict(&question.url));
        assert_eq!(
            (one.allowed(), one.line()),
            (other.allowed(), other.line()),
            "{}",
            question.describe()
        );
    }

    /// Returns the offset at which a line starts.
    fn line_start(text: &[u8], line: u32) -> usize {
        let mut start = 0;
        for _ in 1..line {
            while !matches!(text[start], b'\r' | b'\n') {
                start += 1;
            }
            start += if text[start..].starts_with(b"\r\n") {
                2
            } else {
                1
            };
        }
        start
    }

    /// Checks that the reported line has the right field and a statement that contains the word.
    fn reported_line_contains_the_word(question: &Question, word: &str, line: u32) {
        let setting = question.setting;
        let records = naive::records(&question.file, setting.dialect, setting.byte_limit);
        let record = records.iter().find(|record| record.line == line);
        let record = record.expect("the line is a record");
        let value = String::from_utf8_lossy(&record.value).to_ascii_lowercase();
        match question.asked {
            Asked::Usage => {
                assert!(record.name.eq_ignore_ascii_case(b"content-usage"));
                let (_, statement) = model::split(&record.value);
                let members = dictionary::parse(statement).expect("the statement parses");
                let member = members.into_iter().find(|(key, _)| *key == question.label);
                let token = member.expect("the statement has the label").1;
                let written = if word == "allow" { "y" } else { "n" };
                assert_eq!(token.as_deref(), Some(written));
            }
            Asked::Signals => {
                assert!(record.name.eq_ignore_ascii_case(b"content-signal"));
                let written = match word {
                    "allow" => "yes",
                    "disallow" => "no",
                    word => word,
                };
                assert!(value.contains(&question.label) && value.contains(written));
            }
            Asked::Licenses => unreachable!("the answer for a license has no word"),
        }
    }

    /// Checks that another line with the same path decides if it disallows.
    fn a_stricter_line_wins(question: &Question, line: u32) {
        if question.setting.byte_limit.is_some() {
            return;
        }
        let mut file = question.file.clone();
        let start = line_start(&file, line);
        let length = file[start..]
            .iter()
            .position(|byte| matches!(byte, b'\r' | b'\n'));
        let end = length.map_or(file.len(), |length| start + length);
        let records = naive::records(&file, question.setting.dialect, None);
        let record = records.iter().find(|record| record.line == line);
        let path = record.and_then(|record| model::split(&record.value).0.map(<[u8]>::to_vec));
        let mut inserted = b"\ncontent-usage: ".to_vec();
        inserted.extend(path.unwrap_or_default());
        inserted.extend_from_slice(format!(" {}=n", question.label).as_bytes());
        file.splice(end..end, inserted);
        let question = Question {
            file,
            ..question.clone()
        };
        let stricter = Answer::Says("disallow".to_owned(), line + 1);
        let wrong = question.disagreements(&stricter);
        assert!(
            wrong.is_empty(),
            "{}  {}",
            question.describe(),
            wrong.join("\n  ")
        );
    }
}
