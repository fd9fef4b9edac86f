//! Construction of sentences with their blocks.

use super::ast::{Arm, Block, DecideRow, Expr, ExprKind, Name, Stmt, StmtKind};
use super::grammar::{Pair, Rule};
use super::grid::CellText;
use super::guard::MAX_ELSE_IF;
use super::layout::{LineBlock, first_word};
use super::line::SourceLine;
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use super::unknown::foreign_sentence;
use super::{codes, kinds, lexicon, verbs};
use crate::diagnostic::{Diagnostic, Fix, FixEdit, Remedy};
use crate::text::Span;

/// Sentences of a block. Broken ones are reported and left out.
pub(super) fn block(reader: &mut Reader, nodes: Vec<LineBlock>) -> Block {
    let mut done = Sequence::default();
    let mut nodes = nodes.into_iter().peekable();
    while let Some(node) = nodes.next() {
        let (above, known) = (node.line.span(reader), reader.count());
        line(reader, node, &mut done);
        let next = nodes.peek().filter(|next| !next.line.is_row() && !CONTINUES.contains(&first_word(&next.line.text)));
        if let Some(next) = next {
            let lines = reader.span(next.line.at, next.end());
            reader.offer_block(known, || Fix::put_under("indent the line below", lines, above));
        }
    }
    done.block
}

/// Words of lines that belong to a sentence above their own block.
const CONTINUES: [&str; 2] = ["else", "option"];

/// Heads of the left columns, and rows, of a `decide`.
fn decide(reader: &mut Reader, nodes: &[LineBlock], above: Span) -> (Vec<Expr>, Vec<DecideRow>) {
    let Some((heads, grid)) = kinds::decide(reader, nodes, above) else { return (Vec::new(), Vec::new()) };
    let mut rows = Vec::new();
    for row in &grid.rows {
        let body = cell(reader, row.cells[grid.left]);
        let tests = kinds::tests(reader, &grid, row);
        rows.push(DecideRow { tests, body, cites: row.cites.clone(), span: row.span });
    }
    (heads, rows)
}

/// Sentences of a `do` cell.
fn cell(reader: &mut Reader, cell: CellText) -> Block {
    let mut done = Sequence::default();
    let spot = ReadSpot::new(codes::BROKEN_CELL, "the column `do` needs sentences: `p gains 2 pennies; stop`");
    if cell.text.is_empty() {
        return done.block;
    }
    let Some(pair) = reader.read(Rule::sentences, cell.text, cell.at, &spot) else {
        return done.block;
    };
    let mut build = reader.build(cell.at);
    for chain in PairParts::of(pair) {
        build.chain(chain, Vec::new(), &mut done);
    }
    done.block
}

/// Options of a `one of`, from `option` lines.
fn arms(reader: &mut Reader, nodes: Vec<LineBlock>) -> Vec<Arm> {
    let mut arms = Vec::new();
    report_bare(reader, &nodes);
    for node in nodes.into_iter().filter(|node| !is_bare(node)) {
        let span = node.line.span(reader);
        let mut one = Sequence { arms: Some(Vec::new()), ..Sequence::default() };
        line(reader, node, &mut one);
        if let Some(stmt) = one.block.first() {
            let finding = Diagnostic::error(codes::STRAY, stmt.span, "an `option` belongs here");
            reader.report(finding.help("`option \"sort\": you do sort`"));
        }
        arms.extend(one.arms.into_iter().flatten().map(|arm| Arm { span, ..arm }));
    }
    arms
}

/// True for an option without its word: `"sort": you do sort`.
fn is_bare(node: &LineBlock) -> bool {
    node.line.text.starts_with('"')
}

