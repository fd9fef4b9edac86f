//! `tavola simulate`: bots play many games on all cores; figures on stdout, speed on stderr.

mod course;
#[cfg(feature = "parquet")]
mod parquet;
mod profile;
mod report;
mod sheet;
mod table;
mod words;

use std::path::{Path, PathBuf};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Figures, SimulateArgs};
use super::by;
use super::console::Console;
use super::document::Document;
use super::ending::{Exit, Stop, VerbResult};
use super::folders;
use super::interrupt;
use super::keep::{self, Checkpoint};
use super::load;
use super::paint::{count, thousands};
use super::progress;
use super::seats;
use super::subject::Figured;
use tavola_game::{Error, Game, Rules};
use tavola_lab::journal::JournalPart;
use tavola_lab::profile::Profile;
use tavola_lab::simulate::Rows;
use tavola_lab::{self as play, Bot, Broken, LawWatch, LawsTried, Plan, Report, whole};
use tavola_syntax::diagnostic::Finding;

/// Default number of games.
const GAMES: u64 = 1000;
/// Default number of games for the laws, and maximum number of games in which they are checked at every question, which takes seconds
/// per game.
const LAW_GAMES: u64 = 20;

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
    agents: Vec<Bot>,
    /// True if they move one seat on after each game; `agents` is then the first game.
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
fn distinct(all: Vec<Broken>, report: &Report) -> Vec<BrokenLaw> {
    let mut laws: Vec<BrokenLaw> = Vec::new();
    for broken in all.into_iter().filter(|law| !report.faults.iter().any(|fault| law.what.contains(&fault.what))) {
        match laws.iter_mut().find(|known| known.first.law == broken.law && known.first.place == broken.place) {
            Some(known) => known.games += 1,
            None => laws.push(BrokenLaw { first: broken, games: 1 }),
        }
    }
    laws
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
    let seed = keep::seed(args.seed, args.progress.as_deref())?.unwrap_or_else(seats::any_seed);
    interrupt::be_patient();
    let mut wanted: Vec<ChosenGame> = Vec::new();
    for folder in folders::all(&args.path)? {
        let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
        let players = seats::wanted(args.players.as_deref(), &rules)?;
        wanted.push(ChosenGame { folder, rules, players });
    }
    let planned = wanted.iter().map(|game| game.players.len()).sum::<usize>();
    if table::is_wanted(args) && planned > 1 {
        let why = "games of different players, or different games, have different columns";
        return Err(Stop::usage(format!(
            "rows can be written of one game with one number of players: {why}; use --players"
        )));
    }
    if args.flame.is_some() && planned > 1 {
        let why = "a flame graph is of one game with one number of players";
        return Err(Stop::usage(format!("{why}; use --players")));
    }
    args.html.iter().chain(&args.flame).try_for_each(|file| whole::ready(file))?;
    let keeper = keeper(args, &wanted, seed)?;
    let (mut runs, mut all): (Vec<Simulation>, Document) = Default::default();
    for (game, &players) in wanted.iter().flat_map(|game| game.players.iter().map(move |players| (game, players))) {
        if interrupt::asked() {
            break;
        }
        let run = one(args, game, players, (seed, keeper.as_ref()), console)?;
        let part = report::document(&run, &again(args, &run, seed), &laws_again(args, &run, seed));
        if args.format == Figures::Pretty {
            part.write(args.format, console)?;
        }
        all.append(part);
        runs.push(run);
    }
    if let Some(keeper) = keeper {
        keeper.end(console);
    }
    match args.format {
        Figures::Pretty => {}
        Figures::Json => console.json(&Figured::new(&runs))?,
        Figures::Html | Figures::Markdown => all.write(args.format, console)?,
    }
    if let (Some(file), [Simulation { profile: Some(profile), .. }]) = (&args.flame, runs.as_slice()) {
        profile::draw(profile, file)?;
    }
    if let Some(file) = &args.html {
        let _writing = whole::writing();
        whole::write(file, &all.html()?).map_err(|error| Error::unwritten("write", file, &error))?;
    }
    Ok(runs.iter().map(|run| run.exit).max_by_key(|exit| exit.code()).unwrap_or(Exit::Fine))
}

