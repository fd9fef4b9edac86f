// The only script of the page: loads the table after each change, and turns clicks on the board into answers.
const key = document.body.dataset.key;
const main = document.getElementById("table");
const state = document.getElementById("state");
let number = -1;
// The server's name for the log lines that the page has. It sends only those after them.
let log = main.dataset.log ?? "";
let picked = [];
// Names of the folded parts. They stay folded when the table is replaced and when the page is reloaded.
const folded = new Set(JSON.parse(sessionStorage.getItem(`folded ${key}`) ?? "[]"));

// The upper bits of a page's number identify the opening of the table.
const opening = (of) => Math.floor(of / 2 ** 24);
state.textContent = sessionStorage.getItem(`said ${key}`) ?? "";
sessionStorage.removeItem(`said ${key}`);

const buttons = () => [...document.querySelectorAll("#answers .options button")];
const names = (button) => (button.dataset.placed ? button.dataset.placed.split("\n") : []);
// Names of a part in answers: a thing with its pile, or with no pile; a cell that is also a thing has both.
const called = ({ dataset: { id, in: pile, lies = pile } }) => [...(pile === undefined ? [id] : []), ...(lies === undefined ? [] : [`${id}\t${lies}`, `${id}\t`])];
const left = () => buttons().filter((b) => picked.every((id) => names(b).includes(id)));

