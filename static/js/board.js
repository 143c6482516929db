// The arrow keys on a board: to the nearest hex on the screen that can be used; with Shift to any hex that says something.
// Home and End go to the first and the last, Escape leaves the board for the dock.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ANY = ":is(a, button).hex[data-q][data-r]";
const USABLE = `${ANY}:not([tabindex="-1"])`;

function nearest(from, hexes, [right, down]) {
  const start = from.getBoundingClientRect();
  let best, least = Infinity;
  for (const hex of hexes) {
    const box = hex.getBoundingClientRect();
    const dx = box.x - start.x, dy = box.y - start.y;
    const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 2 * aside + (aside > 2 * along ? 1e4 : 0); // sideways only if nothing lies ahead
    if (along > 4 && cost < least) [best, least] = [hex, cost];
  }
  return best;
}

function next(hex, { key, shiftKey }) {
  const usable = [...document.querySelectorAll(USABLE)];
  if (key === "Home") return usable[0];
  if (key === "End") return usable.at(-1);
  if (key === "Escape") return document.querySelector("#dock :is(button, a[href], input:not([type=hidden]))");
  return WAYS[key] && nearest(hex, shiftKey ? document.querySelectorAll(ANY) : usable, WAYS[key]);
}

document.addEventListener("keydown", (event) => {
  const hex = event.target.closest(ANY);
  if (!hex || event.ctrlKey || event.altKey || event.metaKey) return;
  const there = next(hex, event);
  if (there || WAYS[event.key]) event.preventDefault(); // at the edge the page does not scroll away either
  there?.focus();
});
