// On a large screen boards, players' things and the question fit without scrolling: what does not fit is drawn denser, step by step.
const DENSEST = 3;
// Parts that fold when even the densest drawing does not fit: the first of these groups that is enough and has nothing to click.
const FOLDS = [[], ["Beside the board"], ["Tables"], ["Tables", "Beside the board"]];
// The density of each box stays until the window changes, so that nothing jumps back and forth.
let dense = { stands: 0, side: 0 };
// Parts that the viewer has opened stay open.
const opened = new Set();

const isLarge = () => document.body.dataset.tab && matchMedia("(min-width:1000px) and (min-height:560px)").matches;
const spills = (box) => box && box.scrollHeight > box.clientHeight;
const SPILLED = {
  stands: () => spills(document.getElementById("stands")),
  side: () => [...document.querySelectorAll("#question,.own")].some(spills),
};

function fit() {
  const large = isLarge();
  const show = (name) => {
    const box = document.getElementById(name);
    if (!box) return;
    box.dataset.dense = large ? dense[name] : 0;
    box.classList.toggle("dense", box.dataset.dense > 0);
  };
  // All is written before anything is measured: a page that fits is laid out once.
  Object.keys(SPILLED).forEach(show);
  if (!large) return;
  for (const [name, is] of Object.entries(SPILLED)) while (dense[name] < DENSEST && is()) { dense[name] += 1; show(name); }
  if (dense.stands === DENSEST) tuck();
}

// Folds as little as is needed for the rest to fit.
function tuck() {
  const parts = [...document.querySelectorAll("#stands [data-fold]")].filter(({ dataset: { fold } }) => !folded.has(fold) && !opened.has(fold));
  for (const names of FOLDS) {
    if (names.length) parts.forEach((part) => (part.open = !names.includes(part.dataset.fold) || part.querySelector(".can") !== null));
    if (!SPILLED.stands()) return;
  }
}

addEventListener("resize", () => {
  document.querySelectorAll("[data-fold]").forEach((part) => (part.open = !folded.has(part.dataset.fold)));
  dense = { stands: 0, side: 0 };
  fit();
});
