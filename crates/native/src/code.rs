//! Builder of a function: control flow, registers, calls of the host, merges of words.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AliasRegion, Block, InstBuilder, MemFlags, SigRef, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};

use crate::Set;
use crate::data::Data;
use crate::range::{ANY, Range, either, may_be_none};
use crate::run::{BAILED_OUT, FRAME_ASK, FRAME_REGS, FRAME_STEPS, PANICKED, Room, SET, WORD};

/// A word (SSA value) of a function under construction, with its value range.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    pub(crate) value: Value,
    pub(crate) range: Range,
}

impl Word {
    /// True if it may be none, by its range.
    pub fn may_be_none(self) -> bool {
        may_be_none(self.range)
    }

    /// Bounds of its value, both included.
    pub fn range(self) -> (i32, i32) {
        self.range
    }
}

/// A truth value of a function under construction.
#[derive(Clone, Copy, Debug)]
pub struct Truth(pub(crate) Value);

/// A jump target (basic block).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub(crate) Block);

/// A word that several branches assign ([`Code::put`]) before it is read.
#[derive(Debug)]
pub struct Merge {
    var: Variable,
    range: Option<Range>,
}

/// Builder of a function. Calls emit instructions in order.
///
/// A value may be used only in its own function and where its definition dominates the use. The verifier rejects other functions.
pub struct Code<'a> {
    pub(crate) f: FunctionBuilder<'a>,
    pub(crate) state: Value,
    pub(crate) frame: Value,
    pub(crate) room: Room,
    pub(crate) data: Vec<Data>,
    steps: Variable,
    sig: SigRef,
    leave: Block,
    pub(crate) fault: Block,
    /// True if the current block is unreachable.
    pub(crate) dead: bool,
}

impl<'a> Code<'a> {
    pub(crate) fn new(mut f: FunctionBuilder<'a>, sig: SigRef, room: Room) -> Self {
        let entry = f.create_block();
        f.append_block_params_for_function_params(entry);
        f.switch_to_block(entry);
        let [state, frame] = *f.block_params(entry) else { unreachable!("a function has two parameters") };
        let leave = f.create_block();
        f.set_cold_block(leave);
        let steps = f.declare_var(types::I64);
        let budget = f.ins().load(types::I64, of_frame(), frame, FRAME_STEPS);
        f.def_var(steps, budget);
        Self { f, state, frame, room, data: Vec::new(), steps, sig, leave, fault: leave, dead: false }
    }

    /// Ends the function with a bailout.
    pub(crate) fn finish(mut self) -> Vec<Data> {
        self.f.ins().jump(self.leave, &[]);
        self.f.switch_to_block(self.leave);
        let left = self.f.ins().iconst(types::I64, BAILED_OUT as i64);
        self.f.ins().return_(&[left]);
        self.f.seal_all_blocks();
        self.f.finalize();
        self.data
    }

    // ---- control flow

    /// A new jump target.
    pub fn label(&mut self) -> Label {
        Label(self.f.create_block())
    }

    /// A new jump target that is rarely reached.
    pub fn cold_label(&mut self) -> Label {
        let block = self.f.create_block();
        self.f.set_cold_block(block);
        Label(block)
    }

    /// Jumps to a label. Code up to the next [`Code::here`] is unreachable.
    pub fn goto(&mut self, to: Label) {
        self.jump(to.0);
        self.ended();
    }

    /// Jumps to a block, if the current block is reachable.
    pub(crate) fn jump(&mut self, to: Block) {
        let to = if self.dead { self.leave } else { to };
        self.f.ins().jump(to, &[]);
    }

    /// Ends the current block; the code that follows is unreachable.
    fn ended(&mut self) {
        let dead = self.f.create_block();
        self.f.switch_to_block(dead);
        self.dead = true;
    }

    /// Binds a label here. The current block falls through to it.
    pub fn here(&mut self, label: Label) {
        self.jump(label.0);
        self.f.switch_to_block(label.0);
        self.dead = false;
    }

    /// Branches to one of two labels.
    pub fn branch(&mut self, holds: Truth, yes: Label, no: Label) {
        match self.dead {
            true => self.jump(yes.0),
            false => _ = self.f.ins().brif(holds.0, yes.0, &[], no.0, &[]),
        }
        self.ended();
    }

    /// Jumps to a block unless the condition holds.
    pub(crate) fn unless(&mut self, holds: Value, to: Block) {
        let on = self.f.create_block();
        self.f.ins().brif(holds, on, &[], to, &[]);
        self.f.switch_to_block(on);
    }

    /// Sets the target of faults; at first a fault bails out. Returns the old target.
    pub fn faults_to(&mut self, to: Label) -> Label {
        Label(std::mem::replace(&mut self.fault, to.0))
    }

    /// The label that bails out: the function returns no value.
    pub fn leaving(&self) -> Label {
        Label(self.leave)
    }

    /// Faults unless the condition holds.
    pub fn require(&mut self, holds: Truth) {
        self.unless(holds.0, self.fault);
    }

