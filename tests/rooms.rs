//! The direction of the library's rooms: a file uses the rooms above its own in the table of
//! `.github/ARCHITECTURE.md`, never one below.

use std::fs;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rooms in the order of the table.
fn rooms(page: &str) -> Vec<String> {
    let (_, table) = page
        .split_once("| room | contents |\n|---|---|\n")
        .expect("the table of rooms");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| {
        let cell = row.split('|').nth(1).expect("a cell");
        cell.split(',')
            .map(|room| room.trim().trim_matches('`').to_owned())
    })
    .collect()
}

/// Returns the source files below a folder, except unit tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let files = entries.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    let is_source = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs")
    };
    files.filter(is_source).collect()
}

/// Returns the names after `crate::` in a file's code, with their line numbers.
fn used(code: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(code.lines());
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|(number, line)| {
            let names = line.split("crate::").skip(1).map(|rest| {
                let is_other = |letter: char| !letter.is_alphanumeric() && letter != '_';
                rest.split(is_other).next().unwrap_or_default().to_owned()
            });
            names.map(move |name| (number, name)).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn files_use_only_the_rooms_above_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = rooms(&read(&root.join(".github/ARCHITECTURE.md")));
    let place = |room: &str| rooms.iter().position(|listed| listed == room);
    let source = root.join("src");
    let (mut uses, mut problems) = (0, Vec::new());
    for path in files(&source) {
        let file = path.strip_prefix(&source).expect("a file of the folder");
        let first = file.components().next().expect("a component");
        let room = Path::new(first.as_os_str()).file_stem().expect("a name");
        let room = room.to_str().expect("a name in ASCII");
        if room == "lib" {
            continue;
        }
        let Some(own) = place(room) else {
            problems.push(format!("{room} is not in the table"));
            continue;
        };
        for (line, name) in used(&read(&path)) {
            uses += 1;
            match place(&name) {
                Some(other) if other <= own => {}
                Some(_) => problems.push(format!(
                    "{}:{line} uses {name}, a room below",
                    file.display()
                )),
                None => problems.push(format!(
                    "{}:{line} uses crate::{name}, which is no room",
                    file.display()
                )),
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(uses > 200, "only {uses} uses were found");
}

#[test]
fn a_table_and_uses_are_read() {
    let page = "text\n| room | contents |\n|---|---|\n| `a`, `b` | x |\n| `c` | y |\n\n| d | z |";
    assert_eq!(rooms(page), ["a", "b", "c"]);
    let code = "//! crate::x\nuse crate::a::B;\nfn f() { crate::c::d(crate::b::E) }";
    let expected = [(2, "a"), (3, "c"), (3, "b")];
    assert_eq!(
        used(code),
        expected.map(|(line, name)| (line, name.to_owned()))
    );
}
