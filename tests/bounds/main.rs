//! What the crate costs on files and URLs that are made to cost much: heap and instructions, counted, never timed; no
//! recursion; and that many threads can share what it makes.

mod families;
mod heap;
mod instructions;
mod threads;
