//! A case that differs, cut down to what makes it differ.

use crate::case::Case;

/// Drops from a case of one query whatever can go while it still differs: lines, bytes, agents, letters of agents, parts of the URL.
pub(crate) fn shrink(mut case: Case, mut differs: impl FnMut(&Case) -> bool) -> Case {
    loop {
        let before = size(&case);
        let lines: Vec<Vec<u8>> = case
            .file
            .split_inclusive(|byte| matches!(byte, b'\n' | b'\r'))
            .map(<[u8]>::to_vec)
            .collect();
        let with_lines = |lines: &[Vec<u8>], case: &Case| Case {
            file: lines.concat(),
            ..case.clone()
        };
        let lines = without(lines, |lines| differs(&with_lines(lines, &case)));
        case = with_lines(&lines, &case);

        let bytes = without(case.file.clone(), |bytes| {
            differs(&Case {
                file: bytes.to_vec(),
                ..case.clone()
            })
        });
        case.file = bytes;

        let with_agents = |agents: &[String], case: &Case| Case {
            agents: vec![agents.to_vec()],
            ..case.clone()
        };
        let agents = without(case.agents[0].clone(), |agents| {
            differs(&with_agents(agents, &case))
        });
        case.agents = vec![agents];
        for position in 0..case.agents[0].len() {
            let with_agent = |letters: &[char], case: &Case| {
                let mut case = case.clone();
                case.agents[0][position] = letters.iter().collect();
                case
            };
            let letters = case.agents[0][position].chars().collect();
            let letters = without(letters, |letters| differs(&with_agent(letters, &case)));
            case = with_agent(&letters, &case);
        }

        let with_url = |letters: &[char], case: &Case| {
            let mut case = case.clone();
            case.queries[0].url = letters.iter().collect();
            case
        };
        let letters = without(case.queries[0].url.chars().collect(), |letters| {
            differs(&with_url(letters, &case))
        });
        case = with_url(&letters, &case);
        if size(&case) == before {
            return case;
        }
    }
}

fn size(case: &Case) -> usize {
    case.file.len()
        + case.agents[0]
            .iter()
            .map(|agent| agent.len() + 1)
            .sum::<usize>()
        + case.queries[0].url.len()
}

/// The parts that are needed: chunks are left out, from halves down to single parts, while the rest passes the test.
fn without<T: Clone>(mut parts: Vec<T>, mut passes: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut chunk = parts.len();
    while chunk > 0 {
        let mut start = 0;
        while start < parts.len() {
            let end = parts.len().min(start + chunk);
            let rest = [&parts[..start], &parts[end..]].concat();
            if passes(&rest) {
                parts = rest
            } else {
                start = end
            }
        }
        chunk /= 2;
    }
    parts
}
