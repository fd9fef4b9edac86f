//! What is shown of a position: to one player what he may know of it, to all how its set-up looks.

mod known;
mod layers;
mod look;
mod shown;

pub use known::{AnswerView, NamedValue, PlaceView, Spot, View};
pub(crate) use known::{Viewing, answer_names, tracks};
pub(crate) use layers::named;
pub use layers::{CountedThing, Depth, LayerView};
pub use look::{BoardLook, CellLook, LinkLook, Look, Mark, PieceLook, Shape};
pub use shown::{Display, Shown};
pub(crate) use shown::{DisplayRows, MadeOnce};
