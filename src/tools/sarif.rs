//! Findings as SARIF 2.1.0, which code scanning services read.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use tavola_lab::CheckReport;
use tavola_syntax::diagnostic::{Finding, LocatedFix, LocatedLabel, TextRange};

/// The schema that the document keeps to.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A document: the findings of one run.
#[derive(Serialize)]
pub(super) struct Sarif {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [ScanRun; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanRun {
    tool: ScanTool,
    /// Columns count characters, not bytes and not units of UTF-16.
    column_kind: &'static str,
    results: Vec<ScanResult>,
}

#[derive(Serialize)]
struct ScanTool {
    driver: ScanDriver,
}

#[derive(Serialize)]
struct ScanDriver {
    name: &'static str,
    version: &'static str,
    rules: Vec<ScanRule>,
}

/// A code that occurs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanRule {
    id: String,
    short_description: ScanText,
}

#[derive(Serialize)]
struct ScanText {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanResult {
    rule_id: String,
    level: &'static str,
    message: ScanText,
    locations: Vec<ScanLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<ScanLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<ScanFix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanFix {
    description: ScanText,
    artifact_changes: Vec<ScanChange>,
}

/// The changes of one file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanChange {
    artifact_location: ScanFile,
    replacements: Vec<ScanReplacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanReplacement {
    deleted_region: ScanRegion,
    inserted_content: ScanText,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanLocation {
    physical_location: ScanPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<ScanText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanPlace {
    artifact_location: ScanFile,
    region: ScanRegion,
}

#[derive(Serialize)]
struct ScanFile {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScanRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

/// The findings of some games. `meaning` says what a code means.
pub(super) fn sarif(games: &[CheckReport], meaning: impl Fn(&str) -> String) -> Sarif {
    let findings = || games.iter().flat_map(|game| &game.findings);
    let codes: BTreeSet<&str> = findings().map(|finding| finding.code.as_ref()).collect();
    let rule = |code: &str| ScanRule { id: code.to_owned(), short_description: ScanText { text: meaning(code) } };
    let driver =
        ScanDriver { name: "tavola", version: env!("CARGO_PKG_VERSION"), rules: codes.into_iter().map(rule).collect() };
    let run = ScanRun {
        tool: ScanTool { driver },
        column_kind: "unicodeCodePoints",
        results: findings().map(result).collect(),
    };
    Sarif { schema: SCHEMA, version: "2.1.0", runs: [run] }
}

fn result(finding: &Finding) -> ScanResult {
    let help = finding.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let clause = finding.citation();
    let variant = finding.variant.as_ref().map(|name| format!(" (with {name})")).unwrap_or_default();
    let place = |place: &TextRange| location(place, None);
    let label = |label: &LocatedLabel| Some(location(label.place.as_ref()?, Some(label.message.clone())));
    ScanResult {
        rule_id: finding.code.to_string(),
        level: finding.severity.as_str(),
        message: ScanText { text: format!("{}{clause}{variant}{help}", finding.message) },
        locations: finding.place.iter().map(place).collect(),
        related_locations: finding.labels.iter().filter_map(label).collect(),
        fixes: finding.fixes.iter().map(scan_fix).collect(),
    }
}

fn scan_fix(fix: &LocatedFix) -> ScanFix {
    let mut files: BTreeMap<&str, Vec<ScanReplacement>> = BTreeMap::new();
    for edit in &fix.edits {
        let inserted_content = ScanText { text: edit.text.clone() };
        let replacement = ScanReplacement { deleted_region: region(&edit.place), inserted_content };
        files.entry(&edit.place.file).or_default().push(replacement);
    }
    let change = |(file, replacements)| ScanChange { artifact_location: ScanFile { uri: uri(file) }, replacements };
    let description = ScanText { text: fix.title.clone() };
    ScanFix { description, artifact_changes: files.into_iter().map(change).collect() }
}

fn region(place: &TextRange) -> ScanRegion {
    ScanRegion {
        start_line: place.line,
        start_column: place.column,
        end_line: place.end_line,
        end_column: place.end_column,
    }
}

fn location(place: &TextRange, message: Option<String>) -> ScanLocation {
    let region = region(place);
    let artifact_location = ScanFile { uri: uri(&place.file) };
    let physical_location = ScanPlace { artifact_location, region };
    ScanLocation { physical_location, message: message.map(|text| ScanText { text }) }
}

/// A path as a relative reference: characters that a URI cannot have are written as bytes.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).replace('\\', "/");
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    path.bytes().map(byte).collect()
}