function mark() {
  const text = (document.getElementById("find")?.value ?? "").trim().toLowerCase();
  const open = left();
  const shown = open.filter((b) => b.dataset.label.toLowerCase().includes(text));
  buttons().forEach((b) => (b.hidden = !shown.includes(b)));
  // A branch shows its number of answers left. It opens when the player has typed or picked something.
  document.querySelectorAll("#answers .branch").forEach((branch) => {
    const own = shown.filter((b) => branch.contains(b)).length;
    branch.hidden = own === 0;
    branch.querySelector(".count").textContent = own;
    if (text || picked.length) branch.open = true;
  });
  const can = new Set(open.flatMap(names));
  document.querySelectorAll("[data-id]").forEach((part) => {
    const own = called(part);
    const [is, may] = [own.some((id) => picked.includes(id)), own.some((id) => can.has(id))];
    part.classList.toggle("can", may && !is);
    part.classList.toggle("picked", is);
    grip(part, may || is, is);
  });
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

// The visible parts that can be clicked, from top to bottom.
const offered = () => [...document.querySelectorAll(".can")].filter((part) => part.checkVisibility())
  .map((part) => ({ part, box: part.getBoundingClientRect() })).sort((a, b) => a.box.top - b.box.top);
// True for a part of the hand, or beside the question if that column stays in view while the rest is scrolled.
const beside = ({ part }) => lower() < innerHeight && part.closest("#hand") !== null || part.closest("#side") !== null && getComputedStyle(document.getElementById("side")).position === "sticky";
const apart = () => offered().filter((one) => !beside(one));
// Height of the area that the question covers.
const covered = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

// The lower edge of the area that the hand leaves free.
const lower = () => {
  const hand = document.getElementById("hand");
  return innerHeight - (hand && getComputedStyle(hand).position === "sticky" ? hand.offsetHeight : 0);
};

// Scrolls what can be clicked into view after it has changed: all of it if it fits, otherwise some.
let revealed = "";
function reveal() {
  const asked = [document.querySelector("#question h2")?.textContent, ...left().map((b) => b.dataset.label)].join("\n");
  if (asked !== revealed) {
    hold(offered().filter(beside));
    const parts = apart();
    const last = parts.reduce((a, b) => (b.box.bottom > a.box.bottom ? b : a), parts[0]);
    const fits = parts.length && last.box.bottom - parts[0].box.top < lower() - covered() - 16;
    const seen = parts.some(({ box }) => box.top >= covered() && box.bottom <= lower());
    for (const one of fits ? [last, parts[0]] : seen ? [] : parts.slice(0, 1)) one.part.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  revealed = asked;
  beyond();
}

// The viewer's own things may exceed their box beside the question.
function hold(parts) {
  const own = parts[0]?.part.closest(".own");
  const frame = own?.getBoundingClientRect();
  if (own && !parts.some(({ box }) => box.top >= frame.top && box.bottom <= frame.bottom)) own.scrollTop += parts[0].box.top - frame.top - 8;
}

// Shows how many of the clickable parts are out of view, and scrolls to them.
const outside = () => apart().filter(({ box }) => box.bottom <= covered() || box.top >= lower());
function beyond() {
  const more = document.getElementById("more");
  if (!more) return;
  const parts = outside();
  more.hidden = parts.length === 0;
  more.textContent = parts.length ? `${parts.length} more can be clicked further ${parts[0].box.top >= lower() ? "down" : "up"}` : "";
}
addEventListener("scroll", beyond, { passive: true });
addEventListener("resize", beyond);

// Announces the new lines of the log to screen readers. The first load announces none.
function news(before) {
  const lines = [...document.querySelectorAll("#log li")].map((line) => line.firstChild.textContent);
  const heard = document.getElementById("news");
  heard.replaceChildren(...lines.slice(0, before < 0 ? 0 : Math.max(0, lines.length - before)).slice(0, 20).reverse().map((line) => {
    const said = document.createElement("p");
    said.textContent = line;
    return said;
  }));
}

// Marks the lines since the viewer's own last answer.
let answered = Infinity;
function sinceOwn() {
  const lines = [...document.querySelectorAll("#log li")];
  lines.forEach((line, at) => line.classList.toggle("since", lines.length - at > answered));
}

// Each move of a thing is a line of its own. They are hidden unless the viewer wants to see them.
function showSteps() {
  const on = sessionStorage.getItem(`steps ${key}`) === "1";
  document.getElementById("log")?.classList.toggle("steps", on);
  document.getElementById("steps")?.setAttribute("aria-pressed", String(on));
}

// Waits half a second after a response that the rate limit is exceeded, and asks again.
async function ask(path, options) {
  for (;;) {
    const answer = await fetch(path, options);
    if (answer.status !== 429) return answer;
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function load() {
  const [had, lines] = [log, [...document.querySelectorAll("#log li")]];
  const answer = await ask(`/${key}/table`, { headers: { "x-log": had } });
  if (!answer.ok) { state.textContent = answer.status === 404 ? "The table is closed." : await answer.text(); return; }
  const text = await answer.text();
  // Unchanged content stays. Replacing it during a click would swallow the click.
  const fresh = Number(answer.headers.get("x-number"));
  if (fresh === number) return;
  // The table was opened again, maybe by another program. Reload the whole page and keep the message.
  if (number >= 0 && opening(fresh) !== opening(number)) {
    if (state.textContent) sessionStorage.setItem(`said ${key}`, state.textContent);
    location.reload();
    return;
  }
  const from = Number(answer.headers.get("x-from"));
  // Some lines are lost: request all of them.
  if (from > lines.length) { log = ""; if (had) await load(); return; }
  log = answer.headers.get("x-log") ?? "";
  const at = document.activeElement;
  const focus = Boolean(at?.closest("#question"));
  const part = at?.closest("[data-id]");
  const name = at?.matches("summary") && at.parentElement.dataset.fold;
  const before = number < 0 ? -1 : document.querySelectorAll("#log li").length;
  const earlier = number < 0 ? null : snapshot();
  number = fresh;
  main.innerHTML = text;
  document.querySelector("#log ol")?.append(...lines.slice(lines.length - from));
  document.querySelectorAll("[data-fold]").forEach((part) => (part.open = !folded.has(part.dataset.fold)));
  picked = [];
  mark();
  reveal();
  division();
  news(before);
  sinceOwn();
  showSteps();
  if (earlier) showChanges(earlier);
  showPins();
  ring();
  const question = document.querySelector("#answers");
  document.title = (question ? "\u25cf " : "") + document.title.replace(/^\u25cf /, "");
  const again = part && [...document.querySelectorAll("[data-id]")].find((other) => called(other)[0] === called(part)[0]);
  const leaf = again && (again.matches("[tabindex]") ? again : again.querySelector("[tabindex]"));
  if (name) document.querySelector(`[data-fold="${name}"] > summary`)?.focus({ preventScroll: true });
  else if (leaf) leaf.focus({ preventScroll: true });
  else if (focus || part) {
    const asked = document.getElementById("question");
    (asked.querySelector("#sit,.card,#answers input:not([type=hidden]),#answers button") ?? asked).focus({ preventScroll: true });
  }
}

async function send(path, body) {
  const answer = await ask(`/${key}/${path}`, { method: "POST", body, headers: { "x-table": "1" } });
  state.textContent = answer.ok ? "" : await answer.text();
  return answer;
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
  const action = event.submitter?.getAttribute("formaction") ?? form.action;
  if (action.endsWith("/answer") && !fields.has("option")) return;
  const talks = form.closest("#talk") !== null;
  if (!talks) answered = document.querySelectorAll("#log li").length;
  const answer = await send(action.split("/").pop(), fields.toString());
  if (answer.ok && talks && form.elements.text) form.reset();
  await (talks ? hear() : load());
});

function pick(part) {
  const own = called(part);
  if (own.some((id) => picked.includes(id))) { picked = picked.filter((other) => !own.includes(other)); mark(); return; }
  const named = () => own.find((id) => left().some((b) => names(b).includes(id)));
  if (named() === undefined) picked = [];
  const id = named();
  if (id === undefined) { mark(); return; }
  picked.push(id);
  const open = mark();
  reveal();
  if (open.length === 1) open[0].click();
}

// Remembers a folded or unfolded part. The browser changes `open` after this event.
function remember({ open, dataset: { fold } }) {
  if (open) folded.add(fold);
  else folded.delete(fold);
  sessionStorage.setItem(`folded ${key}`, JSON.stringify([...folded]));
}

document.addEventListener("click", (event) => {
  const folds = event.target.closest?.("[data-fold] > summary")?.parentElement;
  if (folds) { remember(folds); return; }
  if (event.target.id === "clear") { picked = []; document.getElementById("find").value = ""; mark(); return; }
  if (event.target.id === "more") { outside()[0]?.part.scrollIntoView({ block: "center" }); return; }
  if (event.target.dataset?.note) { pin(event.target.dataset.note); return; }
  if (event.target.id === "sound") { switchSound(); return; }
  if (event.target.id === "steps") {
    sessionStorage.setItem(`steps ${key}`, event.target.getAttribute("aria-pressed") === "true" ? "0" : "1");
    showSteps();
    return;
  }
  const part = event.target.closest?.("[data-id].can,[data-id].picked");
  if (part) { pick(part); return; }
  const other = event.target.closest?.("[data-id]");
  if (!other) return;
  if (!buttons().length) { if (!document.getElementById("division")) whyNot(other); return; }
  // A part that is offered, but not with the earlier picks, begins a new answer.
  if (buttons().some((b) => called(other).some((id) => names(b).includes(id)))) pick(other);
  else whyNot(other);
});

// Asks why a clicked part is not offered: the thing itself, or else what it lies in.
function whyNot(part) {
  const all = [];
  for (let at = part; at; at = at.parentElement.closest("[data-id]")) all.push(at.dataset.id);
  // Earlier picks belong to the same answer.
  if (all.length) why(all.map((id) => [...picked, id].join(" ")).join("\n"));
}

document.addEventListener("keydown", (event) => {
  if (event.target.id === "find") {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const shown = mark();
    if (shown.length === 1) shown[0].click();
    else if (shown.length === 0) why(event.target.value);
    else shown[0].focus();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-grip],.thing") && event.target.closest(".can,.picked")) {
    event.preventDefault();
    pick(event.target.closest(".can,.picked"));
  } else if (event.key === "Escape") { picked = []; mark(); }
});

// The slider on this page leads to the past positions.
document.addEventListener("change", (event) => { if (event.target.closest("#replay")) location.href = `/${key}/at/${event.target.value}`; });
document.addEventListener("input", (event) => { if (event.target.id === "find") mark(); });

async function why(text) {
  const answer = await ask(`/${key}/why`, { method: "POST", body: text, headers: { "x-table": "1" } });
  (document.getElementById("why") ?? state).textContent = await answer.text();
}

async function wait() {
  for (;;) {
    try {
      const answer = await ask(`/${key}/wait/${number}.${heard}`);
      if (answer.status === 404) { state.textContent = "The table is closed."; return; }
      // Another screen has taken the seat: show that, and stop asking.
      if (answer.status === 403) { state.textContent = await answer.text(); main.inert = true; return; }
      if (!answer.ok) { await new Promise((done) => setTimeout(done, 2000)); continue; }
      const [content, talk] = (await answer.text()).split(".").map(Number);
      if (content !== number) await load();
      if (talk !== heard) { heard = talk; await hear(); }
      if (state.textContent === "Reconnecting to the table \u2026") state.textContent = "";
    } catch {
      state.textContent = "Reconnecting to the table \u2026";
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

// The page holds the notes already. A later number of the notes loads them again.
load().then(wait);
