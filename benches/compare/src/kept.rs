//! Measures the memory that a crawler keeps per host.

use fast_robots::RobotsTxt;

use crate::contestants::{self, DIALECTS, FAST_ROBOTS, FAST_ROBOTS_MATCHER, ROBOTXT};
use crate::corpus::{self, Corpus};
use crate::summary::{Line, Peer, encode_fact};
use crate::targets::Target;
use crate::{Use, watch};

/// The values that are kept for each host.
#[derive(Default)]
struct Kept {
    /// Includes the struct itself.
    bytes: Vec<f64>,
    by_file: Vec<f64>,
    made: Vec<f64>,
    live: Vec<f64>,
}

impl Kept {
    fn take<T>(&mut self, file: &[u8], make: impl FnOnce() -> T) -> T {
        let (
            made,
            Use {
                allocations,
                retained,
                live,
                ..
            },
        ) = watch(make);
        let bytes = retained as f64 + size_of::<T>() as f64;
        self.bytes.push(bytes);
        self.by_file.push(bytes / file.len().max(1) as f64);
        self.made.push(allocations as f64);
        self.live.push(live as f64);
        made
    }

    /// Adds a host that consists of several pieces.
    fn add(&mut self, pieces: &Kept, file: &[u8]) {
        let bytes = pieces.bytes.iter().sum::<f64>();
        self.bytes.push(bytes);
        self.by_file.push(bytes / file.len().max(1) as f64);
        self.made.push(pieces.made.iter().sum());
        self.live.push(pieces.live.iter().sum());
    }

    fn print(&self, name: &str) {
        println!(
            "| {name} | {:.0} | {:.0} | {:.2} | {:.2} | {:.0} | {:.2} | {:.0} |",
            mean(&self.bytes),
            median(&self.bytes),
            median(&self.by_file),
            mean(&self.made),
            median(&self.made),
            mean(&self.live),
            median(&self.live),
        );
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

pub fn measure(corpus: &Corpus) {
    println!("\n### kept per host, struct included\n");
    println!(
        "| contestant | bytes, mean | median | by the file's size, median | allocations made, mean | median | kept, mean | median |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let files = || {
        let files = corpus.files.iter().enumerate();
        files.map(|(index, file)| (file, corpus::agent(index)))
    };
    let mut met = Vec::new();
    let mut ours: Vec<Kept> = Vec::new();
    for (dialect, name) in DIALECTS {
        let mut kept = Kept::default();
        // The floor for a compact layout: the patterns, 12 bytes per rule, and 64 bytes.
        let (mut patterns, mut rules) = (0, 0);
        for (file, agent) in files() {
            let matcher = kept.take(file, || contestants::parse(dialect, file).matcher(agent));
            patterns += matcher
                .rules()
                .map(|rule| rule.pattern().len())
                .sum::<usize>();
            rules += matcher.rules().count();
        }
        kept.print(&format!("{name}: Matcher owned"));
        let count = corpus.files.len() as f64;
        let (patterns, rules) = (patterns as f64 / count, rules as f64 / count);
        println!(
            "| of that {name}: {rules:.1} rules, their patterns | {patterns:.0} | | | | | | |"
        );
        met.push(Target::at_most(
            format!("bytes kept by an owned Matcher, {name}"),
            mean(&kept.bytes).round(),
            917.0,
            " B",
        ));
        met.push(Target::at_most(
            format!("allocations made for an owned Matcher, {name}"),
            mean(&kept.made),
            4.0,
            "",
        ));
        met.push(Target::at_most(
            format!("allocations kept by an owned Matcher, {name}"),
            mean(&kept.live),
            1.0,
            "",
        ));
        ours.push(kept);
    }
    let mut robotxt = Kept::default();
    let mut parsed = Kept::default();
    let mut compiled = Kept::default();
    for (file, agent) in files() {
        drop(robotxt.take(file, || contestants::robotxt(file, agent)));
        // The value borrows its text, so the text must be kept too, with its metadata.
        let text = contestants::utf8(file).into_owned().into_boxed_str();
        let mut whole = Kept::default();
        drop(whole.take(file, || text.clone()));
        let robots = whole.take(file, || RobotsTxt::parse(&text));
        parsed.add(&whole, file);
        whole.take(file, || robots.matcher());
        compiled.add(&whole, file);
    }
    robotxt.print(ROBOTXT);
    parsed.print(FAST_ROBOTS);
    compiled.print(FAST_ROBOTS_MATCHER);
    let peers = [
        (ROBOTXT, &robotxt),
        (FAST_ROBOTS, &parsed),
        (FAST_ROBOTS_MATCHER, &compiled),
    ];
    let by_file = |kept: &Kept, ours: &Kept| {
        let both = kept.bytes.iter().zip(&ours.bytes);
        median(&both.map(|(kept, ours)| kept / ours).collect::<Vec<_>>())
    };
    let least = |ratio: &dyn Fn(&Kept) -> f64| ours.iter().map(ratio).fold(f64::INFINITY, f64::min);
    let peer = |(name, kept): (&str, &Kept)| Peer {
        name: name.to_owned(),
        ratio: least(&|ours| mean(&kept.bytes) / mean(&ours.bytes)),
        by_medians: None,
        median: Some(least(&|ours| by_file(kept, ours))),
    };
    let line = Line {
        measure: String::from("Memory kept per host"),
        peers: peers.into_iter().map(peer).collect(),
    };
    println!("{}", line.encode());
    let most = |value: &dyn Fn(&Kept) -> f64| ours.iter().map(value).fold(0.0, f64::max);
    let fact = format!(
        "An owned `Matcher` takes {:.0} bytes per host (the median is {:.0}), including the struct itself, in {:.1} allocations. For a million hosts, that is {:.1} GB.",
        most(&|kept| mean(&kept.bytes)),
        most(&|kept| median(&kept.bytes)),
        most(&|kept| mean(&kept.live)),
        most(&|kept| mean(&kept.bytes)) / 1_000.0,
    );
    println!("{}", encode_fact(&fact));
    for target in met {
        println!("{}", target.encode());
    }
}
