// A press brings something new, and often another button to the place of the one that was pressed. Whoever presses twice
// there meant the first one: for a moment after the page has changed, a pointer does nothing at the place where it was
// pressed last, unless that is still the same act. Keys, and presses elsewhere, are never kept waiting.

const A_MOMENT = 400; // milliseconds
const NEAR = 24; // pixels
let changed = -Infinity, last;

/** What a press there does: the same for the same button of a page that was drawn anew. */
function act(target) {
  const pressed = target.closest("a, button, label, [data-why]");
  return pressed && ["id", "name", "value", "for", "data-hex"].map((name) => pressed.getAttribute(name)).join();
}

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id === "game") changed = performance.now();
});

document.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest("#game")) return; // a key, or a script that presses for one
  const { clientX: x, clientY: y, timeStamp, target } = event;
  const isThere = last && Math.hypot(x - last.x, y - last.y) < NEAR;
  if (isThere && timeStamp - changed < A_MOMENT && act(target) !== last.act) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else last = { x, y, act: act(target) };
}, { capture: true });
