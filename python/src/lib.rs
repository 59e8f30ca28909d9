//! The module `robots_exclusion._native`: the crate `robots-exclusion` for
//! Python.
//!
//! What Python passes is checked in `arguments`, once; everything else hands on
//! to the crate, which neither fails nor panics. All classes are frozen, so that
//! threads can share their objects without a lock, also where there is no GIL.
//! Hashes are those of Python, which are seeded, as whoever runs a host chooses
//! what is in a dictionary.

mod access;
mod arguments;
mod arrow;
mod lint;
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
    use crate::lint::lint;
    #[pymodule_export]
    use crate::matcher::{Matcher, restore_matcher};
    #[pymodule_export]
    use crate::robots::{Robots, restore_robots};
    #[pymodule_export]
    use crate::scope::{Scope, robots_txt_url};
    #[pymodule_export]
    use crate::usage::Usage;
    #[pymodule_export]
    use crate::verdict::{Verdict, restore_verdict};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::usage::add_constants(module)
    }
}
