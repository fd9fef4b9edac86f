//! Reviews scenarios without playing them: set-ups, variants, positions, sentences, expressions.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::run::{called, rules_of};
use super::suite::{LeftOut, TOO_MANY_CHANGES, Variants, alike, most_read, no_variant, of_variant};
use super::{Expect, Given, Scenario, Step};
use tavola_game::{CheckedCall, Draft, Error, LoadError, Rules, UnknownMember, variant_names};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::{Yaml, codes, suggestion};

/// Reports mistakes in the scenarios of a game, each at its place in the suite's texts (`E1110`): unknown settings and
/// variants, sentences and expressions without a meaning, things that cannot lie where they are put.
///
/// Nothing is played. Mistakes that only this would find are reported when the case is played. `variants` are those of the game's folder.
pub fn review(rules: &Rules, variants: &Variants, scenarios: &[Scenario]) -> Vec<Diagnostic> {
    let (groups, mut found) = groups(rules, scenarios);
    found.par_extend(groups.par_iter().with_max_len(1).flat_map_iter(|cases| review_alike(rules, variants, cases)));
    in_order(found)
}

/// Reviews scenarios as [`review`] does, and compiles variants in parallel.
///
/// `make` reads the variant of a name, with further data about it. No variant is kept longer than its cases are
/// reviewed. If there are more variants than a game of this size may have, the last ones are left out, with their
/// cases.
///
/// # Errors
/// The first error of `make`, in the order of the names.
pub fn review_beside<T: Send>(
    rules: &Rules,
    names: &BTreeSet<String>,
    make: impl Fn(&str) -> Result<MadeVariant<T>, Error> + Sync,
    scenarios: &[Scenario],
) -> Result<ReviewWithVariants<T>, Error> {
    let (groups, mut found) = groups(rules, scenarios);
    let (of_variants, of_game): (Vec<_>, Vec<_>) = groups.into_iter().partition(|cases| variant_of(cases).is_some());
    let unknown = |named: &str| variant_names(named).find(|name| !names.contains(*name)).map(str::to_owned);
    for cases in &of_variants {
        if let Some(name) = variant_of(cases).and_then(|named| unknown(named)) {
            let [message, help] = no_variant(&name, names.iter());
            found.extend(without_rules(cases, &message).into_iter().map(|one| one.help(help.as_str())));
        }
    }
    // Order on all cores: variants, which take longest, then the groups of cases from the largest to the smallest.
    let known = names.iter().filter(|named| unknown(named).is_none());
    let todo = known.take(most_read(rules)).map(ReviewTask::Make);
    let todo = todo.chain(of_game.into_iter().map(ReviewTask::Review));
    let work = |todo| match todo {
        ReviewTask::Make(name) => {
            let MadeVariant { rules: variant, is_broken, made } = match make(name) {
                Ok(made) => made,
                Err(error) => return (Vec::new(), Some((name, Err(error)))),
            };
            if is_broken {
                return (Vec::new(), Some((name, Ok(made))));
            }
            let variants = Variants::from([(name.clone(), variant)]);
            let cases = of_variants.par_iter().filter(|cases| variant_of(cases) == Some(name));
            let found = cases.flat_map_iter(|cases| review_alike(rules, &variants, cases)).collect();
            (found, Some((name, Ok(made))))
        }
        ReviewTask::Review(cases) => (review_alike(rules, &Variants::new(), &cases), None),
    };
    let done: Vec<_> = todo.par_bridge().map(work).collect();
    let (own, made): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    found.extend(own.into_iter().flatten());
    let mut made: Vec<_> = made.into_iter().flatten().collect();
    made.sort_by_key(|(name, _)| *name);
    let made = made.into_iter().map(|(_, made)| made).collect::<Result<_, _>>()?;
    Ok(ReviewWithVariants { findings: in_order(found), made, left_out: names.len().saturating_sub(most_read(rules)) })
}

/// Result of a review with variants.
pub struct ReviewWithVariants<T> {
    /// Findings in the scenarios.
    pub findings: Vec<Diagnostic>,
    /// Further data of each variant, in the order of the names.
    pub made: Vec<T>,
    /// Number of variants that were left out.
    pub left_out: usize,
}

