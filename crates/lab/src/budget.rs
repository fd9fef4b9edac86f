//! `balance.yaml`: what a game must keep to when its rules change, in figures.

use crate::variants::variants;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{self, Fields, Yaml};

/// The name of the file in a game's folder.
pub const FILE: &str = "balance.yaml";

/// So many games at most, unless it is said otherwise.
const GAMES: u64 = 2000;

/// What is expected of a game with these players and choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// `4`, `3-4`; none: all numbers that can.
    pub players: Option<String>,
    /// Who plays, as `--bots` takes it.
    pub bots: Option<String>,
    /// The variant's name, or several in their order.
    pub variant: Option<String>,
    /// Settings and rulings that are turned.
    pub set: Vec<(String, String)>,
    /// No more games than this.
    pub games: u64,
    /// Where chance and the bots begin.
    pub seed: u64,
    /// The goals, with their places.
    pub expect: Vec<(String, Span)>,
    /// Where it stands.
    pub span: Span,
}

const HELP: &str = "a balance is a list of entries like `{ players: 4, bots: random, games: 2000, expect: [each seat wins below 40%] }`";

/// Reads the texts of such files, and finds everything that is wrong with how they are written: `E1101` no YAML, `E1102` a wrong type, `E1103`
/// an unknown key, `E1104` nothing is expected.
pub fn read(sources: &Sources) -> (Vec<Budget>, Vec<Diagnostic>) {
    let (mut budgets, mut findings) = (Vec::new(), Vec::new());
    for (id, source) in sources.iter() {
        let (yaml, found) = yaml::read(id, &source.text);
        findings.extend(found);
        let Some(yaml) = yaml else { continue };
        match &yaml.value {
            yaml::YamlValue::List(entries) => {
                budgets.extend(entries.iter().filter_map(|entry| budget(entry, &mut findings)));
            }
            _ => {
                let message = format!("a list of entries was expected, this is {}", yaml.kind());
                findings.push(Diagnostic::error(codes::WRONG_VALUE, yaml.span, message).help(HELP));
            }
        }
    }
    (budgets, findings)
}

fn budget(entry: &Yaml, findings: &mut Vec<Diagnostic>) -> Option<Budget> {
    let mut fields = match Fields::new(entry, "an entry of a balance") {
        Ok(fields) => fields,
        Err(finding) => {
            findings.push(*finding);
            return None;
        }
    };
    let budget = Budget {
        players: fields.text("players"),
        bots: fields.text("bots"),
        variant: variants(&mut fields).map(|(names, _)| names),
        set: fields.pairs("set").into_iter().map(|(name, value, _)| (name, value.shown())).collect(),
        games: fields.number("games").unwrap_or(GAMES).max(1),
        seed: fields.number("seed").unwrap_or(1),
        expect: fields.texts("expect"),
        span: entry.span,
    };
    if budget.expect.is_empty() {
        let missing = Diagnostic::error(codes::MISSING_KEY, entry.span, "an entry of a balance expects nothing");
        fields.findings.push(missing.help(HELP));
    }
    findings.extend(fields.finish());
    (!budget.expect.is_empty()).then_some(budget)
}
