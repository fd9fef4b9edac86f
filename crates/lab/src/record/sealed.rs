//! Sealed answers: given in an open `together` block, and not revealed before all have answered.

use super::list;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{Fields, Yaml, YamlValue, quoted};

/// Players with their answers, in the order in which they gave them. Forced answers are left out.
pub type SealedAnswers = Vec<(String, Vec<String>)>;

/// The answers as the last line of the file.
pub(super) fn line(sealed: &SealedAnswers) -> String {
    let own = |(who, answers): &(String, Vec<String>)| format!("{}: {}", quoted(who), list(answers));
    format!("sealed: {{ {} }}\n", sealed.iter().map(own).collect::<Vec<_>>().join(", "))
}

/// Parses the key `sealed` of a record; mistakes are added to the findings.
pub(super) fn read(fields: &mut Fields<'_>, players: &[String]) -> SealedAnswers {
    let mut sealed = SealedAnswers::new();
    for (who, answers) in fields.map("sealed", "who has given which answers: `sealed: { anna: [hill] }`") {
        let name = who.shown();
        let words = |items: &[Yaml]| items.iter().map(|item| item.text().map(|_| item.shown())).collect();
        let given: Option<Vec<String>> = match &answers.value {
            YamlValue::List(items) => words(items),
            _ => None,
        };
        let Some(given) = given else {
            fields.wrong_type(answers, "sealed", "the answers as a list of words: `[hill]`").unwrap_or(());
            continue;
        };
        if !players.is_empty() && !players.contains(&name) {
            let help = format!("players: {}", players.join(", "));
            let finding = Diagnostic::error(codes::NO_PLAYER, who.span, format!("nobody called `{name}` plays"));
            fields.findings.push(finding.help(help));
            continue;
        }
        sealed.push((name, given));
    }
    sealed
}
