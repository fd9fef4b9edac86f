//! The log: events that a referee collects until they are fetched.

use std::collections::BTreeMap;

use crate::Game;
use crate::sight::{Eye, things, viewers};
use crate::wording::thing_in;
use tavola_core::code::NONE;
use tavola_core::vm::{Event, State};
use tavola_syntax::text::Span;

use super::happened::{Happened, HappenedKind};
use super::lines::{MoveRoute, hidden_line, line_of, said, stepped};

/// Events collected for [`Referee::happened`](crate::Referee::happened).
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub(crate) on: bool,
    pub(super) lines: Vec<Happened>,
    /// Answers in a `together` block, for those who learn them when it ends.
    pub(super) later: Vec<Happened>,
    /// Bit set of viewers for each place, before the last answer.
    pub(super) seers: Vec<u64>,
    /// Number of times that each phase has begun.
    begun: BTreeMap<u32, u32>,
}

/// Converter from machine events to log events.
struct Teller<'a> {
    game: &'a Game,
    eye: Eye<'a>,
    state: &'a State,
    /// Bit set of viewers for each place, before the events.
    before: Vec<u64>,
}

impl Log {
    /// An empty log. `on` enables collecting.
    pub(crate) fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Events since the last call, up to this state.
    pub(crate) fn happened(&mut self, game: &Game, eye: Eye<'_>, state: &State) -> Vec<Happened> {
        let mut lines = std::mem::take(&mut self.lines);
        let mut teller = Teller { game, eye, state, before: std::mem::take(&mut self.seers) };
        let first = lines.len();
        let mut ways = Vec::new();
        for (event, pc) in teller.eye.machine.take_events_with_operations() {
            let line_of = match event {
                Event::Answered => {
                    let line_of = std::mem::take(&mut self.later);
                    ways.extend(line_of.iter().map(|_| None));
                    lines.extend(line_of);
                    None
                }
                Event::Entered(rule) => self.heading(game, rule),
                _ => teller.line_of(&event),
            };
            if let Some(mut line) = line_of {
                if line.span.is_none() {
                    line.span = game.program().op_spans.get(pc.index()).copied().unwrap_or(Span::NONE);
                }
                ways.push(match event {
                    Event::Moved { count, from, to, end, .. } => Some(((from, to, end), count)),
                    _ => None,
                });
                lines.push(line);
            }
        }
        hide_sorts(game, &mut lines[first..], &ways);
        if let Some(last) = lines.last_mut() {
            last.is_final |= teller.came_to_light();
        }
        lines
    }

    /// Heading of a phase, such as `Round 3`, if it is public.
    fn heading(&mut self, game: &Game, rule: u32) -> Option<Happened> {
        let title = game.program().rules[rule as usize].heading.clone()?;
        let times = self.begun.entry(rule).or_default();
        *times += 1;
        let title = if *times == 1 { title } else { format!("{title} {times}") };
        let span = game.program().rules[rule as usize].span;
        let clauses = game.book().clauses_at(span).to_vec();
        Some(Happened { clauses, span, ..Happened::headed(&title, Some(rule), game.players()) })
    }

    /// Removes undone events: phases that began there have not begun.
    pub(crate) fn undo_log(&mut self, happened: &[Happened]) {
        for one in happened {
            if let HappenedKind::Heading(Some(rule)) = one.what
                && let Some(times) = self.begun.get_mut(&rule)
            {
                *times = times.saturating_sub(1);
            }
        }
    }
}

/// Merges hidden moves along one route into one line, so that neither the number of sorts nor their counts leak.
fn hide_sorts(game: &Game, lines: &mut [Happened], ways: &[Option<(MoveRoute, i32)>]) {
    let mut line_of: Vec<MoveRoute> = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        let Some((way, _)) = *way else { continue };
        if !lines[at].seen.contains(&false) || line_of.contains(&way) {
            continue;
        }
        line_of.push(way);
        let same = |other: &&(MoveRoute, i32)| other.0 == way;
        let count: i32 = ways.iter().flatten().filter(same).map(|other| other.1).sum();
        lines[at].hidden = Some(hidden_line(game, way, count));
    }
}

impl Teller<'_> {
    fn line_of(&mut self, event: &Event) -> Option<Happened> {
        let lowered = self.eye.lowered;
        let players = lowered.players();
        match event {
            Event::Moved { piece, count, from, to, end } => Some(self.moved((*from, *to, *end), (*piece, *count))),
            Event::Stepped { slot, from, to } => {
                Some(Happened::open(stepped(&lowered.legend, *slot, *from, *to)?, players))
            }
            Event::Said(text, values) => {
                let line = said(lowered, *text, values);
                Some(match lowered.program.texts[text.index()].heading {
                    true => Happened::headed(&line, None, players),
                    false => Happened::open(line, players),
                })
            }
            Event::Entered(_) | Event::Answered => None,
        }
    }

    fn moved(&mut self, way: MoveRoute, (piece, count): (i32, i32)) -> Happened {
        let legend = &self.eye.lowered.legend;
        let players = self.eye.lowered.players();
        let mut seen = Vec::new();
        let mut revealed = false;
        let (from, to, _) = way;
        for (seat, viewer) in viewers(players).enumerate() {
            let saw = |at: i32| {
                usize::try_from(at).ok().and_then(|at| self.before.get(at)).is_some_and(|saw| saw >> seat & 1 == 1)
            };
            let knew = saw(from) || saw(to);
            let sees = [from, to].into_iter().any(|at| at != NONE && self.eye.sees_cell(self.state, at, viewer));
            revealed |= sees && !knew;
            seen.push(sees || knew);
        }
        let piece = piece.max(0) as u32;
        let named = [from, to].map(|at| thing_in(legend, piece, at));
        let what = &named.iter().find(|name| ***name != legend.pieces[piece as usize]).unwrap_or(&named[0]).title;
        let line = line_of(legend, what, count, way);
        Happened { is_final: revealed, ..Happened::new(line, seen, HappenedKind::Moved) }
    }

    /// True if somebody now sees into a place with contents that they could not see before.
    fn came_to_light(&mut self) -> bool {
        let now = self.eye.seers(self.state);
        let lit = |at: usize| now[at] & !self.before[at] != 0;
        let layout = &self.game.program().layout;
        (0..self.before.len().min(now.len())).any(|at| lit(at) && !things(layout, self.state, at as u32).is_empty())
    }
}
