//! Optional answers that are read although the player may have said no: `p may choose t in Town`, then `t.number`.
//!
//! Follows the sentences after the question as they run after "no". What no condition has asked about is reported where it is
//! needed. What conditions that the analysis cannot decide have asked about is reported only where it is surely reached.

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{blocks, has_part, of_stmt, of_texts, parts, statements};
use crate::ir::{Arm, ArmKind, Ask, Binary, Block, Expr, ExprKind, LocalId, LocalRole, Query, Rule, Stmt, StmtKind};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// Reports the first such place for each name of an optional answer.
pub(super) fn check(book: &mut Book) {
    let mut found: Vec<Diagnostic> = Vec::new();
    for rule in &book.ir.rules {
        in_block(rule, &rule.body, &mut found);
    }
    found.dedup();
    book.found.extend(found);
}

/// Looks at all questions of a block, nested ones included. Returns the names of each, as its answers are read after a `together`.
fn in_block(rule: &Rule, block: &Block, found: &mut Vec<Diagnostic>) -> Vec<AnswerLocals> {
    let mut all = Vec::new();
    for (at, stmt) in block.iter().enumerate() {
        let inner: Vec<AnswerLocals> =
            blocks(stmt).into_iter().flat_map(|inner| in_block(rule, inner, found)).collect();
        let own = match &stmt.kind {
            StmtKind::Ask(ask) => optional_names(ask).into_iter().collect(),
            StmtKind::Together(..) => inner,
            _ => continue,
        };
        for names in &own {
            let mut declined = Declined { names, is_asked: false, needed: None };
            declined.follow(&block[at + 1..]);
            found.extend(declined.needed.map(|(name, needed)| finding(rule, name, needed)));
        }
        all.extend(own);
    }
    all
}

/// The names of one answer. After "no", all of them are none.
type AnswerLocals = Vec<LocalId>;

/// The names of an optional answer without a block: the arm assigns them, and "no" leaves them none.
fn optional_names(ask: &Ask) -> Option<AnswerLocals> {
    let [Arm { kind: ArmKind::Choice, body, .. }, Arm { kind: ArmKind::No, body: no, .. }] = ask.arms.as_slice() else {
        return None;
    };
    let assigned = body.iter().map(|stmt| match &stmt.kind {
        StmtKind::Let(name, Expr { kind: ExprKind::Widen(answer), .. }) => {
            let is_binder = |answer: &Expr| matches!(&answer.kind, ExprKind::Local(binder) if binds(ask, *binder));
            Some(*name).filter(|_| is_binder(answer))
        }
        _ => None,
    });
    assigned.collect::<Option<AnswerLocals>>().filter(|names| no.is_empty() && !names.is_empty())
}

fn binds(ask: &Ask, name: LocalId) -> bool {
    ask.arms.iter().filter_map(|arm| arm.query.as_ref()).flat_map(|query| &query.binders).any(|(id, _)| *id == name)
}

fn finding(rule: &Rule, name: LocalId, needed: Span) -> Diagnostic {
    let local = &rule.locals[name.index()];
    let message = format!("after \"no\", `{}` is none, and this needs a value", local.name);
    let help = match local.role {
        LocalRole::Together => format!("ask first: `if {}[p] is not none`", local.name),
        _ => format!("write it into the block of the question, or ask first: `if {} is not none`", local.name),
    };
    Diagnostic::warning(codes::MAY_BE_NONE, needed, message).label(local.span, "the player may say no here").help(help)
}

/// Reach of the sentences after a sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    /// They are not reached after "no", or nothing is known of that.
    NoFurther,
}

/// The way through sentences after "no" was answered.
struct Declined<'n> {
    names: &'n [LocalId],
    /// True if a condition that is not decided has asked about a name.
    is_asked: bool,
    /// The first place that needs a value, and the name without one.
    needed: Option<(LocalId, Span)>,
}

