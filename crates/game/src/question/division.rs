//! Questions that are answered part by part: the parts of a bag, an order or a division so far.

use crate::sight::copies_in;
use tavola_core::code::{Ask, AskPart, Domain, Expr, ExprId, Program};
use tavola_core::vm::{Machine, State};

use super::Asking;

/// A division in progress: the things in its place, and the piles so far.
pub(crate) struct Division<'s> {
    /// Maximum number of piles.
    pub(crate) room: usize,
    /// Number of piles.
    pub(super) count: usize,
    /// Pieces in the place with their counts: `(piece, count)`.
    pub(crate) lying: Vec<(u32, i32)>,
    /// Matrix of counts: a row for each piece, a column for each pile.
    pub(crate) matrix: &'s [i32],
}

impl<'s> Division<'s> {
    /// The division with this number as far as it is answered.
    pub(crate) fn of(program: &Program, machine: &mut Machine, state: &'s State, id: u32) -> Option<Self> {
        let divide = &program.divides[id as usize];
        let cell = u32::try_from(machine.word(program, state, divide.from).ok()?).ok()?;
        let matrix = matrix(program, machine, state, id)?;
        let count = |piece: u32| copies_in(&program.layout, state, cell, piece as usize);
        let lying = divide.pieces.iter().map(|&piece| (piece, count(piece))).collect();
        let room = divide.room as usize;
        let asked = machine.word(program, state, divide.piles).ok();
        let count = asked.and_then(|count| usize::try_from(count).ok()).map_or(room, |count| count.min(room));
        Some(Self { room, count, lying, matrix })
    }

    /// The thing that is asked about: the first piece with copies that are not in a pile yet.
    pub(crate) fn next(&self) -> Option<u32> {
        let rows = self.matrix.chunks(self.room);
        let mut lying = self.lying.iter().zip(rows);
        lying.find(|((_, count), row)| *count > row.iter().sum()).map(|((piece, _), _)| *piece)
    }

    /// Number of things to divide, and number of things in piles.
    pub(super) fn sums(&self) -> (i64, i64) {
        let all = self.lying.iter().map(|(_, count)| i64::from(*count)).sum();
        (all, self.matrix.iter().map(|&count| i64::from(count)).sum())
    }

    /// Number of things in a pile.
    pub(super) fn pile_size(&self, pile: usize) -> i64 {
        self.matrix.iter().skip(pile).step_by(self.room).map(|&count| i64::from(count)).sum()
    }
}

impl<'a> Asking<'a> {
    /// Numbers (from 1) of empty piles that must not stay empty, if there are enough things for all piles.
    pub(crate) fn piles_to_fill(&mut self) -> Vec<usize> {
        let Some(AskPart::Division(id)) = self.ask().map(|ask| ask.part) else { return Vec::new() };
        let Some(division) = self.division() else { return Vec::new() };
        let must = self.game.program().divides[id as usize].none_empty && division.sums().0 >= division.count as i64;
        (1..=division.count).filter(|pile| must && division.pile_size(pile - 1) == 0).collect()
    }

    /// Number of piles of the open division.
    pub(crate) fn piles(&mut self) -> Option<usize> {
        self.division().map(|division| division.count)
    }

    /// Title of the thing that a division asks about.
    pub(crate) fn divided_title(&mut self) -> Option<String> {
        let piece = self.divided()?;
        Some(self.game.legend().pieces[piece as usize].title.clone())
    }

    /// The thing that a division asks about, see [`Division::next`].
    pub(super) fn divided(&mut self) -> Option<u32> {
        self.division()?.next()
    }

    /// The division of the open question, for the asked player only.
    pub(super) fn division(&mut self) -> Option<Division<'a>> {
        let AskPart::Division(id) = self.ask()?.part else { return None };
        Division::of(self.game.program(), self.machine, self.state, id)
    }
}

/// Matrix of a division so far: a row for each piece, a column for each pile.
fn matrix<'s>(program: &Program, machine: &mut Machine, state: &'s State, id: u32) -> Option<&'s [i32]> {
    let divide = &program.divides[id as usize];
    let player = match divide.player {
        Some(player) => machine.word(program, state, player).ok()?,
        None => 0,
    };
    let base = divide.base as usize + player.max(0) as usize * divide.stride as usize;
    state.words().get(base..base + divide.stride as usize)
}

/// The parts chosen so far of a bag (counts by piece) or an order (a list).
pub(crate) fn chosen_so_far(program: &Program, ask: &Ask) -> Option<ExprId> {
    let domains = || ask.arms.iter().filter_map(|arm| arm.binders(program).first()).map(|binder| binder.domain);
    domains().find_map(|domain| match (ask.part, domain) {
        (AskPart::Bag, Domain::NextPiece { chosen, .. }) => Some(chosen),
        (AskPart::Order, Domain::Set(rest)) => match program.exprs[rest.index()] {
            Expr::Minus(_, used) => match program.exprs[used.index()] {
                Expr::ListSet(line) => Some(line),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// True if a part of a bag, an order or a division has been answered.
pub(crate) fn is_begun(program: &Program, machine: &mut Machine, state: &State, ask: &Ask) -> bool {
    if let AskPart::Division(id) = ask.part {
        return matrix(program, machine, state, id).is_some_and(|matrix| matrix.iter().any(|&count| count > 0));
    }
    let so_far = chosen_so_far(program, ask);
    so_far.is_some_and(|so_far| {
        machine.words(program, state, so_far).is_ok_and(|words| words.iter().any(|&count| count > 0))
    })
}
