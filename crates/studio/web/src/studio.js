// The page: files, editor, panels and table together.

import { ask, byId, choose, count, element, prose, say, unsay } from "./ask.js";
import { takePage } from "./begun.js";
import { Buffers, unsavedWords } from "./buffers.js";
import { loadClauses } from "./clauses.js";
import { Editor } from "./editor.js";
import { loadFigures, saved, wireFigures } from "./figures.js";
import { hideFailed, refreshFailed, showFailed } from "./failed.js";
import { wireLayout } from "./layout.js";
import { LookFile } from "./look_file.js";
import { Looks } from "./looks.js";
import { keys } from "./keys.js";
import { openManual, wireManual } from "./manual.js";
import { findRule, light, reveal, wireLinks } from "./links.js";
import { showFindings, shownPanel, showPanel, showTests, wireTabs } from "./panels.js";
import { askFile, askVariant, named, PATHS } from "./new_files.js";
import { loadRulebook, wireRulebook } from "./rulebook.js";
import { chooseVariant, loadSettings, seated } from "./settings.js";
import { showSide, shownSide, wireSides } from "./sides.js";
import { wireSplits } from "./split.js";
import { isOpen, openTable, wireTable } from "./table.js";
import { loadCourse, newCourse, questionSeen, timesAsked, wireTimeline } from "./timeline.js";

// Time without typing before the text is checked, in milliseconds.
const QUIET = 150;
// Time between two looks at the files on the disk, in milliseconds.
const LOOK = 2000;
// Maximum number of names below the editor.
const NAMES = 8;

const GROUPS = [
  ["Rules", (path) => path.endsWith(".tavola") && !path.includes("/")],
  ["Variants", (path) => path.startsWith("variants/")],
  ["Rulebook", (path) => path === "rulebook.yaml"],
  ["Look", (path) => path === "look.yaml"],
  ["Goals of balance", (path) => path === "balance.yaml"],
  ["Scenarios: tests", (path) => path.startsWith("scenarios/")],
];

// What the tests say that run when the page is opened.
const READ = "Read";

// Name of the game in its folder.
let name = "";
let files = [];
let findings = [];
let timer = 0;
let moving = 0;
let running = Promise.resolve();
let waiting = null;

const fail = (error) => say(error.message, true);
const guarded = (work) => (...given) => work(...given).catch(fail);
const to = guarded(go);
const mend = guarded(apply);
const citing = guarded(cite);
const command = (work) => () => (guarded(work)(), true);

const editor = new Editor(byId("editor"), {
  changed: () => {
    clearTimeout(timer);
    timer = setTimeout(guarded(check), QUIET);
    marked();
    if (buffers.isUnsaved(editor.file)) unsay();
  },
  moved: () => moved(),
  go: (place) => to(place),
  apply: (fix) => mend(fix),
  cite: (clause, at) => citing(clause, at),
  keys: [
    { key: "Mod-s", run: command(save), preventDefault: true },
    { key: "F2", run: command(rename) },
    { key: "Mod-.", run: command(fixes) },
    { key: "Shift-Alt-f", run: command(format) },
  ],
});
const buffers = new Buffers(editor, { changed: () => marked() });
const lookFile = new LookFile(buffers, { has: (file) => files.some(({ path }) => path === file), listed, saved: check });
const looks = new Looks(lookFile, () => findings);

// Checks the texts as they are on the page. One check runs at a time; those that are asked for meanwhile are one.
function check() {
  waiting ??= running.then(() => {
    waiting = null;
    const run = checkNow();
    running = run.catch(() => {});
    return run;
  });
  return waiting;
}

async function checkNow() {
  const { file } = editor;
  const { findings: found, colours, title } = await ask("check", { file, texts: buffers.texts() });
  findings = found;
  if (title) {
    byId("title").textContent = title;
    document.title = `${title} · Studio`;
  }
  editor.judge(findings, file === editor.file ? colours : []);
  showFindings(findings, { go: to, apply: mend }, noFindings());
  marked();
}

const hasRules = () => files.some(({ path }) => GROUPS[0][1](path));

function noFindings() {
  if (hasRules()) return element("p", { class: "good" }, "No findings: the rules can be played.");
  return element("p", {}, "There are no rules yet. Press ", element("b", {}, "New file"), " and choose rules.");
}

