//! Parser for answers: the options that a text may mean.

use crate::wording::{Style, bracketed, count, items, normal, plain, show};
use tavola_core::code::{ArmKind, Ask, AskPart, Legend, NONE, Notation, Set, ValueShape};
use tavola_core::lower::Lowered;

/// Options that a text can mean, offered or not.
pub(super) fn parse_answer(lowered: &Lowered, ask: &Ask, wanted: &str) -> Vec<Vec<i32>> {
    let Lowered { program, legend } = lowered;
    let mut found = Vec::new();
    if let Some(once) = &ask.at_once {
        let args = arguments(wanted);
        let read = |(arg, &ty): (&&str, &u32)| if *arg == "none" { Some(NONE) } else { word(legend, ty, arg) };
        let values = args.iter().zip(&once.types).map(read);
        let values: Option<Vec<i32>> = values.collect();
        let values = values.filter(|values| values.len() == once.types.len() && values.len() == args.len());
        found.extend(values.map(|values| [vec![0], values].concat()));
    }
    for (number, arm) in ask.arms.iter().enumerate() {
        let label = arm.label.map(|label| plain(program, label));
        let args: Option<Vec<&str>> = match &arm.kind {
            ArmKind::Yes => (wanted == "yes").then(Vec::new),
            ArmKind::No => (wanted == "no").then(Vec::new),
            ArmKind::Done => (wanted == "done").then(Vec::new),
            ArmKind::Option => (label.is_some_and(|label| normal(&label) == wanted)).then(Vec::new),
            ArmKind::Action(name) if wanted == *name => Some(Vec::new()),
            ArmKind::Action(name) => {
                let of = bracketed(wanted).filter(|of| of.0 == *name && of.1 == '(');
                of.map(|of| items(of.2).collect())
            }
            // A list that is the whole answer has no bracket in normal form.
            ArmKind::Choice if is_list(legend, &arm.types) => Some(vec![wanted]),
            ArmKind::Choice => Some(arguments(wanted)),
        };
        let Some(args) = args.filter(|args| args.len() == arm.types.len()) else {
            continue;
        };
        // Piles are counted from 1.
        let first = i32::from(matches!(ask.part, AskPart::Division(_)));
        let widths = arm.binders(program).iter().map(|binder| usize::from(binder.width));
        let read = |((arg, &ty), width): ((&&str, &u32), usize)| words(legend, ty, width, arg);
        let values: Option<Vec<Vec<i32>>> = args.iter().zip(&arm.types).zip(widths).map(read).collect();
        let values: Option<Vec<i32>> =
            values.and_then(|values| values.concat().into_iter().map(|value| value.checked_sub(first)).collect());
        if let Some(values) = values {
            found.push([vec![number as i32], values].concat());
        }
    }
    found
}

/// Arguments separated by commas, also inside a bracket around all of them.
fn arguments(text: &str) -> Vec<&str> {
    let inside = bracketed(text).filter(|of| of.0.is_empty() && of.1 == '(').map_or(text, |of| of.2);
    items(inside).collect()
}

fn is_list(legend: &Legend, types: &[u32]) -> bool {
    matches!(types, [ty] if matches!(legend.types[*ty as usize], Notation::List(..)))
}

/// Words of a text in a notation, this number of them.
fn words(legend: &Legend, ty: u32, width: usize, text: &str) -> Option<Vec<i32>> {
    let mut found = match &legend.types[ty as usize] {
        Notation::Set(inner) => {
            let inside = bracketed(text).filter(|of| of.0.is_empty() && of.1 == '{')?.2;
            let members: Option<Vec<i32>> = items(inside).map(|item| word(legend, *inner, item)).collect();
            let mut found = vec![0; width];
            members?.into_iter().fold(Set::EMPTY, Set::with).to_words(&mut found);
            found
        }
        Notation::List(inner, shape) => {
            let element = match shape {
                ValueShape::List { element, .. } => usize::from(*element),
                _ => 1,
            };
            let elements: Option<Vec<Vec<i32>>> =
                arguments(text).into_iter().map(|item| words(legend, *inner, element, item)).collect();
            let elements = elements?;
            [vec![elements.len() as i32], elements.concat()].concat()
        }
        _ => vec![word(legend, ty, text)?],
    };
    let fits = found.len() <= width;
    found.resize(width, 0);
    fits.then_some(found)
}

/// Value of one word of a text in a notation.
fn word(legend: &Legend, ty: u32, text: &str) -> Option<i32> {
    let count = match &legend.types[ty as usize] {
        Notation::Number => return text.parse().ok(),
        Notation::YesNo => 2,
        Notation::Member(kind) => legend.kinds[*kind as usize].members.len(),
        Notation::Piece => legend.pieces.len(),
        Notation::Cell => legend.places.iter().map(|place| count(&place.axes)).sum::<u32>() as usize,
        _ => return None,
    };
    let print = |at: &i32| {
        let print = legend.prints.get(*at as usize).and_then(Option::as_ref);
        legend.types[ty as usize] == Notation::Piece && print.is_some_and(|print| normal(&print.of.notation) == text)
    };
    let full = (0..count as i32).find(|&at| normal(&show(legend, ty, &[at], Style::Language)) == text);
    full.or_else(|| (0..count as i32).find(print))
}
