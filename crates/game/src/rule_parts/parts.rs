//! Parts of the rules as written, with all variants applied.

use std::collections::BTreeMap;

use crate::Rules;
use crate::layers::Layers;
use tavola_core::check::{self, PartName};
use tavola_syntax::syntax;
use tavola_syntax::syntax::ast::{Item, ItemKind, KindBody, Name, Overlay, Sheet};
use tavola_syntax::syntax::is_clause;
use tavola_syntax::text::{Sources, Span, without_comment};

/// Column with the answer of a ruling.
const ANSWER: &str = "answer";
/// Column with the alternatives to the answer of a ruling.
const INSTEAD: &str = "instead of";

/// A part of the rules that can change by itself: a row of a table of the box, or a whole item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePart {
    /// Name. A row is named by its first cell without indexes: `hand` for `hand[p in Player]`.
    pub id: PartName,
    /// Lines without comments, citations, extra blanks and empty cells. A row has a line for each cell: `value: 3`.
    pub lines: Vec<String>,
    /// Cited clauses in order, without duplicates.
    pub cites: Vec<String>,
    /// Clauses that the head of a row's table cites.
    pub under: Vec<String>,
    /// `file:line:column`
    pub place: String,
    /// Syntax tree without positions, so that line breaks do not matter. Empty for a row.
    pub(super) tree: String,
}

impl RulePart {
    /// An empty part with a name and a place.
    fn of(id: PartName, place: String) -> Self {
        Self { id, lines: vec![], cites: vec![], under: vec![], place, tree: String::new() }
    }

    /// True if both parts have the same contents and citations.
    pub(super) fn says_as(&self, other: &Self) -> bool {
        let same_tree = !self.tree.is_empty() && self.tree == other.tree;
        self.cites == other.cites && (same_tree || self.lines == other.lines)
    }

    /// The cell of a row in a column, as it is written. None if the row lacks it.
    pub fn cell(&self, column: &str) -> Option<&str> {
        self.lines.iter().find_map(|line| line.strip_prefix(column)?.strip_prefix(": "))
    }

    /// Cited clauses. For a row without citations, those of its table.
    pub fn clauses(&self) -> &[String] {
        if self.cites.is_empty() { &self.under } else { &self.cites }
    }
}

/// Cells of a table with its variants applied, and the former contents of changed cells.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Rows, with the head first.
    pub rows: Vec<Vec<String>>,
    /// Former contents by row and column. `None` if the row is new.
    pub was: BTreeMap<(usize, usize), Option<String>>,
}

impl Cells {
    /// Parses a table.
    pub fn new(text: &str) -> Self {
        Self { rows: syntax::rows(text), was: BTreeMap::new() }
    }

    /// Applies a row of a variant to the row with the same name, or adds it.
    ///
    /// Returns the index of the row.
    pub fn lay(&mut self, kind: &ItemKind, heads: &[String], cells: &[String]) -> Option<usize> {
        let own = self.rows.first()?.clone();
        let known = match kind {
            kind if has_named_rows(kind) => self.at(cells.first()?),
            ItemKind::Always(_) => self.titled(&["what"], heads, cells),
            ItemKind::Display(_) => self.titled(&["of", "name"], heads, cells),
            _ => None,
        };
        let at = known.unwrap_or(self.rows.len());
        if known.is_none() {
            self.rows.push(vec![String::new(); own.len()]);
        }
        let former = self.answers(at);
        for (head, cell) in heads.iter().zip(cells) {
            let Some(column) = own.iter().position(|other| other == head) else { continue };
            if known.is_some() && (column == 0 || cell.is_empty()) {
                // The first cell only names the row, possibly without indexes. An empty cell changes nothing.
                continue;
            }
            self.put((at, column), cell.clone(), known.is_some());
        }
        let lists = heads.iter().zip(cells).any(|(head, cell)| head == INSTEAD && !cell.is_empty());
        if matches!(kind, ItemKind::Rulings(_)) && known.is_some() && !lists {
            self.former_answer(at, former);
        }
        Some(at)
    }

    /// Writes a cell, and keeps what it was at first.
    fn put(&mut self, (row, column): (usize, usize), cell: String, is_known: bool) {
        let was = std::mem::replace(&mut self.rows[row][column], cell);
        if was != self.rows[row][column] {
            self.was.entry((row, column)).or_insert_with(|| is_known.then_some(was));
        }
    }

