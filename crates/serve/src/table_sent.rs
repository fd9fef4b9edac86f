//! Incremental log: a page names the lines that it has with each request, and is sent the rest.

use std::hash::{DefaultHasher, Hash, Hasher};

use tavola_page::scene::Line;

/// Hashes of all prefixes of a log, by their length.
#[derive(Default)]
pub(super) struct Beginnings(Vec<u64>);

/// A table as it is sent to a page.
pub(super) struct TableSent {
    pub(super) html: String,
    /// Number of log lines left out, because the page has them.
    pub(super) from: usize,
    /// Name of the log lines that the page has afterwards.
    pub(super) log: String,
}

impl Beginnings {
    /// Computes the hashes of these lines.
    pub(super) fn of(log: &[Line]) -> Self {
        let mut hasher = DefaultHasher::new();
        let with = |line: &Line| {
            (line.heading, &line.text).hash(&mut hasher);
            hasher.finish()
        };
        Self(log.iter().map(with).collect())
    }

    /// Name of the whole log. The last line may still change (`(2 times)`) and does not count.
    pub(super) fn name(&self) -> String {
        let settled = self.0.len().saturating_sub(1);
        settled.checked_sub(1).map_or_else(String::new, |last| format!("{settled}-{:016x}", self.0[last]))
    }

    /// Number of lines that the name stands for. 0 if the log does not begin with them.
    pub(super) fn known(&self, name: &str) -> usize {
        let Some((lines, hash)) = name.split_once('-') else { return 0 };
        let (Ok(lines), Ok(hash)) = (lines.parse::<usize>(), u64::from_str_radix(hash, 16)) else { return 0 };
        let own = lines.checked_sub(1).and_then(|last| self.0.get(last));
        if own == Some(&hash) { lines } else { 0 }
    }
}
