// Keeps parts of a page as new as the site. A part with data-follow="waiting lobby" is fetched again when one of these
// signals comes, and only what differs is changed: focus, open details, scrolling and what somebody types stay. Nothing
// changes while a finger is down; a part with data-lazy waits until somebody looks at it. data-goto leads elsewhere.

const PACE = { waiting: [300, 1e3], challenge: [0, 1e3], lobby: [300, 10e3] }; // ms for more to come, and between two fetches
const stale = new Set(), shown = new Map(); // the ids of parts that are to be fetched; which request a part shows
let timer, due = Infinity, fetched = 0, asked = 0, pressedUntil = 0;

const on = (name, act) => document.addEventListener(name, act, { capture: true });
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
const isWanted = (part) => stale.has(part.id) && !(document.hidden && "lazy" in part.dataset);

function follow(name) {
  for (const part of document.querySelectorAll(`[data-follow~="${name}"]`)) stale.add(part.id);
  const [soon, pause] = PACE[name], now = Date.now();
  const jitter = name === "lobby" ? 1e3 * Math.random() : 0; // all who see the lobby hear of it at the same time
  const at = Math.max(now + soon + jitter, fetched + pause);
  if (!stale.size || at > due) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(refresh, at - now);
}

function refresh() {
  const wanted = [...document.querySelectorAll("[data-follow]")].filter(isWanted);
  due = Infinity;
  if (wanted.length) fetched = Date.now();
  for (const part of wanted) stale.delete(part.id);
  const address = (part) => part.dataset.from ?? location.href;
  for (const from of new Set(wanted.map(address))) update(from, wanted.filter((part) => address(part) === from));
}

async function update(from, parts) {
  const number = ++asked;
  const answer = await fetch(from, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status !== 200) return; // the site is away, or has nothing to say: the page asks again by itself
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  while (Date.now() < pressedUntil) await sleep(50);
  for (const part of parts) {
    const next = page.getElementById(part.id);
    if (next?.dataset.goto) return location.assign(next.dataset.goto);
    if (!next || !part.isConnected || number < (shown.get(part.id) ?? 0)) continue; // or a later one was quicker
    shown.set(part.id, number);
    replace(part, next);
  }
  document.dispatchEvent(new Event("followed"));
}

function replace(part, next) {
  const focused = part.contains(document.activeElement) && document.activeElement;
  become(part, next);
  if (focused) (focused.isConnected ? focused : part.querySelector("[data-focus-next]"))?.focus({ preventScroll: true });
}

/** Make a node like another one, and touch nothing that is the same already. Children are known by their ids. */
function become(here, there) {
  if (here.isEqualNode(there) || (here.id && "keep" in here.dataset)) return;
  if (here.nodeName !== there.nodeName || here.nodeType !== Node.ELEMENT_NODE) return here.replaceWith(there);
  for (const { name } of [...here.attributes]) if (!there.hasAttribute(name) && name !== "open") here.removeAttribute(name);
  for (const { name, value } of there.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  const comes = new Set(Array.from(there.children, (child) => child.id));
  const known = new Map(Array.from(here.children, (child) => [child.id, child]));
  for (const [id, child] of known) if (id && !comes.has(id)) child.remove();
  let at = here.firstChild;
  for (const next of [...there.childNodes]) {
    const same = next.id ? known.get(next.id) : at && !at.id && at.nodeName === next.nodeName && at;
    while (same && at && at !== same && !at.id) at = drop(at);
    if (!same) here.insertBefore(next, at);
    else if (same === at) at = at.nextSibling;
    else here.insertBefore(same, at);
    if (same) become(same, next);
  }
  while (at) at = drop(at);
}

function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

for (const name of Object.keys(PACE)) on(`live:${name}`, () => follow(name));
on("visibilitychange", () => document.hidden || refresh());
on("pointerdown", () => (pressedUntil = Date.now() + 5e3)); // a press that never ends, such as one that opens a menu, is none
for (const name of ["pointerup", "pointercancel"]) on(name, () => (pressedUntil = Date.now() + 100)); // its click comes first
