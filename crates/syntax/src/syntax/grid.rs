//! Rows of tables: bars, headings and the number of cells. Cells are parsed elsewhere.

use super::ast::Name;
use super::codes;
use super::grammar::{self, Rule};
use super::layout::LineBlock;
use super::lexicon;
use super::line::SourceLine;
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::{Span, one_line};

/// A cell: its text and its byte offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellText<'n> {
    pub(super) at: usize,
    pub(super) text: &'n str,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct GridRow<'n> {
    /// A cell for each column, without the column `clause`.
    pub(super) cells: Vec<CellText<'n>>,
    pub(super) cites: Vec<Name>,
    pub(super) span: Span,
}

/// A table: its headings without `clause`, the number of columns left of `||`, and its rows.
#[derive(Debug)]
pub(super) struct TableText<'n> {
    pub(super) heads: Vec<CellText<'n>>,
    pub(super) left: usize,
    pub(super) rows: Vec<GridRow<'n>>,
}

/// A line split at its bars.
struct GridLine<'n> {
    cells: Vec<CellText<'n>>,
    /// Index of the cell after `||`, and the byte offset of `||`.
    division: Option<(usize, usize)>,
}

impl GridLine<'_> {
    /// Number of cells left of `||`; without one, of all.
    fn left(&self) -> usize {
        self.division.map_or(self.cells.len(), |(before, _)| before)
    }
}

/// Parses the rows below the line `above`. `divided` is true if the table needs `||`.
pub(super) fn grid<'n>(
    reader: &mut Reader,
    nodes: &'n [LineBlock],
    divided: bool,
    above: Span,
) -> Option<TableText<'n>> {
    let mut rows = Vec::new();
    let mut end = above.end as usize;
    for node in nodes {
        let before = std::mem::replace(&mut end, node.end());
        if is_separator(&node.line) {
            let finding = Diagnostic::error(codes::WRONG_BODY, node.line.span(reader), "a table has no line of dashes");
            let fix = Fix::new("remove the line", reader.span(before, node.end()), "");
            reader.report(finding.help(Remedy::new("remove it: the first row is the heading", fix)));
            continue;
        }
        if !node.line.is_row() {
            let finding = Diagnostic::error(codes::WRONG_BODY, node.line.span(reader), "a row of a table belongs here");
            reader.report(finding.help("a row begins with a bar and ends with a bar: `| a | b |`"));
            if rows.is_empty() {
                // It may be the heading, and no row can be parsed without it.
                lose(reader, nodes);
                return None;
            }
            continue;
        }
        if let Some(below) = node.block.first() {
            let finding = Diagnostic::error(codes::NO_BLOCK_HERE, below.line.span(reader), "a row takes no block");
            reader.report(finding.help("a row ends with its closing bar; continue its last cell before that"));
        }
        if let Some(row) = row(reader, &node.line) {
            rows.push((row, &node.line));
        } else if rows.is_empty() {
            lose(reader, nodes);
            return None;
        }
    }
    let mut rows = rows.into_iter();
    let Some((heading, line)) = rows.next() else {
        let finding = Diagnostic::error(codes::NO_TABLE, above, "the table below this line is missing");
        reader.report(finding.help("the first row names the columns: `| name | value |`"));
        reader.lose_table();
        return None;
    };
    check_division(reader, (&heading, line), divided, None);
    check_heads(reader, &heading);
    let left = heading.left();
    let clause = heading.cells.iter().position(|head| head.text == "clause");
    let mut grid = TableText { heads: heading.cells.clone(), left, rows: Vec::new() };
    let rows: Vec<(GridLine, &SourceLine)> = rows.filter(|row| !repeats(reader, row, &heading)).collect();
    if let Some(cells) = odd_heading(&heading, &rows) {
        let message = format!("the heading has {}, its rows have {cells}", self::cells(heading.cells.len()));
        let finding = Diagnostic::error(codes::CELL_COUNT, line.span(reader), message);
        reader.report(finding.help("put a bar between two columns, and at both ends of the row"));
        lose(reader, nodes);
        return None;
    }
    for (row, line) in rows {
        check_division(reader, (&row, line), divided, Some(&heading));
        grid.rows.extend(grid_row(reader, row, line, &heading.cells, clause));
    }
    if let Some(clause) = clause {
        grid.heads.remove(clause);
        grid.left -= usize::from(clause < left);
    }
    Some(grid)
}

/// Cells of a single row. A cell with continuation lines becomes one text.
pub(super) fn cells_of(reader: &mut Reader, line: &SourceLine) -> Option<Vec<String>> {
    let text = |cell: CellText| if cell.text.contains('"') { cell.text.to_owned() } else { one_line(cell.text) };
    Some(row(reader, line)?.cells.into_iter().map(text).collect())
}

