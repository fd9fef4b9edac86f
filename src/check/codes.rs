//! The findings of the checker by code. This is the one list: a code is stable, its text may improve.

macro_rules! codes {
    ($($name:ident = $code:literal: $text:literal;)*) => {
        $(#[doc = $text] pub(crate) const $name: &str = $code;)*
        /// Every code of the checker with what it means.
        pub const ALL: &[(&str, &str)] = &[$(($code, $text)),*];
    };
}

codes! {
    TOO_DEEP = "E0200": "the text is nested too deeply or is too large";
    UNKNOWN_NAME = "E0201": "a name that nothing bears";
    NAME_TWICE = "E0202": "a name that is declared twice";
    SHADOWED = "E0203": "a name that is already in sight";
    AMBIGUOUS = "E0204": "a word that is a member of several kinds";
    YOU_OUTSIDE = "E0205": "`you` outside a sheet";
    WRONG_SORT = "E0206": "a name of the wrong sort";
    UNKNOWN_ATTRIBUTE = "E0207": "something that is read with a dot and is not there";
    DRAWING_COLUMN = "E0208": "a column for drawing is read by a rule";
    GAME_HEADER = "E0209": "no game, or several";
    NO_PLAY = "E0210": "a game without `play`, or with several";
    OVERLAY_MISSING = "E0211": "a variant changes something that is not there";
    OVERLAY_FIELD = "E0212": "a variant cannot change this";
    OVERLAY_CLASH = "E0214": "two variants that say something else of the same part";
    NOT_YET = "E0213": "a part of the language that this version does not know";
    MISMATCH = "E0301": "something of the wrong type";
    ARGUMENTS = "E0302": "the wrong number of arguments or indexes";
    NOT_A_SET = "E0303": "a set, list or bag is wanted";
    ROUNDING = "E0304": "a division that does not say how to round";
    MISPLACED = "E0305": "an expression that cannot stand here";
    MIXED_COLUMN = "E0306": "a column with cells of several types";
    SHAPE = "E0307": "a shape that this cannot have";
    CLOCKWISE = "E0308": "`clockwise` without a single name that ranges over players";
    NOT_CONSTANT = "E0309": "a value that must be known before play";
    AMOUNTS = "E0310": "amounts that cannot be counted, compared or moved like this";
    HELD = "E0401": "a place that may not hold the thing";
    START_PLACE = "E0402": "a component that cannot start where it is said to";
    NO_FROM = "E0403": "a move that does not say from where (only figures need not)";
    DRAW_FROM = "E0404": "a draw from, or a `shuffle` of, a place that is neither shuffled nor a stack";
    NO_SITE = "E0405": "`site` of something that is no figure, that stands nowhere, or in several sorts of places";
    NO_PURSE = "E0406": "something that a player cannot gain or pay";
    TRACK_BOUNDS = "E0407": "a track whose numbers do not fit together";
    TRACK_SET = "E0408": "a track that is set outright";
    COPIES = "E0409": "a component whose number cannot be told";
    TOO_MANY = "E0410": "more things than there are in the box";
    DISPLAY = "E0411": "a row of `display` that shows, or leaves out, nothing that it could name";
    UNKNOWN_NODE = "E0501": "an end of a link that is no member of the board's kind";
    SELF_LOOP = "E0502": "a link from a node to itself";
    LINK_TWICE = "E0503": "a link that stands there twice";
    GRID = "E0504": "a board that cannot be: its sizes, or links beside `grid:`, `hexes:`, `every pair`";
    NO_EDGE = "E0505": "a link that the board does not have";
    NO_BOARD = "E0506": "a word about boards where no single board can be meant";
    PLAYER_COUNT = "E0601": "a value that does not cover the player counts of the game";
    OUT_OF_RANGE = "E0602": "a value outside its range";
    ROW_TWICE = "E0603": "two rows of a table with the same keys";
    MISSING_ROW = "E0604": "a table without a row for a key";
    ROW_WIDTH = "E0605": "a row with too few or too many cells";
    RULING_WORDS = "E0606": "a ruling without an alternative";
    STOP_OUTSIDE = "E0701": "`stop` outside a loop";
    NOT_A_VALUE = "E0702": "a rule where a value is wanted, or the reverse";
    END_UNKNOWN = "E0703": "`end` of a rule that is not always under way here";
    RECURSION = "E0704": "a rule, define or setting that comes back to itself";
    SHEET_CALL = "E0705": "a sheet that is called like a rule, or the reverse";
    NOT_A_MENU = "E0706": "something that is no menu where one is wanted";
    FIELD_MISPLACED = "E0707": "a line that this sheet cannot have";
    NO_SHEET = "E0708": "a card that is played and has no sheet";
    NOT_SETTABLE = "E0709": "something that cannot be set";
    LEAVES_TRANSACTION = "E0710": "a sentence that leaves a transaction before it closes";
    MOMENT = "E0711": "a hook or interrupt at a moment of something that has none";
    HOOK_ORDER = "E0712": "hooks that meet without an order, or with one that cannot be";
    ORIGINAL = "E0713": "`original` where nothing is replaced";
    WHO_MISSING = "E0714": "an interrupt that does not say whom it asks";
    NOT_REMEMBERED = "E0715": "a menu that takes in actions and does not remember what they use";
    SEEN_BY_HIDDEN = "E0801": "who sees a thing depends on something hidden";
    TOGETHER_WRITES = "E0802": "a `together` block that does more than ask";
    TOGETHER_OTHER = "E0803": "a `together` block that asks somebody else";
    HIDDEN_READ = "E0804": "a question that tells what its player may not see";
    HIDDEN_SAID = "E0805": "a line of the log that tells what not everybody may see";
    TOLD_SECRET = "E0806": "an answer that others are told and that is kept as a secret";
    TANGLED = "E0807": "rules that are too tangled to be checked for secrets";
    UNKNOWN_CLAUSE = "E0901": "a clause that the rulebook does not list";
    UNUSED = "W0201": "something that nothing uses";
    WAIVER = "W0202": "a waiver of a finding that is not there, or one without code or reason";
    UNITS = "W0301": "amounts of two different things that are added or compared";
    UNREACHABLE = "W0701": "sentences that are never reached";
    MAY_BE_EMPTY = "W0702": "a mandatory question that may have no option";
    SECRET_NUMBER = "W0801": "a secret number without a range";
    NEVER_PASSES = "W0703": "a loop that nothing in it can end";
    DEAD_ROW = "W0601": "a row that never applies";
    ISLANDS = "W0501": "a board in several parts";
}
