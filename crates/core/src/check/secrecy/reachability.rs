//! Reachability of questions: the sentences after which a player may still be asked.
//!
//! Information that is revealed after the last question helps nobody, for example points that are counted at the end.

use crate::ir::{Calls, Rule, RuleId, RuleKind, Rulebook, Stmt, StmtKind, callees_of, visit};

/// The rules that ask players, and the rules that a question may follow.
#[derive(Default)]
pub(super) struct QuestionReachability {
    /// For each rule, true if it or a callee asks a player.
    asks: Vec<bool>,
    /// For each rule, true if a player may be asked after it.
    behind: Vec<bool>,
}

impl QuestionReachability {
    /// Analyses all rules.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut open: Vec<RuleId> = (0..book.rules.len()).map(|at| RuleId(at as u32)).collect();
        let calls = Calls::of(book);
        let mut callers: Vec<Vec<RuleId>> = vec![Vec::new(); book.rules.len()];
        for &rule in &open {
            calls.from(rule).iter().for_each(|callee| callers[callee.index()].push(rule));
        }
        // A rule without callers may be followed by anything, except for the game itself.
        let rules = book.rules.iter().zip(&callers);
        let behind = rules.map(|(rule, callers)| callers.is_empty() && rule.kind != RuleKind::Play).collect();
        let mut found = Self { asks: asking(book, &callers), behind };
        while let Some(rule) = open.pop() {
            let mut callees = Vec::new();
            found.walk(book, &book.rules[rule.index()].body, found.behind[rule.index()], &mut callees);
            for callee in callees {
                if !std::mem::replace(&mut found.behind[callee.index()], true) {
                    open.push(callee);
                }
            }
        }
        found
    }

    /// True if a player may be asked after a rule.
    pub(super) fn behind(&self, rule: RuleId) -> bool {
        self.behind.get(rule.index()).copied().unwrap_or(true)
    }

    /// True if a sentence asks a player, its blocks and callees included.
    pub(super) fn asks(&self, book: &Rulebook, stmt: &Stmt) -> bool {
        let calls = || callees_of(book, std::slice::from_ref(stmt)).into_iter();
        asks_itself(stmt) || calls().any(|callee| self.asks.get(callee.index()).copied().unwrap_or(true))
    }

    /// Collects the callees of a block that a question may follow. `behind`: a question may follow the block.
    fn walk(&self, book: &Rulebook, block: &[Stmt], mut behind: bool, callees: &mut Vec<RuleId>) {
        for stmt in block.iter().rev() {
            let asks = self.asks(book, stmt);
            let inside = behind || asks && is_loop(stmt);
            let blocks = visit::blocks(stmt);
            if blocks.is_empty() && inside {
                callees.extend(callees_of(book, std::slice::from_ref(stmt)));
            }
            blocks.into_iter().for_each(|block| self.walk(book, block, inside, callees));
            behind |= asks;
        }
    }
}

/// True if the body of a statement may run repeatedly.
pub(super) fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Each(..) | StmtKind::Repeat { .. } | StmtKind::InTurn(..) | StmtKind::Menu(_))
}

/// True if a sentence or one of its blocks asks a player, callees excluded.
fn asks_itself(stmt: &Stmt) -> bool {
    use StmtKind as K;
    let own = match &stmt.kind {
        K::Ask(ask) => ask.who.is_some(),
        K::BagChoice(family) => family.who.is_some(),
        K::Order(order) => order.who.is_some(),
        K::Divide(..) | K::Menu(_) | K::AtOnce(_) => true,
        K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) | K::Require(..) | K::Say(_) => false,
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Call(..) | K::Play(..) => false,
        K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) | K::Transaction(..) => false,
        K::Stop | K::Return | K::EndOuter(_) => false,
    };
    own || visit::blocks(stmt).into_iter().flatten().any(asks_itself)
}

/// For each rule, true if it or a callee asks a player. A sheet with parameters asks for them.
fn asking(book: &Rulebook, callers: &[Vec<RuleId>]) -> Vec<bool> {
    let is_asked_for = |rule: &Rule| rule.sheet.is_some() && rule.params > 1;
    let asks = |rule: &Rule| is_asked_for(rule) || rule.body.iter().any(asks_itself);
    let mut asks: Vec<bool> = book.rules.iter().map(|rule| asks(rule)).collect();
    let mut open: Vec<usize> = (0..asks.len()).filter(|at| asks[*at]).collect();
    while let Some(rule) = open.pop() {
        for &caller in &callers[rule] {
            if !std::mem::replace(&mut asks[caller.index()], true) {
                open.push(caller.index());
            }
        }
    }
    asks
}