/// Reports all options without their word in one finding.
fn report_bare(reader: &mut Reader, nodes: &[LineBlock]) {
    let bare: Vec<&LineBlock> = nodes.iter().filter(|node| is_bare(node)).collect();
    let Some(first) = bare.first() else { return };
    let edit = |node: &&LineBlock| FixEdit::new(reader.span(node.line.at, node.line.at), "option ");
    let edits = bare.iter().map(edit).collect();
    let fix = Fix { title: "add `option`".to_owned(), edits, safe: true };
    let finding =
        Diagnostic::error(codes::BROKEN_SENTENCE, first.line.span(reader), "each option begins with `option`");
    reader.report(finding.help(Remedy::new("write `option \"sort\": you do sort`", fix)));
    bare.iter().for_each(|node| reader.lose(reader.span(node.line.at, node.end())));
}

pub(super) fn report_no_block(reader: &mut Reader, line: &SourceLine, message: &str) {
    let finding = Diagnostic::error(codes::NO_BLOCK_HERE, line.span(reader), message);
    reader.report(finding.help(ALIGN));
}

const ALIGN: &str = "align it, or continue the line above with `and`, `or`, `where`, `then`, `by`, `for`, `except`, \
                     `clockwise`, `showing`, `+` or `-`";

/// Body of a sentence.
enum Body {
    /// On the same line, after `:`
    Same(Block),
    /// On the lines below
    Below(Vec<LineBlock>),
}

impl Body {
    fn may_be_empty(self, reader: &mut Reader) -> Block {
        match self {
            Self::Same(block) => block,
            Self::Below(nodes) => block(reader, nodes),
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Below(nodes) if nodes.is_empty())
    }

    /// The block, which is required.
    fn must(self, reader: &mut Reader, span: Span, word: &str) -> Block {
        if self.is_empty() {
            let finding = Diagnostic::error(codes::BLOCK_MISSING, span, format!("nothing is under this `{word}`"));
            reader.report(finding.help("write a sentence after `:`, or sentences on the lines below it, indented"));
        }
        self.may_be_empty(reader)
    }

    /// Reports a body of a sentence that takes none.
    fn none(self, reader: &mut Reader, span: Span) {
        match self {
            Self::Same(_) => {
                let finding = Diagnostic::error(codes::NO_BLOCK_HERE, span, "this sentence takes no block");
                reader.report(finding.help("separate two sentences on one line with `;`"));
            }
            Self::Below(nodes) => {
                let (Some(node), Some(last)) = (nodes.first(), nodes.last()) else { return };
                let message = "this line is indented, but the one above takes no block";
                let finding = Diagnostic::error(codes::NO_BLOCK_HERE, node.line.span(reader), message);
                let lines = reader.span(node.line.at, last.end());
                reader
                    .report(finding.help(Remedy::new(ALIGN, Fix::align("align it with the line above", lines, span))));
            }
        }
    }

    /// Adds the body to a sentence of which only the head is parsed. False if the sentence is incomplete.
    fn put_under(self, reader: &mut Reader, kind: &mut StmtKind, span: Span) -> bool {
        let (place, word) = match kind {
            StmtKind::If(_, block, _) => (block, "if"),
            StmtKind::Each(_, block) => (block, "each"),
            StmtKind::Together(_, block) => (block, "together"),
            StmtKind::Between(_, _, block) => (block, "between steps"),
            StmtKind::Transaction(block) => (block, "transaction"),
            StmtKind::Repeat { body, .. } => (body, "repeat"),
            StmtKind::InTurn { body, .. } => (body, "in turn"),
            StmtKind::May { body, .. } => (body, "may"),
            StmtKind::MayChoose { body, .. } => {
                *body = (!self.is_empty()).then(|| self.may_be_empty(reader));
                return true;
            }
            StmtKind::OneOf { arms: place, .. } => match self {
                Self::Below(nodes) if !nodes.is_empty() => {
                    *place = arms(reader, nodes);
                    return true;
                }
                _ => {
                    let message = "the options of this `one of` are missing";
                    let finding = Diagnostic::error(codes::BLOCK_MISSING, span, message);
                    let help = "write `option` lines below it, indented: `option \"sort\": you do sort`";
                    reader.report(finding.help(help));
                    return false;
                }
            },
            StmtKind::Decide(heads, rows) => match self {
                Self::Below(nodes) => {
                    (*heads, *rows) = decide(reader, &nodes, span);
                    return true;
                }
                Self::Same(_) => {
                    let finding = Diagnostic::error(codes::NO_TABLE, span, "the table of this `decide` is missing");
                    reader.report(finding.help("write its rows on the lines below it, indented"));
                    return false;
                }
            },
            _ => {
                self.none(reader, span);
                return true;
            }
        };
        *place = self.must(reader, span, word);
        true
    }
}

