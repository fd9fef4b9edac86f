//! The slider that steps back through a game, line of the log by line.

use maud::{Markup, html};

/// Script of the pages of past positions.
pub const REPLAY: &str = include_str!("replay.js");

/// The slider at a line. Without a script it is a form with a button.
pub(super) fn slider(key: &str, line: usize, lines: usize, focus: bool) -> Markup {
    html! {
        @if lines > 1 {
            form #replay method="get" action={ "/" (key) "/at" } {
                label { "Look back " input type="range" name="line" min="1" max=(lines) value=(line) autofocus[focus]; }
                output { "line " (line) " of " (lines) }
                noscript { button { "Show" } }
            }
        }
    }
}
