//! A served table with a look: its pictures, and a look that changes during play.

use std::fs;

use super::SVG;
use crate::serve::{Served, serve, valley};

/// Waits until the table contains these words.
fn until(served: &Served, words: &str) -> String {
    served.until("anna", words, |text| text.contains(words))
}

#[test]
fn pictures_come_from_the_server_and_changes_reach_the_table() {
    let (_folder, rules) = valley();
    fs::write(rules.join("cart.svg"), SVG).expect("writable");
    fs::write(rules.join("look.yaml"), "boards: { valley: { background: cart.svg } }\n").expect("writable");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let page = served.get("anna", "/table").text();
    let address = page.split_once("href=\"/look/").expect("a picture").1.split('"').next().expect("its name");
    let reply = served.send("GET", &format!("/look/{address}"), &[], b"");
    assert_eq!((reply.status, reply.text().as_str()), (200, SVG));
    let head = reply.head.to_lowercase();
    assert!(head.contains("image/svg+xml") && head.contains("sandbox") && head.contains("immutable"), "{head}");
    assert!(head.contains("default-src 'none'") && head.contains("nosniff"), "{head}");
    assert_eq!(served.send("GET", "/look/other.svg", &[], b"").status, 404);
    assert_eq!(served.send("GET", "/look/..%2Fvalley.tavola", &[], b"").status, 404);

    fs::write(rules.join("look.yaml"), "boards: { valley: { background: teal } }\n").expect("writable");
    let page = until(&served, "fill:#008080");
    assert!(!page.contains("The rules were changed"), "{page}");
    assert!(!page.contains("/look/"), "{page}");
    fs::write(rules.join("look.yaml"), "boards: { valley: { background: teel } }\n").expect("writable");
    let page = until(&served, "look.yaml:1:");
    assert!(page.contains("did you mean") && page.contains("fill:#008080"), "the last look stays: {page}");
}
