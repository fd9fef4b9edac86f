//! Visibility of answers: which viewers learn which option is taken, and who sees that a question is asked.

use crate::question::{Asking, is_begun};
use crate::sight::viewers;
use crate::wording::place_of;
use crate::{Pending, together};
use tavola_core::code::{ArmKind, Ask, AskPart, Binder, Domain, Op, PC, Program};
use tavola_core::vm::{Machine, State};

/// For each seat, then for a spectator: true if they see an answer once the `together` block around it is over.
/// An answer that names things from a place is visible to those who see into that place.
pub(super) fn visibility(asking: &mut Asking<'_>, option: usize) -> Vec<bool> {
    let program = asking.game.program();
    let mut seen = vec![true; asking.game.players() + 1];
    let Some(ask) = asking.ask() else { return seen };
    let pending = asking.pending();
    if ask.at_once.is_some() {
        for (state, id, values) in asking.steps(option).unwrap_or_default() {
            chosen_seen(asking, &state, (&program.asks[id.index()], &values), pending, &mut seen);
        }
    } else {
        chosen_seen(asking, asking.state, (ask, asking.open.options.get(option)), pending, &mut seen);
    }
    seen
}

/// Removes viewers who do not see into the places that an option chooses from.
fn chosen_seen(
    asking: &mut Asking<'_>,
    state: &State,
    (ask, values): (&Ask, &[i32]),
    pending: Pending,
    seen: &mut [bool],
) {
    let (program, players) = (asking.game.program(), asking.game.players());
    let mut eye = asking.eye();
    let own = |viewer: Option<usize>| viewer.is_some_and(|seat| pending == Pending::Choice(seat));
    if let Some(seers) = &ask.seen {
        for (sees, viewer) in seen.iter_mut().zip(viewers(players)) {
            *sees &= own(viewer) || eye.sees(state, seers, 0, &[], viewer);
        }
    }
    let arm = &ask.arms[values[0].max(0) as usize];
    let from = arm.binders(program).iter().filter_map(|binder| place_of(program, binder.domain));
    let divided = match ask.part {
        AskPart::Division(id) => Some(program.divides[id as usize].from),
        _ => None,
    };
    for place in from.chain(divided) {
        let Ok(place) = eye.machine.word(program, state, place) else { continue };
        for (sees, viewer) in seen.iter_mut().zip(viewers(players)) {
            *sees &= eye.sees_cell(state, place, viewer) || (own(viewer) && matches!(arm.kind, ArmKind::Choice));
        }
    }
}

/// True if a viewer learns which option is taken, at once or when the `together` block around the question is over.
pub(crate) fn sees_answer(asking: &mut Asking<'_>, option: usize, viewer: usize) -> bool {
    asking.ask().is_some() && visibility(asking, option).get(viewer).copied().unwrap_or(false)
}

/// The public words of an answer that a viewer does not learn, and `None` for the hidden ones.
/// Public are the arm and what was not chosen from a hidden place, since the rules may show their effects to everybody.
/// Of an answer given in secret no word is public.
pub(crate) fn open_words(asking: &mut Asking<'_>, option: usize, viewer: usize) -> Vec<Option<i32>> {
    let program = asking.game.program();
    let values = asking.open.options.get(option).to_vec();
    let hidden = vec![None; values.len()];
    let Some(ask) = asking.ask().filter(|ask| ask.at_once.is_none() && ask.part == AskPart::Whole) else {
        return hidden;
    };
    let state = asking.state;
    let mut eye = asking.eye();
    if ask.seen.as_ref().is_some_and(|seers| !eye.sees(state, seers, 0, &[], Some(viewer))) {
        return hidden;
    }
    let mut open = vec![values.first().copied()];
    let arm = &ask.arms[values[0].max(0) as usize];
    for binder in arm.binders(program) {
        let from = place_of(program, binder.domain).map(|place| eye.machine.word(program, state, place));
        let seen = from.is_none_or(|place| place.is_ok_and(|place| eye.sees_cell(state, place, Some(viewer))));
        let own = &values[open.len().min(values.len())..][..usize::from(binder.width).min(values.len() - open.len())];
        open.extend(own.iter().map(|&word| seen.then_some(word)));
    }
    open.resize(values.len(), None);
    open
}

/// True if everybody sees who is asked now. Exceptions are questions of a `together` block and cards being drawn.
/// Of a bag, an order or a division only the beginning is visible.
pub(crate) fn is_question_public(program: &Program, machine: &mut Machine, state: &State) -> bool {
    let next = |binder: &Binder| matches!(binder.domain, Domain::Next { .. });
    let draws = |ask: &Ask| ask.arms.first().is_some_and(|arm| arm.binders(program).iter().any(next));
    match program.ops.get(state.words()[PC] as usize) {
        Some(Op::Ask(ask)) => {
            let ask = &program.asks[ask.index()];
            together::block_of(program, state).is_none() && !draws(ask) && !is_begun(program, machine, state, ask)
        }
        _ => true,
    }
}
