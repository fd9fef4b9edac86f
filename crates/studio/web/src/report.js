// A report of the program in a shadow tree, so that its style and that of the studio do not touch each other.

import { element } from "./ask.js";

// What the report needs in a panel.
const STYLE = `main{padding:0;max-width:none;font-size:14px;background:none}h2{margin:.4rem 0;font-size:1.15rem}h3{margin:1rem 0 .3rem;font-size:1rem}
svg{min-width:0}.verdict{font-size:1rem}button{cursor:pointer;padding:.05rem .5rem;min-height:24px;white-space:nowrap}
.place{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.85em;background:none;color:inherit;border:1px solid var(--line);border-radius:6px}`;

// Makes each place of a file of the game a button, `my_game.tavola:7`. Places begin with the folder of the game.
function linkPlaces(main, folder) {
  const escaped = folder.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const place = new RegExp(`${escaped}[/\\\\]([^\\s:]+):(\\d+)(?::\\d+)?`, "g");
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (texts.currentNode.data.search(place) >= 0) found.push(texts.currentNode);
  for (const text of found) {
    const pieces = [];
    let from = 0;
    for (const one of text.data.matchAll(place)) {
      const [file, line] = [one[1].replaceAll("\\", "/"), one[2]];
      pieces.push(text.data.slice(from, one.index), element("button", { class: "place", type: "button", "data-file": file, "data-line": line, title: `${file}, line ${line}` }, `${file}:${line}`));
      from = one.index + one[0].length;
    }
    text.replaceWith(...pieces, text.data.slice(from));
  }
}

export class Report {
  // `open(data)` is called for a button that opens a game, `go(place)` for one of a place. Without them, there are no such buttons.
  constructor(open, go) {
    this.go = go;
    this.host = element("div", { class: "report" });
    this.rows = [];
    this.root = this.host.attachShadow({ mode: "open" });
    this.plain = element("style", {}, STYLE, open ? "" : "[data-game]{display:none}");
    new ResizeObserver(() => this.reach()).observe(this.host);
    this.root.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-game],[data-line]");
      if (button?.dataset.game) open?.(button.dataset);
      else if (button) go({ file: button.dataset.file, line: Number(button.dataset.line) });
    });
  }

  // Shows a report, or nothing. What was unfolded in the one before stays so.
  show(figures) {
    const unfolded = [...this.root.querySelectorAll("details")].map((part) => part.open);
    this.rows = figures?.rows ?? [];
    this.root.innerHTML = figures?.report ?? "";
    const main = this.root.querySelector("main");
    if (main && this.go) linkPlaces(main, figures.folder);
    this.root.append(this.plain);
    this.root.querySelectorAll("details").forEach((part, at) => (part.open = unfolded[at] ?? false));
    this.reach();
  }

  // Lets the keyboard reach what scrolls.
  reach() {
    for (const part of this.root.querySelectorAll("table,.wide")) {
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  }
}
