// The way through a game: the slider, the arrow keys, playing it from a step on, and where a move was made.
// Every step is a link; this module only presses them.

const PACE = 1400; // milliseconds a step is shown while playing
const at = (id) => document.getElementById(id);
let playing = 0;

document.documentElement.dataset.script = "";

function press(link) {
  if (link?.hasAttribute("href")) link.click();
}

function play(isOn) {
  clearTimeout(playing);
  playing = isOn ? setTimeout(goOn, PACE) : 0;
  dress();
}

function goOn() {
  const next = at("step-next");
  if (!next?.hasAttribute("href")) return play(false);
  press(next);
  play(true);
}

/** What the server does not know of: that it plays, and where the list had been scrolled to. */
function dress() {
  for (const button of document.querySelectorAll("[data-play]")) {
    button.dataset.start ??= button.ariaLabel;
    button.ariaPressed = String(playing > 0);
    button.ariaLabel = playing ? button.dataset.pause : button.dataset.start;
  }
}

/** An address that says so plays by itself, but once: not when one comes back to it or loads it again. */
function playIfAsked() {
  const address = new URL(location.href);
  if (!address.searchParams.has("play")) return;
  address.searchParams.delete("play");
  history.replaceState(history.state, "", address);
  play(true);
}

function showCurrent() {
  const list = at("moves-list");
  const line = list?.querySelector("[aria-current]");
  if (line) list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-play]")) return;
  if (playing) return play(false);
  press(at("step-next")?.hasAttribute("href") ? at("step-next") : at("step-first"));
  play(true);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-slider]");
  if (!form) return;
  play(false);
  const stop = form.dataset.stops.split(" ").findLast((stop) => Number(stop) <= Number(event.target.value));
  const link = document.createElement("a");
  link.setAttribute("href", `?${new URLSearchParams({ ...Object.fromEntries(new FormData(form)), at: stop })}`);
  link.hidden = true;
  form.append(link);
  link.click();
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable], [role=radio], #board, #dock, #moves-list")) return;
  const step = { ArrowLeft: "step-back", ArrowRight: "step-next" }[event.key];
  if (step && at(step)) press(at(step));
});

function halo(event, isOn) {
  const places = event.target.closest?.("[data-places]")?.dataset.places.split(" ") ?? [];
  for (const place of places)
    for (const hex of document.querySelectorAll(`#board [data-hex="${place}"]`)) hex.toggleAttribute("data-halo", isOn);
}

for (const [kind, isOn] of Object.entries({ mouseover: true, focusin: true, mouseout: false, focusout: false }))
  document.addEventListener(kind, (event) => halo(event, isOn));

document.addEventListener("htmx:afterSettle", (event) => {
  dress();
  showCurrent();
  playIfAsked();
  if (event.target.id === "moves-list") event.target.focus({ preventScroll: true }); // what was asked for is read next
});
showCurrent();
playIfAsked();
