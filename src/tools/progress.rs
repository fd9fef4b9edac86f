//! How far something is that takes a while.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar on stderr for so many of these (`games`); nothing is drawn where stderr is no terminal.
pub(super) fn bar(all: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left"));
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
