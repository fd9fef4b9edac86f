//! Options as players read them: as a whole, and part by part.

use crate::code::{self, Arm, ArmKind, AskId, ExprId, Notation, Shape, TextPart};
use crate::vm::{Machine, State};

use super::Referee;
use super::happened::place_of;
use super::notation::{Style, show, thing_in};
use super::position::words;

/// What ends what is said of one value, where a text goes on to the next.
const STOPS: [&str; 3] = [", ", "; ", ": "];

impl Referee {
    /// An option as players read it, in stretches: one for each value that it names, with the words about it. Together they
    /// are its label: `die 6`, `, to Hill`, `, boat at Ford`.
    pub(super) fn worded(&mut self, state: &State, id: AskId, values: &[i32]) -> Vec<String> {
        let game = self.game.clone();
        let ask = &game.program().asks[id.index()];
        if let Some(label) = ask.label(values) {
            return stretches(self.pieces(state, id, values, &game.program().texts[label.index()].parts));
        }
        if let Some(once) = &ask.at_once {
            return side_by_side(self.values(&once.types, values, Style::People), ", ");
        }
        let arm = &ask.arms[values[0].max(0) as usize];
        match &arm.kind {
            ArmKind::Yes => vec!["yes".to_owned()],
            ArmKind::No => vec!["no".to_owned()],
            ArmKind::Done => vec!["done".to_owned()],
            ArmKind::Action(name) => {
                let mut words = side_by_side(self.titles(state, id, arm, values), " ");
                let name = name.replace('_', " ");
                match words.first_mut() {
                    Some(first) => *first = format!("{name} {first}"),
                    None => words.push(name),
                }
                words
            }
            _ => {
                let values = self.titles(state, id, arm, values);
                self.pile(ask, &values).map_or_else(|| side_by_side(values, ", "), |pile| vec![format!("pile {pile}")])
            }
        }
    }

    /// An option as everybody may read it who hears the answer: what is shown beside the names that are chosen is for the asked player.
    pub(super) fn answer_label(&mut self, state: &State, option: usize) -> String {
        let values = self.options.get(option).to_vec();
        let Some(id) = self.ask else { return String::new() };
        let game = self.game.clone();
        let ask = &game.program().asks[id.index()];
        match ask.arms.get(values[0].max(0) as usize).filter(|arm| ask.at_once.is_none() && arm.is_shown()) {
            Some(arm) => self.titles(state, id, arm, &values).join(", "),
            None => self.label_of(state, id, &values),
        }
    }

    /// An option as a whole.
    pub(super) fn label_of(&mut self, state: &State, id: AskId, values: &[i32]) -> String {
        self.worded(state, id, values).concat()
    }

    /// What an option's names stand for, as players read it; things as they are called where they lie.
    fn titles(&mut self, state: &State, ask: AskId, arm: &Arm, option: &[i32]) -> Vec<String> {
        let game = self.game.clone();
        let (program, legend) = (game.program(), &game.inner.lowered.legend);
        let mut titles = self.values(&arm.types, option, Style::People);
        let binders = arm.query.map_or(&[][..], |query| &program.queries[query.index()].binders[..]);
        for (at, ((title, &ty), binder)) in titles.iter_mut().zip(&arm.types).zip(binders).enumerate() {
            let (Notation::Piece, Some(place)) = (&legend.types[ty as usize], place_of(program, binder.domain)) else {
                continue;
            };
            let word = |machine: &mut Machine| machine.word(program, state, place).ok();
            let cell = self.machine.with_option(program, ask, option, word);
            if let (Some(cell), Ok(piece)) = (cell, u32::try_from(option[at + 1])) {
                title.clone_from(&thing_in(legend, piece, cell).title);
            }
        }
        titles
    }

    /// A text with its holes filled, piece by piece, and whether each fills a hole.
    pub(super) fn pieces(
        &mut self,
        state: &State,
        ask: AskId,
        option: &[i32],
        parts: &[TextPart],
    ) -> Vec<(String, bool)> {
        let game = self.game.clone();
        let program = game.program();
        let hole = |machine: &mut Machine, expr: ExprId, shape: Shape| {
            words(machine, program, state, (expr, shape)).unwrap_or_else(|_| vec![code::NONE])
        };
        let piece = |part: &TextPart| match part {
            TextPart::Plain(plain) => (plain.clone(), false),
            TextPart::Value(expr, ty, shape) => {
                let words = self.machine.with_option(program, ask, option, |machine| hole(machine, *expr, *shape));
                (show(&game.inner.lowered.legend, *ty, &words, Style::People), true)
            }
        };
        parts.iter().map(piece).collect()
    }
}

/// Values with something between them.
fn side_by_side(values: Vec<String>, between: &str) -> Vec<String> {
    let one = |(at, value): (usize, String)| if at == 0 { value } else { format!("{between}{value}") };
    values.into_iter().enumerate().map(one).collect()
}

/// A stretch for each value: words up to a stop behind a value belong to it, all others to the value that follows.
fn stretches(pieces: Vec<(String, bool)>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open = String::new();
    let mut valued = false;
    for (text, value) in pieces {
        let stop = match (valued, value) {
            (false, _) => None,
            (true, true) => Some(0),
            (true, false) => STOPS.iter().filter_map(|stop| text.rfind(stop)).max().or(Some(0)),
        };
        match stop {
            None => open.push_str(&text),
            Some(stop) => {
                open.push_str(&text[..stop]);
                all.push(std::mem::replace(&mut open, text[stop..].to_owned()));
            }
        }
        valued = value;
    }
    // What stands behind the last value belongs to it.
    match all.last_mut().filter(|_| !valued) {
        Some(last) => last.push_str(&open),
        None => all.push(open),
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_cut_at_its_values() {
        let cut = |text: &str| {
            let pieces = text.split('|').enumerate().map(|(at, piece)| (piece.to_owned(), at % 2 == 1));
            stretches(pieces.filter(|(piece, _)| !piece.is_empty()).collect())
        };
        assert_eq!(cut("die |6|, to |Hill|, boat at |Ford|"), ["die 6", ", to Hill", ", boat at Ford"]);
        assert_eq!(cut("the |Silk| on |Ben|'s |left| cart"), ["the Silk", " on Ben", "'s left cart"]);
        assert_eq!(cut("|2| carts, to |Hill| (far)"), ["2 carts", ", to Hill (far)"]);
        assert_eq!(cut("sell no more"), ["sell no more"]);
        assert_eq!(cut("sell |Silk| now"), ["sell Silk now"]);
        assert_eq!(cut("|Silk||2|"), ["Silk", "2"]);
    }
}
