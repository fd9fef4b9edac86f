//! An assembler for tests.

use tavola::text::Span;
use tavola_core::code::{
    Arith, Arm, ArmKind, Ask, AskId, AskPart, Binder, Domain, Expr, ExprId, FIRST_FREE, Key, Layout, Op, Pc, Piece,
    PlaceCell, PlaceFamily, Program, Query, QueryId, Seers, Set, Slot, Store, ValueShape,
};
use tavola_core::vm::{Fault, Machine, Options, State, Waiting};

/// A program under construction.
#[derive(Default)]
pub(super) struct Asm {
    pub(super) p: Program,
}

/// An operand: a node, or a number.
pub(super) trait Operand {
    fn id(self, asm: &mut Asm) -> ExprId;
}

impl Operand for ExprId {
    fn id(self, _: &mut Asm) -> ExprId {
        self
    }
}

impl Operand for i32 {
    fn id(self, asm: &mut Asm) -> ExprId {
        asm.expr(Expr::Const(self))
    }
}

impl Operand for Expr {
    fn id(self, asm: &mut Asm) -> ExprId {
        asm.expr(self)
    }
}

impl Asm {
    /// A program with this number of state words after the fixed ones, and 32 registers.
    pub(super) fn new(words: usize) -> Self {
        let mut asm = Self::default();
        asm.p.layout = Layout { words: (FIRST_FREE + words) as u32, regs: 32, players: 3, ..Layout::default() };
        asm.p.start = vec![0; FIRST_FREE + words];
        asm
    }

    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        self.p.exprs.push(expr);
        self.p.expr_spans.push(Span::NONE);
        ExprId(self.p.exprs.len() as u32 - 1)
    }

    pub(super) fn arith(&mut self, how: Arith, a: impl Operand, b: impl Operand) -> ExprId {
        let (a, b) = (a.id(self), b.id(self));
        self.expr(Expr::Arith(how, a, b))
    }

    pub(super) fn and(&mut self, a: impl Operand, b: impl Operand) -> ExprId {
        let (a, b) = (a.id(self), b.id(self));
        self.expr(Expr::And(a, b))
    }

    pub(super) fn set(&mut self, members: &[i32]) -> ExprId {
        self.p.sets.push(members.iter().fold(Set::EMPTY, |set, &member| set.with(member)));
        let at = self.p.sets.len() as u32 - 1;
        self.expr(Expr::SetConst(at))
    }

    pub(super) fn list(&mut self, words: &[i32]) -> ExprId {
        let items: Vec<_> = words.iter().map(|&word| self.expr(Expr::Const(word))).collect();
        let first = self.lists(&items);
        let count = items.len() as u16;
        self.expr(Expr::List { first, count })
    }

    pub(super) fn lists(&mut self, items: &[ExprId]) -> u32 {
        self.p.lists.extend_from_slice(items);
        (self.p.lists.len() - items.len()) as u32
    }

    pub(super) fn range(&mut self, reg: u16, low: impl Operand, high: impl Operand) -> Binder {
        let domain = Domain::Range(low.id(self), high.id(self));
        Binder { reg, width: 1, domain }
    }

    pub(super) fn query(&mut self, binders: &[Binder], filter: Option<ExprId>, keys: &[(bool, ExprId)]) -> QueryId {
        self.p.queries.push(Query {
            binders: binders.to_vec(),
            filter,
            keys: keys.iter().map(|&(most, value)| Key { most, value }).collect(),
            ..Query::default()
        });
        QueryId(self.p.queries.len() as u32 - 1)
    }

    pub(super) fn store(&mut self, base: Slot, shape: ValueShape) -> u32 {
        self.p.stores.push(Store { base, index: None, count: 1, shape });
        self.p.stores.len() as u32 - 1
    }

    pub(super) fn op(&mut self, op: Op) -> Pc {
        self.p.ops.push(op);
        self.p.op_spans.push(Span::NONE);
        self.p.can_fail_from.push(true);
        Pc(self.p.ops.len() as u32 - 1)
    }

    /// The position of the next operation.
    pub(super) fn here(&self) -> Pc {
        Pc(self.p.ops.len() as u32)
    }

    pub(super) fn assign(&mut self, slot: Slot, value: impl Operand) -> Pc {
        let value = value.id(self);
        self.op(Op::Set { slot, value })
    }

    pub(super) fn require(&mut self, holds: impl Operand) -> Pc {
        let holds = holds.id(self);
        self.op(Op::Require { holds, why: None })
    }

    /// A question to a player or to chance. Returns its operation.
    pub(super) fn ask(&mut self, who: Option<i32>, search: bool, arms: Vec<Arm>) -> Pc {
        let who = who.map(|who| self.expr(Expr::Const(who)));
        self.p.asks.push(Ask {
            who,
            prompt: None,
            arms,
            search,
            necessary: None,
            part: AskPart::Whole,
            seen: None,
            at_once: None,
            span: Span::NONE,
        });
        self.op(Op::Ask(AskId(self.p.asks.len() as u32 - 1)))
    }

    /// A question for one word, answered into a slot. The program continues with the next operation.
    pub(super) fn choose(&mut self, who: Option<i32>, search: bool, query: QueryId, slot: Slot) -> Pc {
        let store = self.store(slot, ValueShape::Word);
        let arm = arm(Some(query), vec![store], Pc(self.here().0 + 1));
        self.ask(who, search, vec![arm])
    }

    /// Pieces with these numbers of copies, and places (one family) that may hold all of them. The words begin at `base`.
    pub(super) fn places(&mut self, copies: &[u32], count: u32, base: Slot) {
        let pieces = copies.len() as u32;
        let layout = &mut self.p.layout;
        layout.pieces = copies.iter().enumerate().map(|(index, &copies)| piece(index as u32, copies)).collect();
        layout.cells = (0..count).map(|index| PlaceCell { family: 0, index, base: base + index * pieces }).collect();
        layout.families = vec![PlaceFamily {
            place: 0,
            first: 0,
            count,
            offsets: (0..pieces as u16).map(Some).collect(),
            holds: Set::below(copies.len()),
            order: (0..pieces).collect(),
            limits: Vec::new(),
            stored_order: None,
            sight: Seers::default(),
        }];
    }

    /// The machine and the start state.
    pub(super) fn ready(&self) -> (Machine, State) {
        (Machine::new(&self.p), State::from_words(self.p.start.clone()))
    }

    /// The word of an expression in the start state.
    pub(super) fn word(&self, e: ExprId) -> i32 {
        let (mut machine, state) = self.ready();
        machine.word(&self.p, &state, e).unwrap()
    }

    /// The members of an expression in the start state.
    pub(super) fn members(&self, e: ExprId) -> Vec<i32> {
        let (mut machine, state) = self.ready();
        machine.set(&self.p, &state, e).unwrap().iter().collect()
    }

    /// The words of an expression in the start state.
    pub(super) fn words(&self, e: ExprId) -> Vec<i32> {
        let (mut machine, state) = self.ready();
        machine.words(&self.p, &state, e).unwrap()
    }

    /// The fault of an expression in the start state.
    pub(super) fn fault(&self, e: ExprId) -> Fault {
        let (mut machine, state) = self.ready();
        machine.word(&self.p, &state, e).unwrap_err()
    }
}

