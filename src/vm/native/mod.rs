//! Machine code for expressions that are asked for again and again.
//!
//! What an expression means is said by the readers alone. A [`Native`] stands beside a program and changes nothing in it: where the
//! machine asks for an expression itself (a *root*: the condition of an operation, of an arm, of the options of a query), it is counted;
//! a root that was asked for often is put together in the language of the crate `tavola_native` ([`Words`] and its other parts) and made
//! into a function. What is not said there the function asks the readers for. Where anything would be a fault it leaves, and the
//! readers work the root out again from its beginning: expressions change nothing, so this is as if nothing had happened.

mod query;
mod set;
mod tables;
mod word;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use tavola_native::{Code, Function, Host, Label, Maker, Once, Room, Set as CodeSet, Word};

use super::eval::Eval;
use super::fault::Res;
use super::scratch::Scratch;
use crate::code::{Expr, ExprId, Program, QueryId, Reading, Reg, Set};
use query::AskedRows;
use tables::NativeTables;

/// A function that leaves so often, and more often than one time in [`LEAVES_SHARE`], is not asked any more.
const LEAVES: u32 = 64;
const LEAVES_SHARE: u32 = 4;
/// A function says at most so many nodes itself. Those that it asks the readers for may have functions of their own.
const MOST_NODES: usize = 800;
/// What has fewer nodes, and goes through nothing, the readers work out as fast.
const WORTH: u32 = 14;

/// Functions for the roots of a program.
#[derive(Debug)]
pub struct Native {
    maker: Option<Maker>,
    /// A root has a function when it has cost so many steps for each of its nodes.
    often: u32,
    words: Box<[PricedRoot]>,
    sets: Box<[PricedRoot]>,
    /// The conditions of queries, asked of all values at one go.
    filters: Box<[PricedRoot]>,
    tables: NativeTables,
}

/// A root, or what may be one.
#[derive(Debug, Default)]
struct PricedRoot {
    /// How many steps it has cost.
    cost: AtomicU32,
    /// After how many it has a function; 0: not known yet.
    price: AtomicU32,
    /// How often its function was called, and how often it left.
    calls: AtomicU32,
    leaves: AtomicU32,
    /// It left too often to be of use.
    idle: AtomicBool,
    function: OnceLock<Option<Function>>,
}

impl Native {
    /// For programs that run long: about as much as the function costs itself.
    pub const OFTEN: u32 = 40;

    /// None of the program's roots has a function yet. It gets one when it has cost so many steps for each of its nodes.
    pub fn new(p: &Program, often: u32) -> Self {
        let roots = || p.exprs.iter().map(|_| PricedRoot::default()).collect();
        let filters = p.queries.iter().map(|_| PricedRoot::default()).collect();
        Self { maker: Maker::new(), often, words: roots(), sets: roots(), filters, tables: NativeTables::new(p) }
    }

    /// How many functions there are, and how often one left.
    pub fn made(&self) -> (usize, u64) {
        let roots = self.words.iter().chain(&self.sets).chain(&self.filters);
        let made = roots.filter(|root| root.function.get().is_some_and(Option::is_some));
        made.fold((0, 0), |(made, left), root| (made + 1, left + u64::from(root.leaves.load(Relaxed))))
    }
}

impl PricedRoot {
    /// Whether it has cost its price, with what it costs now; none where it is never to have a function.
    fn is_paid(&self, cost: u32, price_of: impl FnOnce() -> u32) -> Option<bool> {
        let cost = self.cost.fetch_add(cost, Relaxed).saturating_add(cost);
        let mut price = self.price.load(Relaxed);
        if price == 0 {
            price = price_of();
            self.price.store(price, Relaxed);
        }
        (price < u32::MAX).then_some(cost >= price)
    }

    /// Its function left.
    #[cold]
    #[inline(never)]
    fn left(&self) {
        let leaves = self.leaves.fetch_add(1, Relaxed).saturating_add(1);
        if leaves >= LEAVES && leaves > self.calls.load(Relaxed) / LEAVES_SHARE {
            self.idle.store(true, Relaxed);
        }
    }
}

