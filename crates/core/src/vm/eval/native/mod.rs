//! Just-in-time compiler of hot expressions.
//!
//! The interpreter (the readers) defines the semantics. A [`Native`] belongs to a program and does not change it. Expressions that
//! the machine evaluates itself are *roots*: the condition of an operation, of an arm, of the options of a query. Their costs are
//! counted. A hot root is translated with the crate `tavola_native` ([`Words`] and its other parts) and compiled to a function. For
//! nodes that are not translated the function calls back into the interpreter. Where anything would fault it bails out, and the
//! interpreter evaluates the root from the beginning. Evaluation is pure, so this has no visible effect.

mod query;
mod set;
mod tables;
mod word;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use tavola_native::{Code, Compiler, Function, Host, Label, Once, Room, Set as CodeSet, Word};

use super::evaluator::Eval;
use super::scratch::Scratch;
use crate::code::{Expr, ExprId, Program, QueryId, Reading, Reg, Set};
use crate::vm::fault::kind::Res;
use query::AskedRows;
use tables::NativeTables;

/// Maximum number of bailouts. A function with more, and with a higher share of calls than one in [`LEAVES_SHARE`], is dropped.
const LEAVES: u32 = 64;
const LEAVES_SHARE: u32 = 4;
/// Maximum number of nodes in one function. Nodes that are left to the interpreter may have functions of their own.
const FUNCTION_NODES: usize = 800;
/// Minimum number of nodes of a compiled root without a loop. The interpreter is as fast on smaller ones.
const LEAST_NODES_COMPILED: u32 = 14;
/// Minimum number of translated nodes for each callback, which costs about as much as these.
const NODES_A_QUESTION: usize = 12;

/// Compiled functions for the roots of a program.
#[derive(Debug)]
pub struct Native {
    maker: Option<Compiler>,
    /// Number of steps that a root costs for each of its nodes before it is compiled.
    often: u32,
    words: Roots,
    sets: Roots,
    /// Filters of queries, applied to all values in one call.
    filters: Roots,
    tables: NativeTables,
}

/// Roots and candidates. States are checked on each evaluation, so they are stored apart from the rest, close together.
#[derive(Debug)]
struct Roots {
    states: Box<[AtomicU8]>,
    priced: Box<[PricedRoot]>,
}

/// The root is interpreted and its costs are counted.
const COUNTED: u8 = 0;
/// The root is interpreted without counting: compiling does not pay, or its function bailed out too often.
const READ: u8 = 1;
/// The root is compiled.
const MADE: u8 = 2;

/// The counters of a root or candidate, and its function.
#[derive(Debug, Default)]
struct PricedRoot {
    /// Number of steps that it has cost.
    cost: AtomicU32,
    /// Number of steps after which it is compiled; 0: not computed yet.
    price: AtomicU32,
    /// Number of bailouts of its function, and of calls since the first one. Most functions never bail out, so these are not
    /// written.
    leaves: AtomicU32,
    calls: AtomicU32,
    function: OnceLock<Function>,
}

impl Native {
    /// Threshold for long runs: interpretation has cost about as much as compilation.
    pub const OFTEN: u32 = 40;

    /// Starts without compiled functions. A root is compiled once it has cost `often` steps for each of its nodes.
    pub fn new(p: &Program, often: u32) -> Self {
        let [words, sets, filters] = [p.exprs.len(), p.exprs.len(), p.queries.len()].map(Roots::new);
        Self { maker: Compiler::new(), often, words, sets, filters, tables: NativeTables::new(p) }
    }

    /// True unless the root is only interpreted: its word may come from native code, or its cost is counted.
    #[inline(always)]
    pub(super) fn asks_for_word(&self, e: ExprId) -> bool {
        self.words.state(e.index()) != READ
    }

    /// Set variant of [`Native::asks_for_word`].
    #[inline(always)]
    pub(super) fn asks_for_set(&self, e: ExprId) -> bool {
        self.sets.state(e.index()) != READ
    }

