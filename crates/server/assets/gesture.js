// Pointing: which offers fit what was pointed at so far. The offers come from
// the server; nothing here knows why one is legal.

/** What may be pointed at as a step of an offer: what is meant, and pieces that are interchangeable with it. */
const choices = (offer, at) => [offer.steps[at], ...(offer.same ?? []).filter(({ step }) => step === at).map(({ space }) => space)];

/** May this be pointed at as that step of the offer? */
export const takes = (offer, at, id) => choices(offer, at).includes(id);

const begins = (offer, path) => path.every((id, at) => takes(offer, at, id));

/** Offers by what can be pointed at as a step. */
function grouped(offers, at) {
  const groups = new Map();
  for (const offer of offers) for (const id of choices(offer, at)) groups.set(id, [...(groups.get(id) ?? []), offer]);
  return groups;
}

const FEW = 8; // so many men are marked one by one
const SEEN = 40; // so many ends can be looked at together

export class Gesture {
  constructor() {
    this.all = [];
    this.offers = [];
    this.path = [];
    this.die = null; // only what is played by this die
    this.kind = null; // only what is done with this kind of man of a tray
  }

  /** New offers. What is in the hand stays there if it can still go somewhere; if only one man can be moved, he is in the hand at once. */
  renew(offers) {
    this.all = offers;
    this.narrow();
    if (this.path.length && !this.after(this.path).length) this.path = [];
    const pointed = this.offers.filter((offer) => offer.steps.length);
    const [first] = pointed.map((offer) => offer.steps[0]);
    if (!this.path.length && pointed.length && pointed.every((offer) => offer.steps[0] === first && offer.steps.length > 1)) this.path = [first];
  }

  drop() {
    this.path = [];
    this.kind = null;
    this.narrow();
  }

  /** Leaves out what goes by another die or with another kind of man. */
  narrow() {
    const fits = (offer) => (!this.die || !offer.die || offer.die === this.die) && (!this.kind || !offer.kind || offer.kind === this.kind);
    this.offers = this.all.filter(fits);
  }

  /** Offers that go on from a path. */
  after(path) { return this.offers.filter((offer) => offer.steps.length > path.length && begins(offer, path)); }

  /** Offers that are just this path. */
  exact(path) { return this.offers.filter((offer) => offer.steps.length === path.length && begins(offer, path)); }

  /** What can be pointed at next, each with the offers it leads to. */
  next() { return grouped(this.after(this.path), this.path.length); }

  /** What a gesture can begin with. */
  firsts() { return [...grouped(this.offers.filter((offer) => offer.steps.length), 0).keys()]; }

  /** What is done by pointing at one thing, each with its offers; nothing while something is in the hand. */
  single() {
    return grouped(this.path.length ? [] : this.offers.filter((offer) => offer.steps.length === 1), 0);
  }

  /** Ends that can be pointed at straight away, each with its offers: nothing is in the hand, ways are shown, and few men can go. */
  ends() {
    const ways = this.path.length ? [] : this.offers.filter((offer) => offer.steps.length === 2 && offer.path?.length);
    const firsts = new Set(this.firsts());
    const ends = grouped(ways.filter((offer) => !firsts.has(offer.steps[1])), 1);
    return firsts.size > FEW || ends.size > SEEN ? new Map() : ends;
  }

  /** The men who can be picked, when they are few enough to be marked. */
  movable() {
    const firsts = this.path.length ? [] : this.firsts().filter((id) => this.after([id]).length);
    return firsts.length > FEW ? [] : firsts;
  }

  /** Offers without pointing: buttons. */
  buttons() { return this.offers.filter((offer) => offer.steps.length === 0); }

  /**
   * Ends that need no choice: nothing is in the hand, and of all offers each
   * beginning leads to one end and each end comes from one beginning.
   */
  plain() {
    const pointed = this.offers.filter((offer) => offer.steps.length === 2);
    const apart = (at) => new Set(pointed.map((offer) => offer.steps[at])).size === pointed.length;
    if (this.path.length || pointed.length !== this.offers.length - this.buttons().length) return [];
    return apart(0) && apart(1) ? pointed : [];
  }
}

const WORTH = ["plain", "gain", "take", "harm", "win"];

const worth = (offer) => WORTH.indexOf(offer.tone ?? "plain");

/** What a set of offers is worth showing as: the best tone of all. */
export function tone(offers) { return ranked(offers)[0]?.tone ?? "plain"; }

/** Offers with what is most worth knowing first. */
export function ranked(offers) { return [...offers].sort((a, b) => worth(b) - worth(a)); }
