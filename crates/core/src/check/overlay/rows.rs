//! Applies `change` to rows of tables: given cells replace old ones, and complete rows with a new name are added.

use super::super::codes;
use super::super::names::{DeclarationSort, did_you_mean, listed};
use super::overlaid::OverlayPass;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{
    CellKind, Component, File, Item, ItemKind, KindCell, KindRow, KindTable, Memory, Name, Place, RulingRow, Setting,
};
use tavola_syntax::text::Span;

/// Replaces the old value if a new one is given.
pub(super) fn over<T: Clone>(old: &mut Option<T>, new: &Option<T>) {
    if new.is_some() {
        old.clone_from(new);
    }
}

fn over_all<T: Clone>(old: &mut Vec<T>, new: &[T]) {
    if !new.is_empty() {
        *old = new.to_vec();
    }
}

/// A row of a table that a variant can change.
pub(super) trait OverlaidRow: Clone {
    /// The rows, if the item is a table of this sort.
    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>>;
    /// Sort of its name.
    const SORT: DeclarationSort;
    /// Its name.
    fn name(&self) -> &Name;
    /// Its place.
    fn span(&self) -> Span;
    /// True if it fills all columns that a new row needs.
    fn complete(&self) -> bool;
    /// Replaces the old cells by those that are given.
    fn lay(&mut self, new: &Self, laying: &mut OverlayPass);
}

/// Changes rows by name. A complete row with a new name is added to the last table of its sort.
pub(super) fn change<R: OverlaidRow>(base: &mut [File], rows: &[R], laying: &mut OverlayPass) {
    for row in rows {
        let wanted = row.name();
        let mut tables: Vec<&mut Vec<R>> = items(base).filter_map(|item| R::of(&mut item.kind)).collect();
        let known: Vec<String> =
            tables.iter().flat_map(|table| table.iter()).map(|old| old.name().text.clone()).collect();
        let holder = tables.iter().position(|table| table.iter().any(|old| old.name().text == wanted.text));
        if let Some(old) = holder.and_then(|at| tables[at].iter_mut().find(|old| old.name().text == wanted.text)) {
            laying.changes(R::SORT, (wanted, row.span()), (old.name().span, old.span()));
            old.lay(row, laying);
            continue;
        }
        match tables.last_mut() {
            Some(table) if row.complete() => table.push(row.clone()),
            _ => missing(wanted, &known, laying),
        }
    }
}

fn items(base: &mut [File]) -> impl Iterator<Item = &mut Item> {
    base.iter_mut().flat_map(|file| &mut file.items)
}

fn missing(name: &Name, known: &[String], laying: &mut OverlayPass) {
    let message = format!("the game has no row `{}` here", name.text);
    let mut finding = Diagnostic::error(codes::OVERLAY_MISSING, name.span, message);
    let near = did_you_mean(name.span, &name.text, known.iter().map(String::as_str));
    finding.set_help(near.or_else(|| Some("to add a row, fill all its columns".into())));
    laying.found.push(finding);
}

impl OverlaidRow for Setting {
    const SORT: DeclarationSort = DeclarationSort::Setting;

    fn span(&self) -> Span {
        self.span
    }

    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Settings(rows) = item { Some(rows) } else { None }
    }

    fn name(&self) -> &Name {
        &self.name
    }

    fn complete(&self) -> bool {
        self.value.is_some() && self.meaning.is_some()
    }

    fn lay(&mut self, new: &Self, _: &mut OverlayPass) {
        over(&mut self.value, &new.value);
        over_all(&mut self.range, &new.range);
        over(&mut self.meaning, &new.meaning);
        self.cites.extend(new.cites.iter().cloned());
    }
}

impl OverlaidRow for RulingRow {
    const SORT: DeclarationSort = DeclarationSort::Ruling;

    fn span(&self) -> Span {
        self.span
    }

    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Rulings(rows) = item { Some(rows) } else { None }
    }

    fn name(&self) -> &Name {
        &self.name
    }

    fn complete(&self) -> bool {
        self.answer.is_some() && !self.instead.is_empty()
    }

    /// Sets a new answer; the old one becomes an alternative.
    fn lay(&mut self, new: &Self, laying: &mut OverlayPass) {
        let words: Vec<Name> = self.answer.iter().chain(&self.instead).cloned().collect();
        over_all(&mut self.instead, &new.instead);
        if let Some(answer) = &new.answer {
            if new.instead.is_empty() {
                if !words.iter().any(|word| word.text == answer.text) {
                    no_answer(self, answer, &words, laying);
                    return;
                }
                self.instead = words.iter().filter(|word| word.text != answer.text).cloned().collect();
            }
            if let Some(old) = words.iter().find(|word| word.text == answer.text) {
                laying.changes(DeclarationSort::Word, (answer, new.span), (old.span, old.span));
            }
            self.answer = Some(answer.clone());
        }
        over(&mut self.question, &new.question);
        self.cites.extend(new.cites.iter().cloned());
    }
}

fn no_answer(row: &RulingRow, answer: &Name, words: &[Name], laying: &mut OverlayPass) {
    let message = format!("`{}` is not an answer to `{}`", answer.text, row.name.text);
    let all: Vec<String> = words.iter().map(|word| format!("`{}`", word.text)).collect();
    let near = did_you_mean(answer.span, &answer.text, words.iter().map(|word| word.text.as_str()));
    let help = near.unwrap_or_else(|| format!("it is one of {}", all.join(", ")).into());
    laying.found.push(Diagnostic::error(codes::OVERLAY_MISSING, answer.span, message).help(help));
}

