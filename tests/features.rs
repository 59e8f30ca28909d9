//! The docs of every public item that needs a feature name that feature, because stable Rust builds docs
//! without the labels that docs.rs shows.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file and its lines.
type File = (PathBuf, Vec<String>);

/// Returns the source files below a folder.
fn files(folder: &Path) -> Vec<File> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let all = paths.flat_map(|path| match path.extension() {
        Some(end) if end == "rs" => {
            let text = fs::read_to_string(&path).expect("a text");
            vec![(path, text.lines().map(str::to_owned).collect())]
        }
        Some(_) => vec![],
        None => files(&path),
    });
    all.collect()
}

/// Returns the features that an attribute names, as in `feature = "http"`.
fn features(attribute: &str) -> Vec<&str> {
    let rest = attribute.split("feature = \"").skip(1);
    rest.filter_map(|name| name.split('"').next()).collect()
}

/// Returns the docs above the item on a line, without the code in them.
fn docs(lines: &[String], item: usize) -> String {
    let above = lines[..item].iter().rev().map(|line| line.trim_start());
    let mut docs: Vec<&str> = above
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .filter_map(|line| line.strip_prefix("///"))
        .collect();
    docs.reverse();
    docs.concat()
}

/// Returns the public items in a file, and those that it publishes from its modules, that need
/// features: the file, the line, and the features.
fn items<'a>(all: &'a [File], (path, lines): &'a File) -> Vec<(&'a File, usize, Vec<&'a str>)> {
    const KINDS: [&str; 6] = [
        "pub fn ",
        "pub struct ",
        "pub enum ",
        "pub trait ",
        "pub const ",
        "impl",
    ];
    let is_attribute = |line: &str| {
        let features = line.trim_start().starts_with("#[cfg(") && line.contains("feature = ");
        features && !line.contains("not(") && !line.contains("any(")
    };
    let attributes = (0..lines.len()).filter(|&at| is_attribute(&lines[at]));
    let found = attributes.flat_map(|at| {
        let is_item = |at: &usize| !lines[*at].trim_start().starts_with("#[");
        let item = (at..lines.len()).find(is_item).expect("an item");
        let (line, needed) = (lines[item].trim_start(), features(&lines[at]));
        let Some((module, names)) = line
            .strip_prefix("pub use ")
            .and_then(|use_| use_.split_once("::"))
        else {
            let is_public = KINDS.iter().any(|kind| line.starts_with(kind));
            return is_public
                .then_some((&all[position(all, path)], item, needed))
                .into_iter()
                .collect();
        };
        let file = &all[position(
            all,
            &path.with_extension("").join(module).with_extension("rs"),
        )];
        let names = names.split(|letter: char| !letter.is_alphanumeric());
        names
            .filter(|name| !name.is_empty())
            .map(|name| {
                let is_definition = |line: &String| {
                    ["struct", "trait", "type", "enum"].iter().any(|kind| {
                        let rest = line.strip_prefix(&format!("pub {kind} {name}"));
                        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
                    })
                };
                let item = file.1.iter().position(is_definition).expect("a definition");
                (file, item, needed.clone())
            })
            .collect::<Vec<_>>()
    });
    found.collect()
}

fn position(all: &[File], path: &Path) -> usize {
    let found = all.iter().position(|(file, _)| file == path);
    found.unwrap_or_else(|| panic!("no {}", path.display()))
}

#[test]
fn docs_name_the_feature_that_an_item_needs() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let all = files(&source);
    let mut found: Vec<_> = all.iter().flat_map(|file| items(&all, file)).collect();
    // Methods of `Matcher` in files that need a feature as a whole.
    for (file, feature) in [("diff/whole.rs", "diff"), ("matcher/usage.rs", "usage")] {
        let file = &all[position(&all, &source.join(file))];
        let methods = (0..file.1.len()).filter(|&at| file.1[at].starts_with("    pub fn "));
        found.extend(methods.map(|at| (file, at, vec![feature])));
    }
    let missing = found.iter().flat_map(|((path, lines), item, needed)| {
        let docs = docs(lines, *item);
        let missing = needed
            .iter()
            .filter(move |name| !docs.contains(&format!("`{name}` feature")));
        missing.map(move |name| format!("{}: {} needs {name}", path.display(), lines[*item].trim()))
    });
    let missing: Vec<String> = missing.collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(found.len() >= 19, "only {} items were found", found.len());
}

#[test]
fn modules_name_the_feature_that_they_need() {
    for feature in ["crawlers", "diff", "lint", "usage"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{feature}.rs"));
        let text = fs::read_to_string(path).expect("a text");
        assert!(
            text.contains(&format!("\n//! Requires the `{feature}` feature.\n")),
            "{feature}"
        );
    }
}
