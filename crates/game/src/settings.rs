//! Settings and rulings: values for a set-up, and their texts.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use tavola_core::ir::{self, Rulebook, Type};

use super::{Error, Rules, Setup};
use tavola_syntax::diagnostic::nearest;

/// A setting or ruling, with its values as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingInfo {
    /// Name in the rules, such as `rounds`.
    pub name: String,
    /// Default value for this number of players.
    pub value: String,
    /// Allowed values: `5..20`, `yes or no`.
    pub range: String,
    /// List of all allowed values. Empty if there are too many.
    pub values: Vec<String>,
    /// True if the values are numbers.
    pub numbers: bool,
    /// Meaning of a setting, or question of a ruling.
    pub meaning: String,
    /// True if this is a ruling.
    pub ruling: bool,
}

impl Rules {
    /// All settings, then all rulings, with their default values for this number of players.
    pub fn settings(&self, players: usize) -> Vec<SettingInfo> {
        let Some(book) = &self.book else { return Vec::new() };
        let values: Vec<i64> =
            settled(book, players, &BTreeMap::new()).into_iter().map(Result::unwrap_or_default).collect();
        let infos = book.settings.iter().enumerate().map(|(at, setting)| SettingInfo {
            name: setting.name.clone(),
            value: value_text(book, setting, values[at]),
            range: range_text(book, setting),
            values: all_values(book, setting),
            numbers: matches!(setting.ty, Type::Number),
            meaning: setting.meaning.clone().unwrap_or_default(),
            ruling: setting.ruling,
        });
        infos.collect()
    }
}

/// Values of all settings for a set-up.
///
/// # Errors
/// If a setting is unknown, or a value is out of its range.
pub(super) fn chosen(book: &Rulebook, setup: &Setup) -> Result<Vec<i64>, Error> {
    let mut given = BTreeMap::new();
    for (name, value) in &setup.settings {
        let own = |error: Error| error.about(name);
        let at = setting_named(book, name).map_err(own)?;
        given.insert(at, setting_value(book, &book.settings[at], value).map_err(own)?);
    }
    let chosen = worked_out(book, setup.players.len(), &given);
    chosen.map_err(|error| setup.settings.last().map_or(error.clone(), |(name, _)| error.about(name)))
}

fn settled(book: &Rulebook, players: usize, given: &BTreeMap<usize, i64>) -> Vec<Result<i64, ir::Unknown>> {
    ir::settle(&book.settings, Some(players as i64), |id| given.get(&id.index()).copied())
}

/// Values of all settings. Those that depend on the given ones must stay in their ranges.
fn worked_out(book: &Rulebook, players: usize, given: &BTreeMap<usize, i64>) -> Result<Vec<i64>, Error> {
    let values = settled(book, players, given).into_iter().zip(&book.settings);
    let checked = values.map(|(value, setting)| {
        let value = value.map_err(|_| {
            Error::new(format!("with these settings `{}` is too large: set it, too, or make them smaller", setting.name))
        })?;
        if allowed(setting, value) {
            return Ok(value);
        }
        let range = range_text(book, setting);
        Err(Error::new(format!(
            "with these settings `{}` is {value}, but it may be {range}: set it, too, or change the settings that it depends on",
            setting.name
        )))
    });
    checked.collect()
}

/// True if a setting may have this value.
fn allowed(setting: &ir::Setting, value: i64) -> bool {
    !matches!(setting.ty, Type::Number)
        || setting.range.is_empty()
        || setting.range.iter().any(|(low, high)| (*low..=*high).contains(&value))
}

fn setting_named(book: &Rulebook, name: &str) -> Result<usize, Error> {
    book.settings.iter().position(|setting| setting.name == name).ok_or_else(|| {
        let near = nearest(name, book.settings.iter().map(|setting| setting.name.as_str()));
        let help = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        Error::new(format!("there is no setting `{name}`{help}"))
    })
}

fn setting_value(book: &Rulebook, setting: &ir::Setting, text: &str) -> Result<i64, Error> {
    let text = text.trim();
    let value = match &setting.ty {
        Type::YesNo => match text {
            "yes" | "true" => Some(1),
            "no" | "false" => Some(0),
            _ => None,
        },
        Type::Member(kind) => words(book, *kind).iter().position(|word| word == text).map(|at| at as i64),
        _ => text.parse().ok(),
    };
    value.filter(|value| allowed(setting, *value)).ok_or_else(|| {
        let range = range_text(book, setting);
        Error::new(format!("`{}` cannot be `{text}`: it may be {range}", setting.name))
    })
}

fn words(book: &Rulebook, kind: ir::KindId) -> Vec<String> {
    match &book.kinds[kind.index()].body {
        ir::KindBody::Members(families) => families.iter().map(|family| family.name.clone()).collect(),
        _ => Vec::new(),
    }
}

fn value_text(book: &Rulebook, setting: &ir::Setting, value: i64) -> String {
    match &setting.ty {
        Type::YesNo => if value == 0 { "no" } else { "yes" }.to_owned(),
        Type::Member(kind) => words(book, *kind).get(value as usize).cloned().unwrap_or_default(),
        _ => value.to_string(),
    }
}

fn range_text(book: &Rulebook, setting: &ir::Setting) -> String {
    match &setting.ty {
        Type::YesNo => "yes or no".to_owned(),
        Type::Member(kind) => words(book, *kind).join(" or "),
        _ if setting.range.is_empty() => "any number".to_owned(),
        _ => {
            let parts = setting.range.iter();
            let parts: Vec<String> = parts
                .map(|&(low, high)| if low == high { low.to_string() } else { format!("{low}..{high}") })
                .collect();
            parts.join(", ")
        }
    }
}

/// Maximum number of values that are listed for a setting.
const MANY_VALUES: i64 = 1000;

/// All values of a setting. Empty if there are too many.
fn all_values(book: &Rulebook, setting: &ir::Setting) -> Vec<String> {
    match &setting.ty {
        Type::YesNo => vec!["yes".to_owned(), "no".to_owned()],
        Type::Member(kind) => words(book, *kind),
        _ => {
            let many =
                setting.range.iter().fold(0i64, |many, (low, high)| many.saturating_add(high.saturating_sub(*low)));
            let few = setting.range.iter().filter(|_| many < MANY_VALUES);
            few.flat_map(|&(low, high)| low..=high).map(|value| value.to_string()).collect()
        }
    }
}
