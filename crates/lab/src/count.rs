//! Perft: counts all sequences of answers of a game up to a depth, chance included. The result does not depend on the
//! number of threads.

use std::collections::VecDeque;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::threads;
use tavola_game::{ActionProgress, Fault, Game, PartProgress, Referee, State};

/// Unit of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Each answer, also each part of a bag, a division or an order.
    Answer,
    /// A whole action with all its questions. An answer outside of actions counts by itself.
    Action,
}

/// Parameters of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Maximum number of steps.
    pub depth: usize,
    /// Unit of a step.
    pub per: Per,
    /// Number of threads; 0 for the number of cores.
    pub jobs: usize,
}

/// Counts at one depth.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Level {
    /// Number of sequences with this many steps.
    pub sequences: u64,
    /// Number of those after which the game is over.
    pub over: u64,
}

/// Counts of all sequences up to a depth, by number of steps, from 0.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Levels(pub Vec<Level>);

impl Levels {
    fn at(&mut self, depth: usize) -> &mut Level {
        if self.0.len() <= depth {
            self.0.resize(depth + 1, Level::default());
        }
        &mut self.0[depth]
    }

    /// Number of games that are over after at most `depth` steps.
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

/// Counts below a first step.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Answers of the first step, in the language's notation.
    pub first: Vec<String>,
    /// Counts of the sequences that begin with it. Level 0 is empty.
    pub levels: Levels,
}

/// Result of a count.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Counts of the whole game.
    pub levels: Levels,
    /// Counts below each first step, in the order in which the rules offer them.
    pub branches: Vec<Branch>,
    /// True if the count was stopped. The numbers then cover the sequences walked so far.
    pub stopped: bool,
}

/// Number of open positions at which the work is divided among threads, so that all of them are busy up to the end.
const ENOUGH: usize = 512;

/// An open position, and how it was reached.
struct WalkPosition {
    state: State,
    /// Number of finished steps.
    depth: usize,
    /// The unfinished answer or action that the next answer belongs to.
    parts: Option<PartProgress>,
    /// Index of the first step that it lies below. None while that step is unfinished.
    branch: Option<usize>,
    /// Answers of the first step while it is unfinished.
    first: Vec<String>,
}

/// Counts every sequence of the walk.
///
/// `progress` gets the number of finished pieces of work and their total. Once `stop` is set, the counts so far are
/// returned.
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
        let begin = || Counter {
            referee: game.referee().without_checks_and_history(),
            walk: *walk,
            stop,
            branches: Vec::new(),
        };
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

/// Counts sequences on one thread.
struct Counter<'a> {
    referee: Referee,
    walk: Walk,
    stop: &'a AtomicBool,
    branches: Vec<Branch>,
}

impl Counter<'_> {
    /// Expands positions breadth-first until there are enough of them. Returns whether the game is over at its start,
    /// and the open positions.
    fn spread(&mut self, game: &Game) -> Result<(bool, Vec<WalkPosition>), Fault> {
        let mut state = game.start();
        if self.referee.run_without_options(&mut state)? {
            return Ok((true, Vec::new()));
        }
        let mut nodes = VecDeque::new();
        if self.walk.depth > 0 {
            nodes.push_back(WalkPosition { state, depth: 0, parts: None, branch: None, first: Vec::new() });
        }
        // Threads do not know the answers of first steps, so all first steps are expanded here.
        while nodes.len() < ENOUGH || nodes.front().is_some_and(|node| node.branch.is_none()) {
            let Some(node) = nodes.pop_front().filter(|_| !self.stopped()) else { break };
            nodes.extend(self.open(node)?);
        }
        Ok((false, nodes.into()))
    }

    /// Counts all sequences below a position, depth-first.
    fn below(&mut self, node: WalkPosition) -> Result<(), Fault> {
        if self.stopped() {
            return Ok(());
        }
        self.open(node)?.into_iter().try_for_each(|node| self.below(node))
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Gives every answer of a position and counts the sequences that this finishes. Returns the positions to continue
    /// from.
    fn open(&mut self, mut node: WalkPosition) -> Result<Vec<WalkPosition>, Fault> {
        self.referee.run(&mut node.state)?;
        let mut given = Vec::new();
        for option in 0..self.referee.option_count() {
            let mut next = WalkPosition { state: node.state.clone(), parts: None, first: node.first.clone(), ..node };
            if next.branch.is_none() {
                next.first.push(self.referee.notation(option));
            }
            let answer = self.referee.answer_in_action(&mut next.state, option, node.parts.as_ref())?;
            given.push((next, answer));
        }
        let mut on = Vec::new();
        for (mut next, answer) in given {
            let finished = match self.walk.per {
                Per::Answer => true,
                Per::Action => match self.referee.run_action(&mut next.state, answer)? {
                    ActionProgress::Over => true,
                    ActionProgress::Open => false,
                    ActionProgress::Parts(parts) => {
                        next.parts = Some(parts);
                        false
                    }
                },
            };
            if !finished || self.goes_on(&mut next)? {
                on.push(next);
            }
        }
        Ok(on)
    }

    /// Counts a finished step. Returns `true` if the walk continues below it.
    fn goes_on(&mut self, node: &mut WalkPosition) -> Result<bool, Fault> {
        let over = self.referee.run_without_options(&mut node.state)?;
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
