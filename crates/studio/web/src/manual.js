// The manual beside the editor: the pages of the documentation, and the patterns of the gallery to insert or to play.

import { ask, byId, element, prose, say } from "./ask.js";
import { openTable } from "./table.js";

// The list of patterns counts as a page.
const PATTERNS = "patterns";
const FIRST = "tutorial.md";
const GROUPS = [
  ["Tutorial", (path) => path.startsWith("tutorial")],
  ["Gallery", (path) => path === PATTERNS || path.startsWith("gallery/")],
  ["Language", (path) => path.startsWith("language")],
];

let contents = null;
let shown = null;
// Pages from which somebody came by a link.
const before = [];

// `on`: `insert(text)` writes at the cursor, `begun()` is called when a pattern is at the table.
let on = null;

const text = () => byId("manual-text");
const pages = () => GROUPS.flatMap(([, belongs]) => contents.pages.filter(({ path }) => belongs(path)));

async function load() {
  if (contents) return;
  contents = await ask("manual");
  contents.pages.push({ path: PATTERNS, title: "All patterns" });
  contents.pages.sort((one, other) => (other.path === PATTERNS) - (one.path === PATTERNS));
  const option = ({ path, title }) => element("option", { value: path }, title);
  const group = ([label, belongs]) => element("optgroup", { label }, ...contents.pages.filter(({ path }) => belongs(path)).map(option));
  byId("manual-page").replaceChildren(...GROUPS.map(group));
}

// Opens the manual at a page, or where it was left.
export async function openManual(page = localStorage.getItem("manual")) {
  await load();
  if (!shown) await show(contents.pages.some(({ path }) => path === page) ? page : FIRST);
}

async function show(page, at = "") {
  if (page !== shown) {
    if (page === PATTERNS) text().replaceChildren(...patternList());
    else {
      const { html } = await ask("page", { page });
      // The program made it of its own pages.
      text().innerHTML = html;
      addButtons(page);
      text().append(steps(page));
    }
    shown = page;
    localStorage.setItem("manual", page);
  }
  byId("manual-page").value = page;
  byId("manual-back").disabled = !before.length;
  const place = at && document.getElementById(at);
  if (place) place.scrollIntoView();
  else text().scrollTop = 0;
}

function leave(page, at) {
  before.push([shown, text().scrollTop]);
  return show(page, at);
}

async function back() {
  const [page, scrolled] = before.pop();
  await show(page);
  text().scrollTop = scrolled;
}

// Buttons to the pages before and after this one.
function steps(page) {
  const all = pages();
  const at = all.findIndex(({ path }) => path === page);
  const button = (other, words) => other && element("button", { type: "button", onclick: guarded(() => leave(other.path)) }, words, other.title);
  return element("p", { class: "buttons" }, button(all[at - 1], "◀ ") ?? null, button(all[at + 1], "▶ ") ?? null);
}

const button = (words, work) => element("button", { type: "button", onclick: guarded(work) }, words);

async function play({ id, title }) {
  if (await openTable({ new: true, pattern: id })) {
    await on.begun();
    say(`The pattern “${title}” is at the table. “New game” begins your own game again.`);
  }
}

// The selected part of a block, or all of it.
function selected(block) {
  const selection = getSelection();
  const inside = !selection.isCollapsed && block.contains(selection.anchorNode) && block.contains(selection.focusNode);
  return inside ? selection.toString() : block.textContent;
}

// Adds to each block of rules or tests what can be done with it.
function addButtons(page) {
  for (const block of text().querySelectorAll("pre[data-info]")) {
    const [language] = block.dataset.info.split(" ");
    if (language !== "tavola" && language !== "yaml") continue;
    block.after(element("p", { class: "buttons" }, button("Insert at the cursor", () => on.insert(selected(block), language))));
  }
  for (const pattern of contents.patterns.filter((one) => one.page === page)) {
    const title = document.getElementById(pattern.at);
    let rules = title;
    while (rules && rules.dataset.info !== "tavola game") rules = rules.nextElementSibling;
    rules?.nextElementSibling?.append(button("Play it", () => play(pattern)));
  }
}

function patternList() {
  const item = (pattern) =>
    element(
      "article",
      {},
      element("h3", {}, pattern.title),
      element("p", {}, ...prose(pattern.purpose)),
      element("p", { class: "buttons" }, button("Read the rules", () => leave(pattern.page, pattern.at)), button("Play it", () => play(pattern))),
    );
  const groups = Map.groupBy(contents.patterns, ({ group }) => group);
  const words = "Each pattern is a small tested game. Read its rules beside yours, insert what you need, or play it at the table.";
  return [element("h1", {}, "All patterns"), element("p", {}, words), ...[...groups].flatMap(([title, own]) => [element("h2", {}, title), ...own.map(item)])];
}

let guarded = (work) => work;

export function wireManual(handlers, guard) {
  [on, guarded] = [handlers, guard];
  byId("manual-page").addEventListener("change", guarded(({ target }) => leave(target.value)));
  byId("manual-back").addEventListener("click", guarded(back));
  text().addEventListener(
    "click",
    guarded(async (event) => {
      const link = event.target.closest("a[data-page]");
      if (!link) return;
      event.preventDefault();
      await leave(link.dataset.page, link.dataset.at);
    }),
  );
}
