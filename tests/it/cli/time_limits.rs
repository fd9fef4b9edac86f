//! Bots with a time limit: where they may play, and that no answer is lost.

use super::Home;

/// Playouts, and so figures, differ from run to run. But finished games stay as they are.
#[test]
fn figures_of_time_limited_bots_are_kept() {
    let home = Home::new();
    let args =
        "simulate rules/gems --players 2 --games 4 --seed 3 --bots mcts:1ms --progress kept.progress --csv-answers";
    let note = "mcts:1ms players; time-limited, so these figures are not reproducible; rules ";
    let first = home.run(&format!("{args} first.csv")).ends(0).says(&[note, "other games of the same kind: tavola "]);
    let again = home.run(&format!("{args} again.csv")).ends(0).says(&["4 of them from the checkpoint"]);
    assert_eq!(first.out, again.out);
    assert_eq!(home.read("first.csv"), home.read("again.csv"));
    assert!(home.read("first.csv").lines().count() > 4 * 12);
    let json = home.run("simulate rules/gems --players 2 --games 1 --bots 2=mcts:1ms --format json").ends(0).json();
    assert_eq!(json["runs"][0]["bots"], serde_json::json!(["random", "mcts:1ms"]));
    home.run("simulate rules/gems --players 2 --games 1 --bots mcts:2s")
        .ends(2)
        .says(&["`mcts:2s` is not a bot", "mcts:2000ms"]);
}

/// A fault in their games is reported, without a command, since that would play another game.
#[test]
fn a_fault_of_time_limited_bots_has_no_replay_command() {
    let home = Home::with(&super::GEMS.replace("p gains n score", "p gains (1 / (n - n) rounded down) score"));
    let run = home.run("simulate rules/gems --players 2 --games 2 --seed 3 --bots mcts:1ms").ends(1);
    let run = run.says(&["again: no command replays game 0; --csv-answers lists its answers"]);
    assert!(!run.out.contains("tavola play"), "{}", run.out);
}

#[test]
fn time_limited_bots_are_refused_where_results_must_be_reproducible() {
    let home = Home::new();
    home.write("rules/gems/balance.yaml", "- { bots: 'mcts:5ms', games: 2, expect: [each seat wins below 90%] }\n");
    let clock = ["`--bots mcts:5ms`: a time-limited bot is not reproducible", "as mcts:200"];
    let timed = ["--bots", "mcts:5ms", "--games", "1"];
    let tune = ["tune", "rules/gems", "--goal", "questions of a game near 9", "--over", "rounds=1..2"];
    home.run_words(&[&tune[..], &timed].concat()).ends(2).says(&clock);
    home.run_words(&[&["find", "rules/gems", "score[anna] > 2"][..], &timed].concat()).ends(2).says(&clock);
    home.run_words(&[&["trace", "rules/gems"][..], &timed].concat()).ends(2).says(&clock);
    home.run("compare rules/gems --games 1 --base-bots random --bots anna=mcts:5ms")
        .ends(2)
        .says(&["`--bots anna=mcts:5ms`: a time-limited bot"]);
    home.run("compare rules/gems --games 1 --base-bots mcts:5ms").ends(2).says(&clock);
    home.run("test rules/gems --balance").ends(2).says(&clock).says(&["balance.yaml:1:"]);
}

/// A record has the whole game. A resumed game uses the same time limit.
#[test]
fn records_of_time_limited_bots_replay() {
    let home = Home::new();
    home.run("play rules/gems --players 2 --human none --bots mcts:1ms --seed 5 --record whole.yaml").ends(0);
    let whole = home.read("whole.yaml");
    assert!(whole.contains("bots: [\"mcts:1ms\", \"mcts:1ms\"]"), "{whole}");
    home.run("replay whole.yaml").ends(0);
    let head = whole.find("answers:").expect("answers");
    let six: Vec<&str> = whole[head..].lines().take(7).collect();
    home.write("half.yaml", format!("{}{}\n", &whole[..head], six.join("\n")));
    home.run("play --resume half.yaml").ends(0).says(&["anna (bot, mcts:1ms)", "after 6 answers"]);
    assert!(home.read("half.yaml").contains("result:"), "{}", home.read("half.yaml"));
    home.run("replay half.yaml").ends(0);
}

#[test]
fn a_hint_can_name_its_bot() {
    let home = Home::new();
    let play = "play rules/gems --players 2 --seed 7 --no-record";
    home.feed(play, "hint mcts:1ms\nquit\n").ends(0).says(&["Estimate after "]);
    home.feed(play, "hint flat:7\nquit\n").ends(0).says(&["Estimate after 7 playouts "]);
    home.feed(play, "hint random\nquit\n").ends(0).says(&["plays at random and has no preference"]);
    home.feed(play, "hint 5s\nquit\n").ends(0).says(&["`5s` is not a bot", "mcts:2000ms"]);
}
