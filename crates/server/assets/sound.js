// Sound, made in the browser. It plays only after a first touch of the page, and one button switches it off for good.
//
// Hooks: #sound[aria-pressed] is the switch; [data-last] names the last sound, and [data-heard] says whether it played:
// yes, muted, or waiting for a first touch.

import { get } from "./dom.js";

/** @import { Settings } from "./settings.js" */

const BLOWS = [[0, .34], [.44, .9]]; // start and length of each blow of the whistle, in seconds
const PITCH = 2350;
const PEA = 27; // turns of the pea in a second

/** One blow of a whistle with a pea in it. @param {AudioContext} audio @param {number} begin @param {number} length */
function blow(audio, begin, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(.16, begin + .03);
  gain.gain.setValueAtTime(.16, begin + length - .08);
  gain.gain.linearRampToValueAtTime(0, begin + length);
  gain.connect(audio.destination);
  const pea = audio.createOscillator();
  pea.frequency.value = PEA;
  const sway = audio.createGain();
  sway.gain.value = 130;
  pea.connect(sway);
  /** @type {[number, OscillatorType][]} */
  const pitches = [[PITCH, "triangle"], [PITCH * 1.22, "sine"]];
  const tones = pitches.map(([pitch, type]) => {
    const tone = audio.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(pitch * .93, begin);
    tone.frequency.linearRampToValueAtTime(pitch, begin + .07);
    sway.connect(tone.frequency);
    tone.connect(gain);
    return tone;
  });
  for (const source of [pea, ...tones]) { source.start(begin); source.stop(begin + length); }
}

export class Sound {
  /** @type {AudioContext | undefined} */
  audio;

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    this.button = get("sound");
    this.button.addEventListener("click", () => this.toggle());
    this.draw();
  }

  /** Shows the switch where there is something to hear. @param {boolean} any */
  offer(any) { this.button.hidden = !any; }

  toggle() {
    this.settings.set("sound", !this.settings.on("sound"));
    this.draw();
  }

  draw() {
    const on = this.settings.on("sound");
    this.button.setAttribute("aria-pressed", String(on));
    /** @type {HTMLElement} */ (this.button.querySelector(".word")).textContent = on ? "Sound on" : "Sound off";
  }

  whistle() {
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    const heard = !this.settings.on("sound") ? "muted" : touched ? "yes" : "waiting";
    Object.assign(this.button.dataset, { last: "whistle", heard });
    if (heard !== "yes") return;
    try {
      this.audio ??= new AudioContext();
      this.audio.resume();
      for (const [begin, length] of BLOWS) blow(this.audio, this.audio.currentTime + .03 + begin, length);
    } catch { this.button.dataset.heard = "impossible"; }
  }
}
