//! Instrumentation: how often operations ran, and what happened.

use crate::code::{End, Pc, Slot, TextId};

/// Something that happened, in order, where it is recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Things moved from a place to another. A figure that stood nowhere comes from [`crate::code::NONE`].
    Moved {
        /// Which sort.
        piece: i32,
        /// Number of them.
        count: i32,
        /// From which place.
        from: i32,
        /// To which place.
        to: i32,
        /// To which end of it, where that is said.
        end: Option<End>,
    },
    /// A track stepped.
    Stepped {
        /// Its word.
        slot: Slot,
        /// Value before.
        from: i32,
        /// Value after.
        to: i32,
    },
    /// A line for the log: the words of each hole, in order; no words where a hole could not be worked out.
    Said(TextId, Vec<Vec<i32>>),
    /// A `together` block ended: its answers come to light.
    Answered,
    /// A rule began: its number in [`crate::code::Program::rules`].
    Entered(u32),
}

/// Counters and events; both off while looking ahead.
#[derive(Debug, Default)]
pub(in crate::vm) struct EventWatch {
    /// One of the others is on, and nothing is looked ahead.
    pub(in crate::vm) on: bool,
    pub(in crate::vm) counting: bool,
    pub(in crate::vm) recording: bool,
    pub(in crate::vm) counts: Vec<u64>,
    pub(in crate::vm) events: Vec<Event>,
}

impl EventWatch {
    /// A rule began, or a question was answered: its operation.
    #[inline]
    pub(in crate::vm) fn ran(&mut self, pc: Pc) {
        if self.on && self.counting {
            self.counts[pc.index()] += 1;
        }
    }

    /// Whether it records what happens.
    #[inline]
    pub(in crate::vm) fn records(&self) -> bool {
        self.on && self.recording
    }

    /// Something happened.
    #[inline]
    pub(in crate::vm) fn happened(&mut self, event: Event) {
        if self.records() {
            self.events.push(event);
        }
    }
}
