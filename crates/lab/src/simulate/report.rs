//! What a simulation comes to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Plan;
use super::by::Group;
use super::course::Course;
use super::heat::{self, ChoiceCount};
use super::tally::{SortTally, Tally, TrackTally};
use super::troubles::Trouble;
use crate::statistics::{Mean, Share, Spread, Summary, Sums, round};
use tavola_game::{Game, is_own_rule};

/// The report of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's title.
    pub game: String,
    /// The seed of the run.
    pub seed: u64,
    /// Games that were to be played.
    pub planned: u64,
    /// Games that were played: fewer if it was stopped.
    pub games: u64,
    /// Games that came to their end: no fault, and not endless.
    pub ended: u64,
    /// Games that were looked into closely, the first ones: who leads on the way, and what is chosen, is told of these alone.
    pub closely: u64,
    /// The run was stopped because the same fault had ended ten games.
    pub repeats: bool,
    /// How many invariants the rules have.
    pub invariants: usize,
    /// Whether the players win or lose together: then all seats fare alike.
    pub together: bool,
    /// How the players fared, by seat.
    pub seats: Vec<SeatReport>,
    /// By how much more of the victory the first seat has than the others have on average; none where not all seats are alike,
    /// because other bots sit there.
    pub first_seat: Option<Mean>,
    /// How the bots fared, where there are several sorts.
    pub bots: Vec<BotWins>,
    /// Wins by what an expression says of players; none: nothing was asked for, or it said too much
    /// ([`super::MOST_VALUES`]).
    pub by: Option<Vec<Group>>,
    /// Games that several players won together.
    pub shared: Share,
    /// Games that nobody won.
    pub drawn: Share,
    /// Answers of a game, of players and chance.
    pub answers: Option<Summary>,
    /// Questions of a game that players were asked.
    pub questions: Option<Summary>,
    /// How the number of questions that players were asked is spread.
    pub length: Option<Spread>,
    /// How many games had so many.
    pub lengths: BTreeMap<i64, u64>,
    /// Questions of a game that chance answered.
    pub chance: Option<Summary>,
    /// Options of the questions that players were asked.
    pub options: OptionsReport,
    /// How the games went, where the rules tell who is ahead.
    pub course: Option<Course>,
    /// What the players chose how often in the games that were looked into closely: those who think, where somebody does; else all, and
    /// what was offered is not counted.
    pub chosen: Vec<ChoiceCount>,
    /// Where the tracks stood at the end.
    pub tracks: Vec<TrackReport>,
    /// How often each rule ran.
    pub rules: Vec<RuleRuns>,
    /// Rules that this set-up calls and that never ran.
    pub never_ran: Vec<String>,
    /// Games with an invariant that did not hold.
    pub broken_count: u64,
    /// The first game of each invariant, at most five.
    pub broken: Vec<Trouble>,
    /// Games that a fault ended, or that did not end.
    pub fault_count: u64,
    /// The first game of each fault, at most five.
    pub faults: Vec<Trouble>,
}

/// How the player in a seat fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The player's name.
    pub player: String,
    /// Games won, alone or together with others, of all that ended.
    pub wins: Share,
    /// Games won alone.
    pub alone: u64,
    /// Games won together with others.
    pub shared: u64,
}

/// How the players of one sort fared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotWins {
    /// `mcts:200`
    pub bot: String,
    /// How many of the players are of it.
    pub seats: u64,
    /// Games in which one of them was among the winners, of all that ended.
    pub wins: Share,
    /// Those in which nobody else was.
    pub alone: u64,
}

/// Options of questions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionsReport {
    /// Options of a question, on average.
    pub mean: f64,
    /// The most options that a question had.
    pub most: u64,
    /// Questions with a single option.
    pub forced: Share,
}

/// A track at the end of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrackReport {
    /// `fame`
    pub name: String,
    /// `["anna"]`; empty: all of them together.
    pub index: Vec<String>,
    /// Its values.
    pub values: Option<Summary>,
    /// The values of those who won, where the index is a player.
    pub winners: Option<Summary>,
}

/// How often a rule ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleRuns {
    /// The rule's name.
    pub rule: String,
    /// `file:line:column`.
    pub place: String,
    /// How often, in all games together.
    pub runs: u64,
}

impl Report {
    /// Whether anything went wrong.
    pub fn has_troubles(&self) -> bool {
        self.broken_count + self.fault_count > 0
    }
}

