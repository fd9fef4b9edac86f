//! Reports of simulations.

use std::collections::BTreeMap;
use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;

use super::by::Group;
use super::course::Course;
use super::coverage::{self, ConstantCondition, UnreachedLine};
use super::facts::RunFacts;
use super::first_answer;
use super::heat::{self, ChoiceCount};
use super::notable::NotableGame;
use super::stage::{SeatTally, SortTally, StageTally, TrackTally};
use super::troubles::Trouble;
use crate::statistics::{Mean, Share, Spread, Summary, Sums, round};
use tavola_game::is_own_rule;

/// The report of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// Title of the game.
    pub game: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the first game. The games of a run are numbered from 0.
    pub first: u64,
    /// Number of planned games.
    pub planned: u64,
    /// Number of games played. It is smaller if the run was stopped.
    pub games: u64,
    /// Number of games that came to their end, without a fault.
    pub ended: u64,
    /// Number of games that were analysed in detail, from game 0 on. Leads and choices cover only these.
    pub closely: u64,
    /// True if the run was stopped because the same fault had ended ten games.
    pub repeats: bool,
    /// Number of invariants of the rules.
    pub invariants: usize,
    /// True if the players win or lose together, so that all seats have equal results.
    pub together: bool,
    /// Results of the players, by seat.
    pub seats: Vec<SeatReport>,
    /// Advantage of the first seat: its share in the victory, minus the mean share of the others. None if the seats are
    /// not comparable, because other bots sit there.
    pub first_seat: Option<Mean>,
    /// Results of the bots, if there are several sorts.
    pub bots: Vec<BotWins>,
    /// Wins grouped by an expression. None without an expression, or if it has too many values
    /// ([`super::MOST_VALUES`]).
    pub by: Option<Vec<Group>>,
    /// Share of games that several players won together.
    pub shared: Share,
    /// Share of games that nobody won.
    pub drawn: Share,
    /// Number of answers in a game, chance included.
    pub answers: Option<Summary>,
    /// Number of questions to players in a game.
    pub questions: Option<Summary>,
    /// Distribution of the number of questions to players.
    pub length: Option<Spread>,
    /// Number of games by number of questions to players.
    pub lengths: BTreeMap<i64, u64>,
    /// Number of questions to chance in a game.
    pub chance: Option<Summary>,
    /// Phases with a heading in the log that ran several times in some game: rounds, days.
    pub phases: Vec<PhaseReport>,
    /// Options of the questions to players.
    pub options: OptionsReport,
    /// Course of the games, if the rules rank unfinished games.
    pub course: Option<Course>,
    /// Choices of players in the games that were analysed in detail. If some bots are not random, only theirs are counted;
    /// otherwise all choices are counted, without offers.
    pub chosen: Vec<ChoiceCount>,
    /// Wins by the first answer of a player in a game, of the same players and games. An answer that several questions have
    /// is followed by its question in brackets. None if there are too many different ones ([`super::MOST_VALUES`]).
    pub first_answers: Option<Vec<Group>>,
    /// Games that are worth a look.
    pub notable: Vec<NotableGame>,
    /// Final values of the tracks.
    pub tracks: Vec<TrackReport>,
    /// Runs of each rule.
    pub rules: Vec<RuleRuns>,
    /// Rules that this set-up calls but that never ran.
    pub never_ran: Vec<String>,
    /// Lines that never ran in the games that were analysed in detail, of rules that ran. A line inside another one that never
    /// ran is left out.
    pub lines_never_ran: Vec<UnreachedLine>,
    /// Conditions that were evaluated in the games that were analysed in detail, and always had the same value.
    pub constant_conditions: Vec<ConstantCondition>,
    /// Number of games in which an invariant did not hold.
    pub broken_count: u64,
    /// First game of each broken invariant, at most five.
    pub broken: Vec<Trouble>,
    /// Number of games that were ended by a fault or did not end.
    pub fault_count: u64,
    /// First game of each fault, at most five.
    pub faults: Vec<Trouble>,
}

/// Results of the player in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SeatReport {
    /// Name of the player.
    pub player: String,
    /// Games won, alone or together with others, as a share of all games that ended.
    pub wins: Share,
    /// Number of games won alone.
    pub alone: u64,
    /// Number of games won together with others.
    pub shared: u64,
}

/// Results of one sort of bot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BotWins {
    /// Name of the bot: `mcts:200`.
    pub bot: String,
    /// Number of seats with this bot.
    pub seats: u64,
    /// Games with one of them among the winners, as a share of all games that ended.
    pub wins: Share,
    /// Number of games in which only they won.
    pub alone: u64,
    /// Number of their seats that won, in all games: of several that win together, each counts.
    pub seats_won: u64,
}

/// Options of questions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OptionsReport {
    /// Mean number of options of a question.
    pub mean: f64,
    /// Maximum number of options of a question.
    pub most: u64,
    /// Share of questions with a single option.
    pub forced: Share,
}

/// Runs of a phase.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PhaseReport {
    /// Its title, as the log prints it.
    pub title: String,
    /// Number of its runs in a game.
    pub runs: Summary,
}

