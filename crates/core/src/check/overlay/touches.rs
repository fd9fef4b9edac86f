//! Parts of a game that a variant touches, for comparing variants with each other.

use std::fmt::Debug;

use super::part::PartName;
use super::titled::TitledRow;
use super::{named, rows, sheets};
use crate::check::names::{names_in as names, without_spans};
use tavola_syntax::syntax::ast::{CellKind, File, Item, ItemKind, KindBody, KindTable, Overlay, Sheet};
use tavola_syntax::text::Span;

/// Kind of change that a variant makes to a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// The part is new.
    Add,
    /// Some of its contents change.
    Change,
    /// A new part takes its place.
    Replace,
    /// The part is removed.
    Remove,
}

/// A part of the game that a variant touches.
#[derive(Clone, Debug)]
pub(super) struct TouchedPart {
    /// Name of the part.
    pub(super) part: PartName,
    /// Kind of change.
    pub(super) deed: Deed,
    /// Index of the variant's item that touches it.
    pub(super) item: usize,
    /// True if that item touches nothing else.
    pub(super) whole: bool,
    /// The new contents without source positions, for comparison.
    said: String,
    /// Name that a new `let:` or `remember:` line declares. Such lines keep the order in which variants add them.
    makes: Option<String>,
    /// Place in the variant.
    pub(super) span: Span,
}

impl TouchedPart {
    /// True if both touch the same part, or one reads a name that the other adds to the same sheet.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.part.covers(&other.part) || other.part.covers(&self.part) || self.reads(other) || other.reads(self)
    }

    /// True if this new line reads the name that the other new line declares.
    fn reads(&self, other: &Self) -> bool {
        let made = |name: &String| names(&self.said, name);
        self.makes.is_some() && other.makes.as_ref().is_some_and(made) && self.part.shares_item(&other.part)
    }

    /// True if both do the same to the same part.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.part == other.part && self.deed == other.deed && self.said == other.said
    }
}

/// All parts that a variant touches, in the order of its text.
pub(super) fn touches(game: &[File], variant: &File) -> Vec<TouchedPart> {
    let mut all = Vec::new();
    for (at, item) in variant.items.iter().enumerate() {
        let known: Vec<&ItemKind> = game
            .iter()
            .flat_map(|file| &file.items)
            .map(|item| &item.kind)
            .filter(|kind| kind.same(&item.kind))
            .collect();
        TouchReader { known, at, item, all: &mut all }.read();
    }
    all
}

/// Collects the parts that one item of a variant touches.
struct TouchReader<'a> {
    /// Items of the game with the same keyword and name.
    known: Vec<&'a ItemKind>,
    at: usize,
    item: &'a Item,
    all: &'a mut Vec<TouchedPart>,
}

