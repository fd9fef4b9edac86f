// The page that makes a new game. The studio opens under the same link when there is one.

import { ask, byId, element, prose } from "./ask.js";
import { openAt } from "./begun.js";

let offers = { into: "", name: "", note: "", games: [], patterns: [] };
// Name of the file whose text stands in the field.
let file = "";
// False as soon as somebody writes the name by hand. Until then, it follows the title.
let follows = true;

const chosen = () => byId("new").elements.from.value;
const asName = (text) => text.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");

function refuse(message) {
  byId("refused").hidden = !message;
  byId("refused").replaceChildren(...prose(message));
}

// Shows where the game is written, and the fields of what it begins with.
function show() {
  const name = byId("name").value.trim();
  byId("where").replaceChildren(...prose(name ? `The game is written to \`${offers.into}/${name}\`. Nothing is overwritten.` : "One word of letters, digits and `_`. The folder gets this name."));
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== chosen();
  const pattern = offers.patterns.find(({ id }) => id === byId("pattern").value);
  byId("purpose").replaceChildren(...prose(pattern?.purpose ?? ""));
  refuse("");
}

function fill() {
  byId("note").hidden = !offers.note;
  byId("note").replaceChildren(...prose(offers.note));
  byId("name").value = offers.name;
  follows = !offers.name;
  const groups = Map.groupBy(offers.patterns, ({ group }) => group);
  const group = ([label, own]) => element("optgroup", { label }, ...own.map(({ id, title }) => element("option", { value: id }, title)));
  byId("pattern").replaceChildren(...[...groups].map(group));
  byId("like").replaceChildren(...offers.games.map((name) => element("option", { value: name }, name)));
  document.querySelector("[value=like]").closest("label").hidden = !offers.games.length;
  show();
}

async function take(taken) {
  if (!taken) return;
  byId("markdown").value = await taken.text();
  file = taken.name;
  show();
}

// What the game begins with, as the program is asked for it.
function beginning() {
  const from = chosen();
  if (from === "template") return {};
  if (from === "tutorial") return { pattern: offers.tutorial };
  return { [from]: byId(from).value, file };
}

async function create() {
  const { folder, notes } = await ask("create", { name: byId("name").value.trim(), title: byId("title").value, ...beginning() });
  if (chosen() === "tutorial") openAt("tutorial/01-berries.md");
  if (!notes.length) return location.reload();
  byId("new").hidden = true;
  byId("made").hidden = false;
  // It says why there was no game.
  byId("note").hidden = true;
  document.querySelector("#made h2").replaceChildren(...prose(`\`${folder}\` is written`));
  document.querySelector("#made ul").replaceChildren(...notes.map(({ warns, text }) => element("li", { class: warns ? "warn" : null }, ...prose(text))));
  document.querySelector("#made button").focus();
}

byId("title").addEventListener("input", () => {
  if (follows) byId("name").value = asName(byId("title").value);
});
byId("name").addEventListener("input", () => (follows = !byId("name").value));
byId("markdown").addEventListener("input", () => (file = ""));
byId("file").addEventListener("change", ({ target }) => take(target.files[0]));
byId("markdown").addEventListener("drop", (event) => {
  const [dropped] = event.dataTransfer.files;
  if (!dropped) return;
  event.preventDefault();
  take(dropped);
});
byId("new").addEventListener("input", show);
byId("new").addEventListener("submit", (event) => {
  event.preventDefault();
  create().catch((error) => refuse(error.message));
});
document.querySelector("#made button").addEventListener("click", () => location.reload());
ask("start").then(
  (found) => {
    offers = found;
    fill();
  },
  (error) => refuse(error.message),
);
