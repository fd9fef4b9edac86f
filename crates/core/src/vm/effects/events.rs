//! Instrumentation: execution counters and an event trace.

use crate::code::{End, Pc, Slot, TextId};

/// An event of play, in the order of occurrence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Things moved from one place to another. A figure that was nowhere comes from [`crate::code::NONE`].
    Moved {
        /// The piece.
        piece: i32,
        /// Number of things.
        count: i32,
        /// The place of origin.
        from: i32,
        /// The target place.
        to: i32,
        /// The end of the target, if the move names one.
        end: Option<End>,
    },
    /// A track stepped.
    Stepped {
        /// The word of the track.
        slot: Slot,
        /// Value before.
        from: i32,
        /// Value after.
        to: i32,
    },
    /// A line of the log: the words of each placeholder, in order. A placeholder that faulted has no words.
    Said(TextId, Vec<Vec<i32>>),
    /// A `together` block ended and its answers were revealed.
    Answered,
    /// A rule began: its number in [`crate::code::Program::rules`].
    Entered(u32),
}

/// Counters and event trace; both are off during lookahead.
#[derive(Debug, Default)]
pub(in crate::vm) struct EventWatch {
    /// True if one of the others is on and no lookahead runs.
    pub(in crate::vm) on: bool,
    pub(in crate::vm) counting: bool,
    pub(in crate::vm) recording: bool,
    pub(in crate::vm) counts: Vec<u64>,
    /// Events, each with its operation.
    pub(in crate::vm) events: Vec<(Event, Pc)>,
}

impl EventWatch {
    /// Counts a run of an operation: a rule began, or a question was answered.
    #[inline]
    pub(in crate::vm) fn ran(&mut self, pc: Pc) {
        if self.on && self.counting {
            self.counts[pc.index()] += 1;
        }
    }

    /// True if it records events.
    #[inline]
    pub(in crate::vm) fn records(&self) -> bool {
        self.on && self.recording
    }

    /// Records an event of an operation.
    #[inline]
    pub(in crate::vm) fn happened(&mut self, event: Event, pc: Pc) {
        if self.records() {
            self.events.push((event, pc));
        }
    }
}
