//! Views: the position as one player may know it, and the static look of a set-up.

mod contents;
mod dress;
mod faces;
mod goal;
mod known;
mod layers;
mod look;
mod measures;
mod shown;

pub use contents::{BoxContents, BoxItem, TrackLook};
pub use goal::{MeasureLook, MeasureOrder, WinnerLook};
pub(crate) use known::{AnswerKnown, Viewing, answer_names, bag_total, tracks};
pub use known::{AnswerView, NamedValue, PlaceView, Spot, View};
pub(crate) use layers::named;
pub use layers::{CountedThing, Depth, LayerView};
pub use look::{
    BoardLook, CardFace, CellLook, FaceSign, FaceValue, LinkLook, Look, Mark, PieceLook, SeatColour, Shape,
};
pub use shown::{Display, Shown};
pub(crate) use shown::{DisplayRows, MadeOnce};
