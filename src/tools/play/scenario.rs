//! `tavola play --scenario`: a game that begins at the position of a scenario.

use std::path::Path;

use super::COMMANDS;
use crate::tools::args::PlayArgs;
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop};
use crate::tools::opened::{self, Opened};
use crate::tools::paint::{clean, count};
use crate::tools::{folders, load, seats};
use tavola_lab::Record;
use tavola_lab::scenario::{self, Scenario, Suite};
use tavola_lab::table::{GameTable, RecordKeeper};
use tavola_syntax::diagnostic::nearest;

/// Maximum number of cases that a message lists.
const LISTED: usize = 8;
/// Reason why a game is in no record.
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
    let record = Record { answers: begun.answers.clone(), ..record };
    let keeper = match begun.from {
        None => opened::open_record(table, record, console)?,
        Some(_) => Some(RecordKeeper::never(record, UNRECORDED)),
    };
    let Some(keeper) = keeper else { return Ok(None) };
    let mut table = GameTable::of_case(&rules, &begun, keeper, humans);
    table.ask_first();
    let seated = opened::seated(players, &table.humans, &table.keeper.record().seated());
    let (title, from) = (opened::headline(&rules, &begun.game, console.paint), clean(&case.name));
    console.say(format!("{title}: {seated}; seed {seed}; from the scenario `{from}`"))?;
    opened::announce(&table.keeper, COMMANDS, console)?;
    Ok(Some(Opened { rules, table, command, folder }))
}

/// The case with this name, or with this `FILE/NAME` or `FILE, NAME`. Otherwise the only one that a filter of `tavola test` keeps.
fn named<'s>(suite: &'s Suite, name: &str) -> Result<&'s Scenario, Stop> {
    let id = |case: &Scenario| format!("{}/{}", case.topic, case.name);
    let all = || suite.scenarios.iter().chain(&suite.positions);
    let whole =
        |case: &Scenario| case.name == name || id(case) == name || format!("{}, {}", case.topic, case.name) == name;
    let mut found: Vec<&Scenario> = all().filter(|case| whole(case)).collect();
    if found.is_empty() {
        found = all().filter(|case| case.fits(name)).collect();
    }
    match found[..] {
        [case] => Ok(case),
        [] => {
            let known = |case: &Scenario| if name.contains('/') { id(case) } else { case.name.clone() };
            let names: Vec<String> = all().map(known).collect();
            let near = nearest(name, names.iter().map(String::as_str));
            let near = near.and_then(|near| all().find(|case| known(case) == near));
            let near = near.map(|case| format!("; did you mean `{}`?", clean(&id(case)))).unwrap_or_default();
            Err(Stop::usage(format!(
                "no scenario has `{name}` in its name or in that of its file, and none proves such a clause{near}"
            )))
        }
        _ => {
            let names: Vec<String> = found.iter().take(LISTED).map(|case| format!("  {}", clean(&id(case)))).collect();
            let more = if found.len() > LISTED { "\n  .." } else { "" };
            let count = count(found.len() as u64, "scenario");
            Err(Stop::usage(format!("`{name}` names {count}; write one as FILE/NAME:\n{}{more}", names.join("\n"))))
        }
    }
}
