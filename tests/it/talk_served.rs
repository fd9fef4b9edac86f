//! Names, notes and links at a served table.

use std::fs;

use crate::ended_served::hands;
use crate::serve::{Served, refused, serve, valley};

fn post(served: &Served, who: &str, what: &str, body: &str) -> (u16, String) {
    let path = format!("/{}/{what}", served.key(who));
    let reply = served.send("POST", &path, &[("x-table", "1")], body.as_bytes());
    (reply.status, reply.text())
}

/// A number or name that is refused, with the reason.
fn no(served: &Served, who: &str, what: &str, body: &str, why: &str) {
    let (status, text) = post(served, who, what, body);
    assert!((400..500).contains(&status) && text.contains(why), "{body}: {status} {text}");
}

#[test]
fn a_name_is_plain_text_and_nobody_elses() {
    let (folder, rules) = valley();
    let record = folder.path().join("evening.yaml");
    let served = serve(&rules, &["--human", "all", "--record", record.to_str().expect("a name")]);
    let before = fs::read_to_string(&record).expect("the record");
    for (name, why) in [
        ("abcdefghijklmnopqrstuvwxy", "at most 24"),
        ("Ben", "Somebody else"),
        ("be%C2%ADn%D8%9C", "Somebody else"),
        ("The+host", "already used at this table"),
        ("123", "at least one letter"),
        ("%FF", "not UTF-8"),
        ("%4", "not UTF-8"),
    ] {
        no(&served, "anna", "name", &format!("name={name}"), why);
    }
    no(&served, "to watch", "name", "name=Zoe", "Only players");
    no(&served, "anna", "name", "", "`name` is missing");
    // Characters that are not seen are left out.
    assert_eq!(post(&served, "anna", "name", "name=+Zo%C3%AB%E2%80%AE+%3Cb%3E%0A").0, 204);
    for who in ["anna", "ben", "to watch"] {
        let page = served.get(who, "").text();
        assert!(page.contains("Zoë &lt;b&gt;") && !page.contains("Zoë <b>"), "{page}");
        assert!(
            !served.get(who, "/table").text().to_lowercase().contains(">anna<"),
            "no seat name on the page of {who}"
        );
    }
    no(&served, "ben", "name", "name=zo%C3%AB+%3Cb%3E", "Somebody else");
    assert_eq!(fs::read_to_string(&record).expect("the record"), before, "the record keeps the seats");
    for _ in 0..8 {
        post(&served, "ben", "name", "name=Bea");
        post(&served, "ben", "name", "name=");
    }
    no(&served, "ben", "name", "name=Bob", "very fast");
}

#[test]
fn the_place_of_a_note_tells_nothing_hidden() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "3", "--no-record"]);
    // Each player sees which card was drawn; spectators see the same number of lines, or fewer.
    let lines = |who: &str| served.get(who, "/table").text().matches("class=\"then\"").count();
    let last = lines("anna");
    no(&served, "anna", "note", &format!("line={}&text=hm", last + 1), "no such line");
    no(&served, "anna", "note", "line=0&text=hm", "no such line");
    no(&served, "anna", "note", "line=x&text=hm", "not a number");
    no(&served, "anna", "note", "line=1&text=+", "empty");
    no(&served, "anna", "note", &format!("line=1&text={}", "a".repeat(281)), "at most 280");
    no(&served, "to watch", "note", "line=1&text=hm", "Spectators read");
    assert_eq!(post(&served, "anna", "note", &format!("line={last}&text=%3Ci%3Ehm")).0, 204);
    assert_eq!(post(&served, "the host", "note", "text=hello").0, 204);
    let pinned = |who: &str| -> usize {
        let page = served.get(who, "/talk").text();
        assert!(page.contains("&lt;i&gt;hm") && page.contains("the host") && page.contains("hello"), "{page}");
        page.split_once("data-line=\"")
            .map_or(0, |(_, line)| line.split('"').next().unwrap_or_default().parse().expect("a number"))
    };
    assert_eq!(pinned("anna"), last);
    for who in ["ben", "to watch"] {
        assert!((1..=lines(who)).contains(&pinned(who)), "{who}");
    }
}

