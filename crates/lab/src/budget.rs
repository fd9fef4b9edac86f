//! Budgets of balance: figures in `balance.yaml` that a game must keep to when its rules change.

use crate::variants::variants;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{self, Fields, Yaml};

/// Name of the file in a game's folder.
pub const FILE: &str = "balance.yaml";

/// Default maximum number of games.
const GAMES: u64 = 2000;

/// One entry: what is expected of a game with these players and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Numbers of players, such as `4` or `3-4`. None: all possible numbers.
    pub players: Option<String>,
    /// Bots, in the syntax of `--bots`.
    pub bots: Option<String>,
    /// Name of the variant, or several in their order.
    pub variant: Option<String>,
    /// Settings and rulings that differ from their defaults.
    pub set: Vec<(String, String)>,
    /// Maximum number of games.
    pub games: u64,
    /// Seed of chance and bots.
    pub seed: u64,
    /// Goals, with their places.
    pub expect: Vec<(String, Span)>,
    /// Place of the entry.
    pub span: Span,
}

const HELP: &str = "a balance is a list of entries like `{ players: 4, bots: random, games: 2000, expect: [each seat wins below 40%] }`";

/// Reads files and reports all mistakes in them: `E1101` invalid YAML, `E1102` a wrong type, `E1103` an unknown key,
/// `E1104` an entry without goals.
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
                let message = format!("expected a list of entries, found {}", yaml.kind());
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
        let missing = Diagnostic::error(codes::MISSING_KEY, entry.span, "an entry of a balance has no `expect`");
        fields.lacks("expect", missing.help(HELP));
    }
    findings.extend(fields.finish());
    (!budget.expect.is_empty()).then_some(budget)
}
