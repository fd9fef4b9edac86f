//! Figures of `simulate` about the course of games: by seat, bot and expression; as text, rows and a page.

use tavola::game::{Rules, Setup};
use tavola::play::record::CHANCE;
use tavola::play::simulate::record;

use super::{GEMS, Home};

/// The first player starts with a hundred points, so this player wins, and leads from the start.
fn given() -> String {
    let ended = GEMS.replace("  each p in Player: p gains sum", "  closing\n  each p in Player: p gains sum");
    ended.replace("play\n  repeat", "play\n  opening\n  repeat").replace(
        "winner p",
        "rule opening\n  seat(1) gains 100 score\n\nrule closing\n  say \"it is over\"\n\nwinner p",
    )
}

fn report(home: &Home, games: u64, more: &str) -> serde_json::Value {
    let args = format!("simulate rules/gems --games {games} --seed 1 --format json {more}");
    home.run(&args).ends(0).json()["runs"][0]["report"].clone()
}

#[test]
fn lengths_and_scores_are_distributions() {
    let report = report(&Home::new(), 40, "--players 2");
    let length = &report["length"];
    assert_eq!((&length["least"], &length["median"], &length["q95"]), (&12.0.into(), &12.0.into(), &12.0.into()));
    assert_eq!(report["lengths"]["12"], 40);
    let scores = report["course"]["scores"].as_array().expect("the rules rank by a score");
    assert_eq!((scores.len(), &scores[1]["player"]), (2, &"ben".into()));
    // The rules rank by the player's track.
    let tracks = report["tracks"].as_array().expect("tracks");
    for (score, player) in scores.iter().zip(["anna", "ben"]) {
        let track = tracks.iter().find(|track| track["index"] == serde_json::json!([player])).expect("a track");
        assert_eq!(
            (&score["spread"]["mean"], score["spread"]["least"].as_f64()),
            (&track["values"]["mean"], track["values"]["least"].as_f64())
        );
        let games: u64 = score["games"].as_object().into_iter().flatten().filter_map(|(_, games)| games.as_u64()).sum();
        assert_eq!(games, 40);
    }
    let order = ["least", "q05", "q25", "median", "q75", "q95", "most"].map(|at| scores[0]["spread"][at].as_f64());
    assert!(order.is_sorted() && order[0] < order[6], "{order:?}");
}

/// Only the first random games are analysed in detail, and the report says so. Wins and scores count all games.
#[test]
fn the_first_games_are_analysed_in_detail() {
    let home = Home::with(&doors());
    let chosen = |report: &serde_json::Value| {
        let all = report["chosen"].as_array().expect("a list").iter();
        all.filter(|one| one["what"] == "Door").map(|one| one["chosen"].as_u64().expect("a number")).sum::<u64>()
    };
    let scored = |report: &serde_json::Value| {
        let games = report["course"]["scores"][0]["games"].as_object().expect("scores").values();
        games.map(|games| games.as_u64().expect("a number")).sum::<u64>()
    };
    let first = report(&home, 260, "--players 2 --jobs 1");
    assert_eq!((&first["closely"], chosen(&first), scored(&first)), (&200.into(), 1200, 260));
    assert_eq!(report(&home, 260, "--players 2 --jobs 3"), first);
    let of_all = report(&home, 200, "--players 2");
    for figure in ["half_time", "decided", "changes"] {
        assert_eq!(first["course"][figure], of_all["course"][figure], "{figure} is that of the first 200");
    }
    assert_ne!(first["course"]["margin"], of_all["course"]["margin"]);
    let all = report(&home, 260, "--players 2 --closely all");
    assert_eq!((&all["closely"], chosen(&all), &all["seats"]), (&260.into(), 1560, &first["seats"]));
    assert_ne!(all["course"]["half_time"], first["course"]["half_time"]);
    let none = report(&home, 20, "--players 2 --closely 0");
    assert!(none["course"]["changes"].is_null() && none["chosen"].as_array().is_some_and(Vec::is_empty), "{none}");
    assert_eq!(scored(&none), 20);
    // With searching bots, or rows to write, the analysis costs little in comparison, so it covers all games.
    assert_eq!(report(&home, 210, "--players 2 --bots flat:1")["closely"], 210);
    assert_eq!(report(&home, 210, "--players 2 --csv g.csv")["closely"], 210);
    let text = home.run("simulate rules/gems --players 2 --games 260 --seed 1").ends(0);
    text.says(&["games over time (first 200 games)", "choices per game (first 200 games)"]);
    let text = home.run("simulate rules/gems --players 2 --games 30 --seed 1").ends(0).out;
    assert!(!text.contains("in the first"), "{text}");
    home.run("simulate rules/gems --closely some").ends(2).says(&["write a number of games, or all"]);
}

