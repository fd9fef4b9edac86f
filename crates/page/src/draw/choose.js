// Choosing an answer: picks on the table, the list part by part, and the bar that takes a touched answer.
let picked = [];
// The opened branches of the list, the outermost first.
let trail = [];
// True if the viewer wants the whole list at once.
let whole = false;
// True if the last pointer was a finger. A touched answer is only shown, until the bar takes it.
let touch = false;
let touched = null;

const buttons = () => [...document.querySelectorAll("#answers .options button")];
const names = (button) => (button.dataset.placed ? button.dataset.placed.split("\n") : []);
// Names of a part in answers: a thing with its pile, or with no pile; a cell that is also a thing has both.
const called = ({ dataset: { id, in: pile, lies = pile } }) => [...(pile === undefined ? [id] : []), ...(lies === undefined ? [] : [`${id}\t${lies}`, `${id}\t`])];
const left = () => buttons().filter((b) => (trail.at(-1)?.contains(b) ?? true) && picked.every((id) => names(b).includes(id)));

// A text as words: lower case; commas, brackets and dashes do not count, but the sign of a number does.
const plain = (text) => text.toLowerCase().replace(/[_\u2013\u2014]|-(?!\d)|(?<=[\p{L}\p{N}])-/gu, " ").split(/[\s,;:()]+/u).filter(Boolean);
const words = (name) => [...plain(name), ...name.toLowerCase().split(/[^\p{L}\p{N}']+/u)];
// A number is whole: `1` does not begin `13`.
const begins = (word, part) => word.startsWith(part) && !(/\d$/.test(part) && /^\d/.test(word.slice(part.length)));
// True if each word of a text begins a word of a name, in any order, as in the terminal (`src/tools/play/matching.rs`).
const fits = (name, text) => plain(text).every((part) => words(name).some((word) => begins(word, part)));

function mark() {
  const find = document.getElementById("find");
  const text = (find?.value ?? "").trim();
  const open = left();
  const shown = open.filter((b) => fits(b.dataset.label, text));
  buttons().forEach((b) => (b.hidden = !shown.includes(b)));
  // Part by part one branch is open at a time. Once the viewer has typed or picked something, all that is left is listed.
  const stepwise = !whole && !text && !picked.length;
  document.querySelectorAll("#answers .branch").forEach((branch) => {
    const own = shown.filter((b) => branch.contains(b)).length;
    branch.hidden = own === 0;
    branch.querySelector(".count").textContent = own;
    branch.open = !stepwise || trail.includes(branch);
    branch.classList.toggle("taken", trail.includes(branch));
  });
  showTrail(stepwise);
  const can = new Set(open.flatMap(names));
  // The parts of answers are chosen in any order; those that come first are marked most.
  const first = new Set(open.map((b) => names(b).find((id) => !picked.includes(id))));
  document.querySelectorAll("[data-id]").forEach((part) => {
    const own = called(part);
    const [is, may] = [own.some((id) => picked.includes(id)), own.some((id) => can.has(id))];
    part.classList.toggle("can", may && !is);
    part.classList.toggle("later", may && !is && !own.some((id) => first.has(id)));
    part.classList.toggle("picked", is);
    grip(part, may || is, is);
  });
  showDraggable(open);
  countTabs();
  const clear = document.getElementById("clear");
  if (clear) clear.hidden = picked.length === 0 && text === "";
  return shown;
}

// Makes the leaf of a part a button for keys and screen readers. (Buttons cannot be nested.)
function grip(part, on, pressed) {
  const leaf = part.matches(".thing") ? part : part.querySelector("[data-grip]");
  if (!leaf) return;
  const set = { tabindex: "0", role: "button", "aria-pressed": String(pressed) };
  if (leaf.dataset.grip) set["aria-label"] = leaf.dataset.grip;
  for (const [name, value] of Object.entries(set)) on ? leaf.setAttribute(name, value) : leaf.removeAttribute(name);
}

// The parts chosen so far, each a way back to it, and the whole list.
function showTrail(stepwise) {
  const bar = document.getElementById("trail");
  if (!bar) return;
  bar.hidden = !document.querySelector("#answers .branch");
  const button = (text, set) => Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: text }, set);
  const steps = trail.map((branch, at) => {
    const text = branch.querySelector("summary").firstChild.textContent.trim();
    const step = button(`${text} \u203a`, { title: `Choose something else than ${text}` });
    step.dataset.step = at;
    return step;
  });
  const all = button(whole ? "part by part" : `all ${buttons().length} answers`, { id: "whole", hidden: !stepwise && !whole });
  const focus = bar.contains(document.activeElement) && document.activeElement.id === "whole";
  bar.replaceChildren(...steps, all);
  if (focus && !all.hidden) all.focus();
}

// Opens a branch, or goes back to before one. The focus follows.
function step(to, focus) {
  trail = to;
  offer(null);
  mark();
  reveal();
  // In a list that does not fit its box, the chosen parts and what follows them are seen.
  const [box, bar] = ["question", "trail"].map((id) => document.getElementById(id));
  box.scrollTop = trail.length ? box.scrollTop + bar.getBoundingClientRect().top - box.getBoundingClientRect().top - 6 : 0;
  const first = trail.at(-1)?.querySelector(":scope > .options :is(button:not([hidden]), .branch:not([hidden]) > summary)");
  // Later: the same press of a key would already answer.
  setTimeout(() => (focus ?? first)?.focus({ preventScroll: true }));
}

function pick(part) {
  const own = called(part);
  offer(null);
  if (own.some((id) => picked.includes(id))) { picked = picked.filter((other) => !own.includes(other)); mark(); return; }
  const named = () => own.find((id) => left().some((b) => names(b).includes(id)));
  if (named() === undefined) restart();
  const id = named();
  if (id === undefined) { mark(); return; }
  picked.push(id);
  const open = mark();
  reveal();
  if (open.length === 1) take(open[0]);
}

function restart() { picked = []; trail = []; offer(null); }

// Gives an answer; a touched one when the bar says so.
function take(button) {
  if (touch) offer(button);
  else button.click();
}

// Shows a touched answer on the table and in the bar; null: none.
function offer(button) {
  touched?.classList.remove("touched");
  touched = button;
  const bar = document.getElementById("confirm");
  bar.hidden = !button;
  if (button) {
    button.classList.add("touched");
    bar.querySelector("b").textContent = button.dataset.label;
    showTabOf(partsOf([button]));
  }
  light(null);
}

addEventListener("pointerdown", ({ pointerType }) => (touch = pointerType === "touch"), true);
addEventListener("keydown", () => (touch = false), true);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#answers .options button");
  if (!button || !touch || !event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
  offer(button);
}, true);

