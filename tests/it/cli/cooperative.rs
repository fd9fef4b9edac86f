//! Cooperative games.

use super::Home;

/// All players sit in one boat: they row to the shore together, or it fills with water.
const LIFEBOAT: &str = r#"game lifeboat "Lifeboat" for 1..4 players

settings
  | name  | value | range | meaning                      |
  | shore | 6     | 2..40 | "how far it is to the shore" |

track way   0..40
track water 0..12 start 6
  past top: stay
  past bottom: stay

play
  in turn p in Player clockwise from seat(1) until way >= shore or water is 12
    p chooses one of "What do you do?"
      option "row": raise way by 1
      option "bail": lower water by 2
      option "sing", when water > 3: raise water by 1
    chance wave in 1..6 "wave"
    if wave >= 3: raise water by 1
    if wave is 6: raise water by 1

winner p in Player where way >= shore
"#;

fn home(rules: &str) -> Home {
    Home::holding("rules/lifeboat/lifeboat.tavola", rules)
}

#[test]
fn players_who_win_together_share_a_line() {
    let home = home(LIFEBOAT);
    let run = home.run("simulate rules/lifeboat --players 2-3 --games 200 --seed 1 --html figures.html").ends(0);
    let run = run.says(&["all win together  ", "nobody wins  "]);
    for other in ["first seat", "shared victory", "  anna "] {
        assert!(!run.out.contains(other), "{other}: {}", run.out);
    }
    let page = home.read("figures.html");
    assert!(page.contains("all win together") && !page.contains("upright line") && !page.contains("several together"));
    let json = home.run("simulate rules/lifeboat --players 3 --games 200 --seed 1 --format json").ends(0).json();
    let report = &json["runs"][0]["report"];
    assert!(report["together"] == true && report["first_seat"].is_null(), "{report}");
    assert_eq!(report["shared"]["count"], report["seats"][2]["wins"]["count"]);
    // A single player has no rank.
    let alone = home.run("simulate rules/lifeboat --players 1 --games 50 --seed 1").ends(0);
    assert!(!alone.out.contains("first seat") && !alone.out.contains("all win together"), "{}", alone.out);
}

/// A `winner` condition that names the player, or a ranking, allows individual winners.
#[test]
fn individual_winners_are_listed_individually() {
    for winner in [
        "winner p in Player where way >= shore and p.seat is 1",
        "winner p in Player where way >= shore or p.seat is 0 by most way + p.seat",
        "winner p in Player where way >= shore by least p.seat",
    ] {
        let rules = LIFEBOAT.replace("winner p in Player where way >= shore", winner);
        let run = home(&rules).run("simulate rules/lifeboat --players 2 --games 50 --seed 1").ends(0);
        run.says(&["  anna ", "first seat: wins"]);
    }
}

/// A measure that is the same for all says how near they came: it has one row, and nobody leads.
#[test]
fn a_measure_that_is_the_same_for_all_ranks_positions() {
    let winner = "winner p in Player where way >= shore";
    let home = home(&LIFEBOAT.replace(winner, &format!("{winner} by most way")));
    let run = home.run("simulate rules/lifeboat --players 2 --games 50 --seed 1").ends(0);
    let run =
        run.says(&["The players win ", "final score (by the winner rule)", "score over time", "\n  all together   "]);
    for other in ["half-time", "lead ", "  anna ", "decided"] {
        assert!(!run.out.contains(other), "{other}: {}", run.out);
    }
    home.run("compare rules/lifeboat --players 2 --seed 1 --games 60 --set shore=12")
        .ends(0)
        .says(&["all win together "]);
    for wrong in ["winner p in Player by most way", "winner p in Player where way >= shore or p.seat is 1 by most way"]
    {
        home.write("rules/lifeboat/lifeboat.tavola", LIFEBOAT.replace(winner, wrong));
        home.run("check rules/lifeboat").ends(1).says(&["E0305", "the same for all players", "by most points[p]"]);
    }
}

#[test]
fn a_cooperative_game_is_won_or_lost_together() {
    let home = home(LIFEBOAT);
    let end = |seed: u32| {
        let run = home.run(&format!("play rules/lifeboat --human none --players 2 --seed {seed} --no-record")).ends(0);
        run.out.split_once("The game is over.").expect("it is over").1.trim().to_owned()
    };
    let ends: std::collections::BTreeSet<String> = (0..12).map(end).collect();
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), ["1. Anna and Ben share the victory", "Nobody wins."]);
}

#[test]
fn cooperative_games_are_compared() {
    let home = home(LIFEBOAT);
    let args = "compare rules/lifeboat --players 3 --seed 1 --games 400 --set shore=12";
    home.run(args).ends(0).says(&["all win together ", " percentage points less often"]);
    let json = home.run(&format!("{args} --format json --by player.seat")).ends(0).json();
    let figures = json["comparisons"][0]["figures"].as_array().expect("figures").clone();
    let of = |figure: &str| figures.iter().filter(|f| f["figure"] == figure).cloned().collect::<Vec<_>>();
    let all = &of("together")[0];
    assert!(all["verdict"] == "less" && all["decides"] == true, "{all}");
    assert!(of("wins").is_empty() && of("shared").is_empty() && of("nobody").is_empty());
    // A figure of each seat would be the figure of all.
    for seat in of("by") {
        assert!(
            (seat["after"].as_f64().expect("a rate") - all["after"].as_f64().expect("a rate")).abs() < 0.1,
            "{seat} {all}"
        );
    }
}

/// Bots choose at random among equal answers, so each game ends. More playouts save the boat more often.
#[test]
fn bots_cooperate() {
    let home = home(LIFEBOAT);
    let wins = |bots: &str, games: u32| {
        let args = format!("simulate rules/lifeboat --players 2 --games {games} --seed 1 --format json --bots {bots}");
        let json = home.run(&args).ends(0).json();
        json["runs"][0]["report"]["seats"][0]["wins"]["rate"].as_f64().expect("a rate")
    };
    let random = wins("random", 200);
    assert!(random < 0.5, "{random}");
    assert!(wins("mcts:60", 20) > random + 0.3, "{random}");
    // Here nothing can be lost, so all answers are equal.
    let calm =
        home.read("rules/lifeboat/lifeboat.tavola").replace("wave >= 3", "wave > 6").replace("wave is 6", "wave > 6");
    home.write(
        "rules/lifeboat/lifeboat.tavola",
        calm.replace("option \"sing\", when water > 3: raise water by 1", "option \"sleep\""),
    );
    for bots in ["greedy", "flat:5", "mcts:5"] {
        assert_eq!(wins(bots, 5), 1.0, "{bots}");
    }
}
