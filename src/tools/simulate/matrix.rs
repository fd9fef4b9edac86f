//! `tavola simulate --matrix`: several bots against each other.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::words::{row, share};
use super::{ChosenGame, GAMES, VERSION, exit};
use crate::tools::args::{Figures, SimulateArgs};
use crate::tools::console::Console;
use crate::tools::document::{Document, Ink, TextLine, TextTable};
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::paint::{count, thousands};
use crate::tools::subject::{Figured, Subject};
use crate::tools::{create, interrupt, load, progress, seats};
use tavola_game::{Game, Rules};
use tavola_lab::simulate::BotWins;
use tavola_lab::statistics::Share;
use tavola_lab::{self as play, Bot, Plan, Report, RunHooks};

/// Maximum number of seatings.
const MOST: usize = 100;

/// The results of bots against each other, in one game with one number of players.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct BotMatrix {
    #[serde(flatten)]
    subject: Subject,
    /// Title of the game.
    game: String,
    /// Seed of each seating.
    seed: u64,
    /// Number of planned games of each seating.
    games: u64,
    /// Results of each bot in all seatings.
    bots: Vec<BotShare>,
    /// Results of each bot against each other one. Empty with more than two players.
    pairs: Vec<BotPair>,
    /// All ways to seat two or more of the bots. The bots move one seat on after each game, so rotations of a seating are one seating.
    seatings: Vec<Seating>,
    /// Number of seatings of a run that is not interrupted.
    #[serde(skip)]
    planned: usize,
    #[serde(skip)]
    exit: Exit,
}

/// Results of a bot.
#[derive(Serialize, JsonSchema)]
struct BotShare {
    bot: Bot,
    /// Number of its seats in all games that ended.
    seats: u64,
    /// Number of these seats that won, alone or together with others.
    wins: Share,
}

/// Results of a bot against another one.
#[derive(Serialize, JsonSchema)]
struct BotPair {
    bot: Bot,
    against: Bot,
    /// Number of games that ended.
    games: u64,
    /// Games that it won, alone or together with the other one.
    wins: Share,
}

/// Results of a seating.
#[derive(Serialize, JsonSchema)]
struct Seating {
    /// Bots, by seat in the first game.
    bots: Vec<Bot>,
    /// Number of games that were played.
    games: u64,
    /// Number of games that came to their end.
    ended: u64,
    /// Results of its bots.
    results: Vec<BotWins>,
}

/// Runs the verb.
///
/// # Errors
/// When the bots are no list, there are too many seatings, or the games cannot be played.
pub(super) fn run(args: &SimulateArgs, wanted: &[ChosenGame], seed: u64, console: &mut Console) -> VerbResult {
    let bots = bots(args.bots.as_deref().unwrap_or_default())?;
    let games = wanted.iter().flat_map(|game| game.players.iter().map(move |&players| (game, players)));
    let plans = games.map(|(game, players)| Ok((game, players, seatings(&bots, players)?)));
    let plans = plans.collect::<Result<Vec<_>, Stop>>()?;
    let mut runs: Vec<BotMatrix> = Vec::new();
    for (ChosenGame { folder, rules, .. }, players, seatings) in plans {
        if interrupt::asked() {
            break;
        }
        let run = one(args, (folder, rules, players), (&bots, seatings), seed, console)?;
        if args.format == Figures::Pretty {
            document(&run).write(args.format, console)?;
        }
        runs.push(run);
    }
    let all = || {
        let mut all = Document::default();
        runs.iter().for_each(|run| all.append(document(run)));
        all
    };
    match args.format {
        Figures::Pretty => {}
        Figures::Json => console.json(&Figured::new(VERSION, &runs))?,
        Figures::Html | Figures::Markdown => all().write(args.format, console)?,
    }
    if let Some(file) = &args.html {
        create::quiet(file, &all().html()?)?;
    }
    Ok(runs.iter().map(|run| run.exit).max_by_key(|exit| exit.code()).unwrap_or(Exit::Fine))
}

