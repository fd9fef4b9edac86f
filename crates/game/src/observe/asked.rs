//! Planes of the open question and of the viewer.

use tavola_core::code::{Op, PC};

use crate::log::is_question_public;
use crate::view::Viewing;
use crate::{Game, Pending};

use super::parts::PartRows;
use super::plane::{PlaneAxis, PlaneKind, Planes};

/// Planes of the party that is asked, of the question, of the parts of its answer so far, and of the viewer's seat.
#[derive(Debug)]
pub(super) struct QuestionRows {
    who: usize,
    question: usize,
    parts: PartRows,
    viewer: usize,
}

impl QuestionRows {
    pub(super) fn of(planes: &mut Planes, game: &Game) -> Self {
        let players = PlaneAxis::kind(game.legend(), 0);
        let mut parties = PlaneAxis { name: "party".to_owned(), ..players.clone() };
        parties.members.extend(["chance", "over"].map(str::to_owned));
        let questions = PlaneAxis::new("question", game.question_names());
        let flag = (0.0, 1.0);
        Self {
            who: planes.add("asked.who".to_owned(), PlaneKind::Asked, vec![parties], flag),
            question: planes.add("asked.question".to_owned(), PlaneKind::Question, vec![questions], flag),
            parts: PartRows::of(planes, game.lowered()),
            viewer: planes.add("viewer.seat".to_owned(), PlaneKind::Viewer, vec![players], flag),
        }
    }

    pub(super) fn write(&self, viewing: &mut Viewing<'_>, out: &mut [f32]) {
        let Viewing { game, ref mut eye, state, viewer } = *viewing;
        let program = game.program();
        let pending = Pending::at(program, eye.machine, state);
        let party = match pending {
            Pending::Choice(player) => player.min(game.players() - 1),
            Pending::Chance => game.players(),
            Pending::Over => game.players() + 1,
        };
        out[self.who + party] = 1.0;
        if let Some(Op::Ask(ask)) = program.ops.get(state.words()[PC] as usize) {
            // Others do not learn how far a player has come in a block, a bag, an order or a division.
            let is_own = viewer.is_some_and(|viewer| pending == Pending::Choice(viewer));
            if is_own || is_question_public(program, eye.machine, state) {
                out[self.question + ask.index()] = 1.0;
            }
            if is_own {
                self.parts.write(viewing, &program.asks[ask.index()], out);
            }
        }
        if let Some(viewer) = viewer {
            out[self.viewer + viewer] = 1.0;
        }
    }
}
