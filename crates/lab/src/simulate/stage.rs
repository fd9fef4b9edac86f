//! Counts of the games of one stage of a run. All of them are whole numbers, so the order of merging does not matter.

use serde::{Deserialize, Serialize};

use super::by::Groups;
use super::course::Courses;
use super::first_answer::FirstAnswer;
use super::heat::ChoiceCounters;
use super::notable::NotableGames;
use super::pairs;
use super::played::{Played, QuestionCounts};
use super::troubles::Troubles;
use super::worker::{PlayResult, Worker};
use crate::agent::Bot;
use crate::statistics::{Counts, FractionSums, Sums};
use tavola_game::{Game, Reached};

/// Counts of games. See [`super::Tally`] for stages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StageTally {
    pub(super) games: u64,
    /// Number of games that were analysed in detail.
    pub(super) closely: u64,
    pub(super) seats: Vec<SeatTally>,
    /// Games that ended with a result, those that several players won together, and those that nobody won.
    pub(super) ended: u64,
    pub(super) shared: u64,
    pub(super) drawn: u64,
    pub(super) answers: Sums,
    pub(super) asked: Sums,
    pub(super) chance: Sums,
    /// Questions to players, their options, the maximum number of options, and questions with a single option.
    pub(super) questions: u64,
    pub(super) options: u64,
    pub(super) most: u64,
    pub(super) forced: u64,
    pub(super) tracks: Vec<TrackTally>,
    pub(super) rules: Vec<u64>,
    #[serde(default)]
    pub(super) reached: Reached,
    /// Number of runs of each phase with a heading in a game, in the order of [`Game::phases`].
    #[serde(default)]
    pub(super) phases: Vec<Sums>,
    /// Number of questions to players in a game.
    pub(super) lengths: Counts,
    pub(super) course: Courses,
    /// Advantage of the first seat over the mean of the others.
    pub(super) first_seat: FractionSums,
    /// Results of each sort of bot, in the order of the plan.
    pub(super) sorts: Vec<SortTally>,
    pub(super) groups: Groups,
    /// Wins by the first answer of a player, in the games that were analysed in detail.
    #[serde(default)]
    pub(super) first_answers: Groups<FirstAnswer>,
    #[serde(default)]
    pub(super) notable: NotableGames,
    #[serde(with = "pairs")]
    pub(super) heats: ChoiceCounters,
    pub(super) faults: Troubles,
    pub(super) broken: Troubles,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SeatTally {
    pub(super) alone: u64,
    pub(super) shared: u64,
}

/// Results of one sort of bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SortTally {
    pub(super) bot: Bot,
    /// Number of seats with it.
    pub(super) seats: u64,
    /// Games with one of them among the winners, and games in which only they won.
    pub(super) won: u64,
    pub(super) alone: u64,
    /// Seats with it that won, in all games.
    #[serde(default)]
    pub(super) seats_won: u64,
}

/// Final values of a track with one index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TrackTally {
    pub(super) name: String,
    pub(super) index: Vec<String>,
    pub(super) values: Sums,
    /// Values of winners, if the index is a player.
    pub(super) won: Sums,
}

impl StageTally {
    pub(super) fn of(game: &Game, bots: &[Bot]) -> Self {
        let mut sorts: Vec<SortTally> = Vec::new();
        for &bot in bots {
            match sorts.iter_mut().find(|sort| sort.bot == bot) {
                Some(sort) => sort.seats += 1,
                None => sorts.push(SortTally { bot, seats: 1, won: 0, alone: 0, seats_won: 0 }),
            }
        }
        Self { seats: vec![SeatTally::default(); game.setup().players.len()], sorts, ..Self::default() }
    }

    /// Sets what a worker counted: the runs of each rule, the choices, and what was reached.
    pub(super) fn with(self, mut worker: Worker) -> Self {
        Self { rules: worker.rules(), heats: worker.heats(), reached: worker.reached(), ..self }
    }

    /// Counts a game by its number. `closely`: it was analysed in detail. Returns `false` if the game was stopped.
    pub(super) fn add(&mut self, game: &Game, result: PlayResult, (number, closely): (u64, bool)) -> bool {
        let broken = match result {
            PlayResult::Stopped => return false,
            PlayResult::Played(played, broken) => {
                self.notable.add(number, &played);
                self.played(game, played);
                broken
            }
            PlayResult::Fault(trouble, broken) => {
                self.faults.add(trouble);
                broken
            }
        };
        self.games += 1;
        self.closely += u64::from(closely);
        if let Some(trouble) = broken {
            self.broken.add(trouble);
        }
        true
    }

