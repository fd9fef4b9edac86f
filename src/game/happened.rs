//! What happened, told to each player as far as he may see it.

use crate::code::{self, ArmKind, Domain, NONE, PC, TextPart};
use crate::vm::{Event, State};

use super::notation::{Style, cell, show};
use super::{Pending, Referee};

/// Something that happened, to be told to players. What they may not see is left out by [`Referee::tell`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The line for those who see everything.
    line: String,
    /// The line for all others; none: nothing is to be seen.
    hidden: Option<String>,
    /// Who sees everything: the seats, then a bystander.
    seen: Vec<bool>,
    /// Whether it cannot be taken back: chance, or something hidden came to light.
    is_final: bool,
    /// Whether it is the answer that was given.
    is_answer: bool,
}

/// What a referee keeps for [`Referee::happened`].
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) on: bool,
    lines: Vec<Happened>,
    /// Who saw into which place before the last answer.
    sights: Vec<Vec<bool>>,
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
            if let Some(line) = self.told(state, &before, &event) {
                ways.push(match event {
                    Event::Moved { count, from, to, .. } => Some((from, to, count)),
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
    fn hide_sorts(&self, lines: &mut [Happened], ways: &[Option<(i32, i32, i32)>]) {
        let mut told: Vec<(i32, i32)> = Vec::new();
        for (at, way) in ways.iter().enumerate() {
            let Some((from, to, _)) = *way else { continue };
            if !lines[at].seen.contains(&false) || told.contains(&(from, to)) {
                continue;
            }
            told.push((from, to));
            let same = |other: &&(i32, i32, i32)| (other.0, other.1) == (from, to);
            let count: i32 = ways.iter().flatten().filter(same).map(|other| other.2).sum();
            lines[at].hidden = Some(self.hidden_line(from, to, count));
        }
    }

    fn hidden_line(&self, from: i32, to: i32, count: i32) -> String {
        let what = if self.only_cards(to) { "card" } else { "thing" };
        let way = self.told_way(from, to);
        if count == 1 { format!("a {what}: {way}") } else { format!("{count} {what}s: {way}") }
    }

    /// Whether a place holds nothing but cards: components that are kinds.
    fn only_cards(&self, place: i32) -> bool {
        let layout = &self.game.program().layout;
        let components = &self.game.inner.book.components;
        let cell = usize::try_from(place).ok().and_then(|at| layout.cells.get(at));
        cell.is_some_and(|cell| {
            let holds = layout.families[cell.family as usize].holds;
            holds.iter().all(|piece| components[layout.pieces[piece as usize].component as usize].kind.is_some())
        })
    }

    fn told_way(&self, from: i32, to: i32) -> String {
        let legend = &self.game.inner.lowered.legend;
        let place = |at: i32| {
            if at == NONE { "nowhere".to_owned() } else { cell(legend, at, Style::People) }
        };
        format!("{} → {}", place(from), place(to))
    }

    /// Whether somebody now sees into a place that holds something and that he could not see into before.
    fn came_to_light(&mut self, state: &State, before: &[Vec<bool>]) -> bool {
        let now = self.sights(state);
        let lit = |at: usize| now[at].iter().zip(&before[at]).any(|(sees, saw)| *sees && !saw);
        (0..before.len().min(now.len())).any(|at| lit(at) && !self.things(state, at as u32).is_empty())
    }

    /// A line of the log for one player (`None`: a bystander); nothing if there is nothing to be seen.
    pub fn tell(&self, happened: &Happened, viewer: Option<usize>) -> Option<String> {
        let seat = viewer.unwrap_or(happened.seen.len().saturating_sub(1));
        if happened.seen.get(seat).copied().unwrap_or(false) {
            return Some(happened.line.clone());
        }
        happened.hidden.clone()
    }

    /// The line for someone who sees everything: for records and tests, never for a player.
    pub fn tell_all(&self, happened: &Happened) -> String {
        happened.line.clone()
    }

    /// Whether what happened revealed something hidden or was chance: undo must stop there.
    pub fn is_final(&self, happened: &Happened) -> bool {
        happened.is_final
    }

    /// Whether it is the answer that was given (and not what came of it).
    pub fn is_answer(&self, happened: &Happened) -> bool {
        happened.is_answer
    }

    /// Notes the answer that is about to be given.
    pub(super) fn note_answer(&mut self, state: &State, option: usize) {
        let game = self.game.clone();
        let Some(ask) = self.ask.map(|id| &game.program().asks[id.index()]) else {
            return;
        };
        self.log.sights = self.sights(state);
        let label = match self.divided_title(state) {
            Some(thing) => format!("{thing} → {}", self.label(state, option)),
            None => self.label(state, option),
        };
        let pending = self.pending_at(state);
        let seen = self.answer_seen(state, ask, option, pending);
        let line = match pending {
            Pending::Choice(player) => format!("{}: {label}", self.player_title(player)),
            _ => {
                let prompt = if ask.prompt.is_some() { self.prompt(state) } else { "chance".to_owned() };
                format!("{prompt}: {label}")
            }
        };
        let chance = pending == Pending::Chance;
        self.log.lines.push(Happened { line, hidden: None, seen, is_final: chance, is_answer: true });
    }

    fn player_title(&self, player: usize) -> String {
        let players = &self.game.inner.lowered.legend.kinds[0].members;
        players.get(player).map_or_else(String::new, |name| name.title.clone())
    }

    /// Who sees an answer: inside `together` only who gives it; of things from a place those who see into the place.
    fn answer_seen(&mut self, state: &State, ask: &code::Ask, option: usize, pending: Pending) -> Vec<bool> {
        let players = self.game.players();
        let game = self.game.clone();
        let program = game.program();
        let pc = state.words()[PC] as u32;
        let own = |seat: usize| pending == Pending::Choice(seat);
        if program.togethers.iter().any(|block| (block.part.0..block.end.0).contains(&pc)) {
            return (0..=players).map(own).collect();
        }
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
        let arm = &ask.arms[values[0].max(0) as usize];
        let binders = arm.query.map_or(&[][..], |query| &program.queries[query.index()].binders[..]);
        let from = binders.iter().filter_map(|binder| match binder.domain {
            Domain::Cell { cell, .. } => Some(cell),
            Domain::NextPiece { bag, .. } | Domain::Bag { bag, .. } => match program.exprs[bag.index()] {
                code::Expr::BagAt { cell, .. } => Some(cell),
                _ => None,
            },
            _ => None,
        });
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

    /// For each place: who sees into it.
    fn sights(&mut self, state: &State) -> Vec<Vec<bool>> {
        let players = self.game.players();
        let cells = self.game.program().layout.cells.len() as i32;
        let viewers: Vec<Option<usize>> = (0..players).map(Some).chain([None]).collect();
        (0..cells).map(|cell| viewers.iter().map(|&viewer| self.sees_cell(state, cell, viewer)).collect()).collect()
    }

    fn told(&mut self, state: &State, before: &[Vec<bool>], event: &Event) -> Option<Happened> {
        let players = self.game.players();
        match event {
            Event::Moved { piece, count, from, to } => Some(self.moved(state, before, [*piece, *count, *from, *to])),
            Event::Stepped { slot, from, to } => {
                let line = self.stepped(*slot, *from, *to)?;
                Some(Happened { line, hidden: None, seen: vec![true; players + 1], is_final: false, is_answer: false })
            }
            Event::Said(text, values) => {
                let line = self.said(*text, values);
                Some(Happened { line, hidden: None, seen: vec![true; players + 1], is_final: false, is_answer: false })
            }
            Event::Entered(_) => None,
        }
    }

    fn moved(&mut self, state: &State, before: &[Vec<bool>], [piece, count, from, to]: [i32; 4]) -> Happened {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let players = game.players();
        let mut seen = Vec::new();
        let mut revealed = false;
        for seat in 0..=players {
            let viewer = (seat < players).then_some(seat);
            let saw = |at: i32| usize::try_from(at).ok().and_then(|at| before.get(at)).is_some_and(|row| row[seat]);
            let sees = [from, to].into_iter().any(|at| at != NONE && self.sees_cell(state, at, viewer));
            let knew = saw(from) || saw(to);
            revealed |= sees && !knew;
            seen.push(sees || knew);
        }
        let what = &legend.pieces[piece.max(0) as usize].title;
        let way = self.told_way(from, to);
        let line = if count == 1 { format!("{what}: {way}") } else { format!("{count} × {what}: {way}") };
        Happened { line, hidden: None, seen, is_final: revealed, is_answer: false }
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
