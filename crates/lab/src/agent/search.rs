//! Thinking about a question: playouts from positions that could be, with a tree for each seat over what it knows.
//!
//! Information-set Monte Carlo tree search with several observers (MO-ISMCTS: Cowling, Powley and Whitehouse, "Information Set
//! Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). Each playout begins with everything hidden dealt anew, so nothing that
//! the asked player does not see is used. A seat's information set is what it sees and what it has answered since: so
//! nobody answers by what is hidden from him, also where several answer at the same time. `flat` and `greedy` are
//! the same search without a tree.

use std::time::Duration;

use rand::SeedableRng;

use super::super::seeds::{self, Generator};
use super::tree::{BanditArm, Tree};
use super::value::Heuristic;
use super::{Bot, Chance, spec};
use tavola_game::{Fault, Game, Pending, Referee, State};

/// After so many answers (forced ones and chance not counted) a playout is cut off, where the rules rank by something.
const HORIZON: u32 = 40;
/// Playouts of `greedy` for each option, and at most.
const GREEDY: (u32, u32) = (6, 600);
/// No playout goes on for more steps (forced answers and chance, too).
const PLAYOUT_STEPS: u32 = 20_000;
/// The information set at which the search begins, in the tree of its player.
const ROOT: u64 = 0;

/// What came of thinking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The options that were tried, best first.
    pub options: Vec<Expected>,
    /// How many playouts came to something.
    pub playouts: u32,
}

/// What is expected of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The option.
    pub option: usize,
    /// In how many playouts it was taken.
    pub playouts: u32,
    /// What it is worth, from 0 to 1: a share in the victory where games came to their end, and how far ahead he was where
    /// they were cut off.
    pub value: f64,
}

/// How to think.
#[derive(Clone, Copy, Debug)]
struct SearchPlan {
    playouts: u32,
    horizon: u32,
    tree: bool,
}

/// A referee for thinking; its memory is used again from question to question.
pub(super) struct Thinker {
    referee: Referee,
    rng: Generator,
    value: Heuristic,
    trees: Vec<Tree>,
    /// Seats that still choose by their tree.
    inside: Vec<bool>,
    /// For each seat: what it has answered since the question.
    answered: Vec<u64>,
    /// The answers that were chosen by trees: seat, information set, option.
    path: Vec<(usize, u32, u64)>,
    codes: Vec<u64>,
    rewards: Vec<f64>,
}

impl Thinker {
    /// For a game.
    pub(super) fn new(game: &Game) -> Self {
        let seats = game.players();
        Self {
            referee: game.referee().trusting(),
            rng: seeds::generator(0, 0, 0),
            value: Heuristic::default(),
            trees: (0..seats).map(|_| Tree::default()).collect(),
            inside: vec![false; seats],
            answered: vec![0; seats],
            path: Vec::new(),
            codes: Vec::new(),
            rewards: vec![0.0; seats],
        }
    }

