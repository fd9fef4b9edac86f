// The dialog that captures answers of the game as a scenario: the first one, and the last one, which is clicked in the list of answers.

import { count, element } from "./ask.js";

// Maximum number of answers that are seen at once.
const ROWS = 9;

export const answered = ({ who, answer }) => `${who}: ${answer}`;

// The number of answers that can be captured: without those of a bag, an order or a division that is not finished.
export const capturable = ({ answers, questions }) => {
  let last = answers;
  while (last > 0 && questions[last]?.begun) last -= 1;
  return last;
};

// Asks which answers are captured, and the name. `seen`: number of answers after which the table is seen, or null. Returns a request, or null.
export async function askCapture(course, seen, named) {
  const { answers, questions } = course;
  const most = capturable(course);
  // Bags, orders and divisions are captured whole.
  const whole = (from, to) => {
    let [first, last] = [from, to];
    while (first > 1 && questions[first - 1]?.begun) first -= 1;
    while (last < most && questions[last]?.begun) last += 1;
    return [first, last];
  };
  const begin = Math.min(seen === null ? most : seen + 1, most);
  const field = (id, value) => element("input", { id, type: "number", min: 1, max: most, value, required: true });
  const [first, number] = [field("capture-from", begin), field("capture-count", most - begin + 1)];
  const option = (one, at) => element("option", { value: at + 1, disabled: at + 1 > most }, `${at + 1}  ${answered(one)}`);
  const list = element("select", { id: "capture-last", size: Math.min(answers, ROWS), "aria-label": "Last answer" }, questions.slice(0, answers).map(option));
  const words = element("p", { role: "status" });
  const show = () => {
    const [from, to] = [Number(first.value), Number(first.value) + Number(number.value) - 1];
    number.max = Math.max(1, most - from + 1);
    const [one, other] = whole(from, to);
    const isRange = from >= 1 && to >= from && to <= most;
    for (const { classList, value } of list.options) classList.toggle("in", isRange && value >= one && value <= other);
    if (!isRange) words.textContent = `Choose from the first ${count(most, "answer")}.`;
    else {
      const more = one === from && other === to ? "" : " A bag, an order or a division is captured whole.";
      const range = one === other ? `Answer ${one}: ${answered(questions[one - 1])}.` : `Answers ${one} to ${other}: ${answered(questions[one - 1])} … ${answered(questions[other - 1])}.`;
      words.textContent = `${range}${more}`;
      list.value = to;
    }
  };
  const chosen = () => {
    const to = Number(list.value);
    if (to < Number(first.value)) first.value = to;
    number.value = to - Number(first.value) + 1;
    show();
  };
  for (const own of [first, number]) own.addEventListener("input", show);
  for (const event of ["input", "change"]) list.addEventListener(event, chosen);
  const open = most < answers ? element("p", { class: "warn" }, `Answer ${most + 1} begins a bag, an order or a division that is not finished. Finish it at the table to capture it.`) : null;
  show();
  const clauses = element("input", { id: "capture-clauses", autocomplete: "off", placeholder: "for example AB-1.2, AB-3" });
  const fields = [element("label", {}, "From answer ", first), element("label", {}, "Number of answers ", number), element("p", { class: "dim" }, "Click the last answer:"), list, words, ...(open ? [open] : []), element("label", {}, "It proves the clauses ", clauses), element("p", { class: "dim" }, "Clauses that the rules of its answers cite are added.")];
  // The dialog is opened a moment later.
  setTimeout(() => list.selectedOptions[0]?.scrollIntoView({ block: "nearest" }));
  const name = await named("Capture as a scenario", "A new file in `scenarios` gets these answers, the position before them, and what they changed.", fields);
  return name ? { from: Number(first.value), count: Number(number.value), name, clauses: clauses.value } : null;
}
