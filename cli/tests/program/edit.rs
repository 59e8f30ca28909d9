//! Editing files in place: `robots lint --fix` and `robots init --add`.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::run::{Run, run};

const OLD: &str = "user-agent: *\ndisallow: /a\n// x\n";

/// The commands that edit, and a part of the text that each gives.
const COMMANDS: [(&[&str], &str); 2] = [
    (&["lint", "--fix"], "\n# x\n"),
    (
        &["init", "--disallow", "GPTBot", "--add"],
        "User-agent: GPTBot\n",
    ),
];

/// A folder with the file `robots.txt`.
struct Site {
    folder: TempDir,
}

impl Site {
    fn new() -> Site {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("robots.txt"), OLD).unwrap();
        Site { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("robots.txt")
    }

    fn edit(&self, command: &[&str]) -> Run {
        edit(command, &self.path())
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    /// Checks that nothing else is in the folder than these files.
    #[track_caller]
    fn has_only(&self, names: &[&str]) {
        let files = fs::read_dir(self.folder.path()).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        files.sort();
        assert_eq!(files, names);
    }
}

fn edit(command: &[&str], path: &Path) -> Run {
    run(&[command, &[path.to_str().unwrap()]].concat(), b"")
}

#[test]
fn a_file_is_replaced_and_nothing_else_is_left() {
    for (command, part) in COMMANDS {
        let site = Site::new();
        let edited = site.edit(command);
        assert!(site.text().contains(part), "{edited:?}");
        site.has_only(&["robots.txt"]);
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_edited() {
    use std::os::unix::net::UnixListener;

    for (command, _) in COMMANDS {
        let site = Site::new();
        let socket = site.folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        let link = site.folder.path().join("link");
        std::os::unix::fs::symlink(&socket, &link).unwrap();
        for path in [&socket, &link] {
            let refused = edit(command, path);
            assert_eq!(
                (refused.code, refused.output.as_str()),
                (Some(2), ""),
                "{refused:?}"
            );
        }
        // Nobody writes to it, so reading would wait for ever. (`lint` reads FIFOs.)
        if command[0] == "init" {
            let fifo = site.folder.path().join("fifo");
            let made = std::process::Command::new("mkfifo").arg(&fifo).status();
            assert!(made.unwrap().success());
            edit(command, &fifo).fails("was not changed: it is not a regular file", "");
        }
        // A device that can be read. `lint` has nothing to correct in it.
        let device = edit(command, Path::new("/dev/null"));
        assert_eq!(
            device.complaint.contains("not a regular file"),
            command[0] == "init"
        );
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}

#[test]
#[cfg(unix)]
fn write_protected_files_are_edited_only_on_request() {
    use std::os::unix::fs::PermissionsExt as _;

    for (command, part) in COMMANDS {
        let site = Site::new();
        fs::set_permissions(site.path(), fs::Permissions::from_mode(0o444)).unwrap();
        let refused = site.edit(command);
        assert_eq!(refused.code, Some(2));
        refused.complains("was not changed: it is write-protected");
        assert_eq!(site.text(), OLD);
        let forced = site.edit(&[&command[..1], &["--force"], &command[1..]].concat());
        assert!(site.text().contains(part), "{forced:?}");
        let mode = fs::metadata(site.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o444);
        site.has_only(&["robots.txt"]);
    }
    assert_eq!(run(&["init", "--force"], b"").code, Some(2));
}

/// Changing the owner takes root, and attributes take a file system that has them.
#[test]
#[cfg(unix)]
fn owner_mode_and_attributes_are_kept() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

    // An ACL: rw- for the owner, r-- for the user 1, r-- for the group, r-- as mask, --- for others.
    let entries = [
        (1, 6, u32::MAX),
        (2, 4, 1),
        (4, 4, u32::MAX),
        (16, 4, u32::MAX),
        (32, 0, u32::MAX),
    ];
    let entries = entries
        .iter()
        .flat_map(|&(tag, bits, id): &(u16, u16, u32)| {
            [
                &tag.to_le_bytes()[..],
                &bits.to_le_bytes(),
                &id.to_le_bytes(),
            ]
            .concat()
        });
    let acl: Vec<u8> = 2u32.to_le_bytes().into_iter().chain(entries).collect();
    for (command, part) in COMMANDS {
        let site = Site::new();
        let path = site.path();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let is_root = chown(&path, Some(12345), Some(54321)).is_ok();
        let has_attributes = xattr::set(&path, "user.origin", b"here").is_ok();
        let has_acl = xattr::set(&path, "system.posix_acl_access", &acl).is_ok();
        if !(is_root && has_attributes && has_acl) {
            eprintln!(
                "SKIPPED in part: root {is_root}, attributes {has_attributes}, ACL {has_acl}"
            );
        }
        let attributes = |path: &Path| {
            let metadata = fs::metadata(path).unwrap();
            let names = xattr::list(path).map(Iterator::collect).unwrap_or_default();
            let names: Vec<std::ffi::OsString> = names;
            let values = names
                .into_iter()
                .map(|name| (xattr::get(path, &name).unwrap(), name));
            let mut values: Vec<_> = values.collect();
            values.sort();
            (metadata.mode(), metadata.uid(), metadata.gid(), values)
        };
        let before = attributes(&path);
        // The attributes that new files get from their folder are not the file's.
        let _ = xattr::set(site.folder.path(), "system.posix_acl_default", &acl);
        let edited = site.edit(command);
        assert!(site.text().contains(part), "{edited:?}");
        assert_eq!(attributes(&path), before);

        let plain = Site::new();
        let before = attributes(&plain.path());
        let _ = xattr::set(plain.folder.path(), "system.posix_acl_default", &acl);
        plain.edit(command);
        assert_eq!(attributes(&plain.path()), before);
    }
}

#[test]
#[cfg(unix)]
fn hard_links_are_named_and_symbolic_links_stay() {
    for (command, part) in COMMANDS {
        let site = Site::new();
        let [hard, soft] = ["hard", "soft"].map(|name| site.folder.path().join(name));
        fs::hard_link(site.path(), &hard).unwrap();
        std::os::unix::fs::symlink(site.path(), &soft).unwrap();
        let edited = edit(command, &soft);
        let said = "soft had 1 more name (hard link), which keeps the old text\n";
        edited.complains(said);
        assert!(fs::symlink_metadata(&soft).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&hard).unwrap(), OLD);
        assert!(site.text().contains(part));
        site.has_only(&["hard", "robots.txt", "soft"]);
    }
}

/// The system ends the program as soon as a file of it grows past a limit.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_if_the_program_is_killed() {
    let text = format!("{OLD}{}", "# a comment\n".repeat(10_000));
    for (command, _) in COMMANDS {
        let site = Site::new();
        fs::write(site.path(), &text).unwrap();
        let mut shell = std::process::Command::new("sh");
        shell.args([
            "-c",
            "ulimit -f 8; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_robots"),
        ]);
        let killed = crate::run::finish(shell.args(command).arg(site.path()), b"");
        assert_eq!(
            (killed.code, killed.output.as_str()),
            (None, ""),
            "{killed:?}"
        );
        assert_eq!(site.text(), text);
        site.has_only(&["robots.txt"]);
    }
}
