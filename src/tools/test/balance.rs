//! `tavola test --balance`: whether games keep to the figures of their `balance.yaml`.

use std::path::{Path, PathBuf};

use super::figures::{GoalReport, PlayedBalance};
use super::junit;
use crate::tools::args::{SetupArgs, TestArgs, TestFormat};
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::paint::{clean, count};
use crate::tools::{findings, folders, interrupt, load, progress, seats};
use tavola_lab::budget::{self, Budget};
use tavola_lab::compare::{Side, StopReason};
use tavola_lab::goals;
use tavola_syntax::diagnostic::any_error;
use tavola_syntax::text::Sources;

/// Probability that one of the intervals of an entry is wrong.
const ERROR: f64 = 0.05;

/// Runs it for all games that have such a file.
///
/// # Errors
/// When something cannot be read, or stdout not be written.
pub(super) fn run(args: &TestArgs, console: &mut Console) -> VerbResult {
    interrupt::be_patient();
    let paths: Vec<PathBuf> = args.path.iter().cloned().collect();
    let (mut kept, mut fine, mut files) = (Vec::new(), true, 0);
    for path in folders::or_default(&paths) {
        for folder in folders::all(&path)? {
            let file = folder.join(budget::FILE);
            if !file.is_file() {
                continue;
            }
            files += 1;
            let mut sources = Sources::new();
            sources.read_file(&file).map_err(Stop::usage)?;
            let (budgets, found) = budget::read(&sources);
            if any_error(&found) {
                match args.format {
                    TestFormat::Github => findings::github(&found, &sources, console)?,
                    TestFormat::Pretty | TestFormat::Json | TestFormat::Junit => {
                        found.iter().for_each(|one| load::draw(one, &sources, console))
                    }
                }
                fine = false;
                continue;
            }
            for budget in &budgets {
                fine &= one(&folder, budget, &sources, args.format, &mut kept, console)?;
            }
        }
    }
    if interrupt::asked() {
        console.note("stopped: the rest was not played");
    }
    if files == 0 {
        return Err(Stop::usage(format!("no game here has a `{}`", budget::FILE)));
    }
    match args.format {
        TestFormat::Json => console.json(&kept)?,
        TestFormat::Junit => junit::write(&junit::balances(&kept), console)?,
        TestFormat::Pretty | TestFormat::Github => {}
    }
    Ok(if fine { Exit::Fine } else { Exit::Findings })
}

/// Plays an entry. Returns true if no goal is violated.
fn one(
    folder: &Path,
    budget: &Budget,
    sources: &Sources,
    format: TestFormat,
    kept: &mut Vec<PlayedBalance>,
    console: &mut Console,
) -> Result<bool, Stop> {
    let rules = load::rules(folder, budget.variant.as_deref(), console)?;
    let located = |span, stop: Stop| match (sources.place(span), stop.message) {
        (Some(place), Some(message)) => Stop { message: Some(format!("{place}: {message}")), exit: stop.exit },
        (_, message) => Stop { message, exit: stop.exit },
    };
    let choices = SetupArgs { variant: budget.variant.clone(), set: budget.set.clone() };
    let mut fine = true;
    let wanted = seats::wanted(budget.players.as_deref(), &rules).map_err(|stop| located(budget.span, stop))?;
    for players in wanted {
        if interrupt::asked() {
            break;
        }
        let setup = seats::setup(players, &choices);
        let bots =
            seats::steady_bots(budget.bots.as_deref(), &setup.players).map_err(|stop| located(budget.span, stop))?;
        let game = load::game(&rules, &setup, console).map_err(|stop| located(budget.span, stop))?;
        let goals = budget.goals(&game).map_err(|(why, span)| located(span, Stop::usage(why)))?;
        let bar = progress::bar(budget.games, "games");
        let side = Side { game: &game, bots, seed: budget.seed, rotate: false, by: None };
        let text = |done| bar.set_position(done);
        let balance = goals::balance(&side, &goals, (budget.games, 0, ERROR), &text, &interrupt::flag());
        bar.finish_and_clear();
        if let Some(fault) = balance.faults.first().and_then(|fault| fault.diagnostic.as_ref()) {
            load::draw(fault, rules.sources(), console);
        }
        let place = |goal: usize| sources.place(budget.expect[goal].1).unwrap_or_default();
        let expected: Vec<GoalReport> =
            (0..goals.len()).map(|at| GoalReport::new(at, &goals[at], place(at), &balance)).collect();
        fine &= balance.faults.is_empty() && expected.iter().all(|expected| expected.met != "no");
        let (title, hash, games) = (game.title().to_owned(), rules.hash(), balance.games);
        let (faults, stopped) = (balance.faults.len(), balance.end == StopReason::Stopped);
        let played = PlayedBalance {
            game: title,
            players,
            bots: side.bots,
            rules: hash,
            seed: budget.seed,
            games,
            stopped,
            faults,
            expected,
        };
        match format {
            TestFormat::Pretty => pretty(&played, console)?,
            TestFormat::Github => github(&played, console)?,
            TestFormat::Json | TestFormat::Junit => {}
        }
        kept.push(played);
    }
    Ok(fine)
}

fn pretty(kept: &PlayedBalance, console: &mut Console) -> Result<(), Stop> {
    let (players, games) = (count(kept.players as u64, "player"), count(kept.games, "game"));
    let title = console.paint.bold(&clean(&kept.game));
    let stopped = if kept.stopped { "stopped after " } else { "" };
    console.say(format!("{title}, {players}: {stopped}{games}, seed {}", kept.seed))?;
    console.say(seats::provenance(&seats::players(&kept.bots), &kept.rules))?;
    for expected in &kept.expected {
        let met = match expected.met {
            "yes" => console.paint.green("kept  "),
            "no" => console.paint.red("broken"),
            _ => console.paint.yellow("open  "),
        };
        console.say(format!("  {met}  {}: {}", clean(&expected.goal), expected.text()))?;
        if expected.met == "no" {
            console.say(format!("          {}", clean(&expected.place)))?;
        }
    }
    if kept.faults > 0 {
        console.say(format!("  {} in {}", console.paint.red("faults"), count(kept.faults as u64, "game")))?;
    }
    Ok(())
}

fn github(kept: &PlayedBalance, console: &mut Console) -> Result<(), Stop> {
    for expected in kept.expected.iter().filter(|expected| expected.met == "no") {
        let text = format!("{}: {}", expected.goal, expected.text());
        console.say(findings::error("balance", Some(&expected.place), &text))?;
    }
    Ok(())
}
