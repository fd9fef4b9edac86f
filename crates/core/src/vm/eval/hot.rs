//! Just-in-time compilation: the evaluations that may run as native code.
//!
//! Operations and queries evaluate hot expressions through these functions. If there is native code (feature `native`, see
//! `native`) and it returns a value, that is the result; otherwise the interpreter evaluates the expression.

use super::evaluator::Eval;
use crate::code::{ExprId, QueryId, Set};
use crate::vm::fault::kind::Res;

impl Eval<'_> {
    /// Evaluates a condition by native code if it is hot, else as [`Eval::holds`].
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

    /// Evaluates a word by native code if it is hot, else as [`Eval::operand`].
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

    /// Evaluates a set by native code if it is hot, else as [`Eval::members`].
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

    /// The members for which the filter of a query holds, if native code can test them all in one call.
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
