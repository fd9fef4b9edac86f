//! Settings, rulings and variants of the game, with which a new game at the table can begin.

use std::collections::BTreeMap;

use serde::Serialize;
use tavola_game::{Rules, SettingInfo};
use tavola_lab::named;
use tavola_syntax::text::clean;

use crate::bodies::LineShown;
use crate::files::GameFiles;
use crate::tests::line;

/// A setting, ruling or variant.
#[derive(Serialize)]
pub(crate) struct SwitchShown {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    text: String,
    /// Value as it is written in the rules. Empty for a variant.
    pub(crate) value: String,
    at: Option<LineShown>,
    /// `None` for a variant, and in rules with errors.
    choice: Option<ValueChoice>,
}

/// Values of a setting or ruling.
#[derive(Serialize)]
struct ValueChoice {
    /// Default value for the number of players.
    value: String,
    meaning: String,
    /// The smallest and the largest number, if all between them can be chosen.
    range: Option<(i64, i64)>,
    /// All values of a setting without such a range. Empty if there are too many.
    values: Vec<String>,
}

impl ValueChoice {
    fn of(SettingInfo { value, meaning, range, values, numbers, .. }: SettingInfo) -> Self {
        let ends = range.split_once("..").filter(|_| numbers);
        let range = ends.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        Self { value, meaning, range, values: if range.is_some() { Vec::new() } else { values } }
    }
}

/// All settings, rulings and variants of a game with their values under these rules, for a number of players: the largest if `None`.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn settings(files: &GameFiles, rules: &Rules, players: Option<usize>) -> Result<Vec<SwitchShown>, String> {
    let message = |error: tavola_game::Error| clean(&error.message);
    let values = rules.parts();
    let players = players.or(rules.players().map(|(_, most)| most)).unwrap_or_default();
    let mut choices: BTreeMap<String, ValueChoice> =
        rules.settings(players).into_iter().map(|info| (info.name.clone(), ValueChoice::of(info))).collect();
    let value_of = |name: &str| {
        let part = values.iter().find(|part| part.id.row.as_deref() == Some(name))?;
        let cell = part.cell("value").or_else(|| part.cell("answer"))?;
        Some(cell.trim_matches('"').to_owned())
    };
    let mut switch = |one: tavola_lab::NamedSwitch| SwitchShown {
        value: if one.kind == "variant" { String::new() } else { value_of(&one.name).unwrap_or_default() },
        at: line(files, &one.place),
        choice: choices.remove(&one.name).filter(|_| one.kind != "variant"),
        kind: one.kind,
        name: one.name,
        text: one.text,
    };
    Ok(named(files.folder(), rules, &[]).map_err(message)?.into_iter().map(&mut switch).collect())
}
