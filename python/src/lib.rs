//! The module `robots_exclusion._native`: the crate `robots-exclusion` for Python.
//!
//! `arguments` and `columns` check what Python passes, once. All classes are frozen, so threads
//! can share their objects without a lock, even without a GIL. Hashes are Python's, which are
//! seeded, because untrusted hosts choose the keys of a dictionary.

mod access;
mod arguments;
mod arrow;
mod builder;
mod cache;
mod cached;
mod columns;
mod crawlers;
mod diff;
mod lint;
mod many;
mod matcher;
mod robots;
mod scope;
mod types;
mod usage;
mod verdict;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::access::{Access, restore_access};
    #[pymodule_export]
    use crate::arrow::{ArrowArray, ArrowTable};
    #[pymodule_export]
    use crate::builder::RobotsBuilder;
    #[pymodule_export]
    use crate::cache::{Cache, Visit};
    #[pymodule_export]
    use crate::cached::{CachePolicy, CachedRobots, FetchOutcome, Redirects};
    #[pymodule_export]
    use crate::crawlers::{
        all_crawlers, crawler_from_header, crawler_matcher, find_crawler, nearest_crawlers,
    };
    #[pymodule_export]
    use crate::diff::{files, for_agent, in_file, keeps_verdicts, of_matcher, records, rules};
    #[pymodule_export]
    use crate::lint::{lint, lint_fix};
    #[pymodule_export]
    use crate::many::verdicts;
    #[pymodule_export]
    use crate::matcher::{Matcher, restore_matcher};
    #[pymodule_export]
    use crate::robots::{Robots, restore_robots};
    #[pymodule_export]
    use crate::scope::{Scope, product_token, robots_txt_url};
    #[pymodule_export]
    use crate::usage::Usage;
    #[pymodule_export]
    use crate::verdict::{Verdict, restore_verdict};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::usage::add_constants(module)
    }
}
