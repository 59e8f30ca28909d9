//! The differences between `Dialect::Google` and `Dialect::Standard`, each with a sentence and an
//! example.
//!
//! The list is complete and has no unused entries. For generated files, agents and URLs, an entry
//! explains every difference between the dialects, and every entry explains at least one. An entry
//! explains a difference if toggling its departure in the naive model changes the answer of one of
//! the two dialects.

use robots_exclusion::Dialect;

use crate::case::{Table, expectation};
use crate::naive::{Answer, Departure, Departures, Model};
use crate::support::generator::{self, Random};
use crate::support::questions;
use crate::support::{Question, Setting};

/// A known difference of the two dialects.
struct Divergence {
    id: &'static str,
    departure: Departure,
    /// A sentence about the behaviour of the Google dialect.
    sentence: &'static str,
    file: &'static [u8],
    agents: &'static [&'static str],
    url: &'static str,
    standard: &'static str,
    google: &'static str,
}

const DIVERGENCES: &[Divergence] = &[
    Divergence {
        id: "byte-order-mark",
        departure: Departure::ByteOrderMarkPrefix,
        sentence: "Any prefix of a byte order mark at the start of a file is skipped, not only a complete mark.",
        file: b"\xEF\xBBuser-agent: a\ndisallow: /x\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "nul-in-line",
        departure: Departure::NulEndsLine,
        sentence: "A NUL ends its line.",
        file: b"user-agent: a\ndisallow: /x\0y\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "line-length",
        departure: Departure::LineCap,
        sentence: "Only the first 16,663 bytes of a line are read.",
        // `file` builds the long rule. This is only its length.
        file: b"",
        agents: &["a"],
        url: "/x",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "field-prefix",
        departure: Departure::FieldPrefix,
        sentence: "A field only has to start with user-agent, allow, disallow or sitemap.",
        file: b"user-agent: a\ndisallowed: /x\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "field-typos",
        departure: Departure::FieldTypos,
        sentence: "Common misspellings of fields are accepted.",
        file: b"useragent: a\ndisalow: /x\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "missing-colon",
        departure: Departure::MissingColon,
        sentence: "Blanks may replace the colon in a line of exactly two words.",
        file: b"user-agent: a\ndisallow /x\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "empty-rule",
        departure: Departure::EmptyRuleMatches,
        sentence: "A rule with an empty value matches with length 0 and may be reported. The URL is allowed either way.",
        file: b"user-agent: a\ndisallow:\n",
        agents: &["a"],
        url: "/x",
        standard: "A",
        google: "A 2",
    },
    Divergence {
        id: "token-letters",
        departure: Departure::LineTokenLetters,
        sentence: "The token of a user-agent line consists only of letters, - and _. Digits and dots end it.",
        file: b"user-agent: MJ12bot\ndisallow: /x\n",
        agents: &["MJ"],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "agent-as-given",
        departure: Departure::AgentAsGiven,
        sentence: "The caller's agent is compared unchanged: versions are not removed and headers are not parsed.",
        file: b"user-agent: a\ndisallow: /x\n",
        agents: &["a/1.0"],
        url: "/x",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "empty-agent",
        departure: Departure::EmptyAgent,
        sentence: "The empty agent string equals every user-agent value without a token.",
        file: b"user-agent:\ndisallow: /x\n",
        agents: &[""],
        url: "/x",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "no-fallback",
        departure: Departure::NoFallback,
        sentence: "A crawler without a group never falls back to the group of a more general token.",
        file: b"user-agent: a\ndisallow: /x\n",
        agents: &["a-b"],
        url: "/x",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "agents-merged",
        departure: Departure::AgentsMerged,
        sentence: "The groups of all listed agents are merged. Standard selects the first agent with a group.",
        file: b"user-agent: a\ndisallow: /y\nuser-agent: b\ndisallow: /x\n",
        agents: &["a", "b"],
        url: "/x",
        standard: "A",
        google: "D 4",
    },
    Divergence {
        id: "pattern-escaped-only",
        departure: Departure::PatternEscapedOnly,
        sentence: "In a pattern, %xx is converted to upper case and non-ASCII bytes are escaped. Nothing is decoded.",
        file: b"user-agent: a\ndisallow: /%62\n",
        agents: &["a"],
        url: "/b",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "url-as-given",
        departure: Departure::UrlAsGiven,
        sentence: "Nothing in a URL is decoded or encoded.",
        file: b"user-agent: a\ndisallow: /b\n",
        agents: &["a"],
        url: "/%62",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "byte-by-byte",
        departure: Departure::Bytewise,
        sentence: "Bytes are compared individually: a * may end inside a %XX.",
        file: b"user-agent: a\ndisallow: /*20\n",
        agents: &["a"],
        url: "/a%20b",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "query-keeps-escapes",
        departure: Departure::QueryKeepsEscapes,
        sentence: "%2F differs from /, and %3F from ?, in the query too.",
        file: b"user-agent: a\ndisallow: /a?u=%2F\n",
        agents: &["a"],
        url: "/a?u=/",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "trailing-stars-count",
        departure: Departure::TrailingStarsCount,
        sentence: "The run of * at the end of a pattern counts towards its length.",
        file: b"user-agent: a\nallow: /fish\ndisallow: /fish*\n",
        agents: &["a"],
        url: "/fish",
        standard: "A 2",
        google: "D 3",
    },
    Divergence {
        id: "index-pages",
        departure: Departure::IndexPages,
        sentence: "An allow rule for index.htm or index.html also allows its folder.",
        file: b"user-agent: a\ndisallow: /\nallow: /x/index.html\n",
        agents: &["a"],
        url: "/x/",
        standard: "D 2",
        google: "A 3",
    },
    Divergence {
        id: "robots-txt-not-exempt",
        departure: Departure::RobotsTxtNotExempt,
        sentence: "/robots.txt is an ordinary path.",
        file: b"user-agent: a\ndisallow: /\n",
        agents: &["a"],
        url: "/robots.txt",
        standard: "A",
        google: "D 2",
    },
    Divergence {
        id: "url-not-resolved",
        departure: Departure::UrlNotResolved,
        sentence: "Path and query are cut from a URL unchanged, without handling dot segments, backslashes, tabs or user info.",
        file: b"user-agent: a\ndisallow: /b\n",
        agents: &["a"],
        url: "http://h/a/../b",
        standard: "D 2",
        google: "A",
    },
    Divergence {
        id: "nul-in-url",
        departure: Departure::NulEndsTarget,
        sentence: "A NUL ends the target.",
        file: b"user-agent: a\ndisallow: /x$\n",
        agents: &["a"],
        url: "/x\0y",
        standard: "A",
        google: "D 2",
    },
];

