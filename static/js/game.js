// Steps inside the page of a game (picking a die, looking back) are links to "?…": fetched as a fragment, so that
// nothing jumps, and without a step in the browser's history: the back button leaves the game. Only looking back from
// the game as it is now is a page of its own. A press on a place that cannot be used asks why not.

const game = () => document.getElementById("game");
const isBack = (address) => new URL(address, location.href).searchParams.has("at");

async function show(address) {
  await htmx.ajax("GET", address, { target: "#game", swap: "outerHTML show:none" });
}

function step(address, pressed) {
  const go = isBack(address) && !isBack(location.href) ? "pushState" : "replaceState";
  history[go]({ game: true }, "", address);
  pressed.setAttribute("aria-busy", "true");
  show(address);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest('#game a[href^="?"]:not([hx-get])');
  const why = event.target.closest("#game [data-why]");
  if (!link && !why) return;
  event.preventDefault();
  step(link ? link.href : new URL(why.dataset.why, location.href).href, link ?? why);
});

document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Enter" && target.matches("#game [data-why]")) target.click(); // no button, but what a mouse can do
});

addEventListener("popstate", () => game() && show(location.href));