    /// The answer of a row of rulings, then its alternatives. Empty in other tables.
    fn answers(&self, row: usize) -> Vec<String> {
        let cell = |head: &str| self.rows[row].get(self.column(head)?).map(String::as_str);
        let (Some(answer), Some(instead)) = (cell(ANSWER), cell(INSTEAD)) else { return Vec::new() };
        std::iter::once(answer).chain(instead.split(',').map(str::trim)).map(str::to_owned).collect()
    }

    /// Makes the former answer of a ruling one of its alternatives.
    fn former_answer(&mut self, row: usize, former: Vec<String>) {
        let (Some(answer), Some(instead)) = (self.column(ANSWER), self.column(INSTEAD)) else { return };
        let now = self.rows[row][answer].clone();
        let others: Vec<String> = former.into_iter().filter(|word| *word != now).collect();
        self.put((row, instead), others.join(", "), true);
    }

    /// Index of the column with this head.
    fn column(&self, head: &str) -> Option<usize> {
        self.rows.first()?.iter().position(|own| own == head)
    }

    /// Index of the row with the same cells in these columns. None if the last of them is empty: then nothing names the row.
    fn titled(&self, columns: &[&str], heads: &[String], cells: &[String]) -> Option<usize> {
        let cell = |heads: &[String], row: &[String], column: &str| {
            heads
                .iter()
                .position(|head| head == column)
                .and_then(|at| row.get(at))
                .map(|cell| tidy(cell))
                .unwrap_or_default()
        };
        let own = self.rows.first()?;
        let is_same =
            |row: &Vec<String>| columns.iter().all(|column| cell(own, row, column) == cell(heads, cells, column));
        let found = self.rows.iter().skip(1).position(is_same).map(|at| at + 1);
        found.filter(|_| columns.last().is_some_and(|column| !cell(heads, cells, column).is_empty()))
    }

    /// Index of the row with this name.
    fn at(&self, name: &str) -> Option<usize> {
        let found = self.rows.iter().skip(1).position(|row| row.first().is_some_and(|own| bare(own) == bare(name)));
        found.map(|at| at + 1)
    }
}

/// True if the first cell of a row is its name.
fn has_named_rows(kind: &ItemKind) -> bool {
    kind.has_named_rows() || matches!(kind, ItemKind::Kind { body: KindBody::Rows(_), .. })
}

/// Name of a row without indexes.
pub(super) fn bare(cell: &str) -> &str {
    cell.split(['[', '(']).next().unwrap_or(cell).trim()
}

/// Text of a span, extended to the end of its last line, where citations may follow.
pub fn whole(sources: &Sources, span: Span) -> &str {
    let Some(source) = sources.get(span.source) else { return "" };
    let (start, end) = (span.start as usize, span.end as usize);
    let rest = source.text.get(end..).unwrap_or_default();
    let line = if source.text[..end].ends_with('\n') { 0 } else { rest.find('\n').unwrap_or(rest.len()) };
    source.text.get(start..end + line).unwrap_or_default().trim_end()
}

impl Rules {
    /// All parts of the rules in the order of their files, with all variants applied.
    pub fn parts(&self) -> Vec<RulePart> {
        self.parts_of(self.layers())
    }

    /// All parts of the game without its variants.
    pub(crate) fn printed_parts(&self) -> Vec<RulePart> {
        self.parts_of(Layers { applied_variants: Vec::new(), ..self.layers() })
    }

    fn parts_of(&self, Layers { game, applied_variants }: Layers) -> Vec<RulePart> {
        let sources = self.sources();
        let merged = check::apply_variants(game, &applied_variants).files;
        let changes = applied_variants.iter().flat_map(|over| &over.file.items);
        let changes: Vec<&Item> = changes.filter(|item| item.overlay == Some(Overlay::Change)).collect();
        let mut reader = PartReader { sources, changes, parts: Vec::new() };
        let items: Vec<&Item> = merged.iter().flat_map(|file| &file.items).collect();
        for (at, item) in items.iter().enumerate() {
            let is_last = !items[at + 1..].iter().any(|other| other.kind.same(&item.kind));
            reader.item(item, is_last);
        }
        reader.parts
    }
}

