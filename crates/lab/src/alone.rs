//! Work that ends alone where it panics: the program goes on without it.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Whether what this thread does ends alone where it panics.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Does something with which others must not end: where it panics it has no result, and the program's panic hook has reported why.
pub fn alone<T>(work: impl FnOnce() -> T) -> Option<T> {
    ALONE.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    ALONE.set(false);
    done.ok()
}

/// Whether this thread does such work. A panic hook that ends the program asks this first.
pub fn is_alone() -> bool {
    ALONE.get()
}
