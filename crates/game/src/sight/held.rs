//! Local names of open rules that reveal something hidden, and who knows their values.

use crate::words::words;
use tavola_core::code::{Alive, ExprId, Held, HiddenInfo, PC, Program, Slot, ValueShape};
use tavola_core::vm::{Machine, State};

use super::Eye;

/// The call stack of a state: the program counter, and the return address of each caller.
#[derive(Debug, Default)]
pub(crate) struct OpenRules {
    pc: u32,
    returns: Vec<u32>,
}

impl OpenRules {
    /// Reconstructs the call stack of a state.
    pub(crate) fn of(program: &Program, state: &State) -> Self {
        let mut open = Self::default();
        open.read(program, state);
        open
    }

    /// Replaces this call stack by that of a state. Its memory is reused.
    pub(crate) fn read(&mut self, program: &Program, state: &State) {
        let Self { pc, returns } = self;
        let rules = &program.rules;
        let words = state.words();
        *pc = words[PC].max(0) as u32;
        returns.clear();
        let mut at = *pc;
        while returns.len() <= rules.len()
            && let Some(rule) = rules.iter().find(|rule| (rule.entry.0..rule.end.0).contains(&at))
            && let Some(&back) = words.get(rule.frame as usize)
            && back > 0
        {
            returns.push(back as u32);
            at = back as u32 - 1;
        }
    }

    /// Program counter in the rule in which a name is alive.
    pub(crate) fn stands(&self, alive: Alive) -> Option<u32> {
        let Alive::Within(from, to) = alive else { return None };
        self.positions().find(|at| (from.0..to.0).contains(at))
    }

    /// Program counters of all open rules, innermost first. A caller stands at its call, just before the return address.
    pub(crate) fn positions(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.pc).chain(self.returns.iter().map(|at| at - 1))
    }

    /// True if a name with this lifetime has a value.
    pub(crate) fn has(&self, alive: Alive) -> bool {
        match alive {
            // The return address comes after the call.
            Alive::Within(..) => self.stands(alive).is_some(),
            Alive::Call(to) => self.returns.contains(&to.0),
        }
    }
}

impl Eye<'_> {
    /// True if a viewer knows the value of a name: the viewer chose it, or sees the place it was chosen from.
    pub(crate) fn knows(&mut self, state: &State, held: &Held, player: Option<i32>, viewer: Option<usize>) -> bool {
        let is_viewer = |who: i32| viewer == usize::try_from(who).ok();
        if player.is_some_and(is_viewer) {
            return true;
        }
        let program = &self.lowered.program;
        let (who, from) = match &held.tells {
            HiddenInfo::Worked(_) => return false,
            HiddenInfo::Chosen(chosen) => (chosen.who, chosen.from.as_slice()),
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
        // Only the place of the choice counts: where the things are now would reveal something.
        from.iter().all(|&from| {
            let cell = self.machine.word(program, &probe, from);
            cell.is_ok_and(|cell| self.sees_cell(state, cell, viewer))
        })
    }
}

/// Words of a value, padded with 0 to the width of its shape.
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

/// Players with a value of their own for a name, or `None` alone for a name with one value.
pub(crate) fn owners(held: &Held, players: usize) -> Vec<Option<i32>> {
    match held.each {
        Some(_) => (0..players as i32).map(Some).collect(),
        None => vec![None],
    }
}

/// Words of a state with all dead words set to 0. Live are the table, and names that reveal hidden things while they have a value.
/// Dead words may hold old values that no rule reads again.
pub(crate) fn words_in_use(program: &Program, players: usize, state: &State) -> Vec<i32> {
    let open = OpenRules::of(program, state);
    let mut words = vec![0; state.words().len()];
    let mut copy = |range: std::ops::Range<usize>| words[range.clone()].copy_from_slice(&state.words()[range]);
    copy(0..program.layout.frames as usize);
    program.held.iter().filter(|held| open.has(held.alive)).for_each(|held| copy(words_of(held, players)));
    words
}

/// Words of all values of a name.
fn words_of(held: &Held, players: usize) -> std::ops::Range<usize> {
    let values = if held.each.is_some() { players } else { 1 };
    let first = held.base as usize;
    first..first + values * held.shape.width() as usize
}

/// First word of a player's value of a name.
pub(crate) fn first_word(held: &Held, player: Option<i32>) -> usize {
    (held.base + player.unwrap_or(0).max(0) as u32 * held.shape.width()) as usize
}

/// A copy of a state in which a name's words refer to a player, for evaluating expressions about that player's answers.
pub(crate) fn about(state: &State, held: &Held, player: Option<i32>, whose: Option<Slot>) -> State {
    let mut probe = state.clone();
    if let Some(player) = player {
        for slot in [held.each, whose].into_iter().flatten() {
            probe.words_mut()[slot as usize] = player;
        }
    }
    probe
}
