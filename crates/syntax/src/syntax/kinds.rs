//! Tables with columns named by the author: kinds, `table` items, `decide`.

use super::ast::{CellKind, Expr, ItemKind, KindBody, KindCell, KindTable, Name, Param, RowOf, TableRow, Test};
use super::codes;
use super::grammar::{self, Pair, Rule};
use super::grid::{self, CellText, GridRow, TableText};
use super::layout::LineBlock;
use super::lexicon;
use super::mistakes::{self, ReadSpot};
use super::reader::{Build, PairParts, Reader};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

const TEST: &str = "a value, a range, `< 3`, `none`, `several`, `single p` or `any`";

/// Table of a kind: a row for each member, a column for each attribute.
pub(super) fn kind_rows(reader: &mut Reader, kind: &Name, nodes: &[LineBlock], above: Span) -> KindBody {
    let Some(grid) = grid::grid(reader, nodes, false, above) else {
        return KindBody::Rows(KindTable { columns: Vec::new(), rows: Vec::new() });
    };
    if let Some(odd) = grid.heads.iter().find(|head| !head.text.is_empty() && !is_heading(head.text)) {
        column_name(reader, *odd);
        reader.lose_table();
        return KindBody::Rows(KindTable { columns: Vec::new(), rows: Vec::new() });
    }
    let columns: Vec<Name> = grid.heads.iter().map(|head| column_name(reader, *head)).collect();
    readable(reader, columns.iter().skip(1).filter(|column| column.text != "at"));
    let is_number =
        |row: &GridRow| row.cells.first().is_some_and(|id| id.text.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(row) = grid.rows.iter().find(|row| is_number(row)) {
        number_for_name(reader, kind, row.cells[0], &columns);
    }
    let mut rows = Vec::new();
    for row in grid.rows {
        let mut cells = Vec::new();
        for (position, cell) in row.cells.iter().enumerate() {
            cells.push(if position == 0 && is_number(&row) {
                KindCell { kind: CellKind::None, span: row.span }
            } else if position == 0 {
                member(reader, *cell)
            } else {
                attribute(reader, *cell, &columns[position])
            });
        }
        rows.push(RowOf { cells, cites: row.cites, span: row.span });
    }
    KindBody::Rows(KindTable { columns, rows })
}

/// Table of an item such as `table form(n: number)`.
pub(super) fn table(reader: &mut Reader, name: Name, params: Vec<Param>, nodes: &[LineBlock], above: Span) -> ItemKind {
    let Some(grid) = grid::grid(reader, nodes, true, above) else {
        return ItemKind::Table { name, params, keys: Vec::new(), columns: Vec::new(), rows: Vec::new() };
    };
    let mut keys: Vec<Name> = grid.heads.iter().map(|head| column_name(reader, *head)).collect();
    let columns = keys.split_off(grid.left);
    if columns.len() > 1 {
        readable(reader, columns.iter());
    }
    let mut rows = Vec::new();
    for row in &grid.rows {
        let values = row.cells[grid.left..].iter().zip(&columns).map(|(cell, column)| value(reader, *cell, column));
        let values = values.collect();
        rows.push(TableRow { tests: tests(reader, &grid, row), values, cites: row.cites.clone(), span: row.span });
    }
    ItemKind::Table { name, params, keys, columns, rows }
}

/// Table of a `decide`, with the heads of its left columns. `None` if it cannot be parsed.
pub(super) fn decide<'n>(
    reader: &mut Reader,
    nodes: &'n [LineBlock],
    above: Span,
) -> Option<(Vec<Expr>, TableText<'n>)> {
    let grid = grid::grid(reader, nodes, true, above)?;
    let right = &grid.heads[grid.left..];
    if right.len() != 1 || right[0].text != "do" {
        let span = right.first().map_or(above, |head| reader.span(head.at, head.at + head.text.len()));
        let finding = Diagnostic::error(codes::COLUMN, span, "a `decide` needs the column `do` right of `||`");
        reader.report(finding.help("`| order[1] || do | clause |`"));
        return None;
    }
    let spot = ReadSpot::new(codes::BROKEN_CELL, "the heading of this column needs a value to test: `order[1]`");
    let mut heads = Vec::new();
    for head in &grid.heads[..grid.left] {
        heads.push(expr(reader, *head, &spot).unwrap_or_else(|| broken(reader, *head)));
    }
    Some((heads, grid))
}

