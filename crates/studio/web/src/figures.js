// The panel of figures: what the saved rules do in many games, measured in the background.

import { ask, byId, element, prose } from "./ask.js";
import { Report } from "./report.js";

// Time between two looks at a run, in milliseconds.
const LOOK = 400;
// What is measured, each with its fields.
const SORTS = {
  simulate: ["Simulate games", ["games"]],
  compare: ["Compare with", ["other", "games"]],
  find: ["Find a position", ["condition", "games"]],
  impact: ["Replay records under", ["other"]],
};
const BOTS = ["random", "greedy", "mcts:50", "mcts:200"];
const STATES = { running: "", stopping: "stopping", stopped: "stopped", done: "finished", failed: "" };

let known = { run: 0, version: 0 };
let timer = 0;
let fields = null;
let reports = null;

const option = ([value, text]) => element("option", { value }, text);
const number = (value) => value.toLocaleString("en");
const filled = (field) => (field.value.trim() ? Number(field.value) : null);

// What the form asks for.
function wish() {
  const { sort, other, variant, commit, condition, bots, players, games } = fields;
  const name = { variant: variant.value, commit: commit.value }[other.value] ?? "";
  return { sort: sort.value, other: other.value, name, condition: condition.value, bots: bots.value, players: filled(players), games: filled(games) };
}

// Shows the fields of the chosen sort.
function fit() {
  const { sort, other, variant, commit } = fields;
  const own = SORTS[sort.value][1];
  for (const name of ["other", "condition", "games"]) fields[name].closest("label").hidden = !own.includes(name);
  variant.closest("label").hidden = !own.includes("other") || other.value !== "variant";
  commit.closest("label").hidden = !own.includes("other") || other.value !== "commit";
}

function form(start) {
  const label = (text, field) => element("label", {}, text, " ", field);
  fields = {
    sort: element("select", { "aria-label": "What to measure" }, Object.entries(SORTS).map(([value, [text]]) => option([value, text]))),
    other: element("select", { "aria-label": "Other rules" }, [["save", "the last save"], ["variant", "a variant"], ["commit", "a commit"]].map(option)),
    variant: element("select", { "aria-label": "Variant" }),
    commit: element("input", { value: "HEAD", size: 9, "aria-label": "Commit", autocomplete: "off" }),
    condition: element("input", { "aria-label": "Condition", autocomplete: "off" }),
    bots: element("input", { size: 10, placeholder: "random", list: "bots", autocomplete: "off" }),
    players: element("input", { type: "number", min: 1, size: 3, placeholder: "4" }),
    games: element("input", { type: "number", min: 1, max: 10000, size: 5, placeholder: "auto" }),
    after: element("input", { type: "checkbox", id: "after-save" }),
    start: element("button", { class: "main" }, "Start"),
    stop: element("button", { type: "button", hidden: true, onclick: () => ask("stop").then(look).catch(problem) }, "Stop"),
  };
  fields.after.checked = localStorage.getItem("figures-after-save") === "yes";
  fields.after.addEventListener("change", () => localStorage.setItem("figures-after-save", fields.after.checked ? "yes" : "no"));
  const { sort, other, variant, commit, condition, bots, players, games } = fields;
  const first = [sort, other, variant, commit, condition].map((field) => label("", field));
  const more = [label("Bots", bots), label("Players", players), label("Games", games)];
  const lists = element("datalist", { id: "bots" }, BOTS.map((value) => option([value, value])));
  const after = element("label", { class: "switch" }, fields.after, " After each save");
  const made = element("form", { onsubmit: (event) => (event.preventDefault(), start()), onchange: fit }, element("p", { class: "buttons" }, first, fields.start, fields.stop), element("p", { class: "buttons" }, more, after), lists);
  fit();
  return made;
}

