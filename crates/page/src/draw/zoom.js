// A picture fits its box. It is enlarged by pinching, the wheel with Ctrl, buttons, keys or a double tap, and then scrolls as any box.
const MOST = 8;
// The most pixels that a unit of a picture takes before it is enlarged, as in `layout.css`.
const LARGEST = 2.4;
const pictures = () => [...document.querySelectorAll("figure .scroll")];
const enlarged = (view) => Number(view.style.getPropertyValue("--zoom")) || 1;
// Pictures that were shown or enlarged, by name: they stay so when the table is replaced.
const views = new Map();
// The least height of letters, in pixels, that can be read.
const READABLE = 9;
// The height of names in small letters, in units of a picture.
const SMALL = 10;

// The height of the lowest letters of a picture, in pixels. Coordinates do not count.
const lowest = (view) => Math.min(...[...view.querySelectorAll("text:not(.dim)")].filter((text) => text.textContent)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a || Infinity)));

// How many pixels a unit of a picture takes on the screen, from the size of its box alone, if that were higher by `more`.
function scaleOf(view, more = 0) {
  const { width, height } = view.querySelector("svg").viewBox.baseVal;
  return Math.min(view.clientWidth / width, (view.clientHeight + more) / height, LARGEST);
}
// The height of the lowest letters of a picture, in its own units. It does not change with the size of its box.
const lowestUnits = new WeakMap();
function unitsOf(view) {
  const svg = view.querySelector("svg");
  if (!lowestUnits.has(svg)) lowestUnits.set(svg, lowest(view) / (svg.getScreenCTM()?.a || 1));
  return lowestUnits.get(svg);
}

// Names and values that are too small to be read are not drawn: labels stand for names, and under the pointer and in focus a hint tells the rest.
function dropNames(view) {
  const scale = scaleOf(view) * enlarged(view) * 1.02;
  view.classList.toggle("faint", unitsOf(view) * scale < READABLE);
  view.classList.toggle("faint-small", SMALL * scale < READABLE);
  putLabels(view);
}

// Enlarges a picture; the point of it at (x, y) on the screen stays where it is.
function zoom(view, to, x, y) {
  const svg = view.querySelector("svg");
  const [before, size] = [svg.getBoundingClientRect(), Math.min(Math.max(to, 1), MOST)];
  view.style.setProperty("--zoom", size);
  view.classList.toggle("enlarged", size > 1);
  view.dataset.begun = "";
  dropNames(view);
  const after = svg.getBoundingClientRect();
  view.scrollLeft += after.left + (x - before.left) / before.width * after.width - x;
  view.scrollTop += after.top + (y - before.top) / before.height * after.height - y;
  light(null);
  beyond();
}
function zoomMiddle(view, by) {
  const box = view.getBoundingClientRect();
  zoom(view, enlarged(view) * by, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
}

// On a phone a picture begins as a whole.
function beginViews() {
  if (isTabbed()) pictures().filter((view) => view.checkVisibility()).forEach(dropNames);
}

const keepViews = () => pictures().filter((view) => "begun" in view.dataset)
  .forEach((view) => views.set(view.getAttribute("aria-label"), [enlarged(view), view.scrollLeft, view.scrollTop]));
function restoreViews() {
  for (const view of pictures()) {
    const [size, left, top] = views.get(view.getAttribute("aria-label")) ?? [];
    if (!size) continue;
    view.style.setProperty("--zoom", size);
    view.classList.toggle("enlarged", size > 1);
    view.dataset.begun = "";
    dropNames(view);
    view.scrollTo(left, top);
  }
}

document.addEventListener("wheel", (event) => {
  const view = event.target.closest?.("figure .scroll");
  if (!view || !event.ctrlKey) return;
  event.preventDefault();
  zoom(view, enlarged(view) * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
}, { passive: false });

// Two fingers: their distance enlarges, their middle moves.
let pinch = null;
const span = ([a, b]) => [Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
document.addEventListener("touchstart", (event) => {
  const view = event.target.closest?.("figure .scroll");
  pinch = view && event.touches.length === 2 ? { view, size: enlarged(view), at: span(event.touches), last: span(event.touches) } : null;
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const now = span(event.touches);
  pinch.view.scrollLeft -= now[1] - pinch.last[1];
  pinch.view.scrollTop -= now[2] - pinch.last[2];
  zoom(pinch.view, pinch.size * now[0] / pinch.at[0], now[1], now[2]);
  pinch.last = now;
}, { passive: false });
for (const event of ["touchend", "touchcancel"]) document.addEventListener(event, () => (pinch = null));

document.addEventListener("dblclick", (event) => {
  const view = event.target.closest?.("figure .scroll");
  if (view && !event.target.closest(".can,.picked")) zoom(view, enlarged(view) > 1 ? 1 : 2.5, event.clientX, event.clientY);
});
document.addEventListener("click", ({ target }) => {
  if (target.dataset?.zoom) zoomMiddle(target.closest("figure").querySelector(".scroll"), Number(target.dataset.zoom));
});
document.addEventListener("keydown", (event) => {
  const by = { "+": 1.5, "-": 1 / 1.5, 0: 0 }[event.key];
  if (by !== undefined && event.target.matches?.("figure .scroll")) zoomMiddle(event.target, by);
});
