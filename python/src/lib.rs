//! The module `robots_exclusion._native`: the crate `robots-exclusion` for
//! Python.
//!
//! What Python passes is checked in `arguments`, once; everything else hands on
//! to the crate, which neither fails nor panics. All classes are frozen, so that
//! threads can share their objects without a lock, also where there is no GIL.

mod access;
mod arguments;
mod matcher;
mod robots;
mod types;
mod verdict;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::access::{Access, restore_access};
    #[pymodule_export]
    use crate::matcher::{Matcher, restore_matcher};
    #[pymodule_export]
    use crate::robots::{Robots, restore_robots};
    #[pymodule_export]
    use crate::verdict::{Verdict, restore_verdict};
}