/// The report shows the advantage of the first seat, and that the game was decided early.
#[test]
fn the_advantage_of_the_first_seat_is_measured() {
    let home = Home::with(&given());
    let report = report(&home, 40, "--players 2");
    let first = &report["first_seat"];
    assert!(first["mean"] == 1.0 && first["high"] == 1.0 && first["low"].as_f64() < Some(0.9), "{first}");
    let course = &report["course"];
    assert_eq!((&course["half_time"]["mean"], &course["changes"]["most"]), (&1.0.into(), &0.0.into()));
    assert!(course["decided"]["most"].as_f64() < Some(0.1), "{course}");
    home.run("simulate rules/gems --players 2 --games 40 --seed 1").ends(0).says(&[
        "first seat: wins 100.0 percentage points more than the others",
        "the leader at half-time wins in 100.0% of the games",
        "Who leads at half-time wins 100.0% of the games (50.0% by chance alone).",
        "lead changes",
    ]);
    let fair = self::report(&Home::new(), 400, "--players 3");
    let first = &fair["first_seat"];
    assert!(first["low"].as_f64() < Some(0.0) && first["high"].as_f64() > Some(0.0), "{first}");
}

/// The first seat always wins. So a bot that rotates through two seats wins every second game.
#[test]
fn wins_of_rotating_bots_are_counted_by_bot() {
    let home = Home::with(&given());
    let fixed = report(&home, 40, "--players 2 --bots anna=greedy");
    assert_eq!((&fixed["bots"][0]["bot"], &fixed["bots"][0]["wins"]["count"]), (&"greedy".into(), &40.into()));
    assert!(fixed["first_seat"].is_null(), "seats with different bots are not compared");
    home.run("simulate rules/gems --players 3 --games 40 --seed 1 --bots anna=greedy")
        .ends(0)
        .says(&["greedy (1 of 3 seats) wins 100.0% of the games ("]);
    let moving = report(&home, 40, "--players 2 --bots anna=greedy --rotate");
    assert_eq!((&moving["bots"][0]["wins"]["count"], &moving["bots"][0]["alone"]), (&20.into(), &20.into()));
    assert_eq!((&moving["bots"][1]["wins"]["count"], &moving["bots"][1]["seats"]), (&20.into(), &1.into()));
    assert_eq!(moving["first_seat"]["mean"], 1.0);
    home.run("simulate rules/gems --players 2 --games 4 --seed 1 --bots anna=greedy --rotate").ends(0).says(&[
        "rotating by one seat after each game",
        "rotated through all seats",
        "greedy  1 of 2",
    ]);
}

/// The command in the report replays the game, with the bots in the same seats.
#[test]
fn a_game_of_rotating_bots_can_be_replayed() {
    let always = "always\n  | what | holds |\n  | \"nobody has 9\" | every p in Player has score[p] < 9 |\n";
    let home = Home::with(&format!("{GEMS}\n{always}"));
    let run = home.run("simulate rules/gems --players 2 --games 20 --seed 2 --bots anna=greedy --rotate").ends(1);
    let again = run.out.lines().find_map(|line| line.trim().strip_prefix("again: tavola ")).expect("a command");
    let game: u64 = again.rsplit(' ').next().and_then(|game| game.parse().ok()).expect("a number");
    let seats = if game.is_multiple_of(2) { "--bots 1=greedy,2=random" } else { "--bots 1=random,2=greedy" };
    assert!(again.contains(seats), "{again}");
    home.run(&format!("{again} --no-record")).ends(0).says(&["The game is over"]);
}

