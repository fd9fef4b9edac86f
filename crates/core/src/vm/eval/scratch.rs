//! Scratch memory of the evaluator: registers, stacks, budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::code::{ExprId, Pc, Program, Set};
use crate::vm::fault::kind::{Failed, Fault, FaultKind, Res};
use crate::vm::state::bits::Bits;
use crate::vm::state::cells::CellWords;

/// Maximum number of words on a stack. Rules that make longer lists fault.
pub(in crate::vm) const MOST_STACK_WORDS: usize = 1 << 20;

/// Number of steps between two looks at the interrupt flag: less than a millisecond.
const LOOK_EACH: u64 = 1 << 12;

/// Registers and stacks. They do not outlive an operation or an evaluation, except registers that a caller has set.
#[derive(Debug)]
pub(in crate::vm) struct Scratch {
    /// Names inside expressions.
    pub(in crate::vm) regs: Vec<i32>,
    /// Stack of lists and bags under evaluation. A function that pushes also truncates.
    pub(in crate::vm) stack: Vec<i32>,
    /// Stack of results before sorting, and of arguments before binding. A function that pushes also truncates.
    pub(in crate::vm) rows: Vec<i32>,
    /// Permutation of the rows during a sort.
    pub(in crate::vm) order: Vec<u32>,
    /// Multiplicity of the current option.
    pub(in crate::vm) weight: u32,
    /// Remaining steps of the budget. Set them with [`Scratch::give_steps`].
    pub(in crate::vm) steps: u64,
    /// The interrupt flag is read when no more steps than this remain.
    look_at: u64,
    /// The flag that interrupts a run.
    pub(in crate::vm) interrupt: Option<Arc<AtomicBool>>,
    /// True if the flag has interrupted the present call.
    pub(in crate::vm) interrupted: bool,
    /// The operation that runs.
    pub(in crate::vm) pc: Pc,
    /// The last fault.
    pub(in crate::vm) fault: Fault,
    /// The layout of the places.
    pub(in crate::vm) cells: CellWords,
    /// The recorder of fine-grained reads.
    pub(in crate::vm) bits: Bits,
    /// Number of the current evaluation. The state does not change during one.
    pub(in crate::vm) evaluation: u64,
    /// For each column, the last scan with constant operands.
    pub(super) matched: Vec<Matched>,
}

/// The cached result of a [`crate::code::Expr::Matching`] with constant operands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matched {
    /// The number of its evaluation; 0: none.
    pub(in crate::vm) evaluation: u64,
    /// Its operands: index, value, among.
    pub(in crate::vm) asked: [ExprId; 3],
    pub(in crate::vm) members: Set,
}

impl Scratch {
    pub(in crate::vm) fn new(p: &Program) -> Self {
        Self {
            regs: vec![0; p.layout.regs as usize],
            stack: Vec::new(),
            rows: Vec::new(),
            order: Vec::new(),
            weight: 1,
            steps: 0,
            look_at: 0,
            interrupt: None,
            interrupted: false,
            pc: Pc(0),
            fault: Fault { kind: FaultKind::Steps, pc: Pc(0), expr: None, full: None },
            cells: CellWords::new(p),
            bits: Bits::default(),
            evaluation: 0,
            matched: vec![Matched { evaluation: 0, asked: [ExprId(0); 3], members: Set::EMPTY }; p.columns.len()],
        }
    }

    /// Discards unfinished evaluations.
    #[inline]
    pub(in crate::vm) fn clear(&mut self) {
        self.stack.clear();
        self.rows.clear();
    }

    /// Records a fault.
    #[cold]
    #[inline(never)]
    pub(in crate::vm) fn fail<T>(&mut self, kind: FaultKind, expr: Option<ExprId>) -> Res<T> {
        self.fault = Fault { kind, pc: self.pc, expr, full: None };
        Err(Failed)
    }

    /// Records that a place would exceed a limit.
    #[cold]
    #[inline(never)]
    pub(in crate::vm) fn overfill<T>(&mut self, place: i32, limit: ExprId) -> Res<T> {
        self.fault = Fault { kind: FaultKind::Full, pc: self.pc, expr: Some(limit), full: Some(place) };
        Err(Failed)
    }

    /// Takes one step from the budget.
    #[inline]
    pub(in crate::vm) fn step(&mut self) -> Res<()> {
        if self.steps <= self.look_at {
            self.look()?;
        }
        self.steps -= 1;
        Ok(())
    }

    /// Sets the remaining steps. An interrupt flag is read at the next step.
    #[inline]
    pub(in crate::vm) fn give_steps(&mut self, steps: u64) {
        self.steps = steps;
        self.look_at = if self.interrupt.is_some() { steps } else { 0 };
    }

    /// Fails if no steps remain or the run is interrupted.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Res<()> {
        if self.steps == 0 {
            return self.fail(FaultKind::Steps, None);
        }
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.interrupted = true;
            return self.fail(FaultKind::Interrupted, None);
        }
        self.look_at = self.steps.saturating_sub(LOOK_EACH);
        Ok(())
    }

    /// Takes several steps from the budget.
    pub(in crate::vm) fn spend(&mut self, steps: u64) -> Res<()> {
        self.steps = self.steps.saturating_sub(steps);
        self.step()
    }

    /// Copies words of the stack to registers, padded with 0.
    pub(super) fn stack_to_regs(&mut self, from: usize, reg: usize, width: usize) {
        let len = width.min(self.stack.len() - from);
        self.regs[reg..reg + len].copy_from_slice(&self.stack[from..from + len]);
        self.regs[reg + len..reg + width].fill(0);
    }
}
