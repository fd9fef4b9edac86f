// Requests to the program, and small helpers for elements.

// The link of this page without its address.
export const path = document.body.dataset.path;

// Sends a request and returns its answer. A refusal is an error with the sentence of the program.
export async function ask(what, body = {}) {
  let response;
  try {
    response = await fetch(`${path}/${what}`, { method: "POST", body: JSON.stringify(body) });
  } catch {
    throw new Error("The studio does not answer. Is `tavola studio` still running? Unsaved texts stay on this page.");
  }
  if (response.status === 404) throw new Error("This page belongs to a studio that was stopped. Copy what is not saved, then open the new link.");
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

export const byId = (id) => document.getElementById(id);

// An element with its attributes, listeners (`onclick`) and children.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

// A text whose parts in backticks are code.
export function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
}

// The text of a clause, which the program has written as HTML.
export const clauseText = (html) => Object.assign(element("div", { class: "clause" }), { innerHTML: html });

// A text without backticks, where code cannot be shown.
export const plain = (text) => text.replaceAll("`", "");

export const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

// Shows a sentence about the last action, also to screen readers.
export function say(text, bad = false) {
  const state = byId("state");
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

// Takes back a good sentence, which a change of a text makes old. A bad one stays.
export function unsay() {
  if (!byId("state").classList.contains("bad")) say("");
}

// Asks a question in a dialog. Returns the value of the button, or "" if the dialog was left. `body` stands above the buttons.
export function choose(title, body, buttons) {
  const dialog = byId("ask");
  byId("ask-title").textContent = title;
  byId("ask-body").replaceChildren(...body);
  const button = ([value, text], at) => element("button", { value, class: at || buttons.length > 2 ? null : "main" }, ...prose(text));
  byId("ask-buttons").classList.toggle("list", buttons.length > 2);
  byId("ask-buttons").replaceChildren(...buttons.map(button), element("button", { value: "", formnovalidate: true }, buttons.length ? "Cancel" : "Close"));
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue), { once: true });
    dialog.returnValue = "";
    dialog.showModal();
  });
}
