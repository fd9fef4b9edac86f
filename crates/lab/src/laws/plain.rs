//! Law: rules give the same results when they are compiled without optimisation.

use std::collections::BTreeSet;

use super::bench::{Bench, BenchMoment, answer, apart, notations, run, sentence};
use tavola_game::{Fault, Pending, Referee, State};

/// Number of answers to other questions that are tried.
const STRANGERS: usize = 4;

pub(super) fn plain_rules_do_the_same(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    // After a difference the plain game is not followed any more.
    let at = bench.plain.state.take();
    let mut state = at.unwrap_or_else(|| moment.state.clone());
    let pending = match bench.plain.referee.run(&mut state) {
        Ok(pending) => pending,
        // A fault for too much work is not another result: the plain game needs more of it.
        Err(fault) if fault.kind.is_budget() => return Ok(()),
        // Without proofs the plain game looks ahead, and meets the fault before the answer that leads to it.
        Err(fault) if is_ahead(bench, moment, &fault)? => return Ok(()),
        Err(fault) => return Err(sentence(&bench.plain.referee, &fault)),
    };
    if pending != moment.pending || state != *moment.state {
        return Err(apart(bench, moment.pending, pending));
    }
    if pending == Pending::Over {
        return Ok(());
    }
    bench.open(moment)?;
    same_options(&bench.referee, &bench.plain.referee)?;
    same_refusals(bench, &state)?;
    bench.plain.state = Some(state);
    Ok(())
}

/// True if an answer to this question leads to the same fault in the first game.
fn is_ahead(bench: &mut Bench, moment: &BenchMoment<'_>, fault: &Fault) -> Result<bool, String> {
    let wanted = sentence(&bench.plain.referee, fault);
    let state = bench.open(moment)?;
    for option in 0..bench.referee.option_count() {
        let mut after = state.clone();
        run(&mut bench.referee, &mut after)?;
        let end = answer(&mut bench.referee, &mut after, option).and_then(|()| bench.finish(&mut after));
        if end.is_err_and(|met| met == wanted) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that two referees offer the same options in the same order with the same weights.
fn same_options(played: &Referee, plain: &Referee) -> Result<(), String> {
    let (here, there) = (notations(played), notations(plain));
    let weights =
        |referee: &Referee| (0..referee.option_count()).map(|option| referee.weight(option)).collect::<Vec<_>>();
    if here == there && weights(played) == weights(plain) {
        return Ok(());
    }
    let only = |these: &[String], others: &[String]| {
        let others: BTreeSet<&String> = others.iter().collect();
        let only: Vec<&str> = these.iter().filter(|one| !others.contains(one)).map(String::as_str).collect();
        only.join(", ")
    };
    match (only(&here, &there), only(&there, &here)) {
        (here, there) if here.is_empty() && there.is_empty() => {
            Err("the same options, with other weights or in another order".into())
        }
        (here, there) => Err(format!("only with optimisation: [{here}]; only without: [{there}]")),
    }
}

/// Checks that answers to other questions are refused with the same words.
fn same_refusals(bench: &mut Bench, state: &State) -> Result<(), String> {
    let foreign_options = bench.foreign_options.len();
    for at in bench.sample(foreign_options, STRANGERS) {
        let stranger = &bench.foreign_options[at];
        let (here, there) = (bench.referee.find(state, stranger), bench.plain.referee.find(state, stranger));
        if here != there {
            let [here, there] = [here, there].map(|found| match found {
                Ok(option) => format!("taken for option {option}"),
                Err(refusal) => format!("refused (\"{}\")", refusal.message),
            });
            return Err(format!("`{stranger}` is {here} with optimisation, {there} without"));
        }
    }
    Ok(())
}
