//! The log on a page. A table is drawn without its lines. They are inserted for each reader: all, or those that the reader lacks.

use maud::{Markup, html};

use crate::scene::{Line, Scene};

/// Placeholder of the lines. Texts are escaped, so it occurs nowhere else on a page.
const EMPTY: &str = "<div class=\"lines\"></div>";
/// Number of lines in a list of the log. A browser leaves full lists out of its work until they are scrolled into view.
const LISTED: usize = 50;
/// Number of lines beside a past position.
const LOOKED_BACK_AT: usize = 40;

/// The log of a table without its lines, see [`with_lines`].
pub(super) fn section() -> Markup {
    html! {
        section #log aria-label="Log" {
            h2 { "What happened" }
            button #steps .quiet type="button" aria-pressed="false" { "Show each move" }
            div .lines {}
        }
    }
}

/// Inserts the lines of the log into a table, without the first ones.
pub fn with_lines(table: &str, log: &[Line], key: &str, from: usize) -> String {
    let Some((before, after)) = table.split_once(EMPTY) else { return table.to_owned() };
    format!("{before}<div class=\"lines\">{}</div>{after}", lists(log, key, from).into_string())
}

/// The lines in lists, the newest first. A list ends where the number of a line is a multiple of [`LISTED`].
fn lists(log: &[Line], key: &str, from: usize) -> Markup {
    let starts = (0..log.len().div_ceil(LISTED)).map(|at| at * LISTED).rev().filter(|start| start + LISTED > from);
    html! {
        @for start in starts {
            @let end = (start + LISTED).min(log.len());
            ol reversed .full[start >= from && end == start + LISTED] { (lines(&log[..end], key, start.max(from))) }
        }
    }
}

/// The lines, the newest first. Each links to its moment.
fn lines(log: &[Line], key: &str, from: usize) -> Markup {
    html! {
        @for (at, entry) in log.iter().enumerate().skip(from).rev() {
            li value=(at + 1) class=[entry.is_move.then_some("move")] { (line(entry)) " " button .pin type="button" data-note=(at + 1) title="write a note on this line" aria-label={ "Note on line " (at + 1) } { "\u{270e}" } " " a .then href={ "/" (key) "/at/" (at + 1) } title="look at the table as it was then" aria-label={ "The table after line " (at + 1) } { "\u{21b6}" } }
        }
    }
}

/// The log beside a past position: its last lines, and a link to earlier ones.
pub(super) fn looked_back_at(scene: &Scene, key: &str) -> Markup {
    let log = &scene.log;
    let from = log.len().saturating_sub(LOOKED_BACK_AT);
    html! {
        section #log aria-label="Log" {
            h2 { "What had happened" }
            div .lines { ol reversed start=(log.len()) { (lines(log, key, from)) } }
            @if from > 0 { p { a href={ "/" (key) "/at/" (from) } { "what came before" } } }
        }
    }
}

/// The log of a position that a program shows.
pub(super) fn without_links(scene: &Scene) -> Markup {
    html! {
        section #log .steps aria-label="Log" {
            h2 { "What had happened" }
            div .lines { ol reversed {
                @for (at, entry) in scene.log.iter().enumerate().rev() {
                    li value=(at + 1) class=[entry.is_move.then_some("move")] { (line(entry)) }
                }
            } }
        }
    }
}

/// A line of the log. Headings are emphasised.
pub(super) fn line(line: &Line) -> Markup {
    html! { @if line.heading { b { (line.text) } } @else { (line.text) } }
}
