//! Hooks of a long run: checkpoint, progress and stop.

use std::sync::atomic::AtomicBool;

use super::journal::JournalPart;

/// Receivers of what a run hands on while it plays, and its stop. The default hands on nothing and plays to the end.
pub struct RunHooks<'a> {
    /// Checkpoint of what was played. What it already holds is not played again.
    pub checkpoint: Option<JournalPart<'a>>,
    /// Gets the number of finished games, pairs of games or records now and then.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Once it is set, open games are abandoned, and the result covers the finished ones.
    pub stop: &'a AtomicBool,
}

impl Default for RunHooks<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { checkpoint: None, progress: &|_| {}, stop: &NEVER }
    }
}
