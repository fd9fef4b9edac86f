//! Information-set Monte Carlo tree search with one tree per seat (MO-ISMCTS).
//!
//! Source: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012. Each
//! playout begins with a new determinization: everything hidden from the asked player is dealt at random, so the search
//! uses nothing hidden. The information set of a seat is what it sees and what it has answered since the root. No seat
//! decides on information that is hidden from it, even if several seats answer at the same time. `flat` and `greedy`
//! are this search without a tree.

use rand::SeedableRng;

use super::super::seeds::{self, Generator};
use super::tree::{BanditArm, Tree};
use super::value::Heuristic;
use super::{Bot, Chance, spec};
use tavola_game::{Fault, Game, Pending, Referee, State};

/// Maximum number of answers in a playout if the rules rank unfinished games. Forced answers and chance do not count.
const HORIZON: u32 = 40;
/// Playouts of `greedy`: for each option, and in total.
const GREEDY: (u32, u32) = (6, 600);
/// Maximum number of steps in a playout, with forced answers and chance.
const PLAYOUT_STEPS: u32 = 20_000;
/// Information set of the root, in the tree of the searching player.
const ROOT: u64 = 0;

/// Result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// Options that were tried, best first.
    pub options: Vec<OptionRating>,
    /// Number of playouts with a result.
    pub playouts: u32,
}

/// Rating of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionRating {
    /// Index of the option.
    pub option: usize,
    /// Number of playouts that took it.
    pub playouts: u32,
    /// Expected reward from 0 to 1. Finished games count by the share in the victory, games that were cut off by the
    /// lead.
    pub value: f64,
}

/// Parameters of a search.
#[derive(Clone, Copy, Debug)]
struct SearchPlan {
    playouts: u32,
    horizon: u32,
    tree: bool,
}

/// Search engine with a referee of its own. Its memory is reused from question to question.
pub(super) struct Searcher {
    referee: Referee,
    rng: Generator,
    value: Heuristic,
    trees: Vec<Tree>,
    /// True for seats that still choose by their tree in this playout.
    inside: Vec<bool>,
    /// Hash of the answers since the root, by seat.
    answered: Vec<u64>,
    /// Answers chosen by trees in this playout: seat, node, option code.
    path: Vec<(usize, u32, u64)>,
    codes: Vec<u64>,
    rewards: Vec<f64>,
}

impl Searcher {
    /// Creates an engine for a game.
    pub(super) fn new(game: &Game) -> Self {
        let seats = game.players();
        Self {
            referee: game.referee().without_checks_and_history(),
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

    /// Searches for the best answer to the question that is open at a referee, as the asked player.
    ///
    /// The result follows from what the player sees and from the seed, unless `is_enough` ends the search: it is asked
    /// between playouts, after the first one.
    pub(super) fn think(
        &mut self,
        bot: Bot,
        open: &Referee,
        state: &State,
        player: usize,
        seed: u64,
        is_enough: &mut dyn FnMut() -> bool,
    ) -> SearchResult {
        self.rng = Generator::seed_from_u64(seed);
        self.referee.forget_failures();
        self.value.begin();
        self.trees.iter_mut().for_each(Tree::clear);
        let options = open.option_count();
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
            if begun > 0 && is_enough() {
                break;
            }
            // A deal that is impossible, or a fault of the rules, gives no result.
            playouts += u32::from(matches!(self.playout(plan, state, player), Ok(true)));
        }
        let arms = self.trees[player].arms(ROOT);
        let place = |arm: &BanditArm| (0..options).find(|&option| open.option_hash(option) == arm.code);
        let expected = |arm: &BanditArm| {
            let (playouts, value) = (arm.visits, arm.mean());
            place(arm).map(|option| OptionRating { option, playouts, value })
        };
        let mut found: Vec<OptionRating> = arms.iter().filter(|arm| arm.visits > 0).filter_map(expected).collect();
        let by_visits = |one: &OptionRating, other: &OptionRating| other.playouts.cmp(&one.playouts);
        let by_value = |one: &OptionRating, other: &OptionRating| other.value.total_cmp(&one.value);
        // Ties are broken at random: a bot that always takes the first of equals may never make progress.
        for at in (1..found.len()).rev() {
            found.swap(at, seeds::pick_index(&mut self.rng, at + 1));
        }
        found.sort_by(|one, other| match plan.tree {
            true => by_visits(one, other).then(by_value(one, other)),
            false => by_value(one, other).then(by_visits(one, other)),
        });
        SearchResult { options: found, playouts }
    }

    /// Plays one playout. Returns `false` if no position could be dealt or the game did not end.
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
                    self.value.of_end(&mut self.referee, &state, &mut self.rewards)?;
                    self.learn();
                    return Ok(true);
                }
                Pending::Chance => Chance::draw(&self.referee, &mut self.rng),
                Pending::Choice(_) if self.referee.option_count() == 1 => 0,
                Pending::Choice(_) if asked >= plan.horizon && !self.referee.game().in_action(&state) => {
                    self.value.if_over(&mut self.referee, &state, &mut self.rewards)?;
                    self.learn();
                    return Ok(true);
                }
                Pending::Choice(seat) => {
                    asked += 1;
                    match self.inside[seat] {
                        true => self.choose(plan, &state, seat, (seat == player).then_some(player)),
                        false => seeds::pick_index(&mut self.rng, self.referee.option_count()),
                    }
                }
            };
            self.referee.answer(&mut state, option)?;
        }
        Ok(false)
    }

    /// Chooses an answer by the tree of a seat. After a new information set, the seat plays at random for the rest of
    /// the playout.
    fn choose(&mut self, plan: SearchPlan, state: &State, seat: usize, root: Option<usize>) -> usize {
        let code = match root {
            Some(_) if self.path.iter().all(|step| step.0 != seat) => ROOT,
            _ => self.referee.known_hash(state, seat) ^ self.answered[seat].rotate_left(1) | 1,
        };
        let (node, new) = self.trees[seat].node(code);
        self.inside[seat] = plan.tree && (!new || code == ROOT);
        self.codes.clear();
        self.codes.extend((0..self.referee.option_count()).map(|option| self.referee.option_hash(option)));
        let option = self.trees[seat].select(node, &self.codes, !plan.tree, &mut self.rng);
        let code = self.codes[option];
        self.answered[seat] = self.answered[seat].rotate_left(7) ^ code;
        self.path.push((seat, node, code));
        option
    }

    /// Backpropagates the rewards of the playout to every answer that a tree chose.
    fn learn(&mut self) {
        for &(seat, node, code) in &self.path {
            self.trees[seat].learn(node, code, self.rewards[seat]);
        }
    }
}
