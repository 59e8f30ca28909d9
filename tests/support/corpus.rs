//! Real robots.txt files, from the folder in the environment variable `ROBOTS_CORPUS`.

// Each test binary uses a different part of this module.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// Returns the folder if the variable is set and not empty.
pub(crate) fn folder() -> Option<PathBuf> {
    let name = std::env::var_os("ROBOTS_CORPUS")?;
    (!name.is_empty()).then(|| name.into())
}

/// Returns the sorted files of a folder, including subfolders.
///
/// # Panics
///
/// If the folder cannot be read or has no files.
#[track_caller]
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("cannot read the folder {}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{} has no files", folder.display());
    files.sort();
    files
}

/// Reads a file.
#[track_caller]
pub(crate) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}
