// One press is one request: until it is answered, nothing else in #game can be pressed, not even the same thing again.

let held = [], isHeld = false;

const isGame = ({ target, requestConfig }) => target.id === "game" && !("Live" in requestConfig.headers);

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!isGame(detail)) return;
  isHeld = true;
  const pressed = detail.requestConfig.triggeringEvent?.submitter ?? document.activeElement.closest("#game :is(a, button)");
  pressed?.setAttribute("aria-busy", "true");
  held = [...document.querySelectorAll("#game :is(a[href], button):not([aria-disabled])")].filter((other) => other !== pressed);
  for (const other of held) other.setAttribute("aria-disabled", "true");
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!isGame(detail)) return;
  isHeld = false;
  for (const other of held) other.removeAttribute("aria-disabled");
  for (const pressed of document.querySelectorAll("#game [aria-busy]")) pressed.removeAttribute("aria-busy");
});

for (const name of ["click", "submit"]) {
  document.addEventListener(
    name,
    (event) => {
      if (!isHeld || !event.target.closest("#game") || event.target.closest("#chat")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
