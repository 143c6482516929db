// The arrow keys on a board: to the nearest hex on the screen in that direction that can be used; with Shift to any hex
// that says something. Home and End go to the first and the last, Escape leaves the board for the dock.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ANY = ":is(a, button).hex[data-q][data-r]";
const USABLE = `${ANY}:not([tabindex="-1"])`;

function middle(hex) {
  const box = hex.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest(from, hexes, [right, down]) {
  const [x, y] = middle(from);
  let best, least = Infinity;
  for (const hex of hexes) {
    const [dx, dy] = middle(hex).map((value, axis) => value - [x, y][axis]);
    const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (hex === from || along < 4) continue; // as good as level
    const cost = along + 2 * aside + (aside > 2 * along ? 1e4 : 0); // sideways only if nothing lies ahead
    if (cost < least) [best, least] = [hex, cost];
  }
  return best;
}

function wayFrom(hex, event) {
  const board = hex.closest("#board") ?? document;
  const usable = [...board.querySelectorAll(USABLE)];
  if (event.key === "Home") return usable[0];
  if (event.key === "End") return usable.at(-1);
  if (event.key === "Escape") return document.querySelector("#dock :is(button, a[href], input:not([type='hidden']))");
  const way = WAYS[event.key];
  return way && nearest(hex, event.shiftKey ? board.querySelectorAll(ANY) : usable, way);
}

document.addEventListener("keydown", (event) => {
  const hex = event.target.closest(ANY);
  if (!hex || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = wayFrom(hex, event);
  if (next || event.key in WAYS) event.preventDefault(); // at the edge the page does not scroll away either
  next?.focus();
});
