//! Names and notes of a table.

use std::time::Instant;

use super::keys::Chair;
use tavola_lab::TableNote;

/// Names and notes of a table.
pub(super) struct TableTalk {
    /// Chosen names by seat.
    pub(super) titles: Vec<Option<String>>,
    pub(super) notes: Vec<TableNote>,
    /// Chair and time of the last notes and names.
    pub(super) sent: Vec<(Chair, Instant)>,
    /// Number of names that each seat has chosen.
    pub(super) chosen: Vec<usize>,
}

impl TableTalk {
    /// Nobody of this number of seats has said anything.
    pub(super) fn new(seats: usize) -> Self {
        Self { titles: vec![None; seats], notes: Vec::new(), sent: Vec::new(), chosen: vec![0; seats] }
    }
}