/// The bots of a list, each once.
fn bots(given: &str) -> Result<Vec<Bot>, Stop> {
    let mut bots: Vec<Bot> = Vec::new();
    for word in given.split(',') {
        let bot = word.trim().parse().map_err(|why| {
            let why = if word.contains('=') { "with --matrix, bots have no seats".to_owned() } else { why };
            Stop::usage(format!("`--bots {given}`: {why}"))
        })?;
        if bots.contains(&bot) {
            return Err(Stop::usage(format!("`--bots {given}`: `{bot}` is given twice")));
        }
        bots.push(bot);
    }
    if bots.len() < 2 {
        return Err(Stop::usage(format!("`--bots {given}`: --matrix needs two bots or more: random,greedy,mcts:200")));
    }
    Ok(bots)
}

/// All ways to seat two or more of the bots, without rotations of one another.
fn seatings(bots: &[Bot], players: usize) -> Result<Vec<Vec<Bot>>, Stop> {
    if players < 2 {
        return Err(Stop::usage("--matrix needs a game for two players or more"));
    }
    let too_many = || {
        let (bots, players) = (count(bots.len() as u64, "bot"), count(players as u64, "player"));
        Stop::usage(format!("{bots} can be seated in more than {MOST} ways with {players}; name fewer bots"))
    };
    let all = u32::try_from(players).ok().and_then(|players| bots.len().checked_pow(players));
    let all = all.filter(|&all| all <= MOST * players * 2).ok_or_else(too_many)?;
    let seated = |mut code: usize| -> Vec<usize> {
        (0..players).map(|_| (code % bots.len(), code /= bots.len()).0).rev().collect()
    };
    let is_first = |seats: &Vec<usize>| {
        (1..players).all(|by| {
            let mut other = seats.clone();
            other.rotate_right(by);
            *seats <= other
        })
    };
    let mixed = (0..all).map(seated).filter(|seats| seats.iter().any(|bot| *bot != seats[0]));
    let found: Vec<Vec<Bot>> =
        mixed.filter(is_first).map(|seats| seats.into_iter().map(|bot| bots[bot]).collect()).collect();
    if found.len() > MOST { Err(too_many()) } else { Ok(found) }
}

/// Plays all seatings of a game with one number of players.
fn one(
    args: &SimulateArgs,
    (folder, rules, players): (&Path, &Rules, usize),
    (bots, seatings): (&[Bot], Vec<Vec<Bot>>),
    seed: u64,
    console: &mut Console,
) -> Result<BotMatrix, Stop> {
    let game = load::fast_game(rules, &seats::setup(players, &args.choices), console)?;
    let games = args.games.unwrap_or(GAMES);
    let bar = progress::bar(games.saturating_mul(seatings.len() as u64), "games");
    let mut matrix = BotMatrix {
        subject: Subject::new(folder, players, &args.choices, rules),
        game: game.title().to_owned(),
        seed,
        games,
        bots: Vec::new(),
        pairs: Vec::new(),
        seatings: Vec::new(),
        planned: seatings.len(),
        exit: Exit::Fine,
    };
    for (at, seated) in seatings.into_iter().enumerate() {
        if interrupt::asked() {
            break;
        }
        let done = |done| bar.set_position(games.saturating_mul(at as u64).saturating_add(done));
        let report = seating(&game, args, (&seated, games, seed), &done)?;
        matrix.exit =
            [matrix.exit, exit(&report, None)].into_iter().max_by_key(|exit| exit.code()).unwrap_or(Exit::Fine);
        let Report { games, ended, bots: results, .. } = report;
        matrix.seatings.push(Seating { bots: seated, games, ended, results });
    }
    bar.finish_and_clear();
    matrix.bots = bots.iter().map(|&bot| matrix.share(bot)).collect();
    if players == 2 {
        matrix.pairs = bots
            .iter()
            .flat_map(|&bot| bots.iter().map(move |&other| (bot, other)))
            .filter_map(|(bot, against)| matrix.pair(bot, against))
            .collect();
    }
    Ok(matrix)
}

