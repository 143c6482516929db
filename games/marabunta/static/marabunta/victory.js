// For whoever has won: ants of their colour carry the picnic across the board.

const ACROSS = 1600, APART = 170; // milliseconds
const LOADS = ["cupcake", "", "crate", "", "leaf", ""];

const ant = (load) =>
  `<svg viewBox="-36 -46 72 68">${load && `<use href="#${load}" x="-28" y="-44" width="44" height="44"/>`}
    <use href="#ant" x="-34" y="-20" width="68" height="40"/></svg>`;

document.addEventListener("game:victory", async ({ detail: { move, at } }) => {
  const meadow = document.querySelector("#board .meadow");
  const winner = document.querySelector("#game .match")?.dataset.winner;
  if (!move || !meadow || !winner) return;
  const parade = document.createElement("div");
  Object.assign(parade, { className: "parade", ariaHidden: "true", innerHTML: LOADS.map(ant).join("") });
  parade.dataset.side = winner;
  meadow.append(parade);
  const ants = [...parade.children], wide = ants[0].clientWidth, steps = [...Array(13).keys()];
  const way = {
    translate: steps.map((step) => `${-wide + (step / 12) * (meadow.clientWidth + 2 * wide)}px ${wide * 0.3 * Math.sin(step * 0.9)}px`),
    opacity: steps.map((step) => (step % 12 ? 1 : 0)),
    rotate: steps.map((step) => `${step % 2 ? 4 : -4}deg`),
  };
  await Promise.all(ants.map((one, number) => move(one, way, at + number * APART, { duration: ACROSS, easing: "linear" })));
  parade.remove();
});
