//! Progress of work that takes a while.

use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::call;

/// A progress bar on stderr for `all` items of a kind (`games`). Draws nothing if stderr is not a terminal, or a program calls the verb.
pub(super) fn bar(all: u64, what: &str) -> ProgressBar {
    if let Some(call) = call::current().filter(|call| !call.is_watched()) {
        let bar = ProgressBar::hidden();
        bar.set_length(all);
        call.show(&bar);
        return bar;
    }
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left  {{msg}}"));
    // Without the four decimals of the library.
    let style = style.map(|style| {
        style.with_key("per_sec", |state: &ProgressState, text: &mut dyn fmt::Write| {
            let rate = state.per_sec();
            let _ = if rate < 10.0 { write!(text, "{rate:.1}/s") } else { write!(text, "{rate:.0}/s") };
        })
    });
    let bar = style.map(|style| bar.clone().with_style(style)).unwrap_or(bar);
    // Drawn at once, because the first item may take long.
    bar.tick();
    bar
}

/// A spinner on stderr for work of unknown length. Draws nothing if stderr is not a terminal.
pub(super) fn thinking(what: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}