/// The checkpoint of the games, if one is worth it, with all on which they depend.
fn keeper(args: &SimulateArgs, wanted: &[ChosenGame], seed: u64) -> Result<Option<Checkpoint>, Stop> {
    if !keep::is_worth_it(args.progress.as_deref(), args.bots.as_deref()) {
        return Ok(None);
    }
    let each = |described: &dyn Fn(&ChosenGame) -> String| wanted.iter().map(described).collect::<Vec<_>>().join("; ");
    let games = (each(&|game| game.rules.hash()), each(&|game| keep::numbers(&game.players)));
    let facts = keep::of_games(games, &args.choices, args.bots.as_deref(), args.rotate);
    Checkpoint::new("simulate", args.progress.as_deref(), Some(seed), &facts).map(Some)
}

fn one(
    args: &SimulateArgs,
    ChosenGame { folder, rules, .. }: &ChosenGame,
    players: usize,
    (seed, keeper): (u64, Option<&Checkpoint>),
    console: &mut Console,
) -> Result<Simulation, Stop> {
    let setup = seats::setup(players, &args.choices);
    let bots = seats::bots(args.bots.as_deref(), &setup.players)?;
    let game = load::fast_game(rules, &setup, console)?;
    let (games, jobs) = (args.games.unwrap_or(GAMES), args.jobs.threads());
    let by = by::read(args.by.as_deref(), args.when.as_deref(), &game, console)?;
    let (by, described) = by.map_or((None, None), |(by, described)| (Some(by), Some(described)));
    let plan =
        Plan { games, seed, jobs, check: args.tries_laws(), bots, rotate: args.rotate, by, closely: args.closely };
    let begun = Instant::now();
    let kept = keeper.map(|keeper| keeper.part(format!("{} {players}", rules.name())));
    let known = kept.as_ref().map_or(0, |kept| kept.known_of(games));
    let report = play(args, &game, &plan, kept)?;
    speed(&report, begun.elapsed().as_secs_f64(), known, console);
    let again = if is_timed(&plan.bots) { "other games of the same kind" } else { "again" };
    console.note(format!("{again}: {} --players {players} --seed {seed}", command(args, folder)));
    let profile = args.profile.then(|| profile::look(&game, &plan));
    let law_games = if args.tries_laws() { args.games.unwrap_or(LAW_GAMES) } else { 0 };
    let closely = if args.check_all { u64::MAX } else { LAW_GAMES };
    let tried = (law_games > 0 && !interrupt::asked()).then(|| laws(&game, (seed, law_games), closely, console));
    let (law_games_wanted, law_games, law_moments) = match &tried {
        Some(tried) => (Some(law_games).filter(|&wanted| tried.games < wanted), tried.games, tried.moments),
        None => (Some(law_games).filter(|&wanted| wanted > 0), 0, 0),
    };
    let laws = tried.map(|tried| distinct(tried.broken, &report));
    let faults = report.faults.iter().filter_map(|trouble| trouble.diagnostic.as_ref());
    let findings: Vec<Finding> = faults.clone().map(|fault| Finding::new(fault, rules.sources())).collect();
    let troubles = report.has_troubles() || laws.as_ref().is_some_and(|broken| !broken.is_empty());
    let fine = if troubles { Exit::Findings } else { Exit::Fine };
    // A problem without a finding is a game that did not end.
    let ends = report.faults.iter().map(|trouble| trouble.diagnostic.as_ref().map_or(Exit::Ours, load::exit_of));
    let exit = ends.chain([fine]).max_by_key(|exit| exit.code()).unwrap_or(fine);
    if args.format == Figures::Pretty {
        faults.take(1).for_each(|fault| load::draw(fault, rules.sources(), console));
    }
    let (variant, settings) = (args.choices.variant.clone(), args.choices.set.clone());
    let path = folder.display().to_string();
    let run = Simulation {
        path,
        players,
        variant,
        settings,
        agents: plan.bots.clone(),
        rotate: plan.rotate,
        by: described,
        rules: rules.hash(),
        tavola: env!("CARGO_PKG_VERSION"),
        report,
        laws,
        law_games,
        law_games_wanted,
        law_moments,
        law_games_closely: law_games.min(closely),
        profile,
        findings,
        exit,
    };
    Ok(run)
}