/// Sequence of statements under construction.
#[derive(Default)]
struct Sequence {
    block: Block,
    /// Options, if they are expected here.
    arms: Option<Vec<Arm>>,
    /// Citations of the current line.
    cites: Vec<Name>,
    /// Number of `else if` after the last statement. `None` if no `else` can follow.
    open: Option<usize>,
    /// True if the line above could not be parsed, so that an `else` after it is not reported.
    lost: bool,
}

/// Adds a line with its block.
fn line(reader: &mut Reader, node: LineBlock, done: &mut Sequence) {
    let LineBlock { line, block } = node;
    let spot = ReadSpot::new(codes::BROKEN_SENTENCE, "");
    if line.is_row() {
        let finding = Diagnostic::error(codes::WRONG_BODY, line.span(reader), "a sentence belongs here, not a row");
        reader.report(finding.help("rows belong under `decide`"));
        done.lost = true;
        return;
    }
    let Some(pair) = reader.read(Rule::sentences, &line.text, line.at, &spot) else {
        if let Some(last) = block.last() {
            reader.lose(reader.span(line.at, last.end()));
        }
        reader.lacks_local |= asks(&line.text);
        done.lost = true;
        return;
    };
    let mut chains: Vec<Pair> = PairParts::of(pair).collect();
    let last = chains.pop().expect("the grammar has at least one sentence");
    let colon = |chain: &Pair| chain.clone().into_inner().any(|part| part.as_rule() == Rule::k_colon);
    if !chains.is_empty() && chains.iter().chain([&last]).any(colon) {
        let finding = Diagnostic::error(
            codes::AFTER_COLON,
            line.span(reader),
            "it is unclear which of these sentences are under the `:`",
        );
        reader.report(finding.help("give each sentence a line of its own, those under the `:` indented"));
        done.lost = true;
        return;
    }
    done.cites = line.cites;
    let mut build = reader.build(line.at);
    for chain in chains {
        build.chain(chain, Vec::new(), done);
    }
    build.chain(last, block, done);
}

/// True for a line that may name an answer for the lines below it.
fn asks(text: &str) -> bool {
    text.split_whitespace().any(|word| matches!(word, "choose" | "chooses"))
}

