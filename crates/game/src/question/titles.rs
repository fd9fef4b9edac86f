//! Answers named by their titles: `take the baker into your hand` for an action "take {o} into your hand".

use crate::wording::{Style, show};
use tavola_core::code::{Arm, ArmKind, Expr, ExprId, Notation, TextPart};

use super::Asking;
use super::names::{NameBook, words};

/// A part of a title.
enum TitlePart {
    /// A word as it is written.
    Word(String),
    /// A value: the number of the chosen name, if it is one.
    Value(Option<usize>),
}

/// Words of a text that stand for a value: the number of the chosen name, if it is one, and the words.
type ValueWords<'w> = (Option<usize>, &'w [&'w str]);

impl Asking<'_> {
    /// Readings of a text that is the title of an arm, as in [`Asking::readings`]: those with the most words in common. Empty if the text
    /// is no title of any arm.
    pub(super) fn titled(&self, text: &str, book: &NameBook) -> Vec<(usize, Vec<Option<i32>>)> {
        let Some(ask) = self.ask().filter(|ask| ask.at_once.is_none()) else { return Vec::new() };
        let text = words(text);
        let text: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let mut best = (0, Vec::new());
        for (number, arm) in ask.arms.iter().enumerate() {
            let title = self.title(arm);
            let common = title.iter().filter(|part| matches!(part, TitlePart::Word(_))).count();
            if common == 0 || common < best.0 {
                continue;
            }
            let known = fit(&title, &text, &mut Vec::new(), &mut |values| self.known(arm, values, book));
            let Some(known) = known else { continue };
            if common > best.0 {
                best = (common, Vec::new());
            }
            best.1.push((number, known));
        }
        best.1
    }

    /// Readings of a text that begins the title of an arm, as `move a crab` begins "move a crab from {a} to {c}". The values after it are
    /// open. Empty if the text begins no title.
    pub(super) fn begun(&self, text: &str, book: &NameBook) -> Vec<(usize, Vec<Option<i32>>)> {
        let Some(ask) = self.ask().filter(|ask| ask.at_once.is_none()) else { return Vec::new() };
        let text = words(text);
        let text: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let reading = |(number, arm): (usize, &Arm)| {
            let title = self.title(arm);
            let begins = |end: usize| {
                let begun = title[..end].iter().any(|part| matches!(part, TitlePart::Word(_)));
                let mut known = |values: &[ValueWords<'_>]| self.known(arm, values, book);
                if begun { fit(&title[..end], &text, &mut Vec::new(), &mut known) } else { None }
            };
            (1..title.len()).find_map(begins).map(|known| (number, known))
        };
        ask.arms.iter().enumerate().filter_map(reading).collect()
    }

    /// The title of an arm with the known values as players read them, and `..` for each other one: what it computes may be hidden.
    /// `None` if the arm has no title.
    pub(super) fn phrase(&self, number: usize, known: &[Option<i32>]) -> Option<String> {
        let (program, legend) = (self.game.program(), self.game.legend());
        let arm = self.ask()?.arms.get(number)?;
        let label = arm.label.filter(|_| matches!(arm.kind, ArmKind::Action(_)))?;
        let value = |expr: ExprId| {
            let Expr::Reg(reg) = program.exprs[expr.index()] else { return None };
            let at = arm.binders(program).iter().position(|binder| binder.reg == reg)?;
            Some(show(legend, *arm.types.get(at)?, &[(*known.get(at)?)?], Style::People))
        };
        let part = |part: &TextPart| match part {
            TextPart::Plain(plain) => plain.clone(),
            TextPart::Value(expr, ..) => value(*expr).unwrap_or_else(|| "..".to_owned()),
        };
        Some(program.texts[label.index()].parts.iter().map(part).collect())
    }

    /// Parts of the title of an arm. Empty if it has none.
    fn title(&self, arm: &Arm) -> Vec<TitlePart> {
        let program = self.game.program();
        let Some(label) = arm.label else { return Vec::new() };
        let mut parts = Vec::new();
        for part in &program.texts[label.index()].parts {
            match part {
                TextPart::Plain(plain) => {
                    let words = words(plain);
                    let words = words.split(' ').filter(|word| !word.is_empty());
                    parts.extend(words.map(|word| TitlePart::Word(word.to_owned())));
                }
                TextPart::Value(e, ..) => parts.push(TitlePart::Value(match program.exprs[e.index()] {
                    Expr::Reg(reg) => arm.binders(program).iter().position(|binder| binder.reg == reg),
                    _ => None,
                })),
            }
        }
        parts
    }

    /// Values of an arm that these words name. `None` if a word names no such value.
    fn known(&self, arm: &Arm, values: &[ValueWords<'_>], book: &NameBook) -> Option<Vec<Option<i32>>> {
        let mut known = vec![None; arm.types.len()];
        for (name, words) in values {
            let Some(name) = *name else { continue };
            let wanted: &Notation = self.game.legend().types.get(*arm.types.get(name)? as usize)?;
            let parts = book.parts(&words.join(" "), false)?;
            let [part] = &parts[..] else { return None };
            known[name] = Some(part.readings.iter().find(|reading| reading.notation == *wanted)?.value);
        }
        Some(known)
    }
}

/// The first result of `read` for a way to cut `text` into the words of `title` and words for its values.
fn fit<'w, T>(
    title: &[TitlePart],
    text: &'w [&'w str],
    values: &mut Vec<ValueWords<'w>>,
    read: &mut dyn FnMut(&[ValueWords<'w>]) -> Option<T>,
) -> Option<T> {
    match title.split_first() {
        None => {
            if text.is_empty() {
                read(values)
            } else {
                None
            }
        }
        Some((TitlePart::Word(word), title)) => match text.split_first() {
            Some((first, text)) if first == word => fit(title, text, values, read),
            _ => None,
        },
        Some((TitlePart::Value(name), title)) => (1..=text.len()).find_map(|count| {
            values.push((*name, &text[..count]));
            let found = fit(title, &text[count..], values, read);
            values.pop();
            found
        }),
    }
}
