//! `robots completions` and `robots man`.

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Arguments as Program;
use crate::output::{Output, Result, unwritten};

/// Print a shell completion script for `robots`
///
/// In bash, run `source <(robots completions bash)`. For zsh, write the script to `_robots` in a
/// folder that is in `$fpath`, and for fish, to `~/.config/fish/completions/robots.fish`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let (mut program, mut script) = (Program::command(), Vec::new());
    clap_complete::generate(arguments.shell, &mut program, "robots", &mut script);
    output.as_it_is(&script)
}

/// Print the manual page of `robots`, or of one of its commands
///
/// The page is in man(7) format, so you can save it: `robots man check > robots-check.1`.
#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// The command, such as `check`
    command: Option<String>,
}

pub(crate) fn run_man(arguments: &ManArguments, output: &mut Output) -> Result {
    let mut command = Program::command();
    // Sets the names of the commands' pages.
    command.build();
    if let Some(name) = &arguments.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| format!("robots has no command `{name}`"))?;
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(unwritten)?;
    output.as_it_is(&page)
}