impl Build<'_> {
    /// Adds a chain such as `each p in podium[1]: p gains 2 fame`, with the block below it.
    fn chain(&mut self, pair: Pair, nodes: Vec<LineBlock>, done: &mut Sequence) {
        let span = self.span(&pair);
        let mut pieces: Vec<Pair> = PairParts::of(pair).collect();
        let last = pieces.pop().expect("the grammar has at least one sentence");
        let mut body = Body::Below(nodes);
        let mut piece = last;
        while let Some(head) = pieces.pop() {
            let mut inner = Sequence::default();
            self.put(piece, span, body, &mut inner);
            body = Body::Same(inner.block);
            piece = head;
        }
        self.put(piece, span, body, done);
    }

    /// Adds a sentence with its body.
    fn put(&mut self, pair: Pair, whole: Span, body: Body, done: &mut Sequence) {
        let from = self.span(&pair);
        let span = self.reader.span(from.start as usize, whole.end as usize);
        let lost = std::mem::take(&mut done.lost);
        match pair.as_rule() {
            Rule::s_else if lost => {
                body.must(self.reader, span, "else");
                done.lost = true;
            }
            Rule::s_else => self.put_else(pair, span, body, done),
            Rule::s_option => self.put_option(pair, span, body, done),
            _ => {
                let Some(mut kind) = verbs::sentence(self, pair, span) else {
                    body.none(self.reader, span);
                    done.lost = true;
                    return;
                };
                if let StmtKind::Call(Expr { kind: ExprKind::Name(name), span: at }) = &kind
                    && !body.is_empty()
                    && let Some(help) = foreign_sentence(name, *at).filter(|help| !help.fixes.is_empty())
                {
                    let message = format!("no sentence begins with `{}`", lexicon::short(name));
                    self.reader.report(Diagnostic::error(codes::UNKNOWN_SENTENCE, *at, message).help(help));
                    if let Body::Below(nodes) = &body {
                        nodes.iter().for_each(|node| self.reader.lose(self.reader.span(node.line.at, node.end())));
                    }
                    done.lost = true;
                    return;
                }
                if !body.put_under(self.reader, &mut kind, span) {
                    done.lost = true;
                    return;
                }
                let takes = matches!(kind, StmtKind::If(..) | StmtKind::May { .. } | StmtKind::MayChoose { .. });
                done.open = takes.then_some(0);
                done.block.push(Stmt { kind, cites: done.cites.clone(), span });
            }
        }
    }

    fn put_option(&mut self, pair: Pair, span: Span, body: Body, done: &mut Sequence) {
        let mut parts = PairParts::of(pair);
        let label = self.text(&parts.must());
        let when = parts.next().map(|when| self.expr(when));
        let body = body.may_be_empty(self.reader);
        match &mut done.arms {
            Some(arms) => arms.push(Arm { label, when, body, cites: done.cites.clone(), span }),
            None => {
                let finding = Diagnostic::error(codes::STRAY, span, "this `option` is not under a `chooses one of`");
                self.reader.report(finding.help("write `p chooses one of`, and indent its options below it"));
            }
        }
    }

    /// Adds `else` or `else if` to the sentence before it.
    fn put_else(&mut self, pair: Pair, span: Span, body: Body, done: &mut Sequence) {
        let condition = PairParts::of(pair).next().map(|condition| self.expr(condition));
        let body = body.must(self.reader, span, "else");
        let Some(count) = done.open else {
            let finding = Diagnostic::error(codes::STRAY, span, "this `else` belongs to no `if` above it");
            self.reader.report(finding.help("put `else` below the block of its `if`, aligned with the `if`"));
            // The other branches of the same chain follow from this one.
            done.lost = true;
            return;
        };
        if count == MAX_ELSE_IF {
            let finding = Diagnostic::error(codes::TOO_DEEP, span, format!("more than {MAX_ELSE_IF} `else if`"));
            self.reader.report(finding.help("make a `decide` with a row for each case"));
            return;
        }
        done.open = condition.is_some().then_some(count + 1);
        let mut block = body;
        if let Some(condition) = condition {
            block = vec![Stmt { kind: StmtKind::If(condition, block, None), cites: done.cites.clone(), span }];
        } else if let Some(first) = block.first_mut() {
            // `else` is not a sentence, so its citations go to the first sentence under it.
            first.cites.splice(0..0, done.cites.iter().cloned());
        }
        if let Some(place) = done.block.last_mut().and_then(|stmt| otherwise(stmt, count)) {
            *place = Some(block);
        }
    }
}

/// Slot of the next `else`, after `count` `else if`.
fn otherwise(mut stmt: &mut Stmt, count: usize) -> Option<&mut Option<Block>> {
    for _ in 0..count {
        stmt = place_of_else(stmt)?.as_mut()?.first_mut()?;
    }
    place_of_else(stmt)
}

fn place_of_else(stmt: &mut Stmt) -> Option<&mut Option<Block>> {
    match &mut stmt.kind {
        StmtKind::If(_, _, place) => Some(place),
        StmtKind::May { otherwise: place, .. } | StmtKind::MayChoose { otherwise: place, .. } => Some(place),
        _ => None,
    }
}
