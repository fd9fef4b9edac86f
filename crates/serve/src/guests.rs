//! Connection limits of a table. A connection without a valid key gives way to a new one, and never blocks a seat.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

use super::keys::{self, Chair, ChairKey};
use super::limits::Bucket;

/// Maximum number of open connections without a key from one address. Connections younger than `GRACE` do not count.
const STRANGERS_FROM_ONE: usize = 64;
/// Time for a new connection to show its key. A whole table behind one address may arrive at once.
const GRACE: Duration = Duration::from_secs(1);
/// Maximum number of open connections without a key, over all addresses.
const STRANGERS: usize = 256;
/// Maximum number of open connections with the key of one player or of the host.
const SEATED: usize = 16;
/// Maximum number of open connections with the key that all spectators share.
const SPECTATORS: usize = 384;

/// Open connections to a table, and the keys of its seats.
pub(super) struct Guests {
    keys: RwLock<Vec<ChairKey>>,
    present: Mutex<Present>,
}

struct Present {
    /// Logical clock that counts arrivals and requests.
    clock: u64,
    guests: BTreeMap<u64, Guest>,
    /// Rate limit of requests with unknown keys.
    strangers: Bucket,
}

/// Index of a key in the list of keys. A page and the table beside it have a host's key each, so chairs do not tell keys apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct KeyIndex(usize);

/// One connection.
struct Guest {
    from: IpAddr,
    since: Instant,
    /// The key that it has shown.
    key: Option<KeyIndex>,
    /// Clock value when it arrived or last showed a key.
    used: u64,
    close: Option<AbortHandle>,
}

/// Result of showing a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyShown {
    /// The key opens a seat.
    Seat,
    /// The key is unknown.
    Nothing,
    /// The key is unknown, and too many unknown keys were tried.
    NothingTooOften,
}

impl Guests {
    /// Creates the list of guests, empty.
    pub(super) fn new(keys: Vec<ChairKey>) -> Arc<Self> {
        let strangers = Bucket::new(Instant::now());
        Arc::new(Self {
            keys: RwLock::new(keys),
            present: Mutex::new(Present { clock: 0, guests: BTreeMap::new(), strangers }),
        })
    }

    /// Registers a connection. If too many have no key, closes the oldest one of the address with the most.
    pub(super) fn arrives(self: &Arc<Self>, from: IpAddr, now: Instant) -> Visit {
        let from = network(from);
        let mut present = self.present();
        let id = present.tick();
        present.guests.insert(id, Guest { from, since: now, key: None, used: id, close: None });
        let is_late = |guest: &Guest| guest.from == from && now.saturating_duration_since(guest.since) > GRACE;
        present.bound(|guest| guest.key.is_none() && is_late(guest), STRANGERS_FROM_ONE);
        present.bound(|guest| guest.key.is_none(), STRANGERS);
        Visit { id, guests: self.clone() }
    }

    /// Closes the oldest connection without a key, because the system opens no more.
    pub(super) fn make_room(&self) {
        let mut present = self.present();
        let strangers = present.guests.values().filter(|guest| guest.key.is_none()).count();
        present.bound(|guest| guest.key.is_none(), strangers.saturating_sub(1));
    }

    /// The index of a key. Compares all keys, so the response time reveals nothing.
    fn key_index(&self, key: &str) -> Option<KeyIndex> {
        let known = self.keys();
        let same = known.iter().enumerate().filter(|(_, (_, own))| keys::is_equal(own, key));
        same.fold(None, |_, (at, _)| Some(KeyIndex(at)))
    }

    /// Replaces all keys but the first one, when another table is opened beside a page.
    pub(super) fn replace_tables(&self, keys: Vec<ChairKey>) {
        let mut known = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        known.truncate(1);
        known.extend(keys);
    }

    fn keys(&self) -> RwLockReadGuard<'_, Vec<ChairKey>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Present {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// Closes connections that match until only `most` are left. The address with the most loses its least recently used one.
    fn bound(&mut self, is_one: impl Fn(&Guest) -> bool, most: usize) {
        loop {
            let mut by_address: BTreeMap<IpAddr, Vec<(u64, u64)>> = BTreeMap::new();
            for (id, guest) in self.guests.iter().filter(|(_, guest)| is_one(guest)) {
                by_address.entry(guest.from).or_default().push((guest.used, *id));
            }
            if by_address.values().map(Vec::len).sum::<usize>() <= most {
                return;
            }
            let crowd = by_address.into_values().max_by_key(Vec::len).unwrap_or_default();
            let Some((_, id)) = crowd.into_iter().min() else { return };
            if let Some(close) = self.guests.remove(&id).and_then(|guest| guest.close) {
                close.abort();
            }
        }
    }
}

/// A connection. Dropping it removes it from the list.
pub(super) struct Visit {
    id: u64,
    guests: Arc<Guests>,
}

impl Visit {
    /// Registers how the connection is closed.
    pub(super) fn closed_by(guests: &Guests, id: u64, close: AbortHandle) {
        match guests.present().guests.get_mut(&id) {
            Some(guest) => guest.close = Some(close),
            // It was chosen to be closed already.
            None => close.abort(),
        }
    }

    /// Number of the connection.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Checks a key that the connection shows. A connection with a valid key is no longer closed to make room for strangers.
    pub(super) fn shows(&self, key: &str) -> KeyShown {
        let shown = self.guests.key_index(key);
        let mut present = self.guests.present();
        let Some(shown) = shown else {
            let is_allowed = present.strangers.take(Instant::now(), false);
            return if is_allowed { KeyShown::Nothing } else { KeyShown::NothingTooOften };
        };
        let now = present.tick();
        if let Some(guest) = present.guests.get_mut(&self.id) {
            guest.used = now;
            if guest.key.replace(shown) != Some(shown) {
                let is_shared = self.guests.keys().get(shown.0).is_some_and(|(chair, _)| *chair == Chair::Spectator);
                let most = if is_shared { SPECTATORS } else { SEATED };
                present.bound(|guest| guest.key == Some(shown), most);
            }
        }
        KeyShown::Seat
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.guests.present().guests.remove(&self.id);
    }
}

/// Network that counts as one address. Of IPv6, a whole /64, which one household has.
fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() & !u128::from(u64::MAX)).into()),
        four => four,
    }
}