#[test]
fn wins_are_counted_by_an_expression() {
    let home = Home::with(&given());
    let by = |expr: &str, when: &str| {
        let args = [
            "simulate",
            "rules/gems",
            "--players",
            "2",
            "--games",
            "30",
            "--seed",
            "1",
            "--format",
            "json",
            "--by",
            expr,
        ];
        let when = if when.is_empty() { vec![] } else { vec!["--when", when] };
        let json = home.run_words(&[&args[..], &when].concat()).ends(0).json();
        let groups = json["runs"][0]["report"]["by"].as_array().expect("groups").clone();
        let group = |g: &serde_json::Value| {
            (
                g["value"].as_str().map(String::from),
                g["players"].as_u64().unwrap(),
                g["wins"]["count"].as_u64().unwrap(),
            )
        };
        groups.iter().map(group).collect::<Vec<_>>()
    };
    let some = |value: &str, players, wins| (Some(value.to_owned()), players, wins);
    assert_eq!(by("player.seat", ""), [some("1", 30, 30), some("2", 30, 0)]);
    // Before the opening no player has points, after it one has.
    assert_eq!(by("score[player] > 50", "start"), [some("no", 60, 30)]);
    assert_eq!(by("score[player] > 50", "opening"), [some("no", 30, 0), some("yes", 30, 30)]);
    // At the first question the second player has nothing, at the end something.
    assert_eq!(by("score[player] > 0", "setup"), [some("no", 30, 0), some("yes", 30, 30)]);
    assert_eq!(by("score[player] > 0", "closing"), [some("yes", 60, 30)]);
    assert_eq!(by("score[player] > 50", "setup"), [some("no", 30, 0), some("yes", 30, 30)]);
    assert_eq!(by("score[player] * 2 > score[anna]", "end").iter().map(|group| group.1).sum::<u64>(), 60);
    let text = home.run_words(&[
        "simulate",
        "rules/gems",
        "--players",
        "2",
        "--games",
        "30",
        "--by",
        "player.seat",
        "--when",
        "opening",
    ]);
    text.ends(0).says(&["wins by player.seat, when opening first ran", "2           30    0.0%"]);
}

#[test]
fn the_profile_is_reported_and_drawn() {
    let home = Home::new();
    let flags = "--players 2 --games 5 --seed 1 --profile --flame time.svg";
    let shown = home.run(&format!("simulate rules/gems {flags}")).ends(0);
    shown.says(&["profile of 5 games", "itself", "options of questions", "gems.tavola:"]);
    let picture = std::fs::read_to_string(home.path("time.svg")).expect("it was written");
    assert!(picture.contains("<svg") && picture.contains("Profile"), "{picture}");
    assert!(picture.contains("play ("), "a rule has its bar: {picture}");
    let json = home.run(&format!("simulate rules/gems {flags} --format json")).ends(0).json();
    let profile = &json["runs"][0]["profile"];
    assert_eq!(
        (&profile["games"], profile["rules"].as_array().is_some_and(|rules| !rules.is_empty())),
        (&5.into(), true)
    );
    let plain = home.run("simulate rules/gems --players 2 --games 5 --seed 1 --format json").ends(0).json();
    assert_eq!(plain["runs"][0]["report"], json["runs"][0]["report"], "the figures are those without it");
    assert!(plain["runs"][0].get("profile").is_none());
    home.run("simulate rules/gems --games 5 --profile --flame time.svg").ends(2).says(&["flame graph", "--players"]);
    home.run("simulate rules/gems --games 5 --flame time.svg").ends(2).says(&["--profile"]);
    let lost = home.run("simulate rules/gems --players 2 --games 5 --profile --flame nowhere/time.svg").ends(2);
    lost.says(&["nowhere/time.svg"]);
}

/// Speed depends on the machine. The measured quantity and the hash of the rules do not.
#[test]
fn speed_is_measured_and_reported() {
    let home = Home::new();
    let shown = home.run("bench rules --players 2 --seconds 1 --jobs 2").ends(0);
    shown.says(&["games/s", "games/s on 2", "first question ms", "position bytes", "rules/gems"]);
    let json = home.run("bench rules/gems --players 2 --seconds 1 --jobs 1 --format json").ends(0).json();
    let run = &json["runs"][0];
    assert!(run.get("several").is_none() && run["rules"].is_string(), "{run}");
    assert_eq!((&run["players"], &run["one"]["threads"]), (&2.into(), &1.into()));
    let figure = |of: &serde_json::Value| of.as_f64().unwrap_or_default();
    // A game has twelve questions and two dice.
    let each = figure(&run["one"]["answers_a_second"]) / figure(&run["one"]["games_a_second"]);
    let answers = report(&home, 5, "--players 2")["answers"]["mean"].clone();
    assert!((each - figure(&answers)).abs() < 1e-6, "{each} {answers}");
    for of in ["read", "lower", "first_question", "position", "copy"] {
        assert!(figure(&run[of]) > 0.0, "{of}: {run}");
    }
    let broken = Home::with(&GEMS.replace("play\n", "play\n  require 1 / (1 - 1) rounded down is 0\n"));
    broken.run("bench rules/gems --seconds 1").ends(1).says(&["a division by 0"]);
    home.run("bench rules/gems --players 9").ends(2);
}

