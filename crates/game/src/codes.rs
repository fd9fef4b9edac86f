//! Codes of the findings about a whole game: its rulebook, its variants, its proof and its mutants.

use tavola_core::check;
use tavola_core::check::WAIVER;
pub use tavola_core::check::{MISMATCH, SURVIVOR, UNKNOWN_CLAUSE};
use tavola_syntax::diagnostic::codes;

codes! {
    IDLE_CHANGE = "W0203": "a change of a variant that has no effect";
    NO_SETUP = "E0900": "a game that cannot be set up for a number of players";
    TOO_MANY_VARIANTS = "E0951": "more variants than can be checked at once";
    ID_TWICE = "E0902": "an id that the rulebook defines twice";
    NO_SETTING = "E0903": "a ruling that names an unknown setting";
    TOO_FEW = "E0904": "fewer clauses cited by rules and named by scenarios than required";
    NO_VARIANT = "E0905": "a text of a clause for an unknown variant";
    NO_WAY_TO_PLAY = "W0901": "an alternative that nobody can play";
    NO_RULEBOOK = "W0902": "rules that cite clauses without a rulebook";
    LACKING = "W0903": "a clause that states a rule and is not cited, or not proved";
    OBSERVED = "W0904": "a clause marked as not observable that is proved or states no rule";
    ERRATUM = "W0905": "an erratum that does not fit its clause";
    UNREAD = "W0906": "a clause that has changed since it was reviewed";
    WHOSE_VARIANT = "W0907": "a variant that neither cites the rulebook nor is marked as house rules";
    UNCITED_UNDER = "W0908": "a clause that nothing cites any more under a variant";
    INTERRUPTED = "W0910": "a section of the rulebook that is interrupted, or begins again under a similar name";
    MISNAMED = "W1160": "a file or folder that is not read because of its name";
    MISNAMED_VARIANT = "W1161": "a variant whose name differs from its file name";
    OTHER_GAME = "E1162": "a rulebook of another game";
    NO_ID = "E1163": "an id that rules cannot cite";
    NO_SUCH_NAME = "E1170": "a name in `look.yaml` that the rules do not have";
    OTHER_SORT = "E1171": "a name in `look.yaml` that stands for something without this look";
    COLOUR = "E1172": "a colour that cannot be drawn";
    PICTURE = "E1173": "a picture that is missing, too large, or no SVG or PNG";
    POSITION = "E1174": "a position or size that a board cannot have";
    ICON = "E1175": "an icon that is too long or invisible, or a picture where a text is needed";
    CARD_COLUMN = "E1176": "a column in `cards:` that the cards do not have";
    CARD_BACK = "E1177": "a card of `look.yaml` with a back of its own";
    MIXED_BACKS = "W1178": "cards with different backs that lie face down in one place";
    UNPROVED_UNDER = "W0909": "a clause that nothing proves any more under a variant";
}

/// True for the code of a waiver that waives nothing.
pub fn is_waiver(code: &str) -> bool {
    code == WAIVER
}

/// True if a warning with this code exists.
pub fn is_warning(code: &str) -> bool {
    let checked = check::CODES.iter().map(|(code, _)| *code).filter(|code| code.starts_with('W'));
    checked.chain(ALL.iter().map(|(code, _)| *code).filter(|code| code.starts_with('W'))).any(|known| known == code)
}
