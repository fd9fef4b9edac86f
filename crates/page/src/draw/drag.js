// Dragging: a piece is picked up where it lies and dropped where an answer leads; an enlarged picture is moved by the mouse.
let drag = null;

// Marks the things that can be dragged: an answer names them together with something else.
function showDraggable(open) {
  const can = new Set(open.filter((b) => names(b).length > 1).flatMap(names));
  for (const part of document.querySelectorAll("[data-id]")) {
    const movable = part.matches(".thing") || part.querySelector(".piece");
    part.classList.toggle("drag", Boolean(movable) && called(part).some((id) => can.has(id)));
  }
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  const [part, view] = [event.target.closest?.(".drag.can,.drag.picked"), event.target.closest?.("figure .enlarged")];
  // Fingers scroll what is not on a board.
  if (part && (!touch || part.closest("svg"))) drag = { part, x: event.clientX, y: event.clientY, before: picked };
  else if (view && !touch) drag = { view, x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.moved ||= Math.hypot(x, y) >= 6;
  if (!drag.moved) return;
  if (drag.view) { drag.view.scrollTo(drag.left - x, drag.top - y); return; }
  drag.copy ??= pickUp(drag.part);
  drag.copy.style.transform = `translate(${x}px,${y}px)`;
  document.querySelectorAll(".over").forEach((other) => other.classList.remove("over"));
  under(event)?.classList.add("over");
});

// The part below the pointer that an answer names with what is dragged.
const under = (event) => {
  for (let at = document.elementFromPoint(event.clientX, event.clientY); at; at = at.parentElement) if (at.matches("[data-id].can")) return at;
  return null;
};

// Picks a part, and makes the copy that follows the pointer.
function pickUp(part) {
  const own = called(part);
  if (!own.some((id) => picked.includes(id))) picked = [...picked, own.find((id) => left().some((b) => names(b).includes(id)))];
  offer(null);
  mark();
  const [shape, copy] = [part.matches(".thing") ? part : part.querySelector(".piece"), document.createElement("span")];
  const box = shape.getBoundingClientRect();
  copy.className = "dragged";
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  if (shape instanceof SVGElement) {
    const own = shape.getBBox();
    copy.innerHTML = `<svg viewBox="${own.x} ${own.y} ${own.width} ${own.height}"></svg>`;
    copy.firstChild.append(shape.cloneNode(true));
  } else copy.append(shape.cloneNode(true));
  copy.querySelectorAll("[data-id],[tabindex]").forEach((one) => ["data-id", "tabindex", "role"].forEach((name) => one.removeAttribute(name)));
  document.body.append(copy);
  return copy;
}

// The click that ends a drag is none.
function swallowClick() {
  const swallow = (click) => { if (click.isTrusted) { click.preventDefault(); click.stopPropagation(); } };
  document.addEventListener("click", swallow, true);
  setTimeout(() => document.removeEventListener("click", swallow, true));
}

function letGo(event) {
  const held = drag;
  drag = null;
  if (!held?.moved) return;
  swallowClick();
  if (held.view) return;
  const to = event.type === "pointerup" ? under(event) : null;
  held.copy.remove();
  document.querySelectorAll(".over").forEach((other) => other.classList.remove("over"));
  if (to) pick(to);
  else { picked = held.before; mark(); }
}
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);
// A finger that drags a piece does not scroll.
document.addEventListener("touchmove", (event) => { if (drag?.part) event.preventDefault(); }, { passive: false });
