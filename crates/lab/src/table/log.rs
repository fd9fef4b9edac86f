//! Log of a table: the lines that each player sees, since they last looked.

use std::collections::VecDeque;
use std::ops::Range;

use tavola_game::{Game, Happened, Line, Referee, RuleLine, State};
use tavola_syntax::text::{clean, count};

/// Maximum number of stored events. Earlier events of a longer game are dropped.
const KEPT: usize = 20_000;
/// Number of events that are dropped at once, so that clients need not reload the others after each answer.
const FORGOTTEN: usize = 1_000;
/// Maximum number of set-up lines that are shown. More are only counted.
const FEW: usize = 6;

/// The last events, and how many of them each player has seen.
pub struct TableLog {
    entries: VecDeque<Happened>,
    /// Number of dropped events before them.
    forgotten: usize,
    shown: Vec<usize>,
    shown_to_spectators: usize,
}

impl TableLog {
    /// Creates an empty log for this number of seats.
    pub fn new(seats: usize) -> Self {
        Self { entries: VecDeque::new(), forgotten: 0, shown: vec![0; seats], shown_to_spectators: 0 }
    }

    /// Adds the new events of the game. Returns `true` if undo must stop there.
    pub fn take(&mut self, referee: &mut Referee, state: &State) -> bool {
        let new = referee.happened(state);
        let last = new.iter().any(Happened::is_final);
        self.entries.extend(new);
        if self.entries.len() >= KEPT + FORGOTTEN {
            let over = self.entries.len() - KEPT;
            self.entries.drain(..over);
            self.forgotten += over;
        }
        last
    }

    /// Length of the log with all dropped events, for [`TableLog::cut`].
    pub fn end(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// True if a phase began after the first `len` events.
    pub fn is_headed(&self, len: usize) -> bool {
        let from = len.saturating_sub(self.forgotten).min(self.entries.len());
        self.entries.range(from..).any(Happened::is_heading)
    }

    /// Answers of players after the first `len` events, as a viewer reads them: the line of the log, counted from 1 as it is shown, and
    /// its text without the question, such as `Anna: 3`.
    pub fn answers(&self, viewer: Option<usize>, len: usize) -> Vec<(usize, String)> {
        let (from, mut lines) = (len.saturating_sub(self.forgotten), Lines::default());
        let unkept = usize::from(self.forgotten > 0);
        let mut answer = |(at, happened): (usize, &Happened)| {
            happened.line(viewer).into_iter().for_each(|line| lines.push(line));
            let text = happened.tell_bare(viewer).filter(|_| at >= from && happened.is_choice())?;
            Some((unkept + lines.count(), clean(&text)))
        };
        self.entries.iter().enumerate().filter_map(&mut answer).collect()
    }

    /// Removes all events after the first `len`.
    pub fn cut(&mut self, referee: &mut Referee, len: usize) {
        let kept = len.saturating_sub(self.forgotten).min(self.entries.len());
        referee.undo_log(self.entries.split_off(kept).make_contiguous());
        for shown in self.shown.iter_mut().chain([&mut self.shown_to_spectators]) {
            *shown = (*shown).min(len);
        }
    }

    /// Marks everything so far as seen by a player.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn saw(&mut self, seat: usize) {
        self.shown[seat] = self.end();
    }

