// Bars between parts of the page, which a pointer or the arrow keys move. The browser keeps where they are.

import { byId } from "./ask.js";

// One step of an arrow key, in percent of the page.
const STEP = 3;

function wire(id, variable, least, most, percent) {
  const bar = byId(id);
  const set = (value) => {
    const now = Math.round(Math.max(least, Math.min(most, value)));
    document.documentElement.style.setProperty(variable, `${now}%`);
    bar.setAttribute("aria-valuenow", now);
    return now;
  };
  bar.setAttribute("aria-valuemin", least);
  bar.setAttribute("aria-valuemax", most);
  const keep = (value) => localStorage.setItem(variable, set(value));
  set(Number(localStorage.getItem(variable)) || Number(bar.dataset.first));
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    document.body.classList.add("moving");
  });
  bar.addEventListener("pointermove", (event) => bar.hasPointerCapture(event.pointerId) && keep(percent(event)));
  bar.addEventListener("lostpointercapture", () => document.body.classList.remove("moving"));
  bar.addEventListener("keydown", ({ key }) => {
    const step = { ArrowLeft: STEP, ArrowUp: STEP, ArrowRight: -STEP, ArrowDown: -STEP }[key];
    if (step) keep(Number(bar.getAttribute("aria-valuenow")) + step);
  });
}

export function wireSplits() {
  const part = (at, size) => 100 - (100 * at) / size;
  wire("split-play", "--play", 20, 70, (event) => part(event.clientX, innerWidth));
  wire("split-below", "--below", 15, 75, (event) => {
    const { top, height } = byId("rules").getBoundingClientRect();
    return part(event.clientY - top, height);
  });
}
