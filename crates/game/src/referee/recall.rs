//! Sampling of hidden states from the history: a particle filter over replays (Gordon, Salmond and Smith 1993).
//!
//! Replays begin at an early position and sample everything hidden. A replay in which the player would have seen something else
//! is dropped, and copies of others take its place. So nothing enters that the player was not shown, however secrets changed since.

use std::sync::{Arc, OnceLock};

use crate::deal::may_need_past;
use crate::{Pending, together};
use tavola_core::code::{AskId, PC};
use tavola_core::vm::{HistoryStep, KnownStep, State};

use super::Referee;
use super::answer_history::HistoryPath;

/// Numbers of particles to try, from the cheapest.
const POOLS: [usize; 3] = [1, 8, 64];
/// Number of attempts for each particle at each observation.
const BEGUN: usize = 4;
/// Number of restarts from a later position after all particles are lost.
const FRESH: usize = 2;
/// Maximum number of answers for one deal.
const ANSWERS: usize = 6_000;
/// Maximum number of answers for a deal that also records its way, as the laws ask for at each question.
const ANSWERS_OF_A_WAY: usize = 600;
/// Cost of dealing one position, in answers.
const ANSWERS_OF_A_DEAL: usize = 20;
/// Maximum number of answers between two observations.
const QUIET: usize = 500;
/// Maximum number of answers before the position that a replay covers.
const WINDOW: usize = 250;

/// A sampled position that the player's observations allow.
#[derive(Debug)]
pub struct Recalled {
    /// The position.
    pub state: State,
    /// The sampled way to it.
    pub way: HistoryPath,
    /// Index in the true way at which the sampled way begins.
    pub from: usize,
}

/// An observation of a player on the way.
struct Noticed {
    /// Its index on the way.
    step: usize,
    ask: AskId,
    pending: Pending,
    is_question_public: bool,
    /// The answer, if the player saw it.
    answer_seen: Option<Vec<i32>>,
    code: u64,
    /// True if the `together` block around it is still open.
    in_block: bool,
}

/// End of the way, as the player sees it.
struct WayEnd {
    pc: i32,
    pending: Pending,
    code: u64,
    /// Number of parts begun in its `together` block.
    begun: Option<usize>,
    /// Number of answers since the last observation, where it is known.
    quiet: Option<usize>,
}

/// A particle: one replay.
#[derive(Clone)]
struct Particle {
    state: State,
    steps: Vec<Arc<HistoryStep>>,
    from: usize,
}

/// A run of the particle filter.
struct Recall<'a> {
    /// Referee for replays. Its open question may be lost.
    referee: &'a mut Referee,
    viewer: usize,
    /// `pick(n)` returns a number from 0 to n - 1.
    pick: &'a mut dyn FnMut(u32) -> u32,
    /// True if the way is recorded, too.
    records_way: bool,
    left: usize,
    /// Number of positions dealt inside a game.
    deals: usize,
}

