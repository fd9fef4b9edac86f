//! Contents of the box of a set-up, for printing: sorts of things with their numbers, printed values of members, and tracks.
//! It does not depend on a position.

use std::collections::BTreeMap;

use crate::Game;
use crate::look::is_covered;
use crate::wording::{Style, show};
use crate::words::words;
use tavola_core::code::NONE;
use tavola_core::ir::{self, Expr, ExprKind, KindBody, KindId, LocalId, LocalRole, TextPart, Type};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::Machine;

/// Contents of the box of a set-up.
#[derive(Clone, Debug, Default)]
pub struct BoxContents {
    /// Sorts of things, in the order of the box, each owner's apart.
    pub items: Vec<BoxItem>,
    /// Tracks, in the order of the rules.
    pub tracks: Vec<TrackLook>,
    /// Values of members of kinds by their notation: name and value of each column that rules read.
    pub values: BTreeMap<String, Vec<(String, String)>>,
    /// Names of the memory that a player can see and that `display` does not hide, in the order of the rules. Nothing in the box shows it.
    pub memory: Vec<String>,
}

/// A sort of thing in the box.
#[derive(Clone, Debug)]
pub struct BoxItem {
    /// Notation: `cart[anna]`.
    pub id: String,
    /// Title for players.
    pub title: String,
    /// Title of all sorts of its row of the components.
    pub component: String,
    /// True if it is a member of a kind: a card or tile.
    pub is_of_kind: bool,
    /// Number of copies. `None` for an unlimited supply.
    pub copies: Option<u32>,
    /// Clauses that the row of its member cites.
    pub clauses: Vec<String>,
    /// Names of the places that may hold it.
    pub places: Vec<String>,
    /// Names of those in which it may lie face down: somebody may not look there, or nobody knows their order.
    pub covered_in: Vec<String>,
}

/// A track.
#[derive(Clone, Debug)]
pub struct TrackLook {
    /// Name in the rules.
    pub name: String,
    /// Lowest value. `None` if there is none.
    pub low: Option<i64>,
    /// Highest value. `None` if there is none.
    pub high: Option<i64>,
    /// Distance of two values.
    pub step: i64,
}

/// A part of a text made of columns: words, or the value of a column.
#[derive(Clone, PartialEq, Eq)]
enum ColumnPart {
    Plain(String),
    Value(usize),
}

impl Game {
    /// Contents of the box of this set-up.
    pub fn box_contents(&self) -> BoxContents {
        let mut context = SetUpContext::clone(&self.inner.set_up_context);
        let values = self.printed_values(&mut context);
        let (items, tracks) = (self.box_items(), self.track_looks(&mut context));
        BoxContents { items, tracks, values, memory: self.shown_memory() }
    }

    fn shown_memory(&self) -> Vec<String> {
        let book = self.book();
        let hides = |row: &&ir::DisplayRow| matches!(row.how, ir::Showing::Nothing);
        let hidden: Vec<&String> = book.display.iter().filter(hides).flat_map(|row| &row.instead).collect();
        let is_shown = |variable: &&ir::Memory| !variable.seen.is_empty() && !hidden.contains(&&variable.name);
        book.memory.iter().filter(is_shown).map(|variable| variable.name.clone()).collect()
    }

    fn box_items(&self) -> Vec<BoxItem> {
        let (book, legend) = (self.book(), self.legend());
        let item = |(at, piece): (usize, &tavola_core::code::Piece)| {
            let (name, component) = (&legend.pieces[at], &book.components[piece.component as usize]);
            let member = legend.prints[at].as_ref().map_or(name, |print| &print.of);
            let holds = |place: &&ir::Place| place.holds.iter().any(|own| own.index() == piece.component as usize);
            let places: Vec<&ir::Place> = book.places.iter().filter(holds).collect();
            let names = |places: &[&ir::Place], is_meant: &dyn Fn(&ir::Place) -> bool| {
                places.iter().filter(|place| is_meant(place)).map(|place| place.name.clone()).collect()
            };
            BoxItem {
                id: name.notation.clone(),
                title: name.title.clone(),
                component: component.title.clone(),
                is_of_kind: component.kind.is_some(),
                copies: piece.copies,
                clauses: book.clauses_of_member(&member.notation),
                covered_in: names(&places, &|place| is_covered(place)),
                places: names(&places, &|_| true),
            }
        };
        self.program().layout.pieces.iter().enumerate().map(item).collect()
    }

    /// Values of the columns of all kinds, as `display` names and groups them.
    fn printed_values(&self, context: &mut SetUpContext) -> BTreeMap<String, Vec<(String, String)>> {
        let mut printed: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for (at, kind) in self.kinds_of_members() {
            let columns: Vec<Vec<String>> =
                (0..kind.attributes.len()).map(|column| self.column(context, (at, column), Style::People)).collect();
            for (name, parts) in self.printed_columns(at) {
                for (member, own) in self.legend().kinds[at].members.iter().enumerate() {
                    let text = |part: &ColumnPart| match part {
                        ColumnPart::Plain(text) => Some(text.clone()),
                        ColumnPart::Value(column) => columns[*column].get(member).cloned(),
                    };
                    if let Some(text) = parts.iter().map(text).collect::<Option<String>>() {
                        printed.entry(own.notation.clone()).or_default().push((name.clone(), text));
                    }
                }
            }
        }
        printed
    }

