//! Simulations and comparisons of the studio, whose figures grow.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::parted::{self, PartedGame};
use crate::tools::args::SetupArgs;
use crate::tools::compare::{self, ReadySide};
use crate::tools::document::{Document, TextLine};
use crate::tools::ending::Stop;
use crate::tools::paint::clean;
use crate::tools::simulate;
use tavola_game::{Game, Rules};
use tavola_lab::compare::{Comparison, StopReason, Trial};
use tavola_lab::replay::replay_in;
use tavola_lab::scenario::BegunCase;
use tavola_lab::simulate::{Trouble, record_of};
use tavola_lab::table::{GameTable, RecordKeeper};
use tavola_lab::{self as play, Plan, Record, RunHooks, Tally};
use tavola_studio::{FiguresWatch, FiguresWish, GrownFigures, OpenGame};

/// Maximum number of games of a run without a number of its own.
const MOST: u64 = 2000;
/// Maximum number of pairs of games of a comparison without a number of its own.
const MOST_PAIRS: u64 = 10_000;
/// Minimum number of games of a run without a number of its own.
const LEAST: u64 = 200;
/// Time after which such a run ends.
const ENOUGH: Duration = Duration::from_secs(20);
/// Number of games before the first figures.
const FIRST: u64 = 4;
/// Time between figures, about.
const GROW: Duration = Duration::from_millis(400);
/// Number of pairs before the first figures of a comparison, and how many times as many before the next ones.
const FIRST_PAIRS: u64 = 64;
const MORE_PAIRS: u64 = 4;
/// Smallest relevant difference, as `tavola compare` has it by default.
const MATTERS: f64 = 2.0;

/// A game that is ready to be played many times.
pub(super) struct ReadyGame {
    pub(super) folder: PathBuf,
    pub(super) rules: Rules,
    pub(super) game: Game,
    pub(super) choices: SetupArgs,
    /// Seed and bots.
    pub(super) plan: Plan,
}

impl ReadyGame {
    /// Opens a game of a report by its name, while the saved rules are still these. `record` gives its answers.
    pub(super) fn opener(
        &self,
        record: impl Fn((&Rules, &Game), &str) -> Option<Record> + Send + Sync + 'static,
    ) -> Arc<OpenGame> {
        let (rules, game, variant) = (self.rules.clone(), self.game.clone(), self.choices.variant.clone());
        let folder = self.folder.clone();
        Arc::new(move |name: &str| {
            let now = Rules::read(&folder, variant.as_deref()).map_err(|error| error.message)?;
            if now.hash() != rules.hash() {
                return Err("The rules have changed since these figures. Start them again.".to_owned());
            }
            let record = record((&rules, &game), name).ok_or("There is no such game.")?;
            Ok((rules.clone(), table(&rules, &game, record)))
        })
    }

    /// Opens a game of the run by its number.
    fn by_number(&self) -> Arc<OpenGame> {
        let plan = self.plan.clone();
        self.opener(move |(rules, game), number| Some(record_of(rules, game, &plan, number.parse().ok()?)))
    }
}

/// Shows a report with its main figures.
///
/// # Errors
/// When a picture cannot be drawn.
pub(super) fn show(
    watch: &FiguresWatch<'_>,
    out: &Document,
    rows: Vec<(String, String)>,
    open: Arc<OpenGame>,
) -> Result<(), Stop> {
    let rows = rows.into_iter().map(|(name, value)| (clean(&name), clean(&value))).collect();
    (watch.grown)(GrownFigures { report: out.fragment()?, rows, open });
    Ok(())
}

/// A table after the possible answers of a record. People sit in all seats, so that nothing happens by itself.
pub(super) fn table(rules: &Rules, game: &Game, mut record: Record) -> GameTable {
    let players = game.setup().players.clone();
    record.answers.truncate(replay_in(game.clone(), &record, &mut |_, _, _| {}).done);
    record.people = Some(players.clone());
    record.result = None;
    let begun = BegunCase { game: game.clone(), from: None, answers: record.answers.clone(), calls: false };
    GameTable::of_case(rules, &begun, RecordKeeper::nowhere(record), vec![true; players.len()])
}