    /// Number of functions, and of their bailouts.
    pub fn made(&self) -> (usize, u64) {
        let roots = [&self.words, &self.sets, &self.filters].into_iter().flat_map(|roots| &roots.priced);
        let made = roots.filter(|root| root.function.get().is_some());
        made.fold((0, 0), |(made, left), root| (made + 1, left + u64::from(root.leaves.load(Relaxed))))
    }
}

impl Roots {
    fn new(count: usize) -> Self {
        Self {
            states: (0..count).map(|_| AtomicU8::new(COUNTED)).collect(),
            priced: (0..count).map(|_| PricedRoot::default()).collect(),
        }
    }

    #[inline(always)]
    fn state(&self, at: usize) -> u8 {
        self.states[at].load(Relaxed)
    }

    /// Ends the counting of a root: it is compiled with this function, or never.
    fn end(&self, at: usize, function: Option<Function>) {
        let made = function.map(|function| self.priced[at].function.get_or_init(|| function));
        self.states[at].store(if made.is_some() { MADE } else { READ }, Relaxed);
    }

    /// Counts a bailout.
    #[cold]
    #[inline(never)]
    fn left(&self, at: usize) {
        let root = &self.priced[at];
        let leaves = root.leaves.fetch_add(1, Relaxed).saturating_add(1);
        if leaves >= LEAVES && leaves > root.calls.load(Relaxed) / LEAVES_SHARE {
            self.states[at].store(READ, Relaxed);
        }
    }
}

impl PricedRoot {
    /// True if the root has cost its price, after adding this cost. `None` if it is never compiled.
    fn is_paid(&self, cost: u32, price_of: impl FnOnce() -> u32) -> Option<bool> {
        let cost = self.cost.fetch_add(cost, Relaxed).saturating_add(cost);
        let mut price = self.price.load(Relaxed);
        if price == 0 {
            price = price_of();
            self.price.store(price, Relaxed);
        }
        (price < u32::MAX).then_some(cost >= price)
    }
}

impl<'a> Eval<'a> {
    /// Evaluates a root as a word, by its function if that returns a value.
    #[inline]
    pub(super) fn native_word(&mut self, native: &'a Native, e: ExprId) -> Res<i32> {
        match native.words.state(e.index()) {
            READ => self.word(e),
            MADE => {
                let call = |function: &Function, eval: &mut Self| function.word(eval.s, &mut Readers { eval, native });
                match self.called(&native.words, e.index(), call) {
                    Some(word) => Ok(word),
                    None => self.word(e),
                }
            }
            _ => self.weighed(native, &native.words, (e, Reading::Word), |eval| eval.word(e)),
        }
    }

    /// Evaluates a root as a set, by its function if that returns a value.
    #[inline]
    pub(super) fn native_set(&mut self, native: &'a Native, e: ExprId) -> Res<Set> {
        match native.sets.state(e.index()) {
            READ => self.set(e),
            MADE => {
                let call = |function: &Function, eval: &mut Self| function.set(eval.s, &mut Readers { eval, native });
                match self.called(&native.sets, e.index(), call) {
                    Some(set) => Ok(Set(set)),
                    None => self.set(e),
                }
            }
            _ => self.weighed(native, &native.sets, (e, Reading::Set), |eval| eval.set(e)),
        }
    }

    /// Calls the function of a root. `None` if it bails out.
    #[inline]
    fn called<T>(
        &mut self,
        roots: &Roots,
        at: usize,
        call: impl FnOnce(&Function, &mut Self) -> Option<T>,
    ) -> Option<T> {
        let root = &roots.priced[at];
        let function = root.function.get()?;
        // Only the interpreter records reads.
        if self.m.bits.on {
            return None;
        }
        if root.leaves.load(Relaxed) > 0 {
            root.calls.store(root.calls.load(Relaxed).saturating_add(1), Relaxed);
        }
        let steps = self.m.steps;
        let value = call(function, self);
        if value.is_none() {
            self.m.give_steps(steps);
            roots.left(at);
        }
        value
    }

