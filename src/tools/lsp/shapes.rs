//! Types of the protocol for what `tavola-ide` says.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, FoldingRange, FoldingRangeKind, InlayHint,
    InlayHintLabel, Location, Position, Range, SymbolInformation, SymbolKind, TextEdit,
};
use tavola_ide::{Declared, FileToken, FoldRange, NameSort, Offer, OfferSort, Symbol, TokenSort};
use tavola_lab::scenario::CaseResult;
use tavola_syntax::text::count;

use super::positions::LineIndex;

/// Types of semantic tokens, in the order of their numbers.
pub(super) const TOKEN_TYPES: [&str; 14] = [
    "keyword",
    "class",
    "enumMember",
    "property",
    "variable",
    "parameter",
    "function",
    "method",
    "number",
    "string",
    "comment",
    "decorator",
    "namespace",
    "struct",
];
/// Modifiers of semantic tokens, in the order of their bits.
pub(super) const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "readonly"];

/// Number of a token's type.
fn token_type(sort: TokenSort) -> u32 {
    let name = match sort {
        TokenSort::Keyword => "keyword",
        TokenSort::Local => "parameter",
        TokenSort::Digits => "number",
        TokenSort::Quoted => "string",
        TokenSort::Comment => "comment",
        TokenSort::Citation => "decorator",
        TokenSort::Named(sort) => match sort {
            NameSort::Kind => "class",
            NameSort::Member => "enumMember",
            NameSort::Column => "property",
            NameSort::Game | NameSort::Variant | NameSort::Board | NameSort::Link => "namespace",
            NameSort::Component => "struct",
            NameSort::Rule | NameSort::Phase | NameSort::Hook | NameSort::Define | NameSort::Table => "function",
            NameSort::Action | NameSort::Menu | NameSort::Card | NameSort::Interrupt => "method",
            NameSort::Clause => "decorator",
            NameSort::Section => "keyword",
            NameSort::Setting
            | NameSort::Ruling
            | NameSort::Place
            | NameSort::Variable
            | NameSort::Track
            | NameSort::Scenario => "variable",
        },
    };
    TOKEN_TYPES.iter().position(|known| *known == name).unwrap_or(0) as u32
}

/// Semantic tokens in the relative numbers of the protocol.
pub(super) fn tokens(text: &str, lines: &LineIndex<'_>, tokens: Vec<FileToken>) -> Vec<u32> {
    let mut before = Position::default();
    let mut data = Vec::new();
    for token in tokens {
        let at = lines.position(token.bytes.start);
        let units: usize = text[token.bytes].chars().map(char::len_utf16).sum();
        let fixed = matches!(token.sort, TokenSort::Named(NameSort::Setting | NameSort::Ruling | NameSort::Member));
        let line = at.line - before.line;
        let character = if line == 0 { at.character - before.character } else { at.character };
        let modifiers = u32::from(token.declares) | u32::from(fixed) << 1;
        data.extend([line, character, units as u32, token_type(token.sort), modifiers]);
        before = at;
    }
    data
}

fn symbol_kind(sort: NameSort) -> SymbolKind {
    match sort {
        NameSort::Game | NameSort::Variant => SymbolKind::MODULE,
        NameSort::Kind => SymbolKind::ENUM,
        NameSort::Member => SymbolKind::ENUM_MEMBER,
        NameSort::Column => SymbolKind::PROPERTY,
        NameSort::Board | NameSort::Link => SymbolKind::NAMESPACE,
        NameSort::Component => SymbolKind::STRUCT,
        NameSort::Setting | NameSort::Ruling => SymbolKind::CONSTANT,
        NameSort::Place => SymbolKind::ARRAY,
        NameSort::Variable | NameSort::Track => SymbolKind::VARIABLE,
        NameSort::Define | NameSort::Table | NameSort::Rule | NameSort::Phase => SymbolKind::FUNCTION,
        NameSort::Action | NameSort::Menu | NameSort::Card => SymbolKind::METHOD,
        NameSort::Hook | NameSort::Interrupt | NameSort::Scenario => SymbolKind::EVENT,
        NameSort::Clause => SymbolKind::STRING,
        NameSort::Section => SymbolKind::OBJECT,
    }
}

