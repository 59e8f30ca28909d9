//! Cases that must raise each diagnostic, with the exact bytes, and near misses that must not.

mod fields;
mod files;
mod groups;
mod patterns;
mod support;