/// A variant, with further data about it.
pub struct MadeVariant<T> {
    /// Its rules, or why they cannot be read. The reason is reported at the cases that play it.
    pub rules: Result<Rules, Error>,
    /// True if its own findings say what is wrong with it. Its cases are then not reviewed.
    pub is_broken: bool,
    /// Further data.
    pub made: T,
}

/// A task that can run in parallel with others.
enum ReviewTask<'s> {
    /// Compile a variant and review its cases.
    Make(&'s String),
    /// Review the cases of one set-up of the game.
    Review(Vec<&'s Scenario>),
}

/// Groups of cases with one set-up, the largest first, so that no long task begins last; and the findings for cases
/// that are left out.
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

/// Variant of a group of cases.
fn variant_of<'s>(cases: &[&'s Scenario]) -> Option<&'s String> {
    cases.first()?.setup.variant.as_ref()
}

/// Findings for cases whose variant cannot be read.
fn without_rules(cases: &[&Scenario], message: &str) -> Vec<Diagnostic> {
    let at = |case: &Scenario| case.variant_at.as_ref().map_or(case.span, |at| at.span);
    cases.iter().map(|case| finding(at(case), message)).collect()
}

/// Findings for cases with one set-up of the same rules.
fn review_alike(rules: &Rules, variants: &Variants, cases: &[&Scenario]) -> Vec<Diagnostic> {
    let Some(first) = cases.first() else { return Vec::new() };
    let rules = match of_variant(rules, variants, first.setup.variant.as_deref()) {
        Ok(rules) => rules_of(rules, first),
        Err(message) => return without_rules(cases, &message),
    };
    // A draft caches expressions, so all cases share one.
    let mut draft = rules.draft(&first.setup);
    let (mut found, mut calls) = (Vec::new(), Vec::new());
    for case in cases {
        let mut answers = Vec::new();
        match case.call.as_deref().map(|call| rules.understands(&case.setup, call)) {
            Some(Ok(sentences)) => {
                answers = sentences.answers();
                calls.push((*case, sentences));
            }
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
    if let Ok(draft) = &draft {
        let (callers, sentences): (Vec<&Scenario>, Vec<CheckedCall>) = calls.into_iter().unzip();
        for (case, refused) in callers.into_iter().zip(draft.refused(&sentences)) {
            found.extend(refused.into_iter().flat_map(|error| findings(case.span, case, &error)));
        }
    }
    found
}

/// Findings for a case that cannot be set up: at the wrong setting or sentence, otherwise at `span`.
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

/// Findings in the texts of one case. `answers` names the simultaneous answers in its own sentences.
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
    found.extend(answers_of(case).into_iter().filter_map(|answer| misnamed(draft, answer)));
    found
}

/// The answers that a case gives, or expects to be offered or refused.
fn answers_of(case: &Scenario) -> Vec<&Yaml> {
    fn expected(expect: &Expect) -> impl Iterator<Item = &Yaml> {
        let offered = expect.offered.iter();
        let offered = offered.flat_map(|one| one.exactly.iter().flatten().chain(&one.includes).chain(&one.excludes));
        offered.chain(expect.refused.iter().map(|(answer, _)| &answer.what))
    }
    let mut answers: Vec<&Yaml> = case.unless_said.iter().map(|answer| &answer.what).collect();
    for step in &case.steps {
        match step {
            Step::Answer(answer) => answers.push(&answer.what),
            Step::Check(expect) => answers.extend(expected(expect)),
            Step::Put(_) => {}
        }
    }
    answers.extend(expected(&case.end));
    answers
}

/// Finding for an answer that names no member of a kind where it must: `walk(compst)`.
fn misnamed(draft: &Draft, answer: &Yaml) -> Option<Diagnostic> {
    let UnknownMember { name, kind, members } = draft.unknown_member(answer.text()?)?;
    let found = finding(answer.span, &format!("there is no {kind} `{name}`"));
    // The span is that of the whole answer, so there is no fix.
    Some(match suggestion(answer.span, &name, members.iter().map(String::as_str)) {
        Some(remedy) => found.help(remedy.help),
        None => found,
    })
}

/// Finding for a value that can never be put. Each is tried on an empty table.
fn misput(draft: &mut Draft, given: &Given) -> Option<Diagnostic> {
    let mut empty = draft.start();
    draft.put(&mut empty, &given.left, &given.right).err().map(|error| finding(given.span, &error.message))
}
