//! The tables and numbers of the box, each below the first clause that tells them.

use std::collections::{BTreeMap, BTreeSet};

use crate::doc::markdown::{plain, table, unquoted, words};
use tavola_game::{Difference, Differs, RulePart, RulebookFile, Rules};

/// Columns that only the rules and those who draw need.
const HIDDEN: [&str; 6] = ["at", "symbol", "colour", "start", "range", "meaning"];

/// Where each table and each number of a game is told.
pub(super) struct Tables<'a> {
    /// By clause: the rows of a table; what no clause tells has none.
    tables: BTreeMap<&'a str, Vec<Vec<RulePart>>>,
    /// By clause: settings.
    numbers: BTreeMap<&'a str, Vec<RulePart>>,
    /// What a setting is, by its name.
    values: BTreeMap<String, String>,
    /// What it was in the game, where a variant turns it.
    before: BTreeMap<String, String>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(rules: &Rules, base: Option<&Rules>, book: &'a RulebookFile) -> Self {
        let values = |rules: &Rules| -> BTreeMap<String, String> {
            let settings = rules.parts().into_iter().filter(|part| part.id.sort == "settings");
            settings.filter_map(|part| Some((part.id.row.clone()?, cell(&part, "value")?.to_owned()))).collect()
        };
        let mut all = Self {
            tables: BTreeMap::new(),
            numbers: BTreeMap::new(),
            values: values(rules),
            before: base.map(values).unwrap_or_default(),
        };
        let mut found: Vec<Vec<RulePart>> = Vec::new();
        for part in rules.parts().into_iter().filter(|part| part.id.row.is_some()) {
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
            let told = rows[0].under.iter().chain(rows.iter().flat_map(|row| &row.cites));
            let told: BTreeSet<&String> = told.collect();
            let clause = book.clauses.iter().find(|clause| told.contains(&clause.id));
            all.tables.entry(clause.map_or("", |clause| &clause.id)).or_default().push(rows);
        }
        all
    }

    /// The numbers that a clause tells (without an id: those that none tells), each as a line.
    pub(super) fn numbers(&self, id: &str) -> Vec<String> {
        let line = |part: &RulePart| {
            let name = part.id.row.as_deref()?;
            let value = self.values.get(name)?;
            let was = self.before.get(name).filter(|was| *was != value);
            let was = was.map_or_else(String::new, |was| format!(" *(was {})*", plain(&by_players(was))));
            let meaning = cell(part, "meaning").and_then(unquoted).map_or_else(|| words(name), words);
            Some(format!("{}: **{}**{was}", plain(&meaning), plain(&by_players(value))))
        };
        self.numbers.get(id).into_iter().flatten().filter_map(line).collect()
    }

    /// The tables that a clause tells (without an id: those that none tells).
    pub(super) fn of(&self, id: &str) -> Vec<String> {
        self.tables.get(id).into_iter().flatten().filter_map(|rows| self.table(rows)).collect()
    }

    /// A table; none where nothing but names is in it.
    fn table(&self, rows: &[RulePart]) -> Option<String> {
        let mut heads: Vec<&str> = Vec::new();
        for head in rows.iter().flat_map(|row| &row.lines).filter_map(|line| Some(line.split_once(": ")?.0)) {
            if !heads.contains(&head) && !HIDDEN.contains(&head) && head != "name" {
                heads.push(head);
            }
        }
        if heads.is_empty() {
            return None;
        }
        let shown: Vec<String> = heads.iter().map(|head| words(head)).collect();
        let title = words(&rows[0].id.name);
        let heads_shown: Vec<&str> = std::iter::once(title.as_str()).chain(shown.iter().map(String::as_str)).collect();
        let value = |row: &RulePart, head: &&str| cell(row, head).map_or_else(String::new, |cell| self.told(cell));
        let row = |row: &RulePart| {
            let own = cell(row, "name")
                .map_or_else(|| words(row.id.row.as_deref().unwrap_or_default()), |name| self.told(name));
            std::iter::once(own).chain(heads.iter().map(|head| value(row, head))).collect()
        };
        Some(table(&heads_shown, &rows.iter().map(row).collect::<Vec<Vec<String>>>()))
    }

    /// A cell in words: a text without its quotes, the number of a setting.
    fn told(&self, cell: &str) -> String {
        match (unquoted(cell), self.values.get(cell)) {
            (Some(text), _) => plain(text),
            (None, Some(value)) => plain(&by_players(value)),
            (None, None) if cell == "-" => "–".to_owned(),
            (None, None) => plain(&cell.replace('_', " ")),
        }
    }
}

/// `3: 2, 4: 1`: 2 with 3 players, 1 with 4.
fn by_players(value: &str) -> String {
    let told = |part: &str| {
        let (players, value) = part.split_once(": ")?;
        let counts = !players.is_empty() && players.chars().all(|c| c.is_ascii_digit());
        counts.then(|| format!("{value} with {players}"))
    };
    let parts: Option<Vec<String>> = value.split(", ").map(told).collect();
    parts.map_or_else(|| value.to_owned(), |parts| format!("{} players", parts.join(", ")))
}

/// What a row says in a column.
fn cell<'p>(part: &'p RulePart, head: &str) -> Option<&'p str> {
    part.lines.iter().find_map(|line| line.strip_prefix(head)?.strip_prefix(": "))
}

/// What a variant changes, in a few words; none for what is told at the number itself.
pub(super) fn otherwise(one: &Difference) -> Option<String> {
    let part = one.part();
    let name = words(part.id.row.as_deref().unwrap_or(&part.id.name)).to_lowercase();
    let name = if name.is_empty() { part.id.sort.to_owned() } else { plain(&name) };
    match (part.id.sort, one.differs) {
        ("settings", Differs::Changed) => None,
        ("rulings", Differs::Changed) => {
            let answer = |part: &Option<RulePart>| Some(cell(part.as_ref()?, "answer")?.replace('_', " "));
            let (was, is) = (answer(&one.before)?, answer(&one.after)?);
            Some(format!("{name}: **{}** *(was {})*", plain(&is), plain(&was)))
        }
        (_, Differs::Added) => Some(format!("{name} is new")),
        (_, Differs::Removed) => Some(format!("there is no {name}")),
        (_, Differs::Changed) => Some(format!("{name} is not as in the game")),
        (_, Differs::Order) => Some(format!("{name}: in another order")),
    }
}
