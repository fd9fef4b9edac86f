//! Waivers: removes waived findings, and reports waivers that waive nothing.

use crate::check::codes;
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy, Waived, any_error};
use tavola_syntax::syntax::ast::{File, ItemKind, Name, Waiver};
use tavola_syntax::text::Span;

const FORM: &str = "`# fine: W0704 why it cannot happen`";

/// Removes waived findings from `found`, and adds the findings about waivers. Returns the waived findings.
///
/// Waivers that waive nothing are not reported while there are errors, since most warnings are not looked for then. They are
/// also not reported in the files of a game with a variant on top, which is checked only in part.
pub(crate) fn apply(found: &mut Vec<Diagnostic>, files: &[File]) -> Vec<Waived> {
    let is_variant = |file: &&File| file.items.iter().any(|item| matches!(item.kind, ItemKind::Variant { .. }));
    let variants: Vec<_> = files.iter().filter(is_variant).map(|file| file.source).collect();
    let broken = any_error(found);
    let (mut waived, mut wrong) = (Vec::new(), Vec::new());
    for file in files {
        let judged = !broken && (variants.is_empty() || variants.contains(&file.source));
        for waiver in &file.waivers {
            if let Some(flaw) = flaw(waiver) {
                wrong.push(flaw);
                continue;
            }
            // Mutants are made in the files of the game only.
            let explains = waiver.line.is_some() && !variants.contains(&file.source);
            for code in waiver.codes.iter().filter(|code| code.text != codes::SURVIVOR || !explains) {
                let from = waived.len();
                take(found, waiver, code, &mut waived);
                if waived.len() == from && judged {
                    wrong.push(needless(waiver, code));
                }
            }
        }
    }
    found.extend(wrong);
    waived
}

/// Moves the findings of a line with this code from `found` to `waived`.
fn take(found: &mut Vec<Diagnostic>, waiver: &Waiver, code: &Name, waived: &mut Vec<Waived>) {
    let Some(line) = waiver.line else { return };
    let here = |finding: &Diagnostic| {
        let span = finding.span;
        finding.code == code.text && span.source == line.source && (line.start..=line.end).contains(&span.start)
    };
    for finding in found.extract_if(.., |finding| here(finding)) {
        waived.push(Waived { finding, reason: waiver.reason.clone(), span: waiver.span });
    }
}

fn needless(waiver: &Waiver, code: &Name) -> Diagnostic {
    match waiver.line {
        Some(_) => {
            let message = format!("this line has no finding `{}` to waive", code.text);
            wrong(
                waiver.span,
                message,
                Remedy::new(
                    "remove the waiver, and check whether the line has changed since it was written",
                    Fix::remove("remove the waiver", waiver.span).safe_if(waiver.codes.len() == 1),
                ),
            )
        }
        None => {
            wrong(waiver.span, "this waiver is on a line by itself", "write it at the end of the line with the finding")
        }
    }
}

/// Returns the finding about a malformed waiver.
fn flaw(waiver: &Waiver) -> Option<Diagnostic> {
    if waiver.codes.is_empty() {
        let help = format!("begin with the code: {FORM}");
        return Some(wrong(waiver.span, "this waiver has no code", help));
    }
    if waiver.reason.is_empty() {
        return Some(wrong(waiver.span, "this waiver gives no reason", format!("say why it is not a mistake: {FORM}")));
    }
    let bad = waiver.codes.iter().find(|code| !is_waivable(&code.text))?;
    if bad.text.starts_with('W') {
        let message = format!("`{}` cannot be waived in rules", bad.text);
        return Some(wrong(bad.span, message, format!("write the code of the finding: {FORM}")));
    }
    let message = format!("`{}` is not a warning: it cannot be waived", bad.text);
    Some(wrong(bad.span, message, "correct the finding, and remove the waiver"))
}

fn wrong(span: Span, message: impl Into<String>, help: impl Into<Remedy>) -> Diagnostic {
    Diagnostic::warning(codes::WAIVER, span, message).help(help)
}

fn is_waivable(code: &str) -> bool {
    code == codes::SURVIVOR
        || code.starts_with('W') && code != codes::WAIVER && codes::ALL.iter().any(|(known, _)| *known == code)
}
