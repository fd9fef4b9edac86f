// What a change of the table did: things move to where they lie now, and what is new glows.
"use strict";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 550, easing: "ease-in-out" };

// The things that can be seen: their names, where they lie, how many, and their boxes on the screen.
const seen = () => [...document.querySelectorAll(".thing[data-in],.piece")].map((part) => ({
  part, box: part.getBoundingClientRect(), count: Number(part.dataset.count ?? 1), text: part.querySelector(".mark")?.textContent,
  id: part.dataset.thing ?? part.dataset.id, at: part.dataset.in ?? part.closest("[data-id]")?.dataset.id,
}));
const spot = ({ id, at }) => `${id}\t${at}`;
// Values by their name and whom they belong to.
const values = () => [...document.querySelectorAll("#table dl.values > div, #table td[data-column]:not(:has(.thing))")].map((part) => ({
  part, key: `${part.closest("[data-id]")?.dataset.id}\t${part.dataset.column ?? part.firstChild.textContent}`, text: part.textContent,
}));

const snapshot = () => ({ things: seen(), values: new Map(values().map(({ key, text }) => [key, text])) });

// Shows what differs from an earlier snapshot.
function showChanges(before) {
  const had = new Map();
  for (const thing of before.things) had.set(spot(thing), (had.get(spot(thing)) ?? 0) + thing.count);
  const now = seen();
  const has = new Map();
  for (const thing of now) has.set(spot(thing), (has.get(spot(thing)) ?? 0) + thing.count);
  const gone = before.things.filter((thing) => (has.get(spot(thing)) ?? 0) < had.get(spot(thing)));
  for (const thing of now.filter((one) => has.get(spot(one)) > (had.get(spot(one)) ?? 0))) {
    const from = gone.findIndex(({ id }) => id === thing.id);
    if (from >= 0) fly(thing, gone[from].box);
    glow(thing.part);
  }
  for (const { part, key, text } of values()) if (before.values.has(key) && before.values.get(key) !== text) glow(part);
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
