//! `tavola simulate`: bots play many games on all cores; figures on stdout, speed on stderr.

mod course;
pub(super) mod matrix;
pub(crate) mod merge;
mod output;
mod profile;
mod records;
mod report;
mod shard;
mod table;
mod verdict;
mod watched;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Figures, SimulateArgs};
use super::by;
use super::checkpoint::{self, Checkpoint};
use super::console::{Console, json_text};
use super::document::Document;
use super::ending::{Exit, Stop, VerbResult};
use super::folders;
use super::interrupt;
use super::load;
use super::paint::{count, thousands};
use super::progress;
use super::seats;
use super::subject::Figured;
use super::watch::ComparedFigures;
use output::Output;
use shard::{CheckedLaws, RunOptions, Shard};
use tavola_game::{Game, Rules};
use tavola_lab::journal::JournalPart;
use tavola_lab::profile::Profile;
use tavola_lab::simulate::{Rows, Trouble};
use tavola_lab::{self as play, Bot, Broken, LawWatch, LawsTried, Plan, Report, RunHooks, Tally, whole};
use tavola_page::scene::{Scene, Stage};
use tavola_syntax::diagnostic::Finding;

/// Default number of games.
const GAMES: u64 = 1000;
/// Default number of games for the laws, and maximum number of games in which they are checked at every question, which takes seconds
/// per game.
const LAW_GAMES: u64 = 20;

/// Version of the report as JSON.
const VERSION: u32 = 2;
/// Number of games from which native code is recommended.
const MANY: u64 = 10_000;

/// The figures of one game with one number of players.
#[derive(Serialize, JsonSchema)]
pub(super) struct Simulation {
    path: String,
    players: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    settings: Vec<(String, String)>,
    /// Bots, by seat.
    bots: Vec<Bot>,
    /// True if they move one seat on after each game; `bots` is then the first game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rotate: bool,
    /// Expression by which wins are grouped.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<by::Breakdown>,
    /// The fingerprint of the rules.
    rules: String,
    /// The version of the engine.
    tavola: &'static str,
    report: Report,
    /// Broken laws; none if they were not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    laws: Option<Vec<BrokenLaw>>,
    /// Number of games in which the laws were checked to the end.
    law_games: u64,
    /// Number of games in which they were to be checked, if it was interrupted before.
    #[serde(skip_serializing_if = "Option::is_none")]
    law_games_wanted: Option<u64>,
    /// Number of questions and ends of games at which the laws were checked.
    law_moments: u64,
    /// Number of these games with a check at every question.
    law_games_closely: u64,
    /// Profile of the first games, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<Profile>,
    /// Faults of the rules, located.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
    #[serde(skip)]
    exit: Exit,
    /// The table before the game, for pictures of its boards; none if no page is written.
    #[serde(skip)]
    start: Option<Scene>,
}

/// A law that does not hold.
#[derive(Serialize, JsonSchema)]
struct BrokenLaw {
    #[serde(flatten)]
    first: Broken,
    /// Number of games in which it was broken at this place.
    games: u64,
}

/// Broken laws, each once by law and place. A law that a reported fault of the rules breaks is not counted.
fn distinct(all: &[Broken], report: &Report) -> Vec<BrokenLaw> {
    let mut laws: Vec<BrokenLaw> = Vec::new();
    for broken in all.iter().filter(|law| !report.faults.iter().any(|fault| explains(fault, law))) {
        match laws.iter_mut().find(|known| known.first.law == broken.law && known.first.place == broken.place) {
            Some(known) => known.games += 1,
            None => laws.push(BrokenLaw { first: broken.clone(), games: 1 }),
        }
    }
    laws
}

/// True if a broken law only shows this fault: it quotes its code and place, or the words of an endless game.
fn explains(fault: &Trouble, law: &Broken) -> bool {
    let code = fault.finding.as_ref().map(|finding| format!("{}: ", finding.code));
    match code {
        Some(code) => law.what.contains(&code) && law.what.contains(&format!("({})", fault.place)),
        None => law.what.contains(&fault.what),
    }
}

/// Parts of a run besides its figures.
#[derive(Default)]
struct RunExtras {
    /// Profile of the first games, if it was asked for.
    profile: Option<Profile>,
    /// The table before the game, for pictures of its boards, if a page is written.
    start: Option<Scene>,
}

