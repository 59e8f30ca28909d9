//! `robots`: asks a robots.txt from the command line.
//!
//! Uses nothing but the public surface of the library.

mod check;
mod completions;
mod diff;
mod explain;
mod file;
mod idn;
mod json;
mod lines;
mod lint;
mod options;
mod output;
mod pages;
mod show;
mod source;
mod test;
mod url;
mod usage;
mod web;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use robots_exclusion::Verdict;

use crate::output::{Failure, Output};

/// Reads robots.txt files as RFC 9309 and Google's specification ask for, and
/// says which URLs a crawler may fetch, and why.
#[derive(Parser)]
#[command(name = "robots", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Completions(completions::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Lint(lint::Arguments),
    Man(completions::ManArguments),
    Show(show::Arguments),
    Test(test::Arguments),
    Url(url::Arguments),
}

/// What a command found; the worst of all it looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Finding {
    /// Everything is allowed, nothing is wrong.
    Fine,
    /// Something is disallowed, or worth a warning.
    Adverse,
    /// Something could not be read; standard error says what.
    Incomplete,
}

impl Finding {
    fn of(verdict: &Verdict<'_>) -> Finding {
        if verdict.allowed() {
            Finding::Fine
        } else {
            Finding::Adverse
        }
    }
}

impl From<Finding> for ExitCode {
    fn from(finding: Finding) -> ExitCode {
        ExitCode::from(match finding {
            Finding::Fine => 0,
            Finding::Adverse => 1,
            Finding::Incomplete => 2,
        })
    }
}

fn main() -> ExitCode {
    let mut output = Output::to_standard_output();
    let result = match arguments() {
        Ok(arguments) => run(arguments.command, &mut output),
        // Bad usage ends here, with exit code 2.
        Err(error) if error.use_stderr() => error.exit(),
        // Clap lays out and colours its texts itself.
        Err(asked_for) => (asked_for.print())
            .and_then(|()| io::stdout().flush())
            .map(|()| Finding::Fine)
            .map_err(Failure::from),
    };
    let result = result.and_then(|finding| output.flush().map(|()| finding));
    output::progress::clear();
    match result {
        Ok(finding) => finding.into(),
        // Whoever reads has seen enough.
        Err(Failure::Closed) => Finding::Fine.into(),
        Err(Failure::Message(message)) => {
            // What was found before it went wrong is still worth having.
            let _ = output.flush();
            output::complain(&message);
            Finding::Incomplete.into()
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<Finding, Failure> {
    match command {
        Command::Check(arguments) => check::run(&arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
        Command::Diff(arguments) => diff::run(&arguments, output),
        Command::Explain(arguments) => explain::run(&arguments, output),
        Command::Lint(arguments) => lint::run(&arguments, output),
        Command::Man(arguments) => completions::run_man(&arguments, output),
        Command::Show(arguments) => show::run(&arguments, output),
        Command::Test(arguments) => test::run(&arguments, output),
        Command::Url(arguments) => url::run(&arguments, output),
    }
}

/// The arguments; or bad usage, or what `--help` and `--version` print.
fn arguments() -> Result<Arguments, clap::Error> {
    let given: Vec<OsString> = std::env::args_os().collect();
    Arguments::try_parse_from(&given).map_err(|error| {
        // The message quotes arguments as they are. Of arguments that are
        // spelled out before, it has nothing to quote that is unfit.
        let spelled_out = given.iter().map(|argument| {
            let argument = argument.to_string_lossy();
            OsString::from(output::shown(&argument).into_owned())
        });
        Arguments::try_parse_from(spelled_out)
            .err()
            .unwrap_or(error)
    })
}