/// The rules that could have run and did not.
fn never_ran(game: &Game, rules: &[RuleRuns]) -> Vec<String> {
    let idle = rules.iter().zip(game.called_rules()).filter(|(rule, called)| rule.runs == 0 && *called);
    idle.map(|(rule, _)| rule.rule.clone()).collect()
}

pub(super) fn report(game: &Game, plan: &Plan, tally: Tally) -> Report {
    let runs = |((rule, place), runs): ((String, String), u64)| RuleRuns { rule, place, runs };
    let counts = tally.rules.iter().copied().chain(std::iter::repeat(0));
    let rules: Vec<RuleRuns> = game.rules().into_iter().zip(counts).map(runs).collect();
    let (broken, faults) = (&tally.broken, &tally.faults);
    let mixed = tally.sorts.len() > 1;
    Report {
        game: game.title().to_string(),
        seed: plan.seed,
        planned: plan.games,
        games: tally.games,
        ended: tally.ended,
        closely: tally.closely,
        repeats: tally.games < plan.games && faults.repeats(),
        invariants: game.invariants(),
        seats: seats(game, &tally),
        together: game.is_cooperative(),
        first_seat: tally.first_seat.mean().filter(|_| (!mixed || plan.rotate) && first_seat_matters(game)),
        bots: tally.sorts.iter().filter(|_| mixed).map(|sort| bot_wins(sort, tally.ended)).collect(),
        by: plan.by.as_ref().and_then(|_| tally.groups.told()),
        shared: Share::of(tally.shared, tally.ended),
        drawn: Share::of(tally.drawn, tally.ended),
        answers: tally.answers.summary(),
        questions: tally.asked.summary(),
        length: tally.lengths.spread(1.0),
        lengths: tally.lengths.each().clone(),
        chance: tally.chance.summary(),
        options: options(&tally),
        course: tally.course.told(&game.setup().players),
        chosen: heat::told(&tally.heats, plan.bots.iter().any(|bot| bot.thinks()), &game.questions()),
        tracks: tracks(&tally.tracks),
        never_ran: never_ran(game, &rules).into_iter().filter(|rule| is_own_rule(rule)).collect(),
        rules: rules.into_iter().filter(|rule| is_own_rule(&rule.rule)).collect(),
        broken_count: broken.count(),
        broken: broken.first(),
        fault_count: faults.count(),
        faults: faults.first(),
    }
}

fn seats(game: &Game, tally: &Tally) -> Vec<SeatReport> {
    let seats = game.setup().players.iter().zip(&tally.seats);
    let seat = |(player, seat): (&String, &super::tally::SeatTally)| SeatReport {
        player: player.clone(),
        wins: Share::of(seat.alone + seat.shared, tally.ended),
        alone: seat.alone,
        shared: seat.shared,
    };
    seats.map(seat).collect()
}

/// Whether there is somebody whom the first seat can be before.
fn first_seat_matters(game: &Game) -> bool {
    game.players() > 1 && !game.is_cooperative()
}

fn bot_wins(sort: &SortTally, games: u64) -> BotWins {
    BotWins { bot: sort.bot.to_string(), seats: sort.seats, wins: Share::of(sort.won, games), alone: sort.alone }
}

fn options(tally: &Tally) -> OptionsReport {
    let mean = if tally.questions == 0 { 0.0 } else { tally.options as f64 / tally.questions as f64 };
    OptionsReport { mean: round(mean), most: tally.most, forced: Share::of(tally.forced, tally.questions) }
}

/// Every track by itself, and before those of one name all of them together.
fn tracks(tallies: &[TrackTally]) -> Vec<TrackReport> {
    let mut tracks = Vec::new();
    for same in tallies.chunk_by(|one, next| one.name == next.name) {
        if same.len() > 1 {
            let (mut values, mut won) = (Sums::default(), Sums::default());
            for tally in same {
                values.merge(&tally.values);
                won.merge(&tally.won);
            }
            tracks.push(track(&same[0].name, &[], &values, &won));
        }
        tracks.extend(same.iter().map(|tally| track(&tally.name, &tally.index, &tally.values, &tally.won)));
    }
    tracks
}

fn track(name: &str, index: &[String], values: &Sums, won: &Sums) -> TrackReport {
    TrackReport { name: name.to_string(), index: index.to_vec(), values: values.summary(), winners: won.summary() }
}
