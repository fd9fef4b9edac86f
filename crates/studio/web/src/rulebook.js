// The printed rulebook beside the editor. A click on a clause leads to the rules that cite it.

import { byId, path } from "./ask.js";

const STYLE = "body{margin:1rem 1.2rem}body>*{cursor:pointer}.chosen{outline:2px solid;outline-offset:3px;border-radius:3px}";

// True as soon as a rulebook was shown. It stays until the next one is there.
let loaded = false;

// Reads the rulebook again. It stays where it was scrolled to.
export function loadRulebook() {
  byId("rulebook-loading").hidden = loaded;
  // Without an entry in the history of the browser: Back leaves the studio.
  byId("rulebook-frame").contentWindow.location.replace(`${path}/rulebook`);
}

// The clause to which an element of the rulebook belongs: the text of the mark above it, or null.
function clauseOf(target) {
  let part = target.closest?.("body > *");
  while (part && !/^H[1-6]$/.test(part.tagName)) {
    const mark = part.querySelector("a[id] + strong");
    if (mark) return { id: mark.textContent, part };
    part = part.previousElementSibling;
  }
  return null;
}

// `chosen(id)` is called with the clause on which somebody clicked.
export function wireRulebook(chosen) {
  const frame = byId("rulebook-frame");
  let scrolled = 0;
  frame.addEventListener("load", () => {
    const { contentDocument: page, contentWindow: view } = frame;
    if (view.location.pathname.endsWith("/rulebook")) loaded = true;
    byId("rulebook-loading").hidden = loaded;
    const style = page.createElement("style");
    style.textContent = STYLE;
    page.head?.append(style);
    view.scrollTo(0, scrolled);
    view.addEventListener("scroll", () => (scrolled = view.scrollY));
    const choose = (target) => {
      const found = clauseOf(target);
      if (!found) return;
      for (const other of page.querySelectorAll(".chosen")) other.classList.remove("chosen");
      found.part.classList.add("chosen");
      chosen(found.id);
    };
    // Each clause can be reached with the Tab key.
    for (const mark of page.querySelectorAll("a[id] + strong")) {
      mark.tabIndex = 0;
      mark.setAttribute("role", "button");
      mark.title = "Go to the rule that cites it";
    }
    page.addEventListener("click", ({ target }) => {
      if (!target.closest?.("a[href]") && view.getSelection().isCollapsed) choose(target);
    });
    page.addEventListener("keydown", ({ key, target }) => key === "Enter" && target.matches?.("strong[role=button]") && choose(target));
  });
}
