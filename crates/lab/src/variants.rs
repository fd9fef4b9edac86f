//! Variants that a file names.

use tavola_game::variants_in_order;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::Fields;

/// Names of the variants in their order, and their place: `variant: night`, `variant: night,short`, `variant: [night,
/// short]`.
pub(super) fn variants(fields: &mut Fields<'_>) -> Option<(String, Span)> {
    let named = fields.texts("variant");
    let (_, first) = named.first()?;
    Some((variants_in_order(named.iter().map(|(name, _)| name.as_str())), *first))
}
