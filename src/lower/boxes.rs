//! Things, places, tracks and memory: their numbers, words and first values.

use crate::code::{Cell, Entry, Family, Keep, Kept, MemberName, NONE, Piece, Print, Set, Shape, Sight, Slot};
use crate::ir::{self, Axis, ComponentId, Copies};

use super::Lower;
use super::scope::Scope;

/// A component for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct ComponentData {
    /// Its first piece.
    pub(super) first: u32,
    /// First value and size of each index; of a kind's prints the first is the member.
    pub(super) dims: Vec<(i32, u32)>,
    /// How many sorts.
    pub(super) count: u32,
    /// For each start place, its indexes that are written out.
    pub(super) starts: Vec<Vec<Option<i32>>>,
}

/// A row of the places for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceData {
    /// Its first place.
    pub(super) first: u32,
    /// First value and size of each index.
    pub(super) dims: Vec<(i32, u32)>,
    /// How many places.
    pub(super) count: u32,
}

/// A track or variable for this set-up.
#[derive(Clone, Debug)]
pub(super) struct VariableData {
    pub(super) base: Slot,
    pub(super) dims: Vec<(i32, u32)>,
    pub(super) count: u32,
    pub(super) shape: Shape,
}

impl Lower {
    pub(super) fn components(&mut self) {
        let book = self.book.clone();
        for (at, component) in book.components.iter().enumerate() {
            let dims: Vec<(i32, u32)> = component.axes.iter().map(|axis| self.axis(axis)).collect();
            let starts = self.fixed_starts(component);
            let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
            let first = self.program.layout.pieces.len() as u32;
            if first.saturating_add(count) as usize > Set::MOST {
                let (name, span) = (component.name.clone(), component.span);
                self.error(
                    "E1006",
                    span,
                    format!("with `{name}` there are more than {} sorts of things", Set::MOST),
                    "make its kind or an index smaller",
                );
                self.components.push(ComponentData { first: 0, dims, count: 0, starts });
                continue;
            }
            self.components.push(ComponentData { first, dims: dims.clone(), count, starts });
            for index in 0..count {
                let values = split(index, &dims);
                let copies = self.copies(component, values.first().map_or(0, |&member| member as u32));
                let figure = component.figure.then(|| self.word());
                let piece = Piece { component: at as u32, index, copies, figure };
                self.program.layout.pieces.push(piece);
                let (name, print) = self.piece_name(component, &values);
                self.legend.pieces.push(name);
                self.legend.prints.push(print);
            }
        }
    }

    fn word(&mut self) -> Slot {
        self.game_words(1)
    }

    pub(super) fn game_words(&mut self, count: u32) -> Slot {
        let slot = self.next_word;
        self.next_word = self.next_word.saturating_add(count).min(super::MOST_WORDS + 1);
        slot
    }

    /// First value and size of an index.
    pub(super) fn axis(&mut self, axis: &Axis) -> (i32, u32) {
        match axis {
            Axis::Kind(kind) => (0, self.kinds[kind.index()].size),
            Axis::Numbers(low, high) => {
                let (first, last) = (self.constant(low), self.constant(high));
                if last < first || last - first > 4096 {
                    self.error(
                        "E1007",
                        low.span.to(high.span),
                        format!("`{first}..{last}` is no range of an index"),
                        "from a smaller number to a larger one, at most 4096 values",
                    );
                    return (first, 1);
                }
                (first, (last - first) as u32 + 1)
            }
        }
    }

    /// How many there are; of a kind's prints of the member `index`.
    fn copies(&mut self, component: &ir::Component, index: u32) -> Option<u32> {
        let book = self.book.clone();
        let (count, span) = match &component.copies {
            Copies::Unlimited => return None,
            Copies::Each(count) => (self.constant(count), count.span),
            Copies::Column => {
                let kind = component.kind.expect("only cards have a column of copies");
                let Some(&(owner, index)) = self.kinds[kind.index()].leaves.get(index as usize) else {
                    return Some(0);
                };
                let ir::KindBody::Members(families) = &book.kinds[owner as usize].body else {
                    return Some(1);
                };
                let at = self.kinds[owner as usize].families.partition_point(|&first| first <= index) - 1;
                let Some(count) = &families[at].copies else { return Some(1) };
                let first = self.kinds[owner as usize].families[at];
                let params = split(index - first, &self.kinds[owner as usize].dims[at]);
                (self.within(Scope::constants(&params), |lower| lower.constant(count)), count.span)
            }
        };
        if !(0..=1_000_000).contains(&count) {
            self.error("E1008", span, format!("there cannot be {count} copies"), "from 0 to 1000000");
            return Some(0);
        }
        Some(count as u32)
    }

