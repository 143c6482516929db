// Dice and tile: a new roll rolls in, and what is split or taken travels to its pool.

const ROLLS = { opacity: [0, 1, 1], translate: ["-54px 8px", "0 0"], rotate: ["-150deg", "0deg"] };

const all = (selector) => document.querySelectorAll(`#game ${selector}`);
const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

/** A copy of its picture moves, outside of all that would clip it or scroll for it, and the piece is seen when it is there. */
function bring(piece, frames, at, { move }) {
  const box = piece.getBoundingClientRect(), duration = 240;
  if (!box.width) return;
  const copy = document.body.appendChild(piece.cloneNode(true));
  copy.classList.add("flight");
  Object.assign(copy.style, { width: `${box.width}px`, left: `${box.x + scrollX}px`, top: `${box.y + scrollY}px` });
  move(copy, frames, at, { duration, fill: "both" }).then(() => copy.remove());
  move(piece, { opacity: [0, 0] }, 0, { duration: at + duration });
}

function roll({ traces, at }, detail) {
  traces.forEach((letter, number) => {
    for (const piece of all(`svg[data-piece="${letter}"]`)) bring(piece, ROLLS, at + 25 * number, detail);
  });
}

function travel({ at }, detail) {
  for (const piece of all("svg[data-piece]")) {
    const from = detail.boxes[piece.dataset.piece], to = piece.getBoundingClientRect();
    if (!from) continue;
    const [x, y] = middle(to).map((value, axis) => middle(from)[axis] - value);
    if (Math.hypot(x, y) > 4) bring(piece, { translate: [`${x}px ${y}px`, "0 0"], scale: [from.width / to.width, 1] }, at, detail);
  }
}

document.addEventListener("game:moves", ({ detail }) => {
  if (!detail.move) return;
  const last = (...kinds) => detail.moves.findLast(({ kind }) => kinds.includes(kind));
  const rolled = last("roll"), moved = last("split", "take");
  if (rolled) roll(rolled, detail); // whatever became of these dice since: they have only just come
  else if (moved) travel(moved, detail);
});
