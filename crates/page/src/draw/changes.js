// What a change of the table did: things move to where they lie now, and what is new glows.
"use strict";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 550, easing: "ease-in-out" };

// The things that can be seen: their names, where they lie, how many, and their boxes on the screen.
const seen = () => [...document.querySelectorAll(".thing[data-in],.piece")].map((part) => ({
  part, box: part.getBoundingClientRect(), count: Number(part.dataset.count ?? 1), text: part.querySelector(".mark")?.textContent,
  id: part.dataset.thing ?? part.dataset.id, at: part.dataset.in ?? part.closest("[data-id]")?.dataset.id,
  cell: part.closest("figure .cell,figure .link-g")?.dataset.id,
}));
const spot = ({ id, at }) => `${id}\t${at}`;
// Values by their name and whom they belong to.
const values = () => [...document.querySelectorAll("#table dl.values > div, #table td[data-column]:not(:has(.thing))")].map((part) => ({
  part, key: `${part.closest("[data-id]")?.dataset.id}\t${part.dataset.column ?? part.firstChild.textContent}`, text: part.textContent,
}));

const snapshot = () => ({ lines: document.querySelectorAll("#log li").length, things: seen(), values: new Map(values().map(({ key, text }) => [key, text])) });

// What the last decision changed: where things came, the names of values, and from which cell to which spot things went. A reload keeps it.
const LAST = `last ${document.body.dataset.key}`;
let last = JSON.parse(sessionStorage.getItem(LAST) ?? "null");

// Shows what differs from an earlier snapshot: once by movement and light, then by quiet marks until something else differs.
function showChanges(before) {
  const had = new Map();
  for (const thing of before.things) had.set(spot(thing), (had.get(spot(thing)) ?? 0) + thing.count);
  const now = seen();
  const has = new Map();
  for (const thing of now) has.set(spot(thing), (has.get(spot(thing)) ?? 0) + thing.count);
  const gone = before.things.filter((thing) => (has.get(spot(thing)) ?? 0) < had.get(spot(thing)));
  const came = now.filter((one) => has.get(spot(one)) > (had.get(spot(one)) ?? 0));
  // If more has moved than is seen, a thing may have come from elsewhere than where one like it is missing.
  const lines = [...document.querySelectorAll("#log li")];
  const moves = lines.slice(0, Math.max(0, lines.length - before.lines)).filter((line) => line.matches(".move")).length;
  const isWhole = moves <= new Set(came.map(spot)).size;
  const ways = [];
  for (const thing of came) {
    const from = gone.find(({ id }) => id === thing.id);
    if (from && isWhole) fly(thing, from.box);
    if (isWhole && from?.cell && thing.cell && from.cell !== thing.cell) ways.push([from.cell, spot(thing)]);
    glow(thing.part);
  }
  const other = values().filter(({ key, text }) => before.values.has(key) && before.values.get(key) !== text);
  for (const { part } of other) glow(part);
  if (came.length || other.length) last = { number, things: came.map(spot), values: other.map(({ key }) => key), ways };
  if (last) last.number = number;
  sessionStorage.setItem(LAST, JSON.stringify(last));
  markLast();
}

// Marks what the last decision changed: things and values by dotted frames, moves on a board by thin arrows.
function markLast() {
  if (last?.number !== number) return;
  const places = new Map(seen().map((thing) => [spot(thing), thing.part]));
  for (const name of last.things) frame(places.get(name));
  for (const { part, key } of values()) if (last.values.includes(key)) frame(part);
  for (const [cell, name] of last.ways) drawWay(document.querySelector(`figure [data-id="${CSS.escape(cell)}"]`), places.get(name));
}

const svgPart = (name, set) => {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(set)) part.setAttribute(key, value);
  return part;
};

function frame(part) {
  if (!part?.ownerSVGElement) { part?.classList.add("fresh"); return; }
  const { x, y, width, height } = part.firstElementChild.getBBox();
  part.append(svgPart("rect", { class: "fresh", x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 }));
}

// A thin arrow from a cell to a thing of the same picture.
function drawWay(from, to) {
  const svg = to?.ownerSVGElement;
  if (!svg || from?.ownerSVGElement !== svg) return;
  const matrix = svg.getScreenCTM().inverse();
  const middle = (part) => {
    const box = part.firstElementChild.getBoundingClientRect();
    return new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2).matrixTransform(matrix);
  };
  const [start, end] = [middle(from), middle(to)];
  const long = Math.hypot(end.x - start.x, end.y - start.y);
  if (long < 32) return;
  const [dx, dy] = [(end.x - start.x) / long, (end.y - start.y) / long];
  // The arrow ends at the frame of the thing.
  const { width, height } = to.firstElementChild.getBBox();
  const short = Math.min(width, height) / 2 + 6;
  const [x, y] = [end.x - short * dx, end.y - short * dy];
  const d = `M${start.x} ${start.y}L${x} ${y}M${x - 7 * dx - 4 * dy} ${y - 7 * dy + 4 * dx}L${x} ${y}L${x - 7 * dx + 4 * dy} ${y - 7 * dy - 4 * dx}`;
  for (const className of ["way under", "way"]) svg.append(svgPart("path", { class: className, d }));
}

function glow(part) {
  part.classList.add("changed");
  setTimeout(() => part.classList.remove("changed"), 3000);
}

// A copy moves from the old box to the new one, above everything else.
function fly({ part, box, text }, from) {
  if (still.matches || !from.width || !box.width) return;
  const copy = document.createElement("span");
  copy.className = "flying";
  copy.setAttribute("aria-hidden", "true");
  copy.textContent = text ?? part.textContent;
  copy.style.left = `${box.left}px`;
  copy.style.top = `${box.top}px`;
  document.body.append(copy);
  const start = `translate(${from.left - box.left}px, ${from.top - box.top}px)`;
  copy.animate([{ transform: start }, { transform: "none" }], MOVE).finished.finally(() => copy.remove());
}
