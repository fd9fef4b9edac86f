//! `tavola test --variant NAME`: the game's scenarios under a variant, and the variant's own.

use std::path::Path;

use super::tested::{Case, Fares, Tested};
use crate::tools::ending::Stop;
use tavola_game::{Rules, differences};
use tavola_lab::scenario::{self, CaseDraft, Failure, Overlaid, Suite};
use tavola_syntax::diagnostic::any_error;

/// Adds the tests of a variant. `drafts`: also drafts for the scenarios that differ.
///
/// # Errors
/// When the variant cannot be read at all.
pub(super) fn test(
    folder: &Path,
    (variant, drafts): (&str, bool),
    base: &Rules,
    suite: &Suite,
    tested: &mut Tested,
) -> Result<(), Stop> {
    let rules = Rules::read(folder, Some(variant))?;
    if any_error(rules.diagnostics()) {
        let errors = rules.diagnostics().iter().filter(|finding| finding.is_error()).cloned().collect();
        tested.findings.push((rules.sources().clone(), errors));
        return Ok(());
    }
    let own = suite.scenarios.iter().filter(|case| case.setup.variant.as_deref() == Some(variant)).cloned();
    let own: Vec<_> = own.collect();
    for (case, outcome) in own.iter().zip(scenario::run_all(folder, base, &own)) {
        tested.cases.push(Case::new(case, outcome.failures));
    }
    let changes = differences(base, &rules);
    let changed_clauses = changes.iter().flat_map(|change| change.cites()).map(str::to_owned).collect();
    let mut fares = Fares { variant: variant.to_owned(), changed_clauses, ..Fares::default() };
    for overlaid in scenario::under(folder, &rules, variant, suite) {
        match (overlaid.failures.is_empty(), overlaid.adapted.is_some()) {
            (true, _) => fares.hold += 1,
            (false, true) => fares.adapted += 1,
            (false, false) => fares.differ += 1,
        }
        let differs = drafts && overlaid.is_open() && overlaid.adapted.is_none();
        let draft = differs.then(|| CaseDraft::new(&rules, variant, suite, &overlaid.case));
        tested.cases.push(Case { draft, ..case(overlaid) });
    }
    tested.fares = Some(fares);
    Ok(())
}

fn case(overlaid: Overlaid) -> Case {
    let open = overlaid.is_open();
    let because = || overlaid.because.iter().map(|change| (change.place.clone(), change.what.clone())).collect();
    let because = overlaid.adapted.is_none().then(because);
    let failures = match &overlaid.adapted {
        Some(other) if open => vec![needless(&overlaid, other)],
        _ if open => overlaid.failures,
        _ => Vec::new(),
    };
    Case { because, ..Case::new(&overlaid.case, failures) }
}

/// Failure: a case of the variant replaces one that also passes under the variant.
fn needless(overlaid: &Overlaid, other: &str) -> Failure {
    let expected = format!("it differs, and `{other}` replaces it");
    let failure = Failure::new("under the variant", &expected, "it still holds".to_owned(), &overlaid.case.place);
    Failure { hint: Some(format!("remove `instead:` from `{other}`")), ..failure }
}
