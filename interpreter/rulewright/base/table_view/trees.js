// Virtual trees: plain descriptions of nodes, and the fewest changes that bring the page to them.
// A node with a `key` keeps its identity among its siblings; a tree that is the same object is skipped.

const SHAPES = new Set(["svg", "path", "g", "circle"]);
export const h = (tag, props, ...kids) => ({ tag, props: props || {}, kids: kids.flat(Infinity).filter((kid) => kid || kid === 0) });

const set = (node, name, now, was) => {
  if (name === "key") return;
  if (name === "style") {
    for (const each in was || {}) if (!(each in (now || {}))) node.style.removeProperty(each);
    for (const each in now || {}) if (now[each] !== (was || {})[each]) node.style.setProperty(each, now[each]);
  } else if (now === null || now === undefined || now === false) node.removeAttribute(name);
  else node.setAttribute(name, now === true ? "" : now);
};

const update = (node, now, was) => {
  for (const name in was) if (!(name in now)) set(node, name, null, was[name]);
  for (const name in now) if (now[name] !== was[name]) set(node, name, now[name], was[name]);
};

const create = (tree) => {
  if (typeof tree !== "object") return document.createTextNode(tree);
  const node = SHAPES.has(tree.tag) ? document.createElementNS("http://www.w3.org/2000/svg", tree.tag) : document.createElement(tree.tag);
  update(node, tree.props, {});
  for (const kid of tree.kids) node.append(create(kid));
  node.tree = tree;
  return node;
};

const matches = (node, tree) => (typeof tree === "object" ? node.tree && node.tree.tag === tree.tag && node.tree.props.key === tree.props.key : node.nodeType === 3);

export const fill = (parent, kids) => {
  const keyed = new Map(), loose = [];
  for (const node of parent.childNodes) {
    const key = node.tree?.props.key;
    if (key === undefined) loose.push(node); else keyed.set(key, node);
  }
  const nodes = kids.map((kid) => {
    const key = kid.props?.key, found = key === undefined ? loose.findIndex((each) => matches(each, kid)) : -1;
    if (found >= 0) return loose.splice(found, 1)[0];
    const node = keyed.get(key);
    return node && matches(node, kid) && keyed.delete(key) ? node : null;
  });
  // What is gone goes first: otherwise all that follows it would be put in again, which costs its style and layout.
  for (const node of [...loose, ...keyed.values()]) node.remove();
  let at = parent.firstChild;
  kids.forEach((kid, i) => {
    const node = nodes[i] || create(kid);
    if (nodes[i] && typeof kid !== "object") { if (node.data !== String(kid)) node.data = kid; }
    else if (nodes[i] && node.tree !== kid) { update(node, kid.props, node.tree.props); fill(node, kid.kids); node.tree = kid; }
    if (node === at) at = at.nextSibling; else parent.insertBefore(node, at);
  });
};

export const shape = (path, box = "em") => h("svg", { viewBox: "0 0 24 24", class: box, "aria-hidden": "true" }, h("path", { d: path, "fill-rule": "evenodd" }));
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
