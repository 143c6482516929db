// Says on the page, not in the console, that a passkey was refused or the question for it closed.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const sentence of document.querySelectorAll("[data-passkey-refused]")) sentence.hidden = false;
});
