//! Names of open rules that tell something about hidden things: who knows them, and how they are dealt anew.

use crate::code::{Alive, AskId, Chosen, ExprId, Held, MovedTo, NONE, Op, PC, Pc, Program, Shape, Slot, Tells, Whose};
use crate::vm::State;

use super::Referee;
use super::deal::{Pick, Pin};

/// The open rules of a state: where the machine stands, and where each of them will go on.
pub(super) struct Open {
    pc: u32,
    returns: Vec<u32>,
}

impl Open {
    /// Where the rule stands in which something is alive.
    fn stands(&self, alive: Alive) -> Option<u32> {
        let Alive::Within(from, to) = alive else { return None };
        let calls = self.returns.iter().map(|at| at - 1);
        std::iter::once(self.pc).chain(calls).find(|at| (from.0..to.0).contains(at))
    }

    /// Whether something that is alive so has a value.
    pub(super) fn has(&self, alive: Alive) -> bool {
        match alive {
            // What a rule returns to lies behind the call.
            Alive::Within(..) => self.stands(alive).is_some(),
            Alive::Call(to) => self.returns.contains(&to.0),
        }
    }
}

/// What was answered instead, for each question and player: the names of one answer belong together.
pub(super) type Again = Vec<((AskId, usize, Option<i32>), Option<Vec<i32>>)>;

impl Referee {
    /// The open rules of a state.
    pub(super) fn open_rules(&self, state: &State) -> Open {
        let rules = &self.game.program().rules;
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
        Open { pc, returns }
    }

    /// Gives all names that tell something hidden values that fit to what was dealt. `false` where one finds none.
    pub(super) fn deal_names(&mut self, state: &State, dealt: &mut State, viewer: usize, pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let held = &game.program().held;
        if held.is_empty() {
            return true;
        }
        let open = self.open_rules(state);
        let mut again = Again::new();
        let mut veil = None;
        for held in held.iter().filter(|held| open.has(held.alive)) {
            for player in owners(held, game.players()) {
                let done = match &held.tells {
                    Tells::Chosen(chosen) => self.deal_chosen(state, dealt, (held, chosen), player, viewer, pick),
                    Tells::Worked(value) => {
                        let probe = about(state, held, player, None);
                        let veil = veil.get_or_insert_with(|| self.veil(state, Some(viewer)));
                        if !self.machine.is_in_sight(game.program(), &probe, *value, veil) {
                            self.work_out(dealt, held, *value, player);
                        }
                        true
                    }
                    _ => {
                        if !self.knows(state, held, player, Some(viewer)) {
                            self.deal_answer(state, dealt, (held, player), &mut again, pick);
                        }
                        true
                    }
                };
                if !done {
                    return false;
                }
            }
        }
        true
    }

    /// What the viewer has chosen, or has seen chosen, and lies where he cannot see it now.
    pub(super) fn pins(&mut self, state: &State, viewer: usize) -> Vec<Pin> {
        let game = self.game.clone();
        let held = &game.program().held;
        let mut pins = Vec::new();
        if held.is_empty() {
            return pins;
        }
        let open = self.open_rules(state);
        for held in held.iter().filter(|held| open.has(held.alive)) {
            let Tells::Chosen(chosen) = &held.tells else { continue };
            for player in owners(held, game.players()) {
                let bag = self.bag_of(state, held, chosen, player);
                if bag.iter().all(|&count| count == 0) || !self.knows(state, held, player, Some(viewer)) {
                    continue;
                }
                for cell in self.cells_with(state, held, chosen, player, &bag) {
                    pins.push(Pin { cell, bag: bag.clone() });
                }
            }
        }
        pins
    }

    /// Chosen things that the viewer does not know: others that lie where they may lie.
    fn deal_chosen(
        &mut self,
        state: &State,
        dealt: &mut State,
        (held, chosen): (&Held, &Chosen),
        player: Option<i32>,
        viewer: usize,
        pick: Pick<'_>,
    ) -> bool {
        let bag = self.bag_of(state, held, chosen, player);
        let size: i32 = bag.iter().sum();
        if size == 0 || self.knows(state, held, player, Some(viewer)) {
            return true;
        }
        let mut cells = self.cells_with(state, held, chosen, player, &bag);
        if cells.is_empty() {
            cells = self.anywhere(state, &bag);
        }
        let in_secret = held.secret.is_some();
        let mut left = match self.common(dealt, &cells) {
            Some(left) => left,
            // They lie nowhere together any more: in the open, or in several places.
            None if !in_secret && covers(&self.in_sight(state, viewer, true), &bag) => return true,
            None => self.in_sight(dealt, viewer, false),
        };
        if !in_secret && !cells.is_empty() && cells.iter().all(|&cell| self.sees_cell(state, cell, Some(viewer))) {
            return true;
        }
        let mut other = vec![0; bag.len()];
        for _ in 0..size {
            let all: i32 = left.iter().sum();
            if all <= 0 {
                return false;
            }
            let mut at = pick(all as u32) as i32;
            let Some(piece) = left.iter().position(|&count| {
                let here = at < count;
                at -= if here { 0 } else { count };
                here
            }) else {
                return false;
            };
            left[piece] -= 1;
            other[piece] += 1;
        }
        let from = first_word(held, player);
        match held.shape {
            Shape::Bag(_) => dealt.words_mut()[from..from + other.len()].copy_from_slice(&other),
            _ => {
                let piece = other.iter().position(|&count| count > 0).unwrap_or(0);
                dealt.words_mut()[from] = piece as i32 - chosen.less;
            }
        }
        let holds = |referee: &mut Self, state: &State| {
            let probe = about(state, held, player, None);
            chosen.filter.is_none_or(|filter| {
                referee.machine.word(referee.game.program(), &probe, filter).is_ok_and(|holds| holds != 0)
            })
        };
        !holds(self, state) || holds(self, dealt)
    }

