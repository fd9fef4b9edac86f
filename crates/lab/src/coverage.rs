//! Clause coverage: the clauses that rules cite and scenarios name, and the clauses stating a rule that lack either.

use std::collections::{BTreeMap, BTreeSet};

use crate::scenario::{Scenario, Suite};
use tavola_game::{Clause, ClauseKind, Rules, codes, means};
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::text::Span;
use tavola_syntax::yaml;

/// Largest number of clauses that a finding names.
const NAMED: usize = 8;

/// Coverage of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Number of clauses, without hints.
    pub clauses: usize,
    /// Number of hints.
    pub hints: usize,
    /// Number of clauses that the rules cite.
    pub cited: usize,
    /// Number of clauses that a scenario names. The scenarios are not run.
    pub proved: usize,
    /// Ids of the observable clauses that the rules do not cite.
    pub uncited: Vec<String>,
    /// Ids of the observable clauses that no scenario proves.
    pub unproved: Vec<String>,
    /// Number of clauses that state an observable rule.
    pub rules: usize,
    /// Number of review marks in the rulebook.
    pub reviewed: usize,
    /// Ids of those that are not both cited by rules and named by scenarios.
    pub lacking: Vec<String>,
    /// Number of clauses that state a rule and say why it is not observable.
    pub not_observable: usize,
    /// Ids of the rulings that neither the rules nor a variant cite.
    pub uncited_rulings: Vec<String>,
    /// Ids of the clauses that only variants cite, each with the first of them.
    pub of_variants: Vec<(String, String)>,
    /// Clauses that state a rule and are not cited or (if there are scenarios) not proved, and clauses that are
    /// declared not observable but proved.
    pub findings: Vec<Diagnostic>,
}

/// Compares a rulebook with its citations and proofs. None without a rulebook. `variants` are the names of variants with
/// the clauses that the rules with them cite.
pub fn coverage(rules: &Rules, suite: &Suite, variants: &[(String, BTreeSet<String>)]) -> Option<Coverage> {
    let book = rules.rulebook()?;
    let cited: Vec<String> = rules.cited().into_iter().chain(rules.cited_by_changes()).collect();
    let hints = book.clauses.iter().filter(|clause| clause.kind == ClauseKind::Hint).count();
    let all_cited = || cited.iter().chain(variants.iter().flat_map(|(_, cited)| cited));
    let rulings = book.rulings.iter().map(|ruling| ruling.id.clone());
    let uncited_rulings = rulings.filter(|id| !is_among(all_cited(), id)).collect();
    let reviewed = book.reviewed.len();
    let mut coverage = Coverage { hints, uncited_rulings, reviewed, ..Coverage::default() };
    for clause in book.valid_clauses().filter(|clause| clause.kind != ClauseKind::Hint) {
        let in_rules = is_among(cited.iter(), &clause.id);
        let by_variant = variants.iter().find(|(_, cited)| is_among(cited.iter(), &clause.id));
        let by_variant = by_variant.filter(|_| !in_rules).map(|(name, _)| (clause.id.clone(), name.clone()));
        let is_cited = in_rules || by_variant.is_some();
        coverage.of_variants.extend(by_variant);
        let is_proved = suite.scenarios.iter().any(|case| case.proves(&clause.id));
        coverage.clauses += 1;
        coverage.cited += usize::from(is_cited);
        coverage.proved += usize::from(is_proved);
        if clause.not_observable.is_none() {
            coverage.uncited.extend((!is_cited).then(|| clause.id.clone()));
            coverage.unproved.extend((!is_proved).then(|| clause.id.clone()));
        }
        match (clause.kind, &clause.not_observable) {
            (ClauseKind::Rule, None) => {
                coverage.rules += 1;
                coverage.lacking.extend((!(is_cited && is_proved)).then(|| clause.id.clone()));
                let asked = is_proved || suite.scenarios.is_empty();
                coverage.findings.extend(lacking(clause, is_cited, asked));
            }
            (ClauseKind::Rule, Some(_)) => {
                coverage.not_observable += 1;
                let finding = || observed(rules, clause, "a scenario proves it");
                coverage.findings.extend(is_proved.then(finding));
            }
            (_, Some(_)) => coverage.findings.push(observed(rules, clause, "it states no rule")),
            (_, None) => {}
        }
    }
    Some(coverage)
}

