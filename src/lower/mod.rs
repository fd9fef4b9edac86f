//! From what the rules mean to what the machine does, for one set-up.
//!
//! Settings and the number of players are folded here. Words of the state are dealt out once: things, tracks, memory,
//! then a frame for each rule. Since no rule can call itself, a rule's frame lies behind those of all its callers.

mod amounts;
mod asks;
mod at_once;
mod boards;
mod boxes;
mod build;
mod calls;
mod draws;
mod exprs;
mod families;
mod fields;
mod frames;
mod ground;
mod guards;
mod heaps;
mod held;
mod kinds;
mod lists;
mod loops;
mod members;
mod menus;
mod moves;
mod passes;
mod pieces;
mod plan;
mod probes;
mod reach;
mod relations;
mod scope;
mod sites;
mod stmts;
mod things;
mod together;
mod transactions;
mod tune;
mod variables;

use std::sync::Arc;

use crate::code::{FIRST_FREE, Legend, Op, Pc, Program, Reg, RuleCode, Secret, Shape, Slot};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::{self, Rulebook};
use crate::text::Span;

pub use ground::Ground;

use boards::BoardData;
use boxes::{ComponentData, PlaceData, VariableData};
use frames::{Frame, Frames};
use kinds::KindData;
use scope::Scope;

/// A state may have so many words (4 MiB); rules are untrusted input.
pub const MOST_WORDS: u32 = 1 << 20;

/// What was chosen for a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The players' names by seat.
    pub seats: Vec<String>,
    /// A value for every setting; words by their number in the setting's kind, `yes` is 1.
    pub settings: Vec<i64>,
}

/// A program and its names.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// For the machine.
    pub program: Program,
    /// For people.
    pub legend: Legend,
}

/// The pass: everything that is known while lowering.
#[derive(Clone)]
struct Lower {
    book: Arc<Rulebook>,
    choices: Arc<Choices>,
    program: Program,
    legend: Legend,
    findings: Vec<Diagnostic>,
    kinds: Vec<KindData>,
    boards: Vec<BoardData>,
    components: Vec<ComponentData>,
    places: Vec<PlaceData>,
    tracks: Vec<VariableData>,
    memory: Vec<VariableData>,
    /// Homes of the local names in sight.
    scope: Scope,
    next_reg: u32,
    /// Registers of names that are members of a kind, and how many members it has.
    members: Vec<(Reg, u32)>,
    next_word: u32,
    first_frame: Slot,
    frames: Frames,
    /// Calls whose targets are known when all code is there; whether the conditions of the rule hold already.
    calls: Vec<(Pc, ir::RuleId, bool)>,
    /// What is noted for [`plan`].
    extent_notes: plan::Notes,
    /// The rule that is being lowered.
    rule: Option<ir::RuleId>,
    /// The innermost `together` block being lowered.
    part: Option<together::Part>,
    /// Names of this rule that tell something about hidden things.
    holding: Vec<held::Holding>,
    /// The same of sheets that a menu asks for: alive while their rule runs.
    held_by_rule: Vec<(usize, ir::RuleId)>,
    /// The secret answers in whose branches we are.
    secrets: Vec<Secret>,
    /// Loops until all pass.
    passes: passes::Passes,
    /// Rules that are left from inside rules that they call: `end NAME`.
    left_from_below: Vec<ir::RuleId>,
    /// Where transactions are counted.
    transactions: transactions::Transactions,
    /// Loops around the statement being lowered, innermost last.
    loops: Vec<loops::Loop>,
    /// Extents opened in this rule around the statement being lowered.
    extents: u32,
    span: Span,
}

impl Lower {
    fn new(book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Self {
        Self {
            book: Arc::clone(book),
            choices: Arc::clone(choices),
            program: Program::default(),
            legend: Legend::default(),
            findings: Vec::new(),
            kinds: Vec::new(),
            boards: Vec::new(),
            components: Vec::new(),
            places: Vec::new(),
            tracks: Vec::new(),
            memory: Vec::new(),
            scope: Scope::default(),
            next_reg: 0,
            members: Vec::new(),
            next_word: FIRST_FREE as u32,
            first_frame: 0,
            frames: Frames::default(),
            calls: Vec::new(),
            extent_notes: plan::Notes::default(),
            rule: None,
            part: None,
            holding: Vec::new(),
            held_by_rule: Vec::new(),
            secrets: Vec::new(),
            passes: passes::Passes::default(),
            left_from_below: Vec::new(),
            transactions: transactions::Transactions::default(),
            loops: Vec::new(),
            extents: 0,
            span: Span::NONE,
        }
    }

    /// Reports an error of the rules, and what to do about it.
    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let clause = self.book.clauses_at(span).first().cloned();
        let finding = Diagnostic::error(code, span, message).help(help).clause(clause);
        // A cell of a row with parameters is worked out for each member: one mistake is one finding.
        if !self.findings.iter().any(|told| (told.code, told.span) == (code, span)) {
            self.findings.push(finding);
        }
    }

