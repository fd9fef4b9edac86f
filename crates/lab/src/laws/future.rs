//! Laws about the effects of an answer.

use super::bench::{Bench, BenchMoment, answer, apart, notations, run};
use tavola_game::{Pending, State};
use tavola_syntax::text::count;

/// Number of options of a question that are tried.
const OPTIONS: usize = 6;
/// Number of answers over which two equal states are compared.
const EQUAL_ANSWERS: usize = 3;

pub(super) fn every_option_can_be_answered(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if moment.pending == Pending::Over {
        return Ok(());
    }
    let state = bench.open(moment)?;
    let options = bench.referee.option_count();
    for option in bench.sample(options, OPTIONS) {
        let mut state = state.clone();
        run(&mut bench.referee, &mut state)?;
        let notation = bench.referee.notation(option);
        let end = answer(&mut bench.referee, &mut state, option).and_then(|()| bench.finish(&mut state));
        end.map_err(|why| format!("`{notation}` is offered, but then: {why}"))?;
    }
    Ok(())
}

pub(super) fn a_begun_action_can_be_finished(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if !bench.referee.game().in_action(moment.state) {
        return Ok(());
    }
    if moment.pending == Pending::Over {
        return Err("the game is over while an action is under way".to_string());
    }
    bench.finish(&mut moment.state.clone())
}

pub(super) fn a_clone_stays_equal(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    stay_equal(bench, moment.state.clone(), moment.state.clone())
}

pub(super) fn a_loaded_state_stays_equal(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let loaded = bench.game.restore(&bench.game.save(moment.state)).map_err(|error| error.to_string())?;
    stay_equal(bench, moment.state.clone(), loaded)
}

/// Gives both states the same answers, each on a referee of its own.
fn stay_equal(bench: &mut Bench, mut one: State, mut two: State) -> Result<(), String> {
    for step in 0..=EQUAL_ANSWERS {
        let pending = run(&mut bench.referee, &mut one)?;
        let other = run(&mut bench.other, &mut two)?;
        if pending != other || one != two {
            return Err(format!("after {}: {}", count(step, "answer"), apart(bench, pending, other)));
        }
        if pending == Pending::Over || step == EQUAL_ANSWERS {
            break;
        }
        let (here, there) = (notations(&bench.referee), notations(&bench.other));
        if here != there {
            let (here, there) = (here.join(", "), there.join(", "));
            return Err(format!("after {}: [{here}] here, [{there}] there", count(step, "answer")));
        }
        let option = bench.pick(here.len());
        answer(&mut bench.referee, &mut one, option)?;
        answer(&mut bench.other, &mut two, option)?;
    }
    Ok(())
}
