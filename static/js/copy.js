// Copies the address of a link instead of going there, and says so.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy]");
  if (!link || !navigator.clipboard || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    location.assign(link.href); // not allowed here: then the address bar has it
    return;
  }
  const said = link.textContent;
  const status = link.parentElement.querySelector("[data-copy-status]");
  link.textContent = link.dataset.copied;
  if (status) status.textContent = link.dataset.copied;
  setTimeout(() => {
    link.textContent = said;
    if (status) status.textContent = "";
  }, 2500);
});
