//! Conditions in words: the name of a define with the values of its arguments.

use crate::wording::{Style, bracketed, player as player_title, show};
use tavola_core::code::{self, Arm, ArmKind, NONE, Notation};
use tavola_core::ir::{Binary, ComparedValues, DefineUse, Expr, ExprKind, LocalId, StmtKind, Type, visit};
use tavola_core::vm::domain_expr;
use tavola_syntax::text::{Span, one_line};

use super::refusal::Refused;

impl Refused<'_> {
    /// Message that something is not in the source of the options. `None` unless that is a place or a define.
    pub(super) fn not_in(&self, text: &str) -> Option<String> {
        Some(match self.source(text)? {
            OptionSource::Place(words) => format!("it does not lie in {words}"),
            OptionSource::Define(words) => format!("it is not among the {words}"),
        })
    }

    /// Message that the source of the options is empty. `None` unless that is a place or a define.
    pub(super) fn nothing_in(&self, text: &str) -> Option<String> {
        Some(match self.source(text)? {
            OptionSource::Place(words) => format!("nothing lies in {words}"),
            OptionSource::Define(words) => format!("there are no {words}"),
        })
    }

    /// The one place or define that a text of the rules names.
    fn source(&self, text: &str) -> Option<OptionSource> {
        let name = text.split(['(', '[']).next().unwrap_or_default();
        let words = name.replace('_', " ");
        let book = self.game.book();
        let is_whole = name == text || bracketed(text).is_some_and(|(before, ..)| before == name);
        if is_whole && book.places.iter().any(|place| place.name == name) {
            Some(OptionSource::Place(words))
        } else if is_whole && book.defines.iter().any(|define| define.name == name) {
            Some(OptionSource::Define(words))
        } else {
            None
        }
    }

    /// False if an option chooses a thing from a place that can never hold it.
    pub(super) fn can_lie(&self, option: &[i32]) -> bool {
        let program = self.game.program();
        let Some(arm) = usize::try_from(option[0]).ok().and_then(|arm| self.ask.arms.get(arm)) else { return true };
        let (legend, book) = (self.game.legend(), self.game.book());
        let chosen = self.ask.values(program, option);
        arm.binders(program).iter().zip(chosen).all(|(binder, (ty, value))| {
            let piece = usize::try_from(value.first().copied().unwrap_or(NONE)).ok();
            let is_piece = legend.types.get(ty as usize) == Some(&Notation::Piece);
            let Some(piece) = piece.filter(|_| is_piece) else { return true };
            let text =
                domain_expr(binder.domain).map(|e| one_line(self.game.sources().text(program.expr_spans[e.index()])));
            let name = text.as_deref().and_then(|text| text.split(['(', '[']).next());
            let place = book.places.iter().find(|place| Some(place.name.as_str()) == name);
            let component = program.layout.pieces.get(piece).map(|piece| piece.component as usize);
            place.is_none_or(|place| place.holds.iter().any(|holds| Some(holds.index()) == component))
        })
    }

    /// A condition that only calls a define, with the values of this answer: `it is not so: majority (Anna, Hill)`.
    /// Local names without a value stay names. `None` if the condition has other parts.
    pub(super) fn spoken(&self, span: Span, arm: &Arm, option: &[i32]) -> Option<String> {
        let DefineUse { rule, name, args, denied } = self.game.book().define_at(span)?;
        let names = ConditionWords::new(self, rule, arm, option);
        Some(format!("it is {}so: {}", if denied { "" } else { "not " }, names.called(&name, &args)))
    }

    /// A condition that only compares two values, as what holds instead: `Hill is the home of Tom`. `None` if the condition has
    /// other parts, or a value has no words.
    pub(super) fn compared(&self, span: Span, arm: &Arm, option: &[i32]) -> Option<String> {
        let ComparedValues { rule, how, sides, denied } = self.game.book().comparison_at(span)?;
        let names = ConditionWords::new(self, rule, arm, option);
        let (left, right) = (names.operand(&sides.0)?, names.operand(&sides.1)?);
        let verb = match (how, denied) {
            (Binary::In, true) => "is among",
            (Binary::In, false) => "is not among",
            (_, true) => "is",
            (_, false) => "is not",
        };
        Some(format!("{left} {verb} {right}"))
    }
}

/// Words for the names in a condition about an answer.
pub(super) struct ConditionWords<'a> {
    refused: &'a Refused<'a>,
    option: &'a [i32],
    /// The local of the asked player.
    asks: Option<LocalId>,
    /// The locals of the answer.
    chosen: Vec<LocalId>,
    /// True if the rule of the condition asks this question, so its locals have values.
    is_running: bool,
}

