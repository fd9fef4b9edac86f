//! Names of open rules that tell something about hidden things, and who knows them.

use crate::words::words;
use tavola_core::code::{Alive, ExprId, Held, HeldTells, PC, Program, Slot, ValueShape};
use tavola_core::vm::{Machine, State};

use super::Eye;

/// The open rules of a state: where the machine stands, and where each of them will go on.
pub(crate) struct OpenRules {
    pc: u32,
    returns: Vec<u32>,
}

impl OpenRules {
    /// Those of a state.
    pub(crate) fn of(program: &Program, state: &State) -> Self {
        let rules = &program.rules;
        let words = state.words();
        let pc = words[PC].max(0) as u32;
        let (mut at, mut returns) = (pc, Vec::new());
        while returns.len() <= rules.len()
            && let Some(rule) = rules.iter().find(|rule| (rule.entry.0..rule.end.0).contains(&at))
            && let Some(&back) = words.get(rule.frame as usize)
            && back > 0
        {
            returns.push(back as u32);
            at = back as u32 - 1;
        }
        Self { pc, returns }
    }

    /// Where the rule stands in which something is alive.
    pub(crate) fn stands(&self, alive: Alive) -> Option<u32> {
        let Alive::Within(from, to) = alive else { return None };
        self.positions().find(|at| (from.0..to.0).contains(at))
    }

    /// Where each of them stands, the innermost first: those around it at their call, which lies before where it returns to.
    pub(crate) fn positions(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.pc).chain(self.returns.iter().map(|at| at - 1))
    }

    /// Whether something that is alive so has a value.
    pub(crate) fn has(&self, alive: Alive) -> bool {
        match alive {
            // What a rule returns to lies behind the call.
            Alive::Within(..) => self.stands(alive).is_some(),
            Alive::Call(to) => self.returns.contains(&to.0),
        }
    }
}

impl Eye<'_> {
    /// Whether a viewer knows what a name holds: he chose it, or he sees into the place that it was chosen from.
    pub(crate) fn knows(&mut self, state: &State, held: &Held, player: Option<i32>, viewer: Option<usize>) -> bool {
        let is_viewer = |who: i32| viewer == usize::try_from(who).ok();
        if player.is_some_and(is_viewer) {
            return true;
        }
        let program = &self.lowered.program;
        let (who, from) = match &held.tells {
            HeldTells::Worked(_) => return false,
            HeldTells::Chosen(chosen) => (chosen.who, chosen.from.as_slice()),
            _ => (held.secret.as_ref().and_then(|secret| secret.who), &[][..]),
        };
        let who = who.filter(|_| player.is_none());
        let who = who.and_then(|who| self.machine.word(program, state, who).ok());
        if who.is_some_and(is_viewer) {
            return true;
        }
        let probe = about(state, held, player, None);
        if held.secret.as_ref().is_some_and(|secret| !self.sees(&probe, &secret.seen, 0, &[], viewer)) {
            return false;
        }
        // Where they lie by now is no matter: that would tell something itself.
        from.iter().all(|&from| {
            let cell = self.machine.word(program, &probe, from);
            cell.is_ok_and(|cell| self.sees_cell(state, cell, viewer))
        })
    }
}

/// A value in its shape, filled up with 0.
pub(crate) fn shaped(
    machine: &mut Machine,
    program: &Program,
    state: &State,
    (value, shape): (ExprId, ValueShape),
) -> Option<Vec<i32>> {
    let mut words = words(machine, program, state, (value, shape)).ok()?;
    words.resize(shape.width() as usize, 0);
    Some(words)
}

/// The players that have a value each; of a plain name nobody in particular.
pub(crate) fn owners(held: &Held, players: usize) -> Vec<Option<i32>> {
    match held.each {
        Some(_) => (0..players as i32).map(Some).collect(),
        None => vec![None],
    }
}

/// What a deal says: the words of all that lies on the table and of names that tell of hidden things, as long as they have a value; 0 for
/// all others, in which something of the past may stand that no rule reads again.
pub(crate) fn words_in_use(program: &Program, players: usize, state: &State) -> Vec<i32> {
    let open = OpenRules::of(program, state);
    let mut words = vec![0; state.words().len()];
    let mut keep = |range: std::ops::Range<usize>| words[range.clone()].copy_from_slice(&state.words()[range]);
    keep(0..program.layout.frames as usize);
    program.held.iter().filter(|held| open.has(held.alive)).for_each(|held| keep(words_of(held, players)));
    words
}

/// The words of all its values.
fn words_of(held: &Held, players: usize) -> std::ops::Range<usize> {
    let values = if held.each.is_some() { players } else { 1 };
    let first = held.base as usize;
    first..first + values * held.shape.width() as usize
}

/// The first word of its value.
pub(crate) fn first_word(held: &Held, player: Option<i32>) -> usize {
    (held.base + player.unwrap_or(0).max(0) as u32 * held.shape.width()) as usize
}

/// A state in which a word names a player: the expressions about his answers can be worked out.
pub(crate) fn about(state: &State, held: &Held, player: Option<i32>, whose: Option<Slot>) -> State {
    let mut probe = state.clone();
    if let Some(player) = player {
        for slot in [held.each, whose].into_iter().flatten() {
            probe.words_mut()[slot as usize] = player;
        }
    }
    probe
}
