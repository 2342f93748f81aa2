// The table page. The server sends the view and the legal moves; these modules show them, let a player point at them
// and send commands. They hold no rules.
//
// Hooks that tests and other people's tools may rely on:
//   #table[data-id][data-game][data-version][data-phase][data-turned]
//                               the table; version of the view shown; waiting, playing, over;
//                               how far the turntable is turned
//   #board                      the drawing, one tab stop
//   #board .space[data-space]   a point; .movable: its piece can be picked, .target: it can go here,
//                               [aria-pressed=true]: picked; [aria-label] says what is on it
//   #board .turntable[data-turned]  the part that turns, as it is shown, preview or not
//   #board [data-token="3"]     a piece by its id; [data-at] is its point, [data-kind] its kind
//   #board [data-mark][data-on] a mark: last-from, last-to, last-taken, must, held, and what an
//                               action brings: plain, gain, take, harm, win
//   [data-tray="pool"]          a tray, movable and target like a point, with its pieces [data-token]
//   #turn                       whose turn it is or how it ended, to the viewer; #turn-bar.mine[data-colour]: theirs
//   #status                     what is open, as a sentence; #hand-over: who acts at this screen
//   #action                     everything to do besides pointing, always in the same place
//   #tabs [role=tab]            #tab-log #tab-odds #tab-analysis #tab-chat #tab-more open #panel-log and so on
//   #connection[data-state]     connecting, connected, reconnecting, stale
//   #throw                      throws; #throw-all: until someone has to decide; #thrown .die[data-pips], .dial[data-at]: what lies there
//   #by-die button[data-die]    uses this die, if there is a choice
//   #lots .lot[data-outcome]    an outcome with its probability; #foreseen: what it would bring
//   #show-odds, .odds-sign[data-on]  the probability of each space
//   #seats [data-seat]          the sides, their players, what they need; .mark-turn[data-status]
//   #seats .unfold              shows what a side needs, and its trays
//   #seats .act                 which act of the game a side is in; #table[data-mood]: night or day
//   #sound[aria-pressed]        switches sound; [data-last][data-heard]: the last sound
//   #log li[data-action]        the log; #news: what happened to me
//   #moves button[data-action]  my legal moves; #show-moves opens the list
//   #choices button             moves made without pointing (pass)
//   #board[data-zoom]           how much larger than whole; #zoom-in #zoom-out #zoom-whole
//   #names                      shows the names of the spaces, on a board with many
//   #draw-way                   draws a path; #way-words: what it means, #way-play #way-back #way-leave
//   #looked                     the tooltip: what the move under the pointer brings
//   #at-hand                    opens the quick rules in #rule
//   #undo #hint #replay #resign #resign-yes #rematch #copy; #sure #sure-yes: a move that asks first
//   #error                      the last refusal; #note: hint or preview
//   #end #end-title             the card at the end; #result: how it ended, with the details of every side
//   #board [data-trail]         a move since mine: from, to
//   #announce                   announcements for screen readers
//   #report                     the dialog that reports to the host: #report-reason #report-send #report-done; opened by #report-table
//   #closed                     the host closed the table
//   #rule #keys #confirm #chooser  dialogs; #chooser button[data-action]
//   #fair                       the fold about the dice: what the server and every seat committed to; #save-receipts; #check-dice: the check
//   #device                     the seat's dice are bound to another device: #device-new goes on with this one, #device-stay hides it;
//                               #device-note: this device cannot store its secret
//   #asked #asked-yes #asked-no what another player asks, a rematch too; #ask: what I may ask; #leave #return
//   #absent #absent-claim #absent-abort #absent-open #absent-computer  what I may choose when the other player is gone
//   #sit #free-seats button[value]  free seats, live; #sit-notice: who took one; #share #link #free-now: the link to send
//   #own-throw                  enters the result of real dice
//   #seats .clock[data-runs][data-low]  the time a side has left
//   #talk li[data-number] #say #words #audience #mute #unread
//   #since #missed              what happened while I was away
//   #table[data-past]           the step of the replay, if one is shown
//   #scrub #step #step-back #step-on #step-now #step-words  replay; #go-on: continue from there
//   #banner                     the connection is lost, or the page was out of date; #watching: spectators
//   #live-chances .live-chance  the chances of winning, if everybody wants them; #set-chances switches them on
//   #luck                       after the match
//   #tab-analysis #panel-analysis  after the match; #show-analysis opens it; #analysis-wait while it is made, #analysis-found with
//   #chance-chart[aria-valuenow]   the chart and its cursor, #analysis-seats, #turning-points, #mistakes li[data-step][data-verdict],
//   #all-chances                   the chart as a table

