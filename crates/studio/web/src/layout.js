// Layout mode: spaces of boards with links are dragged at the table, a click on anything shows its look.

import { byId, element, say } from "./ask.js";
import { clicked } from "./links.js";
import { showPanel } from "./panels.js";
import { seeNow } from "./timeline.js";

// Distance from which a pressed pointer drags, in pixels.
const MOVED = 4;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Units of one step with Shift.
const FAR = 10;
// Parts of the table that work as usual.
const PLAIN = "#tabs,summary,a";
const STYLE = `
.layout [data-id],.layout [data-thing],.layout figure svg{cursor:pointer!important}
.layout .space{cursor:move!important;touch-action:none}.layout .space:hover>.box,.layout .space:focus>.box{stroke:var(--mark);stroke-width:3px}
.layout .space:focus{outline:none}.layout .space.dragged{opacity:.75}.layout svg:has(.dragged) .labels{display:none}`;

const page = () => byId("frame").contentDocument;
const isOn = () => byId("layout").getAttribute("aria-pressed") === "true";

let drag = null;
// Where a space that cannot be moved is held.
let held = null;
// Space that had the focus, which a new table keeps.
let focused = null;

const spacesOf = (svg) => [...svg.querySelectorAll("g.cell[data-id]:not([data-lies])")].filter((cell) => cell.querySelector(":scope > rect.box"));

// Left and top of a space in its picture.
function corner(cell) {
  const [x, y] = cell.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  return { x, y };
}

// Width and height of the box of a space.
function size(cell) {
  const box = cell.querySelector(":scope > rect.box");
  return [Number(box.getAttribute("width")), Number(box.getAttribute("height"))];
}

function middle(cell) {
  const [{ x, y }, [wide, high]] = [corner(cell), size(cell)];
  return [x + wide / 2, y + high / 2];
}

// A move of a space, with its board as it is drawn.
function moved(cell, how) {
  const svg = cell.ownerSVGElement;
  const { width, height } = svg.viewBox.baseVal;
  const spaces = spacesOf(svg).map((one) => ({ name: one.dataset.id, middle: middle(one), size: size(one) }));
  return { position: { board: svg.getAttribute("aria-label"), size: [width, height], spaces, space: cell.dataset.id, ...how } };
}

// Makes the spaces of the table reachable with the keyboard, or not.
function mark() {
  const [shown, on] = [page(), isOn()];
  shown?.documentElement?.classList.toggle("layout", on);
  for (const svg of shown?.querySelectorAll("figure svg[aria-label]") ?? []) {
    for (const cell of spacesOf(svg)) {
      cell.classList.toggle("space", on);
      const label = cell.querySelector("[data-grip]")?.dataset.grip ?? cell.dataset.id;
      const set = { tabindex: "0", role: "button", "aria-label": `${label}: move with the arrow keys` };
      for (const [name, value] of Object.entries(set)) on ? cell.setAttribute(name, value) : cell.removeAttribute(name);
      if (on && cell.dataset.id === focused && shown.hasFocus()) cell.focus({ preventScroll: true });
    }
  }
}

function setOn(on) {
  byId("layout").setAttribute("aria-pressed", on);
  byId("undo-look").hidden = !on;
  focused = null;
  mark();
}

const take = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

// Drags a space of the page in the frame. `drop(change)` writes where it is dropped.
function wireDrag(shown, drop) {
  const listen = (name, work) => shown.addEventListener(name, (event) => isOn() && !event.target.closest?.(PLAIN) && work(event), true);
  listen("pointerdown", (event) => {
    event.stopPropagation();
    focused = null;
    const cell = event.target.closest?.(".space");
    const fixed = cell ? null : event.target.closest?.("figure g.cell[data-id]");
    held = fixed && { x: event.clientX, y: event.clientY };
    // A drag would select the names.
    if (fixed) event.preventDefault();
    if (!cell || event.button !== 0 || !event.isPrimary) return;
    cell.setPointerCapture(event.pointerId);
    drag = { cell, from: event, at: corner(cell), ratio: cell.ownerSVGElement.getScreenCTM().a };
  });
  listen("pointermove", (event) => {
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) >= MOVED) {
      held = null;
      say("Spaces of a grid cannot be moved: the rules place them.", true);
    }
    if (!drag) return;
    const [x, y] = [event.clientX - drag.from.clientX, event.clientY - drag.from.clientY];
    drag.moved ||= Math.hypot(x, y) >= MOVED;
    if (!drag.moved) return;
    event.stopPropagation();
    drag.cell.classList.add("dragged");
    drag.by = [x / drag.ratio, y / drag.ratio];
    drag.cell.setAttribute("transform", `translate(${drag.at.x + drag.by[0]} ${drag.at.y + drag.by[1]})`);
  });
  const end = (event) => {
    held = null;
    const dropped = drag;
    drag = null;
    if (!dropped?.moved) return;
    event.stopPropagation();
    const { cell, at } = dropped;
    cell.classList.remove("dragged");
    const to = middle(cell);
    cell.setAttribute("transform", `translate(${at.x} ${at.y})`);
    if (event.type === "pointercancel") return;
    const change = moved(cell, { to });
    // It stays where it is dropped until the table is drawn again.
    cell.setAttribute("transform", `translate(${at.x + dropped.by[0]} ${at.y + dropped.by[1]})`);
    focused = cell.dataset.id;
    swallow = true;
    setTimeout(() => (swallow = false));
    drop(change, () => cell.setAttribute("transform", `translate(${at.x} ${at.y})`));
  };
  let swallow = false;
  listen("pointerup", end);
  listen("pointercancel", end);
  return { listen, isDragged: () => swallow };
}

// `file` is that of the look, `looks` its panel.
export function wireLayout({ file, looks, guarded, fail }) {
  const write = (change, back) => file.change(change).catch((error) => (back?.(), fail(error)));
  const show = guarded(async (names) => {
    showPanel("looks");
    await looks.show(names);
  });
  const undo = guarded(async () => {
    await file.undo();
    await looks.show();
  });
  byId("layout").addEventListener("click", () => {
    setOn(!isOn());
    if (!isOn()) return;
    // The look of earlier positions does not follow the file.
    seeNow();
    show([]);
  });
  byId("undo-look").addEventListener("click", undo);
  byId("frame").addEventListener("load", () => {
    const shown = page();
    if (!shown?.head) return;
    shown.head.append(element("style", {}, STYLE));
    const { listen, isDragged } = wireDrag(shown, write);
    const showAt = (target) => {
      const board = target.closest?.("figure svg")?.getAttribute("aria-label");
      show([...(clicked(target)?.names ?? []), ...(board ? [board] : [])]);
    };
    listen("click", (event) => {
      take(event);
      if (!isDragged()) showAt(event.target);
    });
    listen("keydown", (event) => {
      const cell = event.target.closest?.(".space");
      if (event.key === "Tab") focused = null;
      if (event.key === "Escape") setOn(false);
      else if ((event.ctrlKey || event.metaKey) && event.key === "z") (take(event), undo());
      else if (cell && ARROWS[event.key]) {
        take(event);
        const by = ARROWS[event.key].map((step) => step * (event.shiftKey ? FAR : 1));
        write(moved(cell, { by }));
      } else if (cell && ["Enter", " "].includes(event.key)) {
        take(event);
        showAt(cell);
      }
    });
    listen("focusin", ({ target }) => (focused = target.closest?.(".space")?.dataset.id ?? focused));
    const table = shown.getElementById("table");
    if (table) new MutationObserver(mark).observe(table, { attributeFilter: ["data-number"] });
    mark();
  });
}
