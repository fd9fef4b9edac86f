// The panels below the editor: findings, tests. Files of their names fill the others.

import { byId, count, element, prose } from "./ask.js";

const tabs = () => [...document.querySelectorAll("[role=tab]")];

// Shows a panel: `findings`, `tests`, `clauses`, `settings`, `figures`, `links` or `looks`.
export function showPanel(name) {
  for (const tab of tabs()) {
    const own = tab.getAttribute("aria-controls") === name;
    tab.setAttribute("aria-selected", own);
    tab.tabIndex = own ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !own;
  }
}

export const shownPanel = () => tabs().find((tab) => tab.getAttribute("aria-selected") === "true").getAttribute("aria-controls");

export function wireTabs(opened) {
  const all = tabs();
  all.forEach((tab, at) => {
    const show = (other) => {
      showPanel(other.getAttribute("aria-controls"));
      opened(other.getAttribute("aria-controls"));
    };
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const next = all[(at + step + all.length) % all.length];
      next.focus();
      show(next);
    });
  });
  showPanel("findings");
}

function badge(panel, number, sort, what = "") {
  const own = byId(`tab-${panel}`).querySelector(".badge");
  own.textContent = number || "";
  own.className = `badge ${sort}`;
  if (number) own.append(element("span", { class: "spoken" }, what));
}

// A button that goes to a line of a file.
export function placeButton({ file, line }, go, text = `${file}:${line}`) {
  return element("button", { class: "place", type: "button", title: `${file}, line ${line}`, onclick: () => go({ file, line }) }, text);
}

// `none`: what to say where there is no finding.
export function showFindings(findings, { go, apply }, none) {
  const errors = findings.filter((finding) => finding.error).length;
  badge("findings", findings.length, errors ? "bad" : "warn");
  if (!findings.length) {
    byId("findings").replaceChildren(none);
    return;
  }
  const sorted = [...findings].sort((a, b) => b.error - a.error);
  const item = ({ code, error, message, help, at, variant, fixes }) =>
    element(
      "li",
      { class: error ? "error" : "warning" },
      element(
        "button",
        { class: "line", type: "button", onclick: () => at && go(at) },
        element("span", { class: "sign" }, error ? "Error" : "Warning"),
        element("span", {}, ...prose(message)),
        element("span", { class: "dim" }, at ? `${at.file}:${at.line}` : "the whole game", variant ? ` with variant ${variant}` : "", ` ${code}`),
      ),
      help ? element("p", { class: "dim" }, ...prose(help)) : null,
      fixes.map((fix) => element("button", { class: "fix", type: "button", onclick: () => apply(fix) }, ...prose(fix.title))),
    );
  byId("findings").replaceChildren(element("ul", {}, ...sorted.map(item)));
}

// `on`: `go(place)`, `table(case, number of the failure)`.
export function showTests({ cases, problem }, { go, table }) {
  const failed = cases.filter((one) => !one.passed);
  const passed = cases.filter((one) => one.passed);
  if (failed.length) badge("tests", failed.length, "bad", " failed");
  else if (problem) badge("tests", "!", "bad");
  else badge("tests", passed.length, "good", " passed");
  const failure = (one) => ({ what, expected, actual, hint, at, rule }, number) =>
    element(
      "div",
      { class: "failure" },
      element("p", {}, element("code", {}, what)),
      element("dl", {}, element("dt", {}, "expected"), element("dd", {}, ...prose(expected)), element("dt", {}, "actual"), element("dd", {}, ...prose(actual))),
      hint ? element("p", { class: "dim" }, ...prose(hint)) : null,
      element("p", { class: "places" }, at ? placeButton(at, go, `Scenario, line ${at.line}`) : null, rule ? placeButton(rule, go, `Rule: ${rule.file}, line ${rule.line}`) : null, element("button", { class: "place", type: "button", onclick: () => table(one, number) }, "Show at the table")),
    );
  const row = (one) =>
    element(
      "li",
      { class: one.passed ? "passed" : "failed" },
      element(
        "button",
        { class: "line", type: "button", onclick: () => go(one.failures[0]?.at ?? one.at) },
        element("span", { class: "sign" }, one.passed ? "Passed" : "Failed"),
        element("span", {}, one.name),
        element("span", { class: "dim" }, one.topic),
      ),
      one.failures.map(failure(one)),
    );
  const parts = [];
  if (problem) parts.push(element("p", { class: "bad" }, problem));
  if (failed.length) parts.push(element("ul", {}, ...failed.map(row)));
  if (!cases.length && !problem) parts.push(element("p", {}, "There are no scenarios yet. They stand in `scenarios/*.yaml` of the game's folder."));
  if (passed.length) {
    const head = element("summary", {}, `${count(passed.length, "test")} passed`);
    parts.push(element("details", { open: failed.length === 0 }, head, element("ul", {}, ...passed.map(row))));
  }
  byId("tests").replaceChildren(...parts);
}
