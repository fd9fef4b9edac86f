//! What a variant touches in its game, part by part, so that two of them can be compared.

use std::fmt::Debug;

use super::part::PartName;
use super::placeless::{names, placeless};
use super::{named, rows, sheets};
use tavola_syntax::syntax::ast::{CellKind, File, Item, ItemKind, KindBody, KindTable, Overlay, Sheet};
use tavola_syntax::text::Span;

/// What is done to a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// It is new.
    Add,
    /// It says something else, in part.
    Change,
    /// Another one stands for it.
    Replace,
    /// It is taken out.
    Remove,
}

/// A part of the game that a variant says something of.
#[derive(Clone, Debug)]
pub(super) struct TouchedPart {
    /// Which part.
    pub(super) part: PartName,
    /// What is done to it.
    pub(super) deed: Deed,
    /// Which item of the variant says so.
    pub(super) item: usize,
    /// Whether that item says nothing else.
    pub(super) whole: bool,
    /// What is said, without places: two that say the same agree.
    said: String,
    /// Of a line that joins others of its sort in the order in which they come: the name that it makes.
    makes: Option<String>,
    /// Where.
    pub(super) span: Span,
}

impl TouchedPart {
    /// Whether both say something of the same part, or the one needs what the other adds in the same sheet.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.part.covers(&other.part) || other.part.covers(&self.part) || self.reads(other) || other.reads(self)
    }

    /// Whether this line, which joins its sheet after those that are there, reads the name that the other one makes.
    fn reads(&self, other: &Self) -> bool {
        let made = |name: &String| names(&self.said, name);
        self.makes.is_some() && other.makes.as_ref().is_some_and(made) && self.part.shares_item(&other.part)
    }

    /// Whether both say the same of the same part.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.part == other.part && self.deed == other.deed && self.said == other.said
    }
}

/// All parts that a variant of this game touches, in its order.
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

/// Reads an item of a variant.
struct TouchReader<'a> {
    /// What the game has under this head.
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
            (_, ItemKind::Always(rows)) => rows.iter().for_each(|row| self.joins(row, row.span)),
            // What the game has not, another variant has added.
            (Some(Overlay::Change), _) if self.known.is_empty() => self.whole(Deed::Change),
            (_, ItemKind::Display(rows)) => rows.iter().for_each(|row| self.joins(row, row.span)),
            (_, kind) if kind.has_named_rows() => self.rows(),
            (None, _) => self.whole(Deed::Add),
            (Some(Overlay::Change), ItemKind::Sheet(sheet)) => self.sheet(sheet),
            (_, ItemKind::Kind { body: KindBody::Rows(table), .. }) => self.kind(table),
            (_, ItemKind::Board { links, grid, every_pair, .. }) => {
                links.iter().for_each(|link| self.joins(&(&link.from.text, placeless(&link.to)), link.span));
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

    /// All of the item.
    fn whole(&mut self, deed: Deed) {
        // Two that remove the same need not say more of it.
        let said = if deed == Deed::Remove { String::new() } else { placeless(&self.item.kind) };
        self.add(&[], deed, said, self.item.head);
        self.all.last_mut().expect("it was added just now").whole = true;
    }

    /// A row that joins what is there, and has no name.
    fn joins<T: Debug>(&mut self, row: &T, span: Span) {
        let said = placeless(row);
        self.add(&[&said.clone()], Deed::Add, said, span);
    }

    /// A cell or a line, if it says something.
    fn cell<T: Debug>(&mut self, below: &[&str], value: &Option<T>, span: Span) {
        if let Some(value) = value {
            self.add(below, Deed::Change, placeless(value), span);
        }
    }

    /// The rows of a table of the box.
    fn rows(&mut self) {
        let old: Vec<&str> = self.known.iter().flat_map(|kind| named::named(kind)).map(|row| row.name).collect();
        for row in named::named(&self.item.kind) {
            if self.item.overlay.is_none() || !old.contains(&row.name) {
                self.add(&[row.name], Deed::Add, placeless(&row.cells()), row.span);
                continue;
            }
            for (column, said) in row.cells() {
                self.add(&[row.name, column], Deed::Change, said, row.span);
            }
        }
    }

    /// The rows of a kind.
    fn kind(&mut self, table: &KindTable) {
        let old: Vec<String> = self.known.iter().flat_map(|kind| members(kind)).collect();
        for row in &table.rows {
            let Some(name) = rows::member(row).map(|name| name.text.clone()) else { continue };
            if !old.contains(&name) {
                self.add(&[&name], Deed::Add, placeless(&row.cells), row.span);
                continue;
            }
            for (column, cell) in table.columns.iter().zip(&row.cells).filter(|(_, cell)| !rows::is_bare(cell)) {
                // What another row of this column says in the same words is the same.
                let said = if matches!(cell.kind, CellKind::None) { String::new() } else { placeless(&cell.kind) };
                self.add(&[&name, &column.text], Deed::Change, said, row.span);
            }
        }
    }

    /// The lines of a sheet.
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
            self.add(&[&word], Deed::Change, placeless(&said), field.span);
            let makes = sheets::made(&field.kind).filter(|_| !old.contains(&word));
            self.all.last_mut().expect("it was added just now").makes = makes.map(str::to_owned);
            done.push(word);
        }
    }

    /// Of the row and the cell `below` the item, or of all of it.
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
