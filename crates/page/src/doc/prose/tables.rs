//! Tables and numbers of the box, each below the first clause that states it.

use std::collections::{BTreeMap, BTreeSet};

use super::changed::{ChangedPart, HIDDEN, PartChange, PrintedWords, by_players};
use super::keyed::keyed;
use super::rows::{PrintedRow, rows};
use crate::doc::markdown::{plain, table, unquoted, words};
use tavola_game::{Difference, Differs, RulePart, RulebookFile, Rules};

/// Tables and numbers of a game by clause.
pub(super) struct Tables<'a> {
    /// The rows of each table of the box, or the one part that is a `table`, by clause; those of no clause have an empty id.
    tables: BTreeMap<&'a str, Vec<Vec<RulePart>>>,
    /// The settings, by clause.
    numbers: BTreeMap<&'a str, Vec<RulePart>>,
    words: PrintedWords,
}

impl<'a> Tables<'a> {
    pub(super) fn new(rules: &Rules, base: Option<&Rules>, book: &'a RulebookFile) -> Self {
        let parts = rules.parts();
        let mut all = Self { tables: BTreeMap::new(), numbers: BTreeMap::new(), words: PrintedWords::new(rules, base) };
        let mut found: Vec<Vec<RulePart>> = Vec::new();
        for part in parts.into_iter().filter(|part| part.id.row.is_some() || part.id.sort == "table") {
            let id =
                |ids: &[String]| book.clauses.iter().find(|clause| ids.contains(&clause.id)).map(|one| one.id.as_str());
            match part.id.sort {
                "settings" => all.numbers.entry(id(part.clauses()).unwrap_or_default()).or_default().push(part),
                "kind" => match found.last_mut().filter(|rows| rows[0].id.name == part.id.name) {
                    Some(rows) => rows.push(part),
                    None => found.push(vec![part]),
                },
                "table" => found.push(vec![part]),
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
            let value = self.words.values.get(name)?;
            let was = self.words.before.get(name).filter(|was| *was != value);
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
        if let [part] = parts
            && part.id.sort == "table"
        {
            return keyed(part, &self.words);
        }
        let rows: Vec<PrintedRow> = parts.iter().flat_map(|part| rows(part, &self.words.names)).collect();
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
        let title = self.words.names.title(&parts[0].id.name);
        let heads_shown: Vec<&str> = std::iter::once(title.as_str()).chain(shown.iter().map(String::as_str)).collect();
        let line = |row: &PrintedRow| {
            let cells = heads
                .iter()
                .map(|head| row.cell(head).map_or_else(String::new, |cell| plain(&self.words.printed(cell))));
            std::iter::once(plain(&row.name)).chain(cells).collect()
        };
        Some(table(&heads_shown, &rows.iter().map(line).collect::<Vec<Vec<String>>>()))
    }

    /// A difference between the variant and the game in a few words; none for a setting, which shows its old value itself.
    pub(super) fn difference(&self, one: &Difference) -> Option<String> {
        let is_setting = one.part().id.sort == "settings" && one.differs == Differs::Changed;
        (!is_setting).then(|| self.words.difference(one).markdown())
    }

    /// [`Self::difference`] below a clause that it cites.
    pub(super) fn difference_here(&self, one: &Difference) -> Option<String> {
        let words = self.words.difference(one);
        if !words.by_clauses {
            return self.difference(one);
        }
        Some(ChangedPart { name: "the rule behind this clause".to_owned(), ..words }.markdown())
    }

    /// True if the printed words of a difference do not say what is different.
    pub(super) fn is_unsaid(&self, one: &Difference) -> bool {
        self.words.difference(one).change == PartChange::Different
    }
}
