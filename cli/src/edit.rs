//! Edits a user's file. No other code in the program writes to files.
//!
//! ```text
//! robots.txt          the old text   ──▶  compared with what was read  ──▶  the new text
//! (no name yet)       the new text, the attributes of robots.txt  ──▶ .robots.txt.Xy3k ─┘ rename
//! ```
//!
//! The new text goes to a temporary file in the same folder. That file gets the attributes of the
//! old one and takes its place in one step, so the path names a complete file at any time.

#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use robots_exclusion::fetch::FetchOutcome;
use tempfile::Builder;

use crate::options::Format;
use crate::output::{Failure, Result, complain};
use crate::source;

/// Reads a file to edit.
pub(crate) fn read(name: &OsStr) -> Result<Vec<u8>> {
    let shown = name.to_string_lossy();
    // This comes first, because reading a FIFO waits until another program writes to it.
    if fs::metadata(name).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(unchanged(&shown, NOT_REGULAR));
    }
    let text = source::read_file(name, Format::LIFTED)?;
    match objection(&text) {
        Some(why) => Err(unchanged(&shown, why)),
        None => Ok(text),
    }
}

const NOT_REGULAR: &str = "it is not a regular file";

/// Returns an error that states why a file was not edited.
pub(crate) fn unchanged(name: &str, why: impl std::fmt::Display) -> Failure {
    format!("{name} was not changed: {why}").into()
}

/// Returns the reason why a text can't be edited, or `None` if it can.
pub(crate) fn objection(text: &[u8]) -> Option<&'static str> {
    // The library knows compressed data by its first bytes, and treats it as a broken response.
    let start = &text[..text.len().min(16)];
    let outcome = FetchOutcome::response(200, start);
    let is_utf_16 = text.starts_with(b"\xfe\xff") || text.starts_with(b"\xff\xfe");
    let is_binary = |byte: &u8| byte.is_ascii_control() && !b"\t\n\x0b\x0c\r\x1b".contains(byte);
    let objections = [
        (text.len() > Format::LIFTED, "it is too long"),
        (outcome.access().robots().is_none(), "it is compressed"),
        (is_utf_16, "it is UTF-16, not UTF-8"),
        (text.iter().any(is_binary), "it is not text"),
    ];
    let mut objections = objections.into_iter();
    objections.find_map(|(is_so, why)| is_so.then_some(why))
}

/// Replaces the text of a file, if it's still the text that was read. If `is_forced` is set,
/// write-protected files are replaced, too.
///
/// A symbolic link is kept, and the file that it points to is replaced. Other hard links to the
/// file keep the old text, which is reported.
pub(crate) fn replace(name: &OsStr, [old, new]: [&[u8]; 2], is_forced: bool) -> Result {
    let replaced = fs::canonicalize(name).and_then(|path| {
        let original = open(&path, is_forced)?;
        let folder = path.parent().unwrap_or(Path::new("/"));
        let start = path.file_name().unwrap_or_default();
        let prefix = [OsStr::new("."), start, OsStr::new(".")].join(OsStr::new(""));
        let mut builder = Builder::new();
        builder.prefix(&prefix);
        // Only its owner may read the temporary file, which has no name if the system supports
        // that. If it has one, it's removed when an error occurs.
        let (file, named) = match without_name(folder) {
            Some(file) => (file, None),
            None => {
                let (file, named) = builder.tempfile_in(folder)?.into_parts();
                (file, Some(named))
            }
        };
        (&file).write_all(new)?;
        keep_attributes(&original, &file)?;
        file.sync_all()?;
        if !has_text(&path, &original, old)? {
            return Err(io::Error::other("it has changed since it was read"));
        }
        let links = other_links(&original.metadata()?);
        // Windows doesn't replace files that are open.
        drop(original);
        let named = match named {
            Some(named) => named,
            None => {
                let linked = builder.make_in(folder, |path| link(&file, path))?;
                // Some file systems don't write nameless files to the disk.
                file.sync_all()?;
                linked.into_temp_path()
            }
        };
        named.persist(&path)?;
        // On systems that can open a folder, flushing it makes the new name durable.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(links)
    });
    let name = name.to_string_lossy();
    let links = replaced.map_err(|error| unchanged(&name, error))?;
    let (s, keep) = match links {
        0 => return Ok(()),
        1 => ("", "keeps"),
        _ => ("s", "keep"),
    };
    complain(format_args!(
        "{name} had {links} more name{s} (hard link{s}), which {keep} the old text"
    ));
    Ok(())
}

