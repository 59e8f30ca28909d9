//! Embeds the built page into the program, for `robots serve`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-env-changed=ROBOTS_PAGE");
    if env::var_os("CARGO_FEATURE_SERVE").is_none() {
        println!("cargo:rerun-if-changed=build.rs");
        return;
    }
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let built = package.join("../web/dist");
    let folder = match env::var_os("ROBOTS_PAGE") {
        Some(folder) => {
            let folder = package.join(folder);
            assert!(
                folder.join("index.html").is_file(),
                "ROBOTS_PAGE: {} has no index.html",
                folder.display()
            );
            folder
        }
        None if built.join("index.html").is_file() => built.clone(),
        None => {
            println!(
                "cargo:warning=web/dist is not built: `robots serve` will only show how to build it"
            );
            package.join("src/serve/unbuilt")
        }
    };
    for watched in [&folder, &built] {
        println!("cargo:rerun-if-changed={}", watched.display());
    }
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&folder).expect("is in the folder");
        let name = name
            .to_str()
            .expect("names of the page are ASCII")
            .replace('\\', "/");
        println!("cargo:rerun-if-changed={}", file.display());
        let path = fs::canonicalize(file).expect("the file exists");
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),")
            .expect("strings can be written");
    }
    code += "]\n";
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("page.rs"), code).expect("the output folder can be written");
}

/// Collects the files of a folder and of the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
