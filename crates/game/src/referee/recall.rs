//! Dealing from what has happened: a game is played again from its beginning, in which everything that a player was told, and every view
//! that they had, comes out as before, and all else is left to chance.
//!
//! Games that come out otherwise are dropped, and others go on in their place (a particle filter: Gordon, Salmond and Smith 1993). So nothing of
//! the truth enters that the player was not told, however a secret was answered, changed and used since.

use std::sync::{Arc, OnceLock};

use crate::deal::may_need_past;
use crate::{Pending, together};
use tavola_core::code::{AskId, PC};
use tavola_core::vm::{HistoryStep, KnownStep, State};

use super::Referee;
use super::trail::TrailWay;

/// So many games are played side by side, the more the harder it is.
const POOLS: [usize; 3] = [1, 8, 64];
/// Games that are begun for each that goes on.
const BEGUN: usize = 4;
/// Where none goes on, so often the position there is dealt as it stands.
const FRESH: usize = 2;
/// One deal takes at most so many answers.
const ANSWERS: usize = 6_000;
/// To look for a position with its way, as the laws do at each question, it takes at most so many.
const ANSWERS_OF_A_WAY: usize = 600;
/// A deal takes as long as so many answers, and counts as them where a way is wanted.
const ANSWERS_OF_A_DEAL: usize = 20;
/// Between two questions that somebody notices there are at most so many answers.
const QUIET: usize = 500;
/// So many answers before the position are gone through at most.
const WINDOW: usize = 250;

/// A position that was come to by answers that could have been given.
#[derive(Debug)]
pub struct Recalled {
    /// The position.
    pub state: State,
    /// The way there.
    pub way: TrailWay,
    /// Where in the true way it begins.
    pub from: usize,
}

/// What a player noticed on the way.
struct Noticed {
    /// Its number on the way.
    step: usize,
    ask: AskId,
    pending: Pending,
    is_noticed: bool,
    /// The answer, if the player was told.
    told: Option<Vec<i32>>,
    code: u64,
    /// The `together` block around it is not over yet.
    in_block: bool,
}

/// Where the way leads to, as a player sees it.
struct WayEnd {
    pc: i32,
    pending: Pending,
    code: u64,
    /// How many have begun in the `together` block in which it is.
    begun: Option<usize>,
    /// How many answers were given since the player noticed something, where that is known.
    quiet: Option<usize>,
}

/// A game that is played again.
#[derive(Clone)]
struct Particle {
    state: State,
    steps: Vec<Arc<HistoryStep>>,
    from: usize,
}

/// Plays games again.
struct Recall<'a> {
    /// Whose question may be lost.
    referee: &'a mut Referee,
    viewer: usize,
    /// `pick(n)` gives a number below n.
    pick: &'a mut dyn FnMut(u32) -> u32,
    /// Whether the way is wanted, too.
    keeps: bool,
    left: usize,
    /// How many positions in the middle of a game were dealt.
    deals: usize,
}

