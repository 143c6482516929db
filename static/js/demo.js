// The live game of the home page: fetches its next picture every few seconds, while somebody can see it.

const PACE = 4000;

for (const live of document.querySelectorAll("[data-demo]")) {
  const pause = live.querySelector("[data-demo-pause]");
  let isPaused = document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  const show = () => {
    pause.setAttribute("aria-pressed", String(isPaused));
    live.toggleAttribute("data-paused", isPaused);
  };

  const next = async () => {
    if (isPaused || document.hidden) return;
    const scene = live.querySelector("[data-demo-scene]");
    const answer = await fetch(`${live.dataset.demo}?seen=${scene.dataset.demoScene}`).catch(() => null);
    if (answer?.status !== 200) return; // nothing new, or the site is away: the picture stays
    const text = await answer.text();
    if (!isPaused) scene.outerHTML = text;
  };

  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    show();
    next();
  });
  document.addEventListener("visibilitychange", next);
  show();
  setInterval(next, PACE);
}
