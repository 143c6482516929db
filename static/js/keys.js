// The keys of a game's page. A letter presses what has it as data-key; "?" shows them all. Whoever speaks to the
// computer, or uses the letters for something else, switches them off (it is kept in this browser).

const OFF = "keys-off";
const at = (id) => document.getElementById(id);
const isOff = () => localStorage.getItem(OFF) === "1";
const isTyping = (element) => element.closest("textarea, select, dialog[open], input:not([type=radio], [type=checkbox])");

const STOP = '#board [tabindex="0"]'; // of the hexes, and of the leaves: rather the one that can be chosen
const GO = {
  b: () => document.querySelector(`${STOP}:is([data-state="legal"], [data-state="anthill"])`) ?? document.querySelector(STOP) ?? document.querySelector("#board [data-hex]"),
  d: () => document.querySelector("#dock h2"),
};

// What the dock lists, the most urgent question first; a group of crates that is used up keeps its number.
const LISTS = [".lot input:not(:checked)", ".groups > li > *", ".again .held", ".take .btn", ".stops > *", ".tray .held"];

function digit(number) {
  const list = LISTS.map((listed) => document.querySelectorAll(`#dock :is(${listed})`)).find(({ length }) => length);
  const pressed = list?.[number - 1];
  pressed?.click();
  pressed?.focus({ preventScroll: true });
}

function press(key) {
  if (key === "?") return at("keys").showModal();
  if (key === "r") return document.dispatchEvent(new Event("game:repeat"));
  if (/^[1-9]$/.test(key)) return digit(Number(key));
  const pressed = document.querySelector(`#game [data-key="${CSS.escape(key)}"]`);
  if (GO[key]) GO[key]()?.focus({ preventScroll: true });
  else pressed?.click();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  if (isOff() && event.key !== "?") return;
  const key = event.key.toLowerCase();
  const isOurs = key === "?" || key === "r" || key in GO || /^[1-9]$/.test(key) || document.querySelector(`#game [data-key="${CSS.escape(key)}"]`);
  if (!isOurs || !at("game")) return;
  event.preventDefault();
  press(key);
});

document.addEventListener("click", ({ target }) => {
  if (target.closest('[data-open="keys"]')) at("keys").showModal();
});
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-keys-off]")) localStorage.setItem(OFF, target.checked ? "1" : "0");
});
const dress = () => {
  for (const opener of document.querySelectorAll('[data-open="keys"]')) opener.hidden = false;
  for (const box of document.querySelectorAll("[data-keys-off]")) box.checked = isOff();
};
document.addEventListener("htmx:afterSwap", dress);
dress();
