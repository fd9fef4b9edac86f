//! Citations behind a condition: the clauses of the defines, `let`s, settings and arguments that it uses, directly or indirectly.

use std::collections::BTreeSet;

use super::visit::{each_expr, of_query, of_stmt, statements};
use super::{Binary, DefineId, Expr, ExprKind, Guard, LocalId, LocalRole, Rule, Rulebook, StmtKind, Type};
use tavola_syntax::text::Span;

impl Rulebook {
    /// Returns the clauses behind the condition at `span`.
    ///
    /// The clauses of its line come first, or those of its item if the line cites none. Then follow those of the defines, `let`s,
    /// settings and `remember:` lines that it uses, recursively. For a parameter that is a number, those of the argument follow:
    /// `called_from` is the place of the call that a rule runs for.
    pub fn clauses_behind(&self, span: Span, called_from: &dyn Fn(&Rule) -> Option<Span>) -> Vec<String> {
        let clauses = self.clauses_at(span).to_vec();
        let (defines, params) = (BTreeSet::new(), BTreeSet::new());
        let mut found = Behind { book: self, span, called_from, clauses, defines, params };
        let formulas = self.defines.iter().chain(&self.payoff);
        for define in formulas.chain(self.always.iter().map(|invariant| &invariant.holds)) {
            found.inside(None, &define.value);
        }
        for rule in &self.rules {
            conditions(rule, &mut |e| found.inside(Some(rule), e));
        }
        found.clauses
    }

    /// Returns the use of a define at exactly `span`, if the condition there consists of nothing else (`not` excepted).
    pub fn define_at(&self, span: Span) -> Option<DefineUse> {
        self.condition_at(span, |rule, denied, e| {
            let ExprKind::Define(id, args) = &e.kind else { return None };
            let name = self.defines[id.index()].name.clone();
            Some(DefineUse { rule, name, args: args.clone(), denied })
        })
    }

    /// Returns the comparison by `is` or `in` at exactly `span`, if the condition there consists of nothing else (`not` excepted).
    pub fn comparison_at(&self, span: Span) -> Option<ComparedValues> {
        self.condition_at(span, |rule, denied, e| match &e.kind {
            ExprKind::Binary(how @ (Binary::Is | Binary::In), left, right) => {
                Some(ComparedValues { rule, how: *how, sides: (*left.clone(), *right.clone()), denied })
            }
            _ => None,
        })
    }

    /// Result of `read` for the condition at exactly `span`, without its `not`. It gets the index of the rule, and true after a `not`.
    fn condition_at<T>(&self, span: Span, read: impl Fn(usize, bool, &Expr) -> Option<T>) -> Option<T> {
        let mut found = None;
        for (at, rule) in self.rules.iter().enumerate() {
            conditions(rule, &mut |e| {
                each_expr(e, &mut |part| {
                    let (denied, inner) = match &part.kind {
                        ExprKind::Not(inner) => (true, &**inner),
                        _ => (false, part),
                    };
                    if part.span == span && found.is_none() {
                        found = read(at, denied, inner);
                    }
                });
            });
        }
        found
    }
}

/// Visits every expression of a rule that is a condition or may contain one.
fn conditions(rule: &Rule, visit: &mut dyn FnMut(&Expr)) {
    for guard in rule.sheet.iter().flat_map(|sheet| &sheet.guards) {
        match guard {
            Guard::Let(_, e) | Guard::When { holds: e, .. } => visit(e),
        }
    }
    rule.sheet.iter().flat_map(|sheet| of_query(&sheet.params)).for_each(&mut *visit);
    statements(&rule.body, &mut |stmt| of_stmt(stmt).into_iter().for_each(&mut *visit));
}

struct Behind<'b> {
    book: &'b Rulebook,
    span: Span,
    /// The place of the call that a rule runs for.
    called_from: &'b dyn Fn(&Rule) -> Option<Span>,
    clauses: Vec<String>,
    defines: BTreeSet<DefineId>,
    /// Parameters that were followed: rule and local.
    params: BTreeSet<(usize, LocalId)>,
}

