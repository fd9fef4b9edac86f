//! Arithmetic, comparisons, membership.

use crate::check::codes;
use crate::check::exprs::typer::{Typer, binary, negate, number, only, widen};
use crate::ir::{Binary, Expr, ExprKind, Rounding, Type};
use crate::syntax::ast::{self, Binary as Op};
use crate::text::Span;

impl Typer<'_> {
    /// All two-sided operators except `and`.
    pub(super) fn operator(&mut self, op: Op, a: &ast::Expr, b: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let mut made = match op {
            Op::Add => self.plus(a, b, Binary::Add, Binary::Join, want),
            Op::Sub => self.plus(a, b, Binary::Sub, Binary::Without, want),
            Op::Mul => self.numbers(Binary::Mul, a, b, Type::Number),
            Op::Div => self.wrong(
                codes::ROUNDING,
                span,
                "a division must say how it is rounded",
                "write `rounded up`, `rounded down` or `rounded half up` after it",
            ),
            Op::Less => self.numbers(Binary::Less, a, b, Type::YesNo),
            Op::AtMost => self.numbers(Binary::AtMost, a, b, Type::YesNo),
            Op::More => self.swapped(Binary::Less, a, b),
            Op::AtLeast => self.swapped(Binary::AtMost, a, b),
            Op::Is => self.same(a, b),
            Op::IsNot => negate(self.same(a, b)),
            Op::In => self.member_in(a, b),
            Op::NotIn => negate(self.member_in(a, b)),
            Op::And | Op::Or => {
                let (a, b) = (self.condition(a), self.condition(b));
                let op = if op == Op::And { Binary::And } else { Binary::Or };
                binary(op, a, b, Type::YesNo)
            }
        };
        made.span = span;
        made
    }

    fn numbers(&mut self, op: Binary, a: &ast::Expr, b: &ast::Expr, ty: Type) -> Expr {
        let (a, b) = (self.number(a), self.number(b));
        if op != Binary::Mul {
            self.same_unit(&a, &b, "compared", a.span.to(b.span));
        }
        binary(op, a, b, ty)
    }

    fn swapped(&mut self, op: Binary, a: &ast::Expr, b: &ast::Expr) -> Expr {
        let (a, b) = (self.number(a), self.number(b));
        self.same_unit(&a, &b, "compared", a.span.to(b.span));
        binary(op, b, a, Type::YesNo)
    }

    /// `+` and `-`: of numbers, sets, lists, bags, places.
    fn plus(&mut self, a: &ast::Expr, b: &ast::Expr, plain: Binary, sets: Binary, want: Option<&Type>) -> Expr {
        let left = self.value(a, want);
        let left = self.present(left);
        if left.ty == Type::Error {
            self.value(b, want);
            return left;
        }
        if left.ty == Type::Number {
            let right = self.number(b);
            let done = if plain == Binary::Add { "added" } else { "taken from each other" };
            self.same_unit(&left, &right, done, left.span.to(right.span));
            return binary(plain, left, right, Type::Number);
        }
        let right = self.value(b, Some(&left.ty.clone()));
        let right = self.present(right);
        let places = |ty: &Type| matches!(ty, Type::Place) || *ty == Type::Set(Box::new(Type::Place));
        if places(&left.ty) && places(&right.ty) {
            return self.join_places(left, right, sets, want);
        }
        // Beside a bag a place counts as what lies in it, so any number of places can be joined.
        let lying = |typer: &Self, e: Expr, beside: &Type| {
            if places(&e.ty) && matches!(beside, Type::Bag(_)) { typer.bag_of(e) } else { e }
        };
        let right = lying(self, right, &left.ty);
        let left = lying(self, left, &right.ty);
        // What is taken out of a list may be a set.
        if let (Type::List(one), Type::Set(other), Binary::Without) = (&left.ty, &right.ty, sets)
            && let Some(element) = self.join(one, other)
        {
            let (list, set) = (Type::List(Box::new(element.clone())), Type::Set(Box::new(element)));
            let (left, right) = (self.coerce(left, &list), self.coerce(right, &set));
            return binary(sets, left, right, list);
        }
        let Some(ty) = self.join(&left.ty, &right.ty) else {
            return self.unlike(left, right, if plain == Binary::Add { "added" } else { "taken away" });
        };
        match &ty {
            Type::Set(_) | Type::List(_) | Type::Bag(_) => {
                let (left, right) = (self.coerce(left, &ty), self.coerce(right, &ty));
                binary(sets, left, right, ty)
            }
            Type::Error => self.poison(left.span),
            _ => self.unlike(left, right, if plain == Binary::Add { "added" } else { "taken away" }),
        }
    }

    fn join_places(&mut self, left: Expr, right: Expr, op: Binary, want: Option<&Type>) -> Expr {
        if matches!(want, Some(Type::Place)) || matches!(want, Some(Type::Set(inner)) if **inner == Type::Place) {
            let ty = Type::Set(Box::new(Type::Place));
            let side = |e: Expr| if e.ty == Type::Place { widen(e, ty.clone()) } else { e };
            let (left, right) = (side(left), side(right));
            return binary(op, left, right, ty);
        }
        let (left, right) = (self.bag_of(left), self.bag_of(right));
        let ty = self.join(&left.ty, &right.ty).unwrap_or(Type::Error);
        let (left, right) = (self.coerce(left, &ty), self.coerce(right, &ty));
        binary(op, left, right, ty)
    }

    fn unlike(&mut self, left: Expr, right: Expr, verb: &str) -> Expr {
        if left.ty == Type::Error || right.ty == Type::Error {
            return self.poison(left.span);
        }
        let message = format!("{} and {} cannot be {verb}", self.book.say(&left.ty), self.book.say(&right.ty));
        let help =
            "numbers, sets, lists, or bags of things: both of one sort; of other things say how many, `count of ..`";
        self.wrong(codes::MISMATCH, left.span.to(right.span), message, help)
    }

    /// `a is b`: both sides of one type, either side telling the other what words mean.
    fn same(&mut self, a: &ast::Expr, b: &ast::Expr) -> Expr {
        let left = if self.stands_alone(a) { self.told_alone(a) } else { None };
        let (left, right) = if let Some(left) = left {
            let right = self.value(b, Some(&left.ty.clone()));
            (left, right)
        } else {
            let right = self.value(b, None);
            let left = self.value(a, Some(&right.ty.clone()));
            (left, right)
        };
        self.equal(left, right)
    }

    /// A value whose type is known by itself. Where a figure stands may have to be told by what it is compared with.
    fn told_alone(&mut self, e: &ast::Expr) -> Option<Expr> {
        let before = self.book.found.len();
        let found = self.value(e, None);
        if found.ty != Type::Error || !is_site(e) {
            return Some(found);
        }
        self.book.found.truncate(before);
        None
    }

    /// Equality of two values that have been typed.
    pub(in crate::check) fn equal(&mut self, left: Expr, right: Expr) -> Expr {
        if left.ty == Type::Nothing || right.ty == Type::Nothing {
            return self.is_nothing(left, right);
        }
        let things = |e: &Expr| match &e.ty {
            Type::Place | Type::Bag(_) => true,
            Type::Set(inner) => **inner == Type::Place,
            _ => matches!(e.kind, ExprKind::Count(..)),
        };
        match (&left.ty, &right.ty) {
            (_, Type::Amounts(_)) if things(&left) => return self.as_many(&left, &right, left.span.to(right.span)),
            (Type::Amounts(_), _) if things(&right) => return self.as_many(&right, &left, left.span.to(right.span)),
            _ => {}
        }
        let (left, right) = self.as_values(left, right);
        match self.join(&left.ty, &right.ty) {
            Some(ty) => {
                let (left, right) = (self.coerce(left, &ty), self.coerce(right, &ty));
                if ty == Type::Number {
                    self.same_unit(&left, &right, "compared", left.span.to(right.span));
                }
                binary(Binary::Is, left, right, Type::YesNo)
            }
            None => {
                let right = match self.fit_to_compare(right, &left.ty) {
                    Ok(right) => return binary(Binary::Is, left, right, Type::YesNo),
                    Err(right) => right,
                };
                match self.fit_to_compare(left, &right.ty) {
                    Ok(left) => binary(Binary::Is, left, right, Type::YesNo),
                    Err(left) => {
                        let message = format!("{} is never {}", self.book.say(&left.ty), self.book.say(&right.ty));
                        let help = self.book.such(&left.ty);
                        self.wrong(codes::MISMATCH, left.span.to(right.span), message, help)
                    }
                }
            }
        }
    }

    /// A place that is compared with a bag is meant as the bag in it.
    fn as_values(&self, left: Expr, right: Expr) -> (Expr, Expr) {
        match (&left.ty, &right.ty) {
            (Type::Place, Type::Bag(_)) => (self.bag_of(left), right),
            (Type::Bag(_), Type::Place) => (left, self.bag_of(right)),
            _ => (left, right),
        }
    }

    fn is_nothing(&mut self, left: Expr, right: Expr) -> Expr {
        let (subject, span) = if right.ty == Type::Nothing { (left, right.span) } else { (right, left.span) };
        self.is_none(subject, span)
    }

    /// `x in S`
    fn member_in(&mut self, a: &ast::Expr, b: &ast::Expr) -> Expr {
        let probe = if self.stands_alone(a) { self.told_alone(a) } else { None };
        let hint = probe.as_ref().map(|probe| Type::Set(Box::new(probe.ty.clone())));
        let set = self.container(b, hint.as_ref());
        let Some(element) = self.book.element(&set.ty) else {
            return self.poison(set.span);
        };
        let left = match probe {
            Some(probe) => probe,
            None => self.value(a, Some(&element)),
        };
        if let (Type::Option(inner), ExprKind::Local(_) | ExprKind::Memory(..) | ExprKind::Site(..)) =
            (&left.ty, &left.kind)
        {
            let here =
                negate(Expr { kind: ExprKind::IsNone(Box::new(left.clone())), ty: Type::YesNo, span: left.span });
            let value = only(left.clone(), (**inner).clone());
            let inside = self.member_of_set(value, set, &element);
            return binary(Binary::And, here, inside, Type::YesNo);
        }
        self.member_of_set(left, set, &element)
    }

    fn member_of_set(&mut self, left: Expr, set: Expr, element: &Type) -> Expr {
        if let Type::Bag(components) = &set.ty {
            if let (Type::Member(_), ExprKind::BagAt(_, place), Some(things)) =
                (&left.ty, &set.kind, self.prints_among(&left, components))
            {
                return some_there(things, (**place).clone());
            }
            let thing = self.coerce(left, &Type::Thing(components.clone()));
            return binary(Binary::In, thing, set, Type::YesNo);
        }
        if *element == Type::Place && self.is_thing(&left.ty) {
            let things = self.as_things(left);
            return some_there(things, set);
        }
        if !self.wider(&left.ty, element) && self.wider(element, &left.ty) && !matches!(left.ty, Type::Option(_)) {
            let wide = match &set.ty {
                Type::List(_) => Type::List(Box::new(left.ty.clone())),
                _ => Type::Set(Box::new(left.ty.clone())),
            };
            let set = self.coerce(set, &wide);
            return binary(Binary::In, left, set, Type::YesNo);
        }
        let left = match self.fit_to_compare(left, element) {
            Ok(left) => left,
            Err(left) => self.coerce(left, element),
        };
        binary(Binary::In, left, set, Type::YesNo)
    }

    /// `x / 2 rounded up to 5`
    pub(super) fn rounded(&mut self, inner: &ast::Expr, how: ast::Rounding, to: Option<i64>, span: Span) -> Expr {
        let to = to.unwrap_or(1);
        let how = match how {
            ast::Rounding::Up => Rounding::Up,
            ast::Rounding::Down => Rounding::Down,
            ast::Rounding::HalfUp => Rounding::HalfUp,
        };
        if !(1..=i64::from(u16::MAX)).contains(&to) {
            let help = "write `rounded up`, or `rounded up to 5`";
            return self.wrong(codes::ROUNDING, span, "rounding goes to multiples of 1 to 65535", help);
        }
        if let ast::ExprKind::Binary(Op::Div, a, b) = &inner.kind {
            let (a, b) = (self.number(a), self.number(b));
            if b.kind == ExprKind::Number(0) {
                return self.wrong(codes::ROUNDING, span, "nothing can be divided by 0", "divide by another number");
            }
            return Expr { kind: ExprKind::Divide(Box::new(a), Box::new(b), how, to), ty: Type::Number, span };
        }
        let inner = self.number(inner);
        Expr { kind: ExprKind::Round(Box::new(inner), how, to), ty: Type::Number, span }
    }

    /// `1..6`
    pub(super) fn range(&mut self, low: &ast::Expr, high: Option<&ast::Expr>, span: Span) -> Expr {
        let low = self.number(low);
        let Some(high) = high else {
            return self.wrong(codes::MISPLACED, span, "this range has no end", "say up to what: `1..6`");
        };
        let high = self.number(high);
        let kind = ExprKind::Range(Box::new(low), Box::new(high));
        Expr { kind, ty: Type::Set(Box::new(Type::Number)), span }
    }
}

/// Whether some of these things are there.
fn some_there(things: Expr, places: Expr) -> Expr {
    let span = things.span;
    let count = ExprKind::Count(Box::new(things), Box::new(places));
    let count = Expr { kind: count, ty: Type::Number, span };
    binary(Binary::AtMost, number(1, span), count, Type::YesNo)
}

/// `site(FIGURE)`
fn is_site(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Call(base, _) if base.kind == ast::ExprKind::Name("site".into()))
}