/// Converter from items to parts.
struct PartReader<'r> {
    sources: &'r Sources,
    /// Items of variants that change others.
    changes: Vec<&'r Item>,
    parts: Vec<RulePart>,
}

impl PartReader<'_> {
    /// Adds an item. `is_last` is true for the last item of a table that is written in several.
    fn item(&mut self, item: &Item, is_last: bool) {
        let id = PartName::of(&item.kind);
        let (text, place) = (whole(self.sources, item.span), self.place(item.span));
        match &item.kind {
            ItemKind::Variant { .. } => {}
            kind if has_named_rows(kind) => {
                if !id.name.is_empty() {
                    let head = text.lines().next().unwrap_or_default();
                    self.add(RulePart::of(id.clone(), place), head, "");
                }
                self.rows(item, &id, is_last);
            }
            ItemKind::Sheet(sheet) => {
                let text = self.sheet(item, sheet);
                self.add(RulePart::of(id, place), &text, &check::without_spans(&item.kind));
            }
            ItemKind::Always(rows) => self.titled_rows(item, id, rows.iter().flat_map(|row| &row.cites)),
            ItemKind::Display(rows) => self.titled_rows(item, id, rows.iter().flat_map(|row| &row.cites)),
            kind => {
                let (mut text, mut tree) = (text.to_owned(), check::without_spans(kind));
                for change in self.changes.iter().filter(|change| change.kind.same(kind)) {
                    text += &below(whole(self.sources, change.span));
                    tree += &check::without_spans(&change.kind);
                }
                self.add(RulePart::of(id, place), &text, &tree);
            }
        }
    }

    /// Adds the rows of a table. New rows join the last table of their sort.
    fn rows(&mut self, item: &Item, id: &PartName, is_last: bool) {
        let mut cells = Cells::new(whole(self.sources, item.span));
        let mut spans = item.kind.row_spans();
        for change in self.changes.iter().filter(|change| change.kind.same(&item.kind)) {
            let over = syntax::rows(whole(self.sources, change.span));
            let Some((heads, rows)) = over.split_first() else { continue };
            for (row, span) in rows.iter().zip(change.kind.row_spans()) {
                let known = row.first().is_some_and(|first| cells.at(first).is_some());
                let own = row.first().map(|first| id.with_row(bare(first)));
                let elsewhere = || self.parts.iter().any(|part| Some(&part.id) == own.as_ref());
                if !known && (!is_last || elsewhere()) {
                    continue;
                }
                let Some(at) = cells.lay(&item.kind, heads, row) else { continue };
                match spans.get_mut(at - 1) {
                    Some(own) => *own = span,
                    None => spans.push(span),
                }
            }
        }
        let Some((heads, rows)) = cells.rows.split_first() else { return };
        let under: Vec<String> = item.cites.iter().map(|clause| clause.text.clone()).collect();
        for (row, span) in rows.iter().zip(spans) {
            let cells = heads.iter().zip(row).skip(1).filter(|(head, cell)| *head != "clause" && !cell.is_empty());
            let lines = cells.map(|(head, cell)| format!("{head}: {}", tidy(cell))).collect();
            let cited = heads.iter().zip(row).find(|(head, _)| *head == "clause");
            let cites = cited.map(|(_, cell)| ids(cell)).unwrap_or_default();
            let first = row.first().map_or("", String::as_str);
            let id = id.with_row(bare(first));
            // The indexes in the first cell belong to the contents.
            let lines = if bare(first) == first { lines } else { [vec![tidy(first)], lines].concat() };
            let place = self.place(span);
            self.parts.push(RulePart { lines, cites, under: under.clone(), ..RulePart::of(id, place) });
        }
    }

    /// Adds a table whose rows have texts instead of names: its own rows, then those that variants change or add, below their heads.
    fn titled_rows<'n>(&mut self, item: &'n Item, id: PartName, cited: impl Iterator<Item = &'n Name>) {
        let rows = item.kind.row_spans();
        let mut lines = vec![whole(self.sources, item.head)];
        let changes = self.changes.iter().filter(|change| change.kind.same(&item.kind) && change.span != item.span);
        for table in std::iter::once(item).chain(changes.copied()) {
            let own: Vec<&str> =
                rows.iter().filter(|row| table.span.covers(**row)).map(|row| whole(self.sources, *row)).collect();
            let heads = whole(self.sources, table.span).lines().find(|line| line.trim_start().starts_with('|'));
            lines.extend(heads.filter(|_| !own.is_empty()));
            lines.extend(own);
        }
        let tree = check::without_spans(&item.kind);
        let cites_of = |parts: &[RulePart]| parts.iter().find(|part| part.id == id).map(|part| part.cites.clone());
        // A changed row keeps the citations of the row that it changes, which its text does not have.
        let mut cites = cites_of(&self.parts).unwrap_or_default();
        for clause in item.cites.iter().chain(cited) {
            if !cites.contains(&clause.text) {
                cites.push(clause.text.clone());
            }
        }
        self.add(RulePart::of(id.clone(), self.place(item.span)), &lines.join("\n"), &tree);
        self.parts.iter_mut().filter(|part| part.id == id).for_each(|part| part.cites.clone_from(&cites));
    }

    /// Lines of a sheet, with changed heads of variants.
    fn sheet(&self, item: &Item, sheet: &Sheet) -> String {
        let head = whole(self.sources, item.head);
        let mut lines = vec![head.to_owned()];
        for change in self.changes.iter().filter(|change| change.kind.same(&item.kind)) {
            let ItemKind::Sheet(new) = &change.kind else { continue };
            if new.copies.is_some() || new.title.is_some() || new.at.is_some() || !new.of.is_empty() {
                lines.push(whole(self.sources, change.head).to_owned());
            }
        }
        lines.extend(sheet.fields.iter().map(|field| format!("  {}", whole(self.sources, field.span))));
        lines.join("\n")
    }

    /// Adds a part, or extends the one with the same name.
    fn add(&mut self, part: RulePart, text: &str, tree: &str) {
        let known = self.parts.iter().position(|own| own.id == part.id);
        let at = known.unwrap_or_else(|| {
            self.parts.push(part);
            self.parts.len() - 1
        });
        let (mut cited, mut is_open, part) = (false, false, &mut self.parts[at]);
        part.tree += tree;
        for line in text.lines() {
            let (line, mut cites) = apart(without_comment(line));
            let indent = line.len() - line.trim_start().len();
            let mut words = tidy(line);
            if words.is_empty() && cites.is_empty() {
                // A comment between the rows of a table.
                continue;
            }
            // A table's last column may hold the citations of its rows. A row may have several lines.
            let in_row = words.starts_with('|') || is_open;
            let cell = words.strip_suffix(" |").filter(|_| in_row).and_then(|row| row.rsplit_once("| "));
            let cell = cell.map(|(rest, cell)| (rest.trim_end().to_owned(), cell.trim().to_owned()));
            is_open = in_row && !words.ends_with('|');
            cited = match &cell {
                Some((_, last)) => {
                    last == "clause" || (cited && last.split(',').all(|id| last.is_empty() || is_clause(id.trim())))
                }
                None => cited && is_open,
            };
            if let Some((rest, last)) = cell.filter(|_| cited) {
                cites.extend(ids(&last));
                words = format!("{rest} |");
            }
            if let Some(own) =
                ["replace ", "change "].iter().find_map(|word| words.strip_prefix(word)).filter(|_| indent == 0)
            {
                words = own.to_owned();
            }
            if !words.is_empty() {
                part.lines.push(format!("{}{words}", &line[..indent]));
            }
            for id in cites {
                if !part.cites.contains(&id) {
                    part.cites.push(id);
                }
            }
        }
    }

    fn place(&self, span: Span) -> String {
        self.sources.place(span).unwrap_or_default()
    }
}

/// Lines of an item below its first.
fn below(text: &str) -> String {
    text.lines().skip(1).map(|line| format!("\n{line}")).collect()
}

/// Collapses blanks outside quotes.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for c in text.trim().chars() {
        quoted ^= c == '"';
        if quoted || !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// Splits a line into its text and the citations at its end.
fn apart(line: &str) -> (&str, Vec<String>) {
    let line = line.trim_end();
    let Some(at) = line.rfind('[').filter(|_| line.ends_with(']')) else { return (line, Vec::new()) };
    let inside = &line[at + 1..line.len() - 1];
    if inside.split(',').all(|id| is_clause(id.trim())) {
        (line[..at].trim_end(), ids(inside))
    } else {
        (line, Vec::new())
    }
}

fn ids(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|id| is_clause(id)).map(String::from).collect()
}
