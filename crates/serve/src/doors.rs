//! Whose key opens which seat, which browser holds it, and how often each may come.

use std::time::Instant;

use super::keys::{self, Chair, ChairKey};
use super::limits::Bucket;
use super::refused::{RequestRefused, why};

/// The doors of a table, one for each seat.
pub(super) struct Doors {
    doors: Vec<Door>,
}

/// What one key opens: a player's seat, a chair beside the table, or what the host may have.
struct Door {
    chair: Chair,
    key: String,
    /// What the browser that holds a player's seat says with each request.
    holder: Option<String>,
    bucket: Bucket,
}

/// Who holds a seat that a browser comes to.
pub(super) enum SeatHolder {
    /// That browser, or nobody can.
    Before,
    /// That browser: it held it before the server was started again.
    Again,
    /// That browser from now on; it must say this with each request.
    Now(String),
    /// Another one.
    ByAnother,
}

impl Doors {
    /// Nobody has come yet.
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

    /// The seat of a key. All keys are looked at: how long it takes tells nothing.
    pub(super) fn seat(&self, key: &str) -> Result<usize, RequestRefused> {
        let mut found = None;
        for (at, door) in self.doors.iter().enumerate() {
            if keys::same(&door.key, key) {
                found = Some(at);
            }
        }
        found.ok_or(RequestRefused::Nobody)
    }

    /// The seat of a key, if it has not sent too many requests.
    pub(super) fn knock(&mut self, key: &str, is_heavy: bool) -> Result<usize, RequestRefused> {
        let at = self.seat(key)?;
        if self.doors[at].bucket.take(Instant::now(), is_heavy) { Ok(at) } else { Err(RequestRefused::Often) }
    }

    /// Lets a browser hold a seat, with what it says to hold it by. Who comes first holds a player's seat.
    pub(super) fn hold(&mut self, at: usize, token: Option<&str>) -> Result<SeatHolder, RequestRefused> {
        if self.player(at).is_none() {
            return Ok(SeatHolder::Before);
        }
        let holder = &mut self.doors[at].holder;
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

    /// Gives a seat to another browser: what that must say from now on.
    pub(super) fn hand_on(&mut self, at: usize) -> Result<String, RequestRefused> {
        let token = keys::random().map_err(|error| why(&format!("random numbers are not available: {error}")))?;
        self.doors[at].holder = Some(token.clone());
        Ok(token)
    }

    /// Whether a browser holds a seat.
    pub(super) fn is_held(&self, at: usize) -> bool {
        self.doors[at].holder.is_some()
    }

    /// What a seat is.
    pub(super) fn chair(&self, at: usize) -> Chair {
        self.doors[at].chair
    }

    /// The player of a seat.
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
