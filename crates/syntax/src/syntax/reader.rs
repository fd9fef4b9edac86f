//! Context of a parse: the source, the findings so far, and access to the grammar.

use std::collections::BTreeSet;

use super::ast::Name;
use super::grammar::{self, Pair, Rule};
use super::guard::{self, Excess};
use super::mistakes::{self, ReadSpot};
use super::{codes, lexicon, words};
use crate::diagnostic::{Diagnostic, Fix, one_per_row};
use crate::text::{SourceId, Span, lines_around};

/// Number of lines below a missing block in which deeper lines follow from it.
const BESIDE: usize = 3;

fn same_line(text: &str, a: Span, b: Span) -> bool {
    let (from, to) = (a.start.min(b.start) as usize, a.start.max(b.start) as usize);
    text.get(from..to).is_some_and(|between| !between.contains('\n'))
}

/// Context of a parse.
pub(super) struct Reader {
    source: SourceId,
    found: Vec<Diagnostic>,
    /// Lost parts, in addition to the lines of the findings.
    unreadable: Vec<Span>,
    /// Items with tabs in their indentation.
    pub(super) tabbed: Vec<Span>,
    /// True if a part of the box was lost.
    pub(super) gap: bool,
    /// True if a declared name was lost.
    nameless: bool,
    /// Ids of clauses that lines and rows cite.
    pub(super) citations: Vec<Span>,
    /// Rows of tables.
    pub(super) rows: Vec<Span>,
    /// Items that are not complete, so that their meaning is not known.
    pub(super) incomplete: Vec<Span>,
    /// True if a question or a field was lost that may name something for the lines below it.
    pub(super) lacks_local: bool,
    /// True if a table calls the members of its kind by numbers, which was reported.
    has_numbered_members: bool,
    /// Findings at a number where only a name can stand.
    numbers_for_names: Vec<Span>,
}

impl Reader {
    pub(super) fn new(source: SourceId) -> Self {
        Self {
            source,
            found: Vec::new(),
            unreadable: Vec::new(),
            tabbed: Vec::new(),
            gap: false,
            nameless: false,
            citations: Vec::new(),
            rows: Vec::new(),
            incomplete: Vec::new(),
            lacks_local: false,
            has_numbered_members: false,
            numbers_for_names: Vec::new(),
        }
    }

    /// Appends the findings and lost parts of another reader.
    pub(super) fn join(&mut self, behind: Self) {
        behind.found.into_iter().for_each(|finding| self.report(finding));
        self.unreadable.extend(behind.unreadable);
        self.tabbed.extend(behind.tabbed);
        self.gap |= behind.gap;
        self.nameless |= behind.nameless;
        self.citations.extend(behind.citations);
        self.rows.extend(behind.rows);
        self.incomplete.extend(behind.incomplete);
        self.has_numbered_members |= behind.has_numbered_members;
        self.numbers_for_names.extend(behind.numbers_for_names);
    }

