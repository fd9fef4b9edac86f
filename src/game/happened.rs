//! What happened, told to each player as far as he may see it.

use std::collections::BTreeMap;
use std::fmt;

use crate::code::{self, ArmKind, Domain, End, NONE, Set, TextPart};
use crate::ir;
use crate::ir::Component;
use crate::text::capital;
use crate::vm::{Event, State};

use super::notation::{Style, cell, show, thing_in};
use super::{Pending, Referee};

/// From which place, to which place and end of it.
type Way = (i32, i32, Option<End>);

/// What lines say besides texts and names of the rules.
pub(super) const WORDS: [&str; 8] =
    ["a card", "cards", "a thing", "things", "nowhere", "top of", "bottom of", "yes no done"];

/// Something that happened, to be told to players. What they may not see is left out by [`Referee::tell`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The line for those who see everything.
    pub(super) line: String,
    /// The line of an answer that says little without its question, with the question.
    pub(super) asked: Option<Asked>,
    /// The line for all others; none: nothing is to be seen.
    pub(super) hidden: Option<String>,
    /// Who sees everything: the seats, then a bystander.
    pub(super) seen: Vec<bool>,
    /// Whether it cannot be taken back: chance, or something hidden came to light.
    pub(super) is_final: bool,
    pub(super) what: What,
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
pub(super) enum What {
    /// Chance answered.
    Chance,
    /// A player answered.
    Answered,
    /// Things moved.
    Moved,
    /// A track stepped, or a line was said.
    Told,
    /// A phase began: its rule, where they are counted.
    Heading(Option<u32>),
}

/// The line of an answer with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// `Anna: How much? 3`
    pub(super) line: String,
    /// Who may read the question: the seats, then a bystander.
    pub(super) readers: Vec<bool>,
}

impl Happened {
    /// A line for everybody.
    fn open(line: String, players: usize) -> Self {
        let seen = vec![true; players + 1];
        Self { line, asked: None, hidden: None, seen, is_final: false, what: What::Told }
    }
}

/// What a referee keeps for [`Referee::happened`].
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) on: bool,
    pub(super) lines: Vec<Happened>,
    /// Answers in a `together` block, for those who learn of them when it ends.
    pub(super) later: Vec<Happened>,
    /// Who saw into which place before the last answer.
    pub(super) sights: Vec<u64>,
    /// How often each phase has begun.
    begun: BTreeMap<u32, u32>,
}

impl Referee {
    /// Begins (or ends) to keep what happens, for [`Referee::happened`]. Off at first.
    pub fn record(&mut self, on: bool) {
        self.log = Log { on, ..Log::default() };
        self.machine.record(on);
        self.machine.take_events();
    }

    /// What happened since it was last asked, up to this state.
    pub fn happened(&mut self, state: &State) -> Vec<Happened> {
        let mut lines = std::mem::take(&mut self.log.lines);
        let before = std::mem::take(&mut self.log.sights);
        let first = lines.len();
        let mut ways = Vec::new();
        for event in self.machine.take_events() {
            if event == Event::Answered {
                let told = std::mem::take(&mut self.log.later);
                ways.extend(told.iter().map(|_| None));
                lines.extend(told);
            }
            if let Some(line) = self.told(state, &before, &event) {
                ways.push(match event {
                    Event::Moved { count, from, to, end, .. } => Some(((from, to, end), count)),
                    _ => None,
                });
                lines.push(line);
            }
        }
        self.hide_sorts(&mut lines[first..], &ways);
        if let Some(last) = lines.last_mut() {
            last.is_final |= self.came_to_light(state, &before);
        }
        lines
    }

    /// Hidden things that went the same way are told as one line: neither how many sorts they are nor how many of each
    /// may be seen.
    fn hide_sorts(&self, lines: &mut [Happened], ways: &[Option<(Way, i32)>]) {
        let mut told: Vec<Way> = Vec::new();
        for (at, way) in ways.iter().enumerate() {
            let Some((way, _)) = *way else { continue };
            if !lines[at].seen.contains(&false) || told.contains(&way) {
                continue;
            }
            told.push(way);
            let same = |other: &&(Way, i32)| other.0 == way;
            let count: i32 = ways.iter().flatten().filter(same).map(|other| other.1).sum();
            lines[at].hidden = Some(self.hidden_line(way, count));
        }
    }

