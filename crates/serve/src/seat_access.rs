//! Access to seats: which key opens a seat, which browser holds it, and the rate limit of each key.

use std::time::Instant;

use super::keys::{self, Chair, ChairKey};
use super::limits::Bucket;
use super::refused::{RequestRefused, why};

/// The doors of a table: one for each seat, one for spectators, one for the host.
pub(super) struct SeatAccess {
    doors: Vec<Door>,
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
    Already,
    /// This browser again, after a restart of the server.
    Restored,
    /// This browser from now on. It must send this token with each request.
    New(String),
    /// Another browser.
    ByAnother,
}

impl SeatAccess {
    /// Creates the doors. Nobody holds a seat yet.
    pub(super) fn new(keys: Vec<ChairKey>) -> Self {
        let now = Instant::now();
        let bucket = |chair| if chair == Chair::Watch { Bucket::shared(now) } else { Bucket::new(now) };
        let door = |(chair, key)| Door { chair, key, holder: None, bucket: bucket(chair) };
        Self { doors: keys.into_iter().map(door).collect() }
    }

    /// The key of each chair.
    pub(super) fn keys(&self) -> Vec<ChairKey> {
        self.doors.iter().map(|door| (door.chair, door.key.clone())).collect()
    }

    /// Returns the door of a key. Compares all keys, so the response time reveals nothing.
    pub(super) fn door_of_key(&self, key: &str) -> Result<usize, RequestRefused> {
        let mut found = None;
        for (at, door) in self.doors.iter().enumerate() {
            if keys::same(&door.key, key) {
                found = Some(at);
            }
        }
        found.ok_or(RequestRefused::Nobody)
    }

    /// Returns the door of a key, if its rate limit allows another request.
    pub(super) fn door_within_limit(&mut self, key: &str, is_heavy: bool) -> Result<usize, RequestRefused> {
        let at = self.door_of_key(key)?;
        if self.doors[at].bucket.take(Instant::now(), is_heavy) { Ok(at) } else { Err(RequestRefused::Often) }
    }

    /// Lets a browser with this token hold a seat. The first browser that comes holds a player's seat.
    pub(super) fn hold(&mut self, at: usize, token: Option<&str>) -> Result<SeatHolder, RequestRefused> {
        if self.player(at).is_none() {
            return Ok(SeatHolder::Already);
        }
        let holder = &mut self.doors[at].holder;
        match (&holder, token.filter(|token| keys::is_key(token))) {
            (Some(own), Some(token)) if keys::same(own, token) => Ok(SeatHolder::Already),
            (Some(_), _) => Ok(SeatHolder::ByAnother),
            (None, Some(token)) => {
                *holder = Some(token.to_owned());
                Ok(SeatHolder::Restored)
            }
            (None, None) => Ok(SeatHolder::New(self.hand_on(at)?)),
        }
    }

    /// Gives a seat to another browser. Returns the token that it must send from now on.
    pub(super) fn hand_on(&mut self, at: usize) -> Result<String, RequestRefused> {
        let token = keys::random().map_err(|error| why(&format!("random numbers are not available: {error}")))?;
        self.doors[at].holder = Some(token.clone());
        Ok(token)
    }

    /// True if a browser holds the seat.
    pub(super) fn is_held(&self, at: usize) -> bool {
        self.doors[at].holder.is_some()
    }

    /// The chair of a seat.
    pub(super) fn chair(&self, at: usize) -> Chair {
        self.doors[at].chair
    }

    /// The player of a seat. None for spectators and the host.
    pub(super) fn player(&self, at: usize) -> Option<usize> {
        match self.doors[at].chair {
            Chair::Player(player) => Some(player),
            Chair::Watch | Chair::Host => None,
        }
    }

    /// The key of a seat.
    pub(super) fn key(&self, at: usize) -> &str {
        &self.doors[at].key
    }

    /// All seats, by number.
    pub(super) fn seats(&self) -> std::ops::Range<usize> {
        0..self.doors.len()
    }
}
