//! Differences for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Compared, ComparedClause, DiffSide, sort};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use tavola_game::RulePart;

/// The report.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct RulesDiff<'a> {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    before: RulesReport<'a>,
    after: RulesReport<'a>,
    differences: Vec<PartReport<'a>>,
    clauses: Vec<ClauseDiffReport<'a>>,
}

/// One side.
#[derive(Serialize, JsonSchema)]
struct RulesReport<'a> {
    name: &'a str,
    /// The fingerprint of the rules.
    rules: String,
}

/// A part of the rules that differs.
#[derive(Serialize, JsonSchema)]
struct PartReport<'a> {
    /// The word before its name: `settings`, `rule`.
    sort: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<&'a str>,
    differs: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<WrittenReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<WrittenReport<'a>>,
}

/// A part on one side.
#[derive(Serialize, JsonSchema)]
struct WrittenReport<'a> {
    lines: &'a [String],
    clauses: &'a [String],
    place: &'a str,
}

/// A clause that differs, or that is cited where something differs.
#[derive(Serialize, JsonSchema)]
struct ClauseDiffReport<'a> {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    /// Its text, if both sides have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Settings, rulings, tables and defines that differ and that its rules read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reads: Vec<&'a str>,
}

/// Prints the report.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn say(compared: &Compared, console: &mut Console) -> Result<(), Stop> {
    fn side(side: &DiffSide) -> RulesReport<'_> {
        RulesReport { name: &side.name, rules: side.rules.hash() }
    }
    fn part_report(part: &RulePart) -> WrittenReport<'_> {
        WrittenReport { lines: &part.lines, clauses: &part.cites, place: &part.place }
    }
    let differences = compared.differences.iter().map(|one| {
        let part = one.part();
        let (before, after) = (one.before.as_ref().map(part_report), one.after.as_ref().map(part_report));
        PartReport {
            sort: part.id.sort,
            name: &part.id.name,
            row: part.id.row.as_deref(),
            differs: sort(one.differs),
            before,
            after,
        }
    });
    let clauses =
        compared.clauses().into_iter().map(|ComparedClause { id, differs, text, reads, .. }| ClauseDiffReport {
            id,
            reads,
            before: differs.and_then(|clause| clause.before.as_deref()),
            after: differs.and_then(|clause| clause.after.as_deref()),
            text: differs.is_none().then_some(text),
        });
    console.json(&RulesDiff {
        version: 1,
        tavola: env!("CARGO_PKG_VERSION"),
        before: side(&compared.before),
        after: side(&compared.after),
        differences: differences.collect(),
        clauses: clauses.collect(),
    })
}
