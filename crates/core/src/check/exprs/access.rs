//! Types attribute access (`t.tax`) and indexing (`turns[2]`).

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Def, Meaning};
use crate::check::types::{
    attribute_of, column_by_word, is_element, member, note_column_by_word, option, poison, present, print_named,
    thing_of,
};
use crate::ir::{Expr, ExprKind, PlaceId, Type};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types `t.tax`, `p.seat`, `f.offers`, `piece.player`.
    pub(super) fn attribute(&mut self, of: &ast::Expr, name: &ast::Name) -> Expr {
        let base = present(self.value(of, None));
        if let Type::Member(kind) = base.ty {
            let read = |name: ast::Name| {
                let span = name.span;
                ast::Expr { kind: ast::ExprKind::Attribute(Box::new(of.clone()), name), span }
            };
            if let Some(column) = column_by_word(self.book, kind, name, read) {
                note_column_by_word(self.book, kind, name);
                let before = self.book.index.pause();
                let read = self.value(&column, None);
                self.book.index.resume(before);
                return read;
            }
        }
        let through = match &base.kind {
            ExprKind::Local(id) => self.scope.through_places(*id),
            _ => None,
        };
        attribute_of(self.book, base, name, through)
    }

    /// Types `fame[p]`, `ranks[1]`, `t[2..]`, `n[p]`.
    pub(super) fn index(&mut self, base: &ast::Expr, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let ast::ExprKind::Name(name) = &base.kind else {
            let value = self.value(base, None);
            return self.item(value, args, span);
        };
        if let Some(meaning) = self.in_scope(name, base.span) {
            return match (meaning, args) {
                (Meaning::After(id, everybody), [who]) => self.answer_of(id, everybody, who, span),
                (Meaning::Local(id), _) => {
                    let value = self.scope.local(id, base.span);
                    self.item(value, args, span)
                }
                _ => {
                    let message = format!("`{name}` has no indexes");
                    self.book.wrong(codes::MISPLACED, span, message, format!("write `{name}` alone"))
                }
            };
        }
        let defs = self.book.names.get(name).to_vec();
        let def = defs.iter().find(|def| !matches!(def, Def::Kind(_))).or(defs.first()).copied();
        if let Some(def) = def {
            self.book.record(def, base.span);
        }
        match def {
            Some(Def::Component(id)) => self.piece(id, args, span),
            Some(Def::Place(id)) if is_element(self.book, id, args.len()) => self.element_of(id, args, span),
            Some(Def::Place(id)) => self.cell(id, args, span),
            Some(Def::Track(id)) => self.track(id, args, span),
            Some(Def::Memory(id)) if !self.book.ir.memory[id.index()].axes.is_empty() => self.recall(id, args, span),
            Some(Def::Define(id)) if self.book.ir.defines[id.index()].params > 0 => {
                let message = format!("`{name}` is computed, it has no indexes");
                let fix = brackets(base.span, span, ["(", ")"]);
                let help = Remedy::new(format!("use round brackets: `{name}(..)`"), fix);
                let made = self.book.wrong(codes::WRONG_SORT, span, message, help);
                self.book.label_declaration(def);
                made
            }
            Some(Def::Table(_) | Def::Rule(_)) => {
                let fix = brackets(base.span, span, ["(", ")"]);
                let help = Remedy::new(format!("use round brackets: `{name}(..)`"), fix);
                self.book.wrong(codes::WRONG_SORT, span, format!("`{name}` has no indexes"), help)
            }
            Some(Def::Kind(_)) => {
                self.look_at(args);
                let message = format!("`{name}` is a kind, it has no indexes");
                self.book.wrong(codes::WRONG_SORT, base.span, message, "write the name of a place, a track or memory")
            }
            Some(_) => {
                let value = self.value(base, None);
                self.item(value, args, span)
            }
            None => {
                if let Some((kind, family)) = print_named(self.book, name) {
                    let member = member(self.book, kind, family, base.span);
                    return self.print_of(member, args, span).unwrap_or_else(|| poison(span));
                }
                self.look_at(args);
                self.value(base, want);
                poison(span)
            }
        }
    }

    fn element_of(&mut self, id: PlaceId, args: &[ast::Expr], span: Span) -> Expr {
        let Some((at, indexes)) = args.split_last() else { return poison(span) };
        let place = self.cell(id, indexes, span);
        let at = self.number(at);
        thing_of(self.book, place, at, span)
    }

    /// Types an element or a slice of a value: `turns[2]`, `turns[1..3]`.
    fn item(&mut self, list: Expr, args: &[ast::Expr], span: Span) -> Expr {
        let list = present(list);
        if let Some(print) = self.print_of(list.clone(), args, span) {
            return print;
        }
        let [arg] = args else {
            let help = "write `turns[2]` for an element, `turns[1..3]` for a part";
            return self.book.wrong(codes::ARGUMENTS, span, "a list has a single index", help);
        };
        if let (ast::ExprKind::Range(low, high), Type::List(_)) = (&arg.kind, &list.ty) {
            let ty = list.ty.clone();
            let low = self.number(low);
            let high = high.as_ref().map(|high| Box::new(self.number(high)));
            return Expr { kind: ExprKind::Slice(Box::new(list), Box::new(low), high), ty, span };
        }
        if list.ty == Type::Error {
            self.value(arg, None);
            return poison(span);
        }
        if let Type::Amounts(kind) = list.ty {
            return self.amount(list, kind, arg, span);
        }
        if let (ast::ExprKind::Name(column), Type::Member(_) | Type::Thing(_)) = (&arg.kind, &list.ty)
            && !self.stands_alone(arg)
        {
            let index = Span { start: list.span.end, ..span };
            let fix = Fix::new("write a dot", index, format!(".{column}"));
            let help = Remedy::new(format!("a column is read with a dot: `t.{column}`"), fix);
            let message = format!("this is {}, which has no numbered elements", self.book.say(&list.ty));
            return self.book.wrong(codes::NOT_A_SET, list.span, message, help);
        }
        if !matches!(list.ty, Type::List(_) | Type::Place) {
            self.look_at(std::slice::from_ref(arg));
            let message = format!("this is {}, which has no numbered elements", self.book.say(&list.ty));
            let help = "use a list; from a set, take one with `first x in SET by ..`";
            return self.book.wrong(codes::NOT_A_SET, list.span, message, help);
        }
        let at = self.number(arg);
        let ty = match &list.ty {
            Type::List(inner) => match &**inner {
                Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_) => (**inner).clone(),
                plain => option(plain.clone()),
            },
            _ => return thing_of(self.book, list, at, span),
        };
        Expr { kind: ExprKind::Item(Box::new(list), Box::new(at)), ty, span }
    }
}

/// The fix that writes other brackets around the parts of a call or an index.
pub(super) fn brackets(name: Span, whole: Span, [open, close]: [&str; 2]) -> Fix {
    let first = Span { start: name.end, end: name.end + 1, ..name };
    let last = Span { start: whole.end.saturating_sub(1), ..whole };
    Fix::new(format!("write `{open}{close}`"), first, open).and(last, close)
}
