//! A command that runs inside another program, such as a Python interpreter, or again and again with `--watch`: the caller keeps what
//! it prints and can stop it.

use std::cell::RefCell;
use std::ffi::OsString;
use std::mem;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;

thread_local! {
    /// The call whose verb runs on this thread.
    static CURRENT: RefCell<Option<Arc<CommandRun>>> = const { RefCell::new(None) };
}

/// One call. Its verb runs on one thread, while others watch it.
#[derive(Debug, Default)]
pub struct CommandRun {
    words: Vec<OsString>,
    /// True for a run of `--watch`: progress is drawn on stderr.
    watched: bool,
    stop: Arc<AtomicBool>,
    bar: Mutex<Option<ProgressBar>>,
    out: Mutex<Vec<u8>>,
    err: Mutex<Vec<u8>>,
}

impl CommandRun {
    /// A call with these arguments, from the verb on: `["simulate", "rules/my_game", "--format", "json"]`.
    pub fn new(words: Vec<OsString>) -> Arc<Self> {
        Arc::new(Self { words, ..Self::default() })
    }

    /// A run of `--watch`.
    pub(super) fn watched() -> Arc<Self> {
        Arc::new(Self { watched: true, ..Self::default() })
    }

    /// True for a run of `--watch`.
    pub(super) fn is_watched(&self) -> bool {
        self.watched
    }

    /// The flag that asks the verb to stop, as Ctrl-C does. It then reports its results so far.
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Number of finished games (or of other work), and of all. None before the verb knows them.
    pub fn progress(&self) -> Option<(u64, u64)> {
        lock(&self.bar).as_ref().map(|bar| (bar.position(), bar.length().unwrap_or(0)))
    }

    /// Takes what was printed on stdout.
    pub fn take_out(&self) -> Vec<u8> {
        mem::take(&mut *lock(&self.out))
    }

    /// Takes what was printed on stderr.
    pub fn take_err(&self) -> Vec<u8> {
        mem::take(&mut *lock(&self.err))
    }

    /// The arguments.
    pub(super) fn words(&self) -> &[OsString] {
        &self.words
    }

    /// Shows a progress bar to the caller.
    pub(super) fn show(&self, bar: &ProgressBar) {
        *lock(&self.bar) = Some(bar.clone());
    }

    /// Keeps bytes for stdout.
    pub(super) fn print(&self, bytes: &[u8]) {
        lock(&self.out).extend_from_slice(bytes);
    }

    /// Keeps bytes for stderr.
    pub(super) fn note(&self, bytes: &[u8]) {
        lock(&self.err).extend_from_slice(bytes);
    }

    /// Runs work as this call on the current thread.
    pub(super) fn during<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(Arc::clone(self)));
        let done = work();
        CURRENT.set(before);
        done
    }
}

/// The call whose verb runs on this thread. None in the program itself.
pub(super) fn current() -> Option<Arc<CommandRun>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Locks a mutex and ignores poisoning: a panic elsewhere leaves no inconsistent data here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
