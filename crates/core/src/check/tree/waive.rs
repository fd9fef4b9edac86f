//! Waivers: findings that their line calls fine, and waivers that waive nothing.

use crate::check::codes;
use tavola_syntax::diagnostic::{Diagnostic, Waived, any_error};
use tavola_syntax::syntax::ast::{File, ItemKind, Name, Waiver};
use tavola_syntax::text::Span;

const FORM: &str = "`# fine: W0704 why it cannot happen`";

/// Takes what is waived out of the findings, and adds what is wrong with waivers.
///
/// While there are errors most warnings are not looked for; nor are, where a variant is laid over a game, all of the game. So
/// then nothing is said of waivers that waive nothing.
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
            // Mutants are made in the game's own files.
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

/// Moves the findings of a line with this code.
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
            let message = format!("there is no `{}` here that could be waived", code.text);
            wrong(
                waiver.span,
                message,
                "take the waiver out; if it is older than the line, look whether both still fit",
            )
        }
        None => wrong(
            waiver.span,
            "this waiver stands on a line by itself",
            "write it at the end of the line in which the finding is",
        ),
    }
}

/// What is wrong with a waiver as it is written.
fn flaw(waiver: &Waiver) -> Option<Diagnostic> {
    if waiver.codes.is_empty() {
        let help = format!("begin with the code: {FORM}");
        return Some(wrong(waiver.span, "this waiver does not say what is fine", help));
    }
    if waiver.reason.is_empty() {
        return Some(wrong(waiver.span, "this waiver gives no reason", format!("say why it is not a mistake: {FORM}")));
    }
    let bad = waiver.codes.iter().find(|code| !is_waivable(&code.text))?;
    if bad.text.starts_with('W') {
        let message = format!("there is no `{}` that could be waived in rules", bad.text);
        return Some(wrong(bad.span, message, format!("write the code of the finding: {FORM}")));
    }
    let message = format!("`{}` is no warning, so it cannot be waived", bad.text);
    Some(wrong(bad.span, message, "mend what it tells, and take the waiver out"))
}

fn wrong(span: Span, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(codes::WAIVER, span, message).help(help)
}

fn is_waivable(code: &str) -> bool {
    code == codes::SURVIVOR
        || code.starts_with('W') && code != codes::WAIVER && codes::ALL.iter().any(|(known, _)| *known == code)
}
