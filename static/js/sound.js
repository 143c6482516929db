// A few small sounds, made here, for those who have chosen them: what is played, that it is one's turn, a victory. No
// browser lets a page sound before something was pressed on it.

let audio, bus, turn, ends = 0;

const on = (name, act) => document.addEventListener(name, act);
const whose = () => document.querySelector("#game .match")?.dataset.turn;

/** A note that fades: when, how high, how long, in seconds and hertz. */
function note(at, pitch, length, { loud = 1, fall = 1, shape = "sine" }) {
  const start = audio.currentTime + at, end = start + length;
  const source = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, end);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  source.connect(volume).connect(bus);
  source.start(start);
  source.stop(end);
}

const row = (at, apart, length, how, ...pitches) => pitches.forEach((pitch, number) => note(at + apart * number, pitch, length, how));
const VOICES = {
  dice: (at) => row(at, 0.045, 0.05, { loud: 0.5, fall: 0.5, shape: "triangle" }, 900, 620, 1050, 700, 560),
  mark: (at) => row(at, 0, 0.1, { fall: 0.5, shape: "triangle" }, 240),
  marble: (at) => row(at, 0.08, 0.07, { loud: 0.3 }, 2300, 2800),
  turn: (at) => row(at, 0.13, 0.4, { loud: 0.7 }, 659, 880),
  victory: (at) => row(at, 0.12, 0.45, { loud: 0.6, shape: "triangle" }, 523, 659, 784, 1047),
};
const OF_MOVES = { roll: "dice", split: "dice", push: "marble" };

function sound(voice, at = 0) {
  if (audio?.state !== "running") return;
  if (!bus) {
    bus = new GainNode(audio, { gain: 0.12 });
    bus.connect(audio.destination);
  }
  VOICES[voice](at / 1000);
}

function open() {
  if (document.documentElement.dataset.sounds !== "on" || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}
for (const name of ["click", "keydown"]) on(name, open);

on("game:moves", ({ detail: { moves } }) => {
  const times = new Map(moves.map(({ kind, at }) => [at, OF_MOVES[kind] ?? "mark"])); // where nothing moves all is at once
  for (const [at, voice] of times) sound(voice, at);
  ends = moves.at(-1).at + 300;
});
on("game:victory", ({ detail }) => sound("victory", detail.at));
on("game:skip", () => {
  bus?.disconnect();
  bus = undefined;
});

on("htmx:afterSettle", () => {
  if (whose() === "yours" && turn !== "yours") sound("turn", document.hidden ? 0 : ends);
  turn = whose();
  ends = 0;
});
turn = whose();