// Handles a click on the list or the bar. True if it was one.
function clickedList(event) {
  const { target } = event;
  const summary = target.closest?.("#answers .branch > summary");
  if (target.id === "clear") { restart(); document.getElementById("find").value = ""; mark(); }
  else if (target.id === "whole") { whole = !whole; restart(); mark(); }
  else if (target.dataset?.take) { if (target.dataset.take === "1") touched?.click(); else offer(null); }
  else if (target.dataset?.step) {
    const branch = trail[target.dataset.step];
    step(trail.slice(0, target.dataset.step), branch.querySelector("summary"));
  } else if (summary && !document.getElementById("whole").hidden && !whole) {
    const chain = [];
    for (let at = summary.parentElement; at; at = at.parentElement.closest(".branch")) chain.unshift(at);
    step(chain);
    event.preventDefault();
  } else return false;
  return true;
}

// Handles a click on a part of the table.
function clickedPart(target) {
  const part = target.closest?.("[data-id].can,[data-id].picked");
  if (part) { pick(part); return; }
  const other = target.closest?.("[data-id]");
  if (!other) return;
  if (!buttons().length) { if (!document.getElementById("division")) whyNot(other); return; }
  // A part that is offered, but not with the earlier picks, begins a new answer.
  if (buttons().some((b) => called(other).some((id) => names(b).includes(id)))) pick(other);
  else whyNot(other);
}

// Asks why a clicked part is not offered: the thing itself, or else what it lies in.
function whyNot(part) {
  const all = [];
  for (let at = part; at; at = at.parentElement.closest("[data-id]")) all.push(at.dataset.id);
  // Earlier picks belong to the same answer.
  if (all.length) why(all.map((id) => [...picked, id].join(" ")).join("\n"));
}

// The shown reason: its element and text. It is about the last click or key, and the next one takes it back, also while it is asked for.
let reason = null;
function takeReasonBack({ target }) {
  if (target.id === "why") return;
  if (reason?.line.textContent === reason?.text) reason?.line.replaceChildren();
  reason = null;
}
addEventListener("click", takeReasonBack, true);
addEventListener("input", takeReasonBack, true);
addEventListener("keydown", (event) => { if (["Enter", " ", "Escape"].includes(event.key)) takeReasonBack(event); }, true);

// Asks why an answer is not offered, and says so. Returns the one that is offered, if it was only called otherwise.
async function why(text) {
  const asked = { line: document.getElementById("why") ?? state, text: "" };
  reason = asked;
  const answer = await ask(`/${key}/why`, { method: "POST", body: text, headers: { "x-table": "1" } });
  const said = await answer.text();
  if (reason === asked) {
    asked.line.textContent = asked.text = said;
    asked.line.scrollIntoView({ block: "nearest" });
  }
  const offered = answer.headers.get("x-option");
  return buttons().find((b) => b.value === offered);
}

// Shows one button of the list, for an answer that was typed in other words. The question may have changed since.
async function whyTyped(find) {
  const button = await why(find.value);
  if (!button || !find.isConnected) return;
  restart();
  find.value = button.dataset.label;
  mark();
}

document.addEventListener("keydown", (event) => {
  if (event.target.id === "find") {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const shown = mark();
    if (shown.length === 1) shown[0].click();
    else if (shown.length === 0) whyTyped(event.target);
    else shown[0].focus();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-grip],.thing") && event.target.closest(".can,.picked")) {
    event.preventDefault();
    pick(event.target.closest(".can,.picked"));
  } else if (event.key === "Escape") { restart(); mark(); }
});
document.addEventListener("input", (event) => { if (event.target.id === "find") mark(); });
