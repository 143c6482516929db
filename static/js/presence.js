// Shows who of the two players looks at the game: data-here on [data-presence="1"] and [data-presence="2"].

const here = new Set();

function show() {
  for (const place of document.querySelectorAll("[data-presence]")) {
    place.toggleAttribute("data-here", here.has(Number(place.dataset.presence)));
  }
}

function on(name, change) {
  document.addEventListener(name, ({ detail }) => {
    change(detail);
    show();
  });
}

on("live:here", (signal) => here.add(signal.here));
on("live:gone", (signal) => here.delete(signal.gone));
on("live:lost", () => here.clear());
document.addEventListener("htmx:afterSwap", show);
