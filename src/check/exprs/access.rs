//! What is read with a dot, and what is read with square brackets from a value.

use crate::check::codes;
use crate::check::coerce::thing_index;
use crate::check::names::Def;
use crate::check::typer::{Meaning, Typer};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, ExprKind, KindBody, KindId, PLAYER, TableId, Type};
use crate::syntax::ast;
use crate::text::Span;

/// Columns that are only for drawing.
pub(in crate::check) const DRAWING: [&str; 5] = ["name", "at", "colour", "symbol", "picture"];

impl Typer<'_> {
    /// `t.tax`, `p.seat`, `f.offers`, `piece.player`
    pub(super) fn attribute(&mut self, base: &ast::Expr, name: &ast::Name) -> Expr {
        let base = self.value(base, None);
        let base = self.present(base);
        let span = base.span.to(name.span);
        match base.ty.clone() {
            Type::Error => self.poison(span),
            Type::Row(table) => self.column(base, table, name, span),
            Type::Member(kind) => self.member_attribute(base, kind, name, span),
            Type::Thing(components) => {
                if let Some(index) = self.index_named(&components, &name.text) {
                    let (axis, kind) = index;
                    return thing_index(base, axis, Type::Member(kind));
                }
                let member = self.printed(base);
                match member.ty {
                    Type::Member(kind) => self.member_attribute(member, kind, name, span),
                    _ => self.no_attribute("a thing", name, Vec::new()),
                }
            }
            other => {
                let what = self.book.say(&other);
                self.no_attribute(&what, name, Vec::new())
            }
        }
    }

    /// Of a card the member of its kind, of which its columns are read; anything else as it is.
    pub(super) fn printed(&self, thing: Expr) -> Expr {
        match &thing.ty {
            Type::Thing(components) => match components.as_slice() {
                [only] => match self.book.ir.components[only.index()].kind {
                    Some(kind) => thing_index(thing, 0, Type::Member(kind)),
                    None => thing,
                },
                _ => thing,
            },
            _ => thing,
        }
    }

    /// Which column of pairs of a kind has this name.
    pub(super) fn pair_named(&self, kind: KindId, name: &str) -> Option<u32> {
        let pairs = &self.book.ir.kinds[kind.index()].pairs;
        pairs.iter().position(|pair| pair.name == name).map(|at| at as u32)
    }

    fn column(&mut self, base: Expr, table: TableId, name: &ast::Name, span: Span) -> Expr {
        let columns = &self.book.ir.tables[table.index()].columns;
        let Some(at) = columns.iter().position(|column| column.name == name.text) else {
            let what = format!("a row of `{}`", self.book.ir.tables[table.index()].name);
            let near = columns.iter().map(|column| column.name.clone()).collect();
            return self.no_attribute(&what, name, near);
        };
        let ty = columns[at].ty.clone();
        Expr { kind: ExprKind::Column(Box::new(base), table, at as u32), ty, span }
    }

    fn member_attribute(&mut self, base: Expr, kind: KindId, name: &ast::Name, span: Span) -> Expr {
        let own = &self.book.ir.kinds[kind.index()];
        if let Some(at) = own.attributes.iter().position(|attribute| attribute.name == name.text) {
            self.book.columns_used.insert((kind, at as u32));
            let ty = self.book.ir.kinds[kind.index()].attributes[at].ty.clone();
            return Expr { kind: ExprKind::Attribute(Box::new(base), kind, at as u32), ty, span };
        }
        match (name.text.as_str(), &own.body) {
            ("seat", _) if kind == PLAYER => Expr { kind: ExprKind::Position(Box::new(base)), ty: Type::Number, span },
            ("number", _) => Expr { kind: ExprKind::Position(Box::new(base)), ty: Type::Number, span },
            ("row" | "column", KindBody::Cells(board)) => {
                let kind = ExprKind::GridPosition(Box::new(base), *board, name.text == "row");
                Expr { kind, ty: Type::Number, span }
            }
            (text, _) if self.pair_named(kind, text).is_some() => {
                let message = format!("`{text}` is a pair: a cell of a board");
                self.wrong_help(codes::MISPLACED, span, message, format!("only `cell(..)` reads it: `cell(x.{text})`"))
            }
            (text, _) if DRAWING.contains(&text) => self.wrong_help(
                codes::DRAWING_COLUMN,
                name.span,
                format!("the column `{text}` is only for drawing"),
                "give the column another name if rules need it",
            ),
            _ => {
                let what = self.book.say(&Type::Member(kind));
                let near = own.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                self.no_attribute(&what, name, near)
            }
        }
    }

    fn no_attribute(&mut self, what: &str, name: &ast::Name, near: Vec<String>) -> Expr {
        let message = format!("{what} has no `{}`", name.text);
        let mut finding = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, name.span, message);
        let known = near.iter().map(String::as_str);
        finding.help = self.book.near(&name.text, known.clone()).or_else(|| {
            let all: Vec<String> = known.map(|name| format!("`{name}`")).collect();
            (!all.is_empty()).then(|| format!("there is {}", all.join(", ")))
        });
        self.book.missing(&name.text, finding);
        self.poison(name.span)
    }

    /// The index of these things that is called by its kind in small letters: `player`.
    fn index_named(&self, components: &[crate::ir::ComponentId], name: &str) -> Option<(u32, KindId)> {
        let kind = self
            .book
            .ir
            .kinds
            .iter()
            .position(|kind| !kind.name.is_empty() && super::super::declare::small_letters(&kind.name) == name)?;
        let kind = KindId(kind as u32);
        self.index_of_kind(components, kind).map(|axis| (axis, kind))
    }

    /// `fame[p]`, `ranks[1]`, `t[2..]`, `n[p]`
    pub(super) fn index(&mut self, base: &ast::Expr, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let ast::ExprKind::Name(name) = &base.kind else {
            let value = self.value(base, None);
            return self.item(value, args, span);
        };
        if let Some(seen) = self.lookup(name).cloned() {
            return match (seen.meaning, args) {
                (Meaning::After(id, everybody), [who]) => self.answer_of(id, everybody, who, span),
                (Meaning::Local(id), _) => {
                    let value = self.local(id, base.span);
                    self.item(value, args, span)
                }
                _ => self.wrong(codes::MISPLACED, span, format!("`{name}` has no indexes")),
            };
        }
        let defs = self.book.names.get(name).to_vec();
        let def = defs.iter().find(|def| !matches!(def, Def::Kind(_))).or(defs.first()).copied();
        match def {
            Some(Def::Component(id)) => self.piece(id, args, span),
            Some(Def::Place(id)) => self.cell(id, args, span),
            Some(Def::Track(id)) => self.track(id, args, span),
            Some(Def::Memory(id)) if !self.book.ir.memory[id.index()].axes.is_empty() => self.recall(id, args, span),
            Some(Def::Define(id)) if self.book.ir.defines[id.index()].params > 0 => self.wrong_help(
                codes::WRONG_SORT,
                span,
                format!("`{name}` is worked out, it does not lie on the table"),
                format!("use round brackets: `{name}(..)`"),
            ),
            Some(Def::Table(_) | Def::Rule(_)) => self.wrong_help(
                codes::WRONG_SORT,
                span,
                format!("`{name}` has no indexes"),
                format!("use round brackets: `{name}(..)`"),
            ),
            Some(_) => {
                let value = self.value(base, None);
                self.item(value, args, span)
            }
            None => {
                args.iter().for_each(|arg| {
                    self.value(arg, None);
                });
                self.value(base, want);
                self.poison(span)
            }
        }
    }

    /// An element of a list by its number, or a stretch of it.
    fn item(&mut self, list: Expr, args: &[ast::Expr], span: Span) -> Expr {
        let list = self.present(list);
        let [arg] = args else {
            return self.wrong(codes::ARGUMENTS, span, "a list has a single index");
        };
        if let (ast::ExprKind::Range(low, high), Type::List(_)) = (&arg.kind, &list.ty) {
            let ty = list.ty.clone();
            let low = self.number(low);
            let high = high.as_ref().map(|high| Box::new(self.number(high)));
            return Expr { kind: ExprKind::Slice(Box::new(list), Box::new(low), high), ty, span };
        }
        let at = self.number(arg);
        let ty = match &list.ty {
            Type::Error => return self.poison(span),
            Type::List(inner) => match &**inner {
                Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_) => (**inner).clone(),
                plain => Type::Option(Box::new(plain.clone())),
            },
            Type::Place => {
                let bag = self.bag_of(list);
                let inner = self.book.element(&bag.ty).unwrap_or(Type::Error);
                let kind = ExprKind::Item(Box::new(bag), Box::new(at));
                return Expr { kind, ty: Type::Option(Box::new(inner)), span };
            }
            other => {
                let message = format!("this is {}, it has no first, second or third", self.book.say(other));
                return self.wrong(codes::NOT_A_SET, list.span, message);
            }
        };
        Expr { kind: ExprKind::Item(Box::new(list), Box::new(at)), ty, span }
    }
}
