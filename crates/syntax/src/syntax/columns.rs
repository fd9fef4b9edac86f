//! Columns of the tables of the box, with the grammar of their cells.

use super::codes;
use super::grammar::Rule;
use super::grid::{self, CellText, GridRow};
use super::layout::LineBlock;
use super::lexicon::{self, ORDERS};
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use crate::diagnostic::Diagnostic;
use crate::text::{Span, one_line};

/// A column: its heading, the rule that parses its cells, and a description of a cell for messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnGrammar {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    pub(super) wants: &'static str,
}

const fn column(name: &'static str, rule: Rule, wants: &'static str) -> ColumnGrammar {
    ColumnGrammar { name, rule, wants }
}

const NAME: &str = "a name: `marbles`";
const TEXT: &str = "a text in quotes: `\"marble\"`";
const SEERS: &str = "players, `all` or `nobody`: `p, all when p in awake`";

/// `settings`
pub(super) const SETTINGS: &[ColumnGrammar] = &[
    column("name", Rule::c_name, NAME),
    column("value", Rule::c_value, "a value, or one for each number of players: `25` or `3: 2, 4: 1`"),
    column("range", Rule::c_exprs, "the allowed values: `1..6` or `yes, no`"),
    column("meaning", Rule::c_text, TEXT),
];
/// `rulings`
pub(super) const RULINGS: &[ColumnGrammar] = &[
    column("name", Rule::c_name, NAME),
    column("answer", Rule::c_name, "the answer that holds: `yes`"),
    column("instead of", Rule::c_names, "the other answers: `no`"),
    column("question", Rule::c_text, TEXT),
];
/// `components`
pub(super) const COMPONENTS: &[ColumnGrammar] = &[
    column("component", Rule::c_place, "a component: `marble` or `marble[Player]`"),
    column("count", Rule::c_expr, "a number, `copies` or `unlimited`"),
    column("start", Rule::c_exprs, "the place where they start: `jar`"),
    column("name", Rule::c_text, TEXT),
];
/// `places`
pub(super) const PLACES: &[ColumnGrammar] = &[
    column("place", Rule::c_place, "a place: `sack` or `basket[p in Player]`"),
    column("holds", Rule::c_names, "the components it holds: `marble, robot`"),
    column("order", Rule::c_order, "`heap`, `row`, `stack` or `shuffled, refilled from basket`"),
    column("limit", Rule::c_limit, "how many it holds at most: `4` or `3 marble`"),
    column("seen by", Rule::c_seers, SEERS),
];
/// `memory`
pub(super) const MEMORY: &[ColumnGrammar] = &[
    column("variable", Rule::c_place, "a variable: `awake` or `seen[Player]`"),
    column("type", Rule::c_type, "a kind, a range, `number`, `yes or no`, or `set of Player`"),
    column("start", Rule::c_expr, "the value at the start: `{}` or `seat(1)`"),
    column("seen by", Rule::c_seers, SEERS),
];
/// `always`
pub(super) const ALWAYS: &[ColumnGrammar] =
    &[column("what", Rule::c_text, TEXT), column("holds", Rule::c_expr, "a condition: `count of sack >= 17`")];

/// `display`
pub(super) const DISPLAY: &[ColumnGrammar] = &[
    column("shows", Rule::c_shown, "a text or values: `\"{n} of 3\"`, `pennies[p]`"),
    column("of", Rule::c_binder, "an owner: `p in Player`"),
    column("name", Rule::c_label, "a text in quotes, or `-`: not shown at all"),
];

/// Columns of a table of the box, by its word.
pub(super) fn of(table: &str) -> Option<&'static [ColumnGrammar]> {
    Some(match table {
        "settings" => SETTINGS,
        "rulings" => RULINGS,
        "components" => COMPONENTS,
        "places" => PLACES,
        "memory" => MEMORY,
        "always" => ALWAYS,
        "display" => DISPLAY,
        _ => return None,
    })
}

/// A table of the box, split into cells.
pub(super) struct BoxTable<'n> {
    columns: &'static [ColumnGrammar],
    /// For each column of the grammar, its index in the rows.
    places: Vec<Option<usize>>,
    rows: Vec<GridRow<'n>>,
}

/// Parses the table below the line `above`. Its first column is required.
pub(super) fn sheaf<'n>(
    reader: &mut Reader,
    nodes: &'n [LineBlock],
    columns: &'static [ColumnGrammar],
    above: Span,
) -> Option<BoxTable<'n>> {
    if rowless(reader, nodes, columns) || headless(reader, nodes, columns) {
        return None;
    }
    let grid = grid::grid(reader, nodes, false, above)?;
    // `seen   by`, also with a line break, is `seen by`.
    let heads: Vec<String> = grid.heads.iter().map(|head| one_line(head.text)).collect();
    let known = |text: &str| columns.iter().any(|column| column.name == text);
    let unknown: Vec<usize> = (0..heads.len()).filter(|at| !known(&heads[*at])).collect();
    for at in &unknown {
        if !grid.heads[*at].text.is_empty() {
            report_unknown(reader, grid.heads[*at], columns);
        }
    }
    // A misspelt heading is read as the column that was meant, so that its rows are still parsed.
    let meant = |name: &str| unknown.iter().copied().find(|at| lexicon::alike(&heads[*at], name));
    let place = |name: &str| heads.iter().position(|head| head == name).or_else(|| meant(name));
    let places: Vec<_> = columns.iter().map(|column| place(column.name)).collect();
    let strange = unknown.iter().any(|at| !places.contains(&Some(*at)));
    if strange && places.contains(&None) {
        // It may be the heading of the missing column.
        reader.lose_table();
    }
    if places[0].is_none() && strange {
        return None;
    }
    if places[0].is_none() {
        reader.lose_table();
        let message = format!("the column `{}` is missing", columns[0].name);
        let finding = Diagnostic::error(codes::COLUMN, above, message);
        reader.report(finding.help("it names each row"));
        return None;
    }
    Some(BoxTable { columns, places, rows: grid.rows })
}

