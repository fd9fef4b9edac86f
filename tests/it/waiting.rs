//! Waits for what another process or thread does.

use std::thread;
use std::time::{Duration, Instant};

/// Waits until this holds, up to a minute: a test fails when what it waits for does not come.
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "timeout: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