impl<'a> Eval<'a> {
    /// The value of a root as a word, if its function knows it.
    #[inline]
    pub(super) fn native_word(&mut self, native: &'a Native, e: ExprId) -> Res<i32> {
        let root = &native.words[e.index()];
        let called = self.called(root, |function, eval| function.word(eval.s, &mut Readers { eval, native }));
        match called {
            Some(word) => Ok(word),
            None if root.function.get().is_some() => self.word(e),
            None => self.weighed(native, root, (e, Reading::Word), |eval| eval.word(e)),
        }
    }

    /// The value of a root as a set, if its function knows it.
    #[inline]
    pub(super) fn native_set(&mut self, native: &'a Native, e: ExprId) -> Res<Set> {
        let root = &native.sets[e.index()];
        let called = self.called(root, |function, eval| function.set(eval.s, &mut Readers { eval, native }));
        match called {
            Some(set) => Ok(Set(set)),
            None if root.function.get().is_some() => self.set(e),
            None => self.weighed(native, root, (e, Reading::Set), |eval| eval.set(e)),
        }
    }

    /// What the function of a root gives, if it has one that is of use.
    #[inline]
    fn called<T>(&mut self, root: &PricedRoot, call: impl FnOnce(&Function, &mut Self) -> Option<T>) -> Option<T> {
        let function = root.function.get()?.as_ref()?;
        // What is looked at is noted by the readers.
        if root.idle.load(Relaxed) || self.m.bits.on {
            return None;
        }
        root.calls.store(root.calls.load(Relaxed).saturating_add(1), Relaxed);
        let steps = self.m.steps;
        let value = call(function, self);
        if value.is_none() {
            self.m.steps = steps;
            root.left();
        }
        value
    }

    /// The readers' value of a root that has no function yet; what that costs is counted.
    #[inline(never)]
    fn weighed<T>(
        &mut self,
        native: &'a Native,
        root: &PricedRoot,
        (e, how): (ExprId, Reading),
        read: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let steps = self.m.steps;
        let value = read(self)?;
        let cost = 1 + steps.saturating_sub(self.m.steps).min(1 << 20) as u32;
        match root.is_paid(cost, || price_of(self.p, e, native.often)) {
            Some(true) => {
                let function = self.made(native, e, how);
                root.function.get_or_init(|| function);
            }
            Some(false) => {}
            None => _ = root.function.get_or_init(|| None),
        }
        Ok(value)
    }

    /// Of these values of the only name of a query those for which its condition holds, if a function knows it. No steps are counted.
    #[inline]
    pub(super) fn native_filter(&mut self, native: &'a Native, query: QueryId, members: Set) -> Option<Set> {
        let root = &native.filters[query.index()];
        if root.function.get().is_none() {
            self.weigh_filter(native, root, query, members.len());
            return None;
        }
        let given = members.0;
        self.called(root, |function, eval| function.set_of(eval.s, &mut Readers { eval, native }, given)).map(Set)
    }

    #[cold]
    #[inline(never)]
    fn weigh_filter(&mut self, native: &'a Native, root: &PricedRoot, query: QueryId, cost: u32) {
        let code = &self.p.queries[query.index()];
        let (Some(filter), [name]) = (code.filter, &code.binders[..]) else { return };
        let price = || {
            let mut nodes = 0u32;
            tables::each_node(self.p, filter, &mut |_| nodes += 1);
            nodes.saturating_mul(native.often).clamp(1, u32::MAX - 1)
        };
        if root.is_paid(cost, price) != Some(true) {
            return;
        }
        native.tables.fill(self, filter);
        let function = if native.tables.take_no_step(self.p, filter) {
            self.function(native, filter, |words| words.filtered(name.reg, filter))
        } else {
            None
        };
        root.function.get_or_init(|| function);
    }

