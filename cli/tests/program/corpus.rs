//! Real robots.txt files, from the folder in the environment variable `ROBOTS_CORPUS`.

use std::io::Write as _;

use crate::run::run;

#[path = "../../../tests/support/corpus.rs"]
mod real;

#[test]
fn every_file_is_answered() {
    let Some(folder) = real::folder() else {
        // The test harness does not capture the real standard error.
        let skipped = "SKIPPED: real files: ROBOTS_CORPUS names no folder";
        return writeln!(std::io::stderr(), "{skipped}").expect("standard error is open");
    };
    let files = real::files(&folder);
    for file in &files {
        let name = file.as_os_str();
        for dialect in ["standard", "google"] {
            let check = ["check".as_ref(), name];
            let options = ["--agent", "Googlebot-Image", "--dialect", dialect, "--json"];
            let arguments: Vec<_> = check.into_iter().chain(options.map(str::as_ref)).collect();
            let run = run(
                &arguments,
                b"/\nhttps://example.com/a/b.html?c=d\n/robots.txt\n",
            );
            assert!(matches!(run.code, Some(0 | 1)), "{file:?}: {run:?}");
            assert_eq!(run.objects().len(), 3, "{file:?}");
        }
        let show = run(&["show".as_ref(), name, "--json".as_ref()], b"");
        // A file that is too long causes a warning on standard error.
        assert_eq!(show.code, Some(0), "{file:?}: {show:?}");
        let _ = show.objects();
        let lint = run(&["lint".as_ref(), name], b"");
        assert!(matches!(lint.code, Some(0 | 1)), "{file:?}: {lint:?}");
        assert_eq!(lint.complaint, "", "{file:?}");
    }
    eprintln!("{} files were answered", files.len());
}
