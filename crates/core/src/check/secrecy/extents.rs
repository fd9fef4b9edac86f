//! Extents: an option is offered only if all that follows in its action or block can be done. So its player sees whether what
//! follows can fail.

use super::reads::same_player;
use crate::ir::visit::{self, same};
use crate::ir::{Block, Builtin, Calls, Expr, ExprKind, Rule, RuleId, RuleKind, Rulebook, StmtKind, callees_of};

/// For each rule, whether and how its extents reach beyond it.
#[derive(Default)]
pub(super) struct Extents {
    /// True if the rule is offered as an option, by a menu or with its parameters.
    offered: Vec<bool>,
    /// True if the rule may run as a part of an action or of the block of an option.
    inside: Vec<bool>,
}

impl Extents {
    /// Analyses all rules.
    pub(super) fn of(book: &Rulebook) -> Self {
        let rules = book.rules.len();
        let mut found = Self { offered: vec![false; rules], inside: vec![false; rules] };
        let mut open = Vec::new();
        for rule in &book.rules {
            visit::statements(&rule.body, &mut |stmt| match &stmt.kind {
                StmtKind::Menu(menu) => menu.items.iter().for_each(|item| found.offered[item.rule.index()] = true),
                StmtKind::Call(sheet, args, _) if is_asked_for(&book.rules[sheet.index()], args) => {
                    found.offered[sheet.index()] = true;
                }
                _ => {}
            });
            called_inside(book, &rule.body, rule.sheet.is_some(), &mut open);
        }
        let calls = Calls::of(book);
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut found.inside[rule.index()], true) {
                open.extend(calls.from(rule));
            }
        }
        found
    }

    /// True if the rule is offered as an option, by a menu or with its parameters.
    pub(super) fn is_offered(&self, rule: RuleId) -> bool {
        self.offered.get(rule.index()).copied().unwrap_or(false)
    }

    /// True if all questions of the rule are part of an extent.
    pub(super) fn is_inside(&self, rule: RuleId) -> bool {
        self.inside.get(rule.index()).copied().unwrap_or(false)
    }
}

/// True if a call of this rule asks for its parameters: only the player who does it is given.
pub(super) fn is_asked_for(rule: &Rule, args: &[Expr]) -> bool {
    rule.sheet.is_some() && args.len() == 1 && rule.params > 1 && rule.kind != RuleKind::Card
}

/// Collects the rules that a block calls as a part of an extent.
fn called_inside(book: &Rulebook, block: &Block, is_inside: bool, found: &mut Vec<RuleId>) {
    if is_inside {
        return found.extend(callees_of(book, block));
    }
    for stmt in block {
        let begins = matches!(&stmt.kind, StmtKind::Ask(ask) if ask.extent);
        visit::blocks(stmt).into_iter().for_each(|block| called_inside(book, block, begins, found));
    }
}

/// A question whose options depend on what follows.
#[derive(Clone)]
pub(super) struct Awaiting {
    /// The player who is asked. For the callers: the player asked so far in this rule, if any.
    pub(super) who: Option<Expr>,
    /// True for whatever the callers of this rule ask or decide by whether it can be done.
    pub(super) is_callers: bool,
    /// Number of conditions around the question.
    pub(super) around: usize,
}

impl Awaiting {
    fn is_same(&self, other: &Self) -> bool {
        self.is_callers == other.is_callers && same_player(self.who.as_ref(), other.who.as_ref())
    }

    /// The player that has been asked once `who` is asked, too; `None` if looking ahead ends there.
    pub(super) fn then(&self, who: &Expr) -> Option<Expr> {
        match &self.who {
            None => Some(who.clone()),
            Some(own) => alike(who, own).then(|| own.clone()),
        }
    }
}

/// The questions whose options depend on what happens at the current sentence.
pub(super) struct OpenQuestions {
    /// True in an action, in the block of an option, and in what these call: what follows a question must be possible.
    pub(super) is_open: bool,
    pub(super) awaiting: Vec<Awaiting>,
    /// The questions that wait for what follows the rule, where it was left.
    returned: Vec<Awaiting>,
}

