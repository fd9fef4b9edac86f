//! Every way a game can go, counted: sequences of answers, chance among them. The numbers are the same for any number of
//! threads.

use std::collections::VecDeque;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::threads;
use tavola_game::{Fault, Game, Parts, Referee, State};

/// What makes a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Each answer, also each part of a bag, a division or an order.
    Answer,
    /// A whole action with all that is asked in it; an answer that belongs to none by itself.
    Action,
}

/// What is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// How many steps deep.
    pub depth: usize,
    /// What a step is.
    pub per: Per,
    /// How many threads; 0: as many as there are cores.
    pub jobs: usize,
}

/// What happens at one depth.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Level {
    /// So many sequences have this many steps.
    pub sequences: u64,
    /// After so many of them the game is over.
    pub over: u64,
}

/// All sequences up to a depth: a level for each number of steps, from 0.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Levels(pub Vec<Level>);

impl Levels {
    fn at(&mut self, depth: usize) -> &mut Level {
        if self.0.len() <= depth {
            self.0.resize(depth + 1, Level::default());
        }
        &mut self.0[depth]
    }

    /// How many games are over after at most so many steps.
    pub fn over_by(&self, depth: usize) -> u64 {
        self.0.iter().take(depth + 1).map(|level| level.over).sum()
    }
}

impl AddAssign for Levels {
    fn add_assign(&mut self, other: Self) {
        for (depth, level) in other.0.into_iter().enumerate() {
            let here = self.at(depth);
            here.sequences = here.sequences.saturating_add(level.sequences);
            here.over = here.over.saturating_add(level.over);
        }
    }
}

/// What lies behind a first answer.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The answers of the first step, in the language's notation.
    pub first: Vec<String>,
    /// The sequences that begin with it; the level 0 is empty.
    pub levels: Levels,
}

/// What was counted.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Counted {
    /// All together.
    pub levels: Levels,
    /// What was counted below each first step, in the order in which the rules offer them.
    pub branches: Vec<Branch>,
    /// Whether it was stopped: then the numbers are those of the sequences that were walked so far.
    pub stopped: bool,
}

/// So many positions are opened before the threads begin, so that each has something to do up to the end.
const ENOUGH: usize = 512;

/// A position on the way, and how it was reached.
struct WalkPosition {
    state: State,
    /// Steps that are finished.
    depth: usize,
    /// What the next answer is a part of.
    parts: Option<Parts>,
    /// Which first step it lies behind; none while that is under way.
    branch: Option<usize>,
    /// The answers of the first step, while that is under way.
    first: Vec<String>,
}

/// Counts every sequence of the walk. `progress` is told how many of how many pieces of the work are done; once `stop` is set,
/// what was counted so far is given back.
///
/// # Errors
/// The first fault of the rules, in the order in which they offer answers.
pub fn count(
    game: &Game,
    walk: &Walk,
    progress: &(dyn Fn(u64, u64) + Sync),
    stop: &AtomicBool,
) -> Result<Counted, Fault> {
    threads::with(walk.jobs, || {
        let begin = || Counter { referee: game.referee().trusting(), walk: *walk, stop, branches: Vec::new() };
        let mut counter = begin();
        let (over, open) = counter.spread(game)?;
        let (all, done) = (open.len() as u64, AtomicU64::new(0));
        let piece = |counter: &mut Counter<'_>, node: WalkPosition| {
            counter.below(node)?;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            Ok(std::mem::take(&mut counter.branches))
        };
        let pieces: Vec<Result<Vec<Branch>, Fault>> = open.into_par_iter().map_init(begin, piece).collect();
        let mut branches = counter.branches;
        for piece in pieces {
            branches.iter_mut().zip(piece?).for_each(|(branch, more)| branch.levels += more.levels);
        }
        let mut levels = Levels(vec![Level { sequences: 1, over: u64::from(over) }]);
        branches.iter().for_each(|branch| levels += branch.levels.clone());
        Ok(Counted { levels, branches, stopped: stop.load(Ordering::Relaxed) })
    })
}

/// Counts ways, one for each thread.
struct Counter<'a> {
    referee: Referee,
    walk: Walk,
    stop: &'a AtomicBool,
    branches: Vec<Branch>,
}

impl Counter<'_> {
    /// Opens positions, nearest first, until there are enough of them: whether the game is over before it begins, and what is left
    /// to be walked.
    fn spread(&mut self, game: &Game) -> Result<(bool, Vec<WalkPosition>), Fault> {
        let mut state = game.start();
        if self.referee.is_over(&mut state)? {
            return Ok((true, Vec::new()));
        }
        let mut nodes = VecDeque::new();
        if self.walk.depth > 0 {
            nodes.push_back(WalkPosition { state, depth: 0, parts: None, branch: None, first: Vec::new() });
        }
        // Threads know no answers of a first step: all of these are opened here.
        while nodes.len() < ENOUGH || nodes.front().is_some_and(|node| node.branch.is_none()) {
            let Some(node) = nodes.pop_front().filter(|_| !self.stopped()) else { break };
            nodes.extend(self.open(node)?);
        }
        Ok((false, nodes.into()))
    }

    /// Walks all ways below a position.
    fn below(&mut self, node: WalkPosition) -> Result<(), Fault> {
        if self.stopped() {
            return Ok(());
        }
        self.open(node)?.into_iter().try_for_each(|node| self.below(node))
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Gives every answer of a position and counts the sequences that this finishes: what goes on.
    fn open(&mut self, mut node: WalkPosition) -> Result<Vec<WalkPosition>, Fault> {
        self.referee.run(&mut node.state)?;
        let mut given = Vec::new();
        for option in 0..self.referee.options() {
            let mut next = WalkPosition { state: node.state.clone(), parts: None, first: node.first.clone(), ..node };
            if next.branch.is_none() {
                next.first.push(self.referee.notation(option));
            }
            let answer = self.referee.give(&mut next.state, option, node.parts.as_ref())?;
            given.push((next, answer));
        }
        let mut on = Vec::new();
        for (mut next, answer) in given {
            let finished = match self.walk.per {
                Per::Answer => true,
                Per::Action => self.referee.finish(&mut next.state, answer, &mut next.parts)?,
            };
            if !finished || self.goes_on(&mut next)? {
                on.push(next);
            }
        }
        Ok(on)
    }

    /// Counts a step that is finished: whether more is to be walked behind it.
    fn goes_on(&mut self, node: &mut WalkPosition) -> Result<bool, Fault> {
        let over = self.referee.is_over(&mut node.state)?;
        node.depth += 1;
        let branch = node.branch.unwrap_or(self.branches.len());
        if self.branches.len() <= branch {
            self.branches.resize(branch + 1, Branch::default());
        }
        if node.branch.is_none() {
            (node.branch, self.branches[branch].first) = (Some(branch), std::mem::take(&mut node.first));
        }
        let level = self.branches[branch].levels.at(node.depth);
        level.sequences = level.sequences.saturating_add(1);
        level.over = level.over.saturating_add(u64::from(over));
        Ok(!over && node.depth < self.walk.depth)
    }
}
