// On a large screen boards, players' things and the question fit without scrolling: what does not fit is drawn denser, step by step.
const DENSEST = 3;
// The least height of letters of a board, in pixels, for which the rest need not be drawn denser.
const READABLE = 9;
// Parts that fold when even the densest drawing does not fit: the first of these groups that is enough and has nothing to click.
const FOLDS = [[], ["Beside the board"], ["Tables"], ["Tables", "Beside the board"]];
// The density of each box stays until the window changes, so that nothing jumps back and forth.
let dense = { stands: 0, side: 0 };
// Parts that the viewer has opened stay open.
const opened = new Set();

const isLarge = () => document.body.dataset.tab && matchMedia("(min-width:1000px) and (min-height:560px)").matches;
const spills = (box) => box && box.scrollHeight > box.clientHeight + 1;
// A board with low letters that would be higher if the board had more height.
function isTiny(view) {
  const { width, height } = view.querySelector("svg").viewBox.baseVal;
  return view.clientWidth * height > view.clientHeight * width && lowest(view) / enlarged(view) < READABLE;
}
const SPILLED = {
  stands: () => spills(document.getElementById("stands")) || pictures().some(isTiny),
  side: () => [...document.querySelectorAll("#side,#question,.own")].some(spills),
};

function fit() {
  const large = isLarge();
  const show = (name) => {
    const box = document.getElementById(name);
    if (!box) return;
    box.dataset.dense = large ? dense[name] : 0;
    box.classList.toggle("dense", box.dataset.dense > 0);
  };
  if (!large || !trail.length) document.getElementById("question")?.style.removeProperty("--room");
  // All is written before anything is measured: a page that fits is laid out once.
  Object.keys(SPILLED).forEach(show);
  putBack();
  if (!large) return;
  condense(show);
  reserve();
}

// Draws the boxes denser until they fit, and moves and folds what still does not.
function condense(show) {
  const press = (name) => { while (dense[name] < DENSEST && SPILLED[name]()) { dense[name] += 1; show(name); } };
  Object.keys(SPILLED).forEach(press);
  if (dense.stands < DENSEST || !SPILLED.stands()) return;
  putAside();
  press("side");
  if (SPILLED.side()) putBack();
  tuck();
}

// What lies beside the board stands above the log, if it does not fit below the board.
const beside = () => document.querySelector("[data-fold='Beside the board']");
function putAside() {
  const part = beside();
  if (part && document.querySelector("#side > #log")) document.getElementById("log").before(part);
}
function putBack() {
  const part = beside();
  if (part?.parentElement.id === "side") document.getElementById("stands").append(part);
}

// Folds as little as is needed for the rest to fit.
function tuck() {
  const parts = [...document.querySelectorAll("#stands [data-fold]")].filter(({ dataset: { fold } }) => !folded.has(fold) && !opened.has(fold));
  for (const names of FOLDS) {
    if (names.length) parts.forEach((part) => (part.open = !names.includes(part.dataset.fold) || part.querySelector(".can") !== null));
    if (!SPILLED.stands()) return;
  }
}

// The question keeps room for its largest branch, as far as the log has room to give: nothing else moves when a branch opens.
function reserve() {
  const [box, log] = ["question", "log"].map((id) => document.getElementById(id));
  let branches = [...document.querySelectorAll("#answers > .options > .branch")];
  if (!box || !log || !branches.length || trail.length || getComputedStyle(log.parentElement).flexDirection !== "column") return;
  const free = log.clientHeight - parseFloat(getComputedStyle(log).minHeight);
  const had = box.offsetHeight;
  const chain = [];
  const count = (branch) => branch.querySelectorAll("button").length;
  while (branches.length) {
    chain.push(branches.reduce((most, branch) => (count(branch) > count(most) ? branch : most)));
    branches = [...chain.at(-1).querySelectorAll(":scope > .options > .branch")];
  }
  const was = chain.map((branch) => branch.open);
  for (const branch of chain) branch.open = true;
  const wanted = box.scrollHeight + box.offsetHeight - box.clientHeight;
  chain.forEach((branch, at) => (branch.open = was[at]));
  box.style.setProperty("--room", `${Math.min(wanted, had + Math.max(0, free))}px`);
}

addEventListener("resize", () => {
  document.querySelectorAll("[data-fold]").forEach((part) => (part.open = !folded.has(part.dataset.fold)));
  dense = { stands: 0, side: 0 };
  fit();
});
