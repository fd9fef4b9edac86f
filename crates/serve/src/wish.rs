//! Requests to take back an answer that others have answered since. All other people at the table must agree.

use tavola_lab::table::GameTable;

/// Maximum number of answers that a request lists.
const LISTED: usize = 5;

/// A request to take back an answer.
pub(super) struct UndoRequest {
    /// Seat of the player who asks.
    pub(super) seat: usize,
    /// Number of answers that stay.
    pub(super) to: usize,
    /// Number of answers at the time of the request. It lapses when that changes.
    pub(super) at: usize,
    pub(super) agreed: Vec<usize>,
    pub(super) refused: Option<usize>,
}

/// A request as a seat is shown it.
#[derive(Default)]
pub(super) struct WishShown {
    /// True if the seat may make a request.
    pub(super) ask: bool,
    /// Message about the request.
    pub(super) line: Option<String>,
    /// True if the seat is asked to agree.
    pub(super) agree: bool,
}

impl UndoRequest {
    /// True if everybody else agrees.
    pub(super) fn is_granted(&self, table: &GameTable) -> bool {
        let mut others = (0..table.names.len()).filter(|&other| table.humans[other] && other != self.seat);
        others.all(|other| self.agreed.contains(&other))
    }
}

/// Request that a player is shown, or the offer to make one.
pub(super) fn shown(
    wish: Option<&UndoRequest>,
    table: &GameTable,
    viewer: usize,
    name: &dyn Fn(usize) -> String,
) -> WishShown {
    let others = table.humans.iter().filter(|human| **human).count() > 1;
    let Some(wish) = wish.filter(|wish| wish.refused.is_none() || wish.seat == viewer) else {
        let ask = others && !table.can_undo_at(viewer) && table.before_last(viewer).is_some();
        return WishShown { ask, ..WishShown::default() };
    };
    let line = match wish.refused {
        Some(who) => format!("{} does not agree to take your answer back.", name(who)),
        None if wish.seat == viewer => "You have asked to take your last answer back; all others must agree.".into(),
        None => asked(&name(wish.seat), &table.since_last(wish.seat, Some(viewer))),
    };
    let agree = wish.refused.is_none() && wish.seat != viewer && !wish.agreed.contains(&viewer);
    WishShown { ask: false, line: Some(line), agree }
}

/// `Ada asks to take back the last answer (line 13, Ada: 3) and the 2 answers after it (Bob: 1; Cleo: none).`
fn asked(name: &str, answers: &[(usize, String)]) -> String {
    let Some(((line, last), after)) = answers.split_first() else {
        return format!("{name} asks to take back the last answer and all answers after it.");
    };
    let listed = after.iter().take(LISTED).map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; ");
    let more = if after.len() > LISTED { "; .." } else { "" };
    let after = match after.len() {
        0 => String::new(),
        1 => format!(" and the answer after it ({listed})"),
        count => format!(" and the {count} answers after it ({listed}{more})"),
    };
    format!("{name} asks to take back the last answer (line {line}, {last}){after}.")
}
