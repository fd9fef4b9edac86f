//! What is known where a question stands: conditions around it, and what is left of them after things have changed.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::form::{Form, FormHead, Maker, Ranged, Word, Writable, reads};

/// Maximum number of conditions that are kept; who needs more gets a warning more.
const MAX_KNOWN: usize = 60;

/// Conditions that hold.
#[derive(Clone, Default)]
pub(super) struct KnownFacts {
    known: Vec<Rc<Fact>>,
}

struct Fact {
    form: Form,
    holds: bool,
    reads: BTreeSet<Writable>,
    /// Number of parts of the condition.
    size: usize,
}

impl KnownFacts {
    /// Learns that a condition holds, or does not. Of what is there, one is given a name.
    pub(super) fn assume(&mut self, maker: &mut Maker<'_>, form: &Form, holds: bool) {
        if self.known.len() >= MAX_KNOWN || form.is_too_large() || self.has(form, holds) {
            return;
        }
        match form {
            Form::App(FormHead::Not, parts) => return self.assume(maker, &parts[0], !holds),
            Form::App(FormHead::And, parts) if holds => {
                return parts.iter().for_each(|part| self.assume(maker, part, true));
            }
            Form::App(FormHead::Or, parts) if !holds => {
                return parts.iter().for_each(|part| self.assume(maker, part, false));
            }
            Form::YesNo(_) => return,
            _ => {}
        }
        self.known.push(Rc::new(Fact { form: form.clone(), holds, reads: reads(form), size: form.size() }));
        match form {
            Form::Query(Word::Some, ranged) if holds => {
                let mut rest: Vec<Form> = ranged.conds.clone();
                let mut vars = ranged.vars.clone();
                while !vars.is_empty() {
                    let (var, domain) = vars.remove(0);
                    let name = Form::Var(maker.fresh());
                    self.assume(maker, &Form::member(name.clone(), domain), true);
                    rest.iter_mut().for_each(|cond| *cond = cond.with(var, &name));
                    vars.iter_mut().for_each(|(_, domain)| *domain = domain.with(var, &name));
                }
                rest.iter().for_each(|cond| self.assume(maker, cond, true));
            }
            Form::App(FormHead::IsNone, parts) if !holds => self.one_of(maker, &parts[0]),
            Form::App(FormHead::IsSingle | FormHead::IsSeveral, parts) if holds => self.one_of(maker, &parts[0]),
            Form::App(FormHead::In, parts) if holds => self.member(maker, &parts[0], &parts[1]),
            Form::App(FormHead::Is, parts) if !holds => {
                self.counted(maker, &parts[0], &parts[1]);
                self.counted(maker, &parts[1], &parts[0]);
            }
            _ => {
                if let Some((low, high, 1)) = form.order(holds) {
                    self.counted(maker, low, high);
                }
            }
        }
    }

    /// Learns that names are in their domains, and that the conditions on them hold.
    pub(super) fn learn(&mut self, maker: &mut Maker<'_>, ranged: &Ranged) {
        for (var, domain) in &ranged.vars {
            self.assume(maker, &Form::member(Form::Var(*var), domain.clone()), true);
        }
        ranged.conds.iter().for_each(|cond| self.assume(maker, cond, true));
    }

    /// `0 < how many`: there is one.
    fn counted(&mut self, maker: &mut Maker<'_>, low: &Form, many: &Form) {
        if !matches!(low, Form::Number(n) if *n >= 0) {
            return;
        }
        match many {
            Form::App(FormHead::Size, parts) => self.one_of(maker, &parts[0]),
            // Of things in several places: one of these places has some.
            Form::App(FormHead::Count, parts) => {
                let Form::App(FormHead::Cell(id), at) = &parts[1] else { return };
                let several = |part: &Form| matches!(part, Form::App(FormHead::All(_), _));
                let [nth] = at.iter().enumerate().filter(|(_, p)| several(p)).map(|(n, _)| n).collect::<Vec<_>>()[..]
                else {
                    return;
                };
                let (name, mut one) = (Form::Var(maker.fresh()), at.clone());
                let all = std::mem::replace(&mut one[nth], name.clone());
                let place = Form::App(FormHead::Cell(*id), one);
                let some = Form::App(FormHead::Count, vec![parts[0].clone(), place]);
                self.assume(maker, &Form::member(name, all), true);
                self.assume(maker, &Form::less(Form::Number(0), some), true);
            }
            _ => {}
        }
    }

    /// There is something in a set, list or place.
    fn one_of(&mut self, maker: &mut Maker<'_>, set: &Form) {
        let name = Form::Var(maker.fresh());
        self.assume(maker, &Form::member(name, set.clone()), true);
    }

    /// What is in `{x in S where C}` is in `S`, and `C` holds of it.
    fn member(&mut self, maker: &mut Maker<'_>, name: &Form, set: &Form) {
        if let Form::Query(Word::Found, ranged) = set
            && let Some((var, domain)) = ranged.plain()
        {
            self.assume(maker, &Form::member(name.clone(), domain.clone()), true);
            ranged.conds.iter().for_each(|cond| self.assume(maker, &cond.with(*var, name), true));
        }
    }

    /// Whether just this is known.
    pub(super) fn has(&self, form: &Form, holds: bool) -> bool {
        self.known.iter().any(|known| known.holds == holds && known.form.same(form))
    }

    /// Number of parts of all that is known: what it costs to look through it.
    pub(super) fn size(&self) -> usize {
        self.known.iter().map(|known| known.size).sum()
    }

    /// Whether it is known that something is in there.
    pub(super) fn is_filled(&self, set: &Form) -> bool {
        self.all().any(|(form, holds)| holds && matches!(form, Form::App(FormHead::In, sides) if sides[1].same(set)))
    }

    /// What is known, and whether it holds.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Form, bool)> {
        self.known.iter().map(|known| (&known.form, known.holds))
    }

    /// Something was written: what reads it is no longer known.
    pub(super) fn forget(&mut self, written: &BTreeSet<Writable>) {
        let changed = |known: &Rc<Fact>| !known.reads.is_disjoint(written) || known.reads.contains(&Writable::Anything);
        self.known.retain(|known| written.is_empty() || !changed(known));
    }

    /// What is known either way.
    pub(super) fn meet(&self, other: &Self) -> Self {
        let both = self.known.iter().filter(|known| other.has(&known.form, known.holds)).cloned().collect();
        Self { known: both }
    }
}
