//! The log on a page. A table is drawn without its lines: they are laid in for whoever gets it, all or those that they do not have yet.

use maud::{Markup, html};

use crate::scene::{Line, Scene};

/// Where the lines belong. Texts are escaped: nothing else on a page is written so.
const EMPTY: &str = "<ol reversed></ol>";
/// So many lines are told beside a table that is looked back at: those before that moment.
const LOOKED_BACK_AT: usize = 40;

/// The log of a table without its lines, see [`with_lines`].
pub(super) fn section() -> Markup {
    html! { section #log aria-label="Log" { h2 { "What happened" } ol reversed {} } }
}

/// A table with the lines of its log, but for so many at the beginning.
pub fn with_lines(table: &str, log: &[Line], key: &str, from: usize) -> String {
    let Some((before, after)) = table.split_once(EMPTY) else { return table.to_owned() };
    format!("{before}<ol reversed>{}</ol>{after}", lines(log, key, from).into_string())
}

/// The newest line first to be read; each line leads to the moment when it was told.
fn lines(log: &[Line], key: &str, from: usize) -> Markup {
    html! {
        @for (at, told) in log.iter().enumerate().skip(from).rev() {
            li { (line(told)) " " a .then href={ "/" (key) "/at/" (at + 1) } title="look at the table as it was then" aria-label={ "The table after line " (at + 1) } { "\u{21b6}" } }
        }
    }
}

/// The log of a table that is looked back at: its last lines, and the way to those before.
pub(super) fn looked_back_at(scene: &Scene, key: &str) -> Markup {
    let log = &scene.log;
    let from = log.len().saturating_sub(LOOKED_BACK_AT);
    html! {
        section #log aria-label="Log" {
            h2 { "What had happened" }
            ol reversed start=(log.len()) { (lines(log, key, from)) }
            @if from > 0 { p { a href={ "/" (key) "/at/" (from) } { "what came before" } } }
        }
    }
}

/// A line of the log; what begins there stands out.
pub(super) fn line(line: &Line) -> Markup {
    html! { @if line.heading { b { (line.text) } } @else { (line.text) } }
}