impl Recall<'_> {
    /// A position to which such a game leads that the viewer cannot tell from the one at the end of a way; none where none was found.
    fn find(&mut self, line: &TrailWay) -> Option<Recalled> {
        let first = line.steps.len().saturating_sub(WINDOW);
        let block = self.block_begins(line);
        let mut noticed = Vec::new();
        for at in first..line.steps.len() {
            noticed.extend(self.noticed(line, at, at >= block)?);
        }
        let end = self.end(line, noticed.last().map_or(first, |last| last.step + 1))?;
        // A position in the middle is dealt where something was noticed: whoever may have come there sees the same.
        let (mut begun, mut at) = (first, 0);
        if first > 0 {
            begun = noticed.iter().find(|seen| seen.is_noticed)?.step;
            at = noticed.iter().position(|seen| seen.step == begun)?;
        }
        for _ in 0..=FRESH {
            let mut stuck = at;
            for size in POOLS {
                match self.play(line, (begun, size), &noticed[at..], &end) {
                    Ok(found) => return Some(self.recalled(line, found)),
                    Err(_) if self.left == 0 || self.keeps && self.left < ANSWERS_OF_A_DEAL => return None,
                    Err(passed) => stuck = stuck.max(at + passed),
                }
            }
            let next = noticed.iter().enumerate().skip(stuck).find(|(_, seen)| seen.is_noticed);
            let (next, seen) = next.filter(|(next, _)| *next > at || begun == 0)?;
            (at, begun) = (next, seen.step);
        }
        None
    }

    fn recalled(&self, line: &TrailWay, again: Particle) -> Recalled {
        let Particle { state, steps, from } = again;
        let is_whole = line.is_whole && from == 0;
        Recalled { way: TrailWay { steps, is_whole, tip: state.clone() }, state, from }
    }

    /// The number of the first answer in a `together` block that is not over yet.
    fn block_begins(&self, line: &TrailWay) -> usize {
        let program = self.referee.game.program();
        let Some(block) = together::block_of(program, &line.tip) else { return line.steps.len() };
        let (mut first, mut begun) = (line.steps.len(), together::members(&line.tip, block).1);
        while let Some(step) = first.checked_sub(1).map(|at| &line.steps[at]) {
            let inside = together::block_of(program, &step.state).is_some_and(|other| other.part == block.part);
            let before = if inside { together::members(&step.state, block).1 } else { usize::MAX };
            if before > begun {
                break;
            }
            (first, begun) = (first - 1, before);
        }
        first
    }

    /// What the viewer noticed of an answer of the true game; nothing, if they did not notice it. None: it cannot be given again.
    fn noticed(&mut self, line: &TrailWay, at: usize, in_block: bool) -> Option<Option<Noticed>> {
        let step = &line.steps[at];
        let known = self.known(step)?;
        let (is_noticed, mut told) = (known.is_noticed, known.told >> self.viewer & 1 == 1);
        let code = known.codes[self.viewer];
        let pending = self.pending(&step.state);
        if in_block {
            told = pending == Pending::Choice(self.viewer);
        }
        let told = told.then(|| step.option.clone());
        let seen = Noticed { step: at, ask: step.ask, pending, is_noticed, told, code, in_block };
        Some((is_noticed || seen.told.is_some()).then_some(seen))
    }

    fn known<'s>(&mut self, step: &'s HistoryStep) -> Option<&'s KnownStep> {
        if step.known.get().is_none() {
            let mut state = step.state.clone();
            self.referee.run(&mut state).ok()?;
            let option = self.option(&step.option)?;
            let players = self.referee.game.players();
            let is_noticed = self.referee.is_noticed(&state);
            let told =
                (0..players).fold(0, |told, seat| told | u64::from(self.referee.is_told(&state, option, seat)) << seat);
            let codes = (0..players).map(|seat| self.referee.known_code(&state, seat)).collect();
            let _ = step.known.set(KnownStep { is_noticed, told, codes });
        }
        step.known.get()
    }

    /// The option of the open question with these words.
    fn option(&self, words: &[i32]) -> Option<usize> {
        let options = &self.referee.open.options;
        (0..options.len()).find(|&at| options.get(at) == words)
    }

    fn pending(&mut self, state: &State) -> Pending {
        let Referee { game, machine, .. } = &mut *self.referee;
        Pending::at(game.program(), machine, state)
    }

    /// Where a way leads to; the viewer noticed nothing from `quiet` on.
    fn end(&mut self, line: &TrailWay, quiet: usize) -> Option<WayEnd> {
        let mut state = line.tip.clone();
        let pending = self.referee.run(&mut state).ok()?;
        let half = self.referee.half_chosen(&state);
        Some(WayEnd {
            pc: line.tip.words()[PC],
            pending,
            code: self.referee.known_code(&line.tip, self.viewer),
            begun: self.begun(&line.tip),
            quiet: half.then(|| line.steps.len() - quiet),
        })
    }

    fn begun(&self, state: &State) -> Option<usize> {
        let block = together::block_of(self.referee.game.program(), state)?;
        Some(together::members(state, block).1)
    }

    /// Plays games side by side to the end, from the answer `begun` on; else how much of what was noticed came out as before.
    fn play(
        &mut self,
        line: &TrailWay,
        (begun, size): (usize, usize),
        noticed: &[Noticed],
        end: &WayEnd,
    ) -> Result<Particle, usize> {
        let mut pool = Vec::new();
        for _ in 0..size {
            let state = self.begins(line, begun).ok_or(0_usize)?;
            pool.push(Particle { state, steps: Vec::new(), from: begun });
        }
        for (passed, seen) in noticed.iter().enumerate() {
            let mut next = Vec::new();
            for _ in 0..size * BEGUN {
                let mut again = pool[(self.pick)(pool.len() as u32) as usize].clone();
                if self.notices(&mut again, seen).is_some() {
                    next.push(again);
                    if next.len() == size {
                        break;
                    }
                }
            }
            if next.is_empty() {
                return Err(passed);
            }
            pool = next;
        }
        for _ in 0..size * BEGUN {
            let mut again = pool[(self.pick)(pool.len() as u32) as usize].clone();
            if self.arrives(&mut again, end).is_some() && self.looks_alike(&again.state, &line.tip) {
                return Ok(again);
            }
        }
        Err(noticed.len())
    }

    /// The position before an answer: that of the game's beginning is open, any other is dealt as it stands.
    fn begins(&mut self, line: &TrailWay, begun: usize) -> Option<State> {
        let state = line.steps.get(begun).map_or(&line.tip, |step| &step.state);
        if begun == 0 && line.is_whole {
            return Some(state.clone());
        }
        self.deals += 1;
        if self.keeps {
            self.left = self.left.checked_sub(ANSWERS_OF_A_DEAL)?;
        }
        self.referee.deal_as_it_stands(None, state, self.viewer, self.pick).ok()
    }

    fn looks_alike(&mut self, one: &State, other: &State) -> bool {
        let viewer = Some(self.viewer);
        self.referee.view(one, viewer) == self.referee.view(other, viewer)
    }

    /// Goes on until the viewer notices something, and that is what they noticed in the true game. None: it comes otherwise.
    fn notices(&mut self, again: &mut Particle, seen: &Noticed) -> Option<()> {
        for _ in 0..QUIET {
            let pending = self.referee.run(&mut again.state).ok()?;
            let is_noticed = self.referee.is_noticed(&again.state);
            let same = self.referee.open.id == Some(seen.ask)
                && pending == seen.pending
                && is_noticed == seen.is_noticed
                && self.referee.known_code(&again.state, self.viewer) == seen.code;
            if let (true, Some(told)) = (same, &seen.told) {
                let option = self.option(told)?;
                return self.answers(again, option);
            }
            if is_noticed && !same {
                return None;
            }
            self.answers_unheard(again, pending, seen.in_block)?;
            if is_noticed {
                return Some(());
            }
        }
        None
    }

    /// Goes on to the end of the way.
    fn arrives(&mut self, again: &mut Particle, end: &WayEnd) -> Option<()> {
        for quiet in 0..QUIET {
            let pending = self.referee.run(&mut again.state).ok()?;
            let there = again.state.words()[PC] == end.pc
                && pending == end.pending
                && end.quiet.is_none_or(|wanted| wanted == quiet)
                && self.begun(&again.state) == end.begun
                && self.referee.known_code(&again.state, self.viewer) == end.code;
            if there {
                return Some(());
            }
            if self.referee.is_noticed(&again.state) {
                return None;
            }
            self.answers_unheard(again, pending, end.begun.is_some())?;
        }
        None
    }

    /// Gives any answer of which the viewer is not told. None: they would be told of the one that was drawn. `open`: of a `together` block that is
    /// not over yet they are told their own answers only.
    fn answers_unheard(&mut self, again: &mut Particle, pending: Pending, open: bool) -> Option<()> {
        if pending == Pending::Over {
            return None;
        }
        let option = self.any_option();
        let told = match open && self.begun(&again.state).is_some() {
            true => pending == Pending::Choice(self.viewer),
            false => self.referee.is_told(&again.state, option, self.viewer),
        };
        if told { None } else { self.answers(again, option) }
    }

    /// An option of the open question, as likely as its weight says.
    fn any_option(&mut self) -> usize {
        let weights = &self.referee.open.options.weights;
        let total = weights.iter().fold(0_u32, |total, &weight| total.saturating_add(weight));
        let mut at = (self.pick)(total.max(1));
        let found = weights.iter().position(|&weight| {
            let here = at < weight;
            at -= if here { 0 } else { weight };
            here
        });
        found.unwrap_or(0)
    }

    fn answers(&mut self, again: &mut Particle, option: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.keeps {
            let ask = self.referee.open.id?;
            let words = self.referee.open.options.get(option).to_vec();
            let (state, known) = (again.state.clone(), OnceLock::new());
            again.steps.push(Arc::new(HistoryStep { state, ask, option: words, known }));
        }
        self.referee.answer(&mut again.state, option).ok()
    }
}

