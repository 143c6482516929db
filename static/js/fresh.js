// Keeps #game as new as the log: fetches it when a signal tells of a newer event, and lets nothing older in.
// What a player does goes first: while that is under way nothing is fetched, and nothing fetched is put in.

const BACKGROUND = "Live"; // the header of what nobody pressed
const AGAIN = 1e3;
let heard = 0, players = 0, isFetching = false, hadFocus = false;

const game = () => document.getElementById("game");
const seq = () => Number(game().dataset.seq);
const isBackground = ({ requestConfig }) => BACKGROUND in requestConfig.headers;

function refresh() {
  if (!game() || players || isFetching) return;
  if (game().dataset.at) {
    for (const news of game().querySelectorAll("[data-news]")) news.hidden = heard <= seq();
    return;
  }
  isFetching = true;
  const address = new URL(location.href);
  address.searchParams.set("have", seq());
  htmx
    .ajax("GET", address.pathname + address.search, {
      source: document.head, // not the body, whose requests wait for each other
      target: "#game",
      swap: "outerHTML show:none",
      headers: { [BACKGROUND]: "true" },
    })
    .catch(() => {}) // the socket or the next poll will tell again
    .finally(() => {
      isFetching = false;
      setTimeout(catchUp, AGAIN);
    });
}

function catchUp() {
  if (game() && heard > seq()) refresh();
}

document.addEventListener("live:game", ({ detail }) => {
  if (detail.seq === undefined) return refresh(); // a poll, which knows nothing
  if (game()?.dataset.game === String(detail.game)) heard = Math.max(heard, detail.seq);
  catchUp();
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (detail.target.id === "game" && !isBackground(detail)) players++;
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.target.id === "game" && !isBackground(detail)) setTimeout(catchUp, players-- && 0);
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "game" || !detail.shouldSwap) return;
  const tag = /<[^>]+\sid="game"[^>]*>/.exec(detail.serverResponse)?.[0] ?? "";
  const comes = Number(/\sdata-seq="(\d+)"/.exec(tag)?.[1] ?? NaN);
  if (Number.isNaN(comes)) detail.isError = true; // a whole page has no place here
  const isUnasked = isBackground(detail) && (players || game().dataset.at || comes === seq());
  if (Number.isNaN(comes) || comes < seq() || isUnasked) detail.shouldSwap = false;
  hadFocus = game().contains(document.activeElement);
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.target.id === "game" && !event.detail.target.isConnected) event.preventDefault();
});

document.addEventListener("htmx:afterSwap", () => {
  if (hadFocus && game() && document.activeElement === document.body) {
    game().querySelector("[data-focus-next]")?.focus({ preventScroll: true });
  }
  hadFocus = false;
  for (const news of document.querySelectorAll("#game[data-at]:not([data-at='']) [data-news]")) news.hidden = heard <= seq();
});
