//! Settings, rulings and variants of the game, with which a new game at the table can begin.

use serde::Serialize;
use tavola_game::Rules;
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
}

/// All settings, rulings and variants of these rules, as the files are on the disk.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn settings(files: &GameFiles, rules: &Rules) -> Result<Vec<SwitchShown>, String> {
    let message = |error: tavola_game::Error| clean(&error.message);
    let values = rules.parts();
    let value = |name: &str| {
        let part = values.iter().find(|part| part.id.row.as_deref() == Some(name))?;
        let cell = part.cell("value").or_else(|| part.cell("answer"))?;
        Some(cell.trim_matches('"').to_owned())
    };
    let switch = |one: tavola_lab::NamedSwitch| SwitchShown {
        value: if one.kind == "variant" { String::new() } else { value(&one.name).unwrap_or_default() },
        at: line(files, &one.place),
        kind: one.kind,
        name: one.name,
        text: one.text,
    };
    Ok(named(files.folder(), rules, &[]).map_err(message)?.into_iter().map(switch).collect())
}
