//! Laws about `together` blocks.

use super::bench::{Bench, Moment, answer, run};
use crate::game::{Pending, Question, State};

/// A question of a block: who was asked, what he saw of it, the answer's number.
type Asked = (usize, Question, usize);

/// More questions in one block end the law: a block has no loops.
const MAX_ASKED: usize = 2_000;

/// Answers are gathered in two orders and given in the order of the rules; each time the state is the same.
pub(super) fn any_order(bench: &mut Bench, moment: &Moment<'_>) -> Result<(), String> {
    if !matches!(moment.pending, Pending::Choice(_)) {
        return Ok(());
    }
    let players = bench.game.players();
    let picks: Vec<usize> = (0..players * 8).map(|_| bench.pick(usize::from(u16::MAX))).collect();
    let Some((asked, first)) = gathered(bench, moment.state, &picks)? else {
        return Ok(());
    };
    let Some((_, second)) = gathered(bench, moment.state, &picks)? else {
        return Err("there is a block, and then there is none".to_string());
    };
    let plain = in_seats(bench, moment.state, &asked)?;
    if first != second {
        return Err("the same answers in two orders lead to two states".to_string());
    }
    if first == plain { Ok(()) } else { Err("gathered answers lead to another state".to_string()) }
}

/// Gathers answers in a random order; each player's answers depend on the picks alone.
fn gathered(bench: &mut Bench, state: &State, picks: &[usize]) -> Result<Option<(Vec<Asked>, State)>, String> {
    let wrong = |fault| format!("fault: {fault:?}");
    let Some(mut gathering) = bench.desk.gather(state).map_err(wrong)? else {
        return Ok(None);
    };
    let mut asked: Vec<Asked> = Vec::new();
    let mut end = state.clone();
    while let waiting @ [_, ..] = gathering.waiting().as_slice() {
        let player = waiting[bench.pick(waiting.len())];
        let before = asked.iter().filter(|asked| asked.0 == player).count();
        if !gathering.open(&mut bench.desk, player).map_err(wrong)? || asked.len() > MAX_ASKED {
            return Err(format!("player {player} waits and is not asked"));
        }
        let position = gathering.position(player).ok_or("he waits nowhere")?;
        let question = bench.desk.question(position).ok_or("he is asked nothing")?;
        let option = picks[(player * 8 + before % 8) % picks.len()] % question.options.len().max(1);
        gathering.answer(&mut bench.desk, player, option).map_err(wrong)?;
        asked.push((player, question, option));
    }
    gathering.finish(&mut bench.desk, &mut end).map_err(|error| error.message)?;
    run(&mut bench.desk, &mut end)?;
    Ok(Some((asked, end)))
}

/// The same answers, asked one player after the other; everybody must be asked the same as before.
fn in_seats(bench: &mut Bench, state: &State, asked: &[Asked]) -> Result<State, String> {
    let mut state = state.clone();
    let mut given = vec![0; bench.game.players()];
    for _ in asked {
        let pending = run(&mut bench.desk, &mut state)?;
        let Pending::Choice(player) = pending else {
            return Err(format!("{pending:?} in a block"));
        };
        let (_, question, option) = asked
            .iter()
            .filter(|asked| asked.0 == player)
            .nth(given[player])
            .ok_or_else(|| format!("player {player} is asked more than before"))?;
        given[player] += 1;
        let now = bench.desk.question(&state);
        if now.as_ref() != Some(question) {
            return Err(format!("{question:?} by himself, {now:?} in turn"));
        }
        answer(&mut bench.desk, &mut state, *option)?;
    }
    run(&mut bench.desk, &mut state)?;
    Ok(state)
}
