//! Laws about `together` blocks.

use super::bench::{Bench, BenchMoment, answer, awaited, run, sentence};
use super::bench::{named, somebody, twin};
use super::drawn::{drawn, gathering, question_text, same};
use super::hidden::answer_in_twin;
use tavola_game::{AnswerView, Gathering, Pending, Question, Referee, State, View};

/// A question of a block: seat of the player, the question as they saw it, index of the answer.
type Asked = (usize, Question, usize);

/// Maximum number of questions in a block. More are an error, since a block has no loops.
const MAX_ASKED: usize = 2_000;

/// Answers that are gathered in two orders, and given in the order of the rules, lead to the same state each time.
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

/// Gathers answers in a random order. Each player's answers depend on the picks alone.
fn gathered(bench: &mut Bench, state: &State, picks: &[usize]) -> Result<Option<(Vec<Asked>, State)>, String> {
    let Some(mut gathering) = gathering(&mut bench.referee, state)? else { return Ok(None) };
    let mut asked: Vec<Asked> = Vec::new();
    let mut end = state.clone();
    while let waiting @ [_, ..] = gathering.still_to_answer().as_slice() {
        let player = waiting[bench.pick(waiting.len())];
        let before = asked.iter().filter(|asked| asked.0 == player).count();
        if !opens(&mut bench.referee, &mut gathering, player)? || asked.len() > MAX_ASKED {
            return Err(format!("{} must answer but is not asked", named(bench, Some(player))));
        }
        let position = gathering.position(player).ok_or("the player has no position")?;
        let question = bench.referee.question(position).ok_or("the player has no question")?;
        let option = picks[(player * 8 + before % 8) % picks.len()] % question.options.len().max(1);
        answers(&mut bench.referee, &mut gathering, player, Some(option))?;
        asked.push((player, question, option));
    }
    gathering.finish(&mut bench.referee, &mut end).map_err(|error| error.message)?;
    run(&mut bench.referee, &mut end)?;
    Ok(Some((asked, end)))
}

/// Gives answers one player after the other. Each must be asked the same as before.
fn in_seats(bench: &mut Bench, state: &State, asked: &[Asked]) -> Result<State, String> {
    let mut state = state.clone();
    let mut given = vec![0; bench.game.players()];
    for _ in asked {
        let pending = run(&mut bench.referee, &mut state)?;
        let Pending::Choice(player) = pending else {
            return Err(format!("{} in a block", awaited(bench, pending)));
        };
        let (_, question, option) = asked
            .iter()
            .filter(|asked| asked.0 == player)
            .nth(given[player])
            .ok_or_else(|| format!("{} is asked more than before", named(bench, Some(player))))?;
        given[player] += 1;
        let now = bench.referee.question(&state);
        if now.as_ref() != Some(question) {
            let now = now.as_ref().map_or("nothing".to_string(), question_text);
            return Err(format!(
                "{} is asked {} alone, {now} in turn",
                named(bench, Some(player)),
                question_text(question)
            ));
        }
        answer(&mut bench.referee, &mut state, *option)?;
    }
    run(&mut bench.referee, &mut state)?;
    Ok(state)
}

/// A player knows all their own questions in a block, and learns after it which answers the others gave.
pub(super) fn twins_go_through_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if !bench.referee.begins_block(moment.state) {
        return Ok(());
    }
    let Some(here) = gathering(&mut bench.referee, moment.state)? else { return Ok(()) };
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    let Some(twin) = twin(bench, moment, viewer)? else { return Ok(()) };
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
    let [logged, twins] = [&here.logged, &there.logged].map(|lines| lines.join(", "));
    if logged != twins {
        return Err(format!("{who} reads [{logged}] here, [{twins}] there"));
    }
    // Something that the rules have revealed since told the twins apart. From there on their games may differ.
    if here.revealed != there.revealed || here.view != there.view {
        return Ok(());
    }
    let differ = here.answers.iter().zip(&there.answers).find(|(one, other)| one != other);
    let shown = |bench: &Bench, one: &AnswerView| {
        let value = match (&one.value, one.total) {
            (Some(value), _) => value.clone(),
            (None, Some(total)) => format!("{total} hidden"),
            (None, None) => "something hidden".to_owned(),
        };
        format!("`{}` of {}: {value}", one.name, named(bench, Some(one.player)))
    };
    let differs = |(one, other)| format!("{who} sees {} here, {} there", shown(bench, one), shown(bench, other));
    differ.map_or(Ok(()), |differ| Err(differs(differ)))
}

/// Gives one player's questions the same answers on both sides, as far as the viewer sees them; where only one side
/// asks, random ones. Returns `false` if that is impossible, because the options are hidden from the viewer.
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
                let option = bench.pick(bench.referee.option_count());
                let Some(twins) = answer_in_twin(bench, (state, option), twin, viewer) else { return Ok(false) };
                (Some(option), Some(twins))
            }
            (one, _) if player == viewer => {
                let (asked, not) = if one.is_some() { ("here", "there") } else { ("there", "here") };
                return Err(format!("{} is asked {asked}, and not {not}", named(bench, Some(viewer))));
            }
            (Some(_), None) => (Some(bench.pick(bench.referee.option_count())), None),
            (None, Some(_)) => (None, Some(bench.pick(bench.other.option_count()))),
        };
        answers(&mut bench.referee, here, player, option)?;
        answers(&mut bench.other, there, player, twins)?;
    }
    Err(format!("{} is asked {MAX_ASKED} times in one block", named(bench, Some(player))))
}

fn opens(referee: &mut Referee, gathering: &mut Gathering, player: usize) -> Result<bool, String> {
    gathering.run_to_question(referee, player).map_err(|fault| sentence(referee, &fault))
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

/// Knowledge of a player at the first question after a block.
struct BehindBlock {
    /// Log lines about the answers.
    logged: Vec<String>,
    /// Log lines since then that showed things to the player.
    revealed: Vec<String>,
    /// The player's view of each kept answer.
    answers: Vec<AnswerView>,
    /// Everything else in the player's view.
    view: View,
}

/// Gives the gathered answers and continues to the next question.
fn behind(referee: &mut Referee, gathering: &Gathering, state: &State, viewer: usize) -> Result<BehindBlock, String> {
    let mut state = state.clone();
    referee.collect_events(true);
    let ended = gathering.finish(referee, &mut state).map_err(|error| error.message);
    let ended = ended.and_then(|()| run(referee, &mut state));
    let happened = referee.happened(&state);
    referee.collect_events(false);
    ended?;
    let logged = happened.iter().filter(|one| one.is_answer()).filter_map(|one| one.tell(Some(viewer))).collect();
    let shown = happened.iter().filter(|one| one.has_shown(Some(viewer)));
    let revealed = shown.filter_map(|one| one.tell(Some(viewer))).collect();
    let mut view = referee.view(&state, Some(viewer));
    let answers = std::mem::take(&mut view.answers);
    view.asked = None;
    Ok(BehindBlock { logged, revealed, answers, view })
}
