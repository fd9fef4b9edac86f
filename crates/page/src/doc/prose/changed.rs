//! Parts of the rules that differ from those of the game, in printed words.

use std::collections::BTreeMap;

use super::names::PrintedNames;
use crate::doc::markdown::{plain, unquoted};
use tavola_game::{Difference, Differs, RulePart, Rules};
use tavola_syntax::text::name_list;

/// Columns that only the rules and drawings need.
pub(super) const HIDDEN: [&str; 6] = ["at", "symbol", "colour", "start", "range", "meaning"];

/// A changed part in printed words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPart {
    /// Its printed name: `ruby`, `rounds in a game`.
    pub name: String,
    /// True if it has no printed name, so that it is named by the clauses behind which it stands.
    pub by_clauses: bool,
    /// Its change.
    pub change: PartChange,
}

/// Change of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartChange {
    /// Its values did.
    Values(Vec<ChangedValue>),
    /// It is new.
    New,
    /// It was removed.
    Removed,
    /// It says who wins, and does so in another way.
    Winner,
    /// Its rows have another order.
    Order,
    /// A difference other than of numbers and words.
    Different,
}

/// A value that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedValue {
    /// Name of its column; empty if the part has just one value.
    pub column: String,
    /// The value before.
    pub before: String,
    /// The value now.
    pub now: String,
}

impl ChangedPart {
    /// The change as Markdown: `ruby: value **4** *(was 3)*`.
    pub(super) fn markdown(&self) -> String {
        let name = plain(&self.name);
        match &self.change {
            PartChange::Values(values) => {
                let value = |value: &ChangedValue| {
                    let column = if value.column.is_empty() { String::new() } else { format!("{} ", value.column) };
                    format!("{}**{}** *(was {})*", plain(&column), plain(&value.now), plain(&value.before))
                };
                format!("{name}: {}", values.iter().map(value).collect::<Vec<_>>().join(", "))
            }
            PartChange::New => format!("{name} is new"),
            PartChange::Removed if self.by_clauses => format!("{name} no longer applies"),
            PartChange::Removed => format!("there is no {name}"),
            PartChange::Winner => format!("{name} is decided differently"),
            PartChange::Order => format!("{name}: in another order"),
            PartChange::Different => format!("{name} is different"),
        }
    }
}

/// Printed words for the cells of a game, and for those of a game that it is compared with.
pub(super) struct PrintedWords {
    pub(super) names: PrintedNames,
    /// Values of the settings by name.
    pub(super) values: BTreeMap<String, String>,
    /// Values of the settings in the other game.
    pub(super) before: BTreeMap<String, String>,
}

/// Differences between two rules in printed words, in the same order.
pub fn changes_in_words(before: &Rules, after: &Rules, differences: &[Difference]) -> Vec<ChangedPart> {
    let words = PrintedWords::new(after, Some(before));
    differences.iter().map(|one| words.difference(one)).collect()
}

impl PrintedWords {
    pub(super) fn new(rules: &Rules, base: Option<&Rules>) -> Self {
        let values = |rules: &Rules| -> BTreeMap<String, String> {
            let settings = rules.parts().into_iter().filter(|part| part.id.sort == "settings");
            settings.filter_map(|part| Some((part.id.row.clone()?, part.cell("value")?.to_owned()))).collect()
        };
        let names = PrintedNames::new(&rules.parts());
        Self { names, values: values(rules), before: base.map(values).unwrap_or_default() }
    }

    /// A cell in printed words: a text without its quotes, the value of a setting, the names of members.
    pub(super) fn printed(&self, cell: &str) -> String {
        match (unquoted(cell), self.values.get(cell)) {
            (Some(text), _) => text.to_owned(),
            (None, Some(value)) => by_players(value),
            (None, None) if cell == "-" => "–".to_owned(),
            (None, None) if cell == "copies" => "as in the table".to_owned(),
            (None, None) => self.names.replaced(cell),
        }
    }

    /// A difference in printed words.
    pub(super) fn difference(&self, one: &Difference) -> ChangedPart {
        let part = one.part();
        let change = match (part.id.sort, one.differs) {
            ("winner", Differs::Changed) => PartChange::Winner,
            (_, Differs::Added) => PartChange::New,
            (_, Differs::Removed) => PartChange::Removed,
            (_, Differs::Order) => PartChange::Order,
            (_, Differs::Changed) => self.values(one).map_or(PartChange::Different, PartChange::Values),
        };
        match behind(one) {
            Some(name) => ChangedPart { name, by_clauses: true, change },
            None => ChangedPart { name: self.name(part), by_clauses: false, change },
        }
    }