/// Opens a file to replace it, unless it is write-protected.
fn open(path: &Path, is_forced: bool) -> io::Result<File> {
    let protected = || {
        let why = "it is write-protected (--force edits it all the same)";
        io::Error::new(io::ErrorKind::PermissionDenied, why)
    };
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other(NOT_REGULAR));
    }
    // Nothing is written through this handle. It only shows that the user may write to the
    // file. Because root always may, the mode is checked, too.
    let file = OpenOptions::new().read(true).append(!is_forced).open(path);
    match file {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(protected()),
        Ok(file) if !is_forced && file.metadata()?.permissions().readonly() => Err(protected()),
        file => file,
    }
}

/// Returns `true` if a path still names this file, with this text.
fn has_text(path: &Path, original: &File, text: &[u8]) -> io::Result<bool> {
    let (metadata, was) = (fs::symlink_metadata(path)?, original.metadata()?);
    let is_as_long = metadata.len() == text.len() as u64;
    Ok(is_same_file(&metadata, &was) && is_as_long && fs::read(path)? == text)
}

/// Creates a file without a name. Not every file system supports this.
#[cfg(target_os = "linux")]
fn without_name(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};

    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, Mode::RUSR | Mode::WUSR).ok()?;
    let can_be_linked = Path::new("/proc/self/fd").exists();
    can_be_linked.then(|| File::from(file))
}

/// Gives a name to a file without one.
#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{AtFlags, CWD, linkat};

    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, unnamed, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn without_name(_: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a new file the owner, the group, the extended attributes and the mode of another one.
#[cfg(unix)]
fn keep_attributes(from: &File, to: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let (old, new) = (from.metadata()?, to.metadata()?);
    if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
        let lost = |error| io::Error::other(format!("its owner or group would change: {error}"));
        fchown(to, Some(old.uid()), Some(old.gid())).map_err(lost)?;
    }
    keep_extended_attributes(from, to)?;
    // The mode comes last, because it may prevent other attributes from being changed, and
    // changing the owner clears some of its bits.
    to.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_attributes(from: &File, to: &File) -> io::Result<()> {
    to.set_permissions(from.metadata()?.permissions())
}

/// Copies the extended attributes, which include the ACL. Those that the new file has inherited
/// from its folder are removed.
#[cfg(unix)]
fn keep_extended_attributes(from: &File, to: &File) -> io::Result<()> {
    use xattr::FileExt as _;

    // File systems that don't support these attributes return an error.
    let names = |file: &File| -> Vec<OsString> {
        let names = file.list_xattr();
        names.map(Iterator::collect).unwrap_or_default()
    };
    let of_old = names(from);
    for name in &of_old {
        let value = from.get_xattr(name)?;
        if to.get_xattr(name)? == value {
            continue;
        }
        let kept = to.set_xattr(name, &value.unwrap_or_default());
        // Security labels are up to the system: it may refuse to copy them, and has already set
        // its own.
        if !name.as_encoded_bytes().starts_with(b"security.") {
            let name = name.to_string_lossy();
            let lost = |error| io::Error::other(format!("its attribute {name} would go: {error}"));
            kept.map_err(lost)?;
        }
    }
    for name in names(to) {
        if !of_old.contains(&name) && !name.as_encoded_bytes().starts_with(b"security.") {
            to.remove_xattr(&name)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(one: &Metadata, _: &Metadata) -> bool {
    one.is_file()
}

/// Returns how many other names a file has.
#[cfg(unix)]
fn other_links(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata).saturating_sub(1)
}

#[cfg(not(unix))]
fn other_links(_: &Metadata) -> u64 {
    0
}
