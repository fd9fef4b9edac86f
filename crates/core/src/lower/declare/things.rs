//! Components and places: their numbers, words and names.

use std::sync::Arc;

use super::Declaring;
use crate::code::{MemberName, OrderKind, Piece, PlaceCell, PlaceFamily, Print, Seers, Set, Slot, StoredOrder};
use crate::ir::{self, Axis, Copies};
use crate::lower::MOST_STATE_WORDS;
use crate::lower::boxes::{ComponentData, PlaceData, split};
use crate::lower::codes;
use crate::lower::exprs::scope::LocalHomes;

impl Declaring<'_> {
    pub(in crate::lower) fn components(&mut self) {
        for (at, component) in self.book.components.iter().enumerate() {
            let dims: Vec<(i32, u32)> = component.axes.iter().map(|axis| self.axis(axis)).collect();
            let starts = self.fixed_starts(component);
            let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
            let first = self.emit.program.layout.pieces.len() as u32;
            if first.saturating_add(count) as usize > Set::MOST {
                let (name, span) = (component.name.clone(), component.span);
                self.emit.error(
                    codes::TOO_MANY_SORTS,
                    span,
                    format!("with `{name}` there are more than {} sorts of things", Set::MOST),
                    "make its kind or an index smaller",
                );
                self.boxes.components.push(ComponentData { first: 0, dims, count: 0, starts });
                continue;
            }
            self.boxes.components.push(ComponentData { first, dims: dims.clone(), count, starts });
            for index in 0..count {
                let values = split(index, &dims);
                let copies = self.copies(component, values.first().map_or(0, |&member| member as u32));
                let figure = component.figure.then(|| self.word());
                let piece = Piece { component: at as u32, index, copies, figure };
                self.emit.program.layout.pieces.push(piece);
                let (name, print) = self.piece_name(component, &values);
                Arc::make_mut(&mut self.emit.legend.pieces).push(name);
                Arc::make_mut(&mut self.emit.legend.prints).push(print);
            }
        }
    }

    fn word(&mut self) -> Slot {
        self.game_words(1)
    }

    pub(super) fn game_words(&mut self, count: u32) -> Slot {
        let slot = self.next_word;
        self.next_word = self.next_word.saturating_add(count).min(MOST_STATE_WORDS + 1);
        slot
    }

    /// First value and size of an index.
    pub(in crate::lower) fn axis(&mut self, axis: &Axis) -> (i32, u32) {
        match axis {
            Axis::Kind(kind) => (0, self.boxes.kinds[kind.index()].size),
            Axis::Numbers(low, high) => {
                let (first, last) = (self.exprs().constant(low), self.exprs().constant(high));
                if last < first || last.saturating_sub(first) >= 4096 {
                    self.emit.error(
                        codes::NO_RANGE,
                        low.span.to(high.span),
                        format!("`{first}..{last}` is not a range for an index"),
                        "write a range from a smaller to a larger number, of at most 4096 values",
                    );
                    return (first, 1);
                }
                (first, (last - first) as u32 + 1)
            }
        }
    }

    /// Number of copies of a piece. For a component of a kind, `index` is the member.
    fn copies(&mut self, component: &ir::Component, index: u32) -> Option<u32> {
        let (count, span) = match &component.copies {
            Copies::Unlimited => return None,
            Copies::Each(count) => (self.exprs().constant(count), count.span),
            Copies::Column => {
                let kind = component.kind.expect("only cards have a column of copies");
                let Some(&(owner, index)) = self.boxes.kinds[kind.index()].leaves.get(index as usize) else {
                    return Some(0);
                };
                let ir::KindBody::Members(families) = &self.book.kinds[owner as usize].body else {
                    return Some(1);
                };
                let at = self.boxes.kinds[owner as usize].families.partition_point(|&first| first <= index) - 1;
                let Some(count) = &families[at].copies else { return Some(1) };
                let first = self.boxes.kinds[owner as usize].families[at];
                let params = split(index - first, &self.boxes.kinds[owner as usize].dims[at]);
                (self.exprs().within(LocalHomes::constants(&params), |lower| lower.constant(count)), count.span)
            }
        };
        if !(0..=1_000_000).contains(&count) {
            self.emit.error(codes::COPIES, span, format!("there cannot be {count} copies"), "use 0 to 1000000");
            return Some(0);
        }
        Some(count as u32)
    }

    /// The name of a piece from its indexes. For a kind's print with further indexes, also the member that it prints.
    fn piece_name(&self, component: &ir::Component, values: &[i32]) -> (MemberName, Option<Print>) {
        let member = |kind: ir::KindId, at: i32| &self.emit.legend.kinds[kind.index()].members[at.max(0) as usize];
        let (own, further) = match component.kind {
            Some(kind) => (member(kind, values[0]).clone(), 1),
            None => (MemberName { notation: component.name.clone(), title: component.title.clone() }, 0),
        };
        let indexes: Vec<(Option<ir::KindId>, i32)> = component.axes[further..]
            .iter()
            .zip(&values[further..])
            .map(|(axis, &value)| (axis.kind(), value))
            .collect();
        if indexes.is_empty() {
            return (own, None);
        }
        let mut title = own.title.clone();
        let mut notations = Vec::new();
        for &(kind, value) in &indexes {
            let number = || MemberName { notation: value.to_string(), title: value.to_string() };
            let name = kind.map_or_else(number, |kind| member(kind, value).clone());
            title = match kind {
                Some(ir::PLAYER) => format!("{}'s {title}", name.title),
                Some(_) => format!("{} {title}", name.title),
                None => format!("{title} {}", name.title),
            };
            notations.push(name.notation);
        }
        let notation = format!("{}[{}]", own.notation, notations.join(", "));
        let further = indexes.iter().map(|&(kind, value)| (kind.map(|kind| kind.0), value)).collect();
        let print = component.kind.map(|_| Print { of: own, further });
        (MemberName { notation, title }, print)
    }

    pub(in crate::lower) fn places(&mut self) {
        for (at, place) in self.book.places.iter().enumerate() {
            let dims: Vec<(i32, u32)> = place.axes.iter().map(|axis| self.axis(axis)).collect();
            let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
            let first = self.emit.program.layout.cells.len() as u32;
            let mut offsets = vec![None; self.emit.program.layout.pieces.len()];
            let mut order = Vec::new();
            let mut holds = Set::EMPTY;
            for component in &place.holds {
                let data = &self.boxes.components[component.index()];
                for piece in data.first..data.first + data.count {
                    holds = holds.with(piece as i32);
                    if self.emit.program.layout.pieces[piece as usize].figure.is_none()
                        && offsets[piece as usize].is_none()
                    {
                        offsets[piece as usize] = Some(order.len() as u16);
                        order.push(piece);
                    }
                }
            }
            let stored_order = self.stored_order(place, at, holds);
            let words = order.len() as u32 + stored_order.map_or(0, StoredOrder::words);
            if u64::from(count) * u64::from(words.max(1)) > u64::from(MOST_STATE_WORDS) {
                let (name, span) = (place.name.clone(), place.span);
                self.emit.error(
                    codes::LARGE_POSITION,
                    span,
                    format!("`{name}` would need {count} places with {words} numbers each, which is too much"),
                    "make an index smaller",
                );
                self.boxes.places.push(PlaceData { first, dims, count: 0 });
                continue;
            }
            for index in 0..count {
                let base = self.game_words(words);
                self.emit.program.layout.cells.push(PlaceCell { family: at as u32, index, base });
            }
            self.emit.program.layout.families.push(PlaceFamily {
                place: at as u32,
                first,
                count,
                offsets,
                holds,
                order,
                limits: Vec::new(),
                stored_order,
                sight: Seers::default(),
            });
            self.boxes.places.push(PlaceData { first, dims, count });
        }
    }

    /// The indexes of start places that the rules fix.
    fn fixed_starts(&mut self, component: &ir::Component) -> Vec<Vec<Option<i32>>> {
        let places = component.start.places.iter();
        let one = |axis: &ir::StartIndex, lower: &mut Self| match axis {
            ir::StartIndex::Of(_) => None,
            ir::StartIndex::At(at) => Some(lower.exprs().constant(at)),
        };
        places.map(|start| start.axes.iter().map(|axis| one(axis, self)).collect()).collect()
    }

    /// The order that a place keeps. A shuffled place has one only if a rule moves something to one of its ends.
    fn stored_order(&mut self, place: &ir::Place, at: usize, holds: Set) -> Option<StoredOrder> {
        let how = match place.order {
            ir::Order::Heap => return None,
            ir::Order::Row => OrderKind::Row,
            ir::Order::Stack => OrderKind::Stack,
            ir::Order::Shuffled if self.has_ends(at) => OrderKind::Shuffled,
            ir::Order::Shuffled => return None,
        };
        let pieces = &self.emit.program.layout.pieces;
        let copies = |piece: i32| {
            let piece = &pieces[piece as usize];
            if piece.figure.is_some() { Some(u32::from(how == OrderKind::Row)) } else { piece.copies }
        };
        let room = holds.iter().map(copies).try_fold(0u32, |room, copies| Some(room.saturating_add(copies?)));
        let Some(room) = room else {
            let message = format!("`{}` keeps order, but may hold an unlimited number of things", place.name);
            self.emit.error(codes::ENDLESS_ORDER, place.span, message, "give the number of copies of each thing");
            return None;
        };
        Some(StoredOrder { how, room: room.min(MOST_STATE_WORDS) })
    }

    /// True if a rule moves something to the top or bottom of a place.
    fn has_ends(&self, place: usize) -> bool {
        let mut found = false;
        for rule in &self.boxes.book.rules {
            ir::visit::statements(&rule.body, &mut |stmt| {
                if let ir::StmtKind::Move { to, end: Some(_), .. } = &stmt.kind {
                    found |= matches!(&to.kind, ir::ExprKind::Cell(id, _) if id.index() == place);
                }
            });
        }
        found
    }
}