/// Plays many games. The figures grow.
///
/// # Errors
/// When a picture cannot be drawn.
pub(super) fn simulate(ready: &ReadyGame, wish: &FiguresWish, watch: &FiguresWatch<'_>) -> Result<(), Stop> {
    let (begun, most) = (Instant::now(), wish.games.unwrap_or(MOST));
    let again = |game: u64, answers: Option<u64>| TextLine::at_table(&game.to_string(), answers);
    let open = ready.by_number();
    let (mut tally, mut wanted) = (Tally::default(), FIRST);
    (watch.progress)(0, most);
    loop {
        let first = tally.games().end;
        let games = wanted.min(most - first);
        let is_enough = wish.games.is_none() && first >= LEAST && begun.elapsed() >= ENOUGH;
        if games == 0 || is_enough || watch.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let part = Instant::now();
        let plan = Plan { first, games, ..ready.plan.clone() };
        let played = |done| (watch.progress)(first + done, most);
        let more =
            play::tally(&ready.game, &plan, RunHooks { progress: &played, stop: watch.stop, ..RunHooks::default() })?;
        if first > 0 && watch.stop.load(Ordering::Relaxed) {
            // Another report would only delay the stop.
            (watch.progress)(first, most);
            return Ok(());
        }
        tally = tally.merged(more).map_err(|_| Stop::ours("games of different runs cannot be merged"))?;
        let report = tally.report();
        if report.games > 0 {
            let (out, figures) = simulate::document_of(&ready.folder, &ready.game, &tally, &again);
            show(watch, &out, figures.rows, open.clone())?;
        }
        if report.repeats {
            return Ok(());
        }
        if part.elapsed() < GROW {
            wanted *= 2;
        }
    }
}

/// Compares two games. Longer runs begin again with the same pairs, so that the figures grow.
///
/// # Errors
/// When the sides cannot be compared.
pub(super) fn compare(
    games: &[ReadyGame; 2],
    before: &str,
    wish: &FiguresWish,
    watch: &FiguresWatch<'_>,
) -> Result<(), Stop> {
    let (begun, most) = (Instant::now(), wish.games.unwrap_or(MOST_PAIRS));
    let name = |at: usize| if at == 0 { before.to_owned() } else { "saved rules".to_owned() };
    let side = |at: usize| {
        let ReadyGame { rules, game, choices, plan, .. } = &games[at];
        ReadySide { name: name(at), rules, choices, game: game.clone(), bots: plan.bots.clone() }
    };
    let sides = [side(0), side(1)];
    let again =
        |trouble: &Trouble| TextLine::at_table(&trouble.game.to_string(), Some(trouble.answers.saturating_sub(1)));
    let after = |trouble: &Trouble| TextLine::from(format!("game {} after: ", trouble.game)).with(again(trouble));
    let (plan, seed) = (games[1].plan.clone(), games[1].plan.seed);
    let (mut pairs, mut known) = (FIRST_PAIRS.min(most), 0);
    (watch.progress)(0, most);
    // They are looked for once there are figures.
    let found: OnceCell<Arc<Vec<PartedGame>>> = OnceCell::new();
    let both = [&games[0], &games[1]].map(|side| (&side.rules, &side.game));
    let mut listed = |comparison: &Comparison| {
        let parted = found.get_or_init(|| Arc::new(parted::parted(both, &games[0].plan, most, watch.stop)));
        let faults = comparison.faults.iter().filter(|(side, _)| *side == 1).map(|(_, trouble)| after(trouble));
        faults.chain(parted.iter().map(PartedGame::line)).collect()
    };
    loop {
        let trial = Trial {
            max_pairs: pairs,
            jobs: 1,
            relevance_threshold: MATTERS,
            error: compare::ERROR,
            by: None,
            stops_early: true,
        };
        let played = |done| {
            if done > known {
                (watch.progress)(done, most);
            }
        };
        let hooks = RunHooks { progress: &played, stop: watch.stop, ..RunHooks::default() };
        let (out, comparison) = compare::document_of(&sides, trial, seed, hooks, &mut listed)?;
        let end = comparison.stop_reason;
        if end == StopReason::Stopped && comparison.pairs <= known {
            // The figures before the stop stay.
            (watch.progress)(known, most);
            return Ok(());
        }
        let (parted, plan) = (found.get().cloned().unwrap_or_default(), plan.clone());
        let open = games[1].opener(move |(rules, game), name| match parted::answers(&parted, name) {
            Some(answers) => Some(Record { answers, ..Record::begin(rules, game.setup(), plan.seed) }),
            None => Some(record_of(rules, game, &plan, name.parse().ok()?)),
        });
        show(watch, &out, Vec::new(), open)?;
        if end == StopReason::Stopped {
            (watch.progress)(comparison.pairs, most);
        }
        let is_enough = wish.games.is_none() && begun.elapsed() >= ENOUGH;
        if end != StopReason::Played || pairs >= most || is_enough {
            return Ok(());
        }
        known = pairs;
        pairs = (pairs * MORE_PAIRS).min(most);
    }
}
