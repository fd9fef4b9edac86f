// Changes of `look.yaml`: one at a time, each one step of the editor's undo. They are saved at once, so that the table shows them.

import { ask, say } from "./ask.js";

const LOOK = "look.yaml";

export class LookFile {
  // `on`: `has(file)`, `listed()` after a new file, `saved()` after a change.
  constructor(buffers, on) {
    this.buffers = buffers;
    this.on = on;
    this.last = Promise.resolve();
  }

  // Runs work after all that was begun before.
  next(work) {
    // An earlier sentence would say that this work is done.
    say("");
    const run = this.last.then(work);
    this.last = run.catch(() => {});
    return run;
  }

  // The text as it is in the editor. Empty without the file.
  async text() {
    if (!this.on.has(LOOK)) return "";
    await this.buffers.load(LOOK);
    this.buffers.keep();
    return this.buffers.text(LOOK);
  }

  // Writes a change. A refusal is an error with the sentence of the program.
  change(change) {
    return this.next(async () => {
      if (!this.on.has(LOOK)) {
        // A refused change makes no file.
        await ask("dress", { text: "", change });
        await ask("make", { sort: "look", name: "look" });
        await this.on.listed();
      }
      const fix = await ask("dress", { text: await this.text(), change });
      if (!fix.edits.length) return;
      await this.buffers.apply(fix);
      await this.save(`${fix.title}: written to ${LOOK}.`);
    });
  }

  undo() {
    return this.next(async () => {
      await this.text();
      if (this.on.has(LOOK) && this.buffers.undo(LOOK)) await this.save(`The last change of ${LOOK} is undone.`);
      else say(`There is no change of ${LOOK} to undo.`);
    });
  }

  async save(words) {
    const saved = await this.buffers.saveOne(LOOK);
    if (saved) say(words);
    await this.on.saved();
  }
}
