//! What is read with a dot, and what is read with square brackets from a value.

use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, widen};
use crate::check::names::defs::Def;
use crate::check::types::fit::{thing_as, thing_index};
use crate::diagnostic::Diagnostic;
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindBody, KindId, Order, PLAYER, PlaceId, TableId, Type};
use crate::syntax::ast;
use crate::text::Span;

/// Columns that are only for drawing.
pub(in crate::check) const DRAWING: [&str; 4] = ["name", "at", "colour", "symbol"];

impl Typer<'_> {
    /// `t.tax`, `p.seat`, `f.offers`, `piece.player`
    pub(super) fn attribute(&mut self, of: &ast::Expr, name: &ast::Name) -> Expr {
        let base = self.value(of, None);
        let base = self.present(base);
        if let Type::Member(kind) = base.ty {
            let read = |name: ast::Name| {
                let span = name.span;
                ast::Expr { kind: ast::ExprKind::Attribute(Box::new(of.clone()), name), span }
            };
            if let Some(column) = self.column_by_word(kind, name, read) {
                return self.value(&column, None);
            }
        }
        let span = base.span.to(name.span);
        match base.ty.clone() {
            Type::Error => self.poison(span),
            Type::Row(table) => self.column(base, table, name, span),
            Type::Member(kind) => self.member_attribute(base, kind, name, span),
            Type::Thing(components) => self.thing_attribute(base, &components, name, span),
            other => {
                let what = self.book.say(&other);
                self.no_attribute(&what, name, Vec::new())
            }
        }
    }

    /// Of a card the member of its kind, of which its columns are read; anything else as it is.
    pub(super) fn printed(&mut self, thing: Expr) -> Expr {
        let Type::Thing(components) = thing.ty.clone() else { return thing };
        match self.book.prints_of(&components) {
            Some(kind) => self.card_as_member(thing, &components, kind),
            None => thing,
        }
    }

    /// Which column of pairs of a kind has this name.
    pub(super) fn pair_named(&self, kind: KindId, name: &str) -> Option<u32> {
        let pairs = &self.book.ir.kinds[kind.index()].pairs;
        pairs.iter().position(|pair| pair.name == name).map(|at| at as u32)
    }

    /// An index of a thing, or a column of its print.
    fn thing_attribute(&mut self, base: Expr, components: &[ComponentId], name: &ast::Name, span: Span) -> Expr {
        if let Some((axes, kind)) = self.index_named(components, &name.text) {
            let member = Type::Member(kind);
            return match axes.as_slice() {
                [Some(first), rest @ ..] if rest.iter().all(|axis| axis == &Some(*first)) => {
                    thing_index(base, *first, member)
                }
                _ if axes.iter().all(Option::is_some) => thing_as(base, axes, member),
                _ => thing_as(base, axes, Type::Option(Box::new(member))),
            };
        }
        match self.book.prints_of(components) {
            Some(kind) => {
                let member = self.card_as_member(base, components, kind);
                self.member_attribute(member, kind, name, span)
            }
            None => {
                let blank = components.iter().map(|id| &self.book.ir.components[id.index()]);
                let blank = blank.clone().find(|component| component.kind.is_none());
                let what = blank.map_or_else(|| "a thing".to_owned(), |component| format!("a `{}`", component.name));
                self.no_attribute(&what, name, Vec::new())
            }
        }
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
        let kept = match self.book.ir.kinds[kind.index()].body {
            KindBody::Kept(of, _) => Some(of),
            _ => None,
        };
        if let Some(of) = kept.filter(|_| name.text != "number") {
            return self.member_attribute(widen(base, Type::Member(of)), of, name, span);
        }
        let own = &self.book.ir.kinds[kind.index()];
        if let Some(at) = own.attributes.iter().position(|attribute| attribute.name == name.text) {
            self.reads_column(kind, &name.text);
            if self.book.ir.kinds[kind.index()].attributes[at].ty == Type::Text {
                return self.wrong(
                    codes::DRAWING_COLUMN,
                    name.span,
                    format!("the column `{}` has texts: they are only for people", name.text),
                    "a column that rules read has numbers, words, amounts, yes and no",
                );
            }
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
                self.wrong(codes::MISPLACED, span, message, format!("only `cell(..)` reads it: `cell(x.{text})`"))
            }
            (text, _) if DRAWING.contains(&text) => self.wrong(
                codes::DRAWING_COLUMN,
                name.span,
                format!("the column `{text}` is only for drawing"),
                "give the column another name if rules need it",
            ),
            (text, KindBody::Union(parts)) => {
                let lacks = |part: &KindId| {
                    let columns = &self.book.ir.kinds[part.index()].attributes;
                    !columns.iter().any(|attribute| attribute.name == text)
                };
                let bare = parts.iter().find(|part| lacks(part)).copied();
                let what = self.book.say(&Type::Member(bare.unwrap_or(kind)));
                let near: Vec<String> = own.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                if bare.is_some() {
                    return self.no_attribute(&what, name, near);
                }
                let message = format!("`{text}` is not the same sort of thing in all parts of this kind");
                let help = format!("give it to a define with a parameter of one part: `define f(x in K) = x.{text}`");
                self.wrong(codes::UNKNOWN_ATTRIBUTE, name.span, message, help)
            }
            _ => {
                let what = self.book.say(&Type::Member(kind));
                let near = own.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                self.no_attribute(&what, name, near)
            }
        }
    }

    /// Notes that a column is read: in a sum, those of its parts.
    fn reads_column(&mut self, kind: KindId, name: &str) {
        let mut open = vec![kind];
        while let Some(next) = open.pop() {
            let own = &self.book.ir.kinds[next.index()];
            if let Some(at) = own.attributes.iter().position(|attribute| attribute.name == name) {
                self.book.columns_used.insert((next, at as u32));
            }
            match &self.book.ir.kinds[next.index()].body {
                KindBody::Union(parts) => open.extend(parts),
                KindBody::Kept(of, _) => open.push(*of),
                _ => {}
            }
        }
    }

    fn no_attribute(&mut self, what: &str, name: &ast::Name, near: Vec<String>) -> Expr {
        let message = format!("{what} has no `{}`", name.text);
        let mut finding = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, name.span, message);
        let known = near.iter().map(String::as_str);
        finding.help = self.book.near(&name.text, known.clone()).or_else(|| {
            let all: Vec<String> = known.map(|name| format!("`{name}`")).collect();
            Some(match all.is_empty() {
                true => "nothing can be read of it with a dot".to_owned(),
                false => format!("there is {}", all.join(", ")),
            })
        });
        self.book.missing(&name.text, finding);
        self.poison(name.span)
    }

    /// The index of these things that is called by its kind in small letters, `player`: of each component, where it has one.
    fn index_named(&self, components: &[ComponentId], name: &str) -> Option<(Vec<Option<u32>>, KindId)> {
        let kind = self
            .book
            .ir
            .kinds
            .iter()
            .position(|kind| !kind.name.is_empty() && crate::check::declare::small_letters(&kind.name) == name)?;
        let kind = KindId(kind as u32);
        let axis = |id: &ComponentId| {
            let axes = &self.book.ir.components[id.index()].axes;
            axes.iter().position(|axis| matches!(axis, Axis::Kind(own) if *own == kind)).map(|at| at as u32)
        };
        let axes: Vec<Option<u32>> = components.iter().map(axis).collect();
        axes.iter().any(Option::is_some).then_some((axes, kind))
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
                _ => {
                    let message = format!("`{name}` has no indexes");
                    self.wrong(codes::MISPLACED, span, message, format!("write `{name}` alone"))
                }
            };
        }
        let defs = self.book.names.get(name).to_vec();
        let def = defs.iter().find(|def| !matches!(def, Def::Kind(_))).or(defs.first()).copied();
        match def {
            Some(Def::Component(id)) => self.piece(id, args, span),
            Some(Def::Place(id)) if self.is_element(id, args) => self.element_of(id, args, span),
            Some(Def::Place(id)) => self.cell(id, args, span),
            Some(Def::Track(id)) => self.track(id, args, span),
            Some(Def::Memory(id)) if !self.book.ir.memory[id.index()].axes.is_empty() => self.recall(id, args, span),
            Some(Def::Define(id)) if self.book.ir.defines[id.index()].params > 0 => self.wrong(
                codes::WRONG_SORT,
                span,
                format!("`{name}` is worked out, it does not lie on the table"),
                format!("use round brackets: `{name}(..)`"),
            ),
            Some(Def::Table(_) | Def::Rule(_)) => self.wrong(
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
                if let Some((kind, family)) = self.print_named(name) {
                    let member = self.member(kind, family, base.span);
                    return self.print_of(member, args, span).unwrap_or_else(|| self.poison(span));
                }
                args.iter().for_each(|arg| {
                    self.value(arg, None);
                });
                self.value(base, want);
                self.poison(span)
            }
        }
    }

    /// Whether indexes are those of a place, and then a number of a thing in it: `shown[1]`, `line[p, 2]`.
    fn is_element(&self, id: PlaceId, args: &[ast::Expr]) -> bool {
        let place = &self.book.ir.places[id.index()];
        matches!(place.order, Order::Row | Order::Stack) && args.len() == place.axes.len() + 1
    }

    fn element_of(&mut self, id: PlaceId, args: &[ast::Expr], span: Span) -> Expr {
        let Some((at, indexes)) = args.split_last() else { return self.poison(span) };
        let place = self.cell(id, indexes, span);
        let at = self.number(at);
        self.thing_of(place, at, span)
    }

    /// A thing of a row from the left, of a stack from the top.
    fn thing_of(&mut self, place: Expr, at: Expr, span: Span) -> Expr {
        let ordered = |order: Order| matches!(order, Order::Row | Order::Stack);
        match &place.kind {
            ExprKind::Cell(id, _) if ordered(self.book.ir.places[id.index()].order) && place.ty == Type::Place => {
                let bag = self.bag_of(place);
                let inner = self.book.element(&bag.ty).unwrap_or(Type::Error);
                let kind = ExprKind::Item(Box::new(bag), Box::new(at));
                Expr { kind, ty: Type::Option(Box::new(inner)), span }
            }
            _ if place.ty == Type::Error => self.poison(span),
            _ => self.wrong(
                codes::NOT_A_SET,
                place.span,
                "what lies here has no first, second or third",
                "only rows and stacks keep their things in order",
            ),
        }
    }

    /// An element of a list by its number, or a stretch of it.
    fn item(&mut self, list: Expr, args: &[ast::Expr], span: Span) -> Expr {
        let list = self.present(list);
        if let Some(print) = self.print_of(list.clone(), args, span) {
            return print;
        }
        let [arg] = args else {
            let help = "an element is `turns[2]`, a stretch `turns[1..3]`";
            return self.wrong(codes::ARGUMENTS, span, "a list has a single index", help);
        };
        if let (ast::ExprKind::Range(low, high), Type::List(_)) = (&arg.kind, &list.ty) {
            let ty = list.ty.clone();
            let low = self.number(low);
            let high = high.as_ref().map(|high| Box::new(self.number(high)));
            return Expr { kind: ExprKind::Slice(Box::new(list), Box::new(low), high), ty, span };
        }
        if list.ty == Type::Error {
            self.value(arg, None);
            return self.poison(span);
        }
        if let Type::Amounts(kind) = list.ty {
            return self.amount(list, kind, arg, span);
        }
        let at = self.number(arg);
        let ty = match &list.ty {
            Type::Error => return self.poison(span),
            Type::List(inner) => match &**inner {
                Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_) => (**inner).clone(),
                plain => Type::Option(Box::new(plain.clone())),
            },
            Type::Place => return self.thing_of(list, at, span),
            other => {
                let message = format!("this is {}, it has no first, second or third", self.book.say(other));
                let help = "lists are numbered; of a set say which one: `first x in SET by ..`";
                return self.wrong(codes::NOT_A_SET, list.span, message, help);
            }
        };
        Expr { kind: ExprKind::Item(Box::new(list), Box::new(at)), ty, span }
    }
}
