//! Just-in-time compilation: the calls that may be answered by native code.
//!
//! Expressions that are asked for again and again: where the machine asks for one, its machine code may answer
//! (with the feature `native`, see `native`); where there is none, or it does not know, the readers do.

use super::evaluator::Eval;
use crate::code::{ExprId, QueryId, Set};
use crate::vm::fault::kind::Res;

impl Eval<'_> {
    /// Whether a condition holds, by machine code if it is hot, else as [`Eval::holds`].
    #[inline]
    pub(in crate::vm) fn hot_holds(&mut self, e: ExprId) -> Res<bool> {
        #[cfg(feature = "native")]
        if let Some(native) = self.native
            && native.asks_for_word(e)
        {
            return Ok(self.native_word(native, e)? != 0);
        }
        self.holds(e)
    }

    /// A word, by machine code if it is hot, else as [`Eval::operand`].
    #[inline]
    pub(in crate::vm) fn hot_word(&mut self, e: ExprId) -> Res<i32> {
        #[cfg(feature = "native")]
        if let Some(native) = self.native
            && native.asks_for_word(e)
        {
            return self.native_word(native, e);
        }
        self.operand(e)
    }

    /// A set, by machine code if it is hot, else as [`Eval::members`].
    #[inline]
    pub(in crate::vm) fn hot_set(&mut self, e: ExprId) -> Res<Set> {
        #[cfg(feature = "native")]
        if let Some(native) = self.native
            && native.asks_for_set(e)
        {
            return self.native_set(native, e);
        }
        self.members(e)
    }

    /// Of the values of a name those for which the condition of its query holds, where that is known of all at one go.
    #[inline]
    pub(super) fn hot_filter(&mut self, query: QueryId, members: Set) -> Option<Set> {
        #[cfg(feature = "native")]
        if let Some(native) = self.native
            && self.p.queries[query.index()].filter.is_some()
        {
            return self.native_filter(native, query, members);
        }
        #[cfg(not(feature = "native"))]
        let _ = (query, members);
        None
    }
}
