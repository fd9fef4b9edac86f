//! Division of the screen.

use ratatui::layout::Rect;

use super::state::Focus;

/// Width from which the log stands at the right.
const WIDE: u16 = 110;
/// Lines of the log below the position, with its heading.
const LOG: u16 = 4;
/// Lines of the log below the position where at least `TALL` lines are free for both.
const LOG_IF_TALL: u16 = 7;
const TALL: u16 = 18;
/// Maximum number of lines of the hand.
const HAND: u16 = 3;

/// Number of lines that each part would fill, with its heading.
#[derive(Clone, Copy)]
pub(super) struct WantedHeights {
    pub(super) position: u16,
    pub(super) hand: u16,
    pub(super) log: u16,
    pub(super) question: u16,
}

/// The parts of the screen between title and last line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regions {
    pub(super) position: Rect,
    pub(super) hand: Rect,
    pub(super) log: Rect,
    pub(super) question: Rect,
}

/// Width of the log at the right. 0 if it stands below.
pub(super) fn log_width(whole: u16) -> u16 {
    if whole < WIDE { 0 } else { (whole / 3).min(60) }
}

/// Maximum number of lines of the question.
pub(super) fn question_height(whole: u16, focus: Focus) -> u16 {
    if focus == Focus::Options { whole / 2 } else { (whole / 4).max(4).min(whole / 2) }
}

/// Divides an area. The focused part gets the most room; the question is always there.
pub(super) fn regions(area: Rect, wanted: WantedHeights, focus: Focus) -> Regions {
    let question = wanted.question.min(question_height(area.height, focus));
    let above = area.height - question;
    let hand = wanted.hand.min(HAND).min(above / 3);
    let free = above - hand;
    let beside = log_width(area.width);
    let log = match focus {
        _ if beside > 0 => above,
        Focus::Log => wanted.log.min(free.saturating_sub(3)),
        Focus::Position => 0,
        // Lines that the position does not need are for the log.
        Focus::Options => (if free < TALL { LOG } else { LOG_IF_TALL })
            .max(free.saturating_sub(wanted.position))
            .min(wanted.log)
            .min(free / 2),
    };
    let left = area.width - beside;
    let position = if beside > 0 { free } else { free - log };
    let at = |y: u16, height: u16| Rect { x: area.x, y: area.y + y, width: left, height };
    Regions {
        position: at(0, position),
        hand: at(position, hand),
        log: if beside > 0 {
            Rect { x: area.x + left, y: area.y, width: beside, height: above }
        } else {
            at(position + hand, log)
        },
        question: Rect { width: area.width, ..at(above, question) },
    }
}