    /// Everything that lies in the box, and the defines.
    fn boxes(&mut self) {
        self.program.layout.players = self.choices.seats.len() as u32;
        self.kinds();
        self.boards();
        self.name_kinds();
        self.components();
        self.places();
        self.variables();
        self.defines();
        self.place_conditions();
        self.first_frame = self.next_word;
    }

    /// The code: a call of the whole run, then every rule that it can reach.
    fn rules(&mut self, play: ir::RuleId) {
        let order = frames::order(&self.book, play);
        self.frames.begin(&self.book);
        self.left_from_below = frames::left_from_below(&self.book);
        let main = self.op(Op::Over, Span::NONE);
        self.op(Op::Over, Span::NONE);
        for &rule in &order {
            self.rule_code(rule);
        }
        self.frames.order = order;
        self.resolve_calls();
        self.resolve_held();
        let frame = self.frames.of(play);
        self.program.ops[main.index()] = Op::Call { entry: frame.entry, ret: frame.base };
    }

    fn finish(&mut self, play: ir::RuleId) {
        let words = self.frames.end().max(self.first_frame);
        if words > MOST_WORDS {
            let message = format!("a position would have {words} numbers; at most {MOST_WORDS} are possible");
            let (span, help) = match self.largest() {
                Some((name, numbers, span)) if u64::from(numbers) * 4 > u64::from(words) => {
                    (span, format!("`{name}` alone has {numbers}: make its indexes smaller"))
                }
                _ => (self.book.rules[play.index()].span, "make a kind, a range or a list smaller".into()),
            };
            self.error("E1002", span, message, help);
            return;
        }
        self.program.layout.words = words;
        self.program.layout.frames = self.first_frame;
        self.program.layout.transactions = self.transactions.word();
        self.program.layout.regs = self.next_reg;
        self.start_state();
        self.conditions();
        self.reach(play);
        self.program.layout.regs = self.next_reg;
    }

    /// The track or variable with the most numbers.
    fn largest(&self) -> Option<(String, u32, Span)> {
        let tracks = self.book.tracks.iter().map(|track| (&track.name, track.span)).zip(&self.tracks);
        let memory = self.book.memory.iter().map(|memory| (&memory.name, memory.span)).zip(&self.memory);
        let sized = tracks
            .chain(memory)
            .map(|((name, span), data)| (name.clone(), data.count.saturating_mul(data.shape.width()), span));
        sized.max_by_key(|(_, numbers, _)| *numbers)
    }

    /// Invariants and the ranking.
    fn conditions(&mut self) {
        let book = self.book.clone();
        for invariant in &book.always {
            let value = self.define_body(&invariant.holds);
            let which = self.program.always.len() as u32;
            self.program.always.push((invariant.what.clone(), value));
            if self.reads_hidden(&invariant.holds.value) {
                let far = relations::distance(&invariant.holds.value);
                let far = self.within(Scope::of(&invariant.holds.locals), |lower| lower.expr(&far));
                self.program.related.push((which, far));
            }
        }
        let mut ranking = |id: crate::ir::DefineId| {
            let list = self.program.lists.len() as u32;
            self.push(crate::code::Expr::Call { fun: id.0, args: list }, book.defines[id.index()].span)
        };
        let winner = book.winner.as_ref().map(|winner| (ranking(winner.ranks), winner.behind.map(&mut ranking)));
        self.program.winner = winner.map(|(ranks, _)| ranks);
        self.program.behind = winner.and_then(|(_, behind)| behind);
    }

    /// New registers.
    fn reg(&mut self, width: u32) -> Reg {
        let reg = self.next_reg;
        self.next_reg += width;
        if self.next_reg > u32::from(u16::MAX) {
            let span = self.span;
            if !any_error(&self.findings) {
                self.error(
                    "E1003",
                    span,
                    "the rules have more names inside expressions than the machine has registers",
                    "make rules of the largest expressions",
                );
            }
            self.next_reg = 0;
            return 0;
        }
        reg as Reg
    }

    fn op(&mut self, op: Op, span: Span) -> Pc {
        self.program.ops.push(op);
        self.program.op_spans.push(span);
        Pc(self.program.ops.len() as u32 - 1)
    }

    /// Where the next operation will be.
    fn here(&self) -> Pc {
        Pc(self.program.ops.len() as u32)
    }

    /// Lets an operation that was emitted with a placeholder go on here.
    fn land(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.program.ops[at.index()] {
            Op::Jump(to)
            | Op::Tell(to)
            | Op::Unless { to, .. }
            | Op::Probe { otherwise: to, .. }
            | Op::Can { behind: to, .. }
            | Op::EachNext { exit: to, .. } => *to = here,
            other => unreachable!("only jumps can land, not {other:?}"),
        }
    }

