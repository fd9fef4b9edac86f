// Dialogs for new files of the game.

import { ask, choose, element, plain, prose } from "./ask.js";

// Path of a new file by its sort and name.
export const PATHS = {
  scenarios: (name) => `scenarios/${name}.yaml`,
  variant: (name) => `variants/${name}.tavola`,
  rules: (name) => `${name}.tavola`,
  rulebook: () => "rulebook.yaml",
};
const SORTS = [
  ["scenarios", "scenarios: tests of rules"],
  ["variant", "a variant: other rules"],
  ["rules", "rules: another file of rules"],
  ["rulebook", "the rulebook in clauses"],
];

// Asks for the name of a new file in a dialog. `path` gives the path of a name, `exists(path)` says that there is such a file, `fixed` gives
// a name that cannot be changed, `replaced` what becomes of a file that there is, if it may be replaced. Returns what was typed, or "".
export async function named(title, words, path, exists, more = [], fixed = () => "", replaced = null) {
  const rule = "Small letters, digits and `_`, a letter first: for example `short_day`.";
  const hint = element("p", { class: "dim", id: "name-rule" }, ...prose(rule));
  const field = element("input", { id: "new-file-name", "aria-label": "Name", "aria-describedby": "name-rule", autofocus: true, autocomplete: "off" });
  const typed = () => {
    if (field.readOnly) field.value = "";
    field.readOnly = fixed() !== "";
    if (field.readOnly) field.value = fixed();
    const name = field.value.replace(/[\s-]/g, "_").toLowerCase();
    const at = field.selectionStart;
    if (name !== field.value) [field.value, field.selectionStart, field.selectionEnd] = [name, at, at];
    const isName = /^[a-z][a-z0-9_]*$/.test(name);
    const isThere = exists(path(name));
    const taken = isThere && !replaced ? `\`${path(name)}\` exists already: choose another name, or open that file and change it.` : "";
    hint.replaceChildren(...prose(taken || (isThere && replaced) || rule));
    field.setCustomValidity(plain(isName ? taken : rule));
    hint.className = (isName && !taken) || !name ? "dim" : "bad";
  };
  for (const one of [field, ...more]) one.addEventListener("input", typed);
  typed();
  const wanted = await choose(title, [element("p", {}, ...prose(words)), ...more, element("label", { for: "new-file-name" }, "Name"), field, hint], [["yes", "Create"]]);
  return wanted === "yes" ? field.value : "";
}

// Asks for the sort and name of a new file. `first` is the name of the first file of rules, empty if there are rules. Returns a request for it,
// or null.
export async function askFile(exists, first) {
  const sorts = first ? [["rules", `rules: the first ones, in ${first}.tavola`], ...SORTS.filter(([value]) => value !== "rules")] : SORTS;
  const sort = element("select", { "aria-label": "Sort of file" }, ...sorts.map(([value, words]) => element("option", { value }, words)));
  const names = { rulebook: "rulebook", rules: first };
  const [path, fixed] = [(name) => PATHS[sort.value](name), () => names[sort.value] ?? ""];
  const name = await named("New file", "What is it for, and what is it called?", path, exists, [sort], fixed);
  return name ? { sort: sort.value, name } : null;
}

// Asks for the name of a variant with changed settings, over another variant if `over` names one. Returns a request for it, or null.
export async function askVariant(set, over, exists) {
  const base = over ? ` It brings in the variant \`${over}\`, over which it is made.` : "";
  const replaced = "There is such a variant: the next step shows it before it is replaced.";
  const name = await named("Keep as variant", `The variant changes ${Object.keys(set).join(", ")}.${base}`, PATHS.variant, exists, [], () => "", replaced);
  if (!name) return null;
  const wish = { sort: "variant", name, set, over: over || null };
  return exists(PATHS.variant(name)) ? replacing(wish) : wish;
}

// Asks whether a variant is replaced. The program replaces it only if its text is still the one that is shown. Returns the request, or null.
async function replacing(wish) {
  const file = PATHS.variant(wish.name);
  const { text, print } = await ask("open", { file });
  const words = wish.over === wish.name ? `The new values are added to those of \`${wish.name}\`:` : `All of \`${file}\` is replaced:`;
  const body = [element("p", {}, ...prose(words)), element("pre", { tabindex: 0, "aria-label": "Text on the disk" }, text)];
  return (await choose("Replace the variant?", body, [["yes", "Replace"]])) === "yes" ? { ...wish, print } : null;
}
