//! `tavola schema`: JSON schemas of the files that people write and of the reports that commands print with `--format json`.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::args::SchemaArgs;
use super::console::Console;
use super::document::TextTable;
use super::ending::{Exit, Stop, VerbResult};
#[cfg(feature = "serve")]
use super::rpc;
use super::subject::Figured;
use super::test::figures::PlayedBalance;
use super::{bench, check, clause, compare, count, diff, export, impact, mutate, simulate, test, trace, tune};
use tavola_page::scene::Scene;

/// Files that people write: name, meaning, schema.
const FILE_SCHEMAS: [(&str, &str, &str); 5] = [
    ("balance", "balance.yaml", include_str!("../../docs/reference/schemas/balance.schema.json")),
    ("look", "look.yaml", include_str!("../../docs/reference/schemas/look.schema.json")),
    ("record", "a recorded game", include_str!("../../docs/reference/schemas/record.schema.json")),
    ("rulebook", "rulebook.yaml", include_str!("../../docs/reference/schemas/rulebook.schema.json")),
    ("scenarios", "scenarios/*.yaml", include_str!("../../docs/reference/schemas/scenarios.schema.json")),
];

/// Makes a schema with a title.
type MakeSchema = fn(&str) -> Schema;

/// Reports of commands: name, command, maker of the schema.
const PRINTED: &[(&str, &str, MakeSchema)] = &[
    ("bench-report", "tavola bench --format json", of::<Figured<'_, bench::Benchmark>>),
    ("check-report", "tavola check --format json", of::<check::Findings>),
    ("clause-report", "tavola clause --format json", of::<clause::Clauses<'_>>),
    ("compare-report", "tavola compare --format json", of::<compare::json::All<'_>>),
    ("count-report", "tavola count --format json", of::<Figured<'_, count::GameCounts>>),
    ("diff-report", "tavola diff --format json", of::<diff::json::RulesDiff<'_>>),
    ("export-trace", "tavola export --format json, each line", of::<export::trace::MatchTrace<'_>>),
    ("impact-report", "tavola impact --format json", of::<impact::report::ImpactReport>),
    ("matrix-report", "tavola simulate --matrix --format json", of::<Figured<'_, simulate::matrix::BotMatrix>>),
    ("mutate-report", "tavola mutate --format json", of::<mutate::json::MutantsReport<'_>>),
    #[cfg(feature = "serve")]
    ("rpc", "tavola rpc: requests and results", rpc::schema),
    ("scene", "tavola draw --format json", of::<Scene>),
    ("simulate-report", "tavola simulate --format json", of::<Figured<'_, simulate::Simulation>>),
    ("test-balance-report", "tavola test --balance --format json", of::<Vec<PlayedBalance>>),
    ("test-report", "tavola test --format json", of::<test::json::Tests<'_>>),
    ("trace-report", "tavola trace --format json", of::<trace::Trace>),
    ("tune-report", "tavola tune --format json", of::<tune::Tuning<'_>>),
];

/// Runs the verb: lists the schemas, or prints one.
///
/// # Errors
/// When there is no such schema, or stdout cannot be written.
pub(crate) fn run(args: &SchemaArgs, console: &mut Console) -> VerbResult {
    let Some(name) = &args.name else {
        let files = FILE_SCHEMAS.iter().map(|(name, what, _)| [*name, *what]);
        let printed = PRINTED.iter().map(|(name, what, _)| [*name, *what]);
        let table = TextTable::default().rows(files.chain(printed));
        table.lines(console.paint, "").iter().try_for_each(|line| console.say(line))?;
        return Ok(Exit::Fine);
    };
    if let Some((.., schema)) = FILE_SCHEMAS.iter().find(|(known, ..)| known == name) {
        console.write(schema)?;
    } else if let Some((_, what, make)) = PRINTED.iter().find(|(known, ..)| known == name) {
        console.json(&make(what))?;
    } else {
        let mut all = FILE_SCHEMAS.iter().map(|(known, ..)| *known).chain(PRINTED.iter().map(|(known, ..)| *known));
        let meant = all.find(|known| known.starts_with(name.as_str()));
        let meant = meant.map_or_else(String::new, |known| format!(" did you mean `{known}`?"));
        return Err(Stop::usage(format!("there is no schema `{name}`;{meant} `tavola schema` lists them")));
    }
    Ok(Exit::Fine)
}

/// The schema of a type as it is serialized.
fn of<T: JsonSchema>(title: &str) -> Schema {
    let mut schema = SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema
}
