//! Tracks, memory, defines; conditions and names over the indexes of places and variables.

use crate::code::{
    AxisNames, Expr, ExprId, Fun, Limit, NONE, Notation, PlaceNames, Reg, SeenBy, Set, Shape, Sight, Slot, Variable,
};
use crate::ir::{self, Axis, Copies, LocalId, Seer};

use super::Lower;
use super::boxes::{VariableData, split};
use super::scope::{Home, Scope};

impl Lower {
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
        VariableData { base, dims, count, shape }
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
                self.note_member(reg, &define.locals[at as usize].ty);
            }
            let body = self.within(scope, |lower| lower.expr(&define.value));
            self.program.funs.push(Fun { name: define.name.clone(), params, body });
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
            let dims = self.places[at].dims.clone();
            let all = self.program.layout.families.get(at).map_or(Set::EMPTY, |f| f.holds);
            let (limits, seers): (Vec<Limit>, _) = self.within(scope, |lower| {
                let limits = place.limits.iter().flat_map(|l| lower.limit(l, all, index_regs, &dims)).collect();
                (limits, place.seen.iter().map(|seer| lower.seer(seer)).collect())
            });
            let seers: Vec<SeenBy> = seers;
            if let Some(family) = self.program.layout.families.get_mut(at) {
                family.limits = limits;
                family.sight = Sight { seers: seers.clone(), index_regs, dims: self.places[at].dims.clone() };
            }
            let unlimited = book.components.iter().any(|c| {
                matches!(c.copies, Copies::Unlimited) && c.start.places.iter().any(|start| start.place.index() == at)
            });
            let axes = self.axis_names(&place.axes, at);
            self.legend.places.push(PlaceNames { name: place.name.clone(), axes, seers, index_regs, unlimited });
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

    fn limit(&mut self, limit: &ir::PlaceLimit, all: Set, index_regs: Reg, dims: &[(i32, u32)]) -> Vec<Limit> {
        let of = |pieces: Set, most: ExprId| Limit { pieces, most, index_regs, dims: dims.to_vec(), span: limit.span };
        let (ir::Type::Amounts(kind), [component]) = (&limit.most.ty, limit.of.as_slice()) else {
            let pieces = if limit.of.is_empty() { all } else { self.pieces_of(&limit.of) };
            return vec![of(pieces, self.expr(&limit.most))];
        };
        let first = self.components[component.index()].first as i32;
        let limits = (0..self.kinds[kind.index()].size as i32).map(|member| {
            let at = self.konst(member, limit.span);
            of(Set::EMPTY.with(first + member), self.amount(&limit.most, at, limit.span))
        });
        limits.collect()
    }

    pub(super) fn seer(&mut self, seer: &Seer) -> SeenBy {
        match seer {
            Seer::All(when) => SeenBy { who: None, one: false, when: when.as_ref().map(|w| self.expr(w)) },
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
            .map(|(notation, first, count)| AxisNames { notation: self.notation(notation), first, count })
            .collect()
    }

    fn name_variables(&mut self) {
        let book = self.book.clone();
        for (at, track) in book.tracks.iter().enumerate() {
            let data = self.tracks[at].clone();
            let axes = self.names_of_axes(&track.axes, &data.dims);
            let notation = self.notation(Notation::Number);
            let seers = vec![SeenBy { who: None, one: false, when: None }];
            let (base, shape) = (data.base, data.shape);
            self.legend.tracks.push(Variable {
                name: track.name.clone(),
                axes,
                base,
                shape,
                notation,
                range: None,
                seers,
                index_regs: 0,
            });
        }
        for (at, memory) in book.memory.iter().enumerate() {
            let data = self.memory[at].clone();
            let axes = self.names_of_axes(&memory.axes, &data.dims);
            let notation = self.notation_of(&memory.ty);
            let (scope, index_regs) = self.index_scope(&memory.axes);
            let range = memory.range.as_ref().map(|(low, high)| (self.expr(low), self.expr(high)));
            let seers = self.within(scope, |lower| memory.seen.iter().map(|seer| lower.seer(seer)).collect());
            let (base, shape) = (data.base, data.shape);
            self.legend.memory.push(Variable {
                name: memory.name.clone(),
                axes,
                base,
                shape,
                notation,
                range,
                seers,
                index_regs,
            });
        }
    }

    pub(super) fn start_values(&mut self, data: &VariableData, start: &ir::Expr) {
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
                        "use numbers, members, settings, `{..}`, `[..]`",
                    );
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
                let items = &self.program.lists[first as usize..first as usize + usize::from(count)];
                let items: Option<Vec<i32>> = items.iter().map(|item| self.constant_of(*item)).collect();
                let kept: Vec<i32> = items?.into_iter().filter(|&item| item != NONE).collect();
                words[0] = kept.len() as i32;
                words.get_mut(1..=kept.len())?.copy_from_slice(&kept);
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
            Type::Amounts(kind) => Notation::Amounts(kind.0),
            _ => Notation::Number,
        };
        self.notation(notation)
    }
}

impl Lower {
    /// Words of tracks that no step brings below 0, as long as no transaction is open.
    pub(super) fn floors(&mut self) -> Vec<(Slot, u32)> {
        let book = self.book.clone();
        let mut floors = Vec::new();
        for (at, track) in book.tracks.iter().enumerate() {
            let low = track.low.as_ref().map(|low| self.constant(low));
            if low.is_some_and(|low| low >= 0) && !matches!(track.past_bottom, ir::Past::Do(_)) {
                floors.push((self.tracks[at].base, self.tracks[at].count));
            }
        }
        floors
    }
}
