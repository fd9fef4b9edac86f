//! Parses what a case puts before it begins, or between answers.

use super::Given;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Sources;
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{Fields, Yaml, YamlValue};

/// Places and their contents, pair by pair.
pub(super) fn given(sources: &Sources, fields: &mut Fields<'_>) -> Vec<Given> {
    let mut given = Vec::new();
    for (left, right, span) in fields.pairs("given") {
        if let YamlValue::Map(counts) = &right.value {
            fields.findings.push(counted(&left, right, counts));
        }
        let place = sources.place(span).unwrap_or_default();
        let right_at = right.whole;
        given.push(Given { left, right: right.shown(), right_at, after: 0, place, span });
    }
    given
}

/// Reports `"shelf[anna]": { jar: 2 }`: each sort in a place, and each index of a track, needs a line of its own.
fn counted(left: &str, found: &Yaml, counts: &[(Yaml, Yaml)]) -> Diagnostic {
    let each = |line: &dyn Fn(String) -> String| {
        let line = |(key, count): &(Yaml, Yaml)| format!("`\"{}\": {}`", line(key.shown()), count.shown());
        counts.iter().map(line).collect::<Vec<_>>().join(", ")
    };
    let things = each(&|thing| format!("{thing} at {left}"));
    let help = match (counts.is_empty(), left.contains('[')) {
        (true, _) => format!("write `\"{left}\": []` where nothing lies there"),
        (false, true) => format!("write {things}"),
        (false, false) => {
            format!("write {things}; for tracks and memory {}", each(&|index| format!("{left}[{index}]")))
        }
    };
    Diagnostic::error(codes::WRONG_VALUE, found.span, "`given` takes one value on each line, not a map").help(help)
}