/// Anna sees which cards she draws, and the others read one line about all of them.
#[test]
fn a_note_on_a_private_line_stands_on_the_public_one() {
    let (_folder, rules) = hands();
    let served = serve(&rules, &["--human", "all", "--seed", "5", "--no-record"]);
    let lines = |who: &str| -> Vec<String> {
        let page = served.get(who, "/table").text();
        let log = page
            .split_once("<div class=\"lines\">")
            .expect("a log")
            .1
            .split("</div>")
            .next()
            .expect("its end")
            .to_owned();
        let mut lines: Vec<String> =
            log.split("<li").skip(1).map(|line| line.split('>').nth(1).unwrap_or_default().to_owned()).collect();
        lines.reverse();
        lines
    };
    let (own, others) = (lines("anna"), lines("ben"));
    let drawn = |lines: &[String]| -> Vec<usize> {
        lines.iter().enumerate().filter(|(_, line)| line.contains("Anna's hand")).map(|(at, _)| at + 1).collect()
    };
    let (own, public) = (drawn(&own), drawn(&others));
    assert!(own.len() > 1 && public.len() == 1, "{own:?} {public:?}");
    for line in &own {
        assert_eq!(post(&served, "anna", "note", &format!("line={line}&text=hm")).0, 204);
    }
    for who in ["ben", "to watch"] {
        let page = served.get(who, "/talk").text();
        let pinned: Vec<&str> =
            page.split("data-line=\"").skip(1).map(|line| line.split('"').next().unwrap_or_default()).collect();
        assert_eq!(pinned, vec![public[0].to_string(); own.len()], "{who}");
    }
}

#[test]
fn notes_survive_a_restart_and_mistakes_in_the_file_are_located() {
    let (folder, rules) = valley();
    let record = folder.path().join("evening.yaml");
    let file = record.to_str().expect("a name");
    let notes = folder.path().join("evening.yaml.notes.yaml");
    {
        let served = serve(&rules, &["--human", "all", "--record", file]);
        assert_eq!(post(&served, "anna", "note", "text=Why%3F+%22so%22").0, 204);
        assert_eq!(post(&served, "anna", "name", "name=Zoe").0, 204);
        served.kill();
    }
    let served = serve(&rules, &["--human", "all", "--record", file]);
    let page = served.get("ben", "").text();
    assert!(page.contains("Why? &quot;so&quot;") && page.contains("Zoe"), "{page}");
    served.kill();
    drop(served);
    // A line that somebody wrote into the file by hand: lines count from 1.
    fs::write(&notes, "names:\n  anna: Zoe\nnotes:\n- by: anna\n  line: 0\n  text: hm\n").expect("writable");
    let served = serve(&rules, &["--human", "all", "--record", file]);
    let page = served.get("ben", "").text();
    assert!(page.contains(": hm") && !page.contains("data-line"), "{page}");
    served.kill();
    drop(served);
    fs::write(&notes, "names:\n  anna: Zoe\nnotes:\n- by: anna\n  lime: 3\n  text: hm\n").expect("writable");
    let message = refused(&rules, &["--human", "all", "--record", file]);
    assert!(message.contains("evening.yaml.notes.yaml:5") && message.contains("unknown key `lime`"), "{message}");
}

#[test]
fn only_the_host_has_the_links() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--no-record"]);
    let host = served.get("the host", "/table").text();
    let anna = served.key("anna");
    assert!(host.contains(anna) && host.contains(served.key("ben")));
    assert!(!served.get("ben", "").text().contains(anna));
    let code = served.get("the host", &format!("/qr/{anna}")).text();
    assert!(code.starts_with("<svg") && code.contains("path"), "{code}");
    assert_eq!(served.get("ben", &format!("/qr/{anna}")).status, 409);
    assert_eq!(served.get("the host", "/qr/0123456789abcdef0123456789abcdef").status, 404);
}
