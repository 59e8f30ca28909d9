//! What is to be shown, and whether it was.

/// A measure with the value it must reach.
pub struct Target {
    pub measure: String,
    pub value: String,
    pub wanted: String,
    pub met: bool,
}

impl Target {
    pub fn at_least(measure: impl Into<String>, value: f64, wanted: f64) -> Target {
        Target {
            measure: measure.into(),
            value: format!("{value:.2} ×"),
            wanted: format!("≥ {wanted} ×"),
            met: value >= wanted,
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
            met: value <= wanted,
        }
    }

    pub fn print(&self) {
        println!(
            "| {} | {} | {} | {} |",
            self.measure,
            self.value,
            self.wanted,
            if self.met { "met" } else { "**missed**" }
        );
    }

    /// One line that another program can read back.
    pub fn encode(&self) -> String {
        format!(
            "{PREFIX}\t{}\t{}\t{}\t{}",
            self.measure, self.value, self.wanted, self.met
        )
    }

    pub fn decode(line: &str) -> Option<Target> {
        let mut parts = line.strip_prefix(PREFIX)?.strip_prefix('\t')?.split('\t');
        let mut next = || parts.next().map(String::from);
        Some(Target {
            measure: next()?,
            value: next()?,
            wanted: next()?,
            met: next()? == "true",
        })
    }
}

const PREFIX: &str = "target";
