// The open files with their texts, saved and unsaved.

import { undo } from "@codemirror/commands";

import { ask, element, choose, say, count } from "./ask.js";

export class Buffers {
  // `on.changed()` is called when a file becomes saved or unsaved.
  constructor(editor, on) {
    this.editor = editor;
    this.on = on;
    this.open = new Map();
  }

  // Opens a file in the background.
  async load(file) {
    if (!this.open.has(file)) {
      const { text, print } = await ask("open", { file });
      if (!this.open.has(file)) this.open.set(file, { state: this.editor.state(file, text), saved: text, print });
    }
    return this.open.get(file);
  }

  // Shows a file in the editor.
  async show(file) {
    this.keep();
    const buffer = await this.load(file);
    this.editor.show(file, buffer.state);
  }

  // Keeps the state of the file that is seen, with its cursor and history.
  keep() {
    const buffer = this.open.get(this.editor.file);
    if (buffer) buffer.state = this.editor.view.state;
  }

  text(file) {
    return this.open.get(file).state.doc.toString();
  }

  isUnsaved(file) {
    const buffer = this.open.get(file);
    return buffer !== undefined && this.text(file) !== buffer.saved;
  }

  unsaved() {
    this.keep();
    return [...this.open.keys()].filter((file) => this.isUnsaved(file));
  }

  // Unsaved texts by their files.
  texts() {
    return Object.fromEntries(this.unsaved().map((file) => [file, this.text(file)]));
  }

  // Changes an open file as an edit that can be undone. Changes: `from`, `to`, `insert`.
  change(file, changes) {
    if (file === this.editor.file) {
      this.editor.view.dispatch({ changes, userEvent: "input" });
      this.keep();
    } else {
      const buffer = this.open.get(file);
      buffer.state = buffer.state.update({ changes, userEvent: "input" }).state;
    }
  }

  // Takes back the last change of an open file. Returns false if there is none.
  undo(file) {
    if (file === this.editor.file) {
      const done = undo(this.editor.view);
      this.keep();
      return done;
    }
    const buffer = this.open.get(file);
    return undo({ state: buffer.state, dispatch: ({ state }) => (buffer.state = state) });
  }

  replace(file, text) {
    this.change(file, { from: 0, to: this.text(file).length, insert: text });
  }

  // Applies the edits of a fix, in all files that it names.
  async apply({ edits }) {
    const files = [...new Set(edits.map((edit) => edit.file))];
    for (const file of files) {
      await this.load(file);
      this.keep();
      const own = edits.filter((edit) => edit.file === file);
      this.change(file, own.map(({ from, to, text }) => ({ from, to, insert: text })));
    }
    this.on.changed();
    return files.length;
  }

  // Saves all unsaved files. Returns true if all were saved.
  async save() {
    let all = true;
    for (const file of this.unsaved()) all = (await this.saveOne(file)) && all;
    this.on.changed();
    return all;
  }

  async saveOne(file) {
    const buffer = this.open.get(file);
    const text = this.text(file);
    const { print, changed } = await ask("save", { file, text, print: buffer.print });
    if (print) {
      [buffer.saved, buffer.print] = [text, print];
      return true;
    }
    if (changed.text === text) {
      [buffer.saved, buffer.print] = [text, changed.print];
      return true;
    }
    const what = element("p", {}, "Another program changed this file since you opened it. Nothing is saved yet.");
    const undo = element("p", { class: "dim" }, "If you take the other text, you get yours back with Undo (Ctrl-Z).");
    const wanted = await choose(`${file} was changed elsewhere`, [what, undo], [
      ["theirs", "Take the text on the disk"],
      ["mine", "Overwrite it with mine"],
    ]);
    if (wanted === "mine") {
      buffer.print = changed.print;
      return this.saveOne(file);
    }
    if (wanted === "theirs") {
      [buffer.saved, buffer.print] = [changed.text, changed.print];
      this.replace(file, changed.text);
      say(`${file} is now the text on the disk. Undo brings yours back.`);
    }
    return false;
  }

  // Takes over files that another program changed, if they have no unsaved text. Returns the files with an unsaved text.
  async refresh(files) {
    const conflicts = [];
    const prints = new Map(files.map(({ path, print }) => [path, print]));
    this.keep();
    for (const [file, buffer] of this.open) {
      const print = prints.get(file);
      if (print === undefined || print === buffer.print) continue;
      if (this.isUnsaved(file)) {
        conflicts.push(file);
        continue;
      }
      const read = await ask("open", { file });
      if (this.isUnsaved(file)) continue;
      [buffer.saved, buffer.print] = [read.text, read.print];
      this.replace(file, read.text);
    }
    return conflicts;
  }
}

export const unsavedWords = (files) => (files.length > 1 ? `Save ${count(files.length, "file")}` : "Save");