/// Reports a table that begins with a line that is no row: `goal = 20`.
fn rowless(reader: &mut Reader, nodes: &[LineBlock], columns: &[ColumnGrammar]) -> bool {
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return false };
    if first.line.is_row() {
        return false;
    }
    let names: Vec<&str> = columns.iter().map(|column| column.name).take(3).collect();
    let finding = Diagnostic::error(codes::WRONG_BODY, first.line.span(reader), "a row of a table belongs here");
    let help = format!(
        "the first row names the columns: `| {} |`; each row below it begins and ends with a bar",
        names.join(" | ")
    );
    reader.report(finding.help(help));
    reader.lose(reader.span(first.line.at, last.end()));
    reader.lose_table();
    true
}

/// Reports a table whose first row names no column, so that it is no heading.
fn headless(reader: &mut Reader, nodes: &[LineBlock], columns: &[ColumnGrammar]) -> bool {
    let Some(first) = nodes.first().filter(|node| node.line.is_row()) else {
        return false;
    };
    let cells: Vec<String> = first.line.text.split('|').map(one_line).filter(|cell| !cell.is_empty()).collect();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let named = cells.iter().any(|cell| names.contains(&cell.as_str()));
    let alike = cells.iter().filter(|cell| names.iter().any(|name| lexicon::alike(cell, name))).count();
    if cells.len() < 2 || named || alike * 2 >= cells.len() {
        return false;
    }
    let finding = Diagnostic::error(codes::NO_TABLE, first.line.span(reader), "the heading of this table is missing");
    reader.report(finding.help(format!("its first row names the columns: {}", lexicon::list(&names))));
    reader.lose_table();
    true
}

fn report_unknown(reader: &mut Reader, head: CellText, columns: &[ColumnGrammar]) {
    let names: Vec<&str> = columns.iter().map(|column| column.name).chain(["clause"]).collect();
    let message = format!("this table has no column `{}`", lexicon::short(head.text));
    let span = reader.span(head.at, head.at + head.text.len());
    let finding = Diagnostic::error(codes::UNKNOWN_COLUMN, span, message);
    reader.report(finding.help(lexicon::did_you_mean(span, head.text, &names)));
}

impl<'n> BoxTable<'n> {
    /// Parses all rows. Rows without a required cell are reported and left out.
    pub(super) fn rows<T>(
        &self,
        reader: &mut Reader,
        mut make: impl FnMut(&mut SheafRow<'_, 'n>) -> Option<T>,
    ) -> Vec<T> {
        self.rows.iter().filter_map(|row| make(&mut SheafRow { reader, sheaf: self, row })).collect()
    }
}

/// A row of a [`BoxTable`] being parsed.
pub(super) struct SheafRow<'r, 'n> {
    pub(super) reader: &'r mut Reader,
    sheaf: &'r BoxTable<'n>,
    pub(super) row: &'r GridRow<'n>,
}

impl SheafRow<'_, '_> {
    /// Parses the cell of a column. `None` if it is empty, missing or broken.
    pub(super) fn read<T>(&mut self, name: &str, make: impl FnOnce(&mut Build, PairParts) -> T) -> Option<T> {
        let position = self.sheaf.columns.iter().position(|column| column.name == name)?;
        let column = self.sheaf.columns[position];
        let cell = self.row.cells[self.sheaf.places[position]?];
        if cell.text.is_empty() {
            return None;
        }
        let mut spot = ReadSpot::new(codes::BROKEN_CELL, format!("the column `{name}` needs {}", column.wants));
        spot.help = lexicon::of(ORDERS.into_iter().filter(|_| name == "order"), cell.text).map(str::to_owned);
        let pair = self.reader.read(column.rule, cell.text, cell.at, &spot)?;
        Some(make(&mut self.reader.build(cell.at), PairParts::of(pair)))
    }

    /// Parses a required cell. An empty or missing cell is reported.
    pub(super) fn must<T>(&mut self, name: &str, make: impl FnOnce(&mut Build, PairParts) -> T) -> Option<T> {
        let position = self.sheaf.columns.iter().position(|column| column.name == name)?;
        let cell = self.sheaf.places[position].map(|place| self.row.cells[place]);
        if cell.is_none_or(|cell| cell.text.is_empty()) {
            let column = self.sheaf.columns[position];
            let message = format!("the column `{name}` of this row is empty");
            let finding = Diagnostic::error(codes::BROKEN_CELL, self.row.span, message);
            self.reader.report(finding.help(format!("it needs {}", column.wants)));
            return None;
        }
        self.read(name, make)
    }
}
