//! Line and condition coverage of played games: the lines of the rules that ran, and the values that conditions had.
//!
//! Games are followed on a second machine, whose program is not optimised and records the values of conditions in registers.
//! So the machine that plays is as fast as without coverage. Conditions are recorded when they are evaluated in play and for
//! what a question offers, without lookahead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tavola_core::code::{Arith, Expr, ExprId, Op, Pc, Program, Reg};
use tavola_core::ir::visit::blocks;
use tavola_core::ir::{Block, StmtKind};
use tavola_core::vm::{Machine, Options, State, Waiting};
use tavola_syntax::text::{Span, is_word, one_line};

use super::{Game, Referee, whole};

/// Words before a condition.
const CONDITIONAL: [&str; 4] = ["if", "where", UNTIL, "when"];
/// The word of a condition that ends a loop: the program tests whether it does not hold.
const UNTIL: &str = "until";
/// Factor of the steps that the recording of conditions needs at most.
const RECORDING: u64 = 8;
/// Budget of steps between two questions, and of answers tried in a lookahead.
const BUDGET: (u64, u64) = (1_000_000 * RECORDING, 200_000);

/// A line or a condition of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoveredPart {
    /// The rule of a line. Empty for a condition.
    pub rule: String,
    /// `file:line:column`
    pub place: String,
    /// Its text; of several lines, the first. A condition begins with its word, such as `where`.
    pub text: String,
    /// The line around this one, as an index. It ran before this one can run.
    pub within: Option<usize>,
}

/// The lines and conditions of the rules that one set-up has, and the program that records them.
pub struct CoverageCode {
    game: Game,
    /// Lines: what they are, and their operations.
    lines: Vec<(CoveredPart, Vec<Pc>)>,
    /// Conditions: what they are, and for each copy the registers that are 1 once it held, and once it did not.
    conditions: Vec<(CoveredPart, Vec<[ExprId; 2]>)>,
}

/// The lines and conditions that games reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// For each line, true if it ran.
    pub lines: Vec<bool>,
    /// For each condition, true if it once held, and true if it once did not.
    pub conditions: Vec<[bool; 2]>,
}

/// Follows games and records what they reach.
pub struct CoverageWatch {
    code: Arc<CoverageCode>,
    machine: Machine,
    ran: Vec<bool>,
    options: Options,
    /// A state in which conditions can be read.
    start: State,
}

impl CoverageCode {
    /// Lines and conditions of a game.
    pub fn new(game: &Game) -> Self {
        let mut plain = game.lower_plainly();
        let conditions = record(game, &mut plain.program);
        let mut code = Self { game: game.with_program(plain), lines: Vec::new(), conditions };
        for rule in &game.book().rules {
            code.add(&rule.name, &rule.body, None);
        }
        code
    }

    /// The lines.
    pub fn lines(&self) -> impl Iterator<Item = &CoveredPart> {
        self.lines.iter().map(|(line, _)| line)
    }

    /// The conditions.
    pub fn conditions(&self) -> impl Iterator<Item = &CoveredPart> {
        self.conditions.iter().map(|(condition, _)| condition)
    }

    /// Adds the lines of a block. Sentences that this set-up does not have are left out.
    fn add(&mut self, rule: &str, block: &Block, within: Option<(usize, Span)>) {
        for stmt in block {
            let mut inner = within;
            let own = self.operations(stmt.span);
            // The parts that a sentence stands for have its place. A menu tests the conditions of its actions itself.
            let is_line = !own.is_empty() && !matches!(stmt.kind, StmtKind::Require(..));
            if is_line && within.is_none_or(|(_, around)| around != stmt.span) {
                let line = part(&self.game, rule, stmt.span, within.map(|(at, _)| at));
                let known = self.lines.iter().position(|(known, _)| known.place == line.place);
                let at = known.unwrap_or(self.lines.len());
                if known.is_none() {
                    self.lines.push((line, own));
                }
                inner = Some((at, stmt.span));
            }
            blocks(stmt).into_iter().for_each(|block| self.add(rule, block, inner));
        }
    }

    /// The operations of a sentence. Those with the place of their rule begin and end it.
    fn operations(&self, of: Span) -> Vec<Pc> {
        let program = self.game.program();
        let rule = |at: Pc| program.rules.iter().find(|rule| (rule.entry.0..rule.end.0).contains(&at.0));
        let covered = program.op_spans.iter().zip((0..).map(Pc)).filter(|(span, _)| of.covers(**span));
        covered.filter(|(span, at)| rule(*at).is_none_or(|rule| rule.span != **span)).map(|(_, at)| at).collect()
    }
}

