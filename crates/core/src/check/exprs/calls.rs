//! Types calls with round brackets: defines, tables, members with parameters, library functions.

use super::access::brackets;
use super::library;
use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, Def, fold, foreign_call};
use crate::check::types::{axis_type, not_a_value, poison, wanted_family};
use crate::ir::{Axis, DefineId, Expr, ExprKind, KindId, TableId, Type};
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::syntax::{ast, remainder};
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types `wealth(p)`, `wage(3)`, `seed(apple)`, `neighbours(d)`.
    pub(super) fn call(&mut self, base: &ast::Expr, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let ast::ExprKind::Name(name) = &base.kind else {
            let help = "define it first: `define wealth(p) = ..`, then `wealth(anna)`";
            return self.book.wrong(codes::MISPLACED, span, "only a name can have round brackets", help);
        };
        let def = self
            .book
            .names
            .get(name)
            .iter()
            .copied()
            .find(|def| matches!(def, Def::Define(_) | Def::Table(_) | Def::Rule(_)));
        if let Some(def) = def {
            self.book.record(def, base.span);
        }
        match def {
            Some(Def::Define(id)) => return self.define(id, args, span),
            Some(Def::Table(id)) => return self.row(id, args, span),
            _ => {}
        }
        let family = want.and_then(|want| wanted_family(self.book, name, want));
        let family = family.or_else(|| self.book.names.members(name).first().copied());
        let has_params = |family| self.book.family(family).is_some_and(|family| !family.params.is_empty());
        if let Some(family) = family.filter(|family| has_params(*family)) {
            return self.member_call(base.span, (name, family), args, span);
        }
        if let Some(made) = library::call(self, name, args, span, want) {
            self.book.word_at(name, base.span);
            return made;
        }
        if let Some(family) = family {
            return self.member_call(base.span, (name, family), args, span);
        }
        if let Some(Def::Rule(_)) = def {
            self.look_at(args);
            return not_a_value(self.book, name, span);
        }
        self.unknown_call(name, base.span, args, span)
    }

    fn unknown_call(&mut self, name: &str, at: Span, args: &[ast::Expr], span: Span) -> Expr {
        self.look_at(args);
        if !self.book.names.get(name).is_empty() || self.scope.lookup(name).is_some() {
            let fix = brackets(at, span, ["[", "]"]).safe_if(!args.is_empty());
            let help = Remedy::new(format!("use square brackets for indexes: `{name}[..]`"), fix);
            let made = self.book.wrong(codes::WRONG_SORT, at, format!("`{name}` takes no arguments"), help);
            self.book.label_declaration(self.book.names.get(name).first().copied());
            return made;
        }
        let sort = |def: &Def| matches!(def, Def::Define(_) | Def::Table(_));
        let near = self.book.names.of_sort(sort).chain(library::words());
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, at, format!("there is no `{name}(..)`"));
        let otherwise = || Some(format!("write `define {name}(..) = ..`").into());
        let said = ast::Name { text: name.to_owned(), span: at };
        let near = self.book.near(&said, near).or_else(|| self.book.near(&said, self.book.names.all()));
        let foreign = remainder_called(name, args).or_else(|| foreign_call(name).map(Into::into));
        finding.set_help(foreign.or(near).or_else(otherwise));
        self.book.missing(name, finding);
        poison(span)
    }

    fn define(&mut self, id: DefineId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Define(id));
        let define = &self.book.ir.defines[id.index()];
        let (name, ty) = (define.name.clone(), define.value.ty.clone());
        let params = define.locals.iter().take(define.params as usize).map(|local| local.ty.clone()).collect();
        let Some(args) = self.arguments(&name, params, args, span) else {
            return poison(span);
        };
        Expr { kind: ExprKind::Define(id, args), ty, span }
    }

    /// Types a table lookup: the result itself if the table has a single one, else the row.
    fn row(&mut self, id: TableId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Table(id));
        let table = &self.book.ir.tables[id.index()];
        let (name, keys) = (table.name.clone(), table.keys.clone());
        let single = match table.columns.as_slice() {
            [column] => Some(column.ty.clone()),
            _ => None,
        };
        let Some(args) = self.arguments(&name, keys, args, span) else {
            return poison(span);
        };
        let row = Expr { kind: ExprKind::Row(id, args), ty: Type::Row(id), span };
        match single {
            Some(ty) => Expr { kind: ExprKind::Column(Box::new(row), id, 0), ty, span },
            None => row,
        }
    }

    /// Types arguments as these parameter types. Reports a wrong number of them.
    pub(crate) fn arguments(
        &mut self,
        name: &str,
        params: Vec<Type>,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        if params.len() != args.len() {
            self.look_at(args);
            let message = format!("`{name}` takes {}, found {}", amount(params.len()), args.len());
            let wanted: Vec<String> = params.iter().map(|ty| self.book.say(ty)).collect();
            let help = match wanted.as_slice() {
                [] => format!("write `{name}` alone"),
                wanted => format!("write in brackets: {}", wanted.join(", ")),
            };
            self.book.error(codes::ARGUMENTS, span, message, help);
            self.book.label_declaration(self.book.names.get(name).first().copied());
            self.book.note_arity(name, args.len(), span, true);
            return None;
        }
        self.book.note_arity(name, args.len(), span, false);
        Some(self.in_order(name, args, &params, |typer, arg, ty| typer.typed(arg, ty)))
    }

    fn member_call(
        &mut self,
        at_name: Span,
        (name, family): (&str, (KindId, u32)),
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        self.book.record_member(family, at_name);
        let (kind, at) = family;
        let axes = self.book.family(family).map_or_else(Vec::new, |family| family.params.clone());
        let params = axes.iter().map(axis_type).collect();
        let Some(args) = self.arguments(name, params, args, span) else {
            return poison(span);
        };
        for (axis, arg) in axes.iter().zip(&args) {
            in_axis(self.book, name, axis, arg);
        }
        Expr { kind: ExprKind::Member(kind, at, args), ty: Type::Member(kind), span }
    }
}

/// Reports a constant argument outside the range of a member's parameter.
fn in_axis(book: &mut Book, name: &str, axis: &Axis, arg: &Expr) {
    let Axis::Numbers(low, high) = axis else { return };
    let known = |e: &Expr| fold(book, e, None);
    if let (Some(low), Some(high), Some(n)) = (known(low), known(high), known(arg))
        && !(low..=high).contains(&n)
    {
        let message = format!("there is no `{name}({n})`");
        book.error(codes::OUT_OF_RANGE, arg.span, message, format!("it goes from {low} to {high}"));
    }
}

fn amount(n: usize) -> String {
    match n {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        n => format!("{n} arguments"),
    }
}

/// The help for the remainder, written as a call: `mod(n, 6)`.
fn remainder_called(name: &str, args: &[ast::Expr]) -> Option<Remedy> {
    let is_remainder = ["mod", "modulo", "modulus", "rem", "remainder"].contains(&name);
    let shown = |arg: &ast::Expr| match &arg.kind {
        ast::ExprKind::Name(name) => Some(name.clone()),
        ast::ExprKind::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let operands = match args {
        [n, k] => shown(n).zip(shown(k)),
        _ => None,
    };
    let operands = operands.as_ref().map(|(n, k)| (n.as_str(), k.as_str()));
    is_remainder.then(|| remainder(operands).into())
}
