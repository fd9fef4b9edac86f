// The panel "Settings": values with which a new game at the table begins, or which become a variant.

import { ask, byId, element, prose } from "./ask.js";
import { placeButton } from "./panels.js";

// The variant whose values are shown. Empty: those of the rules alone.
let shownVariant = "";

// The number of players and the seats of people of new games. Null: as the studio was started.
const seating = { players: null, people: null };
const PEOPLE = [["", "as the studio was started"], ["first", "the first player"], ["all", "all players"], ["none", "nobody: bots play"]];

// What a new game asks for, besides its rules.
export const seated = () => ({ ...seating });

// Fields for them. `counts`: the smallest and the largest number of players, and that of the start.
function seatingFields(counts) {
  const [fewest, most, own] = counts ?? [0, -1, 0];
  const numbers = Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at);
  const players = element("select", { id: "seats", onchange: () => (seating.players = Number(players.value) === own ? null : Number(players.value)) }, ...numbers.map((number) => element("option", { value: number, selected: number === (seating.players ?? own) }, number)));
  const people = element("select", { id: "people", onchange: () => (seating.people = people.value || null) }, ...PEOPLE.map(([value, text]) => element("option", { value, selected: value === (seating.people ?? "") }, text)));
  return [numbers.length ? element("label", {}, "Players ", players) : null, element("label", {}, "People ", people)];
}

const option = (text, chosen) => element("option", { value: text, selected: text === chosen }, text);

// The field of a value, and what stands beside it.
function fieldsOf({ name, value, choice }) {
  const own = choice?.value ?? value;
  const common = { id: `set-${name}`, name, "data-own": own };
  if (choice?.range) {
    const [min, max] = choice.range;
    const field = element("input", { ...common, type: "number", min, max, value: own, autocomplete: "off" });
    const slider = element("input", { type: "range", min, max, value: own, "aria-label": `${name}, slider` });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    return [field, slider];
  }
  if (choice?.values.length === 2 && choice.values.includes("yes")) {
    const field = element("input", { ...common, type: "checkbox", role: "switch", checked: own === "yes" });
    const words = element("label", { class: "dim", for: common.id }, own);
    field.addEventListener("input", () => (words.textContent = valueOf(field)));
    return [field, words];
  }
  if (choice?.values.length) return [element("select", common, ...choice.values.map((text) => option(text, own)))];
  return [element("input", { ...common, value: own, size: 9, autocomplete: "off" })];
}

const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value.trim());
const isChanged = (field) => valueOf(field) !== field.dataset.own;

function row(one, go) {
  const { name, value, text, at, choice } = one;
  const fields = fieldsOf(one);
  const other = choice && choice.value !== value ? ` In the rules: ${value}.` : "";
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, element("label", { for: `set-${name}` }, choice?.meaning ? `${choice.meaning} ` : "", element("code", { class: "dim" }, name)), element("p", { class: "dim" }, choice ? other : text, element("span", { class: "default" }))),
    element("td", { class: "value" }, fields),
    element("td", {}, at ? placeButton(at, go) : null),
  );
}

function show(all, counts, on) {
  const variants = all.filter((one) => one.kind === "variant");
  const variant = element("select", { id: "variant" }, element("option", { value: "" }, "none"), ...variants.map(({ name, text }) => element("option", { value: name, selected: name === shownVariant }, `${name}: ${text}`)));
  const rows = all.filter((one) => one.kind !== "variant").map((one) => row(one, on.go));
  const named = () => [...form.querySelectorAll("td [name]")];
  const changed = () => Object.fromEntries(named().filter(isChanged).map((field) => [field.name, valueOf(field)]));
  const accepted = () => {
    form.querySelectorAll(".refused").forEach((words) => words.remove());
    form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
    for (const field of named()) {
      const line = field.closest("tr");
      line.classList.toggle("changed", isChanged(field));
      line.querySelector(".default").textContent = isChanged(field) ? ` Default: ${field.dataset.own}.` : "";
    }
  };
  // Shows why a game cannot begin: at the button, and at the field whose name stands in the sentence.
  const refused = (message) => {
    accepted();
    const words = (more) => element("p", { class: "refused bad", ...more }, ...prose(message));
    form.querySelector(".buttons").after(words({ role: "alert" }));
    const field = named().find(({ name }) => message.includes(`\`${name}\``));
    if (!field) return;
    field.setAttribute("aria-invalid", true);
    field.after(words());
    field.focus();
  };
  // A slider and the words beside a switch follow their field.
  const back = () => {
    for (const field of named()) field.dispatchEvent(new Event("input"));
    accepted();
  };
  const form = element(
    "form",
    {
      // The program explains a refused value.
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        on.begin({ variant: variant.value || null, set: changed() }, refused);
      },
      oninput: accepted,
      onreset: () => setTimeout(back),
    },
    element("p", { class: "buttons" }, element("label", {}, "Variant ", variant), seatingFields(counts), element("button", { class: "main" }, "New game with these"), element("button", { type: "button", onclick: () => on.keep(changed(), variant.value, refused) }, "Keep as variant"), element("button", { type: "reset" }, "Reset")),
    rows.length ? element("table", {}, element("tbody", {}, ...rows)) : element("p", { class: "dim" }, "The rules have no settings."),
  );
  variant.addEventListener("change", () => {
    shownVariant = variant.value;
    loadSettings(on).then(() => byId("variant").focus(), on.fail);
  });
  byId("settings").replaceChildren(form);
}

// Chooses a variant, also one that is made only now. The panel shows it when it is filled.
export const chooseVariant = (name) => (shownVariant = name);

// Fills the panel. `on`: `go(place)`, `begin(wish, refused)`, `keep(set, over, refused)`, `fail(error)`.
export async function loadSettings(on) {
  let all = await ask("settings");
  if (!all.some(({ kind, name }) => kind === "variant" && name === shownVariant)) shownVariant = "";
  if (shownVariant) all = await ask("settings", { variant: shownVariant });
  const { players } = await ask("choices");
  show(all, players, on);
}
