//! Panic isolation: work whose panic does not end the program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// True while this thread runs isolated work.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Runs work in isolation. Returns `None` if it panics; the program's panic hook has reported the cause by then.
pub fn isolated<T>(work: impl FnOnce() -> T) -> Option<T> {
    ALONE.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    ALONE.set(false);
    done.ok()
}

/// Lets this thread count as one that runs isolated work. For threads that work for another one, which gets their panic.
pub(super) fn join() {
    ALONE.set(true);
}

/// True if this thread runs isolated work. A panic hook that ends the program must check this first.
pub fn is_isolated() -> bool {
    ALONE.get()
}
