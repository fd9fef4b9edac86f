// On a large screen boards, players' things and the question fit without scrolling: what does not fit is drawn denser, step by step.
// A step: the density of what stands on the left; where what lies beside the board stands: below the rest, above the log, or paired with the tables
// in one row; and how players are shown: in panels, in rows with the names of their columns once, or in panels beside the tables.
const STEPS = [[0], [1], [1, "above"]]
  .concat([[2, "panels"], [2, "beside"], [3, "panels"], [3, "rows"], [3, "beside"]]
    .flatMap(([dense, players]) => ["below", "above", "paired"].map((place) => [dense, place, players])))
  .map(([dense, place = "below", players = "panels"]) => ({ dense, place, players }))
  .filter(({ place, players }) => place !== "paired" || players !== "beside");
// The highest density of the column with the question.
const DENSEST = 3;
// The least height of letters of a board, in pixels, below which the rest folds.
const LEAST = 4.5;
// The least part of their height that parts keep at the next density, and the part of the height that boards have at each (`dense.css`).
const KEPT = 0.72;
const SHARES = [0.62, 0.5, 0.44, 0.32];
// The least room beside a picture, in pixels, for its legend.
const BESIDE = 88;
// The least width, in pixels, in which players stand beside tables.
const BROAD = 1100;
// Parts that fold when no step fits: the first of these groups that is enough and has nothing to click.
const FOLDS = [[], ["[data-fold='Beside the board']"], ["[data-fold=Tables]"], ["[data-fold='Beside the board']", "[data-fold=Tables]"]];
// The step, the density of the question's column, and whether no step fits. They stay until the window changes, so that nothing jumps back and forth.
let reached = { step: 0, side: 0, isBest: false };
// Parts that the viewer has opened stay open.
const opened = new Set();

const isLarge = () => document.body.dataset.tab && matchMedia("(min-width:1000px) and (min-height:560px)").matches;
const spilled = (box) => Math.max(0, box.scrollHeight - box.clientHeight - 1);
const fold = (name) => document.querySelector(`[data-fold='${name}']`);
const sideSpills = () => [...document.querySelectorAll("#side,#question,.own")].some(spilled);
// The height of the lowest letters of a board that would be higher if the board had more height. Infinite if there is none.
function letters() {
  const isLow = (view) => {
    const { width, height } = view.querySelector("svg").viewBox.baseVal;
    return view.clientWidth * height > view.clientHeight * width;
  };
  return Math.min(...pictures().filter(isLow).map((view) => unitsOf(view) * scaleOf(view, spared(view))));
}

function setDensity(name, density) {
  const box = document.getElementById(name);
  if (!box) return;
  box.dataset.dense = density;
  box.classList.toggle("dense", density > 0);
}

// Draws a step.
function draw({ dense, place, players }, side) {
  setDensity("stands", dense);
  setDensity("side", side);
  const stands = document.getElementById("stands");
  if (stands) { stands.dataset.players = players; stands.dataset.place = place; }
  document.getElementById("hand")?.toggleAttribute("data-tight", dense > 1);
  document.querySelectorAll("[data-fold]").forEach((part) => (part.open = isOpen(part)));
  document.querySelectorAll("figure.aside").forEach((figure) => figure.classList.remove("aside"));
  const [part, log] = [fold("Beside the board"), document.querySelector("#side > #log")];
  if (part && place === "above" && log) log.before(part);
  else if (part?.parentElement.id === "side") document.getElementById("stands").append(part);
}

function fit() {
  const large = isLarge();
  if (!large || !trail.length) document.getElementById("question")?.style.removeProperty("--room");
  // All is written before anything is measured: a page that fits is laid out once.
  draw(large ? STEPS[reached.step] : STEPS[0], large ? reached.side : 0);
  if (!large) return;
  condense();
  pictures().forEach(dropNames);
  reserve();
}

// True unless the viewer has folded it. A stock of many sorts of players' pieces, or any at the highest density, is folded until the viewer opens it or can
// click on something of it.
function isOpen(part) {
  const isShut = part.hasAttribute("data-shut") || part.matches(".stock") && document.getElementById("stands").dataset.dense === "3";
  if (!isShut) return !folded.has(part.dataset.fold);
  return opened.has(part.dataset.fold) || part.querySelector(".can") !== null;
}

// Draws denser until everything fits; if nothing does, in the best way that there is, and folds what still does not fit.
function condense() {
  const isGood = ({ missing, letters }) => !missing && (letters >= READABLE || reached.isBest);
  let best = attempt(reached.step, reached.side);
  if (!isGood(best)) best = search(best, isGood);
  reached = { step: best.step, side: best.side, isBest: reached.isBest || !isGood(best) };
  draw(STEPS[reached.step], reached.side);
  for (const view of pictures()) placeLegend(view);
  if (best.missing || best.letters < LEAST) tuck();
}

