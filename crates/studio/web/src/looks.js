// The panel "Look": colours, icons and backgrounds of what was clicked at the table, and of the players.

import { ask, byId, element, prose } from "./ask.js";
import { players } from "./table.js";

const words = (name) => name.replaceAll("_", " ");
// The name of a notation without its index: `site` of `site(1)`.
const first = (notation) => notation.match(/^[\p{L}\p{N}_]+/u)?.[0] ?? notation;
const hex = (text) => (/^#[0-9a-f]{3}$/i.test(text) ? `#${[...text.slice(1)].map((digit) => digit + digit).join("")}` : text);

// The colour that a seat has at the table, as `#rrggbb`, also in a game without a board.
function drawnColour(seat) {
  const body = byId("frame").contentDocument?.body;
  if (!body) return "#808080";
  const spot = element("i", { class: `dot c${seat}`, hidden: true });
  body.append(spot);
  const parts = getComputedStyle(spot).backgroundColor.match(/\d+/g) ?? [128, 128, 128];
  spot.remove();
  return `#${parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

const read = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result));
    reader.addEventListener("error", () => failed(new Error(`${file.name} cannot be read.`)));
    reader.readAsDataURL(file);
  });

export class Looks {
  // `findings()` are those of the last check.
  constructor(file, findings) {
    this.file = file;
    this.findings = findings;
    this.names = [];
  }

  // Shows the look of names, or of those that were shown last.
  async show(names = this.names) {
    this.names = names;
    this.data = await ask("look", { text: await this.file.text() });
    const { boards } = this.data;
    // The players have fields of their own.
    const all = this.data.names.filter(({ name }) => name !== "Player");
    const is = (one, name) => one.name === name || words(one.name) === name;
    const found = [...new Set(names.flatMap((name) => [name, first(name)]))];
    const own = all.filter((one) => found.some((name) => is(one, name)));
    const kinds = all.filter((one) => own.some(({ kind }) => kind === one.name) && !own.includes(one));
    const grounds = boards.filter((one) => found.some((name) => is(one, name)));
    const choice = element(
      "select",
      { id: "look-name", onchange: () => this.show([choice.value]) },
      element("option", { value: "" }, "choose"),
      ...[...all, ...boards].map(({ name, title, kind, sort }) => element("option", { value: name, selected: name === names[0] }, `${title ?? words(name)}: ${kind ?? sort ?? "a board"}`)),
    );
    const mistakes = this.findings().filter(({ error, at }) => error && at?.file === "look.yaml");
    byId("looks").replaceChildren(
      element("p", { class: "dim" }, ...prose("With “Layout” pressed, drag spaces or move them with the arrow keys, and click something at the table. Changes are saved in `look.yaml`. Its key `cards` sets corner, middle, text, band, picture and back of cards, as in `cards: { Card: { corner: cost, text: note } }`: write it in the editor.")),
      element("p", { class: "row" }, element("label", { for: "look-name" }, "Name"), choice),
      ...mistakes.map(({ message, help }) => element("p", { class: "bad" }, ...prose(help ? `${message}: ${help}` : message))),
      ...[...own, ...kinds].map((one) => this.named(one)),
      ...grounds.map((one) => element("article", {}, element("h3", {}, words(one.name), element("span", { class: "dim" }, "a board")), this.row("Background", one.background, { colour: true, picture: true }, (value) => ({ background: { name: one.name, value } })))),
      this.seats(),
      this.list("look-colours", this.data.colours.map(([name]) => name)),
      this.list("look-pictures", this.data.pictures),
      this.list("look-grounds", [...this.data.colours.map(([name]) => name), ...this.data.pictures]),
    );
  }

  list(id, values) {
    return element("datalist", { id }, ...values.map((value) => element("option", { value })));
  }

  named({ name, title, kind, sort, coloured, signed, colour, icon }) {
    const ofOne = sort !== "a kind" && sort !== "a track";
    return element(
      "article",
      {},
      element("h3", {}, title, element("span", { class: "dim" }, sort === "a kind" ? "all of this kind" : (kind ?? sort))),
      coloured ? this.row("Colour", colour, { colour: true }, (value) => ({ colour: { name, value } })) : null,
      signed ? this.row("Icon", icon, { picture: ofOne }, (value) => ({ icon: { name, value } })) : null,
    );
  }

  seats() {
    const all = players();
    const now = all.map((_, seat) => this.data.players[seat] ?? drawnColour(seat));
    const change = (seat) => (value) => ({ players: now.map((colour, at) => (at === seat ? value : colour)) });
    const back = element("button", { type: "button", onclick: () => this.file.change({ players: [] }).then(() => this.show()) }, "Remove these colours");
    return element(
      "article",
      {},
      element("h3", {}, "Players", element("span", { class: "dim" }, "their pieces, by seat")),
      ...all.map((who, seat) => this.row(who, now[seat], { colour: true, stays: true }, change(seat))),
      this.data.players.length ? back : null,
    );
  }

  // A field with its refusal below. `sort`: `colour` with a picker, `picture` with files. `change(value)` is what is written.
  row(label, value, { colour, picture, stays }, change) {
    const list = colour && picture ? "look-grounds" : colour ? "look-colours" : "look-pictures";
    const field = element("input", { value: value ?? "", list, autocomplete: "off", "aria-label": label, placeholder: colour ? "name or #rrggbb" : "one or two signs" });
    const refused = element("p", { class: "refused bad", role: "alert" });
    const row = element("div", { class: "row" }, element("span", {}, label), field);
    const write = async (wanted) => {
      refused.remove();
      try {
        field.value = await wanted();
        await this.file.change(change(field.value.trim()));
        await this.show();
      } catch (error) {
        refused.replaceChildren(...prose(error.message));
        row.append(refused);
        field.setAttribute("aria-invalid", true);
      }
    };
    field.addEventListener("change", () => write(() => field.value));
    if (colour) {
      const known = new Map(this.data.colours).get(value) ?? hex(value ?? "");
      const picker = element("input", { type: "color", "aria-label": `${label}: pick`, value: /^#[0-9a-f]{6}$/i.test(known) ? known : "#808080" });
      picker.addEventListener("change", () => write(() => picker.value));
      row.append(picker);
    }
    if (picture) {
      const add = (file) => file && write(async () => (await ask("picture", { name: file.name, data: await read(file) })).file);
      const files = element("input", { type: "file", accept: ".svg,.png", "aria-label": `${label}: add a picture`, onchange: () => add(files.files[0]) });
      row.append(files);
      const over = (on) => (event) => {
        event.preventDefault();
        row.classList.toggle("over", on);
        if (event.type === "drop") add(event.dataTransfer.files[0]);
      };
      for (const [name, on] of [["dragover", true], ["dragleave", false], ["drop", false]]) row.addEventListener(name, over(on));
    }
    if (value && !stays) row.append(element("button", { type: "button", onclick: () => write(() => ""), "aria-label": `${label}: remove` }, "Remove"));
    return row;
  }
}