impl OverlaidRow for Component {
    const SORT: DeclarationSort = DeclarationSort::Component;

    fn span(&self) -> Span {
        self.span
    }

    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Components(rows) = item { Some(rows) } else { None }
    }

    fn name(&self) -> &Name {
        &self.head.name
    }

    fn complete(&self) -> bool {
        self.count.is_some() && !self.start.is_empty()
    }

    fn lay(&mut self, new: &Self, _: &mut OverlayPass) {
        over_all(&mut self.head.axes, &new.head.axes);
        over(&mut self.count, &new.count);
        over_all(&mut self.start, &new.start);
        over(&mut self.title, &new.title);
        self.cites.extend(new.cites.iter().cloned());
    }
}

impl OverlaidRow for Place {
    const SORT: DeclarationSort = DeclarationSort::Place;

    fn span(&self) -> Span {
        self.span
    }

    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Places(rows) = item { Some(rows) } else { None }
    }

    fn name(&self) -> &Name {
        &self.head.name
    }

    fn complete(&self) -> bool {
        !self.holds.is_empty()
    }

    fn lay(&mut self, new: &Self, _: &mut OverlayPass) {
        over_all(&mut self.head.axes, &new.head.axes);
        over_all(&mut self.holds, &new.holds);
        if new.order.is_some() {
            self.order = new.order;
            self.refilled.clone_from(&new.refilled);
        }
        over_all(&mut self.limits, &new.limits);
        over_all(&mut self.seen, &new.seen);
        self.cites.extend(new.cites.iter().cloned());
    }
}

impl OverlaidRow for Memory {
    const SORT: DeclarationSort = DeclarationSort::Memory;

    fn span(&self) -> Span {
        self.span
    }

    fn of(item: &mut ItemKind) -> Option<&mut Vec<Self>> {
        if let ItemKind::Memory(rows) = item { Some(rows) } else { None }
    }

    fn name(&self) -> &Name {
        &self.head.name
    }

    fn complete(&self) -> bool {
        self.ty.is_some()
    }

    fn lay(&mut self, new: &Self, _: &mut OverlayPass) {
        over_all(&mut self.head.axes, &new.head.axes);
        over(&mut self.ty, &new.ty);
        over(&mut self.start, &new.start);
        over_all(&mut self.seen, &new.seen);
        self.cites.extend(new.cites.iter().cloned());
    }
}

/// Applies `change kind Fruit`: cells are matched by member and column. A new member is added if its row has all columns.
pub(super) fn kind(old: &mut KindTable, new: &KindTable, laying: &mut OverlayPass) {
    let mut places = Vec::new();
    let members: Vec<String> = old.rows.iter().filter_map(member).map(|name| name.text.clone()).collect();
    for column in &new.columns {
        let at = old.columns.iter().position(|other| other.text == column.text);
        if let Some(old) = at.filter(|at| *at > 0).map(|at| &old.columns[at]) {
            laying.changes(DeclarationSort::Column, (column, column.span), (old.span, old.span));
        }
        if at.is_none() {
            let message = format!("the kind has no column `{}`", column.text);
            let mut finding = Diagnostic::error(codes::OVERLAY_MISSING, column.span, message);
            let known: Vec<&str> = old.columns.iter().map(|other| other.text.as_str()).collect();
            let near = did_you_mean(column.span, &column.text, known.iter().copied());
            finding.set_help(near.or_else(|| Some(listed(&known).into())));
            laying.found.push(finding);
        }
        places.push(at);
    }
    let complete = (0..old.columns.len()).all(|at| places.contains(&Some(at)));
    for row in &new.rows {
        let Some(name) = member(row) else { continue };
        if !complete && !members.contains(&name.text) {
            missing(name, &members, laying);
            continue;
        }
        let known = old.rows.iter().position(|other| member(other).is_some_and(|other| other.text == name.text));
        let at = known.unwrap_or_else(|| {
            let empty = |_: &Name| KindCell { kind: CellKind::None, span: row.span };
            let cells = old.columns.iter().map(empty).collect();
            old.rows.push(KindRow { cells, cites: Vec::new(), span: row.span });
            old.rows.len() - 1
        });
        if let Some((old, name_of_old)) = known.and_then(|at| Some((&old.rows[at], member(&old.rows[at])?))) {
            laying.changes(DeclarationSort::Member, (name, row.span), (name_of_old.span, old.span));
        }
        let target = &mut old.rows[at];
        for (cell, place) in row.cells.iter().zip(&places) {
            if let Some(slot) = place.and_then(|place| target.cells.get_mut(place))
                && !(known.is_some() && is_bare(cell))
            {
                *slot = cell.clone();
            }
        }
        target.cites.extend(row.cites.iter().cloned());
    }
}

/// True if a cell only names a member, which then keeps its parameters.
pub(super) fn is_bare(cell: &KindCell) -> bool {
    matches!(&cell.kind, CellKind::Member(_, params) if params.is_empty())
}

/// The member that a row of a kind declares.
pub(super) fn member(row: &KindRow) -> Option<&Name> {
    row.cells.iter().find_map(|cell| if let CellKind::Member(name, _) = &cell.kind { Some(name) } else { None })
}