#[test]
fn an_invalid_expression_is_located() {
    let home = Home::new();
    let by = |expr: &str, when: &str| {
        home.run_words(&["simulate", "rules/gems", "--players", "2", "--games", "3", "--by", expr, "--when", when])
            .ends(2)
    };
    by("scor[player]", "end").says(&["expression:1:1", "scor", "did you mean `score`?"]);
    by("score[player", "end").says(&["expression:1:"]);
    by("play", "end").says(&["`--by play`: a rule or an action has no value; let a track count it"]);
    by("score[player]", "plai").says(&["`--when plai`", "start, setup, end", "did you mean `play`?"]);
    home.run("simulate rules/gems --when end").ends(2).says(&["--by"]);
    home.run("simulate rules/gems --rotate").ends(2).says(&["--bots"]);
}

/// A game with two doors: one gives points, the other nothing.
fn doors() -> String {
    let doors = "kind Door\n  | id   | prize |\n  | gold |     5 |\n  | dust |     0 |\n\nkind Gem";
    let rules = GEMS.replacen("kind Gem", doors, 1);
    let rules =
        rules.replace("      p gains n score\n", "      p chooses d in Door\n      p gains n + d.prize score\n");
    // After the last door the game is not over. Otherwise a bot would choose any door once the winner is certain.
    rules.replace(
        "  each p in Player: p gains sum",
        "  each p in Player: p chooses bye in {yes, no}\n  each p in Player: p gains sum",
    )
}

/// Options that greedy players never take, though they are offered as often as the best, are listed. Random players take all.
#[test]
fn options_that_search_bots_never_choose_are_listed() {
    let home = Home::with(&doors());
    let chosen = |report: &serde_json::Value, name: &str| {
        let all = report["chosen"].as_array().expect("a list").clone();
        let one = all.into_iter().find(|one| one["name"] == name && one["what"] == "Door").expect("it is offered");
        (one["offered"].as_u64(), one["chosen"].as_u64().unwrap())
    };
    let thinking = report(&home, 6, "--players 2 --bots greedy");
    assert_eq!((chosen(&thinking, "gold"), chosen(&thinking, "dust")), ((Some(36), 36), (Some(36), 0)));
    let random = report(&home, 40, "--players 2");
    let (gold, dust) = (chosen(&random, "gold"), chosen(&random, "dust"));
    assert_eq!((gold.0, dust.0, gold.1 + dust.1), (None, None, 240));
    assert!(gold.1 > 80 && dust.1 > 80, "{gold:?} {dust:?}");
    // With a greedy and a random player, only the greedy player's choices count.
    let mixed = report(&home, 6, "--players 2 --bots anna=greedy");
    assert_eq!((chosen(&mixed, "gold"), chosen(&mixed, "dust")), ((Some(18), 18), (Some(18), 0)));
    home.run("simulate rules/gems --players 2 --games 6 --seed 1 --bots greedy")
        .ends(0)
        .says(&["offered but never chosen: dust (Door, offered 36 times)"]);
}

