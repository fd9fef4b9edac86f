// What can be clicked comes into view, and a button leads to the rest.
const FRAMES = "#stands,.own,#hand,#question";

// The visible parts that can be clicked, from top to bottom.
const offered = () => [...document.querySelectorAll(".can")].filter((part) => part.checkVisibility())
  .map((part) => ({ part, box: part.getBoundingClientRect() })).sort((a, b) => a.box.top - b.box.top);

// Tells of boxes whether something of them is seen in the window and in what scrolls them.
function eye() {
  const frames = new Map();
  const frame = (at) => { if (!frames.has(at)) frames.set(at, at.getBoundingClientRect()); return frames.get(at); };
  const meets = (box, of) => box.bottom > of.top && box.top < of.bottom && box.right > of.left && box.left < of.right;
  const screen = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  return ({ part, box }) => [part.closest("figure .scroll"), part.closest(FRAMES)].every((at) => !at || meets(box, frame(at))) && meets(box, screen);
}
const outside = () => { const sees = eye(); return offered().filter((one) => !sees(one)); };

// Scrolls what can be clicked into view after it has changed, in each box: all of it if it fits, otherwise some.
let revealed = "";
function reveal() {
  const asked = [document.querySelector("#question h2")?.textContent, ...left().map((b) => b.dataset.label)].join("\n");
  if (asked !== revealed) {
    showTabToClick();
    const sees = eye();
    const boxes = new Map();
    for (const one of offered()) { const at = one.part.closest(FRAMES); boxes.set(at, [...(boxes.get(at) ?? []), one]); }
    for (const [frame, parts] of boxes) {
      const last = parts.reduce((a, b) => (b.box.bottom > a.box.bottom ? b : a));
      const fits = last.box.bottom - parts[0].box.top < Math.min(frame?.clientHeight ?? innerHeight, innerHeight) - 16;
      for (const one of fits ? [last, parts[0]] : parts.some(sees) ? [] : parts.slice(0, 1)) one.part.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    // In a low window the page scrolls as a whole; the question comes first.
    const question = document.getElementById("question");
    if (question?.getBoundingClientRect().top < 0) question.scrollIntoView({ block: "start" });
  }
  revealed = asked;
  beyond();
}

// Shows how many of the clickable parts are out of view.
function beyond() {
  const more = document.getElementById("more");
  if (!more) return;
  const parts = outside();
  more.hidden = parts.length === 0;
  more.textContent = parts.length ? `${parts.length} more can be clicked further ${directionOf(parts[0])}` : "";
}

// Where a part that is out of view lies: of an enlarged picture also to a side.
function directionOf({ part, box }) {
  const frame = part.closest("figure .scroll")?.getBoundingClientRect();
  if (frame && box.right <= frame.left) return "left";
  if (frame && box.left >= frame.right) return "right";
  return box.top >= (frame ? (frame.top + frame.bottom) / 2 : innerHeight / 2) ? "down" : "up";
}
for (const event of ["scroll", "resize"]) addEventListener(event, beyond, { passive: true, capture: true });
