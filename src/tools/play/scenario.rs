//! `tavola play --scenario`: a game that begins at the position of a scenario.

use std::path::Path;

use super::COMMANDS;
use crate::tools::args::{PlayArgs, TableArgs};
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop};
use crate::tools::opened::{self, Opened};
use crate::tools::paint::{clean, count};
use crate::tools::{folders, load, seats};
use tavola_game::Rules;
use tavola_lab::replay::replay_in;
use tavola_lab::scenario::{self, BegunCase, Scenario, Suite};
use tavola_lab::table::{GameTable, RecordKeeper, Resumed, TableLog};
use tavola_lab::{Bots, Record};

/// Maximum number of cases that a message lists.
const LISTED: usize = 8;
/// Why a game is in no record.
const UNRECORDED: &str = "its scenario gives, calls or changes something, which no record can hold";

/// Begins a game where a scenario stands. `None` if its record cannot be written and the user does not want to play
/// without one.
///
/// # Errors
/// If no case or several have this name, the rules have errors, or the case cannot be played.
pub(super) fn begin(args: &PlayArgs, name: &str, console: &mut Console) -> Result<Option<Opened>, Stop> {
    let table = &args.table;
    let folder = folders::one(table.path.as_deref().unwrap_or(Path::new(".")))?;
    let base = load::rules(&folder, None, console)?;
    let suite = load::suite(&folder, &base, console)?;
    let case = named(&suite, name)?;
    let rules = match &case.setup.variant {
        Some(variant) => load::rules(&folder, Some(variant), console)?,
        None => base,
    };
    let begun = scenario::begin(&rules, case, !args.no_answers).map_err(|failures| {
        let failure = failures.first();
        let why = failure.map_or_else(String::new, |one| format!(": {}: {}", clean(&one.what), clean(&one.actual)));
        let place = failure.map_or(&case.place, |one| &one.place);
        let message = format!("{place}: the scenario `{}` cannot be played{why}", clean(&case.name));
        Stop { exit: Exit::Findings, message: Some(message) }
    })?;
    let players = &case.setup.players;
    let humans = seats::humans(&table.human, players)?;
    let bots = seats::bots(table.bots.as_deref(), players)?;
    let command = opened::command(&folder, table);
    let seed = table.seed.unwrap_or_else(seats::any_seed);
    let record = opened::new_record((&rules, &begun.game), (&humans, bots), seed);
    let table = match &begun.answers {
        Some(answers) => {
            let record = Record { answers: answers.clone(), ..record };
            recorded(table, &rules, &begun, record, humans, console)?
        }
        None => Some(unrecorded(&rules, &begun, record, humans)),
    };
    let Some(table) = table else { return Ok(None) };
    let seated = opened::seated(players, &table.humans, &table.keeper.record().seated());
    let (title, from) = (opened::headline(&rules, &begun.game, console.paint), clean(&case.name));
    console.say(format!("{title}: {seated}; seed {seed}; from the scenario `{from}`"))?;
    opened::announce(&table.keeper, COMMANDS, console)?;
    Ok(Some(Opened { rules, table, command, folder, calls: case.call.is_some() }))
}

/// The case with this name, or with this `FILE/NAME`. Otherwise the only one that a filter of `tavola test` keeps.
fn named<'s>(suite: &'s Suite, name: &str) -> Result<&'s Scenario, Stop> {
    let id = |case: &Scenario| format!("{}/{}", case.topic, case.name);
    let all = || suite.scenarios.iter().chain(&suite.positions);
    let mut found: Vec<&Scenario> = all().filter(|case| id(case) == name || case.name == name).collect();
    if found.is_empty() {
        found = all().filter(|case| case.fits(name)).collect();
    }
    match found[..] {
        [case] => Ok(case),
        [] => Err(Stop::usage(format!("no scenario has `{name}` in its name or in that of its file"))),
        _ => {
            let names: Vec<String> = found.iter().take(LISTED).map(|case| format!("  {}", clean(&id(case)))).collect();
            let more = if found.len() > LISTED { "\n  .." } else { "" };
            let count = count(found.len() as u64, "scenario");
            Err(Stop::usage(format!("`{name}` names {count}; write one as FILE/NAME:\n{}{more}", names.join("\n"))))
        }
    }
}

/// A table whose answers so far come from the scenario, like those of a resumed game.
fn recorded(
    args: &TableArgs,
    rules: &Rules,
    begun: &BegunCase,
    record: Record,
    humans: Vec<bool>,
    console: &mut Console,
) -> Result<Option<GameTable>, Stop> {
    let mut resumed = Resumed::new(&record, &humans);
    let again = replay_in(begun.game.clone(), &record, &mut |referee, state, answer| {
        resumed.log_lines(referee, state, answer);
    });
    let (bots, log) = (resumed.bots, resumed.log);
    let Some(keeper) = opened::keep(args, record, console)? else { return Ok(None) };
    Ok(Some(GameTable::new(rules, (again.referee, again.state), (bots, log), keeper, humans)))
}

/// A table at a position that no answers lead to.
fn unrecorded(rules: &Rules, begun: &BegunCase, record: Record, humans: Vec<bool>) -> GameTable {
    let mut referee = begun.game.referee();
    referee.collect_events(true);
    let (bots, log): (Bots, TableLog) = (record.bots_at_start(), TableLog::new(humans.len()));
    let keeper = RecordKeeper::never(record, UNRECORDED);
    GameTable::new(rules, (referee, begun.state.clone()), (bots, log), keeper, humans)
}
