//! The values that operations store in each word of the state.

use super::value_set::ValueSet;
use crate::code::{
    ExprId, Legend, MoveWhat, Op, PastEnd, Pc, Program, QueryId, RuleCode, Set, Slot, TrackStep, ValueShape, Variable,
};

/// A value that some words can get.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    /// A known set of values.
    Known(ValueSet),
    /// The value of an expression.
    Value(ExprId),
    /// The numbers from one expression to another one.
    Between(ExprId, ExprId),
    /// A name of a query: the query and the number of the name.
    Name(QueryId, usize),
}

/// A value that consecutive words can get.
#[derive(Clone, Copy, Debug)]
pub(super) struct Storing {
    pub(super) base: Slot,
    pub(super) count: u32,
    pub(super) value: Stored,
    /// True if it is a set, list or bag: then `value` is about its elements.
    pub(super) several: bool,
    /// The rule that stores it.
    pub(super) rule: Option<usize>,
    /// The rule whose name it is, if it is in a frame.
    pub(super) owner: Option<usize>,
}

const ANYTHING: Stored = Stored::Known(ValueSet::ANY);

/// Everything that is stored in words that expressions read, apart from numbers of things.
pub(super) fn all(p: &Program, legend: &Legend) -> Vec<Storing> {
    let mut found = Vec::new();
    let mut word =
        |base, count, value| found.push(Storing { base, count, value, several: false, rule: None, owner: None });
    for (at, &start) in (0..).zip(&p.start) {
        word(at, 1, known(start));
    }
    for block in &p.togethers {
        block.scratch.iter().for_each(|&(base, count)| word(base, count, known(0)));
        block.answers.iter().for_each(|own| word(own.base, own.stride * p.layout.players, known(own.unasked)));
    }
    for cell in &p.layout.cells {
        let family = &p.layout.families[cell.family as usize];
        let order = family.order.len() as u32;
        word(cell.base + order, family.words() - order, ANYTHING);
    }
    for memory in &legend.memory {
        if let Some((low, high)) = memory.range {
            let (count, several) = (width(memory), memory.shape != ValueShape::Word);
            found.push(Storing {
                base: memory.base,
                count,
                value: Stored::Between(low, high),
                several,
                rule: None,
                owner: None,
            });
        }
    }
    let frames = frames(p);
    for (at, &op) in (0..).zip(&p.ops) {
        let rule = rule_at(p, Pc(at));
        let callee = callee(p, rule, at);
        of_op(p, (rule, op), &mut |storing| {
            let owns = |rule: &Option<usize>| in_frame(&frames, *rule, storing.base, storing.count);
            found.push(Storing { owner: [rule, callee].into_iter().find(owns).flatten(), ..storing });
        });
    }
    found
}

/// Number of words of a variable.
pub(super) fn width(variable: &Variable) -> u32 {
    variable.axes.iter().map(|axis| axis.count).product::<u32>() * variable.shape.width()
}

/// The first word and the number of words of each rule's frame.
pub(super) fn frames(p: &Program) -> Vec<Option<(Slot, u32)>> {
    let frame = |rule: &RuleCode| {
        p.ops[rule.entry.index()..rule.end.index()].iter().find_map(|op| match *op {
            Op::Return { base, count, .. } => Some((base, count)),
            _ => None,
        })
    };
    p.rules.iter().map(frame).collect()
}

/// True if these words are in the frame of a rule.
pub(super) fn in_frame(frames: &[Option<(Slot, u32)>], rule: Option<usize>, base: Slot, count: u32) -> bool {
    let frame = rule.and_then(|rule| frames[rule]);
    frame.is_some_and(|(first, words)| first <= base && base + count <= first + words)
}

/// The next rule that a rule calls from an operation on: operations before a call set its parameters.
fn callee(p: &Program, rule: Option<usize>, at: u32) -> Option<usize> {
    let end = p.rules[rule?].end.index();
    let entry = p.ops[at as usize..end].iter().find_map(|op| match *op {
        Op::Call { entry, .. } => Some(entry),
        _ => None,
    });
    rule_at(p, entry?)
}

/// The rule that an operation belongs to.
pub(super) fn rule_at(p: &Program, at: Pc) -> Option<usize> {
    p.rules.iter().position(|rule| (rule.entry.0..rule.end.0).contains(&at.0))
}

fn known(word: i32) -> Stored {
    Stored::Known(ValueSet::one(word))
}

