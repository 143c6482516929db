// Keeps #game as new as the log, and lets nothing older in. What a player does goes first: one press is one request, and
// until its answer nothing else is pressed, fetched or put in.

let heard = 0, isFetching = false, held = [], focused = "";

const TARGETS = "#game :is(a[href], button):not([aria-disabled])";
const on = (name, act, options) => document.addEventListener(name, act, options);
const game = () => document.getElementById("game");
const seq = () => Number(game().dataset.seq);
const isBusy = () => game().ariaBusy;
const isOfSignal = ({ requestConfig }) => requestConfig.triggeringEvent?.type.startsWith("live:");
const isPress = (detail) => detail.target.id === "game" && !isOfSignal(detail);

function showNews() {
  for (const news of game().querySelectorAll("[data-news]")) news.hidden = heard <= seq();
}

function refresh(event) {
  if (!game() || isFetching || isBusy()) return;
  if (game().dataset.at) return showNews();
  isFetching = true;
  const address = new URL(location.href);
  address.searchParams.set("have", seq());
  const how = { source: document.head, event, target: "#game", swap: "outerHTML show:none" }; // the body's requests are the player's
  htmx
    .ajax("GET", address.pathname + address.search, how)
    .catch(() => {})
    .finally(() => {
      isFetching = false;
      setTimeout(catchUp, 1e3);
    });
}

function catchUp() {
  if (game() && heard > seq()) refresh(new Event("live:game"));
}

on("live:game", (event) => {
  const signal = event.detail;
  if (!signal.game) refresh(event);
  else if (game()?.dataset.game === String(signal.game)) heard = Math.max(heard, signal.seq);
  catchUp();
});

on("htmx:beforeSend", ({ detail }) => {
  if (!isPress(detail)) return;
  const pressed = detail.requestConfig.triggeringEvent?.submitter ?? document.activeElement.closest(TARGETS);
  held = [...document.querySelectorAll(TARGETS)];
  for (const target of held) target[target === pressed ? "ariaBusy" : "ariaDisabled"] = "true";
  game().ariaBusy = "true";
});
on("htmx:afterRequest", ({ detail }) => {
  if (!isPress(detail)) return;
  for (const free of [game(), ...held]) free.ariaBusy = free.ariaDisabled = null;
  setTimeout(catchUp);
});
const hold = (event) => {
  if (!event.target.closest("#game[aria-busy]") || event.target.closest("#chat")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
for (const name of ["click", "submit"]) on(name, hold, { capture: true });

on("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "game" || !detail.shouldSwap) return;
  const comes = Number(/\sid="game"[^>]*\sdata-seq="(\d+)"/.exec(detail.serverResponse)?.[1]);
  detail.isError ||= isNaN(comes); // a whole page
  const build = /\sdata-build="(\w*)"/.exec(detail.serverResponse)?.[1] ?? game().dataset.build;
  if (build !== game().dataset.build) return location.reload(); // the site was updated: its styles are others now
  detail.shouldSwap = comes >= seq() && !(isOfSignal(detail) && isBusy());
  focused = document.activeElement.id;
});
on("htmx:beforeOnLoad", (event) => {
  const { target } = event.detail;
  if (target.id === "game" && !target.isConnected) event.preventDefault(); // a newer one is there
});
// Focus stays on the same thing. If that is gone, it goes to the heading of the dock, which says what is to do: never
// to the body, from where a keyboard would have to begin anew.
on("htmx:afterSwap", ({ detail }) => {
  if (detail.target.id !== "game") return;
  const heading = document.querySelector("#dock h2") ?? document.getElementById("dock");
  heading?.setAttribute("tabindex", "-1");
  const stays = document.getElementById(focused) ?? document.querySelector("#dock [data-focus-next]") ?? heading;
  if (document.activeElement === document.body) stays?.focus({ preventScroll: true });
  if (game()?.dataset.at) showNews();
});