fn is_heading(text: &str) -> bool {
    grammar::read(Rule::c_heading, text).is_ok()
}

/// Reports headings of columns that no rule can read, as `x.of` has a word of the language behind its dot.
fn readable<'n>(reader: &mut Reader, columns: impl Iterator<Item = &'n Name>) {
    for column in columns.filter(|column| mistakes::is_reserved(&column.text)) {
        let message = format!("`{}` is a word of the language, not a name", column.text);
        let finding = Diagnostic::error(codes::RESERVED, column.span, message);
        reader.report(finding.help("choose another name for this column"));
    }
}

/// Parses a heading that must be a name.
fn column_name(reader: &mut Reader, head: CellText) -> Name {
    let spot = ReadSpot::new(codes::BROKEN_CELL, "the heading of a column needs a name: `first`");
    let name = Name { text: head.text.to_owned(), span: reader.span(head.at, head.at + head.text.len()) };
    if !head.text.is_empty() {
        reader.read(Rule::c_heading, head.text, head.at, &spot);
    }
    name
}

/// Reports members that are called by numbers: once for a table, since its author calls all of them so.
fn number_for_name(reader: &mut Reader, kind: &Name, id: CellText, columns: &[Name]) {
    let shown = lexicon::short(id.text);
    let span = reader.span(id.at, id.at + id.text.len());
    let message = format!("`{shown}` cannot be a name: names begin with a letter");
    let suffix = if id.text.chars().all(super::is_name_char) { shown.as_str() } else { "1" };
    let name = format!("{}_{suffix}", kind.text.to_lowercase());
    let read = match columns.iter().any(|column| column.text == "name") {
        true => "players read the column `name`".to_owned(),
        false => format!("what players read, such as \"{shown}\", is a column `name`"),
    };
    reader.report(Diagnostic::error(codes::BROKEN_CELL, span, message).help(format!("write `{name}`; {read}")));
    reader.lose_numbered_members();
}

/// `hill`, `visit(t in Town)`
fn member(reader: &mut Reader, cell: CellText) -> KindCell {
    let span = reader.span(cell.at, cell.at + cell.text.len());
    let spot = ReadSpot::new(codes::BROKEN_CELL, "the first column needs the name of a member: `attic`")
        .help("a name is one word and begins with a small letter: `the_attic`; what players read is a column `name`");
    let kind = match reader.read(Rule::c_member, cell.text, cell.at, &spot) {
        None => CellKind::None,
        Some(pair) => {
            let mut build = reader.build(cell.at);
            let mut parts = PairParts::of(pair);
            CellKind::Member(build.name(&parts.must()), build.params(parts.next()))
        }
    };
    KindCell { kind, span }
}

/// `-`, `"Old Mill"`, `1 honey, 2 salt`, `(4, 0)`
fn attribute(reader: &mut Reader, cell: CellText, column: &Name) -> KindCell {
    let span = reader.span(cell.at, cell.at + cell.text.len());
    let wants = "a number, a word, a text, a pair `(4, 0)`, a bag `1 red, 2 blue` or `-`";
    let spot =
        ReadSpot::new(codes::BROKEN_CELL, format!("the column `{}` needs {wants}", lexicon::short(&column.text)));
    let pair = match cell.text {
        "" => None,
        text => reader.read(Rule::c_attr, text, cell.at, &spot),
    };
    let Some(pair) = pair else {
        return KindCell { kind: CellKind::None, span };
    };
    let part = PairParts::of(pair).must();
    let mut build = reader.build(cell.at);
    let kind = match part.as_rule() {
        Rule::dash => CellKind::None,
        Rule::string => CellKind::Text(build.text(&part)),
        Rule::bag => build.bag(part),
        _ => CellKind::Expr(build.expr(part)),
    };
    KindCell { kind, span }
}