/// The outline of a file.
pub(super) fn symbols(lines: &LineIndex<'_>, symbols: Vec<Symbol>) -> Vec<DocumentSymbol> {
    let each = |symbol: Symbol| {
        let children = symbol.children.into_iter().map(|child| document_symbol(lines, child)).collect::<Vec<_>>();
        let children = (!children.is_empty()).then_some(children);
        DocumentSymbol { children, ..document_symbol(lines, symbol.declared) }
    };
    symbols.into_iter().map(each).collect()
}

fn document_symbol(lines: &LineIndex<'_>, name: Declared) -> DocumentSymbol {
    // The protocol wants the name inside the whole.
    let whole = name.whole.start.min(name.bytes.start)..name.whole.end.max(name.bytes.end);
    #[allow(deprecated, reason = "the type still has the old field")]
    DocumentSymbol {
        name: name.name,
        detail: (!name.detail.is_empty()).then_some(name.detail),
        kind: symbol_kind(name.sort),
        tags: None,
        deprecated: None,
        range: lines.range(&whole),
        selection_range: lines.range(&name.bytes),
        children: None,
    }
}

/// A symbol of a game with its place.
pub(super) fn symbol_at(name: Declared, location: Location) -> SymbolInformation {
    #[allow(deprecated, reason = "the type still has the old field")]
    SymbolInformation {
        name: name.name,
        kind: symbol_kind(name.sort),
        tags: None,
        deprecated: None,
        location,
        container_name: name.of,
    }
}

/// Parts of a file that can be folded.
pub(super) fn folds(folds: Vec<FoldRange>) -> Vec<FoldingRange> {
    let fold = |fold: FoldRange| FoldingRange {
        start_line: fold.lines.start as u32,
        end_line: fold.lines.end.saturating_sub(1) as u32,
        kind: fold.comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    };
    folds.into_iter().map(fold).collect()
}

/// An offer that replaces a range.
pub(super) fn offer(offer: Offer, range: Range) -> CompletionItem {
    let kind = match offer.sort {
        OfferSort::Keyword => CompletionItemKind::KEYWORD,
        OfferSort::Library => CompletionItemKind::FUNCTION,
        OfferSort::Local => CompletionItemKind::VARIABLE,
        OfferSort::Named(sort) => match sort {
            NameSort::Kind => CompletionItemKind::CLASS,
            NameSort::Member => CompletionItemKind::ENUM_MEMBER,
            NameSort::Column => CompletionItemKind::PROPERTY,
            NameSort::Setting | NameSort::Ruling => CompletionItemKind::CONSTANT,
            NameSort::Component => CompletionItemKind::STRUCT,
            NameSort::Define | NameSort::Table | NameSort::Rule | NameSort::Phase => CompletionItemKind::FUNCTION,
            NameSort::Action | NameSort::Menu | NameSort::Card => CompletionItemKind::METHOD,
            NameSort::Clause => CompletionItemKind::REFERENCE,
            _ => CompletionItemKind::FIELD,
        },
    };
    CompletionItem {
        sort_text: Some(format!("{}{}", offer.rank, offer.text)),
        detail: (!offer.detail.is_empty()).then_some(offer.detail),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: offer.text.clone() })),
        label: offer.text.trim_end().to_owned(),
        ..CompletionItem::default()
    }
}

/// A hint behind a word.
pub(super) fn hint(position: Position, text: String) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(text),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// Results of cases: a line for all of them, then each failed expectation.
pub(super) fn results(results: &[CaseResult]) -> String {
    let failed: Vec<&CaseResult> = results.iter().filter(|result| !result.passed).collect();
    let all = count(results.len() as u64, "scenario");
    if failed.is_empty() {
        return format!("{all}: passed");
    }
    let mut lines = vec![format!("{all}: {} failed", failed.len())];
    for case in failed {
        for failure in &case.failures {
            let (what, expected, actual) = (&failure.what, &failure.expected, &failure.actual);
            lines.push(format!("{}/{}: {what}: expected {expected}, actual {actual}", case.topic, case.name));
            lines.extend(failure.hint.clone());
        }
    }
    lines.join("\n")
}
