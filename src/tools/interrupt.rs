//! Ctrl-C. A verb that can stop by itself (`simulate`) polls [`asked`]. A verb that waits for a person (`play`) leaves a last
//! message, and the program exits at once, but never while it writes a file ([`whole::writing`]).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use super::call::{self, lock};
use super::ending::{Exit, Stop};
use tavola_lab::whole;

static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static PATIENT: AtomicBool = AtomicBool::new(false);
static LAST_WORD: Mutex<String> = Mutex::new(String::new());
static WAKE: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);
static PASSING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
static RESTORE: Mutex<Option<fn()>> = Mutex::new(None);

/// Installs a handler for Ctrl-C. If that fails, the system's default stays.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        if PATIENT.load(Ordering::SeqCst) && !again {
            if let Some(wake) = lock(&WAKE).as_ref() {
                wake();
            }
            return;
        }
        end();
    });
    // A write beyond the limit for the size of a file then fails with an error, as on a full disk, and does not end the program.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Ends the program as Ctrl-C does, with the last message.
pub(crate) fn end() -> ! {
    let _writing = whole::writing();
    restore();
    say_last_word();
    for path in lock(&PASSING).iter() {
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    std::process::exit(Exit::Interrupted.code().into());
}

/// Sets how the terminal is restored before anything is printed at an early end: Ctrl-C or a panic.
pub(crate) fn restore_by(restore: fn()) {
    *lock(&RESTORE) = Some(restore);
}

/// Restores the terminal, once.
pub(crate) fn restore() {
    let restore = lock(&RESTORE).take();
    restore.into_iter().for_each(|restore| restore());
}

/// True if Ctrl-C was pressed, or the caller of the verb asks it to stop. For the thread of the verb.
pub(crate) fn asked() -> bool {
    flag().load(Ordering::SeqCst)
}

/// The flag itself, for work on several threads.
pub(crate) fn flag() -> Arc<AtomicBool> {
    call::current().map_or_else(|| Arc::clone(&ASKED), |call| Arc::clone(call.flag()))
}

/// From now on the first Ctrl-C only sets the flag, and the verb stops by itself. The second exits. A verb that runs inside another
/// program, or with `--watch`, is stopped by its caller instead.
pub(crate) fn be_patient() {
    if call::current().is_none() {
        PATIENT.store(true, Ordering::SeqCst);
    }
}

/// Calls `wake` at the first Ctrl-C, for a patient verb that waits for something else.
pub(crate) fn on_first(wake: impl Fn() + Send + 'static) {
    *lock(&WAKE) = Some(Box::new(wake));
}

/// Sets the message that is printed when Ctrl-C ends the program.
pub(crate) fn last_word(word: &str) {
    word.clone_into(&mut lock(&LAST_WORD));
}

/// Registers a temporary file or folder, which is removed when Ctrl-C ends the program.
pub(crate) fn remove_at_end(path: &Path) {
    lock(&PASSING).push(path.to_owned());
}

/// Handles Ctrl-C that was read as a key: prints the last message and stops.
pub(crate) fn now() -> Stop {
    ASKED.store(true, Ordering::SeqCst);
    say_last_word();
    Stop::quiet(Exit::Interrupted)
}

fn say_last_word() {
    let word = lock(&LAST_WORD).clone();
    if !word.is_empty() {
        let _ = writeln!(std::io::stderr(), "\n{word}");
    }
}
