//! What is told of the members of kinds: beside the places that they are the indexes of, else in tables of their own.

use super::written::{NOTHING, ROWS, listed, words};
use crate::tools::grid::{self, TextTable};
use crate::tools::paint::{Paint, clean};
use tavola_game::{PlaceView, View};

/// What is told of the members of all kinds but the players.
pub(super) struct Kinds<'v> {
    tables: Vec<MemberTable<'v>>,
}

/// The members of one kind.
struct MemberTable<'v> {
    kind: &'v str,
    members: Vec<(&'v str, String)>,
    columns: Vec<KindColumn<'v>>,
    /// Of many cards only those are told that lie in sight.
    is_hand: bool,
    /// They stand beside what lies there.
    drawn: bool,
}

/// A column: a value for some members.
#[derive(Clone)]
pub(super) struct KindColumn<'v> {
    pub(super) name: String,
    values: Vec<(&'v str, String)>,
}

impl KindColumn<'_> {
    /// The value of the only index of a place; empty where there is none.
    pub(super) fn of(&self, index: &[String]) -> &str {
        let value = self.values.iter().find(|(member, _)| index.first().is_some_and(|only| only == member));
        value.map_or("", |(_, value)| value.as_str())
    }
}

impl<'v> Kinds<'v> {
    /// All that has values, kind by kind in the order of the rules.
    pub(super) fn new(view: &'v View, names: &[String]) -> Self {
        let mut tables: Vec<MemberTable<'v>> = Vec::new();
        for shown in &view.shown {
            let Some((kind, member, title)) = &shown.of else { continue };
            if names.contains(member) {
                continue;
            }
            let at = tables.iter().position(|table| table.kind == kind).unwrap_or_else(|| {
                tables.push(MemberTable {
                    kind,
                    members: Vec::new(),
                    columns: Vec::new(),
                    is_hand: shown.is_thing,
                    drawn: false,
                });
                tables.len() - 1
            });
            let table = &mut tables[at];
            if !table.members.iter().any(|(known, _)| known == member) {
                table.members.push((member, clean(title)));
            }
            let name = clean(&shown.name);
            let column = table.columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
                table.columns.push(KindColumn { name, values: Vec::new() });
                table.columns.len() - 1
            });
            if let Some(value) = shown.value.as_deref().filter(|value| !NOTHING.contains(value)) {
                table.columns[column].values.push((member, clean(value)));
            }
        }
        for table in tables.iter_mut().filter(|table| table.is_hand && table.members.len() > ROWS) {
            table.members.retain(|(member, _)| view.lies_in_sight(member));
        }
        tables.iter_mut().for_each(|table| table.columns.retain(|column| !column.values.is_empty()));
        tables.retain(|table| !table.members.is_empty());
        Self { tables }
    }

    /// What is told of the indexes of these places, if it was not drawn before.
    pub(super) fn of(&self, group: &[&PlaceView]) -> Vec<KindColumn<'v>> {
        self.tables.iter().filter(|table| table.indexes(group)).flat_map(|table| table.columns.clone()).collect()
    }

    /// What is told of the indexes of these places was drawn with them.
    pub(super) fn told(&mut self, group: &[&PlaceView]) {
        self.tables.iter_mut().filter(|table| table.indexes(group)).for_each(|table| table.drawn = true);
    }

    /// Everything that was not drawn with a place.
    pub(super) fn draw(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        for table in self.tables.iter().filter(|table| !table.drawn && !table.columns.is_empty()) {
            let mut grid = TextTable::new();
            let head = words(table.kind).to_lowercase();
            grid.row(std::iter::once(head.as_str()).chain(table.columns.iter().map(|column| column.name.as_str())));
            let rows = table.rows();
            for (member, title) in &rows {
                let cells = table.columns.iter().map(|column| column.of(&[(*member).to_owned()]).to_owned());
                grid.row(std::iter::once(format!("  {title}")).chain(cells));
            }
            let drawn = grid.lines("");
            if drawn.iter().any(|line| grid::width(line) > width) {
                table.listed(paint, width, lines);
            } else {
                lines.extend(drawn.iter().enumerate().map(|(at, l)| if at == 0 { paint.bold(l) } else { l.clone() }));
            }
            let left_out = table.members.len() - rows.len();
            if left_out > 0 {
                lines.push(paint.dim(&format!("  (nothing of {left_out} more)")));
            }
            lines.push(String::new());
        }
    }
}

impl MemberTable<'_> {
    fn indexes(&self, group: &[&PlaceView]) -> bool {
        let own = |place: &&PlaceView| match place.index.as_slice() {
            [only] => self.members.iter().any(|(member, _)| only == member),
            _ => false,
        };
        !self.drawn && group.iter().all(own)
    }

    /// The members of which something is told; of many, more than that there is none of it.
    fn rows(&self) -> Vec<&(&str, String)> {
        let many = self.members.len() > ROWS;
        let told = |value: &str| !(value.is_empty() || many && value == "0");
        let filled = |member: &str| self.columns.iter().any(|column| told(column.of(&[member.to_owned()])));
        self.members.iter().filter(|(member, _)| filled(member)).collect()
    }

    /// Where the table is too wide: a line a member.
    fn listed(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        lines.push(paint.bold(&words(self.kind).to_lowercase()));
        let widest = self.members.iter().map(|(_, title)| grid::width(title)).max().unwrap_or(0);
        for (member, title) in self.rows() {
            let index = [(*member).to_owned()];
            let cells = self.columns.iter().map(|column| (&column.name, column.of(&index)));
            let text: Vec<String> =
                cells.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name} {value}")).collect();
            let gap = " ".repeat(widest - grid::width(title));
            listed(&format!("  {title}{gap}  "), widest + 4, &text.join("; "), width, lines);
        }
    }
}
