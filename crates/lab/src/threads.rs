//! Thread pools for parallel work.

use super::isolation;

/// Stack size of each thread in bytes: the usual size of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs work in a pool with this number of threads (0 for the number of cores). If the system gives no further threads,
/// the current one does the work.
pub(super) fn with<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> T {
    let is_isolated = isolation::is_isolated();
    let begin = move |_| {
        if is_isolated {
            isolation::join();
        }
    };
    let many = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).start_handler(begin).build();
    let pool = many.or_else(|_| rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build());
    match pool {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
