//! Tracking of chosen things that a local name still holds: which things they are, and where the rules have moved them since.

use crate::sight::{Eye, OpenRules, about, first_word, owners, things};
use tavola_core::code::{
    Alive, Chosen, Held, HiddenInfo, Layout, MovedTo, NONE, Op, Pc, Program, Slot, Take, ValueShape, Whose,
};
use tavola_core::vm::State;

/// Hidden things whose place the viewer knows.
/// `bag` has a count for each piece.
pub(super) struct Pin {
    pub(super) cell: i32,
    pub(super) bag: Vec<i32>,
}

impl Pin {
    /// Things that the viewer has chosen, or has seen chosen, and that now lie where the viewer does not see them.
    pub(super) fn all(eye: &mut Eye<'_>, state: &State, viewer: usize) -> Vec<Self> {
        let mut pins = Vec::new();
        for things in ChosenThings::all(eye, state) {
            if eye.knows(state, things.held, things.player, Some(viewer)) {
                let pin = |cell| Self { cell, bag: things.bag.clone() };
                pins.extend(things.cells(eye).into_iter().map(pin));
            }
        }
        pins
    }
}

/// Things that a local name holds.
pub(super) struct ChosenThings<'a> {
    state: &'a State,
    held: &'a Held,
    chosen: &'a Chosen,
    /// Player whose answer it is, if each player has one.
    player: Option<i32>,
    /// A count for each piece.
    pub(super) bag: Vec<i32>,
}

impl<'a> ChosenThings<'a> {
    /// Chosen things of all names that are alive.
    fn all(eye: &Eye<'a>, state: &'a State) -> Vec<Self> {
        let program = &eye.lowered.program;
        if program.held.is_empty() {
            return Vec::new();
        }
        let (open, players) = (OpenRules::of(program, state), eye.lowered.players());
        let mut all = Vec::new();
        for held in program.held.iter().filter(|held| open.has(held.alive)) {
            let HiddenInfo::Chosen(chosen) = &held.tells else { continue };
            let of = |player| Self::of(&program.layout, state, held, chosen, player);
            all.extend(owners(held, players).into_iter().map(of).filter(|things| things.count() > 0));
        }
        all
    }

    pub(super) fn of(
        layout: &Layout,
        state: &'a State,
        held: &'a Held,
        chosen: &'a Chosen,
        player: Option<i32>,
    ) -> Self {
        let pieces = layout.pieces.len();
        let from = first_word(held, player);
        let mut bag = vec![0; pieces];
        match held.shape {
            ValueShape::Bag(_) => bag.copy_from_slice(&state.words()[from..from + pieces]),
            _ => {
                let word = state.words()[from];
                let piece = if word == NONE { None } else { usize::try_from(word + chosen.less).ok() };
                if let Some(count) = piece.and_then(|piece| bag.get_mut(piece)) {
                    *count = 1;
                }
            }
        }
        Self { state, held, chosen, player, bag }
    }

    /// Number of things.
    pub(super) fn count(&self) -> i32 {
        self.bag.iter().fold(0, |all: i32, &count| all.saturating_add(count))
    }

    /// Places where the rules may have left the things, and which still contain them.
    pub(super) fn cells(&self, eye: &mut Eye<'_>) -> Vec<i32> {
        self.places(eye, &|layout, cell| covers(&counts_at(layout, self.state, cell), &self.bag))
    }

    /// True if the things may have left these places: another operation has taken things from there since.
    /// Only the history says where they are then.
    pub(super) fn are_lost(&self, eye: &mut Eye<'_>) -> bool {
        let program = &eye.lowered.program;
        let (cells, alive) = (&program.layout.cells, self.held.alive);
        let places = self.places(eye, &|_, _| true);
        let families = places.iter().filter_map(|&cell| Some(cells.get(usize::try_from(cell).ok()?)?.family));
        let families: Vec<u32> = families.collect();
        let is_own = |take: &Take| self.chosen.moves.iter().any(|moved| moved.at == take.at);
        let takes = program.takes.iter().filter(|take| alive.holds(take.at) && !is_own(take));
        let mut takes = takes.filter(|take| take.family.is_none_or(|family| families.contains(&family)));
        let stands = OpenRules::of(program, self.state).stands(alive);
        takes.any(|take| stands.is_none_or(|stands| may_have_run(program, alive, take.at.0, stands)))
    }

    fn places(&self, eye: &mut Eye<'_>, fits: &dyn Fn(&Layout, i32) -> bool) -> Vec<i32> {
        let Self { state, held, player, .. } = *self;
        let program = &eye.lowered.program;
        let stands = OpenRules::of(program, state).stands(held.alive);
        let plain = about(state, held, player, None);
        let mut cells: Vec<i32> = Vec::new();
        let from = self.chosen.from.iter().filter_map(|&from| eye.machine.word(program, &plain, from).ok());
        cells.extend(from.filter(|&cell| fits(&program.layout, cell)));
        for moved in &self.chosen.moves {
            let probe = match moved.whose {
                Whose::Named(slot) => about(state, held, player, Some(slot)),
                Whose::Of(who) if eye.machine.word(program, state, who).ok() != player => continue,
                Whose::Of(_) | Whose::Only => plain.clone(),
            };
            let ran = has_run(program, state, held.alive, moved, player, stands);
            let to = eye.machine.word(program, &probe, moved.to).ok().filter(|_| ran != HasRun::No);
            let Some(to) = to.filter(|&to| fits(&program.layout, to)) else { continue };
            if ran == HasRun::Surely {
                cells.clear();
            }
            if !cells.contains(&to) {
                cells.push(to);
            }
        }
        cells
    }