impl Recall<'_> {
    /// Samples a position that the viewer cannot tell from the end of a way. `None` if all particles are lost.
    fn find(&mut self, line: &HistoryPath) -> Option<Recalled> {
        let first = line.steps.len().saturating_sub(WINDOW);
        let block = self.block_begins(line);
        let mut noticed = Vec::new();
        for at in first..line.steps.len() {
            noticed.extend(self.noticed(line, at, at >= block)?);
        }
        let end = self.end(line, noticed.last().map_or(first, |last| last.step + 1))?;
        // An intermediate position is dealt at an observation, since the viewer sees the same in all positions that lead there.
        let (mut begun, mut at) = (first, 0);
        if first > 0 {
            begun = noticed.iter().find(|seen| seen.is_question_public)?.step;
            at = noticed.iter().position(|seen| seen.step == begun)?;
        }
        for _ in 0..=FRESH {
            let mut stuck = at;
            for size in POOLS {
                match self.play(line, (begun, size), &noticed[at..], &end) {
                    Ok(found) => return Some(self.recalled(line, found)),
                    Err(_) if self.left == 0 || self.records_way && self.left < ANSWERS_OF_A_DEAL => return None,
                    Err(passed) => stuck = stuck.max(at + passed),
                }
            }
            let next = noticed.iter().enumerate().skip(stuck).find(|(_, seen)| seen.is_question_public);
            let (next, seen) = next.filter(|(next, _)| *next > at || begun == 0)?;
            (at, begun) = (next, seen.step);
        }
        None
    }

    fn recalled(&self, line: &HistoryPath, again: Particle) -> Recalled {
        let Particle { state, steps, from } = again;
        let is_whole = line.is_whole && from == 0;
        Recalled { way: HistoryPath { steps, is_whole, tip: state.clone() }, state, from }
    }

    /// Index of the first answer in a `together` block that is still open.
    fn block_begins(&self, line: &HistoryPath) -> usize {
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

    /// Observation of the viewer at an answer of the true game, or `Some(None)` without one. `None` if the answer cannot be repeated.
    fn noticed(&mut self, line: &HistoryPath, at: usize, in_block: bool) -> Option<Option<Noticed>> {
        let step = &line.steps[at];
        let known = self.known(step)?;
        let (is_question_public, mut answer_seen) =
            (known.is_question_public, known.answer_seen >> self.viewer & 1 == 1);
        let code = known.codes[self.viewer];
        let pending = self.pending(&step.state);
        if in_block {
            answer_seen = pending == Pending::Choice(self.viewer);
        }
        let answer_seen = answer_seen.then(|| step.option.clone());
        let seen = Noticed { step: at, ask: step.ask, pending, is_question_public, answer_seen, code, in_block };
        Some((is_question_public || seen.answer_seen.is_some()).then_some(seen))
    }

    fn known<'s>(&mut self, step: &'s HistoryStep) -> Option<&'s KnownStep> {
        if step.known.get().is_none() {
            let mut state = step.state.clone();
            self.referee.run(&mut state).ok()?;
            let option = self.option(&step.option)?;
            let players = self.referee.game.players();
            let is_question_public = self.referee.is_question_public(&state);
            let answer_seen = (0..players).fold(0, |answer_seen, seat| {
                answer_seen | u64::from(self.referee.sees_answer(&state, option, seat)) << seat
            });
            let codes = (0..players).map(|seat| self.referee.known_hash(&state, seat)).collect();
            let _ = step.known.set(KnownStep { is_question_public, answer_seen, codes });
        }
        step.known.get()
    }

    /// Option of the open question with these words.
    fn option(&self, words: &[i32]) -> Option<usize> {
        let options = &self.referee.open.options;
        (0..options.len()).find(|&at| options.get(at) == words)
    }

    fn pending(&mut self, state: &State) -> Pending {
        let Referee { game, machine, .. } = &mut *self.referee;
        Pending::at(game.program(), machine, state)
    }

    /// End of a way. `quiet` is the index after the last observation.
    fn end(&mut self, line: &HistoryPath, quiet: usize) -> Option<WayEnd> {
        let mut state = line.tip.clone();
        let pending = self.referee.run(&mut state).ok()?;
        let half = self.referee.half_chosen(&state);
        Some(WayEnd {
            pc: line.tip.words()[PC],
            pending,
            code: self.referee.known_hash(&line.tip, self.viewer),
            begun: self.begun(&line.tip),
            quiet: half.then(|| line.steps.len() - quiet),
        })
    }

    fn begun(&self, state: &State) -> Option<usize> {
        let block = together::block_of(self.referee.game.program(), state)?;
        Some(together::members(state, block).1)
    }

    /// Runs the filter to the end, from the answer `begun` on. On failure, returns the number of observations matched.
    fn play(
        &mut self,
        line: &HistoryPath,
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

    /// Initial position of a particle. The beginning of the game is public, and any other position is dealt.
    fn begins(&mut self, line: &HistoryPath, begun: usize) -> Option<State> {
        let state = line.steps.get(begun).map_or(&line.tip, |step| &step.state);
        if begun == 0 && line.is_whole {
            return Some(state.clone());
        }
        self.deals += 1;
        if self.records_way {
            self.left = self.left.checked_sub(ANSWERS_OF_A_DEAL)?;
        }
        self.referee.deal_as_it_stands(None, state, self.viewer, self.pick).ok()
    }

    fn looks_alike(&mut self, one: &State, other: &State) -> bool {
        let viewer = Some(self.viewer);
        self.referee.view(one, viewer) == self.referee.view(other, viewer)
    }

    /// Advances a particle to the viewer's next observation. `None` if it differs from the true one.
    fn notices(&mut self, again: &mut Particle, seen: &Noticed) -> Option<()> {
        for _ in 0..QUIET {
            let pending = self.referee.run(&mut again.state).ok()?;
            let is_question_public = self.referee.is_question_public(&again.state);
            let same = self.referee.open.id == Some(seen.ask)
                && pending == seen.pending
                && is_question_public == seen.is_question_public
                && self.referee.known_hash(&again.state, self.viewer) == seen.code;
            if let (true, Some(answer_seen)) = (same, &seen.answer_seen) {
                let option = self.option(answer_seen)?;
                return self.answers(again, option);
            }
            if is_question_public && !same {
                return None;
            }
            self.answers_unseen(again, pending, seen.in_block)?;
            if is_question_public {
                return Some(());
            }
        }
        None
    }

    /// Advances a particle to the end of the way.
    fn arrives(&mut self, again: &mut Particle, end: &WayEnd) -> Option<()> {
        for quiet in 0..QUIET {
            let pending = self.referee.run(&mut again.state).ok()?;
            let there = again.state.words()[PC] == end.pc
                && pending == end.pending
                && end.quiet.is_none_or(|wanted| wanted == quiet)
                && self.begun(&again.state) == end.begun
                && self.referee.known_hash(&again.state, self.viewer) == end.code;
            if there {
                return Some(());
            }
            if self.referee.is_question_public(&again.state) {
                return None;
            }
            self.answers_unseen(again, pending, end.begun.is_some())?;
        }
        None
    }

    /// Gives a random answer that the viewer does not see. `None` if the viewer would see the sampled one.
    /// In an `open` `together` block, viewers see only their own answers.
    fn answers_unseen(&mut self, again: &mut Particle, pending: Pending, open: bool) -> Option<()> {
        if pending == Pending::Over {
            return None;
        }
        let option = self.any_option();
        let answer_seen = match open && self.begun(&again.state).is_some() {
            true => pending == Pending::Choice(self.viewer),
            false => self.referee.sees_answer(&again.state, option, self.viewer),
        };
        if answer_seen { None } else { self.answers(again, option) }
    }

    /// A random option of the open question, by weight.
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
        if self.records_way {
            let ask = self.referee.open.id?;
            let words = self.referee.open.options.get(option).to_vec();
            let (state, known) = (again.state.clone(), OnceLock::new());
            again.steps.push(Arc::new(HistoryStep { state, ask, option: words, known }));
        }
        self.referee.answer(&mut again.state, option).ok()
    }
}

