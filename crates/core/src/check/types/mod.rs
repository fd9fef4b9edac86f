//! Type system: coercions, and the construction of typed expressions. Apart from names, the syntax tree is not used here.

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
