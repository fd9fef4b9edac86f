//! Opening a game: a new one with its rules, seats and record file, or one that is resumed from a record.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::TableArgs;
use super::console::Console;
use super::ending::{Exit, Stop};
use super::folders::shell;
use super::input::Input;
use super::paint::{Paint, clean, count};
use super::{again, folders, interrupt, load, seats};
use tavola_game::{Game, Rules, Setup};
use tavola_lab::table::{GameTable, RecordKeeper, Resumed, free_name};
use tavola_lab::{Bot, Record, RecordWriter};

/// A game that is ready to be played.
pub(crate) struct Opened {
    pub(crate) rules: Rules,
    pub(crate) table: GameTable,
    /// The command that resumes the game, without the record: `tavola play rules/my_game --human anna,ben`.
    pub(crate) command: String,
    pub(crate) folder: PathBuf,
}

impl Opened {
    /// The command that prints the game again: `tavola replay my_game-7.yaml`. `None` if it is in no file.
    /// Names the folder of the rules if it would not be found by the record.
    pub(crate) fn replay(&self) -> Option<String> {
        let file = self.table.keeper.file()?;
        let found = folders::by_name(&self.table.keeper.record().game, file).ok();
        let same = |found: &PathBuf| fs::canonicalize(found).ok() == fs::canonicalize(&self.folder).ok();
        let rules =
            if found.as_ref().is_some_and(same) { String::new() } else { format!(" --rules {}", shell(&self.folder)) };
        Some(format!("tavola replay {}{rules}", shell(file)))
    }
}

/// Begins a new game. `None` if its record cannot be written and the user does not want to play without one.
/// `commands`: a sentence about the commands of this verb.
///
/// # Errors
/// If the rules cannot be read or have errors, or the arguments do not fit them.
pub(crate) fn begin(args: &TableArgs, commands: &str, console: &mut Console) -> Result<Option<Opened>, Stop> {
    let folder = folders::one(args.path.as_deref().unwrap_or(Path::new(".")))?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    let most = seats::most(&rules);
    let players = seats::names(&args.names, args.players, most)?;
    seats::admit(players.len(), &rules)?;
    let humans = seats::humans(&args.human, &players)?;
    let setup = Setup { players, settings: args.choices.set.clone(), variant: args.choices.variant.clone() };
    let game = load::game(&rules, &setup, console)?;
    let seed = args.seed.unwrap_or_else(seats::any_seed);
    let bots = seats::bots(args.bots.as_deref(), &setup.players)?;
    let record = Record { number: args.game, ..new_record((&rules, &game), (&humans, bots), seed) };
    let Some(keeper) = open_record(args, record, console)? else {
        return Ok(None);
    };
    let seated = seated(&setup.players, &humans, &keeper.record().seated());
    console.say(format!("{}: {seated}; seed {seed}", headline(&rules, &game, console.paint)))?;
    announce(&keeper, commands, console)?;
    let command = command(&folder, args);
    let table = GameTable::begin(&rules, &game, keeper, humans);
    Ok(Some(Opened { rules, table, command, folder }))
}

/// Resumes the game of a record at the question where it stopped.
///
/// # Errors
/// If the record or the rules cannot be read, or the record cannot be replayed to its end.
pub(crate) fn resume(args: &TableArgs, file: &Path, console: &mut Console) -> Result<Option<Opened>, Stop> {
    // Claimed before it is read, so no other program adds an answer in between.
    let claimed = if args.no_record { None } else { Some(RecordWriter::claim(file)) };
    if let Some(story) = load::story(file, console)? {
        return Err(load::no_record(file, &story, "it cannot be resumed"));
    }
    let mut record = load::record(file, console)?;
    let claimed =
        claimed.transpose().map_err(|e| Stop::usage(format!("{}; --no-record plays without one", e.message)))?;
    let advice = format!(": tavola play PATH --resume {}", shell(file));
    let (folder, rules) = load::rules_of_record(&record, file, (args.path.as_deref(), &advice), console)?;
    if let Some(option) = unlike(args, &record, &rules)? {
        let shown = file.display();
        let how = "leave the option out, or name another file";
        return Err(Stop::usage(format!("the game of `{shown}` has another `{option}`: {how}")));
    }
    let humans = match &record.people {
        Some(people) if args.human.is_empty() => record.players.iter().map(|name| people.contains(name)).collect(),
        _ => seats::humans(&args.human, &record.players)?,
    };
    record.people = Some(seats::people(&humans, &record.players));
    let mut resumed = Resumed::new(&record, &humans);
    let again = again::play(&rules, &record, file, console, &mut |referee, state, answer| {
        resumed.log_lines(referee, state, answer)
    })?;
    let Resumed { bots, log, .. } = resumed;
    if let Some(why) = again.stopped {
        let shown = file.display();
        let more = format!("The record is unchanged; `tavola replay {shown}` prints the game up to there.");
        if !again.unfit.is_empty() {
            let message = format!("{why}\n{more} Remove the line `sealed` to be asked again.");
            let stop = Stop { exit: Exit::Findings, message: Some(message) };
            return Err(load::in_record(stop, file, &["sealed"]));
        }
        let message = format!("{}{why}\n{more}", load::answer_at(file, again.done));
        return Err(Stop { exit: Exit::Findings, message: Some(message) });
    }
    again.otherwise.iter().for_each(|otherwise| console.warn(otherwise));
    let keeper = match claimed {
        Some(claimed) => RecordKeeper::go_on(claimed, record, args.sync.into())?,
        None => RecordKeeper::nowhere(record),
    };
    keeper.lock_file().into_iter().for_each(interrupt::remove_at_end);
    let game = again.game;
    let title = console.paint.bold(&clean(game.title()));
    let players = &game.setup().players;
    let so_far = match &keeper.record().result {
        Some(_) => "the game is over".to_owned(),
        None => format!("after {}", count(keeper.answers(), "answer")),
    };
    console.say(format!("{title}: {}; {so_far}", seated(players, &humans, &keeper.record().seated())))?;
    let command = command(&folder, args);
    let table = GameTable::new(&rules, (again.referee, again.state), (bots, log), keeper, humans);
    Ok(Some(Opened { rules, table, command, folder }))
}

