//! Makes the numbering of a program.

use std::collections::{BTreeMap, BTreeSet};

use crate::Game;
use crate::wording::{ValueTexts, outline, prompt_outline};
use tavola_core::code::effect::Next;
use tavola_core::code::{Arm, ArmKind, Ask, AskId, Expr, Notation, Op, PC, Pc, Program};
use tavola_core::lower::Lowered;
use tavola_core::lower::values::{ValueSet, ValueSets};

use super::encoding::{ArmCode, MOST_AT_ONCE, Numbering, PartCode, PartForm};
use super::{Action, ActionGroup, ActionSpace};

impl ActionSpace {
    /// The actions of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let program = game.program();
        let asked = asked(program);
        let mut builder = Builder {
            game,
            lowered: game.lowered(),
            sets: ValueSets::new(program, game.legend()),
            sheets: BTreeMap::new(),
            known: BTreeMap::new(),
            space: Self {
                actions: Vec::new(),
                groups: Vec::new(),
                of_players: 0,
                codes: program.asks.iter().map(|_| Vec::new()).collect(),
            },
        };
        builder.join_sheets(&asked);
        for chance in [false, true] {
            for &(id, at) in asked.iter().filter(|(id, _)| program.asks[id.index()].who.is_none() == chance) {
                builder.question(id, at);
            }
            if !chance {
                builder.space.of_players = builder.space.actions.len();
            }
        }
        builder.space
    }
}

/// The questions that can be open, in the order of their operations. Those inside a question that combines several are not.
fn asked(p: &Program) -> Vec<(AskId, Pc)> {
    let start = p.start.get(PC).map_or(Pc(0), |&pc| Pc(pc.max(0) as u32));
    let (mut open, mut seen, mut found) = (vec![start], BTreeSet::new(), Vec::new());
    while let Some(pc) = open.pop() {
        let Some(op) = p.ops.get(pc.index()).filter(|_| seen.insert(pc)) else { continue };
        let next = Pc(pc.0 + 1);
        if let Op::Can { later_return: Some(_), .. } = op {
            open.push(next);
        }
        match op.next(p) {
            // A rule that is left returns to a call, and every call has been followed.
            Next::Nowhere | Next::Back(_) => {}
            Next::On => open.push(next),
            Next::To(to) => open.push(to),
            Next::Either(to) | Next::Into(to, _) => open.extend([next, to]),
            Next::Answer(id) => {
                let ask = &p.asks[id.index()];
                found.push((id, pc));
                match &ask.at_once {
                    Some(once) => open.push(once.exit),
                    None => open.extend(ask.arms.iter().filter(|arm| is_open(p, arm)).map(|arm| arm.goto)),
                }
            }
        }
    }
    found.sort_unstable_by_key(|(_, pc)| *pc);
    found
}

/// False if an arm is never offered with this set-up.
fn is_open(p: &Program, arm: &Arm) -> bool {
    arm.when.is_none_or(|when| p.exprs[when.index()] != Expr::Const(0))
}

/// A value that an arm names.
struct ArmName {
    ty: u32,
    width: usize,
    values: ValueSet,
    /// True if it may be none.
    none: bool,
}

/// The common part of the actions of a group.
struct GroupHead {
    rule: String,
    place: String,
    prompt: String,
    chance: bool,
}

struct Builder<'g> {
    game: &'g Game,
    lowered: &'g Lowered,
    sets: ValueSets<'g>,
    /// For each action of menus, the values of its parameters in all menus.
    sheets: BTreeMap<String, Vec<ValueSet>>,
    /// Actions of menus that have ids.
    known: BTreeMap<String, ArmCode>,
    space: ActionSpace,
}