/// Clauses that the game's scenarios prove but none proves under a variant, because a case of the variant replaces the
/// last proof. `rules` are those of the variant; the warnings refer to the texts of the suite.
pub fn unproved_under(rules: &Rules, variant: &str, suite: &Suite) -> Vec<Diagnostic> {
    let Some(book) = rules.rulebook() else { return Vec::new() };
    let own = |case: &&Scenario| case.setup.variant.as_deref() == Some(variant);
    let mut stand_for: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, span) in suite.scenarios.iter().filter(own).flat_map(|case| &case.instead) {
        stand_for.entry(name).or_insert(*span);
    }
    if stand_for.is_empty() {
        return Vec::new();
    }
    let cited = rules.cited();
    let of_game: Vec<(&Scenario, Option<Span>)> = suite
        .scenarios
        .iter()
        .filter(|case| case.setup.variant.is_none())
        .map(|case| (case, stand_for.get(format!("{}/{}", case.topic, case.name).as_str()).copied()))
        .collect();
    let observed = book.valid_clauses().filter(|c| c.kind == ClauseKind::Rule && c.not_observable.is_none());
    let mut found = Vec::new();
    for clause in observed.filter(|clause| cited.iter().any(|id| means(id, &clause.id))) {
        let proofs = of_game.iter().filter(|(case, _)| case.proves(&clause.id));
        let replaced: Option<Vec<Span>> = proofs.map(|(_, span)| *span).collect();
        let Some(span) = replaced.and_then(|spans| spans.first().copied()) else { continue };
        if suite.scenarios.iter().filter(own).any(|case| case.proves(&clause.id)) {
            continue;
        }
        let message =
            format!("under `{variant}` no scenario proves `{}` any more: this case replaces the last one", clause.id);
        let help =
            format!("add `{}` to its `clauses`, or prove it by another scenario with `variant: {variant}`", clause.id);
        found.push(Diagnostic::warning(codes::UNPROVED_UNDER, span, message).help(help));
    }
    found
}

impl Coverage {
    /// Number of clauses that state an observable rule and are both cited by rules and named by scenarios.
    pub fn complete(&self) -> usize {
        self.rules.saturating_sub(self.lacking.len())
    }

    /// Error if less than `threshold` percent of the clauses stating a rule are cited by rules and named by scenarios.
    /// It is also an error if there are no such clauses.
    pub fn below(&self, threshold: u8) -> Option<Diagnostic> {
        let (complete, rules) = (self.complete(), self.rules);
        if rules > 0 && complete * 100 >= usize::from(threshold) * rules {
            return None;
        }
        let (what, are) = if rules == 1 { ("clause that states", "is") } else { ("clauses that state", "are") };
        let message = format!(
            "{complete} of {rules} {what} a rule {are} cited by rules and named by scenarios, less than {threshold}%"
        );
        // What has no clauses lacks both.
        let ids = |without: &[String]| {
            let lacking: Vec<&str> =
                self.lacking.iter().filter(|id| without.contains(id)).map(String::as_str).collect();
            let more = if lacking.len() > NAMED { ", .." } else { "" };
            match rules {
                0 => "clauses".to_owned(),
                _ => format!("{}{more}", lacking[..lacking.len().min(NAMED)].join(", ")),
            }
        };
        let todo = [("cite", ids(&self.uncited), "in the rules"), ("prove", ids(&self.unproved), "by scenarios")];
        let todo = todo.into_iter().filter(|(_, ids, _)| !ids.is_empty());
        let todo: Vec<String> = todo.map(|(what, ids, by)| format!("{what} {ids} {by}")).collect();
        let help = format!("{}, or write `not_observable: why`", todo.join(" and "));
        Some(Diagnostic::error(codes::TOO_FEW, Span::NONE, message).help(help))
    }
}

/// True if one of these citations covers a clause or ruling.
fn is_among<'c>(mut cited: impl Iterator<Item = &'c String>, id: &str) -> bool {
    cited.any(|one| means(one, id))
}

fn lacking(clause: &Clause, cited: bool, proved: bool) -> Option<Diagnostic> {
    let id = &clause.id;
    let message = match (cited, proved) {
        (true, true) => return None,
        (true, false) => format!("no scenario proves `{id}`"),
        (false, true) => format!("no rule cites `{id}`"),
        (false, false) => format!("no rule cites `{id}`, and no scenario proves it"),
    };
    let cite = (!cited).then(|| format!("write `[{id}]` at the end of the line that carries it out"));
    let prove = (!proved).then(|| format!("prove it by a scenario with `clauses: [{id}]`"));
    let steps: Vec<String> = cite.into_iter().chain(prove).collect();
    let help = format!("{}; or write another `kind`, or `not_observable: why`", steps.join(" and "));
    Some(Diagnostic::warning(codes::LACKING, clause.span, message).help(help))
}

fn observed(rules: &Rules, clause: &Clause, why: &str) -> Diagnostic {
    let message = format!("`{}` is declared not observable, but {why}", clause.id);
    let mut help = Remedy::from("remove `not_observable:`");
    help.fixes.push(yaml::remove_entry("remove `not_observable:`", clause.not_observable_span, rules.sources()));
    Diagnostic::warning(codes::OBSERVED, clause.span, message).help(help)
}