/// Plays one seating.
fn seating(
    game: &Game,
    args: &SimulateArgs,
    (bots, games, seed): (&[Bot], u64, u64),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, Stop> {
    let (jobs, bots) = (args.jobs.threads(), bots.to_vec());
    let plan = Plan { games, seed, jobs, bots, rotate: true, closely: Some(0), ..Plan::default() };
    let hooks = RunHooks { progress, stop: &interrupt::flag(), ..RunHooks::default() };
    Ok(play::tally(game, &plan, hooks)?.report())
}

impl BotMatrix {
    /// Results of a bot in all seatings.
    fn share(&self, bot: Bot) -> BotShare {
        let name = bot.to_string();
        let own = self.seatings.iter().flat_map(|seating| seating.results.iter().map(move |own| (seating.ended, own)));
        let own = own.filter(|(_, own)| own.bot == name);
        let (won, seats) =
            own.fold((0, 0), |(won, seats), (ended, own)| (won + own.seats_won, seats + own.seats * ended));
        BotShare { bot, seats, wins: Share::of(won, seats) }
    }

    /// Results of a bot against another one.
    fn pair(&self, bot: Bot, against: Bot) -> Option<BotPair> {
        let seating = self
            .seatings
            .iter()
            .find(|seating| bot != against && [bot, against].iter().all(|one| seating.bots.contains(one)))?;
        let name = bot.to_string();
        let wins = seating.results.iter().find(|own| own.bot == name)?.wins;
        Some(BotPair { bot, against, games: seating.ended, wins })
    }
}

fn document(run: &BotMatrix) -> Document {
    let mut out = Document::new(format!("{}: bots against bots", run.game));
    let players = run.subject.players;
    let title = TextLine::of(Ink::Strong, run.game.as_str());
    let games = format!("{} of each seating, seed {}", count(run.games, "game"), run.seed);
    let variant = run.subject.variant.iter().map(|variant| format!(", {variant}"));
    let chosen: String =
        variant.chain(run.subject.settings.iter().map(|(name, value)| format!(", {name}={value}"))).collect();
    out.title(title.plain(format!(", {}: {games}{chosen}", count(players as u64, "player"))));
    let bots: Vec<Bot> = run.bots.iter().map(|own| own.bot).collect();
    out.line(run.subject.provenance(&format!("{}, rotating by one seat after each game", seats::players(&bots))));
    let played: u64 = run.seatings.iter().map(|seating| seating.games).sum();
    let (ended, planned) =
        (run.seatings.iter().map(|seating| seating.ended).sum::<u64>(), run.games.saturating_mul(run.planned as u64));
    if played < planned {
        out.line(TextLine::of(Ink::Warning, "stopped").plain(format!(" after {} games", thousands(played))));
    }
    if ended < played {
        let open = count(played - ended, "game");
        out.line(TextLine::of(Ink::Bad, format!("{open} broken off")).plain("; `tavola simulate` shows why"));
    }
    if ended == 0 {
        out.gap();
        return out;
    }
    if !run.pairs.is_empty() {
        out.section("win rate, row against column, with the 95% interval");
        let head = std::iter::once(String::new()).chain(bots.iter().map(|bot| format!("against {bot}")));
        let mut table = TextTable::new(head);
        for &bot in &bots {
            let cell = |&against: &Bot| {
                let pair = run.pairs.iter().find(|pair| pair.bot == bot && pair.against == against);
                pair.map_or_else(|| "-".to_owned(), |pair| share(&pair.wins).join("  "))
            };
            table.row(row(bot.to_string(), bots.iter().map(cell)));
        }
        out.table(table);
    }
    out.section(match players {
        2 => format!("wins of each bot against all others; equal bots win {}", equal(players)),
        _ => format!(
            "wins of each seat of a bot, in {}; equal bots win {}",
            match run.seatings.len() {
                all if all == run.planned => format!("all {}", count(all as u64, "seating")),
                some => format!("{some} of {}", count(run.planned as u64, "seating")),
            },
            equal(players)
        ),
    });
    let mut table = TextTable::new(["bot", "wins", "95% interval", "seats"]);
    for own in &run.bots {
        table.row(row(own.bot.to_string(), share(&own.wins).into_iter().chain([thousands(own.seats)])));
    }
    out.table(table);
    out.gap();
    out
}

/// The share of equal players, if nobody shares a victory.
fn equal(players: usize) -> String {
    format!("{:.1}%, if victories are not shared", 100.0 / players as f64)
}