    /// What goes such a way may be anything that both places hold: it has a name if all of that is called alike.
    fn hidden_line(&self, way: Way, count: i32) -> String {
        let components = self.may_go(way);
        let told = self.told_way(way);
        if let Some(first) = components.first().filter(|first| first.title != first.name.replace('_', " "))
            && components.iter().all(|other| other.title == first.title)
        {
            return line_of(&first.title, count, &told);
        }
        let what = if components.iter().all(|component| component.kind.is_some()) { "card" } else { "thing" };
        if count == 1 { format!("a {what}: {told}") } else { format!("{count} {what}s: {told}") }
    }

    /// The components that may lie at both ends of a way.
    fn may_go(&self, (from, to, _): Way) -> Vec<&Component> {
        let layout = &self.game.program().layout;
        let holds = |at: i32| {
            let cell = usize::try_from(at).ok().and_then(|at| layout.cells.get(at));
            cell.map_or(Set::EMPTY, |cell| layout.families[cell.family as usize].holds)
        };
        let both = holds(from).and(holds(to));
        let mut found: Vec<u32> = both.iter().map(|piece| layout.pieces[piece as usize].component).collect();
        found.dedup();
        found.into_iter().map(|component| &self.game.inner.book.components[component as usize]).collect()
    }

    fn told_way(&self, (from, to, end): Way) -> String {
        let legend = &self.game.inner.lowered.legend;
        let place = |at: i32| {
            if at == NONE { "nowhere".to_owned() } else { cell(legend, at, Style::People) }
        };
        let end = match end {
            None => "",
            Some(End::Top) => "top of ",
            Some(End::Bottom) => "bottom of ",
        };
        format!("{} → {end}{}", place(from), place(to))
    }

    /// Whether somebody now sees into a place that holds something and that he could not see into before.
    fn came_to_light(&mut self, state: &State, before: &[u64]) -> bool {
        let now = self.sights(state);
        let lit = |at: usize| now[at] & !before[at] != 0;
        (0..before.len().min(now.len())).any(|at| lit(at) && !self.things(state, at as u32).is_empty())
    }

    /// A line of the log for one player (`None`: a bystander) as a text; nothing if there is nothing to be seen.
    pub fn tell(&self, happened: &Happened, viewer: Option<usize>) -> Option<String> {
        self.line(happened, viewer).map(|line| line.to_string())
    }

    /// A line of the log for one player (`None`: a bystander); nothing if there is nothing to be seen.
    pub fn line(&self, happened: &Happened, viewer: Option<usize>) -> Option<Line> {
        let heading = self.is_heading(happened);
        self.text(happened, viewer).map(|text| Line { text, heading })
    }

    fn text(&self, happened: &Happened, viewer: Option<usize>) -> Option<String> {
        let seat = viewer.unwrap_or(happened.seen.len().saturating_sub(1));
        let is_in = |seats: &[bool]| seats.get(seat).copied().unwrap_or(false);
        if !is_in(&happened.seen) {
            return happened.hidden.clone();
        }
        let asked = happened.asked.as_ref().filter(|asked| is_in(&asked.readers));
        Some(asked.map_or(&happened.line, |asked| &asked.line).clone())
    }

    /// What a viewer is told, without the question that an answer is told with.
    pub fn tell_bare(&self, happened: &Happened, viewer: Option<usize>) -> Option<String> {
        self.tell(&Happened { asked: None, ..happened.clone() }, viewer)
    }

    /// The line for someone who sees everything: for records and tests, never for a player.
    pub fn tell_all(&self, happened: &Happened) -> String {
        let text = happened.asked.as_ref().map_or(&happened.line, |asked| &asked.line).clone();
        Line { text, heading: self.is_heading(happened) }.to_string()
    }

    /// Whether what happened revealed something hidden or was chance: undo must stop there.
    pub fn is_final(&self, happened: &Happened) -> bool {
        happened.is_final
    }

    /// Whether it is the answer that was given (and not what came of it).
    pub fn is_answer(&self, happened: &Happened) -> bool {
        matches!(happened.what, What::Chance | What::Answered)
    }

    /// Whether it is the answer of a player.
    pub fn is_choice(&self, happened: &Happened) -> bool {
        happened.what == What::Answered
    }

    /// Whether it is a heading: a phase began.
    pub fn is_heading(&self, happened: &Happened) -> bool {
        matches!(happened.what, What::Heading(_))
    }