/// Marks a table as lost.
fn lose(reader: &mut Reader, nodes: &[LineBlock]) {
    if let (Some(first), Some(last)) = (nodes.first(), nodes.last()) {
        reader.lose(reader.span(first.line.at, last.end()));
        reader.lose_table();
    }
}

/// Number of cells in all rows, if there are several and only the heading differs.
fn odd_heading(heading: &GridLine, rows: &[(GridLine, &SourceLine)]) -> Option<usize> {
    let (first, others) = rows.split_first()?;
    let cells = first.0.cells.len();
    let alike = !others.is_empty() && others.iter().all(|(row, _)| row.cells.len() == cells);
    (alike && cells != heading.cells.len()).then_some(cells)
}

/// True for the line below the heading of a table in Markdown: `|---|:--|`.
fn is_separator(line: &SourceLine) -> bool {
    let text = line.text.trim();
    let dashes = |cell: &str| cell.trim().len() > 1 && cell.trim().bytes().all(|b| matches!(b, b'-' | b':'));
    text.strip_prefix('|').and_then(|text| text.strip_suffix('|')).is_some_and(|cells| cells.split('|').all(dashes))
}

/// Splits a line at its bars.
fn row<'n>(reader: &mut Reader, line: &'n SourceLine) -> Option<GridLine<'n>> {
    if !reader.fits(&line.text, line.at) {
        return None;
    }
    let Ok(pair) = grammar::read(Rule::row, &line.text) else {
        let finding = Diagnostic::error(codes::ROW_OPEN, line.span(reader), "this row cannot be divided into cells");
        reader.report(finding.help("put a cell between two bars, even an empty one: `| a | | b |`"));
        return None;
    };
    let mut row = GridLine { cells: Vec::new(), division: None };
    let mut closed = false;
    for part in PairParts::of(pair) {
        let at = line.at + part.as_span().start();
        closed = part.as_rule() == Rule::bar;
        if !closed {
            let text = part.as_str();
            let before = text.len() - text.trim_start().len();
            row.cells.push(CellText { at: at + before, text: text.trim() });
        } else if part.as_str() == "||" && row.division.is_none() {
            row.division = Some((row.cells.len(), at));
        }
    }
    if !closed {
        let finding =
            Diagnostic::error(codes::ROW_OPEN, reader.span(line.end(), line.end()), "this row is never closed");
        let help = "end it with a bar `|`; a continuation line begins with `and`, `or`, `+` .., or is inside brackets";
        let fix = Fix::new("add `|`", reader.span(line.end(), line.end()), " |");
        reader.report(finding.help(Remedy::new(help, fix)));
    }
    Some(row)
}

/// Reports `||` in the wrong place, or missing. A row has it where its heading has it; the heading itself has none above it.
fn check_division(
    reader: &mut Reader,
    (row, line): (&GridLine, &SourceLine),
    divided: bool,
    heading: Option<&GridLine>,
) {
    let left = heading.map(GridLine::left);
    // In a row with another number of cells it is not known which bar is meant.
    let is_whole = heading.is_none_or(|heading| heading.cells.len() == row.cells.len());
    let division = left.and_then(|left| after_bar(row, line, left)).map(|at| reader.span(at, at));
    let remedy = |help: &str, fix: Option<Fix>| match fix.filter(|_| is_whole) {
        Some(fix) => Remedy::new(help, fix),
        None => help.into(),
    };
    let finding = match row.division {
        None if divided => {
            let message = "`||` is missing in this row";
            Diagnostic::error(codes::DIVISION, line.span(reader), message).help(remedy(
                "put `||` between the columns to test (left) and the results (right)",
                division.map(|at| Fix::new("write `||`", at, "|")),
            ))
        }
        Some((_, at)) if !divided => {
            Diagnostic::error(codes::DIVISION, reader.span(at, at + 2), "this table has no `||`").help(remedy(
                "separate its cells with `|`; an empty cell is `| |`",
                Some(Fix::replace(reader.span(at, at + 2), "||", "|")),
            ))
        }
        Some((before, at)) if left.is_some_and(|left| left != before) => Diagnostic::error(
            codes::DIVISION,
            reader.span(at, at + 2),
            "`||` is not in the same place as in the heading",
        )
        .help(remedy(
            "put `||` before the same column in every row",
            division.map(|right| Fix::new("move `||`", reader.span(at, at + 1), "").and(right, "|")),
        )),
        _ => return,
    };
    reader.report(finding);
}

/// Byte after the bar before a cell.
fn after_bar(row: &GridLine, line: &SourceLine, cell: usize) -> Option<usize> {
    let before = line.text.get(..row.cells.get(cell)?.at.checked_sub(line.at)?)?;
    Some(line.at + before.rfind('|')? + 1)
}

