//! Changes of `look.yaml` as a text: what is written, and what stays.

use tavola_ide::{DrawnBoard, DrawnSpace, LookChange, SpaceMove, Workspace, changed_look};

use crate::look::SVG;
use crate::scene::VALLEY;

fn colour(name: &str, colour: &str) -> LookChange {
    LookChange::Colour(name.to_owned(), Some(colour.to_owned()).filter(|colour| !colour.is_empty()))
}

/// The valley as it is drawn: 800 by 400 pixels.
fn moved(space: &str, moved: SpaceMove) -> LookChange {
    let spaces = [("hill", (100.0, 100.0)), ("mill", (500.0, 100.0)), ("ford", (500.0, 300.0))];
    let spaces =
        spaces.map(|(name, middle)| DrawnSpace { name: name.to_owned(), middle, size: (156.0, 40.0) }).to_vec();
    LookChange::Position(
        DrawnBoard { name: "valley".to_owned(), spaces, size: (800.0, 400.0) },
        space.to_owned(),
        moved,
    )
}

#[track_caller]
fn becomes(text: &str, change: &LookChange, wanted: &str) {
    assert_eq!(changed_look(text, change).expect("it can be written"), wanted);
}

#[test]
fn a_colour_is_written_in_the_style_of_its_map() {
    let gold = colour("hill", "gold");
    for (text, wanted) in [
        ("", "colours:\n  hill: gold\n"),
        ("# ours", "# ours\ncolours:\n  hill: gold\n"),
        ("{}\n", "{ colours: { hill: gold } }\n"),
        ("colours:\n", "colours:\n  hill: gold\n"),
        ("colours: # later\nicons: { mill: M }\n", "colours: # later\n  hill: gold\nicons: { mill: M }\n"),
        ("colours: ~\n", "colours:\n  hill: gold\n"),
        ("colours: {}\n", "colours: { hill: gold }\n"),
        ("colours: { mill: tan } # two\n", "colours: { mill: tan, hill: gold } # two\n"),
        ("colours: { mill: tan, }\n", "colours: { mill: tan, hill: gold }\n"),
        ("colours: {\n  mill: tan\n}\n", "colours: {\n  mill: tan,\n  hill: gold\n}\n"),
        ("colours: {\n  mill: tan # brown\n}\n", "colours: {\n  mill: tan, hill: gold # brown\n}\n"),
        (
            "colours:\n    mill: tan   # brown\n\nicons:\n  mill: M\n",
            "colours:\n    mill: tan   # brown\n    hill: gold\n\nicons:\n  mill: M\n",
        ),
        ("colours:\n  mill: tan\n# the end", "colours:\n  mill: tan\n  hill: gold\n# the end"),
        ("colours:\n  hill: tan # brown\n  mill: tan\n", "colours:\n  hill: gold # brown\n  mill: tan\n"),
        ("colours: { \"hill\": '#aabbcc' }\n", "colours: { \"hill\": gold }\n"),
        ("colours:\n  hill:   # none yet\n  mill: tan\n", "colours:\n  hill: gold   # none yet\n  mill: tan\n"),
        (
            "icons: &i { mill: M }\ncolours:\n  <<: *i\n  mill: tan\n",
            "icons: &i { mill: M }\ncolours:\n  <<: *i\n  mill: tan\n  hill: gold\n",
        ),
    ] {
        becomes(text, &gold, wanted);
    }
    becomes("", &colour("hill", "#8fae6b"), "colours:\n  hill: \"#8fae6b\"\n");
    becomes("", &LookChange::Icon("cart".into(), Some("★".into())), "icons:\n  cart: \"★\"\n");
    becomes("", &LookChange::Icon("a: b".into(), Some("#".into())), "icons:\n  \"a: b\": \"#\"\n");
    let ground = LookChange::Background("valley".into(), Some("pictures/map.svg".into()));
    becomes(
        "boards:\n  valley:\n    size: [8, 4]\n",
        &ground,
        "boards:\n  valley:\n    size: [8, 4]\n    background: \"pictures/map.svg\"\n",
    );
    let players = LookChange::Players(Some(vec!["red".into(), "#0000ff".into()]));
    becomes(
        "colours:\n  Player:\n    - tan\n    - blue\n  hill: red\n",
        &players,
        "colours:\n  Player:\n    [red, \"#0000ff\"]\n  hill: red\n",
    );
}