/// Final values of a track.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrackReport {
    /// Name of the track: `fame`.
    pub name: String,
    /// Index: `["anna"]`. Empty: all indexes together.
    pub index: Vec<String>,
    /// Its values.
    pub values: Option<Summary>,
    /// Values of the winners, if the index is a player.
    pub winners: Option<Summary>,
}

/// Runs of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleRuns {
    /// Name of the rule.
    pub rule: String,
    /// `file:line:column`.
    pub place: String,
    /// Number of runs in all games together.
    pub runs: u64,
}

impl Report {
    /// True if there are faults or broken invariants.
    pub fn has_troubles(&self) -> bool {
        self.broken_count + self.fault_count > 0
    }
}

/// Rules that could have run but did not.
fn never_ran(about: &RunFacts, rules: &[RuleRuns]) -> Vec<String> {
    let idle = rules.iter().zip(&about.rules).filter(|(rule, known)| rule.runs == 0 && known.called);
    idle.map(|(rule, _)| rule.rule.clone()).collect()
}

/// Makes the report of the planned `games`.
pub(super) fn report(about: &RunFacts, games: &Range<u64>, tally: StageTally) -> Report {
    let planned = games.end - games.start;
    let counts = tally.rules.iter().copied().chain(std::iter::repeat(0));
    let rules = about.rules.iter().zip(counts);
    let rules = rules.map(|(rule, runs)| RuleRuns { rule: rule.rule.clone(), place: rule.place.clone(), runs });
    let rules: Vec<RuleRuns> = rules.collect();
    let (broken, faults) = (&tally.broken, &tally.faults);
    let mixed = tally.sorts.len() > 1;
    Report {
        game: about.title.clone(),
        seed: about.seed,
        first: games.start,
        planned,
        games: tally.games,
        ended: tally.ended,
        closely: tally.closely,
        repeats: tally.games < planned && faults.repeats(),
        invariants: about.invariants,
        seats: seats(about, &tally),
        together: about.together,
        first_seat: first_seat(about, &tally).filter(|_| !mixed || about.rotate),
        bots: tally.sorts.iter().filter(|_| mixed).map(|sort| bot_wins(sort, tally.ended)).collect(),
        by: about.grouped.then(|| tally.groups.summary(String::clone)).flatten(),
        shared: Share::of(tally.shared, tally.ended),
        drawn: Share::of(tally.drawn, tally.ended),
        answers: tally.answers.summary(),
        questions: tally.asked.summary(),
        length: tally.lengths.spread(1.0),
        lengths: tally.lengths.each().clone(),
        chance: tally.chance.summary(),
        phases: phases(about, &tally),
        options: options(&tally),
        course: tally.course.summary(&about.players),
        chosen: heat::summary(&tally.heats, about.bots.iter().any(|bot| bot.thinks()), &about.questions),
        first_answers: first_answer::summary(&tally.first_answers),
        notable: tally.notable.summary(),
        tracks: tracks(&tally.tracks),
        never_ran: never_ran(about, &rules).into_iter().filter(|rule| is_own_rule(rule)).collect(),
        lines_never_ran: coverage::lines(about, &tally.reached, &tally.rules),
        constant_conditions: coverage::conditions(about, &tally.reached),
        rules: rules.into_iter().filter(|rule| is_own_rule(&rule.rule)).collect(),
        broken_count: broken.count(),
        broken: broken.first(),
        fault_count: faults.count(),
        faults: faults.first(),
    }
}

/// Phases that ran several times in some game. Others do not say how long a game is.
fn phases(about: &RunFacts, tally: &StageTally) -> Vec<PhaseReport> {
    let all = about.phases.iter().zip(&tally.phases);
    let all = all.filter_map(|(title, sums)| Some(PhaseReport { title: title.clone(), runs: sums.summary()? }));
    all.filter(|phase| phase.runs.most > 1).collect()
}

fn seats(about: &RunFacts, tally: &StageTally) -> Vec<SeatReport> {
    let seats = about.players.iter().zip(&tally.seats);
    let seat = |(player, seat): (&String, &SeatTally)| SeatReport {
        player: player.clone(),
        wins: Share::of(seat.alone + seat.shared, tally.ended),
        alone: seat.alone,
        shared: seat.shared,
    };
    seats.map(seat).collect()
}

/// Advantage of the first seat over its opponents, if it has any.
fn first_seat(about: &RunFacts, tally: &StageTally) -> Option<Mean> {
    let others = about.players.len().checked_sub(1).filter(|others| *others > 0 && !about.together)?;
    tally.first_seat.mean_between(-1.0 / others as f64, 1.0)
}

fn bot_wins(sort: &SortTally, games: u64) -> BotWins {
    let SortTally { seats, seats_won, alone, .. } = *sort;
    BotWins { bot: sort.bot.to_string(), seats, wins: Share::of(sort.won, games), alone, seats_won }
}

fn options(tally: &StageTally) -> OptionsReport {
    let mean = if tally.questions == 0 { 0.0 } else { tally.options as f64 / tally.questions as f64 };
    OptionsReport { mean: round(mean), most: tally.most, forced: Share::of(tally.forced, tally.questions) }
}

/// Every track by itself. Several tracks with one name are preceded by a report on all of them together.
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
