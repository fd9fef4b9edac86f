//! How many requests a second may come from a key.

use std::time::Instant;

/// So many requests at once are taken from one key, ..
const BURST: f64 = 60.0;
/// .. and so many a second for long.
const RATE: f64 = 20.0;
/// So many times as many are taken from a key that many people share: two hundred who look on ask three times after each answer.
const CROWD: f64 = 32.0;

/// What is left of the requests that a key may send now.
pub(super) struct Bucket {
    left: f64,
    at: Instant,
    /// How many times as much as one person's it holds.
    size: f64,
}

impl Bucket {
    /// A full one, for one person.
    pub(super) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now, size: 1.0 }
    }

    /// A full one, for all who share a key.
    pub(super) fn shared(now: Instant) -> Self {
        Self { left: BURST * CROWD, at: now, size: CROWD }
    }

    /// Takes a request, if one is left. Of those that are much work a shared bucket holds no more than one person's.
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
