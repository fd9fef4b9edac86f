//! How far something is that takes a while.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on stderr for so many of these (`games`); nothing is drawn where stderr is no terminal.
pub(super) fn bar(all: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left  {{msg}}"));
    let bar = style.map(|style| bar.clone().with_style(style)).unwrap_or(bar);
    // The first may take long.
    bar.tick();
    bar
}

/// Something turns on stderr until it is done, and how far it is cannot be told; nothing is drawn where stderr is no terminal.
pub(super) fn thinking(what: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(what.to_owned());
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}
