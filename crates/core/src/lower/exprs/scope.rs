//! Storage of local names: words of the state, registers, or constants.

use crate::code::{Reg, Slot, ValueShape};
use crate::ir::{Local, LocalId, LocalRole, Type};

/// The home of a local name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::lower) enum Home {
    /// Not declared yet.
    None,
    /// Words of the state.
    Slot(Slot, ValueShape),
    /// Registers.
    Reg(Reg, ValueShape),
    /// A constant for this set-up.
    Const(i32),
    /// Words of the state for each player.
    Each(Slot, ValueShape),
}

/// The homes of all local names of a rule or define.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct LocalHomes {
    homes: Vec<Home>,
    types: Vec<(Type, LocalRole)>,
}

impl LocalHomes {
    pub(in crate::lower) fn of(locals: &[Local]) -> Self {
        let types = locals.iter().map(|local| (local.ty.clone(), local.role)).collect();
        Self { homes: vec![Home::None; locals.len()], types }
    }

    /// Constants for the first names: the parameters of a member or the indexes of a place.
    pub(in crate::lower) fn constants(values: &[i32]) -> Self {
        Self { homes: values.iter().map(|&value| Home::Const(value)).collect(), types: Vec::new() }
    }

    pub(in crate::lower) fn home(&self, id: LocalId) -> Home {
        self.homes.get(id.index()).copied().unwrap_or(Home::None)
    }

    pub(in crate::lower) fn homes(&self) -> Vec<Home> {
        self.homes.clone()
    }

    pub(in crate::lower) fn type_of(&self, id: LocalId) -> Option<&Type> {
        self.types.get(id.index()).map(|(ty, _)| ty)
    }

    pub(super) fn role(&self, id: LocalId) -> Option<LocalRole> {
        self.types.get(id.index()).map(|(_, role)| *role)
    }

    pub(in crate::lower) fn set(&mut self, id: LocalId, home: Home) {
        if self.homes.len() <= id.index() {
            self.homes.resize(id.index() + 1, Home::None);
        }
        self.homes[id.index()] = home;
    }
}
