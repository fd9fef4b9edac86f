//! What happened, as it is told to each player: lines since he last looked.

use std::collections::VecDeque;

use crate::game::{Happened, Referee, State};
use crate::tools::paint::clean;

/// So many lines are kept; of a longer game the earlier ones are forgotten.
const KEPT: usize = 20_000;

/// What happened last, and how much of it each player was shown.
pub(crate) struct Log {
    entries: VecDeque<Happened>,
    /// How many were forgotten before them.
    forgotten: usize,
    shown: Vec<usize>,
    bystander: usize,
}

impl Log {
    /// Nothing yet, for so many seats.
    pub(crate) fn new(seats: usize) -> Self {
        Self { entries: VecDeque::new(), forgotten: 0, shown: vec![0; seats], bystander: 0 }
    }

    /// Adds what the game tells; whether undo must stop there.
    pub(crate) fn take(&mut self, referee: &mut Referee, state: &State) -> bool {
        let new = referee.happened(state);
        let last = new.iter().any(|h| referee.is_final(h));
        self.entries.extend(new);
        let over = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..over);
        self.forgotten += over;
        last
    }

    /// How long it is with all that was forgotten; [`Log::cut`] goes back to it.
    pub(crate) fn len(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// Forgets everything after so many entries.
    pub(crate) fn cut(&mut self, len: usize) {
        self.entries.truncate(len.saturating_sub(self.forgotten));
        for shown in self.shown.iter_mut().chain([&mut self.bystander]) {
            *shown = (*shown).min(len);
        }
    }

    /// A player has seen everything so far.
    pub(crate) fn saw(&mut self, seat: usize) {
        self.shown[seat] = self.len();
    }

    /// The lines that a player (none: a bystander) has not seen yet. Then he has.
    pub(crate) fn news(&mut self, referee: &Referee, viewer: Option<usize>) -> Vec<String> {
        let len = self.len();
        let from = match viewer {
            Some(seat) => std::mem::replace(&mut self.shown[seat], len),
            None => std::mem::replace(&mut self.bystander, len),
        };
        self.lines(referee, viewer, from)
    }

    /// Whether nothing was forgotten.
    #[cfg(feature = "serve")]
    pub(crate) fn is_whole(&self) -> bool {
        self.forgotten == 0
    }

    /// All lines for a player (none: a bystander).
    pub(crate) fn whole(&self, referee: &Referee, viewer: Option<usize>) -> Vec<String> {
        self.lines(referee, viewer, 0)
    }

    fn lines(&self, referee: &Referee, viewer: Option<usize>, from: usize) -> Vec<String> {
        let unkept = self.forgotten.saturating_sub(from);
        let before = (unkept > 0).then(|| format!("(what came before is not kept: {unkept} lines)"));
        let from = from.saturating_sub(self.forgotten);
        let told = self.entries.range(from..).filter_map(|happened| referee.tell(happened, viewer));
        let mut lines = Lines::default();
        told.for_each(|line| lines.push(&line));
        before.into_iter().chain(lines.told()).collect()
    }
}

/// Lines as somebody reads them: what is told several times in a row is one line.
#[derive(Default)]
pub(crate) struct Lines(Vec<(String, usize)>);

impl Lines {
    /// Adds a line.
    pub(crate) fn push(&mut self, line: &str) {
        let line = clean(line);
        match self.0.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => self.0.push((line, 1)),
        }
    }

    /// How many there are.
    #[cfg(feature = "serve")]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them.
    pub(crate) fn told(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(line, times)| if times == 1 { line } else { format!("{line} ({times} times)") })
    }
}
