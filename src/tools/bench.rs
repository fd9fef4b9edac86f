//! `tavola bench`: how fast a game is played, on one thread and on several, how long it takes to read, how large a position is.

use std::hint::black_box;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{BenchArgs, Figures};
use super::console::Console;
use super::document::{Document, TextTable};
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{clean, thousands};
use super::subject::{Figured, Subject};
use super::{folders, interrupt, load, progress, seats};
use tavola_game::{Game, Rules};
use tavola_lab::bench::{self, Speed, quickest};

/// Measurements of one game with one number of players.
#[derive(Serialize, JsonSchema)]
pub(super) struct Benchmark {
    #[serde(flatten)]
    of: Subject,
    /// Random games on one thread.
    one: Speed,
    /// And on several; none where there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    several: Option<Speed>,
    /// Milliseconds to read the folder and check it.
    read: f64,
    /// Milliseconds to lower it for this set-up.
    lower: f64,
    /// Milliseconds from there to the options of the first question.
    first_question: f64,
    /// Bytes of a position.
    position: usize,
    /// Nanoseconds to copy one.
    copy: f64,
}

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules have errors or faults, or stdout cannot be written.
pub(crate) fn run(args: &BenchArgs, console: &mut Console) -> VerbResult {
    interrupt::be_patient();
    let mut runs = Vec::new();
    for folder in folders::all(&args.path)?.into_iter().take_while(|_| !interrupt::asked()) {
        let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
        for players in seats::wanted(args.players.as_deref(), &rules)? {
            runs.extend(one(args, &folder, &rules, players, console)?);
        }
    }
    if interrupt::asked() {
        console.note("stopped: unfinished measurements are left out");
    }
    match args.format {
        Figures::Json => console.json(&Figured::new(1, &runs))?,
        format => {
            let mut out = Document::new("Benchmark");
            out.table(table(&runs));
            out.write(format, console)?;
        }
    }
    Ok(Exit::Fine)
}

/// Nothing where it was interrupted.
fn one(
    args: &BenchArgs,
    folder: &Path,
    rules: &Rules,
    players: usize,
    console: &mut Console,
) -> Result<Option<Benchmark>, Stop> {
    let setup = seats::setup(players, &args.choices);
    let game = load::fast_game(rules, &setup, console)?;
    let variant = args.choices.variant.as_deref();
    let read = quickest(|| drop(black_box(Rules::read(folder, variant))));
    let lower = quickest(|| drop(black_box(rules.game(&setup))));
    let first_question = bench::first_question(&game);
    let spinner = progress::thinking(&format!("{} with {players}", rules.name()));
    let threads = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let one = speed(&game, 1, args.seconds, console)?;
    let several = if threads > 1 { speed(&game, threads, args.seconds, console)? } else { None };
    spinner.finish_and_clear();
    let (Some(one), true) = (one, threads == 1 || several.is_some()) else { return Ok(None) };
    let (position, copy) = bench::position(&game);
    Ok(Some(Benchmark {
        of: Subject::new(folder, players, &args.choices, rules),
        one,
        several,
        read,
        lower,
        first_question,
        position,
        copy,
    }))
}

/// Plays; nothing where it was interrupted.
fn speed(game: &Game, threads: usize, seconds: u16, console: &mut Console) -> Result<Option<Speed>, Stop> {
    let played = bench::speed(game, threads, seconds.into(), &interrupt::flag())?;
    played.map_err(|trouble| {
        if let Some(fault) = &trouble.diagnostic {
            load::draw(fault, game.sources(), console);
        }
        console.note(format!("game {} of seed {}: {}", trouble.game, trouble.seed, clean(&trouble.what)));
        Stop::quiet(trouble.diagnostic.as_ref().map_or(Exit::Ours, |fault| load::exit_of(fault.code)))
    })
}

fn table(runs: &[Benchmark]) -> TextTable {
    let threads = runs.iter().find_map(|run| run.several.as_ref()).map_or(1, |several| several.threads);
    let heads = ["game", "players", "games/s", "answers/s"].map(str::to_owned);
    let several = [format!("games/s on {threads}"), "speed-up".to_owned()];
    let last = ["read ms", "lower ms", "first question ms", "position bytes", "copy ns"].map(str::to_owned);
    let mut grid = TextTable::new(heads.into_iter().chain(several.into_iter().filter(|_| threads > 1)).chain(last));
    for run in runs {
        let first = [
            clean(&run.of.path),
            run.of.players.to_string(),
            rate(run.one.games_a_second),
            rate(run.one.answers_a_second),
        ];
        let several = run.several.iter().flat_map(|several| {
            let ideal = run.one.games_a_second * several.threads as f64;
            [rate(several.games_a_second), format!("{:.0}%", several.games_a_second / ideal * 100.0)]
        });
        let last = [
            format!("{:.1}", run.read),
            format!("{:.2}", run.lower),
            format!("{:.3}", run.first_question),
            thousands(run.position as u64),
            format!("{:.0}", run.copy),
        ];
        grid.row(first.into_iter().chain(several).chain(last));
    }
    grid
}

/// Ten a second and more as whole numbers.
fn rate(a_second: f64) -> String {
    if a_second < 10.0 { format!("{a_second:.1}") } else { thousands(a_second as u64) }
}
