// Links between the table in the frame and the rules: a click at the table leads to a rule, a line of the rules lights what it touches.

import { ask, byId, clauseText, element, say } from "./ask.js";
import { placeButton, showPanel } from "./panels.js";
import { seatKey } from "./table.js";

// Styles for the page in the frame. Only the studio adds them.
const STYLE = `
.touched{outline:3px dashed var(--mark);outline-offset:1px}svg .touched{outline:none}
svg .touched>:first-child:not(g){stroke:var(--mark);stroke-width:3px;stroke-dasharray:6 3}
.finding *{cursor:help!important}.finding :is([data-id],[data-in],#log li,#question,#score,dl>div,td,th,figcaption):hover{box-shadow:0 0 0 2px var(--mark)}
.finding svg [data-id]:hover>:first-child:not(g){stroke:var(--mark);stroke-width:3px}`;

const words = (name) => name.replaceAll("_", " ");
// The first name of a notation: `hand` of `hand[anna]`.
const first = (notation) => notation.match(/^[\p{L}\p{N}_]+/u)?.[0] ?? notation;
const page = () => byId("frame").contentDocument;

let finding = false;
let touched = [];

// What stands at the table where somebody clicked, as the program is asked for it. Null for nothing.
export function clicked(target) {
  const within = (selector) => target.closest?.(selector);
  const option = within("#answers .options button");
  if (option) return { question: true, option: Number(option.value) };
  const line = within("#log li");
  if (line) return { line: line.value };
  if (within("#question")) return { question: true };
  if (within("#score")) return { names: ["winner"] };
  const names = [];
  const add = (...more) => names.push(...more.filter((name) => name && !names.includes(name)));
  const heading = within("dl > div")?.querySelector("dt")?.textContent;
  const thing = within("[data-thing],.thing");
  if (thing) add(thing.dataset.thing ?? thing.dataset.id, thing.dataset.in);
  else add(heading, within("td[data-column]")?.dataset.column, within("th[role=columnheader]")?.textContent);
  const part = (thing?.parentElement ?? target).closest?.("[data-id]:not(.panel)");
  add(part?.dataset.id, part?.dataset.lies);
  if (!names.length) add(...(within("figure")?.querySelector("figcaption")?.textContent.split(", ") ?? []));
  return names.length ? { names } : null;
}

// Shows the rules behind something at the table, and goes to the first one.
export async function findRule(asked, go) {
  const found = await ask("origin", { seat: seatKey(), ...asked });
  showOrigins(found, go);
  showPanel("links");
  if (!found.length) return say("No rule of the game declares this.", true);
  await go(found[0].at ?? found[0].line);
  const [{ sort, name, line }] = found;
  say(`${name || WHAT[sort]}: line ${line.line} of ${line.file}.`);
}

// What was clicked, if it has no name, and the title of its rule.
const WHAT = { question: "The question", log: "The line of the log" };
const TITLES = { question: "The rule that asks", log: "The rule that did this" };

function showOrigins(found, go) {
  const item = ({ sort, name, text, line, clauses, used }) =>
    element(
      "article",
      {},
      element("h3", {}, TITLES[sort] ?? name, element("span", { class: "dim" }, TITLES[sort] ? "" : sort), line ? placeButton(line, go) : null),
      element("p", {}, element("code", {}, text)),
      clauses.length ? element("dl", { class: "cited" }, ...clauses.flatMap((clause) => [element("dt", {}, clause.id), element("dd", {}, clauseText(clause.text))])) : element("p", { class: "dim" }, "It cites no clause."),
      used.length ? element("ul", { "aria-label": `Rules that name ${name}` }, ...used.map((place) => element("li", {}, placeButton(place, go), element("span", {}, element("code", {}, place.text))))) : null,
    );
  const nothing = element("p", {}, "No rule of the game declares what you clicked.");
  byId("links").replaceChildren(...(found.length ? found.map(item) : [nothing]));
}

// Lights the parts of the table that have these names. Returns the names that are seen there.
export function light(names) {
  touched = names;
  const shown = page();
  if (!shown) return [];
  for (const part of shown.querySelectorAll(".touched")) part.classList.remove("touched");
  const all = (selector) => [...shown.querySelectorAll(selector)];
  // An icon may stand before a name.
  const isCalled = (text, name) => text === words(name) || text.startsWith(`${words(name)} `) || text.endsWith(` ${words(name)}`);
  const parts = (name) => [
    ...all("[data-id]:not(.panel,.link-g),[data-in],[data-thing],[data-lies]").filter(({ dataset: { id, in: pile, thing, lies } }) => [id, pile, thing, lies].some((own) => own !== undefined && first(own) === name)),
    ...all("dl > div").filter((part) => isCalled(part.firstElementChild?.textContent ?? "", name)),
    ...all("#table td[data-column]").filter((part) => isCalled(part.dataset.column, name)),
    ...all("figcaption,th[role=columnheader]").filter((part) => part.textContent.split(", ").includes(words(name))),
  ];
  return names.filter((name) => {
    const own = parts(name);
    own.forEach((part) => part.classList.add("touched"));
    return own.length;
  });
}

// Opens the tab of what is lit, if the frame is as narrow as a phone and nothing of it is seen.
export function reveal() {
  const lit = [...(page()?.querySelectorAll(".touched") ?? [])];
  if (!lit.length || lit.some((part) => part.checkVisibility())) return;
  const { tabOf, showTab } = byId("frame").contentWindow;
  const tab = tabOf?.(lit[0]);
  if (tab) showTab(tab);
}

function setFinding(on) {
  finding = on;
  byId("find-rule").setAttribute("aria-pressed", on);
  page()?.documentElement?.classList.toggle("finding", on);
}

// Prepares the page in the frame: clicks that find rules, and changes. `on`: `find(asked)`, `changed()`.
export function wireLinks(on) {
  byId("find-rule").addEventListener("click", () => setFinding(!finding));
  addEventListener("keydown", ({ key }) => key === "Escape" && setFinding(false));
  byId("frame").addEventListener("load", () => {
    const shown = page();
    if (!shown?.head) return;
    shown.head.append(element("style", {}, STYLE));
    const find = (event) => {
      const asked = clicked(event.target);
      event.preventDefault();
      event.stopPropagation();
      setFinding(false);
      if (asked) on.find(asked);
      else say("There is nothing here that a rule declares.", true);
    };
    shown.addEventListener("click", (event) => (finding || event.altKey) && find(event), true);
    shown.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") setFinding(false);
        else if (finding && event.key === "Enter") find(event);
      },
      true,
    );
    const table = shown.getElementById("table");
    const changed = () => {
      light(touched);
      on.changed();
    };
    if (table) new MutationObserver(changed).observe(table, { attributeFilter: ["data-number"] });
    setFinding(finding);
    changed();
  });
}
