// Hands a link to the share sheet of the device, where it has one.

for (const button of document.querySelectorAll("button[data-share]")) {
  const shared = { text: button.dataset.text, url: button.dataset.share };
  if (!navigator.canShare?.(shared)) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share(shared).catch(() => {})); // closed without sharing
}
