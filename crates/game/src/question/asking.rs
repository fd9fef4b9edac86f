//! The open question at its position: its text, its options and their labels.

use crate::sight::Eye;
use crate::wording::{Labels, unprompted};
use crate::{Game, Pending};
use serde::{Deserialize, Serialize};
use tavola_core::code::{self, Arm, ArmKind, Ask, AskId, TextId};
use tavola_core::vm::{Fault, Machine, State, Steps};
use tavola_syntax::text::Span;

use super::OpenQuestion;

/// Role of a question in an answer that consists of several questions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// A complete answer by itself.
    Whole,
    /// Next element of an order.
    Order,
    /// Next thing of a bag. `done` may be offered.
    Bag,
    /// Pile (`1`, `2`, ..) for a thing.
    Division {
        /// Notation of the thing.
        thing: String,
        /// True if the piles are interchangeable.
        alike: bool,
    },
}

/// The open question with its position.
pub(crate) struct Asking<'a> {
    pub(crate) game: &'a Game,
    pub(crate) open: &'a OpenQuestion,
    pub(crate) machine: &'a mut Machine,
    pub(crate) state: &'a State,
}

impl<'a> Asking<'a> {
    pub(crate) fn ask(&self) -> Option<&'a Ask> {
        self.open.ask(self.game.program())
    }

    /// Party that is asked: a player or chance.
    pub(crate) fn pending(&mut self) -> Pending {
        Pending::at(self.game.program(), self.machine, self.state)
    }

    pub(crate) fn eye(&mut self) -> Eye<'_> {
        Eye { lowered: self.game.lowered(), machine: self.machine }
    }

    /// Line of the rules that offers an option: that of its action, else its line in the question, else the question.
    pub(crate) fn line_of(&self, ask: &Ask, option: usize) -> Span {
        let program = self.game.program();
        match self.open.arm(program, option) {
            Some(Arm { kind: ArmKind::Action(name), span, .. }) => {
                program.rules.iter().find(|rule| rule.name == *name).map_or(*span, |rule| rule.span)
            }
            Some(arm) => arm.span,
            None => ask.span,
        }
    }

    pub(super) fn labels(&mut self) -> Labels<'_> {
        self.labels_at(self.state)
    }

    /// Labels of other questions that belong to this one.
    pub(super) fn labels_at<'l>(&'l mut self, state: &'l State) -> Labels<'l> {
        Labels { lowered: self.game.lowered(), machine: self.machine, state }
    }

    /// Label of an option for the asked player.
    pub(crate) fn label(&mut self, option: usize) -> String {
        let values = self.open.options.get(option);
        self.open.id.map_or_else(String::new, |id| self.labels().whole(id, values))
    }

    /// Label of an option for everybody who learns the answer.
    pub(crate) fn logged_label(&mut self, option: usize) -> String {
        let values = self.open.options.get(option);
        self.open.id.map_or_else(String::new, |id| self.labels().logged_label(id, values))
    }

    /// Label of "done", offered or not. `None` if the question has no such answer.
    pub(crate) fn done_label(&mut self) -> Option<String> {
        let arm = self.ask()?.arms.iter().position(|arm| matches!(arm.kind, ArmKind::Done))?;
        self.open.id.map(|id| self.labels().whole(id, &[arm as i32]))
    }

    /// The single answers behind an option of a question that combines several.
    pub(crate) fn steps(&mut self, option: usize) -> Result<Steps, Fault> {
        let Some(id) = self.open.id else { return Ok(Vec::new()) };
        self.machine.way(self.game.program(), self.state, id, &self.open.options, option)
    }

    /// Two ways with equal labels and different results, if there are any.
    pub(crate) fn unlike_ends(&mut self) -> Result<Option<[Vec<String>; 2]>, Fault> {
        let Some(id) = self.open.id else { return Ok(None) };
        let found = self.machine.unlike_ends(self.game.program(), self.state, id)?;
        Ok(found.map(|steps| steps.map(|steps| self.worded(steps))))
    }

    /// Labels of a sequence of answers.
    pub(crate) fn worded(&mut self, steps: Steps) -> Vec<String> {
        steps.into_iter().map(|(state, id, values)| self.labels_at(&state).whole(id, &values)).collect()
    }

    /// Text of the question.
    pub(crate) fn prompt(&mut self) -> String {
        let (Some(id), Some(ask)) = (self.open.id, self.ask()) else { return String::new() };
        match ask.prompt {
            Some(prompt) => self.filled(id, prompt),
            None => unprompted(ask, &self.divided_title().unwrap_or_default()),
        }
    }

    /// Title of the action or card that the answer "no" would decline. `None` if the question belongs to a rule.
    pub(super) fn declined(&mut self) -> Option<String> {
        match (self.open.id, self.ask()?.declined()) {
            (Some(id), Some(title)) => Some(self.filled(id, title)),
            _ => self.game.declined(self.state),
        }
    }

    /// A text of the question with its values.
    fn filled(&mut self, id: AskId, text: TextId) -> String {
        let option = self.open.options.iter().next().unwrap_or_default();
        let parts = &self.game.program().texts[text.index()].parts;
        self.labels().pieces(id, option, parts).into_iter().map(|(text, _)| text).collect()
    }

    /// Role of the question in an answer of several parts.
    pub(crate) fn part(&mut self) -> Part {
        match self.ask().map(|ask| ask.part) {
            None | Some(code::AskPart::Whole) => Part::Whole,
            Some(code::AskPart::Order) => Part::Order,
            Some(code::AskPart::Bag) => Part::Bag,
            Some(code::AskPart::Division(id)) => {
                let pieces = &self.game.legend().pieces;
                let thing = self.divided().map_or_else(String::new, |piece| pieces[piece as usize].notation.clone());
                Part::Division { thing, alike: self.game.program().divides[id as usize].alike }
            }
        }
    }
}
