// The table in the frame: whose view is seen, new games.

import { ask, byId, element } from "./ask.js";

const KINDS = { person: (who) => `${who} (you)`, bot: (who) => `${who} (bot)`, spectator: () => "a spectator" };

// Opens the table, or a new game at it. `wish`: new, variant, set. `refused` shows why it cannot be opened.
export async function openTable(wish = {}, refused = showClosed) {
  const [seat, closed, frame, alone] = ["seat", "closed", "frame", "alone"].map(byId);
  try {
    const { seats } = await ask("table", wish);
    const before = seat.selectedIndex;
    seat.replaceChildren(...seats.map(({ who, kind, path }) => element("option", { value: path }, KINDS[kind](who))));
    const first = Math.max(0, seats.findIndex(({ kind }) => kind === "person" || kind === "spectator"));
    seat.selectedIndex = before >= 0 && before < seats.length ? before : first;
    closed.hidden = true;
    frame.hidden = alone.hidden = false;
    look();
    return true;
  } catch (error) {
    refused(error.message);
    return false;
  }
}

function showClosed(message) {
  byId("closed").textContent = message;
  byId("closed").hidden = false;
  byId("frame").hidden = !isOpen();
}

function look() {
  byId("frame").src = byId("alone").href = byId("seat").value;
}

export const isOpen = () => byId("seat").options.length > 0;

export function wireTable() {
  byId("seat").addEventListener("change", look);
  byId("again").addEventListener("click", () => openTable({ new: true }));
}