impl Referee {
    /// Begins (or ends) to note what is answered, for [`Referee::complete`]. A referee does, where its game can need that; one for thousands of
    /// games does not.
    pub fn remember(&mut self, on: bool) {
        self.trail.notes = on;
    }

    /// Whether its positions can need what has happened, see [`Referee::remember`].
    pub fn may_need_past(&self) -> bool {
        may_need_past(self.game.lowered())
    }

    /// Whether a position is dealt from what has happened, as far as that is known.
    pub fn needs_past(&mut self, state: &State, viewer: usize) -> bool {
        self.eye().needs_past(state, viewer)
    }

    /// What all that was recalled has taken, in answers.
    pub fn recalled_answers(&self) -> u64 {
        self.trail.recalled
    }

    /// Whether nothing could be recalled for the position that was dealt last, and it was dealt as it stands.
    pub fn found_nothing(&self) -> bool {
        self.trail.has_lost()
    }

    /// A position that the viewer cannot tell from the one at the end of a way, come to by other hidden answers, with the way there; none where
    /// none was found.
    pub fn recall(&mut self, way: &TrailWay, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> Option<Recalled> {
        self.recalled(way, viewer, pick, true)
    }

    /// A position that is dealt from what has happened, if it needs that.
    pub(super) fn recall_needed(
        &mut self,
        way: &TrailWay,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Recalled> {
        if self.trail.is_lost(&way.tip, viewer) || !self.eye().needs_past(&way.tip, viewer) {
            return None;
        }
        let found = self.recalled(way, viewer, pick, false);
        if found.is_none() {
            self.trail.loses(&way.tip, viewer);
        }
        found
    }

    fn recalled(
        &mut self,
        way: &TrailWay,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
        keeps: bool,
    ) -> Option<Recalled> {
        let mut referee = self.again();
        let most = if keeps { ANSWERS_OF_A_WAY } else { ANSWERS };
        let mut recall = Recall { referee: &mut referee, viewer, pick, keeps, left: most, deals: 0 };
        let found = recall.find(way);
        self.trail.recalled += (most - recall.left + recall.deals * ANSWERS_OF_A_DEAL) as u64;
        self.again = Some(referee);
        found
    }
}