    /// The function of a root, if one can be made that says anything itself.
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

    /// A function for a root, put together by `say`.
    fn function(&self, native: &Native, root: ExprId, say: impl FnOnce(&mut Words<'_, '_>)) -> Option<Function> {
        let room = Room { state: self.p.layout.words as usize, regs: self.p.layout.regs as usize };
        let (p, m) = (self.p, &*self.m);
        let mut says = true;
        let function = native.maker.as_ref()?.make(room, |code| {
            let once = asked_once(p, root, code);
            let mut words = Words { p, m, tables: &native.tables, code, names: Vec::new(), nodes: 0, root, says, once };
            say(&mut words);
            says = words.says;
        });
        function.filter(|_| says)
    }
}

/// What is asked of all rows of a column with no name in it, anywhere in a root: a function finds it out once.
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

/// How many steps a root may cost before it has a function. The most: it never has one, because the readers are as fast.
fn price_of(p: &Program, e: ExprId, often: u32) -> u32 {
    let (mut nodes, mut worth) = (0u32, 0u32);
    tables::each_node(p, e, &mut |e| {
        let mut expr = p.exprs[e.index()];
        let goes_through = expr.over().is_some()
            || matches!(expr, Expr::Matching { .. } | Expr::FirstMatching { .. } | Expr::Sight { .. });
        nodes += 1;
        worth += if goes_through { WORTH } else { 1 };
    });
    if worth < WORTH { u32::MAX } else { nodes.saturating_mul(often).clamp(1, u32::MAX - 1) }
}

/// The readers, as a function asks them.
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
        self.eval.tentatively(|eval| eval.native_word(self.native, ExprId(node))).ok()
    }

    fn set(&mut self, node: u32) -> Option<[u64; 4]> {
        self.eval.tentatively(|eval| eval.native_set(self.native, ExprId(node))).ok().map(|set| set.0)
    }
}

/// An expression while it is put together as a function, node by node, as the readers would work it out.
struct Words<'w, 'f> {
    p: &'w Program,
    m: &'w Scratch,
    tables: &'w NativeTables,
    code: &'w mut Code<'f>,
    /// The names that have a value here, in the order in which they got it. Others lie in their registers.
    names: Vec<BoundName>,
    /// How many nodes have been said.
    nodes: usize,
    /// What the function gives, and whether that is more than what the readers say.
    root: ExprId,
    says: bool,
    /// What is asked of rows without a name in it.
    once: Vec<((AskedRows, ExprId), Once)>,
}

/// A name with its value.
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

    /// Whether another node can be said.
    fn has_room(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= MOST_NODES
    }

    /// The readers find every name in its registers.
    fn write_names(&mut self) {
        for BoundName { reg, value } in self.names.clone() {
            match value {
                NativeValue::Word(word) => self.code.set_reg(reg, word),
                NativeValue::Set(width, set) => self.code.set_regs_to(reg, width, set),
            }
        }
    }

    /// What the readers say.
    fn read_word(&mut self, e: ExprId) -> Word {
        self.says &= e != self.root;
        self.write_names();
        self.code.ask_word(e.0)
    }

    /// What the readers say.
    fn read_set(&mut self, e: ExprId) -> CodeSet {
        self.says &= e != self.root;
        self.write_names();
        self.code.ask_set(e.0)
    }

    /// The value of a name, if it is one of this function.
    fn named(&self, reg: Reg) -> Option<NativeValue> {
        self.names.iter().rev().find(|name| name.reg == reg).map(|name| name.value)
    }

    fn name(&mut self, reg: Reg, value: NativeValue) {
        self.names.push(BoundName { reg, value });
    }

    /// Does something with a fault leaving the function, and not going where faults go.
    fn leaving<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let leaving = self.code.leaving();
        let before: Label = self.code.faults_to(leaving);
        let done = f(self);
        self.code.faults_to(before);
        done
    }
}