impl OpenQuestions {
    /// The state at the beginning of a rule. `you`: the player to whom it is offered.
    pub(super) fn new(is_open: bool, you: Option<Expr>) -> Self {
        let callers = Awaiting { who: None, is_callers: true, around: 0 };
        let you = you.map(|you| Awaiting { who: Some(you), is_callers: false, around: 0 });
        Self { is_open, awaiting: [callers].into_iter().chain(you).collect(), returned: Vec::new() }
    }

    /// Replaces the players who are asked.
    pub(super) fn rename(&mut self, name: impl Fn(&Expr) -> Expr) {
        self.awaiting
            .iter_mut()
            .chain(&mut self.returned)
            .filter_map(|one| one.who.as_mut())
            .for_each(|who| *who = name(who));
    }

    /// Begins a question to `who`, inside this number of conditions. Looking ahead from questions to others ends.
    pub(super) fn ask(&mut self, who: &Expr, around: usize) {
        self.awaiting.retain_mut(|one| one.then(who).map(|asked| one.who = Some(asked)).is_some());
        if self.is_open {
            self.join([Awaiting { who: Some(who.clone()), is_callers: false, around }]);
        }
    }

    /// Ends looking ahead: chance is asked, or players answer together.
    pub(super) fn cut(&mut self) {
        self.awaiting.clear();
    }

    /// Ends looking ahead from questions, but not whether the rule can be done.
    pub(super) fn cut_questions(&mut self) {
        self.awaiting.retain(|one| one.is_callers);
    }

    /// Leaves the block of an option that was the outermost extent.
    pub(super) fn close(&mut self) {
        self.cut_questions();
        self.is_open = false;
    }

    /// Adds the questions of another path to the same sentence.
    pub(super) fn join(&mut self, others: impl IntoIterator<Item = Awaiting>) {
        join(&mut self.awaiting, others);
    }

    /// Leaves the rule.
    pub(super) fn leave(&mut self) {
        join(&mut self.returned, std::mem::take(&mut self.awaiting));
    }

    /// The questions that wait for what follows the rule.
    pub(super) fn end(mut self) -> Vec<Awaiting> {
        self.leave();
        self.returned
    }

    /// Leaves a block: only this number of conditions remains.
    pub(super) fn clip(&mut self, around: usize) {
        self.awaiting.iter_mut().for_each(|one| one.around = one.around.min(around));
    }

    /// True if there are other questions than before.
    pub(super) fn has_more_than(&self, before: &[Awaiting]) -> bool {
        self.awaiting.iter().any(|one| !before.iter().any(|other| other.is_same(one)))
    }
}

fn join(all: &mut Vec<Awaiting>, others: impl IntoIterator<Item = Awaiting>) {
    for other in others {
        match all.iter_mut().find(|one| one.is_same(&other)) {
            Some(one) => one.around = one.around.min(other.around),
            None => all.push(other),
        }
    }
}

/// True if two expressions may name the same player. A local of its own is assumed to be another player.
fn alike(index: &Expr, who: &Expr) -> bool {
    if same(index, who) {
        return true;
    }
    match (&index.kind, &who.kind) {
        (ExprKind::Seat(x), ExprKind::Seat(y)) => match (&x.kind, &y.kind) {
            (ExprKind::Number(x), ExprKind::Number(y)) => x == y,
            _ => true,
        },
        (ExprKind::Builtin(x, a), ExprKind::Builtin(y, b)) if x == y => a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (ExprKind::Builtin(Builtin::Others, _) | ExprKind::All(_) | ExprKind::Local(_), _) => false,
        // A neighbour of a player is not that player, but may be any other one.
        (ExprKind::Builtin(Builtin::Left | Builtin::Right, of), _) => !of.iter().any(|of| same(of, who)),
        (_, ExprKind::Builtin(Builtin::Left | Builtin::Right, of)) => !of.iter().any(|of| same(of, index)),
        _ => true,
    }
}
