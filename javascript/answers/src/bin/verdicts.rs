//! Prints verdicts for `{ texts, agents, urls }` of standard input, in which texts are base64.
//!
//! A line for each file: in both dialects, for each agent and URL, `a` or `b` for allowed or blocked, then the
//! deciding line if there is one.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Read, Write};

use robots_exclusion::{Dialect, ParseOptions};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let asked: Value = serde_json::from_str(&input)?;
    let strings = |name: &str| asked[name].as_array().into_iter().flatten();
    let mut output = BufWriter::new(io::stdout().lock());
    for text in strings("texts").filter_map(Value::as_str) {
        let text = bytes(text);
        let mut line = String::new();
        for dialect in [Dialect::Standard, Dialect::Google] {
            let robots = ParseOptions::new().dialect(dialect).parse(&text);
            for agent in strings("agents").filter_map(Value::as_str) {
                let matcher = robots.matcher(agent);
                for url in strings("urls").filter_map(Value::as_str) {
                    let verdict = matcher.verdict(url);
                    line.push_str(if verdict.allowed() { " a" } else { " b" });
                    if let Some(number) = verdict.line() {
                        write!(line, "{number}")?;
                    }
                }
            }
        }
        writeln!(output, "{}", line.trim_start())?;
    }
    Ok(output.flush()?)
}

/// Decodes valid base64.
fn bytes(base64: &str) -> Vec<u8> {
    let digits = base64.bytes().filter_map(|byte| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let (mut decoded, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in digits {
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.push((bits >> count) as u8);
        }
    }
    decoded
}
