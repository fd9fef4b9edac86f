//! Exhaustive search of an `at once` menu on copies of the state. Paths that show the same values are one option.

use crate::code::{AskId, AtOnce, DEPTH, ExprId, FIRST_FREE, PC, Pc, Program};
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::halt::{Halt, HaltAt};
use crate::vm::lookahead::walk::{Lookahead, LookaheadGoal};
use crate::vm::machine::Machine;
use crate::vm::questions::options::{Options, Steps};
use crate::vm::state::position::State;

impl Machine {
    /// Lists the options of the menu. Of several paths that show the same, the first that can be finished counts.
    pub(in crate::vm) fn at_once_options(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        at_once: &AtOnce,
        out: &mut Options,
    ) -> Res<()> {
        // What follows a path depends on more than what it shows, so each path is tried by itself.
        if self.goal(p, s.words(), ask)?.is_some() {
            return self.plain_options(p, s, ask, at_once, out);
        }
        let at = at_once.regions.iter().position(|region| region.fits(s.words()));
        if let Some(at) = at {
            let mut memories = std::mem::take(&mut self.memories[ask.index()][at]);
            let merged = self.merged_options(p, s, (ask, at_once), (&at_once.regions[at], &mut memories), out);
            self.memories[ask.index()][at] = memories;
            if merged? {
                return Ok(());
            }
        }
        self.plain_options(p, s, ask, at_once, out)
    }

    /// Lists the options by trying each path by itself.
    fn plain_options(&mut self, p: &Program, s: &State, ask: AskId, at_once: &AtOnce, out: &mut Options) -> Res<()> {
        out.clear();
        out.stride = 1 + at_once.shown.len();
        let goal = self.goal(p, s.words(), ask)?;
        self.walk(p, s, ask, at_once, &mut |machine, search| {
            let at = out.len();
            machine.m.spend(at as u64)?;
            out.words.push(0);
            machine.shown(p, search, &at_once.shown, &mut out.words)?;
            let new = (0..at).all(|before| out.get(before) != &out.words[at * out.stride..]);
            if !new || !machine.remains(p, search, goal)? {
                out.words.truncate(at * out.stride);
                return Ok(false);
            }
            for (ask, option) in search.answers() {
                out.paths.words.push(ask.0 as i32);
                out.paths.words.extend_from_slice(option);
            }
            out.paths.ends.push(out.paths.words.len() as u32);
            out.close(1);
            Ok(false)
        })?;
        Ok(())
    }

    /// Finds two paths that show the same values but lead to different positions on the table.
    pub(in crate::vm) fn unlike_ends_of(
        &mut self,
        p: &Program,
        s: &State,
        ask: AskId,
        at_once: &AtOnce,
    ) -> Res<Option<[Steps; 2]>> {
        let goal = self.goal(p, s.words(), ask)?;
        let table = FIRST_FREE..p.layout.frames as usize;
        // For each path: the shown values, the position at its end, its answers.
        let mut ends: Vec<[Vec<i32>; 3]> = Vec::new();
        let mut unlike = None;
        self.walk(p, s, ask, at_once, &mut |machine, search| {
            machine.m.spend(ends.len() as u64)?;
            let mut shown = Vec::new();
            machine.shown(p, search, &at_once.shown, &mut shown)?;
            let end = &search.work.words()[table.clone()];
            let same = ends.iter().find(|other| other[0] == shown);
            if same.is_some_and(|same| same[1] == end) || !machine.remains(p, search, goal)? {
                return Ok(false);
            }
            let mut path = Vec::new();
            for (ask, option) in search.answers() {
                path.push(ask.0 as i32);
                path.extend_from_slice(option);
            }
            if let Some([_, _, other]) = same {
                unlike = Some([other.clone(), path]);
                return Ok(true);
            }
            ends.push([shown, end.to_vec(), path]);
            Ok(false)
        })?;
        let Some([one, other]) = unlike else { return Ok(None) };
        Ok(Some([self.steps_of(p, s, at_once, &one)?, self.steps_of(p, s, at_once, &other)?]))
    }

    /// True if a path with an action can be finished.
    pub(in crate::vm) fn has_action_path(&mut self, p: &Program, s: &State, ask: AskId, at_once: &AtOnce) -> Res<bool> {
        let goal = self.goal(p, s.words(), ask)?;
        self.walk(p, s, ask, at_once, &mut |machine, search| {
            let acts = search.answers().any(|(ask, option)| p.asks[ask.index()].arms[option[0] as usize].begins);
            Ok(acts && machine.remains(p, search, goal)?)
        })
    }

