//! Access to seats: which key opens a seat, which browser holds it, and the rate limit of each key.

use std::time::Instant;

use super::keys::{self, Chair, ChairKey};
use super::limits::Bucket;
use super::refused::{RequestRefused, why};

/// The doors of a table: one for each seat, one for spectators, one for the host.
pub(super) struct SeatAccess {
    seat_access: Vec<Door>,
}

/// A key with what it opens: a player's seat, a spectator's chair, or the host's page.
struct Door {
    chair: Chair,
    key: String,
    /// Token that the browser holding a player's seat sends with each request.
    holder: Option<String>,
    bucket: Bucket,
}

/// Holder of a seat that a browser requests.
pub(super) enum SeatHolder {
    /// This browser already, or the chair has no single holder.
    Before,
    /// This browser again, after a restart of the server.
    Again,
    /// This browser from now on. It must send this token with each request.
    Now(String),
    /// Another browser.
    ByAnother,
}

impl SeatAccess {
    /// Creates the doors. Nobody holds a seat yet.
    pub(super) fn new(keys: Vec<ChairKey>) -> Self {
        let now = Instant::now();
        let bucket = |chair| if chair == Chair::Watch { Bucket::shared(now) } else { Bucket::new(now) };
        let door = |(chair, key)| Door { chair, key, holder: None, bucket: bucket(chair) };
        Self { seat_access: keys.into_iter().map(door).collect() }
    }

    /// The key of each chair.
    pub(super) fn keys(&self) -> Vec<ChairKey> {
        self.seat_access.iter().map(|door| (door.chair, door.key.clone())).collect()
    }

    /// Returns the seat of a key. Compares all keys, so the response time reveals nothing.
    pub(super) fn seat(&self, key: &str) -> Result<usize, RequestRefused> {
        let mut found = None;
        for (at, door) in self.seat_access.iter().enumerate() {
            if keys::same(&door.key, key) {
                found = Some(at);
            }
        }
        found.ok_or(RequestRefused::Nobody)
    }

    /// Returns the seat of a key, if its rate limit allows another request.
    pub(super) fn knock(&mut self, key: &str, is_heavy: bool) -> Result<usize, RequestRefused> {
        let at = self.seat(key)?;
        if self.seat_access[at].bucket.take(Instant::now(), is_heavy) { Ok(at) } else { Err(RequestRefused::Often) }
    }

    /// Lets a browser with this token hold a seat. The first browser that comes holds a player's seat.
    pub(super) fn hold(&mut self, at: usize, token: Option<&str>) -> Result<SeatHolder, RequestRefused> {
        if self.player(at).is_none() {
            return Ok(SeatHolder::Before);
        }
        let holder = &mut self.seat_access[at].holder;
        match (&holder, token.filter(|token| keys::is_key(token))) {
            (Some(own), Some(token)) if keys::same(own, token) => Ok(SeatHolder::Before),
            (Some(_), _) => Ok(SeatHolder::ByAnother),
            (None, Some(token)) => {
                *holder = Some(token.to_owned());
                Ok(SeatHolder::Again)
            }
            (None, None) => Ok(SeatHolder::Now(self.hand_on(at)?)),
        }
    }

    /// Gives a seat to another browser. Returns the token that it must send from now on.
    pub(super) fn hand_on(&mut self, at: usize) -> Result<String, RequestRefused> {
        let token = keys::random().map_err(|error| why(&format!("random numbers are not available: {error}")))?;
        self.seat_access[at].holder = Some(token.clone());
        Ok(token)
    }

    /// True if a browser holds the seat.
    pub(super) fn is_held(&self, at: usize) -> bool {
        self.seat_access[at].holder.is_some()
    }

    /// The chair of a seat.
    pub(super) fn chair(&self, at: usize) -> Chair {
        self.seat_access[at].chair
    }

    /// The player of a seat. None for spectators and the host.
    pub(super) fn player(&self, at: usize) -> Option<usize> {
        match self.seat_access[at].chair {
            Chair::Player(player) => Some(player),
            Chair::Watch | Chair::Host => None,
        }
    }

    /// The key of a seat.
    pub(super) fn key(&self, at: usize) -> &str {
        &self.seat_access[at].key
    }

    /// All seats, by number.
    pub(super) fn seats(&self) -> std::ops::Range<usize> {
        0..self.seat_access.len()
    }
}
