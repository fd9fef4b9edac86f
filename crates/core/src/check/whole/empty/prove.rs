//! Whether a question surely has an option. What is said to be so is so; what is not may be all the same.

use super::facts::KnownFacts;
use super::form::{Form, FormHead, Maker, Ranged, Word, flat};
use crate::check::names::{Book, fold};
use crate::ir::{KindBody, KindId, PLAYER};

/// Maximum number of steps for one question.
const FUEL: u32 = 4_000;

/// One proof.
pub(super) struct EmptyProof<'m, 'b> {
    maker: &'m mut Maker<'b>,
    fuel: u32,
}

impl<'m, 'b> EmptyProof<'m, 'b> {
    pub(super) fn new(maker: &'m mut Maker<'b>) -> Self {
        Self { maker, fuel: FUEL }
    }

    fn book(&self) -> &'b Book {
        self.maker.book
    }

    fn spent(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel == 0
    }

    /// Whether there are values for these names of which all this holds.
    pub(super) fn some(&mut self, ranged: &Ranged, facts: &KnownFacts) -> bool {
        if self.spent() {
            return false;
        }
        if facts.has(&Form::Query(Word::Some, Box::new(ranged.clone())), true) {
            return true;
        }
        if let Some(done) = self.cases(ranged, facts) {
            return done;
        }
        let Some(((var, domain), rest)) = ranged.vars.split_first() else {
            return ranged.conds.iter().all(|cond| self.holds(cond, true, facts));
        };
        let about: Vec<bool> = ranged.conds.iter().map(|cond| cond.mentions(*var)).collect();
        if rest.is_empty() && !about.contains(&true) {
            return self.any(domain, facts) && ranged.conds.iter().all(|cond| self.holds(cond, true, facts));
        }
        if !rest.is_empty() && self.one_by_one(ranged, facts) {
            return true;
        }
        let candidates = self.candidates(*var, domain, &ranged.conds, facts);
        candidates.iter().any(|value| {
            let vars = rest.iter().map(|(own, of)| (*own, of.with(*var, value))).collect();
            let mut conds = Vec::new();
            ranged.conds.iter().for_each(|cond| flat(cond.with(*var, value), &mut conds));
            self.is_in(value, domain, facts) && self.some(&Ranged::new(vars, conds), facts)
        }) || rest.is_empty() && self.left_over(*var, domain, &ranged.conds, facts)
    }

    /// `A or B`: where `A` has nothing to do with the names, it holds or not; else one of both must do.
    fn cases(&mut self, ranged: &Ranged, facts: &KnownFacts) -> Option<bool> {
        let at = ranged.conds.iter().position(|cond| matches!(cond, Form::App(FormHead::Or, _)))?;
        let mut conds = ranged.conds.clone();
        let Form::App(_, sides) = conds.remove(at) else { return None };
        let with = |side: &Form| {
            let mut conds = conds.clone();
            flat(side.clone(), &mut conds);
            Ranged::new(ranged.vars.clone(), conds)
        };
        let free = |side: &Form| !ranged.vars.iter().any(|(var, _)| side.mentions(*var));
        let Some(apart) = sides.iter().position(free) else {
            return Some(sides.iter().any(|side| self.some(&with(side), facts)));
        };
        let other = &sides[1 - apart];
        let (mut yes, mut no) = (facts.clone(), facts.clone());
        yes.assume(self.maker, &sides[apart], true);
        no.assume(self.maker, &sides[apart], false);
        let without = Ranged::new(ranged.vars.clone(), conds.clone());
        Some(self.some(&without, &yes) && self.some(&with(other), &no))
    }

    /// One that fits the conditions about the first name alone, whichever it is; then the other names.
    fn one_by_one(&mut self, ranged: &Ranged, facts: &KnownFacts) -> bool {
        let (var, domain) = ranged.vars[0].clone();
        let alone =
            |cond: &&Form| cond.mentions(var) && !ranged.vars[1..].iter().any(|(other, _)| cond.mentions(*other));
        let own: Vec<Form> = ranged.conds.iter().filter(alone).cloned().collect();
        let others: Vec<Form> = ranged.conds.iter().filter(|cond| !alone(cond)).cloned().collect();
        let first = Ranged::new(vec![(var, domain)], own);
        if !self.some(&first, facts) {
            return false;
        }
        let mut facts = facts.clone();
        facts.learn(self.maker, &first);
        self.some(&Ranged::new(ranged.vars[1..].to_vec(), others), &facts)
    }

    /// What a name might be: what is known to lie where it is looked for, ends of ranges, what it is compared with.
    fn candidates(&self, var: u32, domain: &Form, conds: &[Form], facts: &KnownFacts) -> Vec<Form> {
        let mut found: Vec<Form> = Vec::new();
        match domain {
            Form::App(FormHead::Range, ends) => {
                found.extend(ends.iter().cloned());
                found.push(Form::Number(0));
            }
            Form::App(FormHead::Written, all) => found.extend(all.iter().cloned()),
            _ => {}
        }
        for cond in conds {
            if let Form::App(FormHead::Is | FormHead::In, sides) = cond {
                for side in sides.iter().filter(|side| !side.mentions(var)) {
                    match side {
                        Form::App(FormHead::Written, all) => found.extend(all.iter().cloned()),
                        _ => found.push(side.clone()),
                    }
                }
            }
        }
        for (form, holds) in facts.all() {
            if let (Form::App(FormHead::In, sides), true) = (form, holds)
                && (sides[1].same(domain) || conds.iter().any(|cond| is_member(cond, var, &sides[1])))
            {
                found.push(sides[0].clone());
            }
        }
        found
    }

    /// `t in Town where t is not a and t is not b`: fewer are left out than there are.
    fn left_over(&mut self, var: u32, domain: &Form, conds: &[Form], facts: &KnownFacts) -> bool {
        let mut out = 0;
        for cond in conds {
            if is_one_left_out(cond, var) {
                out += 1;
            } else if !self.always(var, domain, cond, facts) {
                return false;
            }
        }
        self.size(domain, facts) > out
    }

    /// Whether a condition holds of every member of a domain.
    fn always(&mut self, var: u32, domain: &Form, cond: &Form, facts: &KnownFacts) -> bool {
        let mut facts = facts.clone();
        facts.assume(self.maker, &Form::member(Form::Var(var), domain.clone()), true);
        self.holds(cond, true, &facts)
    }

    /// Lower bound of the number of members of a set.
    fn size(&mut self, set: &Form, facts: &KnownFacts) -> i64 {
        match set {
            Form::App(FormHead::All(kind), _) => self.members(*kind),
            Form::App(FormHead::Others, _) => i64::from(self.book().ir.players.0) - 1,
            Form::App(FormHead::Range, ends) => match (self.most(&ends[0], facts), self.least(&ends[1], facts)) {
                (Some(low), Some(high)) => (high - low + 1).max(0),
                _ => 0,
            },
            _ if facts.has(&Form::App(FormHead::IsSeveral, vec![set.clone()]), true) => 2,
            _ if facts.has(&Form::App(FormHead::IsSingle, vec![set.clone()]), false) && self.any(set, facts) => 2,
            _ => {
                let size = Form::App(FormHead::Size, vec![set.clone()]);
                self.least(&size, facts).unwrap_or(0).max(i64::from(self.any(set, facts)))
            }
        }
    }

    fn members(&self, kind: KindId) -> i64 {
        let book = self.book();
        if kind == PLAYER {
            return i64::from(book.ir.players.0);
        }
        if let KindBody::Cells(_) = book.ir.kinds[kind.index()].body {
            return 1;
        }
        book.families(kind).len() as i64
    }

    /// Whether there is anything in a set, list or place.
    pub(super) fn any(&mut self, set: &Form, facts: &KnownFacts) -> bool {
        if self.spent() {
            return false;
        }
        let known = |head: FormHead, holds| facts.has(&Form::App(head, vec![set.clone()]), holds);
        let some =
            known(FormHead::IsNone, false) || known(FormHead::IsSingle, true) || known(FormHead::IsSeveral, true);
        if some || facts.is_filled(set) {
            return true;
        }
        match set {
            Form::Query(Word::Found, ranged) => self.some(ranged, facts),
            Form::App(FormHead::Written, all) => !all.is_empty(),
            Form::App(FormHead::All(kind), _) => self.members(*kind) > 0,
            Form::App(FormHead::Around, _) => true,
            Form::App(FormHead::Others, _) => self.book().ir.players.0 > 1,
            Form::App(FormHead::Join, sides) => sides.iter().any(|side| self.any(side, facts)),
            Form::App(FormHead::Without, sides) => match &sides[1] {
                Form::App(FormHead::Written, out) => self.size(&sides[0], facts) > out.len() as i64,
                _ => false,
            },
            // The best group of what is found: there is one if anything is found.
            Form::App(FormHead::Best, of) => match &of[0] {
                Form::Query(_, ranged) => self.some(&Ranged { values: Vec::new(), ..(**ranged).clone() }, facts),
                _ => false,
            },
            Form::App(FormHead::Range, ends) => match (self.most(&ends[0], facts), self.least(&ends[1], facts)) {
                (Some(low), Some(high)) => low <= high,
                _ => ends[0].same(&ends[1]),
            },
            Form::App(FormHead::If, parts) => [(1, true), (2, false)].into_iter().all(|(at, holds)| {
                let mut facts = facts.clone();
                facts.assume(self.maker, &parts[0], holds);
                self.any(&parts[at], &facts)
            }),
            _ => false,
        }
    }

    /// Whether something surely lies in a set.
    fn is_in(&mut self, value: &Form, set: &Form, facts: &KnownFacts) -> bool {
        if facts.has(&Form::member(value.clone(), set.clone()), true) {
            return true;
        }
        match set {
            Form::App(FormHead::All(_), _) => true,
            Form::App(FormHead::Written, all) => all.iter().any(|one| one.same(value)),
            Form::App(FormHead::Join, sides) => sides.iter().any(|side| self.is_in(value, side, facts)),
            Form::App(FormHead::Range, ends) => {
                let (low, high) = (self.most(&ends[0], facts), self.least(&ends[1], facts));
                let from = ends[0].same(value) || low.is_some() && low <= self.least(value, facts);
                let most = self.most(value, facts);
                from && (ends[1].same(value) || most.is_some() && high.is_some() && most <= high)
            }
            Form::Query(Word::Found, ranged) => ranged.plain().is_some_and(|(var, domain)| {
                self.is_in(value, domain, facts)
                    && ranged.conds.iter().all(|cond| self.holds(&cond.with(*var, value), true, facts))
            }),
            _ => false,
        }
    }

    /// Whether a condition surely holds, or surely does not.
    pub(super) fn holds(&mut self, cond: &Form, wanted: bool, facts: &KnownFacts) -> bool {
        if self.spent() {
            return false;
        }
        if facts.has(cond, wanted) {
            return true;
        }
        match cond {
            Form::YesNo(yes) => *yes == wanted,
            Form::App(FormHead::Not, parts) => self.holds(&parts[0], !wanted, facts),
            Form::App(head @ (FormHead::And | FormHead::Or), parts) => {
                if (*head == FormHead::And) == wanted {
                    parts.iter().all(|part| self.holds(part, wanted, facts))
                } else {
                    parts.iter().any(|part| self.holds(part, wanted, facts)) || self.either(parts, wanted, facts)
                }
            }
            Form::App(FormHead::Is, sides) if wanted => {
                sides[0].same(&sides[1])
                    || self.below(&sides[0], &sides[1], 0, facts) && self.below(&sides[1], &sides[0], 0, facts)
            }
            Form::App(FormHead::Is, sides) => {
                self.below(&sides[0], &sides[1], 1, facts) || self.below(&sides[1], &sides[0], 1, facts)
            }
            Form::App(FormHead::In, sides) if wanted => self.is_in(&sides[0], &sides[1], facts),
            Form::App(FormHead::IsNone, parts) if !wanted => self.any(&parts[0], facts),
            Form::Query(Word::Some, ranged) if wanted => self.some(ranged, facts),
            _ => cond.order(wanted).is_some_and(|(low, high, apart)| self.below(low, high, apart, facts)),
        }
    }

    /// `a or b` where neither is known: `b` holds where `a` does not.
    fn either(&mut self, parts: &[Form], wanted: bool, facts: &KnownFacts) -> bool {
        let mut other = facts.clone();
        other.assume(self.maker, &parts[0], !wanted);
        self.holds(&parts[1], wanted, &other)
    }

    /// Whether `a + apart <= b`.
    fn below(&mut self, a: &Form, b: &Form, apart: i64, facts: &KnownFacts) -> bool {
        let known = |head: FormHead, sides: [&Form; 2], holds| {
            facts.has(&Form::App(head, sides.into_iter().cloned().collect()), holds)
        };
        let less = known(FormHead::Less, [a, b], true) || known(FormHead::AtMost, [b, a], false);
        let at_most = known(FormHead::AtMost, [a, b], true) || known(FormHead::Less, [b, a], false);
        if less && apart <= 1 || apart == 0 && (at_most || a.same(b)) {
            return true;
        }
        match (self.most(a, facts), self.least(b, facts)) {
            (Some(a), Some(b)) => a.saturating_add(apart) <= b,
            _ => false,
        }
    }

    /// A number that a form is never below.
    fn least(&mut self, e: &Form, facts: &KnownFacts) -> Option<i64> {
        if self.spent() {
            return None;
        }
        let own = match e {
            Form::Number(n) => Some(*n),
            Form::App(head, parts) => self.least_of(head, parts, facts),
            Form::Query(Word::Other(what), _) if what == "Count" => Some(0),
            _ => None,
        };
        let mut best = own;
        let mut beyond = Vec::new();
        for (form, holds) in facts.all() {
            let (low, apart) = match (form.order(holds), form) {
                (Some((low, high, apart)), _) if high.same(e) => (low, apart),
                (None, Form::App(FormHead::Is, sides)) if !holds && sides[0].same(e) => {
                    beyond.extend(number(&sides[1]));
                    continue;
                }
                (None, _) if holds => match ends(form, e) {
                    Some((low, _)) => (low, 0),
                    None => continue,
                },
                _ => continue,
            };
            best = best.max(number(low).map(|n| n.saturating_add(apart)));
        }
        let held = match e {
            Form::App(FormHead::Size, parts) => Some(&parts[0]),
            Form::App(FormHead::Count, parts) if is_other(&parts[0], "pieces") => Some(&parts[1]),
            _ => None,
        };
        best = best.max(held.map(|held| i64::from(facts.is_filled(held))));
        while best.is_some_and(|best| beyond.contains(&best)) {
            best = best.map(|best| best + 1);
        }
        best
    }

    fn least_of(&mut self, head: &FormHead, parts: &[Form], facts: &KnownFacts) -> Option<i64> {
        let book = self.book();
        match head {
            FormHead::Count | FormHead::Size => Some(0),
            FormHead::Players => Some(i64::from(book.ir.players.0)),
            FormHead::Track(id) => fold(book, book.ir.tracks[id.index()].low.as_ref()?, None),
            FormHead::Memory(id) => fold(book, &book.ir.memory[id.index()].range.as_ref()?.0, None),
            FormHead::Setting(id) => book.ir.settings[id.index()].range.iter().map(|(low, _)| *low).min(),
            FormHead::Min => parts.iter().map(|part| self.least(part, facts)).min()?,
            FormHead::Max => parts.iter().filter_map(|part| self.least(part, facts)).max(),
            FormHead::Add => self.least(&parts[0], facts)?.checked_add(self.least(&parts[1], facts)?),
            FormHead::Sub => self.least(&parts[0], facts)?.checked_sub(self.most(&parts[1], facts)?),
            FormHead::Mul => {
                let (a, b) = (self.least(&parts[0], facts)?, self.least(&parts[1], facts)?);
                if a >= 0 && b >= 0 { a.checked_mul(b) } else { None }
            }
            FormHead::If => {
                let side = |proof: &mut Self, at: usize, holds| {
                    let mut facts = facts.clone();
                    facts.assume(proof.maker, &parts[0], holds);
                    proof.least(&parts[at], &facts)
                };
                Some(side(self, 1, true)?.min(side(self, 2, false)?))
            }
            FormHead::Other(what) if what == "position" || what == "amount" => Some(i64::from(what == "position")),
            FormHead::Other(what) if what.starts_with("grid") => Some(1),
            // A quotient: of what is not negative.
            FormHead::Other(what) if what.starts_with("round") && parts.len() == 2 => {
                let (a, b) = (self.least(&parts[0], facts)?, self.least(&parts[1], facts)?);
                (a >= 0 && b > 0).then_some(0)
            }
            _ => None,
        }
    }

    /// A number that a form is never above.
    fn most(&mut self, e: &Form, facts: &KnownFacts) -> Option<i64> {
        if self.spent() {
            return None;
        }
        let book = self.book();
        let mut best = match e {
            Form::Number(n) => Some(*n),
            Form::App(FormHead::Track(id), _) => {
                book.ir.tracks[id.index()].high.as_ref().and_then(|high| fold(book, high, None))
            }
            Form::App(FormHead::Memory(id), _) => {
                book.ir.memory[id.index()].range.as_ref().and_then(|(_, high)| fold(book, high, None))
            }
            Form::App(FormHead::Setting(id), _) => {
                book.ir.settings[id.index()].range.iter().map(|(_, high)| *high).max()
            }
            Form::App(FormHead::Players, _) => Some(i64::from(book.ir.players.1)),
            Form::App(FormHead::Min, parts) => parts.iter().filter_map(|part| self.most(part, facts)).min(),
            Form::App(FormHead::Max, parts) => {
                let all: Option<Vec<i64>> = parts.iter().map(|part| self.most(part, facts)).collect();
                all.and_then(|all| all.into_iter().max())
            }
            Form::App(FormHead::Add, parts) => {
                self.most(&parts[0], facts).zip(self.most(&parts[1], facts)).and_then(|(a, b)| a.checked_add(b))
            }
            Form::App(FormHead::Sub, parts) => {
                self.most(&parts[0], facts).zip(self.least(&parts[1], facts)).and_then(|(a, b)| a.checked_sub(b))
            }
            Form::App(FormHead::Mul, parts) => match (number(&parts[0]), self.most(&parts[1], facts)) {
                (Some(a), Some(b)) if a >= 0 => a.checked_mul(b),
                _ => None,
            },
            _ => None,
        };
        for (form, holds) in facts.all() {
            let (high, apart) = match form.order(holds) {
                Some((low, high, apart)) if low.same(e) => (high, apart),
                None if holds => match ends(form, e) {
                    Some((_, high)) => (high, 0),
                    None => continue,
                },
                _ => continue,
            };
            if let Some(high) = number(high).map(|n| n.saturating_sub(apart)) {
                best = Some(best.map_or(high, |best| best.min(high)));
            }
        }
        best
    }
}

