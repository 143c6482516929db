// The desk by keyboard: j and k walk through the queue, digits choose an answer, and letters press what has data-key.

const all = (selector) => [...document.querySelectorAll(selector)];
const isTyping = (element) => element.closest("textarea, select, input:not([type=radio])");

function walk(step) {
  const rows = all(".mod-row .cover");
  const here = rows.indexOf(document.activeElement);
  rows[Math.min(rows.length - 1, Math.max(0, here + step))]?.focus();
}

function choose(number) {
  const answer = all("input[name=answer]")[number - 1];
  if (!answer) return;
  answer.checked = true;
  answer.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  if (event.key === "j" || event.key === "k") walk(event.key === "j" ? 1 : -1);
  else if (/^[1-9]$/.test(event.key)) choose(Number(event.key));
  else {
    const pressed = all(`[data-key="${CSS.escape(event.key)}"]`)[0];
    if (!pressed) return;
    pressed.click();
  }
  event.preventDefault();
});