    /// The printed parts of the columns of a kind, in their order, with names: rows of `display` that show columns as they are, and the other columns.
    fn printed_columns(&self, at: usize) -> Vec<(String, Vec<ColumnPart>)> {
        let rows: Vec<(&str, Vec<ColumnPart>)> = self.rows_of_columns(at).collect();
        let shows = |parts: &[ColumnPart], column| parts.contains(&ColumnPart::Value(column));
        let first = |parts: &[ColumnPart]| (0..).find(|column| shows(parts, *column));
        let mut printed = Vec::new();
        for (column, attribute) in self.book().kinds[at].attributes.iter().enumerate() {
            let mut shown = rows.iter().filter(|(_, parts)| shows(parts, column)).peekable();
            if shown.peek().is_none() {
                printed.push((attribute.name.replace('_', " "), vec![ColumnPart::Value(column)]));
            }
            let begins = shown.filter(|(_, parts)| first(parts) == Some(column));
            printed.extend(begins.map(|(name, parts)| ((*name).to_owned(), parts.clone())));
        }
        printed
    }

    /// The name of a column for players: that of the row of `display` that shows it alone, or its own.
    pub(super) fn column_name(&self, (at, column): (usize, usize)) -> String {
        let alone = self.rows_of_columns(at).find(|(_, parts)| *parts == [ColumnPart::Value(column)]);
        alone.map_or_else(
            || self.book().kinds[at].attributes[column].name.replace('_', " "),
            |(name, _)| name.to_owned(),
        )
    }

    /// The rows of `display` that show nothing but columns of a kind.
    fn rows_of_columns(&self, at: usize) -> impl Iterator<Item = (&str, Vec<ColumnPart>)> {
        let kind = KindId(at as u32);
        let part = move |part: &TextPart| match part {
            TextPart::Plain(text) => Some(ColumnPart::Plain(text.clone())),
            TextPart::Value(Expr { kind: ExprKind::Attribute(of, own, column), .. })
                if *own == kind && matches!(of.kind, ExprKind::Local(LocalId(0))) =>
            {
                Some(ColumnPart::Value(*column as usize))
            }
            TextPart::Value(_) => None,
        };
        let rows = self.book().display.iter().filter(move |row| row.of == Some(kind) && row.how == ir::Showing::Values);
        rows.filter_map(move |row| Some((row.name.as_str(), row.text.parts.iter().map(part).collect::<Option<_>>()?)))
    }

    /// The kinds that list their members, with their indexes.
    pub(super) fn kinds_of_members(&self) -> impl Iterator<Item = (usize, &ir::Kind)> {
        self.book().kinds.iter().enumerate().filter(|(_, kind)| matches!(kind.body, KindBody::Members(_)))
    }

    /// The values of a column, one for each member of the kind. None if rules cannot read them.
    pub(super) fn column(&self, context: &mut SetUpContext, (at, column): (usize, usize), style: Style) -> Vec<String> {
        let attribute = &self.book().kinds[at].attributes[column];
        let (id, span) = (KindId(at as u32), attribute.span);
        // Rules cannot read texts.
        if span.is_none() || attribute.ty == Type::Text {
            return Vec::new();
        }
        let member = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(id), span };
        let value = ExprKind::Attribute(Box::new(member), id, column as u32);
        let value = Expr { kind: value, ty: attribute.ty.clone(), span };
        self.constants(context, (Some(id), self.legend().kinds[at].members.len()), (value, style))
    }

    /// The text of a constant, or for a kind of a constant of each of its members. Empty if it has no meaning in this set-up.
    fn constants(
        &self,
        context: &mut SetUpContext,
        (of, count): (Option<KindId>, usize),
        (value, style): (Expr, Style),
    ) -> Vec<String> {
        let (span, ty) = (value.span, value.ty.clone());
        let local = |kind| ir::Local { name: String::new(), ty: Type::Member(kind), role: LocalRole::Param, span };
        let row = ir::DisplayRow {
            of,
            name: String::new(),
            how: ir::Showing::Values,
            text: ir::Text { parts: vec![TextPart::Value(value)] },
            locals: of.map(local).into_iter().collect(),
            instead: Vec::new(),
            span,
        };
        let Ok((reg, values)) = context.add_shown(&row) else { return Vec::new() };
        let (shape, notation) = context.shape(&ty);
        let (program, legend, start) = (context.program(), context.legend(), self.start());
        let mut machine = Machine::new(program);
        let mut text = |member: usize| {
            machine.set_regs(reg, &[member as i32]);
            let words = words(&mut machine, program, &start, (*values.first()?, shape)).ok()?;
            if words.first() == Some(&NONE) { Some(String::new()) } else { Some(show(legend, notation, &words, style)) }
        };
        (0..count).map(|member| text(member).unwrap_or_default()).collect()
    }

    fn track_looks(&self, context: &mut SetUpContext) -> Vec<TrackLook> {
        let mut number = |value: &Expr| {
            self.constants(context, (None, 1), (value.clone(), Style::People)).first()?.parse::<i64>().ok()
        };
        let look = |track: &ir::Track| TrackLook {
            name: track.name.clone(),
            low: track.low.as_ref().and_then(&mut number),
            high: track.high.as_ref().and_then(&mut number),
            step: number(&track.step).unwrap_or(1).max(1),
        };
        self.book().tracks.iter().map(look).collect()
    }
}
