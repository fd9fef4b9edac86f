//! Names of the rules that cases use.

use super::run::rules_of;
use super::{Answer, Expect, Scenario, Step};
use tavola_game::{NameFinder, NameInText, OutsideName, Rules, SENTENCES};
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::Yaml;

/// Names that cases use, in the order of the files. `rules` are those of the variant that all of them play, `sources` the texts of the suite.
/// Empty while the rules have errors.
pub fn names_used(rules: &Rules, cases: &[&Scenario], sources: &Sources) -> Vec<OutsideName> {
    let mut found = Vec::new();
    let (changed, plain): (Vec<&Scenario>, Vec<&Scenario>) = cases.iter().partition(|case| case.change.is_some());
    if let Some(finder) = rules.name_finder() {
        plain.into_iter().for_each(|case| CaseNames { finder: &finder, case, sources, found: &mut found }.all());
    }
    for case in changed {
        let rules = rules_of(rules, case);
        let Some(finder) = rules.name_finder() else { continue };
        found.extend(names_of_change(&rules, case, sources));
        CaseNames { finder: &finder, case, sources, found: &mut found }.all();
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Names in the change of a case.
fn names_of_change(rules: &Rules, case: &Scenario, sources: &Sources) -> Vec<OutsideName> {
    let Some((change, region)) = &case.change else { return Vec::new() };
    let Some((id, source)) = rules.sources().iter().find(|(_, source)| source.name == SENTENCES) else {
        return Vec::new();
    };
    // The change follows a line that no file has.
    let Some(before) = source.text.find(change.as_str()) else { return Vec::new() };
    let names = rules.names();
    let used = names.uses().iter().map(|used| (used.span, names.declaration_of(used), used.lower_case));
    let declared = names.declared_in(id).filter_map(|(id, own)| {
        let first = names.same(id).map(|(_, same)| same).find(|same| same.span.source != own.span.source)?;
        Some((own.span, first, false))
    });
    let of_change =
        used.chain(declared).filter(|(at, to, _)| at.source == id && to.span.source != id && !to.span.is_none());
    let of_change = of_change.filter_map(|(at, to, is_lower)| {
        let at = (at.start as usize).checked_sub(before)?..(at.end as usize).checked_sub(before)?;
        Some(NameInText::new(at, to.span, is_lower).placed(change, sources, *region))
    });
    of_change.collect()
}

/// Collects the names of a case.
struct CaseNames<'a> {
    finder: &'a NameFinder<'a>,
    case: &'a Scenario,
    sources: &'a Sources,
    found: &'a mut Vec<OutsideName>,
}

impl CaseNames<'_> {
    fn all(mut self) {
        let case = self.case;
        for ((name, value), (at, value_at)) in case.setup.settings.iter().zip(&case.set_at) {
            let [names, values] = self.finder.in_setting(name, value);
            self.add(&names, name, at.span);
            self.add(&values, value, *value_at);
        }
        self.given(&case.given);
        self.call();
        for step in &case.steps {
            match step {
                Step::Answer(answer) => self.answer(answer),
                Step::Check(expect) => self.expected(expect),
                Step::Put(given) => self.given(given),
            }
        }
        case.unless_said.iter().for_each(|answer| self.answer(answer));
        self.expected(&case.end);
    }

    fn add(&mut self, names: &[NameInText], text: &str, region: Span) {
        self.found.extend(names.iter().map(|name| name.placed(text, self.sources, region)));
    }

    fn given(&mut self, given: &[super::Given]) {
        for one in given {
            let [left, right] = self.finder.in_given(&self.case.setup.players, &one.left, &one.right);
            self.add(&left, &one.left, one.span);
            self.add(&right, &one.right, one.right_at);
        }
    }

    /// Sentences are read as one text, and written in one or several.
    fn call(&mut self) {
        let Some(call) = &self.case.call else { return };
        let names = self.finder.in_sentences(&self.case.setup.players, call);
        let lines: Vec<(usize, &str)> = call
            .split_inclusive('\n')
            .scan(0, |at, line| {
                let start = *at;
                *at += line.len();
                Some((start, line))
            })
            .collect();
        let spans =
            lines.iter().zip(&self.case.call_at).map(|((start, line), at)| (*start, start + line.len(), at.span));
        let mut texts: Vec<(usize, usize, Span)> = Vec::new();
        for (start, end, span) in spans {
            match texts.last_mut().filter(|last| last.2 == span) {
                Some(last) => last.1 = end,
                None => texts.push((start, end, span)),
            }
        }
        for (start, end, span) in texts {
            let own: Vec<NameInText> = names.iter().filter_map(|name| name.within(start..end)).collect();
            self.add(&own, &call[start..end], span);
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.notation(&answer.what);
    }

    fn notation(&mut self, value: &Yaml) {
        let text = value.shown();
        self.add(&self.finder.in_notation(&text), &text, value.whole);
    }

    fn expected(&mut self, expect: &Expect) {
        let players = &self.case.setup.players;
        for then in &expect.then {
            let (key, value) = (&then.expression, then.value.shown());
            self.add(&self.finder.in_expression(players, key), key, then.span);
            self.add(&self.finder.in_value(players, key, &value), &value, then.value.whole);
        }
        for sight in &expect.sights {
            self.add(&self.finder.in_sight(players, &sight.what), &sight.what, sight.span);
        }
        for offered in &expect.offered {
            let all = offered.exactly.iter().flatten().chain(&offered.includes).chain(&offered.excludes);
            all.for_each(|option| self.notation(option));
        }
        expect.refused.iter().for_each(|(answer, _)| self.answer(answer));
    }
}