    /// Forgets what was taken back: phases that began there have not begun.
    pub fn untell(&mut self, happened: &[Happened]) {
        for one in happened {
            if let What::Heading(Some(rule)) = one.what
                && let Some(times) = self.log.begun.get_mut(&rule)
            {
                *times = times.saturating_sub(1);
            }
        }
    }

    /// Whether it showed a viewer things that moved: from then on he may tell positions apart that look the same later.
    pub fn has_shown(&self, happened: &Happened, viewer: Option<usize>) -> bool {
        let seat = viewer.unwrap_or(happened.seen.len().saturating_sub(1));
        happened.what == What::Moved && happened.seen.get(seat).copied().unwrap_or(false)
    }

    pub(super) fn player_title(&self, player: usize) -> String {
        let players = &self.game.inner.lowered.legend.kinds[0].members;
        players.get(player).map_or_else(String::new, |name| name.title.clone())
    }

    /// Who sees an answer, as soon as a `together` block around it is over: of things from a place those who see into it.
    pub(super) fn answer_seen(&mut self, state: &State, ask: &code::Ask, option: usize, pending: Pending) -> Vec<bool> {
        let players = self.game.players();
        let game = self.game.clone();
        let program = game.program();
        let mut seen = vec![true; players + 1];
        if ask.at_once.is_some() {
            let steps = self.ask.map(|ask| self.machine.way(program, state, ask, &self.options, option));
            for (state, ask, values) in steps.and_then(Result::ok).unwrap_or_default() {
                self.chosen_seen(&state, &program.asks[ask.index()], &values, pending, &mut seen);
            }
            return seen;
        }
        let values = self.options.get(option).to_vec();
        self.chosen_seen(state, ask, &values, pending, &mut seen);
        seen
    }

    /// Leaves those in `seen` who see into the places from which an option chooses.
    fn chosen_seen(&mut self, state: &State, ask: &code::Ask, values: &[i32], pending: Pending, seen: &mut [bool]) {
        let players = self.game.players();
        let game = self.game.clone();
        let program = game.program();
        let own = |seat: usize| pending == Pending::Choice(seat);
        if let Some(told) = &ask.seen {
            for (seat, sees) in seen.iter_mut().enumerate() {
                let viewer = (seat < players).then_some(seat);
                *sees &= own(seat) || self.sees(state, told, 0, &[], viewer);
            }
        }
        let arm = &ask.arms[values[0].max(0) as usize];
        let binders = arm.query.map_or(&[][..], |query| &program.queries[query.index()].binders[..]);
        let from = binders.iter().filter_map(|binder| place_of(program, binder.domain));
        let divided = match ask.part {
            code::Part::Division(id) => Some(program.divides[id as usize].from),
            _ => None,
        };
        for place in from.chain(divided) {
            let Ok(place) = self.machine.word(program, state, place) else { continue };
            for (seat, sees) in seen.iter_mut().enumerate() {
                let viewer = (seat < players).then_some(seat);
                *sees &= self.sees_cell(state, place, viewer) || (own(seat) && matches!(arm.kind, ArmKind::Choice));
            }
        }
    }

    /// For each place: who sees into it, a bit for each seat, then one for everybody else.
    pub(super) fn sights(&mut self, state: &State) -> Vec<u64> {
        let game = self.game.clone();
        let players = game.players();
        let mut sights = Vec::new();
        for place in &game.inner.lowered.legend.places {
            let count: u32 = place.axes.iter().map(|axis| axis.count).product();
            // Most places are seen by all or by nobody, always.
            let open = place.seers.iter().any(|seer| seer.when.is_none() && seer.who.is_none());
            if open || place.seers.is_empty() {
                sights.extend((0..count).map(|_| if open { u64::MAX } else { 0 }));
                continue;
            }
            for at in 0..count {
                let index = super::notation::split(at, &place.axes);
                let viewers = (0..players).map(Some).chain([None]).enumerate();
                sights.push(viewers.fold(0, |sees, (seat, viewer)| {
                    sees | u64::from(self.sees(state, &place.seers, place.index_regs, &index, viewer)) << seat
                }));
            }
        }
        sights
    }

    fn told(&mut self, state: &State, before: &[u64], event: &Event) -> Option<Happened> {
        let players = self.game.players();
        match event {
            Event::Moved { piece, count, from, to, end } => {
                Some(self.moved(state, before, (*from, *to, *end), (*piece, *count)))
            }
            Event::Stepped { slot, from, to } => {
                let line = self.stepped(*slot, *from, *to)?;
                Some(Happened::open(line, players))
            }
            Event::Said(text, values) => {
                let line = self.said(*text, values);
                if self.game.program().texts[text.index()].heading {
                    return Some(headed(&line, None, players));
                }
                Some(Happened::open(line, players))
            }
            Event::Entered(rule) => self.heading(*rule),
            Event::Answered => None,
        }
    }

