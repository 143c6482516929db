// Steps inside the page of a game (picking a die, looking back) are links to "?…": fetched as a fragment, so that
// nothing jumps. Without this module they are what they are, links.

const game = () => document.getElementById("game");

async function show(address) {
  await htmx.ajax("GET", address, { target: "#game", swap: "outerHTML show:none" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest('#game a[href^="?"]:not([hx-get])');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState({ game: true }, "", link.href);
  link.setAttribute("aria-busy", "true");
  show(link.href);
});

addEventListener("popstate", () => game() && show(location.href));
