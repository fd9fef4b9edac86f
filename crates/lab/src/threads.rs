//! Thread pools for parallel work.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::isolation;

/// Stack size of each thread in bytes: the usual size of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs work in a pool with this number of threads (0 for the number of cores), which have ended when it returns. If the
/// system gives no further threads, the current one does the work.
///
/// Parallel work of the library that is called inside stays in this pool. So a process that calls it only here can be
/// forked: there are no threads that the child would lack.
pub fn with<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> T {
    let is_isolated = isolation::is_isolated();
    let begin = move |_| {
        if is_isolated {
            isolation::join();
        }
    };
    let mut work = Some(work);
    let mut run = |pool: &ThreadPool| work.take().map(|work| pool.install(work));
    let many = ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).start_handler(begin);
    let done = many.build_scoped(|thread| thread.run(), &mut run).or_else(|_| {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        alone.map(|pool| run(&pool))
    });
    match done {
        Ok(Some(done)) => done,
        _ => work.take().expect("no pool has done the work")(),
    }
}
