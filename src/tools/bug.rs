//! Panic hook. A panic is a bug in `tavola`: it prints a few lines without a stack trace and exits with code 3.

use std::io::Write;
use std::panic::PanicHookInfo;

use super::ending::Exit;
use super::{args, interrupt};
use tavola_lab::isolation::is_isolated;

/// Installs the hook for panics of all threads.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|info| {
        interrupt::restore();
        let _ = write!(std::io::stderr(), "{}", report(info));
        if is_isolated() {
            return;
        }
        std::process::exit(Exit::Ours.code().into());
    }));
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
    format!(
        "\ntavola has a bug and must stop: {}{place}\n\
         A game that was being played is safe: its record holds every answer.\n\
         Please report this with the game's folder and this command (version {}):\n  tavola {}\n",
        what.unwrap_or("no message"),
        env!("CARGO_PKG_VERSION"),
        args::words().join(" ")
    )
}
