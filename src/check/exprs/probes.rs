//! `can p do build`: whether something could be done from here.

use crate::check::codes;
use crate::check::typer::Typer;
use crate::ir::{Expr, ExprKind, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// Types something in which look-aheads may stand: a condition or value of a sentence.
    pub(in crate::check) fn probing<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.at.probes, true);
        let done = work(self);
        self.at.probes = outer;
        done
    }

    /// `can p do build(mill)`, `can p play c`
    pub(super) fn can(&mut self, who: &ast::Expr, what: &ast::Expr, plays: bool, span: Span) -> Expr {
        if !self.at.probes {
            return self.wrong(
                codes::MISPLACED,
                span,
                "whether somebody can do something cannot be asked here",
                "ask it in a sentence, alone or with `and`, `or`, `not`: `let able = can p do sort`, `if can p do sort`",
            );
        }
        self.at.probes = false;
        let kind = if plays {
            self.played(who, what, span).map(|(who, card)| ExprKind::CanPlay(Box::new(who), Box::new(card)))
        } else {
            self.done(who, what).map(|(sheet, args)| ExprKind::Can(sheet, args))
        };
        kind.map_or_else(|| self.poison(span), |kind| Expr { kind, ty: Type::YesNo, span })
    }
}
