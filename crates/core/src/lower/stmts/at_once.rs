//! Menus asked as a single question, whose options are found by exploring all inner questions.

use super::Lower;
use crate::code::{Ask, AtOnce, Op, Pc};
use crate::ir;
use tavola_syntax::text::Span;

impl Lower<'_> {
    pub(in crate::lower) fn at_once(&mut self, once: &ir::AtOnce, span: Span) {
        let Some((ir::StmtKind::Menu(menu), before)) = once.body.split_last().map(|(last, all)| (&last.kind, all))
        else {
            unreachable!("what is asked at once ends with its menu");
        };
        let shelf = self.shelf();
        self.emit.op(Op::Shelve(shelf), span);
        let who = Some(self.exprs().expr(&once.who));
        let prompt = once.prompt.as_ref().map(|prompt| self.exprs().text(prompt));
        let types = once.shown.iter().map(|shown| self.exprs().notation_of(&shown.ty)).collect();
        let (regs, label) = self.exprs().shown_label(&once.label);
        let at_once = Some(AtOnce { shown: Vec::new(), types, label, regs, exit: Pc(0), regions: Vec::new() });
        let ask = Ask { at_once, ..Ask::new(who, prompt, Vec::new(), span) };
        let at = self.ask_op(ask, span);
        for stmt in before {
            self.stmt(stmt);
        }
        self.menu_loop(menu, span);
        self.emit.op(Op::Unshelve(shelf), span);
        let exit = self.emit.here();
        let shown = once.shown.iter().map(|shown| self.exprs().shown(shown)).collect();
        let Op::Ask(id) = self.emit.program.ops[at.index()] else {
            unreachable!("the question was just made");
        };
        if let Some(once) = &mut self.emit.program.asks[id.index()].at_once {
            (once.shown, once.exit) = (shown, exit);
        }
    }
}
