//! Typed expressions: what may stand for what, and what is made of those that have a type. The tree is not read here, but for names.

mod amounts;
mod boards;
mod columns;
mod compare;
mod fit;
mod held;
mod make;
mod moved;
mod shapes;
mod things;
mod units;
mod words;

pub(super) use self::{
    amounts::*, boards::*, columns::*, compare::*, fit::*, held::*, make::*, moved::*, shapes::*, things::*, units::*,
    words::*,
};