fn of_op(p: &Program, (rule, op): (Option<usize>, Op), found: &mut dyn FnMut(Storing)) {
    let word = |base, count, value| Storing { base, count, value, several: false, rule, owner: None };
    match op {
        Op::Set { slot, value } => found(word(slot, 1, Stored::Value(value))),
        Op::Fill { base, count, word: own } => found(word(base, count, known(own))),
        Op::Return { base, count, .. } => found(word(base, count, known(0))),
        Op::Store { store, value } => found(to_store(p, rule, store, Stored::Value(value))),
        Op::Append { store, value } | Op::Collect { store, piece: value } => {
            found(Storing { several: true, ..to_store(p, rule, store, Stored::Value(value)) });
        }
        Op::Step(step) => {
            let step = &p.steps[step as usize];
            found(word(step.base, step.count, Stored::Known(of_step(step))));
        }
        Op::Ask(ask) => {
            for arm in &p.asks[ask.index()].arms {
                let value = |at| arm.query.map_or(ANYTHING, |query| Stored::Name(query, at));
                arm.stores.iter().enumerate().for_each(|(at, &store)| found(to_store(p, rule, store, value(at))));
            }
        }
        Op::EachNext { list, first, count, .. } => {
            for query in queries_of(p, rule, list) {
                for (at, store) in (u32::from(first)..).take(usize::from(count)).enumerate() {
                    found(to_store(p, rule, store, Stored::Name(query, at)));
                }
            }
        }
        Op::DivideNote { divide, pile } => {
            let divide = &p.divides[divide as usize];
            let players = if divide.player.is_some() { p.layout.players } else { 1 };
            found(word(divide.base, divide.stride * players, ANYTHING));
            found(word(pile, 1, known(0)));
        }
        Op::Move(number) => {
            let code = &p.moves[number as usize];
            if let MoveWhat::Figure(_) = code.what {
                let figures = p.layout.pieces.iter().filter_map(|piece| piece.figure);
                figures.for_each(|figure| found(word(figure, 1, Stored::Value(code.to))));
            }
            code.begun.into_iter().for_each(|begun| found(word(begun, 1, ANYTHING)));
        }
        Op::Can { slot, .. } => found(word(slot, 1, Stored::Known(ValueSet::TRUTH))),
        // Return addresses, lists of loops and saved depths are read by operations only.
        Op::Call { .. } | Op::EachStart { .. } | Op::Shelve(_) | Op::Unshelve(_) | Op::Leave { .. } => {}
        Op::Jump(_) | Op::UnlessLogged(_) | Op::Unless { .. } | Op::Probe { .. } | Op::Begin | Op::End | Op::Over => {}
        // These change numbers and orders of things.
        Op::Shuffle(_) | Op::Refill { .. } | Op::DivideApply(_) => {}
        Op::Room { .. } | Op::Require { .. } | Op::Say(_) | Op::Answered | Op::Enter(_) => {}
    }
}

/// The queries whose results a rule lists in these words.
fn queries_of(p: &Program, rule: Option<usize>, list: Slot) -> Vec<QueryId> {
    let mut found = Vec::new();
    for (at, op) in (0..).zip(&p.ops) {
        match *op {
            Op::EachStart { query, list: own, .. } if own == list && rule_at(p, Pc(at)) == rule => found.push(query),
            _ => {}
        }
    }
    found
}

/// A value for a store.
fn to_store(p: &Program, rule: Option<usize>, store: u32, value: Stored) -> Storing {
    let store = &p.stores[store as usize];
    let (base, count) = store.words();
    Storing { base, count, value, several: store.shape != ValueShape::Word, rule, owner: None }
}

/// The values of a track, if no step can pass its ends.
fn of_step(step: &TrackStep) -> ValueSet {
    let may_pass = step.open.is_some() || [step.top, step.bottom].contains(&PastEnd::Go);
    let ends = step.low.zip(step.high).filter(|_| !may_pass);
    ends.map_or(ValueSet::ANY, |(low, high)| ValueSet::span(low.into(), high.into()))
}

/// From 0 to the number of copies of some pieces.
pub(super) fn copies(p: &Program, pieces: Set) -> ValueSet {
    let counts = p.layout.pieces.iter().enumerate().filter(|(at, _)| pieces.has(*at as i32));
    let most = counts
        .map(|(_, piece)| piece.copies.map(i64::from))
        .try_fold(0_i64, |all, count| Some(all.saturating_add(count?)));
    ValueSet::span(0, most.unwrap_or(i32::MAX.into()))
}