impl<'a> ConditionWords<'a> {
    /// The condition stands in this rule.
    pub(super) fn new(refused: &'a Refused<'a>, rule: usize, arm: &Arm, option: &'a [i32]) -> Self {
        let rule = &refused.game.book().rules[rule];
        let (mut asks, mut chosen): (Option<LocalId>, Vec<LocalId>) = (None, Vec::new());
        let mut is_running = false;
        match (&arm.kind, &rule.sheet) {
            (ArmKind::Action(action), Some(sheet)) if *action == rule.name => {
                asks = Some(LocalId(0));
                chosen.extend(sheet.params.binders.iter().map(|(local, _)| *local));
            }
            _ => visit::statements(&rule.body, &mut |stmt| {
                let StmtKind::Ask(ask) = &stmt.kind else { return };
                let Some(own) = ask.arms.iter().find(|own| own.span == arm.span) else { return };
                is_running = true;
                if let Some(Expr { kind: ExprKind::Local(who), .. }) = &ask.who {
                    asks = Some(*who);
                }
                chosen = own.query.iter().flat_map(|query| &query.binders).map(|(local, _)| *local).collect();
            }),
        }
        Self { refused, option, asks, chosen, is_running }
    }

    /// An expression as it is written, without underscores.
    fn plain(&self, e: &Expr) -> String {
        one_line(self.refused.game.sources().text(e.span)).replace('_', " ")
    }

    /// A local name: the value of this answer, or the name.
    fn local(&self, local: LocalId) -> Option<String> {
        let Refused { game, ask, asked, .. } = self.refused;
        if let Some(player) = asked.filter(|_| self.asks == Some(local)) {
            return Some(player_title(game.legend(), player));
        }
        let at = self.chosen.iter().position(|one| *one == local)?;
        let (ty, words) = ask.values(game.program(), self.option).get(at).copied()?;
        Some(show(game.legend(), ty, words, Style::People))
    }

    /// The number of the member or cell that an index means: one that is written, the asked player, or a part of this answer.
    pub(super) fn index(&self, e: &Expr) -> Option<i32> {
        let Refused { game, ask, asked, .. } = self.refused;
        match &e.kind {
            ExprKind::Widen(inner) => self.index(inner),
            ExprKind::Number(number) => i32::try_from(*number).ok(),
            ExprKind::Member(kind, ..) => {
                let text = one_line(game.sources().text(e.span));
                let members = &game.legend().kinds.get(kind.index())?.members;
                i32::try_from(members.iter().position(|member| member.notation == text)?).ok()
            }
            ExprKind::Local(local) if self.asks == Some(*local) => i32::try_from((*asked)?).ok(),
            ExprKind::Local(local) => {
                let at = self.chosen.iter().position(|one| one == local)?;
                let (_, words) = ask.values(game.program(), self.option).get(at).copied()?;
                words.first().copied()
            }
            _ => None,
        }
    }

    /// An argument.
    fn word(&self, arg: &Expr) -> String {
        let local = if let ExprKind::Local(local) = arg.kind { self.local(local) } else { None };
        local.unwrap_or_else(|| self.plain(arg))
    }

    /// The member that a parameter or a `let` of the running rule holds. The condition reads it, so who may know the reason may know it.
    /// `None` for other names, and if parts of the program hold different values.
    fn held(&self, e: &Expr) -> Option<String> {
        let (Refused { game, state, .. }, Type::Member(kind)) = (self.refused, &e.ty) else { return None };
        if !self.is_running || matches!(e.kind, ExprKind::Local(local) if self.local(local).is_some()) {
            return None;
        }
        let program = game.program();
        let own = program.exprs.iter().zip(&program.expr_spans).filter(|(_, span)| **span == e.span);
        let mut values = own.map(|(expr, _)| match *expr {
            code::Expr::Slot(slot) => state.words().get(slot as usize).copied(),
            code::Expr::Const(value) => Some(value),
            _ => None,
        });
        let value = values.next()??;
        if values.any(|other| other != Some(value)) {
            return None;
        }
        let member = usize::try_from(value).ok()?;
        Some(game.legend().kinds.get(kind.index())?.members.get(member)?.title.clone())
    }

    /// A define with its arguments: `majority (Anna, Hill)`.
    fn called(&self, name: &str, args: &[Expr]) -> String {
        let words: Vec<String> = args.iter().map(|arg| self.word(arg)).collect();
        let of = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        format!("{}{of}", name.replace('_', " "))
    }

    /// A define that is a side of a comparison: `the neighbours of Anna`, `price (Tea, 2)`.
    fn defined(&self, name: &str, args: &[Expr]) -> String {
        match args {
            [only] => {
                let whose = self.held(only).unwrap_or_else(|| self.word(only));
                format!("the {} of {whose}", name.replace('_', " "))
            }
            _ => self.called(name, args),
        }
    }

    /// A side of a comparison: a name, a member, a column of one of these, a define.
    fn operand(&self, e: &Expr) -> Option<String> {
        let book = self.refused.game.book();
        match &e.kind {
            ExprKind::Local(_) | ExprKind::Member(..) => Some(self.held(e).unwrap_or_else(|| self.word(e))),
            ExprKind::Widen(inner) => self.operand(inner),
            ExprKind::Attribute(of, kind, at) => {
                let column = book.kinds[kind.index()].attributes.get(*at as usize)?;
                Some(format!("the {} of {}", column.name.replace('_', " "), self.operand(of)?))
            }
            ExprKind::Define(id, args) => Some(self.defined(&book.defines[id.index()].name, args)),
            _ => None,
        }
    }
}

/// Source of options, in words.
enum OptionSource {
    Place(String),
    Define(String),
}
