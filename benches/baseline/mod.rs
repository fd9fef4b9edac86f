//! Games in plain Rust, as a programmer would write a single game by hand: a board is an array, and each question lists its options
//! from scratch. They ask the same questions in the same order as the rules: a baseline for speed, and a test of the rules.

pub(crate) mod breakthrough;
pub(crate) mod connect_four;
pub(crate) mod othello;
pub(crate) mod san_marco;

/// Default names of the players.
const NAMES: [&str; 4] = ["anna", "ben", "chris", "diana"];

/// The player who is asked, or chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// The player in this seat.
    Player(usize),
    /// Chance: a die roll or a drawn card.
    Chance,
    /// The game is over.
    Over,
}

/// A game in plain Rust.
pub(crate) trait Plain {
    /// Folder of its rules.
    const RULES: &'static str;
    /// Numbers of players.
    const PLAYERS: &'static [usize] = &[2];
    /// Memory of the rules that is left out here. It serves other answers to open questions of the rulebook.
    const LEFT_OUT: &'static [&'static str] = &[];
    /// An answer.
    type Answer: Copy;

    /// The first position of a game.
    fn start(players: usize) -> Self;
    /// Returns who is asked, and lists the options.
    fn ask(&mut self, options: &mut Vec<Self::Answer>) -> Asked;
    /// Relative weight of a chance option.
    fn weight(&self, _answer: Self::Answer) -> u32 {
        1
    }
    /// Applies an answer.
    fn answer(&mut self, answer: Self::Answer);
    /// Winners of a finished game.
    fn winners(&self) -> Vec<usize>;
    /// An answer in the notation of the rules.
    fn notation(answer: Self::Answer) -> String;
    /// The view of a player (`None`: a spectator): a line for each place, track and memory, in the order of the rules, such as
    /// `town[hill]: 2 cart[anna], 1 mill`. Of hidden things only the number: `deck: 8`.
    fn seen(&self, viewer: Option<usize>) -> Vec<String>;
}

/// Name of a square by its column and row, counted from 0: `a1`.
fn cell(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Name of a square of a board of eight by eight.
fn square(at: usize) -> String {
    cell(at % 8, at / 8)
}

/// Things in words: `2 cart, 1 mill`
fn things(there: impl IntoIterator<Item = (u32, String)>) -> String {
    let there = there.into_iter().filter(|&(count, _)| count > 0);
    there.map(|(count, thing)| format!("{count} {thing}")).collect::<Vec<_>>().join(", ")
}

/// Lines for the box and the cells. Each of two players has `each` pieces of one sort.
fn seen_on_cells(piece: &str, each: u32, cells: impl Iterator<Item = (String, Option<usize>)>) -> Vec<String> {
    let (mut boxed, mut lines) = ([each; 2], Vec::new());
    let named = |player: usize| format!("{piece}[{}]", NAMES[player]);
    for (cell, owner) in cells {
        owner.inspect(|&player| boxed[player] -= 1);
        lines.push(format!("on[{cell}]: {}", things(owner.map(|player| (1, named(player))))));
    }
    lines.insert(0, format!("box: {}", things([(boxed[0], named(0)), (boxed[1], named(1))])));
    lines
}
