//! Seats and settings: numbers of players, names, people, bots.

use super::{GEMS, Home};

#[test]
fn the_number_of_players_is_checked() {
    let home = Home::with(&GEMS.replace("for 2..3 players", "for 2..5 players"));
    let runs = |players: &str| {
        let args = ["simulate", "rules/gems", "--games", "1", "--seed", "1", "--format", "json", "--players", players];
        let json = home.run_words(&args).ends(0).json();
        let runs = json["runs"].as_array().expect("runs").clone();
        runs.iter().map(|run| run["players"].as_u64().expect("a number")).collect::<Vec<_>>()
    };
    assert_eq!((runs("3-4"), runs("4,2"), runs("3")), (vec![3, 4], vec![2, 4], vec![3]));
    assert_eq!(runs("2, 4-5,4"), [2, 4, 5]);
    for wrong in ["4-3", "", "1-999999999", "x", "2-", "0"] {
        let args = ["simulate", "rules/gems", "--games", "1", "--players", wrong];
        home.run_words(&args).ends(2).says(&["write 4, 3-4 or 2,4"]);
    }
}

/// The players in a record, for these arguments.
#[test]
fn missing_names_are_filled_up() {
    let home = Home::new();
    let players = |args: &str| {
        home.run(&format!("play rules/gems --human none --seed 1 --record r.yaml {args}")).ends(0);
        let text = home.read("r.yaml");
        std::fs::remove_file(home.path("r.yaml")).expect("it is there");
        text.lines().find_map(|line| line.strip_prefix("players: ")).expect("players").to_owned()
    };
    assert_eq!(players("--players 3"), "[anna, ben, chris]");
    assert_eq!(players("--players 3 --names ben,eva"), "[ben, eva, anna]");
    assert_eq!(players("--names ben,eva"), "[ben, eva]");
    let wrong = |names: &str, why: &str| {
        home.run_words(&["play", "rules/gems", "--human", "none", "--names", names]).ends(2).says(&[why]);
    };
    wrong("Ben 2,eva", "`Ben 2` cannot be a player's name");
    wrong("ben,ben", "two players are called `ben`");
    wrong("ben,Ben", "two players are called `Ben`");
    home.run("play rules/gems --players 2 --names a,b,c").ends(2).says(&["3 names for 2 players"]);
}

/// The players, as the first line of a game lists them.
fn seated(home: &Home, more: &[&str]) -> String {
    let args = ["play", "rules/gems", "--no-record", "--seed", "1"];
    let run = home.run_words(&[&args[..], more].concat()).ends(0);
    run.out.lines().next().and_then(|line| line.strip_prefix("Gems: ")?.split(';').next()).expect("players").to_owned()
}

#[test]
fn bots_take_seats() {
    let home = Home::new();
    let bots = |bots: &str| seated(&home, &["--human", "none", "--set", "rounds=1", "--bots", bots]);
    let [anna, ben, chris] = ["anna (bot, ", "ben (bot, ", "chris (bot, "];
    let all = |who: &str| format!("{anna}{who}), {ben}{who}), {chris}{who})");
    assert_eq!((bots("mcts:9"), bots("mcts:1ms")), (all("mcts:9"), all("mcts:1ms")));
    for some in ["2=flat:5,anna=greedy", "random, ben=flat:5 ,1=greedy"] {
        assert_eq!(bots(some), format!("{anna}greedy), {ben}flat:5), chris (bot, random)"), "{some}");
    }
    for wrong in ["eva=random", "4=random", "0=random", "anna=", "anna=random,1=greedy", "random,greedy", ""] {
        let args = ["play", "rules/gems", "--no-record", "--human", "none", "--bots", wrong];
        home.run_words(&args).ends(2).says(&["--bots"]);
    }
    let wrong = |bots: &str, says: &str| {
        home.run_words(&["play", "rules/gems", "--no-record", "--bots", bots]).ends(2).says(&[says]);
    };
    // A list without seats, as other programs have it.
    wrong("random,greedy", "Name it for each bot: `--bots anna=random,ben=greedy`");
    wrong(
        "anna=random,1=greedy",
        "`--bots 1=greedy`: a bot is given twice for this seat; the seats are anna, ben, chris",
    );
    // In reports, a sort of bot is named once if all are equal.
    let report =
        |bots: &str| home.run(&format!("simulate rules/gems --players 2 --games 1 --seed 1 --set rounds=1 {bots}"));
    report("").ends(0).says(&["random players; rules "]);
    report("--bots mcts:9").ends(0).says(&["mcts:9 players; rules "]);
    report("--bots anna=mcts:9").ends(0).says(&["mcts:9, random players; rules "]);
}

/// Bots rotate by one seat after each game: in the third of three games, each bot sits two seats further.
#[test]
fn bots_rotate() {
    let always = "always\n  | what | holds |\n  | \"nobody has 1\" | every p in Player has score[p] < 1 |\n";
    let home = Home::with(&format!("{GEMS}\n{always}"));
    let args =
        "simulate rules/gems --players 3 --games 5 --seed 2 --jobs 1 --rotate --bots 1=greedy,2=flat:5 --set rounds=1";
    let run = home.run(args).ends(1);
    let again: Vec<&str> = run.out.lines().filter_map(|line| line.trim().strip_prefix("again: ")).collect();
    let bots = |game: u64| match game % 3 {
        0 => "--bots 1=greedy,2=flat:5,3=random",
        1 => "--bots 1=random,2=greedy,3=flat:5",
        _ => "--bots 1=flat:5,2=random,3=greedy",
    };
    assert!(!again.is_empty(), "{}", run.out);
    for command in again {
        let game: u64 = command.rsplit(' ').next().and_then(|game| game.parse().ok()).expect("a number");
        assert!(command.contains(bots(game)), "game {game}: {command}");
    }
}

#[test]
fn people_take_seats() {
    let home = Home::new();
    let human = |who: &[&str]| seated(&home, &[&["--players", "2"], who].concat());
    assert_eq!(human(&[]), "anna (you), ben (bot, random)");
    assert_eq!(human(&["--human", "2"]), "anna (bot, random), ben (you)");
    assert_eq!(human(&["--human", "none"]), "anna (bot, random), ben (bot, random)");
    home.run("play rules/gems --human eva").ends(2).says(&["`--human eva`: the seats are anna, ben, chris"]);
}

#[test]
fn a_setting_needs_a_value() {
    let home = Home::new();
    let set = |set: &str| home.run_words(&["simulate", "rules/gems", "--games", "1", "--players", "2", "--set", set]);
    set("rounds = 2").ends(0);
    set("rounds=").ends(2).says(&["rounds="]);
    set("rounds").ends(2).says(&["rounds"]);
}
