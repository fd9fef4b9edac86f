//! Checks of the rules that are open in a position: where they stand, to whom they return, the loops that they run.

use tavola_core::code::{Alive, AnswerNames, Ask, Op, PC, Pc, Program, RuleCode};
use tavola_core::vm::State;

use super::Misfit;
use super::values::ValueRanges;
use crate::Game;

/// The first word of the open rules with an impossible value.
pub(super) fn misfit(game: &Game, state: &State) -> Option<Misfit> {
    let check = OpenFrames { game, program: game.program(), words: state.words() };
    let open = match check.open() {
        Ok(open) => open,
        Err(misfit) => return Some(misfit),
    };
    check.loops(&open).or_else(|| check.blocks(&open)).or_else(|| check.names(&open))
}

struct OpenFrames<'a> {
    game: &'a Game,
    program: &'a Program,
    words: &'a [i32],
}

impl OpenFrames<'_> {
    /// The operations at which all open rules stand, innermost first: the program counter, then the call of each caller.
    fn open(&self) -> Result<Vec<u32>, Misfit> {
        let pc = self.words[PC];
        let rests = usize::try_from(pc).is_ok_and(|pc| rests_at(self.program, pc));
        if !rests {
            return Err(Misfit::new(PC, "rules", format!("they cannot wait at operation {pc}")));
        }
        let mut open = vec![pc as u32];
        let mut at = pc as u32;
        while let Some(rule) = self.program.rules.iter().find(|rule| (rule.entry.0..rule.end.0).contains(&at)) {
            let back = self.words[rule.frame as usize];
            if !calls(self.program, rule, back) {
                let why = format!("it was not called from operation {back}");
                return Err(Misfit::new(rule.frame as usize, &rule.name, why));
            }
            // Rules do not call themselves, so this ends.
            at = back as u32 - 1;
            open.push(at);
        }
        Ok(open)
    }

    /// Lists of results over which open loops run.
    fn loops(&self, open: &[u32]) -> Option<Misfit> {
        self.program.ops.iter().enumerate().find_map(|(pc, op)| {
            let Op::EachNext { list, room, exit, .. } = *op else { return None };
            open.iter().any(|&at| (pc as u32..exit.0).contains(&at)).then_some(())?;
            let [count, done] = [self.words[list as usize], self.words[list as usize + 1]];
            let fits = (0..=i32::from(room)).contains(&count) && (0..=count).contains(&done);
            let why = || format!("it has done {done} of {count} results, at most {room} fit");
            let at = list as usize + usize::from((0..=i32::from(room)).contains(&count));
            (!fits).then(|| Misfit::new(at, self.loop_name(pc), why()))
        })
    }

    fn loop_name(&self, pc: usize) -> String {
        format!("a loop of {}", self.game.rule_at(pc).unwrap_or("the rules"))
    }

    /// Players and answers of open `together` blocks.
    fn blocks(&self, open: &[u32]) -> Option<Misfit> {
        let players = self.game.players() as i32;
        let found = self.program.togethers.iter().find_map(|block| {
            open.iter().any(|&at| (block.part.0..block.end.0).contains(&at)).then_some(())?;
            let list = block.list as usize;
            let members = list + 2..list + 2 + self.words[list].max(0) as usize;
            let mut seats = members.chain((open[0] != block.part.0).then_some(block.cursor as usize));
            let stranger = seats.find(|&at| !(0..players).contains(&self.words[at]))?;
            Some(Misfit::new(
                stranger,
                "together",
                format!("{} is none of the {players} players", self.words[stranger]),
            ))
        });
        found.or_else(|| self.game.legend().answers.iter().find_map(|names| self.answers(open, names)))
    }

    /// Local names that carry things or lists, while they have a value.
    fn names(&self, open: &[u32]) -> Option<Misfit> {
        let values = ValueRanges { layout: &self.program.layout, legend: self.game.legend() };
        self.program.held.iter().find_map(|held| {
            let is_alive = match held.alive {
                Alive::Within(from, to) => open.iter().find(|&&at| (from.0..to.0).contains(&at)),
                // The caller stands at its call, just before the address of the return.
                Alive::Call(to) => open[1..].iter().find(|&&at| at + 1 == to.0),
            };
            let rule = self.game.rule_at(*is_alive? as usize).unwrap_or("the rules");
            let (width, owners) =
                (held.shape.width() as usize, if held.each.is_some() { self.game.players() } else { 1 });
            (0..owners).map(|owner| held.base as usize + owner * width).find_map(|at| {
                let (offset, why) = values.unshaped(held.shape, &self.words[at..at + width])?;
                Some(Misfit::new(at + offset, format!("a name of {rule}"), why))
            })
        })
    }

    /// Values of a name of a `together` block, while the rules can read them.
    fn answers(&self, open: &[u32], names: &AnswerNames) -> Option<Misfit> {
        let legend = self.game.legend();
        let block = &self.program.togethers[names.block as usize];
        open.iter().any(|&at| (block.part.0..names.until.0).contains(&at)).then_some(())?;
        let values = ValueRanges { layout: &self.program.layout, legend };
        let width = names.shape.width() as usize;
        (0..self.game.players()).find_map(|seat| {
            let at = names.base as usize + seat * width;
            let (offset, why) = values.wrong(names.notation, names.shape, &self.words[at..at + width])?;
            let seat = legend.kinds[0].members.get(seat).map_or("", |name| name.notation.as_str());
            Some(Misfit::new(at + offset, format!("{}[{seat}]", names.name), why))
        })
    }
}

/// True if a state can wait at an operation: before its start, at a question, right after an answer, at the end.
fn rests_at(program: &Program, pc: usize) -> bool {
    let goes_on = |to: Pc| to.index() == pc;
    match program.ops.get(pc) {
        None => false,
        Some(Op::Ask(_) | Op::Over) => true,
        Some(_) => {
            let asks = &program.asks;
            let after = |ask: &Ask| {
                ask.arms.iter().any(|arm| goes_on(arm.goto))
                    || ask.at_once.as_ref().is_some_and(|once| goes_on(once.exit))
            };
            pc == 0 || asks.iter().any(after) || program.togethers.iter().any(|block| goes_on(block.part))
        }
    }
}

/// True if an address is behind a call of a rule.
fn calls(program: &Program, rule: &RuleCode, back: i32) -> bool {
    let call = usize::try_from(back).ok().and_then(|back| back.checked_sub(1)).and_then(|call| program.ops.get(call));
    let Some(&Op::Call { entry, ret }) = call else { return false };
    ret == rule.frame && (entry == rule.entry || rule.checked == Some(entry))
}
