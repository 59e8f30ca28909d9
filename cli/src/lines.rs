//! Lines from a file or standard input. Their length is bounded, because a stream without line
//! ends would otherwise fill the memory.

use std::io::{self, BufRead, BufReader, Read};

/// The maximum length of a line, in bytes. It equals Chromium's limit for URLs.
const LONGEST: usize = 2 << 20;

/// White space that is trimmed from lines.
const AROUND: &str = "\u{feff}\r\n";

/// A line reader that skips blank lines.
pub(crate) struct Lines {
    reader: BufReader<Box<dyn Read>>,
    line: Vec<u8>,
    number: u64,
}

pub(crate) enum Advance {
    Line,
    TooLong,
    End,
}

impl Lines {
    pub(crate) fn new(reader: Box<dyn Read>) -> Lines {
        Lines {
            reader: BufReader::with_capacity(64 << 10, reader),
            line: Vec::new(),
            number: 0,
        }
    }

    /// Returns `true` if reading the next line may block.
    pub(crate) fn may_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// Reads the next line.
    pub(crate) fn advance(&mut self) -> io::Result<Advance> {
        loop {
            self.line.clear();
            self.number += 1;
            let mut bounded = self.reader.by_ref().take((LONGEST + AROUND.len()) as u64);
            if bounded.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(Advance::End);
            }
            if self.content().len() > LONGEST {
                if self.line.last() != Some(&b'\n') {
                    self.reader.skip_until(b'\n')?;
                }
                return Ok(Advance::TooLong);
            }
            if !self.content().trim_ascii().is_empty() {
                return Ok(Advance::Line);
            }
        }
    }

    /// Returns the line number, counted from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the line without its line end. Some shells add a byte order mark to piped
    /// text, so one is stripped from the first line.
    pub(crate) fn content(&self) -> &[u8] {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match self.number {
            1 => line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line),
            _ => line,
        }
    }
}
