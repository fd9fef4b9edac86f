// The table in the frame: whose view is seen, as it is now or after some answers, new games.

import { ask, byId, element, path } from "./ask.js";
import { showSide } from "./sides.js";

const KINDS = { person: (who) => `${who} (you)`, bot: (who) => `${who} (bot)`, spectator: () => "a spectator" };

// Seats of the people who have a question to answer.
let asked = [];
// Number of answers after which the table is seen. Null: as it is now.
let still = null;

// Opens the table, or a new game at it. `wish`: new, variant, set, case, pattern, figured. `refused` shows why it cannot be opened.
export async function openTable(wish = {}, refused = showClosed) {
  const [seat, closed, frame, alone] = ["seat", "closed", "frame", "alone"].map(byId);
  try {
    const { seats } = await ask("table", wish);
    if (wish.new) showSide("play");
    const before = wish.case || wish.pattern ? -1 : seat.selectedIndex;
    seat.replaceChildren(...seats.map((one) => element("option", { value: one.path, "data-who": one.kind === "spectator" ? null : one.who }, KINDS[one.kind](one.who))));
    const first = Math.max(0, seats.findIndex(({ kind }) => kind === "person" || kind === "spectator"));
    seat.selectedIndex = before >= 0 && before < seats.length ? before : first;
    closed.hidden = true;
    frame.hidden = alone.hidden = false;
    lookAt(null);
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

// Offers the view of the next person to answer, if the seen one has nothing to answer.
export function showAsked(seats = asked) {
  asked = seats;
  const [seat, button] = [byId("seat"), byId("hand-over")];
  const next = asked.find((own) => own > seat.selectedIndex) ?? asked[0];
  button.hidden = still !== null || next === undefined || asked.includes(seat.selectedIndex);
  button.textContent = button.hidden ? "" : `Hand over to ${seat.options[next].dataset.who}`;
  button.value = next ?? "";
}

function handOver() {
  byId("seat").selectedIndex = Number(byId("hand-over").value);
  look();
}

function look() {
  showAsked();
  byId("alone").href = byId("seat").value;
  const shown = still === null ? byId("seat").value : `${path}/still/${seatKey()}/${still}`;
  // Without an entry in the history of the browser: Back leaves the studio.
  byId("frame").contentWindow.location.replace(shown);
}

// Key of the seat whose view is seen.
export const seatKey = () => byId("seat").value.slice(1);

// Names of the players, by seat.
export const players = () => [...byId("seat").options].map((one) => one.dataset.who).filter(Boolean);

// Shows the table after a number of answers, or null for the game as it is now.
export function lookAt(answers) {
  still = answers;
  look();
}

export const isOpen = () => byId("seat").options.length > 0;

// `again()` begins a new game.
export function wireTable(again) {
  byId("seat").addEventListener("change", look);
  byId("hand-over").addEventListener("click", handOver);
  byId("again").addEventListener("click", again);
}
