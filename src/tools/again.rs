//! Replay of a record with the rules of a folder.

use std::path::Path;

use super::console::Console;
use super::ending::{Exit, Stop};
use super::load;
use tavola_game::{Rules, Setup};
use tavola_lab::Record;
use tavola_lab::replay::{Listener, Replay, replay_in};

/// Replays a record with these rules as far as its answers are legal. Warns if it was recorded with other rules.
///
/// # Errors
/// If the record is of another game, or its set-up is not possible.
pub(crate) fn play(
    rules: &Rules,
    record: &Record,
    file: &Path,
    console: &mut Console,
    listen: &mut Listener<'_>,
) -> Result<Replay, Stop> {
    record.fits(rules)?;
    if record.rules != rules.hash() {
        console.warn("the rules have changed since this game was recorded; answers that are still legal are replayed");
    }
    let game = rules.game(&record.setup()).map_err(|error| {
        let stop = load::stop(error, rules.name(), Exit::Findings, console);
        let keys = to_blame(rules, record);
        load::in_record(stop, file, &keys.iter().map(String::as_str).collect::<Vec<_>>())
    })?;
    Ok(replay_in(game, record, listen))
}

/// Finds the key of a record that makes its set-up impossible: the players, or one of the settings.
fn to_blame(rules: &Rules, record: &Record) -> Vec<String> {
    let alone = |set: &[(String, String)]| rules.game(&Setup { settings: set.to_vec(), ..record.setup() }).is_ok();
    if !alone(&[]) {
        return vec!["players".into()];
    }
    let wrong = record.settings.iter().find(|setting| !alone(std::slice::from_ref(*setting)));
    wrong.map_or_else(Vec::new, |(name, _)| vec!["settings".into(), name.clone()])
}
