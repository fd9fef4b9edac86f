//! Log events, and the line that each player sees of them.

use std::fmt;

use tavola_syntax::text::{Span, capital};

use super::entry::{LogEntry, LogKind};
use crate::{Game, RuleLine};

/// A log event. [`Happened::tell`] gives the line for one viewer and leaves out hidden information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// Line for viewers who see everything.
    pub(super) line: String,
    /// The answer together with its question, if the answer says little by itself.
    pub(super) asked: Option<WithQuestion>,
    /// Line for all other viewers. `None` hides the event from them.
    pub(super) hidden: Option<String>,
    /// For each seat, then for a spectator: true if they see everything.
    pub(super) seen: Vec<bool>,
    /// True if the event cannot be undone: it was chance, or it revealed something hidden.
    pub(super) is_final: bool,
    /// True if it repeats the answer of a `together` block for those who learn of it when the block ends.
    pub(super) is_repeated: bool,
    pub(super) what: HappenedKind,
    /// Seat of the player who answered, if it is a player's answer.
    pub(super) by: Option<usize>,
    /// Clauses that the line of the rules cites: of the answer, or of the phase.
    pub(super) clauses: Vec<String>,
    /// Line of the rules that caused it. Only for the author of the rules: it may tell what viewers do not see.
    pub(super) span: Span,
}

/// A log line for one viewer. Its `Display` form puts dashes around a heading: `-- Round 3 --`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Text of the line.
    pub text: String,
    /// True if the line is a heading: a phase began.
    pub heading: bool,
    /// True if things moved: a detail of the answer before it.
    pub is_move: bool,
}

impl Line {
    /// A line that is neither a heading nor a move.
    pub fn plain(text: String) -> Self {
        Self { text, heading: false, is_move: false }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, heading, .. } = self;
        if *heading { write!(f, "-- {text} --") } else { f.write_str(text) }
    }
}

/// Sort of a log event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HappenedKind {
    /// Chance answered.
    Chance,
    /// A player answered.
    Answered,
    /// A player put a thing into a pile of a division.
    Divided,
    /// Things moved.
    Moved,
    /// A track stepped, or a line was said.
    Report,
    /// A phase began. The rule is given where its runs are counted.
    Heading(Option<u32>),
}

/// Line of an answer together with its question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WithQuestion {
    /// `Anna: How much? 3`
    pub(super) line: String,
    /// For each seat, then for a spectator: true if they may read the question.
    pub(super) readers: Vec<bool>,
}

impl Happened {
    /// An event that these viewers see, and that can be undone.
    pub(super) fn new(line: String, seen: Vec<bool>, what: HappenedKind) -> Self {
        let (is_final, is_repeated, clauses) = (false, false, Vec::new());
        Self { line, asked: None, hidden: None, seen, is_final, is_repeated, what, by: None, clauses, span: Span::NONE }
    }

    /// An event that everybody sees.
    pub(super) fn open(line: String, players: usize) -> Self {
        let seen = vec![true; players + 1];
        Self::new(line, seen, HappenedKind::Report)
    }

    /// A heading that everybody sees, with a capital first letter.
    pub(super) fn headed(title: &str, rule: Option<u32>, players: usize) -> Self {
        Self { what: HappenedKind::Heading(rule), ..Self::open(capital(title), players) }
    }

    /// The log line for a viewer as text. `viewer` is a seat, or `None` for a spectator. `None` if the viewer sees nothing.
    pub fn tell(&self, viewer: Option<usize>) -> Option<String> {
        self.line(viewer).map(|line| line.to_string())
    }

    /// The log line for a viewer. `viewer` is a seat, or `None` for a spectator. `None` if the viewer sees nothing.
    pub fn line(&self, viewer: Option<usize>) -> Option<Line> {
        if !is_in(&self.seen, viewer) {
            return self.hidden.clone().map(|text| self.line_of(text));
        }
        let asked = self.asked.as_ref().filter(|asked| is_in(&asked.readers, viewer));
        let text = asked.map_or(&self.line, |asked| &asked.line).clone();
        Some(self.line_of(text))
    }

    fn line_of(&self, text: String) -> Line {
        Line { text, heading: self.is_heading(), is_move: self.what == HappenedKind::Moved }
    }

    /// The event as data for a viewer. `viewer` is a seat, or `None` for a spectator. `None` if the viewer sees nothing.
    pub fn entry(&self, viewer: Option<usize>) -> Option<LogEntry> {
        let line = self.line(viewer)?;
        let clauses = if is_in(&self.seen, viewer) { self.clauses.clone() } else { Vec::new() };
        let kind = match self.what {
            HappenedKind::Chance => LogKind::Chance,
            HappenedKind::Answered => LogKind::Answer,
            HappenedKind::Divided => LogKind::Division,
            HappenedKind::Moved => LogKind::Move,
            HappenedKind::Report => LogKind::Report,
            HappenedKind::Heading(_) => LogKind::Heading,
        };
        Some(LogEntry { kind, player: self.by, text: line.text, clauses })
    }

    /// The log line for a viewer as text, without the question of an answer.
    pub fn tell_bare(&self, viewer: Option<usize>) -> Option<String> {
        Self { asked: None, ..self.clone() }.tell(viewer)
    }

    /// The line of the rules that caused it, for the author of the rules. It may tell what viewers do not see.
    pub fn rule_line(&self, game: &Game) -> Option<RuleLine> {
        game.rule_line(self.span)
    }

    /// The log line with all hidden information. Use it for records and tests, never for a player.
    pub fn tell_all(&self) -> String {
        let text = self.asked.as_ref().map_or(&self.line, |asked| &asked.line).clone();
        self.line_of(text).to_string()
    }

    /// True if the event was chance or revealed something hidden. Undo must stop there.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// True if it repeats the answer of a `together` block for those who learn of it when the block ends. A viewer who sees
    /// everything reads it twice.
    pub fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// True if the event is an answer, of a player or of chance, and not a consequence of one.
    pub fn is_answer(&self) -> bool {
        matches!(self.what, HappenedKind::Chance | HappenedKind::Answered | HappenedKind::Divided)
    }

    /// True if the event is a player's answer.
    pub fn is_choice(&self) -> bool {
        matches!(self.what, HappenedKind::Answered | HappenedKind::Divided)
    }

    /// True if it is an answer of this player.
    pub(crate) fn is_answer_by(&self, player: Option<usize>) -> bool {
        self.by.is_some() && self.by == player
    }

    /// True if a player put a thing into a pile of a division. The log says where the piles go when everything is divided.
    pub fn is_division(&self) -> bool {
        self.what == HappenedKind::Divided
    }

    /// True if the event is a heading: a phase began.
    pub fn is_heading(&self) -> bool {
        matches!(self.what, HappenedKind::Heading(_))
    }

    /// True if the event showed a viewer things that moved. From then on that viewer may know more than the positions show.
    pub fn has_shown(&self, viewer: Option<usize>) -> bool {
        self.what == HappenedKind::Moved && is_in(&self.seen, viewer)
    }
}

/// True if a viewer is in a list with an entry for each seat and a last one for spectators. Nobody sits in a seat that does not exist.
fn is_in(viewers: &[bool], viewer: Option<usize>) -> bool {
    let Some((&spectators, seats)) = viewers.split_last() else { return false };
    viewer.map_or(spectators, |seat| seats.get(seat).copied().unwrap_or(false))
}
