//! What happened, as it is told to each player: lines since he last looked.

use crate::game::{Happened, Referee, State};
use crate::tools::paint::clean;

/// Everything that happened, and how much of it each player was shown.
pub(super) struct Log {
    entries: Vec<Happened>,
    shown: Vec<usize>,
    bystander: usize,
}

impl Log {
    /// Nothing yet, for so many seats.
    pub(super) fn new(seats: usize) -> Self {
        Self { entries: Vec::new(), shown: vec![0; seats], bystander: 0 }
    }

    /// Adds what the game tells; whether undo must stop there.
    pub(super) fn take(&mut self, referee: &mut Referee, state: &State) -> bool {
        let new = referee.happened(state);
        let last = new.iter().any(|h| referee.is_final(h));
        self.entries.extend(new);
        last
    }

    /// How long it is; [`Log::cut`] goes back to it.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets everything after so many entries.
    pub(super) fn cut(&mut self, len: usize) {
        self.entries.truncate(len);
        for shown in self.shown.iter_mut().chain([&mut self.bystander]) {
            *shown = (*shown).min(len);
        }
    }

    /// A player has seen everything so far.
    pub(super) fn saw(&mut self, seat: usize) {
        self.shown[seat] = self.entries.len();
    }

    /// The lines that a player (none: a bystander) has not seen yet. Then he has.
    pub(super) fn news(&mut self, referee: &Referee, viewer: Option<usize>) -> Vec<String> {
        let len = self.entries.len();
        let from = match viewer {
            Some(seat) => std::mem::replace(&mut self.shown[seat], len),
            None => std::mem::replace(&mut self.bystander, len),
        };
        self.lines(referee, viewer, from)
    }

    /// All lines for a player (none: a bystander).
    pub(super) fn whole(&self, referee: &Referee, viewer: Option<usize>) -> Vec<String> {
        self.lines(referee, viewer, 0)
    }

    fn lines(&self, referee: &Referee, viewer: Option<usize>, from: usize) -> Vec<String> {
        let told = self.entries[from..].iter().filter_map(|happened| referee.tell(happened, viewer));
        let mut lines: Vec<(String, usize)> = Vec::new();
        for line in told.map(|line| clean(&line)) {
            match lines.last_mut() {
                Some((last, times)) if *last == line => *times += 1,
                _ => lines.push((line, 1)),
            }
        }
        let line = |(line, times)| {
            if times == 1 { line } else { format!("{line} ({times} times)") }
        };
        lines.into_iter().map(line).collect()
    }
}
