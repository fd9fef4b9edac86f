//! Places of one name as a table of counts: a row for each place, a column for each sort of thing, owners below the sort.

use super::kinds::KindColumn;
use super::labels::{player, row_name, words};
use crate::tools::grid::width;
use crate::tools::paint::clean;
use tavola_game::PlaceView;
use tavola_page::scene::{Stage, sort_and_index};

/// A column for a sort of thing. `courtier[anna]` stands under `courtier` as `Anna`.
struct ThingColumn {
    notation: String,
    above: String,
    below: String,
    cells: Vec<String>,
    width: usize,
}

/// The lines of the table. `further` are further columns at the right.
pub(super) fn table(name: &str, rows: &[&PlaceView], further: &[KindColumn<'_>], stage: &Stage) -> Vec<String> {
    let mut columns = columns(rows, stage);
    for further in further {
        let cells = rows.iter().map(|row| further.of(&row.index[0]).to_owned()).collect();
        // Unique, because a notation has no spaces around it.
        let notation = format!(" {} ", further.name);
        columns.push(ThingColumn { notation, above: further.name.to_owned(), below: String::new(), cells, width: 0 });
    }
    widen(&mut columns);
    let first = rows.iter().map(|row| width(&row_name(row)) + 2).chain([width(name)]).max().unwrap_or(0);
    let pad = |text: &str, to: usize| format!("{text}{}", " ".repeat(to.saturating_sub(width(text))));
    let right = |text: &str, to: usize| format!("{}{text}", " ".repeat(to.saturating_sub(width(text))));
    let mut above = pad(name, first);
    for group in columns.chunk_by(|a, b| a.above == b.above) {
        let span = group.iter().map(|c| c.width + 2).sum::<usize>() - 2;
        let head = if group.len() == 1 { right(&group[0].above, span) } else { pad(&group[0].above, span) };
        above.push_str(&format!("  {head}"));
    }
    let mut lines = vec![above];
    if columns.iter().any(|c| !c.below.is_empty()) {
        let below = columns.iter().map(|c| format!("  {}", right(&c.below, c.width)));
        lines.push(format!("{}{}", " ".repeat(first), below.collect::<String>()));
    }
    for (at, row) in rows.iter().enumerate() {
        let cells = columns.iter().map(|c| format!("  {}", right(&c.cells[at], c.width)));
        lines.push(format!("{}{}", pad(&format!("  {}", row_name(row)), first), cells.collect::<String>()));
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// A column for each sort of thing, in the order of the rules. Sorts of one name stand beside each other.
fn columns(rows: &[&PlaceView], stage: &Stage) -> Vec<ThingColumn> {
    let mut columns: Vec<ThingColumn> = Vec::new();
    for (notation, shown, _) in rows.iter().flat_map(|row| &row.things) {
        if columns.iter().any(|c| c.notation == *notation) {
            continue;
        }
        let (above, below) = head(notation, shown, stage);
        let cells = rows.iter().map(|row| count(row, notation)).collect();
        columns.push(ThingColumn { notation: notation.clone(), above, below, cells, width: 0 });
    }
    let order: Vec<String> = columns.iter().map(|c| c.above.clone()).collect();
    columns.sort_by_key(|c| (order.iter().position(|above| *above == c.above), c.notation.clone()));
    columns
}

/// Sets the widths of columns. A head over several columns widens the first of them if it does not fit.
fn widen(columns: &mut [ThingColumn]) {
    for group in columns.chunk_by_mut(|a, b| a.above == b.above) {
        for column in group.iter_mut() {
            column.width = column.cells.iter().map(|c| width(c)).chain([width(&column.below)]).max().unwrap_or(0);
        }
        let span = group.iter().map(|c| c.width + 2).sum::<usize>() - 2;
        group[0].width += width(&group[0].above).saturating_sub(span);
    }
}

fn count(row: &PlaceView, notation: &str) -> String {
    let n: u32 = row.things.iter().filter(|t| t.0 == notation).map(|t| t.2).sum();
    if n == 0 { ".".to_string() } else { n.to_string() }
}

/// The two lines of a head: `courtier` over `Anna` for `courtier[anna]`; otherwise the thing's display name.
fn head(notation: &str, shown: &str, stage: &Stage) -> (String, String) {
    match sort_and_index(notation) {
        (base, Some(index)) => (words(base), player(index, stage).unwrap_or_else(|| words(index))),
        _ => (clean(shown), String::new()),
    }
}