import { Absence } from "./absence.js";
import { AnalysisView } from "./analysis.js";
import { Board } from "./board.js";
import { ByDie } from "./bydie.js";
import { Chances } from "./chances.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { seatColour } from "./colours.js";
import { Consent } from "./consent.js";
import { Controls } from "./controls.js";
import { Devices } from "./devices.js";
import { data, get, url } from "./dom.js";
import { FairDice } from "./fairdice.js";
import { Foresight } from "./foresight.js";
import { ranked, tone } from "./gesture.js";
import { guardClicks } from "./guard.js";
import { keyboard, pointing } from "./hands.js";
import { Heed } from "./heed.js";
import { Joining } from "./joining.js";
import { Link } from "./link.js";
import { Luck } from "./luck.js";
import { offerNames } from "./names.js";
import { Panel } from "./panel.js";
import { Past } from "./past.js";
import { Pointing } from "./pointing.js";
import { Report } from "./report.js";
import { Seats } from "./seats.js";
import { Sender } from "./sending.js";
import { Settings } from "./settings.js";
import { TONES, percent } from "./signs.js";
import { Since } from "./since.js";
import { Sound } from "./sound.js";
import { Tabs } from "./tabs.js";
import { OwnDice, Throwing } from "./throwing.js";
import { Tip } from "./tip.js";
import { Trails } from "./trails.js";
import { Way } from "./way.js";
import { make } from "./words.js";

/** @import { Plan } from "./types/page" */
/** @import { Command, View as SentView } from "./types/protocol" */
/** @import { LogEntry, Moment, Move, View } from "./types/view" */

/** @typedef {{ picked: string | undefined, targets: Set<string>, firsts: Set<string> }} Chosen */

const TURN = 2600; // ms: night turns to day

export class Table {
  /** @type {View} */
  view;
  plan = /** @type {Plan} */ (data("plan"));
  /** @type {View & { step?: number }} What is drawn: the view, or a moment of the past. */
  shown;
  /** Has a view been shown? */
  started = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  turning;
  followed = false;