/// Tests in the cells left of `||`.
pub(super) fn tests(reader: &mut Reader, grid: &TableText, row: &GridRow) -> Vec<Vec<Test>> {
    let mut all = Vec::new();
    for (cell, head) in row.cells[..grid.left].iter().zip(&grid.heads) {
        let spot =
            ReadSpot::new(codes::BROKEN_CELL, format!("the column `{}` needs {TEST}", lexicon::short(head.text)));
        if cell.text.is_empty() {
            let message = format!("the column `{}` of this row is empty", lexicon::short(head.text));
            let finding = Diagnostic::error(codes::BROKEN_CELL, row.span, message);
            reader.report(finding.help(format!("it needs {TEST}; `any` matches everything")));
        } else if cell.text == "-" {
            let at = reader.span(cell.at, cell.at + cell.text.len());
            let finding = Diagnostic::error(codes::BROKEN_CELL, at, "`-` could mean anything or nothing here");
            reader.report(finding.help("write `any` for anything, `none` for nothing"));
        }
        let pair =
            if matches!(cell.text, "" | "-") { None } else { reader.read(Rule::c_test, cell.text, cell.at, &spot) };
        all.push(pair.map_or_else(Vec::new, |pair| {
            let mut build = reader.build(cell.at);
            PairParts::of(pair).filter(|test| test.as_rule() == Rule::test).map(|test| build.test(test)).collect()
        }));
    }
    all
}

/// A cell right of `||` in a `table`: a value, or `-` for none.
fn value(reader: &mut Reader, cell: CellText, column: &Name) -> Option<Expr> {
    if cell.text.is_empty() || cell.text == "-" {
        return None;
    }
    let spot = ReadSpot::new(
        codes::BROKEN_CELL,
        format!("the column `{}` needs a value: `3` or `-`", lexicon::short(&column.text)),
    );
    expr(reader, cell, &spot)
}

fn expr(reader: &mut Reader, cell: CellText, spot: &ReadSpot) -> Option<Expr> {
    let pair = reader.read(Rule::c_expr, cell.text, cell.at, spot)?;
    Some(reader.build(cell.at).expr(PairParts::of(pair).must()))
}

/// Placeholder for an expression that could not be parsed and was reported.
fn broken(reader: &Reader, cell: CellText) -> Expr {
    let kind = super::ast::ExprKind::Name("none".to_owned());
    Expr { kind, span: reader.span(cell.at, cell.at + cell.text.len()) }
}

impl Build<'_> {
    /// `1 honey, 2 salt`. A single plain name is an expression.
    fn bag(&mut self, pair: Pair) -> CellKind {
        let mut items = Vec::new();
        let mut counted = false;
        for item in PairParts::of(pair) {
            let mut parts = PairParts::of(item);
            let amount = parts.accept(Rule::number).map(|number| self.number(&number));
            counted |= amount.is_some();
            items.push((amount.unwrap_or(1), self.name(&parts.must())));
        }
        if items.len() > 1 || counted {
            return CellKind::Bag(items);
        }
        let (_, name) = items.pop().expect("the grammar has at least one");
        CellKind::Expr(Expr { kind: super::ast::ExprKind::Name(name.text), span: name.span })
    }

    /// `single p`, `< 3`, `1..4`
    fn test(&mut self, pair: Pair) -> Test {
        let span = self.span(&pair);
        let inner = PairParts::of(pair).must();
        match inner.as_rule() {
            Rule::test_shape => Test::Shape(self.shape(PairParts::of(inner).must()), span),
            Rule::than_sum => {
                let mut parts = PairParts::of(inner);
                let sign = super::exprs::comparison(parts.must().as_str());
                Test::Compare(sign, self.expr(parts.must()))
            }
            _ => Test::Is(self.expr(inner)),
        }
    }
}
