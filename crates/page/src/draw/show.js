// Answers and table are one: an answer lights what it touches and draws its route, a part names its answers.
const hint = document.getElementById("hint");
const NAMED = 4;

// Each name of answers, in their order, with the visible parts that it stands for.
function partsOf(answers) {
  const named = new Map(names(answers[0]).filter((id) => answers.every((b) => names(b).includes(id))).map((id) => [id, []]));
  for (const part of document.querySelectorAll("[data-id]")) for (const id of called(part)) named.get(id)?.push(part);
  return named;
}

// The answers of a button, or those of a branch of the list.
function answersAt(at) {
  const button = at?.closest?.("#answers .options button");
  const branch = at?.closest?.("#answers .branch > summary")?.parentElement;
  return button ? [button] : branch ? left().filter((b) => branch.contains(b)) : touched ? [touched] : [];
}

// Where the pointer or the focus is. Scrolling moves what is drawn for it.
let subject = null;
function light(at) {
  subject = at;
  document.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
  const [answers, part] = [answersAt(at), at?.closest?.("[data-id]")];
  const named = answers.length ? partsOf(answers) : new Map();
  for (const parts of named.values()) for (const one of parts) one.classList.add("lit");
  drawRoute(stopsOf(answers, named).map(stopAt).filter(Boolean));
  if (part && !touched) for (const other of answersOf(part)) other.classList.add("lit");
  showHint(at);
}

const answersOf = (part) => { const own = called(part); return left().filter((b) => names(b).some((id) => own.includes(id))); };

// The names of a route with their parts: those of the way of an answer, then what else it names.
function stopsOf(answers, named) {
  const way = answers.length === 1 ? answers[0].dataset.through?.split("\n") ?? [] : [];
  const cell = (id) => [id, [...document.querySelectorAll(`figure [data-id="${CSS.escape(id)}"]`)]];
  return [...way.map(cell), ...[...named].filter(([id]) => !way.includes(id) && !way.includes(id.split("\t")[0]))];
}

// Where a name is on the screen, cut to the picture in which it is. None where it could be any of several things.
function stopAt([id, parts]) {
  const seen = parts.filter((part) => part.checkVisibility());
  const drawn = seen.filter((part) => part.closest("svg"));
  const all = drawn.length ? drawn : seen;
  if (!all.length || (id.endsWith("\t") && all.length > 1)) return null;
  const box = all[0].getBoundingClientRect();
  const frame = (all[0].closest("figure .scroll") ?? document.documentElement).getBoundingClientRect();
  const within = (at, from, to) => Math.min(Math.max(at, from), to);
  return [within((box.left + box.right) / 2, frame.left, frame.right), within((box.top + box.bottom) / 2, frame.top, frame.bottom)];
}

// Arrows from stop to stop, a little shorter than the way between them.
function drawRoute(stops) {
  const arrows = stops.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = stops[at];
    const long = Math.hypot(x - fromX, y - fromY);
    if (long < 24) return "";
    const [dx, dy] = [(x - fromX) / long * 8, (y - fromY) / long * 8];
    const way = `M${fromX + dx} ${fromY + dy}L${x - dx} ${y - dy}`;
    return `<path class="under" d="${way}"/><path marker-end="url(#tip)" d="${way}"/>`;
  });
  document.querySelector("#route g").innerHTML = arrows.join("");
}

// The name of a part where it is too small to be read, the first answers that name the part, and how many more there are.
function showHint(at) {
  const idle = touch || drag?.moved;
  const clickable = idle ? null : at?.closest?.(".can,.picked");
  const small = idle ? null : at?.closest?.(".faint [data-id], .faint-small [data-id]:not(:has(.title))");
  // What stands on a card is shown large also where nothing can be clicked, and while a finger is on it.
  const told = drag?.moved ? null : at?.closest?.(".thing[data-text]");
  const part = clickable ?? small ?? told;
  const answers = clickable ? answersOf(clickable) : [];
  document.querySelectorAll("[aria-describedby=hint]").forEach((other) => other.removeAttribute("aria-describedby"));
  const name = small?.querySelector("[data-grip]")?.dataset.grip;
  hint.hidden = !answers.length && !name && !told;
  if (hint.hidden) return;
  const lines = answers.slice(0, NAMED).map((b) => b.dataset.label);
  if (answers.length > NAMED) lines.push(`and ${answers.length - NAMED} more`);
  const line = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });
  hint.replaceChildren(...(name ? [line("b", name)] : []), ...(told?.dataset.text.split("\n") ?? []).map((text) => line("p", text)), ...lines.map((text) => line("p", text)));
  if (document.activeElement === at) at.setAttribute("aria-describedby", "hint");
  const [box, own] = [part.getBoundingClientRect(), hint.getBoundingClientRect()];
  const below = box.bottom + 6 + own.height < innerHeight;
  hint.style.left = `${Math.max(4, Math.min(box.left, innerWidth - own.width - 8))}px`;
  hint.style.top = `${below ? box.bottom + 6 : Math.max(4, box.top - own.height - 6)}px`;
}

document.addEventListener("pointerover", ({ target }) => light(target));
document.addEventListener("pointerout", () => light(null));
document.addEventListener("focusin", ({ target }) => { if (target.matches(":focus-visible")) light(target); });
document.addEventListener("focusout", () => light(null));
for (const event of ["scroll", "resize"]) addEventListener(event, () => light(subject), { passive: true, capture: true });
document.addEventListener("keydown", ({ key: pressed }) => { if (pressed === "Escape") light(null); });
