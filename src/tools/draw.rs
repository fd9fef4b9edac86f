//! `tavola draw`: a position as a picture, as one player sees it.

use super::again;
use super::args::{DrawArgs, DrawFormat, SetupArgs, by_ending, to_file};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{Paint, count};
use super::{folders, load, seats};
use tavola_game::{Error, Fault, Game, Pending, Referee, Rules, Setup, State};
use tavola_lab::replay::Replay;
use tavola_lab::table::TableLog;
use tavola_lab::{Bots, MAX_ANSWERS, whole};
use tavola_page::draw;
use tavola_page::scene::Stage;

/// Maximum number of words of positions that are computed on the way to the one that is drawn.
const MOST_WORDS: u64 = 1 << 32;

/// A position with the log up to it.
struct Position {
    game: Game,
    referee: Referee,
    state: State,
    log: TableLog,
}

/// Runs the verb.
///
/// # Errors
/// If rules or record cannot be read or have errors, a rule faults, or the file cannot be written.
pub(crate) fn run(args: &DrawArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let record = args.record.as_deref().map(|file| load::record(file, console)).transpose()?;
    let variant = record.as_ref().map_or(args.choices.variant.clone(), |record| record.variant.clone());
    let rules = load::rules(&folder, variant.as_deref(), console)?;
    let mut position = match (record, &args.record) {
        (Some(mut record), Some(file)) => {
            record.answers.truncate(args.at.unwrap_or(usize::MAX));
            let mut log = TableLog::new(record.players.len());
            let again = again::play(&rules, &record, file, console, &mut |referee, state, _| {
                log.take(referee, state);
            })?;
            if let Some(why) = again.stopped {
                return Err(Stop { exit: Exit::Findings, message: Some(why) });
            }
            let Replay { game, referee, state, .. } = again;
            Position { game, referee, state, log }
        }
        _ => {
            let players = args.players.unwrap_or_else(|| seats::most(&rules));
            played(&seats::setup(players, &args.choices), (args.seed, args.at), &rules, console)?
        }
    };
    let viewer = args.seen_by.as_ref().map(|name| seat(&position.game, name)).transpose()?;
    let stage = Stage::new(&position.game, rules.clause_texts(&position.game.setup().settings));
    let by_ending = || by_ending(args.output.as_deref(), &[("json", DrawFormat::Json), ("svg", DrawFormat::Svg)]);
    let drawn = position.draw(&stage, viewer, args.format.or_else(by_ending).unwrap_or(DrawFormat::Svg));
    match to_file(args.output.as_deref()) {
        None => console.write(&drawn)?,
        Some(file) => whole::write(file, &drawn).map_err(|error| Error::unwritten("write", file, &error))?,
    }
    Ok(Exit::Fine)
}

fn seat(game: &Game, name: &str) -> Result<usize, Stop> {
    let names = &game.setup().players;
    let unknown = || Stop::usage(format!("there is no player `{name}`; players: {}", names.join(", ")));
    names.iter().position(|player| player == name).ok_or_else(unknown)
}

/// Draws the table before the first question to a player as SVG, as a spectator sees it.
///
/// # Errors
/// If the rules have errors, or a rule faults.
pub(crate) fn set_up(rules: &Rules, players: &[String], console: &mut Console) -> Result<String, Stop> {
    let setup = Setup { players: players.to_vec(), ..seats::setup(players.len(), &SetupArgs::default()) };
    let mut position = played(&setup, (0, None), rules, console)?;
    let view = position.referee.view(&position.state, None);
    Ok(draw::svg(&Stage::new(&position.game, rules.clause_texts(&[])).scene(&view, None, Vec::new())))
}

/// Random players play up to the wanted answer. Without one, up to the first question to a player.
fn played(
    setup: &Setup,
    (seed, at): (u64, Option<usize>),
    rules: &Rules,
    console: &mut Console,
) -> Result<Position, Stop> {
    let players = setup.players.len();
    seats::admit(players, rules)?;
    let game = load::game(rules, setup, console)?;
    let mut referee = game.referee();
    referee.collect_events(true);
    let (state, log) = (game.start(), TableLog::new(players));
    let mut position = Position { game, referee, state, log };
    match position.play(seed, at) {
        Ok(None) => Ok(position),
        Ok(Some(answers)) => {
            let answers = count(answers, "answer");
            Err(Stop::ours(format!("the position that is drawn is not reached after {answers}")))
        }
        Err(fault) => Err(load::faulted(&position.game, &fault, console)),
    }
}

impl Position {
    /// Plays to the wanted answer. Returns the number of answers if that is too far.
    fn play(&mut self, seed: u64, at: Option<usize>) -> Result<Option<u64>, Fault> {
        let mut bots = Bots::new(seed, 0, self.game.players());
        let most = MAX_ANSWERS.min(MOST_WORDS / self.state.words().len().max(1) as u64);
        for answers in 0..=most {
            let pending = self.referee.run(&mut self.state)?;
            self.log.take(&mut self.referee, &self.state);
            let enough = at.map_or(matches!(pending, Pending::Choice(_)), |at| answers >= at as u64);
            if enough || pending == Pending::Over {
                return Ok(None);
            }
            let option = bots.answer(pending, &mut self.referee, &self.state);
            self.referee.answer(&mut self.state, option)?;
        }
        Ok(Some(most))
    }

    fn draw(&mut self, stage: &Stage, viewer: Option<usize>, format: DrawFormat) -> String {
        let view = self.referee.view(&self.state, viewer);
        let asked = self.referee.question(&self.state);
        let scene = stage.scene(&view, asked.as_ref(), self.log.whole(viewer));
        // A browser or a terminal may show the file later.
        let harmless = |text: String| Paint::new(false).harmless(&text).into_owned();
        match format {
            DrawFormat::Svg => harmless(draw::svg(&scene)),
            DrawFormat::Json => format!("{}\n", serde_json::to_string_pretty(&scene).unwrap_or_default()),
        }
    }
}
