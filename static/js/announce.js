// One voice for who hears the page: after every swap of #game, what happened and what is to do, once. The place that
// speaks is not swapped itself; screen readers tell only what changes in an element that they know already.

const game = () => document.getElementById("game");
const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
let seq = game()?.dataset.seq, spoken = "";

function turn() {
  const line = [...document.querySelectorAll(".match .capsule-words > *")].map(words).filter(Boolean).join(": ");
  const alarm = document.querySelector(".match .alarm");
  return alarm ? `${line}. ${words(alarm)}` : line;
}

function sentences() {
  const said = [...document.querySelectorAll("#dock [data-say]")].map(words);
  const title = document.querySelector("#dock h2");
  const isNews = game().dataset.seq !== seq;
  seq = game().dataset.seq;
  const all = [isNews && game().dataset.told, isNews && turn(), title && words(title), ...said].filter(Boolean);
  return all.filter((one, place) => !all.slice(0, place).some((before) => before.includes(one))); // nothing twice
}

function say(text) {
  const place = document.getElementById("said");
  if (!place) return;
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 60); // a change, also where the same is said again
}

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "game" || !game()) return;
  const text = sentences().map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");
  if (text !== spoken) say((spoken = text));
});

document.addEventListener("game:repeat", () => say(spoken || [turn(), words(document.querySelector("#dock h2"))].join(". ")));
