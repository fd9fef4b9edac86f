//! Names, notes and the chat of a table. Forms keep what was typed: the script replaces the list alone.

use maud::{Markup, html};

/// Maximum length of a name that a player chooses, in letters.
pub const LONGEST_NAME: usize = 24;

/// Maximum length of a note, in letters.
pub const LONGEST_NOTE: usize = 280;

/// Names, notes and chat of a table, for one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TalkShown {
    /// Name of the viewer. None for spectators and the host.
    pub name: Option<String>,
    /// True if the viewer may write notes.
    pub writes: bool,
    /// The notes, the oldest first.
    pub notes: Vec<Noted>,
}

/// A note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Name of its author.
    pub by: String,
    /// Line of the viewer's log. None for a line of the chat.
    pub line: Option<usize>,
    /// Its text.
    pub text: String,
}

/// The section of the page.
pub fn talk(talk: &TalkShown, key: &str) -> String {
    let whole = html! {
        section #talk aria-label="Notes" data-who=[talk.name.as_deref()] {
            a href="#" { "Close" }
            h2 { "Notes and chat" }
            ol role="log" aria-label="Notes" { @for note in &talk.notes { (one(note, key)) } }
            @if talk.writes {
                form method="post" action={ "/" (key) "/note" } {
                    label .text { "Note " input name="text" maxlength=(LONGEST_NOTE) required autocomplete="off"; }
                    label { "on line " input name="line" type="number" min="1" placeholder="none" autocomplete="off"; }
                    button { "Write" }
                }
            }
            @if let Some(name) = &talk.name {
                form method="post" action={ "/" (key) "/name" } {
                    label { "My name at this table " input name="name" maxlength=(LONGEST_NAME) value=(name) autocomplete="nickname"; }
                    button { "Choose" }
                }
            }
            p { button #sound .quiet type="button" aria-pressed="false" hidden { "Sound when it is my turn" } }
        }
    };
    whole.into_string()
}

fn one(note: &Noted, key: &str) -> Markup {
    html! {
        li data-line=[note.line] {
            b { (note.by) }
            @if let Some(line) = note.line { " on " a href={ "/" (key) "/at/" (line) } { "line " (line) } }
            ": " (note.text)
        }
    }
}
