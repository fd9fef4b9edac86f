//! All sorts of mistakes, in classes.

use super::chance::Chance;
use super::judge::Plant;
use super::texts::{Game, Sort};
use super::{layout, names, sentences, signs, tables};

/// A sort of mistake.
pub(super) struct Mistake {
    pub(super) class: &'static str,
    pub(super) name: &'static str,
    /// Makes all plants of this sort in a game.
    pub(super) make: fn(&Game, &mut Chance) -> Vec<Plant>,
}

macro_rules! sorts {
    ($(in $class:literal: $($name:literal => $make:expr;)*)*) => {
        /// All sorts, in the order of the table.
        pub(super) const ALL: &[Mistake] = &[$($(Mistake { class: $class, name: $name, make: $make },)*)*];
    };
}

sorts! {
    in "misspelt word of the language":
        "first word of a sentence" => names::sentence_words;
        "first word of an item" => names::item_words;
        "word of a line of a sheet" => names::sheet_words;
        "`from`, `where`, `times`" => |g, c| names::words(g, c, &["from", "where", "until", "then", "times", "clockwise", "chooses", "gains", "pays", "does", "rounded", "with", "option"]);
        "`count`, `none`, `most`" => |g, c| names::words(g, c, &["count", "sum", "min", "max", "first", "most", "least", "rank", "some", "every", "none", "single", "several", "seat", "neighbours", "others", "left", "all", "site"]);
        "heading of a table" => tables::heading;
        "capital at the beginning of a sentence" => names::sentence_capitals;
    in "misspelt use of a name":
        "rule" => |g, c| names::uses(g, c, Sort::Rule);
        "define" => |g, c| names::uses(g, c, Sort::Define);
        "kind" => |g, c| names::uses(g, c, Sort::Kind);
        "row" => |g, c| names::uses(g, c, Sort::Row);
        "column" => |g, c| names::uses(g, c, Sort::Column);
        "place" => |g, c| names::uses(g, c, Sort::Place);
        "component" => |g, c| names::uses(g, c, Sort::Component);
        "track" => |g, c| names::uses(g, c, Sort::Track);
        "setting" => |g, c| names::uses(g, c, Sort::Setting);
        "memory" => |g, c| names::uses(g, c, Sort::Memory);
        "local name" => names::local_uses;
        "name in a text" => layout::hole;
        "citation" => layout::citation;
        "plural for singular, or the reverse" => names::plurals;
        "capital for a small letter, or the reverse" => names::name_capitals;
    in "misspelt declaration":
        "rule" => |g, c| names::declarations(g, c, Sort::Rule);
        "define" => |g, c| names::declarations(g, c, Sort::Define);
        "kind" => |g, c| names::declarations(g, c, Sort::Kind);
        "row" => |g, c| names::declarations(g, c, Sort::Row);
        "column" => |g, c| names::declarations(g, c, Sort::Column);
        "place" => |g, c| names::declarations(g, c, Sort::Place);
        "component" => |g, c| names::declarations(g, c, Sort::Component);
        "track" => |g, c| names::declarations(g, c, Sort::Track);
        "setting" => |g, c| names::declarations(g, c, Sort::Setting);
        "memory" => |g, c| names::declarations(g, c, Sort::Memory);
        "local name" => names::local_declarations;
        "reserved word as a name" => names::reserved_names;
        "name that is taken" => names::taken_names;
    in "declaration under another name":
        "kind" => |g, _| names::renamed(g, Sort::Kind);
        "column" => |g, _| names::renamed(g, Sort::Column);
        "place" => |g, _| names::renamed(g, Sort::Place);
        "component" => |g, _| names::renamed(g, Sort::Component);
        "track" => |g, _| names::renamed(g, Sort::Track);
        "setting" => |g, _| names::renamed(g, Sort::Setting);
        "memory" => |g, _| names::renamed(g, Sort::Memory);
    in "missing sign":
        "round bracket" => |g, c| signs::missing(g, c, &["(", ")"]);
        "square bracket" => |g, c| signs::missing(g, c, &["[", "]"]);
        "curly bracket" => |g, c| signs::missing(g, c, &["{", "}"]);
        "quotation mark" => signs::missing_quote;
        "colon" => signs::missing_colon;
        "comma" => signs::missing_comma;
        "dot" => signs::missing_dot;
        "`..`" => |g, c| signs::missing(g, c, &[".."]);
    in "sign of another language":
        "`=` for `is`" => |g, c| signs::equals(g, c, "=");
        "`==` for `is`" => |g, c| signs::equals(g, c, "==");
        "`!=` for `is not`" => signs::not_equals;
        "`&&` for `and`" => |g, c| signs::word_as_sign(g, c, "and", "&&");
        "`||` for `or`" => |g, c| signs::word_as_sign(g, c, "or", "||");
        "`:=`, `==` or `is` for `=`" => signs::assignments;
        "`+=`" => signs::increments;
        "curly quotation marks" => signs::curly_quotes;
        "tab" => signs::tabs;
        "semicolon at the end" => signs::semicolons;
        "comma at the end" => signs::commas;
        "`for`, `var`, `null`" => sentences::foreign_word;
    in "words of a sentence":
        "missing `in`" => |g, c| sentences::missing_word(g, c, "in");
        "missing `from`" => |g, c| sentences::missing_word(g, c, "from");
        "missing `to`" => |g, c| sentences::missing_word(g, c, "to");
        "missing `of`" => |g, c| sentences::missing_word(g, c, "of");
        "missing `where`" => |g, c| sentences::missing_word(g, c, "where");
        "two words swapped" => sentences::swapped_words;
        "word twice" => sentences::doubled_word;
        "unfinished" => sentences::unfinished;
    in "arguments and types":
        "missing argument" => sentences::missing_argument;
        "missing brackets with arguments" => sentences::missing_arguments;
        "extra argument" => sentences::extra_argument;
        "arguments swapped" => sentences::swapped_arguments;
        "parameters swapped" => sentences::swapped_parameters;
        "text as an argument" => sentences::text_argument;
        "number in quotes" => sentences::quoted_number;
        "move to a wrong place" => sentences::wrong_place;
        "name of a wrong sort" => sentences::wrong_sort;
        "setting that is set" => sentences::set_constant;
        "missing parameters" => sentences::missing_parameters;
        "parameter without a name" => sentences::nameless_parameter;
        "component for a place" => sentences::thing_for_place;
    in "tables":
        "missing cell" => tables::missing_cell;
        "extra cell" => tables::extra_cell;
        "missing last bar" => tables::missing_bar;
        "missing first bar" => tables::missing_first_bar;
        "row twice" => tables::duplicated_row;
        "column twice" => tables::column_twice;
        "missing heading" => tables::missing_heading;
        "text in a column of numbers" => |g, c| tables::not_a_number(g, c, "\"two\"");
        "word in a column of numbers" => |g, c| tables::not_a_number(g, c, "two");
        "limit of -1" => tables::negative_limit;
        "range or value out of order" => tables::bad_range;
        "wrong thing in a cell" => tables::wrong_thing;
        "heading twice" => tables::repeated_heading;
        "cells swapped" => tables::swapped_cells;
    in "lines and blocks":
        "a space too deep" => |g, c| layout::indentation(g, c, true);
        "a space not deep enough" => |g, c| layout::indentation(g, c, false);
        "sentence in column 1" => layout::outside;
        "block not deeper" => layout::flat_block;
        "missing body" => layout::missing_body;
        "missing block" => layout::missing_block;
        "item twice" => layout::item_twice;
        "missing declaration" => layout::missing_declaration;
        "missing `game`, `play` or `winner`" => layout::missing_item;
}
