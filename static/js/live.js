// One socket for each page. What it hears becomes an event of the document: {"waiting": true} is "live:waiting". When
// nothing was heard for a while the same events are fired on suspicion, so whoever listens needs no other backstop.

const LIVE_POLL = 180e3, LOST_POLL = 45e3, SLEPT = 150e3, LONGEST_WAIT = 60e3;
let socket, watched, opened, wait, failures = 0, polled = Date.now(), ticked = Date.now();

const game = () => document.getElementById("game")?.dataset.game ?? "";
const isOpen = () => socket?.readyState === WebSocket.OPEN;
const isVisible = () => document.visibilityState === "visible";
const fire = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`live:${name}`, { detail }));

function say(state) {
  for (const place of document.querySelectorAll("[data-connection]")) place.dataset.connection = state;
}

function tellVisible() {
  if (isOpen()) socket.send(JSON.stringify({ visible: isVisible() }));
}

function poll() {
  polled = Date.now();
  for (const name of ["game", "waiting", "chat"]) fire(name);
}

function connect() {
  clearTimeout(wait);
  if (socket || !("live" in document.body.dataset || game())) return;
  watched = game();
  const own = (socket = new WebSocket(`${location.origin.replace("http", "ws")}/live/${watched && `?game=${watched}`}`));
  own.onopen = () => {
    say("live");
    tellVisible();
    if (opened) poll(); // what happened while nobody listened
    opened = Date.now();
  };
  own.onmessage = ({ data }) => {
    const signal = JSON.parse(data);
    fire(Object.keys(signal)[0], signal);
  };
  own.onclose = ({ code }) => own === socket && lose(code);
}

function lose(code) {
  socket = undefined;
  fire("lost");
  if (Date.now() - opened > 10e3) failures = 0;
  // What was refused once is refused again; but who logged out is let in as a visitor.
  if (code >= 4400 && code !== 4401) failures = 9;
  const delay = Math.min(1e3 * 2 ** failures++, LONGEST_WAIT) * (0.5 + Math.random());
  wait = setTimeout(connect, delay);
  setTimeout(() => isOpen() || say(failures > 2 || !navigator.onLine ? "offline" : "connecting"), 2e3);
}

function renew() {
  const old = socket;
  socket = undefined;
  old?.close();
  connect();
}

function tick() {
  const hasSlept = Date.now() - ticked > SLEPT; // a socket that slept may be dead without knowing it
  ticked = Date.now();
  if (hasSlept) renew();
  if (isVisible() && Date.now() - polled > (isOpen() ? LIVE_POLL : LOST_POLL)) poll();
}

function wake() {
  tellVisible();
  if (isVisible()) connect();
  tick();
}

document.addEventListener("visibilitychange", wake);
document.addEventListener("htmx:afterSettle", () => watched !== undefined && watched !== game() && renew());
addEventListener("online", wake);
setInterval(tick, 15e3);
connect();
