// Copies the address of a link instead of going there, or what a field holds (data-copy is its id), and says so. A page
// whose address ends in #copy was made for its link: that is copied at once, where the browser lets it.

const buttons = document.querySelectorAll("button[data-copy]");

async function copy(from, isPressed) {
  const field = document.getElementById(from.dataset.copy);
  try {
    await navigator.clipboard.writeText(field?.value ?? from.href);
  } catch {
    if (!isPressed) return;
    if (!field) return location.assign(from.href); // not allowed here: then the address bar has it
    field.select(); // on a page without HTTPS there is no other way
    if (!document.execCommand("copy")) return;
  }
  const said = from.textContent;
  const status = from.parentElement.querySelector("[data-copy-status]");
  from.textContent = from.dataset.copied;
  if (status) status.textContent = from.dataset.copied;
  setTimeout(() => {
    from.textContent = said;
    if (status) status.textContent = "";
  }, 2500);
}

document.addEventListener("click", (event) => {
  const from = event.target.closest("[data-copy]");
  if (!from || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  copy(from, true);
});

for (const button of buttons) button.hidden = false;
if (location.hash === "#copy" && buttons.length) {
  history.replaceState(history.state, "", location.pathname); // once is enough
  copy(buttons[0], false);
}