    /// The name of a thing by its indexes; of a kind's print with further indexes also what it is a print of.
    fn piece_name(&self, component: &ir::Component, values: &[i32]) -> (MemberName, Option<Print>) {
        let member = |kind: ir::KindId, at: i32| &self.legend.kinds[kind.index()].members[at.max(0) as usize];
        let (own, further) = match component.kind {
            Some(kind) => (member(kind, values[0]).clone(), 1),
            None => (MemberName { notation: component.name.clone(), title: component.title.clone() }, 0),
        };
        let indexes: Vec<(Option<ir::KindId>, i32)> = component.axes[further..]
            .iter()
            .zip(&values[further..])
            .map(|(axis, &value)| (if let Axis::Kind(kind) = axis { Some(*kind) } else { None }, value))
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
                _ => format!("{title} {}", name.title),
            };
            notations.push(name.notation);
        }
        let notation = format!("{}[{}]", own.notation, notations.join(", "));
        let further = indexes.iter().map(|&(kind, value)| (kind.map(|kind| kind.0), value)).collect();
        let print = component.kind.map(|_| Print { of: own, further });
        (MemberName { notation, title }, print)
    }

    pub(super) fn places(&mut self) {
        let book = self.book.clone();
        for (at, place) in book.places.iter().enumerate() {
            let dims: Vec<(i32, u32)> = place.axes.iter().map(|axis| self.axis(axis)).collect();
            let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
            let first = self.program.layout.cells.len() as u32;
            let mut offsets = vec![None; self.program.layout.pieces.len()];
            let mut order = Vec::new();
            let mut holds = Set::EMPTY;
            for component in &place.holds {
                let data = &self.components[component.index()];
                for piece in data.first..data.first + data.count {
                    holds = holds.with(piece as i32);
                    if self.program.layout.pieces[piece as usize].figure.is_none() && offsets[piece as usize].is_none()
                    {
                        offsets[piece as usize] = Some(order.len() as u16);
                        order.push(piece);
                    }
                }
            }
            let kept = self.kept(place, at, holds);
            let words = order.len() as u32 + kept.map_or(0, Kept::words);
            if u64::from(count) * u64::from(words.max(1)) > u64::from(super::MOST_WORDS) {
                let (name, span) = (place.name.clone(), place.span);
                self.error(
                    "E1002",
                    span,
                    format!("`{name}` would be {count} places with {words} numbers each; that is too much"),
                    "make an index smaller",
                );
                self.places.push(PlaceData { first, dims, count: 0 });
                continue;
            }
            for index in 0..count {
                let base = self.game_words(words);
                self.program.layout.cells.push(Cell { family: at as u32, index, base });
            }
            self.program.layout.families.push(Family {
                place: at as u32,
                first,
                count,
                offsets,
                holds,
                order,
                limits: Vec::new(),
                kept,
                sight: Sight::default(),
            });
            self.places.push(PlaceData { first, dims, count });
        }
    }

    /// All sorts of things of these components.
    pub(super) fn pieces_of(&self, components: &[ComponentId]) -> Set {
        components.iter().fold(Set::EMPTY, |set, id| {
            let data = &self.components[id.index()];
            (data.first..data.first + data.count).fold(set, |set, piece| set.with(piece as i32))
        })
    }

    /// The first state: things in their start places, tracks and memory at their first values.
    pub(super) fn start_state(&mut self) {
        self.program.start = vec![0; self.program.layout.words as usize];
        let book = self.book.clone();
        for (at, component) in book.components.iter().enumerate() {
            for index in 0..self.components[at].count {
                self.start_piece(component, at, index);
            }
        }
        for (at, track) in book.tracks.iter().enumerate() {
            let data = self.tracks[at].clone();
            self.start_values(&data, &track.start);
        }
        for (at, memory) in book.memory.iter().enumerate() {
            let data = self.memory[at].clone();
            self.start_values(&data, &memory.start);
        }
    }

    /// The places where a piece starts.
    pub(super) fn start_cells(&self, piece: u32) -> Vec<u32> {
        let info = &self.program.layout.pieces[piece as usize];
        let data = &self.components[info.component as usize];
        let values = split(info.index, &data.dims);
        let places = &self.book.components[info.component as usize].start.places;
        let start = |(start, fixed): (&ir::StartPlace, &Vec<Option<i32>>)| {
            let target = &self.places[start.place.index()];
            let mut at = 0;
            for ((axis, fixed), &(first, size)) in start.axes.iter().zip(fixed).zip(&target.dims) {
                let value = match (axis, fixed) {
                    (ir::StartIndex::Of(axis), None) => values[*axis as usize],
                    (_, fixed) => (*fixed)?,
                };
                let value = u32::try_from(value - first).ok().filter(|&value| value < size)?;
                at = at * size + value;
            }
            (at < target.count).then_some(target.first + at)
        };
        places.iter().zip(&data.starts).filter_map(start).collect()
    }

    /// The indexes of start places that are written out.
    fn fixed_starts(&mut self, component: &ir::Component) -> Vec<Vec<Option<i32>>> {
        let places = component.start.places.iter();
        let one = |axis: &ir::StartIndex, lower: &mut Self| match axis {
            ir::StartIndex::Of(_) => None,
            ir::StartIndex::At(at) => Some(lower.constant(at)),
        };
        places.map(|start| start.axes.iter().map(|axis| one(axis, self)).collect()).collect()
    }

    fn start_piece(&mut self, component: &ir::Component, at: usize, index: u32) {
        let piece = self.components[at].first + index;
        let cells = self.start_cells(piece);
        if cells.len() < component.start.places.len() {
            let message = format!("`{}` cannot start in a place with other indexes", component.name);
            self.error(
                "E1009",
                component.span,
                message,
                "name a place with the same indexes as the component, or one without",
            );
            return;
        }
        let info = &self.program.layout.pieces[piece as usize];
        match (info.figure, info.copies) {
            (Some(slot), _) => {
                self.program.start[slot as usize] = cells.first().map_or(NONE, |&cell| cell as i32);
                cells.first().into_iter().for_each(|&cell| self.start_in_row(cell, piece, 1));
            }
            (None, copies) => {
                let total = copies.map_or(i32::MAX / 2, |n| n as i32);
                let share = total / cells.len().max(1) as i32;
                for cell in cells {
                    self.start_in_row(cell, piece, share);
                    let cell = &self.program.layout.cells[cell as usize];
                    let family = &self.program.layout.families[cell.family as usize];
                    let Some(offset) = family.offsets[piece as usize] else {
                        continue;
                    };
                    self.program.start[(cell.base + u32::from(offset)) as usize] += share;
                }
            }
        }
    }
}