/// An arm.
pub(super) fn arm(query: Option<QueryId>, stores: Vec<u32>, goto: Pc) -> Arm {
    Arm {
        kind: ArmKind::Choice,
        label: None,
        when: None,
        query,
        stores,
        types: Vec::new(),
        goto,
        begins: false,
        sure: false,
        needs: None,
        span: Span::NONE,
    }
}

pub(super) fn piece(index: u32, copies: u32) -> Piece {
    Piece { component: 0, index, copies: Some(copies), figure: None }
}

/// The question that a state waits at.
pub(super) fn pending(machine: &mut Machine, p: &Program, state: &mut State) -> AskId {
    match machine.run(p, state).unwrap() {
        Waiting::Choice { ask, .. } | Waiting::Chance { ask } => ask,
        Waiting::Over => panic!("the game is over"),
    }
}

/// The options of the next question, with their weights.
pub(super) fn options(machine: &mut Machine, p: &Program, state: &mut State) -> Options {
    let ask = pending(machine, p, state);
    let mut out = Options::default();
    machine.options(p, state, ask, &mut out).unwrap();
    out
}

/// The last word of each option at the next question.
pub(super) fn offered(machine: &mut Machine, p: &Program, state: &mut State) -> Vec<i32> {
    options(machine, p, state).iter().map(|option| option[option.len() - 1]).collect()
}

/// Answers the next question with option number `at`.
pub(super) fn take(machine: &mut Machine, p: &Program, state: &mut State, at: usize) {
    let ask = pending(machine, p, state);
    let mut out = Options::default();
    machine.options(p, state, ask, &mut out).unwrap();
    machine.answer(p, state, ask, out.get(at)).unwrap();
}