    /// Bails out unless the condition holds.
    pub fn bail_out_unless(&mut self, holds: Truth) {
        self.unless(holds.0, self.leave);
    }

    /// Takes a step from the budget. It faults if none is left.
    pub fn step(&mut self) {
        let steps = self.f.use_var(self.steps);
        self.unless(steps, self.fault);
        let rest = self.f.ins().iadd_imm(steps, -1);
        self.f.def_var(self.steps, rest);
    }

    /// Returns a word from the function.
    pub fn give(&mut self, word: Word) {
        self.write_steps();
        let value = self.f.ins().uextend(types::I64, word.value);
        self.f.ins().return_(&[value]);
        self.ended();
    }

    pub(crate) fn write_steps(&mut self) {
        let steps = self.f.use_var(self.steps);
        self.f.ins().store(of_frame(), steps, self.frame, FRAME_STEPS);
    }

    // ---- calls of the host

    /// Calls the host for a word. It faults if the host has none.
    pub fn ask_word(&mut self, node: u32) -> Word {
        let value = self.ask(node, WORD);
        Word { value: self.f.ins().ireduce(types::I32, value), range: ANY }
    }

    /// Calls the host for a set. It faults if the host has none.
    pub fn ask_set(&mut self, node: u32) -> Set {
        self.ask(node, SET);
        self.read_frame_set()
    }

    fn ask(&mut self, node: u32, how: i64) -> Value {
        self.write_steps();
        let ask = self.f.ins().load(types::I64, of_frame(), self.frame, FRAME_ASK);
        let node = self.f.ins().iconst(types::I32, i64::from(node));
        let how = self.f.ins().iconst(types::I32, how);
        let call = self.f.ins().call_indirect(self.sig, ask, &[self.frame, node, how]);
        let answer = self.f.inst_results(call)[0];
        let steps = self.f.ins().load(types::I64, of_frame(), self.frame, FRAME_STEPS);
        self.f.def_var(self.steps, steps);
        let left = self.f.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, answer, BAILED_OUT as i64);
        let (faulted, on) = (self.f.create_block(), self.f.create_block());
        self.f.set_cold_block(faulted);
        self.f.ins().brif(left, faulted, &[], on, &[]);
        self.f.switch_to_block(faulted);
        let panicked = self.f.ins().icmp_imm(IntCC::UnsignedGreaterThanOrEqual, answer, PANICKED as i64);
        self.f.ins().brif(panicked, self.leave, &[], self.fault, &[]);
        self.f.switch_to_block(on);
        answer
    }

    /// Reads a register.
    pub fn reg(&mut self, reg: u16) -> Word {
        let (at, offset) = self.reg_at(reg, 1);
        Word { value: self.f.ins().load(types::I32, of_regs(), at, offset), range: ANY }
    }

    /// Writes a register.
    pub fn set_reg(&mut self, reg: u16, word: Word) {
        let (at, offset) = self.reg_at(reg, 1);
        self.f.ins().store(of_regs(), word.value, at, offset);
    }

    /// The address of registers: base and byte offset.
    pub(crate) fn reg_at(&mut self, reg: u16, count: u16) -> (Value, i32) {
        let end = usize::from(reg) + usize::from(count);
        assert!(end <= self.room.regs, "registers {reg}..{end} of {}", self.room.regs);
        (self.f.ins().load(types::I64, of_frame(), self.frame, FRAME_REGS), i32::from(reg) * 4)
    }

    // ---- merges of words

    /// A new merge of words.
    pub fn merge(&mut self) -> Merge {
        let var = self.f.declare_var(types::I32);
        let zero = self.f.ins().iconst(types::I32, 0);
        self.f.def_var(var, zero);
        Merge { var, range: None }
    }

    /// Assigns the merge in the current branch.
    pub fn put(&mut self, merge: &mut Merge, word: Word) {
        self.f.def_var(merge.var, word.value);
        merge.range = Some(merge.range.map_or(word.range, |range| either(range, word.range)));
    }

    /// The last assigned word; 0 if none was assigned. The merge ends.
    pub fn merged(&mut self, merge: Merge) -> Word {
        let range = either(merge.range.unwrap_or((0, 0)), (0, 0));
        Word { value: self.f.use_var(merge.var), range }
    }

    /// The last assigned word. The merge stays open.
    pub fn so_far(&mut self, merge: &Merge) -> Word {
        Word { value: self.f.use_var(merge.var), range: ANY }
    }
}

/// Memory flags of the frame.
pub(crate) fn of_frame() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx))
}

/// Memory flags of the registers.
pub(crate) fn of_regs() -> MemFlags {
    MemFlags::trusted().with_alias_region(Some(AliasRegion::Heap))
}

/// Memory flags of the slice, which is constant during a call.
pub(crate) fn of_state() -> MemFlags {
    MemFlags::trusted().with_readonly().with_alias_region(Some(AliasRegion::Table))
}

/// Memory flags of loads from the slice that are valid before any branch, so they may be moved.
pub(crate) fn steady() -> MemFlags {
    of_state().with_can_move()
}
