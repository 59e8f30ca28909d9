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

/// The time of the next update, if there is any progress, and `true` if the line is shown.
static PROGRESS: Mutex<(Option<Instant>, bool)> = Mutex::new((None, false));

/// Shows the progress. You can call this as often as you like.
pub(crate) fn show(text: fmt::Arguments<'_>) {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    let (next, is_shown) = &mut *progress;
    let now = Instant::now();
    let mut terminal = io::stderr();
    if now < *next.get_or_insert(now + SHORT) || !terminal.is_terminal() {
        return;
    }
    *next = Some(now + PAUSE);
    *is_shown = true;
    let line: String = shown(&text.to_string()).chars().take(WIDTH).collect();
    let _ = write!(terminal, "\r{line}\x1b[K");
}

/// Clears the progress line.
pub(crate) fn clear() {
    let mut progress = PROGRESS.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::take(&mut progress.1) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}
