// The table page. The server sends the view and everything that may be done;
// these modules show it, point at it and send it back. They hold no rules.
//
// Hooks that tests and other people's tools may rely on:
//   #table[data-id][data-game][data-version][data-phase][data-turned]
//                               the table; version of the view shown; waiting, playing, over;
//                               how far the platform is turned
//   #board                      the drawing, one tab stop
//   #board .space[data-space]   a point; .movable: its man may be picked, .target: he may go here,
//                               [aria-pressed=true]: picked; [aria-label] says what stands on it
//   #board .turntable[data-turned]  the part that turns, as it is shown, foreseen or not
//   #board [data-token="3"]     a man by his id; [data-at] is his point, [data-kind] his kind
//   #board [data-mark][data-on] a mark: last-from, last-to, last-taken, must, held, and what an
//                               action brings: plain, gain, take, harm, win
//   [data-tray="pool"]          a tray, movable and target like a point, with its men [data-token]
//   #status                     whose turn, or how it ended; #hand-over: whose hands at this screen
//   #connection[data-state]     connecting, connected, reconnecting, stale
//   #throw                      throws; #thrown .die[data-pips], .dial[data-at]: what lies there
//   #by-die button[data-die]    plays by this die, where there is a choice
//   #lots .lot[data-outcome]    what may be thrown, with its chance; #foreseen: what it would bring
//   #show-odds, .odds-sign[data-on]  the chance of each space
//   #seats [data-seat]          the sides, who leads them, what they need; .mark-turn[data-status]
//   #seats .act                 which act of the game a side is in; #table[data-mood]: night or day
//   #sound[aria-pressed]        switches sound; [data-last][data-heard]: what was to be heard last
//   #log li[data-action]        what happened; #news: what of it happened to me
//   #moves button[data-action]  my legal moves; #show-moves opens the list
//   #choices button             what is done without pointing (pass)
//   #board[data-zoom]           how much larger than whole; #zoom-in #zoom-out #zoom-whole
//   #draw-way                   draws a way; #way-words: what it means, #way-play #way-back #way-leave
//   #looked                     what the action brings that is looked at
//   #at-hand                    opens the rules that are kept at hand in #rule
//   #undo #hint #resign #resign-yes #rematch #copy
//   #error                      the last refusal; #note: hint or preview
//   #result                     how it ended, with the account of every side
//   #announce                   what a screen reader is told
//   #rule #keys #confirm #chooser  dialogs; #chooser button[data-action]
//   #fair                       the fold with fingerprint and what every seat added; #check-dice: the check
//   #asked #asked-yes #asked-no what another asks of me, a rematch too; #ask: what I may ask; #leave #return
//   #absent #absent-claim #absent-abort #absent-open #absent-computer  what I may choose when the other player is gone
//   #sit #free-seats button[value]  free seats, live; #sit-notice: who took one; #share #link #free-now: the link to send
//   #own-throw                  enters what dice of my own have shown
//   #seats .clock[data-runs][data-low]  what a side has left
//   #chat #talk li[data-number] #say #words #audience #mute #unread
//   #since #missed              what happened since I looked
//   #table[data-past]           the step that is looked back at, if one is
//   #scrub #step #step-back #step-on #step-now #step-words  back and forth through the match; #go-on: play on from there
//   #banner                     the line is down, or the page was behind; #watching: how many watch
//   #luck                       after the match

import { Absence } from "./absence.js";
import { Board } from "./board.js";
import { ByDie } from "./bydie.js";
import { Chat } from "./chat.js";
import { choose } from "./chooser.js";
import { Clocks } from "./clocks.js";
import { Consent } from "./consent.js";
import { FairDice } from "./fairdice.js";
import { Foresight } from "./foresight.js";
import { Gesture, ranked, takes, tone } from "./gesture.js";
import { keyboard, pointing } from "./hands.js";
import { Heed } from "./heed.js";
import { Joining } from "./joining.js";
import { Link } from "./link.js";
import { Luck } from "./luck.js";
import { Panel } from "./panel.js";
import { Past } from "./past.js";
import { showRule } from "./rules.js";
import { Seats } from "./seats.js";
import { Settings } from "./settings.js";
import { Since } from "./since.js";
import { Sound } from "./sound.js";
import { OwnDice, Throwing } from "./throwing.js";
import { Way } from "./way.js";
import { Zoom } from "./zoom.js";

