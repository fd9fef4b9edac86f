// The time line below the table: earlier positions of the game, continuing from one, and answers of the game as a scenario.

import { ask, byId, count, say } from "./ask.js";
import { answered, askCapture, capturable } from "./capture.js";
import { lookAt, showAsked } from "./table.js";

// Time without moving the slider before the position is shown, in milliseconds.
const QUIET = 80;

let course = { answers: 0, questions: [], whole: true };
// Number of answers after which the table is seen. Null: as it is now.
let seen = null;
let timer = 0;

// The question that is open at the position that is seen: where the rules ask it.
export const questionSeen = () => (seen === null ? null : (course.questions[seen]?.at ?? null));

// How often a line of a file has asked in this game.
export const timesAsked = (file, line) => course.questions.filter(({ answer, at }) => answer !== null && at?.file === file && at.line === line).length;

function show() {
  const { answers, questions } = course;
  const slider = byId("answers");
  slider.max = answers;
  slider.value = seen ?? answers;
  const at = Number(slider.value);
  const last = questions[at - 1];
  const text = seen === null ? `now, after ${count(answers, "answer")}` : `after ${at} of ${count(answers, "answer")}${last ? `: ${answered(last)}` : ": the beginning"}`;
  byId("when").textContent = text;
  slider.setAttribute("aria-valuetext", text);
  byId("earlier").disabled = at === 0;
  byId("later").disabled = at >= answers;
  byId("resume").hidden = byId("now").hidden = seen === null;
  const refused = course.whole ? (capturable(course) ? "" : "There is nothing to capture yet: give an answer, or finish the division at the table.") : "This game began at a position that a scenario gives, so its answers alone do not lead there.";
  byId("capture").disabled = refused !== "";
  byId("capture").title = refused || "Keep answers of this game as a test.";
}

// Shows the table after a number of answers, or null for the game as it is now.
export function see(answers) {
  seen = answers;
  show();
  clearTimeout(timer);
  timer = setTimeout(() => lookAt(seen), QUIET);
}

// Shows the game as it is now. A table that shows it already is not loaded again: its tabs stay.
export function seeNow() {
  if (seen !== null) see(null);
}

// Reads the course of the game again. A game with fewer answers is seen as it is now.
export async function loadCourse() {
  course = await ask("course");
  showAsked(course.asked);
  if (seen !== null && seen > course.answers) see(null);
  show();
}

// Forgets the position that was seen: another game is at the table. It is seen after a number of answers (`Infinity`: all), or null as it is now.
export async function newCourse(answers = null) {
  seen = null;
  await loadCourse();
  if (answers !== null) see(Math.min(answers, course.answers));
}

async function resume() {
  await ask("rewind", { answers: seen });
  see(null);
  await loadCourse();
  say(`The game continues after ${count(course.answers, "answer")}.`);
}

// `on`: `named(title, words, fields)` asks for a name, `made(captured)` opens the new file.
export function wireTimeline(on, guarded) {
  const slider = byId("answers");
  const step = (by) => () => see(Math.max(0, Math.min(course.answers, Number(slider.value) + by)));
  slider.addEventListener("input", () => see(Number(slider.value)));
  byId("earlier").addEventListener("click", step(-1));
  byId("later").addEventListener("click", step(1));
  byId("now").addEventListener("click", () => see(null));
  byId("resume").addEventListener("click", guarded(resume));
  byId("capture").addEventListener(
    "click",
    guarded(async () => {
      const wish = await askCapture(course, seen, on.named);
      if (wish) await on.made(await ask("capture", wish));
    }),
  );
  show();
}
