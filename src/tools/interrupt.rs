//! Ctrl-C. A verb that can stop by itself (`simulate`) asks [`asked`]; a verb that waits for a person (`play`) leaves a
//! last word and the program ends at once, but never in the middle of writing a file
//! ([`whole::writing`]).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ending::{Exit, Stop};
use tavola_lab::whole;

static ASKED: AtomicBool = AtomicBool::new(false);
static PATIENT: AtomicBool = AtomicBool::new(false);
static LAST_WORD: Mutex<String> = Mutex::new(String::new());
static PASSING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Catches Ctrl-C from now on. Where that is not possible, the system's way of ending a program stays.
pub(crate) fn install() {
    let _ = ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        if PATIENT.load(Ordering::SeqCst) && !again {
            return;
        }
        let _writing = whole::writing();
        say_last_word();
        for file in lock(&PASSING).iter() {
            let _ = std::fs::remove_file(file);
        }
        std::process::exit(Exit::Interrupted.code().into());
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The flag itself, for those who work on several threads.
pub(crate) fn flag() -> &'static AtomicBool {
    &ASKED
}

/// From now on the first Ctrl-C only sets the flag: the verb stops by itself. The second ends the program.
pub(crate) fn be_patient() {
    PATIENT.store(true, Ordering::SeqCst);
}

/// What is said when Ctrl-C ends the program.
pub(crate) fn last_word(word: &str) {
    word.clone_into(&mut lock(&LAST_WORD));
}

/// A file that is of use only while this program runs: when Ctrl-C ends it, it is removed.
pub(crate) fn remove_at_end(file: &Path) {
    lock(&PASSING).push(file.to_owned());
}

/// Ctrl-C, where it comes as a key: the last word is said, and the program ends.
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
