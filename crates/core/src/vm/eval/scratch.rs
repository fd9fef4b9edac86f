//! Scratch memory of the evaluator: registers, stacks, budgets.

use crate::code::{ExprId, Pc, Program, Set};
use crate::vm::fault::kind::{Failed, Fault, FaultKind, Res};
use crate::vm::state::bits::Bits;
use crate::vm::state::cells::CellWords;

/// The most words a stack may hold: rules that make longer lists fault.
pub(in crate::vm) const MOST_WORDS: usize = 1 << 20;

/// Registers and stacks. Nothing in it outlives an operation or an evaluation, except registers that a caller has set.
#[derive(Debug)]
pub(in crate::vm) struct Scratch {
    /// Names inside expressions.
    pub(in crate::vm) regs: Vec<i32>,
    /// Lists and bags being worked out. Whoever pushes truncates.
    pub(in crate::vm) stack: Vec<i32>,
    /// Results of queries before they are sorted, arguments before they are bound. Whoever pushes truncates.
    pub(in crate::vm) rows: Vec<i32>,
    /// The order of rows while they are sorted.
    pub(in crate::vm) order: Vec<u32>,
    /// Multiplicity of the option being worked out.
    pub(in crate::vm) weight: u32,
    /// What is left of the budget.
    pub(in crate::vm) steps: u64,
    /// The operation that runs.
    pub(in crate::vm) pc: Pc,
    /// The last fault.
    pub(in crate::vm) fault: Fault,
    /// Where things lie.
    pub(in crate::vm) cells: CellWords,
    /// Members of sets that are looked for.
    pub(in crate::vm) bits: Bits,
    /// Which evaluation is under way: within one, the state stays as it is.
    pub(in crate::vm) evaluation: u64,
    /// For each column what was asked of all its members last.
    pub(super) matched: Vec<Matched>,
}

/// What [`crate::code::Expr::Matching`] came to, where nothing of what it asks has a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matched {
    /// When; 0: never.
    pub(in crate::vm) evaluation: u64,
    /// What was asked: index, value, among which.
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
            pc: Pc(0),
            fault: Fault { kind: FaultKind::Steps, pc: Pc(0), expr: None },
            cells: CellWords::new(p),
            bits: Bits::default(),
            evaluation: 0,
            matched: vec![Matched { evaluation: 0, asked: [ExprId(0); 3], members: Set::EMPTY }; p.columns.len()],
        }
    }

    /// Forgets everything half done.
    #[inline]
    pub(in crate::vm) fn clear(&mut self) {
        self.stack.clear();
        self.rows.clear();
    }

    /// Notes a fault.
    #[cold]
    #[inline(never)]
    pub(in crate::vm) fn fail<T>(&mut self, kind: FaultKind, expr: Option<ExprId>) -> Res<T> {
        self.fault = Fault { kind, pc: self.pc, expr };
        Err(Failed)
    }

    /// One step of the budget.
    #[inline]
    pub(in crate::vm) fn step(&mut self) -> Res<()> {
        if self.steps == 0 {
            return self.fail(FaultKind::Steps, None);
        }
        self.steps -= 1;
        Ok(())
    }

    /// Several steps of the budget.
    pub(in crate::vm) fn spend(&mut self, steps: u64) -> Res<()> {
        self.steps = self.steps.saturating_sub(steps);
        self.step()
    }

    /// Copies words of the stack into registers; those without a word become 0.
    pub(super) fn stack_to_regs(&mut self, from: usize, reg: usize, width: usize) {
        let len = width.min(self.stack.len() - from);
        self.regs[reg..reg + len].copy_from_slice(&self.stack[from..from + len]);
        self.regs[reg + len..reg + width].fill(0);
    }
}