const PATIENCE = 4000; // so long is waited for a view that must come
const TURN = 2600; // so long night turns to day
const MANY = 12; // so many places are told one by one

const get = (id) => document.getElementById(id);
const data = (id) => JSON.parse(get(id).textContent);

class Table {
  constructor() {
    const root = get("table");
    const plan = data("plan");
    Object.assign(this, { root, plan, view: null, busy: false, preview: null, waiting: [] });
    this.settings = new Settings();
    this.sound = new Sound(this.settings);
    this.board = new Board(get("board"), plan, root.dataset.ids, this.settings);
    this.seats = new Seats(plan, root.dataset.ids);
    this.gesture = new Gesture();
    this.panel = new Panel();
    this.link = new Link(root.dataset.id, {
      view: (view, fresh) => this.show(view, fresh),
      state: (state) => this.panel.connection(state),
      said: (said) => this.chat.add(said),
      moves: (moves) => this.listMoves(moves),
      spectators: (count) => this.panel.spectators(count),
      time: (at) => this.clocks.heard(at),
    });
    this.company();
    this.throwing = new Throwing(this.settings, () => this.throw());
    this.board.zoom = new Zoom(this.board, this.settings, (text) => this.panel.announce(text), () => this.gesture.path[0] ?? this.board.pointed);
    this.way = new Way(this, (seat, way) => this.link.along(seat, way));
    this.byDie = new ByDie((die) => this.narrow(die));
    this.foresight = new Foresight(this.board, this.link, { announce: (text) => this.panel.announce(text), named: (id) => this.named(id) });
    pointing(this.board, this);
    this.keys = keyboard(this.board, this, this.commands());
    this.buttons();
    this.show(this.link.begin(data("view")));
    const first = this.gesture.firsts().find((id) => this.board.spaces.has(id));
    this.keys.stop(first ?? plan.spaces[Math.floor(plan.spaces.length / 2)].id);
    this.chat.open().then((last) => { this.link.said = last; this.link.open(); });
    addEventListener("pagehide", () => this.link.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.link.open(); });
  }

  /** What people at one table need of each other. */
  company() {
    const { id } = this.root.dataset;
    const [announce, send] = [(text) => this.panel.announce(text), (command) => this.send(command)];
    this.chat = new Chat(id, this.link);
    this.clocks = new Clocks(announce);
    this.consent = new Consent(send, announce);
    this.absence = new Absence(send, () => this.clocks.now(), announce);
    this.joining = new Joining(announce);
    this.fair = new FairDice(id, this.link);
    this.heed = new Heed();
    this.luck = new Luck(this.link);
    this.ownDice = new OwnDice(this.link, send);
    this.past = new Past(this.link, { look: (moment, entry) => this.lookBack(moment, entry), now: () => this.lookNow(), announce });
    this.since = new Since(id, this.past, announce);
  }

  // ---- showing ----

  /** Shows a view, unless it is older than the one shown. A fresh one came as it happened. */
  show(view, fresh = false) {
    if (this.view && view.version <= this.view.version) return;
    const news = this.panel.follow(view);
    const [focus, before] = [document.activeElement, this.view];
    this.view = view;
    this.heldSince = fresh ? performance.now() : null;
    Object.assign(this.root.dataset, { version: view.version, phase: view.phase });
    this.preview = null;
    this.sound.offer(view.mood !== null);
    // When the light turns, a whistle sounds; what is taken back is taken back in silence.
    if (before?.mood && before.mood !== view.mood && !this.past.back) this.turn(news.fresh.length > 0);
    this.settle(before);
    this.panel.show(view);
    this.panel.about(view, before ? news.fresh : []);
    this.past.show(view, this.panel.log, news.kept);
    // Who looks back goes on doing so.
    if (this.past.back) this.headline();
    else this.draw(view, before !== null && news.fresh.some((entry) => entry.seat === null), before === null);
    this.offer(this.same(before));
    this.together(view, before);
    if (!view.can_act && !view.chance?.mine) this.board.zoom.rest();
    if (before) this.keepFocus(focus);
    if (before) this.panel.announce(this.tidings(news.said));
    this.waiting = this.waiting.filter((one) => { if (one.version <= view.version) one.done(true); return one.version > view.version; });
  }

  /** Shows what may be done now. */
  offer(same) {
    this.byDie.show(this.view);
    this.renew();
    this.panel.moves(this.view, (offer) => this.play(offer));
    this.way.show(this.view, same);
    this.choose();
  }

  /** The legal moves have arrived that were too many for the view. */
  listMoves(moves) {
    this.view = { ...this.view, moves };
    this.offer(false);
  }

  together(view, before) {
    this.chat.show(view);
    this.clocks.show(view, this.seats.cards, before !== null);
    this.consent.show(view);
    this.absence.show(view);
    this.joining.show(view);
    if (before && !before.next && view.next && view.mine.length) this.follow();
    this.fair.show(view);
    this.heed.show(view, before !== null);
    this.luck.show(view);
    this.ownDice.show(view);
    this.since.show(view, this.panel.log, before === null);
  }

  /** The light turns: slowly for the eye, with a whistle for the ear. */
  turn(loud) {
    if (loud) this.sound.whistle();
    this.root.classList.add("turning");
    clearTimeout(this.turning);
    this.turning = setTimeout(() => this.root.classList.remove("turning"), TURN);
  }

  /** What was said of the view before holds no longer, unless only others have done something. */
  settle(before) {
    this.board.clear("hint");
    if (this.same(before)) return;
    this.panel.error(null);
    this.panel.note(null);
  }

  /** May I do now just what I could do before? */
  same(before) {
    const offers = (view) => JSON.stringify(view?.moves ?? []);
    return Boolean(before) && this.view.moves.length > 0 && offers(before) === offers(this.view);
  }

  /** What may be done now; nothing of it on a board that shows the past. */
  renew() {
    this.gesture.die = this.byDie.die;
    this.gesture.renew(this.past.back ? [] : this.view.moves);
  }

  /** How the table stood after a step; tells how long it is seen moving. */
  lookBack(moment, entry) {
    if (this.way.on) this.way.leave();
    const seats = this.view.seats.map((seat, at) => ({ ...seat, ...moment.seats[at] }));
    const then = { ...this.view, ...moment, seats, phase: "playing", moves: [], can_act: false, chance: null };
    const threw = entry?.seat === null && this.shown?.step === moment.step - 1;
    this.root.dataset.past = moment.step;
    this.headline();
    return this.redraw(then, threw, this.panel.log.slice(0, this.panel.log.indexOf(entry) + 1));
  }

  /** What is now, after the past was shown. */
  lookNow() {
    const threw = this.panel.log.at(-1)?.seat === null && this.shown?.step === this.past.entries.length - 1;
    delete this.root.dataset.past;
    this.panel.show(this.view);
    return this.redraw(this.view, threw, this.panel.log);
  }

  redraw(view, threw, log) {
    this.cancel();
    const wait = this.draw(view, threw, false, log);
    this.choose();
    return Math.max(wait, this.board.until - performance.now(), 0);
  }

  /** Above the board stands that it is the past. */
  headline() { get("status").textContent = this.past.step ? `Looking back: step ${this.past.step} of ${this.past.entries.length}` : "Looking back: the beginning"; }

  /** Dice, men, trays and marks: drawn as they are, shown moving after. Tells how long the throw is shown. */
  draw(view, threw, first, log = this.panel.log) {
    const { board, seats } = this;
    this.shown = view;
    Object.assign(this.root.dataset, { turned: view.turned ?? 0, mood: view.mood ?? "" });
    const wait = this.throwing.show(view, threw);
    const lay = first ? new Map() : seats.places();
    seats.show(view, log);
    board.show(view, wait, { from: (id) => lay.get(id), to: (id) => seats.place(id) });
    if (first) board.skip();
    board.marks("last", view.last.map(({ space, mark }) => [space, mark]));
    board.marks("state", view.marks.map(({ space, mark }) => [space, mark]));
    this.foresight.show(view);
    return wait;
  }

  /** What happened, and what is to be done now; nothing twice. */
  tidings(said) {
    const { headline, can_act, phase, chance } = this.view;
    const matters = (can_act || chance?.mine || phase !== "playing") && !said.includes(headline);
    return (matters ? `${said} ${headline}` : said).trim();
  }

  /** What had the focus may be gone or disabled: the keyboard goes on at the throw or at the board. */
  keepFocus(had) {
    const now = document.activeElement;
    if (had === document.body || (now !== document.body && !now.disabled && now.checkVisibility())) return;
    const goal = this.view.chance?.mine ? get("throw") : this.board.elements.get(this.keys.here);
    goal.focus({ preventScroll: true });
  }

  /** Draws what is picked and where it can go. */
  choose() {
    const { board, gesture, seats } = this;
    const picked = gesture.path[0];
    const next = gesture.path.length ? gesture.next() : new Map();
    const plain = gesture.plain();
    const ends = plain.length ? plain.map((offer) => [offer.steps[1], offer.tone]) : [...next, ...gesture.single(), ...gesture.ends()].map(([id, offers]) => [id, tone(offers)]);
    board.marks("choice", ends);
    if (picked) board.ring("choice", picked, "pick", 1.16);
    for (const id of new Set([...gesture.movable(), ...plain.map((offer) => offer.steps[0])])) board.ring("choice", id, "open", 1.12);
    if (this.preview) board.ring("choice", this.preview.steps.at(-1), "pick", 1.05);
    for (const [id, offers] of [...gesture.single(), ...gesture.ends()]) next.set(id, offers);
    const chosen = { picked, targets: new Set(next.keys()), firsts: new Set(gesture.firsts()) };
    seats.choose({ ...chosen, kind: gesture.kind });
    this.label(chosen, next);
    this.panel.narrow(gesture.path.length ? gesture.after(gesture.path) : gesture.offers);
  }

  /** What every space says to who cannot see it. */
  label({ picked, targets, firsts }, next) {
    const men = Map.groupBy(this.shown.tokens.filter((token) => token.space), (token) => token.space);
    for (const space of this.plan.spaces) {
      const element = this.board.elements.get(space.id);
      element.classList.toggle("movable", firsts.has(space.id));
      element.classList.toggle("target", targets.has(space.id));
      element.setAttribute("aria-pressed", String(space.id === picked));
      const before = this.board.before(space.id);
      const say = [space.name, space.label, ...(before ? [`before ${this.named(before)}`] : []), men.get(space.id)?.map((token) => token.label).join(" and ") ?? "empty"];
      if (targets.has(space.id)) say.push("can go here", this.effect(next.get(space.id)));
      else if (firsts.has(space.id)) say.push("can move");
      element.setAttribute("aria-label", say.join(", "));
    }
  }

  /** The way to what is looked at, if there is one to show. */
  hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    if (this.way.on) return;
    const path = [...this.gesture.path, id];
    const offers = id ? [...this.gesture.exact(path), ...this.gesture.exact([id]), ...this.gesture.ends().get(id) ?? []].filter((one) => one.path?.length) : [];
    this.board.way(offers[0]?.path ?? [], offers[0]?.steps[0]);
    get("looked").textContent = offers.length ? this.effect(offers) : "";
  }

  /** What an end brings, in a sentence: one action, or how many there are to choose from. */
  effect(offers) {
    const [best] = ranked(offers);
    return offers.length > 1 ? `${best.label}; or ${offers.length - 1} other ${offers.length > 2 ? "ways" : "way"}` : best.label;
  }

  /** Draws a way as far as it has come, and what it brings if that is known. */
  trace(path, offer) {
    this.board.marks("choice", offer ? [[path.at(-1), offer.tone]] : []);
    if (path.length) this.board.ring("choice", path[0], "pick", 1.16);
    this.board.way(path.slice(1));
    if (path.length > 1) this.board.zoom.reveal(path.at(-1));
  }

  // ---- pointing ----

  /** The seats that act for me now. */
  hands() { return this.view.turn.filter((id) => this.view.mine.includes(id)); }

  /** The seat that acts for me, for what was pointed at. */
  seat(id) {
    const owners = [...this.owners(id), this.view.trays.find((tray) => tray.id === id)?.seat];
    return owners.find((owner) => this.hands().includes(owner)) ?? this.hands()[0] ?? this.view.mine[0];
  }

  /** The seats whose men stand there. */
  owners(id) {
    const men = this.view.tokens.filter((token) => token.space === id && token.seat !== null);
    return men.map((token) => this.view.seats[token.seat].id);
  }

  /** Does a man of mine stand there, or lie there, and is it his turn? */
  mine(id) {
    if (this.view.tokens.some((token) => token.space === id)) return this.owners(id).some((owner) => this.hands().includes(owner));
    return this.hands().includes(this.view.trays.find((tray) => tray.id === id)?.seat);
  }

  mayLift(id) { return !this.busy && !this.past.back && this.view.moves.length > 0 && (this.mine(id) || this.gesture.firsts().includes(id)); }

  /** Would pointing at this do something? */
  acts(id) {
    const { gesture } = this;
    return this.way.on || gesture.firsts().includes(id) || gesture.next().has(id) || gesture.ends().has(id) || gesture.plain().some((offer) => offer.steps[1] === id);
  }

  /** Leaves what was begun: a way that is drawn first, then the past, then what is in the hand. */
  escape() { return this.way.on ? this.way.leave() : this.past.back ? this.past.leave() : this.cancel(); }

  /** Only what is played by this die; what is in the hand stays there if it can. */
  narrow(die) {
    this.renew();
    this.preview = null;
    this.choose();
    this.panel.announce(die ? `Playing by the ${die}.` : "Playing by either die.");
  }

  /** Picks a man by dragging him. */
  lift(id, kind = null) {
    this.gesture.kind = kind;
    this.gesture.narrow();
    this.gesture.path = [id];
    this.preview = null;
    this.choose();
  }

  cancel() {
    this.gesture.drop();
    this.renew();
    this.preview = null;
    this.panel.error(null);
    this.panel.note(null);
    this.board.clear("hint");
    this.board.way([]);
    this.choose();
  }

  /** What a space or a tray is called. */
  named(id) { return this.board.spaces.get(id)?.name ?? this.view.trays.find((tray) => tray.id === id)?.label ?? "this place"; }

  /** Somebody points at a space or a tray. `back` puts a dragged man where he was. */
  async point(id, touch = false, back = () => {}, kind = undefined) {
    if (this.busy) return back();
    if (this.past.back) { back(); return this.panel.announce("This is the past. Escape leads back to now."); }
    if (this.way.on) { back(); return this.way.point(id, kind); }
    if (kind !== undefined && this.takes(id, kind)) return back();
    if (kind !== undefined && this.idle(id, kind)) { back(); return this.explain([id], kind); }
    this.panel.error(null);
    this.board.clear("hint");
    if (!this.view.moves.length) {
      back();
      const text = this.view.mine.length || this.view.phase === "over" ? this.view.headline : "You are watching.";
      return this.panel.announce(text);
    }
    const { gesture } = this;
    const path = [...gesture.path, id];
    const plain = gesture.plain().find((offer) => offer.steps[1] === id);
    const exact = plain ? [plain] : gesture.ends().get(id) ?? gesture.exact(path);
    if (exact.length && !gesture.after(path).length) return this.decide(exact, touch, back);
    if (gesture.after(path).length) { back(); return this.pick(path); }
    if (gesture.path[0] === id) { back(); return this.putBack(); }
    back();
    if (gesture.after([id]).length) return this.pick([id]);
    if (!this.board.spaces.has(id)) return this.explain(path, kind);
    if (this.mine(id) && !this.view.mid_turn) return this.ask(id);
    if (!gesture.path.length && gesture.firsts().length && !gesture.single().size) {
      this.panel.note({ text: `${this.named(id)}: pick a man of yours first.`, rules: [] });
      return this.panel.announce(`${this.spoken(id)}. Pick a man of yours first.`);
    }
    return this.explain(path);
  }

  /** Picks one kind of man out of a tray that holds several. */
  takes(id, kind) {
    const { gesture } = this;
    if (gesture.path.length && gesture.path[0] !== id && gesture.next().has(id)) return false;
    const again = gesture.path[0] === id && gesture.kind === kind;
    if (again || !gesture.all.some((offer) => offer.steps[0] === id && offer.kind === kind)) return false;
    gesture.kind = kind;
    gesture.narrow();
    this.pick([id]);
    return true;
  }

  /** Is this a kind of man in a tray who can do nothing, while others there can? */
  idle(id, kind) {
    const from = this.gesture.path.length ? [] : this.gesture.all.filter((offer) => offer.steps[0] === id && offer.kind);
    return from.length > 0 && !from.some((offer) => offer.kind === kind);
  }

  /** Puts back what is in the hand; the only man who can go stays there. */
  putBack() {
    this.cancel();
    if (this.gesture.path.length) this.pick(this.gesture.path);
  }

  spoken(id) { return this.board.elements.get(id)?.getAttribute("aria-label") ?? this.named(id); }

  pick(path) {
    this.gesture.path = path;
    this.preview = null;
    this.panel.note(null);
    this.choose();
    this.panel.announce(`${this.named(path.at(-1))} picked. ${this.open()}`);
  }

  /** Where what is picked can go, in words; of very many only what is special. */
  open() {
    const next = this.gesture.next();
    if (next.size <= MANY) return `It can go to ${[...next.keys()].map((id) => this.named(id)).join(", ")}.`;
    const special = [...next].filter(([, offers]) => tone(offers) !== "plain").map(([, offers]) => ranked(offers)[0].label);
    const rest = special.length > MANY ? `; and ${special.length - MANY} more` : "";
    return `It can go to ${next.size} places.${special.length ? ` ${special.slice(0, MANY).join("; ")}${rest}.` : ""}`;
  }

  /** A man of mine who can do nothing: whoever points on is told why. */
  ask(id) {
    this.gesture.path = [id];
    this.preview = null;
    this.choose();
    const said = `What stands on ${this.named(id)} has no move now. Point where it should go, and the rule that forbids it is shown.`;
    this.panel.note({ text: said, rules: [] });
    this.panel.announce(said);
  }

  /** One offer, or one of several that look the same to the hand. */
  async decide(offers, touch, back) {
    if (offers.length === 1) return this.propose(offers[0], touch, back);
    back();
    this.cancel();
    const common = offers[0].steps.filter((id, at) => offers.every((offer) => offer.steps[at] === id));
    const steps = common.map((id) => this.named(id)).join(" – ");
    const offer = await choose(ranked(offers), `Which one? ${steps}`, (looked) => this.board.way(looked?.path ?? [], looked?.steps[0]));
    return offer && this.play(offer);
  }

  /** Plays at once, or shows first when that is the setting. */
  propose(offer, touch, back) {
    if (touch && this.settings.on("confirm") && this.preview?.action !== offer.action) {
      this.preview = offer;
      this.choose();
      this.panel.note({ text: `${offer.label}. Tap again to play it.`, rules: offer.rules });
      return back();
    }
    return this.play(offer);
  }

  /** Why not? The server knows. */
  async explain(path, kind = null) {
    try {
      const why = await this.link.why(this.seat(path[0]), path, kind ?? this.gesture.kind);
      if (why.legal) why.detail = "This has just become possible. Point again.";
      this.panel.error(why);
      this.panel.announce(`${why.detail} ${why.instead ?? ""}`);
    } catch {
      this.panel.error({ detail: "The server cannot be asked why just now.", instead: "Try again when the connection is back." });
    }
  }

  // ---- acting ----

  async play(offer) {
    if (this.busy) return;
    if (offer.steps.length > 1) this.anticipate(offer);
    this.gesture.drop();
    this.board.clear("choice");
    this.board.way([]);
    await this.send({ type: "play", seat: offer.seat, action: offer.action });
  }

  /** Shows the move at once, with the very piece that was picked among those that are interchangeable. */
  anticipate(offer) {
    const seat = this.view.seats.findIndex((one) => one.id === offer.seat);
    const [picked] = this.gesture.path;
    const from = picked && takes(offer, 0, picked) ? picked : offer.steps[0];
    if (from !== offer.steps[0]) this.board.exchange(from, offer.steps[0], seat);
    this.board.anticipate(from, offer.steps.at(-1), seat);
  }

  throw() {
    const { chance, seats } = this.view;
    if (chance?.mine) return this.send({ type: "throw", seat: chance.thrower });
    const who = seats.find((seat) => seat.id === chance?.thrower);
    return this.panel.announce(who ? `${who.name} is to throw.` : "There is nothing to throw now.");
  }

  /** Sends one command, once; until its view is here no other is sent. */
  async send(command) {
    if (this.busy) return null;
    this.past.leave();
    this.busy = true;
    document.body.setAttribute("aria-busy", "true");
    let answer = await this.post(command);
    // Others may act at the same time: what still stands is sent again, once.
    if (answer.status === 409 && await this.reached(answer.body.version) && this.stands(command)) answer = await this.post(command);
    if (answer.ok) await this.reached(answer.body.version);
    this.busy = false;
    document.body.removeAttribute("aria-busy");
    if (!answer.ok) this.refused(answer);
    return answer;
  }

  /** With it goes how long the view has been here: the server's clock forgives what was spent on the network. */
  post(command) {
    const held = this.heldSince === null ? undefined : Math.round(performance.now() - this.heldSince);
    return this.link.command(this.view.version, command, held);
  }

  refused(answer) {
    if (!this.past.back) this.board.show(this.view, 0, { from: () => null, to: () => null });
    this.choose();
    this.panel.error(answer.body);
    this.panel.announce(answer.body.detail);
    if (answer.status === 409) { this.panel.connection("stale"); this.link.open(); }
  }

  /** Waits until the view is at least this new; `false` when that takes too long. */
  reached(version) {
    if (this.view.version >= version) return Promise.resolve(true);
    return new Promise((done) => {
      this.waiting.push({ version, done });
      // The stream may have been lost without a word: it is opened again before the wait is given up.
      setTimeout(() => { if (this.view.version < version) this.link.open(); }, PATIENCE / 4);
      setTimeout(() => done(false), PATIENCE);
    });
  }

  /** Can what was sent still be done in the view of now? */
  stands({ type, seat, action }) {
    if (type === "play") return this.view.moves.some((offer) => offer.seat === seat && offer.action === action);
    if (type === "throw") return Boolean(this.view.chance?.mine) && this.view.chance.thrower === seat;
    if (type === "answer") return Boolean(this.view.question?.to_answer.includes(seat));
    if (type === "resolve_absence") return Boolean(this.view.absence?.mine);
    if (type === "return") return this.view.kept.includes(seat);
    return type === "resign" && this.view.phase === "playing";
  }

  // ---- buttons and keys ----

  buttons() {
    get("undo").addEventListener("click", () => this.undo());
    get("hint").addEventListener("click", () => this.hint());
    get("show-moves").addEventListener("click", () => this.moves());
    get("show-keys").addEventListener("click", () => get("keys").showModal());
    get("rematch").addEventListener("click", () => this.rematch());
    get("at-hand")?.addEventListener("click", () => this.atHand());
    get("resign").addEventListener("click", () => this.resign());
    get("confirm").addEventListener("close", () => {
      if (get("confirm").returnValue === "yes") this.send({ type: "resign", seat: this.resigning });
    });
    get("copy")?.addEventListener("click", async () => {
      const link = get("link");
      link.select();
      try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
      get("copy").textContent = "Copied";
      this.panel.announce("The link is copied.");
    });
    // The list shows the way of what is looked at, like the board.
    for (const kind of ["pointerover", "focusin"]) {
      get("moves").addEventListener(kind, (event) => {
        const action = event.target.closest?.("button")?.dataset.action;
        const looked = this.view.moves.find((offer) => offer.action === action);
        this.board.way(looked?.path ?? [], looked?.steps[0]);
      });
    }
  }

  /** Asks first, and says for whom and what follows. */
  resign() {
    const { seats, mine } = this.view;
    const left = seats.filter((one) => !one.out);
    const seat = left.find((one) => one.id === this.seat()) ?? left.find((one) => mine.includes(one.id));
    if (!seat) return;
    const others = left.filter((one) => one !== seat);
    this.resigning = seat.id;
    get("confirm-title").textContent = new Set(mine).size > 1 ? `Resign for ${seat.name}?` : "Resign this game?";
    get("confirm-words").textContent = others.length === 1 ? "The other side wins."
      : others.some((one) => one.kind === "person") ? "A computer takes the seat over, and the others play on."
        : "The match ends, and the others share the win.";
    get("confirm").returnValue = "";
    get("confirm").showModal();
  }

  commands() {
    return {
      t: () => this.throw(),
      o: () => this.foresight.odds(),
      m: () => this.moves(),
      l: () => this.panel.announce(this.panel.log.at(-1)?.lines.map((line) => line.text).join(" ") ?? "Nothing has been played yet."),
      w: () => this.panel.announce([this.view.headline, ...this.view.seats.map((seat) => (seat.need ? `${seat.title}: ${seat.need.text}` : ""))].join(" ")),
      n: (here) => this.panel.announce(this.beside(here)),
      p: () => this.panel.announce(this.men()),
      u: () => this.undo(),
      y: () => this.since.replay(),
      h: () => this.hint(),
      s: () => this.sound.toggle(),
      r: () => this.atHand(),
      d: () => this.way.toggle(),
      "+": () => this.board.zoom.step(1.5),
      "=": () => this.board.zoom.step(1.5),
      "-": () => this.board.zoom.step(1 / 1.5),
      "−": () => this.board.zoom.step(1 / 1.5),
      0: () => this.board.zoom.whole(),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((die) => [die, () => this.byDie.choose(die)])),
      "?": () => get("keys").showModal(),
    };
  }

  /** The rules that are looked up while playing. */
  atHand() {
    const rules = get("at-hand")?.dataset.rules.split(" ");
    return rules ? showRule(...rules) : this.panel.announce("This game keeps no rules at hand; the rule book has them all.");
  }

  /** What lies around a space: by its roads, or just beside it. */
  beside(here) {
    const { ways } = this.board.spaces.get(here);
    if (ways.length) return `From ${this.named(here)}: ${ways.map(([to, road]) => `${this.named(to)} by ${road}`).join("; ")}.`;
    return `Beside ${this.named(here)}: ${this.board.around(here, 4).map((id) => this.named(id)).join(", ")}.`;
  }

  /** Who stands where, in words. */
  men() {
    const kinds = new Map();
    for (const token of this.shown.tokens.filter((one) => one.space)) kinds.set(token.label, [...(kinds.get(token.label) ?? []), this.named(token.space)]);
    const trays = this.shown.trays.map((tray) => `${tray.label}: ${tray.note}.`);
    return [...[...kinds].map(([label, at]) => `${at.length} ${label}${at.length === 1 ? "" : "s"}: ${at.sort().join(", ")}.`), ...trays].join(" ");
  }

  /** Opens or closes the list of moves, and goes there. */
  moves() {
    const box = get("moves-box");
    box.hidden = !box.hidden;
    get("show-moves").setAttribute("aria-expanded", String(!box.hidden));
    if (box.hidden) return this.keys.go(this.keys.here);
    return get("moves").querySelector("button")?.focus();
  }

  undo() {
    if (this.view.can_undo) return this.send({ type: "undo", seat: this.seat() });
    if (this.view.can_ask) return this.consent.askBack();
    return this.panel.announce("There is nothing to take back.");
  }

  async hint() {
    if (!this.view.can_hint || this.busy || this.asking) return;
    this.past.leave();
    this.asking = true;
    get("hint").setAttribute("aria-disabled", "true");
    const { version } = this.view;
    const answer = await this.link.post("hint", { version, seat: this.seat() });
    this.asking = false;
    get("hint").removeAttribute("aria-disabled");
    if (this.view.version !== version) return;
    if (!answer.ok) { this.panel.error(answer.body); return; }
    this.panel.note(answer.body);
    this.panel.announce(answer.body.text);
    this.board.hint(answer.body.steps);
  }

  async rematch() {
    if (this.view.next) { location.href = `/tables/${this.view.next}`; return; }
    const answer = await this.link.command(this.view.version, { type: "offer_rematch" });
    if (!answer.ok) { this.panel.error(answer.body); return; }
    if (answer.body.next) this.follow(answer.body.next);
  }

  /** Everybody has accepted the rematch: goes there, once. */
  follow(next = this.view.next) {
    if (this.followed) return;
    this.followed = true;
    location.href = `/tables/${next}`;
  }
}

new Table();