    /// All findings, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        // Indentation with tabs is ambiguous, so other findings in such an item would be follow-up errors.
        let within = |inner: Span, outer: &Span| outer.start <= inner.start && inner.start <= outer.end;
        let follows = |finding: &Diagnostic| self.tabbed.iter().any(|item| within(finding.span, item));
        self.found.retain(|finding| finding.code == codes::TAB || !follows(finding));
        if self.has_numbered_members {
            self.found.retain(|finding| !self.numbers_for_names.contains(&finding.span));
        }
        self.found.sort_by_key(|finding| (finding.span.start, finding.span.end));
        one_per_row(&mut self.found, &self.rows);
        self.found
    }

    /// Marks a part as lost because of a finding elsewhere.
    pub(super) fn lose(&mut self, span: Span) {
        self.unreadable.push(span);
    }

    /// Marks an item with tabs in its indentation. Its other findings are dropped.
    pub(super) fn distrust(&mut self, item: Span) {
        self.tabbed.push(item);
        self.unreadable.push(item);
    }

    /// Marks a part of the box as lost. Without it the meaning of the rules cannot be checked.
    pub(super) fn lose_table(&mut self) {
        self.gap = true;
    }

    /// Marks that members are called by numbers, so that numbers in place of their names elsewhere are follow-up errors.
    pub(super) fn lose_numbered_members(&mut self) {
        self.lose_table();
        self.has_numbered_members = true;
    }

    /// True if something was reported.
    pub(super) fn has_findings(&self) -> bool {
        !self.found.is_empty()
    }

    /// Number of findings so far.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Adds a fix to a missing block, if that is the only finding after the first `known` ones.
    pub(super) fn offer_block(&mut self, known: usize, fix: impl FnOnce() -> Fix) {
        if let Some([finding]) = self.found.get_mut(known..)
            && finding.code == codes::BLOCK_MISSING
            && finding.fixes.is_empty()
        {
            finding.fixes.push(fix());
        }
    }

    fn has(&self, code: &str) -> bool {
        self.found.iter().any(|finding| finding.code == code)
    }

    /// True if a name could not be read, or the sentences that introduce it.
    pub(super) fn is_nameless(&self) -> bool {
        self.nameless || self.has(codes::RESERVED) || self.has(codes::BLOCK_MISSING)
    }

    /// Marks a name as lost.
    pub(super) fn lose_name(&mut self) {
        self.nameless = true;
    }

    /// True if this is a line in column 1 that begins no item.
    pub(super) fn is_stray(&self) -> bool {
        self.found.first().is_some_and(|finding| finding.code == codes::UNKNOWN_ITEM)
    }

    /// Drops findings about a missing block: its lines stand in column 1.
    pub(super) fn expect_stray(&mut self) {
        self.nameless |= self.has(codes::BLOCK_MISSING);
        self.found.retain(|finding| finding.code != codes::BLOCK_MISSING);
    }

    /// The place of a word of the language where a name belongs, if that is the first finding.
    pub(super) fn reserved(&self) -> Option<Span> {
        Some(self.found.first().filter(|finding| finding.code == codes::RESERVED)?.span)
    }

    /// Drops findings about the use of words of the language with which other items are named. One finding tells of each.
    pub(super) fn expect_uses(&mut self, reserved: &[&str], text: &str) {
        let is_use = |finding: &Diagnostic| {
            let found = text.get(finding.span.range());
            matches!(finding.code, codes::RESERVED | codes::UNKNOWN_SENTENCE)
                && found.is_some_and(|found| reserved.contains(&found))
        };
        let (uses, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.found).into_iter().partition(is_use);
        self.found = kept;
        self.unreadable.extend(uses.into_iter().map(|finding| finding.span));
    }

    /// Drops the findings of an item that only follow from another one in the line, or just above it.
    pub(super) fn drop_follow_ups(&mut self, text: &str) {
        let follows = |first: &Diagnostic, later: &Diagnostic| {
            let lines =
                text.get(first.span.start as usize..later.span.start as usize).map(|text| text.matches('\n').count());
            let within = |most: usize| lines.is_some_and(|lines| lines <= most);
            match (first.code, later.code) {
                (codes::BLOCK_MISSING | codes::ROW_OPEN, codes::NO_BLOCK_HERE) => within(BESIDE),
                (codes::ROW_OPEN | codes::DIVISION, codes::CELL_COUNT) => same_line(text, first.span, later.span),
                (codes::COLUMN, codes::COLUMN) => same_line(text, first.span, later.span) || within(1),
                _ => false,
            }
        };
        let mut kept: Vec<Diagnostic> = Vec::new();
        let all = std::mem::take(&mut self.found);
        for finding in all {
            if !kept.iter().any(|first| follows(first, &finding)) {
                kept.push(finding);
            }
        }
        // The line may belong under the one whose block is missing.
        if kept.iter().any(|finding| finding.code == codes::BLOCK_MISSING) {
            let deeper = kept.iter_mut().filter(|finding| finding.code == codes::NO_BLOCK_HERE);
            deeper.flat_map(|finding| &mut finding.fixes).for_each(|fix| fix.safe = false);
        }
        self.found = kept;
    }

    /// All words of the lines that could not be parsed.
    pub(super) fn unreadable_words(&self, text: &str) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        for span in self.found.iter().map(|finding| &finding.span).chain(&self.unreadable) {
            let (start, end) = (span.start as usize, span.end as usize);
            if text.get(..start).is_none() || text.get(end..).is_none() {
                continue;
            }
            let lines = &text[lines_around(text, start, end)];
            let is_word = |word: &&str| word.starts_with(|c: char| c.is_alphabetic());
            let all = lines.split(|c: char| !super::is_name_char(c)).filter(is_word);
            words.extend(all.map(str::to_owned));
        }
        words
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    /// Adds a finding, up to [`guard::MAX_FINDINGS`].
    pub(super) fn report(&mut self, finding: Diagnostic) {
        if self.found.len() < guard::MAX_FINDINGS {
            self.found.push(finding);
        }
    }

    /// Parses `text`, at byte `at` of the source, by one rule. A failure is reported.
    pub(super) fn read<'t>(&mut self, rule: Rule, text: &'t str, at: usize, spot: &ReadSpot) -> Option<Pair<'t>> {
        if !self.fits(text, at) {
            return None;
        }
        match grammar::read(rule, text) {
            Ok(pair) => Some(pair),
            Err(failure) => {
                let finding = mistakes::explain(self.source, text, at, (rule, &failure), spot);
                if mistakes::is_number_for_name(text, &failure) {
                    self.numbers_for_names.push(finding.span);
                }
                self.report(finding);
                None
            }
        }
    }

    /// Checks the limits of a text. An excess is reported.
    pub(super) fn fits(&mut self, text: &str, at: usize) -> bool {
        let excess = guard::check(text).err();
        if let Some(excess) = excess {
            self.report_excess(excess, text, at);
        }
        excess.is_none()
    }

    /// A builder of trees for a text at byte `at`.
    pub(super) fn build(&mut self, at: usize) -> Build<'_> {
        Build { reader: self, at }
    }

    fn report_excess(&mut self, excess: Excess, text: &str, at: usize) {
        let finding = match excess {
            Excess::Length => {
                let message =
                    format!("with the lines that continue it, this line has more than {} bytes", guard::MAX_LINE);
                let line = text.find('\n').unwrap_or(text.len()).min(80);
                let end = (0..=line).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
                Diagnostic::error(codes::TOO_LONG, self.span(at, at + end), message)
                    .help("split it, or name its parts with `let` or `define`")
            }
            Excess::Depth(deep) => {
                let span = self.span(at + deep, at + deep + 1);
                Diagnostic::error(
                    codes::TOO_DEEP,
                    span,
                    "too many brackets and conditions are nested inside one another here",
                )
                .help("name the inner parts with `let` or `define`")
            }
        };
        self.report(finding);
    }
}