/// A game before it is set up.
struct ChosenGame {
    folder: PathBuf,
    rules: Rules,
    /// Numbers of players.
    players: Vec<usize>,
}

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules have errors, or stdout not be written.
pub(crate) fn run(args: &SimulateArgs, console: &mut Console) -> VerbResult {
    let seed = checkpoint::seed(args.seed, args.progress.as_deref())?.unwrap_or_else(seats::any_seed);
    if args.watch {
        return watched::run(args, seed, console);
    }
    if args.matrix {
        return matrix::run(args, &chosen(args, console)?, seed, console);
    }
    play_all(args, seed, console)?.end(console)
}

/// The games with the numbers of players that are asked for.
fn chosen(args: &SimulateArgs, console: &mut Console) -> Result<Vec<ChosenGame>, Stop> {
    interrupt::be_patient();
    let mut wanted: Vec<ChosenGame> = Vec::new();
    for folder in folders::all(&args.path)? {
        let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
        let players = seats::wanted(args.players.as_deref(), &rules)?;
        wanted.push(ChosenGame { folder, rules, players });
    }
    Ok(wanted)
}

/// Plays the games of all set-ups that are asked for.
///
/// # Errors
/// See [`run`].
fn play_all<'a>(args: &'a SimulateArgs, seed: u64, console: &mut Console) -> Result<Output<'a>, Stop> {
    let wanted = chosen(args, console)?;
    let planned = wanted.iter().map(|game| game.players.len()).sum::<usize>();
    if table::is_wanted(args) && planned > 1 {
        let why = "games of different players, or different games, have different columns";
        return Err(Stop::usage(format!(
            "rows and records can be written of one game with one number of players: {why}; use --players"
        )));
    }
    if args.flame.is_some() && planned > 1 {
        let why = "a flame graph is of one game with one number of players";
        return Err(Stop::usage(format!("{why}; use --players")));
    }
    args.html.iter().chain(&args.flame).try_for_each(|file| whole::ready(file))?;
    let keeper = keeper(args, &wanted, seed)?;
    let mut output = Output::new(args.format, args.html.as_deref());
    for (game, &players) in wanted.iter().flat_map(|game| game.players.iter().map(move |players| (game, players))) {
        if interrupt::asked() {
            break;
        }
        let (shard, extras) = one(args, game, players, (seed, keeper.as_ref()), console)?;
        output.add(&shard, extras, console)?;
    }
    if let Some(keeper) = keeper {
        keeper.end(console);
    }
    if let (Some(file), [Simulation { profile: Some(profile), .. }]) = (&args.flame, output.runs()) {
        profile::draw(profile, file)?;
    }
    Ok(output)
}

/// The table before a game, as a spectator sees it.
fn start(game: &Game) -> Scene {
    let view = game.referee().view(&game.start(), None);
    Stage::new(game, BTreeMap::new()).scene(&view, None, Vec::new())
}

/// The checkpoint of the games, if one is worth it, with all on which they depend.
fn keeper(args: &SimulateArgs, wanted: &[ChosenGame], seed: u64) -> Result<Option<Checkpoint>, Stop> {
    if !checkpoint::is_worth_it(args.progress.as_deref(), args.bots.as_deref()) {
        return Ok(None);
    }
    let each = |described: &dyn Fn(&ChosenGame) -> String| wanted.iter().map(described).collect::<Vec<_>>().join("; ");
    let games = (each(&|game| game.rules.hash()), each(&|game| checkpoint::numbers(&game.players)));
    let facts = checkpoint::of_games(games, &args.choices, args.bots.as_deref(), args.rotate);
    Checkpoint::new("simulate", args.progress.as_deref(), Some(seed), &facts).map(Some)
}