  constructor() {
    const root = get("table");
    const { id = "", ids = "" } = root.dataset;
    const announce = (/** @type {string} */ text) => this.panel.announce(text);
    const send = (/** @type {Command} */ command) => this.sender.send(command);
    this.root = root;
    this.settings = new Settings();
    this.panel = new Panel();
    this.sound = new Sound(this.settings);
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (get("board"))), this.plan, ids, this.settings, announce);
    this.seats = new Seats(this.plan, ids);
    this.link = new Link(id, {
      view: (view, fresh) => this.show(view, fresh),
      state: (state) => this.panel.connection(state),
      said: (said) => this.chat.add(said),
      moves: (moves) => this.listMoves(moves),
      spectators: (count) => this.panel.spectators(count),
      closed: (reason) => this.chat.close(reason),
      time: (at) => this.clocks.heard(at),
    });
    this.view = this.link.begin(/** @type {SentView} */ (data("view")));
    this.shown = this.view;
    this.sender = new Sender(this);
    this.tabs = new Tabs(() => this.opened());
    this.chat = new Chat(id, this.link, this.tabs, new Report(this.link, announce));
    this.clocks = new Clocks(announce);
    this.consent = new Consent(send, announce);
    this.absence = new Absence(send, () => this.clocks.now(), announce);
    this.joining = new Joining(announce);
    this.fair = new FairDice(id, this.link);
    this.devices = new Devices(id, this.link, send, announce);
    this.heed = new Heed();
    this.luck = new Luck(this.link);
    this.chances = new Chances(this.link, () => this.settings.on("chances"));
    this.ownDice = new OwnDice(this.link, send);
    this.past = new Past(this.link, { look: (moment, entry) => this.lookBack(moment, entry), now: () => this.lookNow(), pace: () => this.settings.pace, announce, moved: () => this.analysis?.follow() });
    this.analysis = this.analysed(id, announce);
    this.since = new Since(id, this.past, announce);
    this.throwing = new Throwing(this.settings, () => this.controls.throw());
    this.tip = new Tip();
    this.trails = new Trails(this.board);
    this.pointing = new Pointing(this);
    this.way = new Way(this, (seat, way) => this.link.along(seat, way));
    this.byDie = new ByDie((die) => this.pointing.narrow(die));
    this.foresight = new Foresight(this.board, this.link, { announce, named: (space) => this.named(space) });
    this.controls = new Controls(this);
    this.board.zoom.interest = () => this.pointing.gesture.path[0] ?? this.board.pointed ?? undefined;
    pointing(this.board, this.pointing, this.way, this.tip);
    guardClicks(root);
    offerNames(this.board, this.settings);
    this.keys = keyboard(this.board, this.pointing, this.way, this.tip, this.controls.commands());
    this.begin();
  }

  /** Shows the view of the page and opens the stream. */
  begin() {
    const { board, link, plan } = this;
    this.show(this.view);
    this.trails.read(this.view, this.past).then((some) => { if (some && !this.past.back) this.trails.draw(this.view); });
    const first = this.pointing.gesture.firsts().find((id) => board.spaces.has(id));
    this.keys.stop(first ?? plan.spaces[Math.floor(plan.spaces.length / 2)].id);
    this.chat.open().then((last) => { link.said = last; link.open(); });
    addEventListener("pagehide", () => link.close());
    addEventListener("pageshow", (event) => { if (event.persisted) link.open(); });
  }

  /** The analysis of the match, which is asked for when its tab is opened. @param {string} id @param {(text: string) => void} announce */
  analysed(id, announce) {
    get("show-analysis").addEventListener("click", () => { this.tabs.open("analysis"); get("tab-analysis").focus(); get("tabs").scrollIntoView({ block: "start" }); });
    return new AnalysisView(url(`/api/v1/tables/${id}/analysis`), {
      page: url(`/tables/${id}`),
      go: (step) => this.past.go(step, true),
      at: () => this.past.at,
      mark: (points, line) => { this.board.hint(points); this.panel.note(line); },
      colour: (at) => seatColour(this.view, at),
      told: (step) => this.past.entries[step - 1]?.lines.map((line) => line.text).join(" ") ?? "",
      mine: () => this.view.mine,
      announce,
    });
  }

  /** Another tab was opened. */
  opened() {
    this.chat?.seen();
    if (this.view.phase === "over" && this.tabs.isOpen("analysis")) this.analysis.start();
  }

  /** What a space or a tray is called. @param {string} id */
  named(id) { return this.board.spaces.get(id)?.name ?? this.view.trays.find((tray) => tray.id === id)?.label ?? "this place"; }

  // ---- showing ----

  /** Shows a view, unless it is older than the one shown. A fresh one came live. @param {View} view */
  show(view, fresh = false) {
    const before = this.started ? this.view : null;
    if (before && view.version <= before.version) return;
    const news = this.panel.follow(view);
    const focus = document.activeElement;
    this.view = view;
    this.started = true;
    this.sender.heldSince = fresh ? performance.now() : null;
    Object.assign(this.root.dataset, { version: view.version, phase: view.phase });
    this.pointing.preview = null;
    this.sound.offer(view.mood !== null);
    // A whistle sounds when night turns to day, but not after an undo.
    if (before?.mood && before.mood !== view.mood && !this.past.back) this.turn(news.fresh.length > 0);
    this.settle(before);
    this.panel.show(view);
    this.panel.about(view, before ? news.fresh : []);
    this.past.show(view, this.panel.log, news.kept);
    if (before) this.trails.follow(before, view, news.fresh);
    // A replay goes on while the match does.
    if (this.past.back) this.headline();
    else this.draw(view, before !== null && news.fresh.some((entry) => entry.seat === null), before === null);
    this.offer(this.same(before));
    this.together(view, before);
    if (!view.can_act && !view.chance?.mine) this.board.zoom.rest();
    if (before) this.keepFocus(focus);
    if (before) this.panel.announce(this.tidings(news.said));
    this.sender.arrived(view.version);
  }

  /** Shows the legal moves. @param {boolean} same Are they the same as before? */
  offer(same) {
    this.byDie.show(this.view);
    this.pointing.renew();
    this.panel.moves(this.view, (move) => this.pointing.play(move));
    this.way.show(this.view, same);
    this.choose();
  }

  /** Legal moves have arrived that were too many for the view. @param {Move[]} moves */
  listMoves(moves) {
    this.view = { ...this.view, moves };
    this.offer(false);
  }

  /** @param {View} view @param {View | null} before */
  together(view, before) {
    this.chat.show(view);
    this.clocks.show(view, this.seats.cards, before !== null);
    this.consent.show(view);
    this.absence.show(view);
    this.joining.show(view);
    if (before && !before.next && view.next && view.mine.length) this.follow(view.next);
    this.fair.show(view);
    this.devices.show(view);
    this.heed.show(view, before !== null, this.devices.waitedFor(view));
    this.luck.show(view);
    this.chances.show(view);
    // A match that was ended without a result has nothing to compare with.
    const without = view.phase !== "over" || !view.outcome;
    this.tabs.hide("analysis", without);
    get("show-analysis").hidden = without;
    this.ownDice.show(view);
    this.since.show(view, this.panel.log, before === null);
  }

  /** All players have accepted the rematch: goes there, once. @param {string} next */
  follow(next) {
    if (this.followed) return;
    this.followed = true;
    location.href = url(`/tables/${next}`);
  }

  /** Night turns to day, slowly, with a whistle. @param {boolean} loud */
  turn(loud) {
    if (loud) this.sound.whistle();
    this.root.classList.add("turning");
    clearTimeout(this.turning);
    this.turning = setTimeout(() => this.root.classList.remove("turning"), TURN);
  }

  /** Removes notes about the view before, unless my legal moves are the same. @param {View | null} before */
  settle(before) {
    this.tip.show([]);
    if (this.same(before)) return;
    this.board.clear("hint");
    this.panel.error(null);
    this.panel.note(null);
  }

  /** Are my legal moves the same as before? @param {View | null} before */
  same(before) {
    return before !== null && this.view.moves.length > 0 && JSON.stringify(before.moves) === JSON.stringify(this.view.moves);
  }

  // ---- replay ----

  /** Shows the table after a step; returns how many milliseconds it is animated. @param {Moment} moment @param {LogEntry | undefined} entry */
  lookBack(moment, entry) {
    if (this.way.on) this.way.leave();
    const seats = this.view.seats.map((seat, at) => ({ ...seat, ...moment.seats[at] }));
    /** @type {View & { step: number }} */
    const then = { ...this.view, ...moment, seats, phase: "playing", moves: [], can_act: false, chance: null };
    const threw = entry?.seat === null && this.shown.step === moment.step - 1;
    this.root.dataset.past = String(moment.step);
    this.headline();
    const { log } = this.panel;
    return this.redraw(then, threw, entry ? log.slice(0, log.indexOf(entry) + 1) : []);
  }

  /** Shows the present after a replay. @returns {number} */
  lookNow() {
    const threw = this.panel.log.at(-1)?.seat === null && this.shown.step === this.past.entries.length - 1;
    delete this.root.dataset.past;
    this.panel.show(this.view);
    return this.redraw(this.view, threw, this.panel.log);
  }

  /** @param {View} view @param {boolean} threw @param {LogEntry[]} log */
  redraw(view, threw, log) {
    this.pointing.cancel();
    const wait = this.draw(view, threw, false, log);
    this.choose();
    return Math.max(wait, this.board.until - performance.now(), 0);
  }

  /** Says above the board that it shows an earlier step. */
  headline() {
    const { step, entries } = this.past;
    get("status").textContent = step ? `Replay: step ${step} of ${entries.length}` : "Replay: the beginning";
  }

  // ---- drawing ----

  /** Draws dice, pieces, trays and marks; returns how many milliseconds a throw is animated. @param {View} view @param {boolean} threw @param {boolean} first */
  draw(view, threw, first, log = this.panel.log) {
    const { board, seats } = this;
    this.shown = view;
    Object.assign(this.root.dataset, { turned: view.turned, mood: view.mood ?? "" });
    const wait = this.throwing.show(view, threw);
    const lay = first ? new Map() : seats.places();
    seats.show(view, log);
    board.show(view, wait, { from: (id) => lay.get(id), to: (id) => seats.place(id) });
    if (first) board.skip();
    board.marks("last", view.last.map(({ space, mark }) => [space, mark]));
    board.marks("state", view.marks.map(({ space, mark }) => [space, mark]));
    this.trails.draw(this.view);
    this.foresight.show(view);
    return wait;
  }

  /** What happened, and what to do now; nothing twice. @param {string} said */
  tidings(said) {
    const { headline, can_act: acts, phase, chance } = this.view;
    const matters = (acts || chance?.mine || phase !== "playing") && !said.includes(headline);
    return (matters ? `${said} ${headline}` : said).trim();
  }

  /** Moves the focus to the throw or the board, when the focused element is gone or disabled. @param {Element | null} had */
  keepFocus(had) {
    const now = document.activeElement;
    if (had === document.body || (now && now !== document.body && !now.matches(":disabled") && now.checkVisibility())) return;
    const goal = this.view.chance?.mine ? get("throw") : this.board.elements.get(this.keys.here);
    goal?.focus({ preventScroll: true });
  }

  /** Marks what is picked and where it can go. */
  choose() {
    const { board, seats, pointing: { gesture, preview } } = this;
    const picked = gesture.path[0];
    /** @type {Map<string, Move[]>} */
    const next = gesture.path.length ? gesture.next() : new Map();
    const plain = gesture.plain();
    /** @type {[string, string][]} */
    const ends = plain.length ? plain.map((move) => [move.steps[1], move.tone]) : [...next, ...gesture.single(), ...gesture.ends()].map(([id, moves]) => [id, tone(moves)]);
    board.marks("choice", ends);
    board.svg.classList.toggle("picking", gesture.path.length > 0);
    if (picked) board.ring("choice", picked, "pick", 1.16);
    for (const id of new Set([...gesture.movable(), ...plain.map((move) => move.steps[0])])) board.ring("choice", id, "open", 1.14);
    if (preview) board.ring("choice", preview.steps.at(-1), "pick", 1.05);
    for (const [id, moves] of [...gesture.single(), ...gesture.ends()]) next.set(id, moves);
    const chosen = { picked, targets: new Set(next.keys()), firsts: new Set(gesture.firsts()) };
    seats.choose({ ...chosen, kind: gesture.kind });
    this.label(chosen, next);
    this.panel.narrow(gesture.path.length ? gesture.after(gesture.path) : gesture.moves);
  }

  /** Labels every space for screen readers. @param {Chosen} chosen @param {Map<string, Move[]>} next */
  label({ picked, targets, firsts }, next) {
    const men = Map.groupBy(this.shown.tokens.filter((token) => token.space), (token) => token.space);
    for (const space of this.plan.spaces) {
      const element = this.board.elements.get(space.id);
      if (!element) continue;
      element.classList.toggle("movable", firsts.has(space.id));
      element.classList.toggle("target", targets.has(space.id));
      element.setAttribute("aria-pressed", String(space.id === picked));
      const before = this.board.before(space.id);
      const say = [space.name, space.label, ...(before ? [`before ${this.named(before)}`] : []), men.get(space.id)?.map((token) => token.label).join(" and ") ?? "empty"];
      if (targets.has(space.id)) say.push("can go here", this.effect(next.get(space.id) ?? []));
      else if (firsts.has(space.id)) say.push("can move");
      element.setAttribute("aria-label", say.join(", "));
    }
  }

  /** What an end brings: one move, or how many there are to choose from. @param {Move[]} moves */
  effect(moves) {
    const best = ranked(moves)[0]?.label ?? "";
    return moves.length > 1 ? `${best}; or ${moves.length - 1} other ${moves.length > 2 ? "ways" : "way"}` : best;
  }

  /** Says at the pointer what moves to a space bring, or before a throw how likely it is. @param {string | null} id @param {Move[]} moves */
  explain(id, moves) {
    const odds = id && !moves.length ? this.foresight.chances().get(id) : undefined;
    const means = (/** @type {string} */ word) => (TONES[word] ? [make("small", "", TONES[word].means)] : []);
    if (odds) this.tip.show([make("b", "", this.named(id ?? "")), `Reached with ${percent(odds.p)} `, ...means(odds.tone)]);
    else this.tip.show(moves.length ? [make("b", "", this.effect(moves)), ...means(tone(moves))] : []);
  }

  /** Draws a path, and what it brings if that is known. @param {string[]} path @param {Move | null} [move] */
  trace(path, move) {
    const last = path.at(-1);
    this.board.marks("choice", move && last ? [[last, move.tone]] : []);
    if (path.length) this.board.ring("choice", path[0], "pick", 1.16);
    this.board.way(path.slice(1));
    if (path.length > 1) this.board.zoom.reveal(last);
  }
}

new Table();
