//! Round brackets: defines, tables, members with parameters, library words.

use super::places::axis_type;
use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::check::names::consts::fold;
use crate::check::names::defs::Def;
use crate::diagnostic::Diagnostic;
use crate::ir::{Axis, DefineId, Expr, ExprKind, KindBody, KindId, TableId, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `wealth(p)`, `wage(3)`, `seed(apple)`, `neighbours(d)`
    pub(super) fn call(&mut self, base: &ast::Expr, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let ast::ExprKind::Name(name) = &base.kind else {
            let help = "name what is worked out: `define wealth(p) = ..`, then `wealth(anna)`";
            return self.wrong(codes::MISPLACED, span, "only a name can have round brackets", help);
        };
        let def = self
            .book
            .names
            .get(name)
            .iter()
            .copied()
            .find(|def| matches!(def, Def::Define(_) | Def::Table(_) | Def::Rule(_)));
        match def {
            Some(Def::Define(id)) => return self.define(id, args, span),
            Some(Def::Table(id)) => return self.row(id, args, span),
            _ => {}
        }
        let family = self.family(name, want);
        if let Some(family) = family.filter(|family| self.has_params(*family)) {
            return self.member_call(name, family, args, span);
        }
        if let Some(made) = self.library(name, args, span, want) {
            return made;
        }
        if let Some(family) = family {
            return self.member_call(name, family, args, span);
        }
        if let Some(Def::Rule(_)) = def {
            args.iter().for_each(|arg| {
                self.value(arg, None);
            });
            return self.not_a_value(name, span);
        }
        self.unknown_call(name, base.span, args, span)
    }

    fn unknown_call(&mut self, name: &str, at: Span, args: &[ast::Expr], span: Span) -> Expr {
        args.iter().for_each(|arg| {
            self.value(arg, None);
        });
        if !self.book.names.get(name).is_empty() || self.lookup(name).is_some() {
            return self.wrong(
                codes::WRONG_SORT,
                at,
                format!("`{name}` is not worked out of something"),
                format!("square brackets read what lies on the table: `{name}[..]`"),
            );
        }
        let sort = |def: &Def| matches!(def, Def::Define(_) | Def::Table(_));
        let near = self.book.names.of_sort(sort).chain(super::library::WORDS.iter().copied());
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, at, format!("there is no `{name}(..)`"));
        let otherwise = || Some(format!("write `define {name}(..) = ..`"));
        finding.help =
            self.book.near(name, near).or_else(|| self.book.near(name, self.book.names.all())).or_else(otherwise);
        self.book.missing(name, finding);
        self.poison(span)
    }

    fn define(&mut self, id: DefineId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Define(id));
        let define = &self.book.ir.defines[id.index()];
        let (name, ty) = (define.name.clone(), define.value.ty.clone());
        let params = define.locals.iter().take(define.params as usize).map(|local| local.ty.clone()).collect();
        let Some(args) = self.arguments(&name, params, args, span) else {
            return self.poison(span);
        };
        Expr { kind: ExprKind::Define(id, args), ty, span }
    }

    /// A row of a table; a table with a single result is that result.
    fn row(&mut self, id: TableId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Table(id));
        let table = &self.book.ir.tables[id.index()];
        let (name, keys) = (table.name.clone(), table.keys.clone());
        let single = match table.columns.as_slice() {
            [column] => Some(column.ty.clone()),
            _ => None,
        };
        let Some(args) = self.arguments(&name, keys, args, span) else {
            return self.poison(span);
        };
        let row = Expr { kind: ExprKind::Row(id, args), ty: Type::Row(id), span };
        match single {
            Some(ty) => Expr { kind: ExprKind::Column(Box::new(row), id, 0), ty, span },
            None => row,
        }
    }

    /// Arguments of these types.
    pub(in crate::check) fn arguments(
        &mut self,
        name: &str,
        params: Vec<Type>,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Expr>> {
        if params.len() != args.len() {
            args.iter().for_each(|arg| {
                self.value(arg, None);
            });
            let message = format!(
                "`{name}` wants {}, here {} {}",
                amount(params.len()),
                if args.len() == 1 { "is" } else { "are" },
                args.len()
            );
            let wanted: Vec<String> = params.iter().map(|ty| self.book.say(ty)).collect();
            let help = match wanted.as_slice() {
                [] => format!("write `{name}` alone"),
                wanted => format!("in brackets stands {}", wanted.join(", ")),
            };
            self.book.error(codes::ARGUMENTS, span, message, help);
            return None;
        }
        Some(args.iter().zip(&params).map(|(arg, ty)| self.typed(arg, ty)).collect())
    }

    /// The family of parameterised members that a word means.
    fn family(&self, name: &str, want: Option<&Type>) -> Option<(KindId, u32)> {
        want.and_then(|want| self.wanted_family(name, want)).or_else(|| self.book.names.members(name).first().copied())
    }

    fn has_params(&self, (kind, at): (KindId, u32)) -> bool {
        match &self.book.ir.kinds[kind.index()].body {
            KindBody::Members(families) => !families[at as usize].params.is_empty(),
            _ => false,
        }
    }

    fn member_call(&mut self, name: &str, family: (KindId, u32), args: &[ast::Expr], span: Span) -> Expr {
        let (kind, at) = family;
        let axes = match &self.book.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families[at as usize].params.clone(),
            _ => Vec::new(),
        };
        let params = axes.iter().map(axis_type).collect();
        let Some(args) = self.arguments(name, params, args, span) else {
            return self.poison(span);
        };
        for (axis, arg) in axes.iter().zip(&args) {
            self.in_axis(name, axis, arg);
        }
        Expr { kind: ExprKind::Member(kind, at, args), ty: Type::Member(kind), span }
    }
}

impl Typer<'_> {
    /// A number in round brackets that can never be one of this member's.
    fn in_axis(&mut self, name: &str, axis: &Axis, arg: &Expr) {
        let Axis::Numbers(low, high) = axis else { return };
        let known = |e: &Expr| fold(self.book, e, None);
        if let (Some(low), Some(high), Some(n)) = (known(low), known(high), known(arg))
            && !(low..=high).contains(&n)
        {
            let message = format!("there is no `{name}({n})`");
            self.book.error(codes::OUT_OF_RANGE, arg.span, message, format!("it goes from {low} to {high}"));
        }
    }
}

fn amount(n: usize) -> String {
    match n {
        0 => "nothing in brackets".into(),
        1 => "1 argument".into(),
        n => format!("{n} arguments"),
    }
}
