//! The library as WebAssembly, for the npm package and the page.
//!
//! Three files are compiled from this package, each with one feature: `core` parses files and
//! answers queries; `crawl` adds usage preferences, fetching and caching; `tools` has what
//! editors need. TypeScript in `../src` wraps them. No decisions are made here: these functions
//! convert values and call the library.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "crawl")]
pub mod crawl;
#[cfg(any(feature = "core", feature = "crawl"))]
pub mod engine;
#[cfg(any(feature = "core", feature = "crawl"))]
pub mod locations;
#[cfg(feature = "tools")]
pub mod tools;

use alloc::string::String;

use serde::Serialize;

fn json(answer: &impl Serialize) -> String {
    // Maps whose keys are not strings would fail, but there are none.
    serde_json::to_string(answer).unwrap_or_default()
}

#[cfg(all(feature = "core", target_family = "wasm"))]
mod without_std {
    use core::arch::wasm32;
    use core::panic::PanicInfo;

    #[global_allocator]
    static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

    /// Traps, which JavaScript sees as an error. No input makes the library panic.
    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        wasm32::unreachable()
    }
}
