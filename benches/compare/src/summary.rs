//! What README shows: of each measure, how many times faster than each other crate.

use crate::contestants::DIALECTS;

#[derive(Default)]
pub struct Summary {
    pub rows: Vec<Line>,
}

/// A measure, with how many times longer each other crate takes, or how many times more it keeps.
pub struct Line {
    pub measure: String,
    pub peers: Vec<(String, f64)>,
}

impl Line {
    /// The other crates that come nearest, the nearest first.
    pub fn nearest(&self, count: usize) -> Vec<&(String, f64)> {
        let mut peers: Vec<&(String, f64)> = self.peers.iter().collect();
        peers.sort_by(|one, other| one.1.total_cmp(&other.1));
        peers.truncate(count);
        peers
    }
}

impl Summary {
    /// Takes over a measure, the slower of the two dialects each time; `ratio` says how many times longer
    /// the first named takes than the second.
    pub fn add(
        &mut self,
        measure: &str,
        ratio: impl Fn(&str, &str) -> f64,
        ours: [&str; 2],
        peers: &[&str],
    ) {
        let least = |peer: &str| {
            let [one, other] = ours.map(|name| ratio(peer, name));
            one.min(other)
        };
        self.rows.push(Line {
            measure: measure.to_owned(),
            peers: peers
                .iter()
                .map(|peer| ((*peer).to_owned(), least(peer)))
                .collect(),
        });
    }

    /// Of several measures, the least that was found against each crate that was in all of them.
    pub fn add_worst(&mut self, measure: &str, lines: &[Vec<(String, f64)>]) {
        let Some((first, rest)) = lines.split_first() else {
            return;
        };
        let find = |line: &Vec<(String, f64)>, peer: &str| {
            line.iter()
                .find(|(name, _)| name == peer)
                .map(|(_, ratio)| *ratio)
        };
        let worst = |(peer, ratio): &(String, f64)| {
            let others: Option<Vec<f64>> = rest.iter().map(|line| find(line, peer)).collect();
            Some((peer.clone(), others?.into_iter().fold(*ratio, f64::min)))
        };
        self.rows.push(Line {
            measure: measure.to_owned(),
            peers: first.iter().filter_map(worst).collect(),
        });
    }

    /// Takes over what another program has measured.
    pub fn push(&mut self, line: Line) {
        self.rows.push(line);
    }

    /// A table for README.
    pub fn print(&self) {
        if self.rows.is_empty() {
            return;
        }
        println!(
            "\n## In short\n\n| | best of the others | times faster or smaller | the rest |\n|---|---|---:|---|"
        );
        for line in &self.rows {
            let peers = line.nearest(line.peers.len());
            let Some(((name, ratio), rest)) = peers.split_first() else {
                continue;
            };
            let rest: Vec<String> = rest
                .iter()
                .map(|(name, ratio)| format!("{name} {}", times(*ratio)))
                .collect();
            println!(
                "| {} | {name} | {} | {} |",
                line.measure,
                times(*ratio),
                rest.join(", ")
            );
        }
    }
}

/// The names of the dialects' own rows.
pub fn ours() -> [&'static str; 2] {
    DIALECTS.map(|(_, name)| name)
}

/// Two digits that mean something.
pub fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.95 => format!("{ratio:.1}"),
        ratio if ratio < 99.5 => format!("{ratio:.0}"),
        ratio => format!("{:.0}", (ratio / 10.0).round() * 10.0),
    }
}

impl Line {
    /// One line that another program can read back.
    pub fn encode(&self) -> String {
        let peers: Vec<String> = self
            .peers
            .iter()
            .map(|(name, ratio)| format!("{name}\t{ratio}"))
            .collect();
        format!("{PREFIX}\t{}\t{}", self.measure, peers.join("\t"))
    }

    pub fn decode(line: &str) -> Option<Line> {
        let mut parts = line.strip_prefix(PREFIX)?.strip_prefix('\t')?.split('\t');
        let measure = parts.next()?.to_owned();
        let mut peers = Vec::new();
        while let Some(name) = parts.next() {
            peers.push((name.to_owned(), parts.next()?.parse().ok()?));
        }
        Some(Line { measure, peers })
    }
}

const PREFIX: &str = "summary";
