
// Division: items are dragged between piles or moved by keys, and sent as one answer.
let arranged = { of: "", piles: [] };
let held = null;

const cards = () => [...document.querySelectorAll("#division .card")];
const heap = (pile) => document.querySelector(`#division .heap[data-pile="${pile}"]`);

// Shows the division. An unfinished arrangement survives updates of the page.
function division() {
  const box = document.getElementById("division");
  held = null;
  if (!box) { arranged = { of: "", piles: [] }; return; }
  box.hidden = false;
  document.querySelectorAll("#question .divided").forEach((line) => (line.hidden = true));
  const of = box.querySelector(".heaps").textContent + cards().map((card) => card.closest(".heap").dataset.pile);
  if (arranged.of !== of) arranged = { of, piles: cards().sort((a, b) => a.dataset.card - b.dataset.card).map((card) => Number(card.closest(".heap").dataset.pile)) };
  cards().forEach((card) => lay(card, arranged.piles[card.dataset.card]));
}

function lay(card, pile) {
  const to = heap(pile);
  if (!to) return false;
  const focused = document.activeElement === card;
  to.querySelector(".lying").append(card);
  if (focused) card.focus();
  card.setAttribute("aria-pressed", "false");
  card.setAttribute("aria-label", `${card.textContent}: ${to.getAttribute("aria-label")}`);
  arranged.piles[card.dataset.card] = pile;
  document.getElementById("lay").disabled = arranged.piles.includes(0);
  return true;
}

function tell(card) { document.getElementById("divided").textContent = card.getAttribute("aria-label"); }

function choose(card) {
  const on = card.getAttribute("aria-pressed") !== "true";
  cards().forEach((other) => other.setAttribute("aria-pressed", String(on && other === card)));
}

async function divide() {
  const piles = [...document.querySelectorAll("#division .heap")].slice(1).map((_, at) => arranged.piles.flatMap((pile, card) => (pile === at + 1 ? [card] : [])));
  const number = document.getElementById("lay").dataset.question;
  const answer = await send("divide", `question=${number}${piles.map((pile) => `&pile=${pile}`).join("")}`);
  if (answer.ok) await load();
  else document.getElementById("divided").textContent = state.textContent;
}

main.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".card");
  if (card && event.button === 0) held = { card, x: event.clientX, y: event.clientY, moved: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  held.moved ||= Math.hypot(x, y) > 5;
  if (!held.moved) return;
  held.card.classList.add("held");
  held.card.style.transform = `translate(${x}px,${y}px)`;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".heap");
  document.querySelectorAll(".heap").forEach((other) => other.classList.toggle("over", other === over));
});

function drop(event) {
  if (!held) return;
  const { card, moved } = held;
  held = null;
  card.classList.remove("held");
  card.style.transform = "";
  document.querySelectorAll(".heap").forEach((other) => other.classList.remove("over"));
  const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".heap");
  if (!moved) choose(card);
  else if (to && event.type === "pointerup" && lay(card, Number(to.dataset.pile))) tell(card);
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

main.addEventListener("click", (event) => {
  if (event.target.id === "lay") { divide(); return; }
  const to = event.target.closest(".heap");
  const chosen = document.querySelector("#division .card[aria-pressed=true]");
  if (to && chosen && !event.target.closest(".card")) { lay(chosen, Number(to.dataset.pile)); tell(chosen); }
});

main.addEventListener("keydown", (event) => {
  const card = event.target.closest(".card");
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = arranged.piles[card.dataset.card];
  const turn = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1 }[event.key];
  if (event.key === "Enter" || event.key === " ") choose(card);
  else if (turn === undefined && !/^[0-9]$/.test(event.key)) return;
  else if (lay(card, turn ?? Number(event.key))) tell(card);
  event.preventDefault();
});
