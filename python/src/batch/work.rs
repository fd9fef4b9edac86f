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
use crate::play::Play;

/// Number of blocks of rows for each thread.
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

/// Rows that one thread works on, with the play that serves them.
struct Block<'a> {
    first: usize,
    play: &'a mut Play,
    rows: &'a mut [Row],
    numbers: Rows<'a>,
}

impl Block<'_> {
    /// Works until a row fails or `ends` returns true.
    fn each(
        &mut self,
        work: impl Fn(&mut Row, &mut Play, RowNumbers<'_>) -> Result<(), Stop>,
        mut ends: impl FnMut(usize) -> bool,
    ) -> Result<(), Failed> {
        for (at, row) in self.rows.iter_mut().enumerate() {
            if ends(at) {
                break;
            }
            serve(self.play, row, self.numbers.next(), &work).map_err(|stop| Failed { row: self.first + at, stop })?;
        }
        Ok(())
    }
}

/// Works on a row with a play that takes its moment in.
pub(super) fn serve(
    play: &mut Play,
    row: &mut Row,
    numbers: RowNumbers<'_>,
    work: impl Fn(&mut Row, &mut Play, RowNumbers<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    play.exchange(&mut row.moment)?;
    let worked = work(row, play, numbers);
    play.exchange(&mut row.moment).and(worked)
}

/// Number of plays that serve the rows: one, or several for each thread, so that games of other lengths are balanced.
pub(super) fn plays(threads: Option<usize>) -> usize {
    threads.map_or(1, |threads| threads * BLOCKS)
}

/// Works on all rows, on the threads of the pool or on this one. The first row that fails is returned.
pub(super) fn each(
    py: Python<'_>,
    pool: Option<&ThreadPool>,
    plays: &mut [Play],
    rows: &mut [Row],
    numbers: Rows<'_>,
    work: impl Fn(&mut Row, &mut Play, RowNumbers<'_>) -> Result<(), Stop> + Sync,
) -> Result<(), Undone> {
    let work = &work;
    py.detach(|| match pool {
        None => alone(Block { first: 0, play: &mut plays[0], rows, numbers }, work),
        Some(pool) => together(pool, plays, rows, numbers, work),
    })
}

/// Looks for Ctrl-C.
fn look() -> Result<(), PyErr> {
    Python::attach(|py| py.check_signals())
}

/// Works on this thread, and looks for Ctrl-C now and then.
fn alone(
    mut block: Block<'_>,
    work: impl Fn(&mut Row, &mut Play, RowNumbers<'_>) -> Result<(), Stop>,
) -> Result<(), Undone> {
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
    plays: &mut [Play],
    rows: &mut [Row],
    mut numbers: Rows<'_>,
    work: impl Fn(&mut Row, &mut Play, RowNumbers<'_>) -> Result<(), Stop> + Sync,
) -> Result<(), Undone> {
    let count = rows.len().div_ceil(plays.len());
    let blocks = rows.chunks_mut(count).zip(plays).enumerate().map(|(number, (rows, play))| {
        let numbers = numbers.split(rows.len());
        (Block { first: number * count, play, rows, numbers }, Ok(()))
    });
    let mut blocks: Vec<(Block<'_>, Result<(), Failed>)> = blocks.collect();
    let (stop, mut looked) = (AtomicBool::new(false), Ok(()));
    pool.in_place_scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        for (block, result) in &mut blocks {
            let (done, stop, work) = (done.clone(), &stop, &work);
            scope.spawn(move |_| {
                *result = block.each(work, |_| stop.load(Ordering::Relaxed));
                drop(done);
            });
        }
        drop(done);
        while looked.is_ok() && waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            looked = look();
        }
        stop.store(looked.is_err(), Ordering::Relaxed);
    });
    blocks.into_iter().try_for_each(|(_, result)| result).map_err(Undone::Failed)?;
    looked.map_err(Undone::Interrupted)
}