impl Lower {
    /// The order that a place keeps. A shuffled place keeps it only where a rule moves something to an end of it.
    fn kept(&mut self, place: &ir::Place, at: usize, holds: Set) -> Option<Kept> {
        let how = match place.order {
            ir::Order::Heap => return None,
            ir::Order::Row => Keep::Row,
            ir::Order::Stack => Keep::Stack,
            ir::Order::Shuffled if self.has_ends(at) => Keep::Shuffled,
            ir::Order::Shuffled => return None,
        };
        let pieces = &self.program.layout.pieces;
        let copies = |piece: i32| {
            let piece = &pieces[piece as usize];
            if piece.figure.is_some() { Some(u32::from(how == Keep::Row)) } else { piece.copies }
        };
        let room = holds.iter().map(copies).try_fold(0u32, |room, copies| Some(room.saturating_add(copies?)));
        let Some(room) = room else {
            let message = format!("`{}` keeps order, but may hold things without end", place.name);
            self.error("E1035", place.span, message, "say how many there are in the box");
            return None;
        };
        Some(Kept { how, room: room.min(super::MOST_WORDS) })
    }

    /// Whether a rule moves something to the top or the bottom of a place.
    fn has_ends(&self, place: usize) -> bool {
        let mut found = false;
        for rule in &self.book.rules {
            ir::visit::statements(&rule.body, &mut |stmt| {
                if let ir::StmtKind::Move { to, end: Some(_), .. } = &stmt.kind {
                    found |= matches!(&to.kind, ir::ExprKind::Cell(id, _) if id.index() == place);
                }
            });
        }
        found
    }

    /// Things that start in a row lie there in the order of the components.
    fn start_in_row(&mut self, cell: u32, piece: u32, count: i32) {
        let layout = &self.program.layout;
        let cell = &layout.cells[cell as usize];
        let family = &layout.families[cell.family as usize];
        let Some(Kept { how: Keep::Row, room }) = family.kept else { return };
        let first = (cell.base + family.order.len() as u32) as usize;
        let row = &mut self.program.start[first..first + room as usize];
        for word in row.iter_mut().filter(|word| **word == 0).take(count.max(0) as usize) {
            *word = Entry::new(piece as i32).0;
        }
    }
}

/// The indexes of the `at`-th of several, the last varies fastest.
pub(super) fn split(at: u32, dims: &[(i32, u32)]) -> Vec<i32> {
    let mut rest = at;
    let mut values: Vec<i32> = dims
        .iter()
        .rev()
        .map(|&(first, size)| {
            let value = first + (rest % size) as i32;
            rest /= size;
            value
        })
        .collect();
    values.reverse();
    values
}
