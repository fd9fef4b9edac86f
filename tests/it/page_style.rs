//! The style of a page, as far as it can be tested without a browser.

use std::collections::BTreeMap;
use std::path::Path;

use tavola::draw;
use tavola::game::{Rules, Setup};
use tavola::scene::Stage;

/// A colour in OKLab, where distances match human perception.
fn lab(colour: &str) -> [f64; 3] {
    let digits: Vec<f64> = colour.chars().map(|digit| f64::from(digit.to_digit(16).expect("hexadecimal"))).collect();
    let parts: Vec<f64> = match digits.len() {
        3 => digits.iter().map(|digit| digit * 17.0).collect(),
        6 => digits.chunks(2).map(|pair| pair[0] * 16.0 + pair[1]).collect(),
        _ => panic!("{colour}"),
    };
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let [red, green, blue] = [0, 1, 2].map(|at| linear(parts[at] / 255.0));
    let long = (0.4122 * red + 0.5363 * green + 0.0514 * blue).cbrt();
    let middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue).cbrt();
    let short = (0.0883 * red + 0.2817 * green + 0.6300 * blue).cbrt();
    [
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    ]
}

/// The colours in a style sheet after this text.
fn colours<'a>(style: &'a str, after: &str) -> Vec<&'a str> {
    let hash = format!("{after}#");
    let found = style.split(hash.as_str()).skip(1);
    found.map(|rest| rest.split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default()).collect()
}

#[test]
fn the_colour_of_clickable_things_is_no_players_colour() {
    let players: Vec<&str> = (0..8).flat_map(|seat| colours(draw::STYLE, &format!(".c{seat}{{background:"))).collect();
    let marks = colours(draw::STYLE, "--mark:");
    assert_eq!((players.len(), marks.len()), (8, 2), "{players:?} {marks:?}");
    for mark in marks {
        for player in &players {
            let (one, other) = (lab(mark), lab(player));
            let far = (0..3).map(|at| (one[at] - other[at]).powi(2)).sum::<f64>().sqrt();
            assert!(far > 0.15, "#{mark} and #{player} are {far:.3} apart");
        }
    }
}

/// The table of chess before the first move.
fn chess() -> String {
    let rules = Rules::read(Path::new("rules/classics/chess"), None).expect("it is there");
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    let stage = Stage::new(&game, BTreeMap::default());
    let scene = stage.scene(&referee.view(&state, Some(0)), referee.question(&state).as_ref(), Vec::new());
    draw::table(&scene, &draw::Seat::default(), "key", 1)
}

#[test]
fn pieces_are_figures_where_the_look_says_so() {
    let page = chess();
    let pawn = |seat: usize| format!("class=\"mark figure p{seat}\"");
    assert_eq!(
        [pawn(0), pawn(1)].map(|class| page.matches(&class).count()),
        [16, 16],
        "each in the colour of its player"
    );
    assert!(!page.contains("<circle"), "without circles");
    assert_eq!(page.matches(" edge mid\"").count(), 64, "black ones are seen on dark paper, too");
}

#[test]
fn numbers_of_clauses_are_called_rules() {
    assert!(chess().contains("<summary>Rule <span>CH-2</span></summary>"));
}

#[test]
fn the_names_of_columns_are_inside_the_picture() {
    let page = chess();
    let box_of = page.split_once("viewBox=\"").expect("a picture").1.split('"').next().expect("its size");
    let height: i64 = box_of.split(' ').next_back().and_then(|high| high.parse().ok()).expect("a number");
    let names = page.split("<text class=\"mark dim\"").skip(1);
    let lowest = names.filter_map(|text| text.split_once(" y=\"")?.1.split('"').next()?.parse::<i64>().ok()).max();
    // A quarter of a letter is below its baseline.
    assert!(lowest.expect("there are names") + 3 <= height, "{lowest:?} of {height}");
}
