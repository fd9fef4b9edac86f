// A report of the program in a shadow tree, so that its style and that of the studio do not touch each other.

import { element } from "./ask.js";

// What the report needs in a panel.
const STYLE = `main{padding:0;max-width:none;font-size:14px;background:none}h2{margin:.4rem 0;font-size:1.15rem}h3{margin:1rem 0 .3rem;font-size:1rem}
svg{min-width:0}.verdict{font-size:1rem}button{cursor:pointer;padding:.05rem .5rem;min-height:24px;white-space:nowrap}`;

export class Report {
  // `open(button)` is called with the data of a button that opens a game. Without it, there are no such buttons.
  constructor(open) {
    this.host = element("div", { class: "report" });
    this.rows = [];
    this.root = this.host.attachShadow({ mode: "open" });
    this.plain = element("style", {}, STYLE, open ? "" : "[data-game]{display:none}");
    new ResizeObserver(() => this.reach()).observe(this.host);
    this.root.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-game]");
      if (button) open?.(button.dataset);
    });
  }

  // Shows a report, or nothing. What was unfolded in the one before stays so.
  show(figures) {
    const unfolded = [...this.root.querySelectorAll("details")].map((part) => part.open);
    this.rows = figures?.rows ?? [];
    this.root.innerHTML = figures?.report ?? "";
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
