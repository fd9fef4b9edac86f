//! Looking back at a game: the scene that a viewer was shown when a line of the log was new.

use std::sync::Arc;

use super::finished::ScoresOverGame;
use super::refused::{RequestRefused, why};
use tavola_game::{Game, MeasureOrder, Pending};
use tavola_lab::record::CHANCE;
use tavola_lab::replay::replay_in;
use tavola_lab::table::{GameSoFar, GameTable, Lines};
use tavola_page::scene::Scene;
use tavola_page::scene::Stage;
use tavola_syntax::text::clean;

/// A game so far, for one viewer. It is replayed outside the lock of the table, so play continues.
pub(super) struct LookBack {
    pub(super) game: Game,
    pub(super) humans: Vec<bool>,
    pub(super) answers: Vec<(String, String)>,
    pub(super) viewer: Option<usize>,
    pub(super) stage: Arc<Stage>,
}

impl LookBack {
    /// Replays the game and returns the scene after `wanted` lines of the log. Stops only where the table waited for a person:
    /// the viewer was shown nothing in between, and the number of stops there could reveal hidden information.
    pub(super) fn scene(&self, wanted: usize) -> Result<Scene, RequestRefused> {
        let mut referee = self.game.referee();
        referee.collect_events(true);
        let mut state = self.game.start();
        let mut lines = Lines::default();
        let mut answers = self.answers.iter();
        let broken = || why("The game cannot be replayed.");
        loop {
            let pending = referee.run(&mut state).map_err(|_| broken())?;
            for happened in referee.happened(&state) {
                happened.line(self.viewer).into_iter().for_each(|line| lines.push(line));
            }
            let next = answers.next();
            let waited = matches!(pending, Pending::Choice(seat) if self.humans[seat] && referee.option_count() > 1);
            if next.is_none() || (waited && lines.count() >= wanted) {
                break;
            }
            let Some((_, answer)) = next else { break };
            let option = referee.find(&state, answer).map_err(|_| broken())?;
            referee.answer(&mut state, option).map_err(|_| broken())?;
        }
        if lines.count() < wanted {
            return Err(why("There is no such line of the log."));
        }
        let view = referee.view(&state, self.viewer);
        let mut scene = self.stage.scene(&view, None, lines.lines_in().collect());
        scene.asked.clear();
        Ok(scene)
    }
}

/// Notice at the end of what a scenario calls.
pub(super) const CALLS_OVER: &str = "The rule that the scenario calls has ended.";

/// A position after some answers.
pub(super) struct StillPosition {
    /// The scene that a viewer is shown.
    pub(super) scene: Scene,
    /// Title: the question there, or that the game is over.
    pub(super) next: String,
    /// True if the game was played to its end.
    pub(super) is_end: bool,
}

/// The position after the last answer of a game, as a viewer is shown it.
pub(super) fn after_all(
    game: &GameSoFar,
    stage: &Stage,
    viewer: Option<usize>,
) -> Result<StillPosition, RequestRefused> {
    let mut lines = Lines::default();
    let mut replay = game.replay(&mut |referee, state, _| {
        for happened in referee.happened(state) {
            happened.line(viewer).into_iter().for_each(|line| lines.push(line));
        }
    });
    if let Some(stopped) = &replay.stopped {
        return Err(why(&format!("The position after this answer cannot be shown: {}", clean(stopped))));
    }
    let view = replay.referee.view(&replay.state, viewer);
    let prompt = clean(&replay.referee.prompt(&replay.state));
    let next = match view.asked.and_then(|seat| stage.names().get(seat)) {
        Some(name) => format!("{name}: {prompt}"),
        None if replay.outcome.is_some() && game.calls => CALLS_OVER.to_owned(),
        None if replay.outcome.is_some() => "The game is over".to_owned(),
        None => format!("Chance: {prompt}"),
    };
    let is_end = view.asked.is_none() && replay.outcome.is_some() && !game.calls;
    Ok(StillPosition { scene: stage.scene(&view, None, lines.lines_in().collect()), next, is_end })
}

/// Maximum number of points of the scores over a game.
const POINTS: usize = 120;

/// Scores over a finished game: for each viewer a list of points, each with the first counted measure of `winner` by seat, as the
/// viewer could know it then. Empty if the rules count nothing, or if the game cannot be replayed.
pub(super) fn course(table: &GameTable, stage: &Stage, viewers: &[Option<usize>]) -> Vec<ScoresOverGame> {
    let counted = stage.look().goal.measures.iter().position(|measure| measure.sort != MeasureOrder::Condition);
    let Some(counted) = counted.filter(|_| table.tells_all()) else { return Vec::new() };
    let record = table.keeper.record();
    let often = record.answers.len() / POINTS + 1;
    let mut points = vec![Vec::new(); viewers.len()];
    let mut at = 0;
    let replay = replay_in(table.game(), record, &mut |referee, state, answer| {
        if answer.is_none_or(|(who, _)| at % often == 0 && who != CHANCE) {
            for (viewer, points) in viewers.iter().zip(&mut points) {
                points.push(referee.measures(state, *viewer).swap_remove(counted));
            }
        }
        at += 1;
    });
    if replay.stopped.is_some() { Vec::new() } else { points }
}
