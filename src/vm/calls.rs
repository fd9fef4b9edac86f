//! Values of defines that stay the same for a while: as long as what they are worked out from does not change.

use super::eval::Eval;
use super::fault::Res;
use crate::code::{ExprId, Set, Shape};

/// Arguments up to this one are remembered.
const MOST: i32 = 1024;

/// What is remembered; kept for its memory.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) on: bool,
    /// The defines that may be remembered.
    steady: Vec<bool>,
    /// For each define and argument: when it was worked out, and the value.
    sets: Vec<Vec<(u32, Set)>>,
    now: u32,
    /// For each define and argument: in which evaluation it was worked out, and the value as a word.
    words: Vec<Vec<(u64, i32)>>,
    /// The number of the evaluation. While it goes on no state changes.
    evaluation: u64,
}

impl Calls {
    /// An evaluation begins: the state may be another.
    #[inline]
    pub(super) fn evaluate(&mut self) {
        self.evaluation += 1;
    }

    /// From now on these defines do not change.
    pub(super) fn begin(&mut self, steady: &[bool]) {
        self.steady.clear();
        self.steady.extend_from_slice(steady);
        self.sets.resize(steady.len(), Vec::new());
        self.on = true;
        match self.now.checked_add(1) {
            Some(now) => self.now = now,
            None => {
                self.sets.iter_mut().for_each(Vec::clear);
                self.now = 1;
            }
        }
    }

    /// Where the word of a define and an argument is remembered.
    #[inline]
    fn known(&mut self, fun: usize, arg: i32) -> Option<&mut (u64, i32)> {
        self.words.get_mut(fun)?.get_mut(arg as u32 as usize)
    }

    /// Remembers the first word of a define and an argument.
    #[cold]
    fn make_room(&mut self, fun: usize, arg: i32, word: (u64, i32)) {
        if (0..MOST).contains(&arg) {
            let (defines, arg) = (self.words.len().max(fun + 1), arg as usize);
            self.words.resize_with(defines, Vec::new);
            let known = &mut self.words[fun];
            known.resize(known.len().max(arg + 1), (0, 0));
            known[arg] = word;
        }
    }

    /// They may change again.
    pub(super) fn end(&mut self) {
        self.on = false;
    }
}

impl Eval<'_> {
    /// The value of a [`crate::code::Fun::dear`] define as a word.
    #[inline(never)]
    pub(super) fn remembered(&mut self, fun: u32, args: u32) -> Res<i32> {
        let (p, fun) = (self.p, fun as usize);
        let arg = match p.funs[fun].params[..] {
            [] => 0,
            _ => self.operand(p.lists[args as usize])?,
        };
        let now = self.m.calls.evaluation;
        if let Some(&mut (then, value)) = self.m.calls.known(fun, arg)
            && then == now
            && !self.m.bits.on
        {
            return Ok(value);
        }
        self.m.step()?;
        if let [(reg, _)] = p.funs[fun].params[..] {
            self.m.regs[usize::from(reg)] = arg;
        }
        let value = self.word(p.funs[fun].body)?;
        match self.m.calls.known(fun, arg) {
            Some(known) => *known = (now, value),
            None => self.m.calls.make_room(fun, arg, (now, value)),
        }
        Ok(value)
    }

    /// The value of a define as a set, remembered where it can be.
    #[inline(never)]
    pub(super) fn steady_set(&mut self, e: ExprId, fun: u32, args: u32) -> Res<Set> {
        let p = self.p;
        let arg = match p.funs[fun as usize].params[..] {
            _ if !self.m.calls.steady[fun as usize] => None,
            [] => Some(0),
            [(_, Shape::Word)] => Some(self.word(p.lists[args as usize])?).filter(|arg| (0..MOST).contains(arg)),
            _ => None,
        };
        let Some(arg) = arg else {
            let body = self.bind(e)?;
            return self.set(body);
        };
        let (fun, arg, now) = (fun as usize, arg as usize, self.m.calls.now);
        if let Some(&(then, set)) = self.m.calls.sets[fun].get(arg)
            && then == now
        {
            return Ok(set);
        }
        let body = self.bind(e)?;
        let set = self.set(body)?;
        let known = &mut self.m.calls.sets[fun];
        if known.len() <= arg {
            known.resize(arg + 1, (0, Set::EMPTY));
        }
        known[arg] = (now, set);
        Ok(set)
    }
}
