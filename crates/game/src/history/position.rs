//! The parts of a position that a viewer sees, and how they change without a line in the log.

use std::collections::BTreeMap;

use crate::sight::row;
use crate::view::{CountedThing, LayerView, PlaceView, Viewing};
use crate::wording::indexed;

use super::{PositionChange, SeenEntry};

/// The visible parts of a position whose changes the log does not show.
///
/// Every step of a track and every move has a line. So tracks are left out, and of a place without order only whether it is open.
#[derive(Default)]
pub(crate) struct SeenPosition {
    parts: BTreeMap<String, PartValue>,
}

/// The value of a part.
struct PartValue {
    /// Equal as long as there is nothing new that the log does not show.
    compared: String,
    /// The value to report. `None` if it is hidden.
    reported: Option<String>,
}

impl SeenPosition {
    /// The parts that a viewer sees.
    pub(crate) fn of(viewing: &mut Viewing<'_>) -> Self {
        let mut parts = BTreeMap::new();
        let mut add = |name: String, compared: String, reported| {
            parts.insert(name, PartValue { compared, reported });
        };
        let layout = &viewing.game.program().layout;
        for (place, cell) in viewing.places().into_iter().zip(0..) {
            let is_ordered = row(layout, viewing.state, cell).is_some() || !place.layers.is_empty();
            let value = contents(&place);
            let compared = if is_ordered { value.clone() } else { place.open.to_string() };
            let reported = Some(value).filter(|_| place.open || is_ordered);
            add(indexed(&place.place, &place.index), compared, reported);
        }
        for variable in viewing.memory() {
            add(indexed(&variable.name, &variable.index), variable.value.clone(), Some(variable.value));
        }
        let names = &viewing.game.setup().players;
        for answer in viewing.answers().into_iter().filter(|answer| viewing.viewer != Some(answer.player)) {
            let value = answer.value.or_else(|| Some(format!("{} things", answer.total?)));
            let name = indexed(&answer.name, &names[answer.player..=answer.player]);
            add(name, value.clone().unwrap_or_default(), value);
        }
        Self { parts }
    }

    /// Adds what changed in sight, and becomes the new position.
    pub(crate) fn change_to(&mut self, now: Self, seen: &mut Vec<SeenEntry>) {
        for (name, part) in &now.parts {
            let before = self.parts.get(name);
            let is_new = match before {
                Some(before) => before.compared != part.compared,
                None => part.reported.is_some(),
            };
            if is_new {
                let (name, value) = (name.clone(), part.reported.clone());
                seen.push(SeenEntry::Position(PositionChange { name, value }));
            }
        }
        let gone = self.parts.iter().filter(|(name, part)| part.reported.is_some() && !now.parts.contains_key(*name));
        seen.extend(gone.map(|(name, _)| SeenEntry::Position(PositionChange { name: name.clone(), value: None })));
        *self = now;
    }
}

/// Contents of a place as a viewer sees them: `{2 jar}`, or layers from the top down: `{1 jar}, 3 hidden`.
fn contents(place: &PlaceView) -> String {
    let layer = |layer: &LayerView| match &layer.things {
        Some(things) => bag(things),
        None => format!("{} hidden", layer.count),
    };
    match place.layers.as_slice() {
        [] => bag(&place.things),
        layers => layers.iter().map(layer).collect::<Vec<_>>().join(", "),
    }
}

fn bag(things: &[CountedThing]) -> String {
    let things: Vec<String> = things.iter().map(|(notation, _, count)| format!("{count} {notation}")).collect();
    format!("{{{}}}", things.join(", "))
}
