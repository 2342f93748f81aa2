// Pointing: which offers fit what was pointed at so far. The offers come from
// the server; nothing here knows why one is legal.

const begins = (offer, path) => path.every((id, at) => offer.steps[at] === id);

export class Gesture {
  constructor() {
    this.offers = [];
    this.path = [];
  }

  /** New offers. What is in the hand stays there if it can still go somewhere; a turn half done has its man in the hand. */
  renew(offers, midTurn) {
    this.offers = offers;
    if (this.path.length && !this.after(this.path).length) this.path = [];
    const firsts = new Set(offers.map((offer) => offer.steps[0]));
    if (midTurn && firsts.size === 1 && offers[0].steps.length > 1) this.path = [offers[0].steps[0]];
  }

  drop() { this.path = []; }

  /** Offers that go on from a path. */
  after(path) { return this.offers.filter((offer) => offer.steps.length > path.length && begins(offer, path)); }

  /** Offers that are just this path. */
  exact(path) { return this.offers.filter((offer) => offer.steps.length === path.length && begins(offer, path)); }

  /** What can be pointed at next, each with the offers it leads to. */
  next() {
    const next = new Map();
    for (const offer of this.after(this.path)) {
      const id = offer.steps[this.path.length];
      next.set(id, [...(next.get(id) ?? []), offer]);
    }
    return next;
  }

  /** What a gesture can begin with. */
  firsts() { return [...new Set(this.offers.filter((offer) => offer.steps.length).map((offer) => offer.steps[0]))]; }

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

/** What a set of offers is worth showing as: the best tone of all. */
export function tone(offers) {
  const order = ["plain", "gain", "take", "harm", "win"];
  return offers.map((offer) => offer.tone ?? "plain").sort((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? "plain";
}