    /// Follows the path that shows `option` to its end. Returns false if there is none.
    pub(in crate::vm) fn follow_option_path(
        &mut self,
        p: &Program,
        s: &mut State,
        ask: AskId,
        at_once: &AtOnce,
        option: &[i32],
    ) -> Res<bool> {
        let mut options = Options::default();
        self.at_once_options(p, s, ask, at_once, &mut options)?;
        let Some(at) = options.iter().position(|other| other == option) else {
            return Ok(false);
        };
        self.follow(p, s.words_mut(), at_once, options.paths.get(at))?;
        Ok(true)
    }

    /// Gives the answers of a path in order.
    pub(in crate::vm) fn follow(&mut self, p: &Program, s: &mut [i32], at_once: &AtOnce, path: &[i32]) -> Res<()> {
        self.watch.ran(Pc(s[PC] as u32));
        s[PC] += 1;
        self.each_answer(p, s, at_once, path, &mut |_, _, _| {})
    }

    /// The steps of a path: for each answer the state before it, its question and its option.
    pub(in crate::vm) fn steps_of(&mut self, p: &Program, s: &State, at_once: &AtOnce, path: &[i32]) -> Res<Steps> {
        let watching = std::mem::take(&mut self.watch.on);
        let mut work = s.words().to_vec();
        work[PC] += 1;
        let mut steps = Vec::new();
        let gone = self.each_answer(p, &mut work, at_once, path, &mut |s, ask, option| {
            steps.push((State::from_words(s.to_vec()), ask, option.to_vec()));
        });
        self.watch.on = watching;
        gone.map(|()| steps)
    }

    fn each_answer<F>(&mut self, p: &Program, s: &mut [i32], at_once: &AtOnce, mut path: &[i32], f: &mut F) -> Res<()>
    where
        F: FnMut(&[i32], AskId, &[i32]),
    {
        loop {
            self.advance_through(p, s, through(at_once))?;
            let Some((&ask, rest)) = path.split_first() else {
                return Ok(());
            };
            let ask = AskId(ask as u32);
            let (option, rest) = rest.split_at(self.strides[ask.index()]);
            f(s, ask, option);
            self.watch.ran(Pc(s[PC] as u32));
            self.apply(p, s, ask, option)?;
            path = rest;
        }
    }

    /// Runs to a question that is answered on the path. An `at once` question inside another one is skipped.
    pub(in crate::vm) fn advance_through(&mut self, p: &Program, s: &mut [i32], until: HaltAt) -> Res<Halt> {
        loop {
            match self.advance(p, s, until)? {
                Halt::Ask(ask) if p.asks[ask.index()].at_once.is_some() => s[PC] += 1,
                halt => return Ok(halt),
            }
        }
    }

    /// Explores the paths from an `at once` question; `end` is called at the end of each.
    fn walk<F>(&mut self, p: &Program, s: &State, ask: AskId, at_once: &AtOnce, end: &mut F) -> Res<bool>
    where
        F: FnMut(&mut Self, &mut Lookahead) -> Res<bool>,
    {
        let player = match p.asks[ask.index()].who {
            Some(who) => Some(self.eval(p, s.words()).number(who)?),
            None => return self.m.fail(FaultKind::AtOnce, None),
        };
        let origin = Pc(s.words()[PC] as u32);
        let mut goal =
            LookaheadGoal { until: through(at_once), player, origin, at_once: true, menu: false, next: false };
        self.looking(|machine, search| {
            search.work.clone_from(s);
            search.work.running()[PC] += 1;
            machine.explore(p, search, &mut goal, end)
        })
    }

    fn shown(&mut self, p: &Program, search: &Lookahead, shown: &[ExprId], out: &mut Vec<i32>) -> Res<()> {
        for &e in shown {
            out.push(self.eval(p, search.work.words()).word(e)?);
        }
        Ok(())
    }

    /// True if the code after a path can be finished.
    fn remains(&mut self, p: &Program, search: &Lookahead, goal: Option<LookaheadGoal>) -> Res<bool> {
        let s = &search.work;
        let Some(mut goal) = goal.filter(|_| s.words()[DEPTH] > 0) else {
            return Ok(true);
        };
        self.looking(|machine, search| {
            search.work.clone_from(s);
            machine.can_finish(p, search, &mut goal)
        })
    }
}

/// Stops where the paths of a menu end.
pub(in crate::vm) fn through(at_once: &AtOnce) -> HaltAt {
    HaltAt { exit: at_once.exit, ..HaltAt::ASK }
}
