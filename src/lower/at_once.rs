//! Menus that are asked at once: one question before all others, which are walked through to find its options.

use crate::code::{Ask, AtOnce, ExprId, Op, Pc, Reg, Shape, TextId};
use crate::ir::{self, LocalId};
use crate::text::Span;

use super::Lower;
use super::scope::Home;

impl Lower {
    pub(super) fn at_once(&mut self, once: &ir::AtOnce, span: Span) {
        let Some((ir::StmtKind::Menu(menu), before)) = once.body.split_last().map(|(last, all)| (&last.kind, all))
        else {
            unreachable!("what is asked at once ends with its menu");
        };
        let shelf = self.shelf();
        self.op(Op::Shelve(shelf), span);
        let who = Some(self.expr(&once.who));
        let prompt = once.prompt.as_ref().map(|prompt| self.text(prompt));
        let types = once.shown.iter().map(|shown| self.notation_of(&shown.ty)).collect();
        let (regs, label) = self.shown_label(&once.label);
        let at_once = Some(AtOnce { shown: Vec::new(), types, label, regs, exit: Pc(0), regions: Vec::new() });
        let ask = Ask { at_once, ..Ask::new(who, prompt, Vec::new(), span) };
        let at = self.ask_op(ask, span);
        for stmt in before {
            self.stmt(stmt);
        }
        self.menu_loop(menu, span);
        self.op(Op::Unshelve(shelf), span);
        let exit = self.here();
        let shown = once.shown.iter().map(|shown| self.shown(shown)).collect();
        let Op::Ask(id) = self.program.ops[at.index()] else {
            unreachable!("the question was just made");
        };
        if let Some(once) = &mut self.program.asks[id.index()].at_once {
            (once.shown, once.exit) = (shown, exit);
        }
    }

    /// The registers for what an option shows, and its label over them.
    fn shown_label(&mut self, (names, label): &(Vec<LocalId>, Option<ir::Text>)) -> (Reg, Option<TextId>) {
        let regs = self.reg(names.len() as u32);
        for (&name, reg) in names.iter().zip(regs..) {
            self.scope.set(name, Home::Reg(reg, Shape::Word));
        }
        (regs, label.as_ref().map(|label| self.text(label)))
    }

    fn shown(&mut self, shown: &ir::Expr) -> ExprId {
        if self.shape(&shown.ty) != Shape::Word {
            self.error(
                "E1020",
                shown.span,
                "a single member, number, thing or place can be shown, not several",
                "show what tells the ends apart: `showing here, steps`",
            );
            return self.konst(0, shown.span);
        }
        self.expr(shown)
    }
}
