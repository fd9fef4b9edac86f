//! Evaluation of texts in the notation of the language.

use crate::wording::thing_in;
use crate::words::words;
use crate::{Error, Game, Inner};
use tavola_core::check::Want;
use tavola_core::code::{Expr, Set, ValueShape};
use tavola_core::ir::{self, ExprKind, Type};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::{Fault, Machine, State};
use tavola_syntax::diagnostic::Diagnostic;

use super::ends::AtEnd;

/// Evaluator of texts, with a copy of the box beside the program, so that no text can change play.
pub(crate) struct Terms<'a> {
    pub(crate) game: &'a Game,
    pub(crate) set_up_context: &'a mut SetUpContext,
}

impl Game {
    /// Parses and checks a text.
    pub(super) fn define(&self, text: &str, want: Want<'_>) -> Result<ir::Define, Error> {
        let Inner { prepared, book, setup, .. } = &*self.inner;
        prepared.expression(book, &setup.players, text, want)
    }

    /// Checks that [`Referee::evaluate`](crate::Referee::evaluate) can evaluate a text at some position of the game.
    ///
    /// # Errors
    /// The first finding in the text.
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        let Err(error) = self.define(AtEnd::read(text).map_or(text, |end| end.place), Want::Any) else { return Ok(()) };
        let name = text.trim().split('[').next().unwrap_or_default().trim();
        let mut answers = self.book().rules.iter().flat_map(|rule| rule.answers());
        let known = match text.trim() {
            "winner" | "ranking" => true,
            "payoff" => self.has_payoff(),
            _ => answers.any(|answer| answer == name),
        };
        if known { Ok(()) } else { Err(error) }
    }
}

impl Terms<'_> {
    pub(super) fn define(&self, text: &str) -> Result<ir::Define, Error> {
        self.game.define(text, Want::Any)
    }

    /// Words of an expression's value, and their notation in the ground's legend.
    pub(super) fn evaluate(
        &mut self,
        state: &State,
        define: &ir::Define,
        text: &str,
    ) -> Result<(Vec<i32>, u32), Error> {
        let id = self.set_up_context.add(define).map_err(|findings| Error::new(first_message(text, &findings)))?;
        let (shape, notation) = self.set_up_context.shape(&define.value.ty);
        let program = self.set_up_context.program();
        // Fast path: most values are literals and need no machine.
        if let (Expr::Const(word), ValueShape::Word) = (program.exprs[id.index()], shape) {
            return Ok((vec![word], notation));
        }
        let words = words(&mut Machine::new(program), program, state, (id, shape)).map_err(|fault| {
            let what = self.game.diagnose(&Fault { expr: None, ..fault });
            Error::new(format!("`{text}` has no value here: {}", what.message))
        })?;
        Ok((words, notation))
    }

    /// Value of a part of an expression: a place or an index.
    pub(super) fn component(&mut self, state: &State, expr: &ir::Expr, text: &str) -> Result<i32, Error> {
        Ok(self.evaluate(state, &alone(expr), text)?.0[0])
    }

    /// The place that a side of a scenario's `given` names, if any: `cart[anna] at town[hill]`, `town[hill]`.
    pub(super) fn place_named(&mut self, state: &State, side: &str) -> Option<i32> {
        let side = AtEnd::read(side).map_or(side, |end| end.place);
        let target = self.define(side).ok()?;
        let cell = match &target.value.kind {
            ExprKind::Count(_, cell) => cell,
            _ => place_of(&target.value)?,
        };
        self.component(state, cell, side).ok()
    }

    /// True if values of a type can be moved: things, and members of a kind whose members are things.
    pub(super) fn is_thing(&self, ty: &Type) -> bool {
        match ty {
            Type::Thing(_) => true,
            Type::Set(inner) => matches!(**inner, Type::Thing(_)),
            Type::Member(kind) => self.component_of(*kind).is_some(),
            _ => false,
        }
    }

    fn component_of(&self, kind: ir::KindId) -> Option<usize> {
        self.game.book().components.iter().position(|component| component.kind == Some(kind))
    }

    /// The piece that an expression means, also if it is a member of its kind.
    /// The owner may be left out if the indexes of the place determine it.
    pub(super) fn piece(&mut self, state: &State, thing: &ir::Expr, cell: i32, text: &str) -> Result<i32, Error> {
        let among: Vec<u32> = match &thing.ty {
            Type::Member(kind) => {
                let member = self.component(state, thing, text)?;
                let component = self.component_of(*kind);
                self.set_up_context.prints(component, member)
            }
            Type::Set(_) => {
                let define = alone(thing);
                Set::from_words(&self.evaluate(state, &define, text)?.0).iter().map(|piece| piece as u32).collect()
            }
            _ => return self.component(state, thing, text),
        };
        let legend = self.game.legend();
        let here = |piece: &&u32| *thing_in(legend, **piece, cell) != legend.pieces[**piece as usize];
        let named: Vec<u32> = among.iter().filter(here).copied().collect();
        match (among.as_slice(), named.as_slice()) {
            ([only], _) | (_, [only]) => Ok(*only as i32),
            ([], _) => Err(Error::new(format!("`{text}` does not name a thing"))),
            ([first, ..], _) => {
                let name = &legend.pieces[*first as usize].notation;
                Err(Error::new(format!("`{text}` can be several things: say which one, like `{name}`")))
            }
        }
    }
}

/// The place that a left side means as a whole: `cart[anna] at town[hill]` without a number, `town[hill]`.
pub(super) fn place_of(side: &ir::Expr) -> Option<&ir::Expr> {
    match &side.kind {
        ExprKind::BagAt(_, cell) => Some(cell),
        _ => Some(side).filter(|side| side.ty == Type::Place),
    }
}

/// A part of an expression as an expression of its own.
fn alone(expr: &ir::Expr) -> ir::Define {
    ir::Define { name: String::new(), params: 0, locals: Vec::new(), value: expr.clone(), span: expr.span }
}

fn first_message(text: &str, findings: &[Diagnostic]) -> String {
    let message = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
    format!("`{text}`: {message}")
}