    /// Lines that a viewer (none: a spectator) has not seen yet. They then count as seen.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn news(&mut self, viewer: Option<usize>) -> Vec<Line> {
        let len = self.end();
        let from = match viewer {
            Some(seat) => std::mem::replace(&mut self.shown[seat], len),
            None => std::mem::replace(&mut self.shown_to_spectators, len),
        };
        self.lines(viewer, from)
    }

    /// Skips everything before the first choice of a player, if the viewer has seen nothing yet and it is long.
    ///
    /// Returns the number of lines, and the headings among them. None if nothing was skipped.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn pass_set_up(&mut self, seat: usize) -> Option<(usize, Vec<Line>)> {
        if self.shown[seat] > 0 || self.forgotten > 0 {
            return None;
        }
        let end = self.entries.iter().position(Happened::is_choice).unwrap_or(self.entries.len());
        // A heading at the start of the game belongs to the set-up itself.
        let first = self.entries.iter().take(end).position(|happened| !happened.is_heading())?;
        let lines_in = self.entries.range(first..end);
        let heading = |happened: &&Happened| happened.is_heading();
        let headings: Vec<Line> =
            lines_in.filter(heading).filter_map(|one| one.line(Some(seat))).map(cleaned).collect();
        let lines = self.lines_in(Some(seat), first..end).count().saturating_sub(headings.len());
        if lines <= FEW {
            return None;
        }
        self.shown[seat] = end;
        Some((lines, headings))
    }

    /// The lines of one viewer's log with their places in another viewer's log. Viewers do not see the same lines.
    pub fn lines_for(&self, from: Option<usize>, to: Option<usize>) -> LinePlaces {
        let (mut own, mut other, mut places) = (Lines::default(), Lines::default(), Vec::new());
        for happened in &self.entries {
            happened.line(from).into_iter().for_each(|line| own.push(line));
            happened.line(to).into_iter().for_each(|line| other.push(line));
            if own.count() > places.len() {
                places.push(other.count());
            }
        }
        LinePlaces { places, end: other.count() }
    }

    /// The line of the rules that caused a line of a viewer's log, counted from 1 as the log is shown.
    pub fn caused_by(&self, game: &Game, viewer: Option<usize>, line: usize) -> Option<RuleLine> {
        let mut lines = Lines::default();
        let line = line.checked_sub(usize::from(self.forgotten > 0))?;
        let caused = self.entries.iter().find(|happened| {
            happened.line(viewer).into_iter().for_each(|line| lines.push(line));
            lines.count() == line
        });
        caused?.rule_line(game)
    }

    /// True if no events were dropped.
    pub fn is_whole(&self) -> bool {
        self.forgotten == 0
    }

    /// All lines for a viewer (none: a spectator).
    pub fn whole(&self, viewer: Option<usize>) -> Vec<Line> {
        self.lines(viewer, 0)
    }

    fn lines(&self, viewer: Option<usize>, from: usize) -> Vec<Line> {
        let unkept = self.forgotten.saturating_sub(from);
        let before =
            (unkept > 0).then(|| Line::plain(format!("(earlier lines are no longer kept: {})", count(unkept, "line"))));
        let from = from.saturating_sub(self.forgotten);
        before.into_iter().chain(self.lines_in(viewer, from..self.entries.len())).collect()
    }

    /// Lines of some events, as a viewer sees them.
    fn lines_in(&self, viewer: Option<usize>, which: Range<usize>) -> impl Iterator<Item = Line> {
        let lines_in = self.entries.range(which).filter_map(|happened| happened.line(viewer));
        let mut lines = Lines::default();
        lines_in.for_each(|line| lines.push(line));
        lines.lines_in()
    }
}

/// For each line of one viewer's log its place in another viewer's log.
pub struct LinePlaces {
    places: Vec<usize>,
    /// Number of lines of the other log.
    end: usize,
}

impl LinePlaces {
    /// The last line of the other log that is not later than this line, both counted from 1. None if there is none.
    pub fn at(&self, line: usize) -> Option<usize> {
        let place = self.places.get(line.checked_sub(1)?).copied().unwrap_or(self.end);
        Some(place).filter(|place| *place > 0)
    }
}

/// Lines as they are shown: equal lines in a row are merged into one.
#[derive(Default)]
pub struct Lines(Vec<(Line, usize)>);

impl Lines {
    /// Adds a line.
    pub fn push(&mut self, line: Line) {
        let line = cleaned(line);
        match self.0.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => self.0.push((line, 1)),
        }
    }

    /// Number of lines.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All lines.
    pub fn lines_in(self) -> impl Iterator<Item = Line> {
        self.0.into_iter().map(|(line, times)| match times {
            1 => line,
            _ => Line { text: format!("{} ({times} times)", line.text), ..line },
        })
    }
}

fn cleaned(line: Line) -> Line {
    Line { text: clean(&line.text), ..line }
}