    /// Interprets a root that is not compiled yet, and counts the cost.
    #[inline(never)]
    fn weighed<T>(
        &mut self,
        native: &'a Native,
        roots: &Roots,
        (e, how): (ExprId, Reading),
        read: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let steps = self.m.steps;
        let value = read(self)?;
        let cost = 1 + steps.saturating_sub(self.m.steps).min(1 << 20) as u32;
        match roots.priced[e.index()].is_paid(cost, || price_of(self.p, e, native.often)) {
            Some(true) => roots.end(e.index(), self.made(native, e, how)),
            Some(false) => {}
            None => roots.end(e.index(), None),
        }
        Ok(value)
    }

    /// The members for which the filter of a query with one name holds, if a function returns them. It takes no steps.
    #[inline]
    pub(super) fn native_filter(&mut self, native: &'a Native, query: QueryId, members: Set) -> Option<Set> {
        match native.filters.state(query.index()) {
            READ => None,
            MADE => {
                let given = members.0;
                let call = |function: &Function, eval: &mut Self| {
                    function.set_of(eval.s, &mut Readers { eval, native }, given)
                };
                self.called(&native.filters, query.index(), call).map(Set)
            }
            _ => {
                self.weigh_filter(native, query, members.len());
                None
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn weigh_filter(&mut self, native: &'a Native, query: QueryId, cost: u32) {
        let code = &self.p.queries[query.index()];
        let (Some(filter), [name]) = (code.filter, &code.binders[..]) else {
            return native.filters.end(query.index(), None);
        };
        let price = || {
            let mut nodes = 0u32;
            tables::each_node(self.p, filter, &mut |_| nodes += 1);
            nodes.saturating_mul(native.often).clamp(1, u32::MAX - 1)
        };
        if native.filters.priced[query.index()].is_paid(cost, price) != Some(true) {
            return;
        }
        native.tables.fill(self, filter);
        let function = if native.tables.take_no_step(self.p, filter) {
            self.function(native, filter, |words| words.filtered(name.reg, filter))
        } else {
            None
        };
        native.filters.end(query.index(), function);
    }

    /// Compiles the function of a root. `None` if that fails or does not pay.
    #[cold]
    #[inline(never)]
    fn made(&mut self, native: &'a Native, e: ExprId, how: Reading) -> Option<Function> {
        native.tables.fill(self, e);
        self.function(native, e, |words| match how {
            Reading::Set => {
                let set = words.set(e);
                words.code.give_set(set);
            }
            _ => {
                let word = words.word(e);
                words.code.give(word);
            }
        })
    }

    /// Compiles a function for a root; `say` translates it.
    fn function(&self, native: &Native, root: ExprId, say: impl FnOnce(&mut Words<'_, '_>)) -> Option<Function> {
        let room = Room { state: self.p.layout.words as usize, regs: self.p.layout.regs as usize };
        let (p, m) = (self.p, &*self.m);
        let mut says = true;
        let nodes_a_question = NODES_A_QUESTION.min(native.often as usize);
        let function = native.maker.as_ref()?.make(room, |code| {
            let once = asked_once(p, root, code);
            let (names, tables) = (Vec::new(), &native.tables);
            let mut words = Words { p, m, tables, code, names, nodes: 0, asked: 0, root, says, once };
            say(&mut words);
            says = words.says && words.nodes >= words.asked * nodes_a_question;
        });
        function.filter(|_| says)
    }
}

/// Column scans with constant operands anywhere in a root. The function evaluates each of them once.
fn asked_once(p: &Program, root: ExprId, code: &mut Code<'_>) -> Vec<((AskedRows, ExprId), Once)> {
    let mut once: Vec<((AskedRows, ExprId), Once)> = Vec::new();
    let is_constant = |e: ExprId| matches!(p.exprs[e.index()], Expr::Const(_) | Expr::SetConst(_));
    tables::each_node(p, root, &mut |e| {
        let Expr::Matching { column, index, value, among } = p.exprs[e.index()] else { return };
        let said = ((column, index, value), among);
        if [index, value, among].into_iter().all(is_constant) && once.iter().all(|(other, _)| *other != said) {
            once.push((said, code.once()));
        }
    });
    once
}

/// Number of steps that a root costs before it is compiled. The maximum means never: the interpreter is as fast.
fn price_of(p: &Program, e: ExprId, often: u32) -> u32 {
    let (mut nodes, mut worth) = (0u32, 0u32);
    tables::each_node(p, e, &mut |e| {
        let mut expr = p.exprs[e.index()];
        let goes_through = expr.over().is_some()
            || matches!(expr, Expr::Matching { .. } | Expr::FirstMatching { .. } | Expr::Sight { .. });
        nodes += 1;
        worth += if goes_through { LEAST_NODES_COMPILED } else { 1 };
    });
    if worth < LEAST_NODES_COMPILED { u32::MAX } else { nodes.saturating_mul(often).clamp(1, u32::MAX - 1) }
}

/// The interpreter as the host of compiled functions.
struct Readers<'e, 'a> {
    eval: &'e mut Eval<'a>,
    native: &'a Native,
}

impl Host for Readers<'_, '_> {
    fn regs(&mut self) -> &mut [i32] {
        &mut self.eval.m.regs
    }

    fn steps(&mut self) -> &mut u64 {
        &mut self.eval.m.steps
    }

    fn word(&mut self, node: u32) -> Option<i32> {
        self.eval.with_rollback(|eval| eval.native_word(self.native, ExprId(node))).ok()
    }

    fn set(&mut self, node: u32) -> Option<[u64; 4]> {
        self.eval.with_rollback(|eval| eval.native_set(self.native, ExprId(node))).ok().map(|set| set.0)
    }
}

/// The translation of an expression to a function, node by node, in the interpreter's order of evaluation.
struct Words<'w, 'f> {
    p: &'w Program,
    m: &'w Scratch,
    tables: &'w NativeTables,
    code: &'w mut Code<'f>,
    /// The names that are bound here, in order. Other names are in their registers.
    names: Vec<BoundName>,
    /// Number of nodes translated so far.
    nodes: usize,
    /// Number of callbacks among them.
    asked: usize,
    /// The root, and false if all that its function does is to call back for it.
    root: ExprId,
    says: bool,
    /// Column scans with constant operands.
    once: Vec<((AskedRows, ExprId), Once)>,
}

/// A bound name and its value.
#[derive(Clone, Copy)]
struct BoundName {
    reg: Reg,
    value: NativeValue,
}

#[derive(Clone, Copy)]
enum NativeValue {
    Word(Word),
    Set(u16, CodeSet),
}

impl Words<'_, '_> {
    fn expr(&self, e: ExprId) -> Expr {
        self.p.exprs[e.index()]
    }

    /// Counts a node. Returns false if the function has too many.
    fn has_room(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= FUNCTION_NODES
    }

    /// Writes all bound names to their registers, where the interpreter reads them.
    fn write_names(&mut self) {
        for BoundName { reg, value } in self.names.clone() {
            match value {
                NativeValue::Word(word) => self.code.set_reg(reg, word),
                NativeValue::Set(width, set) => self.code.set_regs_to(reg, width, set),
            }
        }
    }

    /// Calls back into the interpreter for a word.
    fn read_word(&mut self, e: ExprId) -> Word {
        self.says &= e != self.root;
        self.asked += 1;
        self.write_names();
        self.code.ask_word(e.0)
    }

    /// Calls back into the interpreter for a set.
    fn read_set(&mut self, e: ExprId) -> CodeSet {
        self.says &= e != self.root;
        self.asked += 1;
        self.write_names();
        self.code.ask_set(e.0)
    }

    /// The value of a name, if this function binds it.
    fn named(&self, reg: Reg) -> Option<NativeValue> {
        self.names.iter().rev().find(|name| name.reg == reg).map(|name| name.value)
    }

    fn name(&mut self, reg: Reg, value: NativeValue) {
        self.names.push(BoundName { reg, value });
    }

    /// Translates something so that its faults bail out, instead of jumping to the present fault target.
    fn leaving<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let leaving = self.code.leaving();
        let before: Label = self.code.faults_to(leaving);
        let done = f(self);
        self.code.faults_to(before);
        done
    }
}
