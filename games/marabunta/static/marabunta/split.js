// Dragging a piece from one pool to the other, and keeping an unfinished split in the address, so that a reload has it
// too. A finger that moves at once scrolls the page; one that rests a moment first takes the piece along. Without this
// module the radio buttons do the same.

const FAR_ENOUGH = 8; // less is a tap
const A_MOMENT = 180;

document.addEventListener("pointerdown", (down) => {
  const lot = down.target.closest("[data-split] .lot");
  if (!lot || down.button) return;
  const piece = lot.querySelector(".lot-piece");
  let isHeld = down.pointerType !== "touch";
  const holding = setTimeout(() => (isHeld = true), A_MOMENT);

  const follow = (move) => {
    const moved = move.clientY - down.clientY;
    if (!isHeld || (Math.abs(moved) < FAR_ENOUGH && !("dragged" in lot.dataset))) return;
    lot.dataset.dragged = "";
    piece.style.setProperty("--dragged", `${moved}px`);
  };
  const keepStill = (move) => isHeld && move.cancelable && move.preventDefault();

  const stop = (up) => {
    clearTimeout(holding);
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    lot.removeEventListener("touchmove", keepStill);
    if (!("dragged" in lot.dataset)) return;
    delete lot.dataset.dragged;
    piece.style.removeProperty("--dragged");
    if (up.type !== "pointerup") return;
    addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click", { cancelable: true }))); // no click came: take the guard away
    const slots = [...lot.querySelectorAll(".slot")];
    const distance = (slot) => Math.abs(slot.getBoundingClientRect().top + slot.offsetHeight / 2 - up.clientY);
    const input = slots.sort((one, other) => distance(one) - distance(other))[0].querySelector("input");
    input.checked = true;
    input.focus({ preventScroll: true });
    keep();
  };

  addEventListener("pointermove", follow);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  lot.addEventListener("touchmove", keepStill, { passive: false });
});

function keep() {
  const second = [...document.querySelectorAll('[data-split] input[value="2"]:checked')].map((input) => input.name.at(-1));
  const address = new URL(location.href);
  address.searchParams.set("second", second.join(""));
  history.replaceState(history.state, "", address);
}
document.addEventListener("change", ({ target }) => target.closest("[data-split]") && keep());