    /// Thinks about the question that is open at a referee, as the player who is asked; what it comes to follows from what he sees
    /// and from the seed. The clock tells how long it has thought: who is given a time looks at it between playouts, after the first one.
    pub(super) fn think(
        &mut self,
        bot: Bot,
        open: &Referee,
        state: &State,
        player: usize,
        seed: u64,
        clock: &mut dyn FnMut() -> Duration,
    ) -> Thought {
        self.rng = Generator::seed_from_u64(seed);
        self.value.begin();
        self.trees.iter_mut().for_each(Tree::clear);
        let options = open.options();
        let mut plan = match bot {
            Bot::Random => SearchPlan { playouts: 0, horizon: 0, tree: false },
            Bot::Greedy => {
                let playouts = GREEDY.0.saturating_mul(options as u32).min(GREEDY.1);
                SearchPlan { playouts, horizon: 1, tree: false }
            }
            Bot::Flat(playouts) => SearchPlan { playouts, horizon: HORIZON, tree: false },
            Bot::Mcts(playouts) => SearchPlan { playouts, horizon: HORIZON, tree: true },
            Bot::MctsFor(_) => SearchPlan { playouts: spec::MOST, horizon: HORIZON, tree: true },
        };
        if !self.value.tells(&mut self.referee, state).unwrap_or(false) {
            plan.horizon = u32::MAX;
        }
        let mut playouts = 0;
        for begun in 0..plan.playouts {
            if begun > 0 && bot.time().is_some_and(|time| clock() >= time) {
                break;
            }
            // A deal that cannot be made, or a rule that goes wrong, teaches nothing.
            playouts += u32::from(matches!(self.playout(plan, state, player), Ok(true)));
        }
        let arms = self.trees[player].arms(ROOT);
        let place = |arm: &BanditArm| (0..options).find(|&option| open.option_code(option) == arm.code);
        let expected = |arm: &BanditArm| {
            let (playouts, value) = (arm.visits, arm.mean());
            place(arm).map(|option| Expected { option, playouts, value })
        };
        let mut found: Vec<Expected> = arms.iter().filter(|arm| arm.visits > 0).filter_map(expected).collect();
        let by_visits = |one: &Expected, other: &Expected| other.playouts.cmp(&one.playouts);
        let by_value = |one: &Expected, other: &Expected| other.value.total_cmp(&one.value);
        // Where several are worth the same chance decides: who always took the first of them might never get anywhere.
        for at in (1..found.len()).rev() {
            found.swap(at, seeds::pick_index(&mut self.rng, at + 1));
        }
        found.sort_by(|one, other| match plan.tree {
            true => by_visits(one, other).then(by_value(one, other)),
            false => by_value(one, other).then(by_visits(one, other)),
        });
        Thought { options: found, playouts }
    }

    /// One playout; `false` where no position could be dealt, or it did not end.
    fn playout(&mut self, plan: SearchPlan, state: &State, player: usize) -> Result<bool, Fault> {
        let rng = &mut self.rng;
        let Ok(mut state) = self.referee.complete(state, player, &mut |below| seeds::pick(rng, below)) else {
            return Ok(false);
        };
        self.path.clear();
        self.inside.fill(plan.tree);
        self.inside[player] = true;
        self.answered.fill(0);
        let mut asked = 0;
        for _ in 0..PLAYOUT_STEPS {
            let option = match self.referee.run(&mut state)? {
                Pending::Over => {
                    Heuristic::of_end(&mut self.referee, &state, &mut self.rewards)?;
                    self.learn();
                    return Ok(true);
                }
                Pending::Chance => Chance::draw(&self.referee, &mut self.rng),
                Pending::Choice(_) if self.referee.options() == 1 => 0,
                Pending::Choice(_) if asked >= plan.horizon && !self.referee.game().in_action(&state) => {
                    self.value.if_over(&mut self.referee, &state, &mut self.rewards)?;
                    self.learn();
                    return Ok(true);
                }
                Pending::Choice(seat) => {
                    asked += 1;
                    match self.inside[seat] {
                        true => self.choose(plan, &state, seat, (seat == player).then_some(player)),
                        false => seeds::pick_index(&mut self.rng, self.referee.options()),
                    }
                }
            };
            self.referee.answer(&mut state, option)?;
        }
        Ok(false)
    }

    /// An answer by the tree of a seat. Where an information set is new, it is the last one of this seat in this playout.
    fn choose(&mut self, plan: SearchPlan, state: &State, seat: usize, root: Option<usize>) -> usize {
        let code = match root {
            Some(_) if self.path.iter().all(|step| step.0 != seat) => ROOT,
            _ => self.referee.known_code(state, seat) ^ self.answered[seat].rotate_left(1) | 1,
        };
        let (node, new) = self.trees[seat].node(code);
        self.inside[seat] = plan.tree && (!new || code == ROOT);
        self.codes.clear();
        self.codes.extend((0..self.referee.options()).map(|option| self.referee.option_code(option)));
        let option = self.trees[seat].select(node, &self.codes, !plan.tree, &mut self.rng);
        let code = self.codes[option];
        self.answered[seat] = self.answered[seat].rotate_left(7) ^ code;
        self.path.push((seat, node, code));
        option
    }

    /// What the playout came to goes to everything on its way that was chosen by a tree.
    fn learn(&mut self) {
        for &(seat, node, code) in &self.path {
            self.trees[seat].learn(node, code, self.rewards[seat]);
        }
    }
}
