//! How a game ended.

/// Who won, and how everybody ranks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The seats that win; several share the victory, none: nobody wins.
    pub winners: Vec<usize>,
    /// Seats in tie groups, best first: the winners, then who met the condition of `winner`, then who did not meet it.
    /// Empty where the rules say nothing about it.
    pub ranking: Vec<Vec<usize>>,
}
