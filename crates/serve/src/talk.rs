//! Additions of people to a table: the names that they choose, notes on lines of the log, and a chat.
//!
//! A note is pinned to a line of the spectators' log, so its place tells nothing that only its author saw.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::keys::Chair;
use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;
use tavola_game::Error;
use tavola_lab::{TableNote, TableNotes};
use tavola_page::draw::{self, LONGEST_NAME, LONGEST_NOTE};

/// Maximum number of notes on a game, and of names that a seat may choose one after the other.
const NOTES: usize = 500;
const NAMES: usize = 30;
/// Number of notes and names that one seat may send in this time.
const AT_ONCE: usize = 5;
const WHILE: Duration = Duration::from_secs(10);
/// Words that pages use for others than players: nobody has them as a name.
const OTHERS: [&str; 8] = ["chance", "host", "the host", "you", "watching", "spectator", "spectators", "nobody"];

impl ServedTable {
    /// Takes over the names and notes that are kept beside the record.
    pub(super) fn recall(&mut self) -> Result<(), Error> {
        let Some(file) = self.table.keeper.file() else { return Ok(()) };
        let TableNotes { names, notes } = TableNotes::read(file)?;
        self.talk.notes = notes;
        let name = |seat: &String| names.iter().find(|(player, _)| player == seat).map(|(_, name)| name.clone());
        let titles: Vec<Option<String>> = self.table.names.iter().map(name).collect();
        for (seat, title) in titles.iter().enumerate() {
            // A name that somebody wrote into the file by hand must be fit, too.
            if let Some(title) = title.as_deref().filter(|title| self.unfit(seat, title).is_none()) {
                self.talk.titles[seat] = Some(title.to_owned());
            }
        }
        if self.talk.titles.iter().any(Option::is_some) {
            self.retitle().map_err(|_| Error::new("the game cannot be replayed with the names of its players"))?;
            self.go_on(None);
        }
        Ok(())
    }

    /// Name of a player as people read it.
    pub(super) fn shown_name(&self, seat: usize) -> String {
        self.stage.names()[seat].clone()
    }

