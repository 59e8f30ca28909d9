//! Runs google/robotstxt as a Python process in a virtual environment, and queries it in batches.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::case::{Answer, Case};
use crate::records::Record;

pub(crate) const PACKAGE: &str = "jwm.robotstxt";
pub(crate) const VERSION: &str = "1.0.8";
/// The Python versions for which the package has wheels.
const WHEELS: [&str; 3] = ["3.12", "3.11", "3.10"];

/// A running reference process. Dropping it closes its standard input, which ends the process.
pub(crate) struct Reference {
    process: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Reference {
    /// Starts the reference, and installs it first if necessary.
    ///
    /// # Errors
    ///
    /// Fails if the reference cannot be installed or started. The error says why in one sentence.
    pub(crate) fn start() -> Result<Reference, String> {
        let mut reference = Reference::spawn(&[])?;
        reference.probe()?;
        Ok(reference)
    }

    /// Starts a reference that lists records and gives no verdicts.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`Reference::start`].
    pub(crate) fn start_listing() -> Result<Reference, String> {
        Reference::spawn(&["records"])
    }

    fn spawn(mode: &[&str]) -> Result<Reference, String> {
        let python = environment()?;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/google/reference.py");
        let mut process = Command::new(&python)
            // The C++ code calls isspace(), which depends on the locale. `-B` keeps `.pyc` files
            // out of the source tree.
            .env("LC_ALL", "C")
            .args(["-I", "-B", script, VERSION])
            .args(mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", python.display()))?;
        let input = process.stdin.take();
        let output = process
            .stdout
            .take()
            .ok_or("the reference has no standard output")?;
        Ok(Reference {
            process,
            input,
            output,
        })
    }

    /// Checks that the wrapper passes NULs, invalid UTF-8 and empty lists to the reference
    /// unchanged.
    fn probe(&mut self) -> Result<(), String> {
        let disallowed = |line| Answer {
            allowed: false,
            line: Some(line),
        };
        let free = Answer {
            allowed: true,
            line: None,
        };
        let file = b"\xEF\xBB\xBFuser-agent: *\ndisallow: /a\0b\ndisallow: /\xFF\nuser-agent: b\0c\ndisallow: /\n".to_vec();
        let agents = [vec!["x"], vec![], vec!["b\0"], vec!["x", "B"]];
        let agents = agents
            .map(|list| list.into_iter().map(str::to_owned).collect())
            .to_vec();
        let mut case = Case {
            file,
            agents,
            ..Case::default()
        };
        let mut expected = Vec::new();
        for (list, url, answer) in [
            (0, "/a", disallowed(2)),
            (0, "/\0a", free),
            (0, "\0/a", disallowed(2)),
            (0, "/%FF", disallowed(3)),
            (0, "/ÿ", free),
            (1, "/a", disallowed(2)),
            (2, "/a", disallowed(2)),
            (3, "/a", disallowed(5)),
        ] {
            case.ask(list, url.to_owned());
            expected.push(answer);
        }
        let answers = self
            .answers(&[case])
            .map_err(|error| format!("the reference does not answer: {error}"))?;
        if answers == expected {
            Ok(())
        } else {
            Err(format!(
                "the reference does not receive its input unchanged: {answers:?}"
            ))
        }
    }

    /// Returns the reference's answers to every query of every case, in order.
    ///
    /// # Errors
    ///
    /// Fails if the process has ended.
    pub(crate) fn answers(&mut self, cases: &[Case]) -> io::Result<Vec<Answer>> {
        self.ask(cases)?;
        self.receive()
    }

    /// Sends a batch. Its answers must be received before the next batch is sent.
    ///
    /// # Errors
    ///
    /// Fails if the process has ended.
    pub(crate) fn ask(&mut self, cases: &[Case]) -> io::Result<()> {
        let mut batch = vec![0; 4];
        number(&mut batch, cases.len());
        for case in cases {
            bytes(&mut batch, &case.file);
            number(&mut batch, case.agents.len());
            for list in &case.agents {
                number(&mut batch, list.len());
                for agent in list {
                    bytes(&mut batch, agent.as_bytes());
                }
            }
            number(&mut batch, case.queries.len());
            for query in &case.queries {
                number(&mut batch, query.agents);
                bytes(&mut batch, query.url.as_bytes());
            }
        }
        self.send(batch)
    }

    /// Sends a batch that begins with four bytes for its length.
    fn send(&mut self, mut batch: Vec<u8>) -> io::Result<()> {
        let length = to_u32(batch.len() - 4);
        batch[..4].copy_from_slice(&length.to_le_bytes());
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(&batch)?;
        input.flush()
    }

    /// Returns the records of each file. This requires a [listing](Reference::start_listing)
    /// reference.
    ///
    /// # Errors
    ///
    /// Fails if the process has ended.
    pub(crate) fn listings(&mut self, files: &[Vec<u8>]) -> io::Result<Vec<Listing>> {
        let mut batch = vec![0; 4];
        number(&mut batch, files.len());
        for file in files {
            bytes(&mut batch, file);
        }
        self.send(batch)?;
        let mut word = [0; 4];
        self.output.read_exact(&mut word)?;
        let mut packed = vec![0; u32::from_le_bytes(word) as usize];
        self.output.read_exact(&mut packed)?;
        let mut rest = &packed[..];
        let mut listings = Vec::with_capacity(files.len());
        for _ in files {
            let is_complete = read_number(&mut rest)? == 1;
            let count = read_number(&mut rest)?;
            let mut records = Vec::new();
            for _ in 0..count {
                let line = read_number(&mut rest)?;
                let kind = read_number(&mut rest)?;
                let is_missing_colon = read_number(&mut rest)? == 1;
                let is_typo = read_number(&mut rest)? == 1;
                let mut value = vec![0; read_number(&mut rest)? as usize];
                rest.read_exact(&mut value)?;
                records.push(Record {
                    line,
                    kind,
                    is_missing_colon,
                    is_typo,
                    value,
                });
            }
            listings.push(Listing {
                is_complete,
                records,
            });
        }
        Ok(listings)
    }

    /// Receives the answers to the last batch.
    ///
    /// # Errors
    ///
    /// Fails if the process has ended.
    pub(crate) fn receive(&mut self) -> io::Result<Vec<Answer>> {
        let mut word = [0; 4];
        self.output.read_exact(&mut word)?;
        let mut packed = vec![0; u32::from_le_bytes(word) as usize * 4];
        self.output.read_exact(&mut packed)?;
        let answer = |word: &[u8]| {
            let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            Answer {
                allowed: word & 1 == 1,
                line: Some(word >> 1).filter(|&line| line != 0),
            }
        };
        Ok(packed.chunks_exact(4).map(answer).collect())
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}

/// The records of a file, up to the first value of invalid UTF-8.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) is_complete: bool,
    pub(crate) records: Vec<Record>,
}

fn read_number(packed: &mut &[u8]) -> io::Result<u32> {
    let mut word = [0; 4];
    packed.read_exact(&mut word)?;
    Ok(u32::from_le_bytes(word))
}

fn to_u32(length: usize) -> u32 {
    u32::try_from(length).expect("a batch stays far below 4 GiB")
}

fn number(batch: &mut Vec<u8>, value: usize) {
    batch.extend(to_u32(value).to_le_bytes());
}

fn bytes(batch: &mut Vec<u8>, value: &[u8]) {
    number(batch, value.len());
    batch.extend(value);
}

/// Returns the Python of the virtual environment with the pinned package, and creates the
/// environment if necessary.
fn environment() -> Result<PathBuf, String> {
    /// Held while this process builds the environment, because its tests run at the same time.
    static BUILDING: Mutex<()> = Mutex::new(());

    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{PACKAGE}-{VERSION}"));
    let python = python_of(&home);
    if python.exists() {
        return Ok(python);
    }
    let base = suitable_python()?;
    // Other test processes may get here at the same time. Each builds an environment, and the
    // first rename wins. A moved environment works as long as only its Python is started.
    let building = home.with_file_name(format!(
        "{PACKAGE}-{VERSION}-building-{}",
        std::process::id()
    ));
    let made = build(&base, &building).and_then(|()| match fs::rename(&building, &home) {
        Err(error) if !python.exists() => {
            Err(format!("cannot move {}: {error}", building.display()))
        }
        _ => Ok(()),
    });
    if building.exists() {
        let _ = fs::remove_dir_all(&building);
    }
    made.map(|()| python)
}

/// Returns the path of the Python in a virtual environment.
fn python_of(home: &Path) -> PathBuf {
    if cfg!(windows) {
        home.join("Scripts").join("python.exe")
    } else {
        home.join("bin").join("python")
    }
}

/// Returns the Python that the environment names, without checking it, or the first one for which
/// the package has a wheel.
fn suitable_python() -> Result<OsString, String> {
    if let Some(named) = env::var_os("ROBOTS_REFERENCE_PYTHON").filter(|name| !name.is_empty()) {
        return Ok(named);
    }
    let mut found = Vec::new();
    for name in [
        "python3",
        "python3.12",
        "python3.11",
        "python3.10",
        "python",
    ] {
        let Some(version) = version(name) else {
            continue;
        };
        if WHEELS.contains(&version.as_str()) {
            return Ok(name.into());
        }
        found.push(format!("{name} is version {version}"));
    }
    let found = if found.is_empty() {
        "there is no Python on the path".to_owned()
    } else {
        found.join(", ")
    };
    Err(format!(
        "{found}, and PyPI has {PACKAGE} {VERSION} for Python {} (on Linux x86-64 with glibc, macOS and Windows)",
        WHEELS.join(", ")
    ))
}

fn version(python: &str) -> Option<String> {
    let program = "import sys; print('%d.%d' % sys.version_info[:2])";
    let output = Command::new(python)
        .args(["-c", program])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let version = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !version.is_empty()).then_some(version)
}

fn build(base: &OsStr, home: &Path) -> Result<(), String> {
    run(Command::new(base).args(["-m", "venv"]).arg(home))?;
    let pinned = format!("{PACKAGE}=={VERSION}");
    let quiet = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-input",
        "--retries=1",
        "--timeout=15",
        "--only-binary=:all:",
    ];
    run(Command::new(python_of(home)).args(quiet).arg(pinned)).map_err(|error| {
        format!(
            "pip of {} cannot install {PACKAGE} {VERSION}: {error}",
            base.to_string_lossy()
        )
    })
}

/// Runs a command to completion, and returns the first and last line of its errors if it fails.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let mut lines = complaint.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or("no message");
    Err(match lines.next_back() {
        Some(last) => format!("{first} … {last}"),
        None => first.to_owned(),
    })
}
