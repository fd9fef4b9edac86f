// Loads the table after each change, and sends answers.
const key = document.body.dataset.key;
const main = document.getElementById("table");
const state = document.getElementById("state");
// The number of the table that the page shows. It comes with its table.
let number = Number(main.dataset.number);
// The server's name for the log lines that the page has. It sends only those after them.
let log = main.dataset.log ?? "";
// Names of the folded parts. They stay folded when the table is replaced and when the page is reloaded.
const folded = new Set(JSON.parse(sessionStorage.getItem(`folded ${key}`) ?? "[]"));

// Maximum number of answers of a short list, which is read rather than searched.
const SHORT = 6;

// The upper bits of a page's number identify the opening of the table.
const opening = (of) => Math.floor(of / 2 ** 24);
state.textContent = sessionStorage.getItem(`said ${key}`) ?? "";
sessionStorage.removeItem(`said ${key}`);

// Announces the new lines of the log to screen readers.
function news(before) {
  const lines = [...document.querySelectorAll("#log li")].map((line) => line.firstChild.textContent);
  const news = document.getElementById("news");
  news.replaceChildren(...lines.slice(0, Math.max(0, lines.length - before)).slice(0, 20).reverse().map((line) => {
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
  if (opening(fresh) !== opening(number)) {
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
  const before = document.querySelectorAll("#log li").length;
  const earlier = snapshot();
  const tall = document.getElementById("question")?.getBoundingClientRect().height;
  keepViews();
  number = fresh;
  // Who embeds the page observes this.
  main.dataset.number = number;
  replace(text, lines.slice(0, lines.length - from));
  arrange();
  restoreViews();
  restart();
  show(tall);
  news(before);
  showChanges(earlier);
  const again = part && [...document.querySelectorAll("[data-id]")].find((other) => called(other)[0] === called(part)[0]);
  const leaf = again && (again.matches("[tabindex]") ? again : again.querySelector("[tabindex]"));
  if (name) document.querySelector(`[data-fold="${name}"] > summary`)?.focus({ preventScroll: true });
  else if (leaf) leaf.focus({ preventScroll: true });
  else if (focus || part) {
    const asked = document.getElementById("question");
    const all = [...asked.querySelectorAll("#sit,.card,#find,.options button,.options summary")];
    // The field of a short list would only bring up the keyboard of a phone.
    const wanted = (one) => one.checkVisibility() && (one.id !== "find" || buttons().length > SHORT);
    (all.find(wanted) ?? asked).focus({ preventScroll: true });
  }
}

// Arranges a table that has come with the page or with a change. `tall`: height of the question's box before.
function show(tall) {
  mark();
  division();
  fit();
  beginViews();
  reveal();
  sinceOwn();
  showSteps();
  showPins();
  ring();
  const question = document.querySelector("#answers");
  // The box of the question keeps its height while the viewer picks and while others answer: nothing else moves.
  const box = document.getElementById("question");
  box?.style.setProperty("--kept", `${question ? box.getBoundingClientRect().height : tall}px`);
  document.title = (question ? "\u25cf " : "") + document.title.replace(/^\u25cf /, "");
}

// Puts a table in the place of the shown one. The log stays where it is, loses the lines that do not count any more and takes the new ones: a long one
// costs nothing then.
function replace(text, lost) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const [log, next] = [document.getElementById("log"), fresh.content.getElementById("log")];
  if (!log || !next) { main.replaceChildren(fresh.content); return; }
  lost.forEach((line) => line.remove());
  log.querySelector(".lines").prepend(...next.querySelector(".lines").children);
  const [side, parts] = [log.parentElement, document.getElementById("parts")];
  const [freshSide, freshParts] = [next.parentElement, fresh.content.getElementById("parts")];
  next.remove();
  for (const part of [...side.children]) if (part !== log) part.remove();
  log.before(...freshSide.children);
  for (const part of [...parts.children]) if (part !== side) part.remove();
  const rest = [...freshParts.children];
  const at = rest.indexOf(freshSide);
  side.before(...rest.slice(0, at));
  side.after(...rest.slice(at + 1));
  parts.className = freshParts.className;
  for (const part of [...main.children]) if (part !== parts) part.remove();
  freshParts.remove();
  parts.before(fresh.content);
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

// Remembers a folded or unfolded part. The browser changes `open` after this event.
function remember({ open, dataset: { fold } }) {
  if (open) { folded.add(fold); opened.delete(fold); }
  else { folded.delete(fold); opened.add(fold); }
  sessionStorage.setItem(`folded ${key}`, JSON.stringify([...folded]));
}

document.addEventListener("click", (event) => {
  const folds = event.target.closest?.("[data-fold] > summary")?.parentElement;
  if (folds) { remember(folds); return; }
  if (event.target.id === "more") { outside()[0]?.part.scrollIntoView({ block: "center", inline: "center" }); return; }
  if (event.target.dataset?.note) { pin(event.target.dataset.note); return; }
  if (event.target.id === "sound") { switchSound(); return; }
  if (event.target.id === "steps") {
    sessionStorage.setItem(`steps ${key}`, event.target.getAttribute("aria-pressed") === "true" ? "0" : "1");
    showSteps();
    return;
  }
  if (!clickedList(event)) clickedPart(event.target);
});

// The slider on this page leads to the past positions.
document.addEventListener("change", (event) => { if (event.target.closest("#replay")) location.href = `/${key}/at/${event.target.value}`; });

async function wait() {
  for (;;) {
    try {
      const answer = await ask(`/${key}/wait/${number}.${talkRead}`);
      if (answer.status === 404) { state.textContent = "The table is closed."; return; }
      // Another screen has taken the seat: show that, and stop asking.
      if (answer.status === 403) { state.textContent = await answer.text(); main.inert = true; return; }
      if (!answer.ok) { await new Promise((done) => setTimeout(done, 2000)); continue; }
      const [content, talk] = (await answer.text()).split(".").map(Number);
      if (content !== number) await load();
      if (talk !== talkRead) { talkRead = talk; await hear(); }
      if (state.textContent === "Reconnecting to the table \u2026") state.textContent = "";
    } catch {
      state.textContent = "Reconnecting to the table \u2026";
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

// The title and the question are seen first, then the rest is arranged. (A hidden page draws no frames.)
function begin() {
  show(0);
  markLast();
  document.body.dataset.ready = "";
  // The page holds the notes already. A later number of the notes loads them again.
  wait();
}
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
