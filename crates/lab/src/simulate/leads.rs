//! Leads: samples who is ahead during a game, by the ranking as if the game ended there.

use tavola_game::{Referee, Standing, State};

/// Maximum number of samples in a game. When they are full, every other one is dropped. So at least half as many
/// samples are spread evenly over a game of any length.
const MOMENTS: usize = 64;

/// Number of equal parts of a game at whose ends scores are taken.
pub(super) const PARTS: usize = 20;

/// Set of seats as bits.
type Seats = u64;

/// Samples who is ahead.
pub(super) struct Leads {
    /// True if the rules rank unfinished games.
    is_ranked: bool,
    /// True if this game is sampled on the way, not only at its end.
    looks: bool,
    /// True if samples keep the scores, too.
    over_time: bool,
    /// Number of answers between two samples.
    every: u64,
    moments: Vec<Sample>,
    standing: Standing,
    /// Referee for the samples, so that its runs of rules are not counted.
    looker: Referee,
}

/// The leader at a moment, and the scores seat by seat; no scores if the ranking faults, or if they are not kept.
struct Sample {
    ahead: Seats,
    scores: Option<Vec<i64>>,
}

/// Lead in a finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// Course of the lead. None if the game was not sampled on the way, or nobody can be ahead.
    pub way: Option<LeadHistory>,
    /// Margin between the first and the second player at the end, by the first measure of the ranking. None if nobody can be ahead.
    pub margin: Option<i64>,
    /// Value of that measure at the end, seat by seat. Larger is better.
    pub scores: Vec<i64>,
    /// Scores at the beginning and after each twentieth of the game, seat by seat. None where the ranking faults. Empty if they
    /// were not sampled on the way.
    pub scores_on_the_way: Vec<Option<Vec<i64>>>,
}

/// Course of the lead in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadHistory {
    /// Probability that a random leader at half-time is among the winners, from 0 to 1.
    pub half_time: f64,
    /// Fraction of the game after which the winners led to its end, from 0 to 1.
    pub decided: f64,
    /// Number of changes of the leader.
    pub changes: u64,
}

/// True if the rules rank unfinished games.
pub(crate) fn are_public(referee: &mut Referee, state: &State) -> bool {
    let mut standing = Standing::default();
    referee.standing(state, &mut standing).is_ok() && standing.measures > 1
}

impl Leads {
    /// Creates a sampler; `start` is the start of a game. `over_time`: scores are sampled, too.
    pub(super) fn new(referee: &mut Referee, start: &State, over_time: bool) -> Self {
        let mut standing = Standing::default();
        // A ranking that faults at the start may work later.
        let is_ranked = referee.standing(start, &mut standing).is_err() || standing.measures > 1;
        let looker = referee.game().referee();
        Self {
            is_ranked,
            looks: is_ranked,
            over_time,
            every: 1,
            moments: Vec::with_capacity(MOMENTS),
            standing,
            looker,
        }
    }

    /// Begins a game. If `looks`, it is sampled on the way.
    pub(super) fn begin(&mut self, looks: bool) {
        self.looks = looks && self.is_ranked;
        self.every = 1;
        self.moments.clear();
    }

    /// Samples the position after this number of answers, if a sample is due.
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
        // If the ranking faults, nobody leads.
        let ranked = self.looker.standing_if_over(state, &mut self.standing).is_ok();
        self.moments.push(match ranked {
            true => Sample {
                ahead: ahead(&self.standing),
                scores: if self.over_time { scores(&self.standing) } else { None },
            },
            false => Sample { ahead: 0, scores: None },
        });
    }

    /// Evaluates a finished game with this number of answers. None if the rules do not rank unfinished games.
    pub(super) fn end(
        &mut self,
        answers: u64,
        winners: &[usize],
        referee: &mut Referee,
        state: &State,
    ) -> Option<Lead> {
        if !self.is_ranked {
            return None;
        }
        referee.standing(state, &mut self.standing).ok()?;
        let scores = scores(&self.standing)?;
        let has_rivals = referee.game().has_rivals();
        let way = (self.looks && has_rivals).then(|| self.way(answers, winners));
        let scores_on_the_way = match self.looks && self.over_time {
            true => self.scores(answers, &scores),
            false => Vec::new(),
        };
        Some(Lead { way, margin: has_rivals.then(|| margin(&scores)), scores, scores_on_the_way })
    }

    /// Scores at the beginning, after each part of the game, and at its end.
    fn scores(&self, answers: u64, last: &[i64]) -> Vec<Option<Vec<i64>>> {
        let at = |part: usize| {
            let sample = (answers * part as u64 / PARTS as u64 / self.every) as usize;
            self.moments.get(sample).or(self.moments.last())?.scores.clone()
        };
        (0..PARTS).map(at).chain([Some(last.to_vec())]).collect()
    }

    fn way(&self, answers: u64, winners: &[usize]) -> LeadHistory {
        let won = winners.iter().fold(0, |seats: Seats, seat| seats | 1 << seat);
        let half = (answers / 2 / self.every) as usize;
        let half = self.moments.get(half).or(self.moments.last()).map_or(0, |sample| sample.ahead);
        let half_time = match half.count_ones() {
            0 => 0.0,
            ahead => f64::from((half & won).count_ones()) / f64::from(ahead),
        };
        let open = self.moments.iter().rposition(|sample| sample.ahead != won).map_or(0, |last| last as u64 + 1);
        let decided = ((open * self.every) as f64 / answers.max(1) as f64).min(1.0);
        let mut alone = self.moments.iter().map(|sample| sample.ahead).filter(|ahead| ahead.count_ones() == 1);
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

/// Seats that are ahead of all others, or equal.
fn ahead(standing: &Standing) -> Seats {
    if standing.measures == 0 {
        return 0;
    }
    let seats = standing.values.len() / standing.measures;
    let best = (0..seats).map(|seat| standing.of(seat)).max();
    (0..seats).filter(|&seat| Some(standing.of(seat)) == best).fold(0, |ahead, seat| ahead | 1 << seat)
}

/// First measure after the condition of `winner`, seat by seat.
fn scores(standing: &Standing) -> Option<Vec<i64>> {
    let seats = standing.values.chunks_exact(standing.measures.max(1));
    (standing.measures > 1).then(|| seats.map(|seat| i64::from(seat[1])).collect())
}

/// Margin between the best and the second.
fn margin(scores: &[i64]) -> i64 {
    let mut scores = scores.to_vec();
    scores.sort_unstable_by_key(|&score| std::cmp::Reverse(score));
    match scores.as_slice() {
        [best, next, ..] => best - next,
        _ => 0,
    }
}
