// The clauses of the rulebook: where they are cited and proved. They are dragged to a line of the rules, or cited at the cursor.

import { ask, byId, clauseText, element } from "./ask.js";
import { placeButton } from "./panels.js";

// Type of what is dragged. Its data is the id of a clause.
export const CLAUSE = "application/x-tavola-clause";

// Shows the clauses. `words` stand in the search field, if they are given.
export async function loadClauses(on, words) {
  const clauses = await ask("clauses");
  show(clauses, on, words);
  return clauses;
}

// `on`: `go(place)`, `cite(id)` at the cursor.
function show(clauses, { go, cite }, words) {
  const panel = byId("clauses");
  if (!clauses.length) {
    panel.replaceChildren(element("p", {}, "There are no clauses: the game has no rulebook.yaml."));
    return;
  }
  const before = words ?? panel.querySelector("input")?.value ?? "";
  const link = (line) => element("li", {}, placeButton(line, go), element("span", {}, line.text));
  const drag = (id) => (event) => {
    event.dataTransfer.setData(CLAUSE, id);
    event.dataTransfer.setData("text/plain", id);
    event.dataTransfer.effectAllowed = "copy";
  };
  const missing = (warning, needless, exempt) => (exempt ? element("p", { class: "dim" }, needless) : element("p", { class: "warn" }, warning));
  const item = ({ id, section, text, rules, scenarios, exempt }) => {
    const words = clauseText(text);
    return element(
      "article",
      { "data-words": `${id} ${section} ${words.textContent}`.toLowerCase(), "data-clause": id, draggable: "true", ondragstart: drag(id), title: "Drag it to a line of the rules to cite it there" },
      element("h3", {}, id, element("span", { class: "dim" }, section), element("button", { class: "fix", type: "button", "aria-label": `Cite ${id} at the cursor`, onclick: () => cite(id) }, "Cite at the cursor")),
      words,
      rules.length ? element("ul", { "aria-label": "Rules that cite it" }, ...rules.map(link)) : missing("No rule cites it.", `needs no rule (${exempt})`, exempt),
      scenarios.length ? element("ul", { "aria-label": "Scenarios that prove it" }, ...scenarios.map(link)) : missing("No scenario proves it.", `needs no scenario (${exempt})`, exempt),
    );
  };
  const articles = clauses.map(item);
  const filter = element("input", { type: "search", placeholder: "Find a clause by its id or words", "aria-label": "Find a clause", value: before });
  const narrow = () => articles.forEach((article) => (article.hidden = !article.dataset.words.includes(filter.value.trim().toLowerCase())));
  filter.addEventListener("input", narrow);
  narrow();
  panel.replaceChildren(filter, ...articles);
}
