// The chat beside a game. A page that hears of news asks for them where the panel is open, and for their number where
// it is closed. Without this module the panel still opens, and its form still sends.

const panel = () => document.querySelector("details.chat");

function ask(query, options) {
  htmx.ajax("GET", `${panel().dataset.address}?${query}`, { ...options, event: new Event("live:chat") }); // nobody pressed it
}

function catchUp() {
  if (!panel().open) {
    if ("counts" in panel().dataset) ask("unread=1", { source: "#chat-unread", target: "#chat-unread", swap: "innerHTML" });
    return;
  }
  for (const list of panel().querySelectorAll("[data-room]")) {
    const last = list.lastElementChild?.id.replace("message-", "") ?? 0;
    ask(`room=${list.dataset.room}&after=${last}`, { source: list, target: list, swap: "none" });
  }
}

// What a moderator hides must vanish: the rows are all asked for again.
function lookAgain() {
  for (const list of panel().querySelectorAll("[data-room]")) ask(`room=${list.dataset.room}&all=1`, { source: list, target: list, swap: "innerHTML" });
}

document.addEventListener("live:chat", ({ detail }) => {
  if (!panel()) return;
  if (detail.changed && panel().open) lookAgain();
  else catchUp();
});

// Opened for the first time it loads by itself; later on it may have missed something.
document.addEventListener("toggle", (event) => event.target === panel() && panel().open && catchUp(), true);

// What somebody sends may arrive twice: as the answer to their form, and as news.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  for (const row of detail.fragment.querySelectorAll(".chat-said")) if (document.getElementById(row.id)) row.remove();
});

// A refusal is the form again, with the reason and with the text as it was.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.matches(".chat-say") || !detail.serverResponse.includes('class="chat-say"')) return;
  detail.shouldSwap = true;
  detail.isError = false;
});

// Where there is a real keyboard, Enter sends and Shift+Enter begins a new line.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches(".chat-say textarea")) return;
  if (!matchMedia("(pointer: fine)").matches) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