impl TouchReader<'_> {
    fn read(mut self) {
        let item = self.item;
        match (item.overlay, &item.kind) {
            (_, ItemKind::Game { .. } | ItemKind::Variant { .. }) => {}
            (Some(Overlay::Replace), _) => self.whole(Deed::Replace),
            (Some(Overlay::Remove), _) => self.whole(Deed::Remove),
            // A table of its own is no change of the same rows.
            (None, ItemKind::Always(rows)) => {
                rows.iter()
                    .for_each(|row| self.add(&[&without_spans(&row.what)], Deed::Add, "always".into(), row.span));
            }
            (_, ItemKind::Always(rows)) => self.titled(rows, |row| row.span),
            // The game has no such item, so another variant adds it.
            (Some(Overlay::Change), _) if self.known.is_empty() => self.whole(Deed::Change),
            (_, ItemKind::Display(rows)) => self.titled(rows, |row| row.span),
            (_, kind) if kind.has_named_rows() => self.rows(),
            (None, _) => self.whole(Deed::Add),
            (Some(Overlay::Change), ItemKind::Sheet(sheet)) => self.sheet(sheet),
            (_, ItemKind::Kind { body: KindBody::Rows(table), .. }) => self.kind(table),
            (_, ItemKind::Board { links, grid, every_pair, .. }) => {
                links.iter().for_each(|link| self.joins(&(&link.from.text, without_spans(&link.to)), link.span));
                self.cell(&["grid"], grid, item.span);
                self.cell(&["every pair"], &every_pair.map(|_| ()), item.span);
            }
            (_, ItemKind::Track { range, step, start, past_top, past_bottom, .. }) => {
                self.cell(&["range"], range, item.span);
                self.cell(&["step"], step, item.span);
                self.cell(&["start"], start, item.span);
                self.cell(&["past top"], past_top, item.span);
                self.cell(&["past bottom"], past_bottom, item.span);
            }
            _ => self.whole(Deed::Change),
        }
    }

    /// Adds the whole item.
    fn whole(&mut self, deed: Deed) {
        // Two removals of the same item always agree.
        let said = if deed == Deed::Remove { String::new() } else { without_spans(&self.item.kind) };
        self.add(&[], deed, said, self.item.head);
        self.all.last_mut().expect("it was added just now").whole = true;
    }

    /// Adds a new row that has no name.
    fn joins<T: Debug>(&mut self, row: &T, span: Span) {
        let said = without_spans(row);
        self.add(&[&said.clone()], Deed::Add, said, span);
    }

    /// Adds rows that their texts name.
    fn titled<R: TitledRow + Debug>(&mut self, rows: &[R], span: impl Fn(&R) -> Span) {
        let old = self.known.iter().filter_map(|kind| R::of(kind)).flatten().filter_map(R::title);
        let old: Vec<String> = old.collect();
        for row in rows {
            match row.title() {
                Some(title) => {
                    let deed = if old.contains(&title) { Deed::Change } else { Deed::Add };
                    self.add(&[&title], deed, without_spans(row), span(row));
                }
                None => self.joins(row, span(row)),
            }
        }
    }

    /// Adds a cell or a line, if it has a value.
    fn cell<T: Debug>(&mut self, below: &[&str], value: &Option<T>, span: Span) {
        if let Some(value) = value {
            self.add(below, Deed::Change, without_spans(value), span);
        }
    }

    /// Adds the rows of a table with named rows.
    fn rows(&mut self) {
        let old: Vec<&str> = self.known.iter().flat_map(|kind| named::named(kind)).map(|row| row.name).collect();
        for row in named::named(&self.item.kind) {
            if self.item.overlay.is_none() || !old.contains(&row.name) {
                self.add(&[row.name], Deed::Add, without_spans(&row.cells()), row.span);
                continue;
            }
            for (column, said) in row.cells() {
                self.add(&[row.name, column], Deed::Change, said, row.span);
            }
        }
    }

    /// Adds the rows of a kind.
    fn kind(&mut self, table: &KindTable) {
        let old: Vec<String> = self.known.iter().flat_map(|kind| members(kind)).collect();
        for row in &table.rows {
            let Some(name) = rows::member(row).map(|name| name.text.clone()) else { continue };
            if !old.contains(&name) {
                self.add(&[&name], Deed::Add, without_spans(&row.cells), row.span);
                continue;
            }
            for (column, cell) in table.columns.iter().zip(&row.cells).filter(|(_, cell)| !rows::is_bare(cell)) {
                // Cells with the same contents agree, wherever they are written.
                let said = if matches!(cell.kind, CellKind::None) { String::new() } else { without_spans(&cell.kind) };
                self.add(&[&name, &column.text], Deed::Change, said, row.span);
            }
        }
    }

    /// Adds the lines of a sheet.
    fn sheet(&mut self, sheet: &Sheet) {
        let head = self.item.head;
        self.cell(&["copies"], &sheet.copies, head);
        self.cell(&["title"], &sheet.title, head);
        self.cell(&["moment"], &sheet.at, head);
        self.cell(&["of"], &(!sheet.of.is_empty()).then_some(&sheet.of), head);
        let old =
            self.known.iter().flat_map(|kind| if let ItemKind::Sheet(old) = kind { &old.fields[..] } else { &[] });
        let old: Vec<String> = old.map(|field| sheets::word(&field.kind)).collect();
        let mut done: Vec<String> = Vec::new();
        for field in &sheet.fields {
            let word = sheets::word(&field.kind);
            if done.contains(&word) {
                continue;
            }
            let same = sheet.fields.iter().filter(|other| sheets::word(&other.kind) == word);
            let said: Vec<_> = same.map(|field| &field.kind).collect();
            self.add(&[&word], Deed::Change, without_spans(&said), field.span);
            let makes = sheets::declares(&field.kind).filter(|_| !old.contains(&word));
            self.all.last_mut().expect("it was added just now").makes = makes.map(|name| name.text.clone());
            done.push(word);
        }
    }

    /// Adds a touched part. `below` names the row and cell; empty stands for the whole item.
    fn add(&mut self, below: &[&str], deed: Deed, said: String, span: Span) {
        let at = |nth: usize| below.get(nth).map(|&name| name.to_owned());
        let part = PartName { row: at(0), cell: at(1), ..PartName::of(&self.item.kind) };
        self.all.push(TouchedPart { part, deed, item: self.at, whole: false, said, makes: None, span });
    }
}

/// The members that a table of a kind names.
fn members(kind: &ItemKind) -> Vec<String> {
    let ItemKind::Kind { body: KindBody::Rows(table), .. } = kind else { return Vec::new() };
    table.rows.iter().filter_map(rows::member).map(|name| name.text.clone()).collect()
}
