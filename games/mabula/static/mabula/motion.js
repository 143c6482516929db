// Marbles roll and push each other. All that a push moves stop together, and each is under way from when it is touched.

const SPACE = 72; // as the picture draws it

const all = (selector) => document.querySelectorAll(`#board .mabula ${selector}`);
const file = (space) => space.charCodeAt(0);
const rank = (space) => Number(space[1]);
const far = ({ x, y }) => Math.abs(x + y); // one of them is nothing: a push is straight

document.addEventListener("game:moves", ({ detail: { moves, move } }) => {
  if (!move) return;
  const lying = new Map([...all("[data-marble]")].map((marble) => [marble.dataset.marble, marble]));
  for (const { traces, at } of moves.toReversed()) {
    const rolls = traces.map((trace) => {
      const [start, stop] = trace.split("-");
      return { start, stop, marble: lying.get(stop), x: file(start) - file(stop), y: rank(stop) - rank(start) };
    });
    for (const { marble, x, y } of rolls) {
      const from = `${x * SPACE}px ${y * SPACE}px`, touched = 1 - far({ x, y }) / far(rolls[0]);
      const way = { translate: [from, from, "0 0"], offset: [0, touched, 1] };
      move(marble, way, at, { duration: 220, easing: "ease-out", composite: "add" }); // a marble may roll twice
    }
    for (const { stop } of rolls) lying.delete(stop);
    for (const { start, marble } of rolls) lying.set(start, marble);
  }
  for (const sign of all(".turns > :not(.whites, .blacks, .letters)")) move(sign, { opacity: [0, 1] }, moves.at(-1).at + 150);
});

// The winner's marbles hop, from one side of the board to the other.
document.addEventListener("game:victory", ({ detail: { move, at } }) => {
  const winner = document.querySelector("#game .match")?.dataset.winner;
  if (!move || !winner) return;
  const up = document.querySelector("#game[data-flip]") ? 1 : -1;
  const hops = [0, 30, 0, 14, 0, 5, 0].map((high) => `0 ${up * high}px`);
  const easing = ["ease-out", "ease-in"];
  for (const marble of all(`.${winner}s [data-marble]`)) {
    const late = (file(marble.dataset.marble) - file("a")) * 90;
    move(marble, { translate: hops, offset: [0, 0.24, 0.48, 0.64, 0.8, 0.9, 1], easing }, at + late, { duration: 1300, easing: "linear" });
  }
});
