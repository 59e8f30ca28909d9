//! Generates the JavaScript module for a WebAssembly file, with types: `bindgen FILE.wasm FOLDER`.
//!
//! `cargo install wasm-bindgen-cli` would work too, but it also builds an HTTP client and a test runner,
//! and takes four times as long.

#![forbid(unsafe_code)]

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (Some(input), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen
        .input_path(input)
        .remove_name_section(true)
        .remove_producers_section(true)
        .reset_state_function(true)
        .omit_default_module_path(true)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(true).out_name("robots").generate(folder));
    if let Err(error) = made {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
