//! Rules of the grammar in the words of an author, for messages.

use super::grammar::Rule;

/// The word or sign that a `k_` rule reads; the tree does not need these.
pub(super) fn word(rule: Rule) -> Option<&'static str> {
    formula(rule).or_else(|| sign(rule)).or_else(|| sentence(rule)).or_else(|| head(rule))
}

/// Words in formulas.
fn formula(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::k_and => "and",
        Rule::k_at => "at",
        Rule::k_by => "by",
        Rule::k_can => "can",
        Rule::k_clockwise => "clockwise",
        Rule::k_count => "count",
        Rule::k_do => "do",
        Rule::k_else => "else",
        Rule::k_every => "every",
        Rule::k_for => "for",
        Rule::k_from => "from",
        Rule::k_has => "has",
        Rule::k_if => "if",
        Rule::k_in => "in",
        Rule::k_is => "is",
        Rule::k_no => "no",
        Rule::k_none => "none",
        Rule::k_of => "of",
        Rule::k_play => "play",
        Rule::k_or => "or",
        Rule::k_rounded => "rounded",
        Rule::k_some => "some",
        Rule::k_then => "then",
        Rule::k_to => "to",
        Rule::k_where => "where",
        Rule::k_ranked_by => "by",
        Rule::k_then_by => "then",
        _ => return None,
    })
}

/// Signs.
fn sign(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::k_close_curly => "}",
        Rule::k_close_round => ")",
        Rule::k_close_square => "]",
        Rule::k_colon => ":",
        Rule::k_comma => ",",
        Rule::k_dashes => "--",
        Rule::k_dots => "..",
        Rule::k_eq => "=",
        Rule::k_plus => "+",
        Rule::k_semicolon => ";",
        _ => return None,
    })
}

/// Words in sentences.
fn sentence(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::k_add => "add",
        Rule::k_alike => "alike",
        Rule::k_all => "all",
        Rule::k_as => "as",
        Rule::k_between => "between",
        Rule::k_chance => "chance",
        Rule::k_choose => "choose",
        Rule::k_chooses => "chooses",
        Rule::k_divides => "divides",
        Rule::k_does => "does",
        Rule::k_draw => "draw",
        Rule::k_each => "each",
        Rule::k_empty => "empty",
        Rule::k_end => "end",
        Rule::k_except => "except",
        Rule::k_gains => "gains",
        Rule::k_into => "into",
        Rule::k_let => "let",
        Rule::k_may => "may",
        Rule::k_move => "move",
        Rule::k_one => "one",
        Rule::k_option => "option",
        Rule::k_shuffle => "shuffle",
        Rule::k_pass => "pass",
        Rule::k_pays => "pays",
        Rule::k_plays => "plays",
        Rule::k_remove => "remove",
        Rule::k_repeat => "repeat",
        Rule::k_require => "require",
        Rule::k_say => "say",
        Rule::k_set => "set",
        Rule::k_steps => "steps",
        Rule::k_times => "times",
        Rule::k_together => "together",
        Rule::k_turn => "turn",
        Rule::k_until => "until",
        Rule::k_up => "up",
        _ => return None,
    })
}

/// Words in items, fields and cells; and the end of every text.
fn head(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::k_after => "after",
        Rule::k_any => "any",
        Rule::k_board => "board",
        Rule::k_card => "card",
        Rule::k_define => "define",
        Rule::k_game => "game",
        Rule::k_hook => "hook",
        Rule::k_interrupt => "interrupt",
        Rule::k_joined => "joined",
        Rule::k_kind => "kind",
        Rule::k_number => "number",
        Rule::k_once => "once",
        Rule::k_per => "per",
        Rule::k_players => "players",
        Rule::k_possible => "possible",
        Rule::k_rank => "rank",
        Rule::k_refilled => "refilled",
        Rule::k_seen => "seen",
        Rule::k_showing => "showing",
        Rule::k_start => "start",
        Rule::k_step => "step",
        Rule::k_table => "table",
        Rule::k_track => "track",
        Rule::k_unless => "unless",
        Rule::k_over => "over",
        Rule::k_house => "house",
        Rule::k_rules => "rules",
        Rule::k_there => "there",
        Rule::k_variant => "variant",
        Rule::k_when => "when",
        Rule::k_winner => "winner",
        Rule::k_yes => "yes",
        Rule::EOI => "the end",
        _ => return None,
    })
}

/// Whether a whole sentence could have stood where these rules were tried.
pub(super) fn wants_sentence(rules: &[Rule]) -> bool {
    rules.contains(&Rule::k_add) || rules.contains(&Rule::chain)
}
