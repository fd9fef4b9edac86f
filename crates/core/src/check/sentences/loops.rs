//! Loops of menus: when they end, and the values that distinguish their outcomes.

use super::made::push;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::ir::visit::same;
use crate::ir::{AtOnce, Block, Expr, LocalId, LocalRole, Menu, MenuItem, StmtKind, Text, TextPart, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// The lines of a menu that concern its loop.
#[derive(Default)]
pub(super) struct MenuLoop {
    until: Option<Expr>,
    done: Option<Text>,
    shown: Option<ShownEnds>,
    /// Index in the body of the first question that is asked at once.
    asked_from: Option<usize>,
}

/// The values that distinguish the outcomes of a menu, and the label of an option.
struct ShownEnds {
    shown: Vec<Expr>,
    label: (Vec<LocalId>, Option<Text>),
}

impl MenuLoop {
    /// Records a question at this index of the body.
    pub(super) fn asks(&mut self, at: usize) {
        self.asked_from.get_or_insert(at);
    }

    /// `until: e`, `until: done "that is all"`
    pub(super) fn until(&mut self, typer: &mut Typer<'_>, e: &ast::Expr, label: Option<&ast::Text>) {
        match &e.kind {
            ast::ExprKind::Name(word) if word == "done" => {
                typer.book.word_at(word, e.span);
                let text = label.map(|label| typer.text(label));
                self.done = Some(text.unwrap_or_else(|| Text::plain("done")));
            }
            _ => self.until = Some(typer.probing(|typer| typer.condition(e))),
        }
    }

    /// `at once: showing d, here "{d} steps to {here}"`: an option is described by the values that it shows.
    pub(super) fn at_once(&mut self, typer: &mut Typer<'_>, shown: &[ast::Expr], label: Option<&ast::Text>) {
        let shown: Vec<Expr> = shown.iter().map(|e| typer.value(e, None)).collect();
        let name = |e: &Expr| typer.scope.hidden("shown", e.ty.clone(), LocalRole::Binder, e.span);
        let names: Vec<LocalId> = shown.iter().map(name).collect();
        let mut label = typer.maybe_text(label);
        for part in label.iter_mut().flat_map(|label| &mut label.parts) {
            let TextPart::Value(hole) = part else { continue };
            let span = hole.span;
            *hole = match shown.iter().position(|shown| same(shown, hole)) {
                Some(at) => typer.scope.local(names[at], span),
                None if hole.ty == Type::Error => continue,
                None => {
                    let help = "use a value that follows `showing`, or add this one to `showing`";
                    typer.book.wrong(codes::MISPLACED, span, "this label uses a value that is not shown", help)
                }
            };
        }
        self.shown = Some(ShownEnds { shown, label: (names, label) });
    }

    /// Appends the loop to the body. Without another end, `done` ends it.
    pub(super) fn end(self, items: Vec<MenuItem>, (who, prompt): (Expr, Option<Text>), body: &mut Block, span: Span) {
        let done = self.done.or_else(|| self.until.is_none().then(|| Text::plain("done")));
        let (prompt_of, until, always) = (prompt.clone(), self.until, Vec::new());
        let menu = Menu { prompt: prompt_of, who: who.clone(), items, until, done, declined: false, always };
        let Some(ShownEnds { shown, label }) = self.shown else {
            return push(body, StmtKind::Menu(menu), span);
        };
        let mut asked = body.split_off(self.asked_from.unwrap_or(body.len()));
        push(&mut asked, StmtKind::Menu(menu), span);
        push(body, StmtKind::AtOnce(AtOnce { who, prompt, shown, label, body: asked }), span);
    }
}
