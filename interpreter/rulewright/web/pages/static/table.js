"use strict";
// Puts changed parts of the page in their place as the server sends them, and sends forms without leaving the page.
// Without this script the same forms work, and the page can be renewed.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const said = document.getElementById("said");
  const answers = document.getElementById("answers");

  const tell = (text) => { if (said.textContent !== text) said.textContent = text; };

  const kept = (part) => {
    const at = document.activeElement;
    if (!part.contains(at)) return null;
    if (at.matches("select")) return `[name="${at.name}"]`;
    return at.name ? `[name="${at.name}"][value="${CSS.escape(at.value)}"]` : "h2";
  };

  const toTheEnd = () => {
    const story = document.querySelector(".story");
    if (story) story.scrollTop = story.scrollHeight;
  };

  // New lines of the story come after those that stand there; the mark goes before the first that is new to the seat.
  const grow = (parts) => {
    const story = document.querySelector(".story");
    if (!story || parts.since === undefined) return;
    story.insertAdjacentHTML("beforeend", parts.lines || "");
    const lines = [...story.querySelectorAll("[data-number]")];
    for (const line of lines.splice(0, Math.max(lines.length - 60, 0))) line.remove();
    const mark = story.querySelector(".mark");
    const fresh = lines.find((line) => Number(line.dataset.number) >= Number(parts.since));
    if (!mark) return;
    mark.hidden = !fresh;
    if (fresh) fresh.before(mark); else story.append(mark);
  };

  const put = (parts) => {
    if (!parts.room === !!document.getElementById("part-room")) { location.reload(); return; }
    grow(parts);
    for (const [name, html] of Object.entries(parts)) {
      const part = document.getElementById(`part-${name}`);
      if (!part) continue;
      const focused = kept(part);
      const open = [...part.querySelectorAll("details[open]")].map((each) => each.closest("[data-card]")?.dataset.card);
      part.innerHTML = html;
      for (const each of part.querySelectorAll("details"))
        if (open.includes(each.closest("[data-card]")?.dataset.card)) each.open = true;
      if (focused) (part.querySelector(focused) || part.querySelector("h2"))?.focus({ preventScroll: true });
    }
    if ("story" in parts || "lines" in parts) toTheEnd();
    const now = document.querySelector("[data-said]");
    if (now) {
      tell(now.dataset.said);
      document.title = (now.classList.contains("mine") ? "● " : "") + document.title.replace(/^● /, "");
    }
  };

  const listen = () => {
    const source = new EventSource(`${table.dataset.stream}?have=${table.dataset.have || ""}`);
    source.addEventListener("parts", (event) => put(JSON.parse(event.data)));
    source.addEventListener("trouble", () => tell(table.dataset.trouble));
    source.onopen = () => { if (said.textContent === table.dataset.trouble) tell(""); };
    source.onerror = () => {
      tell(table.dataset.trouble);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    };
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("quiet" in form.dataset)) return;
    event.preventDefault();
    const sent = new URLSearchParams(new FormData(form, event.submitter));
    try {
      const answer = await fetch(event.submitter?.getAttribute("formaction") || form.action, { method: "POST", body: sent, headers: { "x-quiet": "1" } });
      const found = await answer.json();
      tell(found.said);
      if (found.html && answers) { answers.innerHTML = found.html; answers.scrollIntoView({ block: "nearest" }); }
      const line = form.querySelector("#line");
      if (answer.ok && line) line.value = "";
    } catch {
      tell(table.dataset.trouble);
    }
  });

  toTheEnd();
  listen();
})();
