// Places that the arrow keys walk through, with one stop for the Tab key: [data-roving]. On a board an arrow goes to the
// nearest place on the screen that can be used, with Shift to any place; in a row to the next. Home and End go to the
// first and the last, Escape leaves the board for the dock.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const USABLE = ':is(a[href], button):not([data-state="no"], .explanation *)'; // what a closed explanation holds takes no focus
const ANY = ":is([data-hex], a[href], button)";
const usable = (group) => [...group.querySelectorAll(USABLE)];

function nearest(from, places, [right, down]) {
  const start = from.getBoundingClientRect();
  let best, least = Infinity;
  for (const place of places) {
    const box = place.getBoundingClientRect();
    const dx = box.x - start.x, dy = box.y - start.y;
    const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 2 * aside + (aside > 2 * along ? 1e4 : 0); // sideways only if nothing lies ahead
    if (along > 4 && cost < least) [best, least] = [place, cost];
  }
  return best;
}

function next(group, from, { key, shiftKey }) {
  const places = usable(group);
  if (key === "Home") return places[0];
  if (key === "End") return places.at(-1);
  if (!WAYS[key]) return undefined;
  if (group.dataset.roving !== "board") return places[places.indexOf(from) + WAYS[key][0] + WAYS[key][1]];
  return nearest(from, shiftKey ? group.querySelectorAll("[data-hex]") : places, WAYS[key]);
}

/** One stop for the Tab key: where the focus is, or what is chosen, or the first that can be chosen, or the first at all. */
function settle(group) {
  const places = usable(group);
  const isStop = [
    (place) => place === document.activeElement,
    (place) => place.ariaCurrent,
    (place) => ["legal", "anthill"].includes(place.dataset.state),
  ];
  const stop = isStop.map((test) => places.find(test)).find(Boolean) ?? places[0];
  for (const place of places) place.tabIndex = place === stop ? 0 : -1;
}

document.addEventListener("keydown", (event) => {
  if (WAYS[event.key] && event.target.matches("#dock h2")) {
    event.preventDefault(); // after a move the focus is here: an arrow goes on to the board
    return document.querySelector('#board [tabindex="0"]')?.focus({ preventScroll: true });
  }
  const group = event.target.closest("[data-roving]");
  const from = event.target.closest(ANY);
  if (!group || !from || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && group.dataset.roving === "board") {
    document.querySelector("#dock h2")?.focus({ preventScroll: true });
    return;
  }
  const there = next(group, from, event);
  if (there || WAYS[event.key]) event.preventDefault(); // at the edge the page does not scroll away either
  there?.focus({ preventScroll: true });
});

document.addEventListener("focusin", ({ target }) => {
  const group = target.closest("[data-roving]");
  if (group && target.matches(USABLE)) settle(group);
});

/** What is read below the acts is a stop where it scrolls, for a keyboard must get to its end, and fades where it is cut. */
const showEnd = (more) => more.toggleAttribute("data-cut", more.scrollHeight - more.clientHeight - more.scrollTop > 1);
const scrolling = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    target.tabIndex = target.scrollHeight > target.clientHeight ? 0 : -1;
    showEnd(target);
  }
});
addEventListener("resize", () => document.querySelectorAll(".dock-more").forEach(showEnd));
document.addEventListener("scroll", ({ target }) => target.matches?.(".dock-more") && showEnd(target), { capture: true, passive: true });

/** The heading of the dock can be focused, and every group has its one stop; also in what has just come in. */
function dress() {
  for (const more of document.querySelectorAll(".dock-more")) scrolling.observe(more);
  document.querySelector("#dock h2")?.setAttribute("tabindex", "-1");
  for (const group of document.querySelectorAll("[data-roving]")) settle(group);
}
document.addEventListener("htmx:afterSwap", dress);
dress();