/// Builder of trees from parsed pairs.
pub(super) struct Build<'r> {
    pub(super) reader: &'r mut Reader,
    /// Byte offset of the parsed text in the source.
    pub(super) at: usize,
}

impl Build<'_> {
    /// Span of a pair, without the trailing spaces that an absent optional part has consumed.
    pub(super) fn span(&self, pair: &Pair) -> Span {
        let start = self.at + pair.as_span().start();
        self.reader.span(start, start + pair.as_str().trim_end().len())
    }

    pub(super) fn name(&self, pair: &Pair) -> Name {
        Name { text: pair.as_str().trim_end().to_owned(), span: self.span(pair) }
    }

    /// A whole number. One that is too large is reported and becomes 0.
    pub(super) fn number(&mut self, pair: &Pair) -> i64 {
        let digits = pair.as_str().trim_end();
        match digits.parse::<i32>() {
            Ok(number) => i64::from(number),
            Err(_) => {
                let message = format!("`{}` is too large a number", lexicon::short(digits));
                let finding = Diagnostic::error(codes::NUMBER, self.span(pair), message);
                self.reader.report(finding.help(format!("numbers go up to {}", i32::MAX)));
                0
            }
        }
    }
}

/// Parts of a pair, without words and signs that the tree does not need.
pub(super) struct PairParts<'t> {
    rest: std::iter::Peekable<pest::iterators::Pairs<'t, Rule>>,
}

impl<'t> PairParts<'t> {
    pub(super) fn of(pair: Pair<'t>) -> Self {
        Self { rest: pair.into_inner().peekable() }
    }

    /// The next part, if it has this rule.
    pub(super) fn accept(&mut self, rule: Rule) -> Option<Pair<'t>> {
        self.skip();
        self.rest.next_if(|pair| pair.as_rule() == rule)
    }

    /// The next part, which the grammar guarantees.
    pub(super) fn must(&mut self) -> Pair<'t> {
        self.next().expect("the grammar has this part")
    }

    /// Rule of the next part.
    pub(super) fn peek(&mut self) -> Option<Rule> {
        self.skip();
        self.rest.peek().map(Pair::as_rule)
    }

    fn skip(&mut self) {
        while self.rest.next_if(|pair| words::is_mute(pair.as_rule())).is_some() {}
    }
}

impl<'t> Iterator for PairParts<'t> {
    type Item = Pair<'t>;

    fn next(&mut self) -> Option<Pair<'t>> {
        self.skip();
        self.rest.next()
    }
}
