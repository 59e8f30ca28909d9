//! A robots.txt from a file or from standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};

use crate::output::{self, Result};
use crate::pages::looks_like_host;

/// Reads a file (`-` is standard input) up to `limit` bytes, and reports if there are more.
/// The result is then one byte longer than the limit, which tells the library that the last
/// line is cut.
pub(crate) fn read(name: &OsStr, limit: usize) -> Result<Vec<u8>> {
    let lossy = name.to_string_lossy();
    let shown = shown_name(&lossy);
    let at_most = limit as u64 + 1;
    let mut text = Vec::new();
    let read = open(name).and_then(|file| file.take(at_most).read_to_end(&mut text));
    let length = read.map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound if looks_like_host(&lossy) => {
                format!("; did you mean https://{lossy}?")
            }
            io::ErrorKind::NotFound if lossy.contains("://") => {
                "; only http and https URLs are fetched".to_owned()
            }
            _ => String::new(),
        };
        format!("cannot read {shown}: {error}{hint}")
    })?;
    if length > limit {
        output::complain(format_args!(
            "{shown} is longer than {limit} bytes: the rest is not read"
        ));
    }
    Ok(text)
}

/// Opens a file (`-` is standard input).
pub(crate) fn open(name: &OsStr) -> io::Result<Box<dyn Read>> {
    if name == "-" {
        Ok(Box::new(io::stdin().lock()))
    } else {
        Ok(Box::new(File::open(name)?))
    }
}

/// Returns a file's human-readable name. Programs get the argument unchanged, because that
/// distinguishes standard input from a file with any name.
pub(crate) fn shown_name(argument: &str) -> &str {
    if argument == "-" {
        "standard input"
    } else {
        argument
    }
}
