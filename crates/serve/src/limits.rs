//! Rate limits of keys (token bucket).

use std::time::Instant;

/// Burst: number of requests that one key may send at once.
const BURST: f64 = 60.0;
/// Sustained number of requests a second of one key.
const RATE: f64 = 20.0;
/// Factor for a key that many people share. 200 spectators send three requests each after every answer.
const CROWD: f64 = 32.0;

/// Token bucket of a key.
pub(super) struct Bucket {
    left: f64,
    at: Instant,
    /// Capacity as a multiple of that for one person.
    size: f64,
}

impl Bucket {
    /// A full bucket for one person.
    pub(super) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now, size: 1.0 }
    }

    /// A full bucket for all people who share a key.
    pub(super) fn shared(now: Instant) -> Self {
        Self { left: BURST * CROWD, at: now, size: CROWD }
    }

    /// Takes a request, if one is left. A shared bucket allows only as many heavy requests as that of one person.
    pub(super) fn take(&mut self, now: Instant, is_heavy: bool) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * RATE * self.size).min(BURST * self.size);
        self.at = now;
        let cost = if is_heavy { self.size } else { 1.0 };
        let is_left = self.left >= cost;
        if is_left {
            self.left -= cost;
        }
        is_left
    }
}
