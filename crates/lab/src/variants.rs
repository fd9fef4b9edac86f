//! The variants that a file says are played.

use tavola_game::variants_in_order;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::Fields;

/// `variant: night`, `variant: night,short`, `variant: [night, short]`: the names in their order, and where they stand.
pub(super) fn variants(fields: &mut Fields<'_>) -> Option<(String, Span)> {
    let named = fields.texts("variant");
    let (_, first) = named.first()?;
    Some((variants_in_order(named.iter().map(|(name, _)| name.as_str())), *first))
}
