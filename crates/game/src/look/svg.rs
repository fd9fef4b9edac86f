//! Well-formedness of SVG files: a browser shows nothing of a file that is not well-formed XML.

use std::collections::BTreeSet;

/// The entities of XML.
const ENTITIES: [&str; 5] = ["amp", "lt", "gt", "quot", "apos"];

/// An element that has begun, with the prefixes of names that it declares.
struct OpenElement<'t> {
    name: &'t str,
    prefixes: Vec<&'t str>,
}

/// A scan of a text from its beginning.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    open: Vec<OpenElement<'t>>,
    /// True after the first element has ended.
    is_over: bool,
    /// True if the document type may declare entities.
    has_own_entities: bool,
}

/// The first mistake in a text as XML, with its line: `line 3: </g> ends <path>`.
///
/// # Errors
/// The text is not well-formed.
pub(super) fn well_formed(text: &str) -> Result<(), String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut scan = Scan { text, at: 0, open: Vec::new(), is_over: false, has_own_entities: false };
    scan.whole().map_err(|mistake| {
        let line = text[..scan.at].matches('\n').count() + 1;
        format!("line {line}: {mistake}")
    })
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The text up to a mark, which is skipped.
    fn up_to(&mut self, mark: &str) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(mark)?;
        self.at += end + mark.len();
        Some(&rest[..end])
    }

    fn whole(&mut self) -> Result<(), String> {
        while let Some(next) = self.rest().find('<') {
            let text = &self.rest()[..next];
            self.text_between(text)?;
            self.at += next;
            self.markup()?;
        }
        let text = self.rest();
        self.text_between(text)?;
        match self.open.last() {
            Some(element) => Err(format!("<{}> has no end", element.name)),
            None if !self.is_over => Err("there is no element".to_owned()),
            None => Ok(()),
        }
    }

    fn text_between(&self, text: &str) -> Result<(), String> {
        if self.open.is_empty() && !text.trim().is_empty() {
            return Err("there is text outside of the first element".to_owned());
        }
        self.entities(text)
    }

    /// Checks that each `&` begins an entity.
    fn entities(&self, text: &str) -> Result<(), String> {
        let is_known = |name: &str| {
            let number = name.strip_prefix('#').map(|number| match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).is_ok(),
                None => number.parse::<u32>().is_ok(),
            });
            number.unwrap_or_else(|| self.has_own_entities || ENTITIES.contains(&name))
        };
        match text.split('&').skip(1).find(|after| !after.split_once(';').is_some_and(|(name, _)| is_known(name))) {
            Some(_) => Err("write `&amp;` for `&`".to_owned()),
            None => Ok(()),
        }
    }

    /// A comment, an instruction, a document type, or a tag.
    fn markup(&mut self) -> Result<(), String> {
        let rest = self.rest();
        let is_inside = !self.open.is_empty();
        for (begin, end, what) in [("<!--", "-->", "a comment"), ("<?", "?>", "an instruction")] {
            if let Some(inner) = rest.strip_prefix(begin) {
                let has_end = inner.find(end);
                if begin == "<!--" && has_end.is_some_and(|end| inner[..end].contains("--")) {
                    return Err("`--` stands inside of a comment".to_owned());
                }
                self.at += begin.len();
                return self.up_to(end).map(drop).ok_or_else(|| format!("{what} has no end"));
            }
        }
        if is_inside && rest.starts_with("<![CDATA[") {
            return self.up_to("]]>").map(drop).ok_or_else(|| "a CDATA section has no end".to_owned());
        }
        if rest.starts_with("<!DOCTYPE") && !is_inside && !self.is_over {
            // Definitions of a document type stand in brackets.
            let is_defined = rest.find('[').is_some_and(|bracket| rest.find('>').is_none_or(|end| bracket < end));
            self.has_own_entities |= is_defined;
            let end = if is_defined { "]>" } else { ">" };
            return self.up_to(end).map(drop).ok_or_else(|| "the document type has no end".to_owned());
        }
        if rest.starts_with("</") { self.end_tag() } else { self.tag() }
    }

    fn end_tag(&mut self) -> Result<(), String> {
        let name = self.rest()[2..].split('>').next().unwrap_or_default().trim_end();
        match self.open.last() {
            Some(element) if element.name == name => {}
            Some(element) => return Err(format!("</{name}> ends <{}>", element.name)),
            None => return Err(format!("</{name}> ends nothing")),
        }
        self.up_to(">").ok_or_else(|| format!("</{name} has no >"))?;
        self.open.pop();
        self.is_over = self.open.is_empty();
        Ok(())
    }

    fn tag(&mut self) -> Result<(), String> {
        if self.is_over {
            return Err("there is a second element after the first one".to_owned());
        }
        self.at += 1;
        let name = self.name().ok_or("a `<` begins no element: write `&lt;`")?;
        let mut attributes: Vec<&str> = Vec::new();
        loop {
            let gap = self.rest().len() - self.rest().trim_start().len();
            self.at += gap;
            let is_empty = self.rest().starts_with("/>");
            if is_empty || self.rest().starts_with('>') {
                self.at += if is_empty { 2 } else { 1 };
                return self.begin(name, &attributes, is_empty);
            }
            let own = self.name().filter(|_| gap > 0).ok_or_else(|| format!("the tag <{name}> has no end"))?;
            if attributes.contains(&own) {
                return Err(format!("<{name}> has `{own}` twice"));
            }
            attributes.push(own);
            self.value().ok_or_else(|| format!("`{own}` of <{name}> has no value in quotes"))??;
        }
    }

    /// The value of an attribute, with its sign of equality.
    fn value(&mut self) -> Option<Result<(), String>> {
        let value = self.rest().trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (inner, after) = value[1..].split_once(quote)?;
        let found = if inner.contains('<') { Err("write `&lt;` for `<`".to_owned()) } else { self.entities(inner) };
        self.at = self.text.len() - after.len();
        Some(found)
    }

    /// Begins an element, whose prefixes must be declared.
    fn begin(&mut self, name: &'t str, attributes: &[&'t str], is_empty: bool) -> Result<(), String> {
        let prefixes = attributes.iter().filter_map(|own| own.strip_prefix("xmlns:")).collect();
        self.open.push(OpenElement { name, prefixes });
        let known: BTreeSet<&str> = self.open.iter().flat_map(|element| &element.prefixes).copied().collect();
        let used = [name].into_iter().chain(attributes.iter().copied()).filter_map(|own| own.split_once(':'));
        if let Some((prefix, _)) =
            used.into_iter().find(|(prefix, _)| !["xml", "xmlns"].contains(prefix) && !known.contains(prefix))
        {
            return Err(format!("the prefix `{prefix}:` of <{name}> is not declared by `xmlns:{prefix}`"));
        }
        if is_empty {
            self.open.pop();
            self.is_over = self.open.is_empty();
        }
        Ok(())
    }

    /// The name of an element or attribute.
    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let is_end = |c: char| !(c.is_alphanumeric() || "_:-.".contains(c));
        let name = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at += name.len();
        name.starts_with(|c: char| c.is_alphabetic() || c == '_').then_some(name)
    }
}
