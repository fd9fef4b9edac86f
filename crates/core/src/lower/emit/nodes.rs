//! Constructors of stores, queries and notations.

use super::Emit;
use crate::code::{Arith, Expr, ExprId, NONE, Notation, Query, QueryId, Slot, Store, ValueShape};

impl Emit {
    /// True if the minimum number of things to choose is known to be at most `many`.
    pub(in crate::lower) fn is_enough(&self, least: ExprId, many: i32) -> bool {
        let known = match self.program.exprs[least.index()] {
            Expr::Arith(Arith::Min, known, _) => known,
            _ => least,
        };
        self.constant_of(known).is_some_and(|known| known <= many)
    }

    pub(in crate::lower) fn store(&mut self, base: Slot, index: Option<ExprId>, count: u32, shape: ValueShape) -> u32 {
        self.program.stores.push(Store { base, index, count, shape });
        self.program.stores.len() as u32 - 1
    }

    pub(in crate::lower) fn query_node(&mut self, query: Query) -> QueryId {
        self.program.queries.push(query);
        QueryId(self.program.queries.len() as u32 - 1)
    }

    pub(in crate::lower) fn constant_words(&self, id: ExprId, shape: ValueShape) -> Option<Vec<i32>> {
        let mut words = vec![0; shape.width() as usize];
        match (self.program.exprs[id.index()], shape) {
            (Expr::Const(value), ValueShape::Word) => words[0] = value,
            (Expr::SetConst(at), ValueShape::Set(_)) => self.program.sets[at as usize].to_words(&mut words),
            (Expr::Empty, _) => {}
            (Expr::List { first, count }, ValueShape::List { .. }) => {
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

    /// The number of a notation in the legend; equal notations share one.
    pub(in crate::lower) fn notation(&mut self, notation: Notation) -> u32 {
        let known = self.legend.types.iter().position(|known| *known == notation);
        known.unwrap_or_else(|| {
            self.legend.types.push(notation);
            self.legend.types.len() - 1
        }) as u32
    }
}
