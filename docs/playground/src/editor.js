// The editor: CodeMirror with the answers of the language service. Until Python has started, only the grammar colours words.
import { autocompletion, completionKeymap, snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import grammar from "../../editor/vscode/rules.tmLanguage.json";

const lists = grammar.patterns.filter((each) => each.match.startsWith("(?<![\\w-])(?:"));
const byPlace = grammar.patterns
  .filter((each) => /^(storage|entity.name.function|variable.other.constant)/.test(each.name))
  .map((each) => [new RegExp(each.match, "uy"), { s: "typeName", e: "macroName", v: "atom" }[each.name[0]]]);
const keywords = new RegExp(lists.map((each) => each.match).join("|"), "u");

const rulesLanguage = StreamLanguage.define({
  name: "rules",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    const word = stream.match(/[\p{L}_][\p{L}\d_'-]*/u);
    if (!word) return stream.next() && null;
    if (keywords.test(word[0])) return "keyword";
    for (const [pattern, sort] of byPlace) {
      pattern.lastIndex = stream.start;
      if (pattern.test(stream.string)) return sort;
    }
    return /^\p{Lu}/u.test(word[0]) ? "className" : null;
  },
});
const yamlLanguage = StreamLanguage.define({
  name: "yaml",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/[^\s:#{},[\]][^:#{},[\]]*(?=:(\s|$))/)) return "propertyName";
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    return (stream.match(/[^\s#{},[\]]+/) || stream.next()) && null;
  },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, class: "w-comment" }, { tag: tags.string, class: "w-string" },
  { tag: tags.number, class: "w-number" }, { tag: tags.keyword, class: "w-keyword" },
  { tag: tags.className, class: "w-class" }, { tag: tags.propertyName, class: "w-property" },
  { tag: tags.typeName, class: "w-type" }, { tag: tags.macroName, class: "w-event" }, { tag: tags.atom, class: "w-variable" },
]);

const setMeanings = StateEffect.define();
const meanings = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects) if (effect.is(setMeanings)) return effect.value;
    return marks.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const offset = (doc, { line, character }) => {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.from + character, found.to);
};
const place = (doc, at) => {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
};

// Decode semantic tokens (LSP) into decorations.
function marksOf(doc, data, sorts) {
  const marks = [];
  let line = 0, column = 0;
  for (let n = 0; n + 4 < data.length; n += 5) {
    column = data[n] ? data[n + 1] : column + data[n + 1];
    line += data[n];
    const from = offset(doc, { line, character: column });
    const to = offset(doc, { line, character: column + data[n + 2] });
    if (to > from) marks.push(Decoration.mark({ class: `w-${sorts[data[n + 3]]}` }).range(from, to));
  }
  return Decoration.set(marks, true);
}

// Render the Markdown of hovers: code, bold, italics. It sets text content only, so no HTML is interpreted.
export function drawn(markdown) {
  const box = document.createElement("div");
  for (const part of markdown.split(/(```[^]*?```)/)) {
    const code = part.match(/^```\w*\n([^]*?)\n?```$/);
    const made = document.createElement(code ? "pre" : "p");
    if (code) made.textContent = code[1];
    else {
      for (const word of part.trim().split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/)) {
        const sort = word.startsWith("**") ? "strong" : word.startsWith("`") ? "code" : word.startsWith("*") ? "em" : null;
        if (!sort) made.append(word);
        else made.appendChild(document.createElement(sort)).textContent = word.replace(/^[*`]+|[*`]+$/g, "");
      }
    }
    if (made.textContent) box.append(made);
  }
  return box;
}

// Convert a completion item (LSP) for CodeMirror. The user may have typed on between `asked` and the cursor.
function optionOf(doc, asked, item) {
  const edit = item.textEdit, from = offset(doc, edit.range.start), to = offset(doc, edit.range.end);
  const about = item.documentation?.value ?? item.documentation;
  return {
    label: item.filterText ?? item.label, displayLabel: item.label, detail: item.detail,
    type: ITEMS[item.kind], sortText: item.sortText,
    info: about ? () => drawn(about) : undefined,
    apply(view, option) {
      const end = to + view.state.selection.main.head - asked;
      if (item.insertTextFormat === 2) return snippet(edit.newText)(view, option, from, end);
      view.dispatch({ changes: { from, to: end, insert: edit.newText }, selection: { anchor: from + edit.newText.length } });
    },
  };
}

// An editor in `parent`. `service(question, about)` requests an answer from Python; `changed` is called for each edit.
export class Editor {
  #states = new Map();
  #sorts = [];
  #offered = null;

  constructor(parent, { service, ready, changed, command }) {
    Object.assign(this, { service, ready, changed, command });
    this.name = null;
    this.view = new EditorView({ parent });
  }

  // Show a file; each file has its own undo history.
  open(name, text) {
    if (this.name) this.#states.set(this.name, this.view.state);
    this.name = name;
    const kept = this.#states.get(name);
    this.view.setState(kept && kept.doc.toString() === text ? kept : this.#state(name, text));
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  set sorts(sorts) {
    this.#sorts = sorts;
  }

  forget() {
    this.#states.clear();
    this.name = null;
  }

  colour(name, { data }) {
    if (name !== this.name) return;
    this.view.dispatch({ effects: setMeanings.of(marksOf(this.view.state.doc, data, this.#sorts)) });
  }

  // Show complaints, each with its quick fixes.
  complain(name, complaints, apply) {
    if (name !== this.name) return;
    const { doc } = this.view.state;
    const shown = complaints.map((each) => ({
      from: offset(doc, each.range.start),
      to: Math.max(offset(doc, each.range.end), offset(doc, each.range.start)),
      severity: ["error", "warning", "info"][each.severity - 1],
      source: each.code,
      message: each.message,
      actions: each.fixes.map((fix) => ({ name: fix.title, apply: () => apply(fix.edit) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  // Apply text edits (LSP) to a text, all at once.
  static changed(text, edits) {
    const doc = EditorState.create({ doc: text }).doc;
    const changes = edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText }));
    return EditorState.create({ doc: text }).update({ changes }).state.doc.toString();
  }

  here() {
    return place(this.view.state.doc, this.view.state.selection.main.head);
  }

  go({ start }) {
    const at = offset(this.view.state.doc, start);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }

  #state(name, text) {
    const run = (what) => () => (this.command(what), true);
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), indentUnit.of("    "),
        EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": `text of ${name}`, tabindex: "0" }),
        name.endsWith(".yaml") ? yamlLanguage : rulesLanguage, syntaxHighlighting(colours), meanings,
        autocompletion({ override: [(context) => this.#complete(name, context)], activateOnTyping: true }),
        hoverTooltip((view, at) => this.#hover(name, view, at)),
        EditorView.updateListener.of((update) => update.docChanged && this.changed(name, update.state.doc.toString())),
        keymap.of([
          { key: "Mod-Enter", run: run("check") }, { key: "Shift-Mod-Enter", run: run("test") },
          { key: "F2", run: run("rename") }, { key: "Shift-Alt-f", run: run("format") },
          ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
      ],
    });
  }

  async #complete(name, context) {
    const word = context.matchBefore(/[\w'-]*/);
    if (!this.ready() || (!context.explicit && word.from === word.to)) return null;
    const { doc } = context.state, line = doc.lineAt(word.from);
    // While a word grows, its options are a subset of those at its start, so they are reused.
    const where = [name, line.number, line.text.slice(0, word.from - line.from)].join("\n");
    if (context.explicit || where !== this.#offered?.where || !word.text.startsWith(this.#offered.begun)) {
      const about = { file: name, text: doc.toString(), position: place(doc, context.pos) };
      const { items, isIncomplete } = await this.service(context.explicit ? "complete" : "offer", about);
      if (context.aborted) return null;
      const options = items.map((item) => optionOf(doc, context.pos, item));
      options.sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
      options.forEach((option, rank) => (option.boost = 99 - (198 * rank) / options.length));
      this.#offered = { where: isIncomplete ? null : where, begun: word.text, options };
    }
    const { begun, options } = this.#offered, isWhole = this.#offered.where !== null;
    const validFor = (text) => isWhole && text.startsWith(begun) && /^[\w'-]*$/.test(text);
    return { from: word.from, options, validFor };
  }

  async #hover(name, view, at) {
    if (!this.ready()) return null;
    const found = await this.service("hover", { file: name, position: place(view.state.doc, at) });
    if (!found) return null;
    const { doc } = view.state;
    return {
      pos: offset(doc, found.range.start), end: offset(doc, found.range.end),
      create: () => ({ dom: drawn(found.contents.value) }),
    };
  }
}

const ITEMS = { 2: "method", 5: "property", 6: "variable", 7: "class", 9: "namespace", 10: "property", 13: "enum", 14: "keyword", 15: "text", 21: "constant", 23: "function" };
