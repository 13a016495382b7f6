// The form for a new table: its cards as pictures. Without this script, they are names.
import { drawCard } from "./view/rulewright-table.js";

const { cards, labels, looks } = JSON.parse(document.getElementById("faces").textContent);
const style = new URL("./view/rulewright-table.css", import.meta.url).href;

for (const place of document.querySelectorAll("[data-face]")) {
  const sheet = document.createElement("link"), box = document.createElement("div");
  sheet.rel = "stylesheet"; sheet.href = style;
  place.attachShadow({ mode: "open" }).append(sheet, box);
  place.ariaHidden = "true"; // the name stands beside it
  drawCard(box, cards[place.dataset.face], looks, labels, " listed");
}
