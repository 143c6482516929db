// Marks land on their hex, cupcakes and crates go to the colony of whoever took them, crates are crossed out, circles filled.

const LANDS = { opacity: [0, 1], scale: [1.7, 1] };
const GROWS = { scale: [0, 1] };
const PULSES = { scale: [1, 1.5, 1] };
const APPEARS = { opacity: [0, 1] };

const one = (selector) => document.querySelector(`#game ${selector}`);
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
const isInSight = (box) => box.width > 0 && box.bottom > 0 && box.top < innerHeight;

/** From its hex, where it lies until then, to its place; where that is out of sight, to whose it is. */
function fly(move, what, hex, place, side, at) {
  const [from, ...goals] = [one(`[data-hex="${hex}"]`), place, one(`.match-player[data-side="${side}"] .badge`)].map((thing) =>
    thing?.getBoundingClientRect(),
  );
  const to = goals.find((box) => box && isInSight(box));
  if (!from || !to) return;
  const size = from.width * 0.56, [x, y] = middle(from), [toX, toY] = middle(to);
  document.body.insertAdjacentHTML("beforeend", `<svg class="flight" aria-hidden="true"><use href="#${what}"/></svg>`);
  const flight = document.body.lastElementChild;
  flight.style.width = flight.style.height = `${size}px`;
  flight.style.left = `${x + scrollX - size / 2}px`;
  flight.style.top = `${y + scrollY - size / 2}px`;
  const way = { translate: ["0 0", `${toX - x}px ${toY - y}px`], scale: [1, Math.min(1, to.width / size)] };
  move(flight, way, at, { duration: 250, easing: "ease-in-out", fill: "both" }).then(() => flight.remove());
}

document.addEventListener("game:moves", ({ detail: { moves, move } }) => {
  if (!move) return;
  const known = new Set();
  const newest = (selector) => {
    const found = [...document.querySelectorAll(`#game ${selector}`)].findLast((thing) => !known.has(thing));
    known.add(found);
    return found;
  };

  const land = (hex, at) => {
    const mark = one(`[data-mark="${hex}"]`);
    move(mark?.querySelector(".upright"), LANDS, at);
    move(one(`[data-latest="${hex}"]`), APPEARS, at + 100);
    return mark;
  };

  const write = ({ side, traces, at }) => {
    const colony = `.colony[data-side="${side}"]`;
    for (const [number, hex] of [...traces.entries()].reverse()) {
      const late = at + 60 * number, mark = land(hex, late);
      if (mark?.querySelector('[href="#crate"]')) fly(move, "crate", hex, one(`${colony} :is(.chambers, .burrows)`), side, late + 60);
      if (!mark?.querySelector('[href="#cupcake"]')) continue;
      const place = newest(`${colony} .cupcake-row [data-state="eaten"] svg`);
      fly(move, "cupcake", hex, place, side, late + 60);
      move(place, APPEARS, late + 300, { duration: 20 });
    }
  };
  const cross = ({ traces, at }) => traces.forEach((hex) => land(hex, at));
  const fill = ({ side, traces, at }) =>
    traces.forEach((region) => move(newest(`.leaf[data-region="${region}"] [data-circle="${side}"] use`), GROWS, at));
  const crate = ({ side, traces: [group], at }) => {
    const chamber = `.colony[data-side="${side}"] :is(.chamber, .burrows li):nth-child(${group})`;
    move(newest(`${chamber} :is([data-state="crossed"] svg, .effect)`), PULSES, at);
  };

  const ways = { write, cross, fill, crate };
  for (const made of moves.toReversed()) ways[made.kind]?.(made); // the newest of its kind is the last of the row
});
