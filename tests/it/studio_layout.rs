//! Layout mode of `tavola studio`: what its page asks to change `look.yaml`, and what is refused.

use std::fs;

use serde_json::{Value, json};

use crate::look::SVG;
use crate::studio::{Open, list, open};

/// A move of the abbey, on a board of two villages.
fn moved(how: (&str, Value)) -> Value {
    let space = |name, middle| json!({ "name": name, "middle": middle, "size": [156, 40] });
    let spaces = [space("abbey", [200, 100]), space("bridge", [400, 300])];
    let mut asked = json!({ "board": "valley", "size": [800, 600], "spaces": spaces, "space": "abbey" });
    asked[how.0] = how.1;
    json!({ "position": asked })
}

fn dress(open: &Open, text: &str, change: &Value) -> String {
    let fix = open.ask("dress", &json!({ "text": text, "change": change }));
    let Some(edit) = list(&fix["edits"]).first() else { return text.to_owned() };
    assert_eq!(edit["file"], "look.yaml");
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |end: &str| edit[end].as_u64().expect("an offset") as usize;
    let part = |units: &[u16]| String::from_utf16(units).expect("a text");
    [&part(&units[..at("from")]), edit["text"].as_str().expect("a text"), &part(&units[at("to")..])].concat()
}

#[test]
fn changes_become_edits_of_the_text_in_the_editor() {
    let open = open(&[]);
    let text = dress(&open, "", &moved(("to", json!([300, 100]))));
    let positions = "    positions:\n      abbey: [60, 20]\n      bridge: [80, 60]\n";
    assert_eq!(text, format!("boards:\n  valley:\n    size: [160, 120]\n{positions}"));
    let text = dress(&open, &format!("# 🏔 ours\n{text}"), &moved(("by", json!([0, -1]))));
    assert!(text.starts_with("# 🏔 ours\nboards:") && text.contains("abbey: [60, 19]"), "{text}");
    let text = dress(&open, &text, &json!({ "colour": { "name": "abbey", "value": "gold" } }));
    let text = dress(&open, &text, &json!({ "icon": { "name": "courier", "value": "🐎" } }));
    let text = dress(&open, &text, &json!({ "players": ["red", "navy"] }));
    let text = dress(&open, &text, &json!({ "background": { "name": "valley", "value": "tan" } }));
    let wanted = "    background: tan\ncolours:\n  abbey: gold\n  Player: [red, navy]\nicons:\n  courier: \"🐎\"\n";
    assert!(text.ends_with(wanted), "{text}");
    assert_eq!(open.ask("check", &json!({ "texts": { "look.yaml": text } }))["findings"], json!([]));
    let look = open.ask("look", &json!({ "text": text }));
    let abbey = list(&look["names"]).iter().find(|one| one["name"] == "abbey").expect("the abbey");
    assert_eq!((&abbey["colour"], &abbey["kind"], &abbey["signed"]), (&json!("gold"), &json!("Village"), &json!(true)));
    assert_eq!(abbey["title"], json!("Abbey"), "as players read it");
    assert_eq!((&look["players"], &look["boards"][0]["background"]), (&json!(["red", "navy"]), &json!("tan")));
    let gone = dress(&open, &text, &json!({ "colour": { "name": "abbey", "value": "" } }));
    assert_eq!(gone, text.replace("  abbey: gold\n", ""));
    assert!(!open.game.join("look.yaml").exists(), "the editor saves");
}

