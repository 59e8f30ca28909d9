//! A line on standard error that says how far long work is, if standard error
//! is a terminal. It is gone when the work is done.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::shown;

/// Work that takes less needs no such line.
const SHORT: Duration = Duration::from_millis(500);

/// From one line to the next.
const PAUSE: Duration = Duration::from_millis(100);

/// Longest line, so that none is broken into two, of which only one could be
/// taken away.
const WIDTH: usize = 59;

struct Progress {
    begun: Option<Instant>,
    written: Option<Instant>,
    is_shown: bool,
}

static PROGRESS: Mutex<Progress> = Mutex::new(Progress {
    begun: None,
    written: None,
    is_shown: false,
});

/// Says how far the work is. May be called as often as one likes.
pub(crate) fn show(text: fmt::Arguments<'_>) {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let begun = *progress.begun.get_or_insert(now);
    let is_soon = progress
        .written
        .is_some_and(|written| now < written + PAUSE);
    let mut terminal = io::stderr();
    if now < begun + SHORT || is_soon || !terminal.is_terminal() {
        return;
    }
    progress.written = Some(now);
    progress.is_shown = true;
    let line: String = shown(&text.to_string()).chars().take(WIDTH).collect();
    let _ = write!(terminal, "\r{line}\x1b[K");
}

/// Takes the line away.
pub(crate) fn clear() {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut progress.is_shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