impl Referee {
    /// Turns on, or off, the history of answers for [`Referee::complete`] and [`Referee::information_state`].
    /// On by default for games whose deals can need it,
    /// unless the referee is [trusting](Referee::without_checks_and_history).
    pub fn remember(&mut self, on: bool) {
        self.answer_history.notes = on;
    }

    /// True if deals of this game can need the history, see [`Referee::remember`].
    pub fn may_need_past(&self) -> bool {
        may_need_past(self.game.lowered())
    }

    /// True if deals for this position need the history.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn needs_past(&mut self, state: &State, viewer: usize) -> bool {
        self.game.assert_viewer(Some(viewer));
        self.eye().needs_past(state, viewer)
    }

    /// Total cost of all sampling from the history, in answers.
    pub fn recalled_answers(&self) -> u64 {
        self.answer_history.recalled
    }

    /// True if sampling from the history failed for the last position, so that it was dealt without.
    pub fn found_nothing(&self) -> bool {
        self.answer_history.has_lost()
    }

    /// Forgets that sampling failed for the last position, so that the next results do not depend on these attempts.
    pub fn forget_failures(&mut self) {
        self.answer_history.forget_failures();
    }

    /// Samples a position that the viewer cannot tell from the end of a way, with a way to it. `None` if none was found.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn recall(&mut self, way: &HistoryPath, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> Option<Recalled> {
        self.game.assert_viewer(Some(viewer));
        self.recalled(way, viewer, pick, true)
    }

    /// Samples from the history, if the position needs that.
    pub(super) fn recall_needed(
        &mut self,
        way: &HistoryPath,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Recalled> {
        if self.answer_history.is_lost(&way.tip, viewer) || !self.eye().needs_past(&way.tip, viewer) {
            return None;
        }
        let found = self.recalled(way, viewer, pick, false);
        if found.is_none() {
            self.answer_history.loses(&way.tip, viewer);
        }
        found
    }

    fn recalled(
        &mut self,
        way: &HistoryPath,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
        records_way: bool,
    ) -> Option<Recalled> {
        let mut referee = self.again();
        let most = if records_way { ANSWERS_OF_A_WAY } else { ANSWERS };
        let mut recall = Recall { referee: &mut referee, viewer, pick, records_way, left: most, deals: 0 };
        let found = recall.find(way);
        self.answer_history.recalled += (most - recall.left + recall.deals * ANSWERS_OF_A_DEAL) as u64;
        self.again = Some(referee);
        found
    }
}
