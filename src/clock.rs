//! The only place that looks at the clock. What is decided never depends on it: it dates a signature and a warning.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::exit::Broken;

/// Seconds since 1970.
pub fn now() -> Result<u64, Broken> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map(|since| since.as_secs()).map_err(|_| Broken::new("the clock stands before 1970").next("set the clock: it becomes the serial"))
}
