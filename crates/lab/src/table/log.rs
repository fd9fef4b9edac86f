//! What happened, as it is told to each player: lines since he last looked.

use std::collections::VecDeque;
use std::ops::Range;

use tavola_game::{Happened, Line, Referee, State};
use tavola_syntax::text::{clean, count};

/// So many lines are kept; of a longer game the earlier ones are forgotten.
const KEPT: usize = 20_000;
/// So many are forgotten at once: a page that has the others need not be sent them again after each answer.
const FORGOTTEN: usize = 1_000;
/// So many lines of the set-up are told as they are; more of them are counted.
const FEW: usize = 6;

/// What happened last, and how much of it each player was shown.
pub struct TableLog {
    entries: VecDeque<Happened>,
    /// How many were forgotten before them.
    forgotten: usize,
    shown: Vec<usize>,
    bystander: usize,
}

impl TableLog {
    /// Nothing yet, for so many seats.
    pub fn new(seats: usize) -> Self {
        Self { entries: VecDeque::new(), forgotten: 0, shown: vec![0; seats], bystander: 0 }
    }

    /// Adds what the game tells; whether undo must stop there.
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

    /// How long it is with all that was forgotten; [`TableLog::cut`] goes back to it.
    pub fn end(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// Whether a phase began after so many entries.
    pub fn is_headed(&self, len: usize) -> bool {
        let from = len.saturating_sub(self.forgotten).min(self.entries.len());
        self.entries.range(from..).any(Happened::is_heading)
    }

    /// Forgets everything after so many entries.
    pub fn cut(&mut self, referee: &mut Referee, len: usize) {
        let kept = len.saturating_sub(self.forgotten).min(self.entries.len());
        referee.untell(self.entries.split_off(kept).make_contiguous());
        for shown in self.shown.iter_mut().chain([&mut self.bystander]) {
            *shown = (*shown).min(len);
        }
    }

    /// A player has seen everything so far.
    pub fn saw(&mut self, seat: usize) {
        self.shown[seat] = self.end();
    }

    /// The lines that a player (none: a bystander) has not seen yet. Then he has.
    pub fn news(&mut self, viewer: Option<usize>) -> Vec<Line> {
        let len = self.end();
        let from = match viewer {
            Some(seat) => std::mem::replace(&mut self.shown[seat], len),
            None => std::mem::replace(&mut self.bystander, len),
        };
        self.lines(viewer, from)
    }

    /// Passes over what happened before a player answered for the first time, if somebody has seen nothing yet and it is long: how
    /// many lines they are, and the headings among them; none if nothing was passed over.
    pub fn pass_set_up(&mut self, seat: usize) -> Option<(usize, Vec<Line>)> {
        if self.shown[seat] > 0 || self.forgotten > 0 {
            return None;
        }
        let end = self.entries.iter().position(Happened::is_choice).unwrap_or(self.entries.len());
        // A phase that begins with the game is the set-up itself.
        let first = self.entries.iter().take(end).position(|happened| !happened.is_heading())?;
        let told = self.entries.range(first..end);
        let heading = |happened: &&Happened| happened.is_heading();
        let headings: Vec<Line> = told.filter(heading).filter_map(|one| one.line(Some(seat))).map(cleaned).collect();
        let lines = self.told(Some(seat), first..end).count().saturating_sub(headings.len());
        if lines <= FEW {
            return None;
        }
        self.shown[seat] = end;
        Some((lines, headings))
    }

    /// Whether nothing was forgotten.
    pub fn is_whole(&self) -> bool {
        self.forgotten == 0
    }

    /// All lines for a player (none: a bystander).
    pub fn whole(&self, viewer: Option<usize>) -> Vec<Line> {
        self.lines(viewer, 0)
    }

    fn lines(&self, viewer: Option<usize>, from: usize) -> Vec<Line> {
        let unkept = self.forgotten.saturating_sub(from);
        let before =
            (unkept > 0).then(|| Line::plain(format!("(what came before is not kept: {})", count(unkept, "line"))));
        let from = from.saturating_sub(self.forgotten);
        before.into_iter().chain(self.told(viewer, from..self.entries.len())).collect()
    }

    /// What a player is told of some entries.
    fn told(&self, viewer: Option<usize>, which: Range<usize>) -> impl Iterator<Item = Line> {
        let told = self.entries.range(which).filter_map(|happened| happened.line(viewer));
        let mut lines = Lines::default();
        told.for_each(|line| lines.push(line));
        lines.told()
    }
}

/// Lines as somebody reads them: what is told several times in a row is one line.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// All of them.
    pub fn told(self) -> impl Iterator<Item = Line> {
        self.0.into_iter().map(|(line, times)| match times {
            1 => line,
            _ => Line { text: format!("{} ({times} times)", line.text), ..line },
        })
    }
}

fn cleaned(line: Line) -> Line {
    Line { text: clean(&line.text), ..line }
}