impl Declined<'_> {
    fn follow(&mut self, block: &[Stmt]) -> Goes {
        for stmt in block {
            if self.one(stmt) == Goes::NoFurther {
                return Goes::NoFurther;
            }
        }
        Goes::On
    }

    fn one(&mut self, stmt: &Stmt) -> Goes {
        let own: Vec<&Expr> = of_stmt(stmt).into_iter().chain(of_texts(stmt)).collect();
        let decided = match &stmt.kind {
            StmtKind::If(test, ..) | StmtKind::Require(test, _) => self.truth(test),
            _ => None,
        };
        if decided.is_none()
            && let Some(needed) = own.iter().find_map(|e| self.need(e))
        {
            self.needed = Some(needed);
            return Goes::NoFurther;
        }
        match &stmt.kind {
            StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_) => return Goes::NoFurther,
            StmtKind::Let(name, _) if self.names.contains(name) => return Goes::NoFurther,
            StmtKind::Require(..) if decided == Some(false) => return Goes::NoFurther,
            StmtKind::If(_, yes, _) if decided == Some(true) => return self.follow(yes),
            StmtKind::If(_, _, no) if decided == Some(false) => return self.follow(no),
            StmtKind::Transaction(body, closing) => {
                return if self.follow(body) == Goes::On { self.follow(closing) } else { Goes::NoFurther };
            }
            StmtKind::Each(query, body) if is_of_all(query) => return self.follow(body),
            _ => {}
        }
        self.perhaps(stmt, &own)
    }

    /// A sentence whose blocks may or may not run.
    fn perhaps(&mut self, stmt: &Stmt, own: &[&Expr]) -> Goes {
        let asks = own.iter().any(|e| self.mentions(e));
        // A called rule may leave this one for the sake of what it gets.
        if asks && matches!(stmt.kind, StmtKind::Call(..) | StmtKind::Play(..) | StmtKind::Require(..)) {
            return Goes::NoFurther;
        }
        self.is_asked |= asks;
        let inner = blocks(stmt);
        if self.is_asked {
            let leaves = inner.into_iter().any(leaves);
            return if leaves { Goes::NoFurther } else { Goes::On };
        }
        let ends: Vec<Goes> = inner.into_iter().map(|block| self.follow(block)).collect();
        let all = matches!(stmt.kind, StmtKind::If(..) | StmtKind::Ask(_)) && !ends.contains(&Goes::On);
        if self.needed.is_some() || all && !ends.is_empty() { Goes::NoFurther } else { Goes::On }
    }

    /// Truth value of a condition after "no", if that decides it.
    fn truth(&self, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::IsNone(value) if self.is_name(value) => Some(true),
            ExprKind::IsSingle(value) if self.is_name(value) => Some(false),
            ExprKind::Not(inner) => self.truth(inner).map(|holds| !holds),
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let ends = *op == Binary::Or;
                match (self.truth(a), self.truth(b)) {
                    (Some(first), _) if first == ends => Some(ends),
                    // The first operand is evaluated in any case, and may need a value.
                    (_, Some(second)) if second == ends && self.need(a).is_none() => Some(ends),
                    (Some(_), Some(_)) => Some(!ends),
                    _ => None,
                }
            }
            ExprKind::Binary(Binary::Is, a, b) => {
                let plain = |e: &Expr| matches!(e.kind, ExprKind::Widen(_)) && !self.mentions(e);
                (self.is_name(a) && plain(b) || self.is_name(b) && plain(a)).then_some(false)
            }
            _ => None,
        }
    }

    /// The first place in an expression that needs a value. An expression that also asks about a name is trusted.
    fn need(&self, e: &Expr) -> Option<(LocalId, Span)> {
        let mut needed = None;
        let mut pending = vec![e];
        while let Some(part) = pending.pop() {
            match &part.kind {
                ExprKind::Only(value) if self.is_name(value) => {
                    needed = needed.or(self.name(value).map(|name| (name, part.span)));
                }
                _ if self.is_name(part) => return None,
                _ => pending.extend(parts(part).into_iter().filter(|of| !is_left_out(part, of)).rev()),
            }
        }
        needed
    }

    /// True if an expression reads a name.
    fn mentions(&self, e: &Expr) -> bool {
        has_part(e, |part| self.is_name(part))
    }

    fn is_name(&self, e: &Expr) -> bool {
        self.name(e).is_some()
    }

    fn name(&self, e: &Expr) -> Option<LocalId> {
        match &e.kind {
            ExprKind::Local(name) | ExprKind::AnswerOf(name, _) => Some(*name).filter(|name| self.names.contains(name)),
            _ => None,
        }
    }
}

/// True for an element of a set or list, which is left out if it is none.
fn is_left_out(of: &Expr, e: &Expr) -> bool {
    let collects = matches!(
        of.kind,
        ExprKind::SetLiteral(_) | ExprKind::ListLiteral(_) | ExprKind::SetOf(..) | ExprKind::ListOf(..)
    );
    collects && matches!(e.kind, ExprKind::Only(_))
}

/// True if a loop surely runs for all members of its kinds.
fn is_of_all(query: &Query) -> bool {
    query.filter.is_none() && query.binders.iter().all(|(_, domain)| matches!(domain.kind, ExprKind::All(_)))
}

/// True if a block may be left before its end.
fn leaves(block: &Block) -> bool {
    let mut found = false;
    statements(block, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_) | StmtKind::Call(..));
    });
    found
}
