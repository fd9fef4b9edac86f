//! Texts of options and questions without a position. What only a position says is `..`.

use tavola_core::code::{Arm, Ask, AskPart, Expr, TextId, TextPart};
use tavola_core::lower::Lowered;

use super::label::{side_by_side, unlabelled};
use super::notation::{Style, show};
use super::value::formed;

/// Placeholder for a part that depends on the position.
const OPEN: &str = "..";

/// A value of an option in notation, and for players.
#[derive(Clone, Debug)]
pub(crate) struct ValueTexts {
    pub(crate) notation: String,
    pub(crate) title: String,
}

impl ValueTexts {
    /// A value of one word, of this type.
    pub(crate) fn of(lowered: &Lowered, ty: u32, word: i32) -> Self {
        let text = |style| show(&lowered.legend, ty, &[word], style);
        Self { notation: text(Style::Language), title: text(Style::People) }
    }

    /// A value that is not known yet.
    pub(crate) fn unknown() -> Self {
        Self { notation: OPEN.to_owned(), title: OPEN.to_owned() }
    }
}

/// Notation and label of an option. `arm` is `None` for a question that combines several.
pub(crate) fn outline(lowered: &Lowered, ask: &Ask, arm: Option<&Arm>, values: &[ValueTexts]) -> (String, String) {
    let notations: Vec<String> = values.iter().map(|value| value.notation.clone()).collect();
    let titles = || -> Vec<String> { values.iter().map(|value| value.title.clone()).collect() };
    let text = match arm {
        Some(arm) => arm.label,
        None => ask.at_once.as_ref().and_then(|once| once.label),
    };
    let label = match (text, arm) {
        (Some(text), _) => filled(lowered, text, &|e| {
            let Expr::Reg(reg) = e else { return None };
            let number = match (arm, &ask.at_once) {
                (Some(arm), _) => arm.binders(&lowered.program).iter().position(|binder| binder.reg == reg)?,
                (None, once) => usize::from(reg.checked_sub(once.as_ref()?.regs)?),
            };
            values.get(number).map(|value| value.title.clone())
        }),
        (None, Some(arm)) => unlabelled(ask, arm, titles()).concat(),
        (None, None) => side_by_side(titles(), ", ").concat(),
    };
    (formed(lowered, ask, arm, &notations), label)
}

/// Text of a question.
pub(crate) fn prompt_outline(lowered: &Lowered, ask: &Ask) -> String {
    match ask.prompt {
        Some(prompt) => filled(lowered, prompt, &|_| None),
        None => unprompted(ask, OPEN),
    }
}

/// Text of a question for which the rules have none. `thing` is the thing that a division asks about.
pub(crate) fn unprompted(ask: &Ask, thing: &str) -> String {
    match ask.part {
        AskPart::Division(_) => format!("Which pile does the {thing} go to?"),
        _ if ask.who.is_none() => "What is the outcome of chance?".to_owned(),
        _ => "What do you choose?".to_owned(),
    }
}

/// A text with its holes filled.
fn filled(lowered: &Lowered, text: TextId, fill: &dyn Fn(Expr) -> Option<String>) -> String {
    let parts = lowered.program.texts[text.index()].parts.iter();
    let part = |part: &TextPart| match part {
        TextPart::Plain(plain) => plain.clone(),
        TextPart::Value(e, ..) => fill(lowered.program.exprs[e.index()]).unwrap_or_else(|| OPEN.to_owned()),
    };
    parts.map(part).collect()
}
