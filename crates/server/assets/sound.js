// What can be heard: made in the browser, heard only by who has touched the page,
// and switched off for good with one button.
//
// Hooks: #sound[aria-pressed] is the switch; [data-last] says what was to be heard
// last, and [data-heard] whether it was: yes, muted, or waiting for a first touch.

const BLOWS = [[0, .34], [.44, .9]]; // when the whistle is blown, and how long
const PITCH = 2350;
const PEA = 27; // so often in a second the pea goes round

const get = (id) => document.getElementById(id);

/** One blow of a whistle with a pea in it. */
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
  const tones = [[PITCH, "triangle"], [PITCH * 1.22, "sine"]].map(([pitch, type]) => {
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
  constructor(settings) {
    this.settings = settings;
    this.button = get("sound");
    this.button.addEventListener("click", () => this.toggle());
    this.draw();
  }

  /** The switch is there where there is something to hear. */
  offer(any) { this.button.hidden = !any; }

  toggle() {
    this.settings.set("sound", !this.settings.on("sound"));
    this.draw();
  }

  draw() {
    const on = this.settings.on("sound");
    this.button.setAttribute("aria-pressed", String(on));
    this.button.querySelector(".word").textContent = on ? "Sound on" : "Sound off";
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