/// The first option that says something else than the record. A record that exists is resumed by `--record`, too.
fn unlike(args: &TableArgs, record: &Record, rules: &Rules) -> Result<Option<&'static str>, Stop> {
    let players = &record.players;
    let printed = rules.settings(players.len());
    let value = |name: &String| {
        let kept = record.settings.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        kept.or_else(|| printed.iter().find(|own| own.name == *name).map(|own| &own.value))
    };
    let has_names =
        args.names.iter().zip(players).all(|(given, own)| given == own) && args.names.len() <= players.len();
    let bots = args.bots.as_deref().map(|bots| seats::bots(Some(bots), players)).transpose()?;
    let seated = record.seated();
    let checks = [
        ("--players", args.players.is_none_or(|count| count == players.len())),
        ("--names", has_names),
        ("--variant", args.choices.variant.is_none() || args.choices.variant == record.variant),
        ("--set", args.choices.set.iter().all(|(name, given)| value(name).is_some_and(|own| own == given))),
        ("--bots", bots.is_none_or(|bots| bots.iter().zip(&seated).all(|(given, own)| given == own))),
        ("--seed", args.seed.is_none_or(|seed| seed == record.seed)),
        ("--game", args.game == 0 || args.game == record.number),
    ];
    Ok(checks.into_iter().find(|(_, is_same)| !is_same).map(|(option, _)| option))
}

/// The record of a new game with these people and bots. If a bot thinks, the game gets native code.
pub(crate) fn new_record((rules, game): (&Rules, &Game), (humans, bots): (&[bool], Vec<Bot>), seed: u64) -> Record {
    if bots.iter().any(|bot| bot.thinks()) {
        load::enable_jit(game);
    }
    let people = Some(seats::people(humans, &game.setup().players));
    Record { people, bots, ..Record::begin(rules, game.setup(), seed) }
}

/// Title of a game, with its variants.
pub(crate) fn headline(rules: &Rules, game: &Game, paint: Paint) -> String {
    let house = if rules.headlines().iter().any(|variant| variant.house) { ", house rules" } else { "" };
    let variant = rules.variant_titles().map(|titles| format!(" ({}{house})", clean(&titles)));
    format!("{}{}", paint.bold(&clean(game.title())), variant.unwrap_or_default())
}

/// Prints where the game is recorded, or why it cannot be. `commands`: a sentence about the commands of this verb.
///
/// # Errors
/// If stdout cannot be written.
pub(crate) fn announce(keeper: &RecordKeeper, commands: &str, console: &mut Console) -> Result<(), Stop> {
    if let Some(file) = keeper.file() {
        console.say(format!("The game is recorded in `{}`.{commands}", file.display()))?;
        console.note(
            "That file holds all secrets, and the seed determines the cards: do not open the file while you play.",
        );
    } else if let Some(why) = keeper.unrecorded() {
        console.note(format!("The game is not recorded: {why}.{commands}"));
    }
    keeper.lock_file().into_iter().for_each(interrupt::remove_at_end);
    Ok(())
}

/// Opens the file of the record. If that fails, asks whether to play without one.
pub(crate) fn open_record(
    args: &TableArgs,
    record: Record,
    console: &mut Console,
) -> Result<Option<RecordKeeper>, Stop> {
    if args.no_record {
        return Ok(Some(RecordKeeper::nowhere(record)));
    }
    let file = match &args.record {
        Some(file) if file.exists() => {
            let shown = file.display();
            return Err(Stop::usage(format!("`{shown}` exists already; --resume {shown} resumes its game")));
        }
        Some(file) => file.clone(),
        None => free_name(&record.game, record.seed),
    };
    match RecordKeeper::open(&file, record.clone(), args.sync.into()) {
        Ok(keeper) => Ok(Some(keeper)),
        Err(error) => {
            let mut input = Input::new();
            let advice = "name another file with --record FILE, or play without a record with --no-record";
            if !input.is_terminal() {
                return Err(Stop::usage(format!("{}; {advice}", error.message)));
            }
            console.warn(&error.message);
            let answer = input.read("Play without a record? An interrupted game is lost then. [y/N] ", console)?;
            if answer.is_some_and(|a| a.to_lowercase().starts_with('y')) {
                return Ok(Some(RecordKeeper::nowhere(record)));
            }
            console.note(advice);
            Ok(None)
        }
    }
}

/// The players in words: `anna (you), ben (bot, random), chris (bot, mcts:200)`
pub(crate) fn seated(players: &[String], humans: &[bool], bots: &[Bot]) -> String {
    let several = humans.iter().filter(|&&h| h).count() > 1;
    let seat = |((name, human), bot): ((&String, &bool), &Bot)| match (human, several) {
        (false, _) => format!("{name} (bot, {bot})"),
        (true, false) => format!("{name} (you)"),
        (true, true) => name.clone(),
    };
    players.iter().zip(humans).zip(bots).map(seat).collect::<Vec<_>>().join(", ")
}

/// The command that resumes this game, without the record.
pub(crate) fn command(folder: &Path, args: &TableArgs) -> String {
    let human = if args.human.is_empty() { String::new() } else { format!(" --human {}", args.human.join(",")) };
    format!("tavola play {}{human}", shell(folder))
}