/// Rows are in the order of the games for any number of threads, and agree with the record of a game.
#[test]
fn rows_of_games_and_answers_are_written() {
    let home = Home::new();
    let rows = |jobs: u32, games: u32, more: &str| {
        let args = format!(
            "simulate rules/gems --players 2 --games {games} --seed 7 --jobs {jobs} --csv g.csv --csv-answers a.csv {more}"
        );
        home.run(&args).ends(0);
        (home.read("g.csv"), home.read("a.csv"))
    };
    let (games, answers) = rows(1, 150, "");
    assert!(rows(3, 150, "") == (games.clone(), answers.clone()), "other rows by three threads");
    let lines: Vec<&str> = games.lines().collect();
    assert_eq!(lines.len(), 151);
    let heads: Vec<&str> = lines[0].split(',').collect();
    let cell = |line: &str, head: &str| {
        let at = heads.iter().position(|own| *own == head).unwrap_or_else(|| panic!("no column {head}: {heads:?}"));
        line.split(',').nth(at).expect("as many cells as heads").to_owned()
    };
    let mut won = 0.0;
    for (number, line) in lines[1..].iter().enumerate() {
        assert_eq!(
            (cell(line, "game"), cell(line, "seed"), cell(line, "end")),
            (number.to_string(), "7".into(), "over".into())
        );
        assert_eq!((cell(line, "questions"), cell(line, "chance")), ("12".into(), "6".into()));
        assert_eq!(cell(line, "score[anna]"), cell(line, "track score[anna]"));
        assert_eq!(cell(line, "bot[ben]"), "random");
        won += cell(line, "won[anna]").parse::<f64>().expect("a part")
            + cell(line, "won[ben]").parse::<f64>().expect("a part");
    }
    assert_eq!(won, 150.0);
    assert_eq!(answers.lines().count(), 1 + 150 * 18);
    // Game 5 by its record.
    let rules = Rules::read(&home.path("rules/gems"), None).expect("rules");
    let game = rules.game(&Setup::of(2)).expect("a game");
    let known = record(&rules, &game, 7, 5).answers;
    let shown: Vec<(String, String)> = answers
        .lines()
        .filter(|line| line.starts_with("5,"))
        .map(|line| {
            let cells: Vec<&str> = line.splitn(6, ',').collect();
            (cells[2].to_owned(), cells[5].trim_matches('"').to_owned())
        })
        .collect();
    assert_eq!(shown, known);
    assert!(known.iter().any(|(who, _)| who == CHANCE) && known.len() == 18);
    let by = rows(2, 20, "--by player.seat").0;
    assert!(by.lines().next().is_some_and(|heads| heads.contains("score[anna],by[anna],")), "{by}");
    let thinking = |jobs: u32| rows(jobs, 20, "--bots anna=flat:3 --rotate");
    assert!(thinking(1) == thinking(2));
}

#[test]
fn games_with_faults_have_rows() {
    let faulty = GEMS.replace("      p gains n score\n", "      p gains n / (n - 2) rounded down score\n");
    let home = Home::with(&faulty);
    home.run("simulate rules/gems --players 2 --games 8 --seed 1 --csv g.csv").ends(1);
    let games = home.read("g.csv");
    let columns = |line: &str| line.split(',').count();
    let heads = games.lines().next().map(columns);
    assert!(games.lines().count() == 9 && games.lines().all(|line| Some(columns(line)) == heads), "{games}");
    assert!(games.contains("a division by 0"), "{games}");
    let two = home.run("simulate rules/gems --games 8 --csv g.csv").ends(2);
    two.says(&["one number of players", "--players"]);
    home.run("simulate rules/gems --players 2 --games 8 --csv no/where.csv").ends(2).says(&["no/where.csv"]);
}

/// The contents of a file with the feature: `tests/parquet_rows.rs`.
#[test]
#[cfg(not(feature = "parquet"))]
fn without_the_feature_there_is_no_parquet() {
    let home = Home::new();
    for option in ["--parquet", "--parquet-answers"] {
        let run = home.run(&format!("simulate rules/gems --players 2 --games 8 {option} g.parquet")).ends(2);
        run.says(&["this tavola writes no Parquet", "--features parquet", "--csv"]);
        home.run(&format!("simulate rules/gems --games 8 {option} g.parquet")).ends(2).says(&["one number of players"]);
    }
    assert!(!home.path("g.parquet").exists());
}

#[test]
fn figures_are_written_as_a_page() {
    let home = Home::with(&doors());
    home.run("simulate rules/gems --games 60 --seed 1 --html figures.html --by player.seat")
        .ends(0)
        .says(&["Gems, 3 players"]);
    let html = home.read("figures.html");
    assert!(html.starts_with("<!DOCTYPE html>") && html.matches("<svg").count() == 6, "{html}");
    assert_eq!(html.matches("http").count(), html.matches("http://www.w3.org/2000/svg").count());
    for part in [
        "Gems, 2 players",
        "Gems, 3 players",
        "Wins in percent of games",
        "first seat: wins",
        "random players",
        "Wins by <code>player.seat</code>",
        "Choices per game",
        "Games over time",
        "Score over time",
        "Wins by first answer",
        "Games to look at",
        "class=\"verdict\"",
    ] {
        assert!(html.contains(part), "`{part}` is missing");
    }
    // An unwritable file is reported before a game is played.
    for page in ["--html no/where.html", "--players 2 --profile --flame no/where.html"] {
        home.run(&format!("simulate rules/gems --games 90000000 {page}"))
            .ends(2)
            .says(&["cannot write `no/where.html`"]);
    }
}
