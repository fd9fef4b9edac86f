//! Tracks, memory and defines; conditions and names over the indexes of places and variables.

use super::Declaring;
use crate::code::{AxisNames, Fun, Notation, PlaceLimit, PlaceNames, Reg, SeenBy, Seers, Set, ValueShape, Variable};
use crate::ir::{Axis, Copies, LocalId};
use crate::lower::boxes::VariableData;
use crate::lower::exprs::scope::{Home, LocalHomes};

/// Maximum number of elements for which a list gets words.
const MOST_ROOM: i32 = 8000;

impl Declaring<'_> {
    pub(super) fn variables(&mut self) {
        for track in &self.book.tracks {
            let data = self.variable(&track.axes, ValueShape::Word);
            self.boxes.tracks.push(data);
        }
        for memory in &self.book.memory {
            let shape = match (&memory.room, self.boxes.shape(&memory.ty)) {
                (Some(room), ValueShape::List { element, .. }) => {
                    let room = self.exprs().constant(room).clamp(1, MOST_ROOM);
                    ValueShape::List { width: (1 + room * i32::from(element)).min(i32::from(u16::MAX)) as u16, element }
                }
                (_, shape) => shape,
            };
            let data = self.variable(&memory.axes, shape);
            self.boxes.memory.push(data);
        }
    }

    fn variable(&mut self, axes: &[Axis], shape: ValueShape) -> VariableData {
        let dims: Vec<(i32, u32)> = axes.iter().map(|axis| self.axis(axis)).collect();
        let count = dims.iter().fold(1u32, |n, d| n.saturating_mul(d.1));
        let base = self.game_words(count.saturating_mul(shape.width()));
        VariableData { base, dims, count, shape }
    }

    pub(in crate::lower) fn defines(&mut self) {
        for define in &self.book.defines {
            let mut params = Vec::new();
            let mut scope = LocalHomes::of(&define.locals);
            for at in 0..define.params {
                let shape = self.boxes.shape(&define.locals[at as usize].ty);
                let reg = self.emit.reg(shape.width());
                params.push((reg, shape));
                scope.set(LocalId(at), Home::Reg(reg, shape));
                self.exprs().note_member(reg, &define.locals[at as usize].ty);
            }
            let body = self.exprs().within(scope, |lower| lower.expr(&define.value));
            self.emit.program.funs.push(Fun { name: define.name.clone(), params, body });
        }
    }

    /// Lowers the limits and the visibility of places and memory: expressions over their indexes.
    pub(super) fn place_conditions(&mut self) {
        for (at, place) in self.book.places.iter().enumerate() {
            let (scope, index_regs) = self.index_scope(&place.axes);
            let dims = self.boxes.places[at].dims.clone();
            let all = self.emit.program.layout.families.get(at).map_or(Set::EMPTY, |f| f.holds);
            let (limits, seers): (Vec<PlaceLimit>, _) = self.exprs().within(scope, |lower| {
                let limits = place.limits.iter().flat_map(|l| lower.limit(l, all, index_regs, &dims)).collect();
                (limits, place.seen.iter().map(|seer| lower.seer(seer)).collect())
            });
            let seers: Vec<SeenBy> = seers;
            if let Some(family) = self.emit.program.layout.families.get_mut(at) {
                family.limits = limits;
                family.sight = Seers { seers: seers.clone(), index_regs, dims: self.boxes.places[at].dims.clone() };
            }
            let unlimited = self.book.components.iter().any(|c| {
                matches!(c.copies, Copies::Unlimited) && c.start.places.iter().any(|start| start.place.index() == at)
            });
            let axes = self.axis_names(&place.axes, at);
            self.emit.legend.places.push(PlaceNames { name: place.name.clone(), axes, seers, index_regs, unlimited });
        }
        self.name_variables();
    }

    fn index_scope(&mut self, axes: &[Axis]) -> (LocalHomes, Reg) {
        let first = self.emit.reg(axes.len() as u32);
        let mut scope = LocalHomes::default();
        for at in 0..axes.len() {
            scope.set(LocalId(at as u32), Home::Reg(first + at as u16, ValueShape::Word));
        }
        (scope, first)
    }

    fn axis_names(&mut self, axes: &[Axis], place: usize) -> Vec<AxisNames> {
        let dims = self.boxes.places[place].dims.clone();
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
            .map(|(notation, first, count)| AxisNames { notation: self.emit.notation(notation), first, count })
            .collect()
    }

    fn name_variables(&mut self) {
        for (at, track) in self.book.tracks.iter().enumerate() {
            let data = self.boxes.tracks[at].clone();
            let axes = self.names_of_axes(&track.axes, &data.dims);
            let notation = self.emit.notation(Notation::Number);
            let seers = vec![SeenBy { who: None, one: false, when: None }];
            let (base, shape) = (data.base, data.shape);
            self.emit.legend.tracks.push(Variable {
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
        for (at, memory) in self.book.memory.iter().enumerate() {
            let data = self.boxes.memory[at].clone();
            let axes = self.names_of_axes(&memory.axes, &data.dims);
            let notation = self.exprs().notation_of(&memory.ty);
            let (scope, index_regs) = self.index_scope(&memory.axes);
            let range = memory.range.as_ref().map(|(low, high)| (self.exprs().expr(low), self.exprs().expr(high)));
            let seers = self.exprs().within(scope, |lower| memory.seen.iter().map(|seer| lower.seer(seer)).collect());
            let (base, shape) = (data.base, data.shape);
            self.emit.legend.memory.push(Variable {
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
}
