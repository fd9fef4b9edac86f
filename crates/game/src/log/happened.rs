//! What happened, told to each player as far as he may see it.

use std::fmt;

use tavola_syntax::text::capital;

/// Something that happened, to be told to players. What they may not see is left out by [`Happened::tell`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The line for those who see everything.
    pub(super) line: String,
    /// The line of an answer that says little without its question, with the question.
    pub(super) asked: Option<WithQuestion>,
    /// The line for all others; none: nothing is to be seen.
    pub(super) hidden: Option<String>,
    /// Who sees everything: the seats, then a bystander.
    pub(super) seen: Vec<bool>,
    /// Whether it cannot be taken back: chance, or something hidden came to light.
    pub(super) is_final: bool,
    /// Whether it repeats the answer of a `together` block for those who learn of it when the block ends.
    pub(super) is_repeated: bool,
    pub(super) what: HappenedKind,
}

/// A line of the log as somebody is told it. As a text alone a heading stands between dashes: `-- Round 3 --`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What is told.
    pub text: String,
    /// Whether it is a heading: a phase began.
    pub heading: bool,
}

impl Line {
    /// A line that is no heading.
    pub fn plain(text: String) -> Self {
        Self { text, heading: false }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, heading } = self;
        if *heading { write!(f, "-- {text} --") } else { f.write_str(text) }
    }
}

/// What sort of thing happened.
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
    Told,
    /// A phase began: its rule, where they are counted.
    Heading(Option<u32>),
}

/// The line of an answer with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WithQuestion {
    /// `Anna: How much? 3`
    pub(super) line: String,
    /// Who may read the question: the seats, then a bystander.
    pub(super) readers: Vec<bool>,
}

impl Happened {
    /// A line for everybody.
    pub(super) fn open(line: String, players: usize) -> Self {
        let seen = vec![true; players + 1];
        Self { line, asked: None, hidden: None, seen, is_final: false, is_repeated: false, what: HappenedKind::Told }
    }

    /// A heading, with a capital.
    pub(super) fn headed(title: &str, rule: Option<u32>, players: usize) -> Self {
        Self { what: HappenedKind::Heading(rule), ..Self::open(capital(title), players) }
    }

    /// A line of the log for one player (`None`: a bystander) as a text; nothing if there is nothing to be seen.
    pub fn tell(&self, viewer: Option<usize>) -> Option<String> {
        self.line(viewer).map(|line| line.to_string())
    }

    /// A line of the log for one player (`None`: a bystander); nothing if there is nothing to be seen.
    pub fn line(&self, viewer: Option<usize>) -> Option<Line> {
        let seat = self.seat(viewer);
        let is_in = |seats: &[bool]| seats.get(seat).copied().unwrap_or(false);
        if !is_in(&self.seen) {
            return self.hidden.clone().map(|text| Line { text, heading: self.is_heading() });
        }
        let asked = self.asked.as_ref().filter(|asked| is_in(&asked.readers));
        let text = asked.map_or(&self.line, |asked| &asked.line).clone();
        Some(Line { text, heading: self.is_heading() })
    }

    /// What a viewer is told, without the question that an answer is told with.
    pub fn tell_bare(&self, viewer: Option<usize>) -> Option<String> {
        Self { asked: None, ..self.clone() }.tell(viewer)
    }

    /// The line for someone who sees everything: for records and tests, never for a player.
    pub fn tell_all(&self) -> String {
        let text = self.asked.as_ref().map_or(&self.line, |asked| &asked.line).clone();
        Line { text, heading: self.is_heading() }.to_string()
    }

    /// Whether it revealed something hidden or was chance: undo must stop there.
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    /// Whether it repeats the answer of a `together` block for those who learn of it when the block ends. For someone who sees
    /// everything it is told twice.
    pub fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// Whether it is the answer that was given (and not what came of it).
    pub fn is_answer(&self) -> bool {
        matches!(self.what, HappenedKind::Chance | HappenedKind::Answered | HappenedKind::Divided)
    }

    /// Whether it is the answer of a player.
    pub fn is_choice(&self) -> bool {
        matches!(self.what, HappenedKind::Answered | HappenedKind::Divided)
    }

    /// Whether a player put a thing into a pile of a division. Where the piles go is told when all is divided.
    pub fn is_division(&self) -> bool {
        self.what == HappenedKind::Divided
    }

    /// Whether it is a heading: a phase began.
    pub fn is_heading(&self) -> bool {
        matches!(self.what, HappenedKind::Heading(_))
    }

    /// Whether it showed a viewer things that moved: from then on he may tell positions apart that look the same later.
    pub fn has_shown(&self, viewer: Option<usize>) -> bool {
        self.what == HappenedKind::Moved && self.seen.get(self.seat(viewer)).copied().unwrap_or(false)
    }

    /// Where a viewer stands among those who see; a bystander comes last.
    fn seat(&self, viewer: Option<usize>) -> usize {
        viewer.unwrap_or(self.seen.len().saturating_sub(1))
    }
}