#[test]
fn a_value_that_cannot_be_used_is_refused_with_its_message() {
    let open = open(&[]);
    for (change, words) in [
        (json!({ "colour": { "name": "abbey", "value": "golt" } }), "`golt` is not a colour: did you mean `gold`?"),
        (json!({ "icon": { "name": "abbey", "value": "abbey" } }), "`abbey` is too long for an icon"),
        (json!({ "icon": { "name": "abbey", "value": "no.svg" } }), "there is no picture `no.svg`"),
        (json!({ "background": { "name": "valley", "value": "x.jpg" } }), "neither an SVG nor a PNG"),
        (json!({ "players": ["red", ""] }), "is not a colour"),
        (moved(("space", json!("moon"))), "shows no space `moon`"),
        (moved(("board", json!("moon"))), "the rules have no board `moon`"),
    ] {
        open.refused("dress", &json!({ "text": "", "change": change }), 409, words);
    }
    let change = json!({ "colour": { "name": "abbey", "value": "gold" } });
    open.refused("dress", &json!({ "text": "colours: [", "change": change }), 409, "this is not YAML");
    // A mistake that was there before is no reason.
    let text = dress(&open, "icons: { abbey: much too long }\n", &change);
    assert_eq!(text, "icons: { abbey: much too long }\ncolours:\n  abbey: gold\n");
}

#[test]
fn a_look_is_created_and_saved_like_every_file() {
    let open = open(&[]);
    let made = open.ask("make", &json!({ "sort": "look", "name": "look" }));
    assert_eq!(made["file"], "look.yaml");
    open.refused("make", &json!({ "sort": "look", "name": "look" }), 409, "`look.yaml` exists already");
    let text = open.text("look.yaml");
    assert_eq!(open.ask("check", &json!({ "texts": {} }))["findings"], json!([]), "it changes nothing: {text}");
    let text = dress(&open, &text, &moved(("by", json!([1, 0]))));
    let print = open.ask("open", &json!({ "file": "look.yaml" }))["print"].clone();
    open.ask("save", &json!({ "file": "look.yaml", "text": text, "print": print }));
    assert_eq!(fs::read_to_string(open.game.join("look.yaml")).expect("readable"), text);
}

#[test]
fn pictures_are_checked_and_stay_in_the_folder() {
    let open = open(&[]);
    let svg = |text: &str| json!({ "name": "My map.svg", "data": text });
    assert_eq!(open.ask("picture", &svg(SVG))["file"], "pictures/My_map.svg");
    assert_eq!(open.ask("picture", &svg(SVG))["file"], "pictures/My_map.svg", "the same one again");
    open.refused("picture", &svg(&SVG.replace("1 1", "2 2")), 409, "exists already");
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    assert_eq!(open.ask("picture", &json!({ "name": "../../dot.png", "data": png }))["file"], "pictures/_.._dot.png");
    let bytes = fs::read(open.game.join("pictures/_.._dot.png")).expect("readable");
    assert!(bytes.starts_with(b"\x89PNG") && bytes.ends_with(b"IEND\xaeB`\x82"), "its bytes are those of the file");
    for (name, data, words) in [
        ("map.svg", "<html/>", "is not an SVG"),
        ("map.png", SVG, "is not a PNG"),
        ("map.jpg", SVG, "neither an SVG nor a PNG"),
        ("big.svg", &format!("{SVG}<!--{}-->", "x".repeat(300 << 10)), "larger than 256 KiB"),
        ("", SVG, "neither"),
    ] {
        open.refused("picture", &json!({ "name": name, "data": data }), 409, words);
    }
    let names = fs::read_dir(open.game.join("pictures")).expect("a folder").count();
    assert_eq!(names, 2);
    let look = open.ask("look", &json!({ "text": "" }));
    assert_eq!(look["pictures"], json!(["pictures/My_map.svg", "pictures/_.._dot.png"]));
}

/// The links of the seats open the table alone.
#[test]
fn seats_cannot_change_the_look() {
    let open = open(&[]);
    for (_, path) in open.seats(&json!({})) {
        for what in ["look", "dress", "picture", "make"] {
            for path in [format!("{path}/{what}"), format!("/page{path}/{what}")] {
                assert_eq!(open.served.send("POST", &path, &[], b"{}").status, 404, "{path}");
            }
        }
    }
}
