//! Games in plain Rust, written by hand as somebody would who needs one game: a board is an array, and the options are listed anew
//! at each question. They ask the same questions in the same order as the rules, so they are a measure for speed and a second opinion.

pub(crate) mod breakthrough;
pub(crate) mod connect_four;
pub(crate) mod othello;
pub(crate) mod san_marco;

/// What the players of the set-up are called.
const NAMES: [&str; 4] = ["anna", "ben", "chris", "diana"];

/// Who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// The player in this seat.
    Player(usize),
    /// Nobody: a die falls, a card is drawn.
    Chance,
    /// The game is over.
    Over,
}

/// A game in plain Rust.
pub(crate) trait Plain {
    /// The folder of its rules.
    const RULES: &'static str;
    /// How many can play it.
    const PLAYERS: &'static [usize] = &[2];
    /// What the rules keep for answers to open questions of the rulebook that are not given here.
    const LEFT_OUT: &'static [&'static str] = &[];
    /// An answer.
    type Answer: Copy;

    /// The position in which a game of so many begins.
    fn start(players: usize) -> Self;
    /// Who is asked, with all that can be answered.
    fn ask(&mut self, options: &mut Vec<Self::Answer>) -> Asked;
    /// How likely an answer of chance is beside the others.
    fn weight(&self, _answer: Self::Answer) -> u32 {
        1
    }
    /// Does what was answered.
    fn answer(&mut self, answer: Self::Answer);
    /// Who has won, once the game is over.
    fn winners(&self) -> Vec<usize>;
    /// An answer as the rules write it.
    fn written(answer: Self::Answer) -> String;
    /// What a player sees (none: a bystander): a line for each place, each track, each thing that must be remembered, in the order of
    /// the rules. `town[hill]: 2 cart[anna], 1 mill`; of what he does not see, how many there are: `deck: 8`.
    fn seen(&self, viewer: Option<usize>) -> Vec<String>;
}

/// A square as players write it, column and row counted from 0: `a1`.
fn cell(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A square of eight by eight.
fn square(at: usize) -> String {
    cell(at % 8, at / 8)
}

/// `2 cart, 1 mill`
fn things(there: impl IntoIterator<Item = (u32, String)>) -> String {
    let there = there.into_iter().filter(|&(count, _)| count > 0);
    there.map(|(count, thing)| format!("{count} {thing}")).collect::<Vec<_>>().join(", ")
}

/// What lies in the box and on the cells where each of two players has so many pieces of one sort.
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
