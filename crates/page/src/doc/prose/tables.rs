//! Tables and numbers of the box, each below the first clause that states it.

use std::collections::{BTreeMap, BTreeSet};

use super::names::PrintedNames;
use super::rows::{PrintedRow, rows};
use crate::doc::markdown::{plain, table, unquoted, words};
use tavola_game::{Difference, Differs, RulePart, RulebookFile, Rules};

/// Columns that only the rules and drawings need.
const HIDDEN: [&str; 6] = ["at", "symbol", "colour", "start", "range", "meaning"];

/// Tables and numbers of a game by clause.
pub(super) struct Tables<'a> {
    /// The rows of each table, by clause; those of no clause have an empty id.
    tables: BTreeMap<&'a str, Vec<Vec<RulePart>>>,
    /// The settings, by clause.
    numbers: BTreeMap<&'a str, Vec<RulePart>>,
    /// Values of the settings by name.
    values: BTreeMap<String, String>,
    /// Values of the settings in the game without the variant.
    before: BTreeMap<String, String>,
    names: PrintedNames,
}

impl<'a> Tables<'a> {
    pub(super) fn new(rules: &Rules, base: Option<&Rules>, book: &'a RulebookFile) -> Self {
        let values = |rules: &Rules| -> BTreeMap<String, String> {
            let settings = rules.parts().into_iter().filter(|part| part.id.sort == "settings");
            settings.filter_map(|part| Some((part.id.row.clone()?, part.cell("value")?.to_owned()))).collect()
        };
        let parts = rules.parts();
        let mut all = Self {
            tables: BTreeMap::new(),
            numbers: BTreeMap::new(),
            values: values(rules),
            before: base.map(values).unwrap_or_default(),
            names: PrintedNames::new(&parts),
        };
        let mut found: Vec<Vec<RulePart>> = Vec::new();
        for part in parts.into_iter().filter(|part| part.id.row.is_some()) {
            let id =
                |ids: &[String]| book.clauses.iter().find(|clause| ids.contains(&clause.id)).map(|one| one.id.as_str());
            match part.id.sort {
                "settings" => all.numbers.entry(id(part.clauses()).unwrap_or_default()).or_default().push(part),
                "kind" => match found.last_mut().filter(|rows| rows[0].id.name == part.id.name) {
                    Some(rows) => rows.push(part),
                    None => found.push(vec![part]),
                },
                _ => {}
            }
        }
        for rows in found {
            let cited = rows[0].under.iter().chain(rows.iter().flat_map(|row| &row.cites));
            let cited: BTreeSet<&String> = cited.collect();
            let clause = book.clauses.iter().find(|clause| cited.contains(&clause.id));
            all.tables.entry(clause.map_or("", |clause| &clause.id)).or_default().push(rows);
        }
        all
    }

    /// The numbers of a clause (without an id: of no clause), each as a line.
    pub(super) fn numbers(&self, id: &str) -> Vec<String> {
        let line = |part: &RulePart| {
            let name = part.id.row.as_deref()?;
            let value = self.values.get(name)?;
            let was = self.before.get(name).filter(|was| *was != value);
            let was = was.map_or_else(String::new, |was| format!(" *(was {})*", plain(&by_players(was))));
            let meaning = part.cell("meaning").and_then(unquoted).map_or_else(|| words(name), words);
            Some(format!("{}: **{}**{was}", plain(&meaning), plain(&by_players(value))))
        };
        self.numbers.get(id).into_iter().flatten().filter_map(line).collect()
    }

    /// The tables of a clause (without an id: of no clause).
    pub(super) fn of(&self, id: &str) -> Vec<String> {
        self.tables.get(id).into_iter().flatten().filter_map(|rows| self.table(rows)).collect()
    }

