//! The interpreter loop of play, lookahead and `at once` menus, which differ only in the stop conditions.

use super::effects::events::Event;
use super::effects::store::Each;
use super::fault::kind::Res;
use super::halt::{Halt, HaltAt};
use super::machine::Machine;
use crate::code::{DEPTH, Op, PC, Pc, Program};

impl Machine {
    /// Runs operations until a stop condition holds. After a fault the state stays at the operation that failed.
    pub(super) fn advance(&mut self, p: &Program, s: &mut [i32], until: HaltAt) -> Res<Halt> {
        self.advance_while(p, s, until, &mut |_| true)
    }

    /// Runs to the next stop; `note` is called with each operation before it runs.
    #[inline]
    pub(super) fn advance_recording<F>(&mut self, p: &Program, s: &mut [i32], until: HaltAt, note: &mut F) -> Res<Halt>
    where
        F: FnMut(u32),
    {
        self.advance_while(p, s, until, &mut |pc| {
            note(pc);
            true
        })
    }

    /// Runs to the first operation from which on nothing can fail.
    pub(super) fn advance_while_can_fail(&mut self, p: &Program, s: &mut [i32], until: HaltAt) -> Res<Halt> {
        self.advance_while(p, s, until, &mut |pc| p.can_fail_from[pc as usize])
    }

    /// Runs a single operation. Returns [`Halt::Exit`] if no other stop condition holds.
    pub(super) fn advance_one(&mut self, p: &Program, s: &mut [i32], until: HaltAt) -> Res<Halt> {
        let mut first = true;
        self.advance_while(p, s, until, &mut |_| std::mem::take(&mut first))
    }

    /// Runs while `goes` returns true before each operation.
    #[inline]
    fn advance_while<F>(&mut self, p: &Program, s: &mut [i32], until: HaltAt, goes: &mut F) -> Res<Halt>
    where
        F: FnMut(u32) -> bool,
    {
        let mut pc = s[PC] as u32;
        let halt = self.go(p, s, until, &mut pc, goes);
        s[PC] = pc as i32;
        halt
    }

    #[inline]
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    fn go<F>(&mut self, p: &Program, s: &mut [i32], until: HaltAt, pc: &mut u32, goes: &mut F) -> Res<Halt>
    where
        F: FnMut(u32) -> bool,
    {
        loop {
            if *pc == until.exit.0 || !goes(*pc) {
                return Ok(Halt::Exit);
            }
            self.m.pc = Pc(*pc);
            self.m.step()?;
            let op = p.ops[*pc as usize];
            let next = *pc + 1;
            *pc = match op {
                Op::Set { slot, value } => {
                    s[slot as usize] = self.eval(p, s).hot_word(value)?;
                    next
                }
                Op::Fill { base, count, word } => {
                    match count {
                        1 => s[base as usize] = word,
                        _ => s[base as usize..][..count as usize].fill(word),
                    }
                    next
                }
                Op::Jump(to) => to.0,
                Op::UnlessLogged(to) => {
                    if self.watch.records() {
                        next
                    } else {
                        to.0
                    }
                }
                Op::Unless { holds, to } => {
                    let holds = self.eval(p, s).hot_holds(holds)?;
                    if holds { next } else { to.0 }
                }
                Op::Call { entry, ret } => {
                    s[ret as usize] = next as i32;
                    entry.0
                }
                Op::Return { ret, base, count } => {
                    let back = s[ret as usize] as u32;
                    s[base as usize..][..count as usize].fill(0);
                    back
                }
                Op::Begin => {
                    s[DEPTH] = s[DEPTH].saturating_add(1);
                    next
                }
                Op::End => {
                    s[DEPTH] = s[DEPTH].saturating_sub(1);
                    if s[DEPTH] <= until.level {
                        *pc = next;
                        return Ok(Halt::Level);
                    }
                    next
                }
                Op::Leave { slot, menu } => {
                    s[DEPTH] = s[slot as usize];
                    if s[DEPTH] <= until.level || menu && until.level > HaltAt::ASK.level {
                        *pc = next;
                        return Ok(Halt::Level);
                    }
                    next
                }
                Op::Probe { otherwise, menu } => {
                    s[PC] = *pc as i32;
                    if self.probe(p, s, menu)? { next } else { otherwise.0 }
                }
                Op::Can { slot, after, menu, .. } => {
                    s[PC] = *pc as i32;
                    s[slot as usize] = i32::from(self.probe(p, s, menu)?);
                    after.0
                }
                Op::EachNext { list, stride, room, first, count, exit } => {
                    let stores = &p.stores[usize::from(first)..][..usize::from(count)];
                    if self.each_next(p, s, &Each::new(list, stride, room), stores)? { next } else { exit.0 }
                }
                Op::Store { store, value } => {
                    self.store(p, s, &p.stores[store as usize], value)?;
                    next
                }
                Op::EachStart { query, list, stride, room } => {
                    self.each_start(p, s, query, &Each::new(list, stride, room))?;
                    next
                }
                Op::Move(code) => {
                    self.do_move(p, s, &p.moves[code as usize])?;
                    next
                }
                Op::Enter(rule) => {
                    self.watch.ran(Pc(*pc));
                    self.watch.happened(Event::Entered(rule), self.m.pc);
                    next
                }
                // These only write the log.
                Op::Say(_) | Op::Answered if !self.watch.records() => next,
                Op::Ask(ask) => return Ok(Halt::Ask(ask)),
                Op::Over => return Ok(Halt::Over),
                _ => {
                    self.effect(p, s, op)?;
                    next
                }
            };
        }
    }
}
