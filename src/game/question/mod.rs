//! The open question: its options by number, by name and by value, how it reads, and why an answer is not offered.

mod asked;
mod asking;
mod division;
mod meant;
mod named;
mod names;
mod open;
mod parts;
mod refusal;
mod spoken;
mod ways;

pub use asked::{Card, Choice, Divided, Question};
pub(in crate::game) use asking::Asking;
pub use asking::Part;
pub(in crate::game) use division::is_begun;
pub use named::WhyNot;
pub(in crate::game) use open::OpenQuestion;
pub use refusal::Refusal;
