//! The line of the log for an answer.

use crate::code::{self, Arm, ArmKind, Notation, TextId, TextPart};
use crate::vm::State;

use super::happened::{Asked, Happened, What};
use super::{Pending, Referee};

impl Referee {
    /// Notes the answer that is about to be given.
    pub(super) fn note_answer(&mut self, state: &State, option: usize) {
        let game = self.game.clone();
        let Some(ask) = self.ask.map(|id| &game.program().asks[id.index()]) else {
            return;
        };
        self.log.sights = self.sights(state);
        let label = match self.divided_title(state) {
            Some(thing) => format!("{thing} → {}", self.answer_label(state, option)),
            None => self.answer_label(state, option),
        };
        let pending = self.pending_at(state);
        let inside = game.block_of(state).is_some();
        let mut seen = self.answer_seen(state, ask, option, pending);
        let mut asked = None;
        let line = match pending {
            Pending::Choice(player) => {
                let who = self.player_title(player);
                asked = self.with_question(state, ask, option, (&who, &label));
                format!("{who}: {label}")
            }
            _ => {
                let prompt = if ask.prompt.is_some() { self.prompt(state) } else { "chance".to_owned() };
                format!("{prompt}: {label}")
            }
        };
        let chance = pending == Pending::Chance;
        let what = if chance { What::Chance } else { What::Answered };
        // That a secret answer was given is told to all, not which; of a bag not either of how many parts.
        let begun = self.is_begun(state, ask);
        let hidden = ask.seen.as_ref().map(|_| match pending {
            Pending::Choice(player) => format!("{} answers in secret", self.player_title(player)),
            _ if ask.prompt.is_some() => format!("{}: kept secret", self.prompt(state)),
            _ => "chance: kept secret".to_owned(),
        });
        if inside {
            let own: Vec<bool> = (0..seen.len()).map(|seat| pending == Pending::Choice(seat)).collect();
            let others: Vec<bool> = seen.iter().zip(&own).map(|(sees, own)| *sees && !own).collect();
            if others.contains(&true) {
                let (line, asked) = (line.clone(), asked.clone());
                self.log.later.push(Happened { line, asked, hidden: None, seen: others, is_final: true, what });
            }
            seen = own;
        }
        let hidden = hidden.filter(|_| !inside && !begun);
        self.log.lines.push(Happened { line, asked, hidden, seen, is_final: chance, what });
    }

    /// The line of an answer that says little by itself, with its question.
    fn with_question(
        &mut self,
        state: &State,
        ask: &code::Ask,
        option: usize,
        (who, label): (&str, &str),
    ) -> Option<Asked> {
        let text = ask.prompt.filter(|_| !self.tells_itself(ask, option, label))?;
        let prompt = self.prompt(state);
        let colon = if prompt.ends_with(['?', '!', '.', ':']) { "" } else { ":" };
        Some(Asked { line: format!("{who}: {prompt}{colon} {label}"), readers: self.readers(state, text) })
    }

    /// Whether an option is understood without its question: it names something or is a label of
    /// several words, and no bare number, yes, no, done or single word.
    fn tells_itself(&self, ask: &code::Ask, option: usize, label: &str) -> bool {
        let values = self.options.get(option);
        let types = match &ask.at_once {
            Some(once) => &once.types,
            None => {
                let arm = &ask.arms[values[0].max(0) as usize];
                match arm.kind {
                    ArmKind::Choice => &arm.types,
                    ArmKind::Action(_) => return true,
                    ArmKind::Yes | ArmKind::No | ArmKind::Done | ArmKind::Option => return label.contains(' '),
                }
            }
        };
        let legend = &self.game.inner.lowered.legend;
        let is_labelled =
            ask.label(values).is_some() && !ask.arms.get(values[0].max(0) as usize).is_some_and(Arm::is_shown);
        let bare = |ty: &u32| matches!(legend.types[*ty as usize], Notation::Number | Notation::YesNo);
        let is_pile = matches!(ask.part, code::Part::Division(_));
        is_pile || is_labelled || !types.iter().all(bare)
    }

    /// Who may read a question that is put to somebody: a question may name what only he sees.
    fn readers(&mut self, state: &State, text: TextId) -> Vec<bool> {
        let game = self.game.clone();
        let (program, players) = (game.program(), game.players());
        let hole = |part: &TextPart| match part {
            TextPart::Plain(_) => None,
            TextPart::Value(expr, ..) => Some(*expr),
        };
        let holes: Vec<code::ExprId> = program.texts[text.index()].parts.iter().filter_map(hole).collect();
        if holes.is_empty() {
            return vec![true; players + 1];
        }
        let viewers: Vec<Option<usize>> = (0..players).map(Some).chain([None]).collect();
        let reads = |viewer: Option<usize>| {
            let mut veil = self.veil(state, viewer);
            holes.iter().all(|&hole| self.machine.is_in_sight(program, state, hole, &mut veil))
        };
        viewers.into_iter().map(reads).collect()
    }
}
