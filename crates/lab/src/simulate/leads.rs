//! Who is ahead while a game goes on: by the ranking as it would be if the game ended there.

use tavola_game::{Referee, Standing, State};

/// At so many moments at most it is remembered who is ahead. Once they are full every other one is forgotten, so between half of
/// them and all are spread evenly over a game of any length.
const MOMENTS: usize = 64;

/// Seats as a set of bits.
type Seats = u64;

/// Looks who is ahead, now and then.
pub(super) struct Leads {
    /// Whether the rules tell who is ahead.
    told: bool,
    /// Whether it is looked on the way in this game, and not at its end alone.
    looks: bool,
    /// After so many answers each.
    every: u64,
    moments: Vec<Seats>,
    standing: Standing,
    /// Looks on the way: what it runs is no part of the game.
    looker: Referee,
}

/// Who was ahead in a game that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// How it went until then; none where nobody looked on the way.
    pub way: Option<LeadHistory>,
    /// By how much the first is before the second at the end, by the first measure of the ranking.
    pub margin: i64,
    /// Where each seat stands at the end by that measure: larger is better.
    pub scores: Vec<i64>,
}

/// Who was ahead on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadHistory {
    /// How likely somebody who leads at half-time (one of them, if several do) is among the winners: 0 to 1.
    pub half_time: f64,
    /// The part of the game after which the winners led to its end: 0 to 1.
    pub decided: f64,
    /// How often somebody else came to lead.
    pub changes: u64,
}

/// Whether the rules tell who is ahead.
pub(crate) fn are_told(referee: &mut Referee, state: &State) -> bool {
    let mut standing = Standing::default();
    referee.standing(state, &mut standing).is_ok() && standing.measures > 1
}

impl Leads {
    /// `start`: the beginning of a game.
    pub(super) fn new(referee: &mut Referee, start: &State) -> Self {
        let mut standing = Standing::default();
        // A ranking that cannot be told at the beginning may be later.
        let told = referee.standing(start, &mut standing).is_err() || standing.measures > 1;
        let looker = referee.game().referee();
        Self { told, looks: told, every: 1, moments: Vec::with_capacity(MOMENTS), standing, looker }
    }

    /// A new game begins; `looks`: it is looked on the way.
    pub(super) fn begin(&mut self, looks: bool) {
        self.looks = looks && self.told;
        self.every = 1;
        self.moments.clear();
    }

    /// Looks at the position after so many answers, if it is time.
    pub(super) fn look(&mut self, answers: u64, state: &State) {
        if !self.looks || !answers.is_multiple_of(self.every) {
            return;
        }
        if self.moments.len() == MOMENTS {
            let mut at = 0;
            self.moments.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.every *= 2;
            if !answers.is_multiple_of(self.every) {
                return;
            }
        }
        // Where the ranking cannot be told nobody leads.
        let told = self.looker.standing_if_over(state, &mut self.standing).is_ok();
        self.moments.push(if told { ahead(&self.standing) } else { 0 });
    }

    /// What it comes to at the end of a game with so many answers. None where the rules do not tell.
    pub(super) fn end(
        &mut self,
        answers: u64,
        winners: &[usize],
        referee: &mut Referee,
        state: &State,
    ) -> Option<Lead> {
        if !self.told {
            return None;
        }
        referee.standing(state, &mut self.standing).ok()?;
        let scores = scores(&self.standing)?;
        let way = self.looks.then(|| self.way(answers, winners));
        Some(Lead { way, margin: margin(&scores), scores })
    }

    fn way(&self, answers: u64, winners: &[usize]) -> LeadHistory {
        let won = winners.iter().fold(0, |seats: Seats, seat| seats | 1 << seat);
        let half = (answers / 2 / self.every) as usize;
        let half = self.moments.get(half).or(self.moments.last()).copied().unwrap_or(0);
        let half_time = match half.count_ones() {
            0 => 0.0,
            ahead => f64::from((half & won).count_ones()) / f64::from(ahead),
        };
        let open = self.moments.iter().rposition(|&ahead| ahead != won).map_or(0, |last| last as u64 + 1);
        let decided = ((open * self.every) as f64 / answers.max(1) as f64).min(1.0);
        let mut alone = self.moments.iter().filter(|ahead| ahead.count_ones() == 1);
        let mut changes = 0;
        if let Some(mut leader) = alone.next() {
            for next in alone {
                changes += u64::from(next != leader);
                leader = next;
            }
        }
        LeadHistory { half_time, decided, changes }
    }
}

/// Those before whom nobody is.
fn ahead(standing: &Standing) -> Seats {
    if standing.measures == 0 {
        return 0;
    }
    let seats = standing.values.len() / standing.measures;
    let best = (0..seats).map(|seat| standing.of(seat)).max();
    (0..seats).filter(|&seat| Some(standing.of(seat)) == best).fold(0, |ahead, seat| ahead | 1 << seat)
}

/// The first measure behind the condition of `winner`, seat by seat.
fn scores(standing: &Standing) -> Option<Vec<i64>> {
    let seats = standing.values.chunks_exact(standing.measures.max(1));
    (standing.measures > 1).then(|| seats.map(|seat| i64::from(seat[1])).collect())
}

/// By how much the best is before the next.
fn margin(scores: &[i64]) -> i64 {
    let mut scores = scores.to_vec();
    scores.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
    match scores.as_slice() {
        [best, next, ..] => best - next,
        _ => 0,
    }
}
