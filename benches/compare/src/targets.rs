//! Performance targets, and whether they were reached.

/// A measure, and the value that it must reach.
pub struct Target {
    pub measure: String,
    pub value: String,
    pub wanted: String,
    pub outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Outcome {
    Met,
    Missed,
    /// A value without a target, for information.
    Shown,
}

impl Outcome {
    fn of(met: bool) -> Outcome {
        if met { Outcome::Met } else { Outcome::Missed }
    }

    fn name(self) -> &'static str {
        match self {
            Outcome::Met => "met",
            Outcome::Missed => "**missed**",
            Outcome::Shown => "",
        }
    }
}

impl Target {
    pub fn at_least(measure: impl Into<String>, value: f64, wanted: f64) -> Target {
        Target {
            measure: measure.into(),
            value: format!("{value:.2} ×"),
            wanted: format!("≥ {wanted} ×"),
            outcome: Outcome::of(value >= wanted),
        }
    }

    pub fn at_most(measure: impl Into<String>, value: f64, wanted: f64, unit: &str) -> Target {
        Target {
            measure: measure.into(),
            value: match value {
                0.0 | 0.01.. => format!("{value:.3}{unit}"),
                _ => format!("{value:.6}{unit}"),
            },
            wanted: format!("≤ {wanted}{unit}"),
            outcome: Outcome::of(value <= wanted),
        }
    }

    pub fn shown(measure: impl Into<String>, value: f64) -> Target {
        Target {
            measure: measure.into(),
            value: format!("{value:.2} ×"),
            wanted: String::new(),
            outcome: Outcome::Shown,
        }
    }

    /// Formats one line that another program can parse.
    pub fn encode(&self) -> String {
        format!(
            "{PREFIX}\t{}\t{}\t{}\t{}",
            self.measure,
            self.value,
            self.wanted,
            self.outcome.name()
        )
    }

    pub fn decode(line: &str) -> Option<Target> {
        let mut parts = line.strip_prefix(PREFIX)?.strip_prefix('\t')?.split('\t');
        let mut next = || parts.next().map(String::from);
        let (measure, value, wanted, outcome) = (next()?, next()?, next()?, next()?);
        let outcome = [Outcome::Met, Outcome::Missed, Outcome::Shown]
            .into_iter()
            .find(|known| known.name() == outcome)?;
        Some(Target {
            measure,
            value,
            wanted,
            outcome,
        })
    }
}

/// Prints the table of all targets. A quick run uses a tenth of the files and little time, so its
/// results decide nothing.
pub fn print(targets: &[Target], quick: bool) {
    println!("\n## Targets\n\n| measure | value | target | |\n|---|---:|---:|---|");
    for target in targets {
        println!(
            "| {} | {} | {} | {} |",
            target.measure,
            target.value,
            target.wanted,
            if quick { "" } else { target.outcome.name() }
        );
    }
    if quick {
        println!("\nA quick run judges no target.");
        return;
    }
    let count = |outcome| {
        targets
            .iter()
            .filter(|target| target.outcome == outcome)
            .count()
    };
    let met = count(Outcome::Met);
    println!("\n{met} of {} met", met + count(Outcome::Missed));
}

const PREFIX: &str = "target";
