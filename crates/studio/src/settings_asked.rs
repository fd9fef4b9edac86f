//! Requests of the page for settings.

use serde_json::Value;
use tavola_syntax::text::clean;

use crate::bodies::SettingsAsked;
use crate::settings::settings;
use crate::studio::{OpenStudio, PageRefused, value};

impl OpenStudio {
    /// All settings, rulings and variants, with their values under a variant if one is named.
    pub(crate) fn settings(&self, SettingsAsked { variant }: &SettingsAsked) -> Result<Value, PageRefused> {
        let mut rules = self.files.rules()?;
        if let Some(variant) = variant {
            let over = rules.with_variants(self.files.folder(), variant);
            rules = over.map_err(|error| clean(&error.message))?;
        }
        Ok(value(settings(&self.files, &rules, self.shared.players)?))
    }
}
