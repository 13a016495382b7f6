// Goes from lesson to lesson within one page, so that Python keeps running; ticks the lessons that are done.
const LESSON = /\/tour\/(\d[\w-]*)\.html$/;
const PARTS = [".md-sidebar--primary", ".md-sidebar--secondary", ".md-footer", ".md-header__topic + .md-header__topic"];

export function tick(passed) {
  for (const link of document.querySelectorAll(".md-sidebar--primary a, article li a"))
    link.toggleAttribute("data-passed", passed.includes(link.pathname.match(LESSON)?.[1]));
}

// Let links between lessons replace all of the page but `root`, then call `begin` with the data of the lesson.
export function follow(root, begin) {
  let here = location.pathname, last = 0;
  async function load(url) {
    const number = ++last, answer = await fetch(url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), there = page.getElementById("playground");
    if (number !== last) return false;
    if (!answer.ok || !there?.dataset.lesson) throw new Error("no lesson");
    return () => {
      here = location.pathname;
      document.title = page.title;
      for (const part of PARTS) document.querySelector(part)?.replaceChildren(...(page.querySelector(part)?.childNodes ?? []));
      swap(root, there);
      scrollTo(0, 0);
      begin(JSON.parse(there.dataset.lesson));
    };
  }
  const leave = (url) => () => (location.href = url);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"), isPlain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || link.target || link.origin !== location.origin || !LESSON.test(link.pathname) || link.pathname === here) return;
    event.preventDefault();
    load(link.href).then((show) => show && (history.pushState(null, "", link.href), show())).catch(leave(link.href));
  });
  addEventListener("popstate", () => {
    if (location.pathname === here) return; // a heading of this page
    load(location.href).then((show) => show && show()).catch(() => location.reload());
  });
}

// Replace the text above `root` by that above `there`. The heading stays the same element, which the theme observes.
function swap(root, there) {
  const title = root.parentElement.querySelector("h1");
  for (const node of [...root.parentElement.childNodes]) if (node !== title && node.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING) node.remove();
  for (const node of [...there.parentElement.childNodes]) {
    if (node === there) break;
    if (title && node.nodeName === "H1") title.replaceChildren(...node.childNodes);
    else root.before(node);
  }
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}
