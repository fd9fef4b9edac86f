// The keys of the studio.

import { choose, element } from "./ask.js";

const KEYS = [
  ["Ctrl-S", "save all files, run the tests"],
  ["Ctrl-Space", "complete the word"],
  ["F8", "next finding"],
  ["Ctrl-.", "fixes on this line"],
  ["F12 or Ctrl-click", "go to the declaration"],
  ["F2", "rename"],
  ["Shift-Alt-F", "format"],
  ["Alt-click at the table", "go to the rule"],
  ["Ctrl-F", "find and replace"],
  ["Ctrl-Z", "undo"],
  ["Esc, then Tab", "leave the editor"],
];

// Shows all keys.
export function keys() {
  const row = ([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)];
  return choose("Keys", [element("dl", {}, ...KEYS.flatMap(row))], []);
}