impl<'g> Builder<'g> {
    fn program(&self) -> &'g Program {
        &self.lowered.program
    }

    /// Joins the values of an action's parameters over all menus, so that it has the same ids everywhere.
    fn join_sheets(&mut self, asked: &[(AskId, Pc)]) {
        let program = self.program();
        let arms = asked.iter().flat_map(|(id, at)| program.asks[id.index()].arms.iter().map(|arm| (*at, arm)));
        for (at, arm) in arms.filter(|(_, arm)| is_open(program, arm)) {
            let ArmKind::Action(name) = &arm.kind else { continue };
            let values: Vec<ValueSet> = self.names(at, arm).into_iter().map(|named| named.values).collect();
            let all = self.sheets.entry(name.clone()).or_insert_with(|| values.clone());
            all.iter_mut().zip(values).for_each(|(all, values)| *all = all.or(values));
        }
    }

    /// The values that an arm names, each with all values that it can have.
    fn names(&mut self, at: Pc, arm: &Arm) -> Vec<ArmName> {
        let Some(query) = arm.query else { return Vec::new() };
        let mut names = Vec::new();
        for (number, (binder, &ty)) in arm.binders(self.program()).iter().zip(&arm.types).enumerate() {
            let values = self.sets.name_at(at, query, number).and(self.sets.of_type(ty));
            names.push(ArmName { ty, width: binder.width.into(), values, none: false });
        }
        names
    }

    /// Numbers the answers of a question.
    fn question(&mut self, id: AskId, at: Pc) {
        let ask = &self.program().asks[id.index()];
        let head = GroupHead {
            rule: self.game.rule_at(at.index()).unwrap_or_default().to_owned(),
            place: self.game.sources().place(ask.span).unwrap_or_default(),
            prompt: prompt_outline(self.lowered, ask),
            chance: ask.who.is_none(),
        };
        let (mut answers, mut codes) = (Vec::new(), Vec::new());
        if let Some(once) = &ask.at_once {
            let shown = once.types.iter().zip(&once.shown);
            let names = shown.map(|(&ty, &shown)| ArmName {
                ty,
                width: 1,
                values: self.sets.expr_at(once.exit, shown).and(self.sets.of_type(ty)),
                none: true,
            });
            let names: Vec<ArmName> = names.collect();
            codes.push((None, self.whole(ask, None, &names, &mut answers), names));
        }
        for arm in &ask.arms {
            let names = self.names(at, arm);
            let code = match arm.kind {
                _ if !is_open(self.program(), arm) => Some(ArmCode::Closed),
                ArmKind::Action(_) => None,
                _ => self.whole(ask, Some(arm), &names, &mut answers),
            };
            codes.push((Some(arm), code, names));
        }
        // Whole answers stand together, in one group.
        self.group(&head, None, answers);
        let mut found = Vec::new();
        for (arm, code, names) in codes {
            found.push(match (code, arm.map(|arm| (arm, &arm.kind))) {
                (Some(code), _) => code,
                (None, Some((arm, ArmKind::Action(name)))) => self.sheet(ask, arm, name, names),
                (None, _) => self.parts(ask, arm, &names, &head),
            });
        }
        self.space.codes[id.index()] = found;
    }

    /// Numbers an action of a menu, once for all menus.
    fn sheet(&mut self, ask: &Ask, arm: &Arm, name: &str, mut names: Vec<ArmName>) -> ArmCode {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        if let Some(all) = self.sheets.get(name) {
            names.iter_mut().zip(all).for_each(|(named, values)| named.values = *values);
        }
        let unknown: Vec<ValueTexts> = names.iter().map(|_| ValueTexts::unknown()).collect();
        let span = self.program().rules.iter().find(|rule| rule.name == name).map_or(arm.span, |rule| rule.span);
        let head = GroupHead {
            rule: name.to_owned(),
            place: self.game.sources().place(span).unwrap_or_default(),
            prompt: outline(self.lowered, ask, Some(arm), &unknown).1,
            chance: false,
        };
        let mut answers = Vec::new();
        let whole = self.whole(ask, Some(arm), &names, &mut answers);
        self.group(&head, None, answers);
        let code = whole.unwrap_or_else(|| self.parts(ask, Some(arm), &names, &head));
        self.known.insert(name.to_owned(), code.clone());
        code
    }

    /// Numbers whole answers, after those in `answers`. `None` if they are too many.
    fn whole(
        &self,
        ask: &Ask,
        arm: Option<&Arm>,
        names: &[ArmName],
        answers: &mut Vec<(String, String)>,
    ) -> Option<ArmCode> {
        let numberings: Vec<Numbering> = names.iter().map(|named| Numbering::of(named.values, named.none)).collect();
        let values: Vec<Vec<i32>> = numberings.iter().map(Numbering::values).collect::<Option<_>>()?;
        let is_word = |named: &ArmName| matches!(self.form(named), PartForm::One);
        let count = values.iter().fold(1_u64, |all, values| all.saturating_mul(values.len() as u64));
        if count > MOST_AT_ONCE || !names.iter().all(is_word) {
            return None;
        }
        let first = (self.space.actions.len() + answers.len()) as u32;
        let mut distance = count as u32;
        let mut distances = Vec::new();
        for values in &values {
            distance /= values.len().max(1) as u32;
            distances.push(distance);
        }
        for number in 0..count as usize {
            let texts = names.iter().zip(&values).zip(&distances).map(|((named, values), &distance)| {
                ValueTexts::of(self.lowered, named.ty, values[number / distance as usize % values.len()])
            });
            answers.push(outline(self.lowered, ask, arm, &texts.collect::<Vec<_>>()));
        }
        Some(ArmCode::Whole(first, numberings.into_iter().zip(distances).collect()))
    }

    /// Numbers the values of an answer one by one.
    fn parts(&mut self, ask: &Ask, arm: Option<&Arm>, names: &[ArmName], head: &GroupHead) -> ArmCode {
        let (mut parts, mut at) = (Vec::new(), 1);
        for (number, named) in names.iter().enumerate() {
            let numbering = Numbering::of(named.values, named.none);
            let part = PartCode { first: self.space.actions.len() as u32, at, form: self.form(named), numbering };
            let texts = part_texts(self.lowered, named, &part).into_iter().map(|own| {
                let mut values = vec![ValueTexts::unknown(); names.len()];
                values[number] = own;
                outline(self.lowered, ask, arm, &values)
            });
            let answers = texts.collect();
            self.group(head, Some(number + 1), answers);
            parts.push(part);
            at += named.width;
        }
        ArmCode::Parts(parts.into())
    }

    fn form(&self, named: &ArmName) -> PartForm {
        match self.lowered.legend.types[named.ty as usize] {
            Notation::Set(_) => PartForm::Set(named.width),
            Notation::List(..) | Notation::Amounts(_) => PartForm::List,
            _ => PartForm::One,
        }
    }

    /// Adds a group, unless it is empty.
    fn group(&mut self, head: &GroupHead, part: Option<usize>, answers: Vec<(String, String)>) {
        let (number, first) = (self.space.groups.len(), self.space.actions.len() as u32);
        let ids = first..first + answers.len() as u32;
        if ids.is_empty() {
            return;
        }
        let action = |(notation, label)| Action { group: number, notation, label };
        self.space.actions.extend(answers.into_iter().map(action));
        let GroupHead { rule, place, prompt, chance } = head;
        let (rule, place, prompt) = (rule.clone(), place.clone(), prompt.clone());
        self.space.groups.push(ActionGroup { rule, place, prompt, part, chance: *chance, ids });
    }
}

/// The texts of a part's ids, in order.
fn part_texts(lowered: &Lowered, named: &ArmName, part: &PartCode) -> Vec<ValueTexts> {
    let ty = match (&part.form, &lowered.legend.types[named.ty as usize]) {
        (PartForm::Set(_) | PartForm::List, Notation::Set(inner) | Notation::List(inner, _)) => *inner,
        _ => named.ty,
    };
    let alike = |text: String| ValueTexts { notation: text.clone(), title: text };
    let mut texts: Vec<ValueTexts> = match part.numbering.values() {
        Some(values) => values.into_iter().map(|value| ValueTexts::of(lowered, ty, value)).collect(),
        None => (0..part.numbering.ids()).map(|digit| alike(format!("digit {digit:x}"))).collect(),
    };
    if !matches!(part.form, PartForm::One) {
        texts.push(alike("end".to_owned()));
    }
    texts
}