/// Reports empty and repeated headings.
fn check_heads(reader: &mut Reader, heading: &GridLine) {
    for (position, head) in heading.cells.iter().enumerate() {
        let span = reader.span(head.at, head.at + head.text.len());
        let finding = if head.text.is_empty() {
            Diagnostic::error(codes::COLUMN, span, "this column has no name").help("the first row names the columns")
        } else if let Some(first) = heading.cells[..position].iter().find(|other| other.text == head.text) {
            let first = reader.span(first.at, first.at + first.text.len());
            Diagnostic::error(codes::COLUMN, span, format!("the column `{}` appears twice", lexicon::short(head.text)))
                .label(first, "the first is here")
                .help("leave one of them out")
        } else {
            continue;
        };
        reader.report(finding);
    }
}

/// Reports a row with the texts of the heading. True if it is one.
fn repeats(reader: &mut Reader, (row, line): &(GridLine, &SourceLine), heading: &GridLine) -> bool {
    let texts = |line: &GridLine| line.cells.iter().map(|cell| one_line(cell.text)).collect::<Vec<_>>();
    if heading.cells.len() < 2 || texts(row) != texts(heading) {
        return false;
    }
    let finding = Diagnostic::error(codes::COLUMN, line.span(reader), "the heading of this table is here again");
    let fix = Fix::remove("remove it", reader.span(line.at, line.end()));
    reader.report(finding.help(Remedy::new("remove it, or begin another item above it", fix)));
    true
}

/// Checks the number of cells of a row, and separates its clauses.
fn grid_row<'n>(
    reader: &mut Reader,
    mut row: GridLine<'n>,
    line: &SourceLine,
    heads: &[CellText],
    clause: Option<usize>,
) -> Option<GridRow<'n>> {
    if row.cells.len() != heads.len() {
        let more = row.cells.len() > heads.len();
        let message = format!(
            "this row has {}, the heading {}: {}",
            cells(row.cells.len()),
            heads.len(),
            if more { "one is too many" } else { "one is missing" }.replace("one is", plural(&row, heads)),
        );
        let finding = Diagnostic::error(codes::CELL_COUNT, line.span(reader), message);
        let first = heads.get(row.cells.len()).map_or("", |head| head.text);
        let help = match more {
            true => "remove the bar, or add a column to the heading".to_owned(),
            false => format!("write an empty cell as `| |`; the next column is `{first}`"),
        };
        let fix = match more {
            true => without_empty_cell(reader, &row, line, heads),
            false => {
                let end = reader.span(line.end(), line.end());
                let last = row.cells.len() + 1 == heads.len() && clause == Some(row.cells.len());
                last.then(|| Fix::new("add an empty cell for `clause`", end, " |").safe_if(false))
            }
        };
        reader.report(finding.help(fix.map_or_else(|| help.as_str().into(), |fix| Remedy::new(help.as_str(), fix))));
        return None;
    }
    let span = line.span(reader);
    reader.rows.push(span);
    let cites = clause.map(|clause| row.cells.remove(clause)).map_or_else(Vec::new, |cell| clauses(reader, cell));
    Some(GridRow { cells: row.cells, cites, span })
}

/// Removes the only empty cell of a row that has one cell too many.
fn without_empty_cell(reader: &Reader, row: &GridLine, line: &SourceLine, heads: &[CellText]) -> Option<Fix> {
    let mut empty = row.cells.iter().enumerate().filter(|(_, cell)| cell.text.is_empty());
    let (at, _) = empty.next().filter(|_| empty.next().is_none() && row.cells.len() == heads.len() + 1)?;
    let from = after_bar(row, line, at)?;
    let to = line.at + line.text.get(from - line.at..)?.find('|')? + from - line.at + 1;
    let is_division = row.division.is_some_and(|(_, bar)| (from - 1..to + 1).contains(&bar));
    (!is_division).then(|| Fix::new("remove the empty cell", reader.span(from, to), "").safe_if(false))
}

/// `1 cell`, `3 cells`
fn cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}

fn plural(row: &GridLine, heads: &[CellText]) -> &'static str {
    if row.cells.len().abs_diff(heads.len()) == 1 { "one is" } else { "some are" }
}

/// `VL-4.1, VL-4.2`
fn clauses(reader: &mut Reader, cell: CellText) -> Vec<Name> {
    let spot = ReadSpot::new(codes::BROKEN_CELL, "the column `clause` needs clauses of the rulebook: `AB-4.1, AB-4.2`");
    if cell.text.is_empty() {
        return Vec::new();
    }
    let Some(pair) = reader.read(Rule::c_clauses, cell.text, cell.at, &spot) else {
        return Vec::new();
    };
    let build: Build = reader.build(cell.at);
    let ids: Vec<Name> = PairParts::of(pair).map(|clause| build.name(&clause)).collect();
    reader.citations.extend(ids.iter().map(|id| id.span));
    ids
}
