//! Reachability of questions: behind which sentences a player may still be asked. What is told after the last question helps
//! nobody, as when points are counted at the end.

use crate::ir::{Calls, Rule, RuleId, RuleKind, Rulebook, Stmt, StmtKind, callees_of, visit};

/// What is asked of players, in rules and behind them.
#[derive(Default)]
pub(super) struct Followed {
    /// Of each rule whether it, or what it calls, asks a player.
    asks: Vec<bool>,
    /// Of each rule whether a player may be asked when it is over.
    behind: Vec<bool>,
}

impl Followed {
    /// Looks through all rules.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut open: Vec<RuleId> = (0..book.rules.len()).map(|at| RuleId(at as u32)).collect();
        let calls = Calls::of(book);
        let mut callers: Vec<Vec<RuleId>> = vec![Vec::new(); book.rules.len()];
        for &rule in &open {
            calls.from(rule).iter().for_each(|callee| callers[callee.index()].push(rule));
        }
        // Nobody knows what comes behind a rule that none calls, but for the game itself.
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

    /// Whether a player may be asked when a rule is over.
    pub(super) fn behind(&self, rule: RuleId) -> bool {
        self.behind.get(rule.index()).copied().unwrap_or(true)
    }

    /// Whether a sentence asks a player, also in its blocks and in what it calls.
    pub(super) fn asks(&self, book: &Rulebook, stmt: &Stmt) -> bool {
        let calls = || callees_of(book, std::slice::from_ref(stmt)).into_iter();
        asks_itself(stmt) || calls().any(|callee| self.asks.get(callee.index()).copied().unwrap_or(true))
    }

    /// Collects the rules behind which something is asked, in a block behind which that is so or not.
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

/// Whether what it does is done again and again.
pub(super) fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Each(..) | StmtKind::Repeat { .. } | StmtKind::InTurn(..) | StmtKind::Menu(_))
}

/// Whether a sentence, or one of its blocks, asks a player.
fn asks_itself(stmt: &Stmt) -> bool {
    let own = match &stmt.kind {
        StmtKind::Ask(ask) => ask.who.is_some(),
        StmtKind::Family(family) => family.who.is_some(),
        StmtKind::Order(order) => order.who.is_some(),
        StmtKind::Divide(..) | StmtKind::Menu(_) | StmtKind::AtOnce(_) => true,
        _ => false,
    };
    own || visit::blocks(stmt).into_iter().flatten().any(asks_itself)
}

/// Of each rule whether it, or what it calls, asks a player. A sheet whose parameters are asked for does.
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
