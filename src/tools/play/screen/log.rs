//! The log on the screen: an entry for each decision.

use tavola_game::Line;

/// A decision with what it moved, or another line of the log.
pub(super) struct ShownLogLine {
    pub(super) text: String,
    pub(super) heading: bool,
    /// True if it is new since the viewer's last answer.
    pub(super) is_new: bool,
}

/// The entries of a log, of whose lines the last `new` are new.
pub(super) fn entries(lines: &[Line], new: usize) -> Vec<ShownLogLine> {
    let old = lines.len().saturating_sub(new);
    let mut entries: Vec<ShownLogLine> = Vec::new();
    let mut takes_moves = false;
    for (at, line) in lines.iter().enumerate() {
        match entries.last_mut().filter(|_| line.is_move && takes_moves) {
            Some(decision) => decision.text = format!("{}; {}", decision.text, line.text),
            None => {
                takes_moves = !line.heading && !line.is_move;
                entries.push(ShownLogLine { text: line.to_string(), heading: line.heading, is_new: at >= old });
            }
        }
    }
    entries
}