// The first good step after one, or the best of all. Once a step was the best, other steps of its density are as good.
function search(best, isGood) {
  const { dense } = STEPS[best.step];
  const first = reached.isBest ? STEPS.findIndex((step) => step.dense === dense) : best.step + 1;
  let plain = isPlain(best.step) ? { ...best, high: heights() } : null;
  for (let step = first; step < STEPS.length; step++) {
    if (!mayHelp(STEPS[step], plain)) continue;
    const tried = attempt(step, reached.side);
    if (isPlain(step)) plain = { ...tried, high: heights() };
    if (tried.missing < best.missing || tried.missing === best.missing && tried.letters > best.letters) best = tried;
    if (isGood(tried)) return tried;
  }
  return best;
}
const isPlain = (step) => STEPS[step].place === "below" && STEPS[step].players === "panels";

// The heights of the parts on the left, by their names.
const heights = () => Object.fromEntries([...document.querySelectorAll("#stands > [data-fold]")].map((part) => [part.dataset.fold, part.offsetHeight]));

// The height of a picture's legend if it can stand beside the picture, which then has this height, too; else 0.
function spared(view) {
  const caption = view.parentElement.querySelector("figcaption");
  const isAside = view.parentElement.classList.contains("aside");
  if (isAside || !caption.querySelector(".legend") || caption.querySelector(":scope > span > :not(.spoken)")) return 0;
  return roomBeside(view, caption.offsetHeight) >= BESIDE ? caption.offsetHeight : 0;
}

// The room at the left of a picture, in pixels, if its box were higher.
const roomBeside = (view, more) => (view.clientWidth - view.querySelector("svg").viewBox.baseVal.width * scaleOf(view, more)) / 2;

// Puts the legend beside a picture that leaves enough room there.
function placeLegend(view) {
  const more = spared(view);
  view.parentElement.style.setProperty("--aside", `${Math.floor(roomBeside(view, more)) - 8}px`);
  view.parentElement.classList.toggle("aside", more > 0);
}

// True if a step has the parts that it arranges, and may gain as much height as a plain step of lower density lacks.
function mayHelp({ dense, place, players }, plain) {
  const high = plain?.high ?? heights();
  const [beside, own, tables] = ["Beside the board", "Players", "Tables"].map((name) => high[name] ?? 0);
  const stands = document.getElementById("stands");
  if (place !== "below" && !fold("Beside the board") || place === "paired" && !tables) return false;
  if (players !== "panels" && !own || players === "beside" && (!tables || stands.clientWidth < BROAD)) return false;
  if (!plain) return true;
  const from = STEPS[plain.step].dense;
  const kept = KEPT ** (dense - from);
  const board = document.getElementById("boards") ? (SHARES[from] - SHARES[dense]) * stands.clientHeight : 0;
  const arranged = { below: 0, above: beside, paired: Math.min(beside, tables) }[place] + { panels: 0, rows: own, beside: Math.min(own, tables) }[players];
  // With the gaps around the parts and a legend.
  return plain.missing <= (beside + own + tables) * (1 - kept) + board + arranged * kept + 48;
}

// Draws a step with the least density of the question's column that fits. Returns how many pixels are missing, and the height of low letters.
function attempt(step, from) {
  let side = from;
  for (draw(STEPS[step], side); side < DENSEST && sideSpills(); setDensity("side", side)) side += 1;
  // A legend that can stand beside its picture needs no height. What spills the question's column does not belong there.
  const legends = pictures().reduce((sum, view) => sum + spared(view), 0);
  const missing = Math.max(0, spilled(document.getElementById("stands")) - legends) + (STEPS[step].place === "above" && sideSpills() ? innerHeight : 0);
  return { step, side, missing, letters: missing ? 0 : letters() };
}

// Folds as little as is needed for the rest to fit.
function tuck() {
  const stands = document.getElementById("stands");
  for (const some of FOLDS) {
    const parts = some.length ? [...stands.querySelectorAll(some.join())].filter(({ dataset }) => !folded.has(dataset.fold) && !opened.has(dataset.fold)) : [];
    stands.querySelectorAll("[data-fold]").forEach((part) => (part.open = isOpen(part)));
    parts.forEach((part) => (part.open = part.querySelector(".can") !== null));
    if (!spilled(stands) && letters() >= LEAST) return;
  }
}

// The question keeps room for its largest branch, at most half of what the log has to give: nothing else moves when a branch opens, and a long branch scrolls.
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
  box.style.setProperty("--room", `${Math.min(wanted, had + Math.max(0, free) / 2)}px`);
}

addEventListener("resize", () => {
  reached = { step: 0, side: 0, isBest: false };
  fit();
});
