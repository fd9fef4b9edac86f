// The editor: one view, and a state for each open file.

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentOnInput, indentService, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { ask, element, plain, prose } from "./ask.js";
import { CLAUSE } from "./clauses.js";

// Colours of a file of rules, as the program says them. They move with the text until the next check.
const setColours = StateEffect.define();
const marks = Object.fromEntries(
  ["keyword", "kind", "name", "local", "number", "text", "comment", "clause"].map((sort) => [sort, Decoration.mark({ class: `c-${sort}` })]),
);
const colours = StateField.define({
  create: () => Decoration.none,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setColours)) continue;
      const end = transaction.state.doc.length;
      const inside = effect.value.filter(([from, to]) => from < to && to <= end);
      now = Decoration.set(inside.map(([from, to, sort]) => marks[sort].range(from, to)), true);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const yamlColours = HighlightStyle.define([
  { tag: tags.propertyName, class: "c-kind" },
  { tag: tags.definition(tags.propertyName), class: "c-kind" },
  { tag: tags.comment, class: "c-comment" },
  { tag: tags.string, class: "c-text" },
]);

// A new line begins where the line above begins.
const indent = indentService.of((context, at) => {
  const line = context.lineAt(at, -1);
  return line.text.length - line.text.trimStart().length;
});

export class Editor {
  // `on` has the handlers `changed()`, `moved()` for the cursor and the focus, `go(place)`, `apply(fix)`,
  // `cite(clause, at)`, and `keys`.
  constructor(parent, on) {
    this.on = on;
    this.file = null;
    this.wrapping = new Compartment();
    this.wraps = false;
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: [EditorState.readOnly.of(true)] }) });
  }

  // The state of a file with this text.
  state(file, text) {
    const spot = (state, at) => ({ file, text: state.doc.toString(), at });
    const rules = file.endsWith(".tavola");
    const complete = async (context) => {
      if (!context.explicit && !context.matchBefore(/[\w.-]+/)) return null;
      try {
        const found = await ask("complete", spot(context.state, context.pos));
        const word = context.state.sliceDoc(found.from, context.pos);
        // A word that is complete needs no list.
        const isWhole = found.options.every(({ label }) => label === word);
        return !isWhole ? { ...found, validFor: /^[\w-]*$/ } : null;
      } catch {
        return null;
      }
    };
    const hover = hoverTooltip(async (view, at) => {
      const found = await ask("hover", spot(view.state, at)).catch(() => null);
      if (!found) return null;
      const dom = element(
        "div",
        { class: "hover" },
        found.declaration ? element("pre", {}, found.declaration) : null,
        element("p", { class: "dim" }, found.sort),
        found.text ? element("p", {}, ...prose(found.text)) : null,
      );
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom }) };
    });
    const jump = EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey)) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at !== null) this.define(at);
        return at !== null;
      },
    });
    // The line under a dragged clause has the cursor.
    const cite = EditorView.domEventHandlers({
      dragover: (event, view) => {
        if (!event.dataTransfer.types.includes(CLAUSE)) return false;
        event.preventDefault();
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
        const { from } = view.state.doc.lineAt(at);
        if (view.state.selection.main.head !== from) view.dispatch({ selection: { anchor: from } });
        return true;
      },
      drop: (event, view) => {
        const clause = event.dataTransfer.getData(CLAUSE);
        if (!clause) return false;
        event.preventDefault();
        this.on.cite(clause, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
        return true;
      },
    });
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        this.wrapping.of([]),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        indentOnInput(),
        highlightSelectionMatches(),
        search({ top: true }),
        indentUnit.of("  "),
        EditorState.tabSize.of(2),
        lintGutter(),
        rules ? [colours, indent] : [yaml(), syntaxHighlighting(yamlColours)],
        autocompletion({ override: [complete], icons: false }),
        hover,
        jump,
        cite,
        keymap.of([
          ...this.on.keys,
          { key: "F12", run: (view) => this.define(view.state.selection.main.head) },
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          indentWithTab,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": `Text of ${file}`, spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.on.changed();
          if (update.docChanged || update.selectionSet || update.focusChanged) this.on.moved();
        }),
      ],
    });
  }

  show(file, state) {
    this.file = file;
    this.view.setState(state);
    this.wrap(this.wraps);
  }

  // Wraps long lines, or not.
  wrap(wraps) {
    this.wraps = wraps;
    this.view.dispatch({ effects: this.wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }

  text() {
    return this.view.state.doc.toString();
  }

  spot() {
    return { file: this.file, text: this.text(), at: this.view.state.selection.main.head };
  }

  // The line of the cursor, counted from 1.
  lineNumber() {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  // Writes a text at the cursor, in place of what is selected. Undo takes it back.
  insert(text) {
    const { view } = this;
    view.dispatch(view.state.replaceSelection(text), { userEvent: "input.paste", scrollIntoView: true });
    view.focus();
  }

  // The range of the word at the cursor, or null.
  word() {
    return this.view.state.wordAt(this.view.state.selection.main.head);
  }

  // Selects a range and scrolls to it.
  select(from, to = from) {
    const end = this.view.state.doc.length;
    const [anchor, head] = [Math.min(from, end), Math.min(to, end)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  // Selects a line, counted from 1.
  line(number) {
    const line = this.view.state.doc.line(Math.max(1, Math.min(number, this.view.state.doc.lines)));
    this.select(line.from, line.to);
  }

  define(at) {
    ask("define", { ...this.spot(), at }).then((place) => place && this.on.go(place), () => {});
    return true;
  }

  // Shows the findings and colours of the file that is seen.
  judge(findings, found) {
    const end = this.view.state.doc.length;
    const own = findings.filter((finding) => finding.at?.file === this.file);
    const diagnostics = own.map(({ at, error, code, message, help, fixes }) => ({
      from: Math.min(at.from, end),
      to: Math.min(Math.max(at.to, at.from), end),
      severity: error ? "error" : "warning",
      message,
      renderMessage: () =>
        element("div", {}, element("p", {}, ...prose(message)), help ? element("p", { class: "dim" }, ...prose(help)) : null, element("p", { class: "dim" }, code)),
      actions: fixes.map((fix) => ({ name: plain(fix.title), apply: () => this.on.apply(fix) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    if (found.length) this.view.dispatch({ effects: setColours.of(found) });
  }
}
