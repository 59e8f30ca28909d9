//! Cases for the comparison: generated files, with agents and URLs derived from them.

use crate::case::Case;
use crate::generator::{self, agent_lists, records, url};
use crate::random::Random;

/// The number of queries per file. It is small, so that many different files are compared.
pub(crate) const QUERIES: usize = 16;

pub(crate) fn case(random: &mut Random) -> Case {
    case_for(generator::file(random), random)
}

/// Returns a file with lists of agents and URLs derived from it.
pub(crate) fn case_for(file: Vec<u8>, random: &mut Random) -> Case {
    let records = records(&file);
    let mut case = Case {
        agents: agent_lists(&records, random),
        file,
        queries: Vec::new(),
    };
    for _ in 0..QUERIES {
        let list = random.below(case.agents.len());
        let url = url(random, &records.patterns);
        case.ask(list, url);
    }
    case
}
