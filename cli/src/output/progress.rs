//! A progress line on standard error, if standard error is a terminal. It is cleared when
//! the work is done.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::shown;

/// How long work must take before a progress line is shown.
const SHORT: Duration = Duration::from_millis(500);

/// The interval between updates.
const PAUSE: Duration = Duration::from_millis(100);

/// The maximum length of the line. A longer one could wrap, and then only its second part could
/// be cleared.
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

/// Shows the progress. You can call this as often as you like.
pub(crate) fn show(text: fmt::Arguments<'_>) {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now();
    let begun = *progress.begun.get_or_insert(now);
    let written = progress.written;
    let is_soon = written.is_some_and(|written| now < written + PAUSE);
    let mut terminal = io::stderr();
    if now < begun + SHORT || is_soon || !terminal.is_terminal() {
        return;
    }
    progress.written = Some(now);
    progress.is_shown = true;
    let line: String = shown(&text.to_string()).chars().take(WIDTH).collect();
    let _ = write!(terminal, "\r{line}\x1b[K");
}

/// Clears the progress line.
pub(crate) fn clear() {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut progress.is_shown) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
