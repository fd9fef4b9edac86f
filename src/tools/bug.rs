//! A panic is a bug of ours: it is reported in a few lines, without a trace, and ends the program with exit code 3.

use std::cell::Cell;
use std::io::Write;
use std::panic::PanicHookInfo;
#[cfg(feature = "serve")]
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::ending::Exit;

thread_local! {
    /// Whether what this thread does is given up alone where it panics.
    static SURVIVES: Cell<bool> = const { Cell::new(false) };
}

/// Does something that others must not end with: a panic in it is reported, too, but ends it alone.
///
/// # Errors
/// What is told where it panicked.
#[cfg(feature = "serve")]
pub(crate) fn survived<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    SURVIVES.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    SURVIVES.set(false);
    done.map_err(|_| "tavola has a bug and could not use these rules; see the terminal".to_owned())
}

/// Lets panics of all threads end in a short report.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|info| {
        let _ = write!(std::io::stderr(), "{}", report(info));
        if SURVIVES.get() {
            return;
        }
        std::process::exit(Exit::Ours.code().into());
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
    let command: Vec<String> = std::env::args().collect();
    format!(
        "\ntavola has a bug and must stop: {}{place}\n\
         A game that was being played is safe: its record holds every answer.\n\
         Please report this with the game's folder and this command (version {}):\n  {}\n",
        what.unwrap_or("no message"),
        env!("CARGO_PKG_VERSION"),
        command.join(" ")
    )
}
