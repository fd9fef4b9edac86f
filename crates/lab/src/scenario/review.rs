//! What can be said against scenarios without playing them: set-ups, variants, positions, sentences, expressions.

use rayon::prelude::*;

use super::run::{called, rules_of};
use super::suite::{TOO_MANY_CHANGES, Variants, alike, changes_left_out, of_variant};
use super::{Given, Scenario, Step};
use tavola_game::Error;
use tavola_game::{Draft, LoadError, Rules};
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
/// longer than its cases are looked at. Cases of variants that are not among the names are left out. What is told comes in the order of the
/// names.
///
/// # Errors
/// When one cannot be read of which `make` says that this matters: the first in the order of the names.
pub fn review_beside<T: Send>(
    rules: &Rules,
    names: Vec<String>,
    make: impl Fn(&str) -> Result<MadeVariant<T>, Error> + Sync,
    scenarios: &[Scenario],
) -> Result<(Vec<Diagnostic>, Vec<T>), Error> {
    let (groups, left_out) = groups(rules, scenarios);
    let (of_variants, of_game): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|cases| cases.iter().any(|case| case.setup.variant.is_some()));
    let is_of = |cases: &[&Scenario], name: &str| cases.iter().any(|case| case.setup.variant.as_deref() == Some(name));
    // Begun in this order on all cores: variants, which take longest, then ever fewer cases.
    let todo = names.into_iter().map(ReviewTask::Make).chain(of_game.into_iter().map(ReviewTask::Review));
    let work = |todo| match todo {
        ReviewTask::Make(name) => {
            let MadeVariant { rules: variant, told } = match make(&name) {
                Ok(made) => made,
                Err(error) => return (Vec::new(), Some((name, Err(error)))),
            };
            let variants = Variants::from([(name.clone(), variant)]);
            let cases = of_variants.par_iter().filter(|cases| is_of(cases, &name));
            let found = cases.flat_map_iter(|cases| review_alike(rules, &variants, cases)).collect();
            (found, Some((name, Ok(told))))
        }
        ReviewTask::Review(cases) => (review_alike(rules, &Variants::new(), &cases), None),
    };
    let done: Vec<_> = todo.par_bridge().map(work).collect();
    let (found, made): (Vec<_>, Vec<_>) = done.into_iter().unzip();
    let mut made: Vec<_> = made.into_iter().flatten().collect();
    made.sort_by(|(a, _), (b, _)| a.cmp(b));
    let told = made.into_iter().map(|(_, told)| told).collect::<Result<_, _>>()?;
    Ok((in_order([left_out, found.concat()].concat()), told))
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
    Make(String),
    /// Cases of one set-up of the game are looked at.
    Review(Vec<&'s Scenario>),
}

/// The cases of each set-up; the most come first, so that none is begun when all others are done. And what is wrong with those that are
/// left out.
fn groups<'s>(rules: &Rules, scenarios: &'s [Scenario]) -> (Vec<Vec<&'s Scenario>>, Vec<Diagnostic>) {
    let changes = changes_left_out(rules, scenarios);
    let is_left_out = |case: &&Scenario| case.change().is_some_and(|change| changes.contains(change));
    let (left_out, scenarios): (Vec<&Scenario>, Vec<&Scenario>) = scenarios.iter().partition(is_left_out);
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

/// What is wrong with cases of one set-up of the same rules.
fn review_alike(rules: &Rules, variants: &Variants, cases: &[&Scenario]) -> Vec<Diagnostic> {
    let Some(first) = cases.first() else { return Vec::new() };
    let rules = match of_variant(rules, variants, first) {
        Ok(rules) => rules_of(rules, first),
        Err(message) => {
            let at = |case: &Scenario| case.variant_at.as_ref().map_or(case.span, |at| at.span);
            return cases.iter().map(|case| finding(at(case), &message)).collect();
        }
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
