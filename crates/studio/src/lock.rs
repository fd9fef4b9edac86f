//! Locks of what several requests change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for a lock. A request that failed while it held the lock does not stop the others.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
