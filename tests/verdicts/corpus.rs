//! Parses every file of a folder and compares all routes with the naive model, for URLs derived
//! from the file's own rules.
//!
//! `ROBOTS_CORPUS` names the folder, which is searched recursively. Without it, files are
//! generated.

use robots_exclusion::Dialect;

use crate::support::corpus;
use crate::support::generator::{self, Random};
use crate::support::routes;
use crate::support::{Setting, listed};

/// The maximum number of URLs per crawler and file.
const URLS_MAX: usize = 48;

/// The maximum number of these URLs that are also checked against the model.
const URLS_OF_MODEL: usize = 24;

/// Checks a file in both dialects and returns the number of answers compared.
fn check_file(name: &str, text: &[u8], seed: u64) -> usize {
    let mut compared = 0;
    for dialect in [Dialect::Standard, Dialect::Google] {
        let setting = Setting {
            dialect,
            byte_limit: Some(512_000),
            agent_fallback: true,
        };
        let robots = setting.parse(text);
        let model = setting.model(text);
        assert_eq!(robots.is_truncated(), text.len() > 512_000, "{name}");
        assert_eq!(robots.groups().count(), model.group_count(), "{name}");

        let found = listed(&robots);
        assert!(
            found == model.listed(),
            "{name}: groups differ in {dialect:?}"
        );
        let sitemaps: Vec<&[u8]> = robots.sitemaps().map(|record| record.value()).collect();
        assert!(
            sitemaps == model.sitemaps(),
            "{name}: sitemaps differ in {dialect:?}"
        );

        let mut random = Random::new(seed);
        let patterns: Vec<Vec<u8>> = model.patterns().map(<[u8]>::to_vec).collect();
        let mut agents: Vec<String> = ["Googlebot", "Googlebot-Image", "examplebot/1.0"]
            .map(str::to_owned)
            .into();
        let listed: Vec<&[u8]> = model.agents().collect();
        for _ in 0..3 {
            if !listed.is_empty() {
                let value = listed[random.below(listed.len())];
                agents.push(String::from_utf8_lossy(value).into_owned());
            }
        }
        // The model tries every rule for every question, so files with many rules get fewer
        // questions.
        let of_model = (400_000 / (patterns.len() + 1)).clamp(4, URLS_OF_MODEL);
        let count = (4_000_000 / (text.len() + 1)).clamp(of_model, URLS_MAX);
        let url = |_| generator::url(&mut random, &patterns);
        let urls: Vec<String> = (0..count).map(url).collect();
        let lists: Vec<&[String]> = agents.chunks(1).collect();
        let queries: Vec<(usize, &str)> = (0..lists.len())
            .flat_map(|list| urls.iter().map(move |url| (list, url.as_str())))
            .collect();
        let answers = routes::answers(setting.options(), text, &lists, &queries);
        for (number, ((list, url), answers)) in queries.iter().zip(answers).enumerate() {
            let agent = &agents[*list];
            let (_, first) = answers[0];
            let expected = if number % count < of_model {
                model.verdict(&[agent], url)
            } else {
                first
            };
            for (route, answer) in answers {
                assert_eq!(
                    answer, expected,
                    "{name} in {dialect:?}: {agent:?} asks for {url:?} by {route}"
                );
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn every_file_agrees_with_the_model() {
    let seed = generator::seed("corpus");
    let mut compared = 0;
    let Some(folder) = corpus::folder() else {
        let count = generator::cases(400);
        eprintln!("ROBOTS_CORPUS names no folder: checking {count} generated files instead");
        for case in 0..count {
            let seed = seed.wrapping_add(case);
            let file = generator::file(&mut Random::new(seed));
            compared += check_file(&format!("generated file {seed}"), &file, seed);
        }
        assert!(compared > 0);
        return;
    };
    let files = corpus::files(&folder);
    for (index, path) in files.iter().enumerate() {
        let text = corpus::read(path);
        compared += check_file(
            &path.display().to_string(),
            &text,
            seed.wrapping_add(index as u64),
        );
    }
    eprintln!("{} files, {compared} answers compared", files.len());
}