    /// True if a viewer has certainly seen the things: the rules have moved them to a place that the viewer sees.
    pub(super) fn was_seen(&self, eye: &mut Eye<'_>, viewer: usize) -> bool {
        let Self { state, held, player, .. } = *self;
        let program = &eye.lowered.program;
        let stands = OpenRules::of(program, state).stands(held.alive);
        let plain = about(state, held, player, None);
        self.chosen.moves.iter().any(|moved| {
            let probe = match moved.whose {
                Whose::Named(slot) => about(state, held, player, Some(slot)),
                Whose::Of(who) if eye.machine.word(program, state, who).ok() != player => return false,
                Whose::Of(_) | Whose::Only => plain.clone(),
            };
            has_run(program, state, held.alive, moved, player, stands) == HasRun::Surely
                && eye.machine.word(program, &probe, moved.to).is_ok_and(|to| eye.sees_cell(state, to, Some(viewer)))
        })
    }
}

/// True if a player has chosen things that a viewer does not know and whose place only the history says.
/// The result is the same for all positions that the viewer cannot tell apart.
pub(super) fn any_lost(eye: &mut Eye<'_>, state: &State, viewer: usize) -> bool {
    ChosenThings::all(eye, state).into_iter().any(|things| {
        let is_hidden = !eye.knows(state, things.held, things.player, Some(viewer));
        is_hidden && !things.was_seen(eye, viewer) && things.are_lost(eye)
    })
}

/// Things that lie in every one of these places: the minimum of each count.
pub(super) fn common(layout: &Layout, state: &State, cells: &[i32]) -> Option<Vec<i32>> {
    let there = cells.iter().map(|&cell| counts_at(layout, state, cell));
    there.reduce(|before, there| before.iter().zip(&there).map(|(a, b)| *a.min(b)).collect())
}

/// Count of each piece in a place.
pub(super) fn counts_at(layout: &Layout, state: &State, cell: i32) -> Vec<i32> {
    let mut counts = vec![0; layout.pieces.len()];
    if let Ok(cell) = u32::try_from(cell)
        && (cell as usize) < layout.cells.len()
    {
        for (piece, count) in things(layout, state, cell) {
            counts[piece as usize] = count as i32;
        }
    }
    counts
}

pub(super) fn covers(counts: &[i32], bag: &[i32]) -> bool {
    counts.iter().zip(bag).all(|(there, chosen)| there >= chosen)
}

/// Certainty that a move has been executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HasRun {
    No,
    Perhaps,
    Surely,
}

/// Decides whether a move has been executed since a name got its value: directly, or in an earlier pass of a loop.
fn has_run(
    program: &Program,
    state: &State,
    alive: Alive,
    moved: &MovedTo,
    player: Option<i32>,
    stands: Option<u32>,
) -> HasRun {
    let (Some(stands), Alive::Within(from, _)) = (stands, alive) else { return HasRun::Perhaps };
    let at = moved.at.0;
    if let (Whose::Named(slot), Some(player)) = (moved.whose, player)
        && let Some((done, current)) = turns(program, state, slot, [at, stands])
    {
        return match (done.contains(&player), current == player && at < stands) {
            (false, false) => HasRun::No,
            _ => surely(program, from, at),
        };
    }
    match (at < stands, has_come_back(program, alive, at, stands)) {
        (true, _) => surely(program, from, at),
        (false, true) => HasRun::Perhaps,
        (false, false) => HasRun::No,
    }
}

/// True if an operation may have been executed. A rule that it called may still be running.
fn may_have_run(program: &Program, alive: Alive, at: u32, stands: u32) -> bool {
    at <= stands || has_come_back(program, alive, at, stands)
}

/// True if a loop may have jumped back over an operation since a name got its value.
fn has_come_back(program: &Program, alive: Alive, at: u32, stands: u32) -> bool {
    let Alive::Within(from, to) = alive else { return false };
    let code = program.ops.get(from.index()..to.index().min(program.ops.len())).unwrap_or(&[]);
    let mut code = code.iter().zip(from.0..);
    code.any(|(op, jump)| matches!(op, Op::Jump(to) if jump >= at && to.0 <= stands && to.0 >= from.0))
}

/// `Surely` for an operation that no conditional jump skips, `Perhaps` otherwise.
fn surely(program: &Program, from: Pc, at: u32) -> HasRun {
    let code = program.ops.get(from.index()..at as usize).unwrap_or(&[]);
    let past = code.iter().any(|op| matches!(op, Op::Unless { to, .. } if to.0 > at));
    if past { HasRun::Perhaps } else { HasRun::Surely }
}

/// Players whose turns are over, and the current player, in a loop over players that contains both operations.
fn turns(program: &Program, state: &State, slot: Slot, inside: [u32; 2]) -> Option<(Vec<i32>, i32)> {
    program.ops.iter().zip(0..).find_map(|(op, at)| {
        let &Op::EachNext { list, stride: 1, first, count: 1, exit, .. } = op else { return None };
        let own = program.stores.get(usize::from(first)).is_some_and(|store| store.base == slot);
        let holds = inside.iter().all(|pc| (at..exit.0).contains(pc));
        if !own || !holds {
            return None;
        }
        let position = usize::try_from(state.words()[list as usize + 1]).ok()?.checked_sub(1)?;
        let members = state.words().get(list as usize + 2..)?;
        Some((members.get(..position)?.to_vec(), *members.get(position)?))
    })
}