    /// Gives a player a chosen name. An empty one is the name of the seat again.
    pub(super) fn choose_name(&mut self, key: &str, name: &str) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let seat = self.viewer(chair).ok_or_else(|| why("Only players have a name at the table."))?;
        let name = one_line(name);
        let title = (!name.is_empty() && name != self.table.names[seat]).then_some(name);
        if self.talk.titles[seat] == title {
            return Ok(());
        }
        if let Some(why_not) = title.as_deref().and_then(|title| self.unfit(seat, title)) {
            return Err(why(&why_not));
        }
        self.is_seldom(chair)?;
        if self.talk.chosen[seat] >= NAMES {
            return Err(why("You have changed your name too often."));
        }
        self.talk.chosen[seat] += 1;
        let before = std::mem::replace(&mut self.talk.titles[seat], title);
        let renamed = self.write_talk().and_then(|()| self.retitle());
        if renamed.is_err() {
            self.talk.titles[seat] = before;
        }
        renamed?;
        self.go_on(None);
        self.talked();
        Ok(())
    }

    /// The reason why a player cannot have a name.
    fn unfit(&self, seat: usize, name: &str) -> Option<String> {
        let others = (0..self.table.names.len()).filter(|&other| other != seat);
        let same = |other: &str| other.to_lowercase() == name.to_lowercase();
        let is_taken = |other: usize| same(&self.table.names[other]) || same(&self.shown_name(other));
        match name {
            _ if name.chars().count() > LONGEST_NAME => Some(format!("A name has at most {LONGEST_NAME} characters.")),
            _ if name.chars().any(is_unseen) => Some("A name is plain text.".to_owned()),
            _ if !name.chars().any(char::is_alphabetic) => Some("A name has at least one letter.".to_owned()),
            _ if OTHERS.into_iter().any(same) => Some("This name is already used at this table.".to_owned()),
            _ if others.into_iter().any(is_taken) => Some("Somebody else at this table has this name.".to_owned()),
            _ => None,
        }
    }

    /// Words all texts with the chosen names: the game is replayed with them.
    fn retitle(&mut self) -> Result<(), RequestRefused> {
        let cannot = || why("The game cannot be shown with this name.");
        let carried = self.carried(self.rules.clone()).map_err(|_| cannot())?.map_err(|_| cannot())?;
        if carried.stopped.is_some() {
            return Err(cannot());
        }
        self.table.go_on_under(carried);
        self.set_stage();
        self.word_result();
        Ok(())
    }

    /// Adds a note, pinned to a line of the seat's log, or a line of the chat.
    pub(super) fn note(&mut self, key: &str, line: Option<usize>, text: &str) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let by = match (chair, self.viewer(chair)) {
            (Chair::Host, _) => None,
            (_, Some(seat)) => Some(self.table.names[seat].clone()),
            (_, None) => return Err(why("Spectators read what players write.")),
        };
        let text = one_line(text);
        if text.is_empty() {
            return Err(why("The note is empty."));
        }
        if text.chars().count() > LONGEST_NOTE {
            return Err(why(&format!("A note has at most {LONGEST_NOTE} characters.")));
        }
        if self.talk.notes.len() >= NOTES {
            return Err(why(&format!("This game has {NOTES} notes, the maximum.")));
        }
        let viewer = self.viewer(chair);
        let lines = self.table.lines_of(viewer).len();
        if line.is_some_and(|line| line == 0 || line > lines) {
            return Err(why(&format!("There is no such line of the log; it has {lines}.")));
        }
        self.is_seldom(chair)?;
        let line = line.and_then(|line| self.table.lines_for(viewer, None).at(line));
        self.talk.notes.push(TableNote { by, line, text });
        if let Err(unwritten) = self.write_talk() {
            self.talk.notes.pop();
            return Err(unwritten);
        }
        self.talked();
        Ok(())
    }

    /// Notes on lines that were taken back become lines of the chat.
    pub(super) fn unpin_notes(&mut self) {
        if self.talk.notes.iter().all(|note| note.line.is_none()) {
            return;
        }
        let lines = self.table.lines_of(None).len();
        let gone = |note: &&mut TableNote| note.line.is_some_and(|line| line > lines);
        let unpinned = self.talk.notes.iter_mut().filter(gone).map(|note| note.line = None).count();
        if unpinned > 0 {
            // A failed write is no reason not to play; the next note tries again.
            let _ = self.write_talk();
            self.talked();
        }
    }

    /// Refuses a chair that sends too many notes.
    fn is_seldom(&mut self, chair: Chair) -> Result<(), RequestRefused> {
        let now = Instant::now();
        self.talk.sent.retain(|(_, sent)| now.saturating_duration_since(*sent) < WHILE);
        if self.talk.sent.iter().filter(|(sender, _)| *sender == chair).count() >= AT_ONCE {
            return Err(why("You write very fast; wait some seconds."));
        }
        self.talk.sent.push((chair, now));
        Ok(())
    }

    fn write_talk(&self) -> Result<(), RequestRefused> {
        let Some(record) = self.table.keeper.file() else { return Ok(()) };
        let names = self.table.names.iter().zip(&self.talk.titles);
        let names = names.filter_map(|(player, title)| Some((player.clone(), title.clone()?))).collect();
        let notes = TableNotes { names, notes: self.talk.notes.clone() };
        notes
            .write(record)
            .map_err(|_| RequestRefused::Unwritten("Notes and names cannot be written at present.".into()))
    }

    /// Another game has no notes yet, and the same names.
    pub(super) fn forget_notes(&mut self) {
        self.talk.notes.clear();
        if self.talk.titles.iter().any(Option::is_some) {
            // A failed write is no reason not to play; the next note tries again.
            let _ = self.write_talk();
        }
        self.talked();
    }

    /// The names and notes as a seat is shown them.
    pub(super) fn talk_html(&self, key: &str) -> Result<String, RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.viewer(chair);
        // A shared screen has the forms before anybody sits there, and many names.
        let is_shared = self.is_hotseat(chair);
        let player = |by: &String| {
            let seat = self.table.names.iter().position(|name| name == by);
            seat.map_or_else(|| by.clone(), |seat| self.shown_name(seat))
        };
        let is_any = self.talk.notes.iter().any(|note| note.line.is_some());
        let places = is_any.then(|| self.table.lines_for(None, viewer));
        let note = |note: &TableNote| draw::Noted {
            by: note.by.as_ref().map_or_else(|| "the host".to_owned(), player),
            line: note.line.and_then(|line| places.as_ref()?.at(line)),
            text: note.text.clone(),
        };
        let talk = draw::TalkShown {
            name: viewer.filter(|_| !is_shared).map(|seat| self.shown_name(seat)),
            writes: viewer.is_some() || is_shared || chair == Chair::Host,
            notes: self.talk.notes.iter().map(note).collect(),
        };
        Ok(draw::talk(&talk, key))
    }
}

/// A text without line ends and blanks at its ends.
fn one_line(text: &str) -> String {
    let text: String = text.chars().filter(|sign| sign.is_whitespace() || !is_unseen(*sign)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Characters that change the direction of a text or are not seen: Unicode's `Default_Ignorable_Code_Point` and `Bidi_Control`.
const UNSEEN: [RangeInclusive<char>; 14] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{e0000}'..='\u{e0fff}',
];

/// True for control characters, and for those that change the direction of a text or are not seen.
fn is_unseen(sign: char) -> bool {
    sign.is_control() || UNSEEN.iter().any(|range| range.contains(&sign))
}