/// Plays the games, and writes their rows.
fn play(args: &SimulateArgs, game: &Game, plan: &Plan, kept: Option<JournalPart<'_>>) -> Result<Report, Stop> {
    let bar = progress::bar(plan.games, "games");
    let mut table = table::RowFiles::open(args, game, plan.seed)?;
    let journal = kept.as_ref().map(|kept| kept.journal);
    let advance = |done| keep::advance(journal, &bar, done);
    let answers = table::of_answers(args);
    let report = match &mut table {
        Some(table) => {
            let rows = Rows { answers, take: &mut |row| table.take(&row) };
            play::simulate(game, plan, Some(rows), kept, &advance, interrupt::flag())
        }
        None => play::simulate(game, plan, None, kept, &advance, interrupt::flag()),
    };
    bar.finish_and_clear();
    table.map_or(Ok(()), table::RowFiles::close)?;
    Ok(report?)
}

fn laws(game: &Game, games: (u64, u64), closely: u64, console: &Console) -> LawsTried {
    let begun = Instant::now();
    let bar = progress::bar(games.1, "games with all laws");
    let watch = LawWatch { stop: &interrupt::asked, done: &|| bar.inc(1) };
    let tried = play::try_laws_in_detail(game, games, closely, &watch);
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

/// `tavola simulate rules/my_game --games 1000 --set rounds=5`: the command, but for players and seed.
fn command(args: &SimulateArgs, folder: &Path) -> String {
    let flags = [(args.check, " --check"), (args.check_all, " --check-all"), (args.rotate, " --rotate")]
        .into_iter()
        .filter(|(on, _)| *on);
    let flags: String = flags.map(|(_, flag)| flag).collect();
    let games = args.games.map(|games| format!(" --games {games}")).unwrap_or_default();
    let closely = args.closely.map(|closely| match closely {
        u64::MAX => " --closely all".to_owned(),
        closely => format!(" --closely {closely}"),
    });
    let bots = args.bots.iter().map(|bots| format!(" --bots {bots}"));
    let by = args.by.iter().map(|by| format!(" --by '{by}'"));
    let when = args.when.iter().map(|when| format!(" --when {when}"));
    let more: String = bots.chain(by).chain(when).chain(closely).collect();
    format!("tavola simulate {}{games}{}{more}{flags}", folder.display(), args.choices.flags())
}

/// True if a bot is time-limited: then no game is reproducible.
fn is_timed(bots: &[Bot]) -> bool {
    bots.iter().any(|bot| bot.is_timed())
}

/// The command that checks the laws again in the games up to this one. Laws are checked in games of random players.
fn laws_again(args: &SimulateArgs, run: &Simulation, seed: u64) -> impl Fn(u64) -> String {
    let (chosen, path, players) = (args.choices.flags(), run.path.clone(), run.players);
    move |game| {
        let games = game + 1;
        format!("tavola simulate {path} --players {players}{chosen} --seed {seed} --games {games} --check")
    }
}

/// The command that replays a game of the run, by its number, with the bots of the run.
fn again(args: &SimulateArgs, run: &Simulation, seed: u64) -> impl Fn(u64) -> String {
    let (chosen, path, players) = (args.choices.flags(), run.path.clone(), run.players);
    let (given, agents, rotate) = (args.bots.clone(), run.agents.clone(), run.rotate);
    move |game| {
        if given.is_some() && is_timed(&agents) {
            return format!("no command replays game {game}; --csv-answers lists its answers");
        }
        let bots = given.as_ref().map(|given| match rotate {
            true => format!(" --bots {}", seats::bots_in(game, &agents)),
            false => format!(" --bots {given}"),
        });
        let bots = bots.unwrap_or_default();
        format!("tavola play {path} --players {players} --human none{chosen}{bots} --seed {seed} --game {game}")
    }
}
