//! What can be said against scenarios without playing them: set-ups, variants, positions, sentences, expressions.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::run::{called, rules_of};
use super::suite::{LeftOut, TOO_MANY_CHANGES, Variants, alike, most_read, no_variant, of_variant};
use super::{Given, Scenario, Step};
use tavola_game::{Draft, Error, LoadError, Rules};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::codes;

/// What is wrong with the scenarios of a game, each where it stands in the suite's texts (`E1110`): settings and variants that are not
/// there, sentences and expressions that mean nothing, things that cannot lie where they are put. Nothing is played, and of sentences no
/// game is made: what only that would find is told when the case is played. `variants` are those of the game's folder.
pub fn review(rules: &Rules, variants: &Variants, scenarios: &[Scenario]) -> Vec<Diagnostic> {
    let (groups, mut found) = groups(rules, scenarios);
    found.par_extend(groups.par_iter().with_max_len(1).flat_map_iter(|cases| review_alike(rules, variants, cases)));
    in_order(found)
}

/// [`review`], with the variants of these names made beside it: `make` reads one, and tells what else is to be known of it. None is kept
/// longer than its cases are looked at. Where there are more than a game of this size may have, the last ones are left out, with their
/// cases.
///
/// # Errors
/// When one cannot be read of which `make` says that this matters: the first in the order of the names.
pub fn review_beside<T: Send>(
    rules: &Rules,
    names: &BTreeSet<String>,
    make: impl Fn(&str) -> Result<MadeVariant<T>, Error> + Sync,
    scenarios: &[Scenario],
) -> Result<Beside<T>, Error> {
    let (groups, mut found) = groups(rules, scenarios);
    let (of_variants, of_game): (Vec<_>, Vec<_>) = groups.into_iter().partition(|cases| variant_of(cases).is_some());
    for cases in &of_variants {
        if let Some(name) = variant_of(cases).filter(|name| !names.contains(*name)) {
            found.extend(without_rules(cases, &no_variant(name, names.iter())));
        }
    }
    // Begun in this order on all cores: variants, which take longest, then ever fewer cases.
    let todo = names.iter().take(most_read(rules)).map(ReviewTask::Make);
    let todo = todo.chain(of_game.into_iter().map(ReviewTask::Review));
    let work = |todo| match todo {
        ReviewTask::Make(name) => {
            let MadeVariant { rules: variant, told } = match make(name) {
                Ok(made) => made,
                Err(error) => return (Vec::new(), Some((name, Err(error)))),
            };
            let variants = Variants::from([(name.clone(), variant)]);
            let cases = of_variants.par_iter().filter(|cases| variant_of(cases) == Some(name));
            let found = cases.flat_map_iter(|cases| review_alike(rules, &variants, cases)).collect();
            (found, Some((name, Ok(told))))
        }
        ReviewTask::Review(cases) => (review_alike(rules, &Variants::new(), &cases), None),
    };
    let done: Vec<_> = todo.par_bridge().map(work).collect();
    let (own, made): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    found.extend(own.into_iter().flatten());
    let mut made: Vec<_> = made.into_iter().flatten().collect();
    made.sort_by_key(|(name, _)| *name);
    let told = made.into_iter().map(|(_, told)| told).collect::<Result<_, _>>()?;
    Ok(Beside { findings: in_order(found), told, left_out: names.len().saturating_sub(most_read(rules)) })
}

/// What was found out about scenarios and variants.
pub struct Beside<T> {
    /// What is wrong with the scenarios.
    pub findings: Vec<Diagnostic>,
    /// What was told of each variant that was made, in the order of their names.
    pub told: Vec<T>,
    /// How many variants were left out.
    pub left_out: usize,
}

/// A variant, and what is to be known of it.
pub struct MadeVariant<T> {
    /// Its rules; else why they cannot be read, which is told of the cases that play it.
    pub rules: Result<Rules, Error>,
    /// What is to be known.
    pub told: T,
}

