// Plays what the page did not have, which is in #played, one move after the other. The page is as the server drew it and
// all motion ends there, so it may stop at any time: a key, a press or the next page does. What moves is the business of
// the kind's own script, which hears "game:moves" and "game:victory"; it is given no "move" where nothing shall.

const SOFT = "cubic-bezier(.2, .7, .3, 1)";
const PACE = 230, TURN = 1500; // milliseconds from one move to the next, and for all of them at most
let running = [], held = [], hasWon = false, boxes = {}, drawn;

const on = (name, act, options) => document.addEventListener(name, act, options);
const fire = (name, detail) => document.dispatchEvent(new CustomEvent(`game:${name}`, { detail }));
const game = () => document.getElementById("game");
const isStill = () => document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Moves an element from the first of these frames to where it is. The promise is kept when that is over or skipped. */
async function move(element, frames, delay, options) {
  if (!element) return;
  const animation = element.animate(frames, { delay, duration: 200, easing: SOFT, fill: "backwards", ...options });
  running.push(animation);
  await animation.finished.catch(() => {});
}

function skip() {
  const ended = running.splice(0).filter((animation) => animation.playState !== "finished");
  for (const animation of ended) animation.cancel();
  if (ended.length) fire("skip");
}

/** A page that nobody sees keeps it until somebody does. */
function play() {
  if (document.hidden || !(held.length || hasWon)) return;
  const moves = held.splice(0), still = isStill();
  const pace = still ? 0 : Math.min(PACE, TURN / moves.length);
  moves.forEach((made, number) => (made.at = number * pace));
  const detail = { moves, boxes, move: still ? null : move };
  if (moves.length) fire("moves", detail);
  if (hasWon) fire("victory", { ...detail, at: moves.length * pace });
  hasWon = false;
}

function show() {
  if (!game() || game() === drawn) return;
  const { at, seq } = drawn?.dataset ?? {};
  const had = drawn ? Number(at || seq) : game().dataset.at ? Infinity : -1; // whoever opens a replay sees it as it is
  drawn = game();
  for (const { dataset } of drawn.querySelectorAll("#played [data-traces]"))
    if (dataset.seq > had) held.push({ ...dataset, traces: dataset.traces.split(" ") });
  hasWon ||= "victory" in drawn.dataset;
  play();
}

function remember() {
  skip();
  boxes = {};
  for (const piece of game()?.querySelectorAll("svg[data-piece]") ?? []) {
    const box = piece.getBoundingClientRect();
    if (box.width) boxes[piece.dataset.piece] ??= box;
  }
}

on("htmx:beforeSwap", ({ detail }) => detail.target.id === "game" && detail.shouldSwap && remember());
on("htmx:afterSwap", show);
on("visibilitychange", play);
for (const name of ["pointerdown", "keydown"]) on(name, skip, { capture: true });
show();