fn part(game: &Game, rule: &str, span: Span, within: Option<usize>) -> CoveredPart {
    let text = game.sources().text(span);
    // The call of a hook has the place of its name.
    let text = if is_word(text) { whole(game.sources(), span) } else { text };
    let text = one_line(text.lines().next().unwrap_or_default());
    CoveredPart { rule: rule.to_owned(), place: game.sources().place(span).unwrap_or_default(), text, within }
}

/// Makes the conditions of a program record their values.
fn record(game: &Game, program: &mut Program) -> Vec<(CoveredPart, Vec<[ExprId; 2]>)> {
    // An expression that begins after a conditional word is part of a condition; the longest is the condition.
    let mut longest: BTreeMap<(u16, u32), Span> = BTreeMap::new();
    for &span in program.expr_spans.iter().filter(|span| !span.is_none()) {
        let known = longest.entry((span.source.0, span.start)).or_insert(span);
        known.end = known.end.max(span.end);
    }
    let worded = |&span: &Span| {
        let before = game.sources().whole(span.source).get(..span.start as usize)?.trim_end();
        let word = before.rsplit(|c: char| c.is_whitespace() || "({[|".contains(c)).next()?;
        let word = word.trim_end_matches(':');
        CONDITIONAL.contains(&word).then(|| (span, word.to_owned()))
    };
    let words: BTreeMap<Span, String> = longest.values().filter_map(worded).collect();
    let mut found: BTreeMap<Span, Vec<[ExprId; 2]>> = BTreeMap::new();
    for e in conditions(program, &words) {
        let span = program.expr_spans[e.index()];
        let values = recorded(program, e).map(|[held, failed]| match words[&span] == UNTIL {
            true => [failed, held],
            false => [held, failed],
        });
        found.entry(span).or_default().extend(values);
    }
    let named = |(span, copies): (Span, Vec<[ExprId; 2]>)| {
        let text = format!("{} {}", words[&span], one_line(game.sources().text(span)));
        (CoveredPart { text, ..part(game, "", span, None) }, copies)
    };
    found.into_iter().map(named).collect()
}

/// The conditions with these places: of all expressions with one of them, those that are no part of another one.
fn conditions(program: &Program, words: &BTreeMap<Span, String>) -> Vec<ExprId> {
    let span = |e: ExprId| program.expr_spans[e.index()];
    let required = required(program);
    let all = (0..program.exprs.len() as u32).map(ExprId);
    let all = all.filter(|e| words.contains_key(&span(*e)) && !required.contains(e));
    let mut whole: BTreeSet<ExprId> = all.collect();
    for e in whole.clone() {
        let mut same = Vec::new();
        program.each_part(e, &mut |part| same.extend((span(part) == span(e)).then_some(part)));
        let is_constant = matches!(program.exprs[e.index()], Expr::Const(_));
        whole.retain(|one| !(same.contains(one) || is_constant && *one == e));
    }
    whole.into_iter().collect()
}

/// Requirements of play, with all their parts. It fails in the lookahead alone, since no option that fails it is offered.
fn required(program: &Program) -> BTreeSet<ExprId> {
    let holds = |op: &Op| if let Op::Require { holds, .. } = op { Some(*holds) } else { None };
    let mut open: Vec<ExprId> = program.ops.iter().filter_map(holds).collect();
    let mut found = BTreeSet::new();
    while let Some(e) = open.pop() {
        if found.insert(e) {
            program.each_part(e, &mut |part| open.push(part));
        }
    }
    found
}

