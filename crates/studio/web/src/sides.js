// What stands beside the editor: the table, the printed rulebook, or the manual.

import { byId } from "./ask.js";

const SIDES = ["play", "rulebook", "manual"];

export const shownSide = () => SIDES.find((side) => !byId(side).hidden);

// Shows `play`, `rulebook` or `manual`.
export function showSide(name) {
  for (const side of SIDES) {
    byId(side).hidden = side !== name;
    byId(`side-${side}`).setAttribute("aria-pressed", side === name);
  }
}

// `opened(side)` fills a side when somebody wants to see it.
export function wireSides(opened) {
  for (const side of SIDES) {
    byId(`side-${side}`).addEventListener("click", () => {
      showSide(side);
      opened(side);
    });
  }
  showSide("play");
}
