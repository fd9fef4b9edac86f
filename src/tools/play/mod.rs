//! `tavola play`: a game in the terminal, with people at one keyboard and bots in the other seats.

mod board;
mod close;
mod commands;
mod contents;
mod counts;
mod front_end;
mod help;
mod kinds;
mod labels;
mod lines;
mod map;
mod matching;
mod pieces;
mod players;
mod position;
mod question;
mod scenario;
mod screen;
mod session;
mod values;

use self::front_end::{FrontEnd, unwritten};
use self::lines::PlainLines;
use self::screen::{FullScreen, KeySource};
use self::session::{Reply, Session};
use super::args::PlayArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::interrupt;
use super::opened::{self, Opened};
use super::paint::clean;
use ratatui::backend::Backend;
use tavola_game::{Error, Fault};
use tavola_lab::MAX_ANSWERS;
use tavola_lab::table::{GameTable, TableError, Turn};
use tavola_page::scene::Stage;

/// Sentence about the commands of this verb.
const COMMANDS: &str = " `help` lists the commands (`?` on the full screen).";

/// Runs the verb.
///
/// # Errors
/// If something cannot be read, the rules have errors, or stdout cannot be written.
pub(crate) fn run(args: &PlayArgs, console: &mut Console) -> VerbResult {
    let Some(mut opened) = open(args, console)? else {
        return Ok(Exit::Usage);
    };
    let stage = stage(&opened);
    let front: Box<dyn FrontEnd + '_> = if !args.plain && screen::is_possible(&opened.table, console) {
        Box::new(screen::take(stage.clone(), title(&opened), console.paint.is_on())?)
    } else {
        Box::new(PlainLines::new(console, stage.clone()))
    };
    let played = go(&mut opened.table, &mut Session::new(front), &opened.command);
    match played {
        Ok(Some(Reply::Leave)) => {
            console.note(close::how_to_go_on(&opened.table, &opened.command));
            Ok(exit_of(&opened.table))
        }
        Ok(_) => {
            close::ranking(&mut opened, &mut PlainLines::new(console, stage))?;
            Ok(exit_of(&opened.table))
        }
        Err(EarlyEnd::Stop(stop)) => Err(stop),
        Err(EarlyEnd::Fault(fault)) => close::fault(&mut opened, &fault, stage, console),
    }
}

/// Plays on a screen of any sort, with keys from anywhere. Nothing else is printed.
///
/// # Errors
/// If something cannot be read, the rules have errors, or the screen cannot be drawn.
pub(crate) fn run_on<B: Backend>(
    args: &PlayArgs,
    console: &mut Console,
    (backend, colours): (B, bool),
    keys: Box<KeySource<'_>>,
) -> Result<(), Stop> {
    let Some(mut opened) = open(args, console)? else { return Ok(()) };
    let front = Box::new(FullScreen::new(backend, keys, stage(&opened), title(&opened), colours)?);
    match go(&mut opened.table, &mut Session::new(front), &opened.command) {
        Ok(_) => Ok(()),
        Err(EarlyEnd::Stop(stop)) => Err(stop),
        Err(EarlyEnd::Fault(fault)) => Err(Stop::ours(opened.table.game().diagnose(&fault).message)),
    }
}

/// Opens the game that the arguments name. `None` if the user does not want to play without a record.
fn open(args: &PlayArgs, console: &mut Console) -> Result<Option<Opened>, Stop> {
    let opened = match (&args.table.resume, &args.scenario) {
        (Some(file), _) => opened::resume(&args.table, file, console)?,
        (None, Some(name)) => scenario::begin(args, name, console)?,
        (None, None) => opened::begin(&args.table, COMMANDS, console)?,
    };
    let last_word = |opened: &Opened| interrupt::last_word(&close::how_to_go_on(&opened.table, &opened.command));
    Ok(opened.inspect(last_word))
}

fn title(opened: &Opened) -> String {
    clean(opened.table.game().title())
}

fn stage(opened: &Opened) -> Stage {
    let game = opened.table.game();
    Stage::new(&game, opened.rules.clause_texts(&game.setup().settings))
}

/// Reason why a game stops before its end.
enum EarlyEnd {
    Stop(Stop),
    Fault(Fault),
}

impl From<Stop> for EarlyEnd {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<Fault> for EarlyEnd {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Plays until the game is over (`None`) or the people leave.
fn go(table: &mut GameTable, session: &mut Session<'_>, command: &str) -> Result<Option<Reply>, EarlyEnd> {
    let watched = !table.humans.contains(&true);
    loop {
        if table.keeper.answers() as u64 >= MAX_ANSWERS {
            return Err(Stop::ours(table.endless().placed()).into());
        }
        let turn = table.run()?;
        if watched {
            // A spectator sees at once what happens.
            session.front.present(table, None, false)?;
        }
        let is_asked = matches!(turn, Turn::Person(_));
        if is_asked && let Err(error) = table.keeper.flush() {
            unwritten(&mut *session.front, &error);
        }
        let taken = match turn {
            Turn::Over => return Ok(None),
            Turn::BotOrChance(pending) => {
                let thinker = table.thinker(pending).map(|name| format!("{name} is thinking"));
                session.front.thinking(thinker.as_deref())?;
                let taken = table.answer_for_bot_or_chance(pending);
                session.front.thinking(None)?;
                taken
            }
            Turn::Known(seat, option) => table.give_known_answer(seat, option),
            Turn::Person(seat) => match session.ask(table, seat)? {
                Reply::Option(option) => table.answer_for_person(seat, option),
                Reply::Enough(option) => table.leave(seat, option),
                Reply::Again => Ok(()),
                Reply::Leave => return Ok(Some(Reply::Leave)),
            },
        };
        let error = match taken {
            Ok(()) => None,
            Err(TableError::Fault(fault)) => return Err(fault.into()),
            Err(error) => Some(Error::new(error.to_string())),
        };
        table.keeper.news().into_iter().for_each(|news| session.front.warn(&news));
        interrupt::last_word(&close::how_to_go_on(table, command));
        let Some(error) = error else { continue };
        if watched {
            // No person is there to free disk space. After a resume, the bots play as they would have.
            return Err(Stop::usage(format!("{}. {}", error.message, close::how_to_go_on(table, command))).into());
        }
        unwritten(&mut *session.front, &error);
        if !is_asked && !session.tries_again(table)? {
            return Ok(Some(Reply::Leave));
        }
    }
}

fn exit_of(table: &GameTable) -> Exit {
    if table.keeper.failed().is_some() { Exit::Usage } else { Exit::Fine }
}
