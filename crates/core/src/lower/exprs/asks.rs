//! Texts, labels, notations and visibility of questions.

use super::Exprs;
use super::scope::Home;
use crate::code;
use crate::code::{ExprId, NONE, Reg, Secret, SeenBy, TextId, TextPart, ValueShape};
use crate::ir::{self, Guard, LocalId};
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    pub(in crate::lower) fn text(&mut self, text: &ir::Text) -> TextId {
        let parts = text.parts.iter().map(|part| match part {
            ir::TextPart::Plain(text) => TextPart::Plain(text.clone()),
            ir::TextPart::Value(value) => {
                let notation = self.notation_of(&value.ty);
                TextPart::Value(self.expr(value), notation, self.boxes.shape(&value.ty))
            }
        });
        let parts = parts.collect();
        self.emit.program.texts.push(code::Text { parts, heading: false });
        TextId(self.emit.program.texts.len() as u32 - 1)
    }

    /// The players to whom an answer is shown.
    pub(in crate::lower) fn seen_by(&mut self, seen: &ir::Seen) -> Option<Vec<SeenBy>> {
        seen.as_ref().map(|seen| seen.iter().map(|seer| self.seer(seer)).collect())
    }

    /// Sets the names that may be none to none.
    pub(in crate::lower) fn nothing_chosen(&mut self, homes: &[Home], span: Span) {
        for home in homes {
            if matches!(home, Home::Slot(_, ValueShape::Word) | Home::Each(_, ValueShape::Word)) {
                let none = self.emit.konst(NONE, span);
                self.save(*home, none, span);
            }
        }
    }

    /// The notations of a query's names.
    pub(in crate::lower) fn binder_types(&mut self, query: &ir::Query) -> Vec<u32> {
        let types: Vec<ir::Type> = query
            .binders
            .iter()
            .map(|(local, _)| self.scope.type_of(*local).cloned().unwrap_or(ir::Type::Number))
            .collect();
        types.iter().map(|ty| self.notation_of(ty)).collect()
    }

    /// Allocates registers for what an option shows, and lowers the option's label over them.
    pub(in crate::lower) fn shown_label(
        &mut self,
        (names, label): &(Vec<LocalId>, Option<ir::Text>),
    ) -> (Reg, Option<TextId>) {
        let regs = self.emit.reg(names.len() as u32);
        for (&name, reg) in names.iter().zip(regs..) {
            self.scope.set(name, Home::Reg(reg, ValueShape::Word));
        }
        (regs, label.as_ref().map(|label| self.text(label)))
    }

    pub(in crate::lower) fn shown(&mut self, shown: &ir::Expr) -> ExprId {
        if self.boxes.shape(&shown.ty) != ValueShape::Word {
            self.emit.error(
                codes::SHAPE,
                shown.span,
                "only a single member, number, thing or place can be shown",
                "show values that distinguish the ends: `showing here, steps`",
            );
            return self.emit.konst(0, shown.span);
        }
        self.expr(shown)
    }

    /// The players who know the answer of a question, if not everybody does.
    pub(in crate::lower) fn secret_of(&mut self, who: Option<&ir::Expr>, seen: &ir::Seen) -> Option<Secret> {
        let seen = self.seen_by(seen)?;
        Some(Secret { who: who.map(|who| self.expr(who)), seen })
    }

    /// Lowers the title of an action. Its holes may use the names of `let:` lines, so each hole gets copies of these lines.
    pub(in crate::lower) fn title(&mut self, title: &ir::Text, sheet: &ir::Sheet) -> crate::code::TextId {
        let lets: Vec<(LocalId, &ir::Expr)> = sheet
            .guards
            .iter()
            .filter_map(|guard| match guard {
                Guard::Let(local, value) => Some((*local, value)),
                Guard::When { .. } => None,
            })
            .collect();
        let parts = title.parts.iter().map(|part| match part {
            ir::TextPart::Plain(_) => part.clone(),
            ir::TextPart::Value(value) => {
                ir::TextPart::Value(lets.iter().rev().fold(value.clone(), |body, (local, let_value)| {
                    let (ty, span) = (body.ty.clone(), body.span);
                    ir::Expr {
                        kind: ir::ExprKind::LetIn(*local, Box::new((*let_value).clone()), Box::new(body)),
                        ty,
                        span,
                    }
                }))
            }
        });
        let text = ir::Text { parts: parts.collect() };
        self.text(&text)
    }
}