impl Divergence {
    /// Returns the file of the example. The one with a long line is built here.
    fn file(&self) -> Vec<u8> {
        match self.departure {
            Departure::LineCap => {
                format!("user-agent: a\n{}disallow: /x\n", " ".repeat(16_663)).into_bytes()
            }
            _ => self.file.to_vec(),
        }
    }

    /// Returns `true` if toggling this departure alone changes the answer of either dialect.
    fn explains(&self, file: &[u8], agents: &[&str], url: &str) -> bool {
        changes(&[self.departure], file, agents, url)
    }
}

/// Returns `true` if toggling these departures changes the answer of either dialect.
fn changes(departures: &[Departure], file: &[u8], agents: &[&str], url: &str) -> bool {
    [Departures::NONE, Departures::ALL]
        .into_iter()
        .any(|dialect| {
            let turned = departures
                .iter()
                .fold(dialect, |turned, &departure| turned.turned(departure));
            answer(dialect, file, agents, url) != answer(turned, file, agents, url)
        })
}

fn answer(departures: Departures, file: &[u8], agents: &[&str], url: &str) -> Answer {
    Model::parse_departing(file, departures, None, true).verdict(agents, url)
}

/// Each entry has an example that gives the stated answers and that the entry explains.
#[test]
fn every_example_shows_its_divergence() {
    let mut table = Table::default();
    for divergence in DIVERGENCES {
        let file = divergence.file();
        table.both(
            divergence.id,
            &file,
            divergence.agents,
            divergence.url,
            divergence.standard,
            divergence.google,
        );
        assert_ne!(
            expectation(divergence.standard),
            expectation(divergence.google),
            "{}",
            divergence.id
        );
        assert!(
            divergence.explains(&file, divergence.agents, divergence.url),
            "{} does not explain its own example: {}",
            divergence.id,
            divergence.sentence
        );
    }
    table.finish();
    for (index, divergence) in DIVERGENCES.iter().enumerate() {
        assert!(divergence.sentence.ends_with('.'));
        for other in &DIVERGENCES[..index] {
            assert_ne!(divergence.id, other.id);
            assert_ne!(divergence.departure, other.departure);
        }
    }
    for departure in Departure::ALL {
        assert!(
            DIVERGENCES
                .iter()
                .any(|divergence| divergence.departure == departure),
            "{departure:?} is in the model but not in the list"
        );
    }
}

