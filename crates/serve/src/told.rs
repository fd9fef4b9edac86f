//! How much of the log a page has: it says so with each request, and is sent the rest.

use std::hash::{DefaultHasher, Hash, Hasher};

use tavola_page::scene::Line;

/// The beginnings of a log, each by its length and a hash of its lines.
#[derive(Default)]
pub(super) struct Beginnings(Vec<u64>);

/// A table as it is sent to a page.
pub(super) struct TableSent {
    pub(super) html: String,
    /// So many lines of the log are left out: the page has them.
    pub(super) from: usize,
    /// What the page has then.
    pub(super) log: String,
}

impl Beginnings {
    /// Of these lines.
    pub(super) fn of(log: &[Line]) -> Self {
        let mut hasher = DefaultHasher::new();
        let with = |line: &Line| {
            (line.heading, &line.text).hash(&mut hasher);
            hasher.finish()
        };
        Self(log.iter().map(with).collect())
    }

    /// What a page says that has all lines. The last one may change (`(2 times)`) and does not count.
    pub(super) fn name(&self) -> String {
        let settled = self.0.len().saturating_sub(1);
        settled.checked_sub(1).map_or_else(String::new, |last| format!("{settled}-{:016x}", self.0[last]))
    }

    /// How many lines at the beginning a page has that says this; 0 where that is not how the log begins.
    pub(super) fn known(&self, name: &str) -> usize {
        let Some((lines, hash)) = name.split_once('-') else { return 0 };
        let (Ok(lines), Ok(hash)) = (lines.parse::<usize>(), u64::from_str_radix(hash, 16)) else { return 0 };
        let own = lines.checked_sub(1).and_then(|last| self.0.get(last));
        if own == Some(&hash) { lines } else { 0 }
    }
}