    /// What lies in all of these places.
    fn common(&self, state: &State, cells: &[i32]) -> Option<Vec<i32>> {
        let mut common: Option<Vec<i32>> = None;
        for &cell in cells {
            let there = self.counts_at(state, cell);
            common = Some(match common {
                None => there,
                Some(before) => before.iter().zip(&there).map(|(a, b)| *a.min(b)).collect(),
            });
        }
        common
    }

    /// A value that was worked out of hidden things is worked out again.
    fn work_out(&mut self, dealt: &mut State, held: &Held, value: ExprId, player: Option<i32>) {
        let from = first_word(held, player);
        if let Some(words) = self.shaped(&about(dealt, held, player, None), value, held.shape) {
            dealt.words_mut()[from..from + words.len()].copy_from_slice(&words);
        }
    }

    /// A value in its shape, filled up with 0.
    pub(super) fn shaped(&mut self, state: &State, value: ExprId, shape: Shape) -> Option<Vec<i32>> {
        let game = self.game.clone();
        let program = game.program();
        let width = shape.width() as usize;
        let mut words = match shape {
            Shape::Word => vec![self.machine.word(program, state, value).ok()?],
            Shape::Set(_) => {
                let mut words = vec![0; width.max(8)];
                self.machine.set(program, state, value).ok()?.to_words(&mut words);
                words
            }
            _ => self.machine.words(program, state, value).ok()?,
        };
        words.resize(width, 0);
        Some(words)
    }

    /// Whether a viewer knows what a name holds: he chose it, or he sees into the place that it was chosen from.
    pub(super) fn knows(&mut self, state: &State, held: &Held, player: Option<i32>, viewer: Option<usize>) -> bool {
        let is_viewer = |who: i32| viewer == usize::try_from(who).ok();
        if player.is_some_and(is_viewer) {
            return true;
        }
        let game = self.game.clone();
        let (who, from) = match &held.tells {
            Tells::Worked(_) => return false,
            Tells::Chosen(chosen) => (chosen.who, chosen.from.as_slice()),
            _ => (held.secret.as_ref().and_then(|secret| secret.who), &[][..]),
        };
        let who = who.filter(|_| player.is_none());
        let who = who.and_then(|who| self.machine.word(game.program(), state, who).ok());
        if who.is_some_and(is_viewer) {
            return true;
        }
        let probe = about(state, held, player, None);
        if held.secret.as_ref().is_some_and(|secret| !self.sees(&probe, &secret.seen, 0, &[], viewer)) {
            return false;
        }
        // Where they lie by now is no matter: that would tell something itself.
        from.iter().all(|&from| {
            let cell = self.machine.word(game.program(), &probe, from);
            cell.is_ok_and(|cell| self.sees_cell(state, cell, viewer))
        })
    }

    /// The things that a name holds, a count for each piece.
    fn bag_of(&self, state: &State, held: &Held, chosen: &Chosen, player: Option<i32>) -> Vec<i32> {
        let pieces = self.game.program().layout.pieces.len();
        let from = first_word(held, player);
        let mut bag = vec![0; pieces];
        match held.shape {
            Shape::Bag(_) => bag.copy_from_slice(&state.words()[from..from + pieces]),
            _ => {
                let word = state.words()[from];
                let piece = if word == NONE { None } else { usize::try_from(word + chosen.less).ok() };
                if let Some(count) = piece.and_then(|piece| bag.get_mut(piece)) {
                    *count = 1;
                }
            }
        }
        bag
    }