    fn rule_code(&mut self, id: ir::RuleId) {
        let book = self.book.clone();
        let rule = &book.rules[id.index()];
        self.rule = Some(id);
        self.scope = Scope::of(&rule.locals);
        self.loops.clear();
        self.passes.enter_rule();
        self.transactions.inside = false;
        self.extents = 0;
        let base = self.frames.of(id).base;
        let entry = self.here();
        self.frames.open(base);
        let number = self.program.rules.len() as u32;
        self.op(Op::Enter(number), rule.span);
        let ret = self.frames.word();
        debug_assert_eq!(ret, base, "the return address is the first word of a frame");
        for at in 0..rule.params {
            let shape = self.shape(&rule.locals[at as usize].ty);
            let slot = self.frames.words(shape.width());
            self.scope.set(ir::LocalId(at), scope::Home::Slot(slot, shape));
        }
        self.bind_remembered(id);
        self.keep_depth(id, rule.span);
        let (guards, rest) = rule.body.split_at(guards::guarded(rule));
        guards.iter().for_each(|stmt| self.stmt(stmt));
        let behind = self.here();
        rest.iter().for_each(|stmt| self.stmt(stmt));
        self.leave(rule.span);
        let checked = (!guards.is_empty()).then(|| self.checked_entry(number, guards, behind, rule.span));
        let size = self.frames.close();
        let homes = self.scope.homes();
        self.frames.set(id, Frame { base, size, entry, checked, homes });
        let end = self.here();
        self.let_go(0);
        let name = rule.name.clone();
        self.program.rules.push(RuleCode { name, entry, checked, end, frame: base, span: rule.span });
        self.patch_returns(entry, end, base, size);
    }

    /// Ends the extents that this rule opened, down to `left` of them.
    fn end_extents(&mut self, left: u32, span: Span) {
        for open in (left..self.extents).rev() {
            self.end_op(open == 0, span);
        }
    }

    /// Ends an extent; `outer`: the outermost that this rule opened.
    fn end_op(&mut self, outer: bool, span: Span) {
        let at = self.op(Op::End, span);
        if outer {
            self.extent_notes.outer_ends.push(at);
        }
    }

    /// Ends the rule: goes back to the caller.
    fn leave(&mut self, span: Span) {
        self.end_extents(0, span);
        self.forget_passes(span);
        let rule = self.rule.expect("statements are lowered inside a rule");
        let base = self.frames.of(rule).base;
        self.op(Op::Return { ret: base, base, count: 0 }, span);
    }

    /// Frames are cleared whole when they are left; how long they are is known at their end.
    fn patch_returns(&mut self, entry: Pc, end: Pc, frame: Slot, size: u32) {
        for op in &mut self.program.ops[entry.index()..end.index()] {
            if let Op::Return { base, count, .. } = op
                && *base == frame
                && *count == 0
            {
                *count = size;
            }
        }
    }

    /// The shape of values of a type.
    fn shape(&self, ty: &ir::Type) -> Shape {
        use ir::Type;
        match ty {
            Type::Option(inner) => self.shape(inner),
            Type::Set(inner) => Shape::Set(self.domain(inner).div_ceil(32).clamp(1, 8) as u16),
            Type::List(inner) => {
                let element = self.shape(inner).width();
                let width = 1 + self.room(inner) * element;
                Shape::List { width: width.min(u32::from(u16::MAX)) as u16, element: element as u16 }
            }
            Type::Amounts(kind) => {
                let width = 1 + self.kinds[kind.index()].size;
                Shape::List { width: width.min(u32::from(u16::MAX)) as u16, element: 1 }
            }
            Type::Bag(_) => Shape::Bag(self.program.layout.pieces.len() as u16),
            _ => Shape::Word,
        }
    }

    /// How many values a type has, for sets of them.
    fn domain(&self, ty: &ir::Type) -> u32 {
        match ty {
            ir::Type::Member(kind) => self.kinds[kind.index()].size,
            ir::Type::YesNo => 2,
            ir::Type::Option(inner) => self.domain(inner),
            ir::Type::Thing(_) => self.program.layout.pieces.len() as u32,
            ir::Type::Place => self.program.layout.cells.len() as u32,
            _ => 256,
        }
    }

    /// How many elements a list of such values has room for.
    fn room(&self, ty: &ir::Type) -> u32 {
        match ty {
            ir::Type::Member(kind) => self.kinds[kind.index()].size.max(1),
            ir::Type::List(inner) | ir::Type::Set(inner) => self.room(inner),
            ir::Type::Option(inner) => self.room(inner),
            _ => 64,
        }
    }
}
