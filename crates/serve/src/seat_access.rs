//! Access to seats: which key opens a seat, which browser holds it, and the rate limit of each key.

use std::collections::BTreeMap;
use std::time::Instant;

use super::keys::{self, Chair, ChairKey};
use super::limits::Bucket;
use super::refused::{RequestRefused, why};

/// The doors of a table: one for each seat, one for spectators, one for the host.
pub(super) struct SeatAccess {
    doors: BTreeMap<Chair, Door>,
}

/// A key, and who holds the chair that it opens.
struct Door {
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
        let bucket = |chair| if chair == Chair::Spectator { Bucket::shared(now) } else { Bucket::new(now) };
        let door = |(chair, key)| (chair, Door { key, holder: None, bucket: bucket(chair) });
        Self { doors: keys.into_iter().map(door).collect() }
    }

    /// The key of each chair.
    pub(super) fn keys(&self) -> Vec<ChairKey> {
        self.doors.iter().map(|(chair, door)| (*chair, door.key.clone())).collect()
    }

    /// The chair that a key opens. Compares all keys, so the response time reveals nothing.
    pub(super) fn chair_of_key(&self, key: &str) -> Result<Chair, RequestRefused> {
        let same = self.doors.iter().filter(|(_, door)| keys::is_equal(&door.key, key));
        same.fold(None, |_, (chair, _)| Some(*chair)).ok_or(RequestRefused::Nobody)
    }

    /// The chair that a key opens, if its rate limit allows another request.
    pub(super) fn chair_within_limit(&mut self, key: &str, is_heavy: bool) -> Result<Chair, RequestRefused> {
        let chair = self.chair_of_key(key)?;
        let is_allowed = self.door(chair)?.bucket.take(Instant::now(), is_heavy);
        if is_allowed { Ok(chair) } else { Err(RequestRefused::Often) }
    }

    fn door(&mut self, chair: Chair) -> Result<&mut Door, RequestRefused> {
        self.doors.get_mut(&chair).ok_or(RequestRefused::Nobody)
    }

    /// Lets a browser with this token hold a seat. The first browser that comes holds a player's seat.
    pub(super) fn hold(&mut self, chair: Chair, token: Option<&str>) -> Result<SeatHolder, RequestRefused> {
        if chair.player().is_none() {
            return Ok(SeatHolder::Already);
        }
        let holder = &mut self.door(chair)?.holder;
        match (&holder, token.filter(|token| keys::is_key(token))) {
            (Some(own), Some(token)) if keys::is_equal(own, token) => Ok(SeatHolder::Already),
            (Some(_), _) => Ok(SeatHolder::ByAnother),
            (None, Some(token)) => {
                *holder = Some(token.to_owned());
                Ok(SeatHolder::Restored)
            }
            (None, None) => Ok(SeatHolder::New(self.hand_on(chair)?)),
        }
    }

    /// Gives a seat to another browser. Returns the token that it must send from now on.
    pub(super) fn hand_on(&mut self, chair: Chair) -> Result<String, RequestRefused> {
        let token = keys::random_hex().map_err(|error| why(&format!("random numbers are not available: {error}")))?;
        self.door(chair)?.holder = Some(token.clone());
        Ok(token)
    }

    /// True if a browser holds the seat.
    pub(super) fn is_held(&self, chair: Chair) -> bool {
        self.doors[&chair].holder.is_some()
    }

    /// The key of a chair.
    pub(super) fn key(&self, chair: Chair) -> &str {
        &self.doors[&chair].key
    }

    /// All chairs: those of the players in order, then the spectators', then the host's.
    pub(super) fn chairs(&self) -> impl Iterator<Item = Chair> {
        self.doors.keys().copied()
    }
}
