//! A file that changes, or is replaced, between reading and writing.

use std::fs;
use std::path::Path;

use super::replace;
use crate::output::Failure;

/// Replaces `old` by `new` in a folder with the file `robots.txt`, after `meanwhile`. Returns
/// the text of the file then, and the error.
fn replaced(old: &str, meanwhile: impl Fn(&Path)) -> (String, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots.txt");
    fs::write(&path, old).unwrap();
    meanwhile(&path);
    let error = match replace(path.as_os_str(), [old.as_bytes(), b"new"], false) {
        Err(Failure::Message(message)) => Some(message),
        Err(Failure::Closed) => panic!("nothing was printed"),
        Ok(()) => None,
    };
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{error:?}");
    (fs::read_to_string(&path).unwrap(), error)
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_replaced() {
    assert_eq!(replaced("old", |_| {}), ("new".to_owned(), None));
    for text in ["", "ol", "OLD", "older"] {
        let (left, error) = replaced("old", |path| fs::write(path, text).unwrap());
        assert_eq!(left, text);
        let error = error.unwrap_or_default();
        assert!(
            error.ends_with(" was not changed: it has changed since it was read"),
            "{error}"
        );
    }
    // A file with the same text cannot be told from the one that was read.
    let same = |path: &Path| {
        fs::remove_file(path).unwrap();
        fs::write(path, "old").unwrap();
    };
    assert_eq!(replaced("old", same), ("new".to_owned(), None));
}
