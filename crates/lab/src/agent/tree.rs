//! What one seat has tried so far: a bandit for each of its information sets, with only some of its arms there at a time.

use std::collections::BTreeMap;

use super::super::seeds::{self, Generator};

/// How much is tried that looks worse so far.
const CURIOSITY: f64 = 0.6;

/// An option that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct BanditArm {
    /// Which option it is, see [`tavola_game::Referee::option_code`].
    pub(super) code: u64,
    /// How often it was taken.
    pub(super) visits: u32,
    /// How often it could have been taken since.
    seen: u32,
    /// What came of it, all together.
    total: f64,
}

impl BanditArm {
    /// What came of it, on average.
    pub(super) fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }
}

/// An information set: somebody knows the same there.
#[derive(Debug, Default)]
struct Node {
    visits: u32,
    /// By rising codes.
    arms: Vec<BanditArm>,
}

/// The information sets of one seat.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// By what he knows.
    known: BTreeMap<u64, u32>,
    /// The smallest and largest reward that came back.
    range: Option<(f64, f64)>,
}

impl Tree {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.known.clear();
        self.range = None;
    }

    /// The information set with this code, and whether it is new.
    pub(super) fn node(&mut self, code: u64) -> (u32, bool) {
        let next = self.nodes.len() as u32;
        let node = *self.known.entry(code).or_insert(next);
        if node == next {
            self.nodes.push(Node::default());
        }
        (node, node == next)
    }

    /// The arms of an information set.
    pub(super) fn arms(&self, code: u64) -> &[BanditArm] {
        self.known.get(&code).map_or(&[], |&node| &self.nodes[node as usize].arms)
    }

    /// Which of these options (by their codes) to take. Few are tried at first, more the more often one was here; of those tried,
    /// `evenly`: the one that was taken least, otherwise the one with the best upper bound (UCB1 over the options that were there).
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

    /// An option that was taken came to this.
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

/// How many options are tried after so many visits.
fn wide(visits: u32) -> usize {
    (3.0 * f64::from(visits).sqrt()) as usize
}

fn bound(arm: &BanditArm, (low, high): (f64, f64)) -> f64 {
    let mean = if high > low { (arm.mean() - low) / (high - low) } else { 0.5 };
    mean + CURIOSITY * (ln(arm.seen) / f64::from(arm.visits.max(1))).sqrt()
}

/// The natural logarithm, the same on every machine: doublings, and the rest by its series.
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
