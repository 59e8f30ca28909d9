//! A robots.txt from a file or from standard input.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};

use crate::output::{self, Failure};
use crate::pages::looks_like_host;

/// Reads a file (`-` is standard input) up to `limit` bytes, and reports if there are more.
/// The result is then one byte longer than the limit, which tells the library that the last
/// line is cut.
pub(crate) fn read(name: &OsStr, limit: usize) -> Result<Vec<u8>, Failure> {
    let lossy = name.to_string_lossy();
    let shown = shown_name(&lossy);
    let at_most = limit as u64 + 1;
    let mut text = Vec::new();
    let result = if name == "-" {
        io::stdin().lock().take(at_most).read_to_end(&mut text)
    } else {
        File::open(name).and_then(|file| file.take(at_most).read_to_end(&mut text))
    };
    match result {
        Err(error) => {
            let hint = match error.kind() {
                io::ErrorKind::NotFound if looks_like_host(&lossy) => {
                    format!("; did you mean https://{lossy}?")
                }
                io::ErrorKind::NotFound if lossy.contains("://") => {
                    "; only http and https URLs are fetched".to_owned()
                }
                _ => String::new(),
            };
            Err(Failure::new(format_args!(
                "cannot read {shown}: {error}{hint}"
            )))
        }
        Ok(length) => {
            if length > limit {
                output::complain(format_args!(
                    "{shown} is longer than {limit} bytes: the rest is not read"
                ));
            }
            Ok(text)
        }
    }
}

/// Returns the name of a file, for people. Programs get the argument unchanged, which
/// distinguishes standard input from a file of any name.
pub(crate) fn shown_name(argument: &str) -> &str {
    if argument == "-" {
        "standard input"
    } else {
        argument
    }
}

/// Returns the reason why a file cannot be edited as text, or `None` if it can.
pub(crate) fn not_text(text: &[u8]) -> Option<&'static str> {
    const COMPRESSED: &[&[u8]] = &[b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ"];
    let starts_with = |starts: &[&[u8]]| starts.iter().any(|start| text.starts_with(start));
    let is_binary = |byte: &u8| byte.is_ascii_control() && !b"\t\n\x0b\x0c\r\x1b".contains(byte);
    if starts_with(COMPRESSED) {
        Some("it is compressed")
    } else if starts_with(&[b"\xfe\xff", b"\xff\xfe"]) {
        Some("it is UTF-16, not UTF-8")
    } else if text.iter().any(is_binary) {
        Some("it is not text")
    } else {
        None
    }
}

/// Replaces a file through a temporary file in the same folder, so that it is never half
/// written. If it is a symbolic link, the file that it points to is replaced.
pub(crate) fn replace(name: &OsStr, text: &[u8]) -> Result<(), Failure> {
    let write = || {
        let path = fs::canonicalize(name)?;
        let mut temporary = path.clone().into_os_string();
        temporary.push(format!(".{}.tmp", std::process::id()));
        let written = (|| {
            let mut file = File::create_new(&temporary)?;
            file.write_all(text)?;
            file.set_permissions(fs::metadata(&path)?.permissions())?;
            file.sync_all()?;
            fs::rename(&temporary, &path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    };
    let name = name.to_string_lossy();
    write().map_err(|error| Failure::new(format_args!("cannot write {name}: {error}")))
}
