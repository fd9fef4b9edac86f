//! `tavola play`: a game in the terminal, with people at one keyboard and bots in the other seats.

mod close;
mod contents;
mod counts;
mod kinds;
mod map;
mod pieces;
mod players;
mod position;
mod question;
mod terminal;
mod values;
mod written;

use self::terminal::{Reply, Terminal};
use super::args::PlayArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::progress;
use super::{interrupt, opened};
use tavola_game::Fault;
use tavola_lab::MAX_ANSWERS;
use tavola_lab::table::{GameTable, TableError, Turn};
use tavola_page::scene::Stage;

/// Runs the verb.
///
/// # Errors
/// If something cannot be read, the rules have errors, or stdout cannot be written.
pub(crate) fn run(args: &PlayArgs, console: &mut Console) -> VerbResult {
    let opened = match &args.resume {
        Some(file) => opened::resume(args, file, console)?,
        None => opened::begin(args, " `help` lists the commands.", console)?,
    };
    let Some(mut opened) = opened else {
        return Ok(Exit::Usage);
    };
    interrupt::last_word(&close::how_to_go_on(&opened.table, &opened.command));
    let game = opened.table.game();
    let mut terminal = Terminal::new(console, Stage::new(&game, opened.rules.clause_texts(&game.setup().settings)));
    match go(&mut opened.table, &mut terminal, &opened.command) {
        Ok(Some(Reply::Leave)) => {
            terminal.console.note(close::how_to_go_on(&opened.table, &opened.command));
            Ok(written(&opened.table))
        }
        Ok(_) => {
            close::ranking(&mut opened, &mut terminal)?;
            Ok(written(&opened.table))
        }
        Err(EarlyEnd::Stop(stop)) => Err(stop),
        Err(EarlyEnd::Fault(fault)) => close::fault(&opened, &fault, terminal.console),
    }
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
fn go(table: &mut GameTable, terminal: &mut Terminal<'_>, command: &str) -> Result<Option<Reply>, EarlyEnd> {
    let watched = !table.humans.contains(&true);
    loop {
        if table.keeper.answers() as u64 >= MAX_ANSWERS {
            return Err(Stop::ours(table.endless().placed()).into());
        }
        let turn = table.run()?;
        if watched {
            news(table, terminal)?;
        }
        let is_asked = matches!(turn, Turn::Person(_));
        if is_asked && let Err(error) = table.keeper.flush() {
            terminal.unwritten(&error);
        }
        let taken = match turn {
            Turn::Over => return Ok(None),
            Turn::BotOrChance(pending) => {
                let thinking = table.thinker(pending).map(|name| progress::thinking(&format!("{name} is thinking")));
                let taken = table.answer_for_bot_or_chance(pending);
                thinking.into_iter().for_each(|spinner| spinner.finish_and_clear());
                taken
            }
            Turn::Known(seat, option) => table.give_known_answer(seat, option),
            Turn::Person(seat) => match terminal.ask(table, seat)? {
                Reply::Option(option) => table.answer_for_person(seat, option),
                Reply::Enough(option) => table.leave(seat, option),
                Reply::Again => Ok(()),
                Reply::Leave => return Ok(Some(Reply::Leave)),
            },
        };
        let error = match taken {
            Ok(()) => None,
            Err(TableError::Unwritten(error) | TableError::Refused(error)) => Some(error),
            Err(TableError::Fault(fault)) => return Err(fault.into()),
        };
        table.keeper.news().into_iter().for_each(|news| terminal.console.warn(news));
        interrupt::last_word(&close::how_to_go_on(table, command));
        let Some(error) = error else { continue };
        if watched {
            // No person is there to free disk space. After a resume, the bots play as they would have.
            return Err(Stop::ours(format!("{}. {}", error.message, close::how_to_go_on(table, command))).into());
        }
        terminal.unwritten(&error);
        if !is_asked && !terminal.tries_again(table)? {
            return Ok(Some(Reply::Leave));
        }
    }
}

/// Prints what happens at once when only bots play, as a spectator sees it.
fn news(table: &mut GameTable, terminal: &mut Terminal<'_>) -> Result<(), Stop> {
    terminal.log_lines(&table.news(None))
}

fn written(table: &GameTable) -> Exit {
    if table.keeper.failed().is_some() { Exit::Ours } else { Exit::Fine }
}
