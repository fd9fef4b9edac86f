//! Classics in plain Rust, written by hand as somebody would who needs one game: a board is an array, and the options are listed anew
//! at each turn. They ask the same questions in the same order as the rules, so they are a measure for speed and a second opinion.

pub(crate) mod breakthrough;
pub(crate) mod connect_four;
pub(crate) mod othello;

/// A game between two, in plain Rust.
pub(crate) trait Plain {
    /// The folder of its rules.
    const RULES: &'static str;
    /// An answer.
    type Answer: Copy;

    /// The position in which a game begins.
    fn start() -> Self;
    /// Whose turn it is, with all that he may do; none: the game is over.
    fn ask(&mut self, options: &mut Vec<Self::Answer>) -> Option<usize>;
    /// Does what was chosen.
    fn answer(&mut self, answer: Self::Answer);
    /// Who has won, once the game is over.
    fn winners(&self) -> Vec<usize>;
    /// An answer as the rules write it.
    fn written(answer: Self::Answer) -> String;
}

/// A square of eight by eight as the rules write it.
fn square(at: usize) -> String {
    format!("cell({}, {})", at % 8 + 1, at / 8 + 1)
}
