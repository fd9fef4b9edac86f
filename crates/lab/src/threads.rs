//! Threads for what is done many times.

/// Bytes of stack of each thread: as much as the first thread of a program usually has.
const STACK: usize = 8 << 20;

/// Does this with so many threads, 0 for as many as there are cores; where the machine gives no more threads, with the one
/// that it has.
pub(super) fn with<T: Send>(jobs: usize, work: impl FnOnce() -> T + Send) -> T {
    let many = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    let pool = many.or_else(|_| rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build());
    match pool {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
