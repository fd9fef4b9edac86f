// Names and notes: the list is replaced when it changes, the forms stay. And a tone when it is the viewer's turn.
let talkRead = 0;
// Notes that came while the section was closed.
let unread = 0;

// Loads the notes, and the viewer's name.
async function hear() {
  const answer = await ask(`/${key}/talk`);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("talk");
  const [own, list] = [document.getElementById("talk"), document.querySelector("#talk ol")];
  const more = fresh.querySelectorAll("li").length - list.children.length;
  const grown = more > 0;
  if (grown) unread += more;
  showUnread();
  list.replaceChildren(...fresh.querySelector("ol").children);
  if (grown) list.scrollTop = list.scrollHeight;
  const name = fresh.dataset.who;
  if (name && name !== own.dataset.who) {
    own.dataset.who = name;
    document.querySelector("header p").textContent = name;
  }
  showPins();
}

// Names the number of new notes on the link to them, until it is opened.
function showUnread() {
  if (location.hash === "#talk") unread = 0;
  document.querySelector("footer a").textContent = `Notes, names, sound${unread ? ` (${unread} new)` : ""}`;
}
addEventListener("hashchange", showUnread);

// Marks the lines of the log that have notes.
function showPins() {
  document.body.classList.toggle("notes", document.querySelector("#talk form") !== null);
  const lines = [...document.querySelectorAll("#log li")];
  const noted = new Set([...document.querySelectorAll("#talk li[data-line]")].map((note) => Number(note.dataset.line)));
  lines.forEach((line, at) => line.classList.toggle("noted", noted.has(lines.length - at)));
  document.querySelectorAll("[data-link]").forEach((link) => (link.textContent = link.href));
}

// Begins a note on a line of the log.
function pin(line) {
  const form = document.querySelector("#talk form");
  if (!form?.elements.line) return;
  location.hash = "talk";
  form.elements.line.value = line;
  form.elements.text.focus();
}

// Sound is off until the viewer wants it. The setting stays in this browser.
const soundOn = () => localStorage.getItem("sound") === "1";
let tones = null;
function showSound() {
  const button = document.getElementById("sound");
  if (!button) return;
  button.hidden = !document.getElementById("talk").dataset.who;
  button.setAttribute("aria-pressed", String(soundOn()));
}

function switchSound() {
  localStorage.setItem("sound", soundOn() ? "0" : "1");
  showSound();
  if (soundOn()) tone();
}

// A short tone, without a file.
function tone() {
  tones ??= new AudioContext();
  const [wave, level, now] = [tones.createOscillator(), tones.createGain(), tones.currentTime];
  wave.frequency.value = 660;
  level.gain.setValueAtTime(0.0001, now);
  level.gain.exponentialRampToValueAtTime(0.15, now + 0.02);
  level.gain.exponentialRampToValueAtTime(0.0001, now + 0.35);
  wave.connect(level).connect(tones.destination);
  wave.start(now);
  wave.stop(now + 0.4);
}

// Sounds once when the viewer is asked, after it was somebody else's turn.
let wasAsked = true;
function ring() {
  const asked = document.getElementById("answers") !== null;
  if (asked && !wasAsked && soundOn()) tone();
  wasAsked = asked;
}
showSound();