// Shows which files are unsaved and which have errors.
function marked() {
  const unsaved = buffers.unsaved();
  byId("save").disabled = unsaved.length === 0;
  byId("save").textContent = unsavedWords(unsaved);
  for (const button of document.querySelectorAll("#files [data-file]")) {
    const { file } = button.dataset;
    const errors = findings.filter((finding) => finding.error && finding.at?.file === file).length;
    button.classList.toggle("unsaved", unsaved.includes(file));
    button.querySelector(".badge").textContent = errors || "";
    button.querySelector(".spoken").textContent = `${unsaved.includes(file) ? ", unsaved" : ""}${errors ? `, ${count(errors, "error")}` : ""}`;
    if (file === editor.file) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

function showFiles() {
  const name = (path) => path.split("/").pop();
  const button = ({ path }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", "data-file": path, title: path, onclick: () => to({ file: path }) },
        element("span", { class: "name" }, name(path)),
        element("span", { class: "spoken" }),
        element("span", { class: "dot", "aria-hidden": "true" }),
        element("span", { class: "badge bad" }),
      ),
    );
  const group = ([title, belongs]) => {
    const own = files.filter(({ path }) => belongs(path));
    return own.length ? element("section", {}, element("h2", {}, title), element("ul", {}, ...own.map(button))) : null;
  };
  const more = element("button", { type: "button", id: "new-file", onclick: guarded(newFile) }, "New file");
  byId("files").replaceChildren(...GROUPS.map(group).filter(Boolean), more);
  marked();
}

// Goes to a place: a file, and a line or a range.
async function go({ file, line, from, to }) {
  if (!files.some(({ path }) => path === file)) return say(`${file} is not a file of this game.`, true);
  const isOther = file !== editor.file;
  if (isOther) {
    await buffers.show(file);
    location.replace(`#${file}`);
  }
  if (from !== undefined) editor.select(from, to);
  else if (line) editor.line(line);
  else editor.view.focus();
  if (isOther) await check();
}

async function apply(fix) {
  const changed = await buffers.apply(fix);
  say(`${fix.title}: ${count(changed, "file")} changed, not saved yet.`);
  await check();
}

// Cites a clause on the line of the cursor, or of a position in the open file.
async function cite(clause, at = editor.spot().at) {
  const fix = await ask("cite", { ...editor.spot(), at, clause });
  const { number } = editor.view.state.doc.lineAt(at);
  await buffers.apply(fix);
  editor.line(number);
  say(editor.file.startsWith("scenarios/") ? `Cited ${clause} in this scenario, not saved yet.` : `Cited ${clause} on line ${number}, not saved yet.`);
  await check();
}

// Goes to the line of the rules that cites a clause, and lists all of them.
async function showClause(id) {
  showPanel("clauses");
  const [cited] = (await loadClauses({ go: to, cite: citing }, id)).filter((clause) => clause.id === id);
  const line = cited?.rules[0];
  if (line) await go(line);
  say(line ? `${id} is cited on line ${line.line} of ${line.file}.` : `No rule cites ${id}.`, !line);
}

// Writes a text of the manual at the cursor of a file that can hold it.
async function insert(text, language) {
  const holds = language === "yaml" ? editor.file?.endsWith(".yaml") : editor.file?.endsWith(".tavola");
  if (!holds) return say(language === "yaml" ? "This is a test: open a file of scenarios first." : "These are rules: open a file of rules first.", true);
  editor.insert(text);
  say("Inserted, not saved yet. Undo (Ctrl-Z) takes it back.");
}

// Fills what stands beside the editor when it is seen.
async function side(name) {
  if (name === "rulebook") loadRulebook();
  if (name === "manual") await openManual();
}

async function save() {
  if (!buffers.unsaved().length) return say("Everything is saved.");
  const all = await buffers.save();
  await check();
  if (all) await test("Saved");
}

// Runs the tests, and says how they ended.
async function test(what) {
  const results = await ask("tests");
  showTests(results, { go: to, table: guarded((one, at) => showFailed(one, at, to)) });
  const failed = results.cases.filter((one) => !one.passed).length;
  if (results.problem) say(`${what}. ${results.problem}`, true);
  else if (failed) say(`${what}. ${failed} of ${count(results.cases.length, "test")} failed.`, true);
  else say(results.cases.length ? `${what}. ${count(results.cases.length, "test")} passed.` : `${what}.`);
  if (findings.some((finding) => finding.error)) showPanel("findings");
  else if (failed) showPanel("tests");
  if (!isOpen()) await game();
  await refreshFailed(results.cases, to);
  await opened(shownPanel());
  if (shownSide() === "rulebook") loadRulebook();
  if (what !== READ) await saved();
}

// Opens a game that a figure names, after a number of answers; without one at its end.
async function figured(figured, answers) {
  if (!(await openTable({ new: true, figured }))) return;
  hideFailed();
  await newCourse(answers === "" ? Infinity : Number(answers));
}

// Opens the table, or a new game at it. `refused` shows why it cannot be opened.
async function game(wish, refused) {
  if (await openTable(wish, refused)) {
    await begun();
  }
}

// Another game is at the table.
async function begun() {
  hideFailed();
  await newCourse();
}

// What the line of the cursor does at the table: what it touches there lights up.
function moved() {
  clearTimeout(moving);
  moving = setTimeout(guarded(here), QUIET);
}

async function here() {
  const { file } = editor;
  const words = [];
  if (file?.endsWith(".tavola") && editor.view.hasFocus) {
    const names = (await ask("touched", editor.spot())).map(({ name }) => name);
    const lit = light(names);
    reveal();
    const times = timesAsked(file, editor.lineNumber());
    if (times) words.push(`Asked ${times === 1 ? "once" : `${times} times`} in this game.`);
    if (lit.length) words.push(`Lit at the table: ${lit.slice(0, NAMES).join(", ")}${lit.length > NAMES ? " …" : ""}.`);
  } else if (editor.view.hasFocus) light([]);
  byId("here").textContent = words.join(" ");
}

// Finds the rule behind something at the table. The question of an earlier position is known already.
async function find(asked) {
  const place = asked.question ? questionSeen() : null;
  await (place ? to(place) : findRule(asked, to));
}

async function format() {
  const fix = await ask("format", editor.spot());
  if (fix.edits.length) await apply(fix);
  else say("The layout is right already.");
}

async function rename() {
  const spot = editor.spot();
  const found = (await ask("hover", spot)) ?? editor.word();
  if (!found) return say("There is no name at the cursor.", true);
  const name = spot.text.slice(found.from, found.to);
  const field = element("input", { id: "new-name", value: name, autofocus: true, autocomplete: "off" });
  const label = element("label", { for: "new-name" }, ...prose(`New name of \`${name}\``));
  const words = element("p", { class: "dim" }, "It is renamed in all files of the game.");
  field.addEventListener("focus", () => field.select());
  const wanted = await choose("Rename", [label, field, words], [["yes", "Rename"]]);
  const wish = field.value.trim();
  if (wanted === "yes" && wish && wish !== name) await apply(await ask("rename", { ...spot, name: wish }));
  editor.view.focus();
}

// Offers the fixes on the line of the cursor, also to cite a clause or to accept a warning.
async function fixes() {
  const offered = await ask("actions", editor.spot());
  if (!offered.length) return say("There is nothing to fix on this line.");
  const wanted = await choose("Fixes on this line", [], offered.map(({ title }, at) => [String(at), title]));
  if (wanted !== "") await apply(offered[Number(wanted)]);
  editor.view.focus();
}

// The switch for wrapped lines, which the browser keeps.
function wireWrap() {
  const box = byId("wrap");
  box.checked = localStorage.getItem("wrap") === "yes";
  const show = () => editor.wrap(box.checked);
  box.addEventListener("change", () => {
    localStorage.setItem("wrap", box.checked ? "yes" : "no");
    show();
  });
  show();
}

// Fills a panel when it is seen.
async function opened(panel) {
  if (!byId(panel).hasChildNodes()) byId(panel).append(element("p", { class: "dim", role: "status" }, "Loading …"));
  if (panel === "looks") await looks.show();
  if (panel === "clauses") await loadClauses({ go: to, cite: citing });
  if (panel === "figures") await loadFigures();
  if (panel === "settings") await loadSettings({ go: to, begin: guarded((wish, refused) => game({ new: true, ...seated(), ...wish }, refused)), keep: guarded(keep), fail });
}

const exists = (path) => files.some((file) => file.path === path);

async function make(wish) {
  const { file } = await ask("make", wish);
  await made(file);
}

// Lists the files again.
async function listed() {
  files = (await ask("files")).files;
  showFiles();
}

// Shows a new file.
async function made(file, what = "Created") {
  await listed();
  // One that was replaced may be open.
  await buffers.refresh(files);
  await go({ file });
  // It may be listed there.
  await opened(shownPanel());
  say(`${what} ${file}.`);
}

// Shows a captured scenario and runs the tests.
async function captured({ file, from, to: last }) {
  await made(file);
  await test(`Captured ${from === last ? `answer ${from}` : `answers ${from} to ${last}`} in ${file}`);
}

async function newFile() {
  const wish = await askFile(exists, hasRules() ? "" : name);
  if (wish) await make(wish);
}

// Keeps changed settings as a variant of the game.
async function keep(set, over, refused) {
  if (!Object.keys(set).length) return refused("No value is changed yet: move a slider or choose another value first.");
  const wish = await askVariant(set, over, exists);
  if (!wish) return;
  if (buffers.isUnsaved(PATHS.variant(wish.name))) return refused(`\`${PATHS.variant(wish.name)}\` has changes in the editor: save or undo them first.`);
  let file;
  try {
    ({ file } = await ask("make", wish));
  } catch (error) {
    return refused(error.message);
  }
  chooseVariant(wish.name);
  await made(file, wish.print ? "Replaced" : "Created");
}

// Looks whether another program changed files.
async function look() {
  if (document.hidden) return;
  const { files: now } = await ask("files");
  const same = now.length === files.length && now.every(({ path, print }, at) => files[at].path === path && files[at].print === print);
  if (same) return;
  const listed = now.map(({ path }) => path).join() !== files.map(({ path }) => path).join();
  const known = new Map(files.map(({ path, print }) => [path, print]));
  const isForeign = ({ path, print }) => known.get(path) !== print && buffers.open.get(path)?.print !== print;
  const foreign = now.filter(isForeign).map(({ path }) => path);
  files = now;
  if (listed) showFiles();
  const conflicts = await buffers.refresh(now);
  if (conflicts.length) say(`${conflicts.join(", ")} was changed by another program. Your text is kept; saving will ask.`, true);
  const taken = foreign.filter((file) => !conflicts.includes(file));
  if (taken.length || listed) {
    await check();
    await test(taken.length ? `Read ${taken.join(", ")} again` : "The list of files has changed");
  }
}

async function begin() {
  const listed = await ask("files");
  files = listed.files;
  name = byId("title").textContent = listed.game;
  showFiles();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const first = files.find(({ path }) => path === wanted) ?? files.find(({ path }) => path === `${listed.game}.tavola`) ?? files[0];
  if (first) await go({ file: first.path });
  await game();
  await test(READ);
  const page = takePage();
  if (page) {
    showSide("manual");
    await openManual(page);
  }
}

wireTabs(guarded(opened));
wireSides(guarded(side));
wireRulebook(guarded(showClause));
wireManual({ insert, begun }, guarded);
wireTable(guarded(() => game({ new: true, ...seated() })));
wireTimeline({ named: (title, words, more) => named(title, words, PATHS.scenarios, exists, more), made: captured }, guarded);
wireLinks({
  find: guarded(find),
  changed: guarded(async () => {
    await loadCourse();
    moved();
  }),
});
wireLayout({ file: lookFile, looks, guarded, fail });
wireFigures(figured, to);
wireSplits();
wireWrap();
const buttons = { save, format, rename, fixes, keys };
for (const [id, work] of Object.entries(buttons)) byId(id).addEventListener("click", guarded(async () => work()));
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && !event.defaultPrevented) {
    event.preventDefault();
    guarded(save)();
  }
});
addEventListener("beforeunload", (event) => buffers.unsaved().length && event.preventDefault());
begin().catch(fail).finally(() => setInterval(guarded(look), LOOK));