/// Replaces a condition by one that records its value in two registers. None if the machine has no more registers.
fn recorded(program: &mut Program, e: ExprId) -> Option<[ExprId; 2]> {
    let failed = Reg::try_from(program.layout.regs + 2).ok()?;
    let (now, held) = (failed - 2, failed - 1);
    program.layout.regs += 3;
    let span = program.expr_spans[e.index()];
    let value = program.exprs[e.index()];
    let mut push = |expr| {
        program.exprs.push(expr);
        program.expr_spans.push(span);
        ExprId(program.exprs.len() as u32 - 1)
    };
    let [value, is, was_held, was_failed] = [value, Expr::Reg(now), Expr::Reg(held), Expr::Reg(failed)].map(&mut push);
    let fails = push(Expr::Not(is));
    let [held_now, failed_now] =
        [Expr::Arith(Arith::Max, was_held, is), Expr::Arith(Arith::Max, was_failed, fails)].map(&mut push);
    let body = push(Expr::Let { reg: failed, value: failed_now, body: is });
    let body = push(Expr::Let { reg: held, value: held_now, body });
    program.exprs[e.index()] = Expr::Let { reg: now, value, body };
    Some([was_held, was_failed])
}

impl CoverageWatch {
    /// Reached nothing yet.
    pub fn new(code: &Arc<CoverageCode>) -> Self {
        let mut machine = Machine::new(code.game.program());
        machine.budgets(BUDGET.0, BUDGET.1);
        // Lines that only write the log run, too.
        machine.record(true);
        let ran = vec![false; code.game.program().ops.len()];
        Self { code: Arc::clone(code), machine, ran, options: Options::default(), start: code.game.start() }
    }

    /// Follows the game from the start, or from an answer, to the next question.
    pub fn runs_on(&mut self, state: &State) {
        let mut state = state.clone();
        match self.run(&mut state) {
            Some(Waiting::Choice { ask, .. } | Waiting::Chance { ask }) => {
                let _ = self.machine.offered(self.code.game.program(), &state, ask, &mut self.options);
            }
            Some(Waiting::Over) => {
                let program = self.code.game.program();
                let _ = program.winner.map(|winner| self.machine.words(program, &state, winner));
            }
            None => {}
        }
    }

    /// Follows the single answers that make up an option of a question that combines several. `state` is the position before it.
    pub fn answers(&mut self, referee: &mut Referee, state: &State, option: usize) {
        let steps = referee.steps_of_option(state, option).unwrap_or_default();
        let code = Arc::clone(&self.code);
        let program = code.game.program();
        if !steps.is_empty() {
            self.run_inside(state.clone());
        }
        for (mut state, ask, option) in steps {
            let _ = self.machine.offered(program, &state, ask, &mut self.options);
            if self.machine.answer(program, &mut state, ask, &option).is_ok() {
                self.run_inside(state);
            }
        }
    }

    /// Runs to the next single question.
    fn run_inside(&mut self, mut state: State) {
        let code = Arc::clone(&self.code);
        let program = code.game.program();
        while let Some(Waiting::Choice { ask, .. }) = self.run(&mut state)
            && program.asks[ask.index()].at_once.is_some()
        {
            state.words_mut()[tavola_core::code::PC] += 1;
        }
    }

    /// The stop after a run: a question, or the end. None after a fault, which the referee of the game reports.
    fn run(&mut self, state: &mut State) -> Option<Waiting> {
        let Self { code, machine, ran, .. } = self;
        let waits = machine.run_with_notes(code.game.program(), state, &mut |pc| ran[pc as usize] = true).ok();
        machine.drop_events(0);
        waits
    }

    /// The parts reached so far.
    pub fn reached(&mut self) -> Reached {
        let Self { code, machine, ran, start, .. } = self;
        let program = code.game.program();
        let ran = |(_, own): &(CoveredPart, Vec<Pc>)| own.iter().any(|pc| ran[pc.index()]);
        let lines = code.lines.iter().map(ran).collect();
        let mut is = |e: ExprId| machine.word(program, start, e).is_ok_and(|word| word != 0);
        let values = |(_, copies): &(CoveredPart, Vec<[ExprId; 2]>)| {
            [0, 1].map(|value| copies.iter().any(|copy| is(copy[value])))
        };
        Reached { lines, conditions: code.conditions.iter().map(values).collect() }
    }
}

impl Reached {
    /// Adds what other games of the same set-up reached.
    pub fn merge(&mut self, other: &Self) {
        self.lines.resize(self.lines.len().max(other.lines.len()), false);
        self.conditions.resize(self.conditions.len().max(other.conditions.len()), [false; 2]);
        self.lines.iter_mut().zip(&other.lines).for_each(|(ran, also)| *ran |= also);
        for (values, also) in self.conditions.iter_mut().zip(&other.conditions) {
            *values = [values[0] | also[0], values[1] | also[1]];
        }
    }
}
