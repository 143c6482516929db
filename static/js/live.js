// One socket a page. What it hears becomes an event of the document: {"waiting": true} is "live:waiting". Now and then,
// and after every gap, the same events are fired on suspicion, so that nothing is missed.

const POLL = { open: 180e3, lost: 45e3, soon: 4e3 };
let socket, opened, wait, failures = 0, polled = Date.now();

const isOpen = () => socket?.readyState === WebSocket.OPEN;
const isVisible = () => document.visibilityState === "visible";
const fire = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`live:${name}`, { detail }));

function say(state) {
  for (const place of document.querySelectorAll("[data-connection]")) place.dataset.connection = state;
}

function poll() {
  polled = Date.now();
  for (const name of ["game", "waiting", "chat", "challenge", "lobby"]) fire(name);
}

function wake() {
  if (isOpen()) socket.send(JSON.stringify({ visible: isVisible() }));
  if (isVisible()) connect();
  tick();
}

function tick() {
  if (isVisible() && document.querySelector("#game[data-soon]")) fire("game"); // a bot thinks, and is not long about it
  if (isVisible() && Date.now() - polled > (isOpen() ? POLL.open : POLL.lost)) poll();
}

function connect() {
  clearTimeout(wait);
  const game = document.getElementById("game")?.dataset.game;
  const watched = game ? `game=${game}` : document.querySelector("[data-watch]")?.dataset.watch;
  if (socket || !(watched || "live" in document.body.dataset)) return;
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/live/${watched ? `?${watched}` : ""}`);
  socket.onopen = () => {
    say("live");
    if (opened) poll();
    opened = Date.now();
    wake();
  };
  socket.onmessage = ({ data }) => {
    const signal = JSON.parse(data);
    fire(Object.keys(signal)[0], signal);
  };
  socket.onclose = ({ code }) => {
    socket = undefined;
    fire("lost");
    if (Date.now() - opened > 10e3) failures = 0;
    if (code >= 4400 && code !== 4401) failures = 6; // refused once, refused again; but logged out is let in as a visitor
    wait = setTimeout(connect, 1e3 * 2 ** Math.min(failures++, 6) * (0.5 + Math.random()));
    setTimeout(() => isOpen() || say(failures > 2 || !navigator.onLine ? "offline" : "connecting"), 2e3);
  };
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
setInterval(tick, POLL.soon);
connect();