    /// `Round 3` where a phase begins, if everybody may know that.
    fn heading(&mut self, rule: u32) -> Option<Happened> {
        let title = self.game.program().rules[rule as usize].heading.clone()?;
        let times = self.log.begun.entry(rule).or_default();
        *times += 1;
        let title = if *times == 1 { title } else { format!("{title} {times}") };
        Some(headed(&title, Some(rule), self.game.players()))
    }

    fn moved(&mut self, state: &State, before: &[u64], way: Way, (piece, count): (i32, i32)) -> Happened {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let players = game.players();
        let mut seen = Vec::new();
        let mut revealed = false;
        let (from, to, _) = way;
        for seat in 0..=players {
            let viewer = (seat < players).then_some(seat);
            let saw = |at: i32| {
                usize::try_from(at).ok().and_then(|at| before.get(at)).is_some_and(|saw| saw >> seat & 1 == 1)
            };
            let sees = [from, to].into_iter().any(|at| at != NONE && self.sees_cell(state, at, viewer));
            let knew = saw(from) || saw(to);
            revealed |= sees && !knew;
            seen.push(sees || knew);
        }
        let piece = piece.max(0) as u32;
        let named = [from, to].map(|at| thing_in(legend, piece, at));
        let what = &named.iter().find(|name| ***name != legend.pieces[piece as usize]).unwrap_or(&named[0]).title;
        let way = self.told_way(way);
        let line = line_of(what, count, &way);
        Happened { line, asked: None, hidden: None, seen, is_final: revealed, what: What::Moved }
    }

    fn stepped(&self, slot: u32, from: i32, to: i32) -> Option<String> {
        let legend = &self.game.inner.lowered.legend;
        let track = legend.tracks.iter().find(|track| {
            let count: u32 = track.axes.iter().map(|axis| axis.count).product();
            (track.base..track.base + count).contains(&slot)
        })?;
        let index = super::notation::split(slot - track.base, &track.axes);
        let names =
            track.axes.iter().zip(&index).map(|(axis, &value)| show(legend, axis.notation, &[value], Style::People));
        let names: Vec<String> = names.collect();
        let of = if names.is_empty() { String::new() } else { format!("{}: ", names.join(", ")) };
        Some(format!("{of}{} {from} → {to} ({:+})", track.name.replace('_', " "), to - from))
    }

    fn said(&self, text: code::TextId, values: &[Vec<i32>]) -> String {
        let legend = &self.game.inner.lowered.legend;
        let mut holes = values.iter();
        let parts = self.game.program().texts[text.index()].parts.iter();
        let parts = parts.map(|part| match part {
            TextPart::Plain(text) => text.clone(),
            TextPart::Value(_, ty, _) => {
                holes.next().map_or_else(String::new, |words| show(legend, *ty, words, Style::People))
            }
        });
        parts.collect()
    }
}

/// A heading in the log, with a capital.
fn headed(title: &str, rule: Option<u32>, players: usize) -> Happened {
    Happened { what: What::Heading(rule), ..Happened::open(capital(title), players) }
}

/// The place out of which things are chosen, if they all lie in one.
pub(super) fn place_of(program: &code::Program, domain: Domain) -> Option<code::ExprId> {
    match domain {
        Domain::Cell { cell, .. } | Domain::Next { cell } => Some(cell),
        Domain::NextPiece { bag, .. } | Domain::Bag { bag, .. } => match program.exprs[bag.index()] {
            code::Expr::BagAt { cell, .. } => Some(cell),
            _ => None,
        },
        _ => None,
    }
}

/// `jar: Store → Shelf`, `2 × jar: Store → Shelf`
fn line_of(what: &str, count: i32, way: &str) -> String {
    if count == 1 { format!("{what}: {way}") } else { format!("{count} × {what}: {way}") }
}

/// A rule's title without the values in it.
pub(super) fn plain_title(text: &ir::Text) -> String {
    let plain = |part: &ir::TextPart| match part {
        ir::TextPart::Plain(plain) => plain.clone(),
        ir::TextPart::Value(_) => "..".to_owned(),
    };
    text.parts.iter().map(plain).collect()
}
