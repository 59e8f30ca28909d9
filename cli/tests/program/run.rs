//! Runs the program and checks its output.

use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};
use std::thread;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) complaint: String,
}

impl Run {
    /// Checks the exit code and standard output, and that standard error is empty.
    #[track_caller]
    pub(crate) fn gives(&self, code: i32, output: &str) {
        assert_eq!(
            (self.code, self.output.as_str(), self.complaint.as_str()),
            (Some(code), output, "")
        );
    }

    /// Checks the exit code, and that standard error is empty.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32) {
        let found = (self.code, self.complaint.as_str());
        assert_eq!(found, (Some(code), ""), "{self:?}");
    }

    /// Checks that standard output contains this text.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        assert!(self.output.contains(text), "{text} is not shown: {self:?}");
    }

    /// Checks that standard output begins with this text.
    #[track_caller]
    pub(crate) fn begins(&self, text: &str) {
        let begins = self.output.starts_with(text);
        assert!(begins, "{text} is not first: {self:?}");
    }

    /// Checks that standard output ends with this text.
    #[track_caller]
    pub(crate) fn ends(&self, text: &str) {
        let ends = self.output.ends_with(text);
        assert!(ends, "{text} is not last: {self:?}");
    }

    /// Checks that standard error contains this text.
    #[track_caller]
    pub(crate) fn complains(&self, text: &str) {
        let complains = self.complaint.contains(text);
        assert!(complains, "no complaint about {text}: {self:?}");
    }

    /// Checks for exit code 2, this output, and one line on standard error that contains
    /// `complaint`.
    #[track_caller]
    pub(crate) fn fails(&self, complaint: &str, output: &str) {
        self.remarks(2, complaint, output);
    }

    /// Checks the exit code, the output, and that standard error is one line that contains
    /// `remark`.
    #[track_caller]
    pub(crate) fn remarks(&self, code: i32, remark: &str, output: &str) {
        assert_eq!(
            (self.code, self.output.as_str()),
            (Some(code), output),
            "{self:?}"
        );
        assert!(self.complaint.contains(remark), "{self:?}");
        assert_eq!(self.complaint.matches('\n').count(), 1, "{self:?}");
    }

    /// Parses every line of standard output as a JSON object.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        self.output
            .lines()
            .map(|line| match serde_json::from_str(line) {
                Ok(object @ serde_json::Value::Object(_)) => object,
                other => panic!("{line:?} is not an object: {other:?}"),
            })
            .collect()
    }
}

/// Returns the program without the environment variables for colour and proxies.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    for scheme in ["http", "https", "all", "no"] {
        command.env_remove(format!("{scheme}_proxy"));
        command.env_remove(format!("{}_PROXY", scheme.to_uppercase()));
    }
    // Relative paths in the tests start at the package.
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs the program with this standard input.
pub(crate) fn run<A: AsRef<OsStr>>(arguments: &[A], input: &[u8]) -> Run {
    finish(program().args(arguments), input)
}

/// Runs a command with this standard input.
pub(crate) fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("is piped");
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // The program may exit without reading all of its input.
            if let Err(error) = stdin.write_all(input) {
                assert_eq!(error.kind(), ErrorKind::BrokenPipe);
            }
        });
        child.wait_with_output().expect("the program ends")
    });
    Run {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        complaint: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// A temporary file that is removed when dropped.
pub(crate) struct TemporaryFile {
    path: std::path::PathBuf,
}

impl TemporaryFile {
    /// Creates a file. Each test uses a different `name`.
    pub(crate) fn new(name: &str, text: &[u8]) -> TemporaryFile {
        let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = directory.join(format!("{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("the temporary directory can be written");
        TemporaryFile { path }
    }

    pub(crate) fn name(&self) -> &str {
        self.path.to_str().expect("the target directory is UTF-8")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
