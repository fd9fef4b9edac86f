//! Search tree of one seat: a multi-armed bandit for each information set, in which only some arms are available at a
//! time.

use std::collections::BTreeMap;

use super::super::seeds::{self, Generator};

/// Exploration constant of UCB1.
const CURIOSITY: f64 = 0.6;

/// Statistics of an option that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct BanditArm {
    /// Code of the option, see [`tavola_game::Referee::option_hash`].
    pub(super) code: u64,
    /// Number of times it was taken.
    pub(super) visits: u32,
    /// Number of times it was available since it was added.
    seen: u32,
    /// Sum of its rewards.
    total: f64,
}

impl BanditArm {
    /// Mean reward.
    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

/// A node: all positions in which the seat knows the same.
#[derive(Debug, Default)]
struct Node {
    visits: u32,
    /// Sorted by code.
    arms: Vec<BanditArm>,
}

/// The information sets of one seat.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Node of each information set, by its code.
    known: BTreeMap<u64, u32>,
    /// Smallest and largest reward so far.
    range: Option<(f64, f64)>,
}

impl Tree {
    /// Removes all information sets.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.range = None;
    }

    /// Returns the node of this information set, and `true` if it is new.
    pub(super) fn node(&mut self, code: u64) -> (u32, bool) {
        let next = self.nodes.len() as u32;
        let node = *self.known.entry(code).or_insert(next);
        if node == next {
            self.nodes.push(Node::default());
        }
        (node, node == next)
    }

    /// Arms of an information set.
    pub(super) fn arms(&self, code: u64) -> &[BanditArm] {
        self.known.get(&code).map_or(&[], |&node| &self.nodes[node as usize].arms)
    }

    /// Selects one of these options, given by their codes.
    ///
    /// Progressive widening limits how many options are tried; the limit grows with the visits. Among the tried
    /// options, `evenly` takes the one with the fewest visits. Otherwise the largest upper confidence bound wins (UCB1
    /// over the available options).
    pub(super) fn select(&mut self, node: u32, codes: &[u64], evenly: bool, rng: &mut Generator) -> usize {
        let range = self.range.unwrap_or((0.0, 1.0));
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let mut tried = 0;
        let mut best: Option<(f64, usize)> = None;
        for (option, code) in codes.iter().enumerate() {
            let Ok(at) = node.arms.binary_search_by_key(code, |arm| arm.code) else { continue };
            tried += 1;
            let arm = &mut node.arms[at];
            arm.seen += 1;
            let bound = if evenly { -f64::from(arm.visits) } else { bound(arm, range) };
            if best.is_none_or(|(other, _)| bound > other) {
                best = Some((bound, option));
            }
        }
        match best {
            Some((_, option)) if tried == codes.len() || tried >= wide(node.visits) => option,
            _ => {
                let which = seeds::pick_index(rng, codes.len() - tried);
                let is_new = |code: &u64| node.arms.binary_search_by_key(code, |arm| arm.code).is_err();
                let option = (0..codes.len()).filter(|&option| is_new(&codes[option])).nth(which).unwrap_or(0);
                if let Err(at) = node.arms.binary_search_by_key(&codes[option], |arm| arm.code) {
                    node.arms.insert(at, BanditArm { code: codes[option], visits: 0, seen: 1, total: 0.0 });
                }
                option
            }
        }
    }

    /// Adds the reward of an option that was taken.
    pub(super) fn learn(&mut self, node: u32, code: u64, reward: f64) {
        let (low, high) = self.range.unwrap_or((reward, reward));
        self.range = Some((low.min(reward), high.max(reward)));
        let arms = &mut self.nodes[node as usize].arms;
        if let Ok(at) = arms.binary_search_by_key(&code, |arm| arm.code) {
            arms[at].visits += 1;
            arms[at].total += reward;
        }
    }
}

/// Maximum number of tried options after this number of visits (progressive widening).
fn wide(visits: u32) -> usize {
    (3.0 * f64::from(visits).sqrt()) as usize
}

fn bound(arm: &BanditArm, (low, high): (f64, f64)) -> f64 {
    let mean = if high > low { (arm.mean() - low) / (high - low) } else { 0.5 };
    mean + CURIOSITY * (ln(arm.seen) / f64::from(arm.visits.max(1))).sqrt()
}

/// Natural logarithm with the same result on every machine: the binary exponent plus a power series.
fn ln(n: u32) -> f64 {
    let n = n.max(1);
    let doublings = n.ilog2();
    // n = 2^doublings * (1 + rest); ln((1 + y) / (1 - y)) = 2 (y + y^3 / 3 + y^5 / 5 + ..)
    let rest = f64::from(n) / f64::from(1u32 << doublings) - 1.0;
    let y = rest / (rest + 2.0);
    let square = y * y;
    let series = 2.0 * y * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square / 9.0))));
    f64::from(doublings) * std::f64::consts::LN_2 + series
}
