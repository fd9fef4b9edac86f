//! The open question: its options by number, by name and by value, how it reads, and why an answer is not offered.

mod asked;
mod asking;
mod division;
mod meant;
mod open;
mod refusal;
mod spoken;

pub use asked::{Card, Choice, Divided, Question};
pub(in crate::game) use asking::Asking;
pub use asking::Part;
pub(in crate::game) use division::is_begun;
pub(in crate::game) use open::OpenQuestion;
pub use refusal::Refusal;
