// Dragging a piece from one pool to the other. Without this module the radio buttons do the same.

const FAR_ENOUGH = 8; // less is a tap

document.addEventListener("pointerdown", (down) => {
  const lot = down.target.closest("[data-split] .lot");
  if (!lot || down.button) return;
  const piece = lot.querySelector(".lot-piece");
  let moved = 0;

  const follow = (move) => {
    moved = move.clientY - down.clientY;
    if (Math.abs(moved) < FAR_ENOUGH && !lot.dataset.dragged) return;
    lot.dataset.dragged = "";
    piece.style.setProperty("--dragged", `${moved}px`);
  };

  const stop = (up) => {
    removeEventListener("pointermove", follow);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (!("dragged" in lot.dataset)) return;
    delete lot.dataset.dragged;
    piece.style.removeProperty("--dragged");
    if (up.type !== "pointerup") return;
    addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click", { cancelable: true }))); // no click came: take the guard away
    const slots = [...lot.querySelectorAll(".slot")];
    const nearest = (slot) => Math.abs(slot.getBoundingClientRect().top + slot.offsetHeight / 2 - up.clientY);
    const input = slots.sort((one, other) => nearest(one) - nearest(other))[0].querySelector("input");
    input.checked = true;
    input.focus({ preventScroll: true });
  };

  addEventListener("pointermove", follow);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
});
