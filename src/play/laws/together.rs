//! Laws about `together` blocks.

use super::bench::{Bench, BenchMoment, answer, run, sentence};
use super::bench::{named, somebody, twin};
use super::drawn::{drawn, same};
use super::hidden::answer_in_twin;
use crate::game::{Gathering, Pending, Question, Referee, State};

/// A question of a block: who was asked, what he saw of it, the answer's number.
type Asked = (usize, Question, usize);

/// More questions in one block end the law: a block has no loops.
const MAX_ASKED: usize = 2_000;

/// Answers are gathered in two orders and given in the order of the rules; each time the state is the same.
pub(super) fn any_order(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
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
    let Some(mut gathering) = bench.referee.gather(state).map_err(wrong)? else {
        return Ok(None);
    };
    let mut asked: Vec<Asked> = Vec::new();
    let mut end = state.clone();
    while let waiting @ [_, ..] = gathering.waiting().as_slice() {
        let player = waiting[bench.pick(waiting.len())];
        let before = asked.iter().filter(|asked| asked.0 == player).count();
        if !gathering.open(&mut bench.referee, player).map_err(wrong)? || asked.len() > MAX_ASKED {
            return Err(format!("player {player} waits and is not asked"));
        }
        let position = gathering.position(player).ok_or("he waits nowhere")?;
        let question = bench.referee.question(position).ok_or("he is asked nothing")?;
        let option = picks[(player * 8 + before % 8) % picks.len()] % question.options.len().max(1);
        gathering.answer(&mut bench.referee, player, option).map_err(wrong)?;
        asked.push((player, question, option));
    }
    gathering.finish(&mut bench.referee, &mut end).map_err(|error| error.message)?;
    run(&mut bench.referee, &mut end)?;
    Ok(Some((asked, end)))
}

/// Gives answers one player after the other; everybody must be asked the same as before.
fn in_seats(bench: &mut Bench, state: &State, asked: &[Asked]) -> Result<State, String> {
    let mut state = state.clone();
    let mut given = vec![0; bench.game.players()];
    for _ in asked {
        let pending = run(&mut bench.referee, &mut state)?;
        let Pending::Choice(player) = pending else {
            return Err(format!("{pending:?} in a block"));
        };
        let (_, question, option) = asked
            .iter()
            .filter(|asked| asked.0 == player)
            .nth(given[player])
            .ok_or_else(|| format!("player {player} is asked more than before"))?;
        given[player] += 1;
        let now = bench.referee.question(&state);
        if now.as_ref() != Some(question) {
            return Err(format!("{question:?} by himself, {now:?} in turn"));
        }
        answer(&mut bench.referee, &mut state, *option)?;
    }
    run(&mut bench.referee, &mut state)?;
    Ok(state)
}

/// Whoever takes part notices every question of his own; of the others he learns behind the block which answers there are.
pub(super) fn twins_go_through_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if !bench.referee.begins_block(moment.state) {
        return Ok(());
    }
    let Some(here) = gathering(&mut bench.referee, moment.state)? else { return Ok(()) };
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    let twin = twin(bench, moment, viewer)?;
    let there = gathering(&mut bench.other, &twin)?.ok_or("there is no block in the twin")?;
    let mut sides = [here, there];
    for player in 0..bench.game.players() {
        if !answers_the_same(bench, &mut sides, player, viewer)? {
            return Ok(());
        }
    }
    let [here, there] = sides;
    let here = behind(&mut bench.referee, &here, moment.state, viewer)?;
    let there = behind(&mut bench.other, &there, &twin, viewer)?;
    let who = named(bench, Some(viewer));
    let [told, twins] = [&here.0, &there.0].map(|lines| lines.join(", "));
    if told != twins {
        return Err(format!("{who} hears [{told}] here, [{twins}] there"));
    }
    let differ = here.1.iter().zip(&there.1).find(|(one, other)| one != other);
    differ.map_or(Ok(()), |(one, other)| Err(format!("{who} sees {one} here, {other} there")))
}

fn gathering(referee: &mut Referee, state: &State) -> Result<Option<Gathering>, String> {
    referee.gather(state).map_err(|fault| sentence(referee, &fault))
}

/// Gives one player's questions the same answers on both sides, as far as the viewer is told them; where only one side asks,
/// any. Whether it could be done: what can be answered may be hidden from the viewer.
fn answers_the_same(
    bench: &mut Bench,
    [here, there]: &mut [Gathering; 2],
    player: usize,
    viewer: usize,
) -> Result<bool, String> {
    for _ in 0..MAX_ASKED {
        let asked = (here.position(player).cloned(), there.position(player).cloned());
        opens(&mut bench.referee, here, player)?;
        opens(&mut bench.other, there, player)?;
        let (option, twins) = match &asked {
            (None, None) => return Ok(true),
            (Some(state), Some(twin)) => {
                if player == viewer {
                    same(&drawn(&mut bench.referee, state, player)?, &drawn(&mut bench.other, twin, player)?)?;
                }
                let option = bench.pick(bench.referee.options());
                let Some(twins) = answer_in_twin(bench, (state, option), twin, viewer) else { return Ok(false) };
                (Some(option), Some(twins))
            }
            (one, _) if player == viewer => {
                let (asked, not) = if one.is_some() { ("here", "there") } else { ("there", "here") };
                return Err(format!("{} is asked {asked}, and not {not}", named(bench, Some(viewer))));
            }
            (Some(_), None) => (Some(bench.pick(bench.referee.options())), None),
            (None, Some(_)) => (None, Some(bench.pick(bench.other.options()))),
        };
        answers(&mut bench.referee, here, player, option)?;
        answers(&mut bench.other, there, player, twins)?;
    }
    Err(format!("player {player} is asked {MAX_ASKED} times in one block"))
}

fn opens(referee: &mut Referee, gathering: &mut Gathering, player: usize) -> Result<bool, String> {
    gathering.open(referee, player).map_err(|fault| sentence(referee, &fault))
}

fn answers(
    referee: &mut Referee,
    gathering: &mut Gathering,
    player: usize,
    option: Option<usize>,
) -> Result<(), String> {
    let answered = option.map_or(Ok(()), |option| gathering.answer(referee, player, option));
    answered.map_err(|fault| sentence(referee, &fault))
}

/// What a player is told of the answers when the block is over, and what he sees of each.
fn behind(
    referee: &mut Referee,
    gathering: &Gathering,
    state: &State,
    viewer: usize,
) -> Result<(Vec<String>, Vec<String>), String> {
    let mut state = state.clone();
    referee.record(true);
    let ended = gathering.finish(referee, &mut state).map_err(|error| error.message);
    let ended = ended.and_then(|()| run(referee, &mut state));
    let happened = referee.happened(&state);
    referee.record(false);
    ended?;
    let answers = happened.iter().filter(|one| one.is_answer());
    let told = answers.filter_map(|one| one.tell(Some(viewer))).collect();
    let seen = referee.view(&state, Some(viewer)).answers;
    let shown = |value: Option<String>, total: Option<u32>| match (value, total) {
        (Some(value), _) => value,
        (None, Some(total)) => format!("{total} hidden"),
        (None, None) => "something hidden".to_owned(),
    };
    let seen = seen.into_iter();
    let seen = seen.map(|one| format!("`{}` of player {}: {}", one.name, one.player, shown(one.value, one.total)));
    Ok((told, seen.collect()))
}
