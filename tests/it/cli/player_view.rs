//! A game from one player's view: `replay --as`, `save FILE --as`, and the file of that view.

use super::Home;

/// Cards that only their owner sees, an answer that nobody else sees, and a public move.
const RULES: &str = r#"
game gems "Gems" for 2 players
kind Gem
  | id   | copies |
  | ruby |      6 |
  | opal |      6 |
components
  | component | count  | start |
  | Gem       | copies | bag   |
places
  | place             | holds | order    | seen by |
  | bag               | Gem   | shuffled | nobody  |
  | hand[p in Player] | Gem   |          | p       |
  | table             | Gem   |          | all     |
memory
  | variable         | type | start | seen by |
  | bid[p in Player] | 0..3 | 0     | p       |
track fame[Player] 0..9
play
  each p in Player: draw 2 from bag to hand[p]
  each p in Player
    p chooses n in 0..3 "How much?" seen by p
    set bid[p] = n
  seat(1) chooses g in hand[seat(1)] "Which do you show?"
  move g from hand[seat(1)] to table
  seat(1) gains 1 fame
winner p in Player by most fame[p]
"#;

/// Records of two games with the same view for Anna.
fn twins(shown: bool) -> Home {
    let home = Home::with(RULES);
    for (name, seed, card, bid) in [("one", 71_717, "ruby", 3), ("two", 82_828, "opal", 1)] {
        let last = if shown { "- anna: ruby\n" } else { "" };
        let answers = format!(
            "- chance: ruby\n- chance: opal\n- chance: {card}\n- chance: {card}\n- anna: 2\n- ben: {bid}\n{last}"
        );
        let text = format!("game: gems\nrules: 0\nplayers: [anna, ben]\nseed: {seed}\nanswers:\n{answers}");
        home.write(&format!("{name}.yaml"), text);
    }
    home
}

#[test]
fn equal_views_give_equal_files() {
    for shown in [false, true] {
        let home = twins(shown);
        for (name, who) in [("one", "anna"), ("two", "anna"), ("one", "ben"), ("two", "ben")] {
            home.run(&format!("replay {name}.yaml --as {who} -o {name}-{who}.yaml")).ends(0);
        }
        let story = home.read("one-anna.yaml");
        assert_eq!(story, home.read("two-anna.yaml"));
        assert_ne!(home.read("one-ben.yaml"), home.read("two-ben.yaml"), "ben's own view differs");
        assert!(story.starts_with("seen_by: anna\ngame: gems\nplayers: [anna, ben]\nstory:\n"), "{story}");
        assert!(story.contains("opal") && story.contains("ben"), "{story}");
        for secret in ["seed:", "71717", "82828", "answers:", "rules:"] {
            assert!(!story.contains(secret), "`{secret}` in {story}");
        }
        let (one, two) = (home.run("replay one.yaml --as anna").ends(0), home.run("replay two.yaml --as anna").ends(0));
        assert_eq!(one.out, two.out);
        assert_ne!(home.run("replay one.yaml").ends(0).out, home.run("replay two.yaml").ends(0).out);
        assert_eq!(one.out.contains("1. Anna"), shown, "{}", one.out);
    }
}

#[test]
fn a_view_file_can_be_read_but_not_resumed() {
    let home = twins(true);
    home.run("replay one.yaml --as anna -o told.yaml")
        .ends(0)
        .says(&["`told.yaml` contains the game as anna saw it and nothing else"]);
    let story = home.read("told.yaml");
    home.run("replay one.yaml --as anna -o told.yaml").ends(2).says(&["`told.yaml` exists already"]);
    home.run("replay one.yaml --as anna -o one.yaml").ends(2).says(&["`one.yaml` exists already"]);
    home.run("replay told.yaml").ends(0).says(&["gems: anna, ben; as anna saw it", "1. Anna"]);
    home.run("replay told.yaml --as anna").ends(0).says(&["as anna saw it"]);
    home.run("replay told.yaml --as ben").ends(2).says(&["is a game as anna saw it, not a record"]);
    home.run("play --resume told.yaml").ends(2).says(&["as anna saw it", "it cannot be resumed"]);
    assert_eq!(home.read("told.yaml"), story);
    home.run("replay one.yaml --as carla").ends(2).says(&["there is no player `carla`; players: anna, ben"]);
    home.run("replay one.yaml -o x.yaml").ends(2).says(&["--as"]);
    home.write("odd.yaml", "seen_by: anna\nseed: 7\n");
    home.run("replay odd.yaml").ends(2).says(&["odd.yaml:2:1", "unknown key `seed`"]);
    // An illegal answer may be one that Anna does not see.
    home.write("old.yaml", home.read("one.yaml").replace("ben: 3", "ben: 9"));
    let run = home.run("replay old.yaml --as anna -o none.yaml").ends(1).says(&["answer 6 of 7 is no longer possible"]);
    assert!(!run.err.contains("ben: 9") && !home.path("none.yaml").exists(), "{}", run.err);
}

#[test]
fn a_view_can_be_saved_during_the_game() {
    let home = Home::with(RULES);
    let input = "2\nsave told.yaml --as anna\nsave told.yaml --as anna\nsave other.yaml --as carla\nquit\n";
    let run = home.feed("play rules/gems --players 2 --seed 7", input).ends(0);
    let run = run.says(&["as anna saw it", "`told.yaml` exists already", "there is no player `carla`; players: "]);
    let run = run.says(&["holds all secrets", "the seed determines the cards"]);
    assert!(run.out.contains("Which do you show?"), "{}", run.out);
    home.run("replay gems-7.yaml --as anna -o again.yaml").ends(0);
    assert_eq!(home.read("told.yaml"), home.read("again.yaml"));
    assert!(!home.path("other.yaml").exists());
}