impl Behind<'_> {
    /// Collects clauses from the parts of an expression that lie inside the span of the condition.
    fn inside(&mut self, rule: Option<&Rule>, e: &Expr) {
        each_expr(e, &mut |part| {
            if self.span.covers(part.span) {
                self.named(rule, part, &mut BTreeSet::new());
            }
        });
    }

    fn named(&mut self, rule: Option<&Rule>, e: &Expr, locals: &mut BTreeSet<LocalId>) {
        match &e.kind {
            ExprKind::Define(id, _) => self.define(*id),
            ExprKind::Setting(id) => self.cite(self.book.settings[id.index()].span),
            ExprKind::Local(id) => match rule.map(|rule| (rule, rule.locals[id.index()].role)) {
                Some((rule, LocalRole::Let)) if locals.insert(*id) => {
                    for value in values(rule, *id) {
                        self.cite(value.span);
                        each_expr(&value, &mut |part| self.named(Some(rule), part, locals));
                    }
                }
                Some((rule, LocalRole::Param)) if rule.locals[id.index()].ty == Type::Number => {
                    self.argument(rule, *id)
                }
                Some((rule, LocalRole::Remember)) => {
                    let mut shared = rule.sheet.iter().flat_map(|sheet| &sheet.remembers);
                    let of_menu = shared.find(|(own, ..)| own == id);
                    let (rule, id) = of_menu.map_or((rule, *id), |(_, menu, id)| (&self.book.rules[menu.index()], *id));
                    self.cite(rule.locals[id.index()].span);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Adds the clauses of the argument that a parameter has now: those that it uses, or else those of the line of the call.
    fn argument(&mut self, rule: &Rule, id: LocalId) {
        let book = self.book;
        let number = book.rules.iter().position(|own| std::ptr::eq(&**own, rule));
        let Some((number, call)) = number.zip((self.called_from)(rule)) else { return };
        if !self.params.insert((number, id)) {
            return;
        }
        for caller in &book.rules {
            statements(&caller.body, &mut |stmt| {
                let StmtKind::Call(callee, args, _) = &stmt.kind else { return };
                let Some(arg) = args.get(id.index()).filter(|_| callee.index() == number && stmt.span == call) else {
                    return;
                };
                let known = self.clauses.len();
                each_expr(arg, &mut |part| self.named(Some(caller), part, &mut BTreeSet::new()));
                if self.clauses.len() == known {
                    self.cite(arg.span);
                }
            });
        }
    }

    fn define(&mut self, id: DefineId) {
        if self.defines.insert(id) {
            let book = self.book;
            let define = &book.defines[id.index()];
            self.cite(define.span);
            each_expr(&define.value, &mut |part| self.named(None, part, &mut BTreeSet::new()));
        }
    }

    /// Adds the clauses of the innermost citation around `span` that is not around the condition as well.
    fn cite(&mut self, span: Span) {
        let around_it = |other: &&(Span, Vec<String>)| other.0.covers(span) && !other.0.covers(self.span);
        let cited = self.book.cites.iter().filter(around_it).min_by_key(|(around, _)| around.end - around.start);
        for clause in cited.iter().flat_map(|(_, clauses)| clauses) {
            if !self.clauses.contains(clause) {
                self.clauses.push(clause.clone());
            }
        }
    }
}

/// A condition that consists of the use of a define.
#[derive(Clone, Debug)]
pub struct DefineUse {
    /// Index of the rule that contains the condition.
    pub rule: usize,
    /// Name of the define.
    pub name: String,
    /// Arguments of the use.
    pub args: Vec<Expr>,
    /// True if the condition is negated.
    pub denied: bool,
}

/// A condition that compares two values.
#[derive(Clone, Debug)]
pub struct ComparedValues {
    /// Index of the rule that contains the condition.
    pub rule: usize,
    /// [`Binary::Is`] or [`Binary::In`].
    pub how: Binary,
    /// Left and right side.
    pub sides: (Expr, Expr),
    /// True if the condition is negated.
    pub denied: bool,
}

/// Values that a rule assigns to a `let`.
fn values(rule: &Rule, id: LocalId) -> Vec<Expr> {
    let mut found = Vec::new();
    for guard in rule.sheet.iter().flat_map(|sheet| &sheet.guards) {
        if let Guard::Let(local, value) = guard
            && *local == id
        {
            found.push(value.clone());
        }
    }
    statements(&rule.body, &mut |stmt| {
        if let StmtKind::Let(local, value) = &stmt.kind
            && *local == id
        {
            found.push(value.clone());
        }
    });
    found
}
