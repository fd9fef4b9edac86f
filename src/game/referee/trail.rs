//! What was answered on the way to a position, as far as this referee took part in it. Where a position alone does not say what a player may
//! take for possible, it is dealt from there, see [`super::recall`].

use std::sync::{Arc, OnceLock};

use crate::code::AskId;
use crate::game::deal::SeenGoing;
use crate::vm::State;

/// Of one way at most so many answers are kept, then the older half is forgotten.
const MOST_STEPS: usize = 1_000;

/// At most so many ways are kept: who tries something on copies of a position begins others.
const MOST_LINES: usize = 4;

/// An answer on the way to a position.
#[derive(Debug)]
pub(in crate::game::referee) struct TrailStep {
    /// The position at which it was given.
    pub(in crate::game::referee) state: State,
    /// The question.
    pub(in crate::game::referee) ask: AskId,
    /// The words of the option.
    pub(in crate::game::referee) option: Vec<i32>,
    /// What players know of it, once somebody has asked.
    pub(in crate::game::referee) known: OnceLock<StepKnown>,
}

/// What players know of an answer.
#[derive(Debug)]
pub(in crate::game::referee) struct StepKnown {
    /// Whether everybody notices that this question is asked.
    pub(in crate::game::referee) is_noticed: bool,
    /// Who is told the answer: a bit for each seat.
    pub(in crate::game::referee) told: u64,
    /// For each seat what it knows of the position at which it was given, see [`super::Referee::known_code`].
    pub(in crate::game::referee) codes: Vec<u64>,
}

/// The way to a position.
#[derive(Clone, Debug)]
pub(crate) struct TrailWay {
    /// Its answers.
    pub(in crate::game::referee) steps: Vec<Arc<TrailStep>>,
    /// It begins where the game does.
    pub(in crate::game::referee) is_whole: bool,
    /// Where it leads to.
    pub(in crate::game::referee) tip: State,
}

impl TrailWay {
    /// Only what came behind its first answers.
    pub(crate) fn without(mut self, first: usize) -> Self {
        self.is_whole &= first == 0;
        self.steps.drain(..first.min(self.steps.len()));
        self
    }

    /// How many answers it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }
}

/// The ways that a referee has gone.
#[derive(Debug, Default)]
pub(in crate::game::referee) struct Trail {
    /// Whether answers are noted.
    pub(in crate::game::referee) notes: bool,
    /// The one that was gone last comes last.
    lines: Vec<TrailWay>,
    /// Where, and for whom, nothing could be recalled; how often.
    lost: Option<(State, usize, u32)>,
    /// What all that was recalled has taken, in answers.
    pub(in crate::game::referee) recalled: u64,
    /// What was seen on the way that somebody asked about last.
    pub(in crate::game::referee) seen: SeenOnWay,
}

/// What each player has seen going into places on a way.
#[derive(Debug, Default)]
pub(in crate::game::referee) struct SeenOnWay {
    /// Where the way led to.
    pub(in crate::game::referee) tip: State,
    /// Its last answer, and how many it had.
    pub(in crate::game::referee) last: Option<(Arc<TrailStep>, usize)>,
    /// For each seat.
    pub(in crate::game::referee) seats: Vec<SeenGoing>,
}

/// So often recalling is tried in vain at one position.
const TRIES: u32 = 2;

impl Trail {
    /// Nothing was answered yet.
    pub(in crate::game::referee) fn new(notes: bool) -> Self {
        Self { notes, ..Self::default() }
    }

    /// The way that leads to a position.
    pub(in crate::game::referee) fn to(&self, state: &State) -> Option<TrailWay> {
        let whole = self.lines.iter().rev().find(|line| line.tip == *state);
        whole.cloned().or_else(|| self.part_to(state))
    }

    /// A way that went on from a position, up to there.
    fn part_to(&self, state: &State) -> Option<TrailWay> {
        self.lines.iter().rev().find_map(|line| {
            let at = line.steps.iter().rposition(|step| step.state == *state)?;
            Some(TrailWay { steps: line.steps[..at].to_vec(), is_whole: line.is_whole, tip: state.clone() })
        })
    }

    /// Keeps this way and no other.
    pub(in crate::game::referee) fn set(&mut self, line: Option<TrailWay>) {
        self.lines.clear();
        self.lines.extend(line);
        self.lost = None;
    }

    /// A position that is about to be run on: the number of the way that leads there.
    pub(in crate::game::referee) fn runs(&mut self, state: &State, start: &[i32]) -> Option<usize> {
        if !self.notes {
            return None;
        }
        if state.words() == start {
            self.set(Some(TrailWay { steps: Vec::new(), is_whole: true, tip: state.clone() }));
        }
        self.lines.iter().rposition(|line| line.tip == *state)
    }

    /// It has been run on.
    pub(in crate::game::referee) fn ran(&mut self, line: Option<usize>, state: &State) {
        if let Some(line) = line.and_then(|at| self.lines.get_mut(at)) {
            line.tip.clone_from(state);
        }
    }

    /// A question was answered at a position, and led to another one.
    pub(in crate::game::referee) fn answered(
        &mut self,
        before: State,
        (ask, option): (AskId, Vec<i32>),
        after: &State,
    ) {
        let mut line = match self.lines.iter().rposition(|line| line.tip == before) {
            Some(at) => self.lines.remove(at),
            None => self.part_to(&before).unwrap_or_else(|| TrailWay {
                steps: Vec::new(),
                is_whole: false,
                tip: before.clone(),
            }),
        };
        if line.steps.len() >= MOST_STEPS {
            line = line.without(MOST_STEPS / 2);
        }
        line.steps.push(Arc::new(TrailStep { state: before, ask, option, known: OnceLock::new() }));
        line.tip.clone_from(after);
        if self.lines.len() >= MOST_LINES
            && let Some(least) = (0..self.lines.len()).min_by_key(|&at| (self.lines[at].is_whole, self.lines[at].len()))
        {
            self.lines.remove(least);
        }
        self.lines.push(line);
    }

    /// Whether recalling was in vain last.
    pub(in crate::game::referee) fn has_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Whether recalling was tried often enough in vain.
    pub(in crate::game::referee) fn is_lost(&self, state: &State, viewer: usize) -> bool {
        self.lost.as_ref().is_some_and(|(at, who, often)| *often >= TRIES && *who == viewer && at == state)
    }

    /// Nothing could be recalled once more.
    pub(in crate::game::referee) fn loses(&mut self, state: &State, viewer: usize) {
        match &mut self.lost {
            Some((at, who, often)) if *who == viewer && at == state => *often += 1,
            lost => *lost = Some((state.clone(), viewer, 1)),
        }
    }
}