/// Plays the games of one game with one number of players.
fn one(
    args: &SimulateArgs,
    ChosenGame { folder, rules, .. }: &ChosenGame,
    players: usize,
    (seed, keeper): (u64, Option<&Checkpoint>),
    console: &mut Console,
) -> Result<(Shard, RunExtras), Stop> {
    let setup = seats::setup(players, &args.choices);
    let bots = seats::bots(args.bots.as_deref(), &setup.players)?;
    let game = load::fast_game(rules, &setup, console)?;
    let (first, games, jobs) = (args.first_game, args.games.unwrap_or(GAMES), args.jobs.threads());
    let by = by::read(args.by.as_deref(), args.when.as_deref(), &game, console)?;
    let (by, described) = by.map_or((None, None), |(by, described)| (Some(by), Some(described)));
    let (check, rotate, closely) = (args.tries_laws(), args.rotate, args.closely);
    let plan = Plan { first, games, seed, jobs, check, bots, rotate, by, closely };
    let begun = Instant::now();
    let part = format!("{} {players}", rules.name());
    // Random games are played again as fast as their answers are read, so only their tally is kept.
    let kept = keeper.filter(|_| plan.bots.iter().any(|bot| bot.thinks()));
    let kept = kept.map(|keeper| keeper.part(part.clone()));
    let tally = play(args, &game, &plan, kept.clone())?;
    let report = tally.report();
    let known = kept.map_or(0, |kept| kept.known_of(tally.games()));
    speed(&report, begun.elapsed().as_secs_f64(), known, console);
    let mut shard = Shard { options: RunOptions::new(args, folder, described), tally, laws: None };
    let again = if is_timed(&plan.bots) { "other games of the same kind" } else { "again" };
    console.note(format!("{again}: {}", shard.command(first, args.games)));
    if args.format == Figures::Pretty {
        let fault = report.faults.iter().find_map(|trouble| trouble.diagnostic.as_ref());
        fault.into_iter().for_each(|fault| load::draw(fault, game.sources(), console));
    }
    let profile = args.profile.then(|| profile::look(&game, &plan));
    let start = (args.html.is_some() || args.format == Figures::Html).then(|| start(&game));
    shard.laws = check.then(|| {
        // A part of a run has a number of games.
        let games = args.games.unwrap_or(if first > 0 { GAMES } else { LAW_GAMES });
        let games = first..first.saturating_add(games);
        let tried = !interrupt::asked();
        let tried = tried.then(|| laws(&game, (seed, games.clone()), law_games_closely(args.check_all), console));
        CheckedLaws { games, tried }
    });
    if let Some(keeper) = keeper.filter(|_| args.progress.is_some() && shard.tally.is_complete() && !interrupt::asked())
    {
        keeper.journal().store(&format!("{TALLY}{part}"), first, &shard);
    }
    Ok((shard, RunExtras { profile, start }))
}

/// Plays the games of a plan without a checkpoint, and returns the report for programs. Once `stop` is set, it covers the
/// games that are finished.
///
/// # Errors
/// When the games cannot be played.
pub(super) fn report(path: &Path, game: &Game, plan: &Plan, stop: &AtomicBool) -> Result<serde_json::Value, Stop> {
    let tally = play::tally(game, plan, RunHooks { stop, ..RunHooks::default() })?;
    let run = Simulation::plain(path.display().to_string(), tally);
    serde_json::to_value(Figured::new(VERSION, &[run])).map_err(|error| Stop::ours(error.to_string()))
}

/// The document for programs of runs without laws and without groups of wins: each a tally with the path of its game.
///
/// # Errors
/// When it cannot be written as JSON.
pub(super) fn document(runs: Vec<(String, Tally)>) -> Result<String, Stop> {
    let runs: Vec<Simulation> = runs.into_iter().map(|(path, tally)| Simulation::plain(path, tally)).collect();
    json_text(&Figured::new(VERSION, &runs))
}

/// The figures of a tally without laws and without groups of wins, as a document and as rows. `again` says how a game is seen again.
pub(super) fn document_of(
    folder: &Path,
    game: &Game,
    tally: &Tally,
    again: &report::SeeAgain<'_>,
) -> (Document, ComparedFigures) {
    let path = folder.display().to_string();
    let shard = Shard { options: RunOptions::plain(path, tally), tally: tally.clone(), laws: None };
    let run = Simulation::new(&shard, RunExtras { profile: None, start: Some(start(game)) });
    (report::document(&run, again, &|game| shard.laws_again(game)), watched::figures(&run))
}

/// First word of the parts of a progress file that hold finished runs.
const TALLY: &str = "tally ";

/// Number of games, from game 0 on, in which the laws are checked at every question.
fn law_games_closely(all: bool) -> u64 {
    if all { u64::MAX } else { LAW_GAMES }
}

impl Simulation {
    /// The figures of a run without laws and without groups of wins.
    fn plain(path: String, tally: Tally) -> Self {
        Self::new(&Shard { options: RunOptions::plain(path, &tally), tally, laws: None }, RunExtras::default())
    }

