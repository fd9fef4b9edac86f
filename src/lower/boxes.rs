//! Things, places, tracks and memory: their numbers, words and first values.

use crate::code::{
    AxisNames, Cell, Expr, ExprId, Family, Limit, MemberName, NONE, Notation, Piece, PlaceNames, Reg, SeenBy, Set,
    Shape, Slot, Variable,
};
use crate::ir::{self, Axis, ComponentId, Copies, LocalId, Seer};

use super::Lower;
use super::scope::{Home, Scope};

/// A component for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct ComponentData {
    /// Its first piece.
    pub(super) first: u32,
    /// Sizes of its indexes.
    pub(super) dims: Vec<u32>,
    /// How many sorts.
    pub(super) count: u32,
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
            let dims: Vec<u32> = match component.kind {
                Some(kind) => vec![self.kinds[kind.index()].size],
                None => component.axes.iter().map(|axis| self.axis(axis).1).collect(),
            };
            let count = dims.iter().fold(1u32, |n, &d| n.saturating_mul(d));
            let first = self.program.layout.pieces.len() as u32;
            if (first + count) as usize > Set::MOST {
                let (name, span) = (component.name.clone(), component.span);
                self.error(
                    "E1006",
                    span,
                    format!("with `{name}` there are more than {} sorts of things", Set::MOST),
                );
                self.components.push(ComponentData {
                    first: 0,
                    dims,
                    count: 0,
                });
                continue;
            }
            self.components.push(ComponentData { first, dims, count });
            for index in 0..count {
                let copies = self.copies(component, index);
                let figure = component.figure.then(|| self.word());
                let piece = Piece {
                    component: at as u32,
                    index,
                    copies,
                    figure,
                };
                self.program.layout.pieces.push(piece);
                let name = self.piece_name(component, index);
                self.legend.pieces.push(name);
            }
        }
    }

    fn word(&mut self) -> Slot {
        self.game_words(1)
    }

    fn game_words(&mut self, count: u32) -> Slot {
        let slot = self.next_word;
        self.next_word = self.next_word.saturating_add(count).min(super::MOST_WORDS + 1);
        slot
    }

    /// First value and size of an index.
    fn axis(&mut self, axis: &Axis) -> (i32, u32) {
        match axis {
            Axis::Kind(kind) => (0, self.kinds[kind.index()].size),
            Axis::Numbers(low, high) => {
                let (first, last) = (self.constant(low), self.constant(high));
                if last < first || last - first > 4096 {
                    self.error(
                        "E1007",
                        low.span.to(high.span),
                        format!("`{first}..{last}` is no range of an index"),
                    )
                    .help = Some("from a smaller number to a larger one, at most 4096 values".into());
                    return (first, 1);
                }
                (first, (last - first) as u32 + 1)
            }
        }
    }

    fn copies(&mut self, component: &ir::Component, index: u32) -> Option<u32> {
        let book = self.book.clone();
        let (count, span) = match &component.copies {
            Copies::Unlimited => return None,
            Copies::Each(count) => (self.constant(count), count.span),
            Copies::Column => {
                let kind = component.kind.expect("only cards have a column of copies");
                let ir::KindBody::Members(families) = &book.kinds[kind.index()].body else {
                    return Some(1);
                };
                let at = self.kinds[kind.index()]
                    .families
                    .partition_point(|&first| first <= index)
                    - 1;
                match &families[at].copies {
                    Some(count) => (self.constant(count), count.span),
                    None => return Some(1),
                }
            }
        };
        if !(0..=1_000_000).contains(&count) {
            self.error("E1008", span, format!("there cannot be {count} copies"))
                .help = Some("from 0 to 1000000".into());
            return Some(0);
        }
        Some(count as u32)
    }

    fn piece_name(&self, component: &ir::Component, index: u32) -> MemberName {
        if let Some(kind) = component.kind {
            return self.legend.kinds[kind.index()].members[index as usize].clone();
        }
        let mut rest = index;
        let mut names = Vec::new();
        for axis in component.axes.iter().rev() {
            let Axis::Kind(kind) = axis else { continue };
            let size = self.kinds[kind.index()].size.max(1);
            names.push((kind, &self.legend.kinds[kind.index()].members[(rest % size) as usize]));
            rest /= size;
        }
        names.reverse();
        let title = &component.title;
        let title = names.iter().fold(title.clone(), |title, (kind, name)| {
            if **kind == ir::PLAYER {
                format!("{}'s {title}", name.title)
            } else {
                format!("{title} {}", name.title)
            }
        });
        let notations: Vec<&str> = names.iter().map(|(_, name)| name.notation.as_str()).collect();
        let notation = if notations.is_empty() {
            component.name.clone()
        } else {
            format!("{}[{}]", component.name, notations.join(", "))
        };
        MemberName { notation, title }
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
            let words = order.len() as u32;
            if u64::from(count) * u64::from(words.max(1)) > u64::from(super::MOST_WORDS) {
                let (name, span) = (place.name.clone(), place.span);
                self.error(
                    "E1002",
                    span,
                    format!("`{name}` would be {count} places with {words} numbers each; that is too much"),
                )
                .help = Some("make an index smaller".into());
                self.places.push(PlaceData { first, dims, count: 0 });
                continue;
            }
            for index in 0..count {
                let base = self.game_words(words);
                self.program.layout.cells.push(Cell {
                    family: at as u32,
                    index,
                    base,
                });
            }
            self.program.layout.families.push(Family {
                place: at as u32,
                first,
                count,
                offsets,
                holds,
                order,
                limits: Vec::new(),
            });
            self.places.push(PlaceData { first, dims, count });
        }
    }

    pub(super) fn variables(&mut self) {
        let book = self.book.clone();
        for track in &book.tracks {
            let data = self.variable(&track.axes, Shape::Word);
            self.tracks.push(data);
        }
        for memory in &book.memory {
            let shape = self.shape(&memory.ty);
            let data = self.variable(&memory.axes, shape);
            self.memory.push(data);
        }
    }

    fn variable(&mut self, axes: &[Axis], shape: Shape) -> VariableData {
        let dims: Vec<(i32, u32)> = axes.iter().map(|axis| self.axis(axis)).collect();
        let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
        let base = self.game_words(count.saturating_mul(shape.width()));
        VariableData {
            base,
            dims,
            count,
            shape,
        }
    }

    pub(super) fn defines(&mut self) {
        let book = self.book.clone();
        for define in &book.defines {
            let mut params = Vec::new();
            let mut scope = Scope::of(&define.locals);
            for at in 0..define.params {
                let shape = self.shape(&define.locals[at as usize].ty);
                let reg = self.reg(shape.width());
                params.push((reg, shape));
                scope.set(LocalId(at), Home::Reg(reg, shape));
            }
            let body = self.within(scope, |lower| lower.expr(&define.value));
            self.program.funs.push(crate::code::Fun {
                name: define.name.clone(),
                params,
                body,
            });
        }
    }

    /// The value of a define without parameters.
    pub(super) fn define_body(&mut self, define: &ir::Define) -> ExprId {
        self.within(Scope::of(&define.locals), |lower| lower.expr(&define.value))
    }

    pub(super) fn within<T>(&mut self, scope: Scope, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope, scope);
        let value = f(self);
        self.scope = outer;
        value
    }

    /// Limits and visibility of places and memory: expressions over their indexes.
    pub(super) fn place_conditions(&mut self) {
        let book = self.book.clone();
        for (at, place) in book.places.iter().enumerate() {
            let (scope, index_regs) = self.index_scope(&place.axes);
            let dims = self.places[at].dims.iter().map(|d| d.1).collect::<Vec<_>>();
            let all = self.program.layout.families.get(at).map_or(Set::EMPTY, |f| f.holds);
            let (limits, seers) = self.within(scope, |lower| {
                let limits: Vec<Limit> = place
                    .limits
                    .iter()
                    .map(|l| lower.limit(l, all, index_regs, &dims))
                    .collect();
                (limits, place.seen.iter().map(|seer| lower.seer(seer)).collect())
            });
            if let Some(family) = self.program.layout.families.get_mut(at) {
                family.limits = limits;
            }
            let unlimited = book.components.iter().any(|c| {
                matches!(c.copies, Copies::Unlimited) && c.start.places.iter().any(|start| start.index() == at)
            });
            let axes = self.axis_names(&place.axes, at);
            self.legend.places.push(PlaceNames {
                name: place.name.clone(),
                axes,
                seers,
                index_regs,
                unlimited,
            });
        }
        self.name_variables();
    }

    fn index_scope(&mut self, axes: &[Axis]) -> (Scope, Reg) {
        let first = self.reg(axes.len() as u32);
        let mut scope = Scope::default();
        for at in 0..axes.len() {
            scope.set(LocalId(at as u32), Home::Reg(first + at as u16, Shape::Word));
        }
        (scope, first)
    }

    fn limit(&mut self, limit: &ir::PlaceLimit, all: Set, index_regs: Reg, dims: &[u32]) -> Limit {
        let pieces = if limit.of.is_empty() {
            all
        } else {
            self.pieces_of(&limit.of)
        };
        Limit {
            pieces,
            most: self.expr(&limit.most),
            index_regs,
            dims: dims.to_vec(),
            span: limit.span,
        }
    }

    /// All sorts of things of these components.
    pub(super) fn pieces_of(&self, components: &[ComponentId]) -> Set {
        components.iter().fold(Set::EMPTY, |set, id| {
            let data = &self.components[id.index()];
            (data.first..data.first + data.count).fold(set, |set, piece| set.with(piece as i32))
        })
    }

    fn seer(&mut self, seer: &Seer) -> SeenBy {
        match seer {
            Seer::All(when) => SeenBy {
                who: None,
                one: false,
                when: when.as_ref().map(|w| self.expr(w)),
            },
            Seer::Player(who, when) => SeenBy {
                one: !matches!(who.ty, ir::Type::Set(_)),
                who: Some(self.expr(who)),
                when: when.as_ref().map(|w| self.expr(w)),
            },
        }
    }

    fn axis_names(&mut self, axes: &[Axis], place: usize) -> Vec<AxisNames> {
        let dims = self.places[place].dims.clone();
        self.names_of_axes(axes, &dims)
    }

    fn names_of_axes(&mut self, axes: &[Axis], dims: &[(i32, u32)]) -> Vec<AxisNames> {
        let names = axes.iter().zip(dims).map(|(axis, &(first, count))| {
            let notation = match axis {
                Axis::Kind(kind) => Notation::Member(kind.0),
                Axis::Numbers(..) => Notation::Number,
            };
            (notation, first, count)
        });
        let names: Vec<_> = names.collect();
        names
            .into_iter()
            .map(|(notation, first, count)| AxisNames {
                notation: self.notation(notation),
                first,
                count,
            })
            .collect()
    }

    fn name_variables(&mut self) {
        let book = self.book.clone();
        for (at, track) in book.tracks.iter().enumerate() {
            let data = self.tracks[at].clone();
            let axes = self.names_of_axes(&track.axes, &data.dims);
            let notation = self.notation(Notation::Number);
            let seers = vec![SeenBy {
                who: None,
                one: false,
                when: None,
            }];
            let (base, shape) = (data.base, data.shape);
            self.legend.tracks.push(Variable {
                name: track.name.clone(),
                axes,
                base,
                shape,
                notation,
                seers,
                index_regs: 0,
            });
        }
        for (at, memory) in book.memory.iter().enumerate() {
            let data = self.memory[at].clone();
            let axes = self.names_of_axes(&memory.axes, &data.dims);
            let notation = self.notation_of(&memory.ty);
            let (scope, index_regs) = self.index_scope(&memory.axes);
            let seers = self.within(scope, |lower| memory.seen.iter().map(|seer| lower.seer(seer)).collect());
            let (base, shape) = (data.base, data.shape);
            self.legend.memory.push(Variable {
                name: memory.name.clone(),
                axes,
                base,
                shape,
                notation,
                seers,
                index_regs,
            });
        }
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
        let start = |place: &ir::PlaceId| -> Option<u32> {
            let target = &self.places[place.index()];
            if target.dims.is_empty() {
                Some(target.first)
            } else if target.count == data.count {
                Some(target.first + info.index)
            } else if target.dims.len() < data.dims.len() && data.count.is_multiple_of(target.count.max(1)) {
                Some(target.first + info.index / (data.count / target.count.max(1)))
            } else {
                None
            }
        };
        self.book.components[info.component as usize]
            .start
            .places
            .iter()
            .filter_map(start)
            .collect()
    }

    fn start_piece(&mut self, component: &ir::Component, at: usize, index: u32) {
        let piece = self.components[at].first + index;
        let cells = self.start_cells(piece);
        if cells.len() < component.start.places.len() {
            let message = format!("`{}` cannot start in a place with other indexes", component.name);
            self.error("E1009", component.span, message);
            return;
        }
        let info = &self.program.layout.pieces[piece as usize];
        match (info.figure, info.copies) {
            (Some(slot), _) => self.program.start[slot as usize] = cells.first().map_or(NONE, |&cell| cell as i32),
            (None, copies) => {
                let total = copies.map_or(i32::MAX / 2, |n| n as i32);
                let share = total / cells.len().max(1) as i32;
                for cell in cells {
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

    fn start_values(&mut self, data: &VariableData, start: &ir::Expr) {
        let width = data.shape.width();
        for index in 0..data.count {
            let params = split(index, &data.dims);
            let id = self.within(Scope::constants(&params), |lower| lower.expr(start));
            let at = (data.base + index * width) as usize;
            match self.constant_words(id, data.shape) {
                Some(words) => self.program.start[at..at + words.len()].copy_from_slice(&words),
                None => {
                    self.error(
                        "E1004",
                        start.span,
                        "a first value must be known before the game begins",
                    )
                    .help = Some("use numbers, members, settings, `{..}`, `[..]`".into());
                }
            }
        }
    }

    fn constant_words(&self, id: ExprId, shape: Shape) -> Option<Vec<i32>> {
        let mut words = vec![0; shape.width() as usize];
        match (self.program.exprs[id.index()], shape) {
            (Expr::Const(value), Shape::Word) => words[0] = value,
            (Expr::SetConst(at), Shape::Set(_)) => self.program.sets[at as usize].to_words(&mut words),
            (Expr::Empty, _) => {}
            (Expr::List { first, count }, Shape::List { .. }) => {
                words[0] = i32::from(count);
                let items = &self.program.lists[first as usize..first as usize + usize::from(count)];
                for (at, item) in items.iter().enumerate() {
                    *words.get_mut(at + 1)? = self.constant_of(*item)?;
                }
            }
            _ => return None,
        }
        Some(words)
    }

    /// The number of a way of writing values.
    pub(super) fn notation(&mut self, notation: Notation) -> u32 {
        let known = self.legend.types.iter().position(|known| *known == notation);
        known.unwrap_or_else(|| {
            self.legend.types.push(notation);
            self.legend.types.len() - 1
        }) as u32
    }

    /// How values of a type are written.
    pub(super) fn notation_of(&mut self, ty: &ir::Type) -> u32 {
        use ir::Type;
        let notation = match ty {
            Type::YesNo => Notation::YesNo,
            Type::Member(kind) => Notation::Member(kind.0),
            Type::Thing(_) => Notation::Piece,
            Type::Place => Notation::Cell,
            Type::Option(inner) => return self.notation_of(inner),
            Type::Set(inner) => Notation::Set(self.notation_of(inner)),
            Type::List(inner) => Notation::List(self.notation_of(inner), self.shape(inner)),
            Type::Bag(_) => Notation::Bag,
            _ => Notation::Number,
        };
        self.notation(notation)
    }
}

/// The indexes of the `at`-th of several, the last varies fastest.
fn split(at: u32, dims: &[(i32, u32)]) -> Vec<i32> {
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
