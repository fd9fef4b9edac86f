//! Endless games, and menus that run out of options: the messages.

use super::Home;

/// Random players do not end this game: each takes back what the other gives.
const SEESAW: &str = r#"
game seesaw "Seesaw" for 2 players

track weight 0..9 start 5
  past top: stay
  past bottom: stay

track turns[Player] 0..

play
  in turn p in Player until weight > 99: step(p)

rule step(p in Player)
  p chooses one of "What do you do?"
    option "push": raise weight by 1
    option "pull": lower weight by 1
  p may "Rest?"
    p may "Really?": say "{p} rests"

winner p in Player by most p.seat
"#;

const DRY: &str = r#"
game dry "Dry" for 2 players

play
  each p in Player: p does turn, if possible

menu turn "What?"
  remember: n = 2
  until:    n is 0

action go of turn "go"
  limit: once
  cost:  1 n

winner p in Player by most p.seat
"#;

#[test]
fn the_endless_loop_is_named() {
    let home = Home::with(SEESAW);
    let mut lines = Vec::new();
    for seed in 1..=3 {
        let run = home.run(&format!("simulate rules/gems --games 1 --seed {seed}"));
        assert_eq!(run.code, 3, "{}{}", run.out, run.err);
        let all = format!("{}{}", run.out, run.err);
        let line = all.lines().find(|line| line.contains("is not over after")).unwrap_or_else(|| panic!("{all}"));
        assert!(line.contains("its `in turn` never ends: `until weight > 99` does not come true"), "{line}");
        assert!(all.contains(":11:3"), "the place of the loop: {all}");
        lines.push(line.to_owned());
    }
    lines.dedup();
    assert_eq!(lines.len(), 1, "{lines:?}");
}

/// The inner loop ends each time, the outer one does not.
const ROUNDS: &str = r#"
game rounds "Rounds" for 2 players

track stock 0..9 start 5
  past top: stay

play
  repeat until stock is 0
    in turn p in Player until all pass
      p may "Fill it up?": raise stock by 1

winner p in Player by most p.seat
"#;

/// A menu that ends each time it is opened.
const MENUS: &str = r#"
game menus "Menus" for 2 players

track stock 0..9 start 5
  past top: stay

play
  in turn p in Player until stock is 0
    p does turn

menu turn "What?"
  remember: done = 0
  until:    done is 1

action fill of turn "fill"
  effect: raise stock by 1
          set done = 1

winner p in Player by most p.seat
"#;

#[test]
fn a_loop_that_ends_is_not_named() {
    let around = "its loop never ends: `until stock is 0` does not come true";
    let turns = "its `in turn` never ends: `until stock is 0` does not come true";
    let named = |home: &Home, verb: &str, until: &str| {
        let run = home.run(verb);
        let all = format!("{}{}", run.out, run.err);
        assert!(run.code == 3 && all.contains(until) && all.contains(":8:3"), "{verb}: {all}");
    };
    named(&Home::with(MENUS), "simulate rules/gems --games 1 --seed 1", turns);
    let home = Home::with(ROUNDS);
    named(&home, "simulate rules/gems --games 1 --seed 1", around);
    named(&home, "play rules/gems --human none --seed 1", around);
    home.run("test rules/gems --update");
    let kept = home.read("snapshots/rounds/game-2-players.txt");
    assert!(kept.lines().count() < 300 && kept.contains(around), "{kept}");
}

#[test]
fn a_menu_without_options_names_what_ends_it() {
    let home = Home::with(DRY);
    let checked = home.run("check rules/gems");
    assert!(checked.out.contains("W0704") || checked.err.contains("W0704"), "{}{}", checked.out, checked.err);
    let run = home.run("simulate rules/gems --games 1 --seed 1");
    let all = format!("{}{}", run.out, run.err);
    assert!(all.contains("F0011") && all.contains("until: done \"end\""), "{all}");
}
