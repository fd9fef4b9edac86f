//! The open question: its options by number, name and value, its labels, and the reasons why answers are refused.

mod asked;
mod asking;
mod cost;
mod division;
mod named;
mod names;
mod open;
mod parse_answer;
mod parts;
mod refusal;
mod spoken;
mod titles;
mod ways;

pub use asked::{Card, Choice, Divided, Question};
pub(crate) use asking::Asking;
pub use asking::Part;
pub(crate) use division::{Division, chosen_so_far, is_begun};
pub use named::WhyNot;
pub(crate) use open::OpenQuestion;
pub use refusal::{FailingCondition, Refusal, RefusedAnswer};