#[test]
fn a_removed_value_leaves_the_rest() {
    let none = colour("hill", "");
    for (text, wanted) in [
        ("", ""),
        ("icons: { hill: H }\n", "icons: { hill: H }\n"),
        ("colours: { hill: tan, mill: red }\n", "colours: { mill: red }\n"),
        ("colours: { mill: red, hill: tan } # two\n", "colours: { mill: red } # two\n"),
        (
            "colours:\n  # of stone\n  mill: red\n  hill: tan\n  ford: blue\n",
            "colours:\n  # of stone\n  mill: red\n  ford: blue\n",
        ),
    ] {
        becomes(text, &none, wanted);
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_explained() {
    for (text, words) in [
        ("colours: [tan]\n", "`colours` must be a map, found a list"),
        ("colours: tan\n", "`colours` must be a map, found a word"),
        ("colours: { hill: [\n", "this is not YAML"),
        ("icons: &i { mill: M }\ncolours: *i\n", "write it in the text"),
    ] {
        let why = changed_look(text, &colour("hill", "gold")).expect_err(text);
        assert!(why.contains(words), "{text}: {why}");
    }
    let why = changed_look("", &moved("moon", SpaceMove::By((1, 0)))).expect_err("there is no such space");
    assert!(why.contains("no space `moon`"), "{why}");
}

#[test]
fn the_first_move_writes_what_is_drawn() {
    let drawn = "boards:\n  valley:\n    size: [160, 80]\n    positions:\n      hill: [20, 20]\n      mill: [100, 20]\n      ford: [100, 60]\n";
    let two_right = SpaceMove::By((2, 0));
    becomes("", &moved("hill", two_right), &drawn.replace("[20, 20]", "[22, 20]"));
    becomes("", &moved("ford", SpaceMove::To((250.0, 399.0))), &drawn.replace("[100, 60]", "[50, 80]"));
    // The board has its own size, and the proportions that its background needs.
    let own = "boards: { valley: { size: [80, 40] } }\n";
    let positions = "positions: { hill: [12, 10], mill: [50, 10], ford: [50, 30] }";
    becomes(own, &moved("hill", two_right), &own.replace("[80, 40]", &format!("[80, 40], {positions}")));
    // Positions without a size have no scale.
    let old = "boards:\n  valley:\n    positions: # ours\n      hill: [0, 0] # high\n      mill: [1, 0]\n";
    let new = "boards:\n  valley:\n    positions: # ours\n      hill: [22, 20] # high\n      mill: [100, 20]\n      ford: [100, 60]\n    size: [160, 80]\n";
    becomes(old, &moved("hill", two_right), new);
}

#[test]
fn a_move_changes_one_position() {
    let look = "boards:\n  valley:\n    size: [80, 40]\n    # from the map\n    positions: { hill: [10, 10], mill: [50, 10], ford: [50, 30] }\n";
    let to = |at: &str| look.replace("hill: [10, 10]", &format!("hill: {at}"));
    for (step, wanted) in [
        (SpaceMove::By((1, 0)), "[11, 10]"),
        (SpaceMove::By((0, -3)), "[10, 7]"),
        (SpaceMove::By((-99, 0)), "[0, 10]"),
        // A step over the space in its way.
        (SpaceMove::By((40, 0)), "[80, 10]"),
        (SpaceMove::To((306.0, 204.0)), "[31, 20]"),
        (SpaceMove::To((-50.0, 9999.0)), "[0, 40]"),
        // Above the box on which it is dropped: between them is the least distance.
        (SpaceMove::To((500.0, 90.0)), "[50, 3]"),
        (SpaceMove::To((101.0, 99.0)), "[10, 10]"),
    ] {
        becomes(look, &moved("hill", step), &to(wanted));
    }
    // A space that has no position yet.
    let some = "boards:\n  valley: { size: [80, 40], positions: { hill: [10, 10], mill: [50, 10] } }\n";
    let wanted = some.replace("mill: [50, 10]", "mill: [50, 10], ford: [51, 30]");
    becomes(some, &moved("ford", SpaceMove::By((1, 0))), &wanted);
}

/// The valley with a look, checked.
fn valley(look: &str) -> Workspace {
    let mut game = Workspace::new("valley");
    game.set("valley.tavola", Some(VALLEY.to_owned()));
    game.set("map.svg", Some(SVG.to_owned()));
    game.check();
    game.set("look.yaml", Some(look.to_owned()));
    game
}

#[test]
fn names_colours_and_pictures_are_completed() {
    for (look, wanted, others) in [
        ("^", "boards: ", "hill: "),
        ("col^", "colours: ", "hill: "),
        ("colours:\n  ^", "hill: ", "fame: "),
        ("colours:\n  ^", "Player: ", "valley: "),
        ("colours:\n  mill: tan\n  ^", "Card: ", "colours: "),
        ("colours: { mill: tan, ^", "cart: ", "tan"),
        ("colours: { mill: ^", "crimson", "hill: "),
        ("colours: { Player: [red, ^", "navy", "hill: "),
        ("colours: { Player: [red, navy], ^", "hill: ", "navy"),
        ("icons:\n  ^", "fame: ", "valley: "),
        ("icons:\n  cart: ^", "map.svg", "navy"),
        ("boards:\n  ^", "valley: ", "hill: "),
        ("boards:\n  valley:\n    ^", "positions: ", "valley: "),
        ("boards:\n  valley:\n    background: ^", "map.svg", "positions: "),
        ("boards:\n  valley:\n    background: na^", "navy", "positions: "),
        ("boards:\n  valley:\n    positions:\n      # first\n      ^", "ford: ", "sun: "),
        ("boards: { valley: { positions: { hill: [1, 2], ^", "ford: ", "size: "),
        ("boards:\n  valley:\n    positions: { hill: [1, 2] }\n    ^", "size: ", "ford: "),
    ] {
        let game = valley(&look.replace('^', ""));
        let offers = game.completion("look.yaml", look.find('^').expect("a place")).offers;
        let found: Vec<&str> = offers.iter().map(|offer| offer.text.as_str()).collect();
        assert!(found.contains(&wanted) && !found.contains(&others), "{look}: {found:?}");
    }
    let game = valley("icons:\n  cart: map.s");
    let offers = game.completion("look.yaml", "icons:\n  cart: map.s".len());
    assert_eq!(offers.replaces, "icons:\n  cart: ".len().."icons:\n  cart: map.s".len(), "the whole name is replaced");
    let texts: Vec<&str> = offers.offers.iter().map(|offer| offer.text.as_str()).collect();
    assert_eq!(texts, ["map.svg", "pips"]);
}

#[test]
fn a_name_in_a_look_shows_its_declaration() {
    let game = valley("colours: { hill: gold }\n");
    let hover = game.hover("look.yaml", 12).expect("a name");
    assert_eq!((hover.sort, &hover.at.bytes), ("member", &(11..15)));
    assert!(hover.declaration.is_some_and(|line| line.contains("\"Hill\"")));
    assert!(game.hover("look.yaml", 19).is_none(), "a colour is no name of the rules");
}
