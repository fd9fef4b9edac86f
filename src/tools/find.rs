//! `tavola find`: a position in which a condition is true, and a short way there, as a scenario.

use std::path::Path;

use super::args::{FindArgs, to_file};
use super::case_file::{self, UNFINISHED};
use super::checkpoint::Checkpoint;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{count, thousands};
use super::{checkpoint, folders, interrupt, load, progress, seats};
use tavola_game::{Game, Pending, Rules, Setup};
use tavola_lab::find::{self, Aim, FindResult, Search, SearchWatch, Way};
use tavola_lab::transcript::who;
use tavola_lab::{RunHooks, whole};

/// Key of the games in a checkpoint.
const PART: &str = "games";

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules or the condition have errors, or the scenario cannot be written.
pub(crate) fn run(args: &FindArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    let fewest = seats::allowed(&rules).map_or(1, |range| *range.start());
    let names = seats::names(&args.names, args.players, fewest)?;
    let players = names.len();
    seats::admit(players, &rules)?;
    let setup = Setup { players: names, ..seats::setup(players, &args.choices) };
    let asked = args.asked.as_deref().map(|name| asked(name, &setup.players)).transpose()?;
    let search = Search {
        games: args.games,
        seed: args.seed,
        jobs: args.jobs.threads(),
        bots: seats::steady_bots(args.bots.as_deref(), &setup.players)?,
    };
    let game = load::fast_game(&rules, &setup, console)?;
    let condition = game.condition(&args.condition);
    let condition = condition.map_err(|error| load::stop(error, "the condition", Exit::Usage, console))?;
    let name = args.name.as_deref().unwrap_or(&args.condition).trim().to_owned();
    if name.is_empty() {
        return Err(Stop::usage("`--name`: a case needs a name"));
    }
    if let Some(file) = to_file(args.output.as_deref()) {
        case_file::is_read(file, &folder)?;
        // Told before the search, which may take minutes.
        case_file::can_add(file, &name)?;
    }
    let whose = asked.map(|asked| who(&game, asked));
    // As JSON there is no tab in it, and no end of a line.
    let ways = format!("ways {}", serde_json::json!([args.condition.trim(), whose]));
    let has_checkpoint = checkpoint::is_worth_it(args.progress.as_deref(), args.bots.as_deref());
    // The condition does not affect the games, so the checkpoint can be reused with other conditions.
    let facts = checkpoint::of_games((rules.hash(), players.to_string()), &args.choices, args.bots.as_deref(), false);
    let keeper = has_checkpoint
        .then(|| Checkpoint::new("find", args.progress.as_deref(), Some(args.seed), &facts))
        .transpose()?;
    let known = keeper.as_ref().map_or(0, |keeper| keeper.part(PART.to_owned()).known_of(0..args.games));
    let found = search_for(&game, &Aim { condition, asked }, &search, (keeper.as_ref(), ways))?;
    looked(&found, known, console);
    if let Some(keeper) = keeper {
        keeper.end(console);
    }
    let Some(way) = &found.way else { return Ok(nowhere(&found, &rules, args, console)) };
    let mut comment = comment(way, args, &folder, players);
    if interrupt::asked() {
        comment = format!("{comment}\n{UNFINISHED}");
    }
    let script = find::script(&rules, &setup, way, (&name, args.condition.trim()), &comment);
    match to_file(args.output.as_deref()) {
        None => console.write(&script.text)?,
        Some(file) => {
            let _writing = whole::writing();
            if let Err(stop) = case_file::add(file, &[(&name, &script.text)]) {
                // The search may have taken hours, so its result is still printed.
                console.write(&script.text)?;
                return Err(stop);
            }
        }
    }
    console.note(length(way));
    for failure in &script.failures {
        console.warn(format!("the scenario fails as a test: {}: {}", failure.what, failure.actual));
    }
    Ok(if script.failures.is_empty() { Exit::Fine } else { Exit::Findings })
}

/// The length of a way as a sentence.
pub(crate) fn length(way: &Way) -> String {
    let (now, before) = (count(way.choices(), "answer"), way.before);
    format!(
        "The shortest way that was found has {now} with a choice; in game {}, where it was seen, it had {before}.",
        way.game
    )
}

/// Parses `--asked`: `nobody`, `chance` or a player.
fn asked(name: &str, players: &[String]) -> Result<Pending, Stop> {
    match name.trim() {
        "nobody" => Ok(Pending::Over),
        "chance" => Ok(Pending::Chance),
        _ => seats::named("--asked", name, players).map(Pending::Choice),
    }
}

/// Searches, and shows on the terminal how far it is.
fn search_for(
    game: &Game,
    aim: &Aim,
    search: &Search,
    (keeper, ways): (Option<&Checkpoint>, String),
) -> Result<FindResult, Stop> {
    interrupt::be_patient();
    let bar = progress::bar(search.games, "games");
    let shorter = |answers: usize| bar.set_message(format!("{} on the way", count(answers as u64, "answer")));
    let played = |done| checkpoint::advance(keeper.map(Checkpoint::journal), &bar, done);
    let checkpoint = keeper.map(|keeper| keeper.part(PART.to_owned()));
    let ways = keeper.map(|keeper| keeper.part(ways));
    let stop = interrupt::flag();
    let watch = SearchWatch { hooks: RunHooks { checkpoint, progress: &played, stop: &stop }, shorter: &shorter, ways };
    let found = find::find(game, aim, search, &watch)?;
    bar.finish_and_clear();
    Ok(found)
}

/// Reports the number of examined games and positions on stderr.
fn looked(found: &FindResult, known: u64, console: &Console) {
    let (games, positions) = (count(found.games, "game"), count(found.positions, "position"));
    let known =
        if known > 0 { format!(", {} of them from the checkpoint", known.min(found.games)) } else { String::new() };
    console.note(format!("examined {positions} of {games}{known}"));
    if found.valueless > 0 {
        console.note(format!("the condition has no value in {} of them", thousands(found.valueless)));
    }
}

/// Reports that no game reached the condition.
fn nowhere(found: &FindResult, rules: &Rules, args: &FindArgs, console: &Console) -> Exit {
    if let Some(fault) = &found.fault {
        load::draw(fault, rules.sources(), console);
        console.note(format!("{} ended by a fault of the rules", count(found.faults, "game")));
    }
    if interrupt::asked() {
        console.complain("stopped before the condition was true");
        return Exit::Interrupted;
    }
    let seed = args.seed.wrapping_add(1);
    console.complain(format!(
        "`{}` was never true; try more --games, another --seed (now {seed}) or other --bots",
        args.condition.trim()
    ));
    Exit::Findings
}

/// Comment above the case: the command that finds it again.
fn comment(way: &Way, args: &FindArgs, folder: &Path, players: usize) -> String {
    let bots = args.bots.iter().map(|bots| format!(" --bots {bots}"));
    let asked = args.asked.iter().map(|name| format!(" --asked {name}"));
    let names = (!args.names.is_empty()).then(|| format!(" --names {}", args.names.join(",")));
    let chosen: String = [args.choices.flags()].into_iter().chain(names).chain(bots).chain(asked).collect();
    let condition = args.condition.trim().replace('\n', " ");
    format!(
        "found in game {} by: tavola find {} '{condition}' --players {players} --games {} --seed {}{chosen}",
        way.game,
        folder.display(),
        args.games,
        args.seed
    )
}
