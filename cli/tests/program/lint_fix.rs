//! `robots lint --fix`.

use std::fs;

use serde_json::json;

use crate::run::{TemporaryFile, run};

#[test]
fn safe_edits_are_applied_and_shown() {
    let text =
        b"\xef\xbb\xbfuser-agent: *\r\ndisallow: /a\r\ndisallow: /a\r\ndisallow: /%\r\n// hello\r\n";
    let file = TemporaryFile::new("fix", text);
    let fixed = run(&["lint", "--fix", file.name()], b"");
    fixed.exits(1);
    let new = fs::read(file.name()).unwrap();
    assert_eq!(
        String::from_utf8_lossy(&new),
        "\u{feff}user-agent: *\r\ndisallow: /a\r\ndisallow: /%\r\n# hello\r\n"
    );
    let shown = format!(
        "{}: edited\n     3 - disallow: /a\n     5 - // hello\n     4 + # hello\n",
        file.name()
    );
    fixed.begins(&shown);
    // The remaining diagnostic is reported.
    fixed.shows("[bad-percent-encoding]");
    assert!(
        !fixed.output.contains("[rule-never-wins]"),
        "{}",
        fixed.output
    );
    let again = run(&["lint", "--fix", file.name(), "--json"], b"");
    assert!(
        again
            .objects()
            .iter()
            .all(|object| object["code"] != "slash-comment")
    );
    assert_eq!(fs::read(file.name()).unwrap(), new);
}

#[test]
fn other_sources_are_not_edited() {
    for (text, why) in [
        (&b"\x1f\x8b\x08\x00x"[..], "it is compressed"),
        (b"\xff\xfeu\0s\0", "it is UTF-16"),
        (b"user-agent: *\n\0\0\n// x\n", "it is not text"),
    ] {
        let file = TemporaryFile::new("fix-binary", text);
        let run = run(&["lint", "--fix", file.name()], b"");
        assert_eq!(run.code, Some(2), "{run:?}");
        run.complains(why);
        assert_eq!(fs::read(file.name()).unwrap(), text);
    }
    let piped = run(&["lint", "--fix", "-"], b"// x\n");
    assert_eq!(piped.code, Some(2));
    piped.complains("standard input was not changed: only files can be edited");
}

#[test]
#[cfg(unix)]
fn links_and_modes_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let file = TemporaryFile::new("fix-target", b"user-agent: *\ndisallow: /a\n// x\n");
    fs::set_permissions(file.name(), fs::Permissions::from_mode(0o640)).unwrap();
    let link = format!("{}-link", file.name());
    symlink(file.name(), &link).unwrap();
    let fixed = run(&["lint", "--fix", &link], b"");
    let is_link = fs::symlink_metadata(&link).unwrap().is_symlink();
    fs::remove_file(&link).unwrap();
    assert!(is_link, "{fixed:?}");
    assert_eq!(
        fs::metadata(file.name()).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert!(
        fs::read_to_string(file.name()).unwrap().ends_with("# x\n"),
        "{fixed:?}"
    );
}

#[test]
fn edits_are_included_in_json() {
    let text = b"user-agent: *\ndisallow: /a\n// x\n";
    let objects = run(&["lint", "-", "--json"], text).objects();
    let [object] = &objects[..] else {
        panic!("{objects:?}")
    };
    assert_eq!(object["code"], "slash-comment");
    assert_eq!(object["dialects"], json!(["standard", "google"]));
    let edit = &object["edits"][0];
    assert_eq!(edit["safe"], true);
    let [start, end] = ["start", "end"].map(|key| edit[key].as_u64().unwrap() as usize);
    let mut edited = text.to_vec();
    edited.splice(start..end, edit["text"].as_str().unwrap().bytes());
    assert_eq!(edited, b"user-agent: *\ndisallow: /a\n# x\n");
}