fn number(e: &Form) -> Option<i64> {
    match e {
        Form::Number(n) => Some(*n),
        _ => None,
    }
}

/// Between what something lies, as a fact says it.
fn ends<'f>(fact: &'f Form, of: &Form) -> Option<(&'f Form, &'f Form)> {
    match fact {
        Form::App(FormHead::Is, sides) if sides[0].same(of) => Some((&sides[1], &sides[1])),
        Form::App(FormHead::In, sides) if sides[0].same(of) => match &sides[1] {
            Form::App(FormHead::Range, ends) => Some((&ends[0], &ends[1])),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a form is one of those that are told apart by a text.
fn is_other(form: &Form, start: &str) -> bool {
    matches!(form, Form::App(FormHead::Other(what), _) if what.starts_with(start))
}

/// `x is not a`, where `a` does not depend on `x`.
fn is_one_left_out(cond: &Form, var: u32) -> bool {
    let Form::App(FormHead::Not, parts) = cond else { return false };
    let Form::App(FormHead::Is, sides) = &parts[0] else { return false };
    let own = |side: &Form| *side == Form::Var(var);
    own(&sides[0]) && !sides[1].mentions(var) || own(&sides[1]) && !sides[0].mentions(var)
}

/// Whether a condition is `x in SET`, or says so by what the set is made of.
fn is_member(cond: &Form, var: u32, set: &Form) -> bool {
    matches!(cond, Form::App(FormHead::In, sides) if sides[0] == Form::Var(var) && sides[1].same(set))
}