    fn name(&self, part: &RulePart) -> String {
        let row = part.id.row.as_deref();
        let name = match (part.id.sort, row) {
            ("winner", _) => "who wins".to_owned(),
            ("always", _) => "what is always true".to_owned(),
            ("payoff", _) => "what each player gets".to_owned(),
            ("settings", Some(row)) => {
                part.cell("meaning").and_then(unquoted).map_or_else(|| row.replace('_', " "), str::to_owned)
            }
            ("components", Some(row)) => self.names.title(row).to_lowercase(),
            ("kind", Some(row)) => self.names.of_member(row).map_or_else(|| row.replace('_', " "), str::to_owned),
            ("kind", None) => self.names.title(&part.id.name).to_lowercase(),
            _ => row.unwrap_or(&part.id.name).replace('_', " "),
        };
        if name.is_empty() { part.id.sort.to_owned() } else { name }
    }

    /// The values of a row that changed. None if another cell changed, or one that holds more than a value.
    fn values(&self, one: &Difference) -> Option<Vec<ChangedValue>> {
        let (before, after) = one.before.as_ref().zip(one.after.as_ref())?;
        after.id.row.as_ref()?;
        let own = match after.id.sort {
            "rulings" => Some("answer"),
            "settings" => Some("value"),
            _ => None,
        };
        let cells = after.lines.iter().filter_map(|line| line.split_once(": "));
        let changed = cells.filter(|(head, now)| {
            own.map_or(!HIDDEN.contains(head), |own| own == *head) && before.cell(head) != Some(now)
        });
        let value = |(head, now): (&str, &str)| {
            let was = before.cell(head);
            (is_value(now) && was.is_none_or(is_value)).then(|| ChangedValue {
                column: match head {
                    head if own == Some(head) => String::new(),
                    "count" => "number".to_owned(),
                    head => head.replace('_', " "),
                },
                before: was.map_or_else(|| "nothing".to_owned(), |was| self.former(was)),
                now: self.shown(now),
            })
        };
        changed.map(value).collect::<Option<Vec<_>>>().filter(|values| !values.is_empty())
    }

    /// A cell of the other game in printed words.
    fn former(&self, cell: &str) -> String {
        self.before.get(cell).map_or_else(|| self.shown(cell), |value| by_players(value))
    }

    /// A cell in printed words, also one with a value for each number of players.
    fn shown(&self, cell: &str) -> String {
        if unquoted(cell).is_none() && cell.contains(": ") { by_players(cell) } else { self.printed(cell) }
    }
}

/// Sorts of items that players know by their clauses alone.
const UNNAMED: [&str; 9] = ["rule", "phase", "play", "define", "hook", "table", "action", "menu", "interrupt"];

/// `the rule behind MV-7.2 and MV-7.3`, for a part without a printed name that cites clauses.
fn behind(one: &Difference) -> Option<String> {
    let ids: Vec<String> = one.cites().into_iter().map(str::to_owned).collect();
    let is_unnamed = UNNAMED.contains(&one.part().id.sort) && !ids.is_empty();
    is_unnamed.then(|| format!("the rule behind {}", name_list(&ids)))
}

/// True if a cell is a text, a number, a name, or one of these for each number of players.
fn is_value(cell: &str) -> bool {
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.'));
    unquoted(cell).is_some() || cell.split(", ").all(|part| is_word(part.rsplit(": ").next().unwrap_or(part)))
}

/// A value in words: `2: 5, 3: 4, 4: 4` as `5 with 2 players, 4 with 3 or 4 players`, `old_town` as `old town`.
pub(super) fn by_players(value: &str) -> String {
    let part = |part: &'_ str| {
        let (players, value) = part.split_once(": ")?;
        let counts = !players.is_empty() && players.chars().all(|c| c.is_ascii_digit());
        counts.then(|| (players.to_owned(), value.to_owned()))
    };
    let Some(parts) = value.split(", ").map(part).collect::<Option<Vec<_>>>() else { return value.replace('_', " ") };
    let alike = parts.chunk_by(|(_, one), (_, next)| one == next).map(|alike| {
        let players: Vec<&str> = alike.iter().map(|(players, _)| players.as_str()).collect();
        format!("{} with {} players", alike[0].1, players.join(" or "))
    });
    alike.collect::<Vec<_>>().join(", ")
}