    /// A table; none if it has no column besides the names.
    fn table(&self, parts: &[RulePart]) -> Option<String> {
        let rows: Vec<PrintedRow> = parts.iter().flat_map(|part| rows(part, &self.names)).collect();
        let mut heads: Vec<&str> = Vec::new();
        for (head, _) in rows.iter().flat_map(|row| &row.cells) {
            if !heads.contains(&head.as_str()) && !HIDDEN.contains(&head.as_str()) {
                heads.push(head);
            }
        }
        // A column that the rules work out, or of places on a map, says nothing to a reader.
        let is_plain = |row: &PrintedRow, head: &str| {
            row.cells.iter().all(|(own, cell)| own != head || cell.as_ref().is_some_and(|cell| !cell.starts_with('(')))
        };
        heads.retain(|head| rows.iter().all(|row| is_plain(row, head)));
        if heads.is_empty() {
            return None;
        }
        let shown: Vec<String> = heads.iter().map(|head| words(head)).collect();
        let title = self.names.title(&parts[0].id.name);
        let heads_shown: Vec<&str> = std::iter::once(title.as_str()).chain(shown.iter().map(String::as_str)).collect();
        let line = |row: &PrintedRow| {
            let cells = heads.iter().map(|head| row.cell(head).map_or_else(String::new, |cell| self.printed(cell)));
            std::iter::once(plain(&row.name)).chain(cells).collect()
        };
        Some(table(&heads_shown, &rows.iter().map(line).collect::<Vec<Vec<String>>>()))
    }

    /// A cell in printed words: a text without its quotes, the value of a setting, the names of members.
    fn printed(&self, cell: &str) -> String {
        match (unquoted(cell), self.values.get(cell)) {
            (Some(text), _) => plain(text),
            (None, Some(value)) => plain(&by_players(value)),
            (None, None) if cell == "-" => "–".to_owned(),
            (None, None) if cell == "copies" => "as in the table".to_owned(),
            (None, None) => plain(&self.names.replaced(cell)),
        }
    }

    /// A difference between the variant and the game in a few words; none for a setting, which shows its old value itself.
    pub(super) fn difference(&self, one: &Difference) -> Option<String> {
        let part = one.part();
        let row = part.id.row.as_deref();
        let name = match (part.id.sort, row) {
            ("winner", _) => "who wins".to_owned(),
            ("payoff", _) => "what each player gets".to_owned(),
            ("components", Some(row)) => self.names.title(row).to_lowercase(),
            ("kind", Some(row)) => self.names.of_member(row).map_or_else(|| row.replace('_', " "), str::to_owned),
            ("kind", None) => self.names.title(&part.id.name).to_lowercase(),
            _ => row.unwrap_or(&part.id.name).replace('_', " "),
        };
        let name = if name.is_empty() { part.id.sort.to_owned() } else { plain(&name) };
        match (part.id.sort, one.differs) {
            ("settings", Differs::Changed) => None,
            ("rulings", Differs::Changed) => {
                let answer = |part: &Option<RulePart>| Some(part.as_ref()?.cell("answer")?.replace('_', " "));
                let (was, is) = (answer(&one.before)?, answer(&one.after)?);
                Some(format!("{name}: **{}** *(was {})*", plain(&is), plain(&was)))
            }
            ("winner", Differs::Changed) => Some(format!("{name} is decided differently")),
            (_, Differs::Added) => Some(format!("{name} is new")),
            (_, Differs::Removed) => Some(format!("there is no {name}")),
            (_, Differs::Changed) => {
                let cells = self.changed_cells(one);
                let is_row = row.is_some() && !cells.is_empty();
                Some(if is_row { format!("{name}: {}", cells.join(", ")) } else { format!("{name} is different") })
            }
            (_, Differs::Order) => Some(format!("{name}: in another order")),
        }
    }

    /// The cells of a row that a variant changes: `number **12** *(was 21)*`.
    fn changed_cells(&self, one: &Difference) -> Vec<String> {
        let (Some(before), Some(after)) = (&one.before, &one.after) else { return Vec::new() };
        let cells = after.lines.iter().filter_map(|line| line.split_once(": "));
        let changed = cells.filter(|(head, now)| !HIDDEN.contains(head) && before.cell(head) != Some(now));
        let line = |(head, now): (&str, &str)| {
            let was = before.cell(head).map_or_else(|| "nothing".to_owned(), |was| self.printed(was));
            let head = if head == "count" { "number".to_owned() } else { head.replace('_', " ") };
            format!("{} **{}** *(was {was})*", plain(&head), self.printed(now))
        };
        changed.map(line).collect()
    }
}

/// A value in words: `2: 5, 3: 4, 4: 4` as `5 with 2 players, 4 with 3 or 4 players`, `old_town` as `old town`.
fn by_players(value: &str) -> String {
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