    /// The figures of a run.
    fn new(shard: &Shard, RunExtras { profile, start }: RunExtras) -> Self {
        let Shard { options, tally, laws } = shard;
        let report = tally.report();
        let law_games = laws.as_ref().map_or(0..0, |laws| laws.games.clone());
        let wanted = law_games.end.saturating_sub(law_games.start);
        let tried = laws.as_ref().and_then(|laws| laws.tried.as_ref());
        let (games, law_moments) = tried.map_or((0, 0), |tried| (tried.games, tried.moments));
        let last = law_games.start.saturating_add(games).min(law_games_closely(options.check_all));
        let laws = tried.map(|tried| distinct(&tried.broken, &report));
        Self {
            path: options.path.clone(),
            players: tally.players().len(),
            variant: options.choices.variant.clone(),
            settings: options.choices.set.clone(),
            bots: tally.bots().to_vec(),
            rotate: options.rotate,
            by: options.by.clone(),
            rules: tally.rules().to_owned(),
            tavola: env!("CARGO_PKG_VERSION"),
            exit: exit(&report, laws.as_ref()),
            findings: report.faults.iter().filter_map(|fault| fault.finding.as_deref().cloned()).collect(),
            report,
            laws,
            law_games: games,
            law_games_wanted: Some(wanted).filter(|&wanted| games < wanted),
            law_moments,
            law_games_closely: last.saturating_sub(law_games.start),
            profile,
            start,
        }
    }
}

/// The exit code of a run.
fn exit(report: &Report, laws: Option<&Vec<BrokenLaw>>) -> Exit {
    let troubles = report.has_troubles() || laws.is_some_and(|broken| !broken.is_empty());
    let fine = if troubles { Exit::Findings } else { Exit::Fine };
    // A problem without a finding is a game that did not end.
    let ends = report.faults.iter().map(|trouble| trouble.finding.as_ref());
    let ends = ends.map(|finding| finding.map_or(Exit::Ours, |finding| load::exit_of(&finding.code)));
    ends.chain([fine]).max_by_key(|exit| exit.code()).unwrap_or(fine)
}

/// Plays the games, and writes their rows.
fn play(args: &SimulateArgs, game: &Game, plan: &Plan, kept: Option<JournalPart<'_>>) -> Result<Tally, Stop> {
    let bar = progress::bar(plan.games, "games");
    let mut table = table::RowFiles::open(args, game, plan.seed)?;
    let journal = kept.as_ref().map(|kept| kept.journal);
    let advance = |done| checkpoint::advance(journal, &bar, done);
    let answers = table::of_answers(args);
    let mut take = table.as_mut().map(|table| |row| table.take(&row));
    let rows = take.as_mut().map(|take| Rows { answers, take });
    let stop = interrupt::flag();
    let tally = play::tally_rows(game, plan, rows, RunHooks { checkpoint: kept, progress: &advance, stop: &stop });
    bar.finish_and_clear();
    table.map_or(Ok(()), table::RowFiles::close)?;
    Ok(tally?)
}

fn laws(game: &Game, (seed, games): (u64, Range<u64>), closely: u64, console: &Console) -> LawsTried {
    let begun = Instant::now();
    let bar = progress::bar(games.end - games.start, "games with all laws");
    let stop = interrupt::flag();
    let watch = LawWatch { stop: &|| stop.load(Ordering::Relaxed), done: &|| bar.inc(1) };
    let tried = play::try_laws_in_detail(game, (seed, games), closely, &watch);
    bar.finish_and_clear();
    let (moments, games) = (count(tried.moments, "question"), count(tried.games, "game"));
    console.note(format!("laws checked at {moments} of {games} in {:.1} s", begun.elapsed().as_secs_f64()));
    tried
}

/// Logs games and answers per second; with games from a checkpoint only how many.
fn speed(report: &Report, seconds: f64, known: u64, console: &Console) {
    let each = report.answers.as_ref().map_or(0.0, |answers| answers.mean);
    let per_second = |n: f64| thousands((n / seconds.max(1e-9)) as u64);
    let (games, answers) = (per_second(report.games as f64), per_second(report.games as f64 * each));
    let played = count(report.games, "game");
    if known > 0 {
        let known = thousands(known);
        return console
            .note(format!("{played} in {seconds:.1} s, {known} of them from the checkpoint; seed {}", report.seed));
    }
    console.note(format!("{played} in {seconds:.1} s: {games} games/s, {answers} answers/s; seed {}", report.seed));
    if cfg!(not(feature = "native")) && report.games >= MANY {
        console.note("native code plays faster: cargo build --release --features native");
    }
}

/// True if a bot is time-limited: then no game is reproducible.
fn is_timed(bots: &[Bot]) -> bool {
    bots.iter().any(|bot| bot.is_timed())
}
