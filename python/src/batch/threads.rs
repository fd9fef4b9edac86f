//! The threads that step a batch.

use std::{mem, process};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::error;

/// A pool of threads. A forked child starts its own one, because `fork` copies no threads.
pub(super) struct Threads {
    /// None only while it is dropped.
    pool: Option<ThreadPool>,
    count: usize,
    /// The process in which they were started.
    process: u32,
}

impl Threads {
    /// Starts this number of threads; 0 is one for each core.
    pub(super) fn start(jobs: usize) -> PyResult<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
        let pool = pool.map_err(|wrong| error(format!("the threads cannot be started: {wrong}")))?;
        Ok(Self { count: pool.current_num_threads(), pool: Some(pool), process: process::id() })
    }

    /// Number of threads.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The threads of this process.
    pub(super) fn here(&mut self) -> PyResult<Option<&ThreadPool>> {
        if self.process != process::id() {
            *self = Self::start(self.count)?;
        }
        Ok(self.pool.as_ref())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if self.process != process::id() {
            // Its threads are not there to end.
            mem::forget(self.pool.take());
        }
    }
}
