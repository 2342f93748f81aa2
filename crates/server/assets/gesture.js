// Pointing: which offers fit what was pointed at so far. The offers come from
// the server; nothing here knows why one is legal.

export class Gesture {
  constructor() {
    this.offers = [];
    this.path = [];
  }

  /** New offers; a turn half done has its man in the hand already. */
  renew(offers, midTurn) {
    this.offers = offers;
    this.path = [];
    const firsts = new Set(offers.map((offer) => offer.steps[0]));
    if (midTurn && firsts.size === 1 && offers[0].steps.length > 1) this.path = [offers[0].steps[0]];
  }

  drop() { this.path = []; }

  /** Offers that go on from a path. */
  after(path) {
    return this.offers.filter((offer) => offer.steps.length > path.length && path.every((id, at) => offer.steps[at] === id));
  }

  /** Offers that are just this path. */
  exact(path) {
    return this.offers.filter((offer) => offer.steps.length === path.length && path.every((id, at) => offer.steps[at] === id));
  }

  /** What can be pointed at next. */
  targets() { return [...new Set(this.after(this.path).map((offer) => offer.steps[this.path.length]))]; }

  /** What a gesture can begin with. */
  firsts() { return [...new Set(this.offers.filter((offer) => offer.steps.length).map((offer) => offer.steps[0]))]; }

  /** Offers without pointing: buttons. */
  buttons() { return this.offers.filter((offer) => offer.steps.length === 0); }
}
