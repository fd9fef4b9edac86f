//! `t.layout`: the column that is called as the word of a setting or ruling.

use crate::check::exprs::typer::Typer;
use crate::check::names::defs::Def;
use crate::ir::{KindId, Type};
use crate::syntax::ast::{Binary, Expr, ExprKind, Name};
use crate::text::Span;

impl Typer<'_> {
    /// Where `name` is no column of a kind, but a setting whose words are columns: `if layout is small then READ(small) else ..`; none
    /// where the setting says a word that is no column.
    pub(super) fn column_by_word(&self, kind: KindId, name: &Name, read: impl Fn(Name) -> Expr) -> Option<Expr> {
        let columns = self.columns_named(kind);
        if columns.contains(&name.text.as_str()) {
            return None;
        }
        let setting = self.book.names.get(&name.text).iter().find_map(|def| match def {
            Def::Setting(id) => Some(&self.book.ir.settings[id.index()]),
            _ => None,
        })?;
        let Type::Member(words) = setting.ty else { return None };
        let words = self.book.member_names(words);
        let (there, absent): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| columns.contains(word));
        let span = name.span;
        let mut arms = there.iter().rev().map(|word| (*word, read(Name { text: (*word).to_owned(), span })));
        // Where all words are columns the last one needs no condition.
        let last = match absent.is_empty() {
            true => arms.next()?.1,
            false if there.is_empty() => return None,
            false => plain("none", span),
        };
        Some(arms.fold(last, |otherwise, (word, value)| {
            let is = ExprKind::Binary(Binary::Is, Box::new(plain(&name.text, span)), Box::new(plain(word, span)));
            let is = Box::new(Expr { kind: is, span });
            Expr { kind: ExprKind::If(is, Box::new(value), Some(Box::new(otherwise))), span }
        }))
    }

    fn columns_named(&self, kind: KindId) -> Vec<&str> {
        let own = &self.book.ir.kinds[kind.index()];
        let columns = own.attributes.iter().map(|column| column.name.as_str());
        columns.chain(own.pairs.iter().map(|pair| pair.name.as_str())).collect()
    }
}

fn plain(word: &str, span: Span) -> Expr {
    Expr { kind: ExprKind::Name(word.to_owned()), span }
}
