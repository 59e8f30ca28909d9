//! Writes the summary in benches/README.md, which shows each other crate's time as a multiple
//! of ours, for each measure.

use std::fmt::Write as _;
use std::path::Path;

use crate::contestants::DIALECTS;

#[derive(Default)]
pub struct Summary {
    pub rows: Vec<Line>,
    /// Other facts that are worth a sentence.
    facts: Vec<String>,
}

/// A measure, with each of the other crates.
pub struct Line {
    pub measure: String,
    pub peers: Vec<Peer>,
}

pub struct Peer {
    pub name: String,
    /// Its time or memory as a multiple of ours in the slower dialect. Times are those of the
    /// fastest passes.
    pub ratio: f64,
    /// The ratio by medians, for times.
    pub by_medians: Option<f64>,
    /// The ratio for the median file.
    pub median: Option<f64>,
}

impl Line {
    /// Creates a line from a function that returns two ratios of its arguments: of the fastest
    /// passes, and by medians.
    pub fn new(
        measure: &str,
        ratios: impl Fn(&str, &str) -> [f64; 2],
        ours: [&str; 2],
        peers: &[&str],
    ) -> Line {
        let peers = peers.iter().map(|peer| Peer {
            name: (*peer).to_owned(),
            ratio: least(|slow, fast| ratios(slow, fast)[0], ours, peer),
            by_medians: Some(least(|slow, fast| ratios(slow, fast)[1], ours, peer)),
            median: None,
        });
        Line {
            measure: measure.to_owned(),
            peers: peers.collect(),
        }
    }

    /// Adds the ratios for the median file, for the crates in `peers`.
    pub fn with_medians(
        mut self,
        ratio: impl Fn(&str, &str) -> f64,
        ours: [&str; 2],
        peers: &[&str],
    ) -> Line {
        for peer in &mut self.peers {
            if peers.contains(&peer.name.as_str()) {
                peer.median = Some(least(&ratio, ours, &peer.name));
            }
        }
        self
    }

    /// Returns, for each crate that was in all of several measures, its smallest ratio.
    pub fn worst(measure: &str, lines: &[Line]) -> Line {
        let least = |name: &str, ratio: fn(&Peer) -> Option<f64>| {
            let ratios: Option<Vec<f64>> = lines
                .iter()
                .map(|line| line.peers.iter().find(|peer| peer.name == name))
                .map(|peer| ratio(peer?))
                .collect();
            ratios.map(|ratios| ratios.into_iter().fold(f64::INFINITY, f64::min))
        };
        let names = lines.iter().take(1).flat_map(|line| &line.peers);
        let peers = names.filter_map(|peer| {
            Some(Peer {
                ratio: least(&peer.name, |peer| Some(peer.ratio))?,
                by_medians: least(&peer.name, |peer| peer.by_medians),
                name: peer.name.clone(),
                median: None,
            })
        });
        Line {
            measure: measure.to_owned(),
            peers: peers.collect(),
        }
    }

    /// Returns the other crates, nearest first.
    pub fn nearest(&self) -> Vec<&Peer> {
        let mut peers: Vec<&Peer> = self.peers.iter().collect();
        peers.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
        peers
    }

    /// Formats one line that another program can parse.
    pub fn encode(&self) -> String {
        let mut line = format!("{LINE}\t{}", self.measure);
        for Peer {
            name,
            ratio,
            by_medians,
            median,
        } in &self.peers
        {
            let [by_medians, median] = [by_medians, median].map(|ratio| ratio.unwrap_or(f64::NAN));
            write!(line, "\t{name}\t{ratio}\t{by_medians}\t{median}")
                .expect("a string takes everything");
        }
        line
    }

    pub fn decode(line: &str) -> Option<Line> {
        let mut parts = line.strip_prefix(LINE)?.strip_prefix('\t')?.split('\t');
        let measure = parts.next()?.to_owned();
        let mut peers = Vec::new();
        while let Some(name) = parts.next() {
            let mut number = || parts.next()?.parse::<f64>().ok();
            let (ratio, by_medians, median) = (number()?, number()?, number()?);
            let known = |ratio: f64| (!ratio.is_nan()).then_some(ratio);
            peers.push(Peer {
                name: name.to_owned(),
                ratio,
                by_medians: known(by_medians),
                median: known(median),
            });
        }
        Some(Line { measure, peers })
    }
}

fn least(ratio: impl Fn(&str, &str) -> f64, ours: [&str; 2], peer: &str) -> f64 {
    let [one, other] = ours.map(|name| ratio(peer, name));
    one.min(other)
}

/// The names of our dialects' rows.
pub fn ours() -> [&'static str; 2] {
    DIALECTS.map(|(_, name)| name)
}

/// Rounds to two significant digits.
pub fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 0.95 => format!("{ratio:.2}"),
        ratio if ratio < 9.95 => format!("{ratio:.1}"),
        ratio if ratio < 99.5 => format!("{ratio:.0}"),
        ratio => format!("{:.0}", (ratio / 10.0).round() * 10.0),
    }
}

pub fn encode_fact(fact: &str) -> String {
    format!("{FACT}\t{fact}")
}

const LINE: &str = "summary";
const FACT: &str = "fact";
/// The markers in benches/README.md around the output of `Summary::publish`.
const BEGIN: &str = "<!-- written by `compare --publish` -->\n";
const END: &str = "<!-- end of what `compare --publish` writes -->\n";

impl Summary {
    pub fn push(&mut self, line: Line) {
        self.rows.push(line);
    }

    pub fn say(&mut self, fact: String) {
        self.facts.push(fact);
    }

    /// Adopts a result from another program, if the line contains one.
    pub fn take(&mut self, line: &str) -> bool {
        if let Some(line) = Line::decode(line) {
            self.push(line);
        } else if let Some(fact) = line
            .strip_prefix(FACT)
            .and_then(|fact| fact.strip_prefix('\t'))
        {
            self.say(fact.to_owned());
        } else {
            return false;
        }
        true
    }

    /// Formats a table, and the facts.
    fn text(&self) -> String {
        let mut text = String::from(
            "| | nearest other crate | times faster | by medians | median file | other crates |\n|---|---|---:|---:|---:|---|\n",
        );
        for line in &self.rows {
            let peers = line.nearest();
            let Some((nearest, rest)) = peers.split_first() else {
                continue;
            };
            let rest: Vec<String> = rest
                .iter()
                .map(|peer| format!("{} {}", peer.name, times(peer.ratio)))
                .collect();
            writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                line.measure,
                nearest.name,
                times(nearest.ratio),
                nearest.by_medians.map(times).unwrap_or_default(),
                nearest.median.map(times).unwrap_or_default(),
                rest.join(", ")
            )
            .expect("a string takes everything");
        }
        text.push('\n');
        for fact in &self.facts {
            writeln!(text, "- {fact}").expect("a string takes everything");
        }
        text
    }

    pub fn print(&self) {
        if !self.rows.is_empty() {
            print!("\n## In short\n\n{}", self.text());
        }
    }

    /// Writes the summary between the markers of a file.
    pub fn publish(&self, readme: &Path) -> Result<(), Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(readme)?;
        let (before, rest) = text.split_once(BEGIN).ok_or("no place for the table")?;
        let (_, after) = rest.split_once(END).ok_or("no end of the table")?;
        let written = format!("{before}{BEGIN}\n{}\n{END}{after}", self.text());
        Ok(std::fs::write(readme, written)?)
    }
}
