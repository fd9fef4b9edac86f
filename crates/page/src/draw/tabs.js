// On a phone one part of the table is shown at a time, and tabs lead to the others.
const TABS = { board: "#boards,[data-fold=Tables],[data-fold='Beside the board']", mine: ".own,#hand", players: "[data-fold=Players]", log: "#log" };
const tabs = () => [...document.querySelectorAll("#tabs button")];
function tabOf(part) { return Object.keys(TABS).find((name) => part.closest(TABS[name])); }
const isTabbed = () => document.getElementById("tabs").checkVisibility();

function setTab(name) {
  document.body.dataset.tab = name;
  tabs().forEach((tab) => tab.setAttribute("aria-pressed", String(tab.dataset.part === name)));
}
function showTab(name) {
  setTab(name);
  beginViews();
  light(null);
  beyond();
}

// After a change of the table. A page without a table (a blank screen, the host's) has no tabs.
function arrange() {
  if (!document.getElementById("stands")) { delete document.body.dataset.tab; return; }
  const titles = {
    board: document.getElementById("boards") ? "Board" : "Table", mine: document.getElementById("hand") ? "Hand" : "You", players: "Players", log: "Log",
  };
  for (const tab of tabs()) {
    tab.hidden = !document.querySelector(TABS[tab.dataset.part]);
    tab.dataset.title = titles[tab.dataset.part];
  }
  const now = tabs().find((tab) => tab.dataset.part === document.body.dataset.tab && !tab.hidden);
  setTab((now ?? tabs().find((tab) => !tab.hidden)).dataset.part);
}

// The number of things that can be clicked stands on their tab.
function countTabs() {
  const can = [...document.querySelectorAll(".can")].map(tabOf);
  for (const tab of tabs()) {
    const count = can.filter((name) => name === tab.dataset.part).length;
    tab.replaceChildren(tab.dataset.title ?? "", ...(count ? [Object.assign(document.createElement("small"), { textContent: ` ${count}`, title: "can be clicked" })] : []));
  }
}

// Shows a tab with things to click, if the present one has none.
function showTabToClick() {
  const can = [...document.querySelectorAll(".can")].map(tabOf).filter(Boolean);
  if (isTabbed() && can.length && !can.includes(document.body.dataset.tab)) showTab(can[0]);
}

// Shows a tab where something of an answer is, if the present one shows nothing of it.
function showTabOf(named) {
  const on = [...named.values()].flat().map(tabOf).filter(Boolean);
  if (isTabbed() && on.length && !on.includes(document.body.dataset.tab)) showTab(on[0]);
}

document.getElementById("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[data-part]");
  if (tab) showTab(tab.dataset.part);
});
arrange();
countTabs();
