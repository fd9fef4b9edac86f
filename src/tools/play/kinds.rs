//! Values of the members of kinds: beside the places that have them as indexes, else in tables of their own.

use super::labels::{list, words};
use crate::tools::document::TextTable;
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};
use tavola_game::{PlaceView, View};
use tavola_page::scene::{ROWS, ShownGroup, ShownItem};

/// Values of the members of all kinds but the players.
#[derive(Default)]
pub(super) struct Kinds<'v> {
    tables: Vec<MemberTable<'v>>,
}

/// The members of one kind.
struct MemberTable<'v> {
    kind: &'v str,
    members: Vec<(&'v str, String)>,
    columns: Vec<KindColumn<'v>>,
    /// True if they were drawn beside the places.
    drawn: bool,
}

/// A column: a value for each of some members.
#[derive(Clone)]
pub(super) struct KindColumn<'v> {
    pub(super) name: String,
    values: Vec<(&'v str, String)>,
}

impl KindColumn<'_> {
    /// The value of a member. Empty if there is none.
    pub(super) fn of(&self, member: &str) -> &str {
        self.values.iter().find(|(own, _)| *own == member).map_or("", |(_, value)| value.as_str())
    }
}

impl<'v> Kinds<'v> {
    /// Adds a column to the table of its kind. Of many cards, only those in sight are included.
    pub(super) fn add(&mut self, group: &ShownGroup<'v>, view: &View) {
        let kind = group.kinds[0].as_str();
        let at = self.tables.iter().position(|table| table.kind == kind).unwrap_or_else(|| {
            let in_sight = |item: &&ShownItem<'v>| !group.is_of_cards(item) || view.lies_in_sight(&item.index[0]);
            let members = group.items.iter().filter(in_sight);
            let members = members.map(|item| (item.index[0].as_str(), clean(&item.titles[0]))).collect();
            self.tables.push(MemberTable { kind, members, columns: Vec::new(), drawn: false });
            self.tables.len() - 1
        });
        let shown = |item: &ShownItem<'v>| Some((item.index[0].as_str(), clean(item.value()?)));
        let values: Vec<(&str, String)> = group.items.iter().filter_map(shown).collect();
        if !values.is_empty() {
            self.tables[at].columns.push(KindColumn { name: clean(&group.name), values });
        }
    }

    /// Columns for the indexes of these places, unless they were drawn before.
    pub(super) fn of(&self, group: &[&PlaceView]) -> Vec<KindColumn<'v>> {
        self.tables.iter().filter(|table| table.indexes(group)).flat_map(|table| table.columns.clone()).collect()
    }

    /// Marks the columns for the indexes of these places as drawn.
    pub(super) fn write_group(&mut self, group: &[&PlaceView]) {
        self.tables.iter_mut().filter(|table| table.indexes(group)).for_each(|table| table.drawn = true);
    }

    /// Draws everything that was not drawn beside a place.
    pub(super) fn draw(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        let is_left = |table: &&MemberTable<'_>| !(table.drawn || table.columns.is_empty() || table.rows().is_empty());
        for table in self.tables.iter().filter(is_left) {
            let head = words(table.kind).to_lowercase();
            let mut grid = TextTable::new(
                std::iter::once(head.as_str()).chain(table.columns.iter().map(|column| column.name.as_str())),
            );
            let rows = table.rows();
            for (member, title) in &rows {
                let cells = table.columns.iter().map(|column| column.of(member).to_owned());
                grid.row(std::iter::once(format!("  {title}")).chain(cells));
            }
            let drawn = grid.lines(paint, "");
            if drawn.iter().any(|line| grid::width(line) > width) {
                table.listed(paint, width, lines);
            } else {
                lines.extend(drawn.iter().enumerate().map(|(at, l)| if at == 0 { paint.bold(l) } else { l.clone() }));
            }
            let left_out = table.members.len() - rows.len();
            if left_out > 0 {
                lines.push(paint.dim(&format!("  ({left_out} more without values)")));
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

    /// The members with a value. If there are many members, 0 does not count as one.
    fn rows(&self) -> Vec<&(&str, String)> {
        let many = self.members.len() > ROWS;
        let shown = |value: &str| !(value.is_empty() || many && value == "0");
        let filled = |member: &str| self.columns.iter().any(|column| shown(column.of(member)));
        self.members.iter().filter(|(member, _)| filled(member)).collect()
    }

    /// Draws a line for each member, if the table is too wide.
    fn listed(&self, paint: Paint, width: usize, lines: &mut Vec<String>) {
        lines.push(paint.bold(&words(self.kind).to_lowercase()));
        let shown = |member: &str| {
            let cells = self.columns.iter().map(|column| (&column.name, column.of(member)));
            let texts = cells.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name} {value}"));
            texts.collect::<Vec<_>>().join("; ")
        };
        let rows: Vec<(String, String)> =
            self.rows().into_iter().map(|(member, title)| (title.clone(), shown(member))).collect();
        list("  ", str::to_owned, &rows, width, lines);
    }
}