function problem(error) {
  const { sort, condition } = fields;
  const example = sort.value === "find" && condition.placeholder ? ` For example: \`${condition.placeholder}\`` : "";
  byId("figures-problem").replaceChildren(...prose(`${error.message ?? error}${example}`));
  byId("figures-problem").hidden = false;
}

// Builds the panel. `open(figured, answers)` opens a game at the table, `go(place)` a line in the editor.
export function wireFigures(open, go) {
  const show = ({ game, answers }) => open({ run: known.run, game }, answers).catch(problem);
  reports = { now: new Report(show, go), before: new Report() };
  byId("figures").replaceChildren(
    form(start),
    element("p", { id: "figures-problem", class: "bad", role: "alert", hidden: true }),
    element("p", { id: "figures-progress", role: "status" }, "Bots play the saved rules many times. Who wins, how long games take and what is chosen is reported here."),
    element("div", { id: "figures-beside", class: "dim", hidden: true }),
    reports.now.host,
    element("details", { id: "figures-before", hidden: true }, element("summary", {}, "The report before"), reports.before.host),
  );
  look().catch(() => {});
}

// Fills the choices, when the panel is opened.
export async function loadFigures() {
  const { players, variants, earlier, commits, records, example } = await ask("choices");
  const { sort, other, variant } = fields;
  const chosen = variant.value;
  variant.replaceChildren(...variants.map((name) => option([name, name])));
  if (variants.includes(chosen)) variant.value = chosen;
  const offer = (select, value, offered) => (select.querySelector(`[value=${value}]`).disabled = !offered);
  offer(other, "variant", variants.length);
  offer(other, "commit", commits);
  offer(other, "save", earlier);
  offer(sort, "impact", records);
  if (other.selectedOptions[0]?.disabled) other.value = other.querySelector("option:enabled")?.value ?? other.value;
  if (players) [fields.players.min, fields.players.max, fields.players.placeholder] = players;
  fields.condition.placeholder = example;
  fit();
}

async function start() {
  byId("figures-problem").hidden = true;
  try {
    await ask("figures", wish());
    await look();
  } catch (error) {
    problem(error);
  }
}

// Begins again after a save, if the switch is on. A save has cancelled the run.
export async function saved() {
  if (fields.after.checked) await start();
  else await look();
}

// Looks how far the run is, again and again until it has ended.
async function look() {
  clearTimeout(timer);
  const now = await ask("progress", known);
  if (now.state === "none") return;
  const { run, sort, version, state, done, most, figures, before } = now;
  const goes = state === "running" || state === "stopping";
  if (run !== known.run) {
    reports.before.show(before);
    byId("figures-before").hidden = !before;
    if (!figures) reports.now.show(null);
    byId("figures-problem").hidden = true;
  }
  if (figures) reports.now.show(figures);
  known = { run, version };
  if (now.problem) problem(now.problem);
  const games = `${sort === "compare" ? "pairs of " : ""}games`;
  const pieces = [`${number(done)} ${goes ? `of at most ${number(most)} ` : ""}${games}`, STATES[state]];
  byId("figures-progress").textContent = state === "failed" ? "" : pieces.filter(Boolean).join(", ");
  byId("tab-figures").querySelector(".badge").textContent = goes && most ? `${Math.floor((100 * done) / most)}%` : "";
  fields.start.hidden = goes;
  fields.stop.hidden = !goes;
  fields.stop.disabled = state === "stopping";
  beside();
  if (goes) timer = setTimeout(() => look().catch(problem), LOOK);
}

// The main figures beside those of the run before, which are of other rules or bots.
function beside() {
  const [now, before] = [reports.now.rows, new Map(reports.before.rows)];
  const part = byId("figures-beside");
  part.hidden = !now.length || !before.size;
  const cells = ([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, before.get(name) ?? ""), element("td", {}, value));
  const head = element("tr", {}, ["", "before", "now"].map((text) => element("th", { scope: "col" }, text)));
  part.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, now.map(cells))));
}
