//! Expressions with a scope of their own, and notations of types.

use super::Exprs;
use super::scope::LocalHomes;
use crate::code::{ExprId, Notation, PlaceLimit, Reg, SeenBy, Set, Slot};
use crate::ir::{self, Seer};

impl Exprs<'_> {
    /// The value of a define without parameters.
    pub(in crate::lower) fn define_body(&mut self, define: &ir::Define) -> ExprId {
        self.within(LocalHomes::of(&define.locals), |lower| lower.expr(&define.value))
    }

    pub(in crate::lower) fn within<T>(&mut self, scope: LocalHomes, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(self.scope, scope);
        let value = f(self);
        *self.scope = outer;
        value
    }

    pub(in crate::lower) fn seer(&mut self, seer: &Seer) -> SeenBy {
        match seer {
            Seer::All(when) => SeenBy { who: None, one: false, when: when.as_ref().map(|w| self.expr(w)) },
            Seer::Player(who, when) => SeenBy {
                one: !matches!(who.ty, ir::Type::Set(_)),
                who: Some(self.expr(who)),
                when: when.as_ref().map(|w| self.expr(w)),
            },
        }
    }

    /// The notation for values of a type.
    pub(in crate::lower) fn notation_of(&mut self, ty: &ir::Type) -> u32 {
        use ir::Type;
        let notation = match ty {
            Type::YesNo => Notation::YesNo,
            Type::Member(kind) => Notation::Member(kind.0),
            Type::Thing(_) => Notation::Piece,
            Type::Place => Notation::Cell,
            Type::Option(inner) => return self.notation_of(inner),
            Type::Set(inner) => Notation::Set(self.notation_of(inner)),
            Type::List(inner) => Notation::List(self.notation_of(inner), self.boxes.shape(inner)),
            Type::Bag(_) => Notation::Bag,
            Type::Amounts(kind) => Notation::Amounts(kind.0),
            _ => Notation::Number,
        };
        self.emit.notation(notation)
    }

    /// Words of tracks that no step takes below 0 while no transaction is open.
    pub(in crate::lower) fn floors(&mut self) -> Vec<(Slot, u32)> {
        let book = &self.boxes.book;
        let mut floors = Vec::new();
        for (at, track) in book.tracks.iter().enumerate() {
            let low = track.low.as_ref().map(|low| self.constant(low));
            if low.is_some_and(|low| low >= 0) && !matches!(track.past_bottom, ir::Past::Do(_)) {
                floors.push((self.boxes.tracks[at].base, self.boxes.tracks[at].count));
            }
        }
        floors
    }

    /// The limits of a place: one, or one for each member if the limit is an amounts value.
    pub(in crate::lower) fn limit(
        &mut self,
        limit: &ir::PlaceLimit,
        all: Set,
        index_regs: Reg,
        dims: &[(i32, u32)],
    ) -> Vec<PlaceLimit> {
        let of =
            |pieces: Set, most: ExprId| PlaceLimit { pieces, most, index_regs, dims: dims.to_vec(), span: limit.span };
        let (ir::Type::Amounts(kind), [component]) = (&limit.most.ty, limit.of.as_slice()) else {
            let pieces = if limit.of.is_empty() { all } else { self.boxes.pieces_of(&limit.of) };
            return vec![of(pieces, self.expr(&limit.most))];
        };
        let first = self.boxes.components[component.index()].first as i32;
        let limits = (0..self.boxes.kinds[kind.index()].size as i32).map(|member| {
            let at = self.emit.konst(member, limit.span);
            of(Set::EMPTY.with(first + member), self.amount(&limit.most, at, limit.span))
        });
        limits.collect()
    }
}