/// Varies the example of an entry: inserts other lines and appends to the URL.
fn varied_example(random: &mut Random) -> Question {
    let entry = &DIVERGENCES[random.below(DIVERGENCES.len())];
    let mut file = entry.file();
    let mut agents: Vec<String> = entry.agents.iter().map(|&agent| agent.to_owned()).collect();
    let mut url = entry.url.to_owned();
    for _ in 0..random.below(4) {
        match random.below(5) {
            0 => file.extend_from_slice(&generator::file(random)),
            1 => {
                let mut other = generator::file(random);
                other.extend_from_slice(b"\n");
                other.extend_from_slice(&file);
                file = other;
            }
            2 => agents.extend(generator::agents(random)),
            3 => {
                url = generator::url(random, &generator::records(&file).patterns);
            }
            _ => url.push_str(random.pick(&["a", "/", "?", "%2F", "?/", "b", "x"])),
        }
    }
    Question {
        file,
        setting: Setting::STANDARD,
        agents,
        url,
    }
}

/// The list explains every difference in generated cases, and every entry is used.
#[test]
fn the_list_is_complete_and_has_no_unused_entry() {
    let seed = generator::seed("divergences");
    let mut explained = [0_u32; DIVERGENCES.len()];
    let mut by_two = 0_u32;
    let mut differences = 0_u32;
    for case in 0..generator::cases(12_000) {
        let mut random = Random::new(seed.wrapping_add(case));
        let question = if random.one_in(3) {
            varied_example(&mut random)
        } else {
            questions::question(&mut random, Dialect::Standard)
        };
        let agents = question.agents();
        let (file, url) = (&question.file, question.url.as_str());
        let ask = |setting: Setting| {
            let verdict = setting.parse(file);
            let verdict = verdict.matcher_for(&agents);
            crate::support::routes::answer(&verdict.verdict(url))
        };
        if ask(Setting::STANDARD) == ask(Setting::GOOGLE) {
            continue;
        }
        differences += 1;
        let mut found = false;
        for (entry, count) in DIVERGENCES.iter().zip(&mut explained) {
            if entry.explains(file, &agents, url) {
                *count += 1;
                found = true;
            }
        }
        if found {
            continue;
        }
        // Two departures may mask each other, so that neither changes the answer alone.
        found = DIVERGENCES.iter().any(|one| {
            DIVERGENCES
                .iter()
                .any(|other| changes(&[one.departure, other.departure], file, &agents, url))
        });
        by_two += u32::from(found);
        assert!(
            found,
            "ROBOTS_CASES=1 ROBOTS_SEED={}: no entry explains why Standard answers {:?} and Google {:?}\n{}",
            seed.wrapping_add(case),
            ask(Setting::STANDARD),
            ask(Setting::GOOGLE),
            question.describe()
        );
    }
    for (entry, &count) in DIVERGENCES.iter().zip(&explained) {
        eprintln!("{count:>6} differences explained by {}", entry.id);
    }
    eprintln!("{differences} differences, {by_two} of them explained by two entries together");
    // A short run may miss an entry; the examples still cover it.
    if generator::cases(12_000) >= 12_000 {
        for (entry, &count) in DIVERGENCES.iter().zip(&explained) {
            assert!(
                count > 0,
                "{} explains no difference: {}",
                entry.id,
                entry.sentence
            );
        }
    }
}
