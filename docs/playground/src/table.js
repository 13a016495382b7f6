// A game at the component <rulewright-table>, against bots that search in the Python worker.
import "../../../interpreter/rulewright/base/table_view/rulewright-table.js";
import { LocalTable } from "../../../interpreter/rulewright/base/table_view/local_table.js";

const REFUSED = "You cannot take this back: since then a card was revealed, or chance or somebody else decided.";

// The game in the Python worker, as a LocalTable needs it.
const inPython = (ask) => ({
  value: async (since) => JSON.parse(await ask("table", "value", since)),
  choose: (index) => ask("table", "choose", index),
  botTurn: () => ask("table", "bot_turn"),
  undo: () => ask("table", "undo"),
});

let playing = null;

// Show the game that the worker has just begun in `box`, until the next game.
export async function play(box, ask) {
  playing?.end();
  box.innerHTML = `
    <rulewright-table><button slot="deeds" type="button">Take back</button></rulewright-table>
    <form class="why-not">
      <input aria-label="why can I not …" placeholder="why can I not … (build Palace)"><button>why not?</button>
    </form>
    <pre class="answer" aria-live="polite"></pre>`;
  const [table, undo, form, input, answer] =
    ["rulewright-table", "[slot=deeds]", "form", "input", "pre"].map((each) => box.querySelector(each));
  const show = (lines) => (answer.textContent = lines.join("\n"));
  const explain = async (...about) => show(JSON.parse(await ask("table", ...about)));
  const { looks, names } = JSON.parse(await ask("table", "appearance"));
  table.looks = looks;
  table.people = names.map((name, seat) => ({ name, presence: seat ? "bot" : "here" }));
  playing = new LocalTable(table, inPython(ask));
  table.addEventListener("choose", () => show([]));
  table.addEventListener("why", (event) => explain("why", event.detail.number));
  undo.onclick = async () => show((await playing.undo()) ? [] : [REFUSED]);
  form.onsubmit = (event) => (event.preventDefault(), input.value.trim() && explain("why_not", input.value));
  await playing.go();
}