    fn played(&mut self, game: &Game, played: Played) {
        let Played { questions, winners, tracks, lead, bots, by, first_answers, phases } = played;
        self.phases.resize_with(phases.len(), Sums::default);
        self.phases.iter_mut().zip(&phases).for_each(|(sums, &runs)| sums.add(runs as i64));
        let QuestionCounts { asked, chance, forced, options, most } = questions;
        self.asked.add(asked as i64);
        self.lengths.add(asked as i64);
        self.chance.add(chance as i64);
        self.answers.add((asked + chance) as i64);
        self.questions += asked;
        self.options += options;
        self.most = self.most.max(most);
        self.forced += forced;
        self.ended += 1;
        self.drawn += u64::from(winners.is_empty());
        self.shared += u64::from(winners.len() > 1);
        lead.iter().for_each(|lead| self.course.add(lead, &winners));
        self.first_seat.add(first_seat(&winners, bots.len()));
        for sort in &mut self.sorts {
            let own = winners.iter().filter(|&&seat| bots[seat] == sort.bot).count();
            sort.won += u64::from(own > 0);
            sort.seats_won += own as u64;
            sort.alone += u64::from(own > 0 && own == winners.len());
        }
        if !by.is_empty() {
            self.groups.add(&by, &winners);
        }
        if !first_answers.is_empty() {
            self.first_answers.add(&first_answers, &winners);
        }
        for &seat in &winners {
            let tally = &mut self.seats[seat];
            *(if winners.len() > 1 { &mut tally.shared } else { &mut tally.alone }) += 1;
        }
        let players = &game.setup().players;
        let names: Vec<&String> = winners.iter().filter_map(|&seat| players.get(seat)).collect();
        for (at, track) in tracks.into_iter().enumerate() {
            if self.tracks.get(at).is_none_or(|known| known.name != track.name || known.index != track.index) {
                self.tracks.insert(at, TrackTally::new(track.name, track.index));
            }
            let tally = &mut self.tracks[at];
            tally.values.add(track.value);
            if matches!(tally.index.as_slice(), [player] if names.contains(&player)) {
                tally.won.add(track.value);
            }
        }
    }

    /// Merges two tallies.
    pub(super) fn merged(mut self, other: Self) -> Self {
        if self.games == 0 && self.rules.is_empty() {
            return other;
        }
        self.games += other.games;
        self.closely += other.closely;
        self.ended += other.ended;
        self.shared += other.shared;
        self.drawn += other.drawn;
        self.questions += other.questions;
        self.options += other.options;
        self.forced += other.forced;
        self.most = self.most.max(other.most);
        self.answers.merge(&other.answers);
        self.asked.merge(&other.asked);
        self.chance.merge(&other.chance);
        self.lengths.merge(&other.lengths);
        self.course.merge(&other.course);
        self.first_seat.merge(&other.first_seat);
        self.groups.merge(&other.groups);
        self.first_answers.merge(&other.first_answers);
        self.notable.merge(&other.notable);
        for (sort, other) in self.sorts.iter_mut().zip(&other.sorts) {
            sort.won += other.won;
            sort.seats_won += other.seats_won;
            sort.alone += other.alone;
        }
        for (name, more) in other.heats {
            self.heats.entry(name).or_default().add(more);
        }
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.alone += other.alone;
            seat.shared += other.shared;
        }
        for (rule, other) in self.rules.iter_mut().zip(&other.rules) {
            *rule += other;
        }
        self.reached.merge(&other.reached);
        self.phases.resize_with(self.phases.len().max(other.phases.len()), Sums::default);
        self.phases.iter_mut().zip(&other.phases).for_each(|(sums, more)| sums.merge(more));
        self.faults.merge(other.faults);
        self.broken.merge(other.broken);
        self.merge_tracks(other.tracks);
        self
    }

    /// Tracks always come in the same order, but a worker that finished no game has none.
    fn merge_tracks(&mut self, others: Vec<TrackTally>) {
        if self.tracks.is_empty() {
            self.tracks = others;
            return;
        }
        for (track, other) in self.tracks.iter_mut().zip(&others) {
            track.values.merge(&other.values);
            track.won.merge(&other.won);
        }
    }
}

/// Share of the first seat in the victory, minus the mean share of the others.
fn first_seat(winners: &[usize], seats: usize) -> f64 {
    let part = if winners.contains(&0) { 1.0 / winners.len() as f64 } else { 0.0 };
    let rest = if winners.is_empty() { 0.0 } else { 1.0 - part };
    if seats > 1 { part - rest / (seats - 1) as f64 } else { 0.0 }
}

impl TrackTally {
    fn new(name: String, index: Vec<String>) -> Self {
        Self { name, index, values: Sums::default(), won: Sums::default() }
    }
}
