//! The `robots` program, which queries robots.txt files on the command line.
//!
//! It only uses the library's public API.

mod check;
mod compare;
mod completions;
mod crawler;
mod crawlers;
mod diff;
mod edit;
mod explain;
mod format;
mod idn;
mod init;
mod json;
mod lines;
mod lint;
mod logs;
mod options;
mod output;
mod pages;
#[cfg(feature = "serve")]
mod serve;
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

use crate::output::{Failure, Output, Result};

/// Tests, checks, compares and writes robots.txt files, as specified in RFC 9309
/// and by Google.
#[derive(Parser)]
#[command(name = "robots", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Compare(compare::Arguments),
    Completions(completions::Arguments),
    Crawlers(crawlers::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Init(init::Arguments),
    Lint(lint::Arguments),
    Logs(logs::Arguments),
    Man(completions::ManArguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Show(show::Arguments),
    Test(test::Arguments),
    Url(url::Arguments),
}

/// The result of a command: the worst that it has found in any of its inputs. Its number is the
/// exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Finding {
    /// Everything is allowed, and nothing is wrong.
    Fine = 0,
    /// Something is disallowed, or causes a warning.
    Adverse = 1,
    /// Something couldn't be read. Standard error has the details.
    Incomplete = 2,
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
            .map_err(output::unwritten),
    };
    let result = result.and_then(|()| output.flush());
    output::progress::clear();
    match result {
        Ok(()) => {}
        // The reader has closed the pipe.
        Err(Failure::Closed) => output.finding = Finding::Fine,
        Err(Failure::Message(message)) => {
            // Results from before the error are still written.
            let _ = output.flush();
            output::complain(&message);
            output.finding = Finding::Incomplete;
        }
    }
    ExitCode::from(output.finding as u8)
}

fn run(command: Command, output: &mut Output) -> Result {
    match command {
        Command::Check(arguments) => check::run(&arguments, output),
        Command::Compare(arguments) => compare::run(&arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
        Command::Crawlers(arguments) => crawlers::run(&arguments, output),
        Command::Diff(arguments) => diff::run(&arguments, output),
        Command::Explain(arguments) => explain::run(&arguments, output),
        Command::Init(arguments) => init::run(&arguments, output),
        Command::Lint(arguments) => lint::run(&arguments, output),
        Command::Logs(arguments) => logs::run(&arguments, output),
        Command::Man(arguments) => completions::run_man(&arguments, output),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments, output),
        Command::Show(arguments) => show::run(&arguments, output),
        Command::Test(arguments) => test::run(&arguments, output),
        Command::Url(arguments) => url::run(&arguments, output),
    }
}

/// Parses the arguments. The error is either bad usage or the text for `--help` or `--version`.
fn arguments() -> Result<Arguments, clap::Error> {
    let given: Vec<OsString> = std::env::args_os().collect();
    Arguments::try_parse_from(&given).map_err(|error| {
        // The message quotes arguments verbatim. Parsing the escaped arguments again gives
        // a message that is safe to print.
        let spelled_out = given.iter().map(|argument| {
            let argument = argument.to_string_lossy();
            OsString::from(output::shown(&argument).into_owned())
        });
        Arguments::try_parse_from(spelled_out)
            .err()
            .unwrap_or(error)
    })
}