/// What can be done beside each other.
enum ReviewTask<'s> {
    /// A variant is made, and its cases are looked at.
    Make(&'s String),
    /// Cases of one set-up of the game are looked at.
    Review(Vec<&'s Scenario>),
}

/// The cases of each set-up; the most come first, so that none is begun when all others are done. And what is wrong with those that are
/// left out.
fn groups<'s>(rules: &Rules, scenarios: &'s [Scenario]) -> (Vec<Vec<&'s Scenario>>, Vec<Diagnostic>) {
    let left_out = LeftOut::of(rules, scenarios);
    let (left_out, scenarios): (Vec<&Scenario>, Vec<&Scenario>) = scenarios.iter().partition(|case| left_out.has(case));
    let (count, of_cases) = alike(scenarios.iter().map(|case| (&case.setup, case.change())));
    let mut groups = vec![Vec::new(); count];
    scenarios.iter().zip(of_cases).for_each(|(case, at)| groups[at].push(*case));
    groups.sort_by_key(|cases| std::cmp::Reverse(cases.len()));
    let at = |case: &Scenario| case.change.as_ref().map_or(case.span, |(_, span)| *span);
    (groups, left_out.into_iter().map(|case| finding(at(case), TOO_MANY_CHANGES)).collect())
}

fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
    found.dedup();
    found
}

/// The variant that cases of one set-up play.
fn variant_of<'s>(cases: &[&'s Scenario]) -> Option<&'s String> {
    cases.first()?.setup.variant.as_ref()
}

/// What is wrong with cases whose variant cannot be read.
fn without_rules(cases: &[&Scenario], message: &str) -> Vec<Diagnostic> {
    let at = |case: &Scenario| case.variant_at.as_ref().map_or(case.span, |at| at.span);
    cases.iter().map(|case| finding(at(case), message)).collect()
}

/// What is wrong with cases of one set-up of the same rules.
fn review_alike(rules: &Rules, variants: &Variants, cases: &[&Scenario]) -> Vec<Diagnostic> {
    let Some(first) = cases.first() else { return Vec::new() };
    let rules = match of_variant(rules, variants, first) {
        Ok(rules) => rules_of(rules, first),
        Err(message) => return without_rules(cases, &message),
    };
    // It keeps the expressions that it has been asked, so one of them serves all cases.
    let mut draft = rules.draft(&first.setup);
    let mut found = Vec::new();
    for case in cases {
        let mut answers = Vec::new();
        match case.call.as_deref().map(|call| rules.understands(&case.setup, call)) {
            Some(Ok(names)) => answers = names,
            Some(Err(error)) => found.extend(findings(case.span, case, &error)),
            None => {}
        }
        match &mut draft {
            Ok(draft) => found.extend(wrong(draft, case, &answers)),
            Err(error) => {
                let at = case.change.as_ref().map_or(case.span, |(_, span)| *span);
                found.extend(findings(at, case, error));
            }
        }
    }
    found
}

/// Why a case cannot be set up: at the setting or the sentence that is wrong, else at `span`.
fn findings(span: Span, case: &Scenario, error: &LoadError) -> Vec<Diagnostic> {
    match error {
        LoadError::Error(error) => {
            vec![finding(case.turned(error).map_or(span, |at| at.span), &error.message)]
        }
        LoadError::Findings { sources, diagnostics } => {
            let errors = diagnostics.iter().filter(|one| one.is_error());
            let at = |one: &Diagnostic| called(case, sources, one.span).map_or(span, |at| at.span);
            errors.map(|one| Diagnostic { help: one.help.clone(), ..finding(at(one), &one.message) }).collect()
        }
    }
}

fn finding(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::MEANS_NOTHING, span, message)
}

/// What is wrong with the texts of one case. `answers`: what its own sentences have players answer at the same time.
fn wrong(draft: &mut Draft, case: &Scenario, answers: &[String]) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = case.given.iter().filter_map(|given| misput(draft, given)).collect();
    let checks =
        case.steps.iter().filter_map(|step| if let Step::Check(expect) = step { Some(&**expect) } else { None });
    for then in checks.chain([&case.end]).flat_map(|expect| &expect.then) {
        let own = answers
            .iter()
            .any(|name| then.expression.trim().strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('[')));
        if let Err(error) = draft.understands(&then.expression)
            && !own
        {
            found.push(finding(then.span, &error.message));
        }
    }
    found
}

/// Something that cannot be put, whatever else is put: each pair is tried on an empty table.
fn misput(draft: &mut Draft, given: &Given) -> Option<Diagnostic> {
    let mut empty = draft.start();
    draft.put(&mut empty, &given.left, &given.right).err().map(|error| finding(given.span, &error.message))
}
