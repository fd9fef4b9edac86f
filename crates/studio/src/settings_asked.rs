//! Requests of the page for settings.

use serde_json::Value;

use crate::bodies::SettingsAsked;
use crate::settings::settings;
use crate::studio::{OpenStudio, PageRefused, value};

impl OpenStudio {
    /// All settings, rulings and variants, with their values under a variant if one is named.
    pub(crate) fn settings(&self, SettingsAsked { variant }: &SettingsAsked) -> Result<Value, PageRefused> {
        let rules = self.files.rules_with(variant.as_deref())?;
        Ok(value(settings(&self.files, &rules, self.shared.players)?))
    }
}
