// What a page shows of the world around it: how many games wait, who is here, and that something did not work.

const all = (selector) => document.querySelectorAll(selector);
const here = new Set();

function showWaiting() {
  const count = Number(document.getElementById("waiting")?.dataset.count ?? 0);
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = count ? `(${count}) ${title}` : title;
  const icon = document.querySelector("link[rel=icon]");
  const address = icon.href.split("?")[0] + (count ? `?waiting=${count}` : "");
  if (icon.href !== address) icon.href = address;
}

function showPresence() {
  for (const place of all("[data-presence]")) place.toggleAttribute("data-here", here.has(Number(place.dataset.presence)));
}

const CHANGES = {
  "live:here": (signal) => here.add(signal.here),
  "live:gone": (signal) => here.delete(signal.gone),
  "live:lost": () => here.clear(),
  "htmx:afterSwap": () => {},
};
for (const [name, change] of Object.entries(CHANGES)) {
  document.addEventListener(name, ({ detail }) => {
    change(detail);
    showPresence();
  });
}
for (const name of ["htmx:afterSettle", "followed"]) document.addEventListener(name, showWaiting);

// Who sees the news of a game at once has seen them: the bell need not say so.
document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if (target.id === "game" && detail.requestConfig?.triggeringEvent?.type === "live:game") document.dispatchEvent(new Event("live:waiting"));
});

// "lost": no answer came; "refused": the answer is none to be shown; "often": it came too often (429); "unsaved": the database is away (503). What a signal started fails in silence.
const TROUBLES = { beforeSend: "", responseError: "refused", swapError: "refused", sendError: "lost", timeout: "lost" };
for (const [name, trouble] of Object.entries(TROUBLES)) {
  document.addEventListener(`htmx:${name}`, ({ detail }) => {
    if (detail.requestConfig.triggeringEvent?.type.startsWith("live:")) return;
    const shown = (trouble === "refused" && { 429: "often", 503: "unsaved" }[detail.xhr?.status]) || trouble;
    for (const sentence of all("[data-trouble]")) sentence.hidden = sentence.dataset.trouble !== shown;
  });
}

// What is swapped in may have an address of its own: the switch of languages comes back to it.
document.addEventListener("htmx:afterSettle", () => {
  const back = document.querySelector(".foot-languages [name=next]");
  if (back) back.value = location.pathname + location.search;
});
