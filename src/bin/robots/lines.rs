//! Lines of a file or of standard input, none of them longer than a bound, or
//! a stream without line ends would fill the memory.

use std::io::{self, BufRead, BufReader, Read};

/// Longest line, in bytes; Chromium takes URLs as long.
const LONGEST: usize = 2 << 20;

/// What may stand round a line, and does not count.
const AROUND: &str = "\u{feff}\r\n";

/// Lines that are not blank: not empty, nor of white space alone.
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

    /// Whether the next line may yet have to be waited for.
    pub(crate) fn may_wait(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// Goes to the next line.
    pub(crate) fn advance(&mut self) -> io::Result<Advance> {
        loop {
            self.line.clear();
            self.number += 1;
            let read = self
                .reader
                .by_ref()
                .take((LONGEST + AROUND.len()) as u64)
                .read_until(b'\n', &mut self.line)?;
            if read == 0 {
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

    /// The number of the line, from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The line without its line end and, as the first, without a byte order
    /// mark, which some shells put before what they pass on.
    pub(crate) fn content(&self) -> &[u8] {
        let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match self.number {
            1 => line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line),
            _ => line,
        }
    }
}
