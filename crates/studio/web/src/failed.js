// A failed test at the table: the position at the step that failed, what was expected and what came out.

import { byId, element, prose } from "./ask.js";
import { light, reveal } from "./links.js";
import { placeButton } from "./panels.js";
import { openTable } from "./table.js";
import { newCourse } from "./timeline.js";

// The test that is shown: its id, and the number of its failure.
let shown = null;

const id = ({ topic, name }) => `${topic}/${name}`;
const names = (text) => [...new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])];

// Opens the table where a test fails.
export async function showFailed(one, at, go) {
  if (!(await openTable({ new: true, case: id(one) }))) return;
  shown = { id: id(one), at };
  const { what, expected, actual, at: place, rule } = one.failures[at];
  const line = (title, text, sort) => [element("dt", {}, title), element("dd", { class: sort }, ...prose(text))];
  byId("failed").replaceChildren(
    element("p", {}, element("b", {}, one.name), " ", element("code", {}, what)),
    element("dl", {}, ...line("expected", expected, "good"), ...line("actual", actual, "bad")),
    element("p", { class: "places" }, place ? placeButton(place, go, `Scenario, line ${place.line}`) : null, rule ? placeButton(rule, go, `Rule: ${rule.file}, line ${rule.line}`) : null),
  );
  byId("failed").hidden = false;
  await newCourse(Infinity);
  light(names(what));
  reveal();
}

// Takes the test away: another game begins.
export function hideFailed() {
  shown = null;
  byId("failed").hidden = true;
}

// Shows how the test that is shown has ended after a change.
export async function refreshFailed(cases, go) {
  if (!shown) return;
  const one = cases.find((other) => id(other) === shown.id);
  if (one && !one.passed) await showFailed(one, Math.min(shown.at, one.failures.length - 1), go);
  else {
    byId("failed").replaceChildren(element("p", { class: "good" }, one ? `Passed now: ${one.name}` : "This test is not there any more."));
    shown = null;
  }
}
