//! Work on all rows, without the lock of the interpreter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use pyo3::prelude::*;
use rayon::ThreadPool;

use super::arrays::{RowNumbers, Rows};
use super::row::Row;
use crate::errors::Stop;
use crate::lab::PATIENCE;

/// Number of blocks of rows for each thread: games of other lengths are balanced.
const BLOCKS: usize = 4;
/// Number of rows between two looks at the clock.
const ROWS: usize = 64;

/// A row that failed.
pub(super) struct Failed {
    pub(super) row: usize,
    pub(super) stop: Stop,
}

/// Reason why the work is not done.
pub(super) enum Undone {
    Failed(Failed),
    Interrupted(PyErr),
}

/// Rows that one thread works on.
struct Block<'a> {
    first: usize,
    rows: &'a mut [Row],
    numbers: Rows<'a>,
}

impl Block<'_> {
    /// Works until a row fails or `ends` returns true.
    fn each(
        mut self,
        work: impl Fn(&mut Row, RowNumbers<'_>) -> Result<(), Stop>,
        mut ends: impl FnMut(usize) -> bool,
    ) -> Result<(), Failed> {
        for (at, row) in self.rows.iter_mut().enumerate() {
            if ends(at) {
                break;
            }
            work(row, self.numbers.next()).map_err(|stop| Failed { row: self.first + at, stop })?;
        }
        Ok(())
    }
}

/// Works on all rows, on the threads of the pool or on this one. The first row that fails is returned.
pub(super) fn each(
    py: Python<'_>,
    pool: Option<&ThreadPool>,
    rows: &mut [Row],
    numbers: Rows<'_>,
    work: impl Fn(&mut Row, RowNumbers<'_>) -> Result<(), Stop> + Sync,
) -> Result<(), Undone> {
    py.detach(|| match pool {
        None => alone(Block { first: 0, rows, numbers }, work),
        Some(pool) => together(pool, rows, numbers, work),
    })
}

/// Looks for Ctrl-C.
fn look() -> Result<(), PyErr> {
    Python::attach(|py| py.check_signals())
}

/// Works on this thread, and looks for Ctrl-C now and then.
fn alone(block: Block<'_>, work: impl Fn(&mut Row, RowNumbers<'_>) -> Result<(), Stop>) -> Result<(), Undone> {
    let (mut last, mut looked) = (Instant::now(), Ok(()));
    let ends = |at: usize| {
        if at % ROWS == ROWS - 1 && last.elapsed() > PATIENCE {
            (last, looked) = (Instant::now(), look());
        }
        looked.is_err()
    };
    block.each(work, ends).map_err(Undone::Failed)?;
    looked.map_err(Undone::Interrupted)
}

/// Works on the threads of the pool. This thread looks for Ctrl-C.
fn together(
    pool: &ThreadPool,
    mut rows: &mut [Row],
    mut numbers: Rows<'_>,
    work: impl Fn(&mut Row, RowNumbers<'_>) -> Result<(), Stop> + Sync,
) -> Result<(), Undone> {
    let count = rows.len().div_ceil(pool.current_num_threads() * BLOCKS);
    let mut results: Vec<Result<(), Failed>> = rows.chunks(count).map(|_| Ok(())).collect();
    let (stop, work, mut looked) = (AtomicBool::new(false), &work, Ok(()));
    let stopped = &stop;
    pool.in_place_scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        let mut first = 0;
        for result in &mut results {
            let (own, others) = rows.split_at_mut(count.min(rows.len()));
            let block = Block { first, numbers: numbers.split(own.len()), rows: own };
            (first, rows) = (first + count, others);
            let done = done.clone();
            scope.spawn(move |_| {
                *result = block.each(work, |_| stopped.load(Ordering::Relaxed));
                drop(done);
            });
        }
        drop(done);
        while looked.is_ok() && waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            looked = look();
        }
        stop.store(looked.is_err(), Ordering::Relaxed);
    });
    results.into_iter().collect::<Result<(), Failed>>().map_err(Undone::Failed)?;
    looked.map_err(Undone::Interrupted)
}
