//! Texts to trees.

use tavola::syntax::parse;
use tavola::text::Sources;

#[test]
fn good_texts_have_no_findings() {
    for path in std::fs::read_dir("tests/fixtures/syntax/good").expect("the fixtures are there") {
        let path = path.expect("the fixtures can be read").path();
        let mut sources = Sources::new();
        let id = sources.read_file(&path).expect("a fixture can be read");
        let parsed = parse(&sources, id);
        for d in &parsed.diagnostics {
            eprintln!("{} {} {}", sources.place(d.span).unwrap_or_default(), d.code, d.message);
        }
        assert!(parsed.diagnostics.is_empty(), "{} has findings", path.display());
    }
}