    /// The places where the rules may have left chosen things and where they do lie.
    fn cells_with(
        &mut self,
        state: &State,
        held: &Held,
        chosen: &Chosen,
        player: Option<i32>,
        bag: &[i32],
    ) -> Vec<i32> {
        let game = self.game.clone();
        let program = game.program();
        let stands = self.open_rules(state).stands(held.alive);
        let plain = about(state, held, player, None);
        let mut cells: Vec<i32> = Vec::new();
        let from = chosen.from.iter().filter_map(|&from| self.machine.word(program, &plain, from).ok());
        let from: Vec<i32> = from.collect();
        cells.extend(from.into_iter().filter(|&cell| covers(&self.counts_at(state, cell), bag)));
        for moved in &chosen.moves {
            let probe = match moved.whose {
                Whose::Named(slot) => about(state, held, player, Some(slot)),
                Whose::Of(who) if self.machine.word(program, state, who).ok() != player => continue,
                Whose::Of(_) | Whose::Only => plain.clone(),
            };
            let ran = has_run(program, state, held.alive, moved, player, stands);
            let to = self.machine.word(program, &probe, moved.to).ok().filter(|_| ran != Ran::No);
            let Some(to) = to.filter(|&to| covers(&self.counts_at(state, to), bag)) else { continue };
            if ran == Ran::Surely {
                cells.clear();
            }
            if !cells.contains(&to) {
                cells.push(to);
            }
        }
        cells
    }

    /// What lies in all places together that a viewer sees into, or does not.
    fn in_sight(&mut self, state: &State, viewer: usize, seen: bool) -> Vec<i32> {
        let layout = &self.game.clone();
        let mut sum = vec![0; layout.program().layout.pieces.len()];
        for cell in 0..layout.program().layout.cells.len() as i32 {
            if self.sees_cell(state, cell, Some(viewer)) == seen {
                let there = self.counts_at(state, cell);
                sum.iter_mut().zip(there).for_each(|(sum, count): (&mut i32, i32)| *sum = sum.saturating_add(count));
            }
        }
        sum
    }

    /// All places where such things lie.
    fn anywhere(&self, state: &State, bag: &[i32]) -> Vec<i32> {
        let cells = self.game.program().layout.cells.len() as i32;
        (0..cells).filter(|&cell| covers(&self.counts_at(state, cell), bag)).collect()
    }

    /// How many of each piece lie in a place.
    fn counts_at(&self, state: &State, cell: i32) -> Vec<i32> {
        let layout = &self.game.program().layout;
        let mut counts = vec![0; layout.pieces.len()];
        if let Ok(cell) = u32::try_from(cell)
            && (cell as usize) < layout.cells.len()
        {
            for (piece, count) in self.things(state, cell) {
                counts[piece as usize] = count as i32;
            }
        }
        counts
    }
}

/// Whether a move has been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ran {
    No,
    Perhaps,
    Surely,
}

/// Whether a move has been made since a name got its value: it lies behind us, or we have come back over it.
fn has_run(
    program: &Program,
    state: &State,
    alive: Alive,
    moved: &MovedTo,
    player: Option<i32>,
    stands: Option<u32>,
) -> Ran {
    let (Some(stands), Alive::Within(from, to)) = (stands, alive) else { return Ran::Perhaps };
    let at = moved.at.0;
    if let (Whose::Named(slot), Some(player)) = (moved.whose, player)
        && let Some((done, current)) = turns(program, state, slot, [at, stands])
    {
        return match (done.contains(&player), current == player && at < stands) {
            (false, false) => Ran::No,
            _ => surely(program, from, at),
        };
    }
    let code = program.ops.get(from.index()..to.index().min(program.ops.len())).unwrap_or(&[]);
    let mut code = code.iter().zip(from.0..);
    let back = |(op, jump): (&Op, u32)| matches!(op, Op::Jump(to) if jump >= at && to.0 <= stands && to.0 >= from.0);
    match (at < stands, code.any(back)) {
        (true, _) => surely(program, from, at),
        (false, true) => Ran::Perhaps,
        (false, false) => Ran::No,
    }
}

/// A move that was passed: no condition leads past it.
fn surely(program: &Program, from: Pc, at: u32) -> Ran {
    let code = program.ops.get(from.index()..at as usize).unwrap_or(&[]);
    let past = code.iter().any(|op| matches!(op, Op::Unless { to, .. } if to.0 > at));
    if past { Ran::Perhaps } else { Ran::Surely }
}

/// In a loop over players that holds both operations: whose turns are over, and whose it is.
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

fn covers(counts: &[i32], bag: &[i32]) -> bool {
    counts.iter().zip(bag).all(|(there, chosen)| there >= chosen)
}

/// The players that have a value each; of a plain name nobody in particular.
pub(super) fn owners(held: &Held, players: usize) -> Vec<Option<i32>> {
    match held.each {
        Some(_) => (0..players as i32).map(Some).collect(),
        None => vec![None],
    }
}

pub(super) fn first_word(held: &Held, player: Option<i32>) -> usize {
    (held.base + player.unwrap_or(0).max(0) as u32 * held.shape.width()) as usize
}

/// A state in which a word names a player: the expressions about his answers can be worked out.
pub(super) fn about(state: &State, held: &Held, player: Option<i32>, whose: Option<Slot>) -> State {
    let mut probe = state.clone();
    if let Some(player) = player {
        for slot in [held.each, whose].into_iter().flatten() {
            probe.words_mut()[slot as usize] = player;
        }
    }
    probe
}
